"""Salta for Gymnasium: one game, or many at once.

One agent plays both sides: an action is made by whoever is to move, and the reward of a step is that
player's. The observation is float32 [50, FEATURES] from the view of the player to move, in `encoding` (1 by
default; 2 on smaller boards, with one feature more). The legal actions are in `info["action_mask"]` and
`action_masks()`, the player in `info["current_player"]` (0 White, 1 Black).

Algorithms that bootstrap from the value of the next observation (PPO, A2C, DQN) learn with the wrong
sign here, since that observation is usually the opponent's. Give them an `OpponentWrapper`.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete, MultiDiscrete
from gymnasium.utils import RecordConstructorArgs
from gymnasium.vector import AutoresetMode, VectorEnv

from salta import _native, board
from salta._step import cap_of, check_render_mode, encoding_of, final_reward, is_truncated, opened, start_of, whole


class LegalActions(Discrete):
    """The 201 actions; without a mask, `sample` draws an action that is legal in the current position."""

    def __init__(self, first: np.ndarray):
        super().__init__(_native.ACTIONS)
        self.first = self.legal = first

    def seed(self, seed: int | None = None):
        """Seeds the samples. The next one is legal both now and at the start of a game, where Gymnasium's
        check of environments takes it; if no action is both, at the start only."""
        both = self.legal & self.first
        self.legal = both if both.any() else self.first
        return super().seed(seed)

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        if mask is None and probability is None:
            mask = self.legal
        return super().sample(mask=mask, probability=probability)


class SaltaEnv(gymnasium.Env):
    """One game; the agent plays both sides (see the module's warning).

    `reset(options={"position": …})` starts from a position, given as its line or a `salta.Position`, any other
    reset from the start after `opening_plies` random plies.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        variant: str | _native.Variant = "buettgenbach-1899",
        *,
        max_plies: int | None = None,
        opening_plies: int = 0,
        encoding: int | None = None,
        render_mode: str | None = None,
    ):
        self.variant = _native.Variant(variant)
        self.max_plies, self.opening_plies = cap_of(self.variant, max_plies), whole("opening_plies", opening_plies)
        check_render_mode(render_mode, self.metadata["render_modes"])
        self.render_mode = render_mode
        self.encoding, seen = encoding_of(self.variant, encoding)
        self.observation_space = Box(*seen, np.float32)
        self.position = self.variant.start()
        self.action_space = LegalActions(self.position.legal_action_mask().astype(np.int8))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None):
        position = start_of(self.variant, self.max_plies, options)
        super().reset(seed=seed)
        if (options or {}).get("position") is None:
            position = opened(position, self.opening_plies, self.max_plies, self.np_random)
        self.position = position
        info = self._info()
        self.action_space.first = self.action_space.legal
        return self.position.observation(self.encoding), info

    def step(self, action: int):
        mover = self.position.current_player
        self.position = self.position.apply(action)
        terminated = self.position.terminated
        reward = final_reward(self.variant, self.position) if terminated else 0.0
        truncated = is_truncated(self.position, self.max_plies)
        observed = self.position.observation(self.encoding)
        return observed, reward if mover == 0 else 0.0 - reward, terminated, truncated, self._info()

    def action_masks(self) -> np.ndarray:
        """Whether each action is legal: bool [201], under the name that MaskablePPO asks for."""
        return self.position.legal_action_mask()

    def render(self):
        return board.text(self.position) if self.render_mode == "ansi" else None

    def _info(self) -> dict[str, Any]:
        mask = self.position.legal_action_mask().astype(np.int8)
        # Nothing is legal once the game is over; a space cannot be empty.
        self.action_space.legal = mask.copy() if mask.any() else np.ones_like(mask)
        return {"action_mask": mask, "current_player": np.int64(self.position.current_player)}


class OpponentWrapper(gymnasium.Wrapper, RecordConstructorArgs):
    """A single-agent environment: the agent plays one side, an opponent the other.

    `opponent` is the name of a fixed player (`random`, `greedy`, `alphabeta@2:depth=2`,
    `uct:sims=200`), or what `salta.play` takes: a callable that chooses a turn (`"f8-e7"`) or an action for a
    `salta.Position`, or an object with `choose(positions)`, such as a `salta.SearchPlayer`; within a chain of
    jumps the next action is asked for. `player` is the agent's side, 0 (White) or 1 (Black); by default
    it is drawn at each reset.

    Rewards are the agent's, and unless the game has terminated the agent is to move in every
    observation. To keep that so when a game is truncated, the opponent still makes its reply.
    """

    def __init__(
        self,
        env: gymnasium.Env,
        opponent: Any = "random",
        *,
        player: int | None = None,
    ):
        # The opponent may be large, or impossible to copy.
        RecordConstructorArgs.__init__(self, _disable_deepcopy=True, opponent=opponent, player=player)
        super().__init__(env)
        if not isinstance(env.unwrapped, SaltaEnv):
            raise TypeError(f"OpponentWrapper wraps a SaltaEnv, not {env.unwrapped}")
        if player not in (None, 0, 1):
            raise _native.SaltaError(f"player {player}: players are 0 (White) and 1 (Black)")
        if isinstance(opponent, str):
            opponent = _native.player_name(opponent)
        elif not callable(opponent) and not hasattr(opponent, "choose"):
            raise TypeError(f"an opponent is a name, a callable or an object with `choose`, not {opponent!r}")
        self.opponent = opponent
        self.player = player
        self.agent = player or 0
        """The agent's side in the game under way."""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None):
        observed, info = self.env.reset(seed=seed, options=options)
        if self.player is None:
            self.agent = int(self.np_random.integers(2))
        while self._position.current_player != self.agent:
            if isinstance(self.opponent, str) and self._position.hopper is not None:
                raise _native.SaltaError(
                    f"the start is within a chain of jumps, and {self.opponent} chooses whole turns; "
                    "start between turns, or give a callable as the opponent"
                )
            observed, _, terminated, _, info = self._reply()
            if terminated:
                raise _native.SaltaError("the opponent ends the game before the agent is to move")
        return observed, info

    def step(self, action: int):
        if not self._position.terminated and self._position.current_player != self.agent:
            raise _native.SaltaError("an error interrupted the opponent's reply; reset the environment")
        outcome = self.env.step(action)
        reward, truncated = float(outcome[1]), outcome[3]
        while not outcome[2] and self._position.current_player != self.agent:
            outcome = self._reply()
            reward -= float(outcome[1])
            truncated |= outcome[3]
        observed, _, terminated, _, info = outcome
        return observed, reward, terminated, truncated and not terminated, info

    def action_masks(self) -> np.ndarray:
        """Whether each action is legal: bool [201]."""
        return self.env.unwrapped.action_masks()

    @property
    def _position(self) -> _native.Position:
        return self.env.unwrapped.position

    def _reply(self):
        """An action or a turn of the opponent's."""
        position, opponent = self._position, self.opponent
        if isinstance(opponent, str):
            choice = _native.choose(opponent, position, int(self.np_random.integers(2**63)))
        else:
            choice = opponent.choose([position])[0] if hasattr(opponent, "choose") else opponent(position)
        *hops, last = position.actions_of(choice) if isinstance(choice, str) else [choice]
        for hop in hops:
            self.env.step(hop)
        return self.env.step(last)


