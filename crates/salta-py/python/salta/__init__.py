"""Salta, the board game of 1899, for reinforcement learning.

    import salta

    env = salta.BatchEnv("buettgenbach-1899", 4096, seed=1)
    env.step(env.sample_actions())
    env.observe().shape, env.legal_action_mask.shape, env.rewards.shape

- `Variant`, `Position`: rules, moves, notation, exact points
- `BatchEnv`: many games at once, as arrays
- `choose`, `player_name`: the fixed opponents
- `play`: a match, also of players of your own; `SearchPlayer`: an evaluator as one
- `TimeLimit`: an evaluator or player whose calls may not hang
- `train`, `review`, `study`, `solo`: what the commands of these names do
- `search`: searches with any callable as the evaluator; `SelfPlay`: whole games, to shards
- `dataset`: what a learner reads; `salta.torch`: the same for PyTorch's loaders
- `Network`: a trained network as an evaluator; `salta.network`: one exported to ONNX
- `elo`, `match_statistics`, `sprt`, `ratings`: the arena's statistics
- `salta.gym`, `salta.pettingzoo`, `salta.openspiel`: standard interfaces
- `salta.jax`: a `BatchEnv` inside `jax.jit`
- `salta.board`: a position as SVG
- `salta.ray`: training on many machines
"""

from salta import _native, board
from salta._native import (
    ACTIONS,
    ENCODING_VERSION,
    FEATURES,
    PLANES,
    RULES_VERSION,
    SQUARES,
    BatchEnv,
    Dataset,
    IllegalAction,
    Leaves,
    Network,
    Position,
    SaltaError,
    SelfPlay,
    Variant,
    choose,
    elo,
    expected_score,
    match_statistics,
    play,
    player_name,
    ratings,
    read_game,
    review,
    search,
    solo,
    sprt,
    study,
    train,
    training_config,
)
from salta._limit import TimeLimit
from salta._player import SearchPlayer
from salta._solution import Solution

__all__ = [
    "ACTIONS",
    "ENCODING_VERSION",
    "FEATURES",
    "PLANES",
    "RULES_VERSION",
    "SQUARES",
    "BatchEnv",
    "Dataset",
    "IllegalAction",
    "Leaves",
    "Network",
    "Position",
    "SaltaError",
    "SearchPlayer",
    "SelfPlay",
    "Solution",
    "TimeLimit",
    "Variant",
    "board",
    "choose",
    "dataset",
    "elo",
    "expected_score",
    "match_statistics",
    "play",
    "player_name",
    "ratings",
    "read_game",
    "review",
    "search",
    "solo",
    "sprt",
    "study",
    "train",
    "training_config",
]

dataset = Dataset

END_TURN = ACTIONS - 1
"""The action that ends a chain of jumps."""

VARIANTS = tuple(_native.Variant.names())
"""The names of the historical variants."""
