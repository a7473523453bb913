"""Whether what a page says is what its data give."""

import math
import re

from checks.data import text_of

# What differs, each as one line.
wrong = []
# How many cells and sentences were compared.
checked = 0
# Where each page has figures in sentences that were recomputed.
said = {}


def numbers(text):
    """The numbers of a text as (value, digits after the point)."""
    text = text.replace("−", "-").replace("∞", "")
    text = re.sub(r"`[^`]*`|alphabeta@\d\S*|\d+ unproven", "", text)
    found = re.findall(r"[-+]?\d+(?:,\d{3})*(?:\.\d+)?", text)
    return [(float(n.replace(",", "")), len(n.partition(".")[2])) for n in found]


def close(cell, values):
    """Whether the numbers of a text are these values, rounded as they are written."""
    found = numbers(cell)
    near = all(abs(n - v) <= 0.5000001 * 10**-d for (n, d), v in zip(found, values))
    return len(found) == len(values) and near


def agree(where, cell, values):
    """Notes it unless the numbers of `cell` are `values`, rounded as they are written."""
    global checked
    checked += 1
    finite = [v for v in values if v is not None and math.isfinite(v)]
    if not close(cell, finite):
        wrong.append(f"{where}: the page has `{cell}`, the data {[round(v, 4) for v in finite]}")


def says(page, pattern, *values):
    """The first group(s) of a pattern in a page against values."""
    found = re.search(pattern, text_of(page))
    if found is None:
        wrong.append(f"{page}: nothing like `{pattern}` on the page")
        return
    said.setdefault(page, []).extend(found.span(group) for group in range(1, len(found.groups()) + 1))
    for cell, value in zip(found.groups(), values, strict=True):
        agree(f"{page}: `{pattern}`", cell, [value])
