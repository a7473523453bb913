"""Recomputes the figures of the page beside it."""

from checks.data import rows_of_csv, tables
from checks.intervals import wilson
from checks.report import agree, says


def check(page):
    changes = rows_of_csv(f"{page}/outcomes.csv")
    for sample, table in zip(("1", "2", "17", "23"), tables(page), strict=True):
        for row in table:
            crate = row["crate"].strip("`")
            of = [
                c
                for c in changes
                if c["seed"] == sample and (crate == "together" or f"/{crate}/" in c["file"])
            ]
            noticed = [c for c in of if c["by"]]
            counts = {
                "tried": len(of),
                "caught": len(noticed),
                "caught by the crates' tests": sum(not c["by"].startswith("salta-tests") for c in noticed),
                "caught by all": len(noticed),
                "survived": sum(c["outcome"] == "survived" for c in of),
                "not reached": sum(c["outcome"] == "not reached" for c in of),
            }
            for heading in counts.keys() & row.keys():
                agree(f"{page}: {crate}, {heading}", row[heading], [counts[heading]])
            share = row.get("caught, %") or row["caught by all, %"]
            agree(f"{page}: {crate}", share, wilson(len(noticed), len(of)))
    nightly = [row for row in rows_of_csv(f"{page}/nightly.csv") if row["outcome"] != "does not compile"]
    caught, share = sum(row["outcome"] == "noticed" for row in nightly), r"(\S+) % \[(\S+), (\S+)\]\."
    says(page, rf"tests catch (\d+) of (\d+), {share}", caught, len(nightly), *wilson(caught, len(nightly)))
    tried = sum(row["then"] != "left out" for row in nightly)
    says(page, rf"so {caught + 3} of (\d+) are caught, {share}", tried, *wilson(caught + 3, tried))
    again = [bool(c["by"]) for c in changes if c["seed"] == "2 again"]
    says(page, r"(\d+) of (\d+) are caught; of two", sum(again), len(again))
