"""A network and a learner of your own in PyTorch; self-play and matches in Rust.

    python examples/python/train_torch.py --out runs/torch --generations 20

Change `Net` and `loss_of`: the rest only moves arrays. Each generation plays games with the last
network, learns from all games in the replay window, and saves `gen-NNNN.pt`. At the end the network
plays a match against `--opponent` and is exported to `net.onnx` (docs/encoding.md).
"""

import argparse
import itertools
import math
import time
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn

import salta

SQUARES, FEATURES = salta.SQUARES, salta.FEATURES
MARGIN_SCALE = 40.0  # points


class Block(nn.Module):
    """Mixes squares, then channels (Tolstikhin et al. 2021, "MLP-Mixer")."""

    def __init__(self, channels: int):
        super().__init__()
        self.norms = nn.ModuleList(nn.LayerNorm(channels) for _ in range(2))
        self.squares = nn.Linear(SQUARES, SQUARES)
        self.channels = nn.Sequential(
            nn.Linear(channels, 2 * channels), nn.ReLU(), nn.Linear(2 * channels, channels)
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:  # [B, 50, C]
        x = x + self.squares(self.norms[0](x).transpose(1, 2)).transpose(1, 2)
        return x + self.channels(self.norms[1](x))


class Net(nn.Module):
    """From observations [B, 50, FEATURES] to policy logits, win/draw/loss logits and the margin."""

    def __init__(self, channels: int, blocks: int):
        super().__init__()
        self.stem = nn.Linear(FEATURES, channels)
        self.trunk = nn.Sequential(*(Block(channels) for _ in range(blocks)))
        self.actions = nn.Linear(channels, 4)  # a logit for each direction from each square
        self.board = nn.Linear(channels, 1 + 3 + 1)  # end of the turn, win/draw/loss, margin

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        x = self.trunk(self.stem(x))
        board = self.board(x.mean(1))
        logits = torch.cat([self.actions(x).transpose(1, 2).flatten(1), board[:, :1]], 1)
        return logits, board[:, 1:4], MARGIN_SCALE * board[:, 4]


class Evaluator:
    """The network as self-play and searches call it: NumPy arrays in and out."""

    utility = {"win_weight": 0.5, "margin_scale": MARGIN_SCALE}
    search = {"gumbel": {"c_scale": 1.0, "gumbel_scale": 0.0}}

    def __init__(self, net: Net):
        self.net = net.eval()

    @torch.no_grad()
    def __call__(self, observation, mask=None):
        logits, outcome, margin = self.net(torch.from_numpy(observation))
        return logits.numpy(), outcome.softmax(1).numpy(), margin.numpy()


class Exported(nn.Module):
    """The network with the outputs of docs/encoding.md."""

    def __init__(self, net: Net):
        super().__init__()
        self.net = net

    def forward(self, features: torch.Tensor) -> tuple[torch.Tensor, ...]:
        logits, outcome, margin = self.net(features)
        return logits, outcome.softmax(1), margin, torch.zeros_like(margin)


def loss_of(net: Net, batch: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """The parts of the loss; positions without a target count nothing."""
    logits, outcome, margin = net(batch["observation"])
    logits = logits.masked_fill(~batch["legal_action_mask"], -1e9)
    policy = -(batch["policy"] * logits.log_softmax(1)).sum(1)
    value = -(batch["wdl"] * outcome.log_softmax(1)).sum(1)
    points = F.smooth_l1_loss(margin / MARGIN_SCALE, batch["margin"] / MARGIN_SCALE, reduction="none")
    decided, searched = batch["value_weight"], batch["policy_weight"]
    return {
        "policy": (policy * searched).sum() / searched.sum().clamp(min=1),
        "value": (value * decided).sum() / decided.sum().clamp(min=1),
        "margin": (points * decided).sum() / decided.sum().clamp(min=1),
    }


def play(net: Net, args: argparse.Namespace, generation: int) -> None:
    """Plays a generation of games into `games/gen-NNNN`."""
    config = {
        "seed": args.seed,
        "variant": args.variant,
        "games_per_generation": args.games,
        "generations": generation,
        "selfplay": {
            "games_per_group": min(args.games, 32),
            "max_plies": args.max_plies,
            "utility": Evaluator.utility,
            "search": {"simulations": args.simulations, "gumbel": {"c_scale": 1.0}},
        },
    }
    out = args.out / "games" / f"gen-{generation:04}"
    games, evaluator = salta.SelfPlay(config, out, generation=generation), Evaluator(net)
    for leaves in games:
        games.absorb(*evaluator(leaves.observation))


def learn(net: Net, optimiser: torch.optim.Optimizer, args: argparse.Namespace, generation: int) -> str:
    """Takes the steps of a generation; the mean losses."""
    net.train()
    samples = salta.dataset(args.out, batch=args.batch, window=args.window, seed=args.seed)
    first, sums = (generation - 1) * args.steps, {}
    for arrays in itertools.islice(samples.batches(first), args.steps):
        losses = loss_of(net, {name: torch.from_numpy(array) for name, array in arrays.items()})
        optimiser.zero_grad()
        sum(losses.values()).backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimiser.step()
        for name, loss in losses.items():
            sums[name] = sums.get(name, 0.0) + loss.item() / args.steps
    if not all(map(math.isfinite, sums.values())):
        raise SystemExit(f"generation {generation}: the loss is not a finite number")
    return ", ".join(f"{name} {loss:.3f}" for name, loss in sums.items())


def export(net: Net, path: Path) -> None:
    """Writes ONNX, for players elsewhere."""
    names = ["policy_logits", "wdl", "margin", "plies"]
    batch = {name: {0: "batch"} for name in ["features", *names]}
    example = torch.zeros(2, SQUARES, FEATURES)
    options = {"dynamo": False} if torch.__version__ >= "2.5" else {}
    torch.onnx.export(Exported(net.eval()), (example,), str(path), input_names=["features"],
                      output_names=names, dynamic_axes=batch, **options)  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("runs/torch"))
    parser.add_argument("--variant", default="buettgenbach-1899")
    parser.add_argument("--opponent", default="greedy", help="a player by name, for the match at the end")
    for name, default in [
        ("generations", 20), ("games", 64), ("simulations", 16), ("max-plies", 0), ("steps", 100),
        ("batch", 256), ("window", 200_000), ("channels", 48), ("blocks", 3), ("pairs", 16), ("seed", 1),
    ]:  # fmt: skip
        parser.add_argument(f"--{name}", type=int, default=default)
    args = parser.parse_args()
    if (args.out / "games").exists():
        raise SystemExit(f"{args.out} already holds games; choose another --out")
    torch.manual_seed(args.seed)
    net = Net(args.channels, args.blocks)
    optimiser = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=1e-4)
    args.out.mkdir(parents=True, exist_ok=True)
    for generation in range(1, args.generations + 1):
        started = time.perf_counter()
        play(net, args, generation)
        played = time.perf_counter()
        losses = learn(net, optimiser, args, generation)
        torch.save(net.state_dict(), args.out / f"gen-{generation:04}.pt")
        times = f"{played - started:.1f} s of self-play, {time.perf_counter() - played:.1f} s of learning"
        print(f"generation {generation}: {losses}; {times}", flush=True)
    export(net, args.out / "net.onnx")
    if args.pairs > 0:
        player = salta.SearchPlayer(Evaluator(net), name="torch", simulations=args.simulations)
        result = salta.play(player, args.opponent, pairs=args.pairs, variant=salta.Variant(args.variant))
        score = result["statistics"]["score"]["estimate"]
        print(f"{result['a']} against {result['b']}: score {100 * score:.1f} % in {args.pairs} pairs")


if __name__ == "__main__":
    main()
