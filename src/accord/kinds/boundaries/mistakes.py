"""Mistakes of coders who cut text into segments: shifted, missed and added boundaries."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from accord.kinds.boundaries.study import Segmentations
from accord.model.names import IntArray
from accord.simulate.erring import REFERENCE, Range, Step

_SHIFT = 2.0
"""At magnitude 1 a boundary moves by up to so many mean segment lengths."""
_ADDED = 2.0
"""At magnitude 1 so many boundaries are added for each that is there."""


def shift(places: IntArray, length: int, m: float, random: np.random.Generator) -> IntArray:
    """Each boundary moves by up to m × _SHIFT × the mean length of a segment; two that would
    meet stay apart: the later one takes the nearest free place."""
    if not len(places) or not m:
        return places
    most = m * _SHIFT * length / (len(places) + 1)
    wanted = np.rint(places + random.uniform(-most, most, len(places))).astype(int)
    free = np.ones(length + 1, dtype=bool)
    # The edges of a document are no boundaries: every coder has them.
    free[[0, length]] = False
    taken = []
    # In random order: else boundaries on the left would always get the place that two want.
    for place in random.permutation(np.clip(wanted, 1, length - 1)):
        open_places = np.flatnonzero(free)
        nearest = int(open_places[np.abs(open_places - place).argmin()])
        free[nearest] = False
        taken.append(nearest)
    return np.array(sorted(taken), dtype=places.dtype)


def miss(places: IntArray, length: int, m: float, random: np.random.Generator) -> IntArray:
    """Each boundary is missed with probability m."""
    return places[random.random(len(places)) >= m]


def add(places: IntArray, length: int, m: float, random: np.random.Generator) -> IntArray:
    """m × _ADDED boundaries are added for each that is there, at free places."""
    # A second boundary at one place would be none.
    free = np.setdiff1d(np.arange(1, length), places)
    number = min(round(m * _ADDED * len(places)), len(free))
    extra = random.choice(free, size=number, replace=False) if number else places[:0]
    return np.sort(np.concatenate([places, extra])).astype(places.dtype)


@dataclass(frozen=True, slots=True)
class BoundaryModel:
    """A statistical model of segmented text: how many segments, of which lengths.

    :param documents: How many documents.

    >>> import accord
    >>> accord.simulate.BoundaryModel(segments=5, documents=2).draw(1).counts()
    {'i': 2, 'c': 1, 'k': 1, 'b': 8}
    """

    segments: int = 30
    lengths: Range = (3, 15)
    documents: int = 1

    def draw(self, rng: int | np.random.Generator = 0) -> Segmentations:
        """One reference.

        >>> import accord
        >>> len(accord.simulate.BoundaryModel(segments=4).draw().documents[0])
        3
        """
        random = np.random.default_rng(rng)
        low, high = self.lengths
        masses: dict[Any, dict[Any, Sequence[int]]] = {
            document: {REFERENCE: random.integers(low, high + 1, self.segments).tolist()}
            for document in range(1, self.documents + 1)
        }
        return Segmentations.from_masses(masses)


def with_mistakes(
    reference: Segmentations, steps: list[Step], names: list[str], random: np.random.Generator
) -> Segmentations:
    """A study of coders who take these steps, each from the reference."""
    rows: list[tuple[Hashable, Hashable, int, Hashable]] = []
    for coder in names:
        for document in reference.documents:
            for t, kind in enumerate(document.types):
                places = document.place[document.type == t]
                for apply, m in steps:
                    places = apply(places, document.length, m, random)
                rows += [(document.name, coder, int(place), kind) for place in places]
    lengths = {document.name: document.length for document in reference.documents}
    return Segmentations.of(
        rows,
        lengths=lengths,
        coders=names,
        types=list(reference.types) or None,
        about=reference.about,
    )


def mistakes() -> dict[Callable[..., Any], str]:
    """All mistakes that are made in boundaries, and what happens."""
    return {
        shift: "boundaries move",
        miss: "boundaries are missed",
        add: "boundaries are added",
    }


def reference_model() -> type[BoundaryModel]:
    """The model that draws references."""
    return BoundaryModel


def usual_mistake() -> tuple[str, str, str]:
    """A mistake whose magnitude is a share, in words: each coder … a share of the …"""
    return "miss", "missed", "boundaries"
