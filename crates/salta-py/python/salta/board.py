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


def name(square: int, board: tuple[int, int] = (10, 10)) -> str:
    """The algebraic name of a square, 0 to 49 from White's side, on a board of (rows, columns).

    A smaller board lies in the middle of the full one; `position.board` says which it is.
    """
    row, column = square // 5, 2 * (square % 5) + square // 5 % 2
    return _name(row - (10 - board[0]) // 2, column - (10 - board[1]) // 2)


def _name(row: int, column: int) -> str:
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
    rows, columns = position.board
    parts = [_squares(rows, columns, heat or {})]
    parts += [_piece(_centre(rows, square), letter) for square, letter in position.pieces()]
    parts += [_arrow(_centre(rows, start), _centre(rows, end), ink) for start, end, ink in arrows]
    width, height = columns * _CELL + 40, rows * _CELL + 40
    style = f"width='{width}' font-family='sans-serif' text-anchor='middle'"
    svg = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' {style}>"
    return Picture(svg + "".join(parts) + "</svg>")


def text(position: _native.Position) -> str:
    """The board as lines of letters, White at the bottom; empty dark squares are dots."""
    letters = dict(position.pieces())
    rows, columns = position.board
    lines = []
    for row in reversed(range(rows)):
        squares = [_character(letters, row, column) for column in range(columns)]
        lines.append(f"{row + 1:>3}  {' '.join(squares)}")
    return "\n".join([*lines, "     " + " ".join("abcdefghij"[:columns])])


def _character(letters: Mapping[str, str], row: int, column: int) -> str:
    dark = (row + column) % 2 == 0
    return letters.get(_name(row, column), ".") if dark else " "


def _centre(rows: int, square: str) -> tuple[float, float]:
    column, row = ord(square[0]) - ord("a"), int(square[1:]) - 1
    return 30 + (column + 0.5) * _CELL, 10 + (rows - 1 - row + 0.5) * _CELL


def _squares(rows: int, columns: int, heat: Mapping[str, float]) -> str:
    parts = []
    for row in range(rows):
        top = 10 + (rows - 1 - row) * _CELL
        for column in range(columns):
            dark = (row + column) % 2 == 0
            x, y = 30 + column * _CELL, top
            box = f"x='{x}' y='{y}' width='{_CELL}' height='{_CELL}'"
            parts.append(f"<rect {box} fill='{_DARK if dark else _LIGHT}'/>")
            share = heat.get(_name(row, column), 0.0)
            if share > 0:
                parts.append(f"<rect {box} fill='#2244cc' fill-opacity='{min(share, 1):.3f}'/>")
        parts.append(f"<text x='15' y='{10 + (rows - 0.4 - row) * _CELL}' font-size='14'>{row + 1}</text>")
    for column, letter in enumerate("abcdefghij"[:columns]):
        x, y = 30 + (column + 0.5) * _CELL, 30 + rows * _CELL
        parts.append(f"<text x='{x}' y='{y}' font-size='14'>{letter}</text>")
    return "".join(parts)


def _piece(centre: tuple[float, float], letter: str) -> str:
    x, y = centre
    colour = _WHITE if letter.isupper() else _BLACK
    index = ord(letter.upper()) - ord("A")
    label = f"{_SUITS[index // 5]}{index % 5 + 1}"
    disc = f"<circle cx='{x}' cy='{y}' r='{_CELL * 0.42}' fill='{colour}' stroke='#222'/>"
    return f"{disc}<text x='{x}' y='{y + 5}' font-size='14' fill='white'>{label}</text>"


def _arrow(start: tuple[float, float], end: tuple[float, float], strength: float) -> str:
    (x1, y1), (x2, y2) = start, end
    dx, dy = (x2 - x1) / 5, (y2 - y1) / 5
    head = f"{x2},{y2} {x2 - dx - dy / 2},{y2 - dy + dx / 2} {x2 - dx + dy / 2},{y2 - dy - dx / 2}"
    width, ink = 2 + 6 * strength, f"stroke='#113' fill='#113' opacity='{0.25 + 0.75 * strength:.2f}'"
    line = f"<line x1='{x1}' y1='{y1}' x2='{x2 - dx}' y2='{y2 - dy}' stroke-width='{width:.1f}'/>"
    return f"<g {ink}>{line}<polygon points='{head}'/></g>"
