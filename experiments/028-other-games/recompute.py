"""Recomputes the figures of the page beside it."""

import math
import re
import statistics
from collections import Counter

from checks.data import found_in, ndjson, rows_of_csv, tables
from checks.intervals import Z, elo, interval, over_seeds, paired
from checks.matches import counted, half_points
from checks.report import agree, says, wrong

FREE, WALKER = "buettgenbach-1899-free", "walker"
BOUNDS = ("estimate", "lo", "hi")


def check(page):
    _, training, ladder, unlimited, ends, study, study_of_free, study_of_walker, *levels = tables(page)
    check_training(page, training)
    games = rows_of_csv(f"{page}/ladder.csv.gz")
    check_ladder(page, ladder, games)
    check_unlimited(page, unlimited, games)
    games = rows_of_csv(f"{page}/without-limit.csv.gz")
    cycles, sums = check_ends(page, ends, games)
    check_repetition(page, cycles, sums)
    check_free(page, ends, games, cycles, sums)
    check_walker(page, ends, games, cycles, sums)
    finished = check_studies(page, study, study_of_free)
    check_study_of_walker(page, study_of_walker, finished)
    check_levels(page, levels)


def check_training(page, table):
    trained = rows_of_csv(f"{page}/training.csv")
    for row in table:
        first, last = (int(number) for number in row["generations"].split("–"))
        of = [
            r
            for r in trained
            if (r["variant"], r["seed"]) == (row["variant"].strip("`"), row["seed"])
            and first <= int(r["generation"]) <= last
        ]
        games = sum(int(r["games"]) for r in of)
        where = f"{page}: {row['variant']}, seed {row['seed']}, {row['generations']}"
        agree(f"{where}, games", row["games"], [games])
        for key, heading, unit in (
            ("finished", "finished, %", 100),
            ("truncated", "truncated, %", 100),
            ("plies", "plies", 1),
        ):
            share = sum(float(r[key]) * int(r["games"]) for r in of) / games
            agree(f"{where}, {key}", row[heading], [unit * share])


def played(games, row, opponent):
    """The games of a row of a table against a player, their margins, and twice their scores."""
    wanted = {key: row[key].strip("`") for key in ("variant", "seed", "generation")} | {"opponent": opponent}
    of = found_in(games, wanted)
    margins = [(float(game["lo"]), float(game["hi"])) for game in of]
    halves = [
        1 if game["ending"] == "truncated" else half_points(lo, hi) for game, (lo, hi) in zip(of, margins)
    ]
    return of, margins, halves


def check_ladder(page, table, games):
    scores = {}
    for row in table:
        for heading in (heading for heading in row if heading.startswith("`")):
            *_, halves = played(games, row, heading.strip("`"))
            counts = counted(zip(halves[::2], halves[1::2]))
            where = f"{page}: {row['variant']}, seed {row['seed']}, {row['generation']}, {heading}"
            score = [100 * share for share in interval(counts)]
            agree(where, row[heading], score)
            scores.setdefault((heading.strip("`"), row["generation"]), []).append(score[0])
    last = {opponent: of for (opponent, generation), of in scores.items() if generation == "110"}
    for opponent in ("greedy@1", "alphabeta@1:depth=2"):
        if min(last[opponent]) < 95:
            wrong.append(f"{page}: {min(last[opponent])} % against {opponent}, not 95 %")
    score = over_seeds(last["alphabeta@2:nodes=8000"])
    says(page, r"8,000 nodes they score (\S+) % ± (\S+) over the seeds", *score)
    says(page, r"three seeds score (\S+) % ± (\S+) \(over the seeds\) against `alphabeta@2`", *score)
    weaker = [min(of) for (name, at), of in scores.items() if at == "25" and "alphabeta@2" not in name]
    says(page, r"they already score (\d+) % or more", math.floor(min(weaker)))
    stronger = [name for name in last if name.startswith("alphabeta@2")]
    gained = [new - old for name in stronger for new, old in zip(last[name], scores[name, "25"])]
    says(page, r"the stronger two by −(\d+) to \+(\d+) percentage points", -min(gained), max(gained))
    p = [paired(last[name], scores[name, "25"]) for name in stronger]
    says(page, r"paired p = (\S+) with 500 nodes, (\S+) with 8,000\)", *p)
    unfinished = [game for game in games if game["variant"] == "nestor"]
    if any(game["ending"] != "limit" for game in unfinished):
        wrong.append(f"{page}: a game of nestor is finished")
    says(page, r"none of the (\S+) against the fixed players", len(unfinished))


