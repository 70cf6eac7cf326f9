"""The best alignment, exactly: candidates, then sweep or linear programme.

    few coders      a sweep from left to right over the needed groups
    more            the linear programme of the exact cover (Mathet et al. 2015, §5.1.2) over
                    the needed groups; it is usually whole. Where it is not, its dual prices
                    leave few groups that can be in a best alignment, and a sweep ends it
    very many       the groups are made as the linear programme asks for them

Every answer carries a proof: a lower bound on the cost from the dual prices, equal to the
cost where the answer is exact.
"""

from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np

from accord.measure.align_candidates import (
    Field,
    Groups,
    Pairs,
    needed_groups,
    pairs_in_reach,
)
from accord.measure.align_sweep import sweep
from accord.measure.dissimilarity import Fitted
from accord.model.names import FloatArray, IntArray

SURE = 1e-9
"""Costs are sums of numbers of order 1: what differs by less is the same."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much work one continuum may take before the answer becomes an interval."""

    groups: int = 1_000_000
    states: int = 100_000
    seconds: float = 60.0


@dataclass(frozen=True, slots=True)
class Cover:
    """Chosen groups (rows of units of the field, −1 where fewer), and bounds for each block.

    Costs are K times the sum of the unitary disorders, Δ_∅ = 1.
    """

    members: IntArray
    cost: FloatArray
    block: IntArray
    total: FloatArray
    lower: FloatArray

    @property
    def exact(self) -> bool:
        """Whether every block is solved."""
        return bool((self.total - self.lower <= SURE * (1 + self.total)).all())


def best_cover(field: Field, d: Fitted, budget: Budget) -> Cover:
    """The cheapest cover of every block of `field`."""
    if not len(field):
        none = np.zeros((0, field.n), np.int64)
        zero = np.zeros(field.blocks)
        return Cover(none, np.zeros(0), np.zeros(0, np.int64), zero, zero)
    pairs = pairs_in_reach(field, d)
    return _cover(field, pairs, budget)


def _cover(field: Field, pairs: Pairs, budget: Budget) -> Cover:
    size = len(field)
    groups = needed_groups(field, pairs, budget.groups)
    if groups is None:
        raise NotImplementedError
    quick = 2000 if field.n <= 3 else 60
    chosen, hard, _ = sweep(groups, size, quick)
    rows = [groups.members[chosen]]
    costs = [groups.cost[chosen]]
    slack = np.zeros(field.blocks)
    for block, inside in _by_block(field, groups, hard):
        part = Groups(groups.members[inside], groups.cost[inside])
        picked, gap = cheapest(part, budget)
        rows.append(part.members[picked])
        costs.append(part.cost[picked])
        slack[block] = gap
    return covered(field, np.concatenate(rows), np.concatenate(costs), slack)


def covered(field: Field, members: IntArray, cost: FloatArray, slack: FloatArray) -> Cover:
    """A cover with its groups in order and its totals by block."""
    order = np.argsort(members[:, 0], kind="stable")
    members, cost = members[order], cost[order]
    block = field.block[members[:, 0]]
    total: FloatArray = np.zeros(field.blocks)
    np.add.at(total, block, cost)
    return Cover(members, cost, block, total, total - slack)


def _by_block(
    field: Field, groups: Groups, hard: list[tuple[int, int]]
) -> list[tuple[int, IntArray]]:
    """For each block with stretches given up by the sweep, the groups in them."""
    if not hard:
        return []
    bounds = np.array(hard)
    first = groups.members[:, 0]
    at = np.searchsorted(bounds[:, 0], first, side="right") - 1
    inside = np.flatnonzero((at >= 0) & (first < bounds[np.maximum(at, 0), 1]))
    block = field.block[first[inside]]
    return [(int(b), inside[block == b]) for b in np.unique(block)]


def cheapest(groups: Groups, budget: Budget) -> tuple[IntArray, float]:
    """The cheapest cover by `groups` of the units in them, and its distance to a lower bound."""
    members, size = _renumbered(groups.members)
    prices, share, solved = dual_prices(members, groups.cost, size, budget.seconds)
    prices = feasible(members, groups.cost, prices, size)
    reduced = np.maximum(groups.cost - paid(members, prices), 0.0)
    bound = float(prices.sum())
    whole = np.flatnonzero(share > 0.5)
    if solved and _covers(members[whole], size):
        gap = float(groups.cost[whole].sum()) - bound
        if gap <= SURE * (1 + abs(bound)):
            return whole, 0.0
        threshold = gap
    else:
        threshold = 0.02 * float(groups.cost.max())
    return _finished(Groups(members, groups.cost), reduced, size, threshold, budget)


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

    found = linprog(
        cost, A_eq=incidence(members, size), b_eq=np.ones(size), bounds=(0, None),
        method="highs-ds", options={"presolve": False, "time_limit": seconds},
    )  # fmt: skip
    if found.x is None or not found.success:
        real = members >= 0
        each = np.full(size, inf)
        ratio = cost / real.sum(axis=1)
        np.minimum.at(each, members[real], np.broadcast_to(ratio[:, None], members.shape)[real])
        return each, np.zeros(len(cost)), False
    return found.eqlin.marginals, found.x, True


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
    while True:
        near = np.flatnonzero(reduced <= threshold + SURE)
        part = Groups(groups.members[near], groups.cost[near])
        chosen, hard, overfull = sweep(part, size, budget.states, threshold + SURE, reduced[near])
        if overfull:
            return _bounded(groups, reduced, size, threshold, budget)
        gap = float(reduced[near[chosen]].sum())
        if not hard and gap <= threshold + SURE:
            return near[chosen], 0.0
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
        near = np.flatnonzero((reduced <= threshold + SURE) | alone)
        matrix = incidence(groups.members[near], size)
        found = milp(
            reduced[near], integrality=1, bounds=Bounds(0, 1),
            constraints=LinearConstraint(matrix, 1, 1),
            options={"time_limit": budget.seconds, "mip_rel_gap": 0},
        )  # fmt: skip
        if found.x is None:
            picked = np.flatnonzero(alone)
            return picked, float(reduced[picked].sum())
        picked = near[found.x > 0.5]
        gap = float(reduced[picked].sum())
        if found.status == 0 and gap <= threshold + SURE:
            return picked, 0.0
        if found.status != 0:
            return picked, gap - min(threshold, max(0.0, float(found.mip_dual_bound)))
        threshold = gap
