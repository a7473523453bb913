"""Recomputes the figures of the page beside it."""

import statistics

from checks.data import rows_of_csv
from checks.matches import against_panel
from checks.report import says


def check(page):
    undecided = [
        100 * float(row["detectable"])
        for row in rows_of_csv(f"{page}/effects.csv")
        if row["verdict"] == "undecided" and row["arm"] != "control"
    ]
    says(page, r"effects of (\d+) to (\d+) percentage points", min(undecided), max(undecided))
    players = ("alphabeta@1:depth=2", "alphabeta@1:depth=4")
    scores = [
        statistics.mean(against_panel(page, arm, player)) for arm in ("puct-16", "base") for player in players
    ]
    panel = r"panel (\S+) % \(`\S+`\) and (\S+) % \(`\S+`\), where the base scores (\S+) and (\S+) %"
    says(page, panel, *scores)
