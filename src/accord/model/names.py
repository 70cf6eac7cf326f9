"""Names of items, coders and categories, and their integer codes."""

import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import fields
from itertools import chain
from math import inf
from numbers import Real
from operator import is_
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar, cast, overload

import numpy as np
import numpy.typing as npt

IntArray = npt.NDArray[np.integer[Any]]
FloatArray = npt.NDArray[np.float64]
BoolArray = npt.NDArray[np.bool_]

_Answer = TypeVar("_Answer")

NEARLY_ZERO = 1e-12
"""Of numbers about 1, what is left of 0 after rounding: far above the last of sixteen digits, even
after thousands of sums, and far below any disagreement or spread that data have."""

CHUNK = 1 << 16
"""How many values are looked at together: what fits the cache needs no fresh memory."""


class Frozen:
    """Data that nobody can change: arrays are read-only, columns about items are tuples.

    A dataclass takes over the arrays that it is made from; functions that build one from what
    users give copy first. Pickles and copies are made anew, so they are frozen too.
    """

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Any]]

    def __post_init__(self) -> None:
        for name in self.__dataclass_fields__:
            value = getattr(self, name)
            if isinstance(value, np.ndarray):
                value.setflags(write=False)
            elif isinstance(value, dict):
                held = {
                    k: v if isinstance(v, (tuple, Frozen)) else tuple(v) for k, v in value.items()
                }
                object.__setattr__(self, name, MappingProxyType(held))

    def __reduce__(self) -> tuple[Any, ...]:
        values = (getattr(self, each.name) for each in fields(cast(Any, self)))
        return type(self), tuple(dict(v) if isinstance(v, MappingProxyType) else v for v in values)


class Remembering(Frozen):
    """Frozen data that remember what was counted of them: one report asks for the same patterns
    dozens of times, and a study never changes.

    It is kept in a slot of the study itself. A table beside it, with the study as a weak key, would
    need a hash, which studies do not have (they compare by content), and would outlive them for a
    while; the slot goes when the study goes. It is no field of the dataclass, so that equality,
    repr, pickles, copies and `replace` do not know of it: what is derived from a study begins with
    nothing.
    """

    # Weak references let a cache of somebody else, and a test, see whether a study is gone.
    __slots__ = ("__weakref__", "_counts")

    _counts: dict[Any, Any]


def remembered(
    study: Any, count: Callable[[Any], _Answer], worth: Callable[[_Answer], bool] | None = None
) -> _Answer:
    """What `count` says of a study, counted when it is first asked for.

    `worth` says whether a result is to be kept. It must not be the study or hold it: then neither
    would go before the garbage collector looks for circles.
    """
    if not isinstance(study, Remembering):  # a study of somebody else's kind
        return count(study)
    try:
        known = study._counts
    except AttributeError:  # nothing was asked yet
        known = {}
        object.__setattr__(study, "_counts", known)
    if count in known:
        kept: _Answer = known[count]
        return kept
    answer = count(study)
    if worth is None or worth(answer):
        known[count] = answer
    return answer


class RowNames(Sequence[str]):
    """The names of items that only rows name: "1", "2" …, each put into words when it is asked for,
    as there may be millions.

    >>> list(RowNames(3)), RowNames(3)[-1], RowNames(3)[1:]
    (['1', '2', '3'], '3', ['2', '3'])
    """

    __slots__ = ("_rows",)

    def __init__(self, number: int) -> None:
        self._rows = range(1, number + 1)

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> list[str]: ...
    def __getitem__(self, at: int | slice) -> str | list[str]:
        rows = self._rows[at]
        return str(rows) if isinstance(rows, int) else list(map(str, rows))

    def __iter__(self) -> Iterator[str]:
        return map(str, self._rows)


