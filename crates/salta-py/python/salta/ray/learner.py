"""The actor that learns: `salta learn` on the run's directory."""

from __future__ import annotations

import json
import subprocess
import tempfile
from contextlib import suppress
from typing import Any

from salta.ray import program


class Learner:
    """A generation after the other, from the shards in the run's directory."""

    def __init__(self, path: str, run: str, until: int, cores: int):
        pipe = subprocess.PIPE
        self.errors = tempfile.TemporaryFile("w+")
        words = [path, "learn", run, "--until", str(until), "--threads", str(cores)]
        self.process = program.start(words, stdin=pipe, stdout=pipe, stderr=self.errors)

    def wanted(self) -> dict[str, Any] | None:
        """What is to be played next; None at the end."""
        line = self._line()
        return None if line is None else line["wanted"]

    def learn(self, time: dict[str, Any]) -> dict[str, Any]:
        """Learns, all shards being there, and saves; `time` is what the games took."""
        with suppress(BrokenPipeError):  # its exit says why
            self.process.stdin.write(json.dumps(time) + "\n")
            self.process.stdin.flush()
        line = self._line()
        if line is None:
            raise program.ProgramError("the learner ended before its time")
        return line

    def close(self) -> None:
        """Ends it; what it has not saved is learned again."""
        self.process.kill()
        self.process.wait()

    def _line(self) -> dict[str, Any] | None:
        line = self.process.stdout.readline()
        if line:
            return json.loads(line)
        if self.process.wait():
            self.errors.seek(0)
            raise program.ProgramError(
                program.sentence(self.errors.read(), self.process.returncode)
            )
        return None