def check_unlimited(page, table, games):
    last_of_walker, ahead, early = [], [], {}
    for row in table:
        of, margins, halves = played(games, row, row["opponent"].strip("`"))
        ended = [half for half, game in zip(halves, of) if game["ending"] != "truncated"]
        where = f"{page}: {row['variant']}, {row['generation']}, {row['opponent']}"
        for heading, count in (
            ("won", ended.count(2)),
            ("lost", ended.count(0)),
            ("truncated", len(of) - len(ended)),
        ):
            agree(f"{where}, {heading}", row[heading], [count])
        middles = [(lo + hi) / 2 for lo, hi in margins]
        pairs = [(one + other) / 2 for one, other in zip(middles[::2], middles[1::2])]
        mean, error = statistics.mean(pairs), Z * statistics.stdev(pairs) / len(pairs) ** 0.5
        agree(f"{where}, margin", row["mean margin at the end"], [mean, mean - error, mean + error])
        if (row["variant"], row["generation"]) == ("`walker`", "110"):
            last_of_walker.append((-mean, len(of), ended.count(2), ended.count(0)))
        if (
            row["variant"] != "`walker`"
            and row["generation"] == "25"
            and "alphabeta@2" not in row["opponent"]
        ):
            ahead.append(mean)
            early.setdefault(row["seed"], []).append((len(of), ended.count(2)))
    (of_one, won), (_, won_2), (_, won_3) = ([sum(counts) for counts in zip(*of)] for of in early.values())
    says(
        page,
        r"they are (\d+) to (\d+) points ahead of .*; seed 1's has won (\d+) of (\d+) games by then, "
        r"seed 2's has won (\d+), seed 3's (\d+)\.",
        min(ahead),
        max(ahead),
        won,
        of_one,
        won_2,
        won_3,
    )
    behind, games, won, lost = zip(*last_of_walker)
    says(page, r"they are (\d+) to (\d+) points behind", min(behind), max(behind))
    says(page, r"of (\S+) games they win (\d+) and lose none", sum(games), sum(won))
    if sum(lost):
        wrong.append(f"{page}: {sum(lost)} games of walker lost, not none")


def with_noise_against_greedy(ends, variant, seeds):
    return sum(
        int(row["won"]) + int(row["lost"])
        for row in ends
        if (row["opponent"], row["noise"]) == ("`greedy@1`", "network")
        and (row["variant"].strip("`"), row["twofold draws"]) == (variant, "no")
        and row["seed"] in seeds
    )


def check_ends(page, ends, games):
    """How games without a limit end: the first plies of cycles, and games, wins and losses, by search."""
    cycles, against = {}, {}
    for row in ends:
        names = [
            re.sub(r"generation (\d+)", lambda m: f"gen-{int(m[1]):04}", row[k].strip("`"))
            for k in ("network", "opponent")
        ]
        noise, twofold = ("0" if row[key] == "no" else "1" for key in ("noise", "twofold draws"))
        variant, simulations = row["variant"].strip("`"), row["simulations"]
        wanted = dict(zip(("variant", "network", "opponent"), (variant, *names)), seed=row["seed"])
        wanted |= dict(simulations=simulations, noise=noise, twofold=twofold)
        of = found_in(games, wanted)
        open_ended = [game for game in of if game["ending"] == "truncated"]
        ended = [int(game["lo"]) for game in of if game["ending"] != "truncated"]
        begun = [int(game["cycle"]) for game in open_ended if int(game["cycle"]) <= 900]
        search = (variant, row["noise"], row["twofold draws"])
        cycles.setdefault(search, []).extend(begun)
        found = [len(of), sum(m > 0 for m in ended), sum(m < 0 for m in ended), len(open_ended), len(begun)]
        for heading, value in zip(("games", "won", "lost", "truncated", "in a cycle"), found):
            agree(
                f"{page}: {names}, seed {row['seed']}, noise {noise}, twofold draws {twofold}, {heading}",
                row[heading],
                [value],
            )
        against.setdefault(search, []).append(found[:3])
    return cycles, {key: [sum(values) for values in zip(*rows)] for key, rows in against.items()}


