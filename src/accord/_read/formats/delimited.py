"""CSV, TSV and other delimited tables; also without a header, as pygamma writes spans."""

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from threading import Lock
from typing import Any, TextIO

from accord._read.door.given import File, Head
from accord._read.door.read_options import Options, check_width
from accord._read.tables.column_names import MISSING_NUMBERS
from accord._read.tables.roles import Table, columns_of
from accord._read.tables.shapes import are_labels
from accord.errors import DataError, Setting
from accord.model.showing import counted
from accord.words.said import said

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
    # pygamma writes its continuum without a header.
    if header is None and _is_spans(text):
        if options.format != "pygamma" and options.kind is None:
            raise _asked_about_spans(file.name, text)
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


def _asked_about_spans(source: str, text: str) -> DataError:
    """The question whether lines of four cells are spans, as pygamma writes them."""
    from accord._read.tables.asking import Offer, question

    rows = list(csv.reader(text[:4096].splitlines()[:4]))[:-1]
    table = Table(source, ("1", "2", "3", "4"), rows, [*range(1, len(rows) + 1)], ())
    says = f"a row for each span: {SPANS.replace(',', ', ')}; no header"
    shown = tuple(" ".join(row) for row in rows[:2])
    return question(table, [Offer(says, ("no header says it",), shown, {"header": SPANS})])


def _is_spans(text: str) -> bool:
    """Lines of four cells, the last two of which are places: annotator, label, begin, end.

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
        raise DataError(f"{source}:{line}: holds binary data (a zero), not a text table")
    guess = guessed_delimiter(text, suffix)
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
    if _GUARD.search(text) and (freed := _unguarded(rows)) not in (None, rows):
        rows = freed
        notes = (*notes, UNGUARDED)
    return framed(source, rows, lines, header, notes)


def header_of(head: Head) -> set[str]:
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


def framed(
    source: str,
    rows: Sequence[Sequence[str]],
    lines: list[int],
    given: str | int | None,
    notes: tuple[str, ...] = (),
) -> Table:
    """The table of rows whose first ones are its header.

    `given` is the number of header rows, "none" for none (columns are called 1, 2, 3 …), or the
    names of the columns of a table without a header, separated by commas. Where it is None, one
    row is the header, unless the rows show a title, several header rows, or none.
    """
    check_width(source, max(map(len, rows[:100]), default=0))  # the first rows are as wide as all
    if given is None:
        given, why = _header_rows(source, rows, lines)
        notes = (*notes, why) if why else notes
    if isinstance(given, str) and given.isdecimal():
        given = int(given)
    if isinstance(given, int):
        if not 0 <= given <= len(rows):
            raise DataError(f"{source}: {Setting('header', given)}: it has {len(rows)} rows")
        if (
            given > 1
            and lines[given - 1] > given
            and not _is_header(
                [cell.strip() for cell in rows[given - 1]], rows[given : given + 200]
            )
        ):
            raise DataError(
                f"{source}:{lines[given - 1]}: {Setting('header', given)} would make this a part "
                "of the header, but its cells occur again below; empty lines do not count"
            )
        header = _joined_names(rows[:given]) if given else _positions(rows)
        first = given
    else:
        header, first = _named(source, len(rows[0]), given), 0
    body, places = rows[first:], lines[first:]
    header, body, notes = _fitted(source, header, body, places, notes)
    return _distinct(Table(source, header, body, places, notes))


def _positions(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    return tuple(str(n + 1) for n in range(len(rows[0])))


def _joined_names(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """The names of columns of several header rows.

    A row that has one text only is a title; where a row names all columns and no two alike,
    those after it describe them; otherwise names are put together, those of merged cells first.
    """
    width = max(map(len, rows))
    cells = [[cell.strip() for cell in row] + [""] * (width - len(row)) for row in rows]
    named = [row for row in cells if len(set(row) - {""}) > 1] or cells[-1:]
    full = next((row for row in named if all(row) and len(set(row)) == width), None)
    if len(named) == 1 or full is not None:
        return tuple(full or named[0])
    for row in named[:-1]:
        for at in range(1, width):
            row[at] = row[at] or row[at - 1]  # a merged cell
    names = [".".join(filter(None, dict.fromkeys(parts))) for parts in zip(*named, strict=True)]
    short = [_undescribed(parts) for parts in zip(*named, strict=True)]
    return tuple(names if len(set(short)) < len(set(names)) else short)


def _undescribed(parts: tuple[str, ...]) -> str:
    """The name of a column without the sentence that describes it below."""
    return ".".join(
        part
        for at, part in enumerate(dict.fromkeys(filter(None, parts)))
        if at == 0 or len(part) <= 60  # a longer one is the question, and no name
    )


def _header_rows(
    source: str, rows: Sequence[Sequence[str]], lines: list[int]
) -> tuple[str | int, str]:
    """How many header rows there are, and what to note where it is not one."""
    first = [cell.strip() for cell in rows[0]]
    following = [[cell.strip() for cell in row] for row in rows[1:4]]
    described = next((n for n, row in enumerate(following) if _describes(row)), None)
    if described is not None:
        return described + 2, f"{described + 2} header rows, as surveys are exported"
    if (told := _qualtrics_rows(first, following)) > 1:
        return told, f"{told} header rows, as surveys are exported"
    filled = [cell for cell in first if cell]
    second = following[0] if following else []
    wide = len(first) > 2 or _is_below_a_title(second, rows[2:200])
    if len(filled) == 1 and wide and len([c for c in second if c]) > 2:
        return 2, f"line {lines[0]} is a title"
    if _explains(second, rows[2:200]):
        return 2, f"line {lines[1]} explains the columns"
    blank = [at for at, cell in enumerate(first) if not cell and at < len(second) and second[at]]
    words = [cell for cell in second if cell and not cell.replace(".", "", 1).isdecimal()]
    again = len(words) > len(set(words))
    if again and (blank or len(set(filled)) < len(filled)) and _is_header(second, rows[2:200]):
        return 2, "2 header rows: cells of the first reach over several columns"
    return _one_or_none(source, first, rows, lines)


def _is_below_a_title(names: list[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether cells are the header of rows that are as wide, below a line with one cell."""
    whole = len(set(names)) == len(names) and all(names[1:])
    return whole and all(len(row) == len(names) for row in below) and _is_header(names, below)


