"""A `BatchEnv` stepped inside `jax.jit`, `lax.scan` and so on, by ordered callbacks.

    env = salta.BatchEnv(salta.Variant(), 4096, seed=1)
    step = salta.jax.step(env)
    seen = salta.jax.reset(env, seed=1)
    seen = jax.jit(step)(actions)       # actions: integers [N]

The games are in `env`, not in what `step` returns: steps happen in order, once each, and cannot be
differentiated or mapped by `vmap`. What they return are arrays of JAX's, by name:

- `legal_action_mask` bool [N, 201], `current_player` uint8 [N]
- `rewards` float32 [N, 2], `terminated` and `truncated` bool [N]
- with `observations="features"`: `observation` float32 [N, 50, FEATURES], in `encoding` (by default 1, on smaller
  boards 2, with one feature more)
- with `observations="planes"`: `observation` uint32 [PLANES, N, 2], the low and the high half of each word
  (JAX has no 64-bit integers by default)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import numpy as np
from jax.experimental import io_callback

from salta import _native
from salta._step import encoding_of

Seen = dict[str, Any]


def reset(
    env: _native.BatchEnv,
    seed: int | None = None,
    observations: str | None = "features",
    encoding: int | None = None,
) -> Seen:
    """Resets all games once their steps are done, and what `step` would return of them."""
    jax.effects_barrier()
    env.reset(seed)
    return jax.tree.map(jax.numpy.array, _seen(env, observations, encoding))


def step(
    env: _native.BatchEnv, observations: str | None = "features", encoding: int | None = None
) -> Callable[[jax.Array], Seen]:
    """A function of actions, integers [N], that plays them in `env` and may stand inside `jit`."""
    shapes = jax.tree.map(
        lambda array: jax.ShapeDtypeStruct(array.shape, array.dtype), _seen(env, observations, encoding)
    )

    def played(actions: jax.Array) -> Seen:
        env.step(np.asarray(actions))
        # Copies: the next step writes into the same arrays.
        return {name: array.copy() for name, array in _seen(env, observations, encoding).items()}

    return lambda actions: io_callback(played, shapes, actions, ordered=True)


def _seen(env: _native.BatchEnv, observations: str | None, encoding: int | None) -> Seen:
    names = ["legal_action_mask", "current_player", "rewards", "terminated", "truncated"]
    seen = {name: getattr(env, name) for name in names}
    if observations == "features":
        seen["observation"] = env.observe(encoding_of(env.variant, encoding)[0])
    elif observations == "planes":
        seen["observation"] = env.observe_planes().view(np.uint32).reshape(_native.PLANES, env.num_envs, 2)
    elif observations is not None:
        raise _native.SaltaError(f"observations are `features`, `planes` or None, not `{observations}`")
    return seen
