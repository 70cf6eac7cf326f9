"""Groups made as they are asked for: many coders, or units that pile up.

Where the needed groups are too many to list, the linear programme of the exact cover starts
with few. Its dual prices y say what each unit is worth; a group is worth adding if its units
are worth more than it costs, y(T) > K − S(T). The search for such groups grows them coder by
coder from their leftmost unit, keeps the most promising ones, and notes the best it could
have missed, so that every round proves a lower bound:

    Σ y + Σ_u min(0, K − most)     most: the largest y(T) + S(T) of groups T that begin at u

for an alignment has at most one group that begins at each unit.
"""

from dataclasses import dataclass
from math import inf

import numpy as np

from accord._measure.gamma.align.candidates import SOON, Field, Groups, Pairs, most_gains, spread
from accord._measure.gamma.align.cover import SURE, Budget, cheapest, incidence, paid
from accord.model.names import FloatArray, IntArray

_ROUNDS = 200
"""Rounds of prices at most: they end where no better bound is found, or the time is used up."""
_WIDTH = 12
"""Partial groups kept for each leftmost unit, at first."""

WIDEST = 1 << 18
_MOST_CELLS = 8_000_000
"""Cells (groups × coders) that partial groups may grow to, which bounds the memory."""

NEARLY = 0.5
"""Groups that are nearly worth adding are added too: prices will change."""


@dataclass(frozen=True, slots=True)
class Priced:
    """Groups found, and for each leftmost unit the most that y(T) + S(T) can be.

    `complete` is whether no group that the slack allows was passed over.
    """

    groups: Groups
    worth: FloatArray
    most: FloatArray
    complete: bool


