#!/usr/bin/env python3
"""Draws the pictures of the README, with nothing but Python's standard library.

    python3 docs/pictures.py board "edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDE w 0" docs/board.svg
    python3 docs/pictures.py curve experiments/001-quickstart/metrics.ndjson experiments/001-quickstart/curve.svg
"""

import json
import math
import sys

CELL = 44
COLOURS = {"white": ("#2f7d4f", "#ffffff"), "black": ("#b3382c", "#ffffff")}


def star(x, y, r):
    points = []
    for i in range(10):
        radius = r if i % 2 == 0 else r * 0.42
        angle = math.pi * (i / 5 - 0.5)
        points.append(f"{x + radius * math.cos(angle):.1f},{y + radius * math.sin(angle):.1f}")
    return f'<polygon points="{" ".join(points)}"/>'


def moon(x, y, r):
    return (
        f'<path d="M{x + r * 0.35:.1f} {y - r * 0.93:.1f} A{r} {r} 0 1 0 {x + r * 0.35:.1f} {y + r * 0.93:.1f}'
        f' A{r * 0.8:.1f} {r * 0.98:.1f} 0 1 1 {x + r * 0.35:.1f} {y - r * 0.93:.1f}Z"/>'
    )


def sun(x, y, r):
    rays = []
    for i in range(8):
        angle = math.pi * i / 4
        dx, dy = math.cos(angle), math.sin(angle)
        rays.append(
            f'<line x1="{x + 0.62 * r * dx:.1f}" y1="{y + 0.62 * r * dy:.1f}"'
            f' x2="{x + r * dx:.1f}" y2="{y + r * dy:.1f}" stroke-width="2"/>'
        )
    return f'<circle cx="{x}" cy="{y}" r="{0.5 * r:.1f}"/>' + "".join(rays)


SUITS = [star, moon, sun]


def piece(letter, column, row):
    side = "white" if letter.isupper() else "black"
    index = ord(letter.upper()) - ord("A")
    fill, ink = COLOURS[side]
    x, y = 30 + CELL * column + CELL / 2, 10 + CELL * (9 - row) + CELL / 2
    ring = "" if side == "white" else f'<circle cx="{x}" cy="{y}" r="15.5" fill="none" stroke="{ink}"/>'
    sign = SUITS[index // 5](x, y - 3, 8.5)
    return (
        f'<circle cx="{x}" cy="{y}" r="18.5" fill="{fill}" stroke="#222"/>{ring}'
        f'<g fill="{ink}" stroke="{ink}" stroke-width="0.6">{sign}</g>'
        f'<text x="{x}" y="{y + 14.5}" font-size="9.5" fill="{ink}" text-anchor="middle">{index % 5 + 1}</text>'
    )


def board(line):
    size = 10 * CELL
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size + 40} {size + 36}" font-family="sans-serif">',
        f'<rect x="30" y="10" width="{size}" height="{size}" fill="#f3ead7" stroke="#555"/>',
    ]
    for row in range(10):
        for column in range(row % 2, 10, 2):
            out.append(
                f'<rect x="{30 + CELL * column}" y="{10 + CELL * (9 - row)}" width="{CELL}" height="{CELL}" fill="#8a6f52"/>'
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


def main():
    match sys.argv[1:]:
        case ["board", line, path]:
            picture = board(line)
        case ["curve", metrics, path]:
            with open(metrics, encoding="utf-8") as file:
                picture = curve(file)
        case _:
            sys.exit(__doc__)
    with open(path, "w", encoding="utf-8") as file:
        file.write(picture)


if __name__ == "__main__":
    main()
