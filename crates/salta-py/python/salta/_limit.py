"""A limit on the time of evaluators and players."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any

from salta import _native


class TimeLimit:
    """An evaluator or a player of whose calls none may take longer than `seconds`.

    A call that does raises `SaltaError`, which ends the search, match or loop; what is written by then stays.
    Calls run in a thread of their own, one for each thread that makes them, because a call that hangs cannot
    be stopped: its thread is left behind. Attributes are those of the evaluator or player.
    """

    def __init__(self, limited: Any, seconds: float):
        if not 0 < seconds <= threading.TIMEOUT_MAX:
            raise _native.SaltaError(f"seconds must be positive and finite, not {seconds}")
        self.limited, self.seconds = limited, seconds
        self._own = threading.local()

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.limited, name)
        return (lambda *arguments: self._call(found, arguments)) if name == "choose" else found

    def __reduce__(self) -> tuple[Any, ...]:
        return TimeLimit, (self.limited, self.seconds)

    def __call__(self, *arguments: Any) -> Any:
        return self._call(self.limited, arguments)

    def _call(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        own = self._own
        if not hasattr(own, "queues"):
            own.queues = SimpleQueue(), SimpleQueue()
            threading.Thread(target=_work, args=own.queues, daemon=True).start()
        calls, answers = own.queues
        try:
            calls.put((function, arguments))
            answer, error = answers.get(timeout=self.seconds)
        except BaseException as failure:  # Ctrl-C too
            del own.queues  # a late answer belongs to no later call
            if not isinstance(failure, Empty):
                raise
            raise _native.SaltaError(f"{self.limited!r} did not return within {self.seconds} s") from None
        if error is not None:
            raise error
        return answer


def _work(calls: SimpleQueue, answers: SimpleQueue) -> None:
    while True:
        function, arguments = calls.get()
        try:
            answers.put((function(*arguments), None))
        except BaseException as error:
            answers.put((None, error))
