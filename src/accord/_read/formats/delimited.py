"""CSV, TSV and other delimited tables; also without a header, as pygamma writes spans."""

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Any, TextIO

from accord._read.door.given import File, Head
from accord._read.door.read_options import Options, that_are
from accord._read.formats.header_rows import framed
from accord._read.tables.roles import Table
from accord._read.tables.shapes import are_labels
from accord.errors import DataError, Setting
from accord.words.said import said

_DELIMITERS = ",\t;|"
_LARGE = 100_000  # letters from which on the native core splits a text
_LOOKED_AT = 20_000  # letters: the notes above a table are shorter
_SPANS = "coder,category,begin,end"


_FORMULA = re.compile(r"[\s\x00-\x1f]*[=+\-@|%\uff1d\uff0b\uff0d\uff20]|[\t\r\n]")
_NUMBER = re.compile(r"\s*[+-]?\d+(?:[.,]\d+)?(?:[eE][+-]?\d+)?\s*\Z")
_QUOTED_BY_R = re.compile(r'"[^"]*"(?: "[^"]*")+\s*')  # write.table by default
_GUARD = re.compile(r"'[\s\x00-\x1f]*[=+\-@|%\uff1d\uff0b\uff0d\uff20]|'[\t\r\n]")


def guarded(cell: Any) -> Any:
    """A cell that no spreadsheet takes for a formula: an apostrophe goes before it.

    >>> guarded("=1+2"), guarded(-0.5), guarded("-x"), guarded("a=b"), guarded("'=1")
    ("'=1+2", -0.5, "'-x", 'a=b', "''=1")
    """
    if isinstance(cell, str) and _is_formula(cell.lstrip("'")):
        return "'" + cell
    return "" if cell is None else cell


def write_rows(stream: TextIO, rows: Iterable[Sequence[Any]], delimiter: str = ",") -> None:
    """Write a table: no cell is a formula to a spreadsheet, and a reader finds the same cells."""
    usual = csv.writer(stream, delimiter=delimiter, lineterminator="\n")
    # Python quotes no carriage return, which ends a line for every reader.
    quoted = csv.writer(stream, delimiter=delimiter, lineterminator="\n", quoting=csv.QUOTE_ALL)
    for row in rows:
        cells = [guarded(cell) for cell in row]
        (quoted if any("\r" in cell for cell in map(str, cells)) else usual).writerow(cells)


def _is_formula(text: str) -> bool:
    return bool(_FORMULA.match(text)) and not _NUMBER.match(text)


def _unguarded(rows: Sequence[Sequence[str]]) -> list[Sequence[str]] | None:
    """Cells without the apostrophe that guards them; None where some formula has none.

    So no two cells become one: with a bare "=x" in the table, "'=x" is another label.
    """
    if any(_is_formula(cell) for row in rows for cell in row):
        return None
    return [[bare(cell) for cell in row] for row in rows]


def bare(cell: str) -> str:
    """A cell without the apostrophe that guards it from spreadsheets."""
    return cell[1:] if cell[:1] == "'" and _is_formula(cell.lstrip("'")) else cell


# The note of a table whose cells are bare already.
UNGUARDED = "apostrophes that guard cells from spreadsheets removed"


def sniff_table(head: Head) -> bool:
    """A text whose lines are split by a delimiter."""
    if b"\x00" in head.raw[:4096]:
        from accord._read.text.letters import wide_encoding

        if wide_encoding(head.raw) is None:
            return False
    if head.start[:1] in ("{", "<"):
        return False
    lines = head.lines[len(comments(head.lines)) :][:1]
    return (
        head.file.suffix in (".csv", ".tsv", ".tab")
        or any(mark in line for line in lines for mark in _DELIMITERS)
        or any(map(_QUOTED_BY_R.fullmatch, lines))
    )


def comments(lines: Sequence[str]) -> list[str]:
    """The lines above a table that begin with "#": notes of the program that wrote it.

    Where the last of them has as many cells as the line below it, it is the header ("#id,label").

    >>> comments(["# by tool x", "# 2024", "item,A,B", "1,x,y"])
    ['# by tool x', '# 2024']
    >>> comments(["#item,A,B", "1,x,y"])
    []
    """
    number = next((n for n, line in enumerate(lines) if line.strip()[:1] not in ("#", "")), 0)
    noted = list(lines[:number])
    while noted and not noted[-1].strip():
        noted.pop()
    if not any(line.strip() for line in noted):
        return []
    counts = [max(map(line.count, _DELIMITERS)) for line in (noted[-1], lines[number])]
    return noted[:-1] if counts[0] == counts[1] > 0 else noted


