"""The report in APA style (7th edition), as text and as a Word document (extra `word`).

Statistics that cannot exceed 1 have no zero before the point and two digits; intervals stand in
brackets; tables have a number, a title in italics, three rules and a note; Greek letters stand
upright and Latin ones in italics.
"""

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from accord._measure.catalogue import display_name
from accord._report.citations import bibliography, fields, short_citation
from accord._report.overview import Report
from accord._report.section_types import CoefficientRow, FTest
from accord._report.sections.answer import interval_ways
from accord._report.wording import decimal, decimals_of_raters, method_name, sentence
from accord.errors import MissingExtraError, UnknownNameError, inert
from accord.whole_files import SIGNED
from accord.words.said import Language

_COLUMNS = ("apa.coefficient", "apa.value", "apa.ci", "apa.observed", "apa.expected")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def apa_number(value: float | None) -> str:
    """A statistic in APA style: two digits, no zero before the point unless it can exceed 1.

    >>> [*map(apa_number, (0.734, -0.05, 1.0, 35.5, None, -0.001))]
    ['.73', '−.05', '1.00', '35.50', '–', '.00']
    """
    if value is None:
        return "–"
    text = f"{value:.2f}"
    text = text.lstrip("-") if not float(text) else text
    return re.sub(r"^(-?)0\.", r"\1.", text).replace("-", "−")


def between(interval: Mapping[str, Any] | None) -> str:
    """An interval in brackets."""
    if interval is None or interval["low"] is None:
        return "–"
    return f"[{apa_number(interval['low'])}, {apa_number(interval['high'])}]"


METHOD_TEXTS = ("short", "apa", "full")
"""How long a methods paragraph is."""


def methods(report: Report, variant: str = "full") -> str:
    """The methods paragraph of a paper: short (a clause in brackets), apa, or full.

    :param report: The report on a study.
    :param variant: short, apa or full.

    >>> import accord
    >>> study = accord.from_coders({"A": "aabbbbbccccc" * 4, "B": "abbbbbcccccc" * 4})
    >>> print(accord.render.methods(accord.report(study, resamples=100), "short").split(" [")[0])
    Krippendorff's α = .73
    """
    if variant not in METHOD_TEXTS:
        raise UnknownNameError.of("methods paragraph", variant, METHOD_TEXTS)
    return f"{_paragraph(report, variant)}\n"


def _paragraph(report: Report, variant: str) -> str:
    if variant == "apa":
        return apa_paragraph(report)
    answer = report.data.get("answer")
    if variant == "full" or not answer:
        return report.say(report["methods"]["paragraph"])
    if answer["value"] is None:
        undefined = report.say.of("answer.undefined")
        name = report.say(display_name(answer))
        return f"{name} {undefined}: {report.say(answer['undefined'])}"
    interval, counts = answer["interval"], report["study"]["counts"]
    text = f"{report.say(display_name(answer))} = {apa_number(answer['value'])}"
    if interval and interval["low"] is not None:
        text += f" {between(interval)}"
    coders = report.say.several(int(counts["c"]), "coder")
    items = report.say.several(int(counts["i"]), "item")
    return f"{text} ({coders}, {items}; accord {report['accord']}, {answer['signature']})"


class _ApaTable(NamedTuple):
    """A table of a paper: its title, its headings and rows, and what the note below says."""

    title: str
    rows: list[tuple[str, ...]]
    note: str


def apa_tables(report: Report) -> Iterator[_ApaTable]:
    """The coefficients that were asked for; of ratings also the raters, where none was named."""
    yield _ApaTable(table_title(report), table_rows(report), table_note(report))
    ratings = report.data.get("ratings")
    if ratings and ratings["raters"] and not report["coefficients"].get("asked"):
        yield _raters(report)


