"""Piles of equal units: those of one coder with one place and one category are one kind.

Where units are many and kinds are few, groups of kinds are aligned, and a group is used as often
as the rarest of its kinds is left. Then what is left is aligned again: each time one kind at
least is used up. A lower bound comes from prices of kinds,

    y = min over k of K/k − ½ (the k − 1 largest of h_j),    h_j: the most that coder j can add,

for a group of k units costs Σ (K/k − ½ Σ s) over its units. Units that all coders marked alike
as often are proved to be aligned best; else the cost lies between the two.
"""

from collections.abc import Callable

import numpy as np

from accord._measure.gamma.align.candidates import Field, Groups, most_gains, pairs_in_reach
from accord._measure.gamma.dissimilarity import Fitted
from accord.model.names import FloatArray, IntArray

PILED = 4
"""With so many units of each kind, on average, kinds are worth a try."""

_MANY = 400
"""Fewer units are quickly aligned one by one."""


def cover_of_kinds(
    field: Field, d: Fitted, solved: Callable[[Field], IntArray]
) -> tuple[Groups, float] | None:
    """A cover of the one block of `field` and its distance to a lower bound; None if no pile.

    `solved` gives the groups of a field in which all units differ.
    """
    spans = field.spans
    if len(field) < _MANY:
        return None
    order = np.lexsort((spans.stop, spans.start, spans.category, field.coder))
    new = np.ones(len(field), dtype=bool)
    new[1:] = False
    for column in (field.coder, spans.category, spans.start, spans.stop):
        new[1:] |= column[order][1:] != column[order][:-1]
    if new.sum() * PILED > len(field):
        return None
    kind = np.empty(len(field), dtype=np.int64)
    kind[order] = np.cumsum(new) - 1
    first = order[new]
    place = np.sort(first)  # kinds in the order of their first units, as a field has it
    kind = np.searchsorted(place, first)[kind]
    left = np.bincount(kind)
    bound = float(_prices(_alone(field, place), d) @ left)
    dealt, members, costs = np.zeros(len(place), np.int64), [], []
    units = np.argsort(kind, kind="stable")
    begin = np.cumsum(left) - left
    while left.any():
        open_kinds = np.flatnonzero(left)
        part = _alone(field, place[open_kinds])
        rows = solved(part)
        rows = np.where(rows >= 0, open_kinds[rows], -1)
        times = np.where(rows >= 0, left[rows], np.iinfo(np.int64).max).min(axis=1)
        price = _costs(_alone(field, place), d, rows)
        for row, often, each in zip(rows, times.tolist(), price.tolist(), strict=True):
            real = row[row >= 0]
            some = np.full((often, field.n), -1, dtype=np.int64)
            at = (begin[real] + dealt[real])[None, :] + np.arange(often)[:, None]
            some[:, : len(real)] = np.sort(units[at], axis=1)
            members.append(some)
            costs.append(np.full(often, each))
            dealt[real] += often
            left[real] -= often
    groups = Groups(np.concatenate(members), np.concatenate(costs))
    return groups, max(0.0, float(groups.cost.sum()) - max(0.0, bound))


def _alone(field: Field, at: IntArray) -> Field:
    zero = np.zeros(len(at), dtype=np.int64)
    return Field(field.n, zero, field.coder[at], field.spans.at(at), at, 1)


def _prices(kinds: Field, d: Fitted) -> FloatArray:
    pairs = pairs_in_reach(kinds, d)
    h = -np.sort(-most_gains(kinds, pairs.u, pairs.v, pairs.s), axis=1)[:, : kinds.n - 1]
    gained = np.concatenate([np.zeros((len(kinds), 1)), np.cumsum(h, axis=1)], axis=1)
    return np.asarray((kinds.K / np.arange(1, kinds.n + 1) - gained / 2).min(axis=1))


def _costs(kinds: Field, d: Fitted, rows: IntArray) -> FloatArray:
    cost = np.full(len(rows), float(kinds.K))
    for i in range(rows.shape[1]):
        for j in range(i):
            both = np.flatnonzero((rows[:, i] >= 0) & (rows[:, j] >= 0))
            u, v = (kinds.spans.at(rows[both, k]) for k in (i, j))
            cost[both] -= 1.0 - d.pairs(u, v)
    return cost
