"""Recomputes the figures of the page beside it."""

from checks.data import rows_of_csv
from checks.report import says


def check(page):
    rows = {row["arm"]: row for row in rows_of_csv(f"{page}/effects.csv")}
    score = {arm: 100 * float(row["score"]) for arm, row in rows.items()}
    below = {arm: -100 * float(row["panel"]) for arm, row in rows.items()}
    says(
        page,
        r"quarter of the games score (\S+) %, playout caps (\S+) %\.",
        score["simulations-32"],
        score["playout-cap"],
    )
    says(
        page,
        r"is undecided \((\S+) %\), and so are 30 sampled plies \((\S+) %\)",
        score["muon"],
        score["sampled-plies-30"],
    )
    says(
        page,
        r"Muon is (\S+) percentage points below the base, but the unchanged control is (\S+) below it too:",
        below["muon"],
        below["control"],
    )
    undecided = [
        100 * float(row["detectable"])
        for arm, row in rows.items()
        if row["verdict"] == "undecided" and arm != "control"
    ]
    says(page, r"effects of (\d+) to (\d+) percentage points", min(undecided), max(undecided))
