"""The fixed opponents by name, and one side of a game for single-agent learners."""

import pickle
import random

import gymnasium
import numpy as np
import pytest
from conftest import random_positions
from gymnasium.utils.env_checker import check_env

import salta
import salta.gym


def make(variant, opponent="random", player=None, max_plies=120):
    return salta.gym.OpponentWrapper(
        salta.gym.SaltaEnv(variant, max_plies=max_plies), opponent, player=player
    )


def test_moves_and_their_actions(variant):
    for position in random_positions(variant, 30, seed=8):
        if position.hopper is not None:
            continue
        for move in position.moves():
            after = position
            for action in position.actions_of(move):
                after = after.apply(action)
            assert after == position.play(move)


def test_players_by_name(variant):
    position = variant.start()
    for player in ["random", "greedy", "alphabeta:depth=1", "alphabeta@2:depth=1", "uct:sims=4"]:
        assert salta.choose(player, position, seed=3) in position.moves()
        assert salta.choose(player, position, 3) == salta.choose(salta.player_name(player), position, 3)
    assert salta.player_name("alphabeta:depth=2") == "alphabeta@1:depth=2"
    drawn = {salta.choose("random", position, seed) for seed in range(300)}
    assert drawn == set(position.moves())
    for player in ["nobody", "alphabeta:depth=99", "checkpoint:x", "program:x"]:
        with pytest.raises(salta.SaltaError):
            salta.choose(player, position)


@pytest.mark.parametrize("player", [0, 1, None])
def test_the_agent_plays_its_side_alone(variant, player):
    """Rewards are the margin as the agent sees it, whoever ends the game."""
    asked = []

    def opponent(position):
        asked.append(position)
        return random.Random(position.plies).choice(position.legal_actions())

    env, rng, ends = make(variant, opponent, player), random.Random(2), []
    for game in range(6):
        observed, info = env.reset(seed=game)
        total, over = 0.0, False
        while not over:
            position = env.unwrapped.position
            assert info["current_player"] == position.current_player == env.agent
            assert (observed == position.observation()).all()
            assert env.action_masks().tolist() == info["action_mask"].astype(bool).tolist()
            action = rng.choice(np.flatnonzero(env.action_masks()).tolist())
            observed, reward, terminated, truncated, info = env.step(action)
            total, over = total + reward, terminated or truncated
        last = env.unwrapped.position
        assert terminated == last.terminated and terminated != truncated
        if truncated:
            assert last.current_player == env.agent
        points = last.distance(1) - last.distance(0)
        white = np.sign(points) if variant.rules["points"] == "win" else points
        assert total == (0 if truncated else white if env.agent == 0 else -white)
        ends.append((env.agent, env.agent == player))
        assert all(position.current_player != env.agent for position in asked)
        asked.clear()
    assert {agent for agent, _ in ends} == ({0, 1} if player is None else {player})


def test_chains_leave_the_mover_on_the_move():
    """In a chain each hop is an action of its own, of the agent's and of the opponent's."""
    hops = {"agent": 0, "opponent": 0}

    def last_action(position):
        hops["opponent"] += position.hopper is not None
        return position.legal_actions()[0]

    env = make("walker", last_action, player=0, max_plies=200)
    env.reset(seed=1)
    rng = random.Random(1)
    for _ in range(400):
        before = env.unwrapped.position
        hops["agent"] += before.hopper is not None
        _, _, terminated, truncated, _ = env.step(rng.choice(before.legal_actions()))
        if terminated or truncated:
            env.reset()
    assert hops["agent"] > 5 and hops["opponent"] > 5


