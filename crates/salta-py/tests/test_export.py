"""Exported networks and games: `salta export`, ONNX, safetensors, arrays, tables."""

import csv
import functools
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import client
import numpy as np
import onnx
import onnxruntime
import pytest
from conftest import CHECKPOINT, QUICKSTART, ROOT, observations, random_positions, run_salta

import salta
import salta.network

OUTPUTS = ["policy_logits", "wdl", "margin", "plies"]
# A margin is a sum over bins up to 80 points, plies are in units of 100: 1e-5 holds in these units
# (docs/encoding.md).
UNITS = {"policy_logits": 1, "wdl": 1, "margin": 80, "plies": 100}
OTHER_SHAPE = ["network.auxiliary=true", "network.taps=5", "network.layers_per_block=3",
               "network.global_pooling=1"]  # fmt: skip
SMALL = ["generations=1", "tournament.generations=[0]", "stage=[]", "games_per_generation=12",
         "selfplay.games_per_group=4", "selfplay.search.simulations=2", "selfplay.max_plies=160",
         "network.precision=f32", "train.batch=16", "train.steps_per_generation=3", "threads=2"]  # fmt: skip


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("export")


@pytest.fixture(scope="session")
def model(folder):
    """The shipped checkpoint as ONNX."""
    out = folder / "net.onnx"
    run_salta("export", CHECKPOINT, "--format", "onnx", "--out", out)
    return out


@pytest.fixture(scope="session")
def run(folder):
    """A tiny run with a network of another shape."""
    sets = [f"--set={value}" for value in [*SMALL, *OTHER_SHAPE]]
    run_salta("train", QUICKSTART, "--out", folder / "run", "--until", 1, "--quiet", *sets)
    return folder / "run"


def assert_same(output, found, expected):
    """Equal to 1e-5 in the output's unit."""
    np.testing.assert_allclose(found / UNITS[output], expected / UNITS[output], rtol=0, atol=1e-5)


@functools.cache
def games_of(name, folder):
    """Samples of a variant with what the shipped checkpoint says of them."""
    games, out = folder / f"games-{name}", folder / f"npz-{name}"
    sets = [f"--set={value}" for value in [*SMALL, f"variant={name}"]]
    run_salta("selfplay", QUICKSTART, "--out", games, *sets)
    run_salta("export", games, "--format", "npz", "--evaluate", CHECKPOINT, "--out", out)
    return dict(np.load(out / "samples-00000.npz"))


def test_the_model_is_well_formed(model):
    proto = onnx.load(model)
    onnx.checker.check_model(proto, full_check=True)
    assert proto.opset_import[0].version >= 18
    metadata = {entry.key: entry.value for entry in proto.metadata_props}
    assert metadata["variant"] == "buettgenbach-1899" and "move_limit" in metadata["rules"]
    assert metadata["encoding_version"] == str(salta.ENCODING_VERSION)
    assert "direction * 50 + square" in metadata["action_layout"]
    assert [x.name for x in proto.graph.input] == ["features"]
    assert [x.name for x in proto.graph.output][:4] == OUTPUTS
    assert proto.graph.input[0].type.tensor_type.shape.dim[0].dim_param == "batch"


@pytest.mark.parametrize("name", salta.VARIANTS)
def test_onnx_and_reference_network_say_what_the_checkpoint_says(name, folder, model):
    samples = games_of(name, folder)
    first = slice(0, 1000)
    assert len(samples["features"]) >= 1000
    session = onnxruntime.InferenceSession(str(model))
    seen = samples["features"][first]
    found = dict(zip(OUTPUTS, session.run(OUTPUTS, {"features": seen}), strict=True))
    reference = reference_outputs(CHECKPOINT, folder, seen)
    for output in OUTPUTS:
        expected = samples[f"network_{output}"][first]
        assert_same(output, found[output], expected)
        assert_same(output, reference[output], expected)


def test_the_reference_network_on_pytorch_says_what_the_checkpoint_says(folder, torch_python):
    python, environment = torch_python
    samples = [games_of(name, folder) for name in salta.VARIANTS]
    weights, seen, out = (folder / name for name in ["torch.safetensors", "seen.npy", "said.npz"])
    run_salta("export", CHECKPOINT, "--format", "safetensors", "--out", weights)
    np.save(seen, np.concatenate([of["features"][:250] for of in samples]))
    script = Path(__file__).parent / "torch_outputs.py"
    subprocess.run([python, script, weights, seen, out], env=environment, check=True)
    said = np.load(out)
    assert len(said["plies"]) == 2000
    for output in OUTPUTS:
        expected = np.concatenate([of[f"network_{output}"][:250] for of in samples])
        assert_same(output, said[output], expected)


