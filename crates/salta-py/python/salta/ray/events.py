"""Progress events of a run, and their display."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any, TextIO


class Events:
    """Receives every event of a run and ignores it; subclass it."""

    def opened(self, run: Path) -> None:
        """The run's directory is there."""

    def joined(self, machine: Any) -> None:
        """An actor is ready to work."""

    def left(self, machine: Any) -> None:
        """An actor was given up."""

    def began(self, generation: int, generations: int, groups: int, waiting: int) -> None:
        """A generation has so many groups; so many are not played yet."""

    def started(self, item: Any, machine: Any) -> None:
        """An item was given to an actor."""

    def placed(self, item: Any, machine: Any, size: int) -> None:
        """The games of a group, so many bytes, are in the run's directory."""

    def played(self, item: Any, machine: Any) -> None:
        """The result of a match is in the run's directory."""

    def lost(self, item: Any, machine: Any, why: str) -> None:
        """An item, or (None) an actor without one, was lost; it is done again."""

    def learning(self, generation: int) -> None:
        """All games of a generation are there."""

    def learned(self, generation: int, line: str) -> None:
        """A generation is complete."""

    def measured(self, generation: int, metrics: dict[str, Any]) -> None:
        """Its numbers, as its line of `metrics.ndjson` has them."""

    def waiting(self) -> None:
        """Nothing has happened for a while."""

    def say(self, line: str) -> None:
        """A line of text to show to the user."""


class Progress(Events):
    """Shows it on standard error: what stays as lines, what is under way on the last one."""

    LINE_EVERY = 20.0
    """Seconds between two lines where there is no terminal."""

    def __init__(self, out: TextIO | None = None):
        self.out = out or sys.stderr
        self.terminal = self.out.isatty()
        self.begun = self.shown = time.monotonic()
        self.generation = self.generations = self.groups = self.done = self.matches = 0
        self.actors: set[Any] = set()
        self.paces: list[float] = []
        self.run: Path | None = None

    def opened(self, run: Path) -> None:
        self.run = run

    def joined(self, machine: Any) -> None:
        self.actors.add(machine)

    def left(self, machine: Any) -> None:
        self.actors.discard(machine)

    def began(self, generation: int, generations: int, groups: int, waiting: int) -> None:
        self.generation, self.generations = generation, generations
        self.groups, self.done, self.begun = groups, groups - waiting, time.monotonic()

    def placed(self, item: Any, machine: Any, size: int) -> None:
        self.done += 1
        self._show(f"self-play, {self.done} of {self.groups} groups")

    def played(self, item: Any, machine: Any) -> None:
        self.matches += 1
        self._show(f"matches, {self.matches} played")

    def lost(self, item: Any, machine: Any, why: str) -> None:
        what = "an actor was lost" if item is None else f"{item} was lost and is done again"
        self.say(f"{what} ({machine}): {why}")

    def learning(self, generation: int) -> None:
        self._show("learning")

    def learned(self, generation: int, line: str) -> None:
        self.paces = [*self.paces[-2:], time.monotonic() - self.begun]
        self.say(line)

    def waiting(self) -> None:
        self._show("waiting for machines" if not self.actors else "at work")

    def say(self, line: str) -> None:
        self._write(f"\r\033[K{line}\n" if self.terminal else f"{line}\n")

    def _show(self, what: str) -> None:
        now = time.monotonic()
        if now - self.shown < (0.25 if self.terminal else self.LINE_EVERY):
            return
        self.shown = now
        of = f"generation {self.generation}/{self.generations}: " if self.generations else ""
        line = f"{of}{what}, {len(self.actors)} actors{self._left()}"
        self._write(f"\r\033[K{line}" if self.terminal else f"{line}\n")

    def _left(self) -> str:
        """The time left, by the pace of the last generations."""
        if not self.paces:
            return ""
        pace = sum(self.paces) / len(self.paces)
        left = pace * (self.generations - self.generation + 1) - (time.monotonic() - self.begun)
        return f", about {max(left, 0) / 60:.0f} min left"

    def _write(self, text: str) -> None:
        try:
            self.out.write(text)
            self.out.flush()
        except OSError:
            pass  # that nobody reads it must not end long work


def first_line(error: BaseException | None) -> str:
    """What is said of an error in one line; an exception without a text is named."""
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
