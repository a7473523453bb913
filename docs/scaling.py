"""What bounds training on many machines: measures the costs here, and draws what follows from them.

    python docs/scaling.py measure RUN [METRICS]   # into docs/scaling.json
    python docs/scaling.py draw                    # docs/scaling.svg, and the tables of the page

RUN is a run of the quickstart (as it was: 64 games, 16 simulations), METRICS its metrics.ndjson if they are those of a quieter
machine. What Ray adds is measured on the spot, which needs salta[ray] and the program `salta`; the
quickest of several tries counts.
"""

import json
import math
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
COSTS = HERE / "scaling.json"

# ---------------------------------------------------------------- what is assumed, not measured
BANDWIDTH = 125e6
"""Bytes per second into a machine: one gigabit."""
CORES_A_MACHINE = 32
GROUP = 16
"""Games of a group, as in the quickstart."""
MOST = 1000


def measure(run, metrics):
    """The costs of a run's last generations, and of what Ray adds."""
    lines = [json.loads(line) for line in metrics.read_text().splitlines()][-5:]
    decisions = [line["games"]["games"] * line["games"]["mean_plies"] for line in lines]
    learned = lines[-1]["steps"] - lines[-2]["steps"]
    cores = os.cpu_count()
    shards = sorted((run / "games").glob("gen-*"))[-1].glob("*.shard")
    played = sum(path.stat().st_size for path in shards)
    last = sorted((run / "checkpoints").iterdir())[-1]
    middle = statistics.median
    costs = {
        "cores": cores,
        "plies": middle(line["games"]["mean_plies"] for line in lines),
        "decisions_a_second_a_core": middle(
            count / line["time"]["selfplay"] / cores for count, line in zip(decisions, lines)
        ),
        "simulations": 16,
        "steps_a_generation": learned,
        "samples_learned_a_second": middle(256 * learned / line["time"]["train"] for line in lines),
        "bytes_a_game": played / lines[-1]["games"]["games"],
        "bytes_of_weights": sum(path.stat().st_size for path in last.iterdir()),
        **measure_ray(run, last),
    }
    COSTS.write_text(json.dumps(costs, indent=2) + "\n")
    print(COSTS.read_text())


def measure_ray(run, checkpoint):
    """Seconds of an item that come on top of its games, and of the coordinator for each item."""
    import ray
    from salta.ray import program
    from salta.ray.cluster import cluster
    from salta.ray.events import Events
    from salta.ray.pool import Pool
    from salta.ray.settings import Settings
    from salta.ray.worker import Machine, Made

    shard = next((run / "games").glob("gen-*/*.shard")).read_bytes()
    weights = {path.name: path.read_bytes() for path in checkpoint.iterdir()}

    class Idle:
        """Has its shard ready."""

        def hello(self):
            return Machine("", ray.get_runtime_context().get_node_id(), os.getpid())

        def play(self):
            return Made({"a": shard}, len(shard), None)

        def fetch(self, network):
            started = time.perf_counter()
            ray.get(network[0])
            return time.perf_counter() - started

        def close(self):
            pass

    def one_call(path):
        """A call of the program that plays nothing: its start, and the weights read."""
        started = time.perf_counter()
        program.run([path, "evaluate", run, "--open"])
        return time.perf_counter() - started

    path = program.find()
    starts = [one_call(path) for _ in range(20)]
    with cluster(Settings(config=run)), tempfile.TemporaryDirectory() as folder:
        pool = Pool(lambda: ray.remote(num_cpus=1)(Idle).remote(), 2, 4, Events())
        pool.tend()
        while len(pool.actors) < 2:
            list(pool.results(1.0))
        coordinator = min(measure_items(pool, Path(folder)) for _ in range(5))
        network = ray.put(weights)
        fetches = [ray.get(pool.actors[0].handle.fetch.remote([network])) for _ in range(20)]
        pool.close()
    return {
        "seconds_to_start_an_item": min(starts),
        "coordinator_seconds_an_item": coordinator,
        "seconds_to_fetch_the_weights": min(fetches),
    }


