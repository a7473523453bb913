"""The tables of README.md from regret.csv and finished.csv: means over seeds, 95 % by Student's t."""

import csv
import statistics
from pathlib import Path

HERE = Path(__file__).parent
ROWS = list(csv.DictReader((HERE / "regret.csv").open()))
GAMES = list(csv.DictReader((HERE / "finished.csv").open()))
T = 2.776445  # four degrees of freedom


def cell(values, scale=1.0, digits=2):
    """Mean and half-width over seeds."""
    values = [scale * float(value) for value in values]
    half = T * statistics.stdev(values) / len(values) ** 0.5
    return f"{statistics.mean(values):.{digits}f} ± {half:.{digits}f}"


def regret(rules, generation, simulations, positions, key="loss", scale=1.0, digits=2):
    wanted = (rules, str(generation), str(simulations), positions)
    keys = ("rules", "generation", "simulations", "positions")
    found = [row[key] for row in ROWS if tuple(row[k] for k in keys) == wanted]
    assert len(found) == 5, wanted
    return cell(found, scale, digits)


def finished(rules, generation):
    found = [r["finished"] for r in GAMES if (r["rules"], r["generation"]) == (rules, str(generation))]
    return cell(found, 100.0, 0)


def main():
    for positions in ("placements", "games"):
        print(f"\npoints lost a decision, {positions}, by generation")
        for rules in ("forward", "any", "walker"):
            for simulations in (1, 16):
                cells = [regret(rules, g, simulations, positions) for g in (0, 1, 2, 4, 8, 16, 32)]
                print(rules, simulations, *cells, sep=" | ")
        print(f"\nlast network, {positions}, by simulations: points lost, optimal moves in %")
        for rules in ("forward", "any", "walker"):
            last = [(rules, 32, simulations, positions) for simulations in (1, 4, 16, 64, 256)]
            print(rules, *(regret(*which) for which in last), sep=" | ")
            print(rules, *(regret(*which, "optimal", 100, 0) for which in last), sep=" | ")
    print("\nself-play games that ended by the rules, %, by generation")
    for rules in ("forward", "any", "walker"):
        print(rules, *(finished(rules, g) for g in (1, 2, 4, 8, 16, 32)), sep=" | ")


if __name__ == "__main__":
    main()
