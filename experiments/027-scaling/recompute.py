"""Recomputes the figures of the page beside it."""

import math
import statistics

from checks.data import found_in, ndjson, rows_of_csv, tables, text_of
from checks.intervals import elo, interval, jackknife, over_seeds, paired, welch
from checks.matches import of_points, of_statistics, together
from checks.report import agree, says, wrong
from checks.scaling import exponent, means_over_seeds, scaling

FITTED = {
    "compute": "by training compute",
    "simulations": "by simulations",
    "exchange": "doublings of simulations worth one of training",
}


def check(page):
    train, *shown = tables(page)
    data = (
        "forward",
        "any",
        "forward-4096",
        "any-4096",
        "forward-2048",
        "forward-2048-4096",
        "any-2048",
        "any-2048-4096",
    )
    kept = {name: rows_of_csv(f"{page}/{name}.csv") for name in data}
    trained = rows_of_csv(f"{page}/training.csv")
    check_full_board(page, train)
    check_two_hours(page)
    # First to generation 512, then to 2,048.
    check_tables(page, shown[:3], kept, "")
    check_tables(page, shown[3:6], kept, "-2048")
    check_schedule(page, shown[6], kept["forward-2048"])
    for rules in ("forward", "any", "forward-2048", "any-2048"):
        scaling(f"{page}: {rules}", kept[rules], rows_of_csv(f"{page}/{rules}-fits.csv"))
    check_ranges(page, kept)
    check_sizes(page, kept["forward"], trained)
    check_exchange(page, kept["forward"])
    check_extrapolation(page, kept)
    check_size_under_any(page, kept["any"])
    check_length_under_any(page, kept["any-2048"])
    check_exponents(page)
    check_finished(page, trained)


def check_full_board(page, table):
    earlier = (text_of("024-recipe") + text_of("026-two-hours")).replace(" % ±", " ±")
    for row in table:
        for heading, cell in row.items():
            file = {"(a)": "quickstart", "(b)": "half-hour"}.get(cell[-3:])
            if file and heading.startswith("`"):
                of = [match for match in ndjson(f"{page}/{file}.ndjson") if f"`{match['b']}`" == heading]
                counts = [
                    of_points(match)[1] if "points" in match else match["statistics"]["pentanomial"]
                    for match in of
                ]
                agree(f"{page}: {heading}", cell, over_seeds([100 * interval(of)[0] for of in counts]))
            elif (
                heading.startswith("`") and cell != "–" and any(c not in earlier for c in cell.split(" and "))
            ):
                wrong.append(f"{page}: `{cell}` is on neither page of the recipes")


def check_two_hours(page):
    """What two hours gain over half an hour, with 64 simulations against 002's first network."""
    scores = {}
    for file in ("024-recipe/half-hour", "026-two-hours/matches"):
        for match in ndjson(f"{file}.ndjson"):
            if match["a"].endswith(":sims=64") and match["b"].startswith("checkpoint:two-cores"):
                of = scores.setdefault((file[:3], "skip_forced" in match["b"]), {})
                of.setdefault(match["a"], []).append(of_statistics(match))
    score = lambda of: [100 * interval(together(matches)["counts"])[0] for matches in of.values()]
    half_hour, two_hours = ([score(scores[of, same]) for same in (True, False)] for of in ("024", "026"))
    p = [welch(*both) for both in zip(two_hours, half_hour)]
    means = [[statistics.mean(of) for of in both] for both in zip(half_hour, two_hours)]
    says(
        page,
        r"from (\S+) to (\S+) % against .*? both sides, (\S+) Elo \(Welch's p = (\S+)\), and from (\S+) to (\S+) % "
        r"against its default search \(p = (\S+)\)",
        *means[0],
        elo(means[0][1] / 100) - elo(means[0][0] / 100),
        p[0],
        *means[1],
        p[1],
    )
    equal_time = [
        match for match in ndjson("026-two-hours/matches.ndjson") if match["a"].endswith(":sims=36")
    ]
    score = statistics.mean(100 * interval(of_statistics(match)["counts"])[0] for match in equal_time)
    half = means[0][0]
    gain = elo(score / 100) - elo(half / 100)
    says(page, r"equal time a move it is from (\S+) to (\S+) %, (\S+) Elo\.", half, score, gain)


