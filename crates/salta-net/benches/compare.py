"""ONNX Runtime and eager PyTorch on the networks of `cargo bench -p salta-net`, one thread each.

    python3 crates/salta-net/benches/compare.py [--seconds 3] [--only onnxruntime|int8|pytorch]

`int8` is ONNX Runtime on the network as its own tool quantises it (QDQ, a scale for each channel of the
weights, calibrated on the positions of the bench); `precision_int8` of the benches is what it stands beside.

Prints medians in positions per second, to stand beside `inference` and `training` of the benches.
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
QUANTISED = {
    f"blocks_{blocks}_channels_{channels}_taps_{taps}": {
        "blocks": blocks, "channels": channels, "taps": taps
    }
    for blocks, channels in [(5, 48), (6, 64)]
    for taps in [5, 9]
}  # fmt: skip
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
    """Items per second, by the median of the calls."""
    for _ in range(3):
        call()
    times, end = [], time.perf_counter() + seconds
    while time.perf_counter() < end or len(times) < 5:
        started = time.perf_counter()
        call()
        times.append(time.perf_counter() - started)
    return items / statistics.median(times)


def session_rate(model, batch, seconds):
    """Positions per second of a model in ONNX Runtime."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(model), options, ["CPUExecutionProvider"])
    outputs = ["policy_logits", "wdl", "margin", "plies"]
    features = {"features": positions(batch)}
    return rate(lambda: session.run(outputs, features), batch, seconds)


def measure_onnxruntime(name, folder, seconds):
    """The forward pass, as players have it."""
    model = export(folder, NETWORKS[name], "onnx")
    for batch in BATCHES:
        yield batch, session_rate(model, batch, seconds)


def measure_int8(name, folder, seconds):
    """The forward pass in floats and as ONNX Runtime quantises it."""
    from onnxruntime.quantization import CalibrationDataReader, QuantFormat, quantize_static
    from onnxruntime.quantization.shape_inference import quant_pre_process

    class Positions(CalibrationDataReader):
        left = iter([{"features": positions(64)}])

        def get_next(self):
            return next(self.left, None)

    model, batch = export(folder, QUANTISED[name], "onnx"), 64
    prepared, quantised = str(folder / "prepared.onnx"), str(folder / "int8.onnx")
    quant_pre_process(str(model), prepared, skip_symbolic_shape=True)
    quantize_static(prepared, quantised, Positions(), quant_format=QuantFormat.QDQ, per_channel=True)
    floats, bytes_ = (session_rate(file, batch, seconds) for file in (model, quantised))
    print(f"  {name:<32} in floats  {floats:>9,.0f}", flush=True)
    yield batch, bytes_


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
    parser.add_argument("--only", choices=["onnxruntime", "int8", "pytorch"])
    arguments = parser.parse_args()
    python = environment()
    if Path(sys.prefix).resolve() != HOME.resolve():
        sys.exit(subprocess.run([python, __file__, *sys.argv[1:]]).returncode)
    measures = {"onnxruntime": (measure_onnxruntime, NETWORKS, "onnxruntime", "positions"),
                "int8": (measure_int8, QUANTISED, "onnxruntime", "positions, int8"),
                "pytorch": (measure_pytorch, TRAINED, "torch", "samples learned from")}  # fmt: skip
    for part, (measure, names, library, what) in measures.items():
        if arguments.only not in (None, part):
            continue
        from importlib.metadata import version

        print(f"{library} {version(library)}, one thread: {what} a second")
        for name in names:
            with tempfile.TemporaryDirectory() as folder:
                for batch, found in measure(name, Path(folder), arguments.seconds):
                    print(f"  {name:<32} batch {batch:>3}  {found:>9,.0f}", flush=True)


if __name__ == "__main__":
    main()