def reference_outputs(source, folder, seen):
    """What the reference network says, on the weights of a safetensors export."""
    from safetensors import safe_open

    sys.path.insert(0, str(ROOT / "notebooks"))
    import reference_network

    out = folder / "net.safetensors"
    if not out.exists():
        run_salta("export", source, "--format", "safetensors", "--out", out)
    with safe_open(out, "numpy") as file:
        weights = {name: file.get_tensor(name) for name in file.keys()}
        config = json.loads(file.metadata()["network"])
    return reference_network.forward(np, weights, config, seen)


def test_the_reference_network_is_short():
    lines = (ROOT / "notebooks" / "reference_network.py").read_text().splitlines()
    assert len(lines) <= 60


def test_a_network_of_another_shape(run, folder):
    out, arrays = folder / "other.onnx", folder / "other-npz"
    run_salta("export", run, "--format", "onnx", "--out", out)
    run_salta("export", run, "--format", "npz", "--evaluate", run, "--out", arrays)
    samples = np.load(arrays / "samples-00000.npz")
    network = salta.network.Network(out)
    assert json.loads(network.metadata["network"])["taps"] == 5
    assert network.metadata["generation"] == "1"
    found = network.evaluate(samples["features"])
    for output in OUTPUTS:
        assert_same(output, found[output], samples[f"network_{output}"])
    # Its auxiliary heads, which the program itself does not ask.
    count = len(samples["features"])
    assert found["reply_logits"].shape == (count, 200) and found["home"].shape == (count, 50)
    assert ((found["home"] > 0) & (found["home"] < 1)).all() and (abs(found["short_term_value"]) < 1).all()


def test_samples_and_tables_agree(run, folder):
    arrays, tables = folder / "npz", folder / "csv"
    run_salta("export", run, "--format", "npz", "--out", arrays)
    run_salta("export", run, "--format", "csv", "--out", tables)
    samples = np.load(arrays / "samples-00000.npz")
    with open(tables / "games.csv") as games, open(tables / "decisions.csv") as decisions:
        games, decisions = list(csv.DictReader(games)), list(csv.DictReader(decisions))
    assert len(games) == 12 and len({game["game"] for game in games}) == 12
    trained = [row for row in decisions if row["trained_on"] == "true"]
    assert len(trained) == len(samples["features"])
    assert [int(row["game"]) for row in trained] == samples["game"].tolist()
    variant = salta.Variant(games[0]["variant"])
    for row, seen, policy in list(zip(trained, samples["features"], samples["policy"], strict=True))[::97]:
        position = variant.position(row["position"])
        assert (position.observation() == seen).all()
        shares = [pair.split(":") for pair in row["policy"].split()]
        assert {int(action) for action, _ in shares} == set(np.flatnonzero(policy))
        assert int(row["action"]) in position.legal_actions()


@pytest.mark.parametrize("name", salta.VARIANTS)
def test_the_clients_encoder_is_the_one_of_the_page(name):
    """The client shares no code with salta; positions come from random games of its own."""
    variant, rng = salta.Variant(name), random.Random(11)
    rules = client.Rules(variant.to_toml())
    ours, theirs = variant.start(), rules.start()
    for _ in range(250):
        actions = client.legal(rules, theirs)
        assert sorted(actions) == ours.legal_actions()
        if not actions or ours.plies > 150:
            ours, theirs = variant.start(), rules.start()
            continue
        np.testing.assert_allclose(client.encode(rules, theirs), ours.observation(), atol=1e-6)
        action = rng.choice(sorted(actions))
        ours, theirs = ours.apply(action), actions[action]


@pytest.mark.parametrize("name", ["buettgenbach-1899", "walker"])
def test_the_client_plays_a_legal_game(name, model):
    session = onnxruntime.InferenceSession(str(model))
    position = salta.Variant(name).start()
    rules = client.Rules(salta.Variant(name).to_toml())
    state = rules.start()
    for _ in range(160):
        if client.is_over(rules, state):
            break
        action, state = client.choose(session, rules, state)
        position = position.apply(action)  # refuses what is not legal
    assert position.plies >= 100 or position.terminated