def check_free(page, ends, games, cycles, sums):
    begun = cycles[FREE, "no", "no"]
    played, won, lost = sums[FREE, "no", "no"]
    says(
        page,
        r"none of (\d+) games of `buettgenbach-1899-free` is finished, and (\d+) end in such a cycle, which "
        r"begins between plies (\d+) and (\d+)",
        played,
        len(begun),
        min(begun),
        max(begun),
    )
    if won or lost:
        wrong.append(f"{page}: {won + lost} games finished without noise, not none")
    played, won, lost = sums[FREE, "both", "no"]
    says(page, r"the same networks finish (\d+) of (\d+) games between", won + lost, played)
    plies = [
        int(game["plies"])
        for game in games
        if (game["variant"], game["noise"], game["twofold"]) == (FREE, "1", "0")
        and game["ending"] != "truncated"
        and game["opponent"].startswith("gen-")
    ]
    says(page, r"half of them by ply (\d+)", statistics.median(plies))
    played, won, lost = sums[FREE, "network", "no"]
    says(page, r"they win (\d+) of (\d+) games and lose (\d+)", won, played, lost)
    if cycles[FREE, "no", "both"] or cycles[FREE, "no", "network"]:
        wrong.append(f"{page}: games with twofold draws end in a cycle")
    played, *finished = sums[FREE, "no", "both"]
    games_of_twofold, *twofold = sums[FREE, "no", "network"]
    says(
        page,
        r"(\d+) of (\d+) between generations 110 and 90 are finished, and (\d+) of (\d+) against "
        r"`greedy@1`, (\d+) with noise",
        sum(finished),
        played,
        sum(twofold),
        games_of_twofold,
        with_noise_against_greedy(ends, FREE, "23"),
    )


def check_walker(page, ends, games, cycles, sums):
    newest = [row for row in ends if row["variant"] == "`walker`" and row["opponent"] == "generation 90"]
    without = [int(row["in a cycle"]) for row in newest if row["noise"] == row["twofold draws"] == "no"]
    played, *finished = sums[WALKER, "no", "both"]
    games_of_twofold, *twofold = sums[WALKER, "no", "network"]
    says(
        page,
        r"(\d+) of (\d+) games between generations 110 and 90 ends? in a cycle of four plies, not (\d+), "
        r"but only (\d+) are finished\. Against `greedy@1` the networks? finish(?:es)? (\d+) of (\d+) games "
        r"with twofold draws, (\d+)",
        len(cycles[WALKER, "no", "both"]),
        played,
        sum(without),
        sum(finished),
        sum(twofold),
        games_of_twofold,
        with_noise_against_greedy(ends, WALKER, "123"),
    )
    says(
        page,
        r"With noise alone (\d+) of (\d+) between generations 110 and 90 are",
        sum(sums[WALKER, "both", "no"][1:]),
        sums[WALKER, "both", "no"][0],
    )
    played, won, lost = sums[WALKER, "network", "no"]
    by_search = sum(
        int(row["won"])
        for row in ends
        if row["variant"] == "`walker`" and row["opponent"].startswith("`alphabeta@2")
    )
    pattern = r"only (\d+) of (\d+), all of them won, and (\d+) of these against `alphabeta@2`"
    says(page, pattern, won + lost, played, by_search)
    if lost:
        wrong.append(f"{page}: {lost} games lost in WALKER, not none")
    behind = {}
    for game in games:
        of_noise = (game["variant"], game["noise"], game["twofold"]) == (WALKER, "1", "0")
        if of_noise and game["ending"] == "truncated" and "gen-" not in game["opponent"]:
            behind.setdefault(game["opponent"], []).append(-int(game["lo"]))
    means = [statistics.mean(of) for of in behind.values()]
    says(page, r"by (\d+) to (\d+) points by distance", min(means), max(means))


