"""How fast Python's search, self-play, samples and environment are, beside mctx and OpenSpiel, in one run:

    cargo build --release -p salta-cli && cargo xtask dist    # the program, and a release wheel to install
    pip install mctx==0.0.71 open_spiel
    python crates/salta-py/speed.py target/release/salta

Searches have an evaluator that returns constants, which leaves the libraries' own work. Prints a table in
Markdown: medians of five, by the clock on the wall (what docs/speed.md asks of an idle machine) and per second
of CPU time, child processes included (a busy machine does little harm).
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
CHECKPOINTS = ROOT / "data" / "checkpoints"
REPETITIONS = 5
GAMES, SIMULATIONS = 256, 200


def timed(work, at_least=0.0):
    """Wall-clock time and CPU time of a call in seconds, child processes included: the mean of as many
    calls as take `at_least` seconds."""
    before, started = os.times(), time.perf_counter()
    calls, elapsed = 0, 0.0
    while calls == 0 or elapsed < at_least:
        work()
        calls, elapsed = calls + 1, time.perf_counter() - started
    return elapsed / calls, (sum(os.times()[:4]) - sum(before[:4])) / calls


def medians(times):
    return [statistics.median(column) for column in zip(*times)]


def rate(number):
    return f"{number / 1e6:.3g} M" if number >= 1e6 else f"{number / 1e3:.3g} k"


def row(what, count, work):
    """A row of the table: how many of something per second; the first run warms up."""
    work()
    wall, core = medians(timed(work, at_least=2.0) for _ in range(REPETITIONS))
    print(f"| {what} | {rate(count / wall)} | {rate(count / core)} |", flush=True)


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


def searches():
    positions, evaluator = middle_game(GAMES), constants(GAMES)
    for observations in ("features", "planes"):
        options = {"simulations": SIMULATIONS, "observations": observations}
        row(
            f"simulations of `salta.search`, {GAMES} games, {observations}",
            GAMES * SIMULATIONS,
            lambda: salta.search(positions, evaluator, **options),
        )


def mctx_searches():
    """Gumbel MuZero over 201 actions without a game: positions are a constant too."""
    import jax
    import jax.numpy as jnp
    import mctx

    logits, zeros = jnp.zeros((GAMES, salta.ACTIONS)), jnp.zeros(GAMES)
    masks = np.stack([position.legal_action_mask() for position in middle_game(GAMES)])

    def recurrent(params, key, action, embedding):
        found = {"reward": zeros, "discount": zeros - 1, "prior_logits": logits, "value": zeros}
        return mctx.RecurrentFnOutput(**found), embedding

    @jax.jit
    def search(key):
        root = mctx.RootFnOutput(prior_logits=logits, value=zeros, embedding=zeros)
        settings = {"num_simulations": SIMULATIONS, "max_num_considered_actions": 16}
        return mctx.gumbel_muzero_policy((), key, root, recurrent, invalid_actions=~masks, **settings).action

    key = jax.random.key(1)
    row(
        f"simulations of mctx 0.0.71, {GAMES} games, without a game's rules",
        GAMES * SIMULATIONS,
        lambda: search(key).block_until_ready(),
    )


def openspiel_searches(games=4):
    """The MCTS that takes evaluators in Python, on draughts, whose rules are in C++."""
    import pyspiel
    from open_spiel.python.algorithms import mcts

    class Constants(mcts.Evaluator):
        def evaluate(self, state):
            return np.zeros(2)

        def prior(self, state):
            actions = state.legal_actions()
            return [(action, 1 / len(actions)) for action in actions]

    game, rng = pyspiel.load_game("checkers"), random.Random(1)
    bot = mcts.MCTSBot(game, 2.0, SIMULATIONS, Constants(), solve=False, random_state=np.random.RandomState(1))
    states = [game.new_initial_state() for _ in range(games)]
    for state in states:
        for _ in range(20):
            state.apply_action(rng.choice(state.legal_actions()))
    row(
        "simulations of OpenSpiel's MCTS in Python, draughts",
        games * SIMULATIONS,
        lambda: [bot.mcts_search(state) for state in states],
    )


def samples():
    with tempfile.TemporaryDirectory() as folder:
        games = salta.SelfPlay({"games_per_generation": 64, "selfplay": {"search": {"simulations": 2}}}, folder)
        evaluator = constants(4096)
        for leaves in games:
            games.absorb(*evaluator(leaves.observation, leaves.legal_action_mask))
        dataset = salta.dataset(folder, batch=256)
    row("samples of `salta.dataset`", 200 * 256, lambda: [dataset.batch(step) for step in range(200)])


def steps(games=4096, count=300):
    for threads in (1, 2):
        env = salta.BatchEnv(salta.Variant(), games, seed=1, threads=threads)

        def play():
            for _ in range(count):
                env.step(env.sample_actions())
                env.observe_planes()

        row(f"steps of `BatchEnv`, {games} games with masks and planes, threads={threads}", games * count, play)


def jit_steps(games=4096, count=300):
    """Steps inside `jit`; the actions are drawn by JAX from the masks."""
    import jax
    import salta.jax

    env = salta.BatchEnv(salta.Variant(), games, seed=1)
    step = salta.jax.step(env, observations="planes")

    @jax.jit
    def play(key, seen):
        def body(seen, key):
            logits = jax.numpy.where(seen["legal_action_mask"], 0.0, -jax.numpy.inf)
            return step(jax.random.categorical(key, logits)), None

        return jax.lax.scan(body, seen, jax.random.split(key, count))[0]

    seen, key = [salta.jax.reset(env, 1, observations="planes")], jax.random.key(1)

    def go_on():  # from where the games of `env` are
        seen[0] = jax.block_until_ready(play(key, seen[0]))

    what = f"steps inside `jax.jit`, {games} games with masks and planes, actions drawn by JAX"
    row(what, games * count, go_on)


def whole_games(program, checkpoint, precision):
    """Both alternately."""
    games, sets = 256, {"games_per_generation": 256, "stage": [], "network.precision": precision}
    checkpoint, times = CHECKPOINTS / checkpoint, {"program": [], "python": []}
    network = salta.Network(checkpoint, precision)
    for _ in range(REPETITIONS):
        with tempfile.TemporaryDirectory() as folder:
            call = [program, "selfplay", str(QUICKSTART), "--checkpoint", str(checkpoint), "--out", folder + "/a"]
            call += [f"--set={key}={value}" for key, value in sets.items()]
            times["program"].append(timed(lambda call=call: subprocess.run(call, check=True, capture_output=True)))

            def play(folder=folder):
                for leaves in (games := salta.SelfPlay(QUICKSTART, folder + "/b", sets=sets, batch=64)):
                    games.absorb(*network(leaves.observation))

            times["python"].append(timed(play))
    ours, theirs = (medians(times[name]) for name in ("python", "program"))
    what = f"games with the network {checkpoint.name} in {precision}"
    for name, seconds in ("`salta selfplay`", theirs), ("`salta.SelfPlay`", ours):
        print(f"| {what}, {name} | {games / seconds[0]:.3g} | {games / seconds[1]:.3g} |")
    shares = [b / a for a, b in zip(ours, theirs)]
    print(f"| the second as a share of the first | {shares[0]:.2f} | {shares[1]:.2f} |", flush=True)


if __name__ == "__main__":
    print("| what | per second | per second of CPU time |\n|---|---|---|")
    searches()
    mctx_searches()
    openspiel_searches()
    samples()
    steps()
    jit_steps()
    if len(sys.argv) > 1:
        for checkpoint, precision in ("quickstart", "f32"), ("quickstart", "int8"), ("two-cores", "f32"):
            whole_games(sys.argv[1], checkpoint, precision)
