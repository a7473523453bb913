"""Recomputes the figures of the page beside it."""

import math
import statistics

from checks.data import ndjson, rows_of_csv, tables
from checks.intervals import interval
from checks.matches import match_row, of_line, of_statistics
from checks.ratings import fitted, misfit, misfit_of, ratings
from checks.report import agree, numbers, says, wrong


# Matches that are rated together with the tournaments of this page.
POOL = (
    "002-two-cores/seeds",
    "012-skip-forced/matches",
    "015-int8/two-cores",
    "017-nnue/matches",
    "017-nnue/second",
    "018-levels/matches",
    "024-recipe/quickstart",
    "024-recipe/half-hour",
    "024-recipe/quarter",
    "026-two-hours/matches",
    "026-two-hours/seeds",
    "026-two-hours/million",
    "027-scaling/half-hour",
)

# Headings of the table of all scores.
SHORT = {
    "ab@2 d8": "alphabeta@2:depth=8",
    "ab@1 d6": "alphabeta@1:depth=6",
    "uct 10k": "uct@1:sims=10000",
    "ab@1 d4": "alphabeta@1:depth=4",
    "uct 1k": "uct@1:sims=1000",
    "ab@1 d2": "alphabeta@1:depth=2",
    "greedy": "greedy@1",
    "random": "random@1",
}


def joint_pool(page, table):
    """The ratings of several pages' matches together, against a fit of our own."""
    joint = {row["player"]: row for row in rows_of_csv(f"{page}/joint.csv")}
    for row in table:
        name = row["player"].strip("`")
        ends = [float(joint[name][key]) for key in ("elo", "elo_lo", "elo_hi")]
        agree(f"{page}: {name}, Elo in one pool", row["Elo [95 %]"], ends if any(ends) else [0])
        agree(f"{page}: {name}, score in one pool", row["score %"], [100 * float(joint[name]["score"])])
        agree(f"{page}: {name}, pairs in one pool", row["pairs"], [float(joint[name]["pairs"])])
    found = [match for file in POOL for match in ndjson(f"{file}.ndjson")]
    # A player with two names has the one of the ratings.
    by_identity = {
        identity: name
        for m in found
        for identity, name in zip(m.get("identities", []), (m["a"], m["b"]))
        if name in joint
    }
    met = []
    for m in found:
        names = [by_identity.get(of, name) for of, name in zip(m.get("identities", "--"), (m["a"], m["b"]))]
        met.append((*names, of_statistics(m)["counts"], m.get("seed")))
    for folder in ("", "/networks", "/upper", "/top"):
        for row in rows_of_csv(f"{page}{folder}/matches.csv"):
            met.append((row["player"], row["opponent"], of_line(row)["counts"], int(row["seed"])))
    once = {(a, b, tuple(counts), seed) for a, b, counts, seed in met}
    says(page, r"(\S+) pairs of (\d+) matches of", sum(sum(counts) for _, _, counts, _ in once), len(met))
    rated = {name for name, row in joint.items() if row["elo"] and math.isfinite(float(row["elo"]))}
    once = [(a, b, counts) for a, b, counts, _ in once if {a, b} <= rated]
    matches = [
        dict(player=a, opponent=b, pairs=sum(counts), score=interval(counts)[0]) for a, b, counts in once
    ]
    own = fitted(matches)
    square, freedom, p = misfit(once)
    says(page, r"χ² = (\S+) on (\d+) degrees of freedom, p < (\S+),", square, freedom, max(p, 0.001))
    elo = {name: value - own["greedy@1"] for name, value in own.items()}
    folders = [f"experiments/{folder}" for folder in ("024-recipe/half-hour", "026-two-hours/network")]
    half, two = ([elo.get(f"checkpoint:{of}{n}:sims=64") for n in ("", "-2", "-3")] for of in folders)
    two[1] = elo["checkpoint:two-hours:sims=64,precision=int8"]
    says(
        page,
        r"`half-hour.toml` is rated (\S+) \[.*`two-hours.toml` (\S+) to (\S+)\.$",
        statistics.mean(half),
        min(two),
        max(two),
    )
    off = [
        m
        for m in matches
        if m["player"] == "alphabeta@2:depth=3" and m["opponent"].endswith("precision=int8")
    ]
    (off,) = [m for m in off if m["opponent"].startswith("checkpoint:quickstart:sims=64,")]
    above = own[off["player"]] - own[off["opponent"]]
    expected = 100 / (1 + 10 ** (-above / 400))
    says(page, r"scores (\S+) % against .*, where the ratings expect (\S+) %", 100 * off["score"], expected)
    for name in rated:
        value = own[name] - own["greedy@1"]
        agree(f"{page}: {name}, fitted again in one pool", f"{float(joint[name]['elo']):+.1f}", [value])


