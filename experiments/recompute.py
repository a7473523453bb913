"""Recomputes the tables of the experiments' pages from the data beside them.

Independent of the program: the standard library, and formulas as the pages name them. Prints each
cell that is not what the page's data give, and then fails: `python3 experiments/recompute.py`. What
bootstraps and searches gave (bounds of ratings, regrets) is compared with the files alone. Times and
speeds have no data, nor have the tables of 003, 004 and 006.
"""

import csv
import functools
import gzip
import json
import math
import re
import statistics
import sys
from collections import Counter
from pathlib import Path

HERE = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
Z = 1.959963984540054
wrong, checked = [], 0
# Where each page has a sentence that was recomputed.
said = {}


def numbers(text):
    """The numbers of a text as (value, digits after the point)."""
    text = text.replace("−", "-").replace("∞", "")
    text = re.sub(r"`[^`]*`|alphabeta@\d\S*|\d+ unproven", "", text)
    found = re.findall(r"[-+]?\d+(?:,\d{3})*(?:\.\d+)?", text)
    return [(float(n.replace(",", "")), len(n.partition(".")[2])) for n in found]


def close(cell, values):
    """Whether the numbers of a text are these values, rounded as they are written."""
    found = numbers(cell)
    near = all(abs(n - v) <= 0.5000001 * 10**-d for (n, d), v in zip(found, values))
    return len(found) == len(values) and near


def agree(where, cell, values):
    """Notes it unless the numbers of `cell` are `values`, rounded as they are written."""
    global checked
    checked += 1
    finite = [v for v in values if v is not None and math.isfinite(v)]
    if not close(cell, finite):
        wrong.append(f"{where}: the page has `{cell}`, the data {[round(v, 4) for v in finite]}")


def text_of(page):
    return (HERE / page / "README.md").read_text(encoding="utf-8")


def says(page, pattern, *values):
    """The first group(s) of a pattern in a page against values."""
    found = re.search(pattern, text_of(page))
    if found is None:
        wrong.append(f"{page}: nothing like `{pattern}` on the page")
        return
    said.setdefault(page, []).append(found.span())
    for cell, value in zip(found.groups(), values, strict=True):
        agree(f"{page}: `{pattern}`", cell, [value])


def tables(page):
    """The tables of a page, each a list of rows by heading."""
    found = []
    for block in re.findall(r"(?:^\|.*\n)+", text_of(page), re.M):
        rows = [[c.strip() for c in line.strip().strip("|").split("|")] for line in block.splitlines()]
        found.append([dict(zip(rows[0], row)) for row in rows[2:]])
    return found


