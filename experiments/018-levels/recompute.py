"""Recomputes the figures of the page beside it."""

from checks.data import ndjson, tables
from checks.intervals import interval
from checks.matches import of_statistics
from checks.report import agree, numbers, says


def check(page):
    """Each level against the one below, in whole per cent."""
    found = {(m["a"], m["b"]): of_statistics(m)["counts"] for m in ndjson(f"{page}/matches.ndjson")}
    below, steps, players = None, [], {}
    for row in tables(page)[0]:
        player = players[row["level"]] = row["player"].strip("`")
        counts = found.get((player, below)) or found.get((below, player), [])[::-1]
        if numbers(row["score %"]):
            agree(f"{page}: {player}", row["score %"], [100 * s for s in interval(counts)] if counts else [])
        if counts:
            steps.append(100 * interval(counts)[0])
        below = player
    says(page, r"rounded \((\S+) to (\S+)\)", min(steps), max(steps))
    apart = [100 * s for s in interval(found[players["Tactician"], players["Adept"]])]
    says(page, r"but (\S+) % \[(\S+), (\S+)\] against Adept", *apart)
