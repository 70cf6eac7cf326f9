"""Whatever was given as a study, or as its counts where these are enough and come at once."""

from collections.abc import Callable, Sequence
from functools import wraps
from inspect import signature
from typing import Any, Concatenate, ParamSpec, TypeVar

import numpy as np

from accord.engine.tally import Tally
from accord.measure.cube.kernel import Countable
from accord.model.codings.codings import Codings
from accord.model.names import Names
from accord.model.study import Study

BLOCK = 1 << 15
"""So many rows are counted at a time: they stay in the processor's cache."""

Data = Any
"""A study, or anything that is one: `accord.read.door.in_memory` says what."""

COLUMNS = ("item", "coder", "category", "coders", "categories", "items")
"""How columns of data that are no study yet are named."""

KINDS = 1 << 16
"""At most so many kinds of items are counted in a table of their own."""


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


def counts_of_arrays(data: Data, more: Sequence[Data]) -> Tally | None:
    """The counts of labels that are small whole numbers in arrays, in one pass; else None.

    They hold all that a coefficient of the cube needs, and a million items take milliseconds.

    >>> counts_of_arrays(np.array([0, 1, 1]), [np.array([0, 1, 0])])
    Tally(3 items, 2 coders, 2 categories, 3 patterns)
    """
    columns = _columns(data, more)
    if columns is None or not len(columns[0]):
        return None
    spread = [_spread(column) for column in columns]
    if None in spread:
        return None
    low = min(each[0] for each in spread if each is not None)
    size = max(each[1] for each in spread if each is not None) - low + 1
    base = size + any(column.dtype.kind == "f" for column in columns)  # one more for nan
    if base ** len(columns) > KINDS:
        return None
    times = np.zeros(base ** len(columns), np.int64)
    for begin in range(0, len(columns[0]), BLOCK):
        key = np.zeros(min(BLOCK, len(columns[0]) - begin), np.int32)
        for column in columns:
            part = column[begin : begin + BLOCK]
            if part.dtype.kind == "f":
                part = np.where(np.isnan(part), low + size, part)
            key *= base
            key += (part - low).astype(np.int32, copy=False) if low else part.astype(np.int32)
        times += np.bincount(key, minlength=len(times))
    return _tally(times, len(columns), low, size, base)


def _columns(data: Data, more: Sequence[Data]) -> list[Any] | None:
    """The labels of each coder, where all are numbers in arrays of one length."""
    table = not more and isinstance(data, np.ndarray) and data.ndim == 2
    if table and (len(data) < 100 or data.shape[1] < 2):
        return None
    columns = list(data.T) if table else [data, *more]
    if any(type(column) is not np.ndarray or column.ndim != 1 for column in columns):
        return None
    kinds = {column.dtype.kind for column in columns}
    same = len({len(column) for column in columns}) == 1
    return columns if same and len(columns) > 1 and kinds <= set("iuf") else None


def _spread(column: Any) -> tuple[int, int] | None:
    """The least and the largest label; None where labels are not small whole numbers."""
    if column.dtype.kind == "f":
        low, high = np.fmin.reduce(column), np.fmax.reduce(column)
        whole = np.abs(low) < KINDS and np.abs(high) < KINDS
        if not whole or ((column != np.rint(column)) & (column == column)).any():  # noqa: PLR0124
            return None
        return int(low), int(high)
    low, high = int(column.min()), int(column.max())
    return (low, high) if low > -KINDS and high < KINDS else None


def _tally(times: Any, coders: int, low: int, size: int, base: int) -> Tally | None:
    """The tally of kinds of items: which category each coder chose, and how often."""
    kind = np.flatnonzero(times)
    digits = np.empty((len(kind), coders), np.int32)
    rest = kind
    for at in reversed(range(coders)):
        rest, digits[:, at] = np.divmod(rest, base)
    there = digits < size
    used = np.unique(digits[there])
    if not len(used):
        return None
    code = np.zeros(base, np.int32)
    code[used] = np.arange(len(used))
    pattern, coder = np.nonzero(there)
    names = Names(f"coder {at}" for at in range(1, coders + 1))
    cells = (pattern, coder, code[digits[there]])
    multiplicity = times[kind].astype(np.float64)
    return Tally.of_cells(names, Names((used + low).tolist()), False, cells, multiplicity)