def test_the_agent_never_moves_for_the_opponent():
    calls = iter([lambda position: 1 / 0])

    def opponent(position):
        return next(calls, lambda position: position.legal_actions()[0])(position)

    env = make("walker", opponent, player=int(salta.Variant("walker").start().current_player), max_plies=40)
    env.reset(seed=1)
    step = lambda: env.step(env.unwrapped.position.legal_actions()[0])  # noqa: E731
    with pytest.raises(ZeroDivisionError):
        for _ in range(9):  # the hops of a chain
            step()
    with pytest.raises(salta.SaltaError, match="interrupted the opponent's reply; reset"):
        step()
    env.reset(seed=1)
    step()


def test_a_named_opponent_cannot_begin_within_a_chain():
    positions = random_positions(salta.Variant("walker"), 400, seed=2)
    within = next(position for position in positions if position.hopper is not None)
    agent = 1 - within.current_player
    with pytest.raises(salta.SaltaError, match="within a chain of jumps, and greedy@1 chooses whole turns"):
        make("walker", "greedy", agent, max_plies=10_000).reset(options={"position": within})
    make("walker", lambda it: it.legal_actions()[0], agent, max_plies=10_000).reset(
        options={"position": within}
    )


def test_it_repeats_by_its_seed_and_survives_pickling():
    def play(env):
        _, info = env.reset(seed=5)
        for _ in range(20):
            *_, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        return env.unwrapped.position

    env = make("walker", "greedy")
    played = play(env)
    copied = pickle.loads(pickle.dumps(env))
    assert copied.unwrapped.position == played == play(make("walker", "greedy"))
    assert copied.np_random.integers(2**63) == env.np_random.integers(2**63)


def test_a_won_game_counts_for_the_winner():
    """Greedy beats random on either side."""
    for player, sign in [(0, 1), (1, 1)]:
        env, total = make("checkerboard", "random", player, max_plies=None), 0.0
        env.reset(seed=player)
        over = False
        while not over:
            position = env.unwrapped.position
            if position.hopper is None:
                actions = position.actions_of(salta.choose("greedy", position))
            _, reward, terminated, truncated, _ = env.step(actions.pop(0))
            total, over = total + reward, terminated or truncated
        assert sign * total > 0


class First:
    """Chooses turns where it can, for many games."""

    def choose(self, positions):
        return [(p.moves() if p.hopper is None else p.legal_actions())[0] for p in positions]


def test_opponents_are_what_a_match_takes():
    first = First()
    opponents = first, lambda position: position.moves()[0], salta.TimeLimit(first, 600)
    ends = []
    for opponent in opponents:
        env = make("walker", opponent, player=0)
        env.reset(seed=1)
        for _ in range(20):
            env.step(int(np.flatnonzero(env.action_masks())[0]))
        ends.append(env.unwrapped.position)
    assert ends[0] == ends[1] == ends[2]


def test_an_opponent_need_not_be_copied():
    class Opponent:
        def __call__(self, position):
            return position.legal_actions()[0]

        def __deepcopy__(self, memo):
            raise TypeError("cannot be copied")

    env = make("walker", Opponent(), player=0)
    env.reset(seed=1)
    assert env.unwrapped.position.plies == 1


def test_gymnasiums_check_and_refusals():
    env = salta.gym.OpponentWrapper(gymnasium.make("salta/Salta-v0", max_plies=60), "greedy", player=1)
    check_env(env, skip_render_check=True)
    with pytest.raises(TypeError, match="wraps a SaltaEnv"):
        salta.gym.OpponentWrapper(gymnasium.make("CartPole-v1"))
    for opponent, player, said in [
        ("random", 2, "player 2"),
        ("nobody", None, "unknown player"),
        (7, None, "a name, a callable or an object"),
    ]:
        with pytest.raises((salta.SaltaError, TypeError), match=said):
            make("walker", opponent, player)
    with pytest.raises(salta.SaltaError, match="unknown option `side`"):
        make("walker").reset(options={"side": 1})
    illegal = make("checkerboard", lambda position: 70000, player=0)
    illegal.reset(seed=1)
    with pytest.raises(salta.IllegalAction, match="70000"):
        illegal.step(illegal.unwrapped.position.legal_actions()[0])
