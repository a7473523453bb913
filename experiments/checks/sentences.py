"""Intervals in sentences and in the summaries."""

import functools
import re

from checks import report
from checks.data import HERE, ndjson, rows_of_csv, text_of
from checks.intervals import elo, interval
from checks.matches import of_line
from checks.report import close, numbers, said, wrong

NUMBER = r"[+−]?(?:∞|\d[\d,]*(?:\.\d+)?)"
INTERVAL = re.compile(rf"{NUMBER}(?: %| Elo)? (?:\[{NUMBER}, {NUMBER}\]|± {NUMBER})")


def intervals(text, tables=None):
    """The intervals in a text, with their spans; only those in its tables, or only the others."""
    for found in INTERVAL.finditer(text):
        line = text.rfind("\n", 0, found.start()) + 1
        if tables is None or tables == text.startswith("|", line):
            yield found.span(), re.sub(r"\+| %| Elo", "", found[0])


def meets(span, others):
    return any(start < span[1] and span[0] < end for start, end in others)


def linked(text, span, pages):
    """The pages that the line around a span links to."""
    start, end = text.rfind("\n", 0, span[0]) + 1, text.find("\n", span[1])
    return [page for page in re.findall(r"(\d{3}-[\w-]+)/", text[start:end]) if page in pages]


@functools.cache
def estimates(page):
    """What a page's data hold with an interval: scores and Elo of matches, in both directions, and
    measures of studies, also in per cent."""
    counts, measures, found = [], [], []
    for path in sorted((HERE / page).rglob("*.*")):
        where = str(path.relative_to(HERE))
        if path.suffix == ".ndjson":
            counts += [m["statistics"]["pentanomial"] for m in ndjson(where) if "statistics" in m]
        elif path.suffix == ".csv":
            for row in rows_of_csv(where):
                counts += [of_line(row)["counts"]] if "pairs_half" in row else []
                measures += [row] if row.get("estimate") and row.get("lo") else []
    for of in counts:
        for score in (interval(of), interval(of[::-1])):
            found += [[100 * share for share in score], [elo(share) for share in score]]
    for row in measures:
        ends = [float(row[key]) for key in ("estimate", "lo", "hi")]
        found += [ends, [100 * end for end in ends]]
        # A ladder's score per doubling.
        found += [[elo(end) for end in ends]] if row["measure"] == "skill" else []
    return found


# Intervals of matches and measurements without data.
WITHOUT_DATA = {
    "001-quickstart": ["73.4 [63.1, 81.7]", "78.1 [68.9, 85.2]", "95.0 [92.3, 96.8]", "80.5 [76.3, 84.1]"],
    "005-ladder": ["276 [233, 326]"],
    "009-ablations": ["95.0 [92.3, 96.8]", "80.5 [76.3, 84.1]"],
    "015-int8": ["0.0008 ± 0.0011", "−0.0006 ± 0.0004"],
}


def check():
    """Intervals in sentences: each is in a table or in a sentence recomputed above, or the data of the
    page, or of one that the line links to, give it for some match or measure. Those in the summaries
    are on a page that the line links to, or in its data."""
    texts = {path.parent.name: text_of(path.parent.name) for path in sorted(HERE.glob("*/README.md"))}
    shown = {page: [numbers(quote) for _, quote in intervals(text)] for page, text in texts.items()}
    known = {quote for text in texts.values() for _, quote in intervals(text, tables=True)}
    for page, text in texts.items():
        known |= {quote for span, quote in intervals(text) if meets(span, said.get(page, []))}
    for page, text in texts.items():
        known_here = known | set(WITHOUT_DATA.get(page, []))
        for span, quote in intervals(text, tables=False):
            report.checked += 1
            pages = [page, *linked(text, span, texts)]
            if quote not in known_here and not any(close(quote, e) for of in pages for e in estimates(of)):
                wrong.append(f"{page}: `{quote}` is in no table and not in the data")
    for path in [HERE / "METHODS.md", HERE / "README.md", HERE.parent / "README.md"]:
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        for span, quote in intervals(text):
            report.checked += 1
            # The rows of the project's README share their links.
            pages = path.parent == HERE and linked(text, span, texts) or texts
            found = [[value for value, _ in of] for page in pages for of in shown[page]]
            if not any(close(quote, e) for e in found + [e for page in pages for e in estimates(page)]):
                wrong.append(f"{path.parent.name}/{path.name}: `{quote}` is not on the pages linked there")
