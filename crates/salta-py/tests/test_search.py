"""Searches with a Python callable, and the arena's statistics."""

import threading
from queue import SimpleQueue

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
    with pytest.raises(salta.SaltaError, match="`config`: invalid type: integer `3`"):
        salta.search(positions, by_distance, config={"gumbel": 3, "gumbel_scale": 0.5})
    for answer, message in [
        ((np.zeros((1, 3)), np.zeros(1)), "expected logits"),
        ((np.zeros((2, 201)), np.array([0, 9.0])), "leaf 1: the value is 9"),
        ((np.full((2, 201), np.nan), np.zeros(2)), "leaf 0: the logit of the legal action"),
        ((), "returns logits and values"),
        (None, "returns logits and values, not <class 'NoneType'>"),
    ]:
        with pytest.raises(salta.SaltaError, match=message):
            salta.search(positions, lambda seen, mask, answer=answer: answer)
    with pytest.raises(salta.SaltaError, match="simulations is at most 1000000, not 2000000"):
        salta.search(positions, by_distance, simulations=2_000_000)
    with pytest.raises(salta.SaltaError, match="no tree of an earlier search"):
        salta.search(positions, by_distance, config={"reuse_nodes": 9})
    with pytest.raises(salta.SaltaError, match="encoding 1 plays the 10x10 board"):
        by_distance_1 = lambda seen, mask: by_distance(seen, mask)  # noqa: E731
        by_distance_1.encoding = 1
        board = salta.Variant.from_toml('base = "walker"\nboard = "6x6"\nranks = 1')
        salta.search([board.start()], by_distance_1)
    with pytest.raises(ZeroDivisionError):
        salta.search(positions, lambda seen, mask: 1 / 0)
    with pytest.raises(salta.SaltaError, match="one variant"):
        salta.search([positions[0], salta.Variant("walker").start()], by_distance)
    assert salta.search([], by_distance) == []


def test_an_evaluator_may_return_views_of_its_input():
    def by_view(observation, mask):
        return observation.reshape(len(mask), -1)[:, :201], observation[:, 0, 0]

    def by_copy(observation, mask):
        return [array.copy() for array in by_view(observation, mask)]

    for count in 1, 3:
        positions = random_positions(salta.Variant("walker"), count)
        first, second = (salta.search(positions, evaluator, simulations=9) for evaluator in (by_view, by_copy))
        assert [r["visits"].tolist() for r in first] == [r["visits"].tolist() for r in second]


class Carries:
    """An evaluator with settings of its own."""

    search = {"gumbel": {"c_scale": 3.0, "gumbel_scale": 0.0}, "simulations": 5}
    utility = {"win_weight": 1.0}
    exact_ends = True
    leaf_exact_nodes = 50

    def __call__(self, observation, mask):
        return by_distance(observation, mask)


def test_settings_come_with_the_evaluator_from_a_config_or_both():
    positions = random_positions(salta.Variant("buettgenbach-1899"), 6, seed=9)

    def found(evaluator, **options):
        reports = salta.search(positions, evaluator, simulations=32, **options)
        return [(r["visits"].tolist(), r["policy"].tolist()) for r in reports]

    given = {"config": Carries.search, "utility": Carries.utility, "exact_ends": True,
             "leaf_exact_nodes": 50}  # fmt: skip
    assert found(Carries()) == found(by_distance, **given) != found(by_distance)
    quiet = {"config": {"gumbel": {"gumbel_scale": 0.0}}, "seed": 1}
    assert found(Carries(), seed=1) == found(Carries(), seed=2)
    assert found(Carries(), config={"c_scale": 0.1}, utility={}) == found(by_distance, **quiet)
    by_config = salta.search(positions[:1], Carries(), config={"simulations": 7})
    assert by_config[0]["visits"].sum() == 7


def test_a_call_that_does_not_return_is_reported():
    positions, forever = random_positions(salta.Variant("walker"), 3), threading.Event()

    def hangs(observation, mask):
        forever.wait()
        return by_distance(observation, mask)

    limited = salta.TimeLimit(hangs, 0.1)
    with pytest.raises(salta.SaltaError, match="hangs at .* did not return within 0.1 s"):
        salta.search(positions, limited, simulations=9)
    forever.set()
    limited.seconds = 600  # the late answer is none of the next search's

    def visits(evaluator):
        return [r["visits"].tolist() for r in salta.search(positions, evaluator, simulations=9)]

    assert visits(limited) == visits(by_distance)
    assert visits(salta.TimeLimit(Carries(), 600)) == visits(Carries())
    with pytest.raises(ZeroDivisionError):
        salta.search(positions, salta.TimeLimit(lambda seen, mask: 1 / 0, 600))
    with pytest.raises(salta.SaltaError, match="seconds must be positive"):
        salta.TimeLimit(hangs, 0)
    with pytest.raises(salta.SaltaError, match="seconds must be positive and finite, not inf"):
        salta.TimeLimit(hangs, float("inf"))


