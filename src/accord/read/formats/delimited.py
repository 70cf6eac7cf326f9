"""CSV, TSV and other delimited tables; also without a header, as pygamma writes spans."""

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from accord.errors import DataError, Setting
from accord.read.door.given import File, Head
from accord.read.door.read_options import Options
from accord.read.tables.roles import Table
from accord.read.tables.shapes import are_labels

DELIMITERS = ",\t;|"
SPANS = "coder,category,begin,end"


_FORMULA = re.compile(r"[\s\x00-\x1f]*[=+\-@|%\uff1d\uff0b\uff0d\uff20]|[\t\r\n]")
_NUMBER = re.compile(r"\s*[+-]?\d+(?:[.,]\d+)?(?:[eE][+-]?\d+)?\s*\Z")
_GUARD = re.compile(r"'[\s\x00-\x1f]*[=+\-@|%\uff1d\uff0b\uff0d\uff20]|'[\t\r\n]")


def guarded(cell: Any) -> Any:
    """A cell that no spreadsheet takes for a formula: an apostrophe goes before it.

    >>> guarded("=1+2"), guarded(-0.5), guarded("-x"), guarded("a=b"), guarded("'=1")
    ("'=1+2", -0.5, "'-x", 'a=b', "''=1")
    """
    if isinstance(cell, str) and _is_formula(cell.lstrip("'")):
        return "'" + cell
    return "" if cell is None else cell


def _is_formula(text: str) -> bool:
    return bool(_FORMULA.match(text)) and not _NUMBER.match(text)


def _unguarded(rows: Sequence[Sequence[str]]) -> list[list[str]] | None:
    """Cells without the apostrophe that guards them; None where some formula has none.

    So no two cells become one: with a bare "=x" in the table, "'=x" is another label.
    """
    if any(_is_formula(cell) for row in rows for cell in row):
        return None
    return [
        [cell[1:] if cell[:1] == "'" and _is_formula(cell.lstrip("'")) else cell for cell in row]
        for row in rows
    ]


def sniff_table(head: Head) -> bool:
    """A text whose lines are split by a delimiter."""
    if b"\x00" in head.raw[:4096] and not head.raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return False
    if head.start[:1] in ("{", "<"):
        return False
    return head.file.suffix in (".csv", ".tsv", ".tab") or any(
        mark in line for line in head.lines[:1] for mark in ",\t;|"
    )


def read_table(file: File, options: Options) -> Table:
    """Read a delimited table."""
    if file.size > options.limits.table and _are_labels(file, options):
        options.limits.check("table", file.size, file.name, "size of the table in bytes")
    text, used = file.text(options.encoding)
    notes = () if used == "utf-8-sig" else (f"encoding {used}",)
    header = options.header
    if header is None and _is_spans(text):
        header, notes = SPANS, (*notes, f"no header: columns read as {SPANS}")
    return parse_delimited(
        text,
        file.name,
        suffix=file.suffix,
        delimiter=options.delimiter,
        header=header,
        notes=notes,
        progress=options.progress,
    )


def _are_labels(file: File, options: Options) -> bool:
    """Whether the first line names the columns of labels: what an engine can count."""
    head = Head.of(file).text.splitlines()[:20]
    delimiter = options.delimiter or guessed_delimiter("\n".join(head), file.suffix)
    return are_labels(next(csv.reader(head, delimiter=delimiter), []), options)


def _is_spans(text: str) -> bool:
    """Lines of four cells, the last two of which are numbers: annotator, label, begin, end."""
    try:
        rows = list(csv.reader(text[:4096].splitlines()[:5]))
    except csv.Error:
        return False
    return bool(rows) and all(
        len(row) == 4 and all(cell.strip().replace(".", "", 1).isdecimal() for cell in row[2:])
        for row in (rows[:-1] or rows)
    )


def parse_delimited(
    text: str,
    source: str,
    *,
    suffix: str = "",
    delimiter: str | None = None,
    header: str | None = None,
    notes: tuple[str, ...] = (),
    progress: Callable[[int, int], None] | None = None,
) -> Table:
    """Read delimited text; its first line is the header unless `header` names the columns.

    `header` is a list of names separated by commas, or "none" for 1, 2, 3 …
    """
    if (zero := text.find("\x00", 0, 10_000)) >= 0:
        line = 1 + text.count("\n", 0, zero)
        raise DataError(f"{source}:{line}: holds binary data (a zero), not a text table")
    chosen = delimiter or guessed_delimiter(text, suffix)
    if delimiter is None:
        notes = (*notes, f"delimiter {chosen!r}")
    usual = csv.field_size_limit(max(len(text), 1))  # the file itself is limited already
    try:
        names, rows, lines = _parsed(text, chosen, source, header, progress)
    finally:
        csv.field_size_limit(usual)
    if _GUARD.search(text) and (bare := _unguarded([names, *rows])) not in (None, [names, *rows]):
        names, rows = tuple(bare[0]), bare[1:]
        notes = (*notes, "apostrophes that guard cells from spreadsheets removed")
    if header is None:
        _check_header(source, names, rows)
    return Table(source, names, rows, lines, notes)


