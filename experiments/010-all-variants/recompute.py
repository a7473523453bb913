"""Recomputes the figures of the page beside it."""

import json

from checks.data import HERE, rows_of_csv
from checks.intervals import interval
from checks.matches import match_tables, of_line, of_statistics
from checks.report import says


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
    met = {
        (file, row["player"], row["opponent"]): 100 * interval(of_line(row)["counts"])[0]
        for file in ("011-one-variant", "007-variants/control-nestor")
        for row in rows_of_csv(f"{file}/matches.csv")
    }
    lost = met["011-one-variant", "all-variants", "only-buettgenbach-1899"]
    says(page, r"it scores (\S+) % against this network", 100 - lost)
    score = lambda first, second: met["007-variants/control-nestor", first, second]
    says(
        page,
        r"scores (\S+) % against `greedy@1`, (\S+) % against `alphabeta@1:depth=2` and (\S+) % against `nestor`",
        100 - score("greedy@1", "all-variants"),
        100 - score("alphabeta@1:depth=2", "all-variants"),
        score("all-variants", "only-nestor"),
    )
