"""Random annotations: what coders would mark by chance (Mathet et al. 2015, §5.2).

A *source* draws the annotations of n random coders, all of them like the observed ones in
number of units, lengths, categories, gaps and overlaps:

    continuum   a randomly chosen coder's units, the continuum cut at a random place and its
                two parts exchanged, for each random coder at another place (§5.2.1)
    corpus      units of one random coder each from n different documents, the shorter ones
                repeated like a mosaic to the length of the longest (§5.2.2)
    model       units and gaps drawn one by one from those observed
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd
from typing import Any, NamedTuple, Protocol

import numpy as np

from accord.kinds.spans.parts import Continuum, Spans
from accord.model.names import FloatArray, IntArray

FINEST = 1e-6
"""A lattice with a step below this part of the continuum is no lattice."""

_SAME = 1e-9
"""Lengths that differ by less than this part of them are the same."""


class DrawnUnits(NamedTuple):
    """The units of one random annotation of n coders."""

    coder: IntArray
    spans: Spans


class AnnotationSource(Protocol):
    """Where random annotations come from."""

    def draw(self, n: int, rng: np.random.Generator) -> DrawnUnits:
        """The annotations of n random coders."""


@dataclass(frozen=True, slots=True)
class OneContinuum:
    """Cut one coder's continuum at a random place and exchange the two parts (§5.2.1).

        |--1--|  |-2-|   ¦ |-3-|      cut here
          |-3-|      |--1--|  |-2-|

    A unit belongs to the part in which it begins and keeps its length, so that one that
    crosses the cut may stick out at the end: lengths and numbers of units are those observed.
    Cuts are at least the mean length of a unit apart, going round; where the continuum is
    too short for that, they are evenly spaced. Where all boundaries lie on a lattice
    (characters, tenths of seconds, or units of one size), so do the cuts, and everything is
    counted in whole steps: offsets whose last digits were rounded another way fall on the same
    places.
    """

    length: float
    coders: tuple[Spans, ...]  # in steps where there is a lattice
    apart: float
    places: int  # steps of the lattice round the circle, 0 without one

    @classmethod
    def of(
        cls, continuum: Continuum, places: IntArray, rank: IntArray | None = None
    ) -> "OneContinuum":
        """The source made of one continuum; `places` orders the coders, `rank` the categories."""
        coders = by_coder(continuum, places, rank)
        lengths = continuum.spans.length
        # Cuts of two coders at one place would leave their units aligned: as far apart as a mean
        # unit.
        apart = float(lengths.mean()) if len(lengths) else 0.0
        edges = np.concatenate([continuum.start, continuum.stop]) - continuum.begin
        steps = lattice(edges, continuum.length)
        if steps:
            step = continuum.length / steps
            coders = tuple(
                Spans(np.rint(u.start / step), np.rint(u.stop / step), u.category) for u in coders
            )
        return cls(continuum.length, coders, apart, steps)

    def draw(self, n: int, rng: np.random.Generator) -> DrawnUnits:
        """The annotations of n random coders."""
        chosen = rng.integers(len(self.coders), size=n)
        step = self.length / self.places if self.places else 1.0
        circle = float(self.places or self.length)
        parts = []
        for coder, cut in zip(chosen.tolist(), self._cuts(n, rng).tolist(), strict=True):
            units = self.coders[coder]
            start = (units.start - cut) % circle
            stop = start + units.length
            parts.append(Spans(start * step, stop * step, units.category))
        return _drawn(parts)

    def cuts(self, n: int, rng: np.random.Generator) -> FloatArray:
        """n places on the circle, at least `apart` from each other, in random order."""
        cuts = self._cuts(n, rng)
        return cuts * (self.length / self.places) if self.places else cuts

    def _cuts(self, n: int, rng: np.random.Generator) -> FloatArray:
        """The cuts in steps of the lattice, if there is one."""
        step = self.length / self.places if self.places else 0.0
        circle = float(self.places or self.length)
        gap = np.ceil(self.apart / step - FINEST) if step else self.apart
        free = circle - n * gap
        if free < 0:
            # There is not room for all: then the cuts lie as far apart as they can.
            gap, free = circle / n, 0.0
        turn, *slack = rng.random(n)
        more = np.sort(slack)
        if step:
            # The same draw on the lattice: whole numbers of steps.
            turn, more = np.floor(turn * circle), np.floor(more * (free + 1))
        else:
            turn, more = turn * circle, more * free
        # Where gaps are no whole numbers, as evenly as the lattice has it: with fewer places
        # than coders some share a place, but never all.
        between = gap * np.arange(n)
        between = np.floor(between + FINEST) if step else between
        cuts = turn + between + np.concatenate([[0.0], more])
        return np.asarray(rng.permutation(cuts % circle))


class SpansOfDocuments(Sequence[tuple[float, tuple[Spans, ...]]]):
    """The length of each document and the units of its coders, put in order when it is asked for:
    chance draws few of many documents."""

    def __init__(self, continua: Sequence[Continuum], places: IntArray, rank: IntArray) -> None:
        self._continua, self._places, self._rank = continua, places, rank

    def __len__(self) -> int:
        return len(self._continua)

    def __getitem__(self, at: Any) -> Any:
        continuum = self._continua[at]
        return continuum.length, by_coder(continuum, self._places, self._rank)


@dataclass(frozen=True, slots=True)
class Corpus:
    """One random coder from each of n different documents (§5.2.2).

    Shorter documents are repeated to the length of the longest of the n; of the last copy
    the units that begin within that length are kept, whole.
    """

    documents: Sequence[tuple[float, tuple[Spans, ...]]]

    def draw(self, n: int, rng: np.random.Generator) -> DrawnUnits:
        """The annotations of n random coders."""
        # Different documents: two coders of one would agree for what they read, not by chance.
        places = rng.choice(len(self.documents), size=n, replace=False)
        chosen = [self.documents[at] for at in places.tolist()]
        longest = max(length for length, _ in chosen)
        parts = []
        for length, coders in chosen:
            units = coders[int(rng.integers(len(coders)))]
            parts.append(_mosaic(units, length, longest))
        return _drawn(parts)


@dataclass(frozen=True, slots=True)
class DisorderModel:
    """Units and the gaps between them drawn one by one, with replacement.

    The number of units is that of a random coder; each unit has length and category of an
    observed one, each gap (negative where units overlap) is that between two neighbours, or
    before the first, of some coder. What is kept are distributions; order and overlap of
    particular categories are not.
    """

    numbers: IntArray
    lengths: FloatArray
    categories: IntArray
    gaps: FloatArray

    @classmethod
    def of(cls, continua: Sequence[tuple[float, tuple[Spans, ...]]]) -> "DisorderModel":
        """The model of the units observed in these documents."""
        coders = [units for _, several in continua for units in several]
        whole = [units for units in coders if len(units)]
        gaps = [np.diff(u.start) - u.length[:-1] for u in whole]
        # What lies before the first unit is a gap as well.
        gaps += [u.start[:1] for u in whole]
        return cls(
            np.array([len(units) for units in coders]),
            np.concatenate([u.length for u in whole]),
            np.concatenate([u.category for u in whole]),
            np.concatenate(gaps),
        )

    def draw(self, n: int, rng: np.random.Generator) -> DrawnUnits:
        """The annotations of n random coders."""
        parts = []
        for count in rng.choice(self.numbers, size=n).tolist():
            unit = rng.integers(len(self.lengths), size=count)
            # Drawn apart from lengths: gaps may be negative where units overlap, and so overlap is
            # kept.
            gap = rng.choice(self.gaps, size=count)
            length = self.lengths[unit]
            stop = np.cumsum(gap + length)
            parts.append(Spans(stop - length, stop, self.categories[unit]))
        return _drawn(parts)


def by_coder(
    continuum: Continuum, places: IntArray, rank: IntArray | None = None
) -> tuple[Spans, ...]:
    """The units of each coder who saw the document, from its begin on, in order of place."""
    units = continuum.by_coder(continuum.placed())
    if rank is not None:  # which of two units in one place comes first must not rest on names
        units = [u.at(np.lexsort((rank[u.category], u.stop, u.start))) for u in units]
    # Not in the order of names: the same seed must draw the same coder whatever coders are called.
    order = np.argsort(places, kind="stable").tolist()
    return tuple(units[coder] for coder in order if continuum.seen[coder])


def lattice(edges: FloatArray, length: float) -> int:
    """How many steps of the coarsest lattice with all edges make the length; 0 if none does.

    >>> lattice(np.array([0.0, 5.0, 20.0]), 50.0), lattice(np.array([0.1, 0.25]), 1.0)
    (10, 20)
    >>> lattice(np.array([0.0, 2**0.5]), 5.0)
    0
    """
    if length <= 0 or not len(edges):
        return 0
    whole = [float(length), *np.unique(edges).tolist()]
    if all(edge.is_integer() for edge in whole):
        steps = round(length / gcd(*(int(edge) for edge in whole)))
        return steps if steps * FINEST <= 1 else 0
    step = length
    for edge in whole[1:]:
        step = _common(step, edge, length * _SAME)
        if step < length * FINEST:
            return 0
    return round(length / step)


def _common(a: float, b: float, tolerance: float) -> float:
    """The greatest common measure of two lengths, within a tolerance."""
    while b > tolerance:
        a, b = b, a % b
        if a - b < tolerance:  # the remainder of a multiple, rounded down
            b = 0.0
    return a


def _mosaic(units: Spans, length: float, longest: float) -> Spans:
    # Lengths that differ by rounding alone are the same: nothing is repeated for them.
    # Documents differ in length: shorter ones are repeated, as the paper's mosaic has it.
    copies = int(np.ceil(longest / length - _SAME)) if length > 0 else 1
    if copies <= 1:
        return units
    shift = np.repeat(np.arange(copies) * length, len(units))
    start, stop = np.tile(units.start, copies) + shift, np.tile(units.stop, copies) + shift
    inside = start < longest * (1 - _SAME)
    return Spans(start[inside], stop[inside], np.tile(units.category, copies)[inside])


def _drawn(parts: list[Spans]) -> DrawnUnits:
    coder = np.repeat(np.arange(len(parts)), [len(units) for units in parts])
    return DrawnUnits(coder, Spans.joined(parts))
