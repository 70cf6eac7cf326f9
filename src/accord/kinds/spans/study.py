"""Unitizings: spans of a continuum marked by coders.

    Alex   |--1--|  |-2-|      |-5-|
    Paul   |--1--|  |-3-|  |-5-|

A unit is half-open, [begin, end). Units may overlap and embed each other, gaps are
allowed, positions are whole or real numbers. One `Continuum` is one document; a study,
`Unitizings`, is one continuum per document, all with the same coders and categories.

Absent is not "no": a coder who saw a document and marked nothing has an empty annotation;
a coder who never opened it is not among the document's `seen`.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from accord.errors import DataError
from accord.kinds.documents.study import Documents, names_of as names_of_documents, some_missing
from accord.kinds.spans.parts import (
    Continuum,
    Extents,
    Spans,
    UnitRow,
    check_unit,
    continua_in,
    continua_of,
    in_columns,
)
from accord.model.audit import Audit, Counted, labels_counted, noted
from accord.model.names import FloatArray, IntArray, Names, factorize

if TYPE_CHECKING:
    from accord.kinds.properties import Properties


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Unitizings(Documents[Continuum]):
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
    held: ClassVar[str] = "continua"
    mark: ClassVar = ("unit", "units")

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
        rows: Iterable[UnitRow],
        *,
        items: Sequence[Hashable] | None = None,
        coders: Sequence[Hashable] | None = None,
        categories: Sequence[Hashable] | None = None,
        extents: Extents | None = None,
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
        names = (items or (), coders or (), categories)
        parts = continua_of(rows, *names, extents or {}, texts or {}, seen, where)
        ordered = categories is not None if declared is None else declared
        study = cls(*parts, dict(about or {}), audit, ordered, resolution)
        return noted(study, names_of(study)) if audit is None else study

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
        extents: Extents | None = None,
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
            check_unit(float(start[at]), float(stop[at]), what, who, f"unit {at + 1}")
        codes = [np.asarray(code, np.int32) for code in (item, coder, category)]
        for code, known in zip(codes, names, strict=True):
            if len(code) and not 0 <= code.min() <= code.max() < len(known):
                raise DataError(f"a code is outside the {len(known)} names it points to")
        columns = in_columns(codes[0], codes[1], start, stop, codes[2])
        continua = continua_in(columns, *names, extents or {}, texts or {}, seen)
        return cls(continua, names[1], names[2], dict(about or {}), audit)

    @property
    def documents(self) -> tuple[Continuum, ...]:
        """The continua, by the name that other studies have for theirs."""
        return self.continua

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

    def counts(self) -> dict[str, Any]:
        """Documents, coders, categories and units."""
        units = sum(map(len, self.continua))
        return {**self._size(), "k": len(self.categories), "u": units}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Unitizings):
            return NotImplemented
        return self.continua == other.continua and set(self.categories) == set(other.categories)

    __hash__ = None


def names_of(study: Unitizings) -> dict[str, Counted]:
    """The names of a study by what they name, with how often each occurs."""
    codes = [part.category for part in study.continua]
    return names_of_documents(study, labels_counted(study.categories, codes))


def of_sequences(units: Mapping[Any, Any]) -> Unitizings:
    """The units of one document."""
    return of_continuum(Continuum.of(units))


def of_continuum(document: Continuum) -> Unitizings:
    """A study of one document."""
    return Unitizings((document,), document.coders, document.categories)


def one_category(study: Unitizings, a: int, b: int) -> Unitizings:
    """The study with categories a and b as one, in the place of a; b stays declared."""
    parts = tuple(
        replace(part, category=np.where(part.category == b, a, part.category))
        for part in study.continua
    )
    return replace(study, continua=parts)


ROUNDING = 1e-9
"""A gap is longer than this part of a document: sums of real lengths round."""


def properties_of(study: Unitizings) -> "Properties":
    """What units of one coder do: embed each other, overlap, cover everything, touch."""
    from accord.kinds.properties import Properties, level_of
    from accord.kinds.spans.overlap import meet

    often: Counter[str] = Counter()
    for length, units in _lines(study):
        g, h, _ = meet(units, units)
        pairs = g < h
        one, two = units.at(g[pairs]), units.at(h[pairs])
        inside = ((one.start <= two.start) & (two.stop <= one.stop)) | (
            (two.start <= one.start) & (one.stop <= two.stop)
        )
        often["embedded"] += int(inside.any())
        often["free"] += int((~inside).any())
        often["gaps"] += int(_covered(units) < length - ROUNDING * max(length, 1.0))
        left, right = units.at(slice(None, -1)), units.at(slice(1, None))
        # Only of one category: two neighbours alike are one unit for measures that look at atoms.
        touching = (left.stop == right.start) & (left.category == right.category)
        often["neighbours"] += int(bool(touching.any()))
    named = any(name is not None for name in study.categories)
    return Properties(
        study.kind,
        len(study.items),
        len(study.coders),
        len(study.categories),
        named,
        True,
        often["embedded"] > 0,
        often["free"] > 0,
        often["gaps"] == 0,
        often["neighbours"] > 0,
        some_missing(study),
        level_of(study.categories),
    )


def _lines(study: Unitizings) -> Iterator[tuple[float, Spans]]:
    for c in study.continua:
        units = c.by_coder(c.spans)
        yield from ((c.length, units[coder]) for coder in np.flatnonzero(c.seen))


def _covered(units: Spans) -> float:
    """The length that units cover, overlap counted once; units are sorted by their starts."""
    if not len(units):
        return 0.0
    start, reached = units.start, np.maximum.accumulate(units.stop)
    before = np.concatenate([[start[0]], reached[:-1]])
    return float((reached - np.maximum(before, np.minimum(start, reached))).clip(min=0).sum())
