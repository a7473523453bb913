"""The answer to a Salta-Solo puzzle."""

from typing import NamedTuple


class Solution(NamedTuple):
    """A way home for one side alone on the board: the Salta-Solo puzzle.

    `bounds` hold the least number of moves, and are equal if it is `proven`; `moves` are as many as `bounds[1]`.
    """

    moves: list[str]
    bounds: tuple[int, int]
    proven: bool
    nodes: int
