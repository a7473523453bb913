"""Recomputes the figures of the page beside it."""

from checks.data import ndjson, tables
from checks.intervals import holm, interval, over_seeds, paired
from checks.matches import of_statistics
from checks.report import agree, says, wrong


def check(page):
    arms = {"no growing move limit": "no-curriculum", "five taps": "five-taps", "auxiliary": "auxiliary"}
    found = {m["a"]: of_statistics(m) for m in ndjson(f"{page}/matches.ndjson")}
    rows, p = tables(page)[0], {}
    for start, arm in arms.items():
        (row,) = (row for row in rows if row["change"].startswith(start))
        scores = [interval(found[f"checkpoint:runs/{arm}-{seed}:sims=32"]["counts"]) for seed in (1, 2, 3)]
        for seed, score in enumerate(scores, 1):
            agree(f"{page}: {arm}, seed {seed}", row[f"seed {seed}"], [100 * s for s in score])
        means = [score[0] for score in scores]
        agree(f"{page}: {arm}", row["mean"], over_seeds([100 * mean for mean in means]))
        p[arm] = paired(means, [0.5] * 3)
    corrected = holm(p)
    says(
        page,
        r"Over seeds p is (\S+), and (\S+) after Holm's correction",
        p["auxiliary"],
        corrected["auxiliary"],
    )
    says(
        page,
        r"over seeds all the same \(p = (\S+), (\S+) corrected\), the others are not",
        p["no-curriculum"],
        corrected["no-curriculum"],
    )
    if min(corrected["five-taps"], corrected["auxiliary"]) < 0.05:
        wrong.append(f"{page}: another change holds over seeds: {corrected}")
