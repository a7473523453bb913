"""Losses of one network in f32 and in int8 on the same samples, by ONNX Runtime.

python3 loss.py SAMPLES.npz F32.onnx INT8.onnx
"""

import sys

import numpy as np
import onnxruntime as ort

MOST = 4000  # samples, drawn at random
BATCH = 64

samples = np.load(sys.argv[1])
chosen = np.random.default_rng(1).permutation(len(samples["features"]))[:MOST]
features = samples["features"][chosen].astype(np.float32)
legal, policy = samples["legal"][chosen].astype(bool), samples["policy"][chosen]
wdl, weight = samples["wdl"][chosen], samples["value_weight"][chosen]


def outputs(model):
    session = ort.InferenceSession(model)
    parts = [features[at : at + BATCH] for at in range(0, len(features), BATCH)]
    found = [session.run(["policy_logits", "wdl"], {"features": part}) for part in parts]
    return [np.concatenate(column) for column in zip(*found, strict=True)]


def log_policy(logits):
    logits = np.where(legal, logits, -1e9)
    logits -= logits.max(1, keepdims=True)
    return logits - np.log(np.exp(logits).sum(1, keepdims=True))


def losses(model):
    logits, results = outputs(model)
    logs = log_policy(logits)
    has_policy = policy.sum(1) > 0
    return logs, {
        "policy": -(policy * logs).sum(1)[has_policy],
        "wdl": -(wdl * np.log(np.maximum(results, 1e-9))).sum(1)[weight > 0],
    }


(f32, exact), (int8, rounded) = losses(sys.argv[2]), losses(sys.argv[3])
for name in exact:
    more = rounded[name] - exact[name]
    half = 1.96 * more.std() / len(more) ** 0.5
    print(f"{name}: f32 {exact[name].mean():.4f}, int8 {more.mean():+.4f} ± {half:.4f} nats, {len(more)} samples")
print(f"KL divergence of the policy {(np.exp(f32) * (f32 - int8)).sum(1).mean():.5f} nats")
print(f"same first choice {100 * (f32.argmax(1) == int8.argmax(1)).mean():.1f} %")
