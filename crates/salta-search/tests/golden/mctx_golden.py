"""Writes gumbel.json and puct.json: searches by mctx, which the Rust search must repeat.

    python -m venv VENV && VENV/bin/pip install mctx==0.0.71 jax==0.10.2
    VENV/bin/python crates/salta-search/tests/golden/mctx_golden.py

Not run in CI. The game is a tree of hashes, written down a second time in tests/search/mctx_game.rs. A
search is recorded from a run in float64; if mctx itself visits otherwise in float32, rounding
decides that search, and it is left out (and counted in "left_out").
"""

import functools
import itertools
import json
import pathlib
from unittest import mock

import jax

jax.config.update("jax_enable_x64", True)

import jax.numpy as jnp
import mctx
import numpy as np

ACTIONS = 24
TREES_PER_BATCH = 11
SIMULATIONS = [1, 2, 3, 4, 5, 7, 8, 11, 16, 19, 24, 32, 33, 48, 50, 64, 75, 96, 100, 128, 150, 177, 199, 200]
CONSIDERED = [16, 4, 24, 8, 1, 5]
C_SCALE = [0.1, 1.0, 0.02, 3.0]
C_VISIT = [50.0, 20.0, 50.0]
FIXED, ALTERNATING, ANY = 0, 1, 2  # who moves: always player 0, in turn, whoever the hash says
ILLEGAL = -1e9


def mix(x):
    x = (x ^ (x >> 16)) * jnp.uint32(0x7FEB352D)
    x = (x ^ (x >> 15)) * jnp.uint32(0x846CA68B)
    return x ^ (x >> 16)


def fraction(x):
    """A number in [-1, 1) with 16 bits, exact in float32."""
    return ((x & 0xFFFF).astype(jnp.float64) - 32768.0) / 32768.0


def root_state(seed, kind, depth):
    return dict(hash=mix(seed + 1), ply=jnp.uint32(0), kind=kind, depth=depth, over=jnp.array(False))


def sign(s):
    """+1 if player 0 is to move, -1 if player 1 is."""
    second = jnp.select([s["kind"] == FIXED, s["kind"] == ALTERNATING], [0, s["ply"] & 1], s["hash"] & 1)
    return 1.0 - 2.0 * second


def legal(s):
    thin = jnp.where(s["ply"] == 0, jnp.uint32(0xFFFFFF), mix(s["hash"] ^ 0x22222222))
    mask = (mix(s["hash"] ^ 0x11111111) & thin) | (jnp.uint32(1) << (s["hash"] % ACTIONS))
    return (mask >> jnp.arange(ACTIONS, dtype=jnp.uint32)) & 1 == 1


def logits(s):
    hashes = mix(s["hash"] ^ (jnp.arange(ACTIONS, dtype=jnp.uint32) + 1) * jnp.uint32(0x01000193))
    return jnp.where(legal(s), 2.0 * fraction(hashes), ILLEGAL)


def value(s):
    """The evaluator's value for player 0."""
    return fraction(mix(s["hash"] ^ 0x33333333))


def utility(s):
    """The result of a finished game for player 0."""
    return fraction(mix(s["hash"] ^ 0x44444444))


def child(s, action):
    ply = s["ply"] + 1
    hash = mix(s["hash"] ^ ((action.astype(jnp.uint32) + 1) * jnp.uint32(0x9E3779B9)))
    over = (ply == s["depth"]) | (((hash >> 8) & 15) == 0)
    return dict(s, hash=hash, ply=ply, over=over)


def recurrent(dtype, action, s):
    """mctx goes on below finished games; a discount of 0 makes that change nothing above."""
    after = child(s, action)
    going_on = ~s["over"] & ~after["over"]
    reward = jnp.where(after["over"] & ~s["over"], utility(after) * sign(s), 0.0)
    discount = jnp.where(going_on, sign(s) * sign(after), 0.0)
    after["over"] = after["over"] | s["over"]
    step = mctx.RecurrentFnOutput(
        reward=reward.astype(dtype),
        discount=discount.astype(dtype),
        prior_logits=logits(after).astype(dtype),
        value=jnp.where(going_on, value(after) * sign(after), 0.0).astype(dtype),
    )
    return step, after


def root_output(states, dtype):
    evaluate = jax.vmap(lambda s: (logits(s).astype(dtype), (value(s) * sign(s)).astype(dtype)))
    prior_logits, values = evaluate(states)
    return mctx.RootFnOutput(prior_logits=prior_logits, value=values, embedding=states)


def search(policy, states, dtype):
    """Runs one of mctx's policies on a batch of roots."""
    fn = lambda params, key, action, s: jax.vmap(functools.partial(recurrent, dtype))(action, s)
    invalid = 1 - jax.vmap(legal)(states).astype(dtype)
    run = jax.jit(lambda s: policy((), jax.random.PRNGKey(0), root_output(s, dtype), fn, invalid_actions=invalid))
    out = run(states)
    return out.action, out.action_weights, out.search_tree.summary()


