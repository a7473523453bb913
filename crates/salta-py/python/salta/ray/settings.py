"""What a run on many machines is told besides its config."""

from __future__ import annotations

import shlex
import sys
from dataclasses import dataclass, fields
from pathlib import Path

from salta import SaltaError

MEBIBYTE = 1 << 20


@dataclass(frozen=True)
class Settings:
    """Where the run lies, and how much of a cluster works on it.

    None of them changes what comes out but for `until`.
    """

    config: Path | None = None
    """Training config of a new run."""
    resume: Path | None = None
    """Directory of a run to go on with, in place of a config."""
    out: Path | None = None
    """Directory of the new run; the first free one of runs/NAME if left out."""
    sets: tuple[str, ...] = ()
    """Values of the config to change, as `key=value`."""
    until: int | None = None
    """The generation to stop after, without the final tournament."""
    address: str | None = None
    """Ray cluster to join; a local one is started if left out and RAY_ADDRESS is not set."""
    workers: int | None = None
    """Self-play actors; as many as the cluster's cores allow, looked at again each generation, if
    left out."""
    cores: int = 1
    """Cores of a self-play or evaluation actor, which plays as many groups or threads at once."""
    learner_cores: int = 0
    """Threads of the learner; 0: one a core. Self-play rests while it learns."""
    evaluate_every: int = 0
    """Generations between evaluations, which play the config's tournament; 0: only the final one."""
    evaluators: int = 1
    """Evaluation actors while training."""
    storage: str | None = None
    """URL (fsspec) where shards, checkpoints and the learner are kept besides the run's directory."""
    object_store_bytes: int = 256 * MEBIBYTE
    """Memory of the object store of a local cluster that is started here."""
    in_flight_bytes: int = 256 * MEBIBYTE
    """Bytes of shards that may be on their way at once: no more groups are handed out."""

    def check(self) -> None:
        """Refuses what makes no sense, in one sentence."""
        if (self.config is None) == (self.resume is None):
            raise SaltaError("give a training config, or a run with --resume")
        if self.resume is not None and self.out is not None:
            raise SaltaError("--out goes with a new run alone")
        for name in ("workers", "cores", "evaluators", "in_flight_bytes"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise SaltaError(f"--{name.replace('_', '-')} must be at least 1")
        if (self.address or "").startswith("ray://"):
            raise SaltaError("--address: start this on a machine of the cluster, not through ray://")
        if self.object_store_bytes < 80 * MEBIBYTE:
            raise SaltaError("--object-store-bytes must be at least 83886080, Ray's least")
        for name in ("learner_cores", "evaluate_every", "until"):
            if (getattr(self, name) or 0) < 0:
                raise SaltaError(f"--{name.replace('_', '-')} must be at least 0")

    def again(self, run: Path) -> str:
        """The command that goes on with this run."""
        words = [Path(sys.executable).name, "-m", "salta.ray", "train", "--resume", str(run)]
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name not in ("config", "resume", "out", "sets") and value != field.default:
                words += [f"--{field.name.replace('_', '-')}", str(value)]
        return shlex.join(words)
