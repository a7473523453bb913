"""Draws `strength.svg` from the curve and the metrics beside it: `python3 plot.py`."""

import json
import statistics
from pathlib import Path

import matplotlib.pyplot as plt

HERE = Path(__file__).parent
# 97.5 % of Student's t with two degrees of freedom: three seeds.
T = 4.302653


def lines(name):
    return [json.loads(line) for line in (HERE / name).read_text(encoding="utf-8").splitlines()]


def middle(margin):
    """The middle of a margin's bounds."""
    return sum(margin) / 2 if isinstance(margin, list) else margin


def score(pairs):
    """The score in % of pairs of games, by the network's margins."""
    margins = [middle(margin) for pair in pairs for margin in pair]
    return 100 * statistics.mean(0.5 + (margin > 0) / 2 - (margin < 0) / 2 for margin in margins)


def minutes(seed, generation):
    times = [line["time"] for line in lines(f"metrics-{seed}.ndjson")[:generation]]
    return sum(time["selfplay"] + time["train"] for time in times) / 60


def main():
    curve = lines("curve.ndjson")
    seeds = sorted({match["seed"] for match in curve})
    generations = sorted({match["generation"] for match in curve})
    assert len(seeds) == 3, "T is for three seeds"
    scores = {(m["b"], m["generation"], m["seed"]): score(m["points"]) for m in curve}
    times = [statistics.mean(minutes(seed, at) for seed in seeds) for at in generations]
    plt.rcParams["svg.hashsalt"] = "salta"
    _, axes = plt.subplots(figsize=(8, 5))
    for opponent in dict.fromkeys(match["b"] for match in curve):
        of = [[scores[opponent, at, seed] for seed in seeds] for at in generations]
        halves = [T * statistics.stdev(values) / len(values) ** 0.5 for values in of]
        means = [statistics.mean(values) for values in of]
        axes.errorbar(times, means, halves, label=opponent, marker="o", capsize=3)
    axes.set_xscale("log")
    axes.set_xticks(times, [f"{time:.0f}" for time in times])
    axes.minorticks_off()
    axes.set_ylim(-3, 103)
    axes.set_xlabel("minutes of self-play and learning, mean of three seeds")
    axes.set_ylabel("score %, 64 simulations (bars: 95 % over seeds)")
    axes.grid(alpha=0.3)
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.13), ncols=2)
    plt.tight_layout()
    plt.savefig(HERE / "strength.svg", metadata={"Date": None})


if __name__ == "__main__":
    main()
