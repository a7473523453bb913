"""Draws the pictures of README.md, which `notebooks/6_solved.ipynb` shows too: `python3 plot.py`."""

import csv
import json
import statistics
from collections import defaultdict
from pathlib import Path

import matplotlib.pyplot as plt

HERE = Path(__file__).parent
T = {2: 12.7062, 3: 4.302653, 4: 3.182446, 5: 2.776445}


def rows(name):
    with (HERE / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def means(table, key, measure):
    """x, means and half-widths over seeds of a measure, by the values of a key."""
    found = defaultdict(list)
    for row in table:
        if row[measure]:
            found[float(row[key])].append(float(row[measure]))
    points = []
    for x, values in sorted(found.items()):
        half = T[len(values)] * statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0
        points.append((x, statistics.mean(values), half))
    return list(zip(*points))


def draw(axes, table, key, label, measure="loss", x=lambda value: value):
    if table:
        xs, ys, halves = means(table, key, measure)
        axes.errorbar([x(value) for value in xs], ys, halves, label=label, marker="o", capsize=2)


def pick(table, **wanted):
    return [row for row in table if all(row[key] == str(value) for key, value in wanted.items())]


def simulations_until(training, **wanted):
    """Million simulations of self-play until the end of each generation, mean over seeds."""
    of = pick(training, **wanted)
    seeds = len({row["seed"] for row in of})
    each = defaultdict(float)
    for row in of:
        each[int(row["generation"])] += float(row["simulations"]) / seeds / 1e6
    return lambda generation: sum(count for at, count in each.items() if at <= generation)


def compute_and_search():
    regret, training = rows("regret.csv"), rows("training.csv")
    figure, axes = plt.subplots(2, 2, figsize=(11, 8))
    last = max(int(row["generation"]) for row in regret)
    for at, positions in enumerate(("placements", "games")):
        # walker and walker-9i count wins, not points.
        for value in sorted({row["value"] for row in regret if row["arm"] == "rules" and "walker" not in row["value"]}):
            table = pick(regret, arm="rules", value=value, positions=positions)
            label = value
            spent = simulations_until(training, arm="rules", value=value)
            draw(axes[at][0], pick(table, simulations=16), "generation", label, x=spent)
            draw(axes[at][1], pick(table, generation=last), "simulations", label, x=lambda n: n + 0.5)
        table = pick(regret, arm="stage", positions=positions)
        spent = simulations_until(training, arm="stage")
        draw(axes[at][0], pick(table, simulations=16), "generation", "checkerboard, growing limit", x=spent)
        draw(axes[at][1], pick(table, generation=last), "simulations", "", x=lambda n: n + 0.5)
        axes[at][0].set(xlabel="million simulations of self-play", ylabel=f"points lost per decision, {positions}", title="by training (16 simulations)")
        axes[at][1].set(xlabel="simulations (+ ½)", title=f"by search (generation {last})", xscale="log")
    figure.tight_layout(rect=(0, 0.05, 1, 1))
    figure.legend(*axes[0][0].get_legend_handles_labels(), loc="lower center", ncols=5, fontsize=8)
    return figure


def calibration():
    table = rows("calibration.csv")
    figure, axes = plt.subplots(1, 2, figsize=(10, 4.2))
    for value in ("buettgenbach-1899-free", "checkerboard"):
        for positions in ("games", "placements"):
            of = pick(table, arm="rules", value=value, positions=positions)
            for at, head in enumerate(("win", "margin")):
                sums = defaultdict(lambda: [0.0, 0.0, 0.0])
                for row in pick(of, head=head):
                    n = float(row["decisions"])
                    for i, x in enumerate((1.0, float(row["predicted"]), float(row["observed"]))):
                        sums[row["from"]][i] += n * x
                points = sorted((p / n, o / n) for n, p, o in sums.values())
                axes[at].plot(*zip(*points), marker="o", label=f"{value}, {positions}")
    for axis, unit in zip(axes, ("probability of a win", "margin in points")):
        ends = axis.get_xlim()
        axis.plot(ends, ends, color="#999", linestyle="--")
        axis.set(xlabel=f"predicted {unit}", ylabel="exact")
    axes[0].legend(fontsize=7)
    figure.tight_layout()
    return figure


def family():
    members = [json.loads(text) for text in (HERE / "family.ndjson").read_text(encoding="utf-8").splitlines()]
    figure, axes = plt.subplots(figsize=(9, 5))
    for limit, colour in (("0", "#0072b2"), ("10", "#e69f00"), ("20", "#009e73"), ("40", "#cc79a7")):
        of = [m for m in members if f"move_limit = {limit}\n" in m["rules"]]
        zero = [100 * m["summary"]["zero"] / sum(m["summary"][k] for k in ("positive", "negative", "zero")) for m in of]
        matters = [100 * m["matters"] for m in of]
        name = "no move limit" if limit == "0" else f"limit {limit}"
        axes.scatter(zero, matters, color=colour, label=name, s=18)
        for member, x, y in zip(of, zero, matters):
            if member["named"]:
                axes.annotate(member["named"][0] + (f" ({limit})" if limit != "0" else ""), (x, y), fontsize=7)
    axes.set(xlabel="positions of value 0, %", ylabel="placements where the moves differ in value, %")
    axes.legend()
    figure.tight_layout()
    return figure


if __name__ == "__main__":
    plt.rcParams["svg.hashsalt"] = "021"
    for name, drawn in (("regret", compute_and_search), ("calibration", calibration), ("family", family)):
        drawn().savefig(HERE / f"{name}.svg", metadata={"Date": None})
