"""PettingZoo's own suites, and games to their ends."""

import random

import numpy as np
from pettingzoo.test import api_test, render_test, seed_test

import salta.pettingzoo


def test_api(variant):
    api_test(salta.pettingzoo.env(variant=variant, max_plies=150), num_cycles=400)


def test_seed(variant):
    seed_test(lambda: salta.pettingzoo.env(variant=variant, max_plies=60), num_cycles=100)


def test_render():
    render_test(lambda render_mode=None: salta.pettingzoo.env(max_plies=40, render_mode=render_mode))


def test_games_end_with_opposite_rewards(variant):
    env, rng = salta.pettingzoo.env(variant=variant, max_plies=300), random.Random(1)
    env.reset()
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observed, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        over = terminated or truncated
        mask = observed["action_mask"]
        env.step(None if over else rng.choice(np.flatnonzero(mask).tolist()))
    assert total["player_0"] == -total["player_1"]
    assert not env.agents
