"""PettingZoo's own suites, and games to their ends."""

import copy
import pickle
import random

import numpy as np
from pettingzoo.test import api_test, render_test, seed_test

import salta.pettingzoo


def test_api(variant):
    api_test(salta.pettingzoo.env(variant=variant, max_plies=150), num_cycles=400)


def test_seed(variant):
    seed_test(lambda: salta.pettingzoo.env(variant=variant, max_plies=60), num_cycles=100)


def test_render():
    def make(render_mode):
        # The suite first makes one for people, whether there is such a mode or not, and drops it.
        return salta.pettingzoo.env(max_plies=40, render_mode=render_mode.replace("human", "ansi"))

    render_test(make)


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


def test_environments_are_copied_as_they_stand(variant):
    env = salta.pettingzoo.env(variant=variant, max_plies=60)
    env.reset(options={"position": variant.start()})
    for _ in range(20):
        env.step(env.position.legal_actions()[-1])
    for again in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert again.position == env.position and again.agent_selection == env.agent_selection
        again.step(again.position.legal_actions()[0])
        assert again.position != env.position
