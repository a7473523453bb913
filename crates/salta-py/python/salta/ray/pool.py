"""Actors and what they are doing. They may die at any moment, and machines with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import ray
from ray.exceptions import RayError, RayTaskError

from salta import SaltaError
from salta.ray.events import Events, first_line
from salta.ray.worker import Machine

MOST_FAILURES = 3
"""Attempts per item before the run gives up; lost machines do not count."""

_STARTING = "starting an actor"


@dataclass
class Actor:
    """One of them, and how many items it works on."""

    handle: Any
    machine: Machine
    busy: int = 0


@dataclass
class Pool:
    """Keeps so many actors alive and hands items to those that are ready.

    An item is anything that can be a key. It is in one place at a time: with whoever has it played,
    with an actor, among those that `take_lost` gives back, or finished. An actor that does not answer
    yet is given nothing, so no item waits for a machine.
    """

    make: Callable[[], Any]
    size: int
    slots: int
    events: Events
    starting: dict[ray.ObjectRef, Any] = field(default_factory=dict)
    actors: list[Actor] = field(default_factory=list)
    working: dict[ray.ObjectRef, tuple[Any, Actor]] = field(default_factory=dict)
    lost: list[Any] = field(default_factory=list)
    failures: dict[Any, int] = field(default_factory=dict)

    def tend(self) -> None:
        """Starts actors until there are enough."""
        while len(self.starting) + len(self.actors) < self.size:
            handle = self.make()
            self.starting[handle.hello.remote()] = handle

    def free(self) -> int:
        """How many items could be handed out now."""
        return sum(self.slots - actor.busy for actor in self.actors)

    def give(self, item: Any, start: Callable[[Any], ray.ObjectRef]) -> None:
        """Hands an item to the least busy actor; `start` calls it."""
        actor = min(self.actors, key=lambda actor: actor.busy)
        actor.busy += 1
        self.working[start(actor.handle)] = (item, actor)
        self.events.started(item, actor.machine)

    def results(self, timeout: float) -> Iterator[tuple[Any, Machine, Any]]:
        """Items that were finished, after waiting for so many seconds at most."""
        refs = [*self.working, *self.starting]
        if not refs:
            return
        ready, _ = ray.wait(refs, num_returns=1, timeout=timeout)
        if ready:  # and whatever else is
            ready, _ = ray.wait(refs, num_returns=len(refs), timeout=0)
        for ref in ready:
            if ref in self.starting:
                self._joined(ref)
            elif ref in self.working:
                yield from self._finished(ref)

    def take_lost(self) -> list[Any]:
        """The items that are to be handed out again."""
        lost, self.lost = self.lost, []
        return lost

    def close(self) -> None:
        """Ends all actors, whatever they are doing."""
        handles = [*self.starting.values(), *(actor.handle for actor in self.actors)]
        goodbyes = [actor.handle.close.remote() for actor in self.actors if not actor.busy]
        ray.wait(goodbyes, num_returns=len(goodbyes), timeout=2) if goodbyes else None
        for handle in handles:
            ray.kill(handle)
        for actor in self.actors:
            self.events.left(actor.machine)
        self.starting, self.actors, self.working = {}, [], {}

    def _joined(self, ref: ray.ObjectRef) -> None:
        handle = self.starting.pop(ref)
        try:
            machine = ray.get(ref)
        except RayError as error:
            self.events.lost(None, "starting", first_line(error))
            self._count(_STARTING, error)
            return
        self.failures.pop(_STARTING, None)
        self.actors.append(Actor(handle, machine))
        self.events.joined(machine)

    def _finished(self, ref: ray.ObjectRef) -> Iterator[tuple[Any, Machine, Any]]:
        item, actor = self.working.pop(ref)
        actor.busy -= 1
        try:
            result = ray.get(ref)
        except RayTaskError as error:
            self._count(item, error.cause)
            self._lose(item, actor, first_line(error.cause))
        except RayError as error:
            self._drop(actor)
            self._lose(item, actor, first_line(error))
        else:
            yield item, actor.machine, result

    def _count(self, item: Any, error: BaseException) -> None:
        """Work that fails again and again is not the machines' fault."""
        self.failures[item] = self.failures.get(item, 0) + 1
        if self.failures[item] >= MOST_FAILURES:
            raise SaltaError(f"{item} failed {MOST_FAILURES} times: {first_line(error)}")

    def _lose(self, item: Any, actor: Actor, why: str) -> None:
        self.lost.append(item)
        self.events.lost(item, actor.machine, why)

    def _drop(self, actor: Actor) -> None:
        """Gives an actor up. It may only have lost its connection, and must not come back."""
        if actor in self.actors:
            self.actors.remove(actor)
            ray.kill(actor.handle)
            self.events.left(actor.machine)
