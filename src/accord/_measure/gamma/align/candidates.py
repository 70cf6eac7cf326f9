"""Candidates of the best alignment: which units could stand together, with proofs.

Let n be the number of coders, K = n(n−1)/2 and Δ_∅ = 1. A unitary alignment (a *group*) has
K pairs; a pair with an empty unit costs 1, a pair of real units costs d. So a group costs

    K − S,    S = sum over its pairs of real units of s(u, v) = 1 − d(u, v).

Cutting a group in two, A and B, costs K more and loses the pairs across: it is no worse
where s(A, B) ≤ −K. So some best alignment has only groups of which every cut has
s(A, B) > −K, and then, with σ_u the sum of s(u, v) over the other units of the group:

- σ_u > −K for each unit u of the group (cut off u alone);
- d(u, v) < K + n − 1 for each pair, as the other n − 2 terms of σ_u are at most 1 each.
  By eq. 3 this is a window on the middles of units;
- while a group grows, σ_u + Σ h_j(u) > −K over the coders j not yet in it, where h_j(u)
  is the most that coder j can add, max(0, max s(u, v) over the units v of coder j).

Several problems (*blocks*: chance samples, documents) are searched in one pass.
"""

from dataclasses import dataclass
from itertools import pairwise
from math import inf
from typing import Protocol

import numpy as np

from accord._measure.gamma.dissimilarity import Fitted
from accord.errors import TooLargeError
from accord.kinds.spans.parts import Spans
from accord.model.names import FloatArray, IntArray

_MOST_PAIRS = 4_000_000
"""Pairs looked at in one go, which bounds the memory of the search."""


MOST_AT_ONCE = 500_000
"""Groups that are looked at in one go."""

SOON = 20_000
"""So many groups are found before the clock is looked at: with them there is an alignment."""

MOST_KEPT = 5_000_000
"""The most pairs that may stand together, which bounds the memory of all that follows."""

TIE = 1e-10
"""Costs that differ by less are equal, as are sums of the same numbers in another order."""

MOST_CELLS = 10_000_000
"""The most cells of a table of units × coders."""


class Clock(Protocol):
    """Says whether time is over."""

    @property
    def over(self) -> bool:
        """Whether it is."""


@dataclass(frozen=True, slots=True)
class Field:
    """Units of one or more blocks, sorted by block and by middle; a unit is its position.

    `source` is where the unit stood in the arrays it came from.
    """

    n: int
    block: IntArray
    coder: IntArray
    spans: Spans
    source: IntArray
    blocks: int

    @classmethod
    def of(cls, n: int, block: IntArray, coder: IntArray, spans: Spans, blocks: int) -> "Field":
        """Sort the units; ties by begin, category and coder, so that order is fixed."""
        middle = spans.start + spans.stop
        order = _by_middle(block, middle)
        there, place = block[order], middle[order]
        if ((there[1:] == there[:-1]) & (place[1:] <= place[:-1])).any():
            order = np.lexsort((coder, spans.category, spans.start, middle, block))
        return cls(n, block[order], coder[order], spans.at(order), order, blocks)

    @property
    def K(self) -> int:
        """The number of pairs of coders."""
        return self.n * (self.n - 1) // 2

    def __len__(self) -> int:
        return len(self.coder)