class Names(Sequence[Hashable]):
    """An immutable sequence of names, backed by whatever holds them most cheaply.

    A million unnamed items are a `range`, two million real values an array; both
    look like a tuple of Python objects from outside.

    >>> import accord
    >>> accord.parts.Names(["a", "b"]).index("b")
    1
    >>> accord.parts.Names(range(3)).take([2, 0])
    Names(2, 0)
    """

    __slots__ = ("_index", "_kept", "_values")

    def __init__(self, values: "Iterable[Hashable] | npt.NDArray[Any] | Names" = ()) -> None:
        if isinstance(values, Names):
            values = values._values
        elif isinstance(values, np.ndarray):
            if values.flags.writeable or values.base is not None:  # somebody may write into it
                values = values.copy()
                values.setflags(write=False)
        elif not isinstance(values, (range, tuple, RowNames)):
            values = tuple(values)
        self._values: range | tuple[Hashable, ...] | RowNames | npt.NDArray[Any] = values
        self._index: dict[Hashable, int] | None = None
        self._kept: dict[Hashable, Any] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return Names, (self._values,)

    def __len__(self) -> int:
        return len(self._values)

    @overload
    def __getitem__(self, at: int) -> Hashable: ...
    @overload
    def __getitem__(self, at: slice) -> "Names": ...
    def __getitem__(self, at: int | slice) -> "Hashable | Names":
        if isinstance(at, slice):
            return Names(self._values[at])
        value = self._values[at]
        return value.item() if isinstance(value, np.generic) else value

    def __iter__(self) -> Iterator[Hashable]:
        values = self._values
        return iter(values.tolist() if isinstance(values, np.ndarray) else values)

    def __contains__(self, name: object) -> bool:
        return name in self._lookup()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(self) == len(other) and list(self) == list(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        shown = ", ".join(repr(name) for name in self[:6])
        return f"Names({shown}{', …' if len(self) > 6 else ''})"

    def _lookup(self) -> dict[Hashable, int]:
        if self._index is None:
            index: dict[Hashable, int] = {}
            for at, name in enumerate(self):
                index.setdefault(name, at)
            self._index = index
        return self._index

    def index(self, name: Hashable, *_: Any) -> int:
        """The position of `name`; ValueError if it is not there."""
        try:
            return self._lookup()[name]
        except KeyError:
            raise ValueError(f"{name!r} is not among the names") from None

    def take(self, at: "Sequence[int] | IntArray") -> "Names":
        """The names at these positions, repeats allowed."""
        if isinstance(self._values, np.ndarray):
            taken = self._values[np.asarray(at, dtype=np.intp)]
            taken.setflags(write=False)
            return Names(taken)
        places = at.tolist() if isinstance(at, np.ndarray) else at
        return Names(tuple(map(self._values.__getitem__, places)))

    def kept(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """What `make()` gives, made once and held for as long as these names live.

        A study and its resamples share their categories, so a table of distances between them
        is computed once for an interval.
        """
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]

    def all_numbers(self) -> bool:
        """Whether they are held as numbers, so that no two can be spellings of one name."""
        values = self._values
        return isinstance(values, range) or (
            isinstance(values, np.ndarray) and values.dtype.kind in "iuf"
        )

    def are_rows(self) -> bool:
        """Whether they only count rows, so that no two can be spellings of one name either."""
        return isinstance(self._values, RowNames)

    def numbers(self) -> FloatArray | None:
        """The names as float64, or None where one of them is not a real number."""
        values = self._values
        if isinstance(values, np.ndarray) and values.dtype.kind in "iuf":
            return values.astype(np.float64)
        if all(map(_is_number, values)):
            try:
                return np.array([float(v) for v in values], dtype=np.float64)  # type: ignore[arg-type]
            except OverflowError:  # 10**400 is a name like another, and no number to compute with
                return None
        return None

    def from_lowest(self) -> FloatArray | None:
        """How far each number lies above the lowest, None where a name is not a number.

        Differences are taken before they are rounded: numbers near 10¹⁵ keep their last digits,
        whole numbers above 2⁵³ are exact.
        """
        numbers = self.numbers()
        if numbers is None or not len(numbers) or not np.isfinite(numbers).all():
            return numbers
        if np.abs(numbers).max() < 2.0**53:
            return np.asarray(numbers - numbers.min())
        from fractions import Fraction

        exact: list[Any] = [v if isinstance(v, int) else Fraction(cast(Any, v)) for v in self]
        low = min(exact)
        return np.array([_rounded(v - low) for v in exact], dtype=np.float64)

    def ascending(self) -> IntArray:
        """The positions of the numbers, lowest first; whole numbers are compared exactly."""
        names: list[Any] = list(self)
        return np.array(sorted(range(len(names)), key=lambda at: names[at]), dtype=np.intp)


def _rounded(value: Any) -> float:
    try:
        return float(value)
    except OverflowError:  # of a difference: none is below 0
        return inf


def _is_number(value: object) -> bool:
    """Whether a name is a real number: of Python, NumPy or a decimal; True and False are not."""
    return isinstance(value, (Real, *decimals())) and not isinstance(value, (bool, np.bool_))


def decimals() -> tuple[type, ...]:
    """The class of decimals, where there can be one: nobody has one who did not import it."""
    module = sys.modules.get("decimal")
    return () if module is None else (module.Decimal,)


class Coded(Sequence[Any]):
    """Cells that know which of them are the same: `codes` has the place of each among `distinct`,
    which come in the order in which they are met. Cells are looked up where they are asked for: a
    list of ten million takes 80 MB. Whatever is made of it is a plain list."""

    __slots__ = ("codes", "distinct")

    def __init__(self, codes: IntArray, distinct: list[Any]) -> None:
        self.codes, self.distinct = codes, distinct

    def __len__(self) -> int:
        return len(self.codes)

    @overload
    def __getitem__(self, at: int) -> Any: ...
    @overload
    def __getitem__(self, at: slice) -> list[Any]: ...
    def __getitem__(self, at: int | slice) -> Any:
        if isinstance(at, slice):
            return list(map(self.distinct.__getitem__, self.codes[at].tolist()))
        return self.distinct[self.codes[at]]

    def __iter__(self) -> Iterator[Any]:
        table, codes = objects(self.distinct), self.codes
        parts = range(0, len(codes), CHUNK)
        return chain.from_iterable(table[codes[at : at + CHUNK]].tolist() for at in parts)

    def __reversed__(self) -> Iterator[Any]:
        return iter(Coded(self.codes[::-1], self.distinct))

    def __contains__(self, cell: object) -> bool:
        return cell in self.distinct

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (list, Coded)) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(list(self))

    def count(self, cell: Any) -> int:
        """How often a cell occurs."""
        return int((self.codes == self.distinct.index(cell)).sum()) if cell in self else 0

    def index(self, cell: Any, *_: Any) -> int:
        """Where a cell occurs first; ValueError where it does not."""
        return int((self.codes == self.distinct.index(cell)).argmax())

    @classmethod
    def of(cls, table: Any, codes: IntArray, change: Callable[[Any], Any]) -> "Coded":
        """Cells numbered by a table (an array of objects), of which some may not occur, changed;
        in the table nothing stands twice."""
        order: Any = _as_met(codes, len(table))
        number = len(order)
        as_met = bool((order == np.arange(number)).all())
        if as_met:
            order = slice(number)
        met = table[order].tolist()
        distinct = list(map(change, met))
        same = all(map(is_, met, distinct))  # nothing changed, so nothing has become the same
        if not (same and as_met):
            rank = np.empty(len(table), np.int32)
            if same:
                rank[order] = np.arange(len(met), dtype=np.int32)
            else:
                places: dict[Any, int] = {}
                rank[order] = [places.setdefault(one, len(places)) for one in distinct]
                distinct = list(places)
            codes = rank[codes]
        return cls(codes, distinct)

    def changed(self, change: Callable[[Any], Any]) -> "Coded":
        """The cells, each changed in the same way wherever it stands."""
        return self.of(objects(self.distinct), self.codes, change)

    def where(self, keep: BoolArray) -> "Coded":
        """Some of the cells."""
        return self.of(objects(self.distinct), self.codes[keep], lambda one: one)


