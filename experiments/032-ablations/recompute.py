"""Recomputes the figures of the page beside it."""

from checks.data import rows_of_csv
from checks.report import says, wrong


def check(page):
    rows = {row["arm"]: row for row in rows_of_csv(f"{page}/effects.csv") if row["arm"] != "control"}
    says(page, r"without them (\S+) %, where", 100 * float(rows["no-auxiliary"]["score"]))
    detectable = [100 * float(row["detectable"]) for row in rows.values()]
    says(page, r"effects of (\d+) to (\d+) percentage points", min(detectable), max(detectable))
    undecided = [row for row in rows.values() if row["verdict"] == "undecided"]
    if len(undecided) != len(rows):
        wrong.append(f"{page}: not all arms are undecided")
