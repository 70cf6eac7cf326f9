"""The cheapest exact cover by listed groups: linear programme, then sweep or branch and bound.

The linear programme of the cover (Mathet et al. 2015, §5.1.2) is usually whole. Where it is
not, its dual prices leave few groups that can be in a best alignment, and a sweep over these
ends it; where units pile up too high for that, branch and bound, within a time.

The sweep goes from left to right over units by the position of their middle. A state is the set
of units from the current one on that are already covered (a bit mask); the current unit is
extended by every group of which it is the leftmost. Each alignment is met exactly once, so the
cheapest is the best. States stay few where units do not pile up; where they do, the sweep gives
up and says so.

Of alignments that cost the same, the one is taken whose groups come first, read from left to
right (`Groups.ordered`): states stand in the order of the ways to them, and a way is left only
for a cheaper one.
"""

from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf
from time import monotonic, time
from typing import Any

import numpy as np

from accord._measure.gamma.align.candidates import TIE, Groups
from accord.model.names import FloatArray, IntArray


def segments(groups: Groups, size: int) -> IntArray:
    """Where the line can be cut without cutting a group: first units of the runs, size."""
    furthest = np.arange(size)
    np.maximum.at(furthest, groups.members[:, 0], groups.members.max(axis=1))
    ends = np.flatnonzero(np.maximum.accumulate(furthest) == np.arange(size)) + 1
    return np.concatenate([np.zeros(1, ends.dtype), ends])


def sweep(
    groups: Groups,
    size: int,
    most_states: int,
    most_cost: float = inf,
    costs: FloatArray | None = None,
    budget: "Budget | None" = None,
) -> tuple[list[int], list[tuple[int, int]], bool]:
    """The cheapest cover of units 0 … size − 1 by `groups`, run by run.

    Returns the chosen groups, the runs [a, b) left uncovered, and whether one of them
    was given up for having more states than `most_states`, or for time (else no cover of it
    costs at most `most_cost`).
    """
    order = np.argsort(groups.members[:, 0], kind="stable")
    if (order[1:] < order[:-1]).any():  # runs are found from left to right
        sorted_costs = None if costs is None else costs[order]
        ordered = Groups(groups.members[order], groups.cost[order])
        picked, *rest = sweep(ordered, size, most_states, most_cost, sorted_costs, budget)
        return order[picked].tolist(), *rest
    price = (groups.cost if costs is None else costs).tolist()
    first = np.searchsorted(groups.members[:, 0], np.arange(size + 1)).tolist()
    masks = _masks(groups.members)
    cuts = segments(groups, size).tolist()
    chosen: list[int] = []
    hard: list[tuple[int, int]] = []
    overfull = False
    for a, b in pairwise(cuts):
        if b == a + 1:  # a unit that stands with no other
            best = min(range(first[a], first[b]), key=price.__getitem__, default=-1)
            found = [best] if best >= 0 and price[best] <= most_cost else []
        else:
            way = _covered_run(a, b, first, masks, price, most_states, most_cost, budget)
            overfull |= way is None
            found = way or []
        if found:
            chosen += found
        else:
            hard.append((a, b))
    return chosen, hard, overfull


def _masks(members: IntArray) -> list[int]:
    """The units of each group as bits counted from its first unit."""
    offset = np.where(members >= 0, members - members[:, :1], -1)
    wide = offset.max(axis=1, initial=0) > 62
    bits = np.left_shift(np.int64(1), np.clip(offset, 0, 62))
    masks: list[int] = np.where(offset >= 0, bits, 0).sum(axis=1).tolist()
    for row in np.flatnonzero(wide):  # rare: a group that spans more than 63 units
        masks[row] = sum(1 << o for o in offset[row].tolist() if o >= 0)
    return masks


