"""The network and its learning step in eager PyTorch, as `salta-net` has them (architecture.rs, losses.rs,
learner.rs), to be timed beside it. The loss is of samples whose targets are all known."""

import sys
from pathlib import Path

import torch
from torch.nn import functional as F

sys.path.insert(0, str(Path(__file__).parents[3] / "notebooks"))
from reference_network import taps_of  # noqa: E402

HEADS = {"policy": 1.0, "wdl": 1.0, "margin": 0.3, "plies": 0.1}


class Network:
    """Weights by their names in a safetensors export, `config` as in its metadata."""

    def __init__(self, weights, config):
        self.weights = {name: torch.from_numpy(array.copy()) for name, array in weights.items()}
        self.config = config

    def rows(self, batch):
        """The rows of [1 + B*50, C] that a layer reads, 0 for squares off the board: [B*50*taps]."""
        taps = torch.tensor([taps_of(square, self.config["taps"]) for square in range(50)])
        boards = 50 * torch.arange(batch)[:, None, None]
        return torch.where(taps > 0, taps + boards, 0).flatten()

    def linear(self, name, x):
        return torch.addmm(self.weights[f"{name}.bias"], x, self.weights[f"{name}.weight"])

    def layer(self, name, x, rows):
        padded = torch.cat([x.new_zeros(1, x.shape[1]), x])  # [1 + B*50, C]
        seen = padded.index_select(0, rows)  # [B*50*taps, C]
        return self.linear(name, seen.view(len(x), -1))

    def forward(self, features, rows):
        """Logits of policy [B, 201], result [B, 3] and margin [B, bins], and raw plies [B]."""
        config, batch = self.config, len(features)
        channels, last = config["channels"], config["layers_per_block"] - 1
        x = self.linear("stem", features.view(batch * 50, -1)).view(batch, 50, channels)
        x = (x + self.weights["squares"]).relu().view(-1, channels)  # [B*50, C]
        for block in range(config["blocks"]):
            hidden = x
            for index in range(last):
                hidden = self.layer(f"blocks.{block}.layers.{index}", hidden, rows).relu()
            branch = self.layer(f"blocks.{block}.layers.{last}", hidden, rows)
            if config["global_pooling"] and (block + 1) % config["global_pooling"] == 0:
                pooled = self.linear(f"blocks.{block}.pool", pool(hidden, batch))
                branch = (branch.view(batch, 50, -1) + pooled[:, None]).view(-1, channels)
            x = (branch + x).relu()
        pooled, bins = pool(x, batch), config["margin_bins"]
        moves = self.linear("heads.policy", x).view(batch, 50, 4).transpose(1, 2)
        policy = torch.cat([moves.reshape(batch, 200), self.linear("heads.end_turn", pooled)], 1)
        values = self.linear("heads.values", self.linear("heads.hidden", pooled).relu())
        wdl, margin, plies = values.split([3, bins, 1], 1)
        return policy, wdl, margin, plies[:, 0]


def pool(x, batch):
    """Mean and maximum over the squares: [B*50, C] to [B, 2C]."""
    boards = x.view(batch, 50, -1)
    return torch.cat([boards.mean(1), boards.amax(1)], 1)


class Learner:
    """AdamW with clipping by the global norm and a moving average, as by `LearnerConfig::default()`."""

    def __init__(self, network):
        self.network, self.parameters = network, list(network.weights.values())
        self.average = [parameter.clone() for parameter in self.parameters]
        decaying = {True: [], False: []}
        for name, parameter in network.weights.items():
            decaying[name.endswith(".weight")].append(parameter.requires_grad_())
        groups = [{"params": decaying[True], "weight_decay": 1e-4},
                  {"params": decaying[False], "weight_decay": 0.0}]  # fmt: skip
        self.optimiser = torch.optim.AdamW(groups, lr=1e-3, fused=True)

    def step(self, features, illegal, targets, rows):
        """One update; `illegal` [B, 201] is added to the logits, `targets` are those of the heads."""
        policy, wdl, margin, plies = self.network.forward(features, rows)
        losses = {
            "policy": F.cross_entropy(policy + illegal, targets["policy"]),
            "wdl": F.cross_entropy(wdl, targets["wdl"]),
            "margin": F.cross_entropy(margin, targets["margin"]),
            "plies": F.mse_loss(F.softplus(plies), targets["plies"]),
        }
        self.optimiser.zero_grad()
        total = sum(HEADS[head] * loss for head, loss in losses.items())
        total.backward()
        torch.nn.utils.clip_grad_norm_(self.parameters, 1.0)
        self.optimiser.step()
        with torch.no_grad():
            torch._foreach_lerp_(self.average, self.parameters, 0.001)
        # Salta reports the losses of every step, which waits for their numbers.
        return [loss.item() for loss in losses.values()]
