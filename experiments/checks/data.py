"""The pages of the experiments and the data beside them."""

import csv
import gzip
import json
import re
import sys
from pathlib import Path

HERE = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else Path(__file__).parent.parent


def text_of(page):
    return (HERE / page / "README.md").read_text(encoding="utf-8")


def tables(page):
    """The tables of a page, each a list of rows by heading."""
    found = []
    for block in re.findall(r"(?:^\|.*\n)+", text_of(page), re.M):
        rows = [[c.strip() for c in line.strip().strip("|").split("|")] for line in block.splitlines()]
        found.append([dict(zip(rows[0], row)) for row in rows[2:]])
    return found


def rows_of_csv(path):
    opener = gzip.open if path.endswith(".gz") else open
    with opener(HERE / path, "rt", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def ndjson(path):
    return [json.loads(line) for line in (HERE / path).read_text(encoding="utf-8").splitlines()]


def found_in(rows, wanted):
    """The rows with these values in these columns."""
    return [row for row in rows if all(row[key] == value for key, value in wanted.items())]