def _covered_run(
    a: int,
    b: int,
    first: list[int],
    masks: list[int],
    price: list[float],
    most_states: int,
    most_cost: float,
    budget: "Budget | None",
) -> list[int] | None:
    """The groups that cover [a, b); none where no cover is cheap enough, None if overfull."""
    states = {0: 0.0}
    history: list[dict[int, tuple[int, int]]] = []
    kept = steps = 0
    for at in range(a, b):
        low, high = first[at], first[at + 1]
        reached: dict[int, float] = {}
        came: dict[int, tuple[int, int]] = {}
        for mask, cost in states.items():
            steps += high - low + 1
            if steps > _STEPS:
                steps = 0
                if budget is not None and budget.over:
                    return None
            if mask & 1:
                after = mask >> 1
                known = reached.get(after)
                if known is None or cost < known - TIE:
                    reached.pop(after, None)  # it comes after those that were reached before
                    reached[after] = cost
                    came[after] = (mask, -1)
                continue
            for group in range(low, high):
                units = masks[group]
                if not units & mask:
                    after = (units | mask) >> 1
                    total = cost + price[group]
                    if total > most_cost:
                        continue
                    known = reached.get(after)
                    if known is None or total < known - TIE:
                        reached.pop(after, None)
                        reached[after] = total
                        came[after] = (mask, group)
        if not reached:
            return []
        kept += len(reached)
        if len(reached) > most_states or kept > _MOST_KEPT:
            return None
        history.append(came)
        states = reached
    return _retraced(history)


_STEPS = 20_000
"""After so many steps of a sweep the clock is looked at."""

_MOST_KEPT = 1_000_000
"""The most states that are kept to be retraced, which bounds the memory."""


def _retraced(history: list[dict[int, tuple[int, int]]]) -> list[int]:
    chosen = []
    mask = 0
    for came in reversed(history):
        mask, group = came[mask]
        if group >= 0:
            chosen.append(group)
    return chosen[::-1]


SURE = 1e-9
"""Costs are sums of numbers of order 1: what differs by less is the same."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much work one continuum may take before the answer becomes an interval.

    At most `groups` candidates are listed (beyond that they are made as they are asked for),
    a sweep keeps at most `states`, and a search takes about `seconds`, or until the time of day
    `until` if that is later. `end` is when a search that has begun must end.

    >>> import accord
    >>> marked = accord.Continuum.of({"A": [(1, 5, "a")], "B": [(2, 6, "a")]})
    >>> accord.spans.best_alignment(marked, budget=accord.spans.Budget(seconds=1.0)).exact
    True
    """

    groups: int = 150_000
    states: int = 100_000
    seconds: float = 5.0
    until: float = -inf
    end: float | None = None

    @classmethod
    def of(cls, given: "Budget | float | None", units: int = 0) -> "Budget":
        """What a user gives: a budget, its seconds, or nothing (many units take longer then)."""
        if given is None:
            return cls(seconds=max(cls().seconds, units / 1000))
        return given if isinstance(given, Budget) else cls(seconds=float(given))

    def begun(self) -> "Budget":
        """The budget of a search that begins now."""
        if self.end is not None:
            return self
        return replace(self, end=monotonic() + max(self.seconds, self.until - time()))

    def part(self, number: int) -> "Budget":
        """One of so many equal parts of the time that is left."""
        return replace(self, end=monotonic() + self.left / max(number, 1))

    @property
    def left(self) -> float:
        """How many seconds are left."""
        return self.seconds if self.end is None else max(0.0, self.end - monotonic())

    @property
    def over(self) -> bool:
        """Whether the time of a search that has begun is over."""
        return self.end is not None and monotonic() > self.end

    @property
    def limits(self) -> tuple[int, int]:
        """What an answer that was found in time depends on."""
        return self.groups, self.states


