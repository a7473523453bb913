"""The run: games played all over a cluster, learned from here, generation after generation.

Which games are played with which network is the run's and the `salta` program's business, so they are
those of `salta train`. What is lost with an actor or a machine is handed out again; a shard counts once it
is in the run's directory, a generation once its learner is saved there. Whatever dies, the run goes on from
that, here or with `salta train --resume`.
"""

from __future__ import annotations

import shlex
import tomllib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import ray
from ray.exceptions import RayActorError, RayTaskError

from salta import SaltaError, _native
from salta.ray import program
from salta.ray.cluster import cluster, here, rooms
from salta.ray.effort import Effort
from salta.ray.evaluation import Evaluations, checkpoint
from salta.ray.events import Events, first_line
from salta.ray.learner import Learner
from salta.ray.mirror import Mirror, generation_name, generations_in, identity
from salta.ray.pool import Pool
from salta.ray.settings import Settings
from salta.ray.storage import Storage, place
from salta.ray.worker import Kit, Machine, Made, Worker

_MOST_DEATHS = 3


@dataclass(frozen=True)
class Group:
    """A work item of self-play: the games with these numbers, the second exclusive."""

    generation: int
    first: int
    end: int

    def __str__(self) -> str:
        return f"the group of games {self.first} to {self.end - 1}"

    @property
    def shard(self) -> str:
        """The name of its file."""
        return f"games-{self.first:08}.shard"


class Instructions:
    """The instruction sets that games were played with, where the games depend on them."""

    def __init__(self) -> None:
        self.seen: set[str] = set()

    def add(self, name: str | None) -> str | None:
        """A sentence if this one is new and not the first; `name` is None for games in int8."""
        if name is None or name in self.seen:
            return None
        self.seen.add(name)
        if len(self.seen) == 1:
            return None
        names = " and ".join(sorted(self.seen))
        return (
            f"machines with {names} play for this run, and in float32 its games depend on which of them "
            'does; with precision = "int8" under [network] they would not'
        )


def train(settings: Settings, events: Events | None = None) -> str:
    """Trains a run, plays its final matches, and returns a summary as text.

    Joins or starts a Ray cluster, unless there is one already in this process. Raises SaltaError with
    one sentence; a KeyboardInterrupt leaves a run that `Settings.again` resumes.
    """
    settings.check()
    path = program.find()
    events = events or Events()
    run = open_run(settings, path)
    events.opened(run)
    with cluster(settings):
        training = _Training(settings, path, run, events)
        try:
            return training.go()
        except RayTaskError as error:
            raise SaltaError(first_line(error.cause)) from error
        finally:
            training.close()


def open_run(settings: Settings, path: Path) -> Path:
    """The directory of the run, made if it is a new one; with the storage's part of it."""
    sets = [f"--set={value}" for value in settings.sets]
    out = [] if settings.out is None else ["--out", settings.out]

    def begin(*words: Any) -> str:
        return program.run([path, "train", *words, "--until", "0", "--quiet", *sets])

    run = settings.resume
    if run is None:
        _check_learner(_native.training_config(settings.config, settings.sets))
        run = Path(shlex.split(begin(settings.config, *out))[-1])  # "Resume: salta train --resume RUN"
    run = run.absolute()  # actors have another working directory
    mirror = None if settings.storage is None else Mirror(run, Storage(settings.storage))
    if mirror is not None:
        mirror.pull()
    if not (run / "config.toml").is_file():
        raise SaltaError(f"{run}: not a training run (config.toml is missing)")
    _check_learner(tomllib.loads((run / "config.toml").read_text()))
    if settings.resume is None and mirror is not None:
        begin(settings.config, *out)  # refuses a config that was changed in the storage
    elif settings.resume is not None and sets:
        begin("--resume", run)
    return run


def _check_learner(config: dict[str, Any]) -> None:
    """Refuses a run whose learner is another program: it would wait for that without end."""
    if config.get("evaluator") == "onnx":
        raise SaltaError('`evaluator = "onnx"`: another program learns, which only `salta train` calls')


