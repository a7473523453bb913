"""Recomputes the figures of the page beside it."""

import statistics

from checks.data import ndjson, rows_of_csv, tables
from checks.intervals import Z, holm, interval, over_seeds, paired
from checks.matches import WORTH, counted, half_points, of_margins, of_points, pairs_of
from checks.report import agree, numbers, says, wrong

# Columns of the tables: the measure, and its unit.
COLUMNS = {
    "legal moves per ply": ("freedom", 1),
    "compulsory plies, %": ("compulsory", 100),
    "longest run": ("longest_run", 1),
    "repeated positions, %": ("repeated", 100),
    "repeated, %": ("repeated", 100),
    "finished, %": ("finished", 100),
    "truncated, %": ("truncated", 100),
    "exact points above distance": ("excess", 1),
    "plies": ("plies", 1),
    "points above distance": ("excess", 1),
    "another winner by distance, %": ("other_winner", 100),
    "first mover's score, %": ("first_score", 100),
    "and margin": ("first_margin", 1),
    "draws, %": ("draws", 100),
}
# Variants with a field switched.
SWITCHED = {
    "none": ["buettgenbach-1899"],
    "jumps in any direction": ["jumps-any-way"],
    "jumps over either colour": ["over-either"],
    "jumps optional": ["jumps-optional"],
    "chains": ["chains"],
    "goal `opponent`": ["goal-opponent"],
    "blockade allowed; no equalising move": ["blockade-allowed", "no-equalising-move"],
    **{f"limit {limit}": [f"limit-{limit}"] for limit in (60, 90, 150)},
}
PLAYERS = {"greedy": "greedy@1", "alphabeta@2": "alphabeta@2:nodes=500"}
BOUNDS = ("estimate", "lo", "hi")
# Where the games of two-cores with each move limit are: with the equalising move, and without it.
LIMITS = {
    limit: [
        ("limits", f"buettgenbach-{limit}", f"meyers-{limit}"),
        (f"first-move-limits/{limit}", "buettgenbach", "meyers"),
    ]
    for limit in ("60", "90", "150", "200")
}
LIMITS["120"] = [(folder, "buettgenbach-1899", "meyers-1908") for folder in ("limits", "first-move")]


def games_of(folder):
    """One game of each opening, by variant: both games of a pair are the same."""
    found = {}
    for game in rows_of_csv(f"{folder}/games.csv.gz"):
        first = found.setdefault(game["variant"], {}).setdefault(game["opening"], game)
        if first != game:
            wrong.append(f"{folder}: opening {game['opening']}: the second game is another one")
    return {variant: list(games.values()) for variant, games in found.items()}


def check(page):
    measures = {}
    of_limits = sorted({folder for places in LIMITS.values() for folder, _, _ in places})
    for folder in (
        "variants",
        "single-rules",
        "networks",
        "own-buettgenbach-1899",
        "own-nestor",
        *of_limits,
    ):
        for row in rows_of_csv(f"{page}/{folder}/measures.csv"):
            measures[folder, row["variant"], row["player"].split(",")[0], row["measure"]] = row
    played = {folder: games_of(f"{page}/{folder}") for folder in of_limits}
    check_tables(page, measures)
    check_games(page, measures, played)
    check_reviews(page)
    check_matches(page)
    check_first_move(page, measures, played["first-move"])
    check_seeds(page)
    check_limits(page, measures, played)
    check_generations(page)


def check_cells(page, measures, folder, variant, player, row):
    for heading, (measure, scale) in COLUMNS.items():
        found = measures.get((folder, variant, player, measure))
        if heading not in row or found is None or not numbers(row[heading]):
            continue
        values = [scale * float(found[k]) for k in BOUNDS if found[k] != ""]
        cell = row[heading].replace("*", "").replace("?", "")
        agree(f"{page}: {variant}, {player}, {measure}", cell, values[: len(numbers(cell))])


