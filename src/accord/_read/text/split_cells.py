"""A large delimited text by columns: the native core splits it and numbers the texts of a column.

What Python's csv module reads, and nothing else: where a text has anything odd (rows of several
widths, a quote that is not closed, letters behind one), that module reads it.
"""

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Any, overload

import numpy as np

from accord.model.names import Coded, IntArray, objects
from accord.native import call, core, in_c

_LARGE = 100_000
"""Letters from which on it pays to number the texts of columns."""

WIDE = 100
"""Columns up to which it pays: who looks at a wide table column by column builds rows each time."""

UNUSUAL = 3
"""What the core returns where Python must read."""


class SplitRows(Sequence[Sequence[str]]):
    """Rows by columns: each cell is the number of one of the texts of its column."""

    __slots__ = ("codes", "texts")

    def __init__(self, texts: Sequence[Any], codes: Sequence[IntArray]) -> None:
        self.texts, self.codes = texts, codes

    @property
    def width(self) -> int:
        """How many cells each row has."""
        return len(self.texts)

    def __len__(self) -> int:
        return len(self.codes[0])

    @overload
    def __getitem__(self, at: int) -> tuple[str, ...]: ...
    @overload
    def __getitem__(self, at: slice) -> "SplitRows": ...
    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return SplitRows(self.texts, [column[at] for column in self.codes])
        return tuple(t[c[at]] for t, c in zip(self.texts, self.codes, strict=True))

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        columns = (t[c].tolist() for t, c in zip(self.texts, self.codes, strict=True))
        return zip(*columns, strict=True)

    def cells(self, columns: Sequence[int]) -> Coded:
        """The cells of a column, or of several row by row, without the space around them."""
        if len(columns) == 1:
            return Coded.of(self.texts[columns[0]], self.codes[columns[0]], str.strip)
        places: dict[str, int] = {}
        codes = np.empty((len(self), len(columns)), np.int32)
        for into, at in enumerate(columns):
            rank = [places.setdefault(text.strip(), len(places)) for text in self.texts[at]]
            codes[:, into] = np.array(rank, np.int32)[self.codes[at]]
        return Coded.of(objects(list(places)), codes.ravel(), lambda text: text)


def split_rows(text: str, delimiter: str) -> tuple[SplitRows, list[int]] | None:
    """The rows of a text, and the lines in which they end; None where Python must read."""
    if core() is None or not delimiter.isascii() or delimiter in '"\r\n':
        return None
    head = csv.reader(io.StringIO(text[:_LARGE], newline=""), delimiter=delimiter)
    columns = len(next((row for row in head if any(map(str.strip, row))), ()))
    if not 0 < columns <= WIDE:
        return None
    try:
        raw = text.encode()
        room = raw.count(b"\n") + raw.count(b"\r") + 1  # a text has no more rows than lines
        codes = np.empty((columns, room), np.int32)
        begin, size = np.empty((2, columns, room), np.int64)  # written to as far as needed
    except (UnicodeEncodeError, MemoryError):
        return None
    line, number = np.empty(room, np.int64), np.zeros(columns + 1, np.int64)
    whole = (raw, len(raw), ord(delimiter), columns, room)
    into = (codes, begin, size, line, number)
    if room >= 2**31 or call("accord_split_cells", *in_c(*whole, *into)) == UNUSUAL:
        return None
    rows, *distinct = number.tolist()
    texts = []
    for c, n in enumerate(distinct):
        sizes, begins = size[c, :n], begin[c, :n]
        ends = begins + np.where(sizes < 0, -1 - sizes, sizes)
        cells = texts_at(text, raw, begins, ends)
        for at in np.flatnonzero(sizes < 0).tolist():
            cells[at] = cells[at].replace('""', '"')
        texts.append(objects(cells))
    split = SplitRows(texts, [codes[c, :rows].copy() for c in range(columns)])
    last = rows
    while last and not any(map(str.strip, split[last - 1])):  # below a table in a spreadsheet
        last -= 1
    if not last or not any(map(str.strip, split[0])):
        return None
    return split[:last], line[:last].tolist()


def texts_at(text: str, raw: bytes, begins: IntArray, ends: IntArray) -> list[str]:
    """Parts of a text, by places in its bytes."""
    places = zip(begins.tolist(), ends.tolist(), strict=True)
    if len(text) == len(raw):
        return [text[begin:end] for begin, end in places]
    return [raw[begin:end].decode() for begin, end in places]
