# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # The game and its variants
#
# Salta is a race on the 50 dark squares of a 10×10 board. Each side has five stars ★, moons ☾ and suns ☀;
# White starts below. Pieces step and jump diagonally, nothing is captured, and the loser pays a point for
# every move still needed.

# %%
import salta
import salta.board

start = salta.Variant("buettgenbach-1899").start()
salta.board.svg(start, arrows=[(*move.replace(":", "-").split("-"), 0.3) for move in start.moves()])

# %% [markdown]
# ## Five texts, eight variants
#
# The rule texts disagree, and every disagreement is a field of the rules.

# %%
fields = ["goal", "first_mover", "jump_direction", "jump_over", "jumping", "chain", "blockade"]
fields += ["move_limit", "last_move", "points"]
width = max(map(len, salta.VARIANTS))
for field in fields:
    values = {name: str(salta.Variant(name).rules[field]) for name in salta.VARIANTS}
    print(f"{field:15}", "  ".join(f"{name}={value}" for name, value in values.items()))

# %% [markdown]
# The same position poses a different problem under other rules. Here White has one legal move in the booklet
# of 1899, where a jump forward is compulsory, three on the continental board, and 43 in Walker's leaflet,
# where own pieces may be jumped too and jumps go on.

# %%
LINE = "eOc1a/Fdhbf/j1Mg1/o1m2/3l1/1Li2/Kn1NJ/2G2/BCHI1/A1kDE w {}"
counts = {}
for name, plies in [("buettgenbach-1899", 40), ("checkerboard", 40), ("walker", 41)]:
    position = salta.Variant(name).position(LINE.format(plies))
    counts[name] = len(position.moves())
assert counts == {"buettgenbach-1899": 1, "checkerboard": 3, "walker": 43}
counts

# %%
arrows = [(*move.replace(":", "-").split("-"), 0.5) for move in position.moves()]
salta.board.svg(position, arrows=arrows)

# %% [markdown]
# ## What a side still needs
#
# A side's own pieces get in each other's way, so the count needs a search. The result is a lower and an upper
# bound, equal if the count is proven.

# %%
for player, name in enumerate(["White", "Black"]):
    print(name, "distance", position.distance(player), "moves", position.solo(player, exact_nodes=20_000))

# %% [markdown]
# ## The game of 1901

# %%
from pathlib import Path

root = next(path for path in [Path.cwd(), *Path.cwd().parents] if (path / "data" / "games").is_dir())
headers, moves = salta.read_game((root / "data/games/krone-grotewold-1901.salta").read_text())
position = salta.Variant(headers["Variant"]).start()
for move in moves:
    position = position.play(move)
print(headers["White"], "against", headers["Black"], "after", position.plies, "plies")
salta.board.svg(position)