def check_tables(page, measures):
    bare = rows_of_csv(f"{page}/limits/bare-start.csv")
    for table in tables(page):
        variant = ""
        for row in table:
            variant = row.get("variant", "").strip("`") or variant
            if "one field switched" in row:
                for variant in SWITCHED[row["one field switched"]]:
                    check_cells(page, measures, "single-rules", variant, "greedy@1", row)
            elif "player" in row:
                check_cells(page, measures, "variants", variant, PLAYERS[row["player"]], row)
            elif row.get("network") == "all":
                check_cells(page, measures, "networks", variant, "all-variants", row)
            elif row.get("network") == "two-cores":
                check_cells(page, measures, "limits", variant, "two-cores", row)
                game = next(game for game in bare if game["variant"] == variant)
                margin = [] if game["ending"] == "truncated" else [float(game["lo"])]
                agree(f"{page}: {variant}, bare start", row["bare start"], margin)
                if (game["ending"] == "finished") != row["bare start"].endswith("finished"):
                    wrong.append(f"{page}: {variant}, bare start: {game['ending']}")
            elif row.get("network") == "own":
                folder = f"own-{variant}"
                (player,) = {key[2] for key in measures if key[0] == folder and key[3] == "freedom"}
                check_cells(page, measures, folder, variant, player, row)
    finished = [
        100 * float(measures["variants", variant, player, "finished"]["estimate"])
        for player in ("greedy@1", "alphabeta@2:nodes=500")
        for variant in ("walker", "walker-9i")
    ]
    says(page, r"finishes (\d+) % and (\d+) % of its games, `alphabeta@2` (\d+) % and (\d+) %", *finished)
    for folder, word in (("variants", "another"), ("single-rules", "too imprecise")):
        known = [row for key, row in measures.items() if key[0] == folder and row["estimate"] != ""]
        says(
            page,
            rf"(\d+) of (\d+) figures \(?(?:are )?{word}",
            sum(row["undecided"] == "true" for row in known),
            len(known),
        )
    for folder, pattern in (
        ("variants", r"over all (\d+) comparisons; (\d+) are"),
        ("single-rules", r"(\d+) of (\d+) comparisons are"),
        ("networks", r"(\d+) of (\d+) comparisons with"),
    ):
        rows = rows_of_csv(f"{page}/{folder}/differences.csv")
        counts = [sum(row["shown"] == "true" for row in rows), len(rows)]
        says(page, pattern, *(counts[::-1] if folder == "variants" else counts))


def check_games(page, measures, played):
    of_variants = ((folder, *of) for folder, games in played.items() for of in games.items())
    for folder, variant, of in of_variants:
        found = {"plies": statistics.mean(float(game["plies"]) for game in of)}
        ended = [game for game in of if game["ending"] != "truncated"]
        if ended:
            found["first_margin"] = statistics.mean(
                (float(game["lo"]) + float(game["hi"])) / 2 for game in ended
            )
        for ending in ("finished", "truncated"):
            found[ending] = sum(game["ending"] == ending for game in of) / len(of)
        for measure, value in found.items():
            written = f"{float(measures[folder, variant, 'two-cores', measure]['estimate']):.2f}"
            agree(f"{page}: {variant}, {measure}, from the games", written, [value])


