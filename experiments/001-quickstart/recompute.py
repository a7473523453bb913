"""Recomputes the figures of the page beside it."""

import json

from checks.data import HERE
from checks.matches import match_tables, of_games


def check(page):
    matches = {m["b"]: of_games(m) for m in json.loads((HERE / page / "tournament.json").read_text())}
    match_tables(page, matches)
