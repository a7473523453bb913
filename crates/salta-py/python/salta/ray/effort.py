"""What the games of a generation took, added up over actors as `salta train` adds it up over threads."""

from __future__ import annotations

import time
from typing import Any


class Effort:
    """Since it was made."""

    def __init__(self) -> None:
        self.begun = time.monotonic()
        self.parts: list[dict[str, Any]] = []

    def add(self, said: dict[str, Any]) -> None:
        """`said`: the line of `salta selfplay --json` of one group."""
        self.parts.append(said["time"])

    def total(self) -> dict[str, Any]:
        """As `time` in `metrics.ndjson`, still without the learning."""
        seconds = time.monotonic() - self.begun
        positions = sum(part["positions"] for part in self.parts)
        busy = sum(part["selfplay"] for part in self.parts) or 1.0
        shares: dict[str, float] = {"search": 0.0, "encoding": 0.0, "network": 0.0, "writing": 0.0}
        for part in self.parts:
            for name in shares:
                shares[name] += part["shares"][name] * part["selfplay"] / busy
        return {
            "selfplay": seconds,
            "train": 0.0,
            "positions": positions,
            "positions_per_second": positions / max(seconds, 1e-9),
            "leaves": sum(part["leaves"] for part in self.parts),
            "shares": shares,
        }
