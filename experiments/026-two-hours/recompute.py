"""Recomputes the figures of the page beside it."""

import math
import re
from collections import Counter

from checks.data import ndjson, rows_of_csv, tables
from checks.intervals import elo, interval, jackknife, over_both, over_seeds
from checks.matches import match_row, of_points, of_statistics, together
from checks.report import agree, says, wrong
from checks.scaling import exponent, means_over_seeds

# The network of 002 with its own search, and with that of the new networks.
TWO_CORES = "`checkpoint:two-cores:sims=64`"
SAME_SEARCH = "`checkpoint:two-cores:sims=64,precision=int8,skip_forced=8`"

# The seed of each network.
SEEDS = {"network": "1", "two-hours": "2", "network-3": "3"}


def check(page):
    matches, others, curve = tables(page)
    scores = check_matches(page, matches)
    check_other_seeds(page, others, scores)
    panel = {}
    for match in ndjson(f"{page}/curve.ndjson"):
        panel[str(match["seed"]), match["generation"], f"`{match['b']}`"] = interval(of_points(match)[1])
    check_curve(page, curve, panel)
    check_exponents(page, panel)
    check_seconds(page)
    check_compute(page)


def check_matches(page, table):
    """Returns the scores of the three seeds in per cent, by simulations and opponent."""
    played, scores = {}, {}
    for match in ndjson(f"{page}/matches.ndjson"):
        summary = of_statistics(match)
        if of_points(match) != (summary["games"], summary["counts"]):
            wrong.append(f"{page}: the points of seed {match['seed']} are not those of its statistics")
        network, simulations = re.search(r"([^/:]*):sims=(\d+)$", match["a"]).groups()
        played.setdefault((SEEDS[network], simulations, f"`{match['b']}`"), []).append(summary)
    for row in table:
        where, of = f"{page}: {row}", scores.setdefault((row["simulations"], row["opponent"]), [])
        if row["seed"] == "mean":
            mean, half = over_seeds(of)
            agree(f"{where}, mean", row["score %"], [mean, half])
            agree(f"{where}, Elo", row["Elo"], [elo(x / 100) for x in (mean, mean - half, mean + half)])
        else:
            summary = together(played.pop((row["seed"], row["simulations"], row["opponent"])))
            match_row(where, row, summary)
            of.append(100 * interval(summary["counts"])[0])
    if played:
        wrong.append(f"{page}: not on the page: {list(played)}")
    for of, after in (
        (("64", TWO_CORES), "against it at equal simulations"),
        (("94", TWO_CORES), r"at equal time, \+"),
        (("64", SAME_SEARCH), "at equal simulations and 5"),
        (("36", SAME_SEARCH), "at equal time; over"),
    ):
        says(page, rf"(\S+) % ± (\S+) {after}", *over_seeds(scores[of]))
    return scores


def check_other_seeds(page, table, scores):
    both = {
        (of, one, "1"): scores[of, SAME_SEARCH][int(one) - 1] / 100 for of in ("64", "36") for one in "123"
    }
    for row, match in zip(table, ndjson(f"{page}/seeds.ndjson"), strict=True):
        network, of = re.search(r"([^/:]*):sims=(\d+)$", match["a"]).groups()
        one = SEEDS[network]
        other = re.search(r"002-two-cores/network-(\d):sims=64,precision=int8,skip_forced=8$", match["b"])[1]
        summary = of_statistics(match)
        match_row(f"{page}: seed {one} against {other}, {of}", row, summary)
        if [row["seed"], row["against seed"], row["simulations"]] != [one, other, of]:
            wrong.append(f"{page}: {row} is not the match of {match['a']} against {match['b']}")
        both[of, one, other] = interval(summary["counts"])[0]
    for of, pattern in (("64", "three seeds of each, "), ("36", "with 64 simulations and ")):
        square = [[both[of, one, other] for other in "123"] for one in "123"]
        says(page, rf"{pattern}(\S+) % \[(\S+), (\S+)\]", *over_both(square, 400))
        ends = [elo(share / 100) for share in over_both(square, 400)]
        says(page, rf"{pattern}.*? \((\S+) \[(\S+), (\S+)\] Elo\)", *ends)


