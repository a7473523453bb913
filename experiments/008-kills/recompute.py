"""Recomputes the figures of the page beside it."""

import re

from checks.data import HERE, tables
from checks.report import agree


def check(page):
    counts = {}
    for line in (HERE / page / "kills.log").read_text().splitlines():
        if found := re.match(r"kill +\d+, run \d+: (.*)", line):
            counts[found[1]] = counts.get(found[1], 0) + 1
    # The page has words of its own for the stages.
    table = next(t for t in tables(page) if "stage" in t[0])
    agree(f"{page}: kills by stage", " ".join(r["kills"] for r in table), sorted(counts.values())[::-1])
