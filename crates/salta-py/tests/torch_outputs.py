"""What the reference network says on PyTorch: python torch_outputs.py NET.safetensors FEATURES.npy OUT.npz

A program of its own, since PyTorch may be that of another Python (Debian's, say).
"""

import json
import sys
from pathlib import Path

import numpy as np
import torch
from safetensors import safe_open
from safetensors.torch import load_file

sys.path.insert(0, str(Path(__file__).parents[3] / "notebooks"))
import reference_network  # noqa: E402

weights, features, out = sys.argv[1:]
with safe_open(weights, "pt") as file:
    config = json.loads(file.metadata()["network"])
with torch.no_grad():
    seen = torch.from_numpy(np.load(features))
    outputs = reference_network.forward(torch, load_file(weights), config, seen)
np.savez(out, version=torch.__version__, **{name: value.numpy() for name, value in outputs.items()})
