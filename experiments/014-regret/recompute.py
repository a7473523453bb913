"""Recomputes the figures of the page beside it."""

from checks.data import ndjson, rows_of_csv, tables
from checks.intervals import over_seeds
from checks.report import agree, says


def check(page):
    losses, optimal = {}, {}
    for row in rows_of_csv(f"{page}/regret.csv"):
        if row["positions"] == "placements":
            key = row["rules"], int(row["generation"]), int(row["simulations"])
            losses.setdefault(key, []).append(float(row["loss"]))
            optimal.setdefault(key, []).append(100 * float(row["optimal"]))

    def check(where, cell, values):
        agree(where, cell, over_seeds(values))

    own = {}
    for row in rows_of_csv(f"{page}/regret.csv"):
        if (row["rules"], row["positions"]) == ("forward", "games"):
            own.setdefault((row["generation"], row["simulations"]), []).append(float(row["loss"]))
    says(page, r"loses (\S+) ± (\S+) points per decision with 16", *over_seeds(own["32", "16"]))
    says(page, r"with 16 simulations and (\S+) ± (\S+) with 256", *over_seeds(own["32", "256"]))
    says(page, r"such gap is shown \((\S+) ± (\S+) in its games", *over_seeds(own["0", "16"]))
    before = losses["forward", 0, 16]
    says(page, r"in its games, (\S+) ± (\S+) in placements", *over_seeds(before))
    solved = {of["rules"]: of for of in ndjson(f"{page}/solved.json")}
    nothing = lambda of: 100 * of["zero"] / (of["positive"] + of["negative"] + of["zero"])
    shares = [nothing(solved[rules]) for rules in ("forward", "any", "walker")]
    share = r"(\d+) % of its placements"
    says(page, rf"{share} are worth 0; .* as are {share}; .* as are {share}", *shares)
    says(page, r"\*\*, (\d+) % of the placements are worth 0", shares[2])
    by_generation, by_simulations = tables(page)[:2]
    for row in by_generation:
        for generation in (0, 1, 2, 4, 8, 16, 32):
            key = row[""], generation, int(row["simulations"])
            check(f"{page}: {key}", row[str(generation)], losses[key])
    for row in by_simulations:
        rules, of = row[""].split(", ")
        for simulations in (1, 4, 16, 64, 256):
            values = (losses if of == "points lost" else optimal)[rules, 32, simulations]
            check(f"{page}: {rules}, {of}, {simulations}", row[str(simulations)], values)
