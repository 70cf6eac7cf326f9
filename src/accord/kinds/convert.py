"""One kind of study as another.

Lossless, both ways:

    untyped segmentations  ⇄  units without category that cover everything
    segmentations          ⇄  codings, each place an item

Named reductions, which lose something and say what:

    units_to_codings   one category per atom: where one unit ends and the next of the same
                       category begins is lost
    units_to_sets      the set of categories per atom: the same, but overlap is kept
    codings_to_units   runs of equal labels become one unit
"""

from collections.abc import Hashable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np

from accord.errors import DataError, NotApplicableError
from accord.kinds.boundaries.study import Segmentations
from accord.kinds.labels.study import Codings
from accord.kinds.labels.tabular import from_columns
from accord.kinds.spans.atoms import Atoms, atoms_of, cover, values_of
from accord.kinds.spans.overlap import first_overlap
from accord.kinds.spans.parts import Continuum
from accord.kinds.spans.study import Unitizings
from accord.model.names import FloatArray, IntArray, Names

BLANK = "∅"
"""The category of an atom that no unit covers."""

BOUNDARY, NO_BOUNDARY = "boundary", "no boundary"


def units_to_codings(
    study: Unitizings, *, atom: Atoms | None = None, blank: str = BLANK
) -> Codings:
    """Units as codings of atoms: the category of the unit at the middle of each, or `blank`.

    `atom` is a length, "character", "token", "word", "sentence", "turn" or "paragraph" (of the
    document's text; in a turn or paragraph the category that covers most of it), or
    document → (begin, end) of each atom. Items are called (document, begin, end).
    Overlapping units of one coder are refused: use `units_to_sets`.

    :param study: A study of units.
    :param atom: A length, character, token, word, sentence, turn, paragraph, or document →
        (begin, end) of each atom.
    :param blank: The category of atoms outside all units.

    >>> import accord
    >>> study = accord.Unitizings.of([("d", "A", 0, 2, "x"), ("d", "B", 1, 3, "x")])
    >>> accord.convert.units_to_codings(study).rows()[:2]
    [(('d', 0.0, 1.0), 'A', 'x'), (('d', 0.0, 1.0), 'B', '∅')]
    """
    clash = first_overlap(study)
    if clash is not None:
        raise NotApplicableError(
            f"{clash}; each step of the text can have only one label: use units_to_sets"
        )
    if blank in study.categories:
        raise DataError(f"{blank!r} is already a category of these data. Choose another `blank`")
    names = ["unit" if name is None else name for name in study.categories]
    grid = _by_atom(study, atom, lambda c, coder, begin, end: values_of(c, coder, begin, end, atom))
    category = np.concatenate([np.zeros(0, int), *grid.values])
    return Codings(
        grid.names,
        study.coders,
        Names([*names, blank]),
        grid.item,
        grid.coder,
        np.where(category < 0, len(names), category).astype(np.int32),
        declared=True,
        about=grid.about,
        audit=study.audit,
    )


def units_to_sets(study: Unitizings, *, atom: Atoms | None = None) -> Codings:
    """Units as codings of atoms: the set of the categories of all units over its middle.

    For distances between sets (MASI, Jaccard); overlap is kept, borders between units of
    the same category are lost. `atom` as in
    `units_to_codings`.

    :param study: A study of units.
    :param atom: As in `units_to_codings`.

    >>> import accord
    >>> study = accord.Unitizings.of(
    ...     [("d", "A", 0, 2, "x"), ("d", "A", 1, 2, "y"), ("d", "B", 0, 2, "x")]
    ... )
    >>> [
    ...     sorted(labels)
    ...     for _, coder, labels in accord.convert.units_to_sets(study).rows()
    ...     if coder == "A"
    ... ]
    [['x'], ['x', 'y']]
    """
    grid = _by_atom(study, atom, lambda c, coder, begin, end: cover(c, coder, (begin + end) / 2))
    labels = [label for column in grid.values for label in column]
    items = [grid.names[i] for i in grid.item.tolist()]
    coders = [study.coders[c] for c in grid.coder.tolist()]
    return from_columns(
        items,
        coders,
        labels,
        items=list(grid.names),
        coders=list(study.coders),
        about=grid.about,
        audit=study.audit,
    )


