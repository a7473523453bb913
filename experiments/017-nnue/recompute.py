"""Recomputes the figures of the page beside it."""

import statistics

from checks.data import ndjson, rows_of_csv, tables
from checks.intervals import holm, over_seeds
from checks.matches import match_row, of_statistics, together
from checks.report import agree, says


def check(page):
    *matches, solved, game = tables(page)
    regrets = rows_of_csv(f"{page}/solved.csv")
    for row in solved:
        player = row["player"].strip("`")
        of = [r for r in regrets if r["player"] == player and r["budget"] == row["nodes or simulations"]]
        for heading, positions in (("its games", "games"), ("random placements", "placements")):
            for name, measure, scale in (("points lost", "loss", 1), ("optimal %", "optimal", 100)):
                values = [scale * float(r[measure]) for r in of if r["positions"] == positions]
                where = f"{page}: {player}, {row['nodes or simulations']}, {positions}, {name}"
                agree(where, row[f"{heading}: {name}"], over_seeds(values))
    for table, file in zip(matches, ("matches", "techniques", "sprt", "variants"), strict=True):
        found = ndjson(f"{page}/{file}.ndjson")
        rows = [of_statistics(match) for match in found]
        if file == "matches":
            rows.insert(4, together([of_statistics(match) for match in ndjson(f"{page}/second.ndjson")]))
            found.insert(4, None)
        for row, match, summary in zip(table, found, rows, strict=True):
            match_row(f"{page}: {row['']}", row, summary)
            if "accepted" in row:
                test = match["sprt"]
                agree(f"{page}: {row['']}, ratio", row["log-likelihood ratio"], [test["llr"]])
                accepted = test["test"][{"h0": "elo0", "h1": "elo1"}[test["decision"]]]
                agree(f"{page}: {row['']}, accepted", row["accepted"], [accepted])
    # From the likelihood of superiority of the seven with network 6.
    sevens = ndjson(f"{page}/techniques.ndjson")[:7]
    one_sided = [match["statistics"]["superiority"] for match in sevens]
    p = holm({number: 2 * min(share, 1 - share) for number, share in enumerate(one_sided)})
    says(page, r"\(p at most (\S+) each after Holm", max(p[number] for number in (1, 3, 4, 5)))
    check_game(page, game)


def check_game(page, table):
    """The game of 1901 as two judges see it."""
    judges = [ndjson(f"{page}/1901-{judge}.json")[0]["plies"] for judge in ("alphabeta3", "two-cores")]
    for row in table:
        first, last = map(int, row["plies"].split("–"))
        pairs = [[ply["after"] for ply in both] for both in zip(*judges) if first <= both[0]["ply"] <= last]
        mean = [statistics.mean(values) for values in zip(*pairs)]
        cells = [row["`alphabeta@3`"], row["`two-cores`"], row["mean difference"]]
        for cell, value in zip(cells, [*mean, statistics.mean(abs(a - b) for a, b in pairs)]):
            agree(f"{page}: plies {row['plies']}", cell, [value])

    late, early = (
        [ply for ply in zip(*judges) if first <= ply[0]["ply"] <= last]
        for first, last in ((121, 214), (81, 120))
    )
    off = lambda plies, judge: statistics.mean(abs(ply[judge]["after"] + 27) for ply in plies)
    found = off(late, 0), off(late, 1), off(early, 1)
    says(page, r"off by (\S+) \(`alphabeta@3`\) and (\S+) points .* is still off by (\S+)\. Early", *found)
    says(page, r"sees White (\d+) points behind, `two-cores` (\d+)\.", *(-of[30]["after"] for of in judges))
    worst = [max(ply["lost"] for ply in of) for of in judges]
    says(page, r"at ply 21 \((\S+) points; .* at ply 17 \((\S+) points;", *worst)
    many = [sum(ply["lost"] >= 2 for ply in judges[0])]
    says(page, r"`alphabeta@3` finds (\d+) plies that lose two points or more", *many)