def batch_of(number):
    """The trees of a batch: kinds and depths in turn."""
    seeds = np.arange(number * TREES_PER_BATCH, (number + 1) * TREES_PER_BATCH)
    trees = [dict(seed=int(s), kind=int(s % 3), depth=int(2 + s % 9)) for s in seeds]
    column = lambda key: jnp.array([t[key] for t in trees], dtype=jnp.uint32)
    return trees, jax.vmap(root_state)(column("seed"), column("kind"), column("depth"))


def record(tree, knobs, noise, mask, action, weights, summary, i):
    at = np.flatnonzero(mask[i])
    short = lambda xs: [float(f"{x:.9g}") for x in xs]
    visits = np.asarray(summary.visit_counts[i])[at].astype(int)
    return dict(
        **tree,
        **knobs,
        noise=short(noise[i][at]) if noise is not None else [],
        action=int(action[i]),
        visits=visits.tolist(),
        policy=short(np.asarray(weights[i])[at]),
        q=short(np.asarray(summary.qvalues[i])[at] * (visits > 0)),
        value=float(f"{float(summary.value[i]):.9g}"),
    )


def run_batch(number, knobs, policy, noise):
    trees, states = batch_of(number)
    mask = np.asarray(jax.vmap(legal)(states))
    rough = search(policy, states, jnp.float32)
    action, weights, summary = search(policy, states, jnp.float64)
    same = np.all(np.asarray(rough[2].visit_counts) == np.asarray(summary.visit_counts), axis=-1)
    same &= np.asarray(rough[0] == action) | ("c_init" in knobs)
    kept = [record(trees[i], knobs, noise, mask, action, weights, summary, i) for i in np.flatnonzero(same)]
    return kept, int(np.sum(~same))


def given(noise):
    """Stands in for the generator: the noise that is recorded."""
    return lambda key, *args, shape=None, dtype=jnp.float64, **kwargs: jnp.asarray(noise, dtype=dtype)


def gumbel_batch(number, simulations, rng):
    knobs = dict(
        simulations=simulations,
        considered=CONSIDERED[number % len(CONSIDERED)],
        c_visit=C_VISIT[number % len(C_VISIT)],
        c_scale=C_SCALE[number % len(C_SCALE)],
    )
    noise = rng.gumbel(size=(TREES_PER_BATCH, ACTIONS)).astype(np.float32)
    noise[: TREES_PER_BATCH // 2] = 0.0
    policy = functools.partial(
        mctx.gumbel_muzero_policy,
        num_simulations=simulations,
        max_num_considered_actions=knobs["considered"],
        qtransform=functools.partial(
            mctx.qtransform_completed_by_mix_value,
            value_scale=knobs["c_scale"],
            maxvisit_init=knobs["c_visit"],
            rescale_values=False,
            use_mixed_value=True,
        ),
    )
    with mock.patch.object(jax.random, "gumbel", given(noise)):
        return run_batch(number, knobs, policy, noise)


def dirichlet(number, rng):
    """Noise over the legal actions, zero elsewhere."""
    mask = np.asarray(jax.vmap(legal)(batch_of(number)[1]))
    noise = [rng.dirichlet(np.full(row.sum(), 0.5)) for row in mask]
    out = np.zeros(mask.shape)
    out[mask] = np.concatenate(noise).astype(np.float32)
    return out


def puct_batch(number, simulations, rng):
    """Q is mapped from [-1, 1] to [0, 1], in which unvisited actions have 0, that of a loss."""
    knobs = dict(simulations=simulations, c_init=[1.25, 0.6, 2.5][number % 3], c_base=[19652.0, 50.0][number % 2])
    knobs["fraction"] = [0.0, 0.25][number % 2]
    noise = dirichlet(number, rng)
    policy = functools.partial(
        mctx.muzero_policy,
        num_simulations=simulations,
        qtransform=functools.partial(mctx.qtransform_by_min_max, min_value=-1.0, max_value=1.0),
        dirichlet_fraction=knobs["fraction"],
        pb_c_init=knobs["c_init"],
        pb_c_base=knobs["c_base"],
    )
    with mock.patch.object(jax.random, "dirichlet", given(noise)):
        return run_batch(number, knobs, policy, noise)


def write(name, batch, first, simulations, seed):
    rng = np.random.default_rng(seed)
    batches = [batch(n, s, rng) for n, s in zip(itertools.count(first), simulations)]
    searches = [one for kept, _ in batches for one in kept]
    left_out = sum(count for _, count in batches)
    lines = ",\n".join(json.dumps(one, separators=(",", ":")) for one in searches)
    path = pathlib.Path(__file__).with_name(name)
    path.write_text(f'{{"mctx":"{mctx.__version__}","left_out":{left_out},"searches":[\n{lines}\n]}}\n')
    print(f"{name}: {len(searches)} searches, {left_out} left out")


if __name__ == "__main__":
    write("gumbel.json", gumbel_batch, 0, SIMULATIONS, 1)
    write("puct.json", puct_batch, 100, SIMULATIONS[::2], 2)
