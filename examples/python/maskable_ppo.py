"""sb3-contrib's MaskablePPO, unmodified: an agent that plays one side against fixed opponents.

    pip install sb3-contrib
    python examples/python/maskable_ppo.py --out runs/maskable-ppo --seed 1

Half of the games are against `random`, half against `greedy`; `OpponentWrapper` plays their moves, so
the agent is to move in every observation. Options and `curve.ndjson` are those of ppo.py.
"""

import gymnasium
import numpy as np
import torch
from ppo import MARGIN_SCALE, Curve, arguments
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv

import salta
import salta.gym


def one_side(variant: str, opponent: str) -> gymnasium.Env:
    env = salta.gym.OpponentWrapper(gymnasium.make("salta/Salta-v0", variant=variant), opponent)
    return gymnasium.wrappers.TransformReward(env, lambda reward: reward / MARGIN_SCALE)


class Player:
    """The model as a player for `salta.play`."""

    def __init__(self, model: MaskablePPO):
        self.model = model

    def choose(self, positions: list[salta.Position]) -> list[int]:
        observations = np.stack([position.observation() for position in positions])
        masks = np.stack([position.legal_action_mask() for position in positions])
        return self.model.predict(observations, action_masks=masks, deterministic=True)[0].tolist()


class Measure(BaseCallback):
    """Plays the matches between rollouts."""

    def __init__(self, curve: Curve):
        super().__init__()
        self.curve = curve

    def _on_rollout_start(self) -> None:
        self.curve.measure(Player(self.model), self.num_timesteps)

    def _on_step(self) -> bool:
        return True


def main() -> None:
    args = arguments(__doc__, "runs/maskable-ppo").parse_args()
    torch.set_num_threads(1)
    makers = [
        lambda opponent=opponent: one_side(args.variant, opponent)
        for opponent in ("random", "greedy")
        for _ in range(args.games // 2)
    ]
    model = MaskablePPO(
        "MlpPolicy", DummyVecEnv(makers), n_steps=args.length, batch_size=args.minibatch, n_epochs=args.epochs,
        learning_rate=lambda left: args.learning_rate * left, gamma=1.0, gae_lambda=args.gae_lambda,
        clip_range=args.clip, ent_coef=args.entropy, seed=args.seed, policy_kwargs={"net_arch": [256]},
    )  # fmt: skip
    curve = Curve(args)
    model.learn(args.steps, callback=Measure(curve))
    curve.measure(Player(model), model.num_timesteps)
    model.save(args.out / "agent.zip")


if __name__ == "__main__":
    main()
