"""Recorded games for PyTorch: `torch.utils.data.DataLoader(Samples(salta.dataset("runs/mine")), batch_size=None)`."""

from __future__ import annotations

from collections.abc import Iterator

import torch
from torch.utils.data import IterableDataset, get_worker_info

from salta import _native


class Samples(IterableDataset):
    """The batches of a `salta.dataset` as dictionaries of tensors; workers of a loader take turns.

    Batches come ready-made, so the loader gets `batch_size=None`. With n workers the loader asks
    each in turn, and worker w gives every n-th batch from the w-th on: the order is that of the steps,
    whatever their number. Every pass gives the same `steps` steps from `first` on (by default all, from
    the dataset's first on): for other batches, make one with another `first`.
    """

    def __init__(self, dataset: _native.Dataset, steps: int | None = None, first: int | None = None):
        dataset.batches(first)  # refuses a step before the first
        self.dataset = dataset
        start, end = dataset.steps
        first = start if first is None else first
        self.steps = range(first, end if steps is None else min(end, first + steps))

    def __len__(self) -> int:
        """The number of batches in a pass."""
        try:
            return len(self.steps)
        except OverflowError:
            raise TypeError("the batches of a directory of shards have no end: give `steps`") from None

    def __iter__(self) -> Iterator[dict[str, torch.Tensor]]:
        worker = get_worker_info()
        number, workers = (worker.id, worker.num_workers) if worker else (0, 1)
        for step in self.steps[number::workers]:
            batch = self.dataset.batch(step)
            yield {name: torch.from_numpy(array) for name, array in batch.items()}
