"""Recomputes the figures of the page beside it."""

import statistics

from checks.data import found_in, ndjson, rows_of_csv, tables
from checks.intervals import holm, over_seeds, paired, welch
from checks.report import agree, says, wrong

SEARCHES = ("0", "1", "4", "16", "64", "256")
SHOWN = {
    "points lost": ("loss", 1),
    "optimal where moves differ %": ("optimal_matters", 100),
    "winner changed %": ("winner_changed", 100),
    "won, not nearer %": ("idle", 100),
}
# Arms: the game that locks, the same with a growing limit, and two with forward jumps.
LOCK = {"arm": "rules", "value": "checkerboard"}
GROWING = {"arm": "stage"}
FREE, EQUALISED = ({"arm": "rules", "value": f"buettgenbach-1899{end}"} for end in ("-free", ""))


def check(page):
    rows, limited = (rows_of_csv(f"{page}/{file}.csv") for file in ("regret", "limited"))
    for row in rows:
        if row["arm"] == "stage":
            row["value"] = "checkerboard, growing limit"
    family, placements, games, decided, *last, sizes, several, perfect = tables(page)
    check_family(page, family)
    check_generations(page, rows, (placements, games, decided))
    check_searches(page, rows, last)
    check_sizes(page, rows, sizes)
    check_several(page, limited, several)
    check_truncated(page, perfect)
    check_growing_limit(page, rows)
    check_differences(page, rows)
    check_calibration(page, rows)
    check_fine_tuning(page, limited)


def losses(rows, measure="loss", **wanted):
    """A measure of the networks that are meant, by seed."""
    return [float(row[measure]) for row in sorted(found_in(rows, wanted), key=lambda row: row["seed"])]


def check_cell(page, cell, rows, measure, scale, **wanted):
    values = {row["seed"]: scale * float(row[measure]) for row in found_in(rows, wanted)}
    agree(f"{page}: {measure}, {wanted}", cell, over_seeds(list(values.values())))


def check_family(page, table):
    solved = {member["name"]: member for member in ndjson(f"{page}/family.ndjson")}
    for row in table:
        member = solved[row["record"]]
        of = member["summary"]
        won = of["positive"] + of["negative"]
        cells = {"value": of["value"], "plies": of["plies"] or None, "longest": of["longest"]}
        cells |= {"mean": of["total_plies"] and of["total_plies"] / won, "matters %": 100 * member["matters"]}
        named = {"first wins %": "positive", "second wins %": "negative", "0 %": "zero", "a draw %": "drawn"}
        cells |= {key: 100 * of[count] / (won + of["zero"]) for key, count in named.items()}
        for key, value in cells.items():
            agree(f"{page}: {row['record']}, {key}", row[key], [value])

    def worth_nothing(name, of="zero"):
        found = solved[name]["summary"]
        return 100 * found[of] / (found["positive"] + found["negative"] + found["zero"])

    names = ("first", "jump_direction-any", "jump_direction-any.jump_over-either")
    says(page, r"worth 0 rises from (\S+) to (\S+) %, and to (\S+) % if one's", *map(worth_nothing, names))
    says(page, r"\((\S+) % worth 0\)", worth_nothing("chain-may-continue.jump_direction-any"))
    equalised = ("last_move-equalised", "jump_over-either.last_move-equalised")
    shares = [worth_nothing(name, of) for name in equalised for of in ("drawn", "zero")]
    says(page, r"jumps \((\S+) of (\S+) %\), .* jumped over too \((\S+) of (\S+) %\)", *shares)

    def matters(**wanted):
        of = [m for m in solved.values() if all(f'{k} = "{v}"' in m["rules"] for k, v in wanted.items())]
        return [100 * m["matters"] for m in of if "move_limit = 0" in m["rules"]]

    forward = matters(jumping="compulsory", jump_direction="forward")
    says(page, r"it matters in (\d+) to (\d+) %\.", min(forward), max(forward))
    says(page, r"at most (\d+) % of the placements does", max(matters(jumping="optional")))
    either = matters(jumping="compulsory", jump_direction="any", jump_over="either")
    says(page, r"either side, the choice matters in (\d+) to (\d+) %", min(either), max(either))
    optional = 100 * solved["jumping-optional.move_limit-20"]["matters"]
    says(page, r"and optional jumps, it matters in (\d+) %", optional)


