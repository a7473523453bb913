"""Recomputes the figures of the page beside it."""

import statistics

from checks.data import rows_of_csv
from checks.matches import against_panel
from checks.report import says


def check(page):
    opponent = "alphabeta@1:depth=4"
    scores = [statistics.mean(against_panel(page, arm, opponent)) for arm in ("base", "puct-64")]
    says(page, r"Gumbel search score (\S+) % against `\S+`, those trained with PUCT (\S+) %", *scores)
    scores = [
        100 * float(row["score"]) for row in rows_of_csv(f"{page}/effects.csv") if row["arm"] == "puct-64"
    ]
    says(page, r"simulations too\*\*: (\S+) %", *scores)