def test_an_exported_network_searches(model):
    network = salta.network.Network(model)
    positions = random_positions(salta.Variant("buettgenbach-1899"), 4)
    logits, wdl, margin = network(observations(positions))
    assert (logits.shape, wdl.shape, margin.shape) == ((4, salta.ACTIONS), (4, 3), (4,))
    for report in salta.search(positions, network, simulations=16):
        assert report["visits"].sum() == 16
    utilities = [{"win_weight": 0.0}, {"win_weight": 1.0}]
    points, wins = (salta.search(positions, network, simulations=1, utility=utility) for utility in utilities)
    assert [r["network_value"] for r in points] != [r["network_value"] for r in wins]


def test_a_player_finds_onnx_runtime_in_the_environment_of_its_interpreter(model):
    code = f"import salta; salta.play('onnx:{model}:sims=1', 'random', pairs=1, max_plies=8)"
    hints = "VIRTUAL_ENV", "CONDA_PREFIX", "ORT_DYLIB_PATH"
    environment = {name: value for name, value in os.environ.items() if name not in hints}
    subprocess.run([sys.executable, "-c", code], env=environment, check=True)


def test_a_network_for_a_smaller_board_searches(folder):
    """It reads encoding 2, and says so; the search gives it that."""
    file, out = folder / "six.toml", folder / "six.onnx"
    file.write_text('base = "walker"\nname = "six"\nboard = "6x6"\nranks = 1\nmove_limit = 30\n')
    sets = [f"--set={value}" for value in [*SMALL, f"variant={file}"]]
    run_salta("train", QUICKSTART, "--out", folder / "six", "--until", 1, "--quiet", *sets)
    run_salta("export", folder / "six", "--format", "onnx", "--out", out)
    network = salta.network.Network(out)
    positions = random_positions(salta.Variant(str(file)), 4)
    assert network.encoding == 2
    for report in salta.search(positions, network, simulations=8, utility=network.utility):
        assert report["visits"].sum() == 8 or len(report["actions"]) == 1
    with pytest.raises(salta.SaltaError, match=r"reads floats \[B, 50, 54\], not float32 \[4, 50, 53\]"):
        network(observations(positions))


def test_models_that_do_not_fit_are_refused_by_name(model, folder):
    def refused(change, message):
        proto = onnx.load(model)
        change(proto)
        onnx.save(proto, folder / "other.onnx")
        with pytest.raises(salta.SaltaError, match=f"other.onnx: {message}"):
            salta.network.Network(folder / "other.onnx")

    def of_version(version):
        def change(proto):
            (entry,) = (entry for entry in proto.metadata_props if entry.key == "encoding_version")
            entry.value = version

        return change

    def with_metadata(key, text):
        def change(proto):
            proto.metadata_props.remove(next(entry for entry in proto.metadata_props if entry.key == key))
            onnx.helper.set_model_props(proto, {entry.key: entry.value for entry in proto.metadata_props} | {key: text})

        return change

    refused(of_version("9"), "made with encoding_version 9; this build reads it with 1")
    refused(of_version("x"), "its metadata: `encoding_version` is not JSON: 'x'")
    refused(with_metadata("rules_version", "99"), "made with rules_version 99; this build reads it with 1")
    refused(with_metadata("search", "{"), "its metadata: `search` is not JSON: '{'")
    refused(lambda proto: proto.graph.output.remove(proto.graph.output[1]), "the model has no output `wdl`, nor `value`")
    for text in "3", '{"win_weight": "x"}':
        refused(with_metadata("utility", text), f"its metadata: `utility` is {text}")
    lacking = "it has no output `margin`, but its metadata has win_weight 0.3"
    refused(lambda proto: proto.graph.output.remove(proto.graph.output[2]), lacking)
    (folder / "damaged.onnx").write_bytes(model.read_bytes()[:1000])
    with pytest.raises(salta.SaltaError, match="damaged.onnx: ONNX Runtime cannot load it"):
        salta.network.Network(folder / "damaged.onnx")


def test_without_a_margin_results_alone_count_unless_the_metadata_say_otherwise(model, folder):
    """In Rust and in Python."""
    results = []
    for utility in '{"margin_scale": 20}', '{"margin_scale": 20, "win_weight": 1}':
        proto = onnx.load(model)
        proto.graph.output.remove(proto.graph.output[2])
        metadata = {entry.key: entry.value for entry in proto.metadata_props}
        onnx.helper.set_model_props(proto, metadata | {"utility": utility})
        onnx.save(proto, folder / "alone.onnx")
        assert salta.network.Network(folder / "alone.onnx").utility == {"margin_scale": 20, "win_weight": 1}
        results.append(salta.play(f"onnx:{folder}/alone.onnx:sims=16", "greedy", pairs=2, max_plies=60))
    # The files are two networks.
    one, other = (result.pop("identities") for result in results)
    assert results[0] == results[1] and one[0] != other[0] and one[1] == other[1]


