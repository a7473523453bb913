"""Recomputes the figures of the page beside it."""

from checks.data import ndjson, tables
from checks.intervals import student
from checks.matches import match_row, of_statistics, over_runs
from checks.report import says


def check(page):
    matches = [of_statistics(m) for m in ndjson(f"{page}/two-cores.ndjson")]
    for row, match in zip(tables(page)[0], matches, strict=True):
        match_row(f"{page}: {row['']}", row, match)
    mean, half = over_runs(f"{page}/quickstart.ndjson")
    says(page, r"(\S+) % ± (\S+) over the five", mean, half)
    says(page, r"(\S+) points for 36 runs", half / student(0.975, 4) * student(0.975, 35) * (5 / 36) ** 0.5)