def cheapest(groups: Groups, budget: Budget) -> tuple[IntArray, float]:
    """The cheapest cover by `groups` of the units in them, and its distance to a lower bound."""
    members, size = _renumbered(groups.members)
    prices, share, solved = dual_prices(members, groups.cost, size, budget.left)
    prices = feasible(members, groups.cost, prices, size)
    reduced = np.maximum(groups.cost - paid(members, prices), 0.0)
    bound = float(prices.sum())
    whole = np.flatnonzero(share > 0.5)
    if solved and _covers(members[whole], size):
        gap = float(groups.cost[whole].sum()) - bound
        if gap <= SURE * (1 + abs(bound)):
            return _preferred(Groups(members, groups.cost), reduced, size, whole, budget), 0.0
        threshold = gap
    else:
        threshold = 0.02 * float(groups.cost.max())
    return _finished(Groups(members, groups.cost), reduced, size, threshold, budget)


_FEW = 2000
"""States of the sweep that only chooses among equally good alignments."""


def _preferred(
    groups: Groups, reduced: FloatArray, size: int, best: IntArray, budget: Budget
) -> IntArray:
    """Of all covers as cheap as `best` the one that comes first; `best` where they are too many."""
    gap = float(reduced[best].sum()) + SURE
    near = np.flatnonzero(reduced <= gap)
    part = Groups(groups.members[near], groups.cost[near])
    chosen, hard, _ = sweep(part, size, _FEW, gap, reduced[near], budget)
    leading = groups.members[best, 0]
    kept = [best[(leading >= a) & (leading < b)] for a, b in hard]
    return np.sort(np.concatenate([near[chosen], *kept]))


def _renumbered(members: IntArray) -> tuple[IntArray, int]:
    units = np.unique(members[members >= 0])
    renumbered = np.where(members >= 0, np.searchsorted(units, members), -1)
    return renumbered, len(units)


def paid(members: IntArray, prices: FloatArray) -> FloatArray:
    """The sum of the prices of the units of each group."""
    padded = np.append(prices, 0.0)  # −1 is the last place
    return np.asarray(padded[members].sum(axis=1))


def feasible(members: IntArray, cost: FloatArray, prices: FloatArray, size: int) -> FloatArray:
    """Prices lowered so that no group is paid more than it costs: their sum is a lower bound.

    A group paid too much by v asks each of its k units for v/k; a unit gives what the
    greediest of its groups asks.
    """
    real = members >= 0
    over = np.maximum(paid(members, prices) - cost, 0.0) / real.sum(axis=1)
    asked = np.zeros(size)
    if over.any():
        np.maximum.at(asked, members[real], np.broadcast_to(over[:, None], members.shape)[real])
    return prices - asked


def _covers(members: IntArray, size: int) -> bool:
    units = members[members >= 0]
    return len(units) == size and len(np.unique(units)) == size


def dual_prices(
    members: IntArray, cost: FloatArray, size: int, seconds: float
) -> tuple[FloatArray, FloatArray, bool]:
    """Prices of units, shares of groups, and whether the linear programme was solved."""
    from scipy.optimize import linprog

    if seconds <= 0:
        return _shares(members, cost, size), np.zeros(len(cost)), False
    found = linprog(
        cost,
        A_eq=incidence(members, size),
        b_eq=np.ones(size),
        bounds=(0, None),
        method="highs-ds",
        options={"presolve": False, "time_limit": seconds},
    )
    if found.x is None or not found.success:
        return _shares(members, cost, size), np.zeros(len(cost)), False
    return found.eqlin.marginals, found.x, True


def _shares(members: IntArray, cost: FloatArray, size: int) -> FloatArray:
    """Prices without a linear programme: the least share of a unit in one of its groups."""
    real = members >= 0
    each = np.full(size, inf)
    ratio = cost / real.sum(axis=1)
    np.minimum.at(each, members[real], np.broadcast_to(ratio[:, None], members.shape)[real])
    return each


def incidence(members: IntArray, size: int) -> Any:
    """The matrix of units (rows) in groups (columns)."""
    from scipy.sparse import csc_array

    real = members >= 0
    pointer = np.concatenate([[0], np.cumsum(real.sum(axis=1))]).astype(np.int32)
    units = members[real].astype(np.int32)  # the solver knows no others
    return csc_array((np.ones(len(units)), units, pointer), shape=(size, len(members)))


