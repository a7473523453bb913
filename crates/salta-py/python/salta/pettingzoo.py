"""Salta for PettingZoo: agents `player_0` (White) and `player_1` (Black).

Observations are dictionaries: `observation`, float32 [50, FEATURES] from the view of the player to
move, whichever agent is asked for, even at the end of a truncated game (in encoding 2, by default that
of smaller boards, one feature more), and `action_mask`, int8 [201], all zeros for the player who is not to move.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from salta import _native, board
from salta._step import cap_of, check_render_mode, encoding_of, final_reward, is_truncated, opened, start_of, whole


def env(**arguments: Any) -> SaltaAEC:
    """The environment, as PettingZoo's modules make theirs."""
    return SaltaAEC(**arguments)


class SaltaAEC(AECEnv):
    """One game, from the start after `opening_plies` random plies, or from the `position` that `reset` is given.

    After a hop of a chain the same agent is selected again.
    """

    metadata = {"render_modes": ["ansi"], "name": "salta_v0", "is_parallelizable": False}

    def __init__(
        self,
        variant: str | _native.Variant = "buettgenbach-1899",
        *,
        max_plies: int | None = None,
        opening_plies: int = 0,
        encoding: int | None = None,
        render_mode: str | None = None,
    ):
        super().__init__()
        self.variant = _native.Variant(variant)
        self.max_plies, self.opening_plies = cap_of(self.variant, max_plies), whole("opening_plies", opening_plies)
        self.random = np.random.default_rng()
        check_render_mode(render_mode, self.metadata["render_modes"])
        self.render_mode = render_mode
        self.possible_agents = ["player_0", "player_1"]
        self.encoding, seen = encoding_of(self.variant, encoding)
        spaces = {
            "observation": Box(*seen, np.float32),
            "action_mask": Box(0, 1, (_native.ACTIONS,), np.int8),
        }
        self.observation_spaces = {agent: Dict(spaces) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(_native.ACTIONS) for agent in self.possible_agents}

    def observation_space(self, agent: str):
        return self.observation_spaces[agent]

    def action_space(self, agent: str):
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        # PettingZoo's API test passes an option `options`, which means nothing.
        start = start_of(self.variant, self.max_plies, options, ("options",))
        if seed is not None:
            self.random = np.random.default_rng(seed)
        given = (options or {}).get("position") is not None
        self.position = start if given else opened(start, self.opening_plies, self.max_plies, self.random)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        mover = self.possible_agents[self.position.current_player]
        mask = self.position.legal_action_mask().astype(np.int8)
        return {
            "observation": self.position.observation(self.encoding),
            "action_mask": mask if agent == mover else np.zeros_like(mask),
        }

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            return self._was_dead_step(action)
        mover = self.agent_selection
        self.position = self.position.apply(action)
        self._cumulative_rewards[mover] = 0.0
        self._clear_rewards()
        if self.position.terminated:
            white = final_reward(self.variant, self.position)
            self.rewards = {"player_0": white, "player_1": 0.0 - white}
            self.terminations = dict.fromkeys(self.agents, True)
        elif is_truncated(self.position, self.max_plies):
            self.truncations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()

    def render(self) -> str | None:
        return board.text(self.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to close."""

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[self.position.current_player]
