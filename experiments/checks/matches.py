"""Matches: their games, pairs and outcomes, and tables of them."""

import json
import math
import re
import statistics

from checks.data import HERE, ndjson, rows_of_csv, tables
from checks.intervals import elo, interval, student
from checks.report import agree

WORTH = {"w": 2, "d": 1, "t": 1, "l": 0}


def pairs_of(letters):
    """All pairs of a match whose outcomes are letters, and those without an undecided game."""
    pairs = [letters[i : i + 2] for i in range(0, len(letters), 2)]
    return pairs, [pair for pair in pairs if "u" not in pair]


def half_points(lo, hi):
    """Twice the score of a game with these bounds of its margin; `None` if the winner is not known."""
    if lo <= 0 <= hi and lo < hi:
        return None
    return 1 + (lo > 0) - (hi < 0)


def counted(pairs):
    """How many pairs scored 0, ½, 1, 1½ and 2, without those in which a winner is not known."""
    sums = [sum(pair) for pair in pairs if None not in pair]
    return [sums.count(halves) for halves in range(5)]


def of_statistics(match):
    """A summary of a match, from its counts."""
    s = match["statistics"]
    p = s["points"]
    return dict(
        games=[s["wins"], s["draws"], s["losses"]],
        pairs=s["pairs"],
        counts=s["pentanomial"],
        truncated=s["truncated"],
        points=[p["lo"], p["hi"], p["half_width"]],
    )


def together(matches):
    """Several summaries of one match: the sums of their games and pairs."""
    sums = {key: [sum(values) for values in zip(*(m[key] for m in matches))] for key in ("games", "counts")}
    return dict(sums, pairs=sum(m["pairs"] for m in matches), truncated=sum(m["truncated"] for m in matches))


def of_line(row, swapped=False):
    """A line of matches.csv."""
    keys = ["pairs_0", "pairs_half", "pairs_1", "pairs_1_half", "pairs_2"]
    games, counts = [int(row[k]) for k in ("wins", "draws", "losses")], [int(row[k]) for k in keys]
    lo, hi, half = (float(row[k]) for k in ("points_lo", "points_hi", "points_half_width"))
    if swapped:
        games, counts, lo, hi = games[::-1], counts[::-1], -hi, -lo
    return dict(games=games, pairs=int(row["pairs"]), counts=counts, points=[lo, hi, half])


def of_games(match):
    """A match with its games: everything from their margins."""
    games, counts, means = [0, 0, 0], [0] * 5, []
    for first, second in zip(match["games"][::2], match["games"][1::2]):
        halves, ends = 0, []
        for game in (first, second):
            margin = game["margin"]
            exact = margin.get("exact")
            lo, hi = (exact, exact) if exact is not None else (margin["bounds"]["lo"], margin["bounds"]["hi"])
            if not game["white_is_a"]:
                lo, hi = -hi, -lo
            assert lo > 0 or hi < 0 or lo == hi == 0, "who won is open"
            halves += 2 if lo > 0 else 1 if lo == 0 else 0
            games[0 if lo > 0 else 1 if lo == 0 else 2] += 1
            ends.append((lo, hi))
        counts[halves] += 1
        means.append([sum(e[i] for e in ends) / 2 for i in (0, 1)])
    return dict(games=games, pairs=len(means), counts=counts, points=of_margins(means))


def of_margins(means):
    """Lower and upper mean margin and half its interval, from the bounds of each pair's mean margin."""
    n, centres = len(means), [sum(m) / 2 for m in means]
    # What is not proven may lie anywhere within its bounds.
    open_by = math.sqrt(sum(((hi - lo) / 2) ** 2 for lo, hi in means))
    deviation = statistics.stdev(centres) * (n - 1) ** 0.5 + open_by
    half = student(0.975, n - 1) * deviation / (n * (n - 1)) ** 0.5
    return [statistics.mean(m[0] for m in means), statistics.mean(m[1] for m in means), half]


def of_points(match):
    """The games and pairs of a match, from A's points (or their bounds) in both games of each pair."""
    pairs = [[end if isinstance(end, list) else [end, end] for end in pair] for pair in match["points"]]
    halves = [[half_points(lo, hi) for lo, hi in pair] for pair in pairs]
    games = [sum(pair.count(of) for pair in halves if None not in pair) for of in (2, 1, 0)]
    return games, counted(halves)


