#!/usr/bin/env python3
"""Draws the pictures of the documents, with nothing but Python's standard library.

    python3 docs/pictures.py board "edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDE w 0" docs/board.svg
    python3 docs/pictures.py board "5/5/5/5/2a2/5/2A2/5/5/5 w 0" jump.svg e3 e3-f4
    python3 docs/pictures.py positions docs/positions.txt docs/positions
    python3 docs/pictures.py curve experiments/001-quickstart/metrics.ndjson experiments/001-quickstart/curve.svg
    python3 docs/pictures.py strength metrics.ndjson standings.csv strength.svg
"""

import csv
import json
import math
import sys

CELL = 44
DISCS = {"white": ("#f8f3e1", "#0f4a2c", "#11653c"), "black": ("#6d1417", "#2b0506", "#ffe3c4")}


def polar(x, y, radius, turn):
    return f"{x + radius * math.sin(2 * math.pi * turn):.1f},{y - radius * math.cos(2 * math.pi * turn):.1f}"


def star(x, y, r):
    points = [polar(x, y, r if i % 2 == 0 else 0.54 * r, i / 10) for i in range(10)]
    return f'<polygon points="{" ".join(points)}"/>'


def moon(x, y, r):
    left, top, bottom = x - 0.1 * r, y - 0.9 * r, y + 0.9 * r
    return (
        f'<path d="M{left:.1f} {top:.1f}A{0.9 * r:.1f} {0.9 * r:.1f} 0 1 0 {left:.1f} {bottom:.1f}'
        f' {1.05 * r:.1f} {1.05 * r:.1f} 0 0 1 {left:.1f} {top:.1f}Z"/>'
    )


def sun(x, y, r):
    rays = []
    for i in range(8):
        corners = [polar(x, y, r, i / 8), polar(x, y, 0.62 * r, i / 8 - 0.045), polar(x, y, 0.62 * r, i / 8 + 0.045)]
        rays.append(f'<polygon points="{" ".join(corners)}"/>')
    return f'<circle cx="{x}" cy="{y}" r="{0.59 * r:.1f}"/>' + "".join(rays)


SUITS = [star, moon, sun]


def centre(column, row):
    return 30 + CELL * column + CELL / 2, 10 + CELL * (9 - row) + CELL / 2


def piece(letter, column, row):
    """The same drawing as the browser's, crates/salta-web/assets/js/pieces.js."""
    side = "white" if letter.isupper() else "black"
    suit, number = divmod(ord(letter.upper()) - ord("A"), 5)
    disc, rim, sign = DISCS[side]
    x, y = centre(column, row)
    ring = f'<circle cx="{x}" cy="{y}" r="19" fill="none" stroke="#f3c9a9"/>' if side == "black" else ""
    ink = sign if suit == 1 else disc
    return (
        f'<circle cx="{x}" cy="{y}" r="20.4" fill="{disc}" stroke="{rim}" stroke-width="2"/>{ring}'
        f'<g fill="{sign}">{SUITS[suit](x, y, 18.2)}</g>'
        f'<text x="{x + (5.5 if suit == 1 else 0)}" y="{y + 6}" font-size="17" font-weight="bold" fill="{ink}"'
        f' text-anchor="middle">{number + 1}</text>'
    )


def at(square):
    return "abcdefghij".index(square[0]), int(square[1:]) - 1


def mark(square):
    """A dot on a square that can be reached."""
    x, y = centre(*at(square))
    return f'<circle cx="{x}" cy="{y}" r="8" fill="#103f63" opacity="0.6"/>'


def arrow(text):
    """An arrow for a move such as e3-f4."""
    (x0, y0), (x1, y1) = (centre(*at(square)) for square in text.split("-"))
    length = math.hypot(x1 - x0, y1 - y0)
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    tip, end = (x1 - 6 * dx, y1 - 6 * dy), (x1 - 20 * dx, y1 - 20 * dy)
    head = [tip, (end[0] - 9 * dy, end[1] + 9 * dx), (end[0] + 9 * dy, end[1] - 9 * dx)]
    return (
        f'<g fill="#1f6fb8" stroke="#1f6fb8" opacity="0.9"><line x1="{x0 + 12 * dx:.1f}" y1="{y0 + 12 * dy:.1f}"'
        f' x2="{end[0]:.1f}" y2="{end[1]:.1f}" stroke-width="7"/>'
        f'<polygon points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in head)}"/></g>'
    )


