"""Matches, training, reviews, studies and Salta-Solo as calls."""

import gc
import json
import os
import random
import shutil
import threading
import time
import tomllib

import pytest
from conftest import CHECKPOINT, QUICKSTART, ROOT, run_salta
from test_dataset import SETS
from test_search import by_distance

import salta


class Random:
    """Chooses actions for many games at once."""

    name = "mine"

    def __init__(self):
        self.batches, self.rng = [], random.Random(1)

    def choose(self, positions):
        self.batches.append(len(positions))
        return [self.rng.choice(position.legal_actions()) for position in positions]


def first_move(position):
    return position.moves()[0]


def test_a_match_between_names_is_that_of_the_program():
    names, options = ["greedy", f"checkpoint:{CHECKPOINT}:sims=4"], {"seed": 5, "opening_plies": 4}
    found = salta.play(*names, pairs=2, **options)
    said = run_salta("match", *names, "--pairs", 2, "--seed", 5, "--opening-plies", 4, "--json")
    assert found == json.loads(said)


def test_a_network_in_python_plays_as_its_checkpoint_does():
    network, walker = salta.Network(CHECKPOINT), salta.Variant("walker")
    results = [
        salta.play(player, "greedy", pairs=2, variant=walker, max_plies=60)["statistics"]
        for player in [f"checkpoint:{CHECKPOINT}:sims=4", salta.SearchPlayer(network, simulations=4)]
    ]
    assert results[0] == results[1]


def test_objects_and_callables_play_chains_too():
    player = Random()
    variant = salta.Variant("walker")
    result = salta.play(player, first_move, pairs=3, variant=variant, max_plies=80, threads=2)
    assert (result["a"], result["b"], result["games"]) == ("mine", "first_move", 6)
    assert max(player.batches) > 1
    by_search = salta.SearchPlayer(by_distance, simulations=2)
    result = salta.play(by_search, "random", pairs=1, variant=variant, max_plies=40)
    assert result["a"] == "search"


def test_kept_results_are_of_players_with_the_same_identity(tmp_path):
    def play(player, **options):
        return salta.play(player, "random", pairs=1, max_plies=30, **options)

    with pytest.raises(salta.SaltaError, match="`first_move` has no attribute `identity`, a text"):
        play(first_move, out=tmp_path)
    games = []
    for _ in range(2):
        player = Random()
        player.identity = "one"
        play(player, out=tmp_path)
        games.append(len(player.batches))
    assert games[0] and not games[1]
    player.identity = "other"
    with pytest.raises(salta.SaltaError, match="made with other players; choose another directory"):
        play(player, out=tmp_path)
    play(salta.SearchPlayer(by_distance, identity="by distance", simulations=2), out=tmp_path)


def test_noise_depends_on_the_seed_and_the_position_alone():
    start, config = salta.Variant().start(), {"gumbel": {"gumbel_scale": 5.0}}
    player = salta.SearchPlayer(by_distance, config=config, simulations=2)
    before = player.choose([start])
    # The same legal actions with other plies left.
    others = [start.variant.position(f"{start.line.rsplit(' ', 1)[0]} {2 * n}") for n in range(1, 9)]
    assert len({player.choose([other])[0] for other in others}) > 1
    assert player.choose([start]) == before
    seeds = [salta.SearchPlayer(by_distance, config=config, simulations=2, seed=seed) for seed in range(8)]
    assert len({seeded.choose([start])[0] for seeded in seeds}) > 1
    games = [
        salta.play(player, "random", pairs=6, pairs_per_group=1, max_plies=30, threads=threads)
        for threads in (1, 4)
    ]
    assert games[0] == games[1]


def test_players_are_called_one_at_a_time():
    at_work = threading.Lock()

    def player(position):
        assert at_work.acquire(blocking=False), "called by two threads at once"
        time.sleep(1e-3)
        at_work.release()
        return first_move(position)

    salta.play(player, player, pairs=4, pairs_per_group=1, max_plies=12, threads=4)
    meeting, met = threading.Barrier(2, timeout=60), threading.Event()

    def other(position):
        if not met.is_set():
            meeting.wait()
            met.set()
        return first_move(position)

    other.concurrent = True
    salta.play(other, "random", pairs=4, pairs_per_group=1, max_plies=12, threads=2)