class InterruptedQueue(SimpleQueue):
    """Ctrl-C ends its first wait with a timeout."""

    waits = 0

    def get(self, *, timeout=None):
        self.waits += timeout is not None
        if self.waits == 1:
            raise KeyboardInterrupt
        return super().get(timeout=timeout)


def test_an_interrupted_call_leaves_its_answer_to_no_later_one(monkeypatch):
    limited = salta.TimeLimit(lambda number: number, 600)
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr("salta._limit.SimpleQueue", InterruptedQueue)
        limited(1)
    assert limited(2) == 2


def test_planes_serve_as_well_and_outcomes_with_margins():
    positions = random_positions(salta.Variant("walker"), 40, seed=3)

    def of_planes(planes, mask):
        assert planes.shape == (len(mask), salta.PLANES) and planes.dtype == np.uint64
        own = np.bitwise_count(planes[:, 0] & np.uint64((1 << 25) - 1)).astype(np.float32)
        return np.zeros(mask.shape), own / 15

    def of_features(observation, mask):
        return np.zeros(mask.shape), observation[:, :25, 0].sum(1) / 15

    def with_outcomes(observation, mask):
        value = observation[:, :25, 0].sum(1) / 15
        outcomes = np.stack([0.5 + value / 2, np.zeros_like(value), 0.5 - value / 2], 1)
        return np.zeros(mask.shape), outcomes, value * 40

    visits = [
        [r["visits"].tolist() for r in salta.search(positions, evaluator, simulations=12, **options)]
        for evaluator, options in [
            (of_planes, {"observations": "planes"}), (of_features, {}), (with_outcomes, {})]
    ]  # fmt: skip
    assert visits[0] == visits[1] == visits[2]


def test_several_leaves_of_one_tree_wait_together():
    position = random_positions(salta.Variant("buettgenbach-1899"), 90, seed=2)[-1:]

    def found(leaves, **options):
        sizes = []

        def evaluator(observation, mask):
            sizes.append(len(observation))
            return by_distance(observation, mask)

        quiet = {"gumbel": {"gumbel_scale": 0.0}}
        report = salta.search(position, evaluator, simulations=200, leaves=leaves, config=quiet, **options)
        return report[0], sizes

    (one, ones), (several, sizes) = found(1), found(16)
    assert max(ones) == 1 and max(sizes) > 8 and len(sizes) < len(ones) / 4
    assert one["visits"].sum() == several["visits"].sum() == 200
    assert abs(one["value"] - several["value"]) < 0.1
    assert sum(sizes) <= 201
    with pytest.raises(salta.SaltaError, match="leaves is from 1"):
        found(0)


def test_a_match_by_hand():
    found = salta.match_statistics([(10, 4), (6, -4), (0, 0), (7, 0)])
    assert (found["pairs"], found["wins"], found["draws"], found["losses"]) == (4, 4, 3, 1)
    assert found["pentanomial"] == [0, 0, 2, 1, 1] and found["verdict"] == "undecided"
    assert found["score"]["estimate"] == 0.6875
    assert abs(salta.expected_score(salta.elo(0.75)) - 0.75) < 1e-12
    for margin in 2**31 - 1, -(2**31):
        assert salta.match_statistics([(margin, margin)])["points"]["lo"] == margin


def test_sequential_tests_and_ratings():
    won = salta.sprt([0, 0, 10, 60, 130], 0, 20)
    assert won["llr"] > won["upper"] and won["decision"] is not None
    rated = salta.ratings(3, [(i, 0, 1, 3) for i in range(9)] + [(i, 1, 2, 3) for i in range(9)])
    elos = [elo["estimate"] for elo in rated["elo"]]
    assert elos[0] > elos[1] > elos[2]
    with pytest.raises(salta.SaltaError, match="two players"):
        salta.ratings(2, [(0, 0, 5, 2)])


def test_outcomes_may_be_lists():
    position = salta.Variant().start()
    lists = lambda observation, mask: (np.zeros(mask.shape).tolist(), [[0.2, 0.3, 0.5]] * len(mask))
    [report] = salta.search([position], lists, simulations=4, utility={"win_weight": 1})
    assert report["visits"].sum() == 4