def check_tables(page, tables, kept, length):
    exponents, generations, searches = tables
    for row in exponents:
        rules = row["rules"] + length
        fits = rows_of_csv(f"{page}/{rules}-fits.csv")
        fit = next(fit for fit in fits if all(fit[key] == row[key] for key in ("size", "positions")))
        weights = {float(of["weights"]) for of in kept[rules] if of["size"] == row["size"]}
        agree(f"{page}: {rules}, {row['size']}, weights", row["weights"], weights)
        for key, heading in FITTED.items():
            written = [float(fit[key + end]) for end in ("", "_lo", "_hi") if fit[key]]
            agree(f"{page}: {rules}, {row['size']}, {key}", row[heading], written)
    for row in generations + searches:
        rules = row["rules"] + length
        of = kept[rules] + kept.get(f"{rules}-4096", [])
        varied = "generation" if "simulations" in row else "simulations"
        wanted = {key: row[key] for key in ("size", "positions", "simulations") if key in row}
        if varied == "simulations":
            wanted["generation"] = max((r["generation"] for r in kept[rules]), key=int)
        for value in (heading for heading in row if heading.isdigit()):
            same = wanted | {varied: value}
            losses = [float(r["loss"]) for r in found_in(of, same)]
            agree(f"{page}: {rules}, {same}", row[value], over_seeds(losses))


def check_schedule(page, table, constant):
    """Losses in placements of runs of several lengths, with a constant learning rate and a cosine."""
    kept = {"constant": constant, "cosine": rows_of_csv(f"{page}/cosine.csv")}
    losses = {}
    for row in table:
        rate, wanted = row["learning rate"], {key: row[key] for key in ("size", "simulations")}
        where = f"{page}: {row['size']}, {row['simulations']} simulations, {rate}"
        lengths = [heading for heading in row if heading.isdigit()]
        of = found_in(kept[rate], wanted | {"positions": "placements"})
        of = [point for point in of if point["generation"] in lengths]
        for length in lengths:
            found = [float(point["loss"]) for point in found_in(of, {"generation": length})]
            agree(f"{where}, {length}", row[length], over_seeds(found))
            losses[row["size"], row["simulations"], rate, length] = found
        found = jackknife(of, lambda of: exponent(means_over_seeds(of, "compute")))
        agree(f"{where}, exponent", row["exponent"], found)
    both = [[losses["16x2", n, rate, "2048"] for rate in ("constant", "cosine")] for n in ("1024", "16")]
    pattern = r"after 2,048 generations \(Welch's p = (\S+) with 1,024 simulations, (\S+) with 16,"
    says(page, pattern, *(welch(*of) for of in both))
    early = (losses["16x2", "16", rate, "22"] for rate in ("constant", "cosine"))
    says(page, r"with 16 simulations it does worse \(p = (\S+)\)", welch(*early))
    late = [[losses["16x2", n, "cosine", length] for length in ("450", "2048")] for n in ("1024", "16")]
    says(
        page,
        r"not shown \(Welch's p = (\S+) with 1,024 simulations, (\S+) with 16\)",
        *(welch(*of) for of in late),
    )


