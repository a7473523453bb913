"""Recomputes the figures of the page beside it."""

import json
import re

from checks.data import HERE, ndjson, rows_of_csv, tables
from checks.intervals import interval, over_both, over_seeds
from checks.matches import match_row, match_tables, of_line, of_statistics
from checks.ratings import ratings
from checks.report import says


def check(page):
    found = json.loads((HERE / page / "tournament.json").read_text())
    matches = {m["b"]: of_statistics(m) for m in found}
    champion = "checkpoint:two-cores:sims=64"
    for row in rows_of_csv("005-ladder/upper/matches.csv"):
        if champion in (row["player"], row["opponent"]):
            swapped = row["opponent"] == champion
            matches[row["player" if swapped else "opponent"]] = of_line(row, swapped)
    match_tables(page, matches, {"the untrained network, same search": "generation 0 (untrained)"})
    rated, seeds = (t for t in tables(page) if "player" in t[0])
    ratings(page, f"{page}/generations", "alphabeta@1:depth=2", rated)
    matches = ndjson(f"{page}/seeds.ndjson")
    for row, match in zip(seeds, matches, strict=True):
        match_row(f"{page}: {row['player']} against {row['against']}", row, of_statistics(match))
    # The half hours, by seed, against each seed of two-cores.
    half_hours = [*ndjson("024-recipe/half-hour.ndjson")[:3], *(m for m in matches if "half-hour" in m["a"])]
    score = {}
    for match in half_hours:
        one = re.search(r"half-hour-?(\d*):", match["a"])[1] or "1"
        other = re.search(r"(?:two-cores|network-(\d)):", match["b"])[1] or "1"
        score[one, other] = 100 * interval(match["statistics"]["pentanomial"])[0]
    each = [value for other in "123" for value in over_seeds([score[one, other] for one in "123"])]
    rows = [[score[one, other] / 100 for other in "123"] for one in "123"]
    for of in (page, "024-recipe"):
        says(of, r"score (\S+) % ± (\S+), (\S+) % ± (\S+) and (\S+) % ± ([\d.]+)", *each)
        says(of, r"three seeds of each, (\S+) % \[(\S+), (\S+)\]", *over_both(rows, 400))
    lines = ndjson(f"{page}/metrics.ndjson")
    says(page, r"in all generations|: (\S+) games, ", sum(line["games"]["games"] for line in lines))
    says(
        page,
        r"(\d+) % in generation 21, (\d+) % in generation 41",
        *(100 * lines[g - 1]["games"]["finished"] for g in (21, 41)),
    )
