"""Properties: what kind of annotation a study holds, in the terms of Mathet et al. 2015, §2.1.

categorized     units or items have categories
unitized        coders decide where units begin and end
embedded        a unit of a coder lies within another          |-----A-----|
                                                                  |-B-|
free overlap    two units of a coder overlap in part           |---A---|
                                                                   |---B---|
full covering   all of every continuum is annotated (otherwise sporadic)
aggregatable    coders have neighbours of the same category, or not: where they have,
                taking neighbours for one unit loses something
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from accord.kinds.boundaries.study import Segmentations
from accord.kinds.labels.study import Codings
from accord.kinds.spans.overlap import meet
from accord.kinds.spans.parts import Spans
from accord.kinds.spans.study import Unitizings
from accord.model.names import Names
from accord.model.showing import Result
from accord.model.study import Study


@dataclass(frozen=True, slots=True)
class Properties(Result):
    """What a study holds: a row of Table 1 of Mathet et al. (2015), taken from the data.

    :param kind: What was annotated: codings, units and so on.
    :param documents: How many documents.
    :param coders: How many coders.
    :param categories: How many categories.
    :param categorized: Whether units or items have categories.
    :param unitized: Whether coders chose the units.
    :param embedded: Whether a unit of a coder lies within another one.
    :param free_overlap: Whether units of a coder overlap otherwise.
    :param full_covering: Whether units cover everything.
    :param neighbours: Whether a coder has neighbours of the same category.
    :param missing: Whether codings are missing.
    :param level: The level of measurement of the categories.

    >>> import accord
    >>> rows = [("d", "A", 0, 9, "x"), ("d", "A", 2, 4, "y"), ("d", "B", 0, 9, "x")]
    >>> found = accord.infer.properties(accord.Unitizings.of(rows))
    >>> found.embedded, found.free_overlap, found.full_covering
    (True, False, True)
    """

    _keys = (
        "kind, documents, coders, categories, categorized, unitized, embedded, free_overlap, "
        "full_covering, neighbours, missing, level, overlapping, sporadic, pure_segmentation"
    )
    kind: str
    documents: int
    coders: int
    categories: int
    categorized: bool
    unitized: bool
    embedded: bool = False
    free_overlap: bool = False
    full_covering: bool = True
    neighbours: bool = False
    missing: bool = False
    level: str = "nominal"

    @property
    def overlapping(self) -> bool:
        """Whether units of one coder overlap in any way."""
        return self.embedded or self.free_overlap

    @property
    def sporadic(self) -> bool:
        """Whether parts of the continuum are left without unit."""
        return self.unitized and not self.full_covering

    @property
    def pure_segmentation(self) -> bool:
        """Unitizing with full covering, without category and overlap."""
        return (
            self.unitized
            and self.full_covering
            and not self.overlapping
            and (self.kind == "segmentations" or not self.categorized)
        )


def properties(study: Study) -> Properties:
    """The properties of a study.

    :param study: Any study.

    >>> import accord
    >>> study = accord.Unitizings.of(
    ...     [("d", "A", 0, 9, "x"), ("d", "A", 2, 4, "y"), ("d", "B", 0, 9, "x")]
    ... )
    >>> found = accord.infer.properties(study)
    >>> found.categorized, found.embedded, found.free_overlap, found.full_covering
    (True, True, False, True)
    """
    documents, coders = len(study.items), len(study.coders)
    if isinstance(study, Unitizings):
        return _of_units(study, documents, coders)
    if isinstance(study, Segmentations):
        return Properties(
            study.kind,
            documents,
            coders,
            len(study.types),
            study.typed,
            True,
            missing=any(not doc.seen.all() for doc in study.documents),
            neighbours=True,
            level=level_of(study.types),
        )
    if isinstance(study, Codings):
        missing = study.coder is not None and study.missing > 0
        return Properties(
            study.kind,
            documents,
            coders or study.counts()["c"],
            len(study.categories),
            True,
            False,
            missing=missing,
            level=level_of(study.categories),
        )
    if study.kind in ("regions", "relations"):
        parts: Any = study.documents  # type: ignore[attr-defined]
        what = {"regions": "regions", "relations": "links"}[study.kind]
        kinds = {one[-1] for part in parts for mine in getattr(part, what) for one in mine}
        return Properties(
            study.kind,
            documents,
            coders,
            len(kinds),
            kinds != {""},
            False,
            full_covering=False,
            missing=any(not part.seen.all() for part in parts),
        )
    return Properties(study.kind, documents, coders, 0, True, True)


def level_of(categories: Names) -> str:
    """What the categories look like: numbers, sets, or names."""
    if len(categories) and all(isinstance(name, frozenset) for name in categories):
        return "sets"
    return "numbers" if len(categories) > 1 and categories.numbers() is not None else "nominal"


def _of_units(study: Unitizings, documents: int, coders: int) -> Properties:
    found: Counter[str] = Counter()
    for length, units in _lines(study):
        g, h, _ = meet(units, units)
        pairs = g < h
        one, two = units.at(g[pairs]), units.at(h[pairs])
        inside = ((one.start <= two.start) & (two.stop <= one.stop)) | (
            (two.start <= one.start) & (one.stop <= two.stop)
        )
        found["embedded"] += int(inside.any())
        found["free"] += int((~inside).any())
        found["gaps"] += int(_covered(units) < length - 1e-9 * max(length, 1.0))
        left, right = units.at(slice(None, -1)), units.at(slice(1, None))
        touching = (left.stop == right.start) & (left.category == right.category)
        found["neighbours"] += int(bool(touching.any()))
    named = any(name is not None for name in study.categories)
    return Properties(
        study.kind,
        documents,
        coders,
        len(study.categories),
        named,
        True,
        found["embedded"] > 0,
        found["free"] > 0,
        found["gaps"] == 0,
        found["neighbours"] > 0,
        any(not c.seen.all() for c in study.continua),
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