class SaltaVectorEnv(VectorEnv):
    """Many games in one Rust call; a game that ends is reset in the same step.

    The agent plays both sides (see the module's warning). Options of `reset`: `reset_mask`, bool
    [N], the games to reset; `position`, where these start now, a line or a `salta.Position`: later games
    start as usual.
    `info["action_mask"]` is bool [N, 201] (int8 in `SaltaEnv`).

    Arrays are copies unless `copy=False`: then observations, masks and flags are views that the next step
    rewrites.
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
        threads: int = 1,
        encoding: int | None = None,
        copy: bool = True,
        render_mode: str | None = None,
    ):
        check_render_mode(render_mode, self.metadata["render_modes"])
        self.variant = _native.Variant(variant)
        self.max_plies = cap_of(self.variant, max_plies)
        self.num_envs = num_envs
        self.copy = copy
        self.batch = _native.BatchEnv(
            self.variant,
            num_envs,
            max_plies=self.max_plies,
            reward_scale=reward_scale,
            opening_plies=opening_plies,
            threads=threads,
        )
        self.encoding, (least, most, shape) = encoding_of(self.variant, encoding)
        self.single_observation_space = Box(least, most, shape, np.float32)
        self.single_action_space = Discrete(_native.ACTIONS)
        self.observation_space = Box(least, most, (num_envs, *shape), np.float32)
        self.action_space = MultiDiscrete([_native.ACTIONS] * num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None):
        given = options or {}
        start = start_of(self.variant, self.max_plies, given, ("reset_mask",))
        mask = given.get("reset_mask")
        if seed is not None and not isinstance(seed, (int, np.integer)):
            raise _native.SaltaError(f"seed is one integer for all games, not {seed!r}")
        super().reset(seed=None if seed is None else int(seed))
        if seed is None and mask is None:
            seed = int(self.np_random.integers(2**63))
        self.batch.reset(seed, mask)
        if given.get("position") is not None:
            for game in range(self.num_envs) if mask is None else np.flatnonzero(mask):
                self.batch.place(game, start)
        return self._kept(self.batch.observe(self.encoding)), self._info()

    def step(self, actions: np.ndarray):
        movers = self.batch.current_player.copy()
        self.batch.step(actions)
        rewards = np.where(movers == 0, self.batch.rewards[:, 0], self.batch.rewards[:, 1])
        info = self._info()
        ended = self.batch.final_games()
        if len(ended):
            info |= self._finals(ended)
        observed = self._kept(self.batch.observe(self.encoding))
        terminated, truncated = self._kept(self.batch.terminated), self._kept(self.batch.truncated)
        return observed, rewards, terminated, truncated, info

    def sample_actions(self) -> np.ndarray:
        """A random legal action for each game: uint16 [N]."""
        return self.batch.sample_actions()

    def action_masks(self) -> np.ndarray:
        """Whether each action is legal: bool [N, 201]."""
        return self._kept(self.batch.legal_action_mask)

    def _finals(self, ended: np.ndarray) -> dict[str, Any]:
        """Final observations and infos of the games that ended, in the form of Gymnasium's SyncVectorEnv."""
        observations = np.full(self.num_envs, None, dtype=object)
        masks = np.zeros((self.num_envs, _native.ACTIONS), bool)
        players = np.zeros(self.num_envs, np.uint8)
        seen, last = self.batch.final_observation(self.encoding), self.batch.final_positions()
        for row, game in enumerate(ended):
            observations[game] = seen[row]
            masks[game] = last[row].legal_action_mask()
            players[game] = last[row].current_player
        over = np.zeros(self.num_envs, bool)
        over[ended] = True
        info = {"action_mask": masks, "current_player": players}
        info |= {f"_{key}": over.copy() for key in info}
        return {
            "final_obs": observations,
            "_final_obs": over,
            "final_info": info,
            "_final_info": over.copy(),
        }

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self.action_masks(),
            "current_player": self._kept(self.batch.current_player),
        }

    def _kept(self, array: np.ndarray) -> np.ndarray:
        return array.copy() if self.copy else array


gymnasium.register(
    "salta/Salta-v0", entry_point="salta.gym:SaltaEnv", vector_entry_point="salta.gym:SaltaVectorEnv"
)