def check_repetition(page, cycles, sums):
    with_both = [
        (sum(sums[variant, who, who][1:]), sums[variant, who, who][0])
        for variant in (FREE, WALKER)
        for who in ("both", "network")
    ]
    says(
        page,
        r"With both, (\d+) of (\d+) and (\d+) of (\d+) are finished; in `walker` (\d+) of (\d+) and "
        r"(\d+) of (\d+)\.",
        *(number for counts in with_both for number in counts),
    )
    says(
        page,
        r"In `walker` (\d+) of (\d+) games",
        len(cycles[WALKER, "no", "no"]),
        sums[WALKER, "no", "no"][0],
    )
    says(
        page,
        r"repeat: (\d+) of (\d+) games of `buettgenbach-1899-free` and (\d+) of (\d+) of `walker`",
        *(
            number
            for of in (FREE, WALKER)
            for number in (len(cycles[of, "no", "no"]), sums[of, "no", "no"][0])
        ),
    )


def check_studies(page, study, study_of_free):
    """Returns the share of finished games in per cent between two networks of the free game."""
    of_seeds = {f"seed 1 against seed {seed}": f"{page}/study-{seed}" for seed in "23"}
    of_nestor = [*of_seeds, "the network of 007 against itself"]
    of_seeds["seed 2 against seed 3"] = f"{page}/study-free-3"
    folders = of_seeds | {of_nestor[-1]: "007-variants/own-nestor"}
    measures = {
        heading: {row["measure"]: row for row in rows_of_csv(f"{folder}/measures.csv")}
        for heading, folder in folders.items()
    }
    for row in study + study_of_free:
        unit = 100 if "%" in row["unit"] else 1
        for heading in (heading for heading in row if heading in measures):
            of = measures[heading][row["measure"].strip("`")]
            value = [unit * float(of[k]) for k in BOUNDS]
            agree(f"{page}: {row['measure']}, {heading}", row[heading], value)
    doubling = [elo(float(measures[of]["skill"][k])) for of in of_nestor for k in BOUNDS]
    worth = r"\+(\d+) Elo \[\+(\d+), \+(\d+)\] for seed 1 against itself and " + ", in 007 ".join(
        [r"\+(\d+) \[\+(\d+), \+(\d+)\] for seed 3", r"\+(\d+) \[\+(\d+), \+(\d+)\]"]
    )
    says(page, worth, *doubling)
    (match,) = ndjson(f"{page}/head-to-head.ndjson")
    score = [100 * share for share in interval(match["statistics"]["pentanomial"])]
    says(page, r"Seed 1 is also stronger: it scores (\S+) % \[(\S+), (\S+)\] against", *score)
    for heading, folder in of_seeds.items():
        openings = rows_of_csv(f"{folder}/games.csv.gz")
        known = {}
        for game in (game for game in openings if game["ending"] != "truncated"):
            middle = (float(game["lo"]) + float(game["hi"])) / 2
            known.setdefault(game["opening"], []).append(middle)
        for measure, value in (
            ("first_margin", statistics.mean(statistics.mean(of) for of in known.values())),
            ("finished", statistics.mean(game["ending"] == "finished" for game in openings)),
            ("first_score", statistics.mean((int(game["result"] or 0) + 1) / 2 for game in openings)),
        ):
            found = float(measures[heading][measure]["estimate"])
            agree(f"{page}: {heading}: {measure}, from the games", f"{found:.3f}", [value])
    # The games of the free game, which the loop ends with.
    won = Counter((game["white"] == "2") == (game["result"] == "1") for game in openings if game["result"])
    share = 100 * (won[True] + won[False]) / len(openings)
    says(page, r"Of these games (\S+) % are finished", share)
    counts = won[True], won[False], len(openings) - sum(won.values())
    says(page, r"seed 2 wins (\d+) games and loses (\d+), and (\d+) are truncated", *counts)
    says(page, r"in the (\d+) openings with a finished game", len(known))
    skill = [100 * float(measures["seed 2 against seed 3"]["skill"][k]) for k in BOUNDS]
    says(page, r"seed 2 scores (\S+) % \[(\S+), (\S+)\] against itself", *skill)
    return share


