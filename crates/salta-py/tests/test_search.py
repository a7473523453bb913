"""Searches with a Python callable, and the arena's statistics."""

import numpy as np
import pytest
from conftest import random_positions

import salta


def by_distance(observation, mask):
    """Likes forward actions; values by who is nearer home."""
    assert observation.shape == (len(mask), salta.SQUARES, salta.FEATURES)
    logits = np.zeros(mask.shape, np.float32)
    logits[:, :100] = 1
    return logits, np.tanh(observation[:, 0, 38])


def test_reports_are_distributions_over_legal_actions(variant):
    positions = random_positions(variant, 12, seed=4)
    batches = []

    def evaluator(observation, mask):
        batches.append(len(observation))
        return by_distance(observation, mask)

    reports = salta.search(positions, evaluator, simulations=24, seed=2)
    assert max(batches) == len(positions) and len(batches) <= 25
    for position, report in zip(positions, reports, strict=True):
        assert report["actions"].tolist() == position.legal_actions()
        assert report["action"] in report["actions"]
        assert report["visits"].sum() == 24 or len(report["actions"]) == 1
        assert abs(report["policy"].sum() - 1) < 1e-5 and abs(report["value"]) <= 1


def test_the_seed_alone_decides():
    positions = random_positions(salta.Variant("walker"), 5)
    first, second = (salta.search(positions, by_distance, simulations=16, seed=7) for _ in range(2))
    assert [r["visits"].tolist() for r in first] == [r["visits"].tolist() for r in second]


def test_settings_and_their_errors():
    positions = random_positions(salta.Variant("nestor"), 2)
    report = salta.search(positions, by_distance, simulations=9, config={"method": "puct"})
    assert report[0]["visits"].sum() == 9
    with pytest.raises(salta.SaltaError, match="methods"):
        salta.search(positions, by_distance, config={"methods": "puct"})
    with pytest.raises(salta.SaltaError, match="an evaluator returns"):
        salta.search(positions, lambda seen, mask: (np.zeros((1, 3)), np.zeros(1)))
    with pytest.raises(ZeroDivisionError):
        salta.search(positions, lambda seen, mask: 1 / 0)
    with pytest.raises(salta.SaltaError, match="one variant"):
        salta.search([positions[0], salta.Variant("walker").start()], by_distance)
    assert salta.search([], by_distance) == []


def test_a_match_by_hand():
    found = salta.match_statistics([(10, 4), (6, -4), (0, 0), (7, 0)])
    assert (found["pairs"], found["wins"], found["draws"], found["losses"]) == (4, 4, 3, 1)
    assert found["pentanomial"] == [0, 0, 2, 1, 1] and found["verdict"] == "open"
    assert found["score"]["estimate"] == 0.6875
    assert abs(salta.expected_score(salta.elo(0.75)) - 0.75) < 1e-12


def test_sequential_tests_and_ratings():
    won = salta.sprt([0, 0, 10, 60, 130], 0, 20)
    assert won["llr"] > won["upper"] and won["decision"] is not None
    rated = salta.ratings(3, [(i, 0, 1, 3) for i in range(9)] + [(i, 1, 2, 3) for i in range(9)])
    elos = [elo["estimate"] for elo in rated["elo"]]
    assert elos[0] > elos[1] > elos[2]
    with pytest.raises(salta.SaltaError, match="two players"):
        salta.ratings(2, [(0, 0, 5, 2)])
