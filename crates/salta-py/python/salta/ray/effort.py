"""What the games of a generation took, added up over actors as `salta train` adds it up over threads."""

from __future__ import annotations

import time
from typing import Any


class Effort:
    """Totals since construction."""

    def __init__(self) -> None:
        self.begun = time.monotonic()
        self.parts: list[dict[str, Any]] = []

    def add(self, said: dict[str, Any]) -> None:
        """`said`: the line of `salta selfplay --json` of one group."""
        self.parts.append(said["time"])

    def total(self) -> dict[str, Any]:
        """As `time` in `metrics.ndjson`, still without the learning.

        Counts are added, shares are weighted by time.
        """
        seconds = time.monotonic() - self.begun
        busy = sum(part["selfplay"] for part in self.parts) or 1.0
        total: dict[str, Any] = {"shares": {}}
        for part in self.parts:
            for name, value in part.items():
                if isinstance(value, int):
                    total[name] = total.get(name, 0) + value
            for name, share in part["shares"].items():
                total["shares"][name] = total["shares"].get(name, 0.0) + share * part["selfplay"] / busy
        total["selfplay"] = seconds
        total["positions_per_second"] = total.get("positions", 0) / max(seconds, 1e-9)
        return total
