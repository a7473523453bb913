"""Effects of ablations, from the outcomes of their games."""

import statistics

from checks.data import HERE, rows_of_csv, tables
from checks.intervals import below, crossed, holm, student
from checks.matches import WORTH, pairs_of
from checks.report import agree, numbers, wrong


def check(folder):
    """Effects of an ablation from the outcomes of its games, against effects.csv and the page."""
    table = {}
    for row in rows_of_csv(f"{folder}/matches.csv"):
        (arm, seed), (base, other) = (row[k].rpartition("-")[::2] for k in ("a", "b"))
        if base == "base":
            pairs, decided = pairs_of(row["outcomes"])
            halves = [WORTH[one] + WORTH[two] for one, two in decided]
            score = statistics.mean(halves) / 4 if halves else None
            table.setdefault(arm, {})[seed, other] = (score, len(pairs))
    shown = (
        {row["arm"]: row for t in tables(folder) for row in t if "arm" in row}
        if (HERE / folder / "README.md").exists()
        else {}
    )
    rows, p = rows_of_csv(f"{folder}/effects.csv"), {}
    for row in rows:
        cells = table.get(row["arm"], {})
        seeds, others = (sorted({key[i] for key in cells}) for i in (0, 1))
        scores = [[cells.get((s, o), (None, 0))[0] for o in others] for s in seeds]
        complete = len(seeds) > 1 and len(others) > 1 and all(v is not None for row in scores for v in row)
        if not complete:
            if row["score_lo"]:
                wrong.append(f"{folder}: {row['arm']} has an interval, but not all of its matches")
            known = [value for row in scores for value in row if value is not None]
            if known:
                mean = statistics.mean(known)
                agree(f"{folder}: {row['arm']}", f"{float(row['mean_score']):.4f}", [mean])
                if row["arm"] in shown:
                    agree(f"{folder}: {row['arm']}, page", shown[row["arm"]]["score %"], [100 * mean])
            continue
        mean, error, freedom = crossed(scores, max(n for _, n in cells.values()))
        half = error * student(0.975, freedom)
        found = mean, max(mean - half, 0), min(mean + half, 1)
        p[row["arm"]] = 2 * (1 - below(abs(mean - 0.5) / error, freedom))
        detectable = half + error * student(0.8, freedom)
        for key, value in (("p", p[row["arm"]]), ("detectable", detectable)):
            agree(f"{folder}: {row['arm']}, {key}", f"{float(row[key]):.4f}", [value])
        written = [float(row[k]) for k in ("score", "score_lo", "score_hi")]
        agree(f"{folder}: {row['arm']}", " ".join(f"{v:.4f}" for v in written), found)
        if row["arm"] in shown:
            page = shown[row["arm"]]
            agree(f"{folder}: {row['arm']}, page", page["score %"], [100 * v for v in found])
            number = lambda key: [float(row[key])] if row[key] else []
            percent = lambda *keys: [100 * value for key in keys for value in number(key)]
            cells = {
                "p": number("p"),
                "p (Holm)": number("p_holm"),
                "detectable": percent("detectable"),
                "compute": number("compute"),
                "panel, percentage points": percent("panel", "panel_lo", "panel_hi"),
            }
            for heading, values in cells.items():
                cell = page.get(heading)
                if cell is None:
                    continue
                if cell.startswith("< "):
                    values = [max(values[0], numbers(cell)[0][0])]
                agree(f"{folder}: {row['arm']}, {heading}", cell, values)
    compared = [row["arm"] for row in rows if row["arm"] != "control"]
    corrected = holm({arm: p.get(arm, 1.0) for arm in compared})
    for row in rows:
        if row["p_holm"] and row["arm"] in compared:
            where = f"{folder}: {row['arm']}, p (Holm), from the games"
            agree(where, f"{float(row['p_holm']):.4f}", [corrected[row["arm"]]])
