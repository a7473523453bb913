#!/usr/bin/env python3
"""Copies a checkpoint and has its searches pass forced positions (`pip install blake3` first).

    python3 with_skip.py data/checkpoints/two-cores runs/skip-two-cores 8
"""

import json
import shutil
import sys

from blake3 import blake3


def digest(checkpoint):
    """As `Manifest::digest` of crates/salta-net/src/checkpoint.rs."""
    parts = [checkpoint[key] for key in ("format", "metadata", "network", "learner", "files")]
    return blake3(json.dumps(parts, separators=(",", ":"), ensure_ascii=False).encode()).hexdigest()


def main():
    source, target, skip = sys.argv[1:]
    shutil.copytree(source, target)
    path = f"{target}/checkpoint.json"
    with open(path, encoding="utf-8") as file:
        checkpoint = json.load(file)
    assert digest(checkpoint) == checkpoint["checksum"], "numbers are written otherwise"
    metadata = checkpoint["metadata"]
    metadata["search"] = dict(sorted({**metadata["search"], "skip_forced": int(skip)}.items()))
    checkpoint["checksum"] = digest(checkpoint)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(checkpoint, file, indent=2)


if __name__ == "__main__":
    main()
