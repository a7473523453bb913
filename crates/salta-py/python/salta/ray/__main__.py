"""`python -m salta.ray`: a training run or an ablation on many machines."""

from __future__ import annotations

import argparse
import signal
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

from salta import SaltaError
from salta.ray.ablation import ablate
from salta.ray.events import Progress
from salta.ray.settings import AblationSettings, Settings
from salta.ray.training import train

_STOPPED = 130

Option = tuple[str, type, str]
"""Name, type, and what it is."""


def parser() -> argparse.ArgumentParser:
    """The command line."""
    whole = argparse.ArgumentParser(prog="python -m salta.ray", description=__doc__)
    commands = whole.add_subparsers(dest="command", required=True)
    _command(
        commands, "train", Settings, "train a network by self-play on a Ray cluster",
        "training config, such as configs/train/quickstart.toml",
        [
            ("resume", Path, "resume the run in this directory (from here or from salta train)"),
            ("until", int, "stop after this generation, without the final tournament"),
            ("learner-cores", int, "threads of the learner; 0: one per core"),
            ("evaluate-every", int, "play the config's matches every N generations"),
            ("evaluators", int, "evaluation actors while training"),
            ("storage", str, "URL that also keeps the run, as in s3://bucket/run or file:///mnt/run"),
            ("in-flight-bytes", int, "maximum bytes of shards in flight"),
        ],
    )
    _command(
        commands, "ablate", AblationSettings,
        "compare changes of a training config on a Ray cluster whose machines share their files",
        "config of an ablation, such as configs/ablate/quickstart.toml", [],
    )
    return whole


def _command(
    commands: Any, name: str, settings: type, about: str, config: str, options: list[Option]
) -> None:
    """A command whose options are the fields of its settings."""
    one = commands.add_parser(name, help=about)
    defaults = {field.name: field.default for field in fields(settings)}
    optional = "?" if defaults["config"] is None else None
    one.add_argument("config", nargs=optional, type=Path, metavar="CONFIG", help=config)
    resumed = " (with --resume, only those that `salta train --resume` allows)" if "resume" in defaults else ""
    one.add_argument("--set", dest="sets", action="append", default=[], metavar="KEY=VALUE",
                     help=f"override a config key{resumed}")
    for name, kind, what in [
        *options,
        ("out", Path, "directory for the new run or ablation (default: in runs/)"),
        ("address", str, "Ray cluster to join, as in auto or HOST:6379; else a local one is started"),
        ("workers", int, "number of worker actors (default: as many as the cluster's cores allow)"),
        ("cores", int, "CPU cores per worker actor"),
        ("object-store-bytes", int, "memory of the object store of a cluster started here"),
    ]:  # fmt: skip
        default = defaults[name.replace("-", "_")]
        shown = f"{what} (default: {default})" if default not in (None, 0) else what
        one.add_argument(f"--{name}", type=kind, default=default, help=shown)


def main() -> int:
    """Runs the command; its exit code: 2 for what is refused, 130 after Ctrl-C."""
    arguments = vars(parser().parse_args())
    of_train = arguments.pop("command") == "train"
    arguments["sets"] = tuple(arguments["sets"])
    settings = (Settings if of_train else AblationSettings)(**arguments)
    # A request to terminate is taken as Ctrl-C is.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    progress = Progress()
    try:
        said = train(settings, progress) if of_train else ablate(settings, progress)
    except SaltaError as error:
        progress.say(f"error: {error}")
        return 2
    except KeyboardInterrupt:
        again = "the same call" if progress.run is None else settings.again(progress.run)
        progress.say(f"error: stopped; resume with: {again}")
        return _STOPPED
    print(said, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
