"""Intervals, shares, points and p-values in sentences and in the summaries."""

import functools
import re

from checks import report
from checks.data import HERE, ndjson, rows_of_csv, tables, text_of
from checks.intervals import elo, interval
from checks.matches import of_line
from checks.report import close, numbers, said, wrong

NUMBER = r"[+−]?(?:∞|\d[\d,]*(?:\.\d+)?)"
# A number, perhaps with its unit, and its bounds: `23.2 % [13.5, 32.9]`, `+2.7 points [+1.1, +4.3]`.
INTERVAL = re.compile(
    rf"({NUMBER})(?: [^\d\[\]|\n.;]{{0,40}})? (\[{NUMBER}, {NUMBER}\])"
    rf"|({NUMBER})(?: %| Elo| points)? (± {NUMBER})"
)
# A share in per cent, points with a decimal, an Elo difference, alone or in `x to y` and `x and y`; not
# the 50 and 95 % of a definition.
FIGURE = re.compile(
    r"(?<![\w.,±-])(?!(?:50|95) %)(?:[+−]?\d[\d,]*(?:\.\d+)?(?=(?:(?:,| to| and) [+−]?[\d.]+)* (?:%|percentage))"
    r"|[+−]?\d+\.\d+(?=(?:(?:,| to| and) [+−]?[\d.]+)* points)|[+−]?\d+(?= Elo))"
)
# One or more p-values: `p = 0.013, 0.075 after correction`.
P_VALUES = re.compile(r"\bp (?:=|<|of|is) (0\.\d+(?:(?:,|,? and| to) 0\.\d+)*)")

# Intervals of matches and measurements without data.
WITHOUT_DATA = {
    "001-quickstart": ["73.4 [63.1, 81.7]", "78.1 [68.9, 85.2]", "95.0 [92.3, 96.8]", "80.5 [76.3, 84.1]"],
    "005-ladder": ["276 [233, 326]"],
    "009-ablations": ["95.0 [92.3, 96.8]", "80.5 [76.3, 84.1]"],
    "015-int8": ["0.0008 ± 0.0011", "−0.0006 ± 0.0004"],
}
# Other figures without data, rounded differences of ratings, and a rule of thumb.
FIGURES_WITHOUT_DATA = {
    "002-two-cores": ["180"],
    "003-exact-ends": ["87.7", "71.7"],
    "004-env-speed": ["10"],
    "005-ladder": ["21.8", "440", "370"],
    "011-one-variant": ["890"],
    "012-skip-forced": ["19"],
    "014-regret": ["0.01"],
    "015-int8": ["40", "94.9", "5.73", "85", "75", "97.9"],
    "020-mutants": ["81.1"],
    "024-recipe": ["50"],
}


def intervals(text, of_tables=None):
    """The intervals in a text, with their spans; only those in its tables, or only the others."""
    for found in INTERVAL.finditer(text):
        if of_tables is None or of_tables == in_table(text, found):
            yield found.span(), " ".join(part for part in found.groups() if part).replace("+", "")


def in_table(text, found):
    return text.startswith("|", text.rfind("\n", 0, found.start()) + 1)


def p_values(text):
    """The p-values in a text, with their spans."""
    for found in P_VALUES.finditer(text):
        for value in re.finditer(r"0\.\d+", found[1]):
            start = found.start(1) + value.start()
            yield (start, start + len(value[0])), value[0]


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


@functools.cache
def shown(text, of_tables):
    """The absolute values of the numbers in the tables of a text, or in the whole text."""
    lines = [line for line in text.splitlines() if not of_tables or line.startswith("|")]
    return {value.replace(",", "") for line in lines for value in re.findall(r"\d[\d,]*(?:\.\d+)?", line)}


def check():
    texts = {path.parent.name: text_of(path.parent.name) for path in sorted(HERE.glob("*/README.md"))}
    for page, text in texts.items():
        check_intervals(page, text, texts)
        check_figures(page, text, texts)
        check_p_values(page, text, texts)
    for path in [HERE / "METHODS.md", HERE / "README.md", HERE.parent / "README.md"]:
        if path.exists():
            check_summary(path, path.read_text(encoding="utf-8"), texts)


