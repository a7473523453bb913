"""Recomputes the figures of the page beside it."""

import statistics

from checks.data import ndjson, tables
from checks.intervals import over_seeds
from checks.report import agree


def check(page):
    for table, file in zip(tables(page), ("curve", "maskable"), strict=True):
        measured = ndjson(f"{page}/{file}.ndjson")
        for row in table:
            of = [line for line in measured if f"{line['steps']:,}" == row["steps"]]
            seconds = statistics.mean(line["cpu_seconds"] for line in of)
            agree(f"{page}: {file}, {row['steps']}, s", row["s"], [seconds])
            for opponent in ("random", "greedy"):
                scores = [
                    100 * line["statistics"]["score"]["estimate"]
                    for line in of
                    if line["opponent"] == opponent
                ]
                cell = row[f"against `{opponent}@1`"]
                agree(f"{page}: {file}, {row['steps']}, {opponent}", cell, over_seeds(scores))