def _about_encoding(used: str, guessed: bool) -> tuple[str, ...]:
    """What is said of a text that is not UTF-8."""
    from accord._read.text.letters import GUESSED

    notes = (f"encoding {used}",)
    if guessed and used in GUESSED:
        return (*notes, f"by its letters: if names look wrong, use {Setting('encoding')}")
    return notes


def read_table(file: File, options: Options) -> Table:
    """Read a delimited table."""
    if file.size > options.limits.table and _are_labels(file, options):
        options.limits.check("table", file.size, file.name, "size of the table in bytes")
    text, used = file.text(options.encoding)
    notes = () if used == "utf-8-sig" else _about_encoding(used, options.encoding is None)
    header = options.header
    # pygamma writes its continuum without a header.
    if header is None and _is_spans(text):
        if options.format != "pygamma" and options.kind is None:
            raise _asked_about_spans(file.name, text)
        header, notes = _SPANS, (*notes, f"no header: columns read as {_SPANS}")
    table = parse_delimited(
        text,
        file.name,
        suffix=file.suffix,
        delimiter=options.delimiter,
        header=header,
        notes=notes,
        progress=options.progress,
    )
    flags = sum(cell.strip() in ("0", "1") for cell in table.rows[0]) if table.rows else 0
    # Two coders with two categories have four columns; options name the columns there are.
    if flags < 4 or any(getattr(options, name) for name in that_are("columns")):
        return table
    from accord._read.formats.one_hot_columns import one_column_a_coder

    return one_column_a_coder(table)


def _are_labels(file: File, options: Options) -> bool:
    """Whether the first line names the columns of labels: what an engine can count."""
    head = Head.of(file).text.splitlines()[:20]
    delimiter = options.delimiter or guessed_delimiter("\n".join(head), file.suffix)
    return are_labels(next(csv.reader(head, delimiter=delimiter), []), options)


def _asked_about_spans(source: str, text: str) -> DataError:
    """The question whether lines of four cells are spans, as pygamma writes them."""
    from accord._read.tables.asking import Offer, question

    rows = list(csv.reader(text[:4096].splitlines()[:4]))[:-1]
    table = Table(source, ("1", "2", "3", "4"), rows, [*range(1, len(rows) + 1)], ())
    says = said("table.reading.header-spans", columns=_SPANS.replace(",", ", "))
    shown = tuple(" ".join(row) for row in rows[:2])
    return question(
        table, [Offer(says, (said("table.doubt.no-header"),), shown, {"header": _SPANS})]
    )


def _is_spans(text: str) -> bool:
    """Lines of four cells, the last two of which are places: annotator, label, begin, end after it.

    Four numbers are the ratings of four coders.
    """
    try:
        # Five lines tell; the last of them may be cut.
        rows = list(csv.reader(text[:4096].splitlines()[:5]))
    except csv.Error:
        return False
    return bool(rows) and all(
        len(row) == 4
        and all(cell.strip().replace(".", "", 1).isdecimal() for cell in row[2:])
        and float(row[2]) < float(row[3])
        and not row[0].strip().isdecimal()
        for row in (rows[:-1] or rows)
    )


def parse_delimited(
    text: str,
    source: str,
    *,
    suffix: str = "",
    delimiter: str | None = None,
    header: str | int | None = None,
    notes: tuple[str, ...] = (),
    progress: Callable[[int, int], None] | None = None,
) -> Table:
    """Read delimited text; see `framed` for its header."""
    # A zero is in no table of text; where one is, it is near the beginning.
    if (zero := text.find("\x00", 0, 10_000)) >= 0:
        line = 1 + text.count("\n", 0, zero)
        raise DataError(f"{source}:{line}: contains binary data (a zero), not a text table")
    if noted := comments(text[:_LOOKED_AT].split("\n")):
        blank = "\n" * len(noted)  # lines keep their numbers
        text = blank + text.split("\n", len(noted))[-1]
        shown = next(line.strip() for line in noted if line.strip())[:60]
        notes = (*notes, f"comments above the table left out, the first: {shown!r}")
    guess = guessed_delimiter(text.lstrip("\r\n"), suffix)
    chosen = delimiter or guess
    if delimiter is None:
        notes = (*notes, said("read.delimiter", sign=chosen))
    elif (
        header is None
        and chosen not in (first := text.lstrip().split("\n", 1)[0])
        and (
            guess in first  # its cells would be taken for lists of labels
        )
    ):
        raise DataError(
            f"{source}:1: {chosen!r} does not occur in the header, {guess!r} does; leave out "
            f"{Setting('delimiter')}, or give the right one"
        )
    with _LONG_CELLS.allowed(len(text)):  # the file itself is limited already
        rows, lines = _parsed(text, chosen, source, progress)
    if _GUARD.search(text) and (freed := _unguarded(rows)) not in (None, [*map(list, rows)]):
        rows = freed
        notes = (*notes, UNGUARDED)
    first = text.lstrip("\r\n").partition("\n")[0].strip()
    quoted = all(name[:1] == name[-1:] == '"' for name in first.split(chosen))
    return framed(source, rows, lines, header, notes, quoted)