def check_reviews(page):
    """Reviews of the game of 1901, and of games by engines."""
    reviewed = {}
    for game in ndjson(f"{page}/1901.ndjson"):
        reviewed.setdefault(game["player"], []).append(game["sides"])
    for side, name in zip(reviewed["1901"][0], ("Krone (White), 1901", "Grotewold (Black), 1901")):
        reviewed[name] = [[side]]
    judged = next(table for table in tables(page) if "points lost" in table[0])
    for row in judged:
        of = reviewed[row["played by"].strip("`")]
        agree(f"{page}: {row['played by']}, games", row["games"], [len(of)])
        for key, heading, unit in (("lost", "points lost", 1), ("as_judge", "same move, %", 100)):
            shares = [unit * sum(s[key] for s in sides) / sum(s["choices"] for s in sides) for sides in of]
            agree(f"{page}: {row['played by']}, {key}", row[heading], over_seeds(shares))
    for number, review in enumerate(ndjson(f"{page}/reviews.ndjson")):
        white, black = ([sum(review["lost"][side::2])] for side in (0, 1))
        drift, start = sum(review["drift"]), review["balance"]["start"]
        decisions = [i for i in range(0, len(review["turns"]), 2) if review["turns"][i] > 1]
        same = sum(review["moves"][i] == review["best"][i] for i in decisions)
        agree(
            f"{page}: review {number}, from {start} by the losses and the drift",
            "−27.0",
            [start + black[0] - white[0] + drift],
        )
        if number == 0:
            says(page, r"Krone lost (\d+) points in all and Grotewold (\d+)", *white, *black)
            says(page, r"account for (\S+) of the change", black[0] - white[0])
            says(page, r"The rest, (\S+), is \*drift\*", drift)
        elif number == 1:
            says(
                page,
                r"Of Krone's (\d+) moves with a choice it would have made (\d+), and",
                len(decisions),
                same,
            )
            says(page, r"finds (\d+) points lost by him and (\d+) by Grotewold", *white, *black)
            says(page, r"its drift is (−\d+\.\d)", drift)
        else:
            says(page, r"It finds (\d+) points lost by Krone and (\d+) by Grotewold", *white, *black)
            says(page, r"the remaining (\S+) points are drift", drift)


def check_matches(page):
    """Whether White is ahead in matches between networks."""
    middle = lambda end: statistics.mean(end) if isinstance(end, list) else end
    matches = ndjson("026-two-hours/matches.ndjson")
    pairs = [pair for match in matches for pair in match["points"]]
    says(page, r"In the (\S+) pairs between", len(pairs))
    white = {}
    for match in matches:
        margins = [(middle(first) - middle(second)) / 2 for first, second in match["points"]]
        white.setdefault(match["a"].split(":")[1], []).extend(margins)
    ahead = over_seeds([statistics.mean(margins) for margins in white.values()])
    says(page, r"White is ahead by (\S+) ± (\S+) points \(over", *ahead)
    won = [(end > 0) + (end == 0) / 2 for pair in pairs for end in (middle(pair[0]), -middle(pair[1]))]
    says(page, r"and scores (\S+) %; and in all", 100 * statistics.mean(won))
    met = {(match["a"], match["b"]): of_points(match) for match in ndjson(f"{page}/two-cores/matches.ndjson")}
    for row in rows_of_csv(f"{page}/two-cores/skill.csv"):
        games, counts = met[row["player"], row["opponent"]]
        where = f"{page}: {row['player']} against {row['opponent']}"
        agree(where, f"{row['wins']} {row['draws']} {row['losses']}", games)
        written = " ".join(f"{float(row[k]):.4f}" for k in ("score", "score_lo", "score_hi"))
        agree(where, written, interval(counts))
    files = ("002-two-cores/seeds", "024-recipe/half-hour", "026-two-hours/matches", "026-two-hours/seeds")
    of_white = []
    for match in (match for file in files for match in ndjson(f"{file}.ndjson")):
        # Neither with the default search of `two-cores`.
        if "skip_forced=8" in match["b"]:
            of_white.append([100 * share for share in interval(counted(white_pairs(match)))])
    means = [mean for mean, _, _ in of_white]
    says(
        page,
        r"in all (\d+) matches .*? White scores (\S+) to (\S+) %, (\S+) % on",
        *(len(means), min(means), max(means), statistics.mean(means)),
    )
    if min(low for _, low, _ in of_white) <= 50:
        wrong.append(f"{page}: a match between networks in which White is not ahead")


def white_pairs(match):
    """Twice White's score in both games of each pair; A is White in the first."""
    if "points" in match:
        pairs = [[end if isinstance(end, list) else [end, end] for end in pair] for pair in match["points"]]
        return [(half_points(*a), half_points(-b[1], -b[0])) for a, b in pairs]
    return [(WORTH[first], 2 - WORTH[second]) for first, second in pairs_of(match["outcomes"])[1]]