def _check_header(source: str, names: tuple[str, ...], rows: list[list[str]]) -> None:
    """A first line whose cells stand again below, in their own columns, is no header."""
    some = rows[:1000]
    again = [any(row[c] == name for row in some) for c, name in enumerate(names) if name]
    # A line of numbers is no header either, but 1 to n are what unnamed columns are called.
    numbers = [name for name in names if name.replace(".", "", 1).isdecimal()]
    consecutive = [str(n + 1) for n in range(len(names))], [str(n) for n in range(len(names))]
    odd = len(numbers) == len(names) > 0 and list(names) not in consecutive
    if (len(again) > 1 and sum(again) > len(again) / 2) or odd:
        raise DataError(
            f"{source}:1: {', '.join(names[:6])} looks like data, not like a header; name the "
            f"columns, e.g. {Setting('header', ','.join(_EXAMPLE[: max(len(names), 3)]))}, or use "
            f"{Setting('header', 'none')} for a wide table"
        )


_EXAMPLE = ("coder", "item", "category")


def guessed_delimiter(text: str, suffix: str) -> str:
    """The delimiter that splits the first lines into the most columns, equally often."""
    if suffix.lower() in (".tsv", ".tab"):
        return "\t"
    sample = text[:20_000].splitlines()[:20]
    if len(text) > 20_000 and len(sample) > 1:
        sample = sample[:-1]
    best, width = ",", 1
    for delimiter in DELIMITERS:
        widths = {len(row) for row in csv.reader(sample, delimiter=delimiter) if row}
        if len(widths) == 1 and (only := widths.pop()) > width:
            best, width = delimiter, only
    if width == 1 and sample:  # ragged lines: take what the header has most of
        best = max(DELIMITERS, key=sample[0].count)
    return best


def _parsed(
    text: str,
    delimiter: str,
    source: str,
    given: str | None,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[tuple[str, ...], list[list[str]], list[int]]:
    if len(delimiter) != 1:
        raise DataError(f"a delimiter is one character, got {delimiter!r}")
    # An odd number of quotes may mean that one swallows the rows after it: then no leniency.
    odd = text.count('"') % 2 == 1
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=odd)
    rows: list[list[str]] = []
    lines: list[int] = []
    total = text.count("\n") if progress else 0
    begun = 0  # the line of the header
    try:
        first = _first(reader, source)
        begun = reader.line_num
        header = tuple(name.strip() for name in first)
        if given is not None:
            header = _named(source, len(first), given)
            rows.append(first)
            lines.append(reader.line_num)
        width = len(header)
        for row in reader:
            if len(row) != width:
                if not any(cell.strip() for cell in row):
                    continue
                raise DataError(
                    f"{source}:{reader.line_num}: {len(row)} cells, but the header has {width}; "
                    "check the delimiter and quotes"
                )
            rows.append(row)
            lines.append(reader.line_num)
            if progress is not None and not len(rows) % 50_000:
                progress(reader.line_num, total)
    except csv.Error as error:
        if odd:
            line = (lines[-1] if lines else begun) + 1
            raise DataError(
                f"{source}:{line}: a quote is opened here and not closed; "
                'close it, or double it ("") where it is part of the text'
            ) from None
        raise DataError(f"{source}:{reader.line_num}: {error}") from None
    twice = [name for name, n in Counter(header).items() if n > 1]
    if twice:
        raise DataError(
            f"{source}:1: two columns are called {twice[0]!r}; rename one, or, if the first line "
            f"is data, use {Setting('header', 'none')}"
        )
    return header, rows, lines


def _named(source: str, width: int, given: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in given.split(","))
    if given == "none":
        names = tuple(str(n + 1) for n in range(width))
    if len(names) != width:
        raise DataError(
            f"{source}:1: {width} cells, but {Setting('header')} names {len(names)} columns"
        )
    return names


def _first(reader: "Iterator[list[str]]", source: str) -> list[str]:
    for row in reader:
        if any(cell.strip() for cell in row):
            return row
    raise DataError(f"{source}: the file is empty")