def _as_met(codes: IntArray, size: int) -> IntArray:
    """The codes that occur, of those below `size`, in the order in which they are met."""
    seen = np.zeros(size, bool)
    met, number = [], 0
    for at in range(0, len(codes), CHUNK):
        part = codes[at : at + CHUNK]
        new = part[~seen[part]]
        if len(new):
            if (new[1:] < new[:-1]).any():
                _, first = np.unique(new, return_index=True)
                new = new[np.sort(first)]
            else:  # as they are where codes are numbered as they are met
                new = new[np.diff(new, prepend=-1) != 0]
            seen[new] = True
            met.append(new)
            number += len(new)
            if number == size:
                break
    return np.concatenate(met).astype(np.intp) if met else np.zeros(0, np.intp)


def numbered_as_met(values: list[Any], codes: IntArray) -> tuple[list[Any], IntArray]:
    """Values by the places of a list, numbered anew in the order in which they are met.

    >>> values, codes = numbered_as_met(["a", "b", "c"], np.array([2, 2, 0]))
    >>> values, codes.tolist()
    (['c', 'a'], [0, 0, 1])
    """
    order = _as_met(codes, len(values))
    if len(order) == len(values) and (order == np.arange(len(order))).all():
        return values, codes
    rank = np.empty(len(values), np.int32)
    rank[order] = np.arange(len(order), dtype=np.int32)
    return [values[at] for at in order.tolist()], rank[codes]


