"""Golden ratings for tests/stats/choix.rs, by an independent implementation.

    python3 -m venv venv && venv/bin/pip install choix==0.4.1
    venv/bin/python choix_golden.py > choix.json

Pools of players with drawn results, some sparse, some lopsided. A pair of games with a score of h
halves (0-4) is handed to choix as h wins of the one and 4 - h of the other; that scales the
likelihood by a constant and leaves its maximum where it is. choix finds it by Newton-CG without
regularisation; ratings are in Elo above the first player.
"""

import json
import math
import random

import choix


def drawn_pool(number):
    rng = random.Random(number)
    players = 3 + number % 8
    strength = [rng.gauss(0, 1.2) for _ in range(players)]
    reach = players if number % 2 else 2
    pairs = []
    for a in range(players):
        for b in range(a + 1, min(players, a + reach + 1)):
            win = 1 / (1 + math.exp(strength[b] - strength[a]))
            for _ in range(rng.randrange(20, 80)):
                games = (rng.choices([0, 1, 2], [1 - win, 0.3, win])[0] for _ in range(2))
                pairs.append([a, b, sum(games)])
    return players, pairs


def ratings(players, pairs):
    data = []
    for a, b, halves in pairs:
        data += [(a, b)] * halves + [(b, a)] * (4 - halves)
    logits = choix.opt_pairwise(players, data, alpha=0.0, method="Newton-CG", tol=1e-14)
    return [400 / math.log(10) * (logit - logits[0]) for logit in logits]


def counted(pairs):
    """Counts of the scores 0 to 4 of each match."""
    matches = {}
    for a, b, halves in pairs:
        matches.setdefault((a, b), [0] * 5)[halves] += 1
    return [{"a": a, "b": b, "pentanomial": counts} for (a, b), counts in matches.items()]


pools = []
for number in range(24):
    players, pairs = drawn_pool(number)
    pools.append({"players": players, "matches": counted(pairs), "elo": ratings(players, pairs)})
print('{"choix": "0.4.1", "pools": [')
print(",\n".join(json.dumps(pool) for pool in pools))
print("]}")
