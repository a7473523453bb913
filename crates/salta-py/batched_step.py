"""What a batched step costs from Python beside the same in Rust (`salta-env`'s bench `batched_step`).

    python crates/salta-py/batched_step.py [games]

Both draw actions, step, and write masks, players, rewards and flags into arrays; then with observations too.
They take turns, in processes of their own, and count CPU time, so a busy machine does little harm.
"""

import json
import statistics
import subprocess
import sys
import time

import salta

TURNS, ROUNDS, STEPS = 9, 5, 100
RUST = ["cargo", "bench", "-q", "-p", "salta-env", "--bench", "batched_step"]


def microseconds(step):
    """CPU time of a step, the median over rounds."""
    rounds = []
    for _ in range(ROUNDS):
        started = time.thread_time_ns()
        for _ in range(STEPS):
            step()
        rounds.append((time.thread_time_ns() - started) / 1e3 / STEPS)
    return statistics.median(rounds)


def measure(games):
    """Microseconds of a step without and with observations."""
    env = salta.BatchEnv(salta.Variant("buettgenbach-1899"), games, seed=1)

    def step():
        env.step(env.sample_actions())

    def observed():
        step()
        env.observe()

    return [microseconds(step), microseconds(observed)]


def main():
    if sys.argv[1:2] == ["--measure"]:
        return print(json.dumps(measure(int(sys.argv[2]))))
    games = sys.argv[1] if sys.argv[1:] else "4096"
    subprocess.run([*RUST, "--no-run"], check=True)
    calls = {"Python": [sys.executable, __file__, "--measure", games], "Rust": [*RUST, "--", games]}
    found = {name: [] for name in calls}
    for _ in range(TURNS):
        for name, call in calls.items():
            said = subprocess.run(call, check=True, capture_output=True, text=True).stdout
            found[name].append(json.loads(said))
    for column, what in enumerate(["a step", "a step with observations"]):
        times = {name: [row[column] for row in rows] for name, rows in found.items()}
        middle = {name: statistics.median(of) for name, of in times.items()}
        ratio = statistics.median(p / r for p, r in zip(times["Python"], times["Rust"], strict=True))
        print(f"{what}: Python {middle['Python']:.1f} µs, Rust {middle['Rust']:.1f} µs, ratio {ratio:.3f}")


main()
