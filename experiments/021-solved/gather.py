"""Joins the many files that run.sh leaves in its output folder with what is here: `python3 gather.py OUT`."""

import csv
import json
import re
import sys
from pathlib import Path

HERE, OUT = Path(__file__).parent, Path(sys.argv[1])
MEASURES = "loss loss_decided optimal matters optimal_matters idle winner_changed brier margin_error".split()
KEPT = ["generation", "simulations", "positions", "decisions", *MEASURES]


def rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def run_of(name):
    """Arm, what it varies and seed of a run's name: rules-RULES-SEED, size-CHANNELS-SEED, stage-SEED."""
    arm, _, rest = name.partition("-")
    value, _, seed = rest.rpartition("-")
    return arm, value, seed


def write(name, heads, lines, keys):
    """Rows that are here already stay, unless there are new ones with the same first `keys` columns."""
    path, new = HERE / name, {tuple(map(str, line[:keys])) for line in lines}
    if path.exists():
        with path.open(encoding="utf-8", newline="") as file:
            lines += [row for row in list(csv.reader(file))[1:] if tuple(row[:keys]) not in new]
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([heads, *sorted(lines, key=in_order)])
    print(name, len(lines))


def in_order(line):
    """Numbers by their value, before texts."""
    cells = [str(cell) for cell in line]
    return [(0, float(cell), "") if re.fullmatch(r"-?[\d.]+", cell) else (1, 0.0, cell) for cell in cells]


def short(number):
    return f"{float(number):.5g}" if number != "" else ""


def kept(row):
    return [row["generation"], row["simulations"], row["positions"], row["decisions"], *(short(row[m]) for m in MEASURES)]


def main():
    regret = [
        [*run_of(path.name.split(".")[0]), *kept(row)]
        for path in [*OUT.glob("*.generations.csv"), *OUT.glob("*.simulations.csv")]
        for row in rows(path)
    ]
    write("regret.csv", ["arm", "value", "seed", *KEPT], regret, 3)
    bins = ["positions", "head", "from", "to", "decisions", "predicted", "observed"]
    calibration = [
        [*run_of(path.name.split(".")[0]), *(row[key] if key in bins[:2] else short(row[key]) for key in bins)]
        for path in OUT.glob("*.calibration.csv")
        for row in rows(path)
        if row["simulations"] == "16"
    ]
    write("calibration.csv", ["arm", "value", "seed", *bins], calibration, 3)
    training = []
    for path in OUT.glob("*.metrics.ndjson"):
        for line in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            games, time = line["games"], line["time"]
            numbers = [games["finished"], games["truncated"], games["simulations"], time["selfplay"] + time["train"]]
            training.append([*run_of(path.name.split(".")[0]), line["generation"], *map(short, numbers)])
    write("training.csv", ["arm", "value", "seed", "generation", "finished", "truncated", "simulations", "seconds"], training, 3)
    limited = []
    for path in OUT.glob("*.csv"):
        found = re.fullmatch(r"(zero-shot|wide|own|tune)-(.+?)-(\d)(?:-(\d+))?\.csv", path.name)
        if found:
            how, rules, seed, seconds = found.groups()
            limited += [[rules, how, seconds or "", seed, *kept(row)[1:]] for row in rows(path)]
    write("limited.csv", ["rules", "how", "seconds", "seed", *KEPT[1:]], limited, 4)
    perfect = []
    for path in OUT.glob("perfect-*.json"):
        if text := path.read_text(encoding="utf-8"):
            rules, plies = path.stem.removeprefix("perfect-").rsplit("-", 1)
            match = json.loads(text)
            perfect.append([rules, plies, match["games"], match["statistics"]["truncated"]])
    write("perfect.csv", ["rules", "opening_plies", "games", "truncated"], perfect, 2)
    (HERE / "family.ndjson").write_bytes((OUT / "family.ndjson").read_bytes())


if __name__ == "__main__":
    main()