def rows_of_csv(path):
    opener = gzip.open if path.endswith(".gz") else open
    with opener(HERE / path, "rt", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def ndjson(path):
    return [json.loads(line) for line in (HERE / path).read_text(encoding="utf-8").splitlines()]


def elo(score):
    if score in (0.0, 1.0):
        return math.inf if score else -math.inf
    return 400 * math.log10(score / (1 - score))


def interval(pentanomial):
    """Mean score with Wilson's interval, for as many games as the pairs vary like."""
    n = sum(pentanomial)
    mean = sum(k * c for k, c in enumerate(pentanomial)) / 4 / n
    squares = sum(c * (k / 4 - mean) ** 2 for k, c in enumerate(pentanomial))
    variance, spread = squares / max(n - 1, 1), mean * (1 - mean)
    games = n if spread == 0 or n < 2 else 2 * n if variance == 0 else spread / variance * n
    z2 = Z * Z / min(max(games, n), 2 * n)
    half = math.sqrt(spread * z2 + z2 * z2 / 4)
    lo, hi = ((mean + z2 / 2 + sign * half) / (1 + z2) for sign in (-1, 1))
    return mean, 0.0 if mean == 0 else lo, 1.0 if mean == 1 else hi


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
    n, centres = len(means), [sum(m) / 2 for m in means]
    # What is not proven may lie anywhere within its bounds.
    open_by = math.sqrt(sum(((hi - lo) / 2) ** 2 for lo, hi in means))
    deviation = statistics.stdev(centres) * (n - 1) ** 0.5 + open_by
    half = student(0.975, n - 1) * deviation / (n * (n - 1)) ** 0.5
    return dict(
        games=games,
        pairs=len(means),
        counts=counts,
        points=[statistics.mean(m[0] for m in means), statistics.mean(m[1] for m in means), half],
    )


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


def over_seeds(values):
    """The mean over seeds and half of its interval, by Student's t; the mean of a single seed."""
    if len(values) < 2:
        return values
    half = student(0.975, len(values) - 1) * statistics.stdev(values) / len(values) ** 0.5
    return [statistics.mean(values), half]


def fitted(matches):
    """Elo of players by maximum likelihood (Bradley and Terry), draws half a win; Newton's method."""
    scored = {}
    linked = {row[k] for row in matches if 0 < float(row["score"]) < 1 for k in ("player", "opponent")}
    for row in matches:
        a, b, n = row["player"], row["opponent"], 2 * int(row["pairs"])
        if {a, b} <= linked:
            scored[a, b] = scored.get((a, b), 0) + n * float(row["score"])
            scored[b, a] = scored.get((b, a), 0) + n * (1 - float(row["score"]))
    players = sorted({a for a, _ in scored})
    strength = dict.fromkeys(players, 0.0)
    for _ in range(100):
        size = len(players) - 1
        matrix = [[0.0] * (size + 1) for _ in range(size)]
        for i, a in enumerate(players[1:]):
            for j, b in enumerate(players):
                if (a, b) in scored:
                    n = scored[a, b] + scored[b, a]
                    p = 1 / (1 + math.exp(strength[b] - strength[a]))
                    matrix[i][size] += scored[a, b] - n * p
                    matrix[i][i] += n * p * (1 - p)
                    if j:
                        matrix[i][j - 1] -= n * p * (1 - p)
        for i in range(size):
            for k in range(size):
                if k != i:
                    f = matrix[k][i] / matrix[i][i]
                    matrix[k] = [x - f * y for x, y in zip(matrix[k], matrix[i])]
        steps = [max(-1, min(1, matrix[i][size] / matrix[i][i])) for i in range(size)]
        for player, step in zip(players[1:], steps):
            strength[player] += step
        if max(map(abs, steps)) < 1e-9:
            break
    return {player: 400 / math.log(10) * s for player, s in strength.items()}


def ratings(page, folder, anchor, table):
    """A table of ratings against standings.csv, and that against a fit to matches.csv of our own."""
    standings = {row["player"]: row for row in rows_of_csv(f"{folder}/standings.csv")}
    for row in table:
        name = row["player"].strip("`")
        found = standings[name]
        ends = [float(found[k]) for k in ("elo", "elo_lo", "elo_hi")]
        cell = next(row[k] for k in row if k.startswith("Elo"))
        agree(f"{page}: {name}, Elo", cell, ends if name != anchor else [0])
        for heading, key in (("score %", "score"), ("pairs", "pairs")):
            if heading in row:
                agree(
                    f"{page}: {name}, {key}",
                    row[heading],
                    [float(found[key]) * (100 if key == "score" else 1)],
                )
        if "points" in row:
            lo, hi, half = (float(found[f"points_{key}"]) for key in ("lo", "hi", "half_width"))
            expected = [lo, half] if " to " not in row["points"] else [lo, hi, half]
            agree(f"{page}: {name}, points", row["points"], expected)
    own = fitted(rows_of_csv(f"{folder}/matches.csv"))
    for name, found in standings.items():
        if name in own and math.isfinite(float(found["elo"])):
            value = own[name] - own[anchor]
            agree(f"{folder}: {name}, fitted again", f"{float(found['elo']):+.1f}", [value])


def below(t, freedom):
    """The share of Student's t below t ≥ 0, by integrating its density."""
    scale = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(freedom * math.pi)
    # With t = √f·tan(x) the density is a power of the cosine.
    end, steps = math.atan(t / math.sqrt(freedom)), 2000
    weights = [1] + [4, 2] * (steps // 2 - 1) + [4, 1]
    values = (math.cos(end * k / steps) ** (freedom - 1) for k in range(steps + 1))
    area = sum(w * v for w, v in zip(weights, values)) * end / steps / 3
    return 0.5 + scale * math.sqrt(freedom) * area


@functools.cache
def student(quantile, freedom):
    """A quantile of Student's t."""
    lo, hi = 0.0, 1e6
    for _ in range(100):
        middle = (lo + hi) / 2
        lo, hi = (middle, hi) if below(middle, freedom) < quantile else (lo, middle)
    return lo


def two_sided(mean, error, freedom):
    """The two-sided p-value of a true mean of 0, uncorrected."""
    return 2 * (1 - below(abs(mean / error), freedom))


def paired(values, others):
    """The p-value of a difference between pairs of values, such as two networks of each seed."""
    gains = [value - other for value, other in zip(values, others, strict=True)]
    n = len(gains)
    return two_sided(statistics.mean(gains), statistics.stdev(gains) / n**0.5, n - 1)


def welch(values, others):
    """The p-value of a difference between two groups, by Welch's test."""
    parts = [(statistics.variance(of) / len(of), len(of) - 1) for of in (values, others)]
    square = sum(part for part, _ in parts)
    freedom = square**2 / sum(part**2 / n for part, n in parts)
    return two_sided(statistics.mean(values) - statistics.mean(others), square**0.5, freedom)


def crossed(scores, pairs):
    """Mean of a table of scores with its error and freedom over rows and columns (docs/ablations.md)."""
    r, c = len(scores), len(scores[0])
    rows, columns = [statistics.mean(row) for row in scores], [statistics.mean(col) for col in zip(*scores)]
    mean = statistics.mean(rows)
    a, b = c * statistics.variance(rows), r * statistics.variance(columns)
    rest = sum((scores[i][j] - rows[i] - columns[j] + mean) ** 2 for i in range(r) for j in range(c))
    e = rest / ((r - 1) * (c - 1))
    if a + b - e > max(a, b):
        square = a + b - e
        freedom = square**2 / (a * a / (r - 1) + b * b / (c - 1) + e * e / ((r - 1) * (c - 1)))
        freedom = max(freedom, min(r, c) - 1)
    else:
        square, freedom = (a, r - 1) if a >= b else (b, c - 1)
    games = 2 * r * c * pairs
    share = (mean * games + 1) / (games + 2)
    return mean, math.sqrt(max(square / (r * c), share * (1 - share) / games)), freedom


def over_both(scores, pairs):
    """Mean of a table of scores in per cent, with its interval over rows and columns."""
    mean, error, freedom = crossed(scores, pairs)
    half = error * student(0.975, freedom)
    return [100 * share for share in (mean, mean - half, mean + half)]


def holm(p):
    """p-values by name, corrected for their number."""
    corrected, highest = {}, 0.0
    for place, name in enumerate(sorted(p, key=p.get)):
        highest = max(highest, p[name] * (len(p) - place))
        corrected[name] = min(highest, 1.0)
    return corrected


def ablation(folder):
    """Effects of an ablation from the outcomes of its games, against effects.csv and the page."""
    table = {}
    for row in rows_of_csv(f"{folder}/matches.csv"):
        (arm, seed), (base, other) = (row[k].rpartition("-")[::2] for k in ("a", "b"))
        if base == "base":
            pairs, decided = pairs_of(row["outcomes"])
            halves = [WORTH[one] + WORTH[two] for one, two in decided]
            score = statistics.mean(halves) / 4 if halves else None
            table.setdefault(arm, {})[seed, other] = (score, len(pairs))
    shown = {row["arm"]: row for t in tables(folder) for row in t if "arm" in row} if page_of(folder) else {}
    rows, p = rows_of_csv(f"{folder}/effects.csv"), {}
    for row in rows:
        cells = table.get(row["arm"], {})
        seeds, others = (sorted({key[i] for key in cells}) for i in (0, 1))
        scores = [[cells.get((s, o), (None, 0))[0] for o in others] for s in seeds]
        complete = len(seeds) > 1 and len(others) > 1 and all(v is not None for row in scores for v in row)
        if not complete:
            if row["score_lo"]:
                wrong.append(f"{folder}: {row['arm']} has an interval, but not all of its matches")
            known = [value for row in scores for value in row if value is not None]
            if known:
                mean = statistics.mean(known)
                agree(f"{folder}: {row['arm']}", f"{float(row['mean_score']):.4f}", [mean])
                if row["arm"] in shown:
                    agree(f"{folder}: {row['arm']}, page", shown[row["arm"]]["score %"], [100 * mean])
            continue
        mean, error, freedom = crossed(scores, max(n for _, n in cells.values()))
        half = error * student(0.975, freedom)
        found = mean, max(mean - half, 0), min(mean + half, 1)
        p[row["arm"]] = 2 * (1 - below(abs(mean - 0.5) / error, freedom))
        detectable = half + error * student(0.8, freedom)
        for key, value in (("p", p[row["arm"]]), ("detectable", detectable)):
            agree(f"{folder}: {row['arm']}, {key}", f"{float(row[key]):.4f}", [value])
        written = [float(row[k]) for k in ("score", "score_lo", "score_hi")]
        agree(f"{folder}: {row['arm']}", " ".join(f"{v:.4f}" for v in written), found)
        if row["arm"] in shown:
            page = shown[row["arm"]]
            agree(f"{folder}: {row['arm']}, page", page["score %"], [100 * v for v in found])
            number = lambda key: [float(row[key])] if row[key] else []
            percent = lambda *keys: [100 * value for key in keys for value in number(key)]
            cells = {
                "p": number("p"),
                "p (Holm)": number("p_holm"),
                "detectable": percent("detectable"),
                "compute": number("compute"),
                "panel, percentage points": percent("panel", "panel_lo", "panel_hi"),
            }
            for heading, values in cells.items():
                cell = page.get(heading)
                if cell is None:
                    continue
                if cell.startswith("< "):
                    values = [max(values[0], numbers(cell)[0][0])]
                agree(f"{folder}: {row['arm']}, {heading}", cell, values)
    compared = [row["arm"] for row in rows if row["arm"] != "control"]
    corrected = holm({arm: p.get(arm, 1.0) for arm in compared})
    for row in rows:
        if row["p_holm"] and row["arm"] in compared:
            where = f"{folder}: {row['arm']}, p (Holm), from the games"
            agree(where, f"{float(row['p_holm']):.4f}", [corrected[row["arm"]]])


def page_of(folder):
    return (HERE / folder / "README.md").exists()


def experiment_001():
    page = "001-quickstart"
    matches = {m["b"]: of_games(m) for m in json.loads((HERE / page / "tournament.json").read_text())}
    match_tables(page, matches)


def experiment_002():
    page = "002-two-cores"
    found = json.loads((HERE / page / "tournament.json").read_text())
    matches = {m["b"]: of_statistics(m) for m in found}
    champion = "checkpoint:two-cores:sims=64"
    for row in rows_of_csv("005-ladder/upper/matches.csv"):
        if champion in (row["player"], row["opponent"]):
            swapped = row["opponent"] == champion
            matches[row["player" if swapped else "opponent"]] = of_line(row, swapped)
    match_tables(page, matches, {"the untrained network, same search": "generation 0 (untrained)"})
    rated, seeds = (t for t in tables(page) if "player" in t[0])
    ratings(page, f"{page}/generations", "alphabeta@1:depth=2", rated)
    matches = ndjson(f"{page}/seeds.ndjson")
    for row, match in zip(seeds, matches, strict=True):
        match_row(f"{page}: {row['player']} against {row['against']}", row, of_statistics(match))
    # The half hours, by seed, against each seed of two-cores.
    half_hours = [*ndjson("024-recipe/half-hour.ndjson")[:3], *(m for m in matches if "half-hour" in m["a"])]
    score = {}
    for match in half_hours:
        one = re.search(r"half-hour-?(\d*):", match["a"])[1] or "1"
        other = re.search(r"two-cores-?(\d*):", match["b"])[1] or "1"
        score[one, other] = 100 * interval(match["statistics"]["pentanomial"])[0]
    each = [value for other in "123" for value in over_seeds([score[one, other] for one in "123"])]
    rows = [[score[one, other] / 100 for other in "123"] for one in "123"]
    for of in (page, "024-recipe"):
        says(of, r"score (\S+) % ± (\S+), (\S+) % ± (\S+) and (\S+) % ± ([\d.]+)", *each)
        says(of, r"three seeds of each, (\S+) % \[(\S+), (\S+)\]", *over_both(rows, 400))
    lines = ndjson(f"{page}/metrics.ndjson")
    says(page, r"in all generations|: (\S+) games, ", sum(line["games"]["games"] for line in lines))
    says(
        page,
        r"(\d+) % in generation 21, (\d+) % in generation 41",
        *(100 * lines[g - 1]["games"]["finished"] for g in (21, 41)),
    )


def joint_pool(page, table):
    """The ratings of several pages' matches together, against a fit of our own."""
    joint = {row["player"]: row for row in rows_of_csv(f"{page}/joint.csv")}
    for row in table:
        # Where the network was when it played.
        played = "checkpoint:experiments/{}/network-2:".format("026-two-hours")
        name = row["player"].strip("`").replace("checkpoint:two-hours:", played)
        ends = [float(joint[name][key]) for key in ("elo", "elo_lo", "elo_hi")]
        agree(f"{page}: {name}, Elo in one pool", row["Elo [95 %]"], ends if any(ends) else [0])
        agree(f"{page}: {name}, score in one pool", row["score %"], [100 * float(joint[name]["score"])])
        agree(f"{page}: {name}, pairs in one pool", row["pairs"], [float(joint[name]["pairs"])])
    files = ("012-skip-forced/matches", "015-int8/two-cores", "017-nnue/matches", "018-levels/matches")
    files += ("024-recipe/quickstart", "024-recipe/half-hour", "026-two-hours/matches")
    found = [match for file in files for match in ndjson(f"{file}.ndjson")]
    met = [(match["a"], match["b"], of_statistics(match)["counts"]) for match in found]
    for folder in ("", "/networks", "/upper", "/top"):
        for row in rows_of_csv(f"{page}{folder}/matches.csv"):
            met.append((row["player"], row["opponent"], of_line(row)["counts"]))
    once = {(a, b, tuple(counts)) for a, b, counts in met}
    says(page, r"(\S+) pairs of (\d+) matches of", sum(sum(counts) for _, _, counts in once), len(met))
    rated = {name for name, row in joint.items() if row["elo"] and math.isfinite(float(row["elo"]))}
    matches = [
        dict(player=a, opponent=b, pairs=sum(counts), score=interval(counts)[0])
        for a, b, counts in once
        if {a, b} <= rated
    ]
    own = fitted(matches)
    for name in rated:
        value = own[name] - own["greedy@1"]
        agree(f"{page}: {name}, fitted again in one pool", f"{float(joint[name]['elo']):+.1f}", [value])


def experiment_005():
    page = "005-ladder"
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
    short = {
        "ab@2 d8": "alphabeta@2:depth=8",
        "ab@1 d6": "alphabeta@1:depth=6",
        "uct 10k": "uct@1:sims=10000",
        "ab@1 d4": "alphabeta@1:depth=4",
        "uct 1k": "uct@1:sims=1000",
        "ab@1 d2": "alphabeta@1:depth=2",
        "greedy": "greedy@1",
        "random": "random@1",
    }
    scores = {}
    for row in rows_of_csv(f"{page}/matches.csv"):
        score = interval(of_line(row)["counts"])[0]
        scores[row["player"], row["opponent"]] = score
        scores[row["opponent"], row["player"]] = 1 - score
    cross = next(t for t in tables(page) if "ab@2 d8" in t[0])
    for row in cross:
        player = row[""].strip("`")
        for heading, opponent in short.items():
            score = scores.get((player, opponent))
            if numbers(row[heading]) or score is not None:
                agree(
                    f"{page}: {player} against {opponent}",
                    row[heading],
                    [100 * score] if score is not None else [],
                )
    ratings_of = {row["player"]: row["elo"] for row in rows_of_csv(f"{page}/standings.csv")}
    inside, expected = [], {}
    for row in rows_of_csv(f"{page}/matches.csv"):
        score, lo, hi = interval(of_line(row)["counts"])
        if 0 < score < 1:
            above = float(ratings_of[row["player"]]) - float(ratings_of[row["opponent"]])
            expected[row["player"], row["opponent"]] = value = 1 / (1 + 10 ** (-above / 400))
            inside.append(lo <= value <= hi)
    edge = 100 * expected["uct@1:sims=1000", "alphabeta@1:depth=4"]
    says(page, r"against `alphabeta@1:depth=4` at the edge \((\S+) %\)", edge)
    if len(inside) != 9 or not all(inside):
        wrong.append(f"{page}: {sum(inside)} of {len(inside)} scores are in their intervals, not all nine")
    upper, cores = (
        {r["player"]: float(r["elo"]) for r in rows_of_csv(f"{f}/standings.csv")}
        for f in (f"{page}/upper", "002-two-cores/generations")
    )
    gaps = [pool["alphabeta@2:depth=6"] - pool["alphabeta@1:depth=2"] for pool in (upper, cores)]
    says(page, r"is (1,\d+) Elo above `alphabeta@1:depth=2` here, (1,\d+) among", *gaps)


def experiment_007():
    page = "007-variants"
    columns = {
        "legal moves per ply": ("freedom", 1),
        "compulsory plies, %": ("compulsory", 100),
        "longest run": ("longest_run", 1),
        "repeated positions, %": ("repeated", 100),
        "repeated, %": ("repeated", 100),
        "finished, %": ("finished", 100),
        "truncated, %": ("truncated", 100),
        "exact points above distance": ("excess", 1),
        "plies": ("plies", 1),
        "points above distance": ("excess", 1),
        "another winner by distance, %": ("other_winner", 100),
        "first mover's score, %": ("first_score", 100),
        "and margin": ("first_margin", 1),
        "draws, %": ("draws", 100),
    }
    measures = {}
    for folder in ("variants", "single-rules", "networks", "own-buettgenbach-1899", "own-nestor", "limits", "first-move"):
        for row in rows_of_csv(f"{page}/{folder}/measures.csv"):
            measures[folder, row["variant"], row["player"].split(",")[0], row["measure"]] = row

    def check(folder, variant, player, row):
        for heading, (measure, scale) in columns.items():
            found = measures.get((folder, variant, player, measure))
            if heading not in row or found is None or not numbers(row[heading]):
                continue
            values = [scale * float(found[k]) for k in ("estimate", "lo", "hi") if found[k] != ""]
            cell = row[heading].replace("*", "").replace("?", "")
            agree(f"{page}: {variant}, {player}, {measure}", cell, values[: len(numbers(cell))])

    switched = {
        "none": ["buettgenbach-1899"],
        "jumps in any direction": ["jumps-any-way"],
        "jumps over either colour": ["over-either"],
        "jumps optional": ["jumps-optional"],
        "chains": ["chains"],
        "goal `opponent`": ["goal-opponent"],
        "blockade allowed; no equalising move": ["blockade-allowed", "no-equalising-move"],
        **{f"limit {limit}": [f"limit-{limit}"] for limit in (60, 90, 150)},
    }
    bare = rows_of_csv(f"{page}/limits/bare-start.csv")
    for table in tables(page):
        variant = ""
        for row in table:
            variant = row.get("variant", "").strip("`") or variant
            if "one field switched" in row:
                for variant in switched[row["one field switched"]]:
                    check("single-rules", variant, "greedy@1", row)
            elif "player" in row:
                check(
                    "variants",
                    variant,
                    {"greedy": "greedy@1", "alphabeta@2": "alphabeta@2:nodes=500"}[row["player"]],
                    row,
                )
            elif row.get("network") == "all":
                check("networks", variant, "all-variants", row)
            elif row.get("network") == "two-cores":
                check("limits", variant, "two-cores", row)
                game = next(game for game in bare if game["variant"] == variant)
                margin = [] if game["ending"] == "truncated" else [float(game["lo"])]
                agree(f"{page}: {variant}, bare start", row["bare start"], margin)
                if (game["ending"] == "finished") != row["bare start"].endswith("finished"):
                    wrong.append(f"{page}: {variant}, bare start: {game['ending']}")
            elif row.get("network") == "own":
                folder = f"own-{variant}"
                (player,) = {key[2] for key in measures if key[0] == folder and key[3] == "freedom"}
                check(folder, variant, player, row)
    for folder, word in (("variants", "another"), ("single-rules", "undecided")):
        known = [row for key, row in measures.items() if key[0] == folder and row["estimate"] != ""]
        says(
            page,
            rf"(\d+) of (\d+) figures \(?(?:are )?{word}",
            sum(row["undecided"] == "true" for row in known),
            len(known),
        )
    for folder, pattern in (
        ("variants", r"over all (\d+) comparisons; (\d+) are"),
        ("single-rules", r"(\d+) of (\d+) comparisons are"),
        ("networks", r"(\d+) of (\d+) comparisons with"),
    ):
        rows = rows_of_csv(f"{page}/{folder}/differences.csv")
        counts = [sum(row["shown"] == "true" for row in rows), len(rows)]
        says(page, pattern, *(counts[::-1] if folder == "variants" else counts))
    played = {}
    for folder in ("limits", "first-move"):
        for game in rows_of_csv(f"{page}/{folder}/games.csv.gz"):
            played.setdefault((folder, game["variant"]), []).append(game)
    for (folder, variant), of in played.items():
        found = {"plies": statistics.mean(float(game["plies"]) for game in of)}
        ended = [game for game in of if game["ending"] != "truncated"]
        if ended:
            found["first_margin"] = statistics.mean(
                (float(game["lo"]) + float(game["hi"])) / 2 for game in ended
            )
        for ending in ("finished", "truncated"):
            found[ending] = sum(game["ending"] == ending for game in of) / len(of)
        for measure, value in found.items():
            written = f"{float(measures[folder, variant, 'two-cores', measure]['estimate']):.2f}"
            agree(f"{page}: {variant}, {measure}, from the games", written, [value])
    reviewed = {}
    for game in ndjson(f"{page}/1901.ndjson"):
        reviewed.setdefault(game["player"], []).append(game["sides"])
    for side, name in zip(reviewed["1901"][0], ("Krone (White), 1901", "Grotewold (Black), 1901")):
        reviewed[name] = [[side]]
    judged = next(table for table in tables(page) if "points lost" in table[0])
    for row in judged:
        of = reviewed[row["played by"].strip("`")]
        agree(f"{page}: {row['played by']}, games", row["games"], [len(of)])
        for key, heading, unit in (("lost", "points lost", 1), ("as_judge", "same move, %", 100)):
            shares = [unit * sum(s[key] for s in sides) / sum(s["choices"] for s in sides) for sides in of]
            agree(f"{page}: {row['played by']}, {key}", row[heading], over_seeds(shares))
    for number, review in enumerate(ndjson(f"{page}/reviews.ndjson")):
        white, black = ([sum(review["lost"][side::2])] for side in (0, 1))
        drift, start = sum(review["drift"]), review["balance"]["start"]
        decisions = [i for i in range(0, len(review["turns"]), 2) if review["turns"][i] > 1]
        same = sum(review["moves"][i] == review["best"][i] for i in decisions)
        agree(
            f"{page}: review {number}, from {start} by the losses and the drift",
            "−27.0",
            [start + black[0] - white[0] + drift],
        )
        if number == 0:
            says(page, r"Krone lost (\d+) points in all and Grotewold (\d+)", *white, *black)
            says(page, r"account for (\S+) of the change", black[0] - white[0])
            says(page, r"looks one turn further, for (\S+)\.\n", drift)
        elif number == 1:
            says(
                page,
                r"Of Krone's (\d+) moves with a choice it would have made (\d+), and",
                len(decisions),
                same,
            )
            says(page, r"finds (\d+) points lost by him and (\d+) by Grotewold", *white, *black)
            says(page, r"its drift is (−\d+\.\d)", drift)
        else:
            says(page, r"It finds (\d+) points lost by Krone and (\d+) by Grotewold", *white, *black)
            says(page, r"the remaining (\S+) points are drift", drift)
    margin = lambda limit: float(
        measures["limits", f"buettgenbach-{limit}", "two-cores", "first_margin"]["estimate"]
    )
    says(page, r"smaller, (\S+), (\S+) and (\S+) points, and with", *map(margin, (60, 150, 200)))
    middle = lambda end: statistics.mean(end) if isinstance(end, list) else end
    matches = ndjson("026-two-hours/matches.ndjson")
    pairs = [pair for match in matches for pair in match["points"]]
    says(page, r"in the (\S+) pairs between", len(pairs))
    white = {}
    for match in matches:
        margins = [(middle(first) - middle(second)) / 2 for first, second in match["points"]]
        white.setdefault(match["a"].split(":")[1], []).extend(margins)
    ahead = over_seeds([statistics.mean(margins) for margins in white.values()])
    says(page, r"White is ahead by (\S+) ± (\S+) points \(over", *ahead)
    won = [(end > 0) + (end == 0) / 2 for pair in pairs for end in (middle(pair[0]), -middle(pair[1]))]
    says(page, r"and scores (\S+) %; and in all", 100 * statistics.mean(won))
    met = {(match["a"], match["b"]): of_points(match) for match in ndjson(f"{page}/two-cores/matches.ndjson")}
    for row in rows_of_csv(f"{page}/two-cores/skill.csv"):
        games, counts = met[row["player"], row["opponent"]]
        where = f"{page}: {row['player']} against {row['opponent']}"
        agree(where, f"{row['wins']} {row['draws']} {row['losses']}", games)
        written = " ".join(f"{float(row[k]):.4f}" for k in ("score", "score_lo", "score_hi"))
        agree(where, written, interval(counts))
    files = ("002-two-cores/seeds", "024-recipe/half-hour", "026-two-hours/seeds")
    of_white = []
    for match in (match for file in files for match in ndjson(f"{file}.ndjson")):
        # Two networks that share no games, neither with the default search of `two-cores`.
        if "outcomes" in match and "skip_forced=8" in match["b"]:
            pairs = [(WORTH[first], 2 - WORTH[second]) for first, second in pairs_of(match["outcomes"])[1]]
            of_white.append([100 * share for share in interval(counted(pairs))])
    means = [mean for mean, _, _ in of_white]
    says(
        page,
        r"in all (\d+) matches .*? White scores (\S+) to (\S+) %, (\S+) % on",
        *(len(means), min(means), max(means), statistics.mean(means)),
    )
    if min(low for _, low, _ in of_white) <= 50:
        wrong.append(f"{page}: a match between networks in which White is not ahead")
    bounds = ("estimate", "lo", "hi")
    for variant in ("buettgenbach-1899", "meyers-1908"):
        of = {key[3]: row for key, row in measures.items() if key[:2] == ("first-move", variant)}
        score = [100 * float(of["first_score"][bound]) for bound in bounds]
        margin = [float(of["first_margin"][bound]) for bound in bounds]
        three = r"(\S+) \[(\S+), (\S+)\]"
        says(page, rf"{three} % and {three} points under `{variant}`", *score, *margin)
        # White's margin in each opening, to a tenth: a study gives unproven counts more room.
        low, high = ([float(game[end]) for game in played["first-move", variant]] for end in ("lo", "hi"))
        error = lambda ends: Z * statistics.stdev(ends) / len(ends) ** 0.5
        found = statistics.mean(low) - error(low), statistics.mean(high) + error(high)
        agree(f"{page}: {variant}, first move", f"{margin[1]:.1f} {margin[2]:.1f}", found)
    gains, p = [], {}
    for limit, with_it, without in (
        (60, "buettgenbach-60", "meyers-60"),
        (90, "buettgenbach-90", "meyers-90"),
        (120, "buettgenbach-1899", "meyers-1908"),
        (150, "buettgenbach-150", "meyers-150"),
        (200, "buettgenbach-200", "meyers-200"),
    ):
        games = zip(played["limits", with_it], played["limits", without], strict=True)
        ends = [[(float(g["lo"]) + float(g["hi"])) / 2 for g in both] for both in games]
        gains += over_seeds([first - second for first, second in ends])
        p[limit] = paired(*zip(*ends))
    both = [
        [(float(g["lo"]) + float(g["hi"])) / 2 for of in ("limits", "first-move") for g in played[of, variant]]
        for variant in ("buettgenbach-1899", "meyers-1908")
    ]
    wide = [
        value
        for ends in (*both, [first - second for first, second in zip(*both)])
        for value in (statistics.mean(ends), Z * statistics.stdev(ends) / len(ends) ** 0.5)
    ]
    says(
        page,
        r"(\S+) in all, the lead is (\S+) ± (\S+) .*? and (\S+) ± (\S+) under .*? by (\S+) ± (\S+) in the same",
        len(both[0]),
        *wide,
    )
    corrected = holm(p)
    mean = r"(\S+) ± (\S+?)[;)]"
    says(
        page,
        rf"60 moves \({mean[:-4]} points\), 90 \({mean} and 120 \({mean} p = (\S+), (\S+) and (\S+), corrected",
        *gains[:6],
        *(corrected[limit] for limit in (60, 90, 120)),
    )
    says(page, rf"with 150 \({mean} and 200 \({mean} no difference", *gains[6:])
    if min(corrected[150], corrected[200]) < 0.05:
        wrong.append(f"{page}: a difference by the equalising move at 150 or 200 moves: {corrected}")
    differences = {row["measure"]: row for row in rows_of_csv(f"{page}/first-move/differences.csv")}
    less = lambda measure, unit: [-unit * float(differences[measure][k]) for k in ("difference", "hi", "lo")]
    says(page, r"White scores (\S+) percentage points less \[(\S+), (\S+)\]", *less("first_score", 100))
    says(page, r"smaller too, by (\S+) points \[(\S+), (\S+)\]", *less("first_margin", 1))
    corrected = [float(differences[measure]["p_holm"]) for measure in ("first_score", "first_margin")]
    says(page, r"\(corrected p = (\S+)\); .* is a hint \((\S+)\)", *corrected)
    finished = [
        100 * float(measures["first-move", variant, "two-cores", "finished"][bound])
        for variant in ("meyers-1908", "buettgenbach-1899")
        for bound in bounds
    ]
    says(page, rf"{three} % are finished instead of {three} %", *finished)
    rows = rows_of_csv(f"{page}/limits/differences.csv")
    counts = [len(rows), sum(row["shown"] == "true" for row in rows)]
    says(page, r"of (\d+) comparisons (\d+) are differences", *counts)
    seeds = [
        [line["games"] for line in ndjson(f"002-two-cores/{name}.ndjson")]
        for name in ("metrics", "metrics-2", "metrics-3")
    ]
    share = lambda a, b: [100 * statistics.mean(g["finished"] for g in of[a - 1 : b]) for of in seeds]
    three = r"\((\S+), (\S+) and (\S+) %\)"
    says(page, rf"in generations 161 to 200 {three} than in 61 to 100 {three}", *share(161, 200), *share(61, 100))
    for first, pattern in ((41, "points over generations 41 to 200,"), (161, "over the last forty,")):
        margins = [statistics.mean(g["white_margin"] for g in of[first - 1 :]) for of in seeds]
        of_seeds = r"by (\S+), (\S+) and (\S+)"
        says(page, rf"{of_seeds} {pattern} (\S+) ± (\d+\.\d)", *margins, *over_seeds(margins))


def experiment_008():
    counts = {}
    for line in (HERE / "008-kills/kills.log").read_text().splitlines():
        if found := re.match(r"kill +\d+, run \d+: (.*)", line):
            counts[found[1]] = counts.get(found[1], 0) + 1
    # The page has words of its own for the stages.
    table = next(t for t in tables("008-kills") if "stage" in t[0])
    agree("008-kills: kills by stage", " ".join(r["kills"] for r in table), sorted(counts.values())[::-1])


def experiment_009():
    page, arms = (
        "009-ablations",
        {"no horizon": "no-curriculum", "five taps": "five-taps", "auxiliary": "auxiliary"},
    )
    found = {m["a"]: of_statistics(m) for m in ndjson(f"{page}/matches.ndjson")}
    for row in tables(page)[0]:
        for start, arm in arms.items():
            if row["change"].startswith(start):
                scores = [
                    interval(found[f"checkpoint:runs/{arm}-{seed}:sims=32"]["counts"]) for seed in (1, 2, 3)
                ]
                for seed, score in enumerate(scores, 1):
                    agree(f"{page}: {arm}, seed {seed}", row[f"seed {seed}"], [100 * s for s in score])
                agree(f"{page}: {arm}", row["mean"], over_seeds([100 * score[0] for score in scores]))


def experiment_010():
    page = "010-all-variants"
    matches = {m["b"]: of_statistics(m) for m in json.loads((HERE / page / "tournament.json").read_text())}
    match_tables(
        page,
        matches,
        {
            "the untrained network, same search": "generation 0 (untrained)",
            "its generation 30": "generation 30",
        },
    )


def experiment_011():
    page = "011-one-variant"
    matches = {m["b"]: of_statistics(m) for m in ndjson(f"{page}/table.ndjson")}
    untrained = "checkpoint:runs/untrained/checkpoints/gen-0000:sims=64"
    match_tables(page, matches, {"the untrained network, same search": untrained})
    table = next(t for t in tables(page) if "player" in t[0])
    ratings(page, f"{page}/generations", "greedy@1", table)
    for row in rows_of_csv(f"{page}/generations/matches.csv"):
        if (row["player"], row["opponent"]) == ("generation 30", "generation 40"):
            narrowest = interval(of_line(row, True)["counts"])
            says(page, r"40 against 30: (\S+) % \[(\S+), (\S+)\]", *(100 * share for share in narrowest))
    for row in rows_of_csv(f"{page}/matches.csv"):
        if {row["player"], row["opponent"]} == {"all-variants", "only-buettgenbach-1899"}:
            match = of_line(row, row["player"] == "all-variants")
            says(
                page,
                r"200 pairs: (\d+)/(\d+)/(\d+), (\S+) %",
                *match["games"],
                100 * interval(match["counts"])[0],
            )


def experiment_012():
    page = "012-skip-forced"
    matches = [of_statistics(m) for m in ndjson(f"{page}/matches.ndjson")]
    for row, match in zip(tables(page)[0], matches, strict=True):
        match_row(f"{page}: {row['']}", row, match)
    scores = [interval(match["counts"])[0] for match in matches[1:]]
    mean = over_seeds([100 * score for score in scores])
    says(page, r"The mean over seeds is (\S+) % ± (\S+) \(Student", *mean)


def experiment_014():
    page = "014-regret"
    losses, optimal = {}, {}
    for row in rows_of_csv(f"{page}/regret.csv"):
        if row["positions"] == "placements":
            key = row["rules"], int(row["generation"]), int(row["simulations"])
            losses.setdefault(key, []).append(float(row["loss"]))
            optimal.setdefault(key, []).append(100 * float(row["optimal"]))

    def check(where, cell, values):
        agree(where, cell, over_seeds(values))

    own = {}
    for row in rows_of_csv(f"{page}/regret.csv"):
        if (row["rules"], row["positions"]) == ("forward", "games"):
            own.setdefault((row["generation"], row["simulations"]), []).append(float(row["loss"]))
    says(page, r"loses (\S+) ± (\S+) points per decision with 16", *over_seeds(own["32", "16"]))
    says(page, r"with 16 simulations and (\S+) ± (\S+) with 256", *over_seeds(own["32", "256"]))
    says(page, r"such gap is shown \((\S+) ± (\S+) in its games", *over_seeds(own["0", "16"]))
    before = losses["forward", 0, 16]
    says(page, r"in its games, (\S+) ± (\S+) in placements", *over_seeds(before))
    by_generation, by_simulations = tables(page)[:2]
    for row in by_generation:
        for generation in (0, 1, 2, 4, 8, 16, 32):
            key = row[""], generation, int(row["simulations"])
            check(f"{page}: {key}", row[str(generation)], losses[key])
    for row in by_simulations:
        rules, of = row[""].split(", ")
        for simulations in (1, 4, 16, 64, 256):
            values = (losses if of == "points lost" else optimal)[rules, 32, simulations]
            check(f"{page}: {rules}, {of}, {simulations}", row[str(simulations)], values)


def experiment_021():
    page = "021-solved"
    rows = rows_of_csv(f"{page}/regret.csv")
    for row in rows:
        if row["arm"] == "stage":
            row["value"] = "checkerboard, growing limit"
    shown = {"points lost": ("loss", 1), "optimal where moves differ %": ("optimal_matters", 100)}
    shown |= {"winner changed %": ("winner_changed", 100), "won, not nearer %": ("idle", 100)}

    def check(cell, measure, scale, table=rows, **wanted):
        found = [row for row in table if all(row[key] == value for key, value in wanted.items())]
        values = {row["seed"]: scale * float(row[measure]) for row in found}
        agree(f"{page}: {measure}, {wanted}", cell, over_seeds(list(values.values())))

    family, placements, games, decided, *last, sizes, several, perfect = tables(page)
    solved = {member["name"]: member for member in ndjson(f"{page}/family.ndjson")}
    for row in family:
        member = solved[row["record"]]
        of = member["summary"]
        won = of["positive"] + of["negative"]
        cells = {"value": of["value"], "plies": of["plies"] or None, "longest": of["longest"]}
        cells |= {"mean": of["total_plies"] and of["total_plies"] / won, "matters %": 100 * member["matters"]}
        named = {"first wins %": "positive", "second wins %": "negative", "0 %": "zero", "a draw %": "drawn"}
        cells |= {key: 100 * of[count] / (won + of["zero"]) for key, count in named.items()}
        for key, value in cells.items():
            agree(f"{page}: {row['record']}, {key}", row[key], [value])
    by_generation = (
        ("placements", placements, "loss"),
        ("games", games, "loss"),
        ("placements", decided, "loss_decided"),
    )
    for positions, table, measure in by_generation:
        for row in table:
            for generation in ("0", "1", "2", "4", "8", "16", "24"):
                of = {"value": row["rules"], "simulations": row["simulations"], "positions": positions}
                check(row[generation], measure, 1, generation=generation, **of)
    searches = ("0", "1", "4", "16", "64", "256")
    for positions, heading, table in (("placements", "placements", last[0]), ("games", "own games", last[1])):
        for row in table:
            for simulations in searches:
                of = {"value": row["rules"], "generation": "24", "positions": positions}
                check(row[simulations], *shown[row[heading]], simulations=simulations, **of)
    for row in sizes:
        arm = {"arm": "rules", "value": "buettgenbach-1899-free"}
        arm = arm if row["channels"] == "24" else {"arm": "size", "value": row["channels"]}
        for simulations in searches:
            of = {"generation": "24", "positions": row["positions"], "simulations": simulations}
            check(row[simulations], "loss", 1, **arm, **of)
    limited = rows_of_csv(f"{page}/limited.csv")
    for row in several:
        how, _, seconds = row["network"].partition(" for ")
        how = {"tuned": "tune"}.get(how, how)
        of = {"rules": row["record"], "how": how, "seconds": seconds.removesuffix(" s")}
        for positions in ("games", "placements"):
            for heading, simulations in (
                (f"{positions}, policy", "0"),
                (f"{positions}, 16 simulations", "16"),
            ):
                check(row[heading], "loss", 1, limited, simulations=simulations, positions=positions, **of)
    truncated = {}
    for row in rows_of_csv(f"{page}/training.csv"):
        if row["value"] in ("checkerboard", "nestor"):
            truncated.setdefault((row["value"], row["generation"]), []).append(100 * float(row["truncated"]))
    share = min(statistics.mean(seeds) for seeds in truncated.values())
    says(page, r"\((\S+) to 100 % of each generation's games are truncated", share)
    for row in perfect:
        for heading, plies in (("after 5 random plies", "5"), ("after 10", "10")):
            of = {"rules": row["rules"], "opening_plies": plies}
            found = [r for r in rows_of_csv(f"{page}/perfect.csv") if all(r[key] == of[key] for key in of)]
            share = 100 * int(found[0]["truncated"]) / int(found[0]["games"])
            agree(f"{page}: perfect play, {of}", row[heading], [share])

    def losses(table=rows, measure="loss", **wanted):
        found = [row for row in table if all(row[key] == value for key, value in wanted.items())]
        return [float(row[measure]) for row in sorted(found, key=lambda row: row["seed"])]

    def matters(**wanted):
        of = [m for m in solved.values() if all(f'{k} = "{v}"' in m["rules"] for k, v in wanted.items())]
        return [100 * m["matters"] for m in of if "move_limit = 0" in m["rules"]]

    forward = matters(jumping="compulsory", jump_direction="forward")
    says(page, r"it matters in (\d+) to (\d+) %\.", min(forward), max(forward))
    says(page, r"at most (\d+) % of the placements does", max(matters(jumping="optional")))
    either = matters(jumping="compulsory", jump_direction="any", jump_over="either")
    says(page, r"either side, the choice matters in (\d+) to (\d+) %", min(either), max(either))
    optional = 100 * solved["jumping-optional.move_limit-20"]["matters"]
    says(page, r"and optional jumps, it matters in (\d+) %", optional)
    # The growing limit against the game without one, and against its own untrained networks.
    growing, lock = {"arm": "stage"}, {"arm": "rules", "value": "checkerboard"}
    free, equalised = ({"arm": "rules", "value": f"buettgenbach-1899{end}"} for end in ("-free", ""))
    last = {"generation": "24", "positions": "placements"}
    p = {
        n: welch(losses(**growing, **last, simulations=n), losses(**lock, **last, simulations=n))
        for n in searches
    }
    says(page, r"Welch's p = (\S+) and (\S+)\); of the policy .*, p = (\S+)\)", p["16"], p["256"], p["0"])
    tests = [(positions, n) for n in ("0", "16") for positions in ("placements", "games")]
    own = [
        paired(*(losses(**growing, generation=at, positions=where, simulations=n) for at in ("24", "0")))
        for where, n in tests
    ]
    if min(own) * len(own) < 0.05:
        wrong.append(f"{page}: a gain of the growing limit is significant after correction: {own}")
    says(
        page,
        r"before it, paired p = (\S+) for .* and (\S+) in its own games .*, with 16 simulations (\S+) "
        r"\(3\.12 to 1\.97\) and (\S+) \(",
        *own,
    )
    cells = [(where, n) for where in ("placements", "games") for n in ("0", "16", "256")]
    p = [
        welch(*(losses(**of, generation="24", positions=where, simulations=n) for of in (free, equalised)))
        for where, n in cells
    ]
    says(page, r"Welch's p of (\S+) or more\)", min(p))

    def of_size(channels, where, n):
        arm = free if channels == "24" else {"arm": "size", "value": channels}
        return losses(**arm, generation="24", positions=where, simulations=n)

    says(page, r"0\.61 ± 0\.08, p = (\S+)\)", welch(*(of_size(c, "placements", "256") for c in ("8", "24"))))
    p = [
        welch(of_size(small, where, n), of_size(large, where, n))
        for small, large in (("8", "16"), ("16", "24"), ("24", "40"))
        for where in ("placements", "games")
        for n in searches[1:]
    ]
    says(page, r"the smallest p of thirty is (\S+)\)", min(p))
    judged = {"positions": "placements", "simulations": "0"}
    end = lambda of, at, measure: over_seeds(losses(**of, **judged, generation=at, measure=measure))
    brier = [*end(lock, "24", "brier"), *end(lock, "0", "brier")]
    says(page, r"Brier score (\S+) ± (\S+) against (\S+) ± (\S+)\), and", *brier)
    says(page, r"without a limit \(Brier score (\S+) ± (\S+)\)", *end(growing, "24", "brier"))
    falls = [value for at in ("0", "24") for value in end(free, at, "brier")]
    says(page, r"Brier score falls from (\S+) ± (\S+) to (\S+) ± (\S+) in", *falls)
    falls = [value for at in ("0", "24") for value in end(free, at, "margin_error")]
    says(page, r"of the margin from (\S+) ± (\S+) to (\S+) ± (\S+) points", *falls)
    took = {}
    for row in rows_of_csv(f"{page}/training.csv"):
        of = took.setdefault((row["arm"], row["value"]), {})
        of[row["seed"]] = of.get(row["seed"], 0) + float(row["seconds"])
    times = [over_seeds(list(took[arm].values())) for arm in (("size", "40"), tuple(free.values()))]
    says(page, r"as one of 24 \((\S+) ± (\S+) s against (\S+) ± (\S+) s\)", *times[0], *times[1])
    tuned = {}
    for seconds in ("30", "100"):
        for record in ("fic", "fec-opponent"):
            for where in ("games", "placements"):
                for n in ("0", "16"):
                    of = {"rules": record, "positions": where, "simulations": n}
                    own = losses(limited, **of, how="own", seconds="")
                    found = losses(limited, **of, how="tune", seconds=seconds)
                    less = 1 - statistics.mean(found) / statistics.mean(own)
                    tuned.setdefault((seconds, where), []).append((welch(found, own), 100 * less))
    after_30 = tuned["30", "games"] + tuned["30", "placements"]
    says(page, r"the smallest p is (\S+)\)", min(p for p, _ in after_30))
    if min(less for _, less in after_30) < 0 or min(p for p, _ in after_30) * 8 < 0.05:
        wrong.append(f"{page}: fine-tuning for 30 s: {after_30}")
    p, less = zip(*tuned["100", "games"])
    says(page, r"they lose (\d+) to (\d+) % less than `own` in games", min(less), max(less))
    if max(holm(dict(enumerate(p))).values()) > 0.045:
        wrong.append(f"{page}: fine-tuning for 100 s: {p}")


def experiment_022():
    page = "022-ppo"
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


def experiment_023():
    page = "023-torch"
    matches, headings = ndjson(f"{page}/matches.ndjson"), ("`greedy@1`", "`checkpoint:quickstart:sims=32`")
    for row in tables(page)[0]:
        of = [match for match in matches if str(match["seed"]) == row["seed"]]
        agree(f"{page}: {row['seed']}, s", row["CPU time, s"], [of[0]["cpu_seconds"]])
        for heading, match in zip(headings, of, strict=True):
            score = [100 * share for share in interval(match["statistics"]["pentanomial"])]
            agree(f"{page}: {row['seed']}, {heading}", row[heading], score)
    for number, opponent in enumerate(("`greedy@1` and", "the quickstart, which")):
        scores = [100 * interval(match["statistics"]["pentanomial"])[0] for match in matches[number::2]]
        says(page, rf"(\S+) % ± (\S+) against {opponent}", *over_seeds(scores))


def experiment_024():
    page = "024-recipe"
    quickstart, half_hour, options = tables(page)
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
    for rows, after in (((0, 1, 2), " over the seeds"), ((4, 6, 7), "; that gain"), ((8, 9, 10), r"\. Against")):
        of = [scores[row] for row in rows]
        says(page, rf"(\S+) % ± (\S+?){after}", *over_seeds(of))
    passes = []
    names = (f"{page}/metrics-half-hour.ndjson", "002-two-cores/metrics.ndjson", f"{page}/metrics-quarter.ndjson")
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


def of_points(match):
    """The games and pairs of a match, from A's points (or their bounds) in both games of each pair."""
    pairs = [[end if isinstance(end, list) else [end, end] for end in pair] for pair in match["points"]]
    halves = [[half_points(lo, hi) for lo, hi in pair] for pair in pairs]
    games = [sum(pair.count(of) for pair in halves if None not in pair) for of in (2, 1, 0)]
    return games, counted(halves)


def experiment_026():
    page = "026-two-hours"
    matches, others, curve = tables(page)
    played, panel, scores = {}, {}, {}
    for match in ndjson(f"{page}/matches.ndjson"):
        summary = of_statistics(match)
        if of_points(match) != (summary["games"], summary["counts"]):
            wrong.append(f"{page}: the points of seed {match['seed']} are not those of its statistics")
        network, simulations = re.search(r"network-?(\d*):sims=(\d+)$", match["a"]).groups()
        played.setdefault((network or "1", simulations, f"`{match['b']}`"), []).append(summary)
    for row in matches:
        where, of = f"{page}: {row}", scores.setdefault((row["simulations"], row["opponent"]), [])
        if row["seed"] == "mean":
            mean, half = over_seeds(of)
            agree(f"{where}, mean", row["score %"], [mean, half])
            agree(f"{where}, Elo", row["Elo"], [elo(x / 100) for x in (mean, mean - half, mean + half)])
        else:
            summary = together(played.pop((row["seed"], row["simulations"], row["opponent"])))
            match_row(where, row, summary)
            of.append(100 * interval(summary["counts"])[0])
    if played:
        wrong.append(f"{page}: not on the page: {list(played)}")
    same = "`checkpoint:two-cores:sims=64,precision=int8,skip_forced=8`"
    both = {(of, one, "1"): scores[of, same][int(one) - 1] / 100 for of in ("64", "36") for one in "123"}
    for row, match in zip(others, ndjson(f"{page}/seeds.ndjson"), strict=True):
        network, of = re.search(r"([^/:]*):sims=(\d+)$", match["a"]).groups()
        one = {"network": "1", "two-hours": "2", "network-3": "3"}[network]
        other = re.search(r"002-two-cores/network-(\d):sims=64,precision=int8,skip_forced=8$", match["b"])[1]
        summary = of_statistics(match)
        match_row(f"{page}: seed {one} against {other}, {of}", row, summary)
        if [row["seed"], row["against seed"], row["simulations"]] != [one, other, of]:
            wrong.append(f"{page}: {row} is not the match of {match['a']} against {match['b']}")
        both[of, one, other] = interval(summary["counts"])[0]
    for of, pattern in (("64", "three seeds of each, "), ("36", "with 64 simulations and ")):
        table = [[both[of, one, other] for other in "123"] for one in "123"]
        says(page, rf"{pattern}(\S+) % \[(\S+), (\S+)\]", *over_both(table, 400))
        ends = [elo(share / 100) for share in over_both(table, 400)]
        says(page, rf"{pattern}.*? \((\S+) \[(\S+), (\S+)\] Elo\)", *ends)
    for match in ndjson(f"{page}/curve.ndjson"):
        panel[str(match["seed"]), match["generation"], f"`{match['b']}`"] = interval(of_points(match)[1])
    seeds = sorted({seed for seed, _, _ in panel})
    for row in curve:
        where, generation = f"{page}: seed {row['seed']}, {row['generation']}", int(row["generation"])
        if row["seed"] == "mean":
            for opponent in (heading for heading in row if heading.startswith("`")):
                of = [100 * panel[seed, generation, opponent][0] for seed in seeds]
                agree(f"{where}, {opponent}", row[opponent], over_seeds(of))
            continue
        metrics = ndjson(f"{page}/metrics-{row['seed']}.ndjson")
        spent = sum(line["time"]["selfplay"] + line["time"]["train"] for line in metrics[:generation]) / 60
        agree(f"{where}, minutes", row["minutes"], [spent])
        games = sum(line["games"]["games"] for line in metrics[:generation])
        agree(f"{where}, games", row["games"], [games])
        for opponent in (heading for heading in row if heading.startswith("`")):
            score = panel[row["seed"], generation, opponent]
            agree(f"{where}, {opponent}", row[opponent], [100 * share for share in score])
    two_cores = "`checkpoint:two-cores:sims=64`"
    for of, after in (
        (("64", two_cores), "against it at equal simulations"),
        (("94", two_cores), r"at equal time, \+"),
        (("64", same), "at equal simulations and 5"),
        (("36", same), "at equal time; over"),
    ):
        says(page, rf"(\S+) % ± (\S+) {after}", *over_seeds(scores[of]))
    seconds = {}
    for row in rows_of_csv(f"{page}/timings.csv"):
        seconds.setdefault(row["player"], []).append(float(row["cpu_seconds"]))
    short, equal, long, default = seconds.values()
    says(page, r"\((\S+) and (\S+) s for 32 games", *short)
    says(page, r"idle core, `two-cores` (\S+) and (\S+) s;", *equal)
    says(page, r"as long \((\S+) and (\S+) s\) as the network with 94 \((\S+) and (\S+) s\)", *default, *long)
    rows = [row for row in rows_of_csv(f"{page}/points.csv") if row["loss"]]
    for row in rows:
        score = panel[row["seed"], int(row["generation"]), f"`{row['positions']}`"][0]
        agree(f"{page}: {row}", f"{float(row['loss']):.6f}", [(1 - score) / score])
    cells = Counter((row["positions"], row["generation"]) for row in rows)
    # A generation counts if every seed scores something, but not everything.
    whole = [row for row in rows if cells[row["positions"], row["generation"]] == len(seeds)]
    for fit in rows_of_csv(f"{page}/fits.csv"):
        of = [row for row in whole if row["positions"] == fit["positions"]]
        found = jackknife(of, lambda of: exponent(means_over_seeds(of, "compute")))
        written = " ".join(f"{float(fit['compute' + end]):.3f}" for end in ("", "_lo", "_hi"))
        agree(f"{page}: {fit['size']}, {fit['positions']}", written, found)
        if fit["positions"] == two_cores.strip("`"):
            says(page, r"to the power (\S+) \[(\S+), (\S+)\]", *found)
            at = {(row["seed"], int(row["generation"])): row for row in of}
            for first, last, after in ((46, 128, "from|between"), (128, 190, "from 128|after that")):
                gains = []
                for seed in sorted({row["seed"] for row in of}):
                    losses, computes = (
                        [float(at[seed, generation][key]) for generation in (first, last)]
                        for key in ("loss", "compute")
                    )
                    doublings = math.log2(computes[1] / computes[0])
                    gains.append(400 * math.log10(losses[0] / losses[1]) / doublings)
                for where in (page, "027-scaling"):
                    says(where, rf"(\+\d+) ± (\d+)(?: Elo)? (?:{after})", *over_seeds(gains))
    last = [100 * panel[seed, 190, "`alphabeta@3:nodes=7500`"][0] for seed in seeds]
    says(page, r"the networks score (\S+) % ± (\S+) against `alphabeta@3`", *over_seeds(last))
    positions = sum(line["games"]["simulations"] for line in ndjson(f"{page}/metrics-1.ndjson"))
    says(page, r"games, (\d+) million simulations", positions / 1e6)


def jackknife(rows, statistic):
    """A statistic of rows with its interval over seeds, each of which is left out in turn."""
    seeds = sorted({row["seed"] for row in rows})
    left = [statistic([row for row in rows if row["seed"] != seed]) for seed in seeds]
    n, value = len(seeds), statistic(rows)
    half = student(0.975, n - 1) * ((n - 1) / n * sum((v - statistics.mean(left)) ** 2 for v in left)) ** 0.5
    return [value, value - half, value + half]


def means_over_seeds(rows, x):
    """x and loss, means over seeds, of each size, generation and number of simulations."""
    cells = {}
    for row in rows:
        cells.setdefault((row["size"], row["generation"], row["simulations"]), []).append(row)
    return [tuple(statistics.mean(float(row[k]) for row in of) for k in (x, "loss")) for of in cells.values()]


def exponent(pairs):
    xs, ys = ([math.log(value) for value in values] for values in zip(*pairs))
    return -statistics.linear_regression(xs, ys)[0]


def scaling(where, rows, fits):
    """The exponents that `salta scaling` fitted."""
    most = max(rows, key=lambda row: int(row["simulations"]))["simulations"]
    last = max(rows, key=lambda row: int(row["generation"]))["generation"]

    def over_compute(of):
        return means_over_seeds([row for row in of if row["simulations"] == most], "compute")

    def frontier(of):
        best = []
        for compute, loss in sorted(over_compute(of)):
            if not best or loss < best[-1][1]:
                best.append((compute, loss))
        return exponent(best)

    def training(of):
        return exponent(over_compute(of))

    def search(of):
        return exponent(means_over_seeds([row for row in of if row["generation"] == last], "simulations"))

    for fit in fits:
        of = [row for row in rows if row["positions"] == fit["positions"]]
        found = {"compute": frontier}
        if fit["size"] != "frontier":
            of = [row for row in of if row["size"] == fit["size"]]
            found = {"compute": training, "simulations": search}
            if fit["exchange"]:
                found["exchange"] = lambda of: training(of) / search(of)
        for key, statistic in found.items():
            written = " ".join(f"{float(fit[key + end]):.2f}" for end in ("", "_lo", "_hi"))
            agree(f"{where}: {fit['size']}, {fit['positions']}, {key}", written, jackknife(of, statistic))


def experiment_027():
    page = "027-scaling"
    train, *shown = tables(page)
    earlier = (text_of("024-recipe") + text_of("026-two-hours")).replace(" % ±", " ±")
    for row in train:
        for heading, cell in row.items():
            if cell.endswith(" (a)"):
                of = [match for match in ndjson(f"{page}/quickstart.ndjson") if f"`{match['b']}`" == heading]
                scores = [100 * interval(of_points(match)[1])[0] for match in of]
                agree(f"{page}: {heading}", cell, over_seeds(scores))
            elif (
                heading.startswith("`") and cell != "–" and any(c not in earlier for c in cell.split(" and "))
            ):
                wrong.append(f"{page}: `{cell}` is on neither page of the recipes")
    data = ("forward", "any", "forward-4096", "forward-2048", "forward-2048-4096")
    kept = {name: rows_of_csv(f"{page}/{name}.csv") for name in data}
    # First to generation 512, then to 2,048.
    for (exponents, generations, searches), length in zip((shown[:3], shown[3:]), ("", "-2048"), strict=True):
        for row in exponents:
            rules = row["rules"] + length
            fits = rows_of_csv(f"{page}/{rules}-fits.csv")
            fit = next(fit for fit in fits if all(fit[key] == row[key] for key in ("size", "positions")))
            weights = {float(of["weights"]) for of in kept[rules] if of["size"] == row["size"]}
            agree(f"{page}: {rules}, {row['size']}, weights", row["weights"], weights)
            for key, heading in FITTED.items():
                written = [float(fit[key + end]) for end in ("", "_lo", "_hi") if fit[key]]
                agree(f"{page}: {rules}, {row['size']}, {key}", row[heading], written)
        for row in generations + searches:
            rules = row["rules"] + length
            of = kept[rules] + kept.get(f"{rules}-4096", [])
            varied = "generation" if "simulations" in row else "simulations"
            wanted = {key: row[key] for key in ("size", "positions", "simulations") if key in row}
            if varied == "simulations":
                wanted["generation"] = max((r["generation"] for r in kept[rules]), key=int)
            for value in (heading for heading in row if heading.isdigit()):
                same = wanted | {varied: value}
                losses = [float(r["loss"]) for r in of if all(r[key] == cell for key, cell in same.items())]
                agree(f"{page}: {rules}, {same}", row[value], over_seeds(losses))
    for rules in ("forward", "any", "forward-2048"):
        scaling(f"{page}: {rules}", kept[rules], rows_of_csv(f"{page}/{rules}-fits.csv"))

    def grown(rules):
        spans = {}
        for row in kept[rules]:
            spans.setdefault(row["size"], {}).setdefault(row["generation"], []).append(float(row["compute"]))
        means = [[statistics.mean(of) for of in span.values()] for span in spans.values()]
        return [max(of) / min(of) for of in means]

    says(page, r"compute of a size grows (\d+) to (\d+) times", min(grown("forward")), max(grown("forward")))
    says(page, r"the compute grows ([\d,]+) to ([\d,]+) times", min(grown("forward-2048")), max(grown("forward-2048")))
    trained, last = rows_of_csv(f"{page}/training.csv"), {}
    for row in kept["forward"]:
        if row["generation"] == "512":
            last.setdefault(row["size"], []).append(float(row["compute"]))
    compute = {size: statistics.mean(values) for size, values in last.items()}
    seconds = {
        size: statistics.mean(
            float(r["seconds"]) for r in trained if (r["rules"], r["size"]) == ("forward", size)
        )
        for size in ("4x1", "16x2", "48x2")
    }
    says(page, r"takes (\d+) times the compute", compute["48x2"] / compute["4x1"])
    says(page, r"and (\d+) seconds on average instead of (\d+)", seconds["48x2"], seconds["4x1"])
    late = [row for row in kept["forward"] if row["positions"] == "placements"]
    part = [r for r in late if (r["size"], r["generation"], r["simulations"]) == ("16x2", "96", "1024")]
    early = statistics.mean(float(row["loss"]) for row in part), 96 / 512 * seconds["16x2"], seconds["4x1"]
    says(page, r"16x2 loses (\S+) after (\d+) seconds \(generation 96\), no more than 4x1 after (\d+)", *early)
    for first in (32, 96):
        exchanges = []
        for size in compute:
            of = [row for row in late if row["size"] == size]
            most = [row for row in of if row["simulations"] == "1024" and int(row["generation"]) >= first]
            search = [row for row in of if row["generation"] == "512"]
            training = exponent(means_over_seeds(most, "compute"))
            exchanges.append(training / exponent(means_over_seeds(search, "simulations")))
        found = min(exchanges), max(exchanges)
        says(page, rf"from generation {first} on, it is (\d\.\d) to (\d\.\d)", *found)
    for size, pattern in (
        ("8x1", r"to 1,024 gives (\S+),"),
        ("32x2", r"32x2 \S+ ± \S+ instead of (\S+)\. So"),
    ):
        wanted = {"size": size, "generation": "512", "positions": "placements"}
        of = [row for row in kept["forward"] if all(row[key] == value for key, value in wanted.items())]
        logs = [[math.log(value) for value in values] for values in zip(*means_over_seeds(of, "simulations"))]
        power, constant = statistics.linear_regression(*logs)
        says(page, pattern, math.exp(constant + power * math.log(4096)))
    finished = {
        rules: [100 * float(r["finished"]) for r in trained if r["rules"] == rules]
        for rules in ("any", "forward")
    }
    says(page, r"at most (\S+) % of a run's training games", max(finished["any"]))
    says(
        page, r"\(under forward jumps (\d+) to (\d+) %\)", min(finished["forward"]), max(finished["forward"])
    )


def experiment_028():
    page = "028-other-games"
    _, training, ladder, unlimited, ends, study, study_of_free, study_of_walker, *levels = tables(page)
    trained = rows_of_csv(f"{page}/training.csv")
    for row in training:
        first, last = (int(number) for number in row["generations"].split("–"))
        of = [
            r
            for r in trained
            if (r["variant"], r["seed"]) == (row["variant"].strip("`"), row["seed"])
            and first <= int(r["generation"]) <= last
        ]
        games = sum(int(r["games"]) for r in of)
        where = f"{page}: {row['variant']}, seed {row['seed']}, {row['generations']}"
        agree(f"{where}, games", row["games"], [games])
        for key, heading, unit in (
            ("finished", "finished, %", 100),
            ("truncated", "truncated, %", 100),
            ("plies", "plies", 1),
        ):
            share = sum(float(r[key]) * int(r["games"]) for r in of) / games
            agree(f"{where}, {key}", row[heading], [unit * share])
    games = rows_of_csv(f"{page}/ladder.csv.gz")

    def played(variant, seed, generation, opponent):
        wanted = {"variant": variant, "seed": seed, "generation": generation, "opponent": opponent}
        of = [game for game in games if all(game[key] == value for key, value in wanted.items())]
        margins = [(float(game["lo"]), float(game["hi"])) for game in of]
        halves = [
            1 if game["ending"] == "truncated" else half_points(lo, hi) for game, (lo, hi) in zip(of, margins)
        ]
        return of, margins, halves

    scores = {}
    for row in ladder:
        for heading in (heading for heading in row if heading.startswith("`")):
            *_, halves = played(row["variant"].strip("`"), row["seed"], row["generation"], heading.strip("`"))
            counts = counted(zip(halves[::2], halves[1::2]))
            where = f"{page}: {row['variant']}, seed {row['seed']}, {row['generation']}, {heading}"
            score = [100 * share for share in interval(counts)]
            agree(where, row[heading], score)
            scores.setdefault((heading.strip("`"), row["generation"]), []).append(score[0])
    last = {opponent: of for (opponent, generation), of in scores.items() if generation == "110"}
    for opponent in ("greedy@1", "alphabeta@1:depth=2"):
        if min(last[opponent]) < 95:
            wrong.append(f"{page}: {min(last[opponent])} % against {opponent}, not 95 %")
    score = over_seeds(last["alphabeta@2:nodes=8000"])
    says(page, r"8,000 nodes they score (\S+) % ± (\S+) over the seeds", *score)
    says(page, r"three seeds score (\S+) % ± (\S+) \(over the seeds\) against `alphabeta@2`", *score)
    weaker = [min(of) for (name, at), of in scores.items() if at == "25" and "alphabeta@2" not in name]
    says(page, r"they already score (\d+) % or more", math.floor(min(weaker)))
    stronger = [name for name in last if name.startswith("alphabeta@2")]
    gained = [new - old for name in stronger for new, old in zip(last[name], scores[name, "25"])]
    says(page, r"the stronger two by −(\d+) to \+(\d+) percentage points", -min(gained), max(gained))
    p = [paired(last[name], scores[name, "25"]) for name in stronger]
    says(page, r"paired p = (\S+) with 500 nodes, (\S+) with 8,000\)", *p)
    unfinished = [game for game in games if game["variant"] == "nestor"]
    if any(game["ending"] != "limit" for game in unfinished):
        wrong.append(f"{page}: a game of nestor is finished")
    says(page, r"none of the (\S+) against the fixed players", len(unfinished))
    last_of_walker, ahead, early = [], [], {}
    for row in unlimited:
        of, margins, halves = played(
            row["variant"].strip("`"), row["seed"], row["generation"], row["opponent"].strip("`")
        )
        ended = [half for half, game in zip(halves, of) if game["ending"] != "truncated"]
        where = f"{page}: {row['variant']}, {row['generation']}, {row['opponent']}"
        for heading, count in (
            ("won", ended.count(2)),
            ("lost", ended.count(0)),
            ("truncated", len(of) - len(ended)),
        ):
            agree(f"{where}, {heading}", row[heading], [count])
        middles = [(lo + hi) / 2 for lo, hi in margins]
        pairs = [(one + other) / 2 for one, other in zip(middles[::2], middles[1::2])]
        mean, error = statistics.mean(pairs), Z * statistics.stdev(pairs) / len(pairs) ** 0.5
        agree(f"{where}, margin", row["mean margin at the end"], [mean, mean - error, mean + error])
        if (row["variant"], row["generation"]) == ("`walker`", "110"):
            last_of_walker.append((-mean, len(of), ended.count(2), ended.count(0)))
        if (
            row["variant"] != "`walker`"
            and row["generation"] == "25"
            and "alphabeta@2" not in row["opponent"]
        ):
            ahead.append(mean)
            early.setdefault(row["seed"], []).append((len(of), ended.count(2)))
    (of_one, won), (_, won_2), (_, won_3) = ([sum(counts) for counts in zip(*of)] for of in early.values())
    says(
        page,
        r"they are (\d+) to (\d+) points ahead of .*; seed 1's has won (\d+) of (\d+) games by then, "
        r"seed 2's has won (\d+), seed 3's (\d+)\.",
        min(ahead),
        max(ahead),
        won,
        of_one,
        won_2,
        won_3,
    )
    behind, played, won, lost = zip(*last_of_walker)
    says(page, r"they are (\d+) to (\d+) points behind", min(behind), max(behind))
    says(page, r"of (\S+) games they win (\d+) and lose none", sum(played), sum(won))
    if sum(lost):
        wrong.append(f"{page}: {sum(lost)} games of walker lost, not none")
    of_seeds = {f"seed 1 against seed {seed}": f"{page}/study-{seed}" for seed in "23"}
    of_nestor = [*of_seeds, "the network of 007 against itself"]
    of_seeds["seed 2 against seed 3"] = f"{page}/study-free-3"
    folders = of_seeds | {of_nestor[-1]: "007-variants/own-nestor"}
    measures = {
        heading: {row["measure"]: row for row in rows_of_csv(f"{folder}/measures.csv")}
        for heading, folder in folders.items()
    }
    for row in study + study_of_free:
        unit = 100 if "%" in row["unit"] else 1
        for heading in (heading for heading in row if heading in measures):
            of = measures[heading][row["measure"].strip("`")]
            value = [unit * float(of[k]) for k in ("estimate", "lo", "hi")]
            agree(f"{page}: {row['measure']}, {heading}", row[heading], value)
    bounds = ("estimate", "lo", "hi")
    doubling = [elo(float(measures[of]["skill"][k])) for of in of_nestor for k in bounds]
    worth = r"\+(\d+) Elo \[\+(\d+), \+(\d+)\] for seed 1 against itself and " + ", in 007 ".join(
        [r"\+(\d+) \[\+(\d+), \+(\d+)\] for seed 3", r"\+(\d+) \[\+(\d+), \+(\d+)\]"]
    )
    says(page, worth, *doubling)
    (match,) = ndjson(f"{page}/head-to-head.ndjson")
    score = [100 * share for share in interval(match["statistics"]["pentanomial"])]
    says(page, r"Seed 1 is also stronger: it scores (\S+) % \[(\S+), (\S+)\] against", *score)
    games, cycles, against = rows_of_csv(f"{page}/without-limit.csv.gz"), {}, {}
    for row in ends:
        names = [
            re.sub(r"generation (\d+)", lambda m: f"gen-{int(m[1]):04}", row[k].strip("`"))
            for k in ("network", "opponent")
        ]
        noise, twofold = ("0" if row[key] == "no" else "1" for key in ("noise", "twofold draws"))
        variant, simulations = row["variant"].strip("`"), row["simulations"]
        wanted = dict(zip(("variant", "network", "opponent"), (variant, *names)), seed=row["seed"])
        wanted |= dict(simulations=simulations, noise=noise, twofold=twofold)
        of = [game for game in games if all(game[key] == value for key, value in wanted.items())]
        open_ended = [game for game in of if game["ending"] == "truncated"]
        ended = [int(game["lo"]) for game in of if game["ending"] != "truncated"]
        begun = [int(game["cycle"]) for game in open_ended if int(game["cycle"]) <= 900]
        search = (variant, row["noise"], row["twofold draws"])
        cycles.setdefault(search, []).extend(begun)
        found = [len(of), sum(m > 0 for m in ended), sum(m < 0 for m in ended), len(open_ended), len(begun)]
        for heading, value in zip(("games", "won", "lost", "truncated", "in a cycle"), found):
            agree(
                f"{page}: {names}, seed {row['seed']}, noise {noise}, twofold draws {twofold}, {heading}",
                row[heading],
                [value],
            )
        against.setdefault(search, []).append(found[:3])
    free, walker = "buettgenbach-1899-free", "walker"
    begun = cycles[free, "no", "no"]
    sums = {key: [sum(values) for values in zip(*rows)] for key, rows in against.items()}
    played, won, lost = sums[free, "no", "no"]
    says(
        page,
        r"none of (\d+) games of `buettgenbach-1899-free` is finished, and (\d+) end in such a cycle, which "
        r"begins between plies (\d+) and (\d+)",
        played,
        len(begun),
        min(begun),
        max(begun),
    )
    if won or lost:
        wrong.append(f"{page}: {won + lost} games finished without noise, not none")
    played, won, lost = sums[free, "both", "no"]
    says(page, r"the same networks finish (\d+) of (\d+) games between", won + lost, played)
    plies = [
        int(game["plies"])
        for game in games
        if (game["variant"], game["noise"], game["twofold"]) == (free, "1", "0")
        and game["ending"] != "truncated"
        and game["opponent"].startswith("gen-")
    ]
    says(page, r"half of them by ply (\d+)", statistics.median(plies))
    played, won, lost = sums[free, "network", "no"]
    says(page, r"they win (\d+) of (\d+) games and lose (\d+)", won, played, lost)
    if cycles[free, "no", "both"] or cycles[free, "no", "network"]:
        wrong.append(f"{page}: games with twofold draws end in a cycle")

    def with_noise_against_greedy(variant, seeds):
        return sum(
            int(row["won"]) + int(row["lost"])
            for row in ends
            if (row["opponent"], row["noise"]) == ("`greedy@1`", "network")
            and (row["variant"].strip("`"), row["twofold draws"]) == (variant, "no")
            and row["seed"] in seeds
        )

    played, *finished = sums[free, "no", "both"]
    games_of_twofold, *twofold = sums[free, "no", "network"]
    says(
        page,
        r"(\d+) of (\d+) between generations 110 and 90 are finished, and (\d+) of (\d+) against "
        r"`greedy@1`, (\d+) with noise",
        sum(finished),
        played,
        sum(twofold),
        games_of_twofold,
        with_noise_against_greedy(free, "23"),
    )
    with_both = [
        (sum(sums[variant, who, who][1:]), sums[variant, who, who][0])
        for variant in (free, walker)
        for who in ("both", "network")
    ]
    says(
        page,
        r"With both, (\d+) of (\d+) and (\d+) of (\d+) are finished; in `walker` (\d+) of (\d+) and "
        r"(\d+) of (\d+)\.",
        *(number for counts in with_both for number in counts),
    )
    says(
        page,
        r"In `walker` (\d+) of (\d+) games",
        len(cycles[walker, "no", "no"]),
        sums[walker, "no", "no"][0],
    )
    says(
        page,
        r"repeat: (\d+) of (\d+) games of `buettgenbach-1899-free` and (\d+) of (\d+) of `walker`",
        *(
            number
            for of in (free, walker)
            for number in (len(cycles[of, "no", "no"]), sums[of, "no", "no"][0])
        ),
    )
    newest = [row for row in ends if row["variant"] == "`walker`" and row["opponent"] == "generation 90"]
    without = [int(row["in a cycle"]) for row in newest if row["noise"] == row["twofold draws"] == "no"]
    played, *finished = sums[walker, "no", "both"]
    games_of_twofold, *twofold = sums[walker, "no", "network"]
    says(
        page,
        r"(\d+) of (\d+) games between generations 110 and 90 ends? in a cycle of four plies, not (\d+), "
        r"but only (\d+) are finished\. Against `greedy@1` the networks? finish(?:es)? (\d+) of (\d+) games "
        r"so, (\d+)",
        len(cycles[walker, "no", "both"]),
        played,
        sum(without),
        sum(finished),
        sum(twofold),
        games_of_twofold,
        with_noise_against_greedy(walker, "123"),
    )
    says(
        page,
        r"With noise alone (\d+) of (\d+) between generations 110 and 90 are",
        sum(sums[walker, "both", "no"][1:]),
        sums[walker, "both", "no"][0],
    )
    played, won, lost = sums[walker, "network", "no"]
    by_search = sum(
        int(row["won"])
        for row in ends
        if row["variant"] == "`walker`" and row["opponent"].startswith("`alphabeta@2")
    )
    pattern = r"only (\d+) of (\d+), all of them won, and (\d+) of these against `alphabeta@2`"
    says(page, pattern, won + lost, played, by_search)
    if lost:
        wrong.append(f"{page}: {lost} games lost in walker, not none")
    behind = {}
    for game in games:
        of_noise = (game["variant"], game["noise"], game["twofold"]) == (walker, "1", "0")
        if of_noise and game["ending"] == "truncated" and "gen-" not in game["opponent"]:
            behind.setdefault(game["opponent"], []).append(-int(game["lo"]))
    means = [statistics.mean(of) for of in behind.values()]
    says(page, r"by (\d+) to (\d+) points by distance", min(means), max(means))
    for heading, folder in of_seeds.items():
        openings = rows_of_csv(f"{folder}/games.csv.gz")
        known = {}
        for game in (game for game in openings if game["ending"] != "truncated"):
            middle = (float(game["lo"]) + float(game["hi"])) / 2
            known.setdefault(game["opening"], []).append(middle)
        for measure, value in (
            ("first_margin", statistics.mean(statistics.mean(of) for of in known.values())),
            ("finished", statistics.mean(game["ending"] == "finished" for game in openings)),
            ("first_score", statistics.mean((int(game["result"] or 0) + 1) / 2 for game in openings)),
        ):
            found = float(measures[heading][measure]["estimate"])
            agree(f"{page}: {heading}: {measure}, from the games", f"{found:.3f}", [value])
    # The games of the free game, which the loop ends with.
    won = Counter((game["white"] == "2") == (game["result"] == "1") for game in openings if game["result"])
    share = 100 * (won[True] + won[False]) / len(openings)
    says(page, r"Of these games (\S+) % are finished", share)
    counts = won[True], won[False], len(openings) - sum(won.values())
    says(page, r"seed 2 wins (\d+) games and loses (\d+), and (\d+) are truncated", *counts)
    says(page, r"in the (\d+) openings with a finished game", len(known))
    skill = [100 * float(measures["seed 2 against seed 3"]["skill"][k]) for k in bounds]
    says(page, r"seed 2 scores (\S+) % \[(\S+), (\S+)\] against itself", *skill)
    between, shares = [], []
    for heading in (heading for heading in study_of_walker[0] if heading.startswith("seed")):
        first, second = re.findall(r"\d", heading)
        folder = f"{page}/study-walker-{second if first == '1' else '2-3'}"
        found = {row["measure"]: row for row in rows_of_csv(f"{folder}/measures.csv")}
        for row in study_of_walker:
            of, unit = found[row["measure"].strip("`")], 100 if "%" in row["unit"] else 1
            value = [unit * float(of[k]) for k in bounds]
            agree(f"{page}: {row['measure']}, walker, {heading}", row[heading], value)
        openings = rows_of_csv(f"{folder}/games.csv.gz")
        for measure, value in (
            ("finished", statistics.mean(game["ending"] == "finished" for game in openings)),
            ("first_score", statistics.mean((int(game["result"] or 0) + 1) / 2 for game in openings)),
        ):
            agree(f"{folder}: {measure}, from the games", f"{float(found[measure]['estimate']):.3f}", [value])
        # Black moves first, and results are the first mover's.
        won = Counter(
            (game["white"] == first) != (game["result"] == "1") for game in openings if game["result"]
        )
        between += [won[True], won[False]]
        shares.append(100 * float(found["finished"]["estimate"]))
    skill = [100 * float(found["skill"][k]) for k in bounds]
    says(page, r"seed 1 scores (\S+) % \[(\S+), (\S+)\] against itself", *skill)
    met = {(match["a"], match["b"]): match["statistics"] for match in ndjson(f"{folder}/ladder.ndjson")}
    for row in rows_of_csv(f"{folder}/skill.csv"):
        of, keys = met[row["player"], row["opponent"]], ("wins", "draws", "losses", "truncated")
        agree(f"{folder}: {row['player']}", " ".join(row[key] for key in keys), [of[key] for key in keys])
        agree(f"{folder}: {row['player']}", f"{float(row['score']):.4f}", interval(of["pentanomial"])[:1])
    says(page, r"networks (\S+), (\S+) and (\S+) % of the games are finished", *shares)
    of_all = (share, *shares)
    says(
        page,
        r"counted as draws, (\S+) % .* are finished .*, and (\S+), (\S+) and (\S+) % between the three pairs",
        *of_all,
    )
    of_first = r"seed 1 wins (\d+) games and loses (\d+) against seed 2, (\d+) and (\d+) against seed 3"
    says(page, rf"{of_first}; seed 2 wins (\d+) and loses (\d+)", *between)
    matches = {(match["a"], match["b"]): match for match in ndjson(f"{page}/matches.ndjson")}
    player = "checkpoint:half-hour-free:sims={},precision=int8,twofold_draws=true,gumbel_scale=0.8".format
    nine, ten, eleven = (
        [100 * matches[player(n), player(5)]["statistics"]["score"][k] for k in ("estimate", "lo", "hi")]
        for n in (9, 10, 11)
    )
    says(
        page,
        r"with 9 the network scores (\d+) % \[(\d+), (\d+)\] against itself with 5, with 10 (\d+) %, "
        r"with 11 (\d+) % \[(\d+), (\d+)\]",
        *nine,
        ten[0],
        *eleven,
    )
    for below, row in (pair for ladder in levels for pair in zip(ladder, ladder[1:])):
        found = matches[row["player"].strip("`"), below["player"].strip("`")]["statistics"]
        score = [100 * found["score"][k] for k in ("estimate", "lo", "hi")]
        agree(f"{page}: {row['player']}", row["score %"], score)
        for heading, key in (("won", "wins"), ("lost", "losses"), ("truncated", "truncated")):
            if heading in row:
                agree(f"{page}: {row['player']}, {heading}", row[heading], [found[key]])


FITTED = {
    "compute": "by training compute",
    "simulations": "by simulations",
    "exchange": "doublings of simulations worth one of training",
}


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


def experiment_015():
    page = "015-int8"
    matches = [of_statistics(m) for m in ndjson(f"{page}/two-cores.ndjson")]
    for row, match in zip(tables(page)[0], matches, strict=True):
        match_row(f"{page}: {row['']}", row, match)
    mean, half = over_runs(f"{page}/quickstart.ndjson")
    says(page, r"(\S+) % ± (\S+) over the five", mean, half)
    says(page, r"(\S+) points for 36 runs", half / student(0.975, 4) * student(0.975, 35) * (5 / 36) ** 0.5)


def experiment_019():
    page = "019-attention"
    files = ("equal", "trained", "time")
    for row, file in zip(tables(page)[0], files, strict=True):
        for arm, kind in (("attention", "attention"), ("taps", "taps" if file == "equal" else "long")):
            runs = [ndjson(f"{page}/{path.name}") for path in sorted((HERE / page).glob(f"metrics-{kind}-*"))]
            took = [sum(m["time"]["selfplay"] + m["time"]["train"] for m in run) for run in runs]
            agree(f"{page}: {file}", row[f"training, s: {arm}"], [statistics.mean(took)])
        mean, half = over_runs(f"{page}/{file}.ndjson")
        agree(f"{page}: {file}", row["score %"], [mean, half] if half else [mean])


def experiment_013():
    page = "013-torture"
    calls = rows_of_csv(f"{page}/writes.csv")
    for row in tables(page)[1]:
        of = [c for c in calls if (c["call"], c["error"]) == (row["call"], row["error"])]
        ended = [(c["exit"], bool(c["sentence"])) for c in of]
        counts = {
            "failed calls": len(of),
            "kinds of files": len({c["file"] for c in of}),
            "exit 2, message": ended.count(("2", True)),
            "exit 2, message lost": ended.count(("2", False)),
            "exit 0": sum(code == "0" for code, _ in ended),
            "then the same bytes": sum(c["result"] == "the same" for c in of),
        }
        for heading, count in counts.items():
            agree(f"{page}: {row['call']}, {heading}", row[heading], [count])


def wilson(k, n):
    p, z2 = k / n, Z * Z / n
    half = math.sqrt(p * (1 - p) * z2 + z2 * z2 / 4)
    return [100 * p] + [100 * (p + z2 / 2 + sign * half) / (1 + z2) for sign in (-1, 1)]


def experiment_020():
    page = "020-mutants"
    changes = rows_of_csv(f"{page}/outcomes.csv")
    for sample, table in zip(("1", "2", "17", "23"), tables(page), strict=True):
        for row in table:
            crate = row["crate"].strip("`")
            of = [
                c
                for c in changes
                if c["seed"] == sample and (crate == "together" or f"/{crate}/" in c["file"])
            ]
            noticed = [c for c in of if c["by"]]
            counts = {
                "tried": len(of),
                "caught": len(noticed),
                "caught by the crates' tests": sum(not c["by"].startswith("salta-tests") for c in noticed),
                "caught by all": len(noticed),
                "survived": sum(c["outcome"] == "survived" for c in of),
                "not reached": sum(c["outcome"] == "not reached" for c in of),
            }
            for heading in counts.keys() & row.keys():
                agree(f"{page}: {crate}, {heading}", row[heading], [counts[heading]])
            share = row.get("caught, %") or row["caught by all, %"]
            agree(f"{page}: {crate}", share, wilson(len(noticed), len(of)))
    nightly = [row for row in rows_of_csv(f"{page}/nightly.csv") if row["outcome"] != "does not compile"]
    caught, share = sum(row["outcome"] == "noticed" for row in nightly), r"(\S+) % \[(\S+), (\S+)\]\."
    says(page, rf"tests catch (\d+) of (\d+), {share}", caught, len(nightly), *wilson(caught, len(nightly)))
    counted = sum(row["then"] != "left out" for row in nightly)
    says(page, rf"so {caught + 3} of (\d+) are caught, {share}", counted, *wilson(caught + 3, counted))
    again = [bool(c["by"]) for c in changes if c["seed"] == "2 again"]
    says(page, r"(\d+) of (\d+) are caught; of two", sum(again), len(again))


def experiment_levels():
    """Each level against the one below, in whole per cent."""
    page = next(HERE.glob("*-levels")).name
    found = {(m["a"], m["b"]): of_statistics(m)["counts"] for m in ndjson(f"{page}/matches.ndjson")}
    below, steps, players = None, [], {}
    for row in tables(page)[0]:
        player = players[row["level"]] = row["player"].strip("`")
        counts = found.get((player, below)) or found.get((below, player), [])[::-1]
        if numbers(row["score %"]):
            agree(f"{page}: {player}", row["score %"], [100 * s for s in interval(counts)] if counts else [])
        if counts:
            steps.append(100 * interval(counts)[0])
        below = player
    says(page, r"rounded \((\S+) to (\S+)\)", min(steps), max(steps))
    apart = [100 * s for s in interval(found[players["Tactician"], players["Adept"]])]
    says(page, r"but (\S+) % \[(\S+), (\S+)\] against Adept", *apart)


def experiment_017():
    page = "017-nnue"
    *matches, solved, game = tables(page)
    regrets = rows_of_csv(f"{page}/solved.csv")
    for row in solved:
        player = row["player"].strip("`")
        of = [r for r in regrets if r["player"] == player and r["budget"] == row["nodes or simulations"]]
        for heading, positions in (("its games", "games"), ("random placements", "placements")):
            for name, measure, scale in (("points lost", "loss", 1), ("optimal %", "optimal", 100)):
                values = [scale * float(r[measure]) for r in of if r["positions"] == positions]
                where = f"{page}: {player}, {row['nodes or simulations']}, {positions}, {name}"
                agree(where, row[f"{heading}: {name}"], over_seeds(values))
    for table, file in zip(matches, ("matches", "techniques", "sprt", "variants"), strict=True):
        found = ndjson(f"{page}/{file}.ndjson")
        rows = [of_statistics(match) for match in found]
        if file == "matches":
            rows.insert(4, together([of_statistics(match) for match in ndjson(f"{page}/second.ndjson")]))
            found.insert(4, None)
        for row, match, counted in zip(table, found, rows, strict=True):
            match_row(f"{page}: {row['']}", row, counted)
            if "accepted" in row:
                test = match["sprt"]
                agree(f"{page}: {row['']}, ratio", row["log-likelihood ratio"], [test["llr"]])
                accepted = test["test"][{"h0": "elo0", "h1": "elo1"}[test["decision"]]]
                agree(f"{page}: {row['']}, accepted", row["accepted"], [accepted])
    judges = [ndjson(f"{page}/1901-{judge}.json")[0]["plies"] for judge in ("alphabeta3", "two-cores")]
    for row in game:
        first, last = map(int, row["plies"].split("–"))
        pairs = [[ply["after"] for ply in both] for both in zip(*judges) if first <= both[0]["ply"] <= last]
        mean = [statistics.mean(values) for values in zip(*pairs)]
        cells = [row["`alphabeta@3`"], row["`two-cores`"], row["mean difference"]]
        for cell, value in zip(cells, [*mean, statistics.mean(abs(a - b) for a, b in pairs)]):
            agree(f"{page}: plies {row['plies']}", cell, [value])


def against_panel(page, arm, opponent):
    """Scores in % of an arm's runs against a player of the panel."""
    found = [r for r in rows_of_csv(f"{page}/matches.csv") if r["b"] == opponent]
    of = [r["outcomes"] for r in found if r["a"].rpartition("-")[0] == arm]
    halves = [[WORTH[one] + WORTH[two] for one, two in pairs_of(letters)[1]] for letters in of]
    return [100 * statistics.mean(pairs) / 4 for pairs in halves]


def experiment_016():
    page = "016-ablations"
    players = ("alphabeta@1:depth=2", "alphabeta@1:depth=4")
    scores = [
        statistics.mean(against_panel(page, arm, player)) for arm in ("puct-16", "base") for player in players
    ]
    panel = r"panel (\S+) % \(`\S+`\) and (\S+) % \(`\S+`\), where the base scores (\S+) and (\S+) %"
    says(page, panel, *scores)


def experiment_029():
    pages = ("025-ablations", "029-ablations")
    arms = ("gumbel-64", "puct-64", "base", "deep", "wide")
    scores = {arm: against_panel(pages[1], arm, "alphabeta@1:depth=6") for arm in arms}
    *low, deep, wide = map(statistics.mean, scores.values())
    says(pages[1], r"and (\S+) and (\S+) % against `\S+`, where the base scores (\S+) %", *low)
    p = welch(scores["gumbel-64"], scores["puct-64"])
    says(pages[1], r"more than PUCT's \(Welch's p = (\S+), not", p)
    p = welch(scores["deep"], scores["wide"])
    says(pages[1], r"scores (\S+) % against `\S+`, the wider one (\S+) % \(Welch's p = (\S+)\)", deep, wide, p)
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


def experiment_031():
    page, opponent = "031-gumbel-or-puct", "alphabeta@1:depth=4"
    scores = [statistics.mean(against_panel(page, arm, opponent)) for arm in ("base", "puct-64")]
    says(page, r"Gumbel search score (\S+) % against `\S+`, those trained with PUCT (\S+) %", *scores)
    scores = [100 * float(row["score"]) for row in rows_of_csv(f"{page}/effects.csv") if row["arm"] == "puct-64"]
    says(page, r"simulations too\*\*: (\S+) %", *scores)


def experiment_032():
    page = "032-ablations"
    rows = {row["arm"]: row for row in rows_of_csv(f"{page}/effects.csv") if row["arm"] != "control"}
    says(page, r"without them (\S+) %, where", 100 * float(rows["no-auxiliary"]["score"]))
    detectable = [100 * float(row["detectable"]) for row in rows.values()]
    says(page, r"effects of (\d+) to (\d+) percentage points", min(detectable), max(detectable))
    undecided = [row for row in rows.values() if row["verdict"] == "undecided"]
    if len(undecided) != len(rows):
        wrong.append(f"{page}: not all arms are undecided")


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
                yield f"{where}:{number}: {match['b']}", match["outcomes"], match["statistics"]


def outcomes(path):
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


NUMBER = r"[+−]?(?:∞|\d[\d,]*(?:\.\d+)?)"
INTERVAL = re.compile(rf"{NUMBER}(?: %| Elo)? (?:\[{NUMBER}, {NUMBER}\]|± {NUMBER})")


def intervals(text, tables=None):
    """The intervals in a text, with their spans; only those in its tables, or only the others."""
    for found in INTERVAL.finditer(text):
        line = text.rfind("\n", 0, found.start()) + 1
        if tables is None or tables == text.startswith("|", line):
            yield found.span(), re.sub(r"\+| %| Elo", "", found[0])


def meets(span, others):
    return any(start < span[1] and span[0] < end for start, end in others)


def linked(text, span, pages):
    """The pages that the line around a span links to."""
    start, end = text.rfind("\n", 0, span[0]) + 1, text.find("\n", span[1])
    return [page for page in re.findall(r"(\d{3}-[\w-]+)/", text[start:end]) if page in pages]


@functools.cache
def estimates(page):
    """What a page's data hold with an interval: scores and Elo of matches, in both directions, and
    measures of studies, also in per cent."""
    counts, measures, found = [], [], []
    for path in sorted((HERE / page).rglob("*.*")):
        where = str(path.relative_to(HERE))
        if path.suffix == ".ndjson":
            counts += [m["statistics"]["pentanomial"] for m in ndjson(where) if "statistics" in m]
        elif path.suffix == ".csv":
            for row in rows_of_csv(where):
                counts += [of_line(row)["counts"]] if "pairs_half" in row else []
                measures += [row] if row.get("estimate") and row.get("lo") else []
    for of in counts:
        for score in (interval(of), interval(of[::-1])):
            found += [[100 * share for share in score], [elo(share) for share in score]]
    for row in measures:
        ends = [float(row[key]) for key in ("estimate", "lo", "hi")]
        found += [ends, [100 * end for end in ends]]
        # A ladder's score per doubling.
        found += [[elo(end) for end in ends]] if row["measure"] == "skill" else []
    return found


# Intervals of matches and measurements without data.
WITHOUT_DATA = {
    "001-quickstart": ["73.4 [63.1, 81.7]", "78.1 [68.9, 85.2]", "95.0 [92.3, 96.8]", "80.5 [76.3, 84.1]"],
    "005-ladder": ["276 [233, 326]"],
    "009-ablations": ["95.0 [92.3, 96.8]", "80.5 [76.3, 84.1]"],
    "015-int8": ["0.0008 ± 0.0011", "−0.0006 ± 0.0004"],
}


def quoted():
    """Intervals in sentences: each is in a table or in a sentence recomputed above, or the data of the
    page, or of one that the line links to, give it for some match or measure. Those in the summaries
    are on a page that the line links to, or in its data."""
    global checked
    texts = {path.parent.name: text_of(path.parent.name) for path in sorted(HERE.glob("*/README.md"))}
    shown = {page: [numbers(quote) for _, quote in intervals(text)] for page, text in texts.items()}
    known = {quote for text in texts.values() for _, quote in intervals(text, tables=True)}
    for page, text in texts.items():
        known |= {quote for span, quote in intervals(text) if meets(span, said.get(page, []))}
    for page, text in texts.items():
        known_here = known | set(WITHOUT_DATA.get(page, []))
        for span, quote in intervals(text, tables=False):
            checked += 1
            pages = [page, *linked(text, span, texts)]
            if quote not in known_here and not any(close(quote, e) for of in pages for e in estimates(of)):
                wrong.append(f"{page}: `{quote}` is in no table and not in the data")
    for path in [HERE / "METHODS.md", HERE / "README.md", HERE.parent / "README.md"]:
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        for span, quote in intervals(text):
            checked += 1
            # The rows of the project's README share their links.
            pages = path.parent == HERE and linked(text, span, texts) or texts
            found = [[value for value, _ in of] for page in pages for of in shown[page]]
            if not any(close(quote, e) for e in found + [e for page in pages for e in estimates(page)]):
                wrong.append(f"{path.parent.name}/{path.name}: `{quote}` is not on the pages linked there")


def main():
    for name, experiment in list(globals().items()):
        if name.startswith("experiment_"):
            experiment()
    for effects in sorted(HERE.rglob("effects.csv")):
        ablation(str(effects.parent.relative_to(HERE)))
    for path in sorted(path for kind in ("ndjson", "json", "csv") for path in HERE.rglob(f"*.{kind}")):
        outcomes(path)
    quoted()
    for line in wrong:
        print(line, file=sys.stderr)
    print(f"{checked} cells and sentences recomputed, {len(wrong)} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
