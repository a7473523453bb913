"""What a batched step costs from Python; `crates/salta-env/examples/batched_step.rs` is the same in Rust.

python batched_step.py [games]
"""

import statistics
import sys
import time

import salta

ROUNDS, STEPS = 15, 100


def microseconds(step):
    """The median over rounds."""
    rounds = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        for _ in range(STEPS):
            step()
        rounds.append((time.perf_counter() - started) * 1e6 / STEPS)
    return statistics.median(rounds)


def main():
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 4096
    env = salta.BatchEnv(salta.Variant("buettgenbach-1899"), games, seed=1)

    def step():
        env.step(env.sample_actions())

    def observed():
        step()
        env.observe()

    print(f"{microseconds(step):.1f} µs a step")
    print(f"{microseconds(observed):.1f} µs a step with observations")


main()