class Pricing:
    """The search for groups that are worth more than they cost."""

    def __init__(self, field: Field, pairs: Pairs) -> None:
        self.field, self.pairs = field, pairs
        n, size = field.n, len(field)
        order = np.lexsort((pairs.v, field.coder[pairs.v], pairs.u))
        self.v, self.s = pairs.v[order], pairs.s[order]
        keys = pairs.u[order] * n + field.coder[self.v]
        self.first = np.searchsorted(keys, np.arange(size * n + 1))
        self.owner = pairs.u[order]
        # h_q(v), to bound what a unit can still gain from coders that come later.
        self.h = most_gains(field, pairs.u, pairs.v, pairs.s)

    def search(self, y: FloatArray, slack: float, width: int, budget: Budget) -> Priced:
        """Groups with y(T) + S(T) ≥ K − slack, the `width` most promising at each step.

        When time is over, only the most promising group of each unit grows, and many groups stay
        as large as they are; what they could have become counts as missed.
        """
        size, n, K = len(self.field), self.field.n, self.field.K
        bounds = self._bounds(y)
        members: IntArray = np.full((size, n), -1, dtype=np.int64)
        members[np.arange(size), self.field.coder] = np.arange(size)
        anchor: IntArray = np.arange(size)
        worth: FloatArray = y.copy()
        most = np.full(size, -inf)
        complete = True
        for coder in range(n):
            if coder and len(anchor) > SOON and budget.over:
                np.maximum.at(most, anchor, worth + bounds[coder - 1][anchor])
                complete = False
                break
            if coder and budget.over:
                width = 1  # with one group of each unit there is an alignment
            members, anchor, worth = self._grown(members, anchor, worth, y, coder)
            hope = worth + bounds[coder][anchor]
            keep: IntArray = np.flatnonzero(hope >= K - slack)
            keep, dropped = _foremost(
                anchor, hope, keep, width, self._growth(coder + 1), _MOST_CELLS // n
            )
            np.maximum.at(most, anchor[dropped], hope[dropped])
            complete &= not len(dropped)
            members, anchor, worth = members[keep], anchor[keep], worth[keep]
        np.maximum.at(most, anchor, worth)
        cost = K - (worth - paid(members, y))
        ordered = np.sort(np.where(members >= 0, members, size), axis=1)
        rows = np.where(ordered < size, ordered, -1)
        return Priced(Groups(rows, cost), worth, most, complete)

    def _growth(self, coder: int) -> IntArray:
        """Into how many rows a group that begins at each unit grows with a coder's units."""
        n, size = self.field.n, len(self.field)
        if coder >= n:
            return np.ones(size, dtype=np.int64)
        at = np.arange(size) * n + coder
        return np.asarray(1 + self.first[at + 1] - self.first[at])

    def _bounds(self, y: FloatArray) -> FloatArray:
        """After coder j, the most that the coders beyond j can add to a group that begins at u.

        A unit v beyond j gains y_v, s with the first unit, at most h_q(v) from each coder q up
        to j, and half of h_q(v) from each other coder beyond j: the other half of such a pair
        is counted at its other unit.
        """
        size, n = len(self.field), self.field.n
        h = self.h[self.v]
        h[np.arange(len(h)), self.field.coder[self.owner]] = 0.0
        coder = self.field.coder[self.v]
        value = y[self.v] + self.s + h.sum(axis=1) / 2
        beyond = np.zeros((n, size))
        for j in range(n - 1):
            value = value + h[:, j] / 2
            best = np.zeros((size, n))
            later = np.flatnonzero(coder > j)
            np.maximum.at(best, (self.owner[later], coder[later]), value[later])
            beyond[j] = best.sum(axis=1)
        return beyond

    def _grown(
        self, members: IntArray, anchor: IntArray, worth: FloatArray, y: FloatArray, coder: int
    ) -> tuple[IntArray, IntArray, FloatArray]:
        """Each group as it is, and with each unit of this coder that may stand in it."""
        n, size = self.field.n, len(self.field)
        low = self.first[anchor * n + coder]
        counts = self.first[anchor * n + coder + 1] - low
        row = np.repeat(np.arange(len(anchor)), counts)
        at = spread(low, counts)
        v, gain = self.v[at], y[self.v[at]] + self.s[at]
        for other in range(coder):
            unit = members[row, other]
            there = np.flatnonzero((unit >= 0) & (unit != anchor[row]))
            a, b = unit[there], v[there]
            s = self.pairs.between(size, np.minimum(a, b), np.maximum(a, b))
            gain[there] += s
            possible = np.flatnonzero(gain > -inf)
            if len(possible) < len(row):
                row, v, gain = row[possible], v[possible], gain[possible]
        larger = members[row]
        larger[:, coder] = v
        return (
            np.concatenate([members, larger]),
            np.concatenate([anchor, anchor[row]]),
            np.concatenate([worth, worth[row] + gain]),
        )


def _foremost(
    anchor: IntArray, hope: FloatArray, keep: IntArray, width: int, growth: IntArray, most_rows: int
) -> tuple[IntArray, IntArray]:
    """The `width` rows of each anchor with most hope, and the rest; fewer where they would grow
    too many, each into `growth` of its anchor."""
    order = keep[np.lexsort((-hope[keep], anchor[keep]))]
    rank = np.arange(len(order)) - np.searchsorted(anchor[order], anchor[order])
    grown = growth[anchor[order]]
    while width > 1 and grown[rank < width].sum() > most_rows:
        width //= 2
    return order[rank < width], order[rank >= width]


def cover_by_columns(field: Field, pairs: Pairs, budget: Budget) -> tuple[Groups, float]:
    """A cover of the one block of `field`, and how far above the least cost it can be."""
    budget = budget.begun()
    pricing = Pricing(field, pairs)
    pool, y, bound = _priced_out(pricing, budget.part(2))
    picked, _ = cheapest(pool, budget)
    cover = Groups(pool.members[picked], pool.cost[picked])
    gap = float(cover.cost.sum()) - bound
    if gap <= SURE * (1 + bound) or gap > field.K or budget.over:
        return cover, max(0.0, min(gap, float(cover.cost.sum())))
    # Every group that a better cover can hold costs at most `gap` more than its units.
    wide = pricing.search(y, gap + SURE, WIDEST, budget)
    pool = _merged(pool, wide.groups)
    picked, rest = cheapest(pool, budget)
    cover = Groups(pool.members[picked], pool.cost[picked])
    total = float(cover.cost.sum())
    return cover, rest if wide.complete else max(0.0, total - bound)


