"""What the tests share: the variants, positions drawn at random, the `salta` binary."""

import os
import random
import subprocess
from pathlib import Path

import numpy as np
import pytest

import salta

ROOT = Path(__file__).parents[3]


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
