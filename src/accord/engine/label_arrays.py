"""Labels in arrays or lists, one for each coder, as their counts: all that the cube needs.

Where labels are few, an item is the number whose digits are its labels, coder by coder, and equal
numbers are counted. The native core does it in one pass over the memory; where it is not there,
NumPy does, block by block.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import comb
from typing import Any

import numpy as np

from accord.engine.tally import Tally
from accord.kinds.labels.cells import LOST, is_there, unwrapped
from accord.kinds.labels.patterns import Counts, Patterns
from accord.kinds.labels.words import (
    MOST_WORDS,
    ROWS_THAT_TELL,
    Words,
    by_identity,
    numbered_words,
    texts_in_core,
    words_in_core,
)
from accord.model.names import FloatArray, IntArray, Names

ROWS_IN_CACHE = 1 << 15
"""So many rows are counted at a time: they stay in the processor's cache."""

MOST_ITEM_KINDS = 1 << 18
"""At most so many kinds of items are counted in a table of their own."""

MOST_COUNTS_HELD = 20_000_000
"""At most so many counts of an item and a category are held."""

PIECE = 1 << 21
"""So many rows the core counts in one call of milliseconds: Ctrl-C is heard in between."""

MOST_IN_CORE = 64
"""At most so many columns the core takes."""

CORE_TYPES = {
    f"{kind}{size}": at
    for at, (kind, size) in enumerate([*product("iu", (1, 2, 4, 8)), ("f", 4), ("f", 8)])
}
"""How the core knows the types of labels."""


@dataclass(frozen=True, slots=True)
class _Coded:
    """Labels of each coder as small whole numbers from 0; `size` stands for a missing one."""

    columns: list[Any]
    names: list[Any]
    low: int
    size: int
    gaps: bool
    rows: Any = None
    native: bool = False

    @property
    def base(self) -> int:
        return self.size + self.gaps

    @property
    def kinds(self) -> int:
        """How many items could differ in who chose what; a large number where very many."""
        m = len(self.columns)
        # Beyond 62 bits the power would not fit a machine word, and the answer ("too many") is the
        # same.
        return self.base**m if m * np.log2(self.base) < 62 else 1 << 62

    def part(self, column: Any, begin: int, most: int = ROWS_IN_CACHE) -> Any:
        """The codes of some items."""
        part = column[begin : begin + most]
        if part.dtype.kind == "f":
            part = np.where(np.isnan(part), self.low + self.size, part)
        part = part if part.dtype == np.intp else part.astype(np.intp)
        return part - self.low if self.low else part


def counts_of_arrays(data: Any, more: Sequence[Any], who: bool = True) -> Tally | None:
    """The counts of labels that are few: small whole numbers in arrays, or words; else None.

    They hold all that a coefficient of the cube needs, and a million items take milliseconds.
    `who` is whether it must be known who chose what.

    >>> counts_of_arrays(np.array([0, 1, 1]), [np.array([0, 1, 0])])
    Tally(3 items, 2 coders, 2 categories, 3 patterns)
    """
    columns = _columns(data, more)
    if columns is None:
        return None
    rows = data if len(columns) > 1 + len(more) and data.flags.c_contiguous else None
    # The core first, on labels guessed from the first rows: looking at all of them takes longer
    # than counting them.
    if _is_for_the_core(columns):
        # Most labels are those of the first rows; where the core meets others, all are looked at.
        some = None if rows is None else rows[:ROWS_THAT_TELL]
        looked = _coded([column[:ROWS_THAT_TELL] for column in columns], some)
        if looked is not None:
            found = _counted_in_core(replace(looked, columns=columns, rows=rows), who)
            if found is not None:
                return found[0]
    coded = _coded(columns, rows)
    if coded is None:
        return None
    if _is_for_the_core(coded.columns):
        found = _counted_in_core(coded, who)
        if found is not None:
            return found[0]
    return _counted(coded, who)


def _counted_in_core(coded: _Coded, who: bool) -> tuple[Tally | None] | None:
    """What the core counts; None where it meets labels that it does not know."""
    try:
        return (_counted(replace(coded, native=True), who),)
    except _OtherLabelsError:
        return None


class _OtherLabelsError(Exception):
    """There are labels that were not expected."""


def _is_for_the_core(columns: list[Any]) -> bool:
    if len(columns[0]) <= ROWS_THAT_TELL or len(columns) > MOST_IN_CORE:
        return False
    from accord.native import core

    return core() is not None and _type(columns) is not None


def run_when_needed(name: str, *arguments: Any) -> int:
    """A function of the core, which few labels never need and so do not load."""
    from accord.native import run as run_in_core

    return run_in_core(name, *arguments)