def check_generations(page, rows, tables):
    kinds = (("placements", "loss"), ("games", "loss"), ("placements", "loss_decided"))
    for (positions, measure), table in zip(kinds, tables):
        for row in table:
            for generation in ("0", "1", "2", "4", "8", "16", "24"):
                of = {"value": row["rules"], "simulations": row["simulations"], "positions": positions}
                check_cell(page, row[generation], rows, measure, 1, generation=generation, **of)


def check_searches(page, rows, tables):
    for positions, heading, table in (
        ("placements", "placements", tables[0]),
        ("games", "own games", tables[1]),
    ):
        for row in table:
            for simulations in SEARCHES:
                of = {"value": row["rules"], "generation": "24", "positions": positions}
                check_cell(page, row[simulations], rows, *SHOWN[row[heading]], simulations=simulations, **of)


def check_sizes(page, rows, table):
    for row in table:
        arm = of_size(row["channels"])
        for simulations in SEARCHES:
            of = {"generation": "24", "positions": row["positions"], "simulations": simulations}
            check_cell(page, row[simulations], rows, "loss", 1, **arm, **of)


def of_size(channels):
    return FREE if channels == "24" else {"arm": "size", "value": channels}


def check_several(page, rows, table):
    """Networks for several records."""
    for row in table:
        how, _, seconds = row["network"].partition(" for ")
        how = {"tuned": "tune"}.get(how, how)
        of = {"rules": row["record"], "how": how, "seconds": seconds.removesuffix(" s")}
        for positions in ("games", "placements"):
            for heading, simulations in (
                (f"{positions}, policy", "0"),
                (f"{positions}, 16 simulations", "16"),
            ):
                of |= {"simulations": simulations, "positions": positions}
                check_cell(page, row[heading], rows, "loss", 1, **of)


def check_truncated(page, perfect):
    truncated = {}
    for row in rows_of_csv(f"{page}/training.csv"):
        if row["value"] in ("checkerboard", "nestor"):
            truncated.setdefault((row["value"], row["generation"]), []).append(100 * float(row["truncated"]))
    share = min(statistics.mean(seeds) for seeds in truncated.values())
    says(page, r"\((\S+) to 100 % of each generation's games are truncated", share)
    for row in perfect:
        for heading, plies in (("after 5 random plies", "5"), ("after 10", "10")):
            of = {"rules": row["rules"], "opening_plies": plies}
            (found,) = found_in(rows_of_csv(f"{page}/perfect.csv"), of)
            share = 100 * int(found["truncated"]) / int(found["games"])
            agree(f"{page}: perfect play, {of}", row[heading], [share])


def check_growing_limit(page, rows):
    """Against the game without a limit, and against its own untrained networks."""
    last = {"generation": "24", "positions": "placements"}
    p = {
        n: welch(losses(rows, **GROWING, **last, simulations=n), losses(rows, **LOCK, **last, simulations=n))
        for n in SEARCHES
    }
    says(page, r"Welch's p = (\S+) and (\S+)\); of the policy .*, p = (\S+)\)", p["16"], p["256"], p["0"])
    searching = {"positions": "placements", "simulations": "16"}
    limited = losses(rows, **GROWING, **searching, generation="24")
    earlier = [
        welch(*(losses(rows, **arm, **searching, generation=at) for arm in (GROWING, LOCK)))
        for at in ("4", "8", "16")
    ]
    says(page, r"p is (\S+), (\S+) and (\S+) after 4, 8 and 16", *earlier)
    continued = losses(rows_of_csv("014-regret/regret.csv"), rules="any", **searching, generation="32")
    later = (*over_seeds(continued), welch(limited, continued))
    says(page, r"lose (\S+) ± (\S+), which is not shown to be more \(p = (\S+)\)", *later)
    tests = [(positions, n) for n in ("0", "16") for positions in ("placements", "games")]
    own = [
        paired(
            *(losses(rows, **GROWING, generation=at, positions=where, simulations=n) for at in ("24", "0"))
        )
        for where, n in tests
    ]
    if min(own) * len(own) < 0.05:
        wrong.append(f"{page}: a gain of the growing limit is significant after correction: {own}")
    says(
        page,
        r"before it, paired p = (\S+) for .* and (\S+) in its own games .*, with 16 simulations (\S+) "
        r"\(3\.12 to 1\.97\) and (\S+) \(",
        *own,
    )


