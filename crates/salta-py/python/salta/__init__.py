"""Salta, the board game of 1899, for reinforcement learning.

    import salta

    env = salta.BatchEnv(salta.Variant("buettgenbach-1899"), 4096, seed=1)
    env.step(env.sample_actions())
    env.observe().shape, env.legal_action_mask.shape, env.rewards.shape

- `Variant`, `Position`: rules, moves, notation, exact points
- `BatchEnv`: many games at once, as arrays
- `choose`, `player_name`: the fixed opponents
- `search`: searches with any callable as the evaluator; `salta.network`: an exported network as one
- `elo`, `match_statistics`, `sprt`, `ratings`: the arena's statistics
- `salta.gym`, `salta.pettingzoo`, `salta.openspiel`: standard interfaces
- `salta.board`: a position as SVG
- `salta.ray`: training on many machines
"""

from salta import _native
from salta._native import (
    ACTIONS,
    ENCODING_VERSION,
    FEATURES,
    PLANES,
    RULES_VERSION,
    SQUARES,
    BatchEnv,
    IllegalAction,
    Position,
    SaltaError,
    Variant,
    choose,
    elo,
    expected_score,
    match_statistics,
    player_name,
    ratings,
    read_game,
    search,
    sprt,
)

__all__ = [
    "ACTIONS",
    "ENCODING_VERSION",
    "FEATURES",
    "PLANES",
    "RULES_VERSION",
    "SQUARES",
    "BatchEnv",
    "IllegalAction",
    "Position",
    "SaltaError",
    "Variant",
    "choose",
    "elo",
    "expected_score",
    "match_statistics",
    "player_name",
    "ratings",
    "read_game",
    "search",
    "sprt",
]

END_TURN = ACTIONS - 1
"""The action that ends a chain of jumps."""

VARIANTS = tuple(_native.Variant.names())
"""The names of the historical variants."""
