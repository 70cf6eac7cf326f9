"""What coders marked in one document: units of a continuum."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isfinite
from typing import Any, ClassVar, NamedTuple

import numpy as np

from accord.errors import DataError
from accord.kinds.documents.parts import Columns, saw
from accord.model.names import BoolArray, FloatArray, Frozen, IntArray, Names
from accord.model.showing import Drawn, counted

UnitRow = tuple[Hashable, Hashable, float, float, Hashable]
"""Document, coder, begin, end, category."""

Extents = Mapping[Hashable, tuple[float | None, float | None]]
"""Where documents begin and end, where that is known."""


class Unit(NamedTuple):
    """A span with begin, end (not included) and label; without labels it is None.

    >>> import accord
    >>> unit = accord.Unit(3, 8, "PER")
    >>> unit.end - unit.begin, unit.category
    (5, 'PER')
    """

    begin: float
    end: float
    category: Hashable = None


@dataclass(frozen=True, slots=True, eq=False)
class Spans(Frozen):
    """Units as parallel arrays: where they begin and end, and the code of their category.

    :param start: Where each unit begins.
    :param stop: Where each unit ends.

    >>> import accord
    >>> import numpy as np
    >>> units = accord.spans.Spans(np.array([0.0, 7.0]), np.array([5.0, 9.0]), np.array([0, 1]))
    >>> len(units), units.length.tolist()
    (2, [5.0, 2.0])
    """

    start: FloatArray
    stop: FloatArray
    category: IntArray

    def __len__(self) -> int:
        return len(self.start)

    @property
    def length(self) -> FloatArray:
        """The length of each unit."""
        return self.stop - self.start

    def at(self, where: IntArray | BoolArray | slice) -> "Spans":
        """The units at these positions."""
        return Spans(self.start[where], self.stop[where], self.category[where])

    @staticmethod
    def joined(parts: Sequence["Spans"]) -> "Spans":
        """The units of all parts, one part after the other."""
        return Spans(
            np.concatenate([part.start for part in parts]),
            np.concatenate([part.stop for part in parts]),
            np.concatenate([part.category for part in parts]),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Continuum(Drawn, Columns):
    """The spans that coders marked in one text, recording or video.

    Parallel arrays sorted by coder, begin, end, category; `coder` and `category` are
    positions in the names. `seen[c]` says whether coder c saw the document at all.

    :param categories: The names of the categories.
    :param start: Where each unit begins.
    :param stop: Where each unit ends.
    :param name: The name of the document.

    >>> import accord
    >>> c = accord.Continuum.of({"A": [(0, 5, "x")], "B": [(1, 5, "x"), (7, 9, "y")]}, end=10)
    >>> c.units("B")
    (Unit(begin=1, end=5, category='x'), Unit(begin=7, end=9, category='y'))
    """

    columns: ClassVar = ("start", "stop", "category")

    coders: Names
    categories: Names
    coder: IntArray
    start: FloatArray
    stop: FloatArray
    category: IntArray
    seen: BoolArray
    begin: float
    end: float
    name: Hashable = None
    text: str | None = None

    @classmethod
    def of(
        cls,
        units: Mapping[Hashable, Iterable[Sequence[Any]]],
        *,
        begin: float | None = None,
        end: float | None = None,
        categories: Sequence[Hashable] | None = None,
        name: Hashable = None,
        text: str | None = None,
    ) -> "Continuum":
        """Build a continuum from (begin, end[, category]) tuples per coder.

        A coder with an empty list saw the document and marked nothing. Begin and end of
        the continuum default to 0 and the length of the text, else to the outermost units.
        """
        rows = [
            (name, coder, unit[0], unit[1], unit[2] if len(unit) > 2 else None)
            for coder, marked in units.items()
            for unit in marked
        ]
        texts = {} if text is None else {name: text}
        extents = {name: (begin, end)}
        return continua_of(rows, (name,), tuple(units), categories, extents, texts)[0][0]

    def units(self, coder: Hashable) -> tuple[Unit, ...]:
        """The units of one coder, left to right."""
        at = self.coder == self.coders.index(coder)
        return tuple(self.unit(u) for u in np.flatnonzero(at))

    def unit(self, at: int | np.integer[Any]) -> Unit:
        """The unit at this position."""
        begin, end = float(self.start[at]), float(self.stop[at])
        return Unit(_whole(begin), _whole(end), self.categories[int(self.category[at])])

    def __iter__(self) -> Iterator[tuple[Hashable, Unit]]:
        for at in range(len(self)):
            yield self.coders[int(self.coder[at])], self.unit(at)

    @property
    def spans(self) -> Spans:
        """All units as arrays."""
        return Spans(self.start, self.stop, self.category)

    def placed(self, atom: float = 1.0) -> Spans:
        """All units as arrays, positions counted in atoms from the beginning of the continuum."""
        begin, end = (self.start - self.begin) / atom, (self.stop - self.begin) / atom
        return Spans(begin, end, self.category)

    def by_coder(self, spans: Spans) -> list[Spans]:
        """These spans of all units, as those of each coder, left to right."""
        ends = np.searchsorted(self.coder, np.arange(len(self.coders) + 1)).tolist()
        return [spans.at(slice(*edges)) for edges in pairwise(ends)]

    @property
    def length(self) -> float:
        """The length of the continuum."""
        return self.end - self.begin

    def by_who_saw(self) -> "Continuum":
        """The continuum of the coders who saw it."""
        return self if self.seen.all() else self.only(np.flatnonzero(self.seen))

    def _same(self) -> tuple[Any, ...]:
        held = (self.name, self.begin, self.end, self.text, self.coders, self.seen.tolist())
        return *held, list(self)

    def __repr__(self) -> str:
        return f"Continuum({counted(len(self.coders), 'coder')}, {counted(len(self), 'unit')})"


class _OutsideError(DataError):
    """A unit (document, begin, end) outside of its document."""

    def __init__(self, message: str, unit: tuple[Hashable, float, float]) -> None:
        super().__init__(message)
        self.unit = unit


UnitColumns = tuple[IntArray, IntArray, FloatArray, FloatArray, IntArray]
"""Document, coder, begin, end and category of units, sorted by all of them in turn."""


def continua_of(
    rows: Iterable[UnitRow],
    items: Sequence[Hashable],
    coders: Sequence[Hashable],
    categories: Sequence[Hashable] | None,
    extents: Extents,
    texts: Mapping[Hashable, str],
    seen: Iterable[tuple[Hashable, Hashable]] | None = None,
    where: Sequence[str] | None = None,
) -> tuple[tuple[Continuum, ...], Names, Names]:
    """One continuum for each document, the coders and the categories; the names that are given
    come first, then those of the rows."""
    rows = list(rows)
    for at, (_, coder, begin, end, category) in enumerate(rows):
        check_unit(begin, end, category, coder, where[at] if where else f"unit {at + 1}")
    item_names = Names(_distinct(items, (row[0] for row in rows)))
    coder_names = Names(_distinct(coders, (row[1] for row in rows)))
    category_names = Names(_distinct(categories or (), (row[4] for row in rows)))
    if categories is not None and len(category_names) > len(set(categories)):
        extra = list(category_names)[len(set(categories))]
        at = next(at for at, row in enumerate(rows) if row[4] == extra)
        place = where[at] if where else f"unit {at + 1}"
        raise DataError(f"{place}: label {extra!r} is not in the list of categories")
    columns = _columns(rows, item_names, coder_names, category_names)
    try:
        names = (item_names, coder_names, category_names)
        return continua_in(columns, *names, extents, texts, seen), coder_names, category_names
    # Only here is it known in which line of a file the unit stood.
    except _OutsideError as error:
        at = next(at for at, row in enumerate(rows) if (row[0], *row[2:4]) == error.unit)
        raise DataError(f"{where[at]}: {error}" if where else str(error)) from None


def _whole(number: float) -> float:
    return int(number) if number.is_integer() else number


def _distinct(first: Iterable[Hashable], then: Iterable[Hashable]) -> tuple[Hashable, ...]:
    return tuple(dict.fromkeys([*first, *then]))


def check_unit(begin: float, end: float, category: Hashable, coder: Hashable, place: str) -> None:
    """DataError where a unit has no length or no place."""
    if not (isfinite(begin) and isfinite(end)):
        raise DataError(f"{place}: span {begin}–{end} of coder {coder!r} has no finite position")
    if end <= begin:
        what = "has no length" if end == begin else "ends before it begins"
        raise DataError(
            f"{place}: span {begin}–{end} {category!r} of coder {coder!r} {what}; "
            "the end must be after the start"
        )


def _columns(
    rows: list[UnitRow],
    items: Names,
    coders: Names,
    categories: Names,
) -> UnitColumns:
    n = len(rows)
    item = np.fromiter((items.index(row[0]) for row in rows), np.int32, n)
    coder = np.fromiter((coders.index(row[1]) for row in rows), np.int32, n)
    start = np.fromiter((row[2] for row in rows), np.float64, n)
    stop = np.fromiter((row[3] for row in rows), np.float64, n)
    category = np.fromiter((categories.index(row[4]) for row in rows), np.int32, n)
    return in_columns(item, coder, start, stop, category)


def in_columns(
    item: IntArray, coder: IntArray, start: FloatArray, stop: FloatArray, category: IntArray
) -> UnitColumns:
    """These columns in the order of units: by document, coder, begin, end, category."""
    # By category last: units that two coders marked at one place must come in one order for both.
    order = np.lexsort((category, stop, start, coder, item))
    return item[order], coder[order], start[order], stop[order], category[order]


def continua_in(
    columns: UnitColumns,
    items: Names,
    coders: Names,
    categories: Names,
    extents: Extents,
    texts: Mapping[Hashable, str],
    seen: Iterable[tuple[Hashable, Hashable]] | None,
) -> tuple[Continuum, ...]:
    """One continuum per document, from columns sorted by document."""
    pairs = set(seen) if seen is not None else None
    bounds = np.searchsorted(columns[0], np.arange(len(items) + 1))
    continua = []
    for i, item in enumerate(items):
        at = slice(int(bounds[i]), int(bounds[i + 1]))
        coder, category = columns[1][at], columns[4][at]
        start, stop = columns[2][at], columns[3][at]
        text = texts.get(item)
        begin, end = _extent(item, start, stop, *extents.get(item, (None, None)), text)
        mask = saw(item, coders, pairs)
        # Whoever marked something saw the document, whatever a list of who saw what leaves out.
        mask[coder] = True
        continua.append(
            Continuum(
                coders, categories, coder, start, stop, category, mask, begin, end, item, text
            )
        )
    return tuple(continua)


def _extent(
    item: Hashable,
    start: FloatArray,
    stop: FloatArray,
    begin: float | None,
    end: float | None,
    text: str | None,
) -> tuple[float, float]:
    if begin is None:
        # Without a text nobody knows what lay before the first unit: to call it a gap would be
        # agreement.
        begin = 0.0 if text is not None else float(min(start, default=0.0))
    if end is None:
        end = float(len(text)) if text is not None else float(max(stop, default=begin))
    if len(start) and (start.min() < begin or stop.max() > end):
        at = int(start.argmin()) if start.min() < begin else int(stop.argmax())
        unit = (item, float(start[at]), float(stop[at]))
        raise _OutsideError(
            f"document {item!r}: span {start[at]:g}–{stop[at]:g} is outside the text "
            f"({begin:g}–{end:g}). Check the offsets or give the document's begin and end",
            unit,
        )
    return float(begin), float(end)
