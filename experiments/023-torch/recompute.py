"""Recomputes the figures of the page beside it."""

from checks.data import ndjson, tables
from checks.intervals import interval, over_seeds
from checks.report import agree, says


def check(page):
    matches, headings = ndjson(f"{page}/matches.ndjson"), ("`greedy@1`", "`checkpoint:quickstart:sims=32`")
    for row in tables(page)[0]:
        of = [match for match in matches if str(match["seed"]) == row["seed"]]
        agree(f"{page}: {row['seed']}, s", row["CPU time, s"], [of[0]["cpu_seconds"]])
        for heading, match in zip(headings, of, strict=True):
            score = [100 * share for share in interval(match["statistics"]["pentanomial"])]
            agree(f"{page}: {row['seed']}, {heading}", row[heading], score)
    for number, opponent in enumerate(("`greedy@1` and", "the quickstart, which")):
        scores = [100 * interval(match["statistics"]["pentanomial"])[0] for match in matches[number::2]]
        says(page, rf"(\S+) % ± (\S+) against {opponent}", *over_seeds(scores))
