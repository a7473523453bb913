"""Recomputes the figures of the page beside it."""

from checks.data import rows_of_csv, tables
from checks.report import agree


def check(page):
    calls = rows_of_csv(f"{page}/writes.csv")
    for row in tables(page)[1]:
        of = [c for c in calls if (c["call"], c["error"]) == (row["call"], row["error"])]
        ended = [(c["exit"], bool(c["sentence"])) for c in of]
        counts = {
            "failed calls": len(of),
            "kinds of files": len({c["file"] for c in of}),
            "exit 2, message": ended.count(("2", True)),
            "exit 2, message lost": ended.count(("2", False)),
            "exit 0": sum(code == "0" for code, _ in ended),
            "then the same bytes": sum(c["result"] == "the same" for c in of),
        }
        for heading, count in counts.items():
            agree(f"{page}: {row['call']}, {heading}", row[heading], [count])
