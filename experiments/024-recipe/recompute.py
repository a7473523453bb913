"""Recomputes the figures of the page beside it."""

from checks.data import ndjson, rows_of_csv, tables
from checks.intervals import interval, over_seeds
from checks.matches import match_row, of_statistics
from checks.report import agree, says


def check(page):
    quickstart, half_hour, options = tables(page)
    seconds = [float(row["seconds"]) for row in rows_of_csv(f"{page}/times.csv")]
    says(page, r"training alone takes (\S+) to (\S+) s \(five seeds", min(seconds), max(seconds))
    matches = ndjson(f"{page}/quickstart.ndjson")
    for row in quickstart:
        of = [match for match in matches if str(match["seed"]) == row["seed"]]
        agree(f"{page}: {row['seed']}, s", row["CPU time, s"], [of[0]["cpu_seconds"]])
        for match in of:
            score = [100 * share for share in interval(match["statistics"]["pentanomial"])]
            agree(f"{page}: {row['seed']}, {match['b']}", row[f"`{match['b']}`"], score)
    for number, opponent in enumerate(("`depth=4`", "`depth=6`")):
        scores = [100 * interval(match["statistics"]["pentanomial"])[0] for match in matches[number::2]]
        says(page, rf"(\S+) % ± (\S+) against {opponent}", *over_seeds(scores))
    matches = ndjson(f"{page}/half-hour.ndjson")
    for row, match in zip(half_hour, matches, strict=True):
        match_row(f"{page}: {row['opponent']}, seed {row['seed']}", row, of_statistics(match))
    scores = [100 * interval(match["statistics"]["pentanomial"])[0] for match in matches]
    for rows, after in (
        ((0, 1, 2), " over the seeds"),
        ((3, 4, 5), "; that gain"),
        ((6, 7, 8), r"\. Against"),
    ):
        of = [scores[row] for row in rows]
        says(page, rf"(\S+) % ± (\S+?){after}", *over_seeds(of))
    passes = []
    names = (
        f"{page}/metrics-half-hour.ndjson",
        "002-two-cores/metrics.ndjson",
        f"{page}/metrics-quarter.ndjson",
    )
    for metrics in names:
        lines = ndjson(metrics)
        simulated = sum(line["games"].get("simulations") or line["time"]["leaves"] for line in lines)
        passes.append((simulated + 3 * 256 * lines[-1]["steps"]) / 1e6)
    says(
        page,
        r"seed 1 costs (\S+) million and \S+ (\S+) million: (\S+)\. In CPU",
        *passes[:2],
        passes[0] / passes[1],
    )
    [quarter] = (interval(match["statistics"]["pentanomial"]) for match in ndjson(f"{page}/quarter.ndjson"))
    attempt = r"8 simulations cost (\S+) million, (\S+) of 002's, and score (\S+) % \[(\S+), (\S+)\] against"
    says(page, attempt, passes[2], passes[2] / passes[1], *(100 * share for share in quarter))
    matches = ndjson(f"{page}/options.ndjson")
    for row in options:
        name = f"{row['option'].strip('`')}-{row['seed']}:"
        for number, match in enumerate((m for m in matches if name in m["a"]), 1):
            score = [100 * share for share in interval(match["statistics"]["pentanomial"])]
            agree(f"{page}: {name} {number}", row[f"quickstart of seed {number}"], score)
