"""Anatomy of disagreement on boundaries: which are shared, near another coder's, or alone."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from accord.kinds.boundaries.parts import Segmentation
from accord.model.names import IntArray

NEAR_PLACES = 2
"""A boundary is near another coder's if it is at most so many places away."""

BOUNDARY_KINDS = ("shared", "near", "alone")


def boundary_kinds(document: Segmentation) -> IntArray:
    """For every boundary 0 where all coders have one there, 1 where another is near, else 2."""
    sees = int(document.seen.sum())
    kinds = np.full(len(document), 2)
    places = {int(c): document.boundaries(int(c)) for c in np.flatnonzero(document.seen)}
    for c, mine in places.items():
        exact = np.ones(len(mine), dtype=np.int64)
        near = np.zeros(len(mine), dtype=bool)
        for other, theirs in places.items():
            if other != c and len(theirs):
                apart = np.abs(mine[:, None] - theirs[None, :]).min(axis=1)
                exact += apart == 0
                near |= apart <= NEAR_PLACES
        # Shared means shared by all who saw the text; with some of them it still is only near.
        kind = np.where(exact == sees, 0, np.where(near, 1, 2))
        at = np.flatnonzero(document.coder == c)
        kinds[at] = kind[np.searchsorted(mine, document.place[at])]
    return kinds


Cut = tuple[tuple[int, Hashable], ...]
"""The boundaries of one coder within a few places: each place with its type."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """Boundaries of several coders from one place to at most `NEAR_PLACES` places after it."""

    begin: int
    end: int
    cuts: Mapping[int, Cut]

    def distance(self, one: Cut, other: Cut) -> float:
        """1 where one coder has no boundary, another number of them, or another type; else how
        many places they are apart on average, of the NEAR + 1 from which on they are not near."""
        if len(one) != len(other):
            return 1.0
        if any(a[1] != b[1] for a, b in zip(one, other, strict=True)):
            return 1.0
        apart = [abs(a[0] - b[0]) for a, b in zip(one, other, strict=True)]
        # Below 1 even at the largest distance within a cluster: a boundary that was moved is less
        # apart than one that is missing.
        return sum(apart) / len(apart) / (NEAR_PLACES + 1) if apart else 0.0


def boundary_clusters(document: Segmentation) -> Iterator[Cluster]:
    """Boundaries that may be meant to be the same: a cluster begins with the first place that is
    in none yet, and reaches `NEAR_PLACES` places further."""
    order = np.lexsort((document.coder, document.place))
    where = [
        (int(document.place[at]), int(document.coder[at]), document.types[int(document.type[at])])
        for at in order
        if document.seen[document.coder[at]]
    ]
    begin = 0
    while begin < len(where):
        stop = begin
        cuts: dict[int, list[tuple[int, Hashable]]] = {}
        while stop < len(where) and where[stop][0] <= where[begin][0] + NEAR_PLACES:
            place, coder, kind = where[stop]
            cuts.setdefault(coder, []).append((place, kind))
            stop += 1
        frozen = {coder: tuple(cut) for coder, cut in cuts.items()}
        yield Cluster(where[begin][0], where[stop - 1][0], frozen)
        begin = stop