def _type(columns: list[Any]) -> int | None:
    """The type of all labels, as the core knows it."""
    if not all(isinstance(column, np.ndarray) for column in columns):
        return None
    dtype = columns[0].dtype
    if not dtype.isnative or any(column.dtype != dtype for column in columns):
        return None
    return CORE_TYPES.get(dtype.str[1:])


def _counted(coded: _Coded, who: bool) -> Tally | None:
    if coded.kinds > MOST_ITEM_KINDS:
        if who or len(coded.columns[0]) * coded.base > MOST_COUNTS_HELD:
            return None
        return _by_category(_counts(coded), coded)
    return _by_coder(_times(coded), coded) if who else _by_labels(coded)


def _columns(data: Any, more: Sequence[Any]) -> list[Any] | None:
    """The labels of each coder: arrays or lists of one length."""
    table = not more and isinstance(data, np.ndarray) and data.ndim == 2
    # Below 100 rows nothing is gained, and a small square table may have its coders in rows.
    if table and (len(data) < 100 or data.shape[1] < 2):
        return None  # small, and the door asks which side the coders are
    columns = list(data.T) if table else [data, *more]
    if more and hasattr(data, "to_numpy"):  # series: the door compares their indexes
        indexes = [getattr(column, "index", None) for column in columns]
        first = indexes[0] if hasattr(indexes[0], "equals") else None
        # Series with other indexes must be joined by these, which is the door's work: place by
        # place would compare different items.
        if first is not None and not all(first.equals(index) for index in indexes[1:]):
            return None
        columns = [_unwrapped(column) for column in columns]
        if any(isinstance(column, (list, Words)) for column in columns):
            columns = [_listed(c) if isinstance(c, np.ndarray) else c for c in columns]
    kinds = {type(column) for column in columns}
    if len(columns) < 2 or not (kinds <= {np.ndarray} or kinds <= {list, tuple, Words}):
        return None
    if len({len(column) for column in columns}) > 1 or not len(columns[0]):
        return None
    return columns if all(getattr(column, "ndim", 1) == 1 for column in columns) else None


_TEXTS = "UOTb"
"""Arrays of words: of one width, of objects, of any width; and of truths."""


def _unwrapped(column: Any) -> Any:
    """What a series holds: numbers, or its labels, as numbers where that is quick."""
    words = numbered_words(column)
    return _gaps_as_nan(unwrapped(column)) if words is None else words


def _listed(column: Any) -> Any:
    """The labels of an array, as numbers where they are few."""
    if column.dtype.kind in "UO" and (words := words_in_core(column)) is not None:
        return words
    listed = column.tolist()
    return texts_in_core(listed) or listed


def _gaps_as_nan(column: Any) -> Any:
    """Whole numbers of which some are missing as real ones; large ones are no labels here."""
    if isinstance(column, np.ma.MaskedArray):
        return np.where(np.ma.getmaskarray(column), np.nan, column.data)
    return column


def _coded(columns: list[Any], rows: Any = None) -> _Coded | None:
    if isinstance(columns[0], np.ndarray) and {c.dtype.kind for c in columns} <= set("iuf"):
        return _coded_numbers(columns, rows)
    if all(isinstance(column, np.ndarray) and column.dtype.kind == "b" for column in columns):
        truths = _coded_numbers([column.view(np.int8) for column in columns])
        return None if truths is None else replace(truths, names=[bool(n) for n in truths.names])
    if any(
        isinstance(column, np.ndarray) and column.dtype.kind not in _TEXTS for column in columns
    ):
        return None
    listed = [_listed(c) if isinstance(c, np.ndarray) else _few(c) for c in columns]
    try:
        seen = set().union(*(c.values if isinstance(c, Words) else c for c in listed))
    except TypeError:  # labels that cannot be hashed: the door says what is wrong
        return None
    there = [label for label in seen if is_there(label)] if len(seen) <= MOST_WORDS else []
    if not seen.isdisjoint(LOST) and any(isinstance(c, np.ndarray) for c in columns):
        there = []  # text that NumPy made of what is missing: the door says so
    # One type alone: "1" and 1, or 1 and True, are labels that only the rules of reading can tell
    # apart.
    if {type(label) for label in there} not in ({str}, {bool}):
        return None
    names = sorted(there)
    codes = dict.fromkeys(seen, len(names)) | {name: at for at, name in enumerate(names)}
    coded = [_codes(labels, codes) for labels in listed]
    return _Coded(coded, names, 0, len(names), len(there) < len(seen))


