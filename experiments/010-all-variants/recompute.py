"""Recomputes the figures of the page beside it."""

import json

from checks.data import HERE
from checks.matches import match_tables, of_statistics


def check(page):
    matches = {m["b"]: of_statistics(m) for m in json.loads((HERE / page / "tournament.json").read_text())}
    match_tables(
        page,
        matches,
        {
            "the untrained network, same search": "generation 0 (untrained)",
            "its generation 30": "generation 30",
        },
    )
