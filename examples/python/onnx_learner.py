"""The learner of a training run in PyTorch: `salta train` plays the games, this learns from them.

    evaluator = "onnx"
    learner_command = "python3 examples/python/onnx_learner.py"

The run calls it as `onnx_learner.py RUN GENERATION FILE` (docs/walkthroughs/own-network.md). `[train]` of
the config sets batches and steps; weights and optimiser are kept in `RUN/torch`.
"""

import sys
from pathlib import Path

import torch
from torch import nn

# The network and its loss, to be replaced by your own.
from train_torch import Net, export, loss_of

import salta
import salta.torch


def main() -> None:
    run, generation, file = Path(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
    torch.manual_seed(1)
    net = Net(channels=48, blocks=3)
    optimiser = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=1e-4)
    kept = run / "torch"
    kept.mkdir(exist_ok=True)
    if generation > 0:
        weights, moments = torch.load(kept / f"gen-{generation - 1:04}.pt")
        net.load_state_dict(weights)
        optimiser.load_state_dict(moments)
        for batch in salta.torch.Samples(salta.dataset(run, generation=generation)):
            loss = sum(loss_of(net, batch).values())
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimiser.step()
    torch.save((net.state_dict(), optimiser.state_dict()), kept / f"gen-{generation:04}.pt")
    export(net, file)


if __name__ == "__main__":
    main()
