"""A player that searches with an evaluator."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from salta import _native


class SearchPlayer:
    """Plays what `salta.search` chooses, without noise unless `config` has it: a player for `salta.play`.

    `identity` tells its results from those of other players where they are kept. `options` are those of
    `search`. Noise is drawn from `seed` and the positions: it differs from turn to turn, and a match is the
    same with any number of threads. Several threads may call its evaluator at a time; `concurrent = False`
    on the player prevents that.
    """

    concurrent = True

    def __init__(self, evaluator: Any, name: str = "search", *, identity: str | None = None, **options: Any):
        self.evaluator, self.name, self.identity, self.options = evaluator, name, identity, options
        quiet = {"gumbel": {"gumbel_scale": 0.0}, "puct": {"dirichlet_fraction": 0.0}}
        own = getattr(evaluator, "search", None)
        if own is None or callable(own):  # a method of that name is not a setting
            given = options.get("config") or {}
            options["config"] = {**quiet, **given} | {key: quiet[key] | given.get(key, {}) for key in quiet}

    def choose(self, positions: Sequence[_native.Position]) -> list[int]:
        seed = self.options.get("seed", 0) ^ (hash(tuple(positions)) & 0xFFFF_FFFF)
        reports = _native.search(positions, self.evaluator, **self.options | {"seed": seed})
        return [report["action"] for report in reports]
