"""Training and ablations on many machines: the same files whoever makes them, whatever dies."""

import io
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from conftest import ROOT, run_salta

import salta
from salta.ray import AblationSettings, Events, Settings, Storage, ablate, program, train
from salta.ray.evaluation import Evaluations, Match
from salta.ray.events import Progress
from salta.ray.learner import Learner
from salta.ray.mirror import Mirror
from salta.ray.pool import Actor, Pool
from salta.ray.training import Group, Instructions, may_send, open_run
from salta.ray.worker import Machine, Made

CONFIG = f"""
extends = '{ROOT}/tests/tiny.toml'
more_variants = ["checkerboard"]
generations = 4
games_per_generation = 8
threads = 1
selfplay.search.simulations = 8
train.window = 200
[[stage]]
from = 1
move_limit = 12
points = "distance"
"""
SMALLEST = 80 << 20
PLACES = ["games", "checkpoints", "learner", "tournament"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    os.environ.setdefault("SALTA", str(ROOT / "target" / "debug" / "salta"))
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    return tmp_path_factory.mktemp("ray")


@pytest.fixture(scope="module")
def config(folder):
    path = folder / "tiny.toml"
    path.write_text(CONFIG)
    return path


@pytest.fixture(scope="module")
def whole(folder, config):
    """The run on one machine, undisturbed."""
    run_salta("train", config, "--out", folder / "whole", "--quiet")
    return folder / "whole"


def result(run):
    """The bytes that must be the same however the run came there, and its metrics but for times."""
    paths = [path for place in PLACES for path in (run / place).rglob("*") if path.is_file()]
    files = {str(path.relative_to(run)): path.read_bytes() for path in paths}
    metrics = [json.loads(line) for line in (run / "metrics.ndjson").read_text().splitlines()]
    return files, [{**line, "time": None} for line in metrics]


def assert_same(run, other):
    (files, metrics), (expected, expected_metrics) = result(run), result(other)
    assert sorted(files) == sorted(expected)
    assert [name for name in files if files[name] != expected[name]] == []
    assert metrics == expected_metrics


class Chaos(Events):
    """Kills an actor in the midst of a group of generation 2 and then the learner, and a machine in
    generation 3."""

    def __init__(self, cluster, nodes):
        self.cluster, self.nodes = cluster, {node.node_id: node for node in nodes}
        self.struck, self.lost_items = set(), []
        self.handed_out, self.placed_items = Counter(), Counter()

    def started(self, item, machine):
        self.handed_out[item] += 1
        if item.generation not in self.struck:
            self.struck.add(item.generation)
            if item.generation == 2:
                os.kill(machine.pid, signal.SIGKILL)
            else:
                self.pull_the_plug(machine)

    def pull_the_plug(self, machine):
        os.kill(machine.pid, signal.SIGSTOP)  # else its few games might be done first
        self.cluster.remove_node(self.nodes[machine.node], allow_graceful=False)
        with suppress(ProcessLookupError):
            os.kill(machine.pid, signal.SIGKILL)

    def learning(self, generation):
        if generation == 2 and "learner" not in self.struck:
            self.struck.add("learner")
            os.kill(learner_of(os.getpid()), signal.SIGKILL)

    def placed(self, item, machine, size):
        self.placed_items[item] += 1

    def lost(self, item, machine, why):
        self.lost_items.append(machine if item is None else item)


def learner_of(pid):
    """The learner's process, a child of a machine that this process started; others may be at work."""

    def parent(of):
        return int(Path(f"/proc/{of}/stat").read_text().rpartition(")")[2].split()[1])

    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found = int(path.parent.name)
            if path.read_bytes().startswith(b"ray::Learner") and parent(parent(found)) == pid:
                return found
        except OSError:
            pass  # it has ended meanwhile
    raise AssertionError("no learner is at work")


def test_actors_and_machines_die_and_the_run_is_the_same(folder, config, whole):
    import ray
    from ray.cluster_utils import Cluster

    run = folder / "moved"
    run_salta("train", config, "--out", run, "--until", 1, "--quiet")
    memory = {"object_store_memory": SMALLEST}
    head = {"num_cpus": 0, "include_dashboard": False, **memory}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    address = cluster.address
    chaos = Chaos(cluster, [cluster.add_node(num_cpus=1, **memory) for _ in range(2)])
    try:
        said = train(Settings(resume=run, until=3, address=address), chaos)
    finally:
        ray.shutdown()
        cluster.shutdown()
    assert f" --resume {run} --address {address}\n" in said
    lost = [item for item in chaos.lost_items if isinstance(item, Group)]
    assert {item.generation for item in lost} == {2, 3}, chaos.lost_items
    assert "the learner" in chaos.lost_items
    assert sorted(item.first for item in chaos.placed_items) == [8, 10, 12, 14, 16, 18, 20, 22]
    assert set(chaos.placed_items.values()) == {1}, "no shard is taken twice"
    for item, times in chaos.handed_out.items():
        assert times == 1 + lost.count(item), "what is done is not done again"
    run_salta("train", "--resume", run, "--quiet")
    assert_same(run, whole)


ABLATION = """
title = "Tiny"
base = "BASE"
seeds = [1, 2]
budget = "compute"
search = "sims=2"
panel = ["random"]
[match]
pairs = 2
exact_nodes = 500
max_exact_nodes = 500
[[arm]]
name = "wide"
set = { network.channels = 16 }
"""
CLOCKED = {"metrics.ndjson", "findings.json", "effects.csv", "report.html", "lock"}


class Kills(Events):
    """Kills the first actor of a run, and one of a match, soon after they have begun."""

    def __init__(self):
        self.struck, self.lost_items, self.said = {}, [], []

    def started(self, item, machine):
        kind = "match" if " vs " in item else "run"
        if self.struck.setdefault(kind, item) == item and item not in self.lost_items:
            os.kill(machine.pid, signal.SIGKILL)

    def lost(self, item, machine, why):
        self.lost_items.append(item)

    def say(self, line):
        self.said.append(line)


def lasting(out):
    files = [path for path in out.rglob("*") if path.is_file() and path.name not in CLOCKED]
    files = [path for path in files if "tensorboard" not in path.parts]
    return {str(path.relative_to(out)): path.read_bytes() for path in files}


def test_an_ablation_loses_actors_and_is_the_same(folder, config):
    path, kills = config.with_name("ablation.toml"), Kills()
    path.write_text(ABLATION.replace("BASE", str(config)))
    run_salta("ablate", path, "--out", folder / "alone")
    settings = AblationSettings(path, folder / "spread", workers=2, object_store_bytes=SMALLEST)
    report = ablate(settings, kills)
    assert "2 × 2" in report and "full results" in report
    assert set(kills.struck) == {"run", "match"}
    assert sorted(kills.lost_items) == sorted(kills.struck.values())
    assert kills.said[-1].endswith("0 of 20 runs and matches left")
    spread, alone = lasting(folder / "spread"), lasting(folder / "alone")
    assert sorted(spread) == sorted(alone)
    assert [name for name in alone if alone[name] != spread[name]] == []
    # What is done is not done again.
    kills.said = []
    assert ablate(settings, kills) == report
    assert kills.said == []


def call_ray(words, **options):
    """`python -m salta.ray` as a process of its own."""
    call = [sys.executable, "-m", "salta.ray", *map(str, words)]
    pipe = subprocess.PIPE
    return subprocess.Popen(call, stdout=pipe, stderr=pipe, text=True, **options)


def heed_ctrl_c():
    """Tests that were started in the background of a script ignore SIGINT, and so would the process."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c_names_the_command_that_goes_on_even_elsewhere(folder, config, whole):
    run, storage = folder / "stopped", folder / "storage"
    call = ["train", config, "--out", run, "--storage", storage.as_uri(), "--evaluate-every", 2,
            "--workers", 1, "--object-store-bytes", SMALLEST]  # fmt: skip
    for _ in range(5):  # the whole run takes less than a second: it may end before the signal comes
        process = call_ray(call, start_new_session=True, preexec_fn=heed_ctrl_c)
        while not list(run.glob("games/gen-0002/*.shard")):
            assert process.poll() is None, process.communicate()
            time.sleep(0.002)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does it
        out, err = process.communicate(timeout=60)
        if process.returncode != 0:
            break
        shutil.rmtree(run)
        shutil.rmtree(storage)
    assert (process.returncode, out) == (130, ""), err
    again = err.splitlines()[-1].partition("error: stopped; resume with: ")[2]
    words = shlex.split(again)
    assert words[1:6] == ["-m", "salta.ray", "train", "--resume", str(run)], err
    # The machine is lost with all that it had; the storage has what counts.
    shutil.rmtree(run)
    process = call_ray(words[3:])
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert "│ generation 4 ┆ random@1 " in out and "generation   2/4 " in err, out + err
    assert_same(run, whole)
    assert len(list(run.glob("evaluation/gen-0002/generation 2 vs *.json"))) == 2
    # What the storage keeps is the run.
    Mirror(folder / "pulled", Storage(storage.as_uri())).pull()
    for place in PLACES[:3]:
        pulled = {path.name for path in (folder / "pulled" / place).iterdir()}
        assert pulled >= {path.name for path in (run / place).iterdir()} - {"gen-0003"}


def test_what_makes_no_sense_is_refused(folder, config):
    for words, part in [
        (["train"], "give a training config"),
        (["train", config, "--cores", 0], "--cores must be at least 1"),
        (["train", config, "--address", "ray://nowhere:1"], "not through ray://"),
        (["train", folder / "nothing.toml"], "nothing.toml"),
        (["ablate", folder / "nothing.toml"], "nothing.toml"),
        (["ablate", config, "--workers", 0], "--workers must be at least 1"),
        (["ablate", config], "tiny.toml"),
    ]:
        process = call_ray(words, cwd=folder)
        out, err = process.communicate(timeout=60)
        last = err.splitlines()[-1]
        assert (process.returncode, out) == (2, "") and last.startswith("error: "), err
        assert part in last


@pytest.mark.parametrize("url", ["memory://salta-test", "folder"])
def test_a_storage_shows_files_whole_or_not_at_all(url, tmp_path):
    storage = Storage(tmp_path.as_uri() if url == "folder" else url)
    assert storage.names("games") == set()
    storage.put("games/gen-0001/a.shard", b"one")
    storage.put("games/gen-0001/a.shard", b"two")
    assert storage.names("games/gen-0001") == {"a.shard"}
    assert storage.get("games/gen-0001/a.shard") == b"two"
    storage.remove("games")
    assert storage.names("games") == set()
    if url == "folder":
        Path(tmp_path / ".salta-x.tmp").touch()  # left by a killed writer
        assert storage.names("") == set()


def test_a_fresh_machine_takes_the_run_of_the_storage_and_no_other(folder, config, whole):
    url, path = (folder / "kept").as_uri(), program.find()
    Mirror(whole, Storage(url)).push()
    fresh = open_run(Settings(config=config, out=folder / "fresh", storage=url), path)
    (files, metrics), (expected, expected_metrics) = result(fresh), result(whole)
    counts = [name for name in expected if name.startswith(("games", "checkpoints", "learner/gen-0004"))]
    assert counts and all(files[name] == expected[name] for name in counts) and metrics == expected_metrics
    other = Settings(config=config, out=folder / "other", sets=("network.channels=16",), storage=url)
    with pytest.raises(salta.SaltaError, match="kept holds another run than .*other: its config.toml"):
        open_run(other, path)
    assert not list((folder / "other").rglob("*.shard"))
    # Even before it has learned anything, a storage is one run's.
    url = (folder / "begun").as_uri()
    open_run(Settings(resume=fresh, storage=url), path)
    assert_same(open_run(Settings(resume=folder / "elsewhere", storage=url), path), fresh)
    with pytest.raises(salta.SaltaError, match="begun holds another run"):
        open_run(Settings(resume=folder / "other", storage=url), path)
    # A change by --set is no other run, also where the storage does not know it yet.
    for sets in ("generations=5",), ():
        open_run(Settings(resume=fresh, sets=sets, storage=url), path)
    with pytest.raises(salta.SaltaError, match="nowhere: not a training run"):
        open_run(Settings(resume=folder / "nowhere"), path)


@pytest.mark.parametrize("kind", ["fork", "weights"])
def test_a_storage_has_what_a_run_begins_with(kind, config, whole, tmp_path):
    """Before it has learned anything, another machine takes it from there."""
    begun = ["--fork", f"{whole}@4"] if kind == "fork" else [config, "--from", whole]
    run, moved, url = tmp_path / "run", tmp_path / "moved", (tmp_path / "storage").as_uri()
    run_salta("train", *begun, "--out", run, "--until", 0, "--quiet")
    for directory in run, moved:
        open_run(Settings(resume=directory, storage=url), program.find())
    for directory in run, moved:
        run_salta("train", "--resume", directory, "--until", 1, "--quiet")
    assert_same(moved, run)


def test_another_programs_learner_is_refused_at_once(config, whole, tmp_path):
    shutil.copytree(whole, tmp_path / "run")
    kept = tmp_path / "run" / "config.toml"
    kept.write_text('evaluator = "onnx"\n' + kept.read_text())
    new = Settings(config=config, out=tmp_path / "new", sets=('evaluator="onnx"',))
    for settings in new, Settings(resume=tmp_path / "run"):
        with pytest.raises(salta.SaltaError, match="another program learns"):
            open_run(settings, program.find())
    assert not (tmp_path / "new").exists()


def test_what_has_changed_is_pushed_again(tmp_path):
    run, storage = tmp_path / "run", Storage((tmp_path / "storage").as_uri())

    def write(name, data):
        (run / name).parent.mkdir(parents=True, exist_ok=True)
        (run / name).write_bytes(data)

    for name in ["run.json", "evaluation/gen-0001/groups/0.shard"]:
        write(name, b"")
    write("config.toml", b"games_bytes = 0\n[evaluate]\ntable = 'here'")
    kinds = ["checkpoints", "learner"]
    names = [f"{kind}/gen-0001/{name}" for kind in kinds for name in ["checkpoint.json", "weights"]]
    names += ["manifests/gen-0001.json", "tournament/summary.json", "evaluation/gen-0001/0.json"]
    mirror = Mirror(run, storage)
    for data, by in [(b"a", mirror), (b"bc", mirror), (b"de", Mirror(run, storage))]:
        for name in names:
            write(name, data)
        by.push()
        assert {storage.get(name) for name in names} == {data}
    assert storage.names("evaluation/gen-0001") == {"0.json"}
    # Games that the run no longer keeps go from the storage too, and do not come back, if it keeps a part.
    for generation in (9999, 10000):
        storage.put(f"games/gen-{generation}/0.shard", b"")
    write("games/gen-10000/1.shard", b"")
    mirror.push()
    assert storage.names("games") == {"gen-9999", "gen-10000"}
    write("changes.json", b"")
    write("config.toml", b"games_bytes = 1\n[evaluate]\ntable = 'there'")
    storage.put("config.toml", b"games_bytes = 1\n[evaluate]\ntable = 'here'")
    for step in mirror.pull, mirror.push:
        step()
        assert {path.name for path in (run / "games").iterdir()} == {"gen-10000"}
    assert storage.names("games") == {"gen-10000"}
    assert storage.names("games/gen-10000") == {"0.shard", "1.shard"}


def test_shards_on_their_way_are_capped():
    """With the cap of one shard there is never more than one under way."""
    assert may_send(0, 10**9, 1), "one is always allowed, else nothing would go on"
    assert may_send(3, 100, 400) and not may_send(4, 100, 400)


def test_a_second_instruction_set_is_told_once():
    instructions = Instructions()
    said = [instructions.add(name) for name in ["avx512", None, "avx512", "avx2", "avx2", "avx512"]]
    assert [sentence is not None for sentence in said] == [False] * 3 + [True] + [False] * 2
    assert "avx2 and avx512" in said[3] and "int8" in said[3]


@pytest.fixture
def progress():
    """Shows everything at once."""
    progress = Progress(io.StringIO())
    progress.LINE_EVERY = 0.0
    return progress


def last_line(progress):
    return progress.out.getvalue().splitlines()[-1]


def test_matches_are_no_groups(progress, tmp_path):
    (tmp_path / "config.toml").write_text("generations = 4\ntournament.generations = [0]\n")
    evaluations = Evaluations(Path(), tmp_path, SimpleNamespace(events=progress), 1)
    machine = Machine("host", "node", 1)
    progress.began(2, 4, 2, 2)
    progress.placed(Group(2, 0, 2), machine, 9)
    assert last_line(progress) == "generation 2/4: self-play, 1 of 2 groups, 0 actors"
    for opponent in range(2):
        said = {"statistics": {"score": None}}
        evaluations._keep(Match(1, opponent), machine, Made({}, 9, said))
    assert last_line(progress) == "generation 2/4: matches, 2 played, 0 actors"
    progress.placed(Group(2, 2, 4), machine, 9)
    assert last_line(progress) == "generation 2/4: self-play, 2 of 2 groups, 0 actors"


def test_an_actor_whose_work_fails_is_still_there(progress, monkeypatch):
    from ray.exceptions import RayActorError, RayTaskError

    def get(error):
        raise error

    monkeypatch.setattr("ray.get", get)
    monkeypatch.setattr("ray.kill", lambda handle: None)
    monkeypatch.setattr("ray.wait", lambda *arguments, **options: None)
    pool, machines = Pool(None, 2, 1, progress), [Machine("host", "node", pid) for pid in range(2)]
    pool.actors = [Actor(Mock(), machine) for machine in machines]
    for machine in machines:
        progress.joined(machine)
    for error, left in (RayTaskError("play", "", ValueError("no")), 2), (RayActorError(), 1):
        pool.give("a group", lambda handle, error=error: error)
        assert list(pool._finished(error)) == [] and pool.take_lost() == ["a group"]
        progress.waiting()
        assert last_line(progress) == f"at work, {left} actors"
    pool.close()
    progress.waiting()
    assert last_line(progress) == "waiting for machines, 0 actors"


def test_the_first_error_of_the_program_is_the_sentence():
    from salta.ray.program import sentence

    assert sentence("noise\nerror: it is so\n", 2) == "it is so"
    assert sentence("", -9) == "the salta program was killed by signal 9"
    assert issubclass(salta.SaltaError, ValueError)


def test_a_learner_that_ends_says_why(tmp_path):
    script = tmp_path / "salta"
    script.write_text("#!/bin/sh\necho 'error: no space left on device' >&2\nexit 3\n")
    script.chmod(0o755)
    learner = Learner(str(script), "run", 1, 1)
    learner.process.wait()
    with pytest.raises(program.ProgramError, match="no space left"):
        learner.learn({"time": 1})


def test_paths_hold_in_any_directory(config, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert open_run(Settings(config=config, out=Path("run")), program.find()) == tmp_path / "run"
    assert Storage("kept").url == f"file://{tmp_path}/kept"
