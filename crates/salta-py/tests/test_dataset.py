"""Recorded games as batches for learners."""

import pickle
import shutil

import numpy as np
import pytest
from conftest import QUICKSTART, run_salta
from test_search import by_distance
from test_selfplay import play

import salta

SETS = ["generations=3", "tournament.generations=[0]", "stage=[]", "games_per_generation=8",
        "selfplay.games_per_group=4", "selfplay.search.simulations=2", "selfplay.max_plies=60",
        "train.batch=16", "train.steps_per_generation=3", "train.window=500", "threads=2"]  # fmt: skip


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A tiny run of three generations."""
    out = tmp_path_factory.mktemp("dataset") / "run"
    sets = [f"--set={value}" for value in SETS]
    run_salta("train", QUICKSTART, "--out", out, "--until", 3, "--quiet", *sets)
    return out


def same(one, other):
    return all(np.array_equal(one[key], other[key], equal_nan=True) for key in one)


def test_the_batches_of_a_run_are_those_of_its_learner(run):
    last, first = salta.dataset(run), salta.dataset(run, generation=1)
    assert (first.steps, last.steps) == ((0, 3), (6, 9))
    assert len(last) == 500 and last.batch_size == 16 and last.encoding == 1
    batches = list(last)
    assert len(batches) == 3 and same(batches[1], last.batch(7)) and not same(*batches[:2])
    assert [same(a, b) for a, b in zip(batches[1:], last.batches(7, 1), strict=True)] == [True] * 2
    assert list(last.batches(9)) == []
    with pytest.raises(salta.SaltaError, match="first is 0; the steps are 6 to 9"):
        last.batches(0)
    assert pickle.loads(pickle.dumps(first)).steps == first.steps
    with pytest.raises(salta.SaltaError, match="has no generation 4; it has 1 to 3"):
        salta.dataset(run, generation=4)


def test_arrays_are_targets_of_positions(run):
    batch = salta.dataset(run, batch=64).batch(6)
    shapes = {name: array.shape[1:] for name, array in batch.items()}
    assert shapes == {
        "observation": (50, 53), "legal_action_mask": (201,), "policy": (201,), "policy_weight": (),
        "wdl": (3,), "margin": (), "value_weight": (), "plies": (), "reply": (), "short_term_value": (), "home": (50,),
    }  # fmt: skip
    assert all(len(array) == 64 for array in batch.values())
    assert (batch["policy"][~batch["legal_action_mask"]] == 0).all()
    np.testing.assert_allclose(batch["policy"].sum(1), batch["policy_weight"], atol=1e-5)
    assert not batch["value_weight"].any(), "the games of this run are truncated"
    assert (batch["legal_action_mask"][:, :200].reshape(64, 4, 50).transpose(0, 2, 1)
            == batch["observation"][:, :, 32:36].astype(bool)).all()  # fmt: skip


def test_a_directory_of_shards_and_its_window(run):
    folder = run / "games" / "gen-0002"
    whole, part = salta.dataset(folder), salta.dataset(folder, window=100, batch=8, seed=5)
    assert len(whole) > 100 == len(part) and whole.steps[0] == 0
    assert same(part.batch(3), salta.dataset(folder, window=100, batch=8, seed=5).batch(3))
    assert not same(part.batch(3), salta.dataset(folder, window=100, batch=8, seed=6).batch(3))
    copy = pickle.loads(pickle.dumps(part))
    assert len(copy) == 100 and same(copy.batch(3), part.batch(3))
    assert salta.dataset(folder, encoding=2).batch(0)["observation"].shape[2] == 54


def test_the_window_covers_all_shards_of_a_directory(run, tmp_path):
    games = run / "games" / "gen-0002"
    each = len(salta.dataset(games))
    copies = 200_000 // each + 1
    for copy in range(copies):
        for shard in games.glob("*.shard"):
            shutil.copy(shard, tmp_path / f"{copy}-{shard.name}")
    assert len(salta.dataset(tmp_path)) == copies * each > 200_000
    assert len(salta.dataset(tmp_path, window=each)) == each


def test_games_of_other_seeds_are_other_datasets(run, tmp_path):
    folder = tmp_path / "games"
    shutil.copytree(run / "games" / "gen-0002", folder)
    games = salta.SelfPlay({"games_per_generation": 1, "seed": 77, "selfplay": {"max_plies": 9}}, tmp_path / "other")
    play(games, by_distance)
    shutil.copy(tmp_path / "other" / "games-00000000.shard", folder / "games-00000099.shard")
    with pytest.raises(salta.SaltaError, match=r"games-00000099.shard: `run_seed` is 77, not \d+ as in .*08.shard"):
        salta.dataset(folder)


def test_what_is_not_there_is_named(run, tmp_path):
    with pytest.raises(salta.SaltaError, match="nowhere"):
        salta.dataset(tmp_path / "nowhere")
    with pytest.raises(salta.SaltaError, match="holds no shards .* yet"):
        salta.dataset(tmp_path)
    with pytest.raises(salta.SaltaError, match="`window` for a directory"):
        salta.dataset(run, window=5)
    with pytest.raises(salta.SaltaError, match="`batch` must be from 2"):
        salta.dataset(run, batch=1)
    # A run that is being written: what counts is read, what is half there is not.
    copy = tmp_path / "copy"
    shutil.copytree(run, copy)
    metrics = copy / "metrics.ndjson"
    lines = metrics.read_text().splitlines(keepends=True)
    metrics.write_text("".join(lines[:2]) + lines[2][:40])
    (copy / "manifests" / "gen-0003.json").unlink()
    assert same(salta.dataset(copy).batch(4), salta.dataset(run, generation=2).batch(4))
    (copy / "games" / "gen-0002" / "games-00000012.shard").write_bytes(b"half")
    with pytest.raises(salta.SaltaError, match=r"games-00000012.shard.*not a shard"):
        salta.dataset(copy)
    metrics.write_text("")
    for manifest in (copy / "manifests").glob("gen-000[12].json"):
        manifest.unlink()
    with pytest.raises(salta.SaltaError, match="no complete generation yet"):
        salta.dataset(copy)
