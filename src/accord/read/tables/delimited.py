"""Delimited text (CSV, TSV …) into columns of strings, with the line of every row."""

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from accord.errors import DataError

DELIMITERS = ",\t;|"


@dataclass(frozen=True, slots=True)
class Table:
    """Columns of cells, all strings, and where each row stands in the file.

    `lists` names columns whose cells were lists, now joined by a separator that does not occur
    in text; `places` is where rows stand, when they come from several files.
    """

    source: str
    header: tuple[str, ...]
    rows: list[list[str]]
    lines: list[int]
    notes: tuple[str, ...]
    lists: frozenset[str] = frozenset()
    places: list[str] = field(default_factory=list)

    def column(self, name: str) -> list[str]:
        """The cells of one column."""
        if name not in self.header:
            raise DataError(
                f"{self.source}: no column {name!r}; there are {', '.join(self.header[:20])}"
            )
        at = self.header.index(name)
        return [row[at] for row in self.rows]

    def where(self) -> list[str]:
        """The place of each row, for error messages."""
        if self.places:
            return self.places
        return [f"{self.source}:{line}" for line in self.lines]


def decode(raw: bytes, source: str, encoding: str | None = None) -> tuple[str, str]:
    """The text of a file and the encoding: as told, by its mark, UTF-8, else Windows-1252."""
    if encoding is None:
        marked = raw.startswith((b"\xff\xfe", b"\xfe\xff"))
        encoding = "utf-16" if marked else "utf-8-sig"
    try:
        return raw.decode(encoding), encoding
    except LookupError:
        raise DataError(
            f"{source}: no encoding {encoding!r}; try utf-8, utf-16 or cp1252"
        ) from None
    except UnicodeDecodeError as error:
        if encoding != "utf-8-sig":
            raise DataError(
                f"{source}: byte {error.start} is not {encoding}; give the right --encoding"
            ) from None
    try:
        return raw.decode("cp1252"), "cp1252"
    except UnicodeDecodeError as error:
        raise DataError(
            f"{source}: neither UTF-8 nor Windows-1252 (byte {error.start}); give --encoding"
        ) from None


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
    chosen = delimiter or _guessed(text, suffix)
    if delimiter is None:
        notes = (*notes, f"delimiter {chosen!r}")
    usual = csv.field_size_limit(max(len(text), 1))  # the file itself is limited already
    try:
        names, rows, lines = _parsed(text, chosen, source, header, progress)
    finally:
        csv.field_size_limit(usual)
    if header is None:
        _check_header(source, names, rows)
    return Table(source, names, rows, lines, notes)


def read_delimited(
    path: Path, *, delimiter: str | None = None, encoding: str | None = None
) -> Table:
    """Read a delimited file with a header line."""
    try:
        text, used = decode(path.read_bytes(), path.name, encoding)
    except FileNotFoundError:
        raise DataError(f"{path}: no such file") from None
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({error.strerror})") from None
    notes = () if used == "utf-8-sig" else (f"encoding {used}",)
    return parse_delimited(text, path.name, suffix=path.suffix, delimiter=delimiter, notes=notes)


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
            f"columns with --header, e.g. --header {','.join(_EXAMPLE[: max(len(names), 3)])}, or "
            "--header none for a wide table"
        )


_EXAMPLE = ("coder", "item", "category")


def _guessed(text: str, suffix: str) -> str:
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
            f"{source}:1: two columns are called {twice[0]!r}; rename one, or if the first line is "
            "data give --header none"
        )
    return header, rows, lines


def _named(source: str, width: int, given: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in given.split(","))
    if given == "none":
        names = tuple(str(n + 1) for n in range(width))
    if len(names) != width:
        raise DataError(f"{source}:1: {width} cells, but --header names {len(names)} columns")
    return names


def _first(reader: "Iterator[list[str]]", source: str) -> list[str]:
    for row in reader:
        if any(cell.strip() for cell in row):
            return row
    raise DataError(f"{source}: the file is empty")
