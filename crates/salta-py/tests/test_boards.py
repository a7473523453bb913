"""A variant on a smaller board, through every interface."""

import random

import gymnasium
import numpy as np
import pyspiel
import pytest

import salta
import salta.board
import salta.gym
import salta.openspiel
import salta.pettingzoo

SIX = 'base = "walker"\nname = "six"\nboard = "6x6"\nranks = 1\nmove_limit = 30\n'


@pytest.fixture
def six():
    return salta.Variant.from_toml(SIX)


def test_squares_have_the_names_of_the_board(six):
    position = six.start()
    assert (position.board, position.line) == ((6, 6), "cba/3/3/3/3/ABC b 0")
    assert dict(position.pieces())["a1"] == "A"
    by_name = {position.action_name(action): action for action in position.legal_actions()}
    assert set(by_name) == set(position.moves()) and all(move[0] in "abcdef" for move in by_name)
    after = position.play("f6-e5")
    assert after.line == "cb1/2a/3/3/3/ABC w 1"
    assert after == position.apply(by_name["f6-e5"])
    with pytest.raises(salta.SaltaError, match="leaves the 6x6 board"):
        position.play("j10-i9")


def test_boards_are_drawn_in_their_size(six):
    lines = salta.board.text(six.start()).splitlines()
    assert (len(lines), lines[0], lines[1]) == (8, "     a b c d e f", "  6    c   b   a   6")
    plain = salta.board.svg(six.start())
    drawn = salta.board.svg(six.start(), heat={"a1": 0.5}, arrows=[("f6", "e5", 2.0)])
    assert drawn.count("<rect") == plain.count("<rect") + 1 and 'fill-opacity="0.500"' in drawn
    assert drawn.count("<g ") == plain.count("<g ") + 1 and 'opacity="1.00"' in drawn
    with pytest.raises(salta.SaltaError, match="the 6x6 board has no square `j10`"):
        salta.board.svg(six.start(), heat={"j10": 1.0})
    assert salta.board.name(11, (6, 6)) == "a1"
    for square, board in (0, (6, 6)), (50, (10, 10)):
        with pytest.raises(salta.SaltaError, match=f"board has no square {square}"):
            salta.board.name(square, board)


def test_batches_play_to_the_end(six):
    env = salta.BatchEnv(six, 8, seed=3)
    assert env.observe().shape == (8, salta.SQUARES, salta.FEATURES)
    for _ in range(100):
        env.step(env.sample_actions())
        assert env.legal_action_mask.shape == (8, salta.ACTIONS) and env.legal_action_mask.any(1).all()
    assert all(env.position(game).board == (6, 6) for game in range(8))


def test_encoding_2_adds_the_squares_of_the_board(six):
    env = salta.BatchEnv(six, 8, seed=3, max_plies=20)
    env.play_random(9)
    one, two = env.observe(), env.observe(encoding=2)
    assert two is env.observe(2) and one is env.observe() and two.shape == (8, 50, salta.FEATURES + 1)
    assert (two[:, :, :-1] == one).all() and (two[:, :, -1].sum(axis=1) == 18).all()
    assert (two[3] == env.position(3).observation(encoding=2)).all()
    while not len(env.final_games()):
        env.step(env.sample_actions())
    finals = env.final_positions()
    assert (env.final_observation(2) == np.stack([end.observation(2) for end in finals])).all()
    with pytest.raises(salta.SaltaError, match="there is no encoding 99; there are 1"):
        env.observe(99)


def test_gymnasium_and_pettingzoo_play_games(six):
    env, rng = salta.gym.SaltaEnv(six, render_mode="ansi"), random.Random(1)
    _, info = env.reset(seed=1)
    assert env.encoding == 2 and salta.gym.SaltaEnv(six, encoding=1).observation_space.shape[1] == salta.FEATURES
    over = False
    while not over:
        seen, _, terminated, truncated, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
        assert seen in env.observation_space and env.render().count("\n") == 7
        over = terminated or truncated
    vector = gymnasium.make_vec("salta/Salta-v0", num_envs=2, variant=six)
    assert vector.reset(seed=1)[0] in vector.observation_space and vector.unwrapped.encoding == 2
    pairs = salta.pettingzoo.env(variant=six)
    pairs.reset()
    for _ in pairs.agent_iter():
        observed, _, terminated, truncated, _ = pairs.last()
        assert observed["observation"] in pairs.observation_space("player_0")["observation"]
        choices = np.flatnonzero(observed["action_mask"]).tolist()
        pairs.step(None if terminated or truncated else rng.choice(choices))


def test_openspiel_plays_a_variant_file(tmp_path):
    path = tmp_path / "six.toml"
    path.write_text(SIX)
    game = pyspiel.load_game("python_salta", {"variant": str(path)})
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    assert game.make_py_observer().dict["observation"].shape == (salta.SQUARES, salta.FEATURES + 1)
