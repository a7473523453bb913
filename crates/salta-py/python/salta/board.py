"""A position as a picture (SVG) or as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from salta import _native


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
    row, column = row - (10 - board[0]) // 2, column - (10 - board[1]) // 2
    if not (0 <= row < board[0] and 0 <= column < board[1]):
        raise _native.SaltaError(f"the {board[0]}x{board[1]} board has no square {square}")
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
    return Picture(position.svg(list((heat or {}).items()), list(arrows)))


def text(position: _native.Position) -> str:
    """The board as lines of letters, White at the bottom; empty dark squares are dots."""
    return position.text().removesuffix("\n")
