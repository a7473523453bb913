"""How fast evaluators of Python's search and play: python crates/salta-py/selfplay_speed.py PROGRAM

With an evaluator that returns constants, which leaves Salta's own work; whole games with a network beside
`PROGRAM selfplay` (the release build of `salta`), alternately; and samples for a learner. Medians per second
of processor time (a busy machine does little harm) and, in brackets, by the clock on the wall.
"""

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import salta

ROOT = Path(__file__).parents[2]
QUICKSTART = ROOT / "configs" / "train" / "quickstart.toml"
CHECKPOINT = ROOT / "data" / "checkpoints" / "quickstart"
REPETITIONS = 5


def timed(work):
    """Seconds of processor time, child processes included, and by the clock on the wall."""
    before, started = os.times(), time.perf_counter()
    work()
    return sum(os.times()[:4]) - sum(before[:4]), time.perf_counter() - started


def medians(times):
    return [statistics.median(column) for column in zip(*times)]


def rates(count, times):
    """How many of something per second of one core, and per second of the clock."""
    cpu, wall = (count / seconds for seconds in medians(times))
    scale, unit = (1e6, " M") if cpu > 1e6 else (1e3, "k")
    return f"{cpu / scale:.2f}{unit} per core-second [{wall / scale:.2f}{unit} per second]"


def middle_game(count):
    """Positions of random games after 60 to 120 plies."""
    rng, found = random.Random(1), []
    while len(found) < count:
        position = salta.Variant().start()
        for _ in range(rng.randrange(60, 120)):
            if not position.terminated:
                position = position.apply(rng.choice(position.legal_actions()))
        if not position.terminated:
            found.append(position)
    return found


def constants(rows):
    logits, values = np.zeros((rows, salta.ACTIONS), np.float32), np.zeros(rows, np.float32)
    return lambda observation, mask: (logits[: len(mask)], values[: len(mask)])


def searches(games=256, simulations=200):
    positions, evaluator = middle_game(games), constants(games)
    for observations in ("features", "planes"):
        options = {"simulations": simulations, "observations": observations}
        times = [timed(lambda: salta.search(positions, evaluator, **options)) for _ in range(REPETITIONS)]
        print(f"simulations, {observations}: {rates(games * simulations, times)}", flush=True)


def whole_games(program):
    sets = {"games_per_generation": 128, "selfplay.games_per_group": 32, "stage": []}
    network, times = salta.Network(CHECKPOINT), {"program": [], "python": []}
    for _ in range(REPETITIONS):
        with tempfile.TemporaryDirectory() as folder:
            call = [program, "selfplay", str(QUICKSTART), "--checkpoint", str(CHECKPOINT), "--out", folder + "/a"]
            call += [f"--set={key}={value}" for key, value in sets.items()]
            times["program"].append(timed(lambda: subprocess.run(call, check=True, capture_output=True)))

            def play():
                for leaves in (games := salta.SelfPlay(QUICKSTART, folder + "/b", sets=sets, batch=64)):
                    games.absorb(*network(leaves.observation))

            times["python"].append(timed(play))
    program, python = (medians(times[name]) for name in ("program", "python"))
    for what, a, b in zip(("core-seconds", "seconds"), program, python):
        print(f"128 games: {a:.2f} {what} by the program, {b:.2f} from Python: {a / b:.2f} of its speed")


def samples():
    with tempfile.TemporaryDirectory() as folder:
        games = salta.SelfPlay({"games_per_generation": 64, "selfplay": {"search": {"simulations": 2}}}, folder)
        evaluator = constants(4096)
        for leaves in games:
            games.absorb(*evaluator(leaves.observation, leaves.legal_action_mask))
        dataset = salta.dataset(folder, batch=256)
    times = [timed(lambda: [dataset.batch(step) for step in range(200)]) for _ in range(REPETITIONS)]
    print(f"samples of a dataset: {rates(200 * 256, times)}", flush=True)


def steps(games=4096, count=300):
    for threads in (1, 2):
        env = salta.BatchEnv(salta.Variant(), games, seed=1, threads=threads)

        def play():
            for _ in range(count):
                env.step(env.sample_actions())
                env.observe_planes()

        play()
        times = [timed(play) for _ in range(REPETITIONS)]
        print(f"steps of {games} games with masks and planes, {threads} threads: {rates(games * count, times)}")


if __name__ == "__main__":
    searches()
    samples()
    steps()
    if len(sys.argv) > 1:
        whole_games(sys.argv[1])
