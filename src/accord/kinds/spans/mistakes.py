"""Mistakes of coders who mark units: position, category, false negatives and positives, splits.

Each error takes the units of one coder in one document and a magnitude m, from 0 (nothing
happens) to 1 (the worst that is still independent of the other coders).

References: mathet2012, mathet2015.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from accord.errors import DataError
from accord.kinds.spans.study import Unitizings
from accord.model.names import FloatArray, IntArray
from accord.simulate.erring import REFERENCE, Range, Step, confusion_at, drawn, probabilities

_SHIFT = 2.0
"""At magnitude 1 a boundary moves by up to so many lengths of its unit."""
_FAR = 6.0
"""At magnitude 1 a unit that must not overlap others jumps by up to so many mean lengths."""
_ADDED = 2.0
"""At magnitude 1 so many units are added for each unit of the reference."""
SPLITS = 5.0
"""At magnitude 1 so many splits for each unit of the reference (Mathet et al. 2015, §6.3.4)."""


@dataclass(frozen=True, slots=True, eq=False)
class Marked:
    """The units of one coder in one document [begin, end), with `categories` categories.

    `whole` says that positions are whole numbers and stay so; `room` is how long a unit
    must at least be.
    """

    start: FloatArray
    stop: FloatArray
    category: IntArray
    begin: float
    end: float
    categories: int
    whole: bool

    @property
    def room(self) -> float:
        """The least length of a unit."""
        # Characters and tokens are whole: a unit shorter than one would cover nothing.
        return 1.0 if self.whole else 1e-6 * max(self.end - self.begin, 1e-300)

    def take(self, at: IntArray) -> "Marked":
        """These units."""
        return replace(self, start=self.start[at], stop=self.stop[at], category=self.category[at])


def position(marks: Marked, m: float, random: np.random.Generator) -> Marked:
    """Each boundary moves by up to m × _SHIFT × the unit's length; units may come to overlap.

    reference   |------|      |--|
    coder      |-----|       |---|
    """
    start, stop = _moved(marks, m, random)
    return replace(marks, start=start, stop=stop)


def position_apart(marks: Marked, m: float, random: np.random.Generator) -> Marked:
    """As `position`, but units never overlap, at any magnitude.

        reference   |--A--|  |--B--|     |-C-|
        coder       |--B--|   |-A--|   |--C-|

    Units may jump over their neighbours, by up to m × FAR mean lengths; the gaps stay in
    their order, so all fit. Then each boundary moves by up to m × _SHIFT × the unit's length,
    but no farther than to the middle of the gap beside it or of its unit.
    """
    if not m or not len(marks.start):
        return marks
    marks = marks.take(np.argsort(marks.start, kind="stable"))
    edges = np.stack([marks.start, marks.stop], axis=1).reshape(-1)
    # Every second difference: those between are the units themselves.
    gaps = np.diff(np.concatenate([[marks.begin], edges, [marks.end]]))[::2]
    if gaps.min() < 0:
        raise DataError(
            "spans overlap, so they cannot be moved apart. Use the mistake 'position' instead"
        )
    length = marks.stop - marks.start
    jump = random.uniform(-1, 1, len(length)) * m * _FAR * length.mean()
    # Units change places and gaps stay: so they can go far and still never overlap.
    order = np.argsort((marks.start + marks.stop) / 2 + jump, kind="stable")
    length = length[order]
    start = marks.begin + np.cumsum(gaps[:-1] + length) - length
    most = m * _SHIFT * length
    moved = random.uniform(-1, 1, (2, len(length))) * most
    # Half of each: both neighbours may move into a gap, and both ends of a unit into the unit.
    inward, outward = (length - marks.room) / 2, gaps / 2
    if marks.whole:
        moved, inward, outward = np.rint(moved), np.floor(inward), np.floor(outward)
    return replace(
        marks,
        start=start + np.clip(moved[0], -outward[:-1], inward),
        stop=start + length + np.clip(moved[1], -inward, outward[1:]),
        category=marks.category[order],
    )


def _moved(marks: Marked, m: float, random: np.random.Generator) -> tuple[FloatArray, FloatArray]:
    if not m:
        return marks.start, marks.stop
    most = m * _SHIFT * (marks.stop - marks.start)
    edges = np.stack([marks.start, marks.stop]) + random.uniform(-1, 1, (2, len(most))) * most
    # An end that moved before its begin changes roles with it, else the unit would have no length.
    edges = np.sort(np.clip(edges, marks.begin, marks.end), axis=0)
    if marks.whole:
        edges = np.rint(edges)
    start = np.minimum(edges[0], marks.end - marks.room)
    return start, np.maximum(edges[1], start + marks.room)


def category(
    marks: Marked, m: float, random: np.random.Generator, confusion: FloatArray | None = None
) -> Marked:
    """Categories are confused, more often and more severely as m grows, at random at m = 1.

    P(l | k) = (1 − m) [k = l] + m ((1 − m) C_kl + m/K): small mistakes go by `confusion`,
    the rows of C, which says which categories overlap (uniform where it is not given);
    great ones go anywhere.
    """
    matrix = confusion_at(m, marks.categories, confusion)
    return replace(marks, category=drawn(matrix[marks.category], random))


def false_negatives(marks: Marked, m: float, random: np.random.Generator) -> Marked:
    """Each unit is forgotten with probability m."""
    return marks.take(np.flatnonzero(random.random(len(marks.start)) >= m))


def false_positives(marks: Marked, m: float, random: np.random.Generator) -> Marked:
    """m × _ADDED units are added for each that is there, alike in length and category, anywhere;
    they may overlap others."""
    number = round(m * _ADDED * len(marks.start))
    if not number:
        return marks
    like = random.integers(len(marks.start), size=number)
    length = (marks.stop - marks.start)[like]
    # Less its own length, so that no unit that is added leaves the document.
    start = marks.begin + random.random(number) * (marks.end - marks.begin - length)
    start = np.floor(start) if marks.whole else start
    return replace(
        marks,
        start=np.concatenate([marks.start, start]),
        stop=np.concatenate([marks.stop, start + length]),
        category=np.concatenate([marks.category, marks.category[like]]),
    )


def false_positives_apart(marks: Marked, m: float, random: np.random.Generator) -> Marked:
    """As `false_positives`, but only into gaps, shortened to fit them: units never overlap."""
    for _ in range(round(m * _ADDED * len(marks.start))):
        order = np.argsort(marks.start, kind="stable")
        low = np.concatenate([[marks.begin], np.maximum.accumulate(marks.stop[order])])
        high = np.concatenate([marks.start[order], [marks.end]])
        gaps = np.maximum(high - low, 0.0)
        # The document is full, and waiting for room would never end.
        if gaps.max() < marks.room:
            break
        # By length: any free place is as likely as any other.
        gap = int(random.choice(len(gaps), p=gaps / gaps.sum()))
        like = int(random.integers(len(marks.start)))
        length = min(float(marks.stop[like] - marks.start[like]), float(gaps[gap]))
        start = low[gap] + random.random() * (gaps[gap] - length)
        start = np.floor(start) if marks.whole else start
        marks = replace(
            marks,
            start=np.append(marks.start, start),
            stop=np.append(marks.stop, start + max(length, marks.room)),
            category=np.append(marks.category, marks.category[like]),
        )
    return marks


def splits(marks: Marked, m: float, random: np.random.Generator) -> Marked:
    """m × SPLITS splits for each unit, each of a random unit, which may be split again.

    reference   |-----A-----|
    coder       |-A-|---A---|
    """
    start, stop, kind = marks.start.tolist(), marks.stop.tolist(), marks.category.tolist()
    for _ in range(round(m * SPLITS * len(marks.start))):
        long = [at for at in range(len(start)) if stop[at] - start[at] >= 2 * marks.room]
        if not long:
            break
        at = long[int(random.integers(len(long)))]
        if marks.whole:
            cut = float(random.integers(int(start[at]) + 1, int(stop[at])))
        else:
            cut = random.uniform(start[at] + marks.room, stop[at] - marks.room)
        start.append(cut)
        stop.append(stop[at])
        kind.append(kind[at])
        stop[at] = cut
    columns = np.array(start), np.array(stop), np.array(kind, dtype=np.int32)
    return replace(marks, start=columns[0], stop=columns[1], category=columns[2])


@dataclass(frozen=True, slots=True)
class UnitModel:
    """A statistical model of units on a continuum.

        |--A--|   |-B-|          |---A---|
              gap     gap

    `prevalence` is relative; `lengths` is a range for all categories or one for each;
    `overlap` is the probability that a unit begins within the one before it.

    :param gaps: The range of lengths between units.
    :param documents: How many documents.

    >>> import accord
    >>> accord.simulate.UnitModel(categories="ab", documents=2).draw(1).counts()
    {'i': 2, 'c': 1, 'k': 2, 'u': 60}
    """

    categories: Sequence[Hashable] = ("A", "B", "C", "D")
    prevalence: Sequence[float] = ()
    lengths: Range | Mapping[Hashable, Range] = (5, 20)
    gaps: Range = (2, 15)
    overlap: float = 0.0
    units: int = 30
    documents: int = 1

    def draw(self, rng: int | np.random.Generator = 0) -> Unitizings:
        """One reference; the same seed gives the same.

        >>> import accord
        >>> accord.simulate.UnitModel(units=5, documents=2).draw().counts()
        {'i': 2, 'c': 1, 'k': 4, 'u': 10}
        """
        random = np.random.default_rng(rng)
        shares = probabilities(self.prevalence, len(self.categories))
        rows: list[tuple[Hashable, Hashable, float, float, Hashable]] = []
        extents: dict[Hashable, tuple[float | None, float | None]] = {}
        for document in range(1, self.documents + 1):
            at = int(random.integers(self.gaps[0], self.gaps[1] + 1))
            end = at
            for number in range(self.units):
                category = self.categories[int(random.choice(len(shares), p=shares))]
                low, high = self._length(category)
                length = int(random.integers(low, high + 1))
                if number and random.random() < self.overlap:
                    at = int(random.integers(int(rows[-1][2]), max(int(rows[-1][3]), 1)))
                rows.append((document, REFERENCE, at, at + length, category))
                end = max(end, at + length)
                at = end + int(random.integers(self.gaps[0], self.gaps[1] + 1))
            extents[document] = (0.0, float(max(at, end + 1)))
        return Unitizings.of(rows, categories=self.categories, extents=extents, coders=[REFERENCE])

    def _length(self, category: Hashable) -> Range:
        return self.lengths[category] if isinstance(self.lengths, Mapping) else self.lengths


def with_mistakes(
    reference: Unitizings, steps: list[Step], names: list[str], random: np.random.Generator
) -> Unitizings:
    """A study of coders who take these steps, each from the reference."""
    rows: list[tuple[Hashable, Hashable, float, float, Hashable]] = []
    categories = list(reference.categories)
    for coder in names:
        for document in reference.continua:
            edges = np.concatenate([document.start, document.stop])
            # Coders who count characters do not begin to mark halves of them when they err.
            whole = bool((edges == np.rint(edges)).all())
            marks = Marked(
                document.start,
                document.stop,
                document.category,
                document.begin,
                document.end,
                len(categories),
                whole,
            )
            for apply, m in steps:
                marks = apply(marks, m, random)
            rows += [
                (document.name, coder, begin, end, categories[k])
                for begin, end, k in zip(
                    marks.start.tolist(), marks.stop.tolist(), marks.category.tolist(), strict=True
                )
            ]
    return Unitizings.of(
        rows,
        items=[document.name for document in reference.continua],
        coders=names,
        categories=categories,
        extents={document.name: (document.begin, document.end) for document in reference.continua},
        about=reference.about,
        resolution=reference.resolution,
    )


def mistakes() -> dict[Callable[..., Any], str]:
    """All mistakes that are made in spans, and what happens."""
    return {
        position: "starts and ends of spans move",
        position_apart: "starts and ends of spans move, spans never overlap",
        category: "categories are confused",
        false_negatives: "units are missed",
        false_positives: "units are added",
        false_positives_apart: "spans are added in unmarked text",
        splits: "units are split",
    }


def reference_model() -> type[UnitModel]:
    """The model that draws references."""
    return UnitModel


def usual_mistake() -> tuple[str, str, str]:
    """A mistake whose magnitude is a share, in words: each coder … a share of the …"""
    return "false_negatives", "missed", "units"
