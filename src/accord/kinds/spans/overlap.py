"""Which units of one coder overlap, and which units of two coders intersect."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from accord.kinds.spans.parts import Continuum, Spans, Unit
from accord.model.names import FloatArray, IntArray
from accord.words.said import said

if TYPE_CHECKING:
    from typing import Literal

    from accord.kinds.spans.study import Unitizings

    Side = Literal["left", "right"]


def meet(one: Spans, other: Spans) -> tuple[IntArray, IntArray, FloatArray]:
    """All pairs (g, h) of units of two lists that share some length, and that length |g ∩ h|.

    Both lists are sorted by their starts; overlap within a list is allowed. A pair meets
    either because h begins within g, or because g begins within h; the pairs come in that
    order, not sorted.

    >>> one = Spans(np.array([0.0, 6.0]), np.array([4.0, 8.0]), np.array([0, 0]))
    >>> other = Spans(np.array([3.0]), np.array([7.0]), np.array([0]))
    >>> [part.tolist() for part in meet(one, other)]
    [[0, 1], [0, 0], [1.0, 1.0]]
    """
    low, high = np.searchsorted(other.start, one.start), np.searchsorted(other.start, one.stop)
    g, h = _ranges(low, high)
    # "right": pairs that begin together were found the first time.
    low = np.searchsorted(one.start, other.start, side="right")
    high = np.searchsorted(one.start, other.stop)
    h2, g2 = _ranges(low, np.maximum(low, high))
    g, h = np.concatenate([g, g2]), np.concatenate([h, h2])
    shared = np.minimum(one.stop[g], other.stop[h]) - np.maximum(one.start[g], other.start[h])
    return g, h, shared


def _ranges(low: IntArray, high: IntArray) -> tuple[IntArray, IntArray]:
    """Row i paired with each of low[i] … high[i] − 1."""
    size = high - low
    row = np.repeat(np.arange(len(low)), size)
    return row, np.arange(size.sum()) - np.repeat(np.cumsum(size) - size, size) + low[row]


@dataclass(frozen=True, slots=True, eq=False)
class Met:
    """Pairs of lines (the units of a coder in a document), and all that meets in them.

    `units` are the units of all lines, one line after the other; `sizes` says how many the first
    and the second line of each pair have. A cell is two units of a pair that meet: its `pair`, the
    units `g` and `h` (positions in `units`), the same as numbers among the units of all pairs
    (`row`, `column`: a line that is in two pairs counts twice), and the length that they share.
    """

    units: Spans
    sizes: IntArray
    pair: IntArray
    g: IntArray
    h: IntArray
    row: IntArray
    column: IntArray
    shared: FloatArray


def all_met(lines: Sequence[Spans], first: Sequence[int], second: Sequence[int]) -> Met:
    """`meet` of many pairs of lines (by position) at once, its cells in the same order.

    Within a pair the cells are those that `meet` finds, to the last bit.

    >>> one = Spans(np.array([0.0, 6.0]), np.array([4.0, 8.0]), np.array([0, 0]))
    >>> other = Spans(np.array([3.0]), np.array([7.0]), np.array([0]))
    >>> found = all_met([one, other], [0], [1])
    >>> found.g.tolist(), found.h.tolist(), found.shared.tolist()
    ([0, 1], [2, 2], [1.0, 1.0])
    """
    none = Spans(np.zeros(0), np.zeros(0), np.zeros(0, dtype=np.intp))
    units = Spans.joined([none, *lines])
    size = np.array([len(line) for line in lines], dtype=np.intp)
    begin, pairs = np.cumsum(size) - size, np.array([first, second], dtype=np.intp).reshape(2, -1)
    # Places become ranks, so that the line and the place together are one whole number, in which
    # all lines are sorted: what lies between two ranks is the same as between two places.
    places = np.unique(np.concatenate([units.start, units.stop]))
    rank = np.searchsorted(places, units.start), np.searchsorted(places, units.stop)
    width = len(places) + 1
    start = np.repeat(np.arange(len(size)), size) * width + rank[0]

    def within(ours: IntArray, theirs: IntArray, side: "Side") -> tuple[IntArray, ...]:
        """Each unit of the lines `ours` with those of `theirs` that begin in it."""
        pair, unit = _ranges(begin[ours], begin[ours] + size[ours])
        base = theirs[pair] * width
        low = np.searchsorted(start, base + rank[0][unit], side=side)
        high = np.searchsorted(start, base + rank[1][unit])
        at, other = _ranges(low, np.maximum(low, high))
        return pair[at], unit[at], other

    pair, g, h = within(pairs[0], pairs[1], "left")
    # "right": pairs that begin together were found the first time.
    again, h2, g2 = within(pairs[1], pairs[0], "right")
    pair = np.concatenate([pair, again])
    order = np.argsort(pair, kind="stable")
    pair = pair[order]
    g, h = np.concatenate([g, g2])[order], np.concatenate([h, h2])[order]
    shared = np.minimum(units.stop[g], units.stop[h]) - np.maximum(units.start[g], units.start[h])
    sizes = size[pairs].T
    numbers = [
        unit - begin[of][pair] + (np.cumsum(size[of]) - size[of])[pair]
        for unit, of in ((g, pairs[0]), (h, pairs[1]))
    ]
    return Met(units, sizes, pair, g, h, numbers[0], numbers[1], shared)


def overlapping_pair(continuum: Continuum, *, within: bool = False) -> tuple[int, int] | None:
    """The first two units of the same coder that overlap (by position), None if none do.

    `within`: only units of the same category count.
    """
    keys = [continuum.stop, continuum.start, continuum.coder]
    if within:
        keys.insert(2, continuum.category)
    order = np.lexsort(keys)
    coder, start, stop = continuum.coder[order], continuum.start[order], continuum.stop[order]
    same = coder[1:] == coder[:-1]
    if within:
        category = continuum.category[order]
        same &= category[1:] == category[:-1]
    # In a list without overlap every unit begins after its predecessor ends.
    clash = np.flatnonzero(same & (start[1:] < stop[:-1]))
    if not len(clash):
        return None
    at = int(clash[0])
    return int(order[at]), int(order[at + 1])


def first_overlap(study: "Unitizings", *, within: bool = False) -> str | None:
    """The first overlapping units of one coder, in words; None if there are none."""
    for continuum in study.continua:
        pair = overlapping_pair(continuum, within=within)
        if pair is not None:
            coder = continuum.coders[int(continuum.coder[pair[0]])]
            unit, other = (_shown(continuum.unit(at)) for at in pair)
            facts = {"unit": unit, "other": other, "coder": coder}
            if continuum.name is None:
                return said("undefined.units-overlap", **facts)
            return said("undefined.units-overlap-in", **facts, document=continuum.name)
    return None


def _shown(unit: Unit) -> str:
    label = "" if unit.category is None else f" {unit.category!r}"
    return f"[{unit.begin:g}, {unit.end:g}){label}"