def check_study_of_walker(page, study_of_walker, of_free):
    between, shares = [], []
    for heading in (heading for heading in study_of_walker[0] if heading.startswith("seed")):
        first, second = re.findall(r"\d", heading)
        folder = f"{page}/study-walker-{second if first == '1' else '2-3'}"
        found = {row["measure"]: row for row in rows_of_csv(f"{folder}/measures.csv")}
        for row in study_of_walker:
            of, unit = found[row["measure"].strip("`")], 100 if "%" in row["unit"] else 1
            value = [unit * float(of[k]) for k in BOUNDS]
            agree(f"{page}: {row['measure']}, walker, {heading}", row[heading], value)
        openings = rows_of_csv(f"{folder}/games.csv.gz")
        for measure, value in (
            ("finished", statistics.mean(game["ending"] == "finished" for game in openings)),
            ("first_score", statistics.mean((int(game["result"] or 0) + 1) / 2 for game in openings)),
        ):
            agree(f"{folder}: {measure}, from the games", f"{float(found[measure]['estimate']):.3f}", [value])
        # Black moves first, and results are the first mover's.
        won = Counter(
            (game["white"] == first) != (game["result"] == "1") for game in openings if game["result"]
        )
        between += [won[True], won[False]]
        shares.append(100 * float(found["finished"]["estimate"]))
    skill = [100 * float(found["skill"][k]) for k in BOUNDS]
    says(page, r"seed 1 scores (\S+) % \[(\S+), (\S+)\] against itself", *skill)
    met = {(match["a"], match["b"]): match["statistics"] for match in ndjson(f"{folder}/ladder.ndjson")}
    for row in rows_of_csv(f"{folder}/skill.csv"):
        of, keys = met[row["player"], row["opponent"]], ("wins", "draws", "losses", "truncated")
        agree(f"{folder}: {row['player']}", " ".join(row[key] for key in keys), [of[key] for key in keys])
        agree(f"{folder}: {row['player']}", f"{float(row['score']):.4f}", interval(of["pentanomial"])[:1])
    says(page, r"seeds (\S+), (\S+) and (\S+) % of the games are finished", *shares)
    of_all = (of_free, *shares)
    says(
        page,
        r"counted as draws, (\S+) % .* are finished .*, and (\S+), (\S+) and (\S+) % between the three pairs",
        *of_all,
    )
    of_first = r"seed 1 wins (\d+) games and loses (\d+) against seed 2, (\d+) and (\d+) against seed 3"
    says(page, rf"{of_first}; seed 2 wins (\d+) and loses (\d+)", *between)


def check_levels(page, levels):
    matches = {(match["a"], match["b"]): match for match in ndjson(f"{page}/matches.ndjson")}
    player = "checkpoint:half-hour-free:sims={},precision=int8,twofold_draws=true,gumbel_scale=0.8".format
    nine, ten, eleven = (
        [100 * matches[player(n), player(5)]["statistics"]["score"][k] for k in BOUNDS] for n in (9, 10, 11)
    )
    says(
        page,
        r"with 9 the network scores (\d+) % \[(\d+), (\d+)\] against itself with 5, with 10 (\d+) %, "
        r"with 11 (\d+) % \[(\d+), (\d+)\]",
        *nine,
        ten[0],
        *eleven,
    )
    ended = [
        100 * (1 - of["truncated"] / (2 * of["pairs"]))
        for (a, b), match in matches.items()
        for of in [match["statistics"]]
        if match["variant"] == "walker" and a.startswith("checkpoint:") and b.startswith("checkpoint:")
    ]
    says(page, r"Between two networks with noise, (\S+) to (\S+) % of the", min(ended), max(ended))
    for below, row in (pair for ladder in levels for pair in zip(ladder, ladder[1:])):
        found = matches[row["player"].strip("`"), below["player"].strip("`")]["statistics"]
        score = [100 * found["score"][k] for k in BOUNDS]
        agree(f"{page}: {row['player']}", row["score %"], score)
        for heading, key in (("won", "wins"), ("lost", "losses"), ("truncated", "truncated")):
            if heading in row:
                agree(f"{page}: {row['player']}, {heading}", row[heading], [found[key]])
