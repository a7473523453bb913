"""Recomputes the figures of the page beside it."""

from checks.data import rows_of_csv
from checks.report import says


def check(page):
    score = {row["arm"]: 100 * float(row["score"]) for row in rows_of_csv(f"{page}/effects.csv")}
    less = score["control"] - score["soft-policy-8"]
    says(page, r"weight 8 would lose (\S+) percentage points", less)
