"""Recomputes the figures of the page beside it."""

import statistics

from checks.data import HERE, ndjson, tables
from checks.matches import over_runs
from checks.report import agree


def check(page):
    files = ("equal", "trained", "time")
    for row, file in zip(tables(page)[0], files, strict=True):
        for arm, kind in (("attention", "attention"), ("taps", "taps" if file == "equal" else "long")):
            runs = [ndjson(f"{page}/{path.name}") for path in sorted((HERE / page).glob(f"metrics-{kind}-*"))]
            took = [sum(m["time"]["selfplay"] + m["time"]["train"] for m in run) for run in runs]
            agree(f"{page}: {file}", row[f"training, s: {arm}"], [statistics.mean(took)])
        mean, half = over_runs(f"{page}/{file}.ndjson")
        agree(f"{page}: {file}", row["score %"], [mean, half] if half else [mean])
