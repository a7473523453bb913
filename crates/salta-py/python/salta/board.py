"""A position as a picture (SVG) or as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from salta import _native

_CELL = 40
_LIGHT, _DARK, _WHITE, _BLACK = "#f3e9d6", "#b58b5f", "#2f7d4f", "#b3332e"
_SUITS = "★☾☀"


class Picture(str):
    """SVG text that a notebook shows as a picture."""

    def _repr_svg_(self) -> str:
        return str(self)


def square_of(action: int, player: int) -> int:
    """The square, 0 to 49 from White's side, that an action (below 200) starts from."""
    square = action % 50
    return square if player == 0 else 49 - square


def name(square: int) -> str:
    """The algebraic name of a square, 0 to 49 from White's side."""
    row, column = square // 5, 2 * (square % 5) + square // 5 % 2
    return f"{'abcdefghij'[column]}{row + 1}"


def svg(
    position: _native.Position,
    *,
    heat: Mapping[str, float] | None = None,
    arrows: Sequence[tuple[str, str, float]] = (),
) -> Picture:
    """The board, White at the bottom.

    `heat` colours squares by a number from 0 to 1, `arrows` are (from, to, strength from 0 to 1);
    squares are named as in `e3`.
    """
    parts = [_squares(heat or {})]
    parts += [_man(square, letter) for square, letter in position.pieces()]
    parts += [_arrow(*arrow) for arrow in arrows]
    side = 10 * _CELL + 40
    style = "font-family='sans-serif' text-anchor='middle'"
    svg = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {side} {side}' width='440' {style}>"
    return Picture(svg + "".join(parts) + "</svg>")


def text(position: _native.Position) -> str:
    """The board as ten lines of letters, White at the bottom; empty dark squares are dots."""
    letters = dict(position.pieces())
    rows = []
    for row in range(9, -1, -1):
        squares = [_sign(letters, row, column) for column in range(10)]
        rows.append(f"{row + 1:>3}  {' '.join(squares)}")
    return "\n".join([*rows, "     a b c d e f g h i j"])


def _sign(letters: Mapping[str, str], row: int, column: int) -> str:
    dark = (row + column) % 2 == 0
    return letters.get(f"{'abcdefghij'[column]}{row + 1}", ".") if dark else " "


def _centre(square: str) -> tuple[float, float]:
    column, row = ord(square[0]) - ord("a"), int(square[1:]) - 1
    return 30 + (column + 0.5) * _CELL, 10 + (9 - row + 0.5) * _CELL


def _squares(heat: Mapping[str, float]) -> str:
    parts = []
    for row in range(10):
        for column in range(10):
            dark = (row + column) % 2 == 0
            x, y = 30 + column * _CELL, 10 + (9 - row) * _CELL
            box = f"x='{x}' y='{y}' width='{_CELL}' height='{_CELL}'"
            parts.append(f"<rect {box} fill='{_DARK if dark else _LIGHT}'/>")
            share = heat.get(f"{'abcdefghij'[column]}{row + 1}", 0.0)
            if share > 0:
                parts.append(f"<rect {box} fill='#2244cc' fill-opacity='{min(share, 1):.3f}'/>")
        parts.append(f"<text x='15' y='{10 + (9.6 - row) * _CELL}' font-size='14'>{row + 1}</text>")
    for column, letter in enumerate("abcdefghij"):
        x, y = 30 + (column + 0.5) * _CELL, 30 + 10 * _CELL
        parts.append(f"<text x='{x}' y='{y}' font-size='14'>{letter}</text>")
    return "".join(parts)


def _man(square: str, letter: str) -> str:
    x, y = _centre(square)
    colour = _WHITE if letter.isupper() else _BLACK
    index = ord(letter.upper()) - ord("A")
    label = f"{_SUITS[index // 5]}{index % 5 + 1}"
    disc = f"<circle cx='{x}' cy='{y}' r='{_CELL * 0.42}' fill='{colour}' stroke='#222'/>"
    return f"{disc}<text x='{x}' y='{y + 5}' font-size='14' fill='white'>{label}</text>"


def _arrow(start: str, end: str, strength: float) -> str:
    (x1, y1), (x2, y2) = _centre(start), _centre(end)
    dx, dy = (x2 - x1) / 5, (y2 - y1) / 5
    head = f"{x2},{y2} {x2 - dx - dy / 2},{y2 - dy + dx / 2} {x2 - dx + dy / 2},{y2 - dy - dx / 2}"
    width, ink = 2 + 6 * strength, f"stroke='#113' fill='#113' opacity='{0.25 + 0.75 * strength:.2f}'"
    line = f"<line x1='{x1}' y1='{y1}' x2='{x2 - dx}' y2='{y2 - dy}' stroke-width='{width:.1f}'/>"
    return f"<g {ink}>{line}<polygon points='{head}'/></g>"
