"""What the single-game interfaces share: a game as a position that is replaced by each action."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Any

import numpy as np

from salta import _native

DEFAULT_MAX_PLIES = 600
"""Plies after which a game of a variant without a move limit is truncated by default."""

MOST_DISTANCE = 120
"""The largest sum of the distances of fifteen pieces to their goals, wherever they stand."""


def cap_of(variant: _native.Variant, max_plies: int | None) -> int:
    """Plies at which a game is truncated: as given, or where the variant's own limit ends it."""
    if max_plies is not None:
        return whole("max_plies", max_plies, 1)
    return 2 * variant.rules["move_limit"] or DEFAULT_MAX_PLIES


def whole(name: str, value: int, least: int = 0) -> int:
    """The value of an argument that is a whole number."""
    try:
        value = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {value!r}") from None
    if value < least:
        raise _native.SaltaError(f"{name} must be at least {least}")
    return value


def encoding_of(
    variant: _native.Variant, encoding: int | None
) -> tuple[int, tuple[float, float, tuple[int, int]]]:
    """The encoding as given, or 1 on the full board and 2 on smaller ones; and what an observation in it is: the
    least and the largest number (docs/encoding.md), and the shape.

    The feature of the lead in distance is a 30th of it; only that of the plies left to the move limit, a 240th
    of their number, can be larger.
    """
    start = variant.start()
    if encoding is None:
        encoding = 1 if start.board == (10, 10) else 2
    lead = MOST_DISTANCE / 30
    most = max(lead, 2 * variant.rules["move_limit"] / 240)
    return encoding, (-lead, most, start.observation(encoding).shape)


def check_render_mode(render_mode: str | None, modes: list[str]) -> None:
    """Rejects an unknown render mode."""
    if render_mode not in (None, *modes):
        known = " and ".join([*modes, "none"])
        raise _native.SaltaError(f"render_mode `{render_mode}`: there are {known}")


def start_of(
    variant: _native.Variant,
    max_plies: int,
    options: Mapping[str, Any] | None,
    others: tuple[str, ...] = (),
) -> _native.Position:
    """Where a game starts after a reset with `options`: {"position": a position or its line}.

    Rejects finished and truncated positions, and options other than these and `others`.
    """
    options = options or {}
    unknown = sorted(map(str, set(options) - {"position", *others}))
    if unknown:
        known = ", ".join(["position", *others])
        raise _native.SaltaError(f"unknown option `{unknown[0]}` of reset; there are: {known}")
    given = options.get("position")
    if given is None:
        return variant.start()
    position = given if isinstance(given, _native.Position) else variant.position(given)
    if position.variant != variant:
        raise _native.SaltaError("the position is of another variant")
    if position.terminated or is_truncated(position, max_plies):
        raise _native.SaltaError("the game is over in that position")
    return position


def opened(start: _native.Position, plies: int, max_plies: int, rng: np.random.Generator) -> _native.Position:
    """The position after random plies; if they would end the game, the last one between turns before that."""
    position = last = start
    while position.plies < plies or position.hopper is not None:
        position = position.apply(rng.choice(position.legal_actions()))
        if position.terminated or is_truncated(position, max_plies):
            return last
        last = position if position.hopper is None else last
    return position


def is_truncated(position: _native.Position, max_plies: int) -> bool:
    """Whether a game is truncated here; never within a chain of jumps, never where the rules end it."""
    late = position.plies >= max_plies and position.hopper is None
    return late and not position.terminated


def final_reward(variant: _native.Variant, position: _native.Position) -> float:
    """White's reward where the rules end a game: the margin by distance, or its sign where wins count.

    The exact count, which needs a search, is `position.margin()`.
    """
    margin = position.distance(1) - position.distance(0)
    if variant.rules["points"] == "win":
        return float((margin > 0) - (margin < 0))
    return float(margin)
