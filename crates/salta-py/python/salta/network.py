"""An exported network (`salta export … --format onnx`) as an evaluator for `salta.search`."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from salta import _native


class Network:
    """A network in an ONNX file, with the metadata that it was exported with. A pickle has the file's path."""

    def __init__(self, path: str | Path, threads: int = 1):
        self.path, self.threads = Path(path).resolve(), threads
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        try:
            self.session = onnxruntime.InferenceSession(str(path), options)
        except Exception as error:  # those of ONNX Runtime have no other base
            raise _native.SaltaError(f"{path}: ONNX Runtime cannot load it: {error}") from None
        self.metadata = dict(self.session.get_modelmeta().custom_metadata_map)
        self.encoding = int(self.metadata.get("encoding_version", _native.ENCODING_VERSION))
        """The version of the encoding that it reads, which `salta.search` gives it."""
        self._check(path)
        self.utility = json.loads(self.metadata.get("utility", "{}"))
        self.search = json.loads(self.metadata.get("search", "{}"))
        self.exact_ends = json.loads(self.metadata.get("exact_ends", "false"))
        self.leaf_exact_nodes = 1000
        """As players in the arena have it."""

    def __reduce__(self):
        return Network, (self.path, self.threads)

    def _check(self, path: str | Path) -> None:
        """Whether the model reads and answers what docs/encoding.md says."""
        try:
            width = _native.Variant().start().observation(self.encoding).shape[1]
        except _native.SaltaError as error:
            raise _native.SaltaError(f"{path}: {error}") from None
        read = {given.name: given.shape[1:] for given in self.session.get_inputs()}
        if read != {"features": [_native.SQUARES, width]}:
            expected = f"encoding version {self.encoding} is `features` [B, {_native.SQUARES}, {width}]"
            raise _native.SaltaError(f"{path}: {expected}, but the model reads {read}")
        missing = {"policy_logits", "wdl", "margin"} - {output.name for output in self.session.get_outputs()}
        if missing:
            raise _native.SaltaError(f"{path}: the model has no output `{min(missing)}`")

    def evaluate(self, observation: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
        """All outputs for observations [B, 50, FEATURES] of its encoding, by name (docs/encoding.md)."""
        shape = (_native.SQUARES, self.session.get_inputs()[0].shape[2])
        if observation.shape[1:] != shape or observation.dtype != np.float32:
            found = f"{observation.dtype} {list(observation.shape)}"
            raise _native.SaltaError(f"the network reads float32 [B, {shape[0]}, {shape[1]}], not {found}")
        names = [output.name for output in self.session.get_outputs()]
        return dict(zip(names, self.session.run(names, {"features": observation}), strict=True))

    def __call__(self, observation, legal_action_mask=None):
        """Policy logits [B, 201] and values [B] in [-1, 1], mixed as in the network's training."""
        out = self.evaluate(observation)
        weight = self.utility.get("win_weight", 0.5)
        points = np.clip(out["margin"] / self.utility.get("margin_scale", 40.0), -1, 1)
        value = weight * (out["wdl"][:, 0] - out["wdl"][:, 2]) + (1 - weight) * points
        return out["policy_logits"], value.astype(np.float32)