def objects(values: Sequence[Any]) -> Any:
    """An array of these values as they are, whatever they look like."""
    array = np.empty(len(values), object)
    array[:] = values
    return array


def different(numbers: IntArray) -> IntArray:
    """The different ones of many numbers, ascending. They are sorted: what is nearly in order, as
    codings by item are, sorts in a fraction of the time in which NumPy's unique hashes it.

    >>> different(np.array([3, 1, 3])).tolist()
    [1, 3]
    """
    numbers = np.sort(numbers.ravel(), kind="stable")
    return np.asarray(numbers[np.diff(numbers, prepend=numbers[:1] - 1) != 0])


def stripped_cells(rows: Sequence[Sequence[str]], columns: Sequence[int]) -> Sequence[str]:
    """The cells of some columns (by place), row by row, without the space around them.

    >>> stripped_cells([("a", "b "), ("c", "d")], [1, 0])
    ['b', 'a', 'd', 'c']
    """
    by_column = getattr(rows, "cells", None)  # rows of a large file, which come by columns
    if by_column is not None:
        cells: Sequence[str] = by_column(columns)
        return cells
    return [row[at].strip() for row in rows for at in columns]


def distinct_of(values: Sequence[Any]) -> Sequence[Any]:
    """The different ones, in the order in which they are met.

    >>> distinct_of(["b", "a", "b"])
    ['b', 'a']
    """
    return values.distinct if isinstance(values, Coded) else list(dict.fromkeys(values))


def changed(values: Sequence[Any], change: Callable[[Any], Any]) -> Sequence[Any]:
    """The values, each changed: the same ones once."""
    return values.changed(change) if isinstance(values, Coded) else [change(one) for one in values]


def factorize(values: "Sequence[Hashable] | npt.NDArray[Any]") -> tuple[IntArray, Names]:
    """Integer codes for `values` and the distinct values: numbers ascending, others as met.

    Nothing is dropped: the caller has removed what is missing.
    """
    if isinstance(values, Coded):
        if set(map(type, values.distinct)) <= {str}:
            return values.codes, Names(values.distinct)
        codes, names = _factorize_objects(values.distinct)
        return codes[values.codes] if len(values) else codes, names
    if isinstance(values, np.ndarray) and values.dtype.kind in "iufb":
        return _factorize_numbers(values)
    if isinstance(values, np.ndarray) and values.dtype.kind in "US":
        return _factorize_strings(values)
    return _factorize_objects(values)


def _factorize_numbers(values: npt.NDArray[Any]) -> tuple[IntArray, Names]:
    if not len(values):
        return np.zeros(0, np.int32), Names(values)
    low, high = values.min(), values.max()
    # A narrow range of whole numbers (ratings, category codes) needs no sort.
    if values.dtype.kind in "iub" or (high - low < 65536 and _whole(values)):
        span = int(high) - int(low) + 1
        if span <= max(65536, 4 * len(values)):
            if max(abs(low), abs(high)) < 2**31:
                shifted = values.astype(np.int32)
                shifted -= np.int32(low)
            else:
                shifted = (values - low).astype(np.int32)
            present = _seen(shifted, span) > 0
            if present.all():
                codes: IntArray = shifted
            else:
                codes = (np.cumsum(present, dtype=np.int32) - 1)[shifted]
            found = (np.flatnonzero(present) + low).astype(values.dtype)
            return codes, Names(found)
    distinct, inverse = np.unique(values, return_inverse=True)
    return inverse.reshape(-1).astype(np.int32), Names(distinct)


