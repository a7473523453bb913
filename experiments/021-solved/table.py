"""The tables of README.md from the files beside it: means over seeds, 95 % by Student's t."""

import csv
import statistics
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).parent
T = {2: 12.7062, 3: 4.302653, 4: 3.182446, 5: 2.776445}  # by number of seeds
GENERATIONS = [0, 1, 2, 4, 8, 16, 24]
SIMULATIONS = [0, 1, 4, 16, 64, 256]


def rows(name):
    path = HERE / name
    return list(csv.DictReader(path.open(encoding="utf-8"))) if path.exists() else []


def cell(values, scale=1.0, digits=2):
    values = [scale * float(value) for value in values if value]
    if len(values) < 2:
        return "–"
    half = T[len(values)] * statistics.stdev(values) / len(values) ** 0.5
    return f"{statistics.mean(values):.{digits}f} ± {half:.{digits}f}"


def select(table, **wanted):
    return [row for row in table if all(row[key] == str(value) for key, value in wanted.items())]


def line(*cells):
    print("|", " | ".join(map(str, cells)), "|")


def arms(regret):
    found = defaultdict(set)
    for row in regret:
        found[row["arm"], row["value"]].add(row["seed"])
    return {key: len(seeds) for key, seeds in sorted(found.items())}


def by(regret, key, values, measure="loss", scale=1.0, digits=2, **wanted):
    return [cell([row[measure] for row in select(regret, **wanted, **{key: value})], scale, digits) for value in values]


def main():
    regret, training, limited = rows("regret.csv"), rows("training.csv"), rows("limited.csv")
    for positions in ("placements", "games"):
        for simulations in (0, 16):
            print(f"\npoints lost per decision by generation, {positions}, {simulations} simulations")
            line("arm", "value", "seeds", *GENERATIONS)
            for (arm, value), seeds in arms(regret).items():
                wanted = {"arm": arm, "value": value, "positions": positions, "simulations": simulations}
                line(arm, value, seeds, *by(regret, "generation", GENERATIONS, **wanted))
        print(f"\nlast network by simulations, {positions}: points lost; where decided; optimal where moves differ; won, not nearer; winner changed")
        for (arm, value), seeds in arms(regret).items():
            wanted = {"arm": arm, "value": value, "positions": positions, "generation": 24}
            line(arm, value, seeds, *by(regret, "simulations", SIMULATIONS, **wanted))
            line("", "decided", "", *by(regret, "simulations", SIMULATIONS, "loss_decided", **wanted))
            for measure in ("optimal", "optimal_matters", "matters", "idle", "winner_changed"):
                line("", measure, "", *by(regret, "simulations", SIMULATIONS, measure, 100, 0, **wanted))
    print("\ncalibration by generation: Brier score, margin off by (placements, then games)")
    for (arm, value), _ in arms(regret).items():
        for positions in ("placements", "games"):
            for measure in ("brier", "margin_error"):
                wanted = {"arm": arm, "value": value, "positions": positions, "simulations": 16}
                line(arm, value, positions, measure, *by(regret, "generation", GENERATIONS, measure, **wanted))
    print("\nself-play games that ended by the rules, %, and seconds in all")
    for (arm, value), _ in arms(regret).items():
        finished = [cell([r["truncated"] for r in select(training, arm=arm, value=value, generation=g)], 100, 0) for g in GENERATIONS[1:]]
        seconds = defaultdict(float)
        for row in select(training, arm=arm, value=value):
            seconds[row["seed"]] += float(row["seconds"])
        line(arm, value, "truncated", *finished, "seconds", cell(seconds.values(), 1, 0))
    print("\nlimited: points lost per decision")
    for key in sorted({(r["rules"], r["how"], r["seconds"]) for r in limited}):
        of = select(limited, rules=key[0], how=key[1], seconds=key[2])
        line(*key, *[f"{positions} {simulations}: " + cell([r["loss"] for r in select(of, positions=positions, simulations=simulations)]) for positions in ("games", "placements") for simulations in (0, 16)])
    print("\nperfect play against itself: games that did not end within 400 plies")
    for row in rows("perfect.csv"):
        line(*row.values())


if __name__ == "__main__":
    main()
