"""Recomputes the figures of the page beside it."""

import statistics

from checks.ablations import scores_of
from checks.data import rows_of_csv
from checks.intervals import between, holm, welch
from checks.matches import against_panel
from checks.report import says, wrong


def over_base(page, arm):
    """The score in % of each run of an arm against the runs of the base."""
    scores = scores_of(page)[arm]
    seeds = sorted({seed for seed, _ in scores})
    return [100 * statistics.mean(scores[at][0] for at in scores if at[0] == seed) for seed in seeds]


def check(page):
    pages = ("025-ablations", page)
    arms = ("gumbel-64", "puct-64", "base", "deep", "wide")
    scores = {arm: against_panel(pages[1], arm, "alphabeta@1:depth=6") for arm in arms}
    *low, deep, wide = map(statistics.mean, scores.values())
    says(pages[1], r"and (\S+) and (\S+) % against `\S+`, where the base scores (\S+) %", *low)
    p = welch(scores["gumbel-64"], scores["puct-64"])
    says(pages[1], r"more than PUCT's \(Welch's p = (\S+), not", p)
    p = welch(scores["deep"], scores["wide"])
    says(
        pages[1], r"scores (\S+) % against `\S+`, the wider one (\S+) % \(Welch's p = (\S+)\)", deep, wide, p
    )
    few, control = over_base(pages[1], "simulations-4"), over_base(pages[1], "control")
    says(pages[1], r"twice the games, are undecided\*\*: (\S+) %", statistics.mean(few))
    says(
        pages[1],
        r"which scores (\S+) % against it, (\S+) ± (\S+) percentage points less .*Welch's p = (\S+), not",
        statistics.mean(control),
        *between(few, control),
        welch(few, control),
    )
    games = [{(m["a"], m["b"]): m["outcomes"] for m in rows_of_csv(f"{page}/matches.csv")} for page in pages]
    shared = [match for match in games[0] if match in games[1]]
    says(pages[1], r"all (\d+) matches between them", len(shared))
    if any(games[0][match] != games[1][match] for match in shared):
        wrong.append(f"{pages[1]}: the matches that both pages have are not the same games")
    rows = [row for page in pages for row in rows_of_csv(f"{page}/effects.csv") if row["arm"] != "control"]
    corrected = holm({row["arm"]: float(row["p"]) for row in rows})
    worse = [corrected[row["arm"]] for row in rows if row["verdict"] == "worse"]
    last, before = sorted(worse)[-1], sorted(worse)[-2]
    says(pages[1], r"p is (\S+) for `soft-policy-8` and at most (\S+) for the others", last, before)
    says(pages[0], r"\(`soft-policy-8` with p = (\S+)\)", corrected["soft-policy-8"])
    if len(worse) != 9 or corrected["soft-policy-8"] != last:
        wrong.append(f"{pages[1]}: {len(worse)} arms are worse, not nine")
