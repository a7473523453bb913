"""Objects in other processes: pickled, copied, or refused."""

import copy
import multiprocessing
import pickle

import numpy as np
import pytest
from conftest import CHECKPOINT, observations, random_positions, run_salta
from test_search import by_distance
from test_selfplay import play

import salta
import salta.network

WAYS = [copy.copy, copy.deepcopy, lambda found: pickle.loads(pickle.dumps(found))]


@pytest.mark.parametrize("way", WAYS)
def test_networks_are_the_same_wherever_they_are(way, tmp_path, monkeypatch):
    run_salta("export", CHECKPOINT, "--format", "onnx", "--out", tmp_path / "net.onnx")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "net").symlink_to(CHECKPOINT)
    seen = observations(random_positions(salta.Variant(), 3))
    for network in salta.Network("quickstart"), salta.Network("net"), salta.network.Network("net.onnx"):
        with monkeypatch.context() as elsewhere:
            elsewhere.chdir("/")
            found = way(network)
        assert np.array_equal(found(seen)[0], network(seen)[0])
    limited = way(salta.TimeLimit(salta.Network("quickstart"), 600))
    assert limited.seconds == 600 and limited.encoding == 1
    assert np.array_equal(limited(seen)[0], salta.Network("quickstart")(seen)[0])


@pytest.mark.parametrize("way", WAYS)
def test_datasets_are_the_same_wherever_they_are(way, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    play(salta.SelfPlay({"games_per_generation": 2, "selfplay": {"max_plies": 9}}, "games"), by_distance)
    samples = salta.dataset("games", batch=4)
    with monkeypatch.context() as elsewhere:
        elsewhere.chdir("/")
        found = way(samples)
    assert np.array_equal(found.batch(3)["observation"], samples.batch(3)["observation"])


class Noted(salta.BatchEnv):
    note = None


class NotedDataset(salta.Dataset):
    note = None


@pytest.mark.parametrize("way", WAYS)
def test_subclasses_keep_their_attributes(way, tmp_path):
    play(salta.SelfPlay({"games_per_generation": 2, "selfplay": {"max_plies": 9}}, tmp_path), by_distance)
    for one in Noted("walker", 2, max_plies=9), NotedDataset(tmp_path, batch=2):
        one.note = "mine"
        assert (type(way(one)), way(one).note) == (type(one), "mine")


@pytest.mark.parametrize("way", WAYS)
def test_rules_positions_and_answers_are_the_same(way):
    position = random_positions(salta.Variant("walker"), 50)[-1]
    assert (way(position), way(position.variant)) == (position, position.variant)
    solution = salta.solo(position, exact_nodes=100)
    found = way(solution)
    assert (found.moves, found.bounds, found.proven, found.nodes) == (
        solution.moves, solution.bounds, solution.proven, solution.nodes)  # fmt: skip
    with pytest.raises(salta.IllegalAction, match="no"):
        raise way(salta.IllegalAction("no"))


@pytest.mark.parametrize("way", WAYS)
def test_what_is_under_way_is_refused(way, tmp_path):
    games = salta.SelfPlay({"games_per_generation": 2, "selfplay": {"max_plies": 8}}, tmp_path)
    leaves = games.leaves()
    games.absorb(*by_distance(leaves.observation, leaves.legal_action_mask))
    for found in games, leaves:
        with pytest.raises(TypeError, match=f"cannot pickle '.*{type(found).__name__}' object"):
            way(found)


def on_several_cores():
    env = salta.BatchEnv(salta.Variant(), 512, seed=1, threads=2)
    env.step(env.sample_actions())
    positions = [env.position(game) for game in range(8)]
    reports = salta.search(positions, by_distance, simulations=4)
    review = salta.review(positions[0], positions[0].moves()[:1], player="alphabeta@2:depth=1")
    logits = salta.Network("quickstart")(env.observe())[0]
    ratings = salta.ratings(2, [(opening, 0, 1, opening) for opening in range(1, 4)])
    return logits.tobytes(), [report["action"] for report in reports], review["plies"], ratings


def self_play(out):
    salta.SelfPlay({}, out)


def test_a_forked_process_uses_its_own_core(tmp_path):
    here = on_several_cores()  # starts the threads, which the other process will not have
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.apply_async(on_several_cores).get(timeout=120) == here
        with pytest.raises(salta.SaltaError, match="none of salta's threads; start it with `spawn`"):
            pool.apply_async(self_play, [tmp_path]).get(timeout=120)


def test_a_dataset_that_has_grown_is_refused(tmp_path):
    config = {"games_per_generation": 2, "selfplay": {"max_plies": 9, "games_per_group": 1}}
    play(salta.SelfPlay(config, tmp_path, games=(0, 1)), by_distance)
    kept = pickle.dumps(salta.dataset(tmp_path, batch=2))
    pickle.loads(kept)
    play(salta.SelfPlay(config, tmp_path), by_distance)
    with pytest.raises(salta.SaltaError, match="samples before the copy"):
        pickle.loads(kept)
