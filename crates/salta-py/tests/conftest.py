"""What the tests share: the variants, positions drawn at random, the `salta` binary."""

import importlib
import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import salta

ROOT = Path(__file__).parents[3]
QUICKSTART = ROOT / "configs" / "train" / "quickstart.toml"
CHECKPOINT = ROOT / "data" / "checkpoints" / "quickstart"


@pytest.fixture(params=salta.VARIANTS)
def variant(request):
    """Every historical variant in turn."""
    return salta.Variant(request.param)


def random_positions(variant, count, seed=0):
    """Positions of random games, at every stage and in mid-chain too; none is over."""
    rng, found = random.Random(seed), []
    position = variant.start()
    while len(found) < count:
        if position.terminated or position.plies > 300:
            position = variant.start()
        found.append(position)
        position = position.apply(rng.choice(position.legal_actions()))
    return found


def observations(positions):
    """What a network sees of them: float32 [B, 50, FEATURES]."""
    return np.stack([position.observation() for position in positions])


def run_salta(*arguments, **options):
    """Runs the binary that `cargo xtask test` has built, and returns what it says."""
    binary = os.environ.get("SALTA", str(ROOT / "target" / "debug" / "salta"))
    call = [binary, *map(str, arguments)]
    done = subprocess.run(call, capture_output=True, text=True, cwd=ROOT, **options)
    assert done.returncode == 0, f"{call}: {done.stderr}"
    return done.stdout


@pytest.fixture(scope="session")
def torch_python(tmp_path_factory):
    """A Python that has PyTorch, and its environment: this one, or the system's."""
    beside = tmp_path_factory.mktemp("beside")
    for name in ("safetensors", "salta", "gymnasium", "farama_notifications", "cloudpickle"):
        (beside / name).symlink_to(Path(importlib.import_module(name).__file__).parent)
    for python, extra in [(sys.executable, {}), ("/usr/bin/python3", {"PYTHONPATH": beside})]:
        environment = os.environ | {name: str(value) for name, value in extra.items()}
        check = [python, "-c", "import torch, numpy, safetensors.torch"]
        try:
            if subprocess.run(check, env=environment, capture_output=True).returncode == 0:
                return python, environment
        except FileNotFoundError:
            continue
    pytest.skip("no Python here has PyTorch: apt-get install python3-torch, or pip install torch")