def board(line, marks=()):
    """A position, with dots on squares (`e3`) and arrows (`e3-f4`)."""
    size = 10 * CELL
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size + 40} {size + 36}" font-family="sans-serif">',
        f'<rect width="{size + 40}" height="{size + 36}" fill="#fff"/>',
        f'<rect x="30" y="10" width="{size}" height="{size}" fill="#f1e6cf" stroke="#5a4630"/>',
    ]
    for row in range(10):
        for column in range(row % 2, 10, 2):
            out.append(
                f'<rect x="{30 + CELL * column}" y="{10 + CELL * (9 - row)}" width="{CELL}" height="{CELL}" fill="#a98a66"/>'
            )
        y = 10 + CELL * (9 - row) + CELL / 2 + 4
        out.append(f'<text x="15" y="{y}" font-size="12" fill="#444" text-anchor="middle">{row + 1}</text>')
    for column in range(10):
        x = 30 + CELL * column + CELL / 2
        out.append(f'<text x="{x}" y="{size + 28}" font-size="12" fill="#444" text-anchor="middle">{"abcdefghij"[column]}</text>')
    for from_top, text in enumerate(line.split()[0].split("/")):
        row, place = 9 - from_top, 0
        for sign in text:
            if sign.isdigit():
                place += int(sign)
            else:
                out.append(piece(sign, 2 * place + row % 2, row))
                place += 1
    out += [arrow(text) if "-" in text else mark(text) for text in marks]
    return "\n".join(out + ["</svg>\n"])


def panel(x0, title, series, generations):
    """One chart, 300 × 170: lines of (name, colour, values)."""
    values = [v for _, _, vs in series for v in vs]
    lo, hi = min(values), max(values)
    hi = hi if hi > lo else lo + 1
    px = lambda i: x0 + 45 + 245 * i / max(1, len(generations) - 1)
    py = lambda v: 180 - 140 * (v - lo) / (hi - lo)
    out = [f'<text x="{x0 + 45}" y="22" font-size="13" font-weight="bold">{title}</text>']
    for value in (lo, (lo + hi) / 2, hi):
        y = py(value)
        out.append(f'<line x1="{x0 + 45}" x2="{x0 + 290}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>')
        out.append(f'<text x="{x0 + 40}" y="{y + 4:.1f}" font-size="10" text-anchor="end">{value:.3g}</text>')
    for number, (name, colour, vs) in enumerate(series):
        path = " ".join(f"{px(i):.1f},{py(v):.1f}" for i, v in enumerate(vs))
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        out.append(f'<text x="{x0 + 45 + 62 * number}" y="212" font-size="11" fill="{colour}">{name}</text>')
    out.append(f'<text x="{x0 + 290}" y="197" font-size="10" text-anchor="end">generation {generations[-1]}</text>')
    return "\n".join(out)


def curve(lines):
    rows = [json.loads(line) for line in lines if line.strip()]
    generations = [row["generation"] for row in rows]
    column = lambda part, key: [row[part][key] for row in rows]
    panels = [
        ("losses (nats)", [("policy", "#0072b2", column("losses", "policy")), ("wdl", "#d55e00", column("losses", "wdl"))]),
        ("policy entropy in self-play (nats)", [("entropy", "#009e73", column("games", "policy_entropy"))]),
        ("plies a game", [("plies", "#cc79a7", column("games", "mean_plies"))]),
    ]
    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 930 225" font-family="sans-serif">',
           '<rect width="930" height="225" fill="#fff"/>']
    for number, (title, series) in enumerate(panels):
        out.append(panel(310 * number, title, series, generations))
    return "\n".join(out + ["</svg>\n"])


