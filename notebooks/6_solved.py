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
# # What each rule of 1899 does, exactly, on a small board
#
# 6×6 with three pieces a side is solved: the value of every placement under a hundred rule records, and how far
# self-play stays from it ([experiments/021-solved](../experiments/021-solved/README.md)).

# %%
import json
import sys
from pathlib import Path

root = next(path for path in [Path.cwd(), *Path.cwd().parents] if (path / "data" / "games").is_dir())
folder = root / "experiments/021-solved"
sys.path.insert(0, str(folder))
import plot

members = [json.loads(text) for text in (folder / "family.ndjson").read_text().splitlines()]
assert len(members) > 90


# %% [markdown]
# ## Records that differ from `buettgenbach-1899-free` in one field
#
# Value for the first mover, plies in which it is forced, longest forced win, positions of value 0, placements
# in which the choice of a move matters.


# %%
def row(member):
    found = member["summary"]
    positions = found["positive"] + found["negative"] + found["zero"]
    first = 1 if 'first_mover = "white"' in member["rules"] else -1
    print(
        f"{member['name']:26} {first * found['value']:+3d} {found['plies'] or '–':>4} {found['longest'] or '–':>4}"
        f" {100 * found['zero'] / positions:6.1f} % {100 * member['matters']:6.1f} %  {' '.join(member['named'])}"
    )


for member in members:
    if member["single"] or member["name"] == "first":
        row(member)

# %% [markdown]
# ## The historical games

# %%
for member in members:
    if member["named"]:
        row(member)

# %% [markdown]
# ## The whole family
#
# Where nearly every position is worth 0, choices hardly matter: compulsory jumps are what make the game.

# %%
plot.family()

# %% [markdown]
# ## Regret of self-play
#
# Exact points lost per decision, over training and over simulations: means of five seeds, 95 % by Student's t.

# %%
plot.compute_and_search()

# %% [markdown]
# ## Calibration of the last networks

# %%
plot.calibration()
