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
# # A training run
#
# Curves of the recorded quickstart run, from its `metrics.ndjson`; then a small new run with a live plot, its
# TensorBoard files and the calibration of the value heads.

# %%
import json
import tempfile
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from IPython.display import display

import salta

root = next(path for path in [Path.cwd(), *Path.cwd().parents] if (path / "data" / "games").is_dir())
metrics = [json.loads(line) for line in (root / "experiments/001-quickstart/metrics.ndjson").open()]
generations = [line["generation"] for line in metrics]
len(metrics)

# %%
figure, (left, right) = plt.subplots(1, 2, figsize=(10, 3.5))
for head in ["policy", "wdl", "margin"]:
    left.plot(generations, [line["losses"][head] for line in metrics], label=head)
left.set(xlabel="generation", ylabel="loss")
left.legend()
right.plot(generations, [line["games"]["policy_entropy"] for line in metrics])
right.set(xlabel="generation", ylabel="entropy of the search's policy, nats");

# %% [markdown]
# ## A small run, drawn while it trains

# %%
out = Path(tempfile.mkdtemp())
sets = {"generations": 4, "games_per_generation": 16, "train.steps_per_generation": 10, "threads": 2}
figure, axes = plt.subplots(figsize=(5, 3))
plot, lines = display(figure, display_id=True), []


def draw(line):
    lines.append(line)
    axes.clear()
    for head in ["policy", "wdl", "margin"]:
        axes.plot([line["generation"] for line in lines], [line["losses"][head] for line in lines], "o-", label=head)
    axes.set(xlabel="generation", ylabel="loss")
    axes.legend()
    if plot:  # a notebook; elsewhere the figure is complete at the end
        plot.update(figure)


sets |= {"tournament.generations": [0], "stage": []}
metrics = salta.train(root / "configs/train/quickstart.toml", out / "run", sets=sets, progress=draw)
plt.close(figure)
assert lines == metrics and len(lines) == 4

# %% [markdown]
# ## The run in TensorBoard

# %%
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

(events,) = (out / "run" / "tensorboard").rglob("events*")
board = EventAccumulator(str(events))
board.Reload()
scalars = board.Tags()["scalars"]
assert scalars
{name: len(board.Scalars(name)) for name in scalars}

# %% [markdown]
# ## Calibration
#
# What the shipped checkpoint predicts for the small run's positions, and how those games ended. The games are
# played by a network that has hardly learned, so a good one need not predict them well; on games of its own
# the points should lie on the diagonal.

# %%
samples = salta.dataset(out / "run", batch=1024).batch(0)
network = salta.Network(root / "data/checkpoints/quickstart").evaluate(samples["observation"])
known = samples["value_weight"] > 0
said, was = network["wdl"][known, 0], samples["wdl"][known, 0]
bins = np.clip((said * 5).astype(int), 0, 4)
for index in range(5):
    inside = bins == index
    if inside.any():
        print(f"said {said[inside].mean():.2f}  won {was[inside].mean():.2f}  of {inside.sum()} positions")

# %%
figure, axes = plt.subplots(figsize=(4, 4))
axes.scatter(network["margin"][known], samples["margin"][known], s=4, alpha=0.3)
axes.set(xlabel="expected margin", ylabel="margin of the game");
