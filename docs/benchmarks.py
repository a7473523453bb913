#!/usr/bin/env python3
"""Turns what `cargo bench` prints into Markdown tables.

    cargo bench -p salta-env | python3 docs/benchmarks.py
    cargo bench -p salta-core --bench rules | python3 docs/benchmarks.py

Rates are divan's medians, items per second; instruction sets stand beside each other.
"""

import re
import sys

ISAS = ("portable", "AVX2", "AVX-512")
UNITS = {"K": 1e3, "M": 1e6, "G": 1e9, "": 1.0}


def rates(lines):
    """(path, median items per second) of every benchmark."""
    path = []
    for line in lines:
        label = re.match(r"^((?:[│ ]{3})*)[├╰]─ (\S+)", line)
        if label:
            depth = len(label.group(1)) // 3
            path = path[:depth] + [label.group(2)]
        columns = [column.strip() for column in line.split("│")]
        found = [re.match(r"([\d.]+) ([KMG]?)item/s$", column) for column in columns]
        found = [match for match in found if match]
        if len(found) >= 3:
            number, unit = found[2].groups()
            yield tuple(path), float(number) * UNITS[unit]


def shown(rate):
    for unit, name in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if rate >= unit:
            number = rate / unit
            return f"{number:.0f} {name}/s" if number >= 100 else f"{number:.3g} {name}/s"
    return f"{rate:.0f} /s"


def main():
    by_isa, plain = {}, []
    for path, rate in rates(sys.stdin):
        if len(path) >= 2 and path[-2] in "012":
            row = by_isa.setdefault((" ".join(path[:-2]), path[-1]), [None] * 3)
            row[int(path[-2])] = rate
        else:
            plain.append((" ".join(path[:-1]) or path[0], path[-1], rate))
    if by_isa:
        print("| benchmark | games | " + " | ".join(ISAS) + " |")
        print("|---|---|" + "---|" * len(ISAS))
        for (name, games), row in by_isa.items():
            cells = (shown(rate) if rate else "–" for rate in row)
            print(f"| {name.replace('_', ' ')} | {games} | " + " | ".join(cells) + " |")
        print()
    if plain:
        print("| benchmark | of | rate |\n|---|---|---|")
        for name, argument, rate in plain:
            print(f"| {name.replace('_', ' ')} | {argument} | {shown(rate)} |")


if __name__ == "__main__":
    main()
