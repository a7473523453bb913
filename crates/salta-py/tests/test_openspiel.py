"""OpenSpiel's random simulation test and a kept playthrough."""

import random
from pathlib import Path

import absl.flags
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough

import salta.openspiel  # noqa: F401 (registers the game)


PLAYTHROUGH = Path(__file__).parent / "playthroughs" / "walker.txt"


def load(variant, max_plies=120):
    return pyspiel.load_game("python_salta", {"variant": variant.name, "max_plies": max_plies})


def test_random_simulation(variant):
    pyspiel.random_sim_test(load(variant, 60), num_sims=2, serialize=False, verbose=False)


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
