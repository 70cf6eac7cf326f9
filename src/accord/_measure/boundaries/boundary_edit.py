"""Boundary edit distance: segmentation similarity S and boundary similarity B (Fournier).

    A   . . | . . . | .         transposition: 3 → 2 (a near miss)
    B   . | . . . . | . | .     addition: the last one; one match

Two boundaries of the same type that miss each other by less than n_t places are one near miss
(a transposition), boundaries of different types at one place a substitution, all else an
addition. Near misses are taken shortest first, then from the left.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations, permutations
from math import fsum, isnan
from typing import Annotated

import numpy as np

from accord._measure.boundaries.windows import check_kind
from accord._measure.by_document import PairSums, mean_over_pairs
from accord.errors import AccordError
from accord.kinds.boundaries.parts import Segmentation
from accord.kinds.boundaries.study import Segmentations
from accord.model.agreement import Agreement
from accord.model.names import FloatArray, IntArray
from accord.words.said import said

NearMiss = Annotated[int, "Boundaries that miss each other by less than this are near misses."]


@dataclass(slots=True)
class Edits:
    """What turns one segmentation into the other."""

    additions: int = 0
    substitutions: list[tuple[int, int]] = field(default_factory=list)
    transpositions: list[tuple[int, int, int]] = field(default_factory=list)
    matches: int = 0

    @property
    def number(self) -> int:
        """How many edits there are."""
        return self.additions + len(self.substitutions) + len(self.transpositions)

    def weight(self, n_t: int, types: int) -> float:
        """Edits by weight: a near miss by its span / n_t, a substitution by its rank / types."""
        near = sum(abs(j - i) for i, j, _ in self.transpositions) / n_t
        swapped = sum(abs(a - b) for a, b in self.substitutions) / max(types, 1)
        return self.additions + near + swapped


Open = dict[int, tuple[set[int], set[int]]]
"""Place → types that only the first coder has there, types that only the second has."""


def boundary_edits(doc: Segmentation, one: int, other: int, n_t: int) -> Edits:
    """The edits between two coders of a document."""
    first, second = _keys(doc, one), _keys(doc, other)
    edits = Edits(matches=len(np.intersect1d(first, second, assume_unique=True)))
    apart = (np.setdiff1d(first, second), np.setdiff1d(second, first))
    if len(doc.types) == 1:
        return _untyped(*apart, edits=edits, n_t=n_t)
    remaining: Open = {}
    for side, keys in enumerate(apart):
        for key in keys.tolist():
            place, kind = divmod(key, len(doc.types))
            remaining.setdefault(place, (set(), set()))[side].add(kind)
    # What was there at first: near misses are looked for in the data, not in what is left of them.
    original = {place: (set(a), set(b)) for place, (a, b) in remaining.items()}
    for reach in range(1, n_t):
        for place in sorted(original):
            if place + reach in original:
                _transpose(original, remaining, place, place + reach, edits)
    for a, b in remaining.values():
        pairs = _substituted(a, b)
        edits.substitutions += pairs
        edits.additions += len(a) + len(b) - 2 * len(pairs)
    return edits


def _keys(doc: Segmentation, coder: int) -> IntArray:
    mine = doc.coder == coder
    return np.asarray(np.sort(doc.place[mine] * len(doc.types) + doc.type[mine]))


def _untyped(first: IntArray, second: IntArray, *, edits: Edits, n_t: int) -> Edits:
    """With one type there are no substitutions, and places alone tell near misses."""
    place = np.concatenate([first, second])
    side = np.repeat([0, 1], [len(first), len(second)])
    order = np.argsort(place)
    place, side = place[order], side[order]
    for reach in range(1, n_t):
        if len(place) < 2:
            break
        at = np.searchsorted(place, place + reach)
        hit = at < len(place)
        hit[hit] = (place[at[hit]] == place[hit] + reach) & (side[at[hit]] != side[hit])
        taken = np.zeros(len(place), dtype=bool)
        for i in np.flatnonzero(hit).tolist():
            j = int(at[i])
            if not (taken[i] or taken[j]):
                taken[i] = taken[j] = True
                edits.transpositions.append((int(place[i]), int(place[j]), 0))
        place, side = place[~taken], side[~taken]
    edits.additions = len(place)
    return edits


def _transpose(original: Open, remaining: Open, i: int, j: int, edits: Edits) -> None:
    """Near misses between two places, by type, where each side has the type at one of them."""
    crossing = (original[i][0] & original[j][1]) | (original[i][1] & original[j][0])
    for kind in sorted(crossing):
        both = [kind in a | b for a, b in (remaining[i], remaining[j])]
        if not all(both):
            continue  # an earlier near miss has used it
        if all(a and b for a, b in (remaining[i], remaining[j])):
            continue  # two substitutions explain as much
        edits.transpositions.append((i, j, kind))
        for place in (i, j):
            for types in remaining[place]:
                types.discard(kind)


def _substituted(a: set[int], b: set[int]) -> list[tuple[int, int]]:
    """Types of one coder replaced by types of the other, nearest in rank first."""
    few, many = sorted([sorted(a), sorted(b)], key=len)
    if not few:
        return []
    best = min(
        # All of them: a place has a handful of types at most.
        permutations(many, len(few)),
        key=lambda chosen: sum(abs(x - y) for x, y in zip(few, chosen, strict=True)),
    )
    return list(zip(few, best, strict=True))


def boundary_similarity(study: Segmentations, *, n_t: NearMiss = 2) -> Agreement:
    """B: edits that remain, weighted, per pair of boundaries that could have matched (Fournier).

    B = 1 − (additions + near misses + substitutions, weighted) / (edits + matches). A near
    miss by s places weighs s / n_t, a substitution its difference in rank / number of types.
    Documents are summed, then the mean over pairs of coders. It is not corrected for chance.
    Undefined where no coder has a boundary. References: fournier2013.

    >>> import accord
    >>> study = accord.Segmentations.from_masses({"d": {"A": [2, 3, 6], "B": [2, 2, 7]}})
    >>> accord.boundaries.boundary_similarity(study).value
    0.75
    """
    why = said("undefined.no-coder-placed-boundary")
    return _similarity("boundary_similarity", "B", study, n_t, _could_match, why)


def segmentation_similarity(study: Segmentations, *, n_t: NearMiss = 2) -> Agreement:
    """S: edits that remain, weighted, per place where a boundary could be (Fournier & Inkpen).

    S = 1 − (additions + near misses + substitutions, weighted) / (places × types). Most
    places have no boundary, so S is high for almost any two coders; B corrects this.
    Undefined where documents have one atom. References: fournier2012.

    >>> import accord
    >>> study = accord.Segmentations.from_masses({"d": {"A": [2, 3, 6], "B": [2, 2, 7]}})
    >>> accord.boundaries.segmentation_similarity(study).value
    0.95
    """
    why = said("undefined.no-document-two-coders")
    return _similarity("segmentation_similarity", "S_seg", study, n_t, _places, why)


Room = Callable[[Edits, Segmentation], float]
"""What the weight of the edits is divided by."""


def _could_match(edits: Edits, _: Segmentation) -> float:
    return edits.number + edits.matches


def _places(_: Edits, doc: Segmentation) -> float:
    # A boundary can be between any two atoms, of each type.
    return (doc.length - 1) * len(doc.types)


def _similarity(
    name: str, symbol: str, study: Segmentations, n_t: int, room: Room, why: str
) -> Agreement:
    edited: dict[tuple[int, int], list[Edits]] = {}
    table = _edited(study, room, n_t=n_t, name=name, kept=edited)
    every = {pair: at for at, pair in enumerate(combinations(range(len(study.coders)), 2))}
    parts = np.zeros((len(study.documents), len(every), 2))
    column = np.array([every[i, j] for i, j in table.pairs.tolist()], dtype=np.intp)
    parts[table.document, column[table.pair]] = table.rows
    lost = zip(table.pairs.tolist(), _lost(table.totals()).tolist(), strict=True)
    known = {(i, j): part for (i, j), part in lost if not isnan(part)}
    value = fsum(known.values()) / len(known) if known else np.nan
    detail = {
        "pairs": {(study.coders[i], study.coders[j]): 1 - part for (i, j), part in known.items()},
        "documents": parts,  # document × pair × (weight of the edits, what could have matched)
        "edits": {(study.coders[i], study.coders[j]): e for (i, j), e in edited.items()},
    }
    result = Agreement(name, symbol, value, None, {"n_t": n_t}, study.counts(), detail=detail)
    return result if known else replace(result, undefined=why)


def _edited(
    study: Segmentations,
    room: Room,
    *,
    n_t: int = 2,
    name: str = "",
    kept: dict[tuple[int, int], list[Edits]] | None = None,
) -> PairSums:
    """The weight of the edits of every two coders in every document, and what could have
    matched."""
    check_kind(name, study)
    if n_t < 1:
        raise AccordError(f"n_t must be at least 1 (1: no near misses), got {n_t}")

    def found() -> Iterator[tuple[int, int, int, tuple[float, float]]]:
        for at, doc in enumerate(study.documents):
            for i, j in combinations(np.flatnonzero(doc.seen).tolist(), 2):
                edits = boundary_edits(doc, i, j, n_t)
                if kept is not None:
                    kept.setdefault((i, j), []).append(edits)
                yield at, i, j, (edits.weight(n_t, len(doc.types)), room(edits, doc))

    alike = mean_over_pairs(lambda sums: 1.0 - _lost(sums))
    return PairSums.found(len(study.documents), found(), 2, alike)


def _lost(sums: FloatArray) -> FloatArray:
    """The weight of the edits / what could have matched, nan where nothing could."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(sums[..., 1] > 0, sums[..., 0] / sums[..., 1], np.nan)


documents_of_boundary_similarity = partial(_edited, room=_could_match, name="boundary_similarity")
documents_of_segmentation_similarity = partial(
    _edited, room=_places, name="segmentation_similarity"
)
