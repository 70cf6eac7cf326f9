"""Mistakes of coders who mark units: position, category, false negatives and positives, splits.

Each error takes the units of one coder in one document and a magnitude m, from 0 (nothing
happens) to 1 (the worst that is still independent of the other coders).

References: mathet2012, mathet2015.
"""

from dataclasses import dataclass, replace

import numpy as np

from accord.errors import DataError
from accord.model.names import FloatArray, IntArray

SHIFT = 2.0
"""At magnitude 1 a boundary moves by up to so many lengths of its unit."""
FAR = 6.0
"""At magnitude 1 a unit that must not overlap others jumps by up to so many mean lengths."""
ADDED = 2.0
"""At magnitude 1 so many units are added for each unit of the reference."""
SPLITS = 5.0
"""At magnitude 1 so many splits for each unit of the reference (Mathet et al. 2015, §6.3.4)."""


@dataclass(frozen=True, slots=True, eq=False)
class Marks:
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
        return 1.0 if self.whole else 1e-6 * max(self.end - self.begin, 1e-300)

    def take(self, at: IntArray) -> "Marks":
        """These units."""
        return replace(self, start=self.start[at], stop=self.stop[at], category=self.category[at])


def position(marks: Marks, m: float, random: np.random.Generator) -> Marks:
    """Each boundary moves by up to m × SHIFT × the unit's length; units may come to overlap.

    reference   |------|      |--|
    coder      |-----|       |---|
    """
    start, stop = _moved(marks, m, random)
    return replace(marks, start=start, stop=stop)


def position_apart(marks: Marks, m: float, random: np.random.Generator) -> Marks:
    """As `position`, but units never overlap, at any magnitude.

        reference   |--A--|  |--B--|     |-C-|
        coder       |--B--|   |-A--|   |--C-|

    Units may jump over their neighbours, by up to m × FAR mean lengths; the gaps stay in
    their order, so all fit. Then each boundary moves by up to m × SHIFT × the unit's length,
    but no farther than to the middle of the gap beside it or of its unit.
    """
    if not m or not len(marks.start):
        return marks
    marks = marks.take(np.argsort(marks.start, kind="stable"))
    edges = np.stack([marks.start, marks.stop], axis=1).reshape(-1)
    gaps = np.diff(np.concatenate([[marks.begin], edges, [marks.end]]))[::2]
    if gaps.min() < 0:
        raise DataError(
            "units overlap, so they cannot be moved apart; take the mistake 'position' instead"
        )
    length = marks.stop - marks.start
    jump = random.uniform(-1, 1, len(length)) * m * FAR * length.mean()
    order = np.argsort((marks.start + marks.stop) / 2 + jump, kind="stable")
    length = length[order]
    start = marks.begin + np.cumsum(gaps[:-1] + length) - length
    most = m * SHIFT * length
    moved = random.uniform(-1, 1, (2, len(length))) * most
    inward, outward = (length - marks.room) / 2, gaps / 2
    if marks.whole:
        moved, inward, outward = np.rint(moved), np.floor(inward), np.floor(outward)
    return replace(
        marks,
        start=start + np.clip(moved[0], -outward[:-1], inward),
        stop=start + length + np.clip(moved[1], -inward, outward[1:]),
        category=marks.category[order],
    )


def _moved(marks: Marks, m: float, random: np.random.Generator) -> tuple[FloatArray, FloatArray]:
    if not m:
        return marks.start, marks.stop
    most = m * SHIFT * (marks.stop - marks.start)
    edges = np.stack([marks.start, marks.stop]) + random.uniform(-1, 1, (2, len(most))) * most
    edges = np.sort(np.clip(edges, marks.begin, marks.end), axis=0)
    if marks.whole:
        edges = np.rint(edges)
    start = np.minimum(edges[0], marks.end - marks.room)
    return start, np.maximum(edges[1], start + marks.room)


def category(
    marks: Marks, m: float, random: np.random.Generator, confusion: FloatArray | None = None
) -> Marks:
    """Categories are confused, more often and more severely as m grows, at random at m = 1.

    P(l | k) = (1 − m) [k = l] + m ((1 − m) C_kl + m/K): small mistakes go by `confusion`,
    the rows of C, which says which categories overlap (uniform where it is not given);
    great ones go anywhere.
    """
    matrix = confusion_at(m, marks.categories, confusion)
    return replace(marks, category=drawn(matrix[marks.category], random))


def confusion_at(m: float, categories: int, confusion: FloatArray | None = None) -> FloatArray:
    """P(l | k) at magnitude m."""
    uniform = np.full((categories, categories), 1.0 / categories)
    near = uniform if confusion is None else np.asarray(confusion, dtype=np.float64)
    if near.shape != uniform.shape or (near < 0).any() or not (near.sum(axis=1) > 0).all():
        raise DataError(
            f"the confusion of {categories} categories is a {categories} × {categories} matrix "
            f"with no negative number and no empty row, got shape {near.shape}"
        )
    near = near / near.sum(axis=1, keepdims=True)
    return np.asarray((1 - m) * np.eye(categories) + m * ((1 - m) * near + m * uniform))


def drawn(rows: FloatArray, random: np.random.Generator) -> IntArray:
    """One category from each row of probabilities."""
    passed = np.cumsum(rows, axis=1) < random.random((len(rows), 1))
    return np.asarray(np.minimum(passed.sum(axis=1), rows.shape[1] - 1), dtype=np.int32)


def false_negatives(marks: Marks, m: float, random: np.random.Generator) -> Marks:
    """Each unit is forgotten with probability m."""
    return marks.take(np.flatnonzero(random.random(len(marks.start)) >= m))


def false_positives(marks: Marks, m: float, random: np.random.Generator) -> Marks:
    """m × ADDED units are added for each that is there, alike in length and category, anywhere;
    they may overlap others."""
    number = round(m * ADDED * len(marks.start))
    if not number:
        return marks
    like = random.integers(len(marks.start), size=number)
    length = (marks.stop - marks.start)[like]
    start = marks.begin + random.random(number) * (marks.end - marks.begin - length)
    start = np.floor(start) if marks.whole else start
    return replace(
        marks,
        start=np.concatenate([marks.start, start]),
        stop=np.concatenate([marks.stop, start + length]),
        category=np.concatenate([marks.category, marks.category[like]]),
    )


def false_positives_apart(marks: Marks, m: float, random: np.random.Generator) -> Marks:
    """As `false_positives`, but only into gaps, shortened to fit them: units never overlap."""
    for _ in range(round(m * ADDED * len(marks.start))):
        order = np.argsort(marks.start, kind="stable")
        low = np.concatenate([[marks.begin], np.maximum.accumulate(marks.stop[order])])
        high = np.concatenate([marks.start[order], [marks.end]])
        gaps = np.maximum(high - low, 0.0)
        if gaps.max() < marks.room:
            break
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


def splits(marks: Marks, m: float, random: np.random.Generator) -> Marks:
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
