"""A run's directory and its copy in a storage, so that a run outlives its machine."""

from __future__ import annotations

import json
import os
import re
import shutil
import tomllib
from collections.abc import Collection
from pathlib import Path
from typing import Any

from salta import SaltaError, _native
from salta.ray.storage import Storage, place

_CONFIG, _CHANGES, _METRICS = "config.toml", "changes.json", "metrics.ndjson"
# The part of a checkpoint or learner that is written last, and names the checksums of the others.
_LAST = "checkpoint.json"
_FIRST = "gen-0000"


def generation_name(generation: int) -> str:
    """The name of a generation's directory."""
    return f"gen-{generation:04}"


def by_number(name: str) -> tuple[int, str]:
    """A key that sorts names by the number that they end in: gen-9999 before gen-10000."""
    return len(name), name


def generations_in(folder: Path) -> list[str]:
    """The names of the generations in a directory, in order; none if there is none."""
    return _generations(_names(folder))


def identity(names: Collection[str]) -> list[str]:
    """The files that say what a run is; the config last, since with it a directory is a run."""
    rules = [name for name in names if name.startswith("variant") and name.endswith(".toml")]
    rules.sort(key=by_number)  # variant, variant-2, …, variant-10
    changes = [_CHANGES] if _CHANGES in names else []
    return [*rules, "run.json", *changes, _CONFIG]


