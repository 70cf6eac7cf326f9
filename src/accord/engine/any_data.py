"""Whatever was given as a study, or as its counts where these are enough and come at once."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from inspect import signature
from typing import Any, Concatenate, ParamSpec, TypeVar

import numpy as np

from accord.engine.tally import Tally
from accord.measure.cube.kernel import Countable
from accord.model.codings.codings import Codings
from accord.model.codings.patterns import Counts, Patterns
from accord.model.names import Names
from accord.model.study import Study

BLOCK = 1 << 15
"""So many rows are counted at a time: they stay in the processor's cache."""

Data = Any
"""A study, or anything that is one: `accord.read.door.in_memory` says what."""

COLUMNS = ("item", "coder", "category", "coders", "categories", "items")
"""How columns of data that are no study yet are named."""

KINDS = 1 << 18
"""At most so many kinds of items are counted in a table of their own."""

WORDS = 256
"""At most so many different words are counted as labels without a study."""

MOST_CELLS = 20_000_000
"""At most so many counts of an item and a category are held."""


def study_of(
    data: Data, more: Sequence[Data] = (), kind: type[Any] = Codings, **reading: Any
) -> Any:
    """The study that was given, or read, made or counted from what was given."""
    if isinstance(data, (Study, Countable)) and not more and not reading:
        return data
    if _in_an_engine(data):
        from accord.engine.count_files import count

        return count(data, **reading)
    from accord.read.door.in_memory import study_in_memory

    return study_in_memory(data, more, kind, **reading)


_Given = ParamSpec("_Given")
_Found = TypeVar("_Found")


def takes_data(
    function: Callable[Concatenate[Any, _Given], _Found],
) -> Callable[Concatenate[Data, _Given], _Found]:
    """A function of a study, as one of anything that is a study.

    Columns are named as for a measure: `breakdown(frame, "category", item="id", …)`.
    """
    first, *others = signature(function).parameters
    columns = [name for name in COLUMNS if name not in others]

    @wraps(function)
    def opened(*args: Any, **given: Any) -> _Found:
        reading = {name: given.pop(name) for name in columns if name in given}
        if first in given:
            given[first] = study_of(given[first], **reading)
        elif args:
            args = (study_of(args[0], **reading), *args[1:])
        return function(*args, **given)

    return opened


def _in_an_engine(data: Any) -> bool:
    """Whether it is a table that an engine holds: lazy for narwhals, unlike one in memory."""
    if isinstance(data, (str, bytes, Sequence, np.ndarray, dict)):
        return False
    import narwhals as nw

    try:
        return isinstance(nw.from_native(data), nw.LazyFrame)
    except TypeError:
        return False


@dataclass(frozen=True, slots=True)
class _Coded:
    """Labels of each coder as small whole numbers from 0; `size` stands for a missing one."""

    columns: list[Any]
    names: list[Any]
    low: int
    size: int
    gaps: bool
    rows: Any = None

    @property
    def base(self) -> int:
        return self.size + self.gaps

    def part(self, column: Any, begin: int, most: int = BLOCK) -> Any:
        """The codes of some items."""
        part = column[begin : begin + most]
        if part.dtype.kind == "f":
            part = np.where(np.isnan(part), self.low + self.size, part)
        part = part if part.dtype == np.intp else part.astype(np.intp)
        return part - self.low if self.low else part


def counts_of_arrays(data: Data, more: Sequence[Data], who: bool = True) -> Tally | None:
    """The counts of labels that are few: small whole numbers in arrays, or words; else None.

    They hold all that a coefficient of the cube needs, and a million items take milliseconds.
    `who` is whether it must be known who chose what.

    >>> counts_of_arrays(np.array([0, 1, 1]), [np.array([0, 1, 0])])
    Tally(3 items, 2 coders, 2 categories, 3 patterns)
    """
    columns = _columns(data, more)
    coded = None if columns is None else _coded(columns)
    if coded is None:
        return None
    n, m = len(coded.columns[0]), len(coded.columns)
    kinds = coded.base**m
    if kinds > KINDS:
        return None if who else _by_category(n, m, coded)
    times = np.zeros(kinds, np.intp)
    at_once = BLOCK if kinds < BLOCK else n  # a small table is cheaper to add up than to fill
    for begin in range(0, n, at_once):
        key = np.empty(min(at_once, n - begin), np.intp)
        for start in range(0, len(key), BLOCK):
            some = key[start : start + BLOCK]
            some[:] = coded.part(coded.columns[0], begin + start)
            for column in coded.columns[1:]:
                some *= coded.base
                some += coded.part(column, begin + start)
        times += np.bincount(key, minlength=kinds)
    return _by_coder(times, m, coded)