def check_differences(page, rows):
    """Between rules and between sizes."""
    cells = [(where, n) for where in ("placements", "games") for n in ("0", "16", "256")]
    p = [
        welch(
            *(
                losses(rows, **arm, generation="24", positions=where, simulations=n)
                for arm in (FREE, EQUALISED)
            )
        )
        for where, n in cells
    ]
    says(page, r"Welch's p of (\S+) or more\)", min(p))

    def of(channels, where, n):
        return losses(rows, **of_size(channels), generation="24", positions=where, simulations=n)

    says(page, r"0\.61 ± 0\.08, p = (\S+)\)", welch(*(of(c, "placements", "256") for c in ("8", "24"))))
    p = [
        welch(of(small, where, n), of(large, where, n))
        for small, large in (("8", "16"), ("16", "24"), ("24", "40"))
        for where in ("placements", "games")
        for n in SEARCHES[1:]
    ]
    says(page, r"the smallest p of thirty is (\S+)\)", min(p))


def check_calibration(page, rows):
    judged = {"positions": "placements", "simulations": "0"}
    end = lambda of, at, measure: over_seeds(losses(rows, **of, **judged, generation=at, measure=measure))
    brier = [*end(LOCK, "24", "brier"), *end(LOCK, "0", "brier")]
    says(page, r"Brier score (\S+) ± (\S+) against (\S+) ± (\S+)\), and", *brier)
    says(page, r"without a limit \(Brier score (\S+) ± (\S+)\)", *end(GROWING, "24", "brier"))
    falls = [value for at in ("0", "24") for value in end(FREE, at, "brier")]
    says(page, r"Brier score falls from (\S+) ± (\S+) to (\S+) ± (\S+) in", *falls)
    falls = [value for at in ("0", "24") for value in end(FREE, at, "margin_error")]
    says(page, r"of the margin from (\S+) ± (\S+) to (\S+) ± (\S+) points", *falls)
    took = {}
    for row in rows_of_csv(f"{page}/training.csv"):
        of = took.setdefault((row["arm"], row["value"]), {})
        of[row["seed"]] = of.get(row["seed"], 0) + float(row["seconds"])
    times = [over_seeds(list(took[arm].values())) for arm in (("size", "40"), tuple(FREE.values()))]
    says(page, r"as one of 24 \((\S+) ± (\S+) s against (\S+) ± (\S+) s\)", *times[0], *times[1])


def check_fine_tuning(page, rows):
    tuned = {}
    for seconds in ("30", "100"):
        for record in ("fic", "fec-opponent"):
            for where in ("games", "placements"):
                for n in ("0", "16"):
                    of = {"rules": record, "positions": where, "simulations": n}
                    own = losses(rows, **of, how="own", seconds="")
                    found = losses(rows, **of, how="tune", seconds=seconds)
                    less = 1 - statistics.mean(found) / statistics.mean(own)
                    tuned.setdefault((seconds, where), []).append((welch(found, own), 100 * less))
    p = {
        (where, n): welch(
            *(
                losses(rows, rules="fic", positions=where, simulations=n, how=how, seconds="")
                for how in ("zero-shot", "own")
            )
        )
        for where in ("games", "placements")
        for n in ("0", "16")
    }
    says(
        page,
        r"\(Welch's p = (\S+) and (\S+)\); its policy .* in games \(p = (\S+)\) and .* in placements \(p = (\S+)\)",
        *(p[where, n] for n in ("16", "0") for where in ("games", "placements")),
    )
    after_30 = tuned["30", "games"] + tuned["30", "placements"]
    says(page, r"the smallest p is (\S+)\)", min(p for p, _ in after_30))
    if min(less for _, less in after_30) < 0 or min(p for p, _ in after_30) * 8 < 0.05:
        wrong.append(f"{page}: fine-tuning for 30 s: {after_30}")
    p, less = zip(*tuned["100", "games"])
    says(page, r"they lose (\d+) to (\d+) % less than `own` in games", min(less), max(less))
    if max(holm(dict(enumerate(p))).values()) > 0.045:
        wrong.append(f"{page}: fine-tuning for 100 s: {p}")
