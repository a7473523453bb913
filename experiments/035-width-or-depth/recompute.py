"""Recomputes the figures of the page beside it."""

import statistics

from checks.data import rows_of_csv
from checks.intervals import welch
from checks.matches import against_panel
from checks.report import says


def check(page):
    rows = {row["arm"]: row for row in rows_of_csv(f"{page}/effects.csv")}
    wide, control = (100 * float(rows[arm]["score"]) for arm in ("wide", "control"))
    says(page, r"network scores (\S+) %, but the unchanged control scores (\S+) %", wide, control)
    opponent = "alphabeta@1:depth=6"
    of = {arm: against_panel(page, arm, opponent) for arm in ("base", "control", "wide")}
    deep = of["base"] + of["control"]
    says(
        page,
        r"wider networks score (\S+) %, the ten deeper ones \(base and control\) (\S+) % \(Welch's p = (\S+)\)",
        statistics.mean(of["wide"]),
        statistics.mean(deep),
        welch(of["wide"], deep),
    )
    says(
        page, r"base's score (\S+) to (\S+) % against `alphabeta@1:depth=6`", min(of["base"]), max(of["base"])
    )
    says(page, r"effects of about (\d+) percentage", 100 * float(rows["wide"]["detectable"]))