def check_first_move(page, measures, played):
    three = r"(\S+) \[(\S+), (\S+)\]"
    for variant in ("buettgenbach-1899", "meyers-1908"):
        of = {key[3]: row for key, row in measures.items() if key[:2] == ("first-move", variant)}
        score = [100 * float(of["first_score"][bound]) for bound in BOUNDS]
        margin = [float(of["first_margin"][bound]) for bound in BOUNDS]
        says(page, rf"{three} % and {three} points under `{variant}`", *score, *margin)
        # White's margin in each opening, to a tenth: a study gives unproven counts more room.
        low, high = ([float(game[end]) for game in played[variant]] for end in ("lo", "hi"))
        error = lambda ends: Z * statistics.stdev(ends) / len(ends) ** 0.5
        found = statistics.mean(low) - error(low), statistics.mean(high) + error(high)
        agree(f"{page}: {variant}, first move", f"{margin[1]:.1f} {margin[2]:.1f}", found)
    differences = {row["measure"]: row for row in rows_of_csv(f"{page}/first-move/differences.csv")}
    less = lambda measure, unit: [-unit * float(differences[measure][k]) for k in ("difference", "hi", "lo")]
    says(page, r"White scores (\S+) percentage points less \[(\S+), (\S+)\]", *less("first_score", 100))
    says(page, r"smaller too, by (\S+) points \[(\S+), (\S+)\]", *less("first_margin", 1))
    corrected = [float(differences[measure]["p_holm"]) for measure in ("first_score", "first_margin")]
    says(page, r"\(corrected p = (\S+)\); .* is a hint \((\S+)\)", *corrected)
    finished = [
        100 * float(measures["first-move", variant, "two-cores", "finished"][bound])
        for variant in ("meyers-1908", "buettgenbach-1899")
        for bound in BOUNDS
    ]
    says(page, rf"{three} % are finished instead of {three} %", *finished)


def check_seeds(page):
    """White's lead between three seeds, each opening played with both colours."""
    openings, plies = {}, {}
    for game in rows_of_csv(f"{page}/first-move-seeds/games.csv.gz"):
        ends = float(game["lo"]), float(game["hi"])
        openings.setdefault(game["pair"], {}).setdefault(game["opening"], []).append(ends)
        plies.setdefault(game["pair"], []).append(float(game["plies"]))
    leads, scores = [], []
    for pair, of in sorted(openings.items()):
        lo, hi, half = of_margins([[statistics.mean(ends) for ends in zip(*both)] for both in of.values()])
        leads += [(lo + hi) / 2, half + (hi - lo) / 2]
        won = [half_points(*ends) / 2 for both in of.values() for ends in both]
        scores.append(100 * statistics.mean(won))
        written = {
            row["measure"]: row
            for row in rows_of_csv(f"{page}/first-move-seeds/measures.csv")
            if row["player"] == f"seeds {pair.replace('-', ' and ')}"
        }
        found = {"first_margin": [leads[-2] - leads[-1], leads[-2] + leads[-1]]}
        found["plies"] = [statistics.mean(plies[pair])]
        for (measure, values), bounds in zip(found.items(), (("lo", "hi"), ("estimate",))):
            cell = " ".join(f"{float(written[measure][bound]):.2f}" for bound in bounds)
            agree(f"{page}: seeds {pair}, {measure}", cell, values)
    says(page, r"ahead by (\S+) ± (\S+), (\S+) ± (\S+) and (\S+) ± (\S+) points there", *leads)
    says(page, r"and scores (\S+), (\S+) and (\S+) %; in 200 other", *scores)
    (earlier,) = (
        row for row in rows_of_csv(f"{page}/two-cores/measures.csv") if row["measure"] == "first_margin"
    )
    ends = [float(earlier[bound]) for bound in BOUNDS]
    says(page, r"had given (\S+) \[(\S+), (\S+)\]", *ends)


def margins_of(played, places, variant):
    """White's margins, low and high, in all studies of a move limit."""
    games = [game for names in places for game in played[names[0]][names[variant]]]
    return [(float(game["lo"]), float(game["hi"])) for game in games]