def test_a_search_without_noise_keeps_what_its_config_leaves_open():
    player = salta.SearchPlayer(by_distance, config={"gumbel": {"c_scale": 2.0}, "method": "puct"})
    assert player.options["config"] == {
        "gumbel": {"gumbel_scale": 0.0, "c_scale": 2.0},
        "puct": {"dirichlet_fraction": 0.0},
        "method": "puct",
    }

    class WithMethod:
        def __call__(self, observation, mask):
            return by_distance(observation, mask)

        def search(self):
            raise NotImplementedError

    quiet = salta.SearchPlayer(WithMethod()).options["config"]
    assert quiet["gumbel"] == {"gumbel_scale": 0.0}
    assert salta.SearchPlayer(by_distance, config=None).options["config"] == quiet


def test_what_a_player_does_wrong_is_raised():
    def play(player, **options):
        salta.play(player, "random", pairs=1, **options)

    def on_many(choose):
        player = Random()
        player.choose = choose
        return player

    with pytest.raises(ZeroDivisionError) as raised:
        play(lambda position: 1 / 0)
    (note,) = raised.value.__notes__
    assert "game 0" in note and "ply" in note, note
    with pytest.raises(salta.IllegalAction):
        play(lambda position: "a1-j10")
    with pytest.raises(salta.IllegalAction, match="there is no action 999"):
        play(lambda position: 999)
    for player, options, said in [
        (on_many(lambda positions: []), {}, "`mine` chose 0 times for"),
        ("checkpoint:quikstart", {}, "quikstart: there is no such checkpoint; .*quickstart"),
        ("nobody", {}, "nobody"),
        ("random", {"opening_ply": 3}, "pair"),
    ]:
        with pytest.raises(salta.SaltaError, match=said):
            play(player, **options)
    for player, options, said in [
        (3, {}, "a player is a name.*, not int"),
        (salta.Network("quickstart"), {}, "`salta.SearchPlayer` plays with it"),
        ("random", {"variant": 3}, "a variant is .*, not int"),
    ]:
        with pytest.raises(TypeError, match=said):
            play(player, **options)

    def interrupt(position):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(interrupt)

    forever = threading.Event()
    with pytest.raises(salta.SaltaError, match="did not return within 0.2 s"):
        play(salta.TimeLimit(on_many(lambda positions: forever.wait()), 0.2))
    with pytest.raises(salta.SaltaError, match="did not return within 0.2 s"):
        play(salta.TimeLimit(lambda position: forever.wait(), 0.2))
    forever.set()


class Cornered:
    """A player with a time limit that refers to the player, and the threads that it was called in."""

    def __init__(self):
        self.limit, self.threads = salta.TimeLimit(self.first_move, 600), set()

    def first_move(self, position):
        self.threads.add(threading.current_thread())
        return first_move(position)

    def __call__(self, position):
        return self.limit(position)


def wait_until(so):
    """Waits for what other threads do, and drops objects that refer to each other."""
    end = time.monotonic() + 10
    while not so():
        assert time.monotonic() < end
        gc.collect()
        time.sleep(0.01)


def test_calls_with_a_time_limit_share_a_thread_that_ends_with_it():
    player = Cornered()
    salta.play(player, "random", pairs=1, max_plies=30, threads=1)
    threads = player.threads
    assert len(threads) == 1
    del player
    wait_until(lambda: not any(thread.is_alive() for thread in threads))


def test_a_call_that_returns_late_ends_its_thread():
    threads, forever = [], threading.Event()

    def hangs():
        threads.append(threading.current_thread())
        forever.wait()

    limited = salta.TimeLimit(hangs, 0.1)
    for _ in range(2):
        with pytest.raises(salta.SaltaError, match="did not return"):
            limited()
    assert threads[0] != threads[1]
    forever.set()
    wait_until(lambda: not any(thread.is_alive() for thread in threads))


