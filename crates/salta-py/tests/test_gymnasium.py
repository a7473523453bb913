"""Gymnasium's own checks, and its vector interface."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import salta
import salta.gym


@pytest.mark.filterwarnings("error:.*render:UserWarning")
@pytest.mark.parametrize("render_mode", [None, "ansi"])
def test_gymnasiums_check(variant, render_mode):
    """All of it: by its registration the check makes the environment again in every render mode."""
    made = {"variant": variant.name, "max_plies": 200, "render_mode": render_mode}
    check_env(gymnasium.make("salta/Salta-v0", **made).unwrapped)


def test_a_render_mode_that_there_is_not_is_refused():
    with pytest.raises(salta.SaltaError, match="render_mode `human`: there are ansi"):
        salta.gym.SaltaEnv(render_mode="human")


def test_registered():
    env = gymnasium.make("salta/Salta-v0", variant="walker", max_plies=50, render_mode="ansi")
    observed, info = env.reset(seed=1)
    assert env.observation_space.contains(observed) and "ABCDE"[0] in env.render()
    while True:
        observed, reward, terminated, truncated, info = env.step(env.action_space.sample())
        assert env.observation_space.contains(observed)
        if terminated or truncated:
            break
    assert truncated and reward == 0


def test_vector_env_resets_in_the_same_step(variant):
    envs = salta.gym.SaltaVectorEnv(24, variant, max_plies=120)
    assert envs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    observed, info = envs.reset(seed=2)
    ends = 0
    for _ in range(400):
        movers = info["current_player"]
        observed, rewards, terminated, truncated, info = envs.step(envs.sample_actions())
        assert envs.observation_space.contains(observed)
        assert rewards.shape == terminated.shape == truncated.shape == movers.shape == (24,)
        over = terminated | truncated
        if over.any():
            assert (info["_final_obs"] == over).all()
            for game in np.flatnonzero(over):
                assert info["final_obs"][game].shape == (salta.SQUARES, salta.FEATURES)
                assert (observed[game] == variant.start().observation()).all()
        ends += over.sum()
    assert ends > 20


def test_vector_seeds_repeat():
    def play():
        envs = gymnasium.make_vec("salta/Salta-v0", num_envs=8, variant="checkerboard")
        envs.reset(seed=5)
        return [envs.step(envs.sample_actions())[0].sum() for _ in range(60)]

    assert play() == play()