def _columns(data: Data, more: Sequence[Data]) -> list[Any] | None:
    """The labels of each coder: arrays or lists of one length."""
    table = not more and isinstance(data, np.ndarray) and data.ndim == 2
    if table and (len(data) < 100 or data.shape[1] < 2):
        return None  # small, and the door asks which side the coders are
    columns = list(data.T) if table else [data, *more]
    kinds = {type(column) for column in columns}
    if len(columns) < 2 or not (kinds <= {np.ndarray} or kinds <= {list, tuple}):
        return None
    if len({len(column) for column in columns}) > 1 or not len(columns[0]):
        return None
    return columns if all(getattr(column, "ndim", 1) == 1 for column in columns) else None


def _coded(columns: list[Any]) -> _Coded | None:
    if isinstance(columns[0], np.ndarray) and {c.dtype.kind for c in columns} <= set("iuf"):
        return _coded_numbers(columns)
    if any(isinstance(column, np.ndarray) and column.dtype.kind not in "UO" for column in columns):
        return None
    listed = [c.tolist() if isinstance(c, np.ndarray) else c for c in columns]
    try:
        seen = set().union(*listed)
    except TypeError:  # labels that cannot be hashed: the door says what is wrong
        return None
    if len(seen) > WORDS or {type(label) for label in seen} != {str} or "" in seen:
        return None
    names = sorted(seen)
    code = {name: at for at, name in enumerate(names)}.__getitem__
    coded = [np.fromiter(map(code, labels), np.intp, len(labels)) for labels in listed]
    return _Coded(coded, names, 0, len(names), False)


def _coded_numbers(columns: list[Any]) -> _Coded | None:
    whole = columns[0].base if columns[0].base is not None else columns[0]
    if whole.ndim == 2 and whole.flags.c_contiguous and whole.shape[1] == len(columns):
        flat = whole.reshape(-1)  # the rows of a table, one after the other, are read in one go
        found = _coded_numbers([flat])
        return None if found is None else replace(found, columns=columns, rows=whole)
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
        low, high = np.fmin.reduce(column), np.fmax.reduce(column)
        if not (np.abs(low) < KINDS and np.abs(high) < KINDS):
            return None
        for begin in range(0, len(column), BLOCK):
            part = column[begin : begin + BLOCK]
            if ((part != np.rint(part)) & (part == part)).any():  # noqa: PLR0124 - nan
                return None
        return int(low), int(high)
    low, high = int(column.min()), int(column.max())
    return (low, high) if low > -KINDS and high < KINDS else None


def _by_coder(times: Any, coders: int, coded: _Coded) -> Tally | None:
    """The tally of kinds of items: which category each coder chose, and how often."""
    kind = np.flatnonzero(times)
    digits = np.empty((len(kind), coders), np.int32)
    rest = kind
    for at in reversed(range(coders)):
        rest, digits[:, at] = np.divmod(rest, coded.base)
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


def _by_category(n: int, coders: int, coded: _Coded) -> Tally | None:
    """The tally of how many coders chose each category on each item."""
    if n * coded.base > MOST_CELLS:
        return None
    table = np.zeros((n, coded.base), np.intp)
    most = max(BLOCK // coders, 1)
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
    table = table[:, : coded.size]
    used = np.flatnonzero(table.any(axis=0))
    if not len(used):
        return None
    row, column = np.nonzero(table[:, used])
    counts = Counts.of(row, column, n, len(used), table[:, used][row, column].astype(np.float64))
    names = Names(coded.names[at] for at in used)
    return Tally(_numbered(coders), names, False, Patterns(counts, np.ones(n)), coders)


def _numbered(coders: int) -> Names:
    return Names(f"coder {at}" for at in range(1, coders + 1))
