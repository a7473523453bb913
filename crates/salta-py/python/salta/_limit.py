"""A limit on the time of evaluators and players."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any

from salta import _native


class TimeLimit:
    """Wraps an evaluator or player and limits each call to `seconds`.

    A call that takes longer raises `SaltaError`, which ends the search, match or loop; files already written
    remain. Calls run in threads of their own, because a call that hangs cannot be stopped: its thread is left
    behind until it returns; `torch.no_grad()` around the search does not reach them, only within the evaluator. Other threads are used again and end with this object. Several threads may make
    calls at a time. Attributes are those of the evaluator or player.
    """

    def __init__(self, limited: Any, seconds: float):
        if not 0 < seconds <= threading.TIMEOUT_MAX:
            raise _native.SaltaError(f"seconds must be positive and finite, not {seconds}")
        self.limited, self.seconds = limited, seconds
        self._idle: list[_Worker] = []
        self._process = os.getpid()

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.limited, name)
        return (lambda *arguments: self._call(found, arguments)) if name == "choose" else found

    def __reduce__(self) -> tuple[Any, ...]:
        return TimeLimit, (self.limited, self.seconds)

    def __call__(self, *arguments: Any) -> Any:
        return self._call(self.limited, arguments)

    def _call(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        if self._process != os.getpid():  # a fork has no threads but the one that made it
            self._idle, self._process = [], os.getpid()
        try:
            worker = self._idle.pop()
        except IndexError:
            worker = _Worker()
        worker.calls.put((function, arguments))
        try:
            answer, error = worker.answers.get(timeout=self.seconds)
        except Empty:
            raise _native.SaltaError(f"{self.limited!r} did not return within {self.seconds} s") from None
        # After an exception, Ctrl-C too, it is not idle: a late answer belongs to no later call.
        self._idle.append(worker)
        if error is not None:
            raise error
        return answer


class _Worker:
    """A thread that makes calls, one after the other; it ends once nothing refers to this object."""

    def __init__(self):
        self.calls, self.answers = SimpleQueue(), SimpleQueue()
        threading.Thread(target=_work, args=(self.calls, self.answers), daemon=True).start()

    def __del__(self):
        self.calls.put(None)


def _work(calls: SimpleQueue, answers: SimpleQueue) -> None:
    for function, arguments in iter(calls.get, None):
        try:
            answers.put((function(*arguments), None))
        except BaseException as error:
            answers.put((None, error))
        del function, arguments  # may refer to the `TimeLimit`, which an idle thread must not keep alive