def _few(labels: Any) -> Any:
    """Labels as numbers where they are few objects."""
    if isinstance(labels, Words):
        return labels
    return by_identity(labels) or texts_in_core(labels) or labels


def _codes(labels: Any, codes: dict[Any, int]) -> IntArray:
    """The codes of labels."""
    if isinstance(labels, Words):
        table = np.array([codes[value] for value in labels.values], np.int16)
        return np.asarray(table[labels.codes])
    return np.fromiter(map(codes.get, labels), np.int16, len(labels))


def _coded_numbers(columns: list[Any], rows: Any = None) -> _Coded | None:
    if rows is not None:  # the rows of a table, one after the other, are read in one go
        found = _coded_numbers([rows.reshape(-1)])
        return None if found is None else replace(found, columns=columns, rows=rows)
    spread = [_spread(column) for column in columns]
    if None in spread:
        return None
    low = min(each[0] for each in spread if each is not None)
    size = max(each[1] for each in spread if each is not None) - low + 1
    gaps = any(column.dtype.kind == "f" and np.isnan(column).any() for column in columns)
    return _Coded(columns, list(range(low, low + size)), low, size, gaps)


def _spread(column: Any) -> tuple[int, int] | None:
    """The least and the largest label; None where labels are not small whole numbers."""
    if column.dtype.kind == "f":
        low, high = float(np.fmin.reduce(column)), float(np.fmax.reduce(column))
        if not (abs(low) < MOST_ITEM_KINDS and abs(high) < MOST_ITEM_KINDS):
            return None
        for begin in range(0, len(column), ROWS_IN_CACHE):
            part = column[begin : begin + ROWS_IN_CACHE]
            # In blocks, so that no second array of the size of the data is made.
            with np.errstate(invalid="ignore"):  # the NA of R is a NaN that signals
                whole = np.rint(part)
            if ((part != whole) & (part == part)).any():  # noqa: PLR0124 - nan
                return None
        return int(low), int(high)
    low, high = int(column.min()), int(column.max())
    return (low, high) if low > -MOST_ITEM_KINDS and high < MOST_ITEM_KINDS else None


def _times(coded: _Coded) -> IntArray:
    """How many items there are of each kind: who chose what."""
    n, kinds = len(coded.columns[0]), coded.kinds
    if coded.native:
        return _times_in_core(coded, True, kinds)
    times = np.zeros(kinds, np.int64)
    # Every call of bincount clears a table of all kinds: with many kinds it is called once.
    at_once = (
        ROWS_IN_CACHE if kinds < ROWS_IN_CACHE else n
    )  # a small table is cheaper to add up than to fill
    for begin in range(0, n, at_once):
        key = np.empty(min(at_once, n - begin), np.intp)
        for start in range(0, len(key), ROWS_IN_CACHE):
            some = key[start : start + ROWS_IN_CACHE]
            some[:] = coded.part(coded.columns[0], begin + start)
            for column in coded.columns[1:]:
                some *= coded.base
                some += coded.part(column, begin + start)
        times += np.bincount(key, minlength=kinds)
    return times


def _times_in_core(coded: _Coded, who: bool, number: int) -> IntArray:
    """How many items there are of each kind: who chose what, or what each half of them chose."""
    times = np.zeros(number, np.int64)
    if coded.gaps and coded.columns[0].dtype.kind != "f":  # what is missing is a number, too
        coded = replace(coded, size=coded.base, gaps=False)
    for begin in range(0, len(coded.columns[0]), PIECE):  # each adds to what there is
        _run(coded, "accord_count_kinds", begin, int(who), number, times)
    return times


def _run(coded: _Coded, name: str, begin: int, *into: Any) -> None:
    """Let the core count a piece of the columns; raise where there are other labels."""
    columns = [column[begin : begin + PIECE] for column in coded.columns]
    # The core walks all columns with one step.
    if len({column.strides for column in columns}) > 1:
        columns = [np.ascontiguousarray(column) for column in columns]
    counted, kind = np.zeros(1, np.int64), _type(columns)
    assert kind is not None
    at = np.array([column.ctypes.data for column in columns], np.uintp)
    strides = np.array([column.strides[0] for column in columns], np.int64)
    n, m = len(columns[0]), len(columns)
    run_when_needed(
        name, kind, at, strides, n, m, coded.low, coded.size, int(coded.gaps), *into, counted
    )
    if counted[0] < n:
        raise _OtherLabelsError


