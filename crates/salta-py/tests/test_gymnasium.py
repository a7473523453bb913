"""Gymnasium's own checks, and its vector interface."""

import copy
import pickle

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import salta
import salta.gym
import salta.pettingzoo


@pytest.mark.filterwarnings("error:.*render:UserWarning")
@pytest.mark.parametrize("render_mode", [None, "ansi"])
def test_gymnasiums_check(variant, render_mode):
    """All of it: by its registration the check makes the environment again in every render mode."""
    made = {"variant": variant.name, "max_plies": 200, "render_mode": render_mode}
    check_env(gymnasium.make("salta/Salta-v0", **made).unwrapped)


@pytest.mark.parametrize(("move_limit", "most"), [(0, 4.0), (120, 4.0), (600, 5.0), (50_000, 100_000 / 240)])
def test_the_spaces_hold_what_is_seen_with_any_move_limit(move_limit, most):
    text = f'base = "walker"\nname = "limited"\nmove_limit = {move_limit}'
    made = {"variant": salta.Variant.from_toml(text), "max_plies": 2 * move_limit or 100}
    one, two = salta.gym.SaltaEnv(**made), salta.pettingzoo.env(**made)
    many = salta.gym.SaltaVectorEnv(3, **made)
    seen, _ = one.reset()
    two.reset()
    assert one.observation_space.contains(seen)
    assert many.observation_space.contains(many.reset()[0]) and many.single_observation_space.contains(seen)
    assert two.observation_space("player_0").contains(two.observe("player_0"))
    for space in one.observation_space, two.observation_space("player_1")["observation"]:
        assert space.high.max() == space.high.min() == np.float32(most) and space.low.max() == -4


@pytest.mark.parametrize("make", [salta.gym.SaltaEnv, salta.pettingzoo.env])
def test_a_render_mode_that_there_is_not_is_refused(make):
    with pytest.raises(salta.SaltaError, match="render_mode `nonsense`: there are ansi and none"):
        make(render_mode="nonsense")
    with pytest.raises(salta.SaltaError, match="unknown option `nonsense` of reset"):
        make().reset(options={"nonsense": 1})
    with pytest.raises(salta.SaltaError, match="render_mode `nonsense`: there are none"):
        gymnasium.make_vec("salta/Salta-v0", num_envs=2, render_mode="nonsense")
    over = salta.Variant.from_toml('base = "nestor"\nname = "short"\nmove_limit = 1')
    last = over.start().apply(over.start().legal_actions()[0])
    last = last.apply(last.legal_actions()[0])
    with pytest.raises(salta.SaltaError, match="the game is over in that position"):
        make(variant=over).reset(options={"position": last})


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_environments_are_copied_as_they_stand(variant, copied):
    one = gymnasium.make("salta/Salta-v0", variant=variant, max_plies=200)
    one.reset(seed=4)
    for _ in range(30):
        one.step(one.action_space.sample())
    other = copied(one)
    for _ in range(30):
        assert (one.action_space.sample() == (action := other.action_space.sample())).all()
        assert (one.step(action)[0] == other.step(action)[0]).all()
    many = salta.gym.SaltaVectorEnv(40, variant, max_plies=60, opening_plies=2)
    many.reset(seed=4)
    over = np.zeros(1)
    while not over.any():
        _, _, terminated, truncated, _ = many.step(many.sample_actions())
        over = terminated | truncated
    again = copied(many)
    assert (again.batch.final_games() == many.batch.final_games()).all()
    assert (again.batch.rewards == many.batch.rewards).all() and (again.batch.truncated == truncated).all()
    for _ in range(80):
        actions = many.sample_actions()
        assert (actions == again.sample_actions()).all()
        for ours, theirs in zip(many.step(actions)[:4], again.step(actions)[:4], strict=True):
            assert (ours == theirs).all()
    assert (many.reset()[0] == again.reset()[0]).all()


def test_games_begin_after_their_opening():
    one, two = (make(variant="walker", opening_plies=6) for make in (salta.gym.SaltaEnv, salta.pettingzoo.env))
    (first, _), (other, _), (again, _) = one.reset(seed=3), one.reset(seed=4), one.reset(seed=3)
    assert one.position.plies == 6 and (first == again).all() and not (first == other).all()
    one.action_space.seed(1)
    assert one.action_space.sample() in one.position.legal_actions()
    two.reset(seed=3)
    assert two.position.plies == 6
    for env in one, two:
        env.reset(options={"position": env.variant.start()})
        assert env.position == env.variant.start()


def test_samples_stay_legal():
    env = salta.gym.SaltaEnv()
    _, info = env.reset(seed=1)
    for seed in range(9):
        info["action_mask"][:] = 1
        assert env.action_space.sample() in env.position.legal_actions()
        env.action_space.seed(seed)
        assert (action := env.action_space.sample()) in env.position.legal_actions()
        *_, info = env.step(action)


def test_registered():
    env = gymnasium.make("salta/Salta-v0", variant="walker", max_plies=50, render_mode="ansi")
    observed, _ = env.reset(seed=1)
    assert env.observation_space.contains(observed) and "ABCDE"[0] in env.render()
    while True:
        observed, reward, terminated, truncated, _ = env.step(env.action_space.sample())
        assert env.observation_space.contains(observed)
        if terminated or truncated:
            break
    assert truncated and reward == 0


