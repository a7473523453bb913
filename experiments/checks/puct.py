"""What the pages that compare PUCT with Gumbel search say."""

import statistics

from checks.data import rows_of_csv
from checks.matches import against_panel
from checks.report import says


def check_puct(page, arm):
    opponent = "alphabeta@1:depth=4"
    scores = [statistics.mean(against_panel(page, name, opponent)) for name in ("base", arm)]
    says(page, r"Gumbel search score (\S+) % against `\S+`, those trained with PUCT (\S+) %", *scores)
    (effect,) = (row for row in rows_of_csv(f"{page}/effects.csv") if row["arm"] == arm)
    says(page, r"simulations(?: too)?\*\*: (\S+) %", 100 * float(effect["score"]))
