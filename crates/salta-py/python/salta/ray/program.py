"""The `salta` program, which does the work: found, called, and never left behind."""

from __future__ import annotations

import ctypes
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from salta import SaltaError


class ProgramError(SaltaError):
    """The program ended with an error, which this repeats."""


def find() -> Path:
    """The program: $SALTA, or the one on the path."""
    found = os.environ.get("SALTA") or shutil.which("salta")
    if found is None or not Path(found).is_file():
        raise SaltaError("cannot find the salta program: put it on PATH, or set SALTA to its path")
    return Path(found).resolve()


def start(words: Sequence[str | Path], **options: Any) -> subprocess.Popen[str]:
    """Starts it so that it dies with this process, however that ends."""
    call = [str(word) for word in words]
    # With CARGO set it would believe that cargo runs it, and name commands so.
    environment = {name: value for name, value in os.environ.items() if name != "CARGO"}
    return subprocess.Popen(
        call, text=True, env=environment, preexec_fn=_die_with_parent, **options
    )


def run(words: Sequence[str | Path]) -> str:
    """Runs it to its end; what it says.

    Raises ProgramError with its own sentence if it fails.
    """
    pipe = subprocess.PIPE
    process = start(words, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe)
    try:
        out, err = process.communicate()
    finally:
        process.kill()  # nothing if it has ended
    if process.returncode:
        raise ProgramError(sentence(err, process.returncode))
    return out


def sentence(stderr: str, code: int) -> str:
    """The error that the program ended with, as it said it."""
    lines = [line for line in stderr.splitlines() if line.startswith("error: ")]
    if lines:
        return lines[-1].removeprefix("error: ")
    how = f"was killed by signal {-code}" if code < 0 else f"ended with code {code}"
    return f"the salta program {how}"


def _die_with_parent() -> None:
    if sys.platform == "linux":
        parent_death_signal = 1  # PR_SET_PDEATHSIG
        ctypes.CDLL(None).prctl(parent_death_signal, signal.SIGKILL)
