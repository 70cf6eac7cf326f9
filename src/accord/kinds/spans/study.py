"""Unitizings: spans of a continuum marked by coders.

    Alex   |--1--|  |-2-|      |-5-|
    Paul   |--1--|  |-3-|  |-5-|

A unit is half-open, [begin, end). Units may overlap and embed each other, gaps are
allowed, positions are whole or real numbers. One `Continuum` is one document; a study,
`Unitizings`, is one continuum per document, all with the same coders and categories.

Absent is not "no": a coder who saw a document and marked nothing has an empty annotation;
a coder who never opened it is not among the document's `seen`.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import isfinite
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np

from accord.errors import DataError
from accord.model.audit import Audit, noted
from accord.model.names import BoolArray, FloatArray, Frozen, IntArray, Names, factorize
from accord.model.showing import Drawn, counted


class Unit(NamedTuple):
    """A span [begin, end) with a category (None where units have no category).

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
class Continuum(Drawn, Frozen):
    """The units that coders marked on one piece of text, sound or video.

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
        extent = {name: (begin, end)}
        study = Unitizings.of(
            rows,
            coders=tuple(units),
            categories=categories,
            extents=extent,
            texts={} if text is None else {name: text},
            items=(name,),
        )
        return study.continua[0]

    def units(self, coder: Hashable) -> tuple[Unit, ...]:
        """The units of one coder, left to right."""
        at = self.coder == self.coders.index(coder)
        return tuple(self.unit(u) for u in np.flatnonzero(at))

    def unit(self, at: int | np.integer[Any]) -> Unit:
        """The unit at this position."""
        begin, end = float(self.start[at]), float(self.stop[at])
        return Unit(_whole(begin), _whole(end), self.categories[int(self.category[at])])

    def __len__(self) -> int:
        return len(self.coder)

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

    def only(self, coders: Sequence[int] | IntArray) -> "Continuum":
        """The continuum of these coders (by position), in this order."""
        chosen = np.asarray(coders, dtype=np.intp)
        parts = [np.flatnonzero(self.coder == c) for c in chosen]
        at = np.concatenate([*parts, np.zeros(0, np.intp)]).astype(np.intp)
        renumbered = np.repeat(np.arange(len(chosen)), [len(p) for p in parts])
        return Continuum(
            self.coders.take(chosen),
            self.categories,
            renumbered.astype(np.int32),
            self.start[at],
            self.stop[at],
            self.category[at],
            self.seen[chosen],
            self.begin,
            self.end,
            self.name,
            self.text,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Continuum):
            return NotImplemented
        return (
            (self.name, self.begin, self.end, self.text)
            == (other.name, other.begin, other.end, other.text)
            and self.coders == other.coders
            and bool((self.seen == other.seen).all())
            and list(self) == list(other)
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Continuum({counted(len(self.coders), 'coder')}, {counted(len(self), 'unit')})"


class _OutsideError(DataError):
    """A unit (document, begin, end) outside of its document."""

    def __init__(self, message: str, unit: tuple[Hashable, float, float]) -> None:
        super().__init__(message)
        self.unit = unit


@dataclass(frozen=True, slots=True, eq=False)
class Unitizings(Drawn, Frozen):
    """A study of spans: one continuum per document, the same coders throughout.

    `declared` is whether `categories` is the user's list, which gives their order. `resolution`
    is the length of an atom, the smallest piece in which measures count lengths: 1 where
    positions count characters or tokens, 0.01 where they are seconds of a recording.

    :param continua: One for each document.
    :param about: Columns about items, by name.
    :param audit: Where the study came from, and what was changed on the way.

    >>> import accord
    >>> study = accord.Unitizings.of([("d1", "A", 0, 5, "x"), ("d1", "B", 1, 5, "x")])
    >>> len(study.items), list(study.coders)
    (1, ['A', 'B'])
    """

    kind: ClassVar[str] = "unitizings"

    continua: tuple[Continuum, ...]
    coders: Names
    categories: Names
    about: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    audit: Audit | None = None
    declared: bool = False
    resolution: float = 1.0

    @classmethod
    def of(
        cls,
        rows: Iterable[tuple[Hashable, Hashable, float, float, Hashable]],
        *,
        items: Sequence[Hashable] | None = None,
        coders: Sequence[Hashable] | None = None,
        categories: Sequence[Hashable] | None = None,
        extents: Mapping[Hashable, tuple[float | None, float | None]] | None = None,
        texts: Mapping[Hashable, str] | None = None,
        seen: Iterable[tuple[Hashable, Hashable]] | None = None,
        about: Mapping[str, Sequence[Any]] | None = None,
        audit: Audit | None = None,
        where: Sequence[str] | None = None,
        declared: bool | None = None,
        resolution: float = 1.0,
    ) -> "Unitizings":
        """Build a study from rows (document, coder, begin, end, category).

        `seen` lists (document, coder) pairs that saw the document; without it every coder
        saw every document. `extents` gives begin and end of documents. `where` names the
        source of each row for error messages. Given `categories` are in order, unless
        `declared` says otherwise.
        """
        rows = list(rows)
        for at, (_, coder, begin, end, category) in enumerate(rows):
            _check_unit(begin, end, category, coder, where[at] if where else f"unit {at + 1}")
        item_names = Names(_distinct(items or (), (row[0] for row in rows)))
        coder_names = Names(_distinct(coders or (), (row[1] for row in rows)))
        category_names = Names(_distinct(categories or (), (row[4] for row in rows)))
        if categories is not None and len(category_names) > len(set(categories)):
            extra = list(category_names)[len(set(categories))]
            at = next(at for at, row in enumerate(rows) if row[4] == extra)
            place = where[at] if where else f"unit {at + 1}"
            raise DataError(f"{place}: category {extra!r} is not among the declared categories")
        columns = _columns(rows, item_names, coder_names, category_names)
        try:
            continua = _continua(
                columns, item_names, coder_names, category_names, extents or {}, texts or {}, seen
            )
        except _OutsideError as error:
            at = next(at for at, row in enumerate(rows) if (row[0], *row[2:4]) == error.unit)
            raise DataError(f"{where[at]}: {error}" if where else str(error)) from None
        ordered = categories is not None if declared is None else declared
        told = dict(about or {})
        made = cls(continua, coder_names, category_names, told, audit, ordered, resolution)
        return noted(made) if audit is None else made

    @classmethod
    def from_arrays(
        cls,
        item: IntArray,
        coder: IntArray,
        start: FloatArray,
        stop: FloatArray,
        category: IntArray,
        *,
        items: Sequence[Hashable] | Names,
        coders: Sequence[Hashable] | Names,
        categories: Sequence[Hashable] | Names,
        extents: Mapping[Hashable, tuple[float | None, float | None]] | None = None,
        texts: Mapping[Hashable, str] | None = None,
        seen: Iterable[tuple[Hashable, Hashable]] | None = None,
        about: Mapping[str, Sequence[Any]] | None = None,
        audit: Audit | None = None,
    ) -> "Unitizings":
        """Build a study from parallel arrays of codes and positions: millions of units.

        `item`, `coder` and `category` are positions in the names.

        >>> import accord
        >>> import numpy as np
        >>> one = np.zeros(2, int)
        >>> study = accord.Unitizings.from_arrays(one, np.array([0, 1]), np.array([0.0, 1.0]),
        ...     np.array([5.0, 5.0]), one, items=["d"], coders=["A", "B"], categories=["x"])
        >>> study.continua[0].units("B")
        (Unit(begin=1, end=5, category='x'),)
        """
        start, stop = np.asarray(start, np.float64), np.asarray(stop, np.float64)
        bad = np.flatnonzero(~(np.isfinite(start) & np.isfinite(stop) & (stop > start)))
        names = (Names(items), Names(coders), Names(categories))
        if len(bad):
            at = int(bad[0])
            who, what = names[1][int(coder[at])], names[2][int(category[at])]
            _check_unit(float(start[at]), float(stop[at]), what, who, f"unit {at + 1}")
        codes = [np.asarray(code, np.int32) for code in (item, coder, category)]
        for code, known in zip(codes, names, strict=True):
            if len(code) and not 0 <= code.min() <= code.max() < len(known):
                raise DataError(f"a code lies outside the {len(known)} names it points to")
        columns = _ordered(codes[0], codes[1], start, stop, codes[2])
        continua = _continua(columns, *names, extents or {}, texts or {}, seen)
        return cls(continua, names[1], names[2], dict(about or {}), audit)

    @property
    def items(self) -> Names:
        """The documents."""
        return Names(continuum.name for continuum in self.continua)

    def take(self, items: Sequence[int] | IntArray) -> Self:
        """The study of these documents (by position), repeats allowed."""
        at = [int(i) for i in items]
        about = {key: [column[i] for i in at] for key, column in self.about.items()}
        chosen = tuple(self.continua[i] for i in at)
        return replace(self, continua=chosen, about=about)

    def only(self, coders: Sequence[int] | IntArray) -> Self:
        """The study of these coders (by position)."""
        chosen = tuple(continuum.only(coders) for continuum in self.continua)
        return replace(self, continua=chosen, coders=self.coders.take(coders))

    def recode(self, change: Callable[[Hashable], Hashable]) -> Self:
        """The study with its categories renamed or merged by `change`.

        >>> import accord
        >>> study = accord.Unitizings.of([("d", "A", 0, 5, "x"), ("d", "B", 1, 5, "y")])
        >>> list(study.recode(str.upper).categories), len(study.recode(lambda name: "z").categories)
        (['X', 'Y'], 1)
        """
        codes, names = factorize([change(name) for name in self.categories])
        parts = []
        for part in self.continua:
            kind = codes[part.category]
            by = np.lexsort((kind, part.stop, part.start, part.coder))
            parts.append(
                replace(
                    part,
                    categories=names,
                    category=kind[by],
                    coder=part.coder[by],
                    start=part.start[by],
                    stop=part.stop[by],
                )
            )
        return replace(self, continua=tuple(parts), categories=names)

    def _repr_html_(self) -> str:
        from accord.model.showing import html_table

        rows = [(str(part.name), int(part.seen.sum()), len(part)) for part in self.continua]
        caption = (
            f"Unitizings: {counted(len(rows), 'document')}, {counted(len(self.coders), 'coder')}"
        )
        return html_table(caption, ["document", "seen by", "units"], rows)

    def counts(self) -> dict[str, Any]:
        """Documents, coders, categories and units."""
        units = sum(len(continuum) for continuum in self.continua)
        return {
            "i": len(self.continua),
            "c": len(self.coders),
            "k": len(self.categories),
            "u": units,
        }

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Unitizings):
            return NotImplemented
        return self.continua == other.continua and set(self.categories) == set(other.categories)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        n = self.counts()
        return (
            f"Unitizings({counted(n['i'], 'document')}, {counted(n['c'], 'coder')}, "
            f"{counted(n['u'], 'unit')})"
        )


_Columns = tuple[IntArray, IntArray, FloatArray, FloatArray, IntArray]


def _whole(number: float) -> float:
    return int(number) if number.is_integer() else number


def _distinct(first: Iterable[Hashable], then: Iterable[Hashable]) -> tuple[Hashable, ...]:
    return tuple(dict.fromkeys([*first, *then]))


def _check_unit(begin: float, end: float, category: Hashable, coder: Hashable, place: str) -> None:
    if not (isfinite(begin) and isfinite(end)):
        raise DataError(f"{place}: unit {begin}–{end} of coder {coder!r} has no finite position")
    if end <= begin:
        what = "has no length" if end == begin else "ends before it begins"
        raise DataError(
            f"{place}: unit [{begin}, {end}) {category!r} of coder {coder!r} {what}; "
            "units are half-open [begin, end) with begin < end"
        )


def _columns(
    rows: list[tuple[Hashable, Hashable, float, float, Hashable]],
    items: Names,
    coders: Names,
    categories: Names,
) -> _Columns:
    n = len(rows)
    item = np.fromiter((items.index(row[0]) for row in rows), np.int32, n)
    coder = np.fromiter((coders.index(row[1]) for row in rows), np.int32, n)
    start = np.fromiter((row[2] for row in rows), np.float64, n)
    stop = np.fromiter((row[3] for row in rows), np.float64, n)
    category = np.fromiter((categories.index(row[4]) for row in rows), np.int32, n)
    return _ordered(item, coder, start, stop, category)


def _ordered(
    item: IntArray, coder: IntArray, start: FloatArray, stop: FloatArray, category: IntArray
) -> _Columns:
    order = np.lexsort((category, stop, start, coder, item))
    return item[order], coder[order], start[order], stop[order], category[order]


def _continua(
    columns: _Columns,
    items: Names,
    coders: Names,
    categories: Names,
    extents: Mapping[Hashable, tuple[float | None, float | None]],
    texts: Mapping[Hashable, str],
    seen: Iterable[tuple[Hashable, Hashable]] | None,
) -> tuple[Continuum, ...]:
    """One continuum per document, from columns sorted by document."""
    saw = set(seen) if seen is not None else None
    bounds = np.searchsorted(columns[0], np.arange(len(items) + 1))
    continua = []
    for i, item in enumerate(items):
        at = slice(int(bounds[i]), int(bounds[i + 1]))
        coder, category = columns[1][at], columns[4][at]
        start, stop = columns[2][at], columns[3][at]
        text = texts.get(item)
        begin, end = _extent(item, start, stop, *extents.get(item, (None, None)), text)
        mask = np.array([saw is None or (item, c) in saw for c in coders], dtype=bool)
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
        begin = 0.0 if text is not None else float(min(start, default=0.0))
    if end is None:
        end = float(len(text)) if text is not None else float(max(stop, default=begin))
    if len(start) and (start.min() < begin or stop.max() > end):
        at = int(start.argmin()) if start.min() < begin else int(stop.argmax())
        unit = (item, float(start[at]), float(stop[at]))
        raise _OutsideError(
            f"document {item!r}: unit [{start[at]:g}, {stop[at]:g}) lies outside the continuum "
            f"[{begin:g}, {end:g}); check the offsets or give the document's begin and end",
            unit,
        )
    return float(begin), float(end)
