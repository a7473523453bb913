"""Random legal play in Salta, Pgx, OpenSpiel and EnvPool on the same cores; writes table.md.

    python3 experiments/004-env-speed/compare.py [--seconds 2] [--python-environment FOLDER]

Needs Python 3.11 to 3.13 and, the first time, PyPI: the other libraries are installed into a virtual
environment of their own. Every measurement is a process of its own, tied to one or two cores.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import time
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
VARIANTS = ["buettgenbach-1899", "checkerboard", "walker"]
PGX = ["othello", "go_9x9", "chess", "backgammon"]
OPEN_SPIEL = ["othello", "go(board_size=9)", "breakthrough", "checkers"]
ENVPOOL = ["Othello-v1", "Go9x9-v1", "Chess-v1"]


def rate(play, seconds):
    """Steps per second; `play` plays for a while and returns how many steps that was."""
    play()
    started, steps = time.perf_counter(), 0
    while time.perf_counter() - started < seconds:
        steps += play()
    return steps / (time.perf_counter() - started)


def measure_pgx(threads, seconds, batch=1024, steps=64):
    """The whole loop compiled: policy, step and reset of a batch, `steps` times per call."""
    import jax
    import pgx
    from pgx.experimental import act_randomly, auto_reset

    for name in PGX:
        env = pgx.make(name)
        step = jax.vmap(auto_reset(env.step, env.init))

        def one(_, carry):
            state, key = carry
            key, choice, reset = jax.random.split(key, 3)
            action = act_randomly(choice, state.legal_action_mask)
            return step(state, action, jax.random.split(reset, batch)), key

        loop = jax.jit(lambda carry: jax.lax.fori_loop(0, steps, one, carry))
        keys = jax.random.split(jax.random.PRNGKey(1), batch)
        carry = [(jax.jit(jax.vmap(env.init))(keys), jax.random.PRNGKey(2))]

        def play():
            carry[0] = jax.block_until_ready(loop(carry[0]))
            return batch * steps

        yield {"game": name, "how": "jit(vmap(step)), auto-reset", "batch": batch,
               "rate": rate(play, seconds)}


def random_game(game, generator):
    """Plies of one random game, played from Python."""
    state, plies = game.new_initial_state(), 0
    while not state.is_terminal():
        state.apply_action(generator.choice(state.legal_actions()))
        plies += 1
    return plies


def measure_open_spiel(threads, seconds):
    """From Python, and in C++: the playouts of one simulation of its MCTS bot, from the start."""
    import random

    import pyspiel

    for name in OPEN_SPIEL:
        game, generator = pyspiel.load_game(name), random.Random(1)
        mean = sum(random_game(game, generator) for _ in range(200)) / 200
        rollouts = 200
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 64, False, 1, False)

        def play():
            bot.step(game.new_initial_state())
            return rollouts * mean

        yield {"game": name, "how": "playouts in C++", "batch": 1, "rate": rate(play, seconds)}
        yield {"game": name, "how": "from Python", "batch": 1,
               "rate": rate(lambda: random_game(game, generator), seconds)}


def measure_envpool(threads, seconds, batch=256):
    """Its C++ ports of Pgx's games; legal actions drawn by numpy from the masks that it returns."""
    import envpool
    import numpy

    for name in ENVPOOL:
        env = envpool.make_gymnasium(name, num_envs=batch, num_threads=threads)
        generator = numpy.random.default_rng(1)
        state = [env.reset()[1]["legal_action_mask"]]

        def play():
            noise = generator.random(state[0].shape, dtype=numpy.float32)
            state[0] = env.step((noise * state[0]).argmax(1))[4]["legal_action_mask"]
            return batch

        yield {"game": name, "how": "step, synchronous", "batch": batch,
               "rate": rate(play, seconds)}


RATE = ["cargo", "bench", "-q", "--locked", "-p", "salta-env", "--bench", "rate"]


def measure_salta(threads, seconds):
    """The bench `rate` of salta-env; a turn of several jumps is several steps."""
    call = [*RATE, "--", str(threads), str(seconds), *VARIANTS]
    said = subprocess.run(call, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for line in said.splitlines():
        yield json.loads(line)


MEASURES = {"Salta": measure_salta, "Pgx": measure_pgx, "OpenSpiel": measure_open_spiel,
            "EnvPool": measure_envpool}
PACKAGES = {"Pgx": "pgx", "OpenSpiel": "open_spiel", "EnvPool": "envpool"}


def worker(library, threads, seconds):
    """One library on so many cores; prints a line of JSON for each measurement."""
    for row in MEASURES[library](threads, seconds):
        print(json.dumps(row), flush=True)


def environment(folder):
    """The Python of a virtual environment that holds the other libraries."""
    python = folder / "bin" / "python"
    requirements = HERE / "requirements.txt"
    stamp = folder / "requirements.txt"
    if not stamp.exists() or stamp.read_text() != requirements.read_text():
        print(f"installing into {folder}", file=sys.stderr)
        venv.create(folder, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "-r", requirements], check=True)
        stamp.write_text(requirements.read_text())
    return python


