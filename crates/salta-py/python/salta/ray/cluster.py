"""The Ray cluster: joined or started, and how much of it there is."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager

import ray
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from salta import SaltaError
from salta.ray.events import first_line
from salta.ray.settings import ClusterSettings


@contextmanager
def cluster(settings: ClusterSettings) -> Iterator[None]:
    """Provides a Ray cluster for the block; one that was running before is left running."""
    if ray.is_initialized():
        yield
        return
    address = settings.address or os.environ.get("RAY_ADDRESS")
    quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
    if address:
        _join(address, quiet)
    else:
        # Nobody asked for statistics to be sent.
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        memory = settings.object_store_bytes
        ray.init("local", include_dashboard=False, object_store_memory=memory, **quiet)
    try:
        yield
    finally:
        ray.shutdown()


def _join(address: str, quiet: dict) -> None:
    try:
        ray.init(address, **quiet)
    except (ConnectionError, ValueError) as error:
        raise SaltaError(f"--address {address}: {first_line(error)}") from error


def rooms(cores: int) -> int:
    """How many actors with so many cores the machines have room for."""
    nodes = (node["Resources"] for node in ray.nodes() if node["Alive"])
    return sum(int(resources.get("CPU", 0)) // cores for resources in nodes)


def here() -> NodeAffinitySchedulingStrategy:
    """This machine, where the run's directory lies."""
    return NodeAffinitySchedulingStrategy(ray.get_runtime_context().get_node_id(), soft=False)