def strength(lines, standings):
    """Ratings of a run's generations, players named `generation N` in the standings of an arena, against
    what they took; the other players are lines across."""
    spent, sums = {0: (0.0, 0.0, 0.0)}, [0.0, 0.0, 0.0]
    for row in (json.loads(line) for line in lines if line.strip()):
        time = row["time"]
        plies = row["games"]["games"] * row["games"]["mean_plies"]
        parts = [(time["selfplay"] + time["train"]) / 3600, plies / 1e6, time["positions"] / 1e6]
        sums = [total + part for total, part in zip(sums, parts)]
        spent[row["generation"]] = tuple(sums)
    rated, fixed = [], []
    for row in csv.DictReader(standings):
        ends = tuple(float(row[key]) for key in ("elo", "elo_lo", "elo_hi"))
        if not all(map(math.isfinite, ends)):
            continue
        number = row["player"].removeprefix("generation ")
        rated.append((int(number), *ends)) if number.isdigit() else fixed.append((row["player"], ends[0]))
    titles = ["hours of self-play and learning", "million plies played", "million positions evaluated"]
    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 930 235" font-family="sans-serif">',
           '<rect width="930" height="235" fill="#fff"/>']
    for number, title in enumerate(titles):
        points = sorted((spent[g][number], *ends) for g, *ends in rated)
        out.append(ratings(310 * number, title, points, fixed, number == 0))
    return "\n".join(out + ["</svg>\n"])


def ratings(x0, title, points, fixed, named):
    """One chart, 300 × 180: points of (x, Elo, low, high), and lines of (name, Elo)."""
    lo = min([low for _, _, low, _ in points] + [elo for _, elo in fixed])
    hi = max([high for _, _, _, high in points] + [elo for _, elo in fixed])
    most = max(x for x, *_ in points) or 1
    px = lambda x: x0 + 45 + 245 * x / most
    py = lambda v: 180 - 150 * (v - lo) / (hi - lo or 1)
    out = [f'<text x="{x0 + 45}" y="22" font-size="13" font-weight="bold">Elo by {title}</text>']
    for name, elo in fixed:
        y = py(elo)
        out.append(f'<line x1="{x0 + 45}" x2="{x0 + 290}" y1="{y:.1f}" y2="{y:.1f}" stroke="#999" stroke-dasharray="4 3"/>')
        out.append(f'<text x="{x0 + 40}" y="{y + 4:.1f}" font-size="10" text-anchor="end">{elo:.0f}</text>')
        if named:
            out.append(f'<text x="{x0 + 288}" y="{y - 3:.1f}" font-size="10" text-anchor="end" fill="#555">{name}</text>')
    path = " ".join(f"{px(x):.1f},{py(elo):.1f}" for x, elo, _, _ in points)
    out.append(f'<polyline points="{path}" fill="none" stroke="#0072b2" stroke-width="2"/>')
    for x, elo, low, high in points:
        out.append(f'<line x1="{px(x):.1f}" x2="{px(x):.1f}" y1="{py(low):.1f}" y2="{py(high):.1f}" stroke="#0072b2"/>')
        out.append(f'<circle cx="{px(x):.1f}" cy="{py(elo):.1f}" r="3" fill="#0072b2"/>')
    for share in (0, 0.5, 1):
        out.append(f'<text x="{px(share * most):.1f}" y="200" font-size="10" text-anchor="middle">{share * most:.3g}</text>')
    return "\n".join(out)


def positions(lines, folder):
    """Draws every line of docs/positions.txt."""
    for line in lines:
        if line.strip() and not line.startswith("#"):
            name, _, _, position, marks = (part.strip() for part in line.split(";"))
            with open(f"{folder}/{name}.svg", "w", encoding="utf-8") as file:
                file.write(board(position, marks.split()))


def main():
    match sys.argv[1:]:
        case ["board", line, path, *marks]:
            picture = board(line, marks)
        case ["positions", table, folder]:
            with open(table, encoding="utf-8") as file:
                return positions(file, folder)
        case ["curve", metrics, path]:
            with open(metrics, encoding="utf-8") as file:
                picture = curve(file)
        case ["strength", metrics, standings, path]:
            with open(metrics, encoding="utf-8") as lines, open(standings, encoding="utf-8") as table:
                picture = strength(lines, table)
        case _:
            sys.exit(__doc__)
    with open(path, "w", encoding="utf-8") as file:
        file.write(picture)


if __name__ == "__main__":
    main()
