"""Settings of work on many machines, besides its config."""

from __future__ import annotations

import shlex
import sys
from dataclasses import dataclass, fields
from pathlib import Path

from salta import SaltaError

MEBIBYTE = 1 << 20


@dataclass(frozen=True, kw_only=True)
class ClusterSettings:
    """Which cluster to use and how much of it; the result does not depend on it."""

    address: str | None = None
    """Ray cluster to join; by default RAY_ADDRESS, or a local one that is started."""
    workers: int | None = None
    """Actors that do the work; by default as many as the cluster's cores allow, checked again and
    again."""
    cores: int = 1
    """Cores of such an actor."""
    object_store_bytes: int = 256 * MEBIBYTE
    """Memory of the object store of a local cluster, in bytes."""

    def check(self) -> None:
        """Refuses settings that contradict each other or are out of range, in one sentence."""
        self._at_least(1, "workers", "cores")
        if (self.address or "").startswith("ray://"):
            raise SaltaError("--address: start this on a machine of the cluster, not through ray://")
        if self.object_store_bytes < 80 * MEBIBYTE:
            raise SaltaError("--object-store-bytes must be at least 83886080, Ray's least")

    def _at_least(self, least: int, *names: str) -> None:
        for name in names:
            value = getattr(self, name)
            if value is not None and value < least:
                raise SaltaError(f"--{name.replace('_', '-')} must be at least {least}")


@dataclass(frozen=True)
class AblationSettings(ClusterSettings):
    """An ablation, and how much of a cluster works on it."""

    config: Path
    """Config of an ablation, on a file system that all machines share, as all that it names."""
    out: Path | None = None
    """Directory of its runs and matches, likewise; by default runs/ablate-NAME. It is resumed if it is
    there."""
    sets: tuple[str, ...] = ()
    """Values of the config to change, as `key=value`."""


@dataclass(frozen=True)
class Settings(ClusterSettings):
    """Where the run is stored, and how much of a cluster works on it.

    An actor plays as many groups of games at once as it has cores. Besides `config` and `sets`, only `until`
    changes the result.
    """

    config: Path | None = None
    """Training config of a run."""
    resume: Path | None = None
    """Directory of a run to resume, instead of a config."""
    out: Path | None = None
    """Directory of the run; by default runs/NAME. It is resumed if it is there."""
    sets: tuple[str, ...] = ()
    """Values of the config to change, as `key=value`."""
    until: int | None = None
    """The generation to stop after, without the final tournament."""
    learner_cores: int = 0
    """Threads of the learner; 0: one per core. Self-play pauses while it learns."""
    evaluate_every: int = 0
    """Generations between evaluations, which play the config's tournament; 0: only the final one."""
    evaluators: int = 1
    """Evaluation actors while training."""
    storage: str | None = None
    """URL (fsspec) to which shards, checkpoints and the learner are also written."""
    in_flight_bytes: int = 256 * MEBIBYTE
    """Bytes of shards in flight beyond which no more groups are handed out."""

    def check(self) -> None:
        super().check()
        if (self.config is None) == (self.resume is None):
            raise SaltaError("give a training config, or a run with --resume")
        if self.resume is not None and self.out is not None:
            raise SaltaError("--out goes with a new run alone")
        self._at_least(1, "evaluators", "in_flight_bytes")
        self._at_least(0, "learner_cores", "evaluate_every", "until")

    def again(self, run: Path) -> str:
        """The command that resumes this run."""
        words = [Path(sys.executable).name, "-m", "salta.ray", "train", "--resume", str(run)]
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name not in ("config", "resume", "out", "sets") and value != field.default:
                words += [f"--{field.name.replace('_', '-')}", str(value)]
        return shlex.join(words)