def apa(report: Report) -> str:
    """The paragraph in APA style, its tables and its references as plain text."""
    say = report.say
    parts = [apa_paragraph(report)]
    for n, table in enumerate(apa_tables(report), 1):
        columns, *rows = table.rows
        widths = [max(len(row[at]) for row in table.rows) for at in range(len(columns))]
        lines = ["  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) for row in rows]
        head = "  ".join(c.ljust(w) for c, w in zip(columns, widths, strict=True))
        rule = "-" * len(head)
        parts += ["", say.of("apa.table", n=n), table.title, "", rule, head, rule, *lines, rule]
        parts.append(f"{say.of('apa.note')} {table.note}")
    parts += ["", say.of("page.references"), *references(report)]
    return "\n".join(inert(part.rstrip()) for part in parts) + "\n"


def apa_paragraph(report: Report) -> str:
    """Who annotated what, the coefficient with its interval, and how it was computed.

    >>> import accord
    >>> study = accord.from_coders({"A": "aabbbbbccccc" * 4, "B": "abbbbbcccccc" * 4})
    >>> print(apa_paragraph(accord.report(study, resamples=100)).split(" (")[0])
    Two coders labelled 48 items using three categories. Intercoder agreement
    """
    answer, say = report.data.get("answer"), report.say
    text = say(report["study"]["sentence"])
    if not answer:
        return text
    who = short_citation(answer["measure"], report["study"]["counts"].get("c"))
    # APA puts a comma before the year inside brackets.
    source = re.sub(r" (\d{4})$", r", \1", who)
    distance = answer["settings"].get("d")
    kind = f"{say(display_name(answer, distance=False))}; {source}"
    kind += "; " + say.of("word.distance", distance=distance) if distance else ""
    if answer["value"] is None:
        reason = say.of(_key(report, "undefined"), kind=kind, reason=answer["undefined"])
        return f"{text} {reason}"
    value, interval = f"{_letter(answer, say)} = {apa_number(answer['value'])}", answer["interval"]
    text += " " + say.of(_key(report, "agreement"), kind=kind, value=value)
    known = interval is not None and interval["low"] is not None
    if known:
        text += f", {100 * interval['level']:g}% {say.of('apa.ci')} {between(interval)}"
    if answer["A_o"] is not None and answer["A_e"] is not None:
        text += say.of(
            "apa.observed-and-expected",
            x=apa_number(answer["A_o"]),
            y=apa_number(answer["A_e"]),
        )
    text += "."
    if "ratings" in report and report["ratings"]["apa"]:
        text += f" {say(report['ratings']['apa'])}"
    if known:
        method = method_name(interval["method"])
        facts = {**interval, "symbol": _letter(answer, say), "method": method}
        text += f" {say.of('apa.drawn' if interval['n'] else 'apa.not-drawn', **facts)}"
    return f"{text} {say.of('apa.version', version=report['methods']['versions']['accord'])}"


_SENTENCES = {
    "agreement": ("apa.intercoder-agreement", "apa.interrater-agreement"),
    "undefined": ("apa.undefined", "apa.interrater-undefined"),
    "title": ("apa.title", "apa.interrater-title"),
}
"""What is said of labels, and of ratings."""


def _key(report: Report, name: str) -> str:
    """The sentence on ratings where they are rated, else the one on labels."""
    return _SENTENCES[name][report.data.get("ratings") is not None]


def _asked(report: Report) -> list[CoefficientRow]:
    """The coefficients that were asked for; all where none was named."""
    section = report["coefficients"]
    rows: list[CoefficientRow] = section["rows"]
    asked = section.get("asked")
    return [row for row in rows if row["signature"] in asked] if asked else rows


def table_rows(report: Report) -> list[tuple[str, ...]]:
    """The headings of the table, and its coefficients: those that are defined; without the two
    kinds of agreement where none has them, as with ratings; with F and p where one has them."""
    rows = [row for row in _asked(report) if row["defined"]]
    shown: Sequence[Literal["A_o", "A_e"]] = ("A_o", "A_e") if _with_parts(rows) else ()
    tested = any(row.get("test", _NO_TEST)["F"] is not None for row in rows)
    return [
        (
            *(report.say.of(name) for name in _COLUMNS[: 3 + len(shown)]),
            *(("F (df)", "p") if tested else ()),
        ),
        *(
            (
                report.say(display_name(row)),
                apa_number(row["value"]),
                between(row["interval"]),
                *(apa_number(row[part]) for part in shown),
                *(_tested(row.get("test", _NO_TEST)) if tested else ()),
            )
            for row in rows
        ),
    ]


_NO_TEST: FTest = {"F": None, "df1": 0, "df2": 0, "p": None}


def _tested(test: FTest) -> tuple[str, str]:
    """F with its degrees of freedom, and p."""
    if test["F"] is None:
        return "–", "–"
    return f"{test['F']:.2f} ({test['df1']}, {test['df2']})", probability(test["p"])


def probability(p: float | None) -> str:
    """A p in APA style: three digits, no zero before the point, never 0.

    >>> probability(0.0123), probability(0.0004), probability(1.0), probability(None)
    ('.012', '< .001', '1.000', '–')
    """
    if p is None:
        return "–"
    return "< .001" if p < 0.001 else f"{p:.3f}".removeprefix("0")


def _raters(report: Report) -> _ApaTable:
    """How many ratings each rater gave, their mean and spread, and how far above the others."""
    say, section = report.say, report["ratings"]
    names = ("word.rater", "word.ratings", "word.mean", "word.sd", "word.above-others", "apa.ci")
    rows = [(*(say.of(name) for name in names), "p")]
    places = decimals_of_raters(section["raters"])
    for row in section["raters"]:
        mean, sd, apart, low, high = (
            decimal(row[key], places) for key in ("mean", "sd", "apart", "low", "high")
        )
        ends = "–" if row["low"] is None else f"[{low}, {high}]"
        count = str(row["items"])
        rows.append((row["rater"], count, mean, sd, apart, ends, probability(row["p"])))
    level = f"{100 * section['level']:g}%"
    note = f"{say.of('apa.columns-alone')}. {say.of('ratings.apart')}"
    return _ApaTable(say.of("apa.raters-title", level=level), rows, note)


def _with_parts(rows: Sequence[CoefficientRow]) -> bool:
    """Whether any coefficient has an observed agreement, or one by chance."""
    return any(row[part] is not None for row in rows for part in ("A_o", "A_e"))


def _letter(row: Mapping[str, Any], say: Language) -> str:
    """The letter of a coefficient; its name where the letter has a subscript, as text has none."""
    plain = "_" not in row["symbol"]
    return str(row["symbol"]) if plain else say(display_name(row, distance=False))


def table_title(report: Report) -> str:
    """The title of the table."""
    level = f"{100 * report['coefficients']['level']:g}%"
    return report.say.of(_key(report, "title"), level=level)


def table_note(report: Report) -> str:
    """What the columns mean, and how the intervals were made."""
    made = "; ".join(map(report.say, interval_ways(_asked(report))))
    parts = _with_parts([row for row in _asked(report) if row["defined"]])
    text = report.say.of("apa.columns" if parts else "apa.columns-alone")
    return text + (f" ({made})." if made else ".")


def references(report: Report) -> list[str]:
    """The works of the coefficients, in the order of the alphabet."""
    known = bibliography()
    keys = {key for row in _asked(report) for key in row["source"]}
    return sorted(_reference(fields(known[key])) for key in keys if key in known)


def _reference(found: Mapping[str, str]) -> str:
    """A work as APA lists it: Author, A. B., & Author, C. (year). Title. Journal, volume, pages."""
    names = [
        _initials(name) for name in found.get("author", found.get("editor", "")).split(" and ")
    ]
    people = ", ".join(names[:-1]) + (", & " if len(names) > 1 else "") + names[-1]
    where = found.get("journal") or found.get("booktitle") or found.get("publisher") or ""
    volume = f", {found['volume']}" if "volume" in found else ""
    pages = f", {found['pages']}" if "pages" in found else ""
    doi = f" https://doi.org/{found['doi']}" if "doi" in found else ""
    place = f" {where}{volume}{pages}." if where else ""
    return (
        f"{people} ({found.get('year', 'n.d.')}). {sentence(found.get('title', ''))}.{place}{doi}"
    )


def _initials(name: str) -> str:
    """A person as Surname, A. B.

    >>> _initials("Klaus Krippendorff"), _initials("Poesio, Massimo")
    ('Krippendorff, K.', 'Poesio, M.')
    """
    last, comma, first = name.partition(",")
    if not comma:
        *given, last = name.split() or [""]
        first = " ".join(given)
    letters = " ".join(f"{part[0]}." for part in re.split(r"[\s-]+", first.strip()) if part)
    return f"{last.strip()}, {letters}" if letters else last.strip()


def word(report: Report) -> bytes:
    """A Word document: the paragraph, the table with three rules and its note, the references."""
    try:
        import docx
    except ImportError:
        raise MissingExtraError.of("a Word document", "python-docx", "word") from None
    from datetime import datetime

    document: Any = docx.Document()
    usual = document.styles["Normal"]
    usual.font.name = "Times New Roman"
    usual.font.size = docx.shared.Pt(12)
    document.core_properties.author = SIGNED
    document.core_properties.title = _text(report.title)
    document.core_properties.comments = ""
    # A fixed day: the same report is the same file.
    document.core_properties.created = document.core_properties.modified = datetime(2000, 1, 1)
    document.add_heading(_text(report.title), level=1)
    document.add_paragraph(_text(apa_paragraph(report)))
    for n, table in enumerate(apa_tables(report), 1):
        document.add_paragraph().add_run(report.say.of("apa.table", n=n)).bold = True
        document.add_paragraph().add_run(_text(table.title)).italic = True
        _ruled(document, table.rows)
        note = document.add_paragraph()
        note.add_run(report.say.of("apa.note")).italic = True
        note.add_run(f" {_text(table.note)}")
    document.add_heading(report.say.of("page.references"), level=1)
    for work in references(report):
        place = document.add_paragraph(_text(work)).paragraph_format
        place.left_indent, place.first_line_indent = (
            docx.shared.Inches(0.5),
            -docx.shared.Inches(0.5),
        )
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def _ruled(document: Any, rows: Sequence[Sequence[str]]) -> None:
    """A table with a rule above, below its header, and below."""
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    table = document.add_table(rows=len(rows), cols=len(rows[0]))
    for at, row in enumerate(rows):
        for cell, text in zip(table.rows[at].cells, row, strict=True):
            cell.text = _text(text)
            sides = {"top"} if at == 0 else set()
            sides |= {"bottom"} if at in (0, len(rows) - 1) else set()
            if not sides:
                continue
            edges = OxmlElement("w:tcBorders")
            # Word takes the top before the bottom, in the order of its schema.
            for side in sorted(sides, reverse=True):
                edge = OxmlElement(f"w:{side}")
                # Sizes are eighths of a point: a rule of one point.
                for name, value in (("val", "single"), ("sz", "8"), ("space", "0")):
                    edge.set(qn(f"w:{name}"), value)
                edges.append(edge)
            cell._tc.get_or_add_tcPr().append(edges)


def _text(text: str) -> str:
    """Text that a document may hold."""
    return _CONTROL.sub("\ufffd", text)
