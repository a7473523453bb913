"""The network of a safetensors export in plain array operations, for PyTorch or NumPy.

    from safetensors.torch import load_file      # or safetensors.numpy
    outputs = forward(torch, load_file("net.safetensors"), config, features)

`xp` is the module torch or numpy, `config` the JSON in the file's metadata under `network`, `features`
[B, 50, F]. docs/encoding.md says what goes in and what comes out.
"""

import numpy as np

STEPS = [(1, -1), (1, 1), (-1, -1), (-1, 1)]


def taps_of(square, taps):
    """The squares that a layer reads around a square, plus 1; 0 is off the board."""
    row, column = square // 5, 2 * (square % 5) + square // 5 % 2
    found = [square + 1]
    for far in (1, 2):
        for up, right in STEPS:
            r, c = row + far * up, column + far * right
            found.append(r * 5 + c // 2 + 1 if 0 <= r < 10 and 0 <= c < 10 else 0)
    return found[:taps]


def forward(xp, weights, config, features):
    assert not config.get("block"), "a network with a list of blocks: use its ONNX export"
    channels, taps, batch = config["channels"], config["taps"], len(features)
    rows = np.array([taps_of(square, taps) for square in range(50)])

    def linear(name, x):
        return x @ weights[f"{name}.weight"] + weights[f"{name}.bias"]

    def layer(name, x):
        padded = xp.concatenate([xp.zeros_like(x[:, :1]), x], 1)  # [B, 51, C]
        return linear(name, padded[:, rows].reshape(batch, 50, taps * channels))

    def pool(x):
        return xp.concatenate([x.mean(1), xp.amax(x, 1)], 1)  # [B, 2C]

    x = (linear("stem", features) + weights["squares"]).clip(min=0)
    for block in range(config["blocks"]):
        hidden, last = x, config["layers_per_block"] - 1
        for index in range(last):
            hidden = layer(f"blocks.{block}.layers.{index}", hidden).clip(min=0)
        branch = layer(f"blocks.{block}.layers.{last}", hidden)
        if config["global_pooling"] and (block + 1) % config["global_pooling"] == 0:
            branch = branch + linear(f"blocks.{block}.pool", pool(hidden))[:, None]
        x = (branch + x).clip(min=0)
    pooled, bins = pool(x), config["margin_bins"]
    moves = linear("heads.policy", x).swapaxes(1, 2).reshape(batch, 200)
    values = linear("heads.values", linear("heads.hidden", pooled).clip(min=0))
    shares = [xp.exp(v - xp.amax(v, 1)[:, None]) for v in (values[:, :3], values[:, 3 : 3 + bins])]
    wdl, margins = [share / share.sum(1)[:, None] for share in shares]
    points = [(bin - bins // 2) / (bins // 2) * config["margin_max"] for bin in range(bins)]
    margin = sum(margins[:, bin] * point for bin, point in enumerate(points))
    logits = xp.concatenate([moves, linear("heads.end_turn", pooled)], 1)
    plies = 100 * xp.log1p(xp.exp(values[:, 3 + bins]))
    return {"policy_logits": logits, "wdl": wdl, "margin": margin, "plies": plies}
