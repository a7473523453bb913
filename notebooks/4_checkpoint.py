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
# # Inside a checkpoint
#
# What the shipped network expects during the game of 1901: its own moves, and the margin in points.

# %%
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import salta
import salta.board

root = next(path for path in [Path.cwd(), *Path.cwd().parents] if (path / "data" / "games").is_dir())
network = salta.Network(root / "data/checkpoints/quickstart")
network.metadata["variant"], network.metadata["generation"]

# %%
headers, moves = salta.read_game((root / "data/games/krone-grotewold-1901.salta").read_text())
positions = [salta.Variant(headers["Variant"]).start()]
for move in moves:
    positions.append(positions[-1].play(move))
asked = positions[:-1]
out = network.evaluate(np.stack([position.observation() for position in asked]))
white = np.where([position.current_player == 0 for position in asked], 1, -1)

# %% [markdown]
# ## The margin along the game, from White's side

# %%
figure, axes = plt.subplots(figsize=(9, 3))
axes.plot(white * out["margin"], label="the network's expectation")
axes.plot([p.distance(1) - p.distance(0) for p in asked], label="by distance")
axes.axhline(0, color="gray", linewidth=0.5)
axes.set(xlabel="ply", ylabel="points for White")
axes.legend();

# %% [markdown]
# ## Where it would move
#
# Blue squares are where its policy starts from, arrows its three favourite moves.


# %%
def picture(position, logits, most=3):
    actions = position.legal_actions()
    weights = np.exp(logits[actions] - logits[actions].max())
    shares = weights / weights.sum()
    assert abs(shares.sum() - 1) < 1e-5
    heat, arrows = {}, []
    for action, share in zip(actions, shares):
        square = salta.board.name(salta.board.square_of(action, position.current_player))
        heat[square] = heat.get(square, 0) + float(share)
    for at in np.argsort(-shares)[:most]:
        start, end = position.action_name(actions[at]).replace(":", "-").split("-")
        arrows.append((start, end, float(shares[at])))
    return salta.board.svg(position, heat=heat, arrows=arrows)


picture(asked[12], out["policy_logits"][12])

# %%
picture(asked[120], out["policy_logits"][120])

# %% [markdown]
# ## How often it agrees with the players of 1901

# %%
agreed = []
for position, logits, move in zip(asked, out["policy_logits"], moves):
    actions = position.legal_actions()
    best = actions[int(np.argmax(logits[actions]))]
    agreed.append(position.action_name(best) == move)
choices = [len(position.legal_actions()) > 1 for position in asked]
shared = np.mean(np.array(agreed)[choices])
print(f"{shared:.0%} of the {sum(choices)} plies with a choice")
