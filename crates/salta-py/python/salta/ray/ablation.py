"""Ablations: runs and matches of `salta ablate`, each done somewhere in a cluster.

All machines see the same files. What is done is what lies in the ablation's directory, which `salta ablate`
resumes, and so does this: whatever dies, its run goes on from its last generation.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import ray

from salta.ray import program
from salta.ray.cluster import cluster, rooms
from salta.ray.events import Events
from salta.ray.pool import Pool
from salta.ray.settings import AblationSettings
from salta.ray.worker import Kit, ProgramActor

Words = list[str]


def ablate(settings: AblationSettings, events: Events | None = None) -> str:
    """Runs all trainings and matches of an ablation and returns its report as text.

    Joins or starts a Ray cluster, unless there is one already in this process. Raises SaltaError with
    one sentence; after a KeyboardInterrupt the same call resumes.
    """
    settings.check()
    path, events = program.find(), events or Events()
    sets = [f"--set={value}" for value in settings.sets]
    out = [] if settings.out is None else ["--out", str(settings.out)]
    words = ["ablate", str(settings.config), *sets, *out]
    _open(path, words)  # what is wrong with it is said before a cluster starts
    with cluster(settings):
        kit = ray.put(Kit(path.read_bytes(), str(path)))
        actor = ray.remote(num_cpus=settings.cores, max_restarts=0)(_Runner)
        call = [*words, "--jobs", "1", "--threads", str(settings.cores)]
        pool = Pool(lambda: actor.remote([kit], os.getcwd(), call), 1, 1, events)
        try:
            _work_off(settings, path, words, pool)
        finally:
            pool.close()
    return program.run([path, *words, "--report"])


class _Runner(ProgramActor):
    """Does a run or a match at a time, in the directory that the ablation was started in."""

    def __init__(self, kit: list[ray.ObjectRef], directory: str, call: Words):
        super().__init__(kit)
        self.call = call
        os.chdir(directory)

    def do(self, item: str) -> str:
        """What the program says of it."""
        return program.run([self.program, *self.call, "--item", item])


def _open(path: Path, words: Words) -> dict:
    """What is not there yet, as `salta ablate --open` has it."""
    return json.loads(program.run([path, *words, "--open"]))


def _work_off(settings: AblationSettings, path: Path, words: Words, pool: Pool) -> None:
    open_now = _open(path, words)
    while open_now["open"]:
        pool.size = settings.workers or max(1, rooms(settings.cores))
        pool.tend()
        under_way = {item for item, _ in pool.working.values()}
        for item in open_now["ready"]:
            if item not in under_way and pool.free():
                pool.give(item, lambda handle, item=item: handle.do.remote(item))
        done = [item for item, _, _ in pool.results(timeout=1.0)]
        pool.take_lost()  # it is open still
        if done:
            open_now = _open(path, words)
            left = f"{open_now['open']} of {open_now['of']} runs and matches left"
            pool.events.say(f"{', '.join(done)}: done; {left}")
        pool.events.waiting()
