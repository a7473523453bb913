"""A run's directory and its copy in a storage, so that a run outlives its machine."""

from __future__ import annotations

import os
import shutil
from collections.abc import Collection
from pathlib import Path

from salta.ray.storage import Storage, place

_CONFIG, _CHANGES, _METRICS = "config.toml", "changes.json", "metrics.ndjson"
# The part of a checkpoint or learner that is written last, and names the checksums of the others.
_LAST = "checkpoint.json"


def generation_name(generation: int) -> str:
    """The name of a generation's directory."""
    return f"gen-{generation:04}"


def identity(names: Collection[str]) -> list[str]:
    """The files that say what a run is; the config last, since with it a directory is a run."""
    rules = [name for name in names if name.startswith("variant") and name.endswith(".toml")]
    rules.sort(key=lambda name: (len(name), name))  # variant, variant-2, …, variant-10
    changes = [_CHANGES] if _CHANGES in names else []
    return [*rules, "run.json", *changes, _CONFIG]


class Mirror:
    """Brings a run to its storage and back."""

    def __init__(self, run: Path, storage: Storage):
        self.run, self.storage = run, storage
        self.pushed: dict[str, list[str]] = {}

    def pull(self) -> None:
        """Fetches what the storage has and the run's directory lacks; a learner if it is further on."""
        there = self.storage.names("")
        if not (self.run / _CONFIG).exists():
            if _CONFIG not in there:
                return
            for name in identity(there):
                place(self.run / name, self.storage.get(name))
        for generation in self._generations("games"):
            self.pull_shards(generation)
        evaluations = [f"evaluation/{generation}" for generation in self._generations("evaluation")]
        for folder in ["tournament", *evaluations]:
            self._pull_files(folder)
        learner = max(self._complete("learner"), default="")
        if learner > max(_names(self.run / "learner"), default=""):
            for generation in self._complete("checkpoints"):
                self._pull_folder(f"checkpoints/{generation}")
            place(self.run / _METRICS, self.storage.get(_METRICS))
            self._pull_files("manifests")
            for name in identity(there):  # the manifests are of the config there
                place(self.run / name, self.storage.get(name))
            self._pull_folder(f"learner/{learner}")

    def pull_shards(self, generation: str) -> None:
        """Fetches the shards of a generation that are not here yet."""
        self._pull_files(f"games/{generation}")

    def push(self) -> None:
        """Brings over what the storage lacks: the learner last, with which a generation counts."""
        for name in identity(_names(self.run)):
            self.storage.put(name, (self.run / name).read_bytes())
        for generation in _names(self.run / "games"):
            self._push_folder(f"games/{generation}")
        for generation in _names(self.run / "checkpoints"):
            self._push_folder(f"checkpoints/{generation}")
        metrics = self.run / _METRICS
        if metrics.exists():
            self.storage.put(_METRICS, metrics.read_bytes())
        self._push_folder("manifests")
        learners = _names(self.run / "learner")
        for generation in learners:
            self._push_folder(f"learner/{generation}")
        for generation in self._generations("learner"):
            if learners and generation < min(learners):
                self.storage.remove(f"learner/{generation}")
        for folder in ["tournament", *(f"evaluation/{g}" for g in _names(self.run / "evaluation"))]:
            self._push_folder(folder)

    def _generations(self, folder: str) -> list[str]:
        return sorted(self.storage.names(folder))

    def _complete(self, folder: str) -> list[str]:
        found = self._generations(folder)
        return [name for name in found if _LAST in self.storage.names(f"{folder}/{name}")]

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

    def _push_folder(self, folder: str) -> None:
        names = _names(self.run / folder)
        if self.pushed.get(folder) == names:
            return  # without asking the storage, generation after generation
        there = self.storage.names(folder)
        for name in sorted(names, key=lambda name: name == _LAST):
            if name not in there:
                self.storage.put(f"{folder}/{name}", (self.run / folder / name).read_bytes())
        self.pushed[folder] = names


def _names(folder: Path) -> list[str]:
    """The names in a directory, without those of files under way; none if there is none."""
    if not folder.is_dir():
        return []
    return sorted(name for name in os.listdir(folder) if not name.startswith("."))