def check_ranges(page, kept):
    def changed(rules, first):
        losses = {}
        for row in found_in(kept[rules], {"positions": "placements", "simulations": "1024"}):
            losses.setdefault((row["size"], row["generation"]), []).append(float(row["loss"]))
        return {size: paired(losses[size, first], losses[size, "2048"]) for size, generation in losses}

    p = changed("forward-2048", "450")
    pattern = r"\(paired p = (\S+)\); 4x1 may .*?, p = (\S+)\), 16x2 and .* for 48x2 no .*, p = (\S+)\)\. So"
    says(page, pattern, p["8x1"], p["4x1"], p["48x2"])
    if min(p["16x2"], p["32x2"]) < 0.5:
        wrong.append(f"{page}: 16x2 or 32x2 may change after generation 450")
    p = changed("any-2048", "22")
    says(page, r"after 2,048 \(p = (\S+)\); averaged", p["4x1"])
    if min(value for size, value in p.items() if size != "4x1") < 0.05:
        wrong.append(f"{page}: a size other than 4x1 may change with 1,024 simulations under `any`")

    def grown(rules):
        spans = {}
        for row in kept[rules]:
            spans.setdefault(row["size"], {}).setdefault(row["generation"], []).append(float(row["compute"]))
        means = [[statistics.mean(of) for of in span.values()] for span in spans.values()]
        return [max(of) / min(of) for of in means]

    says(
        page,
        r"compute of a size grows by a factor of (\d+) to (\d+)",
        min(grown("forward")),
        max(grown("forward")),
    )
    says(
        page,
        r"the compute grows by a factor of ([\d,]+) to ([\d,]+)",
        min(grown("forward-2048")),
        max(grown("forward-2048")),
    )
    pattern = r"other work shared\), by a factor of ([\d,]+) to ([\d,]+)"
    says(page, pattern, min(grown("any-2048")), max(grown("any-2048")))


def check_sizes(page, rows, trained):
    last = [row for row in rows if row["generation"] == "512"]
    compute = lambda size: statistics.mean(float(row["compute"]) for row in last if row["size"] == size)
    seconds = {
        size: statistics.mean(
            float(r["seconds"]) for r in trained if (r["rules"], r["size"]) == ("forward", size)
        )
        for size in ("4x1", "16x2", "48x2")
    }
    says(page, r"takes (\d+) times the compute", compute("48x2") / compute("4x1"))
    says(page, r"and (\d+) seconds on average instead of (\d+)", seconds["48x2"], seconds["4x1"])
    wanted = {"size": "16x2", "generation": "96", "simulations": "1024", "positions": "placements"}
    part = found_in(rows, wanted)
    early = statistics.mean(float(row["loss"]) for row in part), 96 / 512 * seconds["16x2"], seconds["4x1"]
    says(
        page, r"16x2 loses (\S+) after (\d+) seconds \(generation 96\), no more than 4x1 after (\d+)", *early
    )


def check_exchange(page, rows):
    """What a doubling of training is worth, counted from a later generation on."""
    for first, words in (
        (32, r"(\d\.\d) to (\d\.\d) doublings"),
        (96, r"(\S+) and (\S+) for the two smaller"),
    ):
        exchanges, shown = {}, []
        for size in {row["size"]: None for row in rows}:
            of = found_in(rows, {"size": size, "positions": "placements"})
            most = [row for row in of if row["simulations"] == "1024" and int(row["generation"]) >= first]
            search = [row for row in of if row["generation"] == "512"]
            training, low, _ = jackknife(most, lambda rows: exponent(means_over_seeds(rows, "compute")))
            exchanges[size] = training / exponent(means_over_seeds(search, "simulations"))
            shown += [size] if low > 0 else []
        if shown != list(exchanges)[: 5 if first == 32 else 2]:
            wrong.append(f"{page}: from generation {first} on, training is shown to help {shown}")
        found = [exchanges[size] for size in shown]
        says(page, rf"from generation {first} on, it is {words}", min(found), max(found))


def check_extrapolation(page, kept):
    """The loss with 4,096 simulations that the power law up to 1,024 gives."""
    for rules, size, pattern in (
        ("forward", "8x1", r"to 1,024 gives (\S+),"),
        ("forward", "32x2", r"32x2 \S+ ± \S+ instead of (\S+)\. So"),
        ("any", "32x2", r"where its power law gives (\S+)\."),
    ):
        of = found_in(kept[rules], {"size": size, "generation": "512", "positions": "placements"})
        logs = [[math.log(value) for value in values] for values in zip(*means_over_seeds(of, "simulations"))]
        power, constant = statistics.linear_regression(*logs)
        says(page, pattern, math.exp(constant + power * math.log(4096)))