def check_fewer_nodes(page, played):
    """The first study with 60 moves: more games, the same as far as both go, in wider bounds."""
    games = rows_of_csv(f"{page}/first-move-limits/60-fewer-nodes/games.csv.gz")
    of = {name: [game for game in games if game["variant"] == name] for name in ("buettgenbach", "meyers")}
    bounds = {name: [(float(game["lo"]), float(game["hi"])) for game in all] for name, all in of.items()}
    unproven = [sum(low < high for low, high in all) for all in bounds.values()]
    middles = [statistics.mean((low + high) / 2 for low, high in all) for all in bounds.values()]
    says(page, r"first of (\S+) that were played", len(of["meyers"]))
    says(
        page, r"margins of (\d+) and (\d+) games unproven .*?margin is (\S+) and (\S+) ", *unproven, *middles
    )
    for name, again in played["first-move-limits/60"].items():
        for wide, game in zip(of[name], again):
            same = all(wide[key] == game[key] for key in ("opening", "ending", "plies"))
            if not (
                same and float(wide["lo"]) <= float(game["lo"]) <= float(game["hi"]) <= float(wide["hi"])
            ):
                wrong.append(f"{page}: {name}, opening {game['opening']}: another game with fewer nodes")


def check_limits(page, measures, played):
    """The first move and the equalising move by move limit."""
    (table,) = (table for table in tables(page) if "difference" in table[0] and "limit" in table[0])
    p, headings = {}, ("with the equalising move", "without it", "difference")
    for row in table:
        ends = [margins_of(played, LIMITS[row["limit"]], variant) for variant in (1, 2)]
        agree(f"{page}: openings with {row['limit']} moves", row["openings"], [len(ends[0])])
        middles = [[(low + high) / 2 for low, high in of] for of in ends]
        unproven = [statistics.mean(high - low for low, high in of) / 2 for of in ends]
        differences = [first - second for first, second in zip(*middles, strict=True)]
        for heading, of, room in zip(headings, (*middles, differences), (*unproven, sum(unproven))):
            half = Z * statistics.stdev(of) / len(of) ** 0.5 + room
            agree(f"{page}: {row['limit']} moves, {heading}", row[heading], [statistics.mean(of), half])
        p[row["limit"]] = paired(*middles)
    check_fewer_nodes(page, played)
    for row in table:
        agree(f"{page}: {row['limit']} moves", row["p (Holm)"], [max(holm(p)[row["limit"]], 0.001)])
    rows = rows_of_csv(f"{page}/limits/differences.csv")
    counts = [len(rows), sum(row["shown"] == "true" for row in rows)]
    says(page, r"of (\d+) comparisons (\d+) are significant", *counts)


def check_generations(page):
    """The seeds of two-cores over their training."""
    seeds = [
        [line["games"] for line in ndjson(f"002-two-cores/{name}.ndjson")]
        for name in ("metrics", "metrics-2", "metrics-3")
    ]
    share = lambda a, b: [100 * statistics.mean(g["finished"] for g in of[a - 1 : b]) for of in seeds]
    three = r"\((\S+), (\S+) and (\S+) %\)"
    says(
        page,
        rf"in generations 161 to 200 {three} than in 61 to 100 {three}",
        *share(161, 200),
        *share(61, 100),
    )
    for first, pattern in ((41, "points over generations 41 to 200,"), (161, "over the last forty,")):
        margins = [statistics.mean(g["white_margin"] for g in of[first - 1 :]) for of in seeds]
        of_seeds = r"by (\S+), (\S+) and (\S+)"
        says(page, rf"{of_seeds} {pattern} (\S+) ± (\d+\.\d)", *margins, *over_seeds(margins))
    later = [ndjson(f"026-two-hours/metrics-{seed}.ndjson") for seed in (1, 2, 3)]
    margins = [statistics.mean(line["games"]["white_margin"] for line in of[-40:]) for of in later]
    says(
        page,
        r"in all three seeds: by (\S+), (\S+) and (\S+) points, (\S+) ± (\S+)\.",
        *margins,
        *over_seeds(margins),
    )