def constant_model(file, outputs, batch="batch", kind=onnx.TensorProto.FLOAT):
    """A model whose outputs are constants, in shapes [batch, ...]."""
    make, nodes, weights, values = onnx.helper, [], [], []
    for number, (name, value) in enumerate(outputs.items()):
        value = np.asarray(value, np.float32)
        zero = [f"zero{number}", f"axes{number}", f"value{number}", f"none{number}"]
        weights += [
            onnx.numpy_helper.from_array(np.array([1, 2]), zero[1]),
            onnx.numpy_helper.from_array(value, zero[2]),
        ]
        nodes += [
            make.make_node("ReduceSum", ["features", zero[1]], [f"sum{number}"], keepdims=int(value.ndim)),
            make.make_node("Sub", [f"sum{number}", f"sum{number}"], [f"nothing{number}"]),
        ]
        if value.ndim:
            weights.append(onnx.numpy_helper.from_array(np.array([2]), zero[3]))
            nodes.append(make.make_node("Squeeze", [f"nothing{number}", zero[3]], [zero[0]]))
        nodes.append(make.make_node("Add", [zero[0] if value.ndim else f"nothing{number}", zero[2]], [f"wide{number}"]))
        nodes.append(make.make_node("Cast", [f"wide{number}"], [name], to=kind))
        values.append(make.make_tensor_value_info(name, kind, [batch, *value.shape]))
    features = make.make_tensor_value_info("features", onnx.TensorProto.FLOAT, [batch, 50, 53])
    graph = make.make_graph(nodes, "constants", [features], values, weights)
    onnx.save(make.make_model(graph, opset_imports=[make.make_opsetid("", 17)], ir_version=9), file)
    return file


def test_models_of_other_programs_are_evaluators(folder):
    """With wdl or value, with or without a margin in a column of its own, of any batch size."""
    logits, wdl = np.zeros(201), [0.5, 0.25, 0.25]
    cases = [
        ({"policy_logits": logits, "wdl": wdl}, "batch", [wdl]),
        ({"policy_logits": logits, "value": 0.125}, "batch", [[0.5625, 0, 0.4375]]),
        ({"policy_logits": logits, "value": [0.125]}, "batch", [[0.5625, 0, 0.4375]]),
        ({"policy_logits": logits, "wdl": wdl, "margin": 20}, "batch", [wdl, 20]),
        ({"policy_logits": logits, "wdl": wdl, "margin": [20]}, "batch", [wdl, 20]),
        ({"policy_logits": logits, "value": 0.5, "margin": 20}, "batch", [[0.75, 0, 0.25], 20]),
        ({"policy_logits": logits, "wdl": wdl}, 4, [wdl]),
    ]
    positions = random_positions(salta.Variant(), 3)
    for outputs, batch, expected in cases:
        network = salta.network.Network(constant_model(folder / "constant.onnx", outputs, batch))
        found, *values = network(observations(positions))
        assert found.shape == (3, salta.ACTIONS)
        assert [array.tolist() for array in values] == [[each] * 3 for each in expected]
        assert len(salta.search(positions, network, simulations=8)) == 3
        assert (network(observations(positions).astype(np.float64).tolist())[0] == found).all()
        assert network.utility == {"win_weight": 0.5 if "margin" in outputs else 1.0}
        if "margin" not in outputs:
            with pytest.raises(salta.SaltaError, match="without margins need a utility with `win_weight` 1, not 0.5"):
                salta.search(positions, network, utility={})
        none = network.evaluate(np.zeros((0, 50, 53), np.float32))
        assert none["policy_logits"].shape == (0, salta.ACTIONS)
    narrow = {"policy_logits": np.zeros(200), "value": 0}
    for outputs, kind, message in [
        (narrow, onnx.TensorProto.FLOAT, "its output `policy_logits` must be float32 \\[B, 201\\]"),
        (cases[0][0], onnx.TensorProto.DOUBLE, "its output `policy_logits` must be float32 .*double"),
    ]:
        with pytest.raises(salta.SaltaError, match=f"constant.onnx: {message}"):
            salta.network.Network(constant_model(folder / "constant.onnx", outputs, kind=kind))


def test_bad_calls_are_refused(folder):
    with pytest.raises(AssertionError, match="--evaluate requires --format npz"):
        run_salta("export", CHECKPOINT, "--format", "onnx", "--evaluate", CHECKPOINT)
    with pytest.raises(AssertionError, match="holds no shards"):
        run_salta("export", folder, "--format", "csv", "--out", folder / "nothing")