def check_size_under_any(page, rows):
    """The smallest network against the largest, from generation 32 and 16 simulations on."""
    losses = {}
    for row in found_in(rows, {"positions": "placements"}):
        if int(row["generation"]) >= 32 and int(row["simulations"]) >= 16:
            losses.setdefault((row["size"], row["seed"]), []).append(float(row["loss"]))
    of = lambda size: [statistics.mean(losses[key]) for key in losses if key[0] == size]
    small, *between, large = (of(size) for size in ("4x1", "8x1", "16x2", "32x2", "48x2"))
    pattern = r"4x1 loses (\S+) ± (\S+) and 48x2 (\S+) ± (\S+) \(Welch's p = (\S+), unc"
    says(page, pattern, *over_seeds(small), *over_seeds(large), welch(small, large))
    if min(welch(small, other) for other in between) < 0.05:
        wrong.append(f"{page}: a size between 4x1 and 48x2 differs from 4x1")


def check_length_under_any(page, rows):
    """Losses averaged over 16 to 1,024 simulations, after 22, 100 and 2,048 generations."""
    losses = {}
    for row in found_in(rows, {"positions": "placements"}):
        if int(row["simulations"]) >= 16:
            of = losses.setdefault((row["size"], row["generation"]), {})
            of.setdefault(row["seed"], []).append(float(row["loss"]))
    of = {key: [statistics.mean(seed) for seed in seeds.values()] for key, seeds in losses.items()}
    change = lambda size, first: paired(of[size, first], of[size, "2048"])
    sizes = ("4x1", "8x1", "16x2", "32x2")
    pattern = r"do not change \(paired p = (\S+), (\S+), (\S+) and (\S+)\)"
    says(page, pattern, *(change(size, "22") for size in sizes))
    means = [[statistics.mean(of[size, g]) for g in ("100", "2048")] for size in ("16x2", "32x2")]
    pattern = r"16x2 falls from (\S+) to (\S+) \(p = (\S+)\) and 32x2 from (\S+) to (\S+) \(p = (\S+)\), but 32x2 had (\S+) "
    shown = [*means[0], change("16x2", "100"), *means[1], change("32x2", "100")]
    says(page, pattern, *shown, statistics.mean(of["32x2", "22"]))
    if min(change(size, "100") for size in ("4x1", "8x1")) < 0.05:
        wrong.append(f"{page}: 4x1 or 8x1 may change after generation 100 under `any`")


def check_exponents(page):
    """What the exponents say about doublings and tenfold compute."""
    fits = rows_of_csv(f"{page}/forward-fits.csv")
    fits = found_in(fits, {"positions": "placements"})
    sizes = [fit for fit in fits if fit["size"] != "frontier"]
    (frontier,) = found_in(fits, {"size": "frontier"})
    less = [[100 * (1 - 2 ** -float(fit[key])) for fit in sizes] for key in ("compute", "simulations")]
    ends = [end(shares) for shares in less for end in (min, max)]
    says(page, r"it takes (\d+) to (\d+) % off the loss, a doubling of simulations (\d+) to (\d+) %", *ends)
    says(page, r"ten times the compute takes off (\d+) %", 100 * (1 - 10 ** -float(frontier["compute"])))


def check_finished(page, trained):
    finished = {
        rules: [100 * float(r["finished"]) for r in trained if r["rules"] == rules]
        for rules in ("any", "forward")
    }
    says(page, r"at most (\S+) % of a run's training games", max(finished["any"]))
    says(
        page, r"\(under forward jumps (\d+) to (\d+) %\)", min(finished["forward"]), max(finished["forward"])
    )
