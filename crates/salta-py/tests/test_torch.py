"""PyTorch: the worked example, and loaders with several workers."""

import json
import subprocess
import sys

import numpy as np
import onnxruntime
from conftest import ROOT, run_salta

import salta

LOADED = """
import sys
import torch
import salta, salta.torch

dataset = salta.dataset(sys.argv[1], batch=8)
steps = [dataset.batch(step)["margin"].tolist() for step in range(5)]
for workers, start in [(0, None), (2, "fork"), (2, "spawn")]:
    samples = salta.torch.Samples(dataset, steps=5)
    options = {"batch_size": None, "num_workers": workers, "multiprocessing_context": start}
    batches = list(torch.utils.data.DataLoader(samples, **options))
    assert [batch["margin"].tolist() for batch in batches] == steps
    assert len(samples) == len(batches)
    batch = batches[0]
    assert batch["observation"].shape == (8, 50, 53) and batch["policy"].dtype == torch.float32
rest = salta.torch.Samples(dataset, steps=2, first=3)
assert [batch["margin"].tolist() for batch in rest] == steps[3:] and len(rest) == 2
try:
    len(salta.torch.Samples(dataset))
except TypeError as error:
    assert "give `steps`" in str(error)
else:
    raise AssertionError("it has no end")
"""

# White moves twice within a chain, then Black moves and wins. With lambda 1 an advantage is what the mover gets
# in the end, less the mover's value.
ADVANTAGES = """
import sys
sys.path.insert(0, sys.argv[1])
from torch import allclose, tensor
import ppo

rewards, values = tensor([[0.0], [0.0], [1.0]]), tensor([[0.2], [0.3], [0.5], [9.0]])
found = ppo.advantages(rewards, values, tensor([[1.0], [-1.0], [0.0]]), 1.0)
assert allclose(found[:, 0], tensor([-1.0 - 0.2, -1.0 - 0.3, 1.0 - 0.5])), found
"""


def run(python, *arguments):
    done = subprocess.run([python[0], *map(str, arguments)], env=python[1], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_example_trains_exports_and_plays(torch_python, tmp_path):
    sizes = {"generations": 2, "games": 4, "simulations": 2, "max-plies": 40, "steps": 3, "batch": 16,
             "channels": 8, "blocks": 1, "pairs": 1}  # fmt: skip
    options = [f"--{name}={value}" for name, value in sizes.items()]
    out = tmp_path / "run"
    example = ROOT / "examples" / "python" / "train_torch.py"
    said = run(torch_python, example, f"--out={out}", "--opponent=random", *options)
    assert "generation 2: policy" in said and "torch against random@1: score" in said
    session = onnxruntime.InferenceSession(out / "net.onnx")
    logits, outcome, margin, plies = session.run(None, {"features": np.zeros((3, 50, 53), np.float32)})
    assert logits.shape == (3, salta.ACTIONS) and margin.shape == plies.shape == (3,)
    np.testing.assert_allclose(outcome.sum(1), 1, atol=1e-5)
    assert len(example.read_text().splitlines()) <= 200
    call = [torch_python[0], str(example), f"--out={out}"]
    again = subprocess.run(call, env=torch_python[1], capture_output=True, text=True)
    assert again.returncode == 1 and "already holds games; choose another --out" in again.stderr
    run(torch_python, "-c", LOADED, out)


def test_the_example_is_the_learner_of_a_run(torch_python, tmp_path):
    python, environment = torch_python
    example = ROOT / "examples" / "python" / "onnx_learner.py"
    config = tmp_path / "outside.toml"
    config.write_text(
        f"extends = '{ROOT}/tests/tiny.toml'\nevaluator = 'onnx'\nlearner_command = '{python} {example}'\n"
    )
    environment = environment | {"VIRTUAL_ENV": sys.prefix}
    run_salta("train", config, "--out", tmp_path / "run", "--until", 2, "--quiet", env=environment)
    run_salta("verify", tmp_path / "run")
    files = [(tmp_path / "run" / "checkpoints" / f"gen-000{n}.onnx").read_bytes() for n in range(3)]
    assert len(set(files)) == 3


def test_ppo_minds_who_moves_next_and_measures_itself(torch_python, tmp_path):
    examples = ROOT / "examples" / "python"
    run(torch_python, "-c", ADVANTAGES, examples)
    sizes = {"steps": 32, "games": 2, "length": 8, "minibatch": 8, "measure": 16, "pairs": 1}
    run(torch_python, examples / "ppo.py", f"--out={tmp_path}", *[f"--{k}={v}" for k, v in sizes.items()])
    curve = [json.loads(line) for line in (tmp_path / "curve.ndjson").read_text().splitlines()]
    measured = [(line["steps"], line["opponent"], line["statistics"]["pairs"]) for line in curve]
    assert measured == [(steps, name, 1) for steps in (0, 16, 32) for name in ("random", "greedy")]
