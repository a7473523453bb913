"""Recomputes the figures of the page beside it."""

from checks.data import ndjson, tables
from checks.intervals import interval, over_seeds
from checks.matches import of_statistics
from checks.report import agree


def check(page):
    arms = {"no horizon": "no-curriculum", "five taps": "five-taps", "auxiliary": "auxiliary"}
    found = {m["a"]: of_statistics(m) for m in ndjson(f"{page}/matches.ndjson")}
    for row in tables(page)[0]:
        for start, arm in arms.items():
            if row["change"].startswith(start):
                scores = [
                    interval(found[f"checkpoint:runs/{arm}-{seed}:sims=32"]["counts"]) for seed in (1, 2, 3)
                ]
                for seed, score in enumerate(scores, 1):
                    agree(f"{page}: {arm}, seed {seed}", row[f"seed {seed}"], [100 * s for s in score])
                agree(f"{page}: {arm}", row["mean"], over_seeds([100 * score[0] for score in scores]))