@functools.cache
def known(texts):
    """The intervals in tables and in sentences that were recomputed, of all pages."""
    found = set()
    for page, text in texts:
        found |= {quote for _, quote in intervals(text, of_tables=True)}
        found |= {quote for span, quote in intervals(text) if meets(span, said.get(page, []))}
    return found


def check_intervals(page, text, texts):
    """Intervals in sentences: each is in a table or in a sentence recomputed by the page's script, or
    the data of the page, or of one that the line links to, give it for some match or measure."""
    known_here = known(tuple(texts.items())) | set(WITHOUT_DATA.get(page, []))
    for span, quote in intervals(text, of_tables=False):
        report.checked += 1
        pages = [page, *linked(text, span, texts)]
        if quote not in known_here and not any(close(quote, e) for of in pages for e in estimates(of)):
            wrong.append(f"{page}: `{quote}` is in no table and not in the data")


def check_figures(page, text, texts):
    """Shares and points in sentences: each is in a sentence recomputed by the page's script, or in a
    table or the data of the page or of one that the line links to."""
    spans = [*said.get(page, []), *(span for span, _ in intervals(text))]
    for found in FIGURE.finditer(text):
        if in_table(text, found) or meets(found.span(), spans):
            continue
        report.checked += 1
        figure = found[0].lstrip("+−").replace(",", "")
        pages = [page, *linked(text, found.span(), texts)]
        values = [float(value) for of in pages for value in shown(texts[of], True)]
        values += [abs(estimate[0]) for of in pages for estimate in estimates(of)]
        if figure not in FIGURES_WITHOUT_DATA.get(page, []) and not any(close(figure, [v]) for v in values):
            around = text[max(0, found.start() - 40) : found.end() + 20].replace("\n", " ")
            wrong.append(f"{page}: `{figure}` is in no table and not in the data: …{around}…")


def check_p_values(page, text, texts):
    """p-values in sentences: each is in a sentence recomputed by the page's script, or in a table of
    the page or of one that the line links to."""
    for span, value in p_values(text):
        report.checked += 1
        columns = [p_columns(of) for of in [page, *linked(text, span, texts)]]
        if not meets(span, said.get(page, [])) and not any(value in found for found in columns):
            wrong.append(f"{page}: `p = {value}` is in no table and was not recomputed")


@functools.cache
def p_columns(page):
    """The p-values in the tables of a page."""
    cells = ((name, cell) for table in tables(page) for row in table for name, cell in row.items())
    return {cell.removeprefix("< ") for name, cell in cells if name in ("p", "p (Holm)")}


def check_summary(path, text, texts):
    """Intervals, shares, points and p-values of a summary: each is on a page that the line links to,
    or in its data. The rows of the project's README share their links."""
    where = f"{path.parent.name}/{path.name}"
    shared = lambda span: path.parent != HERE and text.startswith("|", text.rfind("\n", 0, span[0]) + 1)
    pages_of = lambda span: not shared(span) and linked(text, span, texts) or texts
    spans = []
    for span, quote in intervals(text):
        report.checked += 1
        spans.append(span)
        quotes = [quote for page in pages_of(span) for _, quote in intervals(texts[page])]
        found = [[value for value, _ in numbers(quote)] for quote in quotes]
        found += [estimate for page in pages_of(span) for estimate in estimates(page)]
        if not any(close(quote, values) for values in found):
            wrong.append(f"{where}: `{quote}` is not on the pages linked there")
    for found in FIGURE.finditer(text):
        if not meets(found.span(), spans):
            report.checked += 1
            figure = found[0].lstrip("+−").replace(",", "")
            values = [float(value) for page in pages_of(found.span()) for value in shown(texts[page], False)]
            if not any(close(figure, [value]) for value in values):
                wrong.append(f"{where}: `{found[0]}` is not on the pages linked there")
    for span, value in p_values(text):
        report.checked += 1
        found = [p for page in pages_of(span) for _, p in p_values(texts[page])]
        found += [p for page in pages_of(span) for p in p_columns(page) if p != "–"]
        if not any(close(value, [float(p)]) for p in found):
            wrong.append(f"{where}: `p = {value}` is not on the pages linked there")
