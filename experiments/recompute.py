"""Recomputes the figures of the experiments' pages from the data beside them.

Independent of the program: the standard library, and formulas as the pages name them. Prints each
cell that is not what the page's data give, and then fails: `python3 experiments/recompute.py`. The
`recompute.py` in a page's folder recomputes that page. What bootstraps and searches gave (bounds of
ratings, regrets) is compared with the files alone. What has no data is listed in README.md.
"""

import runpy
import sys
from pathlib import Path

sys.dont_write_bytecode = True
if len(sys.argv) > 2 or (sys.argv[1:] and not Path(sys.argv[1], "METHODS.md").is_file()):
    sys.exit("usage: recompute.py [FOLDER OF THE EXPERIMENTS, with METHODS.md]")

from checks import ablations, matches, report, sentences
from checks.data import HERE


def main():
    for script in sorted(Path(__file__).parent.glob("*/recompute.py")):
        runpy.run_path(str(script))["check"](script.parent.name)
    for effects in sorted(HERE.rglob("effects.csv")):
        ablations.check(str(effects.parent.relative_to(HERE)))
    for path in sorted(path for kind in ("ndjson", "json", "csv") for path in HERE.rglob(f"*.{kind}")):
        matches.check_outcomes(path)
    sentences.check()
    for line in report.wrong:
        print(line, file=sys.stderr)
    print(f"{report.checked} cells and sentences recomputed, {len(report.wrong)} differ")
    return 1 if report.wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except OSError as error:
        sys.exit(f"{error.filename}: {error.strerror}")
