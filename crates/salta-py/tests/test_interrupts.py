"""Ctrl-C ends long calls soon."""

import signal
import threading
import time

import pytest
from conftest import QUICKSTART
from test_play import STUDY

import salta

NODES = 10**10


@pytest.fixture
def ctrl_c():
    """Ctrl-C soon after now, as in a terminal.

    Without the handler it would be lost wherever SIGINT is ignored, which programs that a shell starts in the
    background inherit, or where another library handles it.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.5, signal.raise_signal, [signal.SIGINT])
    timer.start()
    yield
    timer.cancel()
    timer.join()
    signal.signal(signal.SIGINT, before)


def review(out):
    start = salta.Variant().start()
    salta.review(start, start.moves()[:1], player=f"alphabeta@2:nodes={NODES}")


def match(out):
    salta.play(f"alphabeta@2:nodes={NODES}", f"alphabeta@3:nodes={NODES}", pairs=8, out=out)


def match_of_trees(out):
    salta.play("uct@1:sims=1000000", "checkpoint:quickstart:sims=1000000", pairs=8)


def study(out):
    config = out / "study.toml"
    config.write_text(STUDY.replace("random@1", f"alphabeta@2:nodes={NODES}"))
    salta.study(config, out / "study", threads=2)


def train(out):
    sets = {"selfplay.search.simulations": 60_000, "stage": [], "games_per_generation": 256, "threads": 2}
    salta.train(QUICKSTART, out / "run", sets=sets)


def search(out):
    salta.search([salta.Variant().start()], salta.Network("quickstart"), simulations=10**6)


def choose(out):
    salta.choose(f"alphabeta@2:nodes={NODES}", salta.Variant().start())


def play_random(out):
    salta.BatchEnv(salta.Variant(), 100_000).play_random(10**9)


@pytest.mark.parametrize("call", [review, match, match_of_trees, study, train, search, choose, play_random])
def test_long_calls_end_soon(call, tmp_path, ctrl_c):
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        call(tmp_path)
    assert time.monotonic() - began < 30
