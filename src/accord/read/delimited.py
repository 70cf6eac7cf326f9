"""Delimited text (CSV, TSV …) into columns of strings, with the line of every row."""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from accord.errors import DataError

DELIMITERS = ",\t;|"


@dataclass(frozen=True, slots=True)
class Table:
    """Columns of cells, all strings, and where each row stands in the file."""

    source: str
    header: tuple[str, ...]
    rows: list[list[str]]
    lines: list[int]
    notes: tuple[str, ...]

    def column(self, name: str) -> list[str]:
        """The cells of one column."""
        at = self.header.index(name)
        return [row[at] for row in self.rows]

    def where(self) -> list[str]:
        """The place of each row, for error messages."""
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


def read_delimited(
    path: Path, *, delimiter: str | None = None, encoding: str | None = None
) -> Table:
    """Read a delimited file with a header line."""
    source = path.name
    try:
        text, used = decode(path.read_bytes(), source, encoding)
    except FileNotFoundError:
        raise DataError(f"{path}: no such file") from None
    except (IsADirectoryError, PermissionError) as error:
        raise DataError(f"{path}: cannot be read ({error.strerror})") from None
    notes = [] if used == "utf-8-sig" else [f"encoding {used}"]
    if "\x00" in text[:10_000]:
        raise DataError(f"{source}: holds binary data, not a text table")
    chosen = delimiter or _guessed(text, path.suffix)
    if delimiter is None:
        notes.append(f"delimiter {chosen!r}")
    header, rows, lines = _parsed(text, chosen, source)
    return Table(source, header, rows, lines, tuple(notes))


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
    text: str, delimiter: str, source: str
) -> tuple[tuple[str, ...], list[list[str]], list[int]]:
    if len(delimiter) != 1:
        raise DataError(f"a delimiter is one character, got {delimiter!r}")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    rows, lines = [], []
    try:
        header = tuple(name.strip() for name in _first(reader, source))
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
    except csv.Error as error:
        raise DataError(f"{source}:{reader.line_num}: {error}") from None
    twice = [name for at, name in enumerate(header) if name in header[:at]]
    if twice:
        raise DataError(f"{source}:1: two columns are called {twice[0]!r}; rename one")
    return header, rows, lines


def _first(reader: "Iterator[list[str]]", source: str) -> list[str]:
    for row in reader:
        if any(cell.strip() for cell in row):
            return row
    raise DataError(f"{source}: the file is empty")
