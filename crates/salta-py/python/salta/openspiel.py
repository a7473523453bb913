"""Salta for OpenSpiel: importing this module registers the game `python_salta`.

    import pyspiel, salta.openspiel
    game = pyspiel.load_game("python_salta", {"variant": "walker", "max_plies": 400})

`encoding` is the version of the observation's layout: 1 by default, 2 on smaller boards. Player 0 is
White. A game's returns (`State.returns`) are the margin by distance, or its sign where the variant
counts wins; they are zero if the game is truncated at `max_plies`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from salta import _native, board
from salta._step import MOST_DISTANCE, cap_of, encoding_of, final_reward, is_truncated

_MOST_HOPS = 51
"""Decisions of a ply in a variant with chains: no square twice, and the end of the turn."""

_TYPE = pyspiel.GameType(
    short_name="python_salta",
    long_name="Salta (1899)",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    # 0: the variant's own limit, or salta's default where it has none; the encoding that fits the board.
    parameter_specification={"variant": "buettgenbach-1899", "max_plies": 0, "encoding": 0},
)


class SaltaGame(pyspiel.Game):
    """A variant with a cap on plies."""

    def __init__(self, params: dict[str, Any] | None = None):
        params = params or {}
        self.variant = _native.Variant(params.get("variant", "buettgenbach-1899"))
        self.max_plies = cap_of(self.variant, params.get("max_plies", 0) or None)
        self.encoding, (_, _, self.shape) = encoding_of(self.variant, params.get("encoding", 0) or None)
        chains = self.variant.rules["chain"] == "may-continue"
        most = 1.0 if self.variant.rules["points"] == "win" else float(MOST_DISTANCE)
        info = pyspiel.GameInfo(
            num_distinct_actions=_native.ACTIONS,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=self.max_plies * (_MOST_HOPS if chains else 1),
        )
        super().__init__(_TYPE, info, params)

    def new_initial_state(self) -> SaltaState:
        return SaltaState(self)

    def make_py_observer(self, iig_obs_type=None, params=None) -> SaltaObserver:
        return SaltaObserver(self.encoding, self.shape)


class SaltaState(pyspiel.State):
    """A position."""

    def __init__(self, game: SaltaGame):
        super().__init__(game)
        self.variant, self.max_plies = game.variant, game.max_plies
        self.position = self.variant.start()

    def current_player(self) -> int:
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.position.current_player

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal_actions()

    def _apply_action(self, action: int) -> None:
        self.position = self.position.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.action_name(action)

    def is_terminal(self) -> bool:
        return self.position.terminated or is_truncated(self.position, self.max_plies)

    def returns(self) -> list[float]:
        white = final_reward(self.variant, self.position) if self.position.terminated else 0.0
        return [white, -white]

    def __str__(self) -> str:
        position = self.position
        side = "white" if position.current_player == 0 else "black"
        line = f"{side} to move, ply {position.plies}"
        if position.hopper is not None:
            # What has been landed on decides what is legal.
            line += f", {position.hopper} hops, landed on {' '.join(position.landed)}"
        return f"{board.text(position)}\n{line}"


class SaltaObserver:
    """The network's observation, the player to move at the bottom."""

    def __init__(self, encoding: int, shape: tuple[int, int]):
        self.encoding = encoding
        shaped = np.zeros(shape, np.float32)
        self.tensor, self.dict = shaped.reshape(-1), {"observation": shaped}

    def set_from(self, state: SaltaState, player: int) -> None:
        self.dict["observation"][:] = state.position.observation(self.encoding)

    def string_from(self, state: SaltaState, player: int) -> str:
        return str(state)


pyspiel.register_game(_TYPE, SaltaGame)