def check(page):
    joint_pool(page, next(t for t in tables(page) if list(t[0])[:2] == ["player", "Elo [95 %]"]))
    rated = [t for t in tables(page) if "#" in t[0]]
    folders = (page, f"{page}/networks", f"{page}/upper", f"{page}/top")
    for folder, table in zip(folders, rated, strict=True):
        ratings(page, folder, "alphabeta@2:depth=8" if folder.endswith("top") else "greedy@1", table)
    top = rows_of_csv(f"{page}/top/matches.csv")
    (table,) = (t for t in tables(page) if "W/D/L" in t[0])
    for row, line in zip(table, top, strict=True):
        match_row(f"{page}: {row['player']} – {row['opponent']}", row, of_line(line))
    (match,) = ndjson("026-two-hours/million.ndjson")
    summary = of_statistics(match)
    says(
        page,
        r"scores (\S+) % \[(\S+), (\S+)\] against .* over (\d+) pairs, in a match of its own \((\d+)/(\d+)/(\d+);",
        *(100 * share for share in interval(summary["counts"])),
        summary["pairs"],
        *summary["games"],
    )
    won = [
        (int(row[key]), int(row["wins"]) + int(row["draws"]) + int(row["losses"]))
        for row in top
        for side, key in (("player", "wins"), ("opponent", "losses"))
        if row[side] == "alphabeta@3:nodes=100000"
    ]
    says(
        page, r"it won (\d+) of its (\d+) games, (\d+) of them among the (\d+)", *map(sum, zip(*won)), *won[1]
    )
    check_scores(page)
    check_expected(page)
    check_gaps(page)


def check_scores(page):
    """All players of the first tournament against each other."""
    scores = {}
    for row in rows_of_csv(f"{page}/matches.csv"):
        score = interval(of_line(row)["counts"])[0]
        scores[row["player"], row["opponent"]] = score
        scores[row["opponent"], row["player"]] = 1 - score
    cross = next(t for t in tables(page) if "ab@2 d8" in t[0])
    for row in cross:
        player = row[""].strip("`")
        for heading, opponent in SHORT.items():
            score = scores.get((player, opponent))
            if numbers(row[heading]) or score is not None:
                agree(
                    f"{page}: {player} against {opponent}",
                    row[heading],
                    [100 * score] if score is not None else [],
                )


def check_expected(page):
    """The scores that the ratings expect."""
    ratings_of = {row["player"]: row["elo"] for row in rows_of_csv(f"{page}/standings.csv")}
    inside, expected = [], {}
    for row in rows_of_csv(f"{page}/matches.csv"):
        score, lo, hi = interval(of_line(row)["counts"])
        if 0 < score < 1:
            above = float(ratings_of[row["player"]]) - float(ratings_of[row["opponent"]])
            expected[row["player"], row["opponent"]] = value = 1 / (1 + 10 ** (-above / 400))
            inside.append(lo <= value <= hi)
    says(page, r"χ² = (\S+) on (\d+) degrees of freedom, p = (\S+)\):", *misfit_of(page))
    edge = 100 * expected["uct@1:sims=1000", "alphabeta@1:depth=4"]
    says(page, r"against `alphabeta@1:depth=4` at the edge \((\S+) %\)", edge)
    if len(inside) != 9 or not all(inside):
        wrong.append(f"{page}: {sum(inside)} of {len(inside)} scores are in their intervals, not all nine")


def check_gaps(page):
    """The same two players in two pools."""
    upper, cores = (
        {r["player"]: float(r["elo"]) for r in rows_of_csv(f"{f}/standings.csv")}
        for f in (f"{page}/upper", "002-two-cores/generations")
    )
    gaps = [pool["alphabeta@2:depth=6"] - pool["alphabeta@1:depth=2"] for pool in (upper, cores)]
    says(page, r"is (1,\d+) Elo above `alphabeta@1:depth=2` here, (1,\d+) among", *gaps)
    steps = [upper[f"alphabeta@2:depth={depth}"] for depth in (2, 4, 6, 8)]
    gains = [deeper - before for before, deeper in zip(steps, steps[1:])]
    says(page, r"are worth (\d+) to (\d+) Elo for `alphabeta@2`", min(gains), max(gains))