def test_several_threads_call_one_time_limit_at_a_time():
    """Each waits for the other's call."""
    both = threading.Barrier(2)
    limited = salta.TimeLimit(lambda number: (number, both.wait(timeout=60))[0], 600)
    found = []
    callers = [threading.Thread(target=lambda n=n: found.append(limited(n))) for n in range(2)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert sorted(found) == [0, 1]


def test_a_panic_is_an_error():
    """PyO3 resumes a panic when Python returns its exception."""

    def said(error):
        def player(position):
            raise error

        with pytest.raises((type(error), salta.SaltaError)) as raised:
            salta.play(player, "random", pairs=1)
        return str(raised.value)

    assert said(ZeroDivisionError("zero")) == "zero"  # from here on there is the class
    panics = [kind for kind in BaseException.__subclasses__() if kind.__name__ == "PanicException"]
    # Other packages have one each, which is an exception like any other here.
    assert [said(panic("on purpose")) for panic in panics].count("the work ended with a panic") == 1


def test_a_run_is_trained_resumed_and_told_of(tmp_path):
    told, config = [], QUICKSTART
    keys = dict(value.split("=", 1) for value in SETS)
    sets = {key: json.loads(value) for key, value in keys.items()}
    first = salta.train(config, tmp_path / "run", sets=sets, until=1, progress=told.append)
    with pytest.raises(salta.SaltaError, match="made with another config: `"):
        salta.train(config, tmp_path / "run")
    with pytest.raises(salta.SaltaError, match="--features burn"):  # which the package is without
        salta.train(config, tmp_path / "autodiff", sets=sets | {"learner.gradient": "autodiff"})
    rest = salta.train(config, tmp_path / "run", sets=sets, progress=told.append)
    assert [line["generation"] for line in told] == [1, 2, 3] and first == told[:1] and rest == told
    shutil.rmtree(tmp_path / "run" / "learner" / "gen-0003")  # as if killed before it was written
    salta.train(config, tmp_path / "run", sets=sets, progress=told.append)
    assert [line["generation"] for line in told] == [1, 2, 3, 3]
    with pytest.raises(salta.SaltaError, match="`generations` is 4, not 3 as there"):
        salta.train(config, tmp_path / "run", sets=sets | {"generations": 4})
    salta.train(None, tmp_path / "run", sets={"generations": 4}, until=3)
    run_salta("verify", tmp_path / "run")
    assert salta.Network(tmp_path / "run").metadata["generation"] == 3

    def stop(metrics):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        salta.train(config, tmp_path / "stopped", sets=sets | {"generations": 50}, progress=stop)
    again = salta.train(config, tmp_path / "stopped", sets=sets | {"generations": 50}, until=1)
    assert 1 <= len(again) < 50


def test_a_review_and_a_solution():
    path = ROOT / "data" / "games" / "krone-grotewold-1901.salta"
    _, moves = salta.read_game(path.read_text())
    start = salta.Variant().start()
    found = salta.review(start, moves[:8], player="alphabeta@2:depth=1", exact_nodes=1000)
    said = json.loads(
        run_salta("review", path, "--player", "alphabeta@2:depth=1", "--json", "--exact-nodes", 1000)
    )
    assert [ply["move"] for ply in found["plies"]] == [ply["move"] for ply in said["plies"][:8]]
    assert found["plies"][:7] == said["plies"][:7]
    with pytest.raises(salta.IllegalAction):
        salta.review(start, ["a1-b2", "a1-b2"])
    near = salta.Variant().position("5/5/5/A4/5/4a/5/5/5/5 w 0")
    solution = salta.solo(near)
    assert (solution.moves, solution.bounds, solution.proven) == (["a7-b8"], (1, 1), True)
    assert len(salta.solo(near, 1).moves) == 2


STUDY = """
title = "A small one"
variants = ["buettgenbach-1899", "walker"]
baseline = "buettgenbach-1899"

[[player]]
player = "random@1"

[games]
pairs = 3
max_plies = 40
"""


def test_a_study_is_that_of_the_program(tmp_path):
    config = tmp_path / "study.toml"
    config.write_text(STUDY)
    found = salta.study(config, tmp_path / "python", sets={"games.pairs": 2}, threads=1)
    said = run_salta("study", config, "--out", tmp_path / "rust", "--set=games.pairs=2", "--json")
    assert found == json.loads(said)
    keys = salta.study(tomllib.loads(STUDY), tmp_path / "keys", sets={"games.pairs": 2}, threads=1)
    assert keys == found
    with pytest.raises(salta.SaltaError, match="unknown field `pair`"):
        salta.study(config, tmp_path / "none", sets={"games.pair": 2})
    with pytest.raises(TypeError, match="a config is a path or a dictionary of its keys, not list"):
        salta.study([], tmp_path / "none")
    with pytest.raises(salta.SaltaError, match="threads is at most 4096"):
        salta.study(config, tmp_path / "none", threads=4097)


def test_a_time_limit_works_in_a_fork():
    limited = salta.TimeLimit(lambda number: number, 20)
    assert limited(1) == 1  # its thread is idle now, and is not in the fork
    child = os.fork()
    if child == 0:
        os._exit(0 if limited(2) == 2 else 1)
    assert os.waitpid(child, 0)[1] == 0
