"""Exponents of power laws."""

import math
import statistics

from checks.intervals import jackknife
from checks.report import agree


def means_over_seeds(rows, x):
    """x and loss, means over seeds, of each size, generation and number of simulations."""
    cells = {}
    for row in rows:
        cells.setdefault((row["size"], row["generation"], row["simulations"]), []).append(row)
    return [tuple(statistics.mean(float(row[k]) for row in of) for k in (x, "loss")) for of in cells.values()]


def exponent(pairs):
    xs, ys = ([math.log(value) for value in values] for values in zip(*pairs))
    return -statistics.linear_regression(xs, ys)[0]


def scaling(where, rows, fits):
    """The exponents that `salta scaling` fitted."""
    most = max(rows, key=lambda row: int(row["simulations"]))["simulations"]
    last = max(rows, key=lambda row: int(row["generation"]))["generation"]

    def over_compute(of):
        return means_over_seeds([row for row in of if row["simulations"] == most], "compute")

    def frontier(of):
        best = []
        for compute, loss in sorted(over_compute(of)):
            if not best or loss < best[-1][1]:
                best.append((compute, loss))
        return exponent(best)

    def training(of):
        return exponent(over_compute(of))

    def search(of):
        return exponent(means_over_seeds([row for row in of if row["generation"] == last], "simulations"))

    for fit in fits:
        of = [row for row in rows if row["positions"] == fit["positions"]]
        found = {"compute": frontier}
        if fit["size"] != "frontier":
            of = [row for row in of if row["size"] == fit["size"]]
            found = {"compute": training, "simulations": search}
            if fit["exchange"]:
                found["exchange"] = lambda of: training(of) / search(of)
        for key, statistic in found.items():
            written = " ".join(f"{float(fit[key + end]):.2f}" for end in ("", "_lo", "_hi"))
            agree(f"{where}: {fit['size']}, {fit['positions']}, {key}", written, jackknife(of, statistic))