def _counts(coded: _Coded) -> Counts:
    """How many coders chose each category on each item."""
    n, m = len(coded.columns[0]), len(coded.columns)
    if coded.native:
        room = n * min(m, coded.size) + 1
        bounds, category = np.empty(n + 1, np.int64), np.empty(room, np.int64)
        count = np.empty(room)
        at = 0
        for begin in range(0, n, PIECE):
            some = bounds[begin : begin + PIECE + 1]
            _run(coded, "accord_count_categories", begin, some, category[at:], count[at:])
            some += at
            at = int(some[-1])
        return Counts(coded.size, bounds, category[: bounds[-1]], count[: bounds[-1]])
    table = np.zeros((n, coded.base), np.intp)
    most = max(ROWS_IN_CACHE // m, 1)
    for begin in range(0, n, most):
        rows = min(most, n - begin)
        first = np.arange(rows) * coded.base
        if coded.rows is not None:
            keys = (coded.part(coded.rows, begin, most) + first[:, None]).reshape(-1)
        else:
            parts = [coded.part(column, begin, most) + first for column in coded.columns]
            keys = np.concatenate(parts)
        counted = np.bincount(keys, minlength=rows * coded.base)
        table[begin : begin + rows] = counted.reshape(rows, coded.base)
    row, category = np.nonzero(table[:, : coded.size])
    bounds = np.concatenate([[0], np.cumsum(np.bincount(row, minlength=n))])
    return Counts(coded.size, bounds, category, table[row, category].astype(np.float64))


def _by_coder(times: IntArray, coded: _Coded) -> Tally | None:
    """The tally of kinds of items: which category each coder chose, and how often."""
    kind, coders = np.flatnonzero(times), len(coded.columns)
    digits = _digits(kind, coded)
    there = digits < coded.size
    used = np.flatnonzero(np.bincount(digits[there], minlength=1))
    if not len(used):
        return None
    code = np.zeros(coded.base, np.int32)
    code[used] = np.arange(len(used))
    pattern, coder = np.nonzero(there)
    cells = (pattern, coder, code[digits[there]])
    names = Names(coded.names[at] for at in used)
    return Tally.of_cells(_numbered(coders), names, False, cells, times[kind].astype(np.float64))


def _by_labels(coded: _Coded) -> Tally | None:
    """The tally of kinds of items where it does not matter who chose what."""
    digits, number = _merged(coded)
    row, column = np.nonzero(digits < coded.size)
    counts = Counts.of(row, digits[row, column], len(digits), coded.size)
    return _by_category(counts, coded, number.astype(np.float64))


def _merged(coded: _Coded) -> tuple[IntArray, IntArray]:
    """The labels of each kind in ascending order, and how many items have them."""
    m, base = len(coded.columns), coded.base
    if coded.native:
        # Two halves of the coders, each as a multiset: far fewer kinds than who chose what, and
        # small enough to index by.
        number = comb(base + m - m // 2 - 1, m - m // 2) * comb(base + m // 2 - 1, m // 2)
        times = _times_in_core(coded, False, number)
        most, found = comb(base + m - 1, m), np.zeros(1, np.int64)
        digits, items = np.empty((most, m), np.int32), np.empty(most, np.int64)
        run_when_needed("accord_merge_kinds", times, m, base, digits, items, found)
        return digits[: found[0]], items[: found[0]]
    times = _times(coded)
    before = np.flatnonzero(times)
    ordered = np.sort(_digits(before, coded), axis=1).astype(np.int64)
    key = ordered @ base ** np.arange(m - 1, -1, -1, dtype=np.int64)
    kind, into = np.unique(key, return_inverse=True)
    return _digits(kind, coded), np.bincount(into.reshape(-1), weights=times[before])


def _by_category(counts: Counts, coded: _Coded, number: FloatArray | None = None) -> Tally | None:
    """The tally of how many coders chose each category; `number` items have each row of counts."""
    used = np.flatnonzero(np.bincount(counts.category, minlength=coded.size))
    if not len(used):
        return None
    category = counts.category
    if len(used) < coded.size:
        code = np.zeros(coded.size, np.int64)
        code[used] = np.arange(len(used))
        category = code[category]
    number = np.ones(len(counts)) if number is None else number
    patterns = Patterns(Counts(len(used), counts.bounds, category, counts.count), number)
    names, coders = Names(coded.names[at] for at in used), len(coded.columns)
    return Tally(_numbered(coders), names, False, patterns, coders)


def _digits(kind: IntArray, coded: _Coded) -> IntArray:
    """The labels of kinds of items, coder by coder."""
    digits = np.empty((len(kind), len(coded.columns)), np.int32)
    rest = kind
    for at in reversed(range(len(coded.columns))):
        rest, digits[:, at] = np.divmod(rest, coded.base)
    return digits


def _numbered(coders: int) -> Names:
    return Names(f"coder {at}" for at in range(1, coders + 1))
