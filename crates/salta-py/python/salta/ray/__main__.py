"""`python -m salta.ray train`: a training run on many machines."""

from __future__ import annotations

import argparse
import signal
import sys
from dataclasses import fields
from pathlib import Path

from salta import SaltaError
from salta.ray.events import Progress
from salta.ray.settings import Settings
from salta.ray.training import train

_STOPPED = 130


def parser() -> argparse.ArgumentParser:
    """The command line."""
    whole = argparse.ArgumentParser(prog="python -m salta.ray", description=__doc__)
    commands = whole.add_subparsers(dest="command", required=True)
    one = commands.add_parser("train", help="train a network by self-play on a Ray cluster")
    defaults = {field.name: field.default for field in fields(Settings)}
    one.add_argument("config", nargs="?", type=Path, metavar="CONFIG",
                     help="training config, such as configs/train/quickstart.toml")
    one.add_argument("--set", dest="sets", action="append", default=[], metavar="KEY=VALUE",
                     help="change a value of the config (with --resume as salta train has it)")
    for name, kind, what in [
        ("resume", Path, "resume the run in this directory (from here or from salta train)"),
        ("out", Path, "directory of the new run; runs/NAME if left out"),
        ("until", int, "stop after this generation, without the final tournament"),
        ("address", str, "Ray cluster to join, as in auto or HOST:6379; else a local one is started"),
        ("workers", int, "self-play actors; as many as there are cores for if left out"),
        ("cores", int, "cores of a self-play or evaluation actor"),
        ("learner-cores", int, "threads of the learner; 0: one per core"),
        ("evaluate-every", int, "play the config's matches after every so many generations"),
        ("evaluators", int, "evaluation actors while training"),
        ("storage", str, "URL that also keeps the run, as in s3://bucket/run or file:///mnt/run"),
        ("object-store-bytes", int, "memory of the object store of a cluster started here"),
        ("in-flight-bytes", int, "bytes of shards that may be on their way at once"),
    ]:  # fmt: skip
        default = defaults[name.replace("-", "_")]
        shown = f"{what} (default: {default})" if default not in (None, 0) else what
        one.add_argument(f"--{name}", type=kind, default=default, help=shown)
    return whole


def main() -> int:
    """Runs the command; its exit code: 2 for what is refused, 130 after Ctrl-C."""
    arguments = vars(parser().parse_args())
    del arguments["command"]
    settings = Settings(**arguments | {"sets": tuple(arguments["sets"])})
    # A request to terminate is taken as Ctrl-C is.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    progress = Progress()
    try:
        said = train(settings, progress)
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
