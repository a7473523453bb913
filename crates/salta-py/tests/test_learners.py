"""Other people's learners take the environments as they are. Needs requirements-nightly.txt."""

import subprocess
import sys

import gymnasium
import pytest
from conftest import ROOT

import salta
import salta.gym

pytestmark = pytest.mark.nightly


def one_side(variant="walker", max_plies=40):
    env = gymnasium.make("salta/Salta-v0", variant=variant, max_plies=max_plies)
    return salta.gym.OpponentWrapper(env, "random")


def test_maskable_ppo_learns_and_plays_legal_actions():
    sb3_contrib = pytest.importorskip("sb3_contrib")
    model = sb3_contrib.MaskablePPO("MlpPolicy", one_side(), n_steps=64, batch_size=32, seed=1)
    model.learn(256)
    env = one_side()
    observed, _ = env.reset(seed=3)
    for _ in range(15):  # an illegal action raises
        action, _ = model.predict(observed, action_masks=env.action_masks())
        observed, *_ = env.step(action)


def test_the_example_of_maskable_ppo_measures_itself(tmp_path):
    pytest.importorskip("sb3_contrib")
    example = ROOT / "examples" / "python" / "maskable_ppo.py"
    sizes = {"steps": 64, "games": 2, "length": 16, "minibatch": 16, "measure": 32, "pairs": 1}
    call = [sys.executable, example, f"--out={tmp_path}", *[f"--{k}={v}" for k, v in sizes.items()]]
    done = subprocess.run(call, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert len((tmp_path / "curve.ndjson").read_text().splitlines()) == 6


def test_stable_baselines_checks_the_environment():
    pytest.importorskip("stable_baselines3")
    from stable_baselines3.common.env_checker import check_env

    check_env(one_side(), skip_render_check=True)


def test_torchrl_rolls_out():
    torchrl = pytest.importorskip("torchrl.envs")
    from torch import int8
    from torchrl.data import Binary

    env = torchrl.GymWrapper(one_side(), categorical_action_encoding=True)
    mask = {"action_mask": Binary(salta.ACTIONS, dtype=int8)}
    env.set_info_dict_reader(torchrl.default_info_dict_reader(["action_mask"], spec=mask))
    env = torchrl.TransformedEnv(env, torchrl.ActionMask())
    torchrl.check_env_specs(env)
    found = env.rollout(100, break_when_any_done=True)
    assert found["observation"].shape[1:] == (50, 53)
    assert found["action_mask"].gather(1, found["action"][:, None]).all()
