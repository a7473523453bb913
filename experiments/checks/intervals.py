"""Means, intervals and tests, by formulas that the pages name; the standard library alone."""

import functools
import math
import statistics

Z = 1.959963984540054


def elo(score):
    if score in (0.0, 1.0):
        return math.inf if score else -math.inf
    return 400 * math.log10(score / (1 - score))


def worth(pentanomial):
    """Mean score, and how many independent games vary as the pairs do, one or two per pair at the ends."""
    n = sum(pentanomial)
    mean = sum(k * c for k, c in enumerate(pentanomial)) / 4 / n
    squares = sum(c * (k / 4 - mean) ** 2 for k, c in enumerate(pentanomial))
    variance, spread = squares / max(n - 1, 1), mean * (1 - mean)
    games = n if spread == 0 or n < 2 else 2 * n if variance == 0 else spread / variance * n
    return mean, min(max(games, n), 2 * n)


def interval(pentanomial):
    """Mean score with Wilson's interval, for as many games as the pairs vary like."""
    mean, games = worth(pentanomial)
    z2 = Z * Z / games
    half = math.sqrt(mean * (1 - mean) * z2 + z2 * z2 / 4)
    lo, hi = ((mean + z2 / 2 + sign * half) / (1 + z2) for sign in (-1, 1))
    return mean, 0.0 if mean == 0 else lo, 1.0 if mean == 1 else hi


def wilson(k, n):
    p, z2 = k / n, Z * Z / n
    half = math.sqrt(p * (1 - p) * z2 + z2 * z2 / 4)
    return [100 * p] + [100 * (p + z2 / 2 + sign * half) / (1 + z2) for sign in (-1, 1)]


def below(t, freedom):
    """The share of Student's t below t ≥ 0, by integrating its density."""
    scale = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(freedom * math.pi)
    # With t = √f·tan(x) the density is a power of the cosine.
    end, steps = math.atan(t / math.sqrt(freedom)), 2000
    weights = [1] + [4, 2] * (steps // 2 - 1) + [4, 1]
    values = (math.cos(end * k / steps) ** (freedom - 1) for k in range(steps + 1))
    area = sum(w * v for w, v in zip(weights, values)) * end / steps / 3
    return 0.5 + scale * math.sqrt(freedom) * area


@functools.cache
def student(quantile, freedom):
    """A quantile of Student's t."""
    lo, hi = 0.0, 1e6
    for _ in range(100):
        middle = (lo + hi) / 2
        lo, hi = (middle, hi) if below(middle, freedom) < quantile else (lo, middle)
    return lo


def two_sided(mean, error, freedom):
    """The two-sided p-value of a true mean of 0, uncorrected."""
    return 2 * (1 - below(abs(mean / error), freedom))


def beyond(square, freedom):
    """The probability of a larger χ²."""
    half = square / 2
    found = math.erfc(half**0.5) if freedom % 2 else 0.0
    for twice in range(2 + freedom % 2, freedom + 1, 2):
        found += half ** (twice / 2 - 1) * math.exp(-half) / math.gamma(twice / 2)
    return found


def paired(values, others):
    """The p-value of a difference between pairs of values, such as two networks of each seed."""
    gains = [value - other for value, other in zip(values, others, strict=True)]
    n = len(gains)
    return two_sided(statistics.mean(gains), statistics.stdev(gains) / n**0.5, n - 1)


def difference(values, others):
    """The difference of the means of two groups with its error and freedom, after Welch."""
    parts = [(statistics.variance(of) / len(of), len(of) - 1) for of in (values, others)]
    square = sum(part for part, _ in parts)
    freedom = square**2 / sum(part**2 / n for part, n in parts)
    return statistics.mean(values) - statistics.mean(others), square**0.5, freedom


def welch(values, others):
    """The p-value of a difference between two groups, by Welch's test."""
    return two_sided(*difference(values, others))


def between(values, others):
    """The difference of the means of two groups and half of its interval."""
    mean, error, freedom = difference(values, others)
    return [mean, error * student(0.975, freedom)]


def holm(p):
    """p-values by name, corrected for their number."""
    corrected, highest = {}, 0.0
    for place, name in enumerate(sorted(p, key=p.get)):
        highest = max(highest, p[name] * (len(p) - place))
        corrected[name] = min(highest, 1.0)
    return corrected


def over_seeds(values):
    """The mean over seeds and half of its interval, by Student's t; the mean of a single seed."""
    if len(values) < 2:
        return values
    half = student(0.975, len(values) - 1) * statistics.stdev(values) / len(values) ** 0.5
    return [statistics.mean(values), half]


def crossed(scores, pairs):
    """Mean of a table of scores with its error and freedom over rows and columns (docs/ablations.md)."""
    r, c = len(scores), len(scores[0])
    rows, columns = [statistics.mean(row) for row in scores], [statistics.mean(col) for col in zip(*scores)]
    mean = statistics.mean(rows)
    a, b = c * statistics.variance(rows), r * statistics.variance(columns)
    rest = sum((scores[i][j] - rows[i] - columns[j] + mean) ** 2 for i in range(r) for j in range(c))
    e = rest / ((r - 1) * (c - 1))
    if a + b - e > max(a, b):
        square = a + b - e
        freedom = square**2 / (a * a / (r - 1) + b * b / (c - 1) + e * e / ((r - 1) * (c - 1)))
        freedom = max(freedom, min(r, c) - 1)
    else:
        square, freedom = (a, r - 1) if a >= b else (b, c - 1)
    games = 2 * r * c * pairs
    share = (mean * games + 1) / (games + 2)
    return mean, math.sqrt(max(square / (r * c), share * (1 - share) / games)), freedom


def over_both(scores, pairs):
    """Mean of a table of scores in per cent, with its interval over rows and columns."""
    mean, error, freedom = crossed(scores, pairs)
    half = error * student(0.975, freedom)
    return [100 * share for share in (mean, mean - half, mean + half)]


def jackknife(rows, statistic):
    """A statistic of rows with its interval over seeds, each of which is left out in turn."""
    seeds = sorted({row["seed"] for row in rows})
    left = [statistic([row for row in rows if row["seed"] != seed]) for seed in seeds]
    n, value = len(seeds), statistic(rows)
    half = student(0.975, n - 1) * ((n - 1) / n * sum((v - statistics.mean(left)) ** 2 for v in left)) ** 0.5
    return [value, value - half, value + half]
