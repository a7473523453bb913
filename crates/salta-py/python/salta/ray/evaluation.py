"""Matches of a run's config, played by actors of their own beside self-play."""

from __future__ import annotations

import json
import tomllib
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import ray

from salta.ray import program
from salta.ray.mirror import generation_name
from salta.ray.pool import Pool
from salta.ray.storage import place
from salta.ray.worker import Made


@dataclass(frozen=True)
class Match:
    """The network of a generation against one of the opponents, by its number."""

    generation: int
    opponent: int

    def __str__(self) -> str:
        return f"the match of generation {self.generation} against opponent {self.opponent}"


class Evaluations:
    """The matches that are wanted, under way and done."""

    def __init__(self, path: Path, run: Path, pool: Pool, threads: int):
        self.path, self.run, self.pool, self.threads = path, run, pool, threads
        config = tomllib.loads((run / "config.toml").read_text())
        self.generations: int = config["generations"]
        self.earlier: list[int] = config["tournament"]["generations"]
        self.waiting: deque[Match] = deque()
        self.networks: dict[int, ray.ObjectRef] = {}

    def add(self, generation: int) -> None:
        """Asks for those matches of a generation whose results are not there yet."""
        if any(match.generation == generation for match in self._known()):
            return
        number = str(generation)
        said = program.run([self.path, "evaluate", self.run, "--generation", number, "--open"])
        self.waiting += [Match(generation, opponent) for opponent in json.loads(said)]

    def step(self, timeout: float = 0.0) -> None:
        """Takes what is finished and hands out what waits."""
        if self.waiting or self.pool.working:
            self.pool.tend()
        for match, machine, made in self.pool.results(timeout):
            self._keep(match, machine, made)
        self.waiting.extend(self.pool.take_lost())
        while self.waiting and self.pool.free():
            match = self.waiting.popleft()
            self.pool.give(match, lambda handle, match=match: self._start(handle, match))

    def finish(self, actors: int) -> None:
        """Has the rest played, by so many actors."""
        self.pool.size = max(1, min(actors, len(self._known())))
        while self._known():
            self.step(timeout=1.0)
            self.pool.events.waiting()

    def _known(self) -> list[Match]:
        return [*self.waiting, *(match for match, _ in self.pool.working.values())]

    def _start(self, handle: Any, match: Match) -> ray.ObjectRef:
        wanted = {match.generation, *(g for g in self.earlier if g < match.generation)}
        self.networks = {g: ref for g, ref in self.networks.items() if g in wanted}
        for generation in wanted - self.networks.keys():
            self.networks[generation] = ray.put(checkpoint(self.run, generation))
        of = (match.generation, self.networks, match.opponent, self.threads)
        return handle.evaluate.remote(*of)

    def _keep(self, match: Match, machine: Any, made: Made) -> None:
        folder = self.run / "evaluation" / generation_name(match.generation)
        if match.generation == self.generations:
            folder = self.run / "tournament"
        # The result, which says that the match is done, comes after its games.
        for name in sorted(made.files):
            place(folder / name, made.files[name])
        self.pool.events.played(match, machine)
        score = made.said["statistics"]["score"]
        if score is not None:
            interval = f"{score['estimate']:.3f} ({score['lo']:.3f} to {score['hi']:.3f})"
            self.pool.events.say(f"{made.said['a']} scores {interval} against {made.said['b']}")


def checkpoint(run: Path, generation: int) -> dict[str, bytes]:
    """The files of a generation's network."""
    folder = run / "checkpoints" / generation_name(generation)
    return {path.name: path.read_bytes() for path in folder.iterdir()}