def call(python, folder, library, threads, seconds):
    """The rows of one library. OpenSpiel has no threads: there it is one process per core."""
    cores = sorted(os.sched_getaffinity(0))[:threads]
    settings = os.environ | {"JAX_PLATFORMS": "cpu", "JAX_ENABLE_COMPILATION_CACHE": "true",
                             "JAX_COMPILATION_CACHE_DIR": str(folder / "jax-cache"),
                             "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0.5"}
    groups = [[core] for core in cores] if library == "OpenSpiel" else [cores]
    children = [
        subprocess.Popen(
            [python, __file__, "--worker", library, "--threads", str(threads),
             "--seconds", str(seconds)],
            stdout=subprocess.PIPE, text=True, env=settings,
            preexec_fn=lambda group=group: os.sched_setaffinity(0, group))
        for group in groups
    ]
    outputs = [child.communicate()[0] for child in children]
    if any(child.returncode for child in children):
        sys.exit(f"{library} on {threads} thread(s) failed")
    rows = [[json.loads(line) for line in output.splitlines()] for output in outputs]
    return [same[0] | {"rate": sum(row["rate"] for row in same)} for same in zip(*rows)]


def shown(number):
    """Three significant digits."""
    for size, unit in ((1e6, " M"), (1e3, " k")):
        if float(f"{number:.3g}") >= size:
            rounded = float(f"{number:.3g}") / size
            return f"{rounded:.0f}{unit}" if rounded >= 100 else f"{rounded:.3g}{unit}"
    return f"{number:.3g}"


def processor():
    """The processor's name as Linux gives it."""
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def load():
    """Processes that wanted to run besides this one, over the last minute."""
    return f"{os.getloadavg()[0]:.1f}"


def table(results, versions, seconds, before):
    """The table as Markdown; libraries in order, one and two threads side by side."""
    lines = [
        "| library | game | how | batch | steps/s, 1 thread | 2 threads |",
        "|---|---|---|---|---|---|",
    ]
    for library, (one, two) in results.items():
        for a, b in zip(one, two):
            named = f"{library} {versions[library]}".strip()
            lines.append(f"| {named} | {a['game']} | {a['how']} "
                         f"| {a['batch']} | {shown(a['rate'])} | {shown(b['rate'])} |")
    commit = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=ROOT, text=True,
                            capture_output=True).stdout.strip()
    lines += ["", f"{processor()}, {os.cpu_count()} cores; {seconds} s a figure; Python "
              f"{platform.python_version()}; Salta at {commit}; load average {before} before the "
              f"run (near 0 where nothing else was running)."]
    return "\n".join(lines) + "\n"


def compare(arguments):
    """Builds, installs, measures, writes the table."""
    before = load()
    folder = arguments.python_environment
    python = environment(folder)
    subprocess.run([*RATE, "--no-run"], cwd=ROOT, check=True)
    ask = "import sys; from importlib.metadata import version; print(version(sys.argv[1]))"
    versions = {"Salta": ""} | {
        library: subprocess.run([python, "-c", ask, package], check=True, text=True,
                                capture_output=True).stdout.strip()
        for library, package in PACKAGES.items()
    }
    results = {}
    for library in MEASURES:
        print(f"{library} …", file=sys.stderr)
        results[library] = [call(python, folder, library, threads, arguments.seconds)
                            for threads in (1, 2)]
        (HERE / "table.md").write_text(table(results, versions, arguments.seconds, before))
    print((HERE / "table.md").read_text())


def main():
    """Measures everything, or as a worker one library."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--python-environment", type=Path, default=ROOT / "runs" / "env-speed")
    parser.add_argument("--worker", choices=MEASURES, help=argparse.SUPPRESS)
    parser.add_argument("--threads", type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.worker:
        worker(arguments.worker, arguments.threads, arguments.seconds)
    else:
        compare(arguments)


if __name__ == "__main__":
    main()
