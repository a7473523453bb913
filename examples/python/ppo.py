"""PPO by self-play in one file, in the style of CleanRL, on the vector environment with masks.

    python examples/python/ppo.py --out runs/ppo --seed 1

One network plays both sides. A value is that of the player to move, so the value of the next position
counts with the opposite sign where the other player moves next, and with the same sign within a chain
of jumps, where the same player moves again. Every `--measure` steps the network plays matches against
`random` and `greedy`, and `curve.ndjson` gets a line for each.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

import salta
import salta.gym

MARGIN_SCALE = 40.0  # points


class Agent(nn.Module):
    """Observations [B, 50, FEATURES] to logits over the legal actions [B, 201] and values [B]."""

    def __init__(self, hidden: int = 256, square: int = 32):
        super().__init__()
        self.square = nn.Linear(salta.FEATURES, square)  # the same for each square
        self.board = nn.Linear(salta.SQUARES * square, hidden)
        self.policy = nn.Linear(hidden, salta.ACTIONS)
        self.value = nn.Linear(hidden, 1)
        for layer, gain in [(self.square, 2**0.5), (self.board, 2**0.5), (self.policy, 0.01), (self.value, 1.0)]:
            nn.init.orthogonal_(layer.weight, gain)
            nn.init.zeros_(layer.bias)

    def forward(self, observation: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        x = self.board(self.square(observation).relu().flatten(1)).relu()
        return self.policy(x).masked_fill(~mask, -1e9), self.value(x).squeeze(1)

    @torch.no_grad()
    def choose(self, positions: list[salta.Position]) -> list[int]:
        """The likeliest action for each position: a player for `salta.play`."""
        observations = np.stack([position.observation() for position in positions])
        masks = np.stack([position.legal_action_mask() for position in positions])
        return self(torch.from_numpy(observations), torch.from_numpy(masks))[0].argmax(1).tolist()


class Curve:
    """Matches of a learning player against fixed ones, a line each in `curve.ndjson`."""

    def __init__(self, args: argparse.Namespace):
        self.args, self.next, self.spent, self.since = args, 0, 0.0, time.process_time()
        args.out.mkdir(parents=True, exist_ok=True)
        self.path = args.out / "curve.ndjson"
        self.path.write_text("")

    def measure(self, player: object, steps: int) -> None:
        """Plays the matches if it is time for them; their own time does not count."""
        if steps < self.next:
            return
        self.next = min(self.next + self.args.measure, self.args.steps)
        self.spent += time.process_time() - self.since
        for opponent in ("random", "greedy"):
            options = {"pairs": self.args.pairs, "variant": salta.Variant(self.args.variant)}
            found = salta.play(player, opponent, **options, seed=self.args.seed, opening_plies=6)
            line = {"seed": self.args.seed, "steps": steps, "cpu_seconds": round(self.spent, 1)}
            line |= {"opponent": opponent, "statistics": found["statistics"], "outcomes": found["outcomes"]}
            with self.path.open("a") as file:
                file.write(json.dumps(line) + "\n")
            print(f"{steps} steps, {opponent}: {100 * found['statistics']['score']['estimate']:.1f} %", flush=True)
        self.since = time.process_time()


def advantages(rewards, values, signs, gae_lambda: float) -> torch.Tensor:
    """GAE (Schulman et al. 2016) for two players, [T, N]; undiscounted, since games end.

    `values` are [T + 1, N]; `signs` are +1 where the same player moves next, −1 where the other one
    does, 0 where the game has ended.
    """
    found, last = torch.zeros_like(rewards), torch.zeros_like(rewards[0])
    for t in reversed(range(len(rewards))):
        last = rewards[t] + signs[t] * values[t + 1] - values[t] + gae_lambda * signs[t] * last
        found[t] = last
    return found


@torch.no_grad()
def roll_out(agent: Agent, envs: salta.gym.SaltaVectorEnv, at: tuple, length: int, gae_lambda: float):
    """Plays `length` steps in every game; what was seen and done as tensors [T · N, …], and where games are."""
    names = ("observation", "mask", "action", "log_prob", "value", "reward", "sign")
    seen = {name: [] for name in names}
    for _ in range(length):
        observation, info = at
        inputs = torch.from_numpy(observation), torch.from_numpy(info["action_mask"])
        logits, value = agent(*inputs)
        policy = torch.distributions.Categorical(logits=logits)
        action = policy.sample()
        observation, reward, terminated, truncated, after = envs.step(action.numpy())
        same = after["current_player"] == info["current_player"]
        # A truncated game counts as even.
        sign = np.where(terminated | truncated, 0.0, np.where(same, 1.0, -1.0)).astype(np.float32)
        step = (*inputs, action, policy.log_prob(action), value, torch.from_numpy(reward), torch.from_numpy(sign))
        for name, array in zip(names, step):
            seen[name].append(array)
        at = observation, after
    last = agent(torch.from_numpy(at[0]), torch.from_numpy(at[1]["action_mask"]))[1]
    batch = {name: torch.stack(arrays) for name, arrays in seen.items()}
    values = torch.cat([batch["value"], last[None]])
    batch["advantage"] = advantages(batch["reward"], values, batch["sign"], gae_lambda)
    batch["return"] = batch["advantage"] + batch["value"]
    return {name: array.flatten(0, 1) for name, array in batch.items()}, at


def loss_of(agent: Agent, batch: dict[str, torch.Tensor], args: argparse.Namespace) -> torch.Tensor:
    """PPO's clipped objective (Schulman et al. 2017), the value's error and the entropy."""
    logits, value = agent(batch["observation"], batch["mask"])
    policy = torch.distributions.Categorical(logits=logits)
    ratio = (policy.log_prob(batch["action"]) - batch["log_prob"]).exp()
    advantage = (batch["advantage"] - batch["advantage"].mean()) / (batch["advantage"].std() + 1e-8)
    clipped = ratio.clamp(1 - args.clip, 1 + args.clip)
    gain = torch.min(ratio * advantage, clipped * advantage).mean()
    return F.mse_loss(value, batch["return"]) - gain - args.entropy * policy.entropy().mean()


def main() -> None:
    args = arguments().parse_args()
    torch.manual_seed(args.seed)
    envs = salta.gym.SaltaVectorEnv(args.games, args.variant, reward_scale=1 / MARGIN_SCALE)
    agent, curve = Agent(), Curve(args)
    optimiser = torch.optim.Adam(agent.parameters(), lr=args.learning_rate, eps=1e-5)
    size, at = args.games * args.length, envs.reset(seed=args.seed)
    for done in range(0, args.steps, size):
        curve.measure(agent, done)
        optimiser.param_groups[0]["lr"] = args.learning_rate * (1 - done / args.steps)
        batch, at = roll_out(agent, envs, at, args.length, args.gae_lambda)
        for _ in range(args.epochs):
            for rows in torch.randperm(size).split(args.minibatch):
                loss = loss_of(agent, {name: array[rows] for name, array in batch.items()}, args)
                optimiser.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
                optimiser.step()
    curve.measure(agent, done + size)
    torch.save(agent.state_dict(), args.out / "agent.pt")


def arguments(about: str = __doc__, out: str = "runs/ppo") -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=about.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path(out))
    parser.add_argument("--variant", default="buettgenbach-1899")
    for name, default in [
        ("seed", 1), ("steps", 1_000_000), ("games", 64), ("length", 128), ("epochs", 2), ("minibatch", 1024),
        ("measure", 100_000), ("pairs", 16), ("learning-rate", 1e-3), ("gae-lambda", 0.95), ("clip", 0.2),
        ("entropy", 0.01),
    ]:  # fmt: skip
        parser.add_argument(f"--{name}", type=type(default), default=default)
    return parser


if __name__ == "__main__":
    main()
