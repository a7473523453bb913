"""An exported network (`salta export … --format onnx`) as an evaluator for `salta.search`."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import ArrayLike, NDArray

from salta import _native


_OUTPUTS = {"policy_logits": _native.ACTIONS, "wdl": 3, "value": 1, "margin": 1, "plies": 1}
"""The outputs that evaluations are made of, and their widths."""


def _widths() -> dict[int, int]:
    """The versions of the encoding by their features of a square."""
    start, widths = _native.Variant().start(), {}
    for version in itertools.count(1):
        try:
            widths[start.observation(version).shape[1]] = version
        except _native.SaltaError:
            return widths


_ENCODINGS = _widths()


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
        outputs = self._check()
        self.encoding = _ENCODINGS[self.session.get_inputs()[0].shape[2]]
        """The version of the encoding that it reads, which `salta.search` gives it."""
        self._check_versions()
        # Without a margin results alone count.
        usual = {"win_weight": 0.5 if "margin" in outputs else 1.0}
        try:
            self.utility = usual | self._setting("utility", {})
            win_weight = self.utility["win_weight"]
            lacking = win_weight < 1.0 and "margin" not in outputs
        except TypeError:
            raise self._refused(f"its metadata: `utility` is {self.metadata['utility']:.60}") from None
        if lacking:
            raise self._refused(f"it has no output `margin`, but its metadata has win_weight {win_weight}")
        self.search = self._setting("search", {})
        self.exact_ends = self._setting("exact_ends", False)
        self.leaf_exact_nodes = 1000
        """As players in the arena have it."""

    def __reduce__(self):
        return Network, (self.path, self.threads)

    def _refused(self, what: str) -> _native.SaltaError:
        return _native.SaltaError(f"{self.path}: {what}")

    def _check(self) -> set[str]:
        """The outputs that are read, if the model is what docs/encoding.md says."""
        inputs = {given.name: (given.type, given.shape) for given in self.session.get_inputs()}
        kind, shape = inputs.get("features", ("", []))
        widths = [width for width in _ENCODINGS if list(inputs) == ["features"] and shape[1:] == [_native.SQUARES, width]]
        if kind != "tensor(float)" or not widths:
            expected = " or ".join(f"[B, {_native.SQUARES}, {width}]" for width in _ENCODINGS)
            raise self._refused(f"its input must be `features`, float32 {expected}, not {inputs}")
        found = {output.name: output for output in self.session.get_outputs() if output.name in _OUTPUTS}
        for name, output in found.items():
            columns = [size for size in output.shape[1:] if isinstance(size, int)]
            if output.type != "tensor(float)" or columns not in ([], [_OUTPUTS[name]]):
                expected = f"float32 [B, {_OUTPUTS[name]}]"
                raise self._refused(f"its output `{name}` must be {expected}, not {output.type} {output.shape}")
        if "policy_logits" not in found:
            raise self._refused("the model has no output `policy_logits`")
        if not {"wdl", "value"} & found.keys():
            raise self._refused("the model has no output `wdl`, nor `value`")
        return set(found)

    def _check_versions(self) -> None:
        """Whether the metadata name the rules and the encoding of this build."""
        for key, known in ("encoding_version", self.encoding), ("rules_version", _native.RULES_VERSION):
            found = self._setting(key, known)
            if found != known:
                raise self._refused(f"made with {key} {found}; this build reads it with {known}")

    def _setting(self, key: str, usual):
        try:
            return json.loads(self.metadata[key]) if key in self.metadata else usual
        except ValueError:
            raise self._refused(f"its metadata: `{key}` is not JSON: {self.metadata[key]!r:.60}") from None

    def evaluate(self, observation: ArrayLike) -> dict[str, NDArray[np.float32]]:
        """All outputs for observations [B, 50, FEATURES] of its encoding, by name (docs/encoding.md)."""
        size, *shape = self.session.get_inputs()[0].shape
        observation = np.asarray(observation)
        if list(observation.shape[1:]) != shape or observation.dtype.kind != "f":
            found = f"{observation.dtype} {list(observation.shape)}"
            raise _native.SaltaError(f"the network reads floats [B, {shape[0]}, {shape[1]}], not {found}")
        observation = observation.astype(np.float32, copy=False)
        rows = len(observation)
        # For a single row ONNX Runtime uses another matrix product, which gives other bits.
        size = size if isinstance(size, int) else max(rows, 2)
        names = [output.name for output in self.session.get_outputs()]
        parts = [self._run(names, observation[first : first + size], size) for first in range(0, max(rows, 1), size)]
        return {name: np.concatenate(part)[:rows] for name, part in zip(names, zip(*parts))}

    def _run(self, names: list[str], observation: NDArray[np.float32], size: int) -> list[NDArray]:
        """The outputs of one batch, filled up with zeros."""
        if len(observation) < size:
            rest = np.zeros((size - len(observation), *observation.shape[1:]), np.float32)
            observation = np.concatenate([observation, rest])
        try:
            return self.session.run(names, {"features": observation})
        except Exception as error:  # those of ONNX Runtime have no other base
            raise self._refused(f"it cannot be computed: {error}") from None

    def __call__(self, observation, legal_action_mask=None):
        """Policy logits [B, 201], then win, draw and loss [B, 3], to which values are converted; then margins
        [B], if it has them."""
        out = self.evaluate(observation)
        if "wdl" not in out:
            value = out["value"].reshape(-1)
            out["wdl"] = np.stack([(1 + value) / 2, np.zeros_like(value), (1 - value) / 2], axis=1)
        margin = [out["margin"].reshape(-1)] if "margin" in out else []
        return out["policy_logits"], out["wdl"], *margin
