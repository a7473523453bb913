"""ONNX Runtime and eager PyTorch on the networks of `cargo bench -p salta-net`, one thread each.

    python3 crates/salta-net/benches/compare.py [--seconds 3] [--only onnxruntime|pytorch]

Prints medians in positions a second, to stand beside `inference` and `training` of the benches.
Networks are made and exported by `salta` ($SALTA, target/release, target/debug or the path). Needs Python
3.11 or newer and, the first time, PyPI: some 3 GB of PyTorch go into an environment of their own below
target/compare.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
HOME = ROOT / "target" / "compare"
NETWORKS = {
    "blocks_3_channels_24": {"blocks": 3, "channels": 24},
    "blocks_4_channels_32": {"blocks": 4, "channels": 32},
    "blocks_6_channels_64": {"blocks": 6, "channels": 64},
    "five_taps_blocks_4_channels_32": {"blocks": 4, "channels": 32, "taps": 5},
}
TRAINED = ["blocks_4_channels_32", "blocks_6_channels_64"]
BATCHES, SAMPLES = [16, 32, 64], 256
CONFIG = 'name = "bench"\nseed = 1\nvariant = "buettgenbach-1899"\ngenerations = 1\n\
games_per_generation = 1\n'


def environment():
    """The Python of a virtual environment that holds the requirements."""
    python, wanted, stamp = HOME / "bin" / "python", HERE / "requirements.txt", HOME / "installed.txt"
    if not stamp.exists() or stamp.read_text() != wanted.read_text():
        print(f"installing into {HOME}", file=sys.stderr)
        venv.create(HOME, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "-r", wanted], check=True)
        stamp.write_text(wanted.read_text())
    return python


def binary():
    """The `salta` that exports."""
    built = [ROOT / "target" / profile / "salta" for profile in ("release", "debug")]
    found = [os.environ.get("SALTA"), *filter(Path.exists, built), shutil.which("salta")]
    return next(filter(None, found), None) or sys.exit("no salta binary: cargo build --release")


def export(folder, settings, suffix):
    """The untrained network with these settings, as a file."""
    config, run, out = folder / "bench.toml", folder / "run", folder / f"net.{suffix}"
    config.write_text(CONFIG)
    sets = [f"--set=network.{key}={value}" for key, value in settings.items()]
    for call in (
        ["train", config, "--until", "0", "--quiet", "--out", run, *sets],
        ["export", run, "--format", suffix, "--out", out],
    ):
        subprocess.run([binary(), *call], check=True, stdout=subprocess.DEVNULL)
    return out


def positions(batch):
    """The features that the benches evaluate: [B, 50, F]."""
    import numpy as np

    planes = np.arange(batch * 50 * 53) * 7919 % 11 == 0
    return planes.astype(np.float32).reshape(batch, 50, 53)


def rate(call, items, seconds):
    """Items a second, by the median of the calls."""
    for _ in range(3):
        call()
    times, end = [], time.perf_counter() + seconds
    while time.perf_counter() < end or len(times) < 5:
        started = time.perf_counter()
        call()
        times.append(time.perf_counter() - started)
    return items / statistics.median(times)


def measure_onnxruntime(name, folder, seconds):
    """The forward pass, as players have it."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    model = export(folder, NETWORKS[name], "onnx")
    session = onnxruntime.InferenceSession(str(model), options, ["CPUExecutionProvider"])
    outputs = ["policy_logits", "wdl", "margin", "plies"]
    for batch in BATCHES:
        features = {"features": positions(batch)}
        yield batch, rate(lambda: session.run(outputs, features), batch, seconds)


def measure_pytorch(name, folder, seconds):
    """A learning step: losses, gradients, clipping, AdamW, moving average."""
    import torch
    from safetensors import safe_open
    from torch_network import Learner, Network

    torch.set_num_threads(1)
    with safe_open(export(folder, NETWORKS[name], "safetensors"), "numpy") as file:
        weights = {key: file.get_tensor(key) for key in file.keys()}
        config = json.loads(file.metadata()["network"])
    network = Network(weights, config)
    learner, rows, bins = Learner(network), network.rows(SAMPLES), config["margin_bins"]
    sample = torch.arange(SAMPLES)
    targets = {
        "policy": torch.eye(201)[sample % 201],
        "wdl": torch.eye(3)[sample % 3],
        "margin": torch.eye(bins)[torch.full((SAMPLES,), bins // 2)],
        "plies": torch.zeros(SAMPLES),
    }
    features, illegal = torch.from_numpy(positions(SAMPLES)), torch.zeros(SAMPLES, 201)
    yield SAMPLES, rate(lambda: learner.step(features, illegal, targets, rows), SAMPLES, seconds)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=3.0, help="for each figure")
    parser.add_argument("--only", choices=["onnxruntime", "pytorch"])
    arguments = parser.parse_args()
    python = environment()
    if Path(sys.prefix).resolve() != HOME.resolve():
        sys.exit(subprocess.run([python, __file__, *sys.argv[1:]]).returncode)
    measures = {"onnxruntime": (measure_onnxruntime, NETWORKS, "positions"),
                "pytorch": (measure_pytorch, TRAINED, "samples learned from")}  # fmt: skip
    for library, (measure, names, what) in measures.items():
        if arguments.only not in (None, library):
            continue
        from importlib.metadata import version

        print(f"{library} {version(library.replace('py', ''))}, one thread: {what} a second")
        for name in names:
            with tempfile.TemporaryDirectory() as folder:
                for batch, found in measure(name, Path(folder), arguments.seconds):
                    print(f"  {name:<32} batch {batch:>3}  {found:>9,.0f}", flush=True)


if __name__ == "__main__":
    main()
