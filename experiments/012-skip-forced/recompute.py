"""Recomputes the figures of the page beside it."""

from checks.data import ndjson, tables
from checks.intervals import interval, over_seeds
from checks.matches import match_row, of_statistics
from checks.report import says


def check(page):
    matches = [of_statistics(m) for m in ndjson(f"{page}/matches.ndjson")]
    for row, match in zip(tables(page)[0], matches, strict=True):
        match_row(f"{page}: {row['']}", row, match)
    scores = [interval(match["counts"])[0] for match in matches[1:]]
    mean = over_seeds([100 * score for score in scores])
    says(page, r"The mean over seeds is (\S+) % ± (\S+) \(Student", *mean)
