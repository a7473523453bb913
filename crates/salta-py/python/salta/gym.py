"""Salta for Gymnasium: one game, or many at once.

One agent plays both sides: an action is made by whoever is to move, and the reward of a step is that
player's. The observation is float32 [50, FEATURES] from the view of the player to move, the legal
actions are in `info["action_mask"]`, the player in `info["current_player"]` (0 White, 1 Black).
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete, MultiDiscrete
from gymnasium.vector import AutoresetMode, VectorEnv

from salta import _native
from salta import board
from salta._step import cap_of, final_reward, is_truncated, variant_of

_OBSERVATION = (_native.SQUARES, _native.FEATURES)


class LegalActions(Discrete):
    """The 201 actions; a sample without a mask is one that is legal in the game now."""

    def __init__(self, first: np.ndarray):
        super().__init__(_native.ACTIONS)
        self.first = self.legal = first

    def seed(self, seed: int | None = None):
        """Seeds the samples; the next one is for the start of a game, as after a reset."""
        self.legal = self.first
        return super().seed(seed)

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        if mask is None and probability is None:
            mask = self.legal
        return super().sample(mask=mask, probability=probability)


class SaltaEnv(gymnasium.Env):
    """One game."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        variant: str | _native.Variant = "buettgenbach-1899",
        *,
        max_plies: int | None = None,
        render_mode: str | None = None,
    ):
        self.variant = variant_of(variant)
        self.max_plies = cap_of(self.variant, max_plies)
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise _native.SaltaError(f"render_mode `{render_mode}`: there are ansi and none")
        self.render_mode = render_mode
        self.observation_space = Box(-4.0, 4.0, _OBSERVATION, np.float32)
        self.position = self.variant.start()
        self.action_space = LegalActions(self.position.legal_action_mask().astype(np.int8))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None):
        super().reset(seed=seed)
        line = (options or {}).get("position")
        self.position = self.variant.position(line) if line else self.variant.start()
        return self.position.observation(), self._info()

    def step(self, action: int):
        mover = self.position.current_player
        self.position = self.position.apply(int(action))
        terminated = self.position.terminated
        reward = final_reward(self.variant, self.position) if terminated else 0.0
        truncated = is_truncated(self.position, self.max_plies)
        observed = self.position.observation()
        return observed, reward if mover == 0 else -reward, terminated, truncated, self._info()

    def render(self):
        return board.text(self.position) if self.render_mode == "ansi" else None

    def _info(self) -> dict[str, Any]:
        mask = self.position.legal_action_mask().astype(np.int8)
        # Nothing is legal once the game is over; a space cannot be empty.
        self.action_space.legal = mask if mask.any() else np.ones_like(mask)
        return {"action_mask": mask, "current_player": self.position.current_player}


class SaltaVectorEnv(VectorEnv):
    """Many games in one Rust call; a game that ends starts anew in the same step.

    Arrays are copies unless `copy=False`: then observations, masks and flags are views that the next
    step rewrites.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(
        self,
        num_envs: int,
        variant: str | _native.Variant = "buettgenbach-1899",
        *,
        max_plies: int | None = None,
        reward_scale: float = 1.0,
        opening_plies: int = 0,
        copy: bool = True,
    ):
        self.variant = variant_of(variant)
        cap = cap_of(self.variant, max_plies)
        self.num_envs = num_envs
        self.copy = copy
        self.batch = _native.BatchEnv(
            self.variant,
            num_envs,
            max_plies=cap,
            reward_scale=reward_scale,
            opening_plies=opening_plies,
        )
        self.single_observation_space = Box(-4.0, 4.0, _OBSERVATION, np.float32)
        self.single_action_space = Discrete(_native.ACTIONS)
        self.observation_space = Box(-4.0, 4.0, (num_envs, *_OBSERVATION), np.float32)
        self.action_space = MultiDiscrete([_native.ACTIONS] * num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None):
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(2**63)) if seed is None else seed)
        return self._kept(self.batch.observe()), self._info()

    def step(self, actions: np.ndarray):
        movers = self.batch.current_player.copy()
        self.batch.step(actions)
        rewards = np.where(movers == 0, self.batch.rewards[:, 0], self.batch.rewards[:, 1])
        info = self._info()
        ended = self.batch.final_games()
        if len(ended):
            info |= self._finals(ended)
        observed = self._kept(self.batch.observe())
        terminated, truncated = self._kept(self.batch.terminated), self._kept(self.batch.truncated)
        return observed, rewards, terminated, truncated, info

    def sample_actions(self) -> np.ndarray:
        """A random legal action for each game: uint16 [N]."""
        return self.batch.sample_actions()

    def _finals(self, ended: np.ndarray) -> dict[str, Any]:
        observations = np.full(self.num_envs, None, dtype=object)
        for game, seen in zip(ended, self.batch.final_observation(), strict=True):
            observations[game] = seen
        mask = np.zeros(self.num_envs, bool)
        mask[ended] = True
        return {"final_obs": observations, "_final_obs": mask}

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self._kept(self.batch.legal_action_mask),
            "current_player": self._kept(self.batch.current_player),
        }

    def _kept(self, array: np.ndarray) -> np.ndarray:
        return array.copy() if self.copy else array


gymnasium.register("salta/Salta-v0", entry_point=SaltaEnv, vector_entry_point=SaltaVectorEnv)