class Mirror:
    """Brings a run to its storage and back."""

    def __init__(self, run: Path, storage: Storage):
        self.run, self.storage = run, storage
        self.pushed: dict[str, dict[str, tuple[int, int, int]]] = {}

    def pull(self) -> None:
        """Fetches what the storage has and the run's directory lacks; a learner if it is further on.

        A storage of no run becomes this one's, before the next shard. Raises SaltaError if it is another's.
        """
        there, is_here = self.storage.names(""), (self.run / _CONFIG).exists()
        if _CONFIG not in there:
            if is_here:
                self._push_work()
                self._push_identity()  # with it the storage has a run, which has all of its generations
            return
        if is_here:
            self._check(there)
        else:
            self._pull_start()
            for name in identity(there):
                place(self.run / name, self.storage.get(name))
        for generation in self._generations("games"):
            if not self._is_old(generation):
                self.pull_shards(generation)
        evaluations = [f"evaluation/{generation}" for generation in self._generations("evaluation")]
        for folder in ["tournament", *evaluations]:
            self._pull_files(folder)
        learner = max(self._complete("learner"), default="", key=by_number)
        newest = max(generations_in(self.run / "learner"), default="", key=by_number)
        if by_number(learner) > by_number(newest):
            for generation in self._complete("checkpoints"):
                self._pull_folder(f"checkpoints/{generation}")
            manifests = [f"manifests/{name}" for name in self.storage.names("manifests")]
            for name in [_METRICS, *manifests, *identity(there)]:  # the manifests are of the config there
                place(self.run / name, self.storage.get(name))
            self._pull_folder(f"learner/{learner}")

    def pull_shards(self, generation: str) -> None:
        """Fetches the shards of a generation that are not here yet."""
        self._pull_files(f"games/{generation}")

    def push(self) -> None:
        """Brings over what the storage lacks: the learner last, with which a generation counts."""
        self._push_identity()
        self._push_work()

    def _push_work(self) -> None:
        for generation in generations_in(self.run / "games"):
            self._push_folder(f"games/{generation}", lasting=True)
        for generation in generations_in(self.run / "checkpoints"):
            self._push_folder(f"checkpoints/{generation}")
        if (self.run / _METRICS).exists():
            self._put(_METRICS)
        self._push_folder("manifests")
        learners = generations_in(self.run / "learner")
        for generation in learners:
            self._push_folder(f"learner/{generation}")
        for generation in self._generations("learner"):
            if learners and by_number(generation) < min(map(by_number, learners)):
                self.storage.remove(f"learner/{generation}")
        for generation in filter(self._is_old, self._generations("games")):
            self.storage.remove(f"games/{generation}")
        for folder in ["tournament", *(f"evaluation/{g}" for g in generations_in(self.run / "evaluation"))]:
            self._push_folder(folder)

    def _is_old(self, generation: str) -> bool:
        """Whether the run removed the games of a generation to hold `games_bytes`."""
        if not generations_in(self.run / "learner") or not tomllib.loads((self.run / _CONFIG).read_text())["games_bytes"]:
            return False
        kept = generations_in(self.run / "games")
        return bool(kept) and by_number(generation) < min(map(by_number, kept))

    def _check(self, there: set[str]) -> None:
        """Refuses a storage with these files if they are another run's."""
        here = set(_names(self.run))
        changed = _CHANGES in here | there
        for name in sorted({*identity(here), *identity(there)} - {_CHANGES}):
            both = name in here and name in there
            if not both or not self._is_same(name, changed and name == _CONFIG):
                raise SaltaError(
                    f"{self.storage.root} holds another run than {self.run}: its {name} is not the same; "
                    "choose another --storage"
                )

    def _is_same(self, name: str, changed: bool = False) -> bool:
        """Whether a file is the same in the storage; but for what can change, if it is a changed config."""
        here, there = (self.run / name).read_bytes(), self.storage.get(name)
        return _lasting(here) == _lasting(there) if changed else here == there

    def _push_identity(self) -> None:
        for name in identity(_names(self.run)):
            self._put(name)

    def _put(self, name: str) -> None:
        self.storage.put(name, (self.run / name).read_bytes())

    def _generations(self, folder: str) -> list[str]:
        return _generations(self.storage.names(folder))

    def _complete(self, folder: str) -> list[str]:
        found = self._generations(folder)
        return [name for name in found if _LAST in self.storage.names(f"{folder}/{name}")]

    def _pull_start(self) -> None:
        """Fetches what a run began with that has learned nothing yet, if that was another run's."""
        origin = json.loads(self.storage.get("run.json")).get("origin")
        if not origin or set(self._complete("learner")) - {_FIRST}:
            return
        # A run may begin without games, and a storage has no empty folder.
        (self.run / "games" / _FIRST).mkdir(parents=True, exist_ok=True)
        for folder in f"checkpoints/{_FIRST}", f"learner/{_FIRST}":
            if _LAST in self.storage.names(folder):
                self._pull_folder(folder)

    def _pull_files(self, folder: str) -> None:
        for name in self.storage.names(folder) - set(_names(self.run / folder)):
            place(self.run / folder / name, self.storage.get(f"{folder}/{name}"))

    def _pull_folder(self, folder: str) -> None:
        path = self.run / folder
        if path.exists():
            return
        aside = path.parent / f".{path.name}-pulled.tmp"
        shutil.rmtree(aside, ignore_errors=True)
        for name in self.storage.names(folder):
            place(aside / name, self.storage.get(f"{folder}/{name}"))
        os.rename(aside, path)

    def _push_folder(self, folder: str, lasting: bool = False) -> None:
        """Brings over the files of a folder; `lasting`: those that are there stay as they are."""
        paths = [self.run / folder / name for name in _names(self.run / folder)]
        files = {path.name: _version(path) for path in paths if path.is_file()}
        if self.pushed.get(folder) == files:
            return  # without asking the storage, generation after generation
        there = self.storage.names(folder)
        if _LAST in files and _LAST in there:
            lasting = self._is_same(f"{folder}/{_LAST}")
            if not lasting:
                self.storage.remove(folder)
                there = set()
        for name in sorted(files, key=lambda name: name == _LAST):
            if name not in there or not (lasting or self._is_same(f"{folder}/{name}")):
                self._put(f"{folder}/{name}")
        self.pushed[folder] = files


def _lasting(config: bytes) -> dict[str, Any]:
    """The values of a config that never change."""
    values = tomllib.loads(config.decode())
    evaluate = values.get("evaluate", {})
    evaluate.pop("table", None)  # where a file lies
    return {key: value for key, value in values.items() if key not in _native.CHANGEABLE_KEYS}


def _generations(names: Collection[str]) -> list[str]:
    return sorted((name for name in names if re.fullmatch(r"gen-\d{4,}", name)), key=by_number)


def _version(path: Path) -> tuple[int, int, int]:
    """What is another once a file has been replaced."""
    stat = path.stat()
    return stat.st_ino, stat.st_mtime_ns, stat.st_size


def _names(folder: Path) -> list[str]:
    """The names in a directory, without those of files under way; none if there is none."""
    if not folder.is_dir():
        return []
    return sorted(name for name in os.listdir(folder) if not name.startswith("."))
