"""The batched environment: its arrays, its errors, long random play."""

import pickle
import threading
import time

import numpy as np
import pytest

import salta


def make(variant, games=64, **options):
    return salta.BatchEnv(variant, games, max_plies=options.pop("max_plies", 400), **options)


def test_long_random_play_keeps_to_the_contract(variant):
    env = make(variant, 96, seed=3)
    arrays = [env.legal_action_mask, env.rewards, env.terminated, env.truncated, env.current_player]
    terminated = truncated = 0
    for _ in range(1500):
        env.step(env.sample_actions())
        ends = np.flatnonzero(env.terminated | env.truncated)
        assert not (env.terminated & env.truncated).any()
        assert env.final_games().tolist() == ends.tolist()
        assert (env.rewards.sum(axis=1) == 0).all()
        assert (env.rewards[~env.terminated] == 0).all()
        assert env.legal_action_mask.any(axis=1).all()
        for game, last in zip(ends, env.final_positions(), strict=True):
            assert last.terminated == env.terminated[game]
            assert env.position(game) == variant.start()
            points = last.distance(1) - last.distance(0)
            expected = np.sign(points) if variant.rules["points"] == "win" else points
            assert env.rewards[game, 0] == (expected if last.terminated else 0)
        terminated += env.terminated.sum()
        truncated += env.truncated.sum()
    assert terminated + truncated > 50
    after = [env.legal_action_mask, env.rewards, env.terminated, env.truncated, env.current_player]
    assert all(a is b for a, b in zip(arrays, after, strict=True)), "the arrays stay the same objects"


def test_arrays_agree_with_positions(variant):
    env = make(variant, 32, seed=5)
    for _ in range(120):
        env.step(env.sample_actions().astype(np.int64))
    seen = env.observe()
    assert seen is env.observe() and seen.shape == (32, salta.SQUARES, salta.FEATURES)
    for game in range(32):
        position = env.position(game)
        assert env.current_player[game] == position.current_player
        assert (env.legal_action_mask[game] == position.legal_action_mask()).all()
        assert (seen[game] == position.observation()).all()


def test_planes_are_the_observations_as_sets(variant):
    env = make(variant, 40, seed=6)
    for _ in range(50):
        env.step(env.sample_actions())
    planes, seen = env.observe_planes(), env.observe()
    assert planes is env.observe_planes() and planes.shape == (salta.PLANES, 40)
    assert planes.dtype == np.uint64
    squares = np.arange(salta.SQUARES, dtype=np.uint64)
    bits = (planes[:, :, None] >> squares) & np.uint64(1)
    for plane, feature in [(0, 0), (1, 1), (6, 31), (7, 30), (8, 32), (9, 33), (10, 34), (11, 35)]:
        assert (bits[plane] == seen[:, :, feature]).all(), (plane, feature)


def test_the_seed_alone_decides(variant):
    one, two = make(variant, 40, seed=9), make(variant, 10, seed=9)
    for _ in range(200):
        one.step(one.sample_actions())
        two.step(two.sample_actions())
    assert [one.position(game) for game in range(10)] == [two.position(game) for game in range(10)]
    one.reset(9)
    assert one.position(0) == variant.start() and not one.truncated.any()


def test_the_numbers_of_games_wrap():
    """With one thread and with several."""
    envs = [make("nestor", 300, first_game=2**64 - 1, threads=threads) for threads in (1, 3)]
    again = make("nestor", 299)
    first, second = (env.sample_actions() for env in envs)
    assert (first == second).all() and (first[1:] == again.sample_actions()).all()


def test_illegal_actions_move_nothing():
    env = make(salta.Variant("checkerboard"), 4)
    before = [env.position(game) for game in range(4)]
    actions = env.sample_actions()
    actions[2] = 200
    with pytest.raises(salta.IllegalAction, match="action 200 is not legal in game 2"):
        env.step(actions)
    with pytest.raises(salta.SaltaError, match="3 actions for 4 games"):
        env.step(actions[:3])
    assert [env.position(game) for game in range(4)] == before


def test_a_step_whose_results_cannot_be_written_moves_nothing():
    env = make("checkerboard", 4)
    env.truncated.flags.writeable = False
    with pytest.raises(salta.SaltaError):
        env.step(env.sample_actions())
    assert all(env.position(game) == env.variant.start() for game in range(4))


def test_what_makes_no_sense_is_refused():
    with pytest.raises(salta.SaltaError, match="no move limit"):
        salta.BatchEnv(salta.Variant("walker"), 4)
    with pytest.raises(salta.SaltaError, match="`full` has no legal move at the start"):
        make(salta.Variant.from_toml('base = "walker"\nname = "full"\nboard = "4x4"\nranks = 2'))
    with pytest.raises(salta.SaltaError, match="num_envs"):
        make(salta.Variant("walker"), 0)
    with pytest.raises(salta.SaltaError, match="games are 0 to 3"):
        make(salta.Variant("walker"), 4).position(4)


def test_exact_points_of_finished_games():
    variant = salta.Variant.from_toml('base = "checkerboard"\nname = "short"\nmove_limit = 3')
    env = make(variant, 8)
    for _ in range(6):
        env.step(env.sample_actions())
    margins = env.finish_points(exact_nodes=1000)
    assert [game for game, _, _ in margins] == list(range(8))
    assert all(least <= most for _, least, most in margins)


def test_other_threads_run_while_rust_works():
    env = make(salta.Variant("buettgenbach-1899"), 4096)
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.001)

    clock = threading.Thread(target=tick)
    clock.start()
    started = time.perf_counter()
    env.play_random(20_000)
    ended = time.perf_counter()
    done.set()
    clock.join()
    # With the lock held nothing would tick between start and end.
    assert sum(started < at < ended for at in ticks) >= 5


def test_threads_change_nothing_but_the_time():
    variant = salta.Variant("walker")
    envs = [salta.BatchEnv(variant, 700, seed=3, max_plies=40, opening_plies=6, threads=n) for n in (1, 3)]
    ended = 0
    for step in range(60):
        actions = [env.sample_actions() for env in envs]
        assert (actions[0] == actions[1]).all()
        for env in envs:
            env.step(actions[0])
        if step == 30:
            envs = [pickle.loads(pickle.dumps(env)) for env in envs]
            for env in envs:
                env.reset(seed=9, mask=np.arange(700) % 5 == 0)
                env.place(699, variant.start())
        seen = [
            [env.observe().copy(), env.observe_planes().copy(), env.final_games(), env.final_observation(),
             env.rewards, env.terminated, env.truncated, env.current_player, env.legal_action_mask,
             np.array(env.finish_points(exact_nodes=10))]
            for env in envs
        ]  # fmt: skip
        assert all(np.array_equal(one, other) for one, other in zip(*seen, strict=True))
        assert envs[0].position(500) == envs[1].position(500)
        assert envs[0].final_positions() == envs[1].final_positions()
        ended += len(envs[0].final_games())
    assert ended > 500 and envs[0].play_random(50) == envs[1].play_random(50)
    envs[1].place(650, variant.start())  # there is no turn to end
    wrong = envs[1].sample_actions()
    before = [envs[1].position(game) for game in (0, 650)]
    wrong[650] = 200
    with pytest.raises(salta.IllegalAction, match="action 200 is not legal in game 650"):
        envs[1].step(wrong)
    assert [envs[1].position(game) for game in (0, 650)] == before