def match_row(where, row, match):
    """A row of a table of matches."""
    score = interval(match["counts"])
    for heading, cell in row.items():
        if heading == "pairs":
            agree(f"{where}, pairs", cell, [match["pairs"]])
        elif heading == "W/D/L":
            agree(f"{where}, games", cell.replace("/", " "), match["games"])
        elif heading == "truncated":
            agree(f"{where}, truncated", cell, [match["truncated"]])
        elif heading.startswith("score"):
            agree(f"{where}, score", cell, [100 * s for s in score])
        elif heading.startswith("Elo"):
            agree(f"{where}, Elo", cell, [elo(s) for s in score])
        elif heading == "points":
            lo, hi, half = match["points"]
            agree(f"{where}, points", cell, [lo, half] if " to " not in cell else [lo, hi, half])


def match_tables(page, matches, names=None):
    """All tables of a page that are about these matches, by opponent."""
    for table in tables(page):
        for row in table:
            name = row.get("opponent", "").strip("`")
            name = (names or {}).get(name, name)
            if "W/D/L" in row and name in matches:
                match_row(f"{page}: {name}", row, matches[name])


def over_runs(file):
    """Mean score in % of some runs against as many others, and half its 95 % interval over runs."""
    scores = {}
    for match in ndjson(file):
        a, b = (re.search(r"-(\d):", match[key])[1] for key in "ab")
        scores[int(a), int(b)] = 100 * interval(match["statistics"]["pentanomial"])[0]
    seeds = sorted({a for a, _ in scores})
    variance = sum(
        statistics.variance(statistics.mean(scores[pair(i, j)] for j in seeds) for i in seeds) / len(seeds)
        for pair in (lambda i, j: (i, j), lambda i, j: (j, i))
    )
    return statistics.mean(scores.values()), student(0.975, len(seeds) - 1) * variance**0.5


def against_panel(page, arm, opponent):
    """Scores in % of an arm's runs against a player of the panel."""
    found = [r for r in rows_of_csv(f"{page}/matches.csv") if r["b"] == opponent]
    of = [r["outcomes"] for r in found if r["a"].rpartition("-")[0] == arm]
    halves = [[WORTH[one] + WORTH[two] for one, two in pairs_of(letters)[1]] for letters in of]
    return [100 * statistics.mean(pairs) / 4 for pairs in halves]


def with_outcomes(path):
    """Where in a file the outcomes of a match are listed, those letters, and the counts beside them."""
    where = path.relative_to(HERE)
    if path.suffix == ".csv":
        for row in rows_of_csv(str(where)):
            if row.get("outcomes") and "pairs_half" in row:
                names = ("0", "half", "1", "1_half", "2")
                counts = {key: int(row[key]) for key in ("pairs", "wins", "draws", "losses", "truncated")}
                counts["undecided"] = int(row["undecided_pairs"])
                counts["pentanomial"] = [int(row[f"pairs_{name}"]) for name in names]
                yield f"{where}: {row['player']} against {row['opponent']}", row["outcomes"], counts
        return
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines() if path.suffix == ".ndjson" else [text]
    for number, line in enumerate(lines, 1):
        found = json.loads(line) if '"outcomes"' in line else []
        for match in found if isinstance(found, list) else [found]:
            if "statistics" in match and "outcomes" in match:
                yield (
                    f"{where}:{number}: {match.get('b') or match['opponent']}",
                    match["outcomes"],
                    match["statistics"],
                )


def check_outcomes(path):
    """The counts of matches whose outcomes are listed, opening by opening, from those outcomes."""
    for where, letters, counts in with_outcomes(path):
        pairs, decided = pairs_of(letters)
        halves = [WORTH[first] + WORTH[second] for first, second in decided]
        found = {
            "pairs": len(decided),
            "undecided": len(pairs) - len(decided),
            "pentanomial": [halves.count(half) for half in range(5)],
        }
        for key, letter in (("wins", "w"), ("draws", "d"), ("losses", "l"), ("truncated", "t")):
            found[key] = sum(pair.count(letter) for pair in decided)
        for key, value in found.items():
            values = value if isinstance(value, list) else [value]
            agree(f"{where}, {key}, from the outcomes", str(counts[key]), values)
