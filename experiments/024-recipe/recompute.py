"""Recomputes the figures of the page beside it."""

import re
import statistics

from checks.data import ndjson, rows_of_csv, tables, text_of
from checks.intervals import interval, over_seeds, welch
from checks.matches import against_panel, match_row, of_statistics
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
    won, games = (
        sum(m["statistics"][key] * of for m in matches[::2]) for key, of in (("wins", 1), ("pairs", 2))
    )
    says(page, r"(\d+) of (\d+) games against `depth=4`", won, games)
    scores = [100 * interval(match["statistics"]["pentanomial"])[0] for match in matches[1::2]]
    says(page, r"(\S+) % ± (\S+) against `depth=6`", *over_seeds(scores))
    these, *others = (
        against_panel(ablation, arm, "alphabeta@1:depth=6")
        for ablation in ("025-ablations", "032-ablations", "034-ablations")
        for arm in ("base", "control")
    )
    others = [score for of in others for score in of]
    says(
        page,
        r"they score (\S+) % .*, (\d+) other runs of the config (\S+) % ± (\S+) .* p = (\S+)\)",
        *(statistics.mean(these), len(others), *over_seeds(others), welch(these, others)),
    )
    matches = ndjson(f"{page}/half-hour.ndjson")
    for row, match in zip(half_hour, matches, strict=True):
        match_row(f"{page}: {row['opponent']}, seed {row['seed']}", row, of_statistics(match))
    scores = [100 * interval(match["statistics"]["pentanomial"])[0] for match in matches]
    for rows, after in (
        ((0, 1, 2), " over the seeds"),
        ((3, 4, 5), "; the difference"),
        ((6, 7, 8), r"\. Against"),
    ):
        of = [scores[row] for row in rows]
        says(page, rf"(\S+) % ± (\S+?){after}", *over_seeds(of))
    passes, evaluated = [], []
    names = (
        f"{page}/metrics-half-hour.ndjson",
        "002-two-cores/metrics.ndjson",
        f"{page}/metrics-quarter.ndjson",
    )
    for metrics in names:
        lines = ndjson(metrics)
        for counted, key in ((passes, "leaves"), (evaluated, "positions")):
            searched = sum(line["time"][key] for line in lines)
            counted.append((searched + 3 * 256 * lines[-1]["steps"]) / 1e6)
    for counted, costs in (
        (passes, r"seed 1 costs (\S+) million and \S+ (\S+) million: (\S+)\. With"),
        (evaluated, r"it is (\S+) and (\S+) million: (\S+)\. In CPU"),
    ):
        says(page, costs, *counted[:2], counted[0] / counted[1])
    says(page, r"\(seed 3 of each\) and (\S+) of its forward passes", passes[0] / passes[1])
    seconds = r"takes (\S+) s \(seed 2\) and (\S+) s \(seed 3.* 002 (\S+) s \(seed 3"
    two, three, earlier = (float(s.replace(",", "")) for s in re.search(seconds, text_of(page)).groups())
    says(page, r"half-hour recipe takes (\S+) of the CPU time", three / earlier)
    says(page, r"while compilers ran\): (\S+) and (\S+), since", two / earlier, three / earlier)
    [quarter] = (interval(match["statistics"]["pentanomial"]) for match in ndjson(f"{page}/quarter.ndjson"))
    attempt = r"8 simulations cost (\S+) million, (\S+) of 002's, and score (\S+) % \[(\S+), (\S+)\] against"
    says(page, attempt, passes[2], passes[2] / passes[1], *(100 * share for share in quarter))
    matches = ndjson(f"{page}/options.ndjson")
    for row in options:
        name = f"{row['option'].strip('`')}-{row['seed']}:"
        for number, match in enumerate((m for m in matches if name in m["a"]), 1):
            score = [100 * share for share in interval(match["statistics"]["pentanomial"])]
            agree(f"{page}: {name} {number}", row[f"quickstart of seed {number}"], score)