def measure_items(pool, folder, items=400):
    """Seconds in which an item that is ready at once is handed out, taken back and placed."""
    from salta.ray.storage import place

    begun, done, given = time.perf_counter(), 0, 0
    while done < items:
        while given < items and pool.free():
            pool.give(given, lambda handle: handle.play.remote())
            given += 1
        for item, _, made in pool.results(1.0):
            place(folder / str(item), made.files["a"])
            done += 1
    return (time.perf_counter() - begun) / items


class Model:
    """A generation of `games` games with `simulations` on `cores` cores, in seconds."""

    def __init__(self, costs, simulations, replays, learner_speed):
        self.costs, self.replays = costs, replays
        pace = costs["decisions_a_second_a_core"] * costs["simulations"] / simulations
        self.group = GROUP * costs["plies"] / pace + costs["seconds_to_start_an_item"]
        self.learned = costs["samples_learned_a_second"] * learner_speed

    def parts(self, games, cores):
        """Self-play (or the coordinator, if that is slower), broadcast, learning."""
        costs, groups = self.costs, math.ceil(games / GROUP)
        rounds = math.ceil(groups / cores)
        wire = games * costs["bytes_a_game"] / BANDWIDTH
        play = max(rounds * self.group, groups * costs["coordinator_seconds_an_item"], wire)
        machines = math.ceil(cores / CORES_A_MACHINE)
        # Those that have the weights pass them on, so each round doubles their number.
        doublings = math.ceil(math.log2(machines + 1))
        fetch = costs["seconds_to_fetch_the_weights"]
        broadcast = doublings * costs["bytes_of_weights"] / BANDWIDTH + fetch
        return play, broadcast, games * costs["plies"] * self.replays / self.learned

    def pace(self, games, cores):
        """Games per second."""
        return games / sum(self.parts(games, cores))


def draw():
    """The curves and the tables; the curves need matplotlib."""
    costs = json.loads(COSTS.read_text())
    own = 256 * costs["steps_a_generation"] / (64 * costs["plies"])
    runs = [
        ("A", f"an earlier quickstart: 64 games per generation, 16 simulations, each decision used {own:.1f} times",
         Model(costs, 16, own, 1), lambda cores: 64),
        ("B", "32 games per core and generation, 64 simulations, each decision used once, learner on 2 cores",
         Model(costs, 64, 1, 1), lambda cores: 32 * cores),
        ("C", "as B, with a learner 8 times as fast", Model(costs, 64, 1, 8), lambda cores: 32 * cores),
        ("D", "as C, with 400 simulations", Model(costs, 400, 1, 8), lambda cores: 32 * cores),
        ("E", "as D, with a learner 100 times as fast", Model(costs, 400, 1, 100), lambda cores: 32 * cores),
    ]  # fmt: skip
    print("| | run | 1 core | 10 | 100 | 1,000 |\n|---|---|---|---|---|---|")
    for name, what, model, games in runs:
        paces = [model.pace(games(cores), cores) for cores in (1, 10, 100, 1000)]
        cells = " | ".join(f"{pace:.3g}" for pace in paces)
        print(f"| {name} | {what} | {cells} |")
    print("\n| | self-play | weights | learning |\n|---|---|---|---|")
    for name, _, model, games in runs:
        parts = model.parts(games(MOST), MOST)
        print(f"| {name} | " + " | ".join(f"{seconds:.3g} s" for seconds in parts) + " |")
    picture(runs)


def picture(runs):
    """Games per second over cores, both logarithmic, as SVG without a date."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": "scaling", "svg.fonttype": "none"})
    from matplotlib import pyplot

    counts = sorted({round(10 ** (step / 20)) for step in range(61)})
    figure, axes = pyplot.subplots(figsize=(6.4, 4), layout="constrained")
    for name, _, model, games in runs:
        paces = [model.pace(games(cores), cores) for cores in counts]
        (line,) = axes.loglog(counts, paces)
        axes.annotate(
            name, (counts[-1], paces[-1]), (4, -4), textcoords="offset points", color=line.get_color()
        )
    axes.set_xlabel("cores of self-play")
    axes.set_ylabel("games per second")
    axes.grid(alpha=0.4)
    figure.savefig(HERE / "scaling.svg", metadata={"Date": None})


if __name__ == "__main__":
    if sys.argv[1:2] == ["measure"]:
        given = Path(sys.argv[2])
        measure(given, Path(sys.argv[3]) if sys.argv[3:] else given / "metrics.ndjson")
    else:
        draw()
