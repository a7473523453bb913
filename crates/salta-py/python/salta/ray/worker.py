"""Actors that call the `salta` program, and the one that plays: groups of games and matches."""

from __future__ import annotations

import json
import os
import shutil
import socket
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import ray

from salta.ray import program
from salta.ray.mirror import generation_name
from salta.ray.storage import Storage, place

_HOME = "salta-ray-"

Files = dict[str, bytes]
"""Files of a folder by their names."""


@dataclass(frozen=True)
class Kit:
    """What a machine needs to work for a run: nothing of it need be installed there."""

    program: bytes
    path: str
    """Where the program lies on the machine that the run was started on."""
    run: Files = field(default_factory=dict)
    """The files that say what the run is."""
    storage: str | None = None


@dataclass(frozen=True)
class Machine:
    """Where an actor is."""

    host: str
    node: str
    pid: int

    def __str__(self) -> str:
        return f"{self.host}, process {self.pid}"


@dataclass(frozen=True)
class Made:
    """What came of an item: files, which are empty here if they went to the storage."""

    files: Files
    size: int
    said: Any
    """What the program said: a line of JSON."""


class ProgramActor:
    """An actor with the program."""

    def __init__(self, kit: list[ray.ObjectRef]):
        _sweep()
        self.kit: Kit = ray.get(kit[0])
        self.home = Path(tempfile.mkdtemp(prefix=f"{_HOME}{os.getpid()}-"))
        self.program = _program(self.kit, self.home)

    def hello(self) -> Machine:
        """Says where it is, once it is ready."""
        node = ray.get_runtime_context().get_node_id()
        return Machine(socket.gethostname(), node, os.getpid())

    def close(self) -> None:
        """Leaves nothing behind."""
        shutil.rmtree(self.home, ignore_errors=True)


class Worker(ProgramActor):
    """Plays with the networks it is given. Calls may overlap, as many as it has cores."""

    def __init__(self, kit: list[ray.ObjectRef]):
        super().__init__(kit)
        self.lock = threading.Lock()
        self.used: Counter[int] = Counter()
        """How many calls use the network of each generation that is here."""
        self.run = self.home / "run"
        for name, data in self.kit.run.items():
            place(self.run / name, data)
        rules = [str(self.run / name) for name in self.kit.run if name.startswith("variant")]
        self.rules = [f"--set=variant={json.dumps(rules[0])}"]
        if rules[1:]:
            self.rules.append(f"--set=more_variants={json.dumps(rules[1:])}")

    def play(self, generation: int, network: list[ray.ObjectRef], group: tuple[int, int]) -> Made:
        """The shard of a group of games, played by the generation before."""
        first, end = group
        before = generation - 1
        with self._networks({before: network[0]}), self._folder() as out:
            said = program.run([
                self.program, "selfplay", self.run / "config.toml", *self.rules, "--json",
                "--set=threads=1", "--generation", str(generation), "--checkpoint", self._checkpoint(before),
                "--games", f"{first}..{end}", "--out", out,
            ])  # fmt: skip
            for name in ("config.toml", f"{generation_name(generation)}-network.json"):
                Path(out, name).unlink()
            return self._made(Path(out), f"games/{generation_name(generation)}", said)

    def evaluate(
        self, generation: int, networks: dict[int, ray.ObjectRef], opponent: int, threads: int
    ) -> Made:
        """Result and games of a generation's match against one opponent of the run's config."""
        with self._networks(networks), self._folder() as out:
            said = program.run([
                self.program, "evaluate", self.run, "--generation", str(generation), "--json",
                "--opponent", str(opponent), "--threads", str(threads), "--out", out,
            ])  # fmt: skip
            Path(out, "lock").unlink()
            return Made(_files(Path(out)), 0, json.loads(said)[0])

    def _folder(self) -> tempfile.TemporaryDirectory[str]:
        return tempfile.TemporaryDirectory(dir=self.home, ignore_cleanup_errors=True)

    def _checkpoint(self, generation: int) -> Path:
        return self.run / "checkpoints" / generation_name(generation)

    @contextmanager
    def _networks(self, networks: dict[int, ray.ObjectRef]) -> Iterator[None]:
        """Keeps these networks in the run's directory meanwhile; removes those that no call uses."""
        try:
            with self.lock:
                self.used.update([*networks])
                for number in [*self.used]:
                    if self.used[number] == 0:
                        shutil.rmtree(self._checkpoint(number), ignore_errors=True)
                        del self.used[number]
                for number, network in networks.items():
                    self._place(self._checkpoint(number), network)
            yield
        finally:
            with self.lock:
                self.used.subtract([*networks])

    def _place(self, path: Path, network: ray.ObjectRef) -> None:
        if not path.is_dir():
            aside = Path(tempfile.mkdtemp(dir=self.home))
            for name, data in ray.get(network).items():
                (aside / name).write_bytes(data)
            path.parent.mkdir(exist_ok=True)
            aside.rename(path)

    def _made(self, out: Path, folder: str, said: str) -> Made:
        files = _files(out)
        size = sum(map(len, files.values()))
        if self.kit.storage is not None:
            storage = Storage(self.kit.storage)
            for name, data in files.items():
                storage.put(f"{folder}/{name}", data)
            files = dict.fromkeys(files, b"")
        return Made(files, size, json.loads(said))


def _files(folder: Path) -> Files:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def _program(kit: Kit, home: Path) -> Path:
    """The run's program: where it lies if it lies here too, else a copy."""
    here = Path(kit.path)
    with suppress(OSError):
        if here.read_bytes() == kit.program:
            return here
    copy = home / "salta"
    copy.write_bytes(kit.program)
    copy.chmod(0o755)
    return copy


def _sweep() -> None:
    """Removes what killed actors of this machine left behind."""
    for home in Path(tempfile.gettempdir()).glob(f"{_HOME}*-*"):
        pid = home.name.removeprefix(_HOME).split("-")[0]
        if pid.isdigit() and not _alive(int(pid)):
            shutil.rmtree(home, ignore_errors=True)


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True