def _priced_out(pricing: Pricing, budget: Budget) -> tuple[Groups, FloatArray, float]:
    """Solve the linear programme by adding groups; the pool, the prices and the lower bound.

    Prices are held near the best ones so far (a box that can be left at a cost), else they
    swing from round to round and prove nothing.
    """
    size, K, n = len(pricing.field), pricing.field.K, pricing.field.n
    found = pricing.search(np.full(size, K / 2), K, _WIDTH, budget.part(4))
    alone = np.full((size, n), -1, dtype=np.int64)
    alone[:, 0] = np.arange(size)
    pool = _merged(Groups(alone, np.full(size, float(K))), found.groups)
    picked, _ = cheapest(pool, budget.part(3))
    y = fair_shares(pricing, pool.members[picked])
    width, bound, best, play = 2 * _WIDTH, -inf, y, 0.1
    settled = False
    for _ in range(_ROUNDS):
        found = pricing.search(y, NEARLY, width, budget)
        reached = float(y.sum()) + float(np.minimum(0.0, K - found.most).sum())
        before = len(pool)
        pool = _merged(pool, found.groups)
        over = int((found.most > K + SURE).sum())
        if reached > bound:
            bound, best = reached, y
        if (over == 0 and settled) or budget.over:
            break
        if over and len(pool) == before and width == WIDEST:
            break
        # Bounds that only the narrow search makes bad call for a wider one.
        truly = len(np.unique(found.groups.members[found.worth > K + SURE, 0]))
        if over and (2 * truly < over or len(pool) - before < 5):
            width = min(2 * width, WIDEST)
        if over == 0:
            play /= 10
        y, settled = boxed_prices(pool, size, best, play, budget.left)
    return pool, best, bound


def fair_shares(pricing: Pricing, members: IntArray) -> FloatArray:
    """The cost of each group shared among its units: K/k less half of what a unit gains."""
    size = len(pricing.field)
    y = np.zeros(size)
    counts = (members >= 0).sum(axis=1)
    for i in range(members.shape[1]):
        rows = np.flatnonzero(members[:, i] >= 0)
        y[members[rows, i]] += pricing.field.K / counts[rows]
        for j in range(members.shape[1]):
            both = rows[members[rows, j] >= 0] if j != i else rows[:0]
            a, b = members[both, i], members[both, j]
            y[a] -= pricing.pairs.between(size, np.minimum(a, b), np.maximum(a, b)) / 2
    return y


def boxed_prices(
    pool: Groups, size: int, centre: FloatArray, play: float, seconds: float
) -> tuple[FloatArray, bool]:
    """Dual prices within 1 of `centre`, or beyond at `play` each; whether the box was idle."""
    from scipy.optimize import linprog
    from scipy.sparse import eye_array, hstack

    each = eye_array(size, format="csc")
    matrix = hstack([incidence(pool.members, size), each, -each], format="csc")
    cost = np.concatenate([pool.cost, centre + 1.0, 1.0 - centre])
    most = np.concatenate([np.full(len(pool), inf), np.full(2 * size, play)])
    found = linprog(
        cost,
        A_eq=matrix,
        b_eq=np.ones(size),
        bounds=np.stack([np.zeros(len(cost)), most], axis=1),
        method="highs-ds",
        options={"presolve": False, "time_limit": seconds},
    )
    if not found.success:
        return centre, True
    return found.eqlin.marginals, bool((found.x[len(pool) :] < SURE).all())


def _merged(pool: Groups, more: Groups) -> Groups:
    """The pool with more groups, each once, sorted by first unit."""
    members = np.concatenate([pool.members, more.members])
    cost = np.concatenate([pool.cost, more.cost])
    _, first = np.unique(members, axis=0, return_index=True)
    return Groups(members[first], cost[first]).ordered()