def test_vector_env_resets_in_the_same_step(variant):
    """Ends are told as by Gymnasium's own vector environment in the same mode."""
    envs = salta.gym.SaltaVectorEnv(6, variant, max_plies=60, threads=2)
    kwargs = {"autoreset_mode": AutoresetMode.SAME_STEP}
    make = {"num_envs": 6, "variant": variant, "max_plies": 60, "vectorization_mode": "sync"}
    theirs = gymnasium.make_vec("salta/Salta-v0", vector_kwargs=kwargs, **make)
    assert envs.metadata["autoreset_mode"] == theirs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    (_, info), (_, their_info) = envs.reset(seed=2), theirs.reset(seed=2)
    ends = 0
    for _ in range(150):
        assert (info["action_mask"] == their_info["action_mask"].astype(bool)).all()
        actions = envs.sample_actions()
        *ours, info = envs.step(actions)
        *expected, their_info = theirs.step(actions)
        assert envs.observation_space.contains(ours[0])
        for found, wanted in zip(ours, expected, strict=True):
            assert (found == wanted).all()
        assert set(info) == {key for key in their_info if key not in ("_action_mask", "_current_player")}
        if "final_obs" in info:
            over = ours[2] | ours[3]
            for key in ("_final_obs", "_final_info"):
                assert (info[key] == over).all() and (their_info[key] == over).all()
            assert set(info["final_info"]) == set(their_info["final_info"])
            for key, value in info["final_info"].items():
                assert (value == their_info["final_info"][key]).all(), key
            for game in np.flatnonzero(over):
                assert (info["final_obs"][game] == their_info["final_obs"][game]).all()
            ends += over.sum()
    assert ends >= 6


def test_some_games_of_a_vector_are_reset():
    envs = gymnasium.make_vec("salta/Salta-v0", num_envs=5, variant="walker")
    fresh, _ = envs.reset(seed=5)
    for _ in range(9):
        seen, *_ = envs.step(envs.unwrapped.sample_actions())
    mask = np.array([True, False, False, True, False])
    observed, info = envs.reset(options={"reset_mask": mask})
    assert (observed[mask] == fresh[mask]).all() and (observed[~mask] == seen[~mask]).all()
    start = envs.unwrapped.variant.start().play("f8-e7")
    observed, info = envs.reset(options={"reset_mask": ~mask, "position": start})
    assert (observed[~mask] == start.observation()).all() and (observed[mask] == fresh[mask]).all()
    assert (info["action_mask"][1] == start.legal_action_mask()).all()
    assert info["current_player"].tolist() == [1, 0, 0, 1, 0]
    observed, _ = envs.reset(options={"position": start.line})
    assert (observed == start.observation()).all()
    for options, said in [
        ({"reset_mask": mask[:4]}, r"a mask is bool \[5\], not bool \[4\]"),
        ({"reset_mask": mask.astype(int)}, r"a mask is bool \[5\], not int64"),
        ({"positions": start}, "unknown option `positions` of reset; there are: position, reset_mask"),
        ({"position": salta.Variant("nestor").start()}, "another variant"),
    ]:
        with pytest.raises(salta.SaltaError, match=said):
            envs.reset(options=options)
    with pytest.raises(salta.SaltaError, match="one integer for all games"):
        envs.reset(seed=[1, 2, 3, 4, 5])


def test_vector_seeds_repeat():
    def play():
        envs = gymnasium.make_vec("salta/Salta-v0", num_envs=8, variant="checkerboard")
        envs.reset(seed=5)
        return [envs.step(envs.sample_actions())[0].sum() for _ in range(60)]

    assert play() == play()


@pytest.mark.parametrize("make", [salta.gym.SaltaEnv, salta.pettingzoo.env])
def test_caps_and_openings_are_whole_numbers(make):
    for wrong in ({"max_plies": float("nan")}, {"max_plies": 2.5}, {"max_plies": 0}, {"opening_plies": 2.5},
                  {"opening_plies": -4}):  # fmt: skip
        [(name, value)] = wrong.items()
        with pytest.raises(salta.SaltaError if isinstance(value, int) else TypeError, match=name):
            make(variant="walker", **wrong)
    assert make(variant="walker", max_plies=np.int64(7)).max_plies == 7


def test_a_specification_is_json_too():
    spec = gymnasium.make("salta/Salta-v0", variant="walker").spec
    again = gymnasium.make(gymnasium.envs.registration.EnvSpec.from_json(spec.to_json()))
    assert again.unwrapped.variant == salta.Variant("walker")
    assert gymnasium.make_vec("salta/Salta-v0", num_envs=2).num_envs == 2


def test_a_reward_of_nothing_has_no_sign():
    env = salta.gym.SaltaEnv()
    for seed in range(4):
        env.reset(seed=seed)
        assert repr(env.step(env.action_space.sample())[1]) == "0.0"
        assert repr(env.step(env.action_space.sample())[1]) == "0.0"
