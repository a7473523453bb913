"""Recomputes the figures of the page beside it."""

import statistics

from checks.matches import against_panel
from checks.report import says


def check(page):
    players = ("alphabeta@1:depth=2", "alphabeta@1:depth=4")
    scores = [
        statistics.mean(against_panel(page, arm, player)) for arm in ("puct-16", "base") for player in players
    ]
    panel = r"panel (\S+) % \(`\S+`\) and (\S+) % \(`\S+`\), where the base scores (\S+) and (\S+) %"
    says(page, panel, *scores)
