"""Rules, positions, notation, points and errors, as Python sees them."""

import copy
import pickle

import numpy as np
import pytest
from conftest import ROOT, random_positions

import salta

MIDDLE = "eOc1a/Fdhbf/j1Mg1/o1m2/3l1/1Li2/Kn1NJ/2G2/BCHI1/A1kDE w 40"


def perft(position, depth):
    if depth == 0:
        return 1
    return sum(perft(position.play(move), depth - 1) for move in position.moves())


@pytest.mark.parametrize(
    ("name", "line", "counts"),
    [
        ("buettgenbach-1899", None, [9, 81, 891]),
        ("walker", None, [17, 289]),
        ("buettgenbach-1899", MIDDLE, [1, 21, 327]),
        ("checkerboard", MIDDLE, [3, 12, 44, 173]),
        ("walker", MIDDLE.replace("w 40", "w 41"), [43, 1785]),
    ],
)
def test_move_sequences_are_counted_as_in_the_rules(name, line, counts):
    variant = salta.Variant(name)
    position = variant.position(line) if line else variant.start()
    assert [perft(position, depth + 1) for depth in range(len(counts))] == counts


def test_the_game_of_1901_is_legal():
    text = (ROOT / "data" / "games" / "krone-grotewold-1901.salta").read_text()
    headers, moves = salta.read_game(text)
    assert headers["Variant"] == "buettgenbach-1899"
    assert list(headers) == [line.split()[0][1:] for line in text.splitlines() if line.startswith("[")]
    position = salta.Variant("buettgenbach-1899").start()
    for move in moves:
        position = position.play(move)
    assert position.plies == 214


def test_positions_read_back(variant):
    for position in random_positions(variant, 200):
        if position.hopper is None:
            assert variant.position(position.line) == position
            assert hash(variant.position(position.line)) == hash(position)
        mask = position.legal_action_mask()
        assert mask.shape == (salta.ACTIONS,) and mask.dtype == bool
        assert np.flatnonzero(mask).tolist() == position.legal_actions()


def test_points_are_exact_or_say_that_they_are_not():
    start = salta.Variant("buettgenbach-1899").start()
    assert start.distance(0) == start.distance(1) == 105
    least, most = start.solo(0, exact_nodes=10)
    assert 105 <= least <= most
    least, most = start.margin(exact_nodes=10)
    assert least <= 0 <= most
    with pytest.raises(salta.SaltaError, match="players are 0"):
        start.distance(2)
    with pytest.raises(TypeError):
        start.distance("white")


def test_a_variant_is_given_as_itself_or_by_name():
    walker = salta.Variant("walker")
    assert salta.Variant(walker) == walker == salta.BatchEnv("walker", 2, max_plies=40).variant
    assert salta.Variant().name == "buettgenbach-1899"
    assert {walker: 1}[salta.Variant.from_toml(walker.to_toml())] == 1
    assert len({walker, salta.Variant("walker"), salta.Variant("nestor")}) == 2


def test_errors_say_what_is_wrong():
    with pytest.raises(salta.SaltaError, match="no variant is named `chess`"):
        salta.Variant("chess")
    with pytest.raises(TypeError, match="a variant is a `salta.Variant`, a name or a file, not int"):
        salta.BatchEnv(3, 2)
    with pytest.raises(salta.SaltaError, match="move_limits"):
        salta.Variant.from_toml('base = "walker"\nname = "x"\nmove_limits = 3')
    start = salta.Variant("walker").start()
    with pytest.raises(salta.IllegalAction, match="200"):
        start.apply(200)
    with pytest.raises(salta.IllegalAction, match="a1-b2"):
        start.play("a1b2")
    with pytest.raises(ValueError, match="is not a move"):
        start.play("hello")


def test_variants_survive_pickling(variant):
    assert pickle.loads(pickle.dumps(variant)) == variant
    assert variant.rules["name"] == variant.name
    for position in random_positions(variant, 60, seed=2):
        assert pickle.loads(pickle.dumps(position)) == copy.deepcopy(position) == position
    assert copy.copy(variant.rules) == salta.Variant.from_toml(variant.to_toml()).rules


def test_a_rotated_position_is_one_of_the_rules_with_the_other_first_mover():
    start = salta.Variant().start()
    turned = start.rotated()
    assert turned.line.endswith(" b 0")
    assert turned.variant.position(turned.line) == turned
    assert pickle.loads(pickle.dumps(turned)) == turned
    assert turned.rotated() == start
    # White, the first to move, is home, so Black may still answer; rotated, the other way round.
    home = salta.Variant().position("KLMNO/FGHIJ/ABCDE/5/5/5/a4/5/5/5 b 11")
    assert not home.terminated and not home.rotated().terminated
    with pytest.raises(salta.SaltaError):
        salta.BatchEnv("buettgenbach-1899", 2).place(0, turned)
