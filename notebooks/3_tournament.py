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
# # A tournament
#
# A few games between fixed players, then the cross table and ratings with their intervals. With so few pairs
# the intervals are wide, which is the point of showing them.

# %%
import itertools

import matplotlib.pyplot as plt

import salta

players = ["random", "greedy", "alphabeta:depth=1"]

# %%
results = {}
for a, b in itertools.combinations(players, 2):
    results[a, b] = salta.play(a, b, pairs=6)
    found = results[a, b]["statistics"]
    print(f"{a} against {b}: {found['wins']} won, {found['draws']} drawn, {found['losses']} lost")

# %% [markdown]
# ## Cross table: mean score of the row against the column

# %%
print(" " * 18, *(f"{name:>18}" for name in players))
for row in players:
    cells = []
    for column in players:
        if (row, column) in results:
            cells.append(f"{results[row, column]['statistics']['score']['estimate']:18.2f}")
        elif (column, row) in results:
            cells.append(f"{1 - results[column, row]['statistics']['score']['estimate']:18.2f}")
        else:
            cells.append(f"{'–':>18}")
    print(f"{row:18}", *cells)

# %% [markdown]
# ## Ratings: Bradley–Terry over all pairs, 95 % bootstrap intervals

# %%
scored, halves_of = [], {"w": 2, "d": 1, "l": 0}
for (a, b), result in results.items():
    games = [halves_of[outcome] for outcome in result["outcomes"]]  # two of each opening
    halves = [first + second for first, second in zip(games[::2], games[1::2])]
    scored += [(at, players.index(a), players.index(b), half) for at, half in enumerate(halves)]
rated = salta.ratings(len(players), scored, replicates=500)
assert len(rated["elo"]) == len(players)
for name, elo in zip(players, rated["elo"]):
    print(name, elo)

# %%
figure, axes = plt.subplots(figsize=(6, 2))
for at, elo in enumerate(rated["elo"]):
    lo, estimate, hi = (max(-800, min(800, float(elo[key]))) for key in ("lo", "estimate", "hi"))
    axes.plot([lo, hi], [at, at], color="gray")
    axes.plot(estimate, at, "o")
axes.set_yticks(range(len(players)), players)
axes.set_xlabel("Elo, clipped at ±800");