def check_curve(page, curve, panel):
    seeds = sorted({seed for seed, _, _ in panel})
    for row in curve:
        where, generation = f"{page}: seed {row['seed']}, {row['generation']}", int(row["generation"])
        if row["seed"] == "mean":
            for opponent in (heading for heading in row if heading.startswith("`")):
                of = [100 * panel[seed, generation, opponent][0] for seed in seeds]
                agree(f"{where}, {opponent}", row[opponent], over_seeds(of))
            continue
        metrics = ndjson(f"{page}/metrics-{row['seed']}.ndjson")
        spent = sum(line["time"]["selfplay"] + line["time"]["train"] for line in metrics[:generation]) / 60
        agree(f"{where}, minutes", row["minutes"], [spent])
        games = sum(line["games"]["games"] for line in metrics[:generation])
        agree(f"{where}, games", row["games"], [games])
        for opponent in (heading for heading in row if heading.startswith("`")):
            score = panel[row["seed"], generation, opponent]
            agree(f"{where}, {opponent}", row[opponent], [100 * share for share in score])
    last = [100 * panel[seed, 190, "`alphabeta@3:nodes=7500`"][0] for seed in seeds]
    says(page, r"the networks score (\S+) % ± (\S+) against `alphabeta@3`", *over_seeds(last))
    positions = sum(line["games"]["simulations"] for line in ndjson(f"{page}/metrics-1.ndjson"))
    says(page, r"games, (\d+) million simulations", positions / 1e6)


def check_exponents(page, panel):
    """Of the losses against each opponent, by training compute."""
    seeds = {seed for seed, _, _ in panel}
    rows = [row for row in rows_of_csv(f"{page}/points.csv") if row["loss"]]
    for row in rows:
        score = panel[row["seed"], int(row["generation"]), f"`{row['positions']}`"][0]
        agree(f"{page}: {row}", f"{float(row['loss']):.6f}", [(1 - score) / score])
    cells = Counter((row["positions"], row["generation"]) for row in rows)
    # A generation counts if every seed scores something, but not everything.
    whole = [row for row in rows if cells[row["positions"], row["generation"]] == len(seeds)]
    for fit in rows_of_csv(f"{page}/fits.csv"):
        of = [row for row in whole if row["positions"] == fit["positions"]]
        found = jackknife(of, lambda of: exponent(means_over_seeds(of, "compute")))
        written = " ".join(f"{float(fit['compute' + end]):.3f}" for end in ("", "_lo", "_hi"))
        agree(f"{page}: {fit['size']}, {fit['positions']}", written, found)
        if fit["positions"] == TWO_CORES.strip("`"):
            says(page, r"to the power (\S+) \[(\S+), (\S+)\]", *found)
            check_doublings(page, of)


def check_doublings(page, rows):
    """What a doubling of compute gains."""
    at = {(row["seed"], int(row["generation"])): row for row in rows}
    for first, last, after in ((46, 128, "from|between"), (128, 190, "from 128|after that")):
        gains = []
        for seed in sorted({row["seed"] for row in rows}):
            losses, computes = (
                [float(at[seed, generation][key]) for generation in (first, last)]
                for key in ("loss", "compute")
            )
            doublings = math.log2(computes[1] / computes[0])
            gains.append(400 * math.log10(losses[0] / losses[1]) / doublings)
        for where in (page, "027-scaling"):
            says(where, rf"(\+\d+) ± (\d+)(?: Elo)? (?:{after})", *over_seeds(gains))


def check_seconds(page):
    seconds = {}
    for row in rows_of_csv(f"{page}/timings.csv"):
        seconds.setdefault(row["player"], []).append(float(row["cpu_seconds"]))
    short, equal, long, default = seconds.values()
    says(page, r"\((\S+) and (\S+) s for 32 games", *short)
    says(page, r"idle core, `two-cores` (\S+) and (\S+) s;", *equal)
    says(page, r"as long \((\S+) and (\S+) s\) as the network with 94 \((\S+) and (\S+) s\)", *default, *long)


def check_compute(page):
    """Multiplications of the residual layers (five taps, two layers a block), by forward passes."""
    passes = []
    for metrics in (f"{page}/metrics-1", "002-two-cores/metrics"):
        lines = ndjson(f"{metrics}.ndjson")
        passes.append((sum(line["time"]["leaves"] for line in lines) + 3 * 256 * lines[-1]["steps"]) / 1e6)
    wider = (6 * 64**2) / (5 * 48**2)
    costs = r"(\S+) million forward passes .* instead of (\S+) million, each with (\S+) times .*, (\S+) times in all"
    says(page, costs, *passes, wider, wider * passes[0] / passes[1])