def header_names(head: Head) -> set[str]:
    """The cells of the first line, as far as they tell which program wrote a table."""
    first = head.start.partition("\n")[0]
    return {cell.strip().strip('"') for cell in first.replace("\t", ",").split(",")}


def delimited_file(file: File, options: Options, header: str | int | None = None) -> Table:
    """The table that a file of some program is, without a note of what was guessed."""
    text, _ = file.text(options.encoding)
    return parse_delimited(
        text, file.name, suffix=file.suffix, delimiter=options.delimiter, header=header
    )


class _LongCells:
    """The longest cell that Python's csv takes is one number for the whole program: it is raised
    while somebody reads, in any thread, and set back by the last."""

    def __init__(self) -> None:
        self.lock, self.readers, self.usual = Lock(), 0, 0

    @contextmanager
    def allowed(self, size: int) -> Iterator[None]:
        """Cells as long as the text may be."""
        if size <= SHORT:
            yield
            return
        with self.lock:
            if not self.readers:
                self.usual = csv.field_size_limit(2**31 - 1)
            self.readers += 1
        try:
            yield
        finally:
            with self.lock:
                self.readers -= 1
                if not self.readers:
                    csv.field_size_limit(self.usual)


SHORT = 100_000  # a text of this length has no cell that is too long for Python's csv
_LONG_CELLS = _LongCells()


def guessed_delimiter(text: str, suffix: str) -> str:
    """The delimiter that splits the first lines into the most columns, equally often."""
    sample = text[:_LOOKED_AT].splitlines()[
        :20
    ]  # twenty lines tell a delimiter from a comma in text
    if len(text) > _LOOKED_AT and len(sample) > 1:
        sample = sample[:-1]
    if suffix.lower() in (".tsv", ".tab") and any("\t" in line for line in sample):
        return "\t"
    if sample and _QUOTED_BY_R.fullmatch(sample[0]):
        return " "
    best, width = ",", 1
    for delimiter in _DELIMITERS:
        widths = {len(row) for row in csv.reader(sample, delimiter=delimiter) if row}
        if len(widths) == 1 and (only := widths.pop()) > width:
            best, width = delimiter, only
    if width == 1 and sample:  # ragged lines: take what the header has most of
        best = max(_DELIMITERS, key=sample[0].count)
        if best not in sample[0]:  # a title
            best = max(_DELIMITERS, key=lambda sign: sum(sign in line for line in sample))
    return best


def _parsed(
    text: str, delimiter: str, source: str, progress: Callable[[int, int], None] | None = None
) -> tuple[Sequence[Sequence[str]], list[int]]:
    """The rows that are not blank, and the lines in which they end."""
    if len(delimiter) != 1:
        raise DataError(f"a delimiter is one character, got {delimiter!r}")
    if len(text) >= _LARGE:
        from accord._read.text.split_cells import split_rows

        if (split := split_rows(text, delimiter)) is not None:
            if progress is not None and split[1]:  # one step, in milliseconds
                progress(int(split[1][-1]), int(split[1][-1]))
            return split
    # An odd number of quotes may mean that one swallows the rows after it: then no leniency.
    odd = text.count('"') % 2 == 1
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=odd)
    rows: list[Sequence[str]] = []
    lines: list[int] = []
    total = text.count("\n") if progress else 0
    width = 0
    try:
        for row in reader:
            if len(row) != width or not rows:
                if not any(cell.strip() for cell in row):
                    continue
                width = width or len(row)
            rows.append(tuple(row))  # which, unlike lists, the garbage collector need not visit
            lines.append(reader.line_num)
            if progress is not None and not len(rows) % 50_000:  # about ten times a second
                progress(reader.line_num, total)
        while rows and not any(map(str.strip, rows[-1])):  # below a table in a spreadsheet
            rows.pop()
            lines.pop()
    except csv.Error as error:
        if odd:
            raise DataError(
                f"{source}:{(lines or [0])[-1] + 1}: a quote is opened here and not closed; "
                'close it, or double it ("") where it is part of the text'
            ) from None
        raise DataError(f"{source}:{reader.line_num}: {error}") from None
    if not rows:
        raise DataError(f"{source}: the file is empty")
    return rows, lines
