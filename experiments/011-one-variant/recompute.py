"""Recomputes the figures of the page beside it."""

from checks.data import ndjson, rows_of_csv, tables
from checks.intervals import interval
from checks.matches import match_tables, of_line, of_statistics
from checks.ratings import misfit_of, ratings
from checks.report import says


def check(page):
    matches = {m["b"]: of_statistics(m) for m in ndjson(f"{page}/table.ndjson")}
    untrained = "checkpoint:runs/untrained/checkpoints/gen-0000:sims=64"
    match_tables(page, matches, {"the untrained network, same search": untrained})
    table = next(t for t in tables(page) if "player" in t[0])
    ratings(page, f"{page}/generations", "greedy@1", table)
    says(page, r"χ² = (\S+) on (\d+) degrees of freedom, p = (\S+)\)", *misfit_of(f"{page}/generations"))
    for row in rows_of_csv(f"{page}/generations/matches.csv"):
        if (row["player"], row["opponent"]) == ("generation 30", "generation 40"):
            narrowest = interval(of_line(row, True)["counts"])
            says(page, r"40 against 30: (\S+) % \[(\S+), (\S+)\]", *(100 * share for share in narrowest))
    for row in rows_of_csv(f"{page}/matches.csv"):
        if {row["player"], row["opponent"]} == {"all-variants", "only-buettgenbach-1899"}:
            match = of_line(row, row["player"] == "all-variants")
            says(
                page,
                r"200 pairs: (\d+)/(\d+)/(\d+), (\S+) %",
                *match["games"],
                100 * interval(match["counts"])[0],
            )
