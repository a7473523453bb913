# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Rule variants compared
#
# What `salta study` wrote: here the recorded study, [experiments/007-variants](../experiments/007-variants/README.md);
# put the directory of a study of your own (`runs/study-…`) in `study`. Every figure comes with the number of games
# and a 95 % interval over pairs of games from one opening. A question mark marks an undecided figure: half
# the width of its interval exceeds 2 points or 5 %.

# %%
import csv
from collections import Counter
from pathlib import Path

import matplotlib.pyplot as plt

root = next(path for path in [Path.cwd(), *Path.cwd().parents] if (path / "data" / "games").is_dir())
study = root / "experiments" / "007-variants" / "variants"


def rows(name):
    """The rows of a table of the study; numbers as numbers, what is not known as None."""

    def value(text):
        if text in ("", "true", "false"):
            return {"": None, "true": True, "false": False}[text]
        try:
            return float(text)
        except ValueError:
            return text

    with open(study / name, encoding="utf-8", newline="") as file:
        return [{key: value(text) for key, text in row.items()} for row in csv.DictReader(file)]


measures = {(row["variant"], row["player"], row["measure"]): row for row in rows("measures.csv")}
differences = rows("differences.csv")
variants = list(dict.fromkeys(variant for variant, _, _ in measures))
players = list(dict.fromkeys(player for _, player, measure in measures if measure == "plies"))
baseline = differences[0]["baseline"]
print(f"{len(variants)} games, {len(players)} players, {len(measures)} figures, {len(differences)} comparisons")

# %% [markdown]
# ## Tables with intervals

# %%
SHARES = {"first_score", "draws", "finished", "limit", "truncated", "compulsory", "repeated", "other_winner", "settled"}


def shown(row, scale):
    if row is None or row["estimate"] is None:
        return "–"
    numbers = [f"{scale * row[key]:.1f}" for key in ("estimate", "lo", "hi")]
    return f"{numbers[0]} [{numbers[1]}, {numbers[2]}]" + (" ?" if row["undecided"] else "")


def table(measure):
    scale = 100 if measure in SHARES else 1
    print(f"{measure}{', %' if measure in SHARES else ''}")
    print(f"{'':24}", *(f"{player:>26}" for player in players))
    for variant in variants:
        cells = [shown(measures.get((variant, player, measure)), scale) for player in players]
        print(f"{variant:24}", *(f"{cell:>26}" for cell in cells))
    print()


for measure in ["first_score", "first_margin", "plies", "freedom", "compulsory", "repeated", "excess", "tree"]:
    table(measure)

# %% [markdown]
# ## Pictures
#
# Colours that colour-blind readers can distinguish (Okabe and Ito), and a different marker for each player,
# for print.

# %%
LOOKS = [("#0072b2", "o"), ("#d55e00", "s"), ("#009e73", "^"), ("#cc79a7", "D"), ("#000000", "v"), ("#56b4e9", "P")]


def picture(axes, measure):
    scale = 100 if measure in SHARES else 1
    for number, (player, (colour, mark)) in enumerate(zip(players, LOOKS)):
        for at, variant in enumerate(variants):
            row = measures.get((variant, player, measure))
            if row is None or row["estimate"] is None:
                continue
            y, label = at + 0.17 * (number - (len(players) - 1) / 2), player if at == 0 else None
            axes.plot([scale * row["lo"], scale * row["hi"]], [y, y], color=colour)
            axes.plot(scale * row["estimate"], y, mark, color=colour, label=label)
    axes.set_yticks(range(len(variants)), variants)
    axes.set_xlabel(measure + (", %" if measure in SHARES else ""))


figure, axes = plt.subplots(1, 2, figsize=(11, 5), sharey=True, layout="constrained")
axes[0].invert_yaxis()
picture(axes[0], "freedom")
picture(axes[1], "first_score")
axes[1].axvline(50, color="gray", linewidth=0.8)
figure.legend(*axes[0].get_legend_handles_labels(), loc="outside upper center", ncols=len(players));

# %% [markdown]
# ## Differences from the baseline
#
# Pair by pair from the same openings. A difference is called one only if it survives Holm's correction for all
# comparisons of the study; the next cell repeats the correction and compares it with the study's.

# %%
least, by_p = 0.0, sorted(differences, key=lambda row: row["p"])
for rank, row in enumerate(by_p):
    least = max(least, min(1.0, (len(by_p) - rank) * row["p"]))
    assert abs(least - row["p_holm"]) < 1e-9 and (least < 0.05) == row["shown"], row

called = Counter(row["variant"] for row in differences if row["shown"])
asked = Counter(row["variant"] for row in differences)
for variant in variants:
    if variant != baseline:
        print(f"{variant:24} {called[variant]:3} of {asked[variant]:3} comparisons with {baseline} are differences")

# %%
print("the largest differences in the first mover's score, and in how free the players are:")
for measure in ["first_score", "freedom"]:
    found = [row for row in differences if row["measure"] == measure]
    for row in sorted(found, key=lambda row: -abs(row["difference"]))[:5]:
        star = "*" if row["shown"] else ""
        print(
            f"{measure:12} {row['variant']:24} {row['player']:26} {row['difference']:+7.2f} "
            f"[{row['lo']:+.2f}, {row['hi']:+.2f}] Holm p {row['p_holm']:.2g} {star}"
        )

# %% [markdown]
# ## What more search is worth
#
# Elo of a player against itself with half the search, match by match.

# %%
for row in rows("skill.csv"):
    elo = "–" if row["elo"] is None else f"{row['elo']:+.0f} [{row['elo_lo']:+.0f}, {row['elo_hi']:+.0f}]"
    cut = f", {row['truncated']:.0f} truncated" if row["truncated"] else ""
    print(f"{row['variant']:24} {row['player']:24} over {row['opponent']:24} {elo} ({row['pairs']:.0f} pairs{cut})")