class _Grid:
    """Atoms × coders in the order of codings: item, coder, and a value for each."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self.items: list[IntArray] = []
        self.coders: list[IntArray] = []
        self.labels: list[Hashable] = []
        self.documents: list[Hashable] = []

    def add(self, name: Hashable, begin: FloatArray, end: FloatArray, coders: IntArray) -> None:
        """The atoms of one document, seen by these coders."""
        first, n = len(self.labels), len(begin)
        self.labels += zip([name] * n, begin.tolist(), end.tolist(), strict=True)
        self.documents += [name] * n
        self.items.append(np.repeat(np.arange(first, first + n), len(coders)))
        self.coders.append(np.tile(coders, n))

    @property
    def names(self) -> Names:
        return Names(self.labels)

    @property
    def item(self) -> IntArray:
        return np.asarray(np.concatenate([np.zeros(0, int), *self.items]), dtype=np.int32)

    @property
    def coder(self) -> IntArray:
        return np.asarray(np.concatenate([np.zeros(0, int), *self.coders]), dtype=np.int32)

    @property
    def about(self) -> dict[str, list[Hashable]]:
        return {"document": self.documents}


def _by_atom(study: Unitizings, atoms: Atoms | None, value: Any) -> _Grid:
    grid = _Grid()
    for continuum in study.continua:
        begin, end = atoms_of(continuum, study.resolution if atoms is None else atoms)
        coders = np.flatnonzero(continuum.seen)
        grid.add(continuum.name, begin, end, coders)
        columns = [value(continuum, int(coder), begin, end) for coder in coders]
        if columns and isinstance(columns[0], np.ndarray):
            grid.values.append(np.stack(columns, axis=1).ravel())
        else:
            grid.values.append([v for row in zip(*columns, strict=True) for v in row])
    return grid


def codings_to_units(study: Codings, *, blank: Hashable = BLANK) -> Unitizings:
    """Runs of atoms with the same label become one unit each; `blank` atoms become gaps.

    Items are called (document, begin, end), as `units_to_codings` calls them.

    :param study: Codings of atoms.
    :param blank: The category of atoms outside all units.

    >>> import accord
    >>> study = accord.Unitizings.of([("d", "A", 0, 2, "x"), ("d", "B", 1, 3, "x")])
    >>> accord.convert.codings_to_units(accord.convert.units_to_codings(study)) == study
    True
    """
    runs: dict[tuple[Any, Any], list[list[Any]]] = {}
    extents: dict[Hashable, tuple[float, float]] = {}
    for item, coder, label in study.rows():
        document, begin, end = _atom(item)
        low, high = extents.get(document, (begin, end))
        extents[document] = (min(low, begin), max(high, end))
        mine = runs.setdefault((document, coder), [])
        # A run ends at a gap in the atoms, too: what lies there nobody labelled.
        if mine and mine[-1][2] == label and mine[-1][1] == begin:
            mine[-1][1] = end
        else:
            mine.append([begin, end, label])
    rows = [
        (document, coder, begin, end, label)
        for (document, coder), mine in runs.items()
        for begin, end, label in mine
        if label != blank
    ]
    return Unitizings.of(
        rows,
        items=list(extents),
        coders=list(study.coders),
        extents=dict(extents),
        seen=list(runs),
        categories=[name for name in study.categories if name != blank],
        audit=study.audit,
    )


def _atom(item: Hashable) -> tuple[Hashable, float, float]:
    if isinstance(item, tuple) and len(item) == 3:
        return item
    raise DataError(f"item {item!r} must be (document, begin, end)")


def segmentations_to_units(study: Segmentations) -> Unitizings:
    """Segments as units without category that cover everything: lossless.

    Typed boundaries have no place in units; take one level first.

    :param study: A study of boundaries.

    >>> import accord
    >>> study = accord.Segmentations.from_masses({"d": {"A": [2, 3], "B": [5]}})
    >>> accord.convert.segmentations_to_units(study).continua[0].units("A")
    (Unit(begin=0, end=2, category=None), Unit(begin=2, end=5, category=None))
    """
    if study.typed and len(study.types) > 1:
        raise NotApplicableError(
            "spans cannot keep the types of these boundaries. Choose one level first, "
            f"e.g. study.level({study.types[0]!r})"
        )
    rows: list[tuple[Hashable, Hashable, float, float, Hashable]] = []
    seen = []
    for doc in study.documents:
        for coder in np.flatnonzero(doc.seen):
            name = study.coders[int(coder)]
            edges = np.concatenate([[0], np.cumsum(doc.masses(int(coder)))]).tolist()
            rows += [(doc.name, name, b, e, None) for b, e in pairwise(edges)]
            seen.append((doc.name, name))
    extents = {doc.name: (0.0, float(doc.length)) for doc in study.documents}
    return Unitizings.of(
        rows,
        items=list(study.items),
        coders=list(study.coders),
        seen=seen,
        extents=extents,
        about=study.about,
        audit=study.audit,
    )


def units_to_segmentations(study: Unitizings) -> Segmentations:
    """Units that cover everything without overlap, as boundaries; categories are dropped.

    Lossless where units have no category. Positions are whole numbers.

    :param study: A study of units.

    >>> import accord
    >>> study = accord.Segmentations.from_masses({"d": {"A": [2, 3], "B": [5]}})
    >>> accord.convert.units_to_segmentations(accord.convert.segmentations_to_units(study)) == study
    True
    """
    masses: dict[Hashable, dict[Hashable, list[int]]] = {}
    for continuum in study.continua:
        of_document = masses.setdefault(continuum.name, {})
        for coder in np.flatnonzero(continuum.seen):
            mine = continuum.coder == coder
            edges = np.concatenate([[continuum.begin], continuum.stop[mine]])
            name = study.coders[int(coder)]
            _check_tiling(continuum, name, edges, continuum.start[mine])
            of_document[name] = np.diff(edges).astype(np.int64).tolist()
    result = Segmentations.from_masses(masses, audit=study.audit)
    return replace(result, about=study.about)


def _check_tiling(c: Continuum, coder: Hashable, edges: FloatArray, start: FloatArray) -> None:
    tiled = len(edges) > 1 and bool((edges[:-1] == start).all()) and edges[-1] == c.end
    if not tiled:
        raise NotApplicableError(
            f"document {c.name!r}: the spans of coder {coder!r} do not cover it from "
            f"{c.begin:g} to {c.end:g} without holes and overlaps, so they are not segments"
        )
    if (edges != np.rint(edges)).any():
        raise NotApplicableError(f"document {c.name!r}: boundaries must be at whole numbers")


def segmentations_to_codings(study: Segmentations, *, edges: bool = False) -> Codings:
    """Boundaries as codings of the places between atoms: "boundary" or "no boundary"; lossless.

    Typed boundaries become sets of types, the empty set where there is none. With `edges`
    the two ends of the document, on which all agree, are items too (as in Artstein &
    Poesio's Table 8). Items are called (document, place).

    :param study: A study of boundaries.
    :param edges: Whether the two ends of a document are items, too.

    >>> import accord
    >>> study = accord.Segmentations.from_masses({"d": {"A": [1, 2], "B": [2, 1]}})
    >>> list(accord.convert.segmentations_to_codings(study).rows())[:2]
    [(('d', 1), 'A', 'boundary'), (('d', 1), 'B', 'no boundary')]
    """
    low = 0 if edges else 1
    names: list[Hashable] = []
    documents: list[Hashable] = []
    item, coder, label = [np.zeros(0, int)], [np.zeros(0, int)], [np.zeros(0, int)]
    universe, code_of = _boundary_categories(study)
    for doc in study.documents:
        places, coders = np.arange(low, doc.length + 1 - low), np.flatnonzero(doc.seen)
        first = len(names)
        names += [(doc.name, place) for place in places.tolist()]
        documents += [doc.name] * len(places)
        grid = np.zeros((len(places), len(coders)), dtype=np.int64)
        for column, who in enumerate(coders):
            mine = doc.coder == who
            at, of = doc.place[mine] - low, code_of[doc.type[mine]]
            np.bitwise_or.at(grid[:, column], at, of)
            if edges:
                grid[[0, -1], column] = code_of.max(initial=1)
        item.append(np.repeat(np.arange(first, first + len(places)), len(coders)))
        coder.append(np.tile(coders, len(places)))
        label.append(grid.ravel())
    bits, category = np.unique(np.concatenate(label), return_inverse=True)
    if not study.typed:
        bits, category = np.array([0, 1]), np.concatenate(label)
    return Codings(
        Names(names),
        study.coders,
        Names(universe(int(b)) for b in bits),
        np.concatenate(item).astype(np.int32),
        np.concatenate(coder).astype(np.int32),
        category.reshape(-1).astype(np.int32),
        declared=not study.typed,
        about={"document": documents},
        audit=study.audit,
    )


def _boundary_categories(study: Segmentations) -> tuple[Any, IntArray]:
    """Bits of types → category, and the bit of each type."""
    if not study.typed:
        return lambda bits: BOUNDARY if bits else NO_BOUNDARY, np.ones(len(study.types), int)
    # A type is a bit of a whole number of 64 bits, one of which is the sign.
    if len(study.types) > 62:
        raise NotApplicableError(f"{len(study.types)} types of boundaries are too many")
    kinds = list(study.types)

    def universe(bits: int) -> frozenset[Hashable]:
        return frozenset(kind for at, kind in enumerate(kinds) if bits >> at & 1)

    return universe, 1 << np.arange(len(kinds))


def codings_to_segmentations(study: Codings) -> Segmentations:
    """Codings of places as boundaries: the inverse of `segmentations_to_codings`.

    :param study: Codings of places.

    >>> import accord
    >>> study = accord.Segmentations.from_masses({"d": {"A": [2, 3], "B": [5]}})
    >>> accord.convert.codings_to_segmentations(
    ...     accord.convert.segmentations_to_codings(study)
    ... ) == study
    True
    """
    rows: list[tuple[Hashable, Hashable, int, Hashable]] = []
    lengths: dict[Hashable, int] = {}
    for item in study.items:
        if not (isinstance(item, tuple) and len(item) == 2):
            raise DataError(f"item {item!r} is not a place; places are called (document, place)")
        # Places lie between atoms, so behind the last one there is one atom more.
        lengths[item[0]] = max(lengths.get(item[0], 0), int(item[1]) + 1)
    seen = set()
    places: Any = study.rows()
    for (document, place), coder, label in places:
        seen.add((document, coder))
        if isinstance(label, frozenset):
            rows += [(document, coder, place, kind) for kind in label]
        elif label == BOUNDARY:
            rows.append((document, coder, place, None))
    return Segmentations.of(
        rows, lengths=lengths, coders=list(study.coders), seen=seen, audit=study.audit
    )
