"""OpenSpiel's own tests, a kept playthrough, and what a state says of itself."""

import random
from pathlib import Path

import absl.flags
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.tests.games_sim_test import GamesSimTest

import salta
import salta.openspiel

PLAYTHROUGH = Path(__file__).parent / "playthroughs" / "walker.txt"


def load(variant, max_plies=120):
    return pyspiel.load_game("python_salta", {"variant": variant.name, "max_plies": max_plies})


def test_random_simulation(variant):
    pyspiel.random_sim_test(load(variant, 60), num_sims=2, serialize=True, verbose=False)


def test_openspiels_simulation(variant):
    """Clones, pickles and OpenSpiel's own serialization along a game."""
    GamesSimTest("sim_game").sim_game(load(variant, 60))


def test_the_text_of_a_state_says_what_is_legal():
    """Within a chain it differs from the same board between turns, and by the squares landed on."""
    legal = {}
    for seed in range(40):
        state, rng = load(salta.Variant("walker"), 200).new_initial_state(), random.Random(seed)
        while not state.is_terminal():
            actions = (state.current_player(), state.legal_actions())
            assert legal.setdefault(str(state), actions) == actions
            state.apply_action(rng.choice(state.legal_actions()))
    assert sum("hops, landed on" in text for text in legal) > 100


def test_the_playthrough_is_as_kept():
    """As OpenSpiel holds its own games to theirs."""
    absl.flags.FLAGS.mark_as_parsed()  # OpenSpiel's module asks for a flag of its command
    kept, anew = generate_playthrough.replay(str(PLAYTHROUGH))
    assert anew == kept and "IsTerminal() = True" in kept


def test_returns_are_opposite_and_bounded(variant):
    game, rng = load(variant, 300), random.Random(3)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    white, black = state.returns()
    assert white == -black and game.min_utility() <= white <= game.max_utility()
    assert len(state.history()) <= game.max_game_length()


def test_an_unknown_variant_is_refused():
    with pytest.raises(Exception, match="no variant is named"):
        pyspiel.load_game("python_salta", {"variant": "chess"})
