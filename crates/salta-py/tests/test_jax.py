"""The environment inside `jit`. Needs requirements-nightly.txt."""

import time

import numpy as np
import pytest

import salta

pytestmark = pytest.mark.nightly


@pytest.mark.parametrize("observations", ["features", "planes", None])
def test_steps_inside_jit_are_those_of_the_batch(observations):
    jax = pytest.importorskip("jax")
    from salta import jax as salta_jax

    inside, beside = (salta.BatchEnv(salta.Variant("walker"), 6, seed=3, max_plies=9) for _ in range(2))
    step = salta_jax.step(inside, observations)

    @jax.jit
    def play(seen):
        def body(seen, _):
            actions = seen["legal_action_mask"].argmax(1)
            return step(actions), actions

        return jax.lax.scan(body, seen, length=25)

    seen, played = play(salta_jax.reset(inside, 3, observations))
    for actions in np.asarray(played):
        beside.step(actions)
    for name, array in salta_jax._seen(beside, observations, None).items():
        assert np.array_equal(seen[name], array), name
    assert [inside.position(game) for game in range(6)] == [beside.position(game) for game in range(6)]
    with pytest.raises(Exception, match="action 200 is not legal in game 0"):
        jax.block_until_ready(jax.jit(step)(np.full(6, 200)))


class Slow(salta.BatchEnv):
    """Steps take so long that they are still under way when the caller goes on."""

    def step(self, actions):
        time.sleep(0.3)
        super().step(actions)


def test_a_reset_waits_for_the_steps_before_it():
    jax = pytest.importorskip("jax")
    from salta import jax as salta_jax

    env = Slow(salta.Variant("walker"), 2, seed=3, max_plies=9)
    step, seen = jax.jit(salta_jax.step(env)), salta_jax.reset(env)
    step(seen["legal_action_mask"].argmax(1))
    salta_jax.reset(env)
    jax.effects_barrier()
    assert [env.position(game).plies for game in range(2)] == [0, 0]


def test_other_observations_are_refused():
    pytest.importorskip("jax")
    from salta import jax as salta_jax

    with pytest.raises(salta.SaltaError, match="`pictures`"):
        salta_jax.step(salta.BatchEnv(salta.Variant(), 2), "pictures")