class _Training:
    def __init__(self, settings: Settings, path: Path, run: Path, events: Events):
        self.settings, self.path, self.run, self.events = settings, path, run, events
        self.storage = None if settings.storage is None else Storage(settings.storage)
        self.mirror = None if self.storage is None else Mirror(run, self.storage)
        names = identity(path.name for path in run.iterdir())
        files = {name: (run / name).read_bytes() for name in names}
        storage = None if self.storage is None else self.storage.url
        kit = ray.put(Kit(path.read_bytes(), str(path), files, storage))
        make = self._maker(kit)
        self.pool = Pool(make, self._rooms(), settings.cores, events)
        # A match at a time, on all cores of its actor.
        evaluators = Pool(make, settings.evaluators, 1, events)
        self.evaluations = Evaluations(path, run, evaluators, settings.cores)
        self.until = self.evaluations.generations
        if settings.until is not None:
            self.until = min(self.until, settings.until)
        self.learner: Any = None
        self.instructions = Instructions()
        self.largest = 1

    def go(self) -> str:
        """Runs to the end and returns the summary."""
        self._evaluate_earlier()
        deaths = 0
        while True:
            try:
                wanted = self._ask(lambda learner: learner.wanted.remote())
                if wanted is None:
                    break
                time = self._play(wanted)
                self._learn(wanted["generation"], time)
                deaths = 0
            except RayActorError as error:  # of the learner; the pool sees to its own
                deaths += 1
                if deaths == _MOST_DEATHS:
                    raise SaltaError(f"the learner died {deaths} times in a row") from error
                self.events.lost(None, "the learner", first_line(error))
                self.learner = None
        return self._end()

    def close(self) -> None:
        """Ends all actors."""
        self.pool.close()
        self.evaluations.pool.close()
        if self.learner is not None:
            ray.kill(self.learner)

    def _maker(self, kit: ray.ObjectRef) -> Callable[[], Any]:
        cores = self.settings.cores
        # Room for a call beside those that play.
        actor = ray.remote(num_cpus=cores, max_concurrency=cores + 1, max_restarts=0)(Worker)
        return lambda: actor.remote([kit])

    def _rooms(self) -> int:
        """How many self-play actors there should be now."""
        if self.settings.workers is not None:
            return self.settings.workers
        kept = self.settings.evaluators if self.settings.evaluate_every else 0
        return max(1, rooms(self.settings.cores) - kept)

    def _ask(self, call: Callable[[Any], ray.ObjectRef]) -> Any:
        """What the learner answers; matches go on meanwhile."""
        if self.learner is None:
            actor = ray.remote(num_cpus=0, max_restarts=0, scheduling_strategy=here())(Learner)
            threads = self.settings.learner_cores
            self.learner = actor.remote(str(self.path), str(self.run), self.until, threads)
        answer = call(self.learner)
        while not ray.wait([answer], timeout=0.2)[0]:
            self.evaluations.step()
            self.events.waiting()
        return ray.get(answer)

    def _play(self, wanted: dict[str, Any]) -> dict[str, Any]:
        """Has the missing groups played; returns once their shards are in the run's directory."""
        generation, folder = wanted["generation"], Path(wanted["games"])
        effort, network = Effort(), ray.put(checkpoint(self.run, generation - 1))
        if self.mirror is not None:  # another machine may have had some played
            self.mirror.pull_shards(generation_name(generation))
        groups = [Group(generation, first, end) for first, end in wanted["groups"]]
        waiting = deque(group for group in groups if not (folder / group.shard).exists())
        open_groups = set(waiting)
        self.events.began(generation, self.evaluations.generations, len(groups), len(waiting))
        self.pool.size = self._rooms()
        while open_groups:
            self.pool.tend()
            while waiting and self.pool.free() and self._may_send():
                group = waiting.popleft()
                self.pool.give(group, lambda handle, group=group: _start(handle, group, network))
            for group, machine, made in self.pool.results(timeout=1.0):
                self._place(group, machine, made, folder)
                open_groups.remove(group)
                effort.add(made.said)
            waiting.extend(self.pool.take_lost())
            self.evaluations.step()
            self.events.waiting()
        return effort.total()

    def _may_send(self) -> bool:
        return may_send(len(self.pool.working), self.largest, self.settings.in_flight_bytes)

    def _place(self, group: Group, machine: Machine, made: Made, folder: Path) -> None:
        if (sentence := self.instructions.add(made.said.get("instruction_set"))) is not None:
            self.events.say(sentence)
        data = made.files[group.shard]
        if self.storage is not None:
            data = self.storage.get(f"games/{generation_name(group.generation)}/{group.shard}")
        place(folder / group.shard, data)
        self.largest = max(self.largest, made.size)
        self.events.placed(group, machine, made.size)

    def _learn(self, generation: int, time: dict[str, Any]) -> None:
        self.events.learning(generation)
        learned = self._ask(lambda learner: learner.learn.remote(time))
        if self.mirror is not None:
            self.mirror.push()
        self.events.learned(generation, learned["line"])
        self.events.measured(generation, learned["learned"])
        self._evaluate(generation)

    def _evaluate(self, generation: int) -> None:
        """Asks for the matches of a generation, if it is one that plays; those of the last come at the
        end."""
        every = self.settings.evaluate_every
        if every and generation % every == 0 and generation < self.evaluations.generations:
            self.evaluations.add(generation)

    def _evaluate_earlier(self) -> None:
        """Asks for matches that an earlier process left unplayed."""
        learners = generations_in(self.run / "learner")
        done = max((int(name.removeprefix("gen-")) for name in learners), default=0)
        for generation in range(1, done + 1):
            self._evaluate(generation)

    def _end(self) -> str:
        """The rest of the matches, and what is to be said."""
        last = self.until == self.evaluations.generations
        if last:
            self.evaluations.add(self.until)
        self.pool.close()
        self.evaluations.finish(self._rooms())
        said = ""
        if last:
            threads = str(self.settings.learner_cores)
            said = program.run([self.path, "evaluate", self.run, "--threads", threads])
        if self.mirror is not None:
            self.mirror.push()
        on = replace(self.settings, until=None)
        return said or f"Resume: {on.again(self.run)}\n"


def _start(handle: Any, group: Group, network: ray.ObjectRef) -> ray.ObjectRef:
    return handle.play.remote(group.generation, [network], (group.first, group.end))


def may_send(on_their_way: int, largest: int, most: int) -> bool:
    """Whether one more shard may be, if it is as large as the largest so far, within so many bytes."""
    return on_their_way == 0 or (on_their_way + 1) * largest <= most
