"""Effects of ablations, from the outcomes of their games."""

import re
import statistics

from checks.data import HERE, rows_of_csv, tables, text_of
from checks.intervals import below, crossed, holm, student
from checks.matches import WORTH, pairs_of
from checks.report import agree, numbers, says, wrong


def check(folder):
    """Effects of an ablation from the outcomes of its games, against effects.csv and the page."""
    table = scores_of(folder)
    shown = {}
    if (HERE / folder / "README.md").exists():
        shown = {row["arm"]: row for of in tables(folder) for row in of if "arm" in row}
    rows, p = rows_of_csv(f"{folder}/effects.csv"), {}
    for row in rows:
        cells, page = table.get(row["arm"], {}), shown.get(row["arm"])
        seeds, others = (sorted({key[i] for key in cells}) for i in (0, 1))
        scores = [[cells.get((s, o), (None, 0))[0] for o in others] for s in seeds]
        known = [value for line in scores for value in line if value is not None]
        if len(seeds) < 2 or len(others) < 2 or len(known) < len(seeds) * len(others):
            check_incomplete(f"{folder}: {row['arm']}", row, known, page)
            continue
        pairs = max(n for _, n in cells.values())
        p[row["arm"]] = check_effect(f"{folder}: {row['arm']}", row, scores, pairs, page)
    compared = [row["arm"] for row in rows if row["arm"] != "control"]
    corrected = holm({arm: p.get(arm, 1.0) for arm in compared})
    for row in rows:
        if row["p_holm"] and row["arm"] in compared:
            where = f"{folder}: {row['arm']}, p (Holm), from the games"
            agree(where, f"{float(row['p_holm']):.4f}", [corrected[row["arm"]]])
    for row in rows:
        check_verdict(f"{folder}: {row['arm']}", row, shown.get(row["arm"], {}))
    if shown:
        check_counts(folder, rows)


def check_verdict(where, row, page):
    """The verdict on an arm, from its p-values and interval."""
    found = "undecided"
    if row["p_holm"]:
        p, corrected, score, lo, hi = (
            float(row[k]) for k in ("p", "p_holm", "score", "score_lo", "score_hi")
        )
        if corrected < 0.05:
            found = "better" if score > 0.5 else "worse"
        elif p < 0.05:
            found = "hint"
        elif 0.45 <= lo and hi <= 0.55:
            found = "no effect above 5 %"
    for source, verdict in (("effects.csv", row["verdict"]), ("the page", page.get("verdict", found))):
        if verdict != found:
            wrong.append(f"{where}: {source} says `{verdict}`, the data `{found}`")


def check_counts(folder, rows):
    """How many runs and matches the page says there are, and how well it knows the effects."""
    text, matches = text_of(folder), rows_of_csv(f"{folder}/matches.csv")
    runs = {match["a"] for match in matches}
    says(folder, r"(\d+) runs(?: of \d+ generations)?(?: and|,) (\d+) matches", len(runs), len(matches))
    shown = [row for row in rows if row["verdict"] in ("better", "worse")]
    halves = [50 * (float(row["score_hi"]) - float(row["score_lo"])) for row in shown]
    # The page names those that are known better.
    halves = [half for half in halves if half >= 2]
    if several := re.search(r"known to ± \d+ (to )?", text):
        if several[1]:
            says(folder, r"known to ± (\d+) to (\d+) percentage points", min(halves), max(halves))
        else:
            says(folder, r"known to ± (\d+) percentage points", *halves)


def scores_of(folder):
    """By arm and pair of seeds, the score against the base (`None` if it is open) and the pairs."""
    table = {}
    for row in rows_of_csv(f"{folder}/matches.csv"):
        (arm, seed), (base, other) = (row[k].rpartition("-")[::2] for k in ("a", "b"))
        if base == "base":
            pairs, decided = pairs_of(row["outcomes"])
            halves = [WORTH[one] + WORTH[two] for one, two in decided]
            score = statistics.mean(halves) / 4 if halves else None
            table.setdefault(arm, {})[seed, other] = (score, len(pairs))
    return table


def check_incomplete(where, row, known, page):
    """An arm without all of its matches: its mean score, without an interval."""
    if row["score_lo"]:
        wrong.append(f"{where} has an interval, but not all of its matches")
    if known:
        mean = statistics.mean(known)
        agree(where, f"{float(row['mean_score']):.4f}", [mean])
        if page:
            agree(f"{where}, page", page["score %"], [100 * mean])


def check_effect(where, row, scores, pairs, page):
    """Returns the p-value of an arm's effect."""
    mean, error, freedom = crossed(scores, pairs)
    half = error * student(0.975, freedom)
    found = mean, max(mean - half, 0), min(mean + half, 1)
    p = 2 * (1 - below(abs(mean - 0.5) / error, freedom))
    detectable = half + error * student(0.8, freedom)
    for key, value in (("p", p), ("detectable", detectable)):
        agree(f"{where}, {key}", f"{float(row[key]):.4f}", [value])
    written = [float(row[k]) for k in ("score", "score_lo", "score_hi")]
    agree(where, " ".join(f"{v:.4f}" for v in written), found)
    if page:
        agree(f"{where}, page", page["score %"], [100 * v for v in found])
        check_columns(where, row, page)
    return p


def check_columns(where, row, page):
    """The other columns of an arm on the page."""
    number = lambda key: [float(row[key])] if row[key] else []
    percent = lambda *keys: [100 * value for key in keys for value in number(key)]
    columns = {
        "p": number("p"),
        "p (Holm)": number("p_holm"),
        "detectable": percent("detectable"),
        "compute": number("compute"),
        "panel, percentage points": percent("panel", "panel_lo", "panel_hi"),
    }
    for heading in columns.keys() & page.keys():
        cell, values = page[heading], columns[heading]
        if cell.startswith("< "):
            values = [max(values[0], numbers(cell)[0][0])]
        agree(f"{where}, {heading}", cell, values)
