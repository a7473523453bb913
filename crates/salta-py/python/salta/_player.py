"""A player that searches with an evaluator."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from salta import _native


class SearchPlayer:
    """Plays what `salta.search` chooses, without noise unless `config` has it: a player for `salta.play`.

    `options` are those of `search`.
    """

    def __init__(self, evaluator: Any, name: str = "search", **options: Any):
        self.evaluator, self.name, self.options = evaluator, name, options
        quiet = {"gumbel": {"gumbel_scale": 0.0}, "puct": {"dirichlet_fraction": 0.0}}
        own = getattr(evaluator, "search", None)
        if own is None or callable(own):  # a method of that name is not a setting
            given = options.get("config") or {}
            options["config"] = {**quiet, **given} | {key: quiet[key] | given.get(key, {}) for key in quiet}

    def choose(self, positions: Sequence[_native.Position]) -> list[int]:
        reports = _native.search(positions, self.evaluator, **self.options)
        return [report["action"] for report in reports]