def _whole(values: npt.NDArray[Any]) -> bool:
    with np.errstate(invalid="ignore"):
        parts = (values[at : at + CHUNK] for at in range(0, len(values), CHUNK))
        return all(bool((part == np.rint(part)).all()) for part in parts)


def _seen(codes: IntArray, size: int) -> IntArray:
    """How often each code below `size` occurs."""
    if size > CHUNK or len(codes) < CHUNK:
        return np.bincount(codes, minlength=size)
    total = np.zeros(size, dtype=np.int64)
    for at in range(0, len(codes), CHUNK):
        total += np.bincount(codes[at : at + CHUNK], minlength=size)
    return total


def _factorize_strings(values: npt.NDArray[Any]) -> tuple[IntArray, Names]:
    """Fixed-width strings by a 64-bit hash of their bytes, checked against the originals."""
    contiguous = np.ascontiguousarray(values)
    width = contiguous.dtype.itemsize // 4 if contiguous.dtype.kind == "U" else 0
    if not width or len(values) < 1000:
        return _factorize_objects(values.tolist())
    letters = contiguous.view(np.uint32).reshape(len(values), width)
    hashed = letters[:, 0].astype(np.uint64)
    for column in range(1, width):
        hashed *= np.uint64(0x9E3779B97F4A7C15)
        hashed ^= letters[:, column]
    slots = _perfect_slots(hashed)
    if slots is None:
        first: IntArray
        _, first, inverse = np.unique(hashed, return_index=True, return_inverse=True)
        codes: IntArray = inverse.reshape(-1).astype(np.int32)
        names = contiguous[first]
    else:
        codes, first = slots
        names = contiguous[first]
    if not all((letters[:, c] == letters[first][:, c][codes]).all() for c in range(width)):
        return _factorize_objects(values.tolist())  # two strings shared a hash
    return codes, Names(tuple(names.tolist()))


def _perfect_slots(hashed: npt.NDArray[np.uint64]) -> tuple[IntArray, IntArray] | None:
    """Codes through a small table when few distinct hashes fall into distinct slots."""
    bits = 16
    slot = (hashed * np.uint64(0xD6E8FEB86659FD93) >> np.uint64(64 - bits)).astype(np.int32)
    present = np.bincount(slot, minlength=1 << bits) > 0
    if present.sum() > 4096:
        return None
    code_of = np.cumsum(present, dtype=np.int32) - 1
    codes = code_of[slot]
    first = np.empty(int(present.sum()), dtype=np.int64)
    first[codes[::-1]] = np.arange(len(codes) - 1, -1, -1)
    if not (hashed == hashed[first][codes]).all():
        return None
    return codes, first


def _factorize_objects(values: "Sequence[Hashable] | npt.NDArray[Any]") -> tuple[IntArray, Names]:
    names = list(dict.fromkeys(values))
    index = {name: at for at, name in enumerate(names)}
    # True equals 1: a category met as both is called by the number, whoever came first.
    if set(map(type, names)) & {bool, np.bool_}:
        for at, name in enumerate(names):
            if isinstance(name, (bool, np.bool_)):
                names[at] = next((v for v in values if v == name and _is_number(v)), name)
    codes = np.fromiter(map(index.__getitem__, values), dtype=np.int32, count=len(values))
    if all(map(_is_number, names)):
        order = sorted(range(len(names)), key=lambda at: names[at])
        rank = np.empty(len(names), np.int32)
        rank[order] = np.arange(len(names), dtype=np.int32)
        return rank[codes] if len(codes) else codes, Names(names[at] for at in order)
    return codes, Names(names)


def in_order(names: Iterable[Hashable]) -> Names:
    """Distinct names in an order of their own: numbers ascending, then all others by text."""
    known = dict.fromkeys(names)
    numbers = [n for n in known if isinstance(n, (int, float)) and not isinstance(n, bool)]
    others = [n for n in known if not isinstance(n, (int, float)) or isinstance(n, bool)]
    ranked = sorted(others, key=lambda name: (type(name).__name__, _text(name)))
    return Names([*sorted(numbers), *ranked])


def _text(name: Hashable) -> str:
    return " ".join(sorted(map(str, name))) if isinstance(name, frozenset) else str(name)