def _explains(row: list[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether a row has no item and tells in words what to fill in, where no row below does."""
    told = [at for at, cell in enumerate(row) if cell]
    if len(told) < 2 or row[0] or len(below) < 2:
        return False
    here = all(len(row[at].split()) > 2 for at in told)
    return here and all(
        len(other) > at and len(other[at].split()) <= 2 for other in below for at in told
    )


def _describes(row: list[str]) -> bool:
    """The row that Qualtrics writes for programs."""
    told = [cell for cell in row if "ImportId" in cell]
    return len(told) > 0.5 * len(row)  # columns that people added have no ImportId


def _qualtrics_rows(first: list[str], following: list[list[str]]) -> int:
    """The rows of a header before the first answer, which Qualtrics calls R_ and signs."""
    at = next((at for at, cell in enumerate(first) if cell == "ResponseId"), len(first))
    named = [at < len(row) and row[at].startswith("R_") for row in following]
    return named.index(True) + 1 if True in named else 1


def _is_header(cells: list[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether cells are names: none of them stands again below."""
    return not any(
        cell and at < len(row) and row[at].strip() == cell
        for row in below
        for at, cell in enumerate(cells)
    )


def _one_or_none(
    source: str, names: list[str], rows: Sequence[Sequence[str]], lines: list[int]
) -> tuple[str | int, str]:
    """A first line whose cells stand again below, in their own columns, is no header."""
    some = rows[1:1001]  # a category that does not come again in a thousand rows is rare
    again = [
        any(len(row) > c and row[c].strip() == name for row in some)
        for c, name in enumerate(names)
        if name
    ]
    numbers = [name for name in names if name.replace(".", "", 1).isdecimal()]
    only = len(numbers) == len(names) > 0
    below = only and all(_is_number(cell) for row in some for cell in row)
    # A line of numbers is no header either, but 1 to n are what unnamed columns are called.
    consecutive = [str(n + 1) for n in range(len(names))], [str(n) for n in range(len(names))]
    if only and names in consecutive:
        if len(again) > 1 and all(again) and len(names) < 4:
            raise DataError(
                f"{source}:{lines[0]}: {', '.join(names)} could be names of columns, or data; use "
                f"{Setting('header', 1)} or {Setting('header', 'none')}"
            )
        return 1, ""
    if below and len(names) > 1 and any(again):
        return "none", f"no header: line {lines[0]} is read as data"
    if (len(again) > 1 and sum(again) > len(again) / 2) or only:
        example = ",".join(_EXAMPLE[: max(len(names), 3)])
        raise DataError(
            f"{source}:{lines[0]}: {', '.join(names[:6])} looks like data, not like a header; name "
            f"the columns, e.g. {Setting('header', example)}, or use {Setting('header', 'none')} "
            "for a wide table"
        )
    return 1, ""


_EXAMPLE = ("coder", "item", "category")


def _is_number(cell: str) -> bool:
    cell = cell.strip().lstrip("+-")
    return not cell or cell in MISSING_NUMBERS or cell.replace(".", "", 1).isdecimal()


def _fitted(
    source: str,
    header: tuple[str, ...],
    rows: Sequence[Sequence[str]],
    lines: list[int],
    notes: tuple[str, ...],
) -> tuple[tuple[str, ...], Sequence[Sequence[str]], tuple[str, ...]]:
    """Rows as wide as the header; a difference is an error unless all rows share it."""
    width = len(header)
    widths = Counter(map(len, rows))
    if set(widths) <= {width}:
        return header, rows, notes
    if len(widths) == 1 and len(rows) > 1 and 1 < (common := next(iter(widths))) < width:
        more = header[common:]
        note = f"the rows have no cells for {', '.join(map(repr, more[:6]))}: read as empty"
        return header, [[*row, *[""] * len(more)] for row in rows], (*notes, note)
    short = sum(n for one, n in widths.items() if one < width)
    # Trailing cells that are not written; a line without any delimiter is something else.
    # Where most rows are short, the program that wrote them leaves out empty cells at the end.
    if short > 0.5 * len(rows) > 1 < min(widths) and max(widths) <= width:
        note = f"{short} rows end before the header does: read as empty"
        return header, [[*row, *[""] * (width - len(row))] for row in rows], (*notes, note)
    for at, row in enumerate(rows):
        if len(row) < width or any(cell.strip() for cell in row[width:]):
            remedy = "check the delimiter and quotes"
            if set(widths) == {width + 1}:  # as R writes them
                names = ",".join(("row", *header))
                remedy = (
                    f"if the first cell of each row is its name, use {Setting('header', names)}"
                )
                remedy += " without the first line"
            raise DataError(
                f"{source}:{lines[at]}: {len(row)} cells, but the header has {width}; {remedy}"
            )
    longer = [at for at, row in enumerate(rows) if len(row) > width]
    note = (
        f"{counted(len(longer), 'row')} with empty cells beyond the header, the first in line "
        f"{lines[longer[0]]}: ignored"
    )
    return header, [row[:width] for row in rows], (*notes, note)


def _distinct(table: Table) -> Table:
    """The table whose columns all have names, and no two the same.

    Empty columns without a name are left out; others without one are called by their place. A
    name that comes again gets a number. Unless the column cannot hold labels or there are many,
    the table says so, and it is asked which column is meant.
    """
    header = table.header
    unnamed = [at for at, name in enumerate(header) if not name]
    if unnamed:
        gone = {at for at in unnamed if not any(row[at].strip() for row in table.rows)}
        keep = [at for at in range(len(header)) if at not in gone]
        rows = [[row[at] for at in keep] for row in table.rows] if gone else table.rows
        header = tuple(header[at] or f"column {at + 1}" for at in keep)
        table = replace(table, header=header, rows=rows)
    if len(set(header)) == len(header):
        return table
    names: list[str] = []
    twice: list[str] = []
    more = dict.fromkeys(header, 1)
    evidence = columns_of(replace(table, header=tuple(map(str, range(len(header))))))
    for name, column in zip(header, evidence, strict=True):
        if name in names:
            # Surveys, which have many columns, repeat the names of questions without harm.
            if column.is_plain and len(header) < 10 and name not in twice:
                twice.append(name)
            more[name] += 1
            names.append(f"{name} ({more[name]})")
        else:
            names.append(name)
    return replace(table, header=tuple(names), twice=tuple(twice))


def guessed_delimiter(text: str, suffix: str) -> str:
    """The delimiter that splits the first lines into the most columns, equally often."""
    if suffix.lower() in (".tsv", ".tab"):
        return "\t"
    sample = text[:20_000].splitlines()[:20]  # twenty lines tell a delimiter from a comma in text
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
    text: str, delimiter: str, source: str, progress: Callable[[int, int], None] | None = None
) -> tuple[list[Sequence[str]], list[int]]:
    """The rows that are not blank, and the lines in which they end."""
    if len(delimiter) != 1:
        raise DataError(f"a delimiter is one character, got {delimiter!r}")
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


def _named(source: str, width: int, given: str) -> tuple[str, ...]:
    if given == "none":
        return tuple(str(n + 1) for n in range(width))
    names = tuple(name.strip() for name in given.split(","))
    if len(names) != width:
        raise DataError(
            f"{source}:1: {width} cells, but {Setting('header')} names {len(names)} columns"
        )
    return names
