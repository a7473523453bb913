"""Elo by maximum likelihood, and tables of ratings."""

import math

from checks.data import rows_of_csv
from checks.intervals import beyond, worth
from checks.matches import of_line
from checks.report import agree


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


def misfit(matches):
    """χ² of the fit to (player, opponent, counts of pairs), its degrees of freedom and its p-value."""
    meetings = {}
    for a, b, counts in matches:
        key, halves = ((a, b), counts) if a < b else ((b, a), counts[::-1])
        meetings[key] = [x + y for x, y in zip(meetings.get(key, [0] * 5), halves)]
    rows = [
        dict(player=a, opponent=b, pairs=sum(counts), score=worth(counts)[0])
        for (a, b), counts in meetings.items()
    ]
    own, squares, met = fitted(rows), [], set()
    for (a, b), counts in meetings.items():
        if a in own and b in own:
            (score, games), expected = worth(counts), 1 / (1 + 10 ** ((own[b] - own[a]) / 400))
            if games * min(expected, 1 - expected) >= 2:
                squares.append((score - expected) ** 2 * games / (expected * (1 - expected)))
                met |= {a, b}
    square, freedom = sum(squares), len(squares) - len(met) + 1
    return square, freedom, beyond(square, freedom)


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


def misfit_of(folder):
    """The same of a tournament."""
    rows = rows_of_csv(f"{folder}/matches.csv")
    return misfit([(row["player"], row["opponent"], of_line(row)["counts"]) for row in rows])