def _finished(
    groups: Groups, reduced: FloatArray, size: int, threshold: float, budget: Budget
) -> tuple[IntArray, float]:
    """End with a sweep over the groups whose reduced cost allows them in a best alignment.

    A cover's reduced costs add up to its distance from the lower bound. One found within the
    threshold is the best, for a better one would have no group beyond the threshold.
    """
    budget = budget.begun()
    while True:
        if budget.over:
            return _hasty(groups, reduced, size)
        near = np.flatnonzero(reduced <= threshold + SURE)
        part = Groups(groups.members[near], groups.cost[near])
        chosen, hard, overfull = sweep(
            part, size, budget.states, threshold + SURE, reduced[near], budget
        )
        if overfull:
            return _bounded(groups, reduced, size, threshold, budget)
        gap = float(reduced[near[chosen]].sum())
        if not hard and gap <= threshold + SURE:
            return near[chosen], 0.0
        if hard and len(near) == len(groups) and threshold > reduced.sum():
            raise ValueError("these groups do not cover every span once")
        threshold = max(2 * threshold, SURE) if hard else gap


def _bounded(
    groups: Groups, reduced: FloatArray, size: int, threshold: float, budget: Budget
) -> tuple[IntArray, float]:
    """End with branch and bound, and with an interval where time runs out.

    Looks at the groups within the threshold and at lone units; a cover with any other group
    costs more than the threshold above the bound.
    """
    from scipy.optimize import Bounds, LinearConstraint, milp

    alone = (groups.members >= 0).sum(axis=1) == 1
    while True:
        if budget.over:
            return _hasty(groups, reduced, size)
        near = np.flatnonzero((reduced <= threshold + SURE) | alone)
        matrix = incidence(groups.members[near], size)
        found = milp(
            reduced[near],
            integrality=1,
            bounds=Bounds(0, 1),
            constraints=LinearConstraint(matrix, 1, 1),
            options={"time_limit": budget.left, "mip_rel_gap": 0},
        )
        picked = greedy(groups, size) if found.x is None else near[found.x > 0.5]
        gap = float(reduced[picked].sum())
        if found.status == 0 and gap <= threshold + SURE:
            return picked, 0.0
        if found.x is None:
            return picked, gap
        if found.status != 0:
            proved = min(threshold, max(0.0, float(found.mip_dual_bound)))
            other = greedy(groups, size)
            if reduced[other].sum() < gap:
                picked, gap = other, float(reduced[other].sum())
            return picked, max(0.0, gap - proved)
        threshold = gap


def _hasty(groups: Groups, reduced: FloatArray, size: int) -> tuple[IntArray, float]:
    """The cover made in no time, and its distance to the lower bound."""
    picked = greedy(groups, size)
    return picked, float(reduced[picked].sum())


def greedy(groups: Groups, size: int) -> IntArray:
    """A cover made in no time: the groups that save most against lone units, one by one.

    >>> members = np.array([[0, -1], [1, -1], [2, -1], [0, 1], [1, 2]])
    >>> greedy(Groups(members, np.array([3.0, 3.0, 3.0, 5.0, 2.0])), 3).tolist()
    [0, 4]
    """
    lone = np.flatnonzero((groups.members >= 0).sum(axis=1) == 1)
    price = np.zeros(size)
    price[groups.members[lone, 0]] = groups.cost[lone]
    saved = paid(groups.members, price) - groups.cost
    order = np.argsort(-saved, kind="stable")
    covered: set[int] = set()
    chosen = []
    for at, units in zip(order.tolist(), groups.members[order].tolist(), strict=True):
        real = [unit for unit in units if unit >= 0]
        if covered.isdisjoint(real):
            covered.update(real)
            chosen.append(at)
    return np.sort(np.array(chosen, dtype=np.intp))