def _by_middle(block: IntArray, middle: FloatArray) -> IntArray:
    """The order of units by block and middle; ties anyhow."""
    edges = np.flatnonzero(np.diff(block, prepend=-1, append=-1))
    if len(edges) < 2 or len(block) <= 100 * len(edges) or (np.diff(block) < 0).any():
        return np.lexsort((middle, block))
    # The units of each coder are nearly in order: a sort that merges runs is the quickest.
    parts = [
        low + np.argsort(middle[low:high], kind="stable") for low, high in pairwise(edges.tolist())
    ]
    return np.concatenate(parts)


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs u < v of units that may stand together, and s(u, v); sorted by u, then v.

    The pairs of u are those from `first[u]` up to `first[u + 1]`.
    """

    u: IntArray
    v: IntArray
    s: FloatArray
    first: IntArray
    keys: IntArray

    @classmethod
    def of(cls, size: int, u: IntArray, v: IntArray, s: FloatArray) -> "Pairs":
        """Sort the pairs of `size` units."""
        keys = u * size + v
        order = np.argsort(keys, kind="stable")
        u, v, s, keys = u[order], v[order], s[order], keys[order]
        return cls(u, v, s, np.searchsorted(u, np.arange(size + 1)), keys)

    def between(self, size: int, u: IntArray, v: IntArray) -> FloatArray:
        """s of pairs u < v; −inf where they may not stand together."""
        if not len(self.keys):
            return np.full(len(u), -inf)
        wanted = u * size + v
        at = np.minimum(np.searchsorted(self.keys, wanted), len(self.keys) - 1)
        return np.where(self.keys[at] == wanted, self.s[at], -inf)


def pairs_in_reach(field: Field, d: Fitted) -> Pairs:
    """Every pair of units of different coders that may stand in a needed group."""
    n, K, size = field.n, field.K, len(field)
    limit = K + n - 1
    if size * n > MOST_CELLS:
        raise TooLargeError(
            f"{size:,} spans of {n:,} coders are too many to be matched at once. Use fewer coders "
            "or cut the documents into parts"
        )
    found = [_near(field, d, limit, targets) for targets in _by_length(field, d)]
    u, v, s = (np.concatenate(parts) for parts in zip(*found, strict=True)) if found else _none()
    most = most_gains(field, u, v, s)
    # A pair is needed only if the other coders can make up for it, at both its ends.
    rest = most.sum(axis=1)
    ends = [
        s + rest[here] - most[here, field.coder[there]] > -K for here, there in ((u, v), (v, u))
    ]
    keep = ends[0] & ends[1]
    return Pairs.of(size, u[keep], v[keep], s[keep])


def _none() -> tuple[IntArray, IntArray, FloatArray]:
    return np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0)


def most_gains(field: Field, u: IntArray, v: IntArray, s: FloatArray) -> FloatArray:
    """h_j(u): the most that a unit of coder j can add to unit u, at least 0."""
    most = np.zeros((len(field), field.n))
    np.maximum.at(most, (u, field.coder[v]), s)
    np.maximum.at(most, (v, field.coder[u]), s)
    return most


def _by_length(field: Field, d: Fitted) -> list[IntArray]:
    """Units in classes of length, so that one long unit does not widen every window."""
    if d.window(1.0) == inf:
        return [np.arange(len(field))] if len(field) else []
    length = field.spans.length
    classes = np.frexp(length)[1]
    return [np.flatnonzero(classes == c) for c in np.unique(classes)]


def _near(
    field: Field, d: Fitted, limit: float, targets: IntArray
) -> tuple[IntArray, IntArray, FloatArray]:
    """Pairs u < v with v among `targets` and d < limit."""
    low, high = _windows(field, d.window(limit), targets)
    ends = np.cumsum(high - low)
    parts = []
    start = kept = 0
    while start < len(field):
        done = ends[start - 1] if start else 0
        stop = max(start + 1, int(np.searchsorted(ends, done + _MOST_PAIRS, side="right")))
        parts.append(_compared(field, d, limit, targets, low[start:stop], high[start:stop], start))
        start = stop
        kept += len(parts[-1][0])
        if kept > MOST_KEPT:
            raise TooLargeError(
                f"{len(field):,} spans overlap so much that {kept:,} pairs of them and more could "
                "be aligned; cut the documents into parts"
            )
    u, v, s = (np.concatenate(column) for column in zip(*parts, strict=True))
    return u, v, s


def _windows(field: Field, window: float, targets: IntArray) -> tuple[IntArray, IntArray]:
    """For each unit, from where to where its later partners stand in `targets`."""
    everyone = np.arange(len(field))
    low = np.searchsorted(targets, everyone, side="right")
    if window == inf:
        last = np.searchsorted(field.block[targets], field.block, side="right")
        return low, np.maximum(low, last)
    middle = field.spans.start + field.spans.stop
    length = field.spans.length
    # Blocks are laid side by side on one axis, only to be searched; d is computed from the
    # true positions. The windows are a hair wider, for rounding on that axis.
    origin = np.minimum.reduceat(middle, _starts(field.block))[_dense(field.block)]
    reach = window * (length + length[targets].max())
    width = float((middle - origin).max() + 2 * reach.max() + 1)
    axis = _dense(field.block) * width + (middle - origin)
    high = np.searchsorted(axis[targets], axis + reach * (1 + 1e-9), side="right")
    return low, np.maximum(low, high)


def _starts(block: IntArray) -> IntArray:
    return np.flatnonzero(np.diff(block, prepend=block[0] - 1))


def _dense(block: IntArray) -> IntArray:
    """Blocks numbered without holes."""
    return np.cumsum(np.diff(block, prepend=block[0]) != 0)


def _compared(
    field: Field,
    d: Fitted,
    limit: float,
    targets: IntArray,
    low: IntArray,
    high: IntArray,
    offset: int,
) -> tuple[IntArray, IntArray, FloatArray]:
    counts = high - low
    u = np.repeat(np.arange(offset, offset + len(low)), counts)
    v = targets[spread(low, counts)]
    apart = np.flatnonzero((field.coder[u] != field.coder[v]) & (field.block[u] == field.block[v]))
    u, v = u[apart], v[apart]
    distance = d.pairs(field.spans.at(u), field.spans.at(v))
    near = np.flatnonzero(distance < limit)
    return u[near], v[near], 1.0 - distance[near]


def spread(first: IntArray, counts: IntArray) -> IntArray:
    """first[0], first[0] + 1, … (counts[0] of them), first[1], …"""
    total = int(counts.sum())
    ends = np.cumsum(counts)
    places: IntArray = np.arange(total) + np.repeat(first - (ends - counts), counts)
    return places


@dataclass(frozen=True, slots=True)
class Groups:
    """Candidate unitary alignments: row g holds its units in order, −1 where it has fewer."""

    members: IntArray
    cost: FloatArray

    def __len__(self) -> int:
        return len(self.cost)

    def ordered(self) -> "Groups":
        """In the order in which equally good ones are preferred.

        By first unit; then what costs less, has fewer units, or has them further to the left.
        Costs are compared after rounding, for the order of their sums is not fixed.
        """
        rounded = np.rint(self.cost * 2**30)
        sizes = (self.members >= 0).sum(axis=1)
        order = np.lexsort((*self.members.T[:0:-1], sizes, rounded, self.members[:, 0]))
        return Groups(self.members[order], self.cost[order])


def needed_groups(
    field: Field, pairs: Pairs, most_groups: int, clock: Clock | None = None
) -> Groups | None:
    """Every group that a best alignment may need; None if there are more than `most_groups`, or
    if time is over before they are found."""
    size, n, K = len(field), field.n, field.K
    h = most_gains(field, pairs.u, pairs.v, pairs.s)
    rest = h.sum(axis=1)
    members: IntArray = np.arange(size)[:, None]
    sums = np.zeros((size, 1))
    everything = [(members, np.full(size, float(K)))]
    kept = size
    for level in range(1, n):
        larger = _larger(field, pairs, h, rest, members, sums, 2 * most_groups, clock)
        if larger is None:
            return None
        members, sums = larger
        whole = (sums > -K + TIE).all(axis=1)
        cost = K - sums[whole].sum(axis=1) / 2
        everything.append((members[whole], cost))
        kept += len(cost)
        if kept > most_groups:
            return None
        if not len(members) or level == n - 1:
            break
    columns = np.full((kept, n), -1, dtype=np.int64)
    costs = np.concatenate([cost for _, cost in everything])
    at = 0
    for rows, cost in everything:
        columns[at : at + len(cost), : rows.shape[1]] = rows
        at += len(cost)
    return Groups(columns, costs).ordered()


def _larger(
    field: Field,
    pairs: Pairs,
    h: FloatArray,
    rest: FloatArray,
    members: IntArray,
    sums: FloatArray,
    most: int,
    clock: Clock | None,
) -> tuple[IntArray, FloatArray] | None:
    """Groups one unit larger, some at a time; None beyond `most` of them, or beyond the time."""
    last = members[:, -1]
    ends = np.cumsum(pairs.first[last + 1] - pairs.first[last])
    parts: list[tuple[IntArray, FloatArray]] = []
    start = kept = 0
    while start < len(members):
        done = ends[start - 1] if start else 0
        stop = max(start + 1, int(np.searchsorted(ends, done + MOST_AT_ONCE, side="right")))
        some = _extended(field, pairs, h, rest, members[start:stop], sums[start:stop])
        parts.append(some)
        kept += len(some[0])
        if kept > most or (kept > SOON and clock is not None and clock.over):
            return None
        start = stop
    if not parts:
        return members[:0], sums[:0]
    larger, total = (np.concatenate(column) for column in zip(*parts, strict=True))
    return larger, total


def _extended(
    field: Field, pairs: Pairs, h: FloatArray, rest: FloatArray, members: IntArray, sums: FloatArray
) -> tuple[IntArray, FloatArray]:
    """Groups one unit larger, by a unit to the right of all, that can still become needed."""
    size, K, level = len(field), field.K, members.shape[1]
    last = members[:, -1]
    # Partners of the last unit: with it they stand in `pairs` and lie right of all others.
    counts = pairs.first[last + 1] - pairs.first[last]
    row = np.repeat(np.arange(len(members)), counts)
    at = spread(pairs.first[last], counts)
    v = pairs.v[at]
    coder = field.coder
    if level > 1:
        free = np.ones(len(row), dtype=bool)
        for m in range(level - 1):
            free &= coder[members[row, m]] != coder[v]
        keep = np.flatnonzero(free)
        row, at, v = row[keep], at[keep], v[keep]
    gains = np.empty((len(row), level))
    gains[:, -1] = pairs.s[at]
    for m in range(level - 1):
        gains[:, m] = pairs.between(size, members[row, m], v)
        keep = np.flatnonzero(gains[:, m] > -inf)
        row, v, gains = row[keep], v[keep], gains[keep]
    larger = np.concatenate([members[row], v[:, None]], axis=1)
    total = np.concatenate([sums[row] + gains, gains.sum(axis=1)[:, None]], axis=1)
    alive = np.ones(len(row), dtype=bool)
    for m in range(level + 1):
        unit = larger[:, m]
        reach = total[:, m] + rest[unit]
        for other in range(level + 1):
            if other != m:
                reach = reach - h[unit, coder[larger[:, other]]]
        alive &= reach > -K
    return larger[alive], total[alive]
