"""Training and ablations on many machines: `python -m salta.ray train CONFIG [--address …]`, likewise
`ablate` (docs/many-machines.md).

The run is the same as that of `salta train`: the same config, games, shards, checkpoints and bits, so it
may move from one machine to many and back after any generation. One learner works on the run's directory;
workers anywhere in a Ray cluster play groups of games, which are the work items: a group that is lost with
its worker is played again, to the same games, and no shard is taken twice.

- `Settings`, `train`: a run as `salta.ray train` has it
- `AblationSettings`, `ablate`: the runs and matches of an ablation
- `Events`: what a run tells as it goes
- `Storage`: shards and checkpoints beside the run's directory, wherever fsspec can write
"""

try:
    from salta.ray.ablation import ablate
    from salta.ray.events import Events
    from salta.ray.settings import AblationSettings, Settings
    from salta.ray.storage import Storage
    from salta.ray.training import train
except ModuleNotFoundError as error:
    raise ImportError(f"{error}: pip install './crates/salta-py[ray]'") from error

__all__ = ["AblationSettings", "Events", "Settings", "Storage", "ablate", "train"]
