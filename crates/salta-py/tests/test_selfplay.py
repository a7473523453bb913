"""Self-play for evaluators that live in Python, and what it writes."""

import pickle
import threading
import tomllib

import numpy as np
import pytest
from conftest import CHECKPOINT, QUICKSTART, run_salta
from test_search import by_distance

import salta

SETS = {
    "games_per_generation": 12, "selfplay.games_per_group": 3, "selfplay.batch": 2,
    "selfplay.search.simulations": 4, "selfplay.search.reuse_nodes": 8, "selfplay.max_plies": 60,
    "selfplay.exact_ends": True, "selfplay.playout_cap.full_share": 0.5, "threads": 2,
    "more_variants": ["walker"], "network.precision": "f32", "stage": [],
}  # fmt: skip


def play(games, evaluator):
    """Plays all games; how many batches it took."""
    batches = 0
    for leaves in games:
        games.absorb(*evaluator(leaves.observation, leaves.legal_action_mask))
        batches += 1
    return batches


def shards(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.shard"))}


def test_a_network_of_saltas_plays_the_bytes_of_the_program(tmp_path):
    text = {key: str(value).lower() if isinstance(value, bool) else value for key, value in SETS.items()}
    sets = [f"--set={key}={value}" for key, value in text.items()]
    run_salta("selfplay", QUICKSTART, "--checkpoint", CHECKPOINT, "--out", tmp_path / "rust", *sets)
    games = salta.SelfPlay(QUICKSTART, tmp_path / "python", sets=SETS, batch=4)
    assert [variant.name for variant in games.variants] == ["buettgenbach-1899", "walker"]
    batches = play(games, salta.Network(CHECKPOINT))
    assert shards(tmp_path / "python") == shards(tmp_path / "rust")
    assert len(shards(tmp_path / "rust")) == 4
    assert games.games == 12 and games.leaves() is None
    assert batches < games.positions <= 4 * batches and games.positions <= games.simulations


def test_so_it_does_in_int8(tmp_path):
    sets = {"games_per_generation": 2, "selfplay.search.simulations": 4, "selfplay.max_plies": 60}
    call = ["selfplay", QUICKSTART, "--checkpoint", CHECKPOINT, "--out", tmp_path / "rust"]
    run_salta(*call, "--set=network.precision=int8", *[f"--set={key}={value}" for key, value in sets.items()])
    network = pickle.loads(pickle.dumps(salta.Network(CHECKPOINT, precision="int8")))
    play(salta.SelfPlay(QUICKSTART, tmp_path / "python", sets=sets, batch=4), network)
    assert shards(tmp_path / "python") == shards(tmp_path / "rust") != {}
    play(salta.SelfPlay(QUICKSTART, tmp_path / "floats", sets=sets, batch=4), salta.Network(CHECKPOINT))
    assert shards(tmp_path / "floats") != shards(tmp_path / "rust")


def test_finished_groups_stay_and_are_not_played_again(tmp_path):
    config = {"variant": "walker", "games_per_generation": 6, "selfplay": {
        "games_per_group": 2, "max_plies": 30, "search": {"simulations": 2}}}  # fmt: skip
    whole = salta.SelfPlay(config, tmp_path / "whole")
    play(whole, by_distance)
    halves = salta.SelfPlay(config, tmp_path / "halves", games=(0, 2))
    play(halves, by_distance)
    assert list(shards(tmp_path / "halves")) == ["games-00000000.shard"]
    rest = salta.SelfPlay(config, tmp_path / "halves")
    play(rest, by_distance)
    assert (halves.games, rest.games) == (2, 4)
    assert shards(tmp_path / "halves") == shards(tmp_path / "whole")


def test_games_of_another_config_are_not_mixed(tmp_path):
    config = {"games_per_generation": 4, "selfplay": {
        "games_per_group": 2, "max_plies": 12, "search": {"simulations": 2}}}  # fmt: skip
    play(salta.SelfPlay(config, tmp_path), by_distance)
    before = shards(tmp_path)
    changes = [
        ({"seed": 3}, {}, "another config: `seed` is 3, not 0 as there; choose another"),
        ({"variant": "checkerboard"}, {}, '`variant` is "checkerboard", not "buettgenbach-1899"'),
        ({}, {"sets": {"selfplay.search.simulations": 3}}, "`selfplay.search.simulations` is 3, not 2"),
        ({}, {"generation": 2, "games": (4, 6)}, None),
        ({"games_per_generation": 2}, {"generation": 2}, "`games_per_generation` is 2, not 4 as there"),
        ({"games_per_generation": 2}, {}, "`games_per_generation` is 2, not 4 as there"),
        ({"games_per_generation": 7}, {}, None),
        ({"games_per_generation": 9}, {}, "00000006.shard: holds games other .* `records` is 1, not 2"),
    ]
    for changed, options, message in changes:
        if message is None:
            (tmp_path / "games-00000004.shard").unlink(missing_ok=True)
            play(salta.SelfPlay(config | changed, tmp_path, **options), by_distance)
            (tmp_path / "games-00000004.shard").unlink()
            continue
        kept = (tmp_path / "config.toml").read_bytes()
        with pytest.raises(salta.SaltaError, match=message):
            salta.SelfPlay(config | changed, tmp_path, **options)
        assert (tmp_path / "config.toml").read_bytes() == kept
    # Shards of an earlier version, without a config beside them.
    (tmp_path / "config.toml").unlink()
    with pytest.raises(salta.SaltaError, match="00000000.shard: holds .*`run_seed` is 0, not 3"):
        salta.SelfPlay(config | {"seed": 3}, tmp_path)
    with pytest.raises(salta.SaltaError, match="00000000.shard: .*`rules[.]"):
        salta.SelfPlay(config | {"variant": "checkerboard"}, tmp_path)
    assert not (tmp_path / "config.toml").exists() and before.items() <= shards(tmp_path).items()
    (tmp_path / "run.json").write_text("{}")
    with pytest.raises(salta.SaltaError, match="is a training run; choose another directory"):
        salta.SelfPlay(config, tmp_path)


def test_the_arrays_of_a_batch_are_reused_and_say_the_same_in_planes(tmp_path):
    config = {"games_per_generation": 4, "selfplay": {"max_plies": 12, "search": {"simulations": 2}}}
    features = salta.SelfPlay(config, tmp_path / "features", batch=4)
    planes = salta.SelfPlay(config, tmp_path / "planes", batch=4, observations="planes")
    places = set()
    for seen, bits in zip(features, planes, strict=True):
        places.add(seen.observation.ctypes.data)
        assert len(seen) == len(bits) and bits.observation.shape == (len(bits), salta.PLANES)
        own = bits.observation[:, :1] >> np.arange(50, dtype=np.uint64) & 1
        assert (own == seen.observation[:, :, 0]).all()
        assert (seen.legal_action_mask == bits.legal_action_mask).all()
        logits, values = by_distance(seen.observation, seen.legal_action_mask)
        features.absorb(logits, values)
        planes.absorb(logits, values)
    assert len(places) == 1
    assert shards(tmp_path / "features") == shards(tmp_path / "planes")


def test_values_may_be_outcomes_margins_or_both(tmp_path):
    config = {"games_per_generation": 2, "selfplay": {"max_plies": 12, "search": {"simulations": 3}}}
    for number in range(3):
        sets = {"selfplay.utility.win_weight": 1.0} if number == 1 else {}
        games = salta.SelfPlay(config, tmp_path / str(number), sets=sets)
        for leaves in games:
            rows = len(leaves)
            logits, margin = np.zeros((rows, 201)), np.full(rows, 8.0)
            outcomes = np.tile([0.5, 0.2, 0.3], (rows, 1))
            values = [{"margin": margin}, {"values": outcomes}, {"values": outcomes, "margin": margin}]
            games.absorb(logits, **values[number])
        assert games.games == 2


def test_wrong_answers_raise_and_change_nothing(tmp_path):
    config = {"games_per_generation": 2, "selfplay": {"max_plies": 12, "search": {"simulations": 2}}}
    games = salta.SelfPlay(config, tmp_path)
    with pytest.raises(salta.SaltaError, match="no leaves wait"):
        games.absorb(np.zeros((2, 201)), np.zeros(2))
    leaves = games.leaves()
    rows = len(leaves)
    logits, values = by_distance(leaves.observation, leaves.legal_action_mask)
    infinite, nan = logits.copy(), logits.copy()
    infinite[rows - 1], nan[~leaves.legal_action_mask] = np.inf, np.nan
    for answer, message in [
        ((logits[:, 1:], values), r"expected logits \[2, 201\], not \[2, 200\]"),
        ((logits.astype(int), values), "as floats, not int64"),
        ((infinite, values), "leaf 1: the logit of the legal action"),
        ((logits, values + 2), "leaf 0: the value is"),
        ((logits, np.full(rows, np.nan)), "leaf 0: the value is NaN"),
        ((logits, np.full((rows, 3), 0.5), values), "probabilities, which add up to 1"),
        ((logits, np.full((rows, 3), 1 / 3)), "without margins need a utility with `win_weight` 1, not 0.5"),
        ((logits, np.full((rows, 2), 0.5)), r"expected values \[2\], not \[2, 2\]"),
        ((logits, values, values), "margins go with"),
        ((logits, None, np.full(rows, np.inf)), "leaf 0: the margin is inf"),
        ((logits,), "logits and values"),
    ]:
        with pytest.raises(salta.SaltaError, match=message):
            games.absorb(*answer)
    with pytest.raises(salta.SaltaError, match="have not been absorbed"):
        games.leaves()
    games.absorb(nan, values)  # what is illegal does not count
    play(games, by_distance)
    assert games.games == 2 and len(shards(tmp_path)) == 1


def test_finished_groups_stay_when_an_evaluator_fails_or_hangs(tmp_path):
    config = {"games_per_generation": 4, "selfplay": {
        "games_per_group": 1, "max_plies": 12, "search": {"simulations": 2}}}  # fmt: skip
    forever = threading.Event()

    def fails(out, then):
        """Plays until a group is finished; then the evaluator does something else."""
        limited = salta.TimeLimit(lambda *seen: then() if shards(out) else by_distance(*seen), 600)
        games = salta.SelfPlay(config, out, batch=1)
        for leaves in games:
            limited.seconds = 0.1 if shards(out) else 600
            games.absorb(*limited(leaves.observation, leaves.legal_action_mask))

    with pytest.raises(ZeroDivisionError):
        fails(tmp_path / "raises", lambda: 1 / 0)
    with pytest.raises(salta.SaltaError, match="did not return within 0.1 s"):
        fails(tmp_path / "hangs", forever.wait)
    forever.set()
    for out in (tmp_path / "raises", tmp_path / "hangs"):
        finished = shards(out)
        rest = salta.SelfPlay(config, out)
        play(rest, by_distance)
        assert 0 < len(finished) and rest.games <= 4 - len(finished)
        assert finished.items() <= shards(out).items() and len(shards(out)) == 4
    assert shards(tmp_path / "raises") == shards(tmp_path / "hangs")


def test_settings_are_those_of_a_config(tmp_path):
    for config, options, message in [
        ({"selfplay": {"temprature": 1}}, {}, "field `selfplay.temprature`: unknown field"),
        ({}, {"sets": {"selfplay.batch": 0}}, "`batch` must be from 1"),
        ({}, {"sets": {"name": None}}, "`name`: a config has no None; leave the key out"),
        ({}, {"sets": {"stage": [{"from": None}]}}, "`stage.from`: a config has no None"),
        ({"variant": "walker"}, {}, "no move limit"),
        ({}, {"generation": 0}, "generations are numbered from 1"),
        ({}, {"games": (0, 3)}, "none of them within 0..3"),
        ({}, {"batch": 0}, "batch is from 1"),
        ({}, {"observations": "pictures"}, "`features` or `planes`"),
        ({"variant": "nowhere.toml"}, {}, "nowhere.toml"),
        ({}, {"games": (-1, 3)}, "out of range"),
        ({"seed": float("nan")}, {}, "settings are numbers, texts, lists and dictionaries: "),
        ({"seed": np.arange(2)}, {}, "settings are .*: ndarray is none of these"),
    ]:
        with pytest.raises(salta.SaltaError, match=message):
            salta.SelfPlay(config, tmp_path / "none", **options)
    with pytest.raises(TypeError, match="a config is a path or a dictionary of its keys, not NoneType"):
        salta.SelfPlay(None, tmp_path / "none")


def test_settings_may_be_numbers_of_numpy(tmp_path):
    config = {"seed": np.int64(3), "selfplay": {"exact_ends": np.True_, "max_plies": np.uint8(12)}}
    salta.SelfPlay(config, tmp_path, sets={"selfplay.search.simulations": np.int32(4)})
    kept = tomllib.loads((tmp_path / "config.toml").read_text())
    assert (kept["seed"], kept["selfplay"]["exact_ends"], kept["selfplay"]["max_plies"]) == (3, True, 12)
    assert kept["selfplay"]["search"]["simulations"] == 4


def test_overrides_are_tables_and_lists_too_and_the_last_one_counts(tmp_path):
    stages = {"stage": [{"from": 1, "move_limit": 20}, {"from": 3, "points": "win"}]}
    one = {"selfplay.search.simulations": 3}
    table = {"selfplay.search": {"simulations": 4, "gumbel": {"c_scale": 0.5}}}
    for simulations, sets in [(4, one | table), (3, table | one)]:
        config = {"games_per_generation": 2, "selfplay": {"max_plies": 12}}
        salta.SelfPlay(config, tmp_path / str(simulations), sets=stages | sets)
        kept = tomllib.loads((tmp_path / str(simulations) / "config.toml").read_text())
        assert kept["stage"] == stages["stage"]
        assert kept["selfplay"]["search"]["simulations"] == simulations
        assert kept["selfplay"]["search"]["gumbel"]["c_scale"] == 0.5
        assert kept["selfplay"]["max_plies"] == 12
    # What a dictionary does not name stays.
    salta.SelfPlay(config, tmp_path / "beside", sets={"selfplay": {"opening_plies": 3}})
    kept = tomllib.loads((tmp_path / "beside" / "config.toml").read_text())["selfplay"]
    assert (kept["max_plies"], kept["opening_plies"]) == (12, 3)
    with pytest.raises(salta.SaltaError, match="`generations`: a config has no None"):
        salta.SelfPlay({"generations": None}, tmp_path / "none")


def test_a_network_says_what_it_reads():
    network = salta.Network("quickstart")
    assert network.encoding == 1 and network.search["gumbel"]["gumbel_scale"] == 0
    with pytest.raises(salta.SaltaError, match=r"expected observations \[1, 50, 53\]"):
        network.evaluate(np.zeros((1, 50, 54), np.float32))
    with pytest.raises(salta.SaltaError, match=r"expected observations \[B, 50, 53\], not \[50, 53\]"):
        network.evaluate(np.zeros((50, 53), np.float32))
    with pytest.raises(salta.SaltaError, match="inhomogeneous"):
        network.evaluate([[1], [1, 2]])
    assert network.evaluate(np.zeros((0, 50, 53), np.float32))["wdl"].shape == (0, 3)
    with pytest.raises(salta.SaltaError, match="precision: it must be f32 or int8"):
        salta.Network("quickstart", precision="int4")
    with pytest.raises(salta.SaltaError, match="nowhere"):
        salta.Network("nowhere/at-all")
    with pytest.raises(salta.SaltaError, match="a checkpoint is a directory; `salta.network.Network` reads"):
        salta.Network(__file__)


def test_a_shipped_network_is_loaded_by_its_name_whatever_the_folder_holds(tmp_path, monkeypatch):
    shipped = salta.Network("quickstart").metadata
    monkeypatch.chdir(tmp_path)
    entry = tmp_path / "quickstart"
    entry.symlink_to(CHECKPOINT.parent / "half-hour-walker")
    assert salta.Network("quickstart").metadata == shipped != salta.Network("./quickstart").metadata
    assert pickle.loads(pickle.dumps(salta.Network("quickstart"))).metadata == shipped
    entry.unlink()
    entry.write_text("not a checkpoint")
    assert salta.Network("quickstart").metadata == shipped
