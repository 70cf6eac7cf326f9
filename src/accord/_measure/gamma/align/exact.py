"""The best alignment, exactly: candidates, then sweep or linear programme.

    few coders      a sweep from left to right over the needed groups
    more            the linear programme of the exact cover (Mathet et al. 2015, §5.1.2) over
                    the needed groups; it is usually whole. Where it is not, its dual prices
                    leave few groups that can be in a best alignment, and a sweep ends it
    very many       the groups are made as the linear programme asks for them
    α = 0           where position does not count, units of one category are all alike, and
                    listing groups of units is hopeless; groups of (coder, category) are few,
                    how often each is used is a small transport problem in whole numbers, and
                    its solution is dealt out to the units from left to right
    equal units     piles of them are aligned by kinds (`equal_units`)

Where there is a native core it does the same with another proof in place of the linear programme
(`native/prices.h`), and what stands here is its oracle.

Every answer carries a proof: a lower bound on the cost from the dual prices, equal to the
cost where the answer is exact.
"""

from dataclasses import dataclass, replace

import numpy as np

from accord._measure.gamma.align.candidates import (
    Field,
    Groups,
    Pairs,
    needed_groups,
    pairs_in_reach,
)
from accord._measure.gamma.align.cover import SURE, Budget, cheapest, incidence, sweep
from accord._measure.gamma.align.equal_units import cover_of_kinds
from accord._measure.gamma.align.pricing import cover_by_columns
from accord._measure.gamma.dissimilarity import Fitted
from accord.errors import TooLargeError
from accord.model.names import FloatArray, IntArray
from accord.native import core

GROUPS_PER_UNIT = 60
"""So many groups for each unit are always listed: a long continuum is not a hard one."""


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


def best_cover(field: Field, d: Fitted, budget: Budget, threads: int = 1) -> Cover:
    """The cheapest cover of every block of `field`, by the native core where there is one."""
    budget = budget.begun()
    if not len(field):
        none = np.zeros((0, field.n), np.int64)
        zero = np.zeros(field.blocks)
        return Cover(none, np.zeros(0), np.zeros(0, np.int64), zero, zero)
    if only_categories(d):
        if field.blocks > 1:
            return _one_by_one(field, d, budget)
        found = cover_by_types(field, d, budget)
        if found is not None:
            return covered(field, found[0].members, found[0].cost, np.full(1, found[1]))
    by_kinds = None if field.blocks > 1 else _of_kinds(field, d, budget)
    if by_kinds is not None and by_kinds.exact:
        return by_kinds
    try:
        native = core() is not None
        cover = _by_core(field, d, budget, threads) if native else _by_numpy(field, d, budget)
    except TooLargeError:
        if by_kinds is None:
            raise
        cover = by_kinds
    return cover if by_kinds is None else _better(cover, by_kinds)


def _better(one: Cover, other: Cover) -> Cover:
    """The cheaper of two covers of one block, with the better of their bounds."""
    best = min(one, other, key=lambda cover: float(cover.total[0]))
    return replace(best, lower=np.maximum(one.lower, other.lower))


def _of_kinds(field: Field, d: Fitted, budget: Budget) -> Cover | None:
    """A cover of a pile of equal units."""
    found = cover_of_kinds(field, d, lambda kinds: best_cover(kinds, d, budget).members)
    return found and covered(field, found[0].members, found[0].cost, np.full(1, found[1]))


def _by_core(field: Field, d: Fitted, budget: Budget, threads: int) -> Cover:
    """By the native core; blocks that are too large for it by NumPy."""
    from accord._measure.gamma.align.compiled import fits, solved

    pairs = None
    if d.rule.function is not None:
        try:
            pairs = pairs_in_reach(field, d)
        except TooLargeError:
            if field.blocks == 1:
                raise
            return _one_by_one(field, d, budget)
    if not fits(field, d):
        return _by_numpy(field, d, budget)
    members, cost, slack = solved(field, d, budget, pairs, threads)
    left = np.flatnonzero(slack < 0)
    if not len(left):
        return covered(field, members, cost, slack)
    rows, costs = [members], [cost]
    for done, block in enumerate(left.tolist()):
        at, alone = _block(field, block)
        share = budget.part(len(left) - done)
        by_kinds = None if field.blocks == 1 else _of_kinds(alone, d, share)
        cover = by_kinds or _by_numpy(alone, d, share)
        rows.append(np.where(cover.members >= 0, cover.members + at[0], -1))
        costs.append(cover.cost)
        slack[block] = cover.total[0] - cover.lower[0]
    return covered(field, np.concatenate(rows), np.concatenate(costs), slack)


def _block(field: Field, block: int) -> tuple[IntArray, Field]:
    """The units of one block, and the field of them alone."""
    at = np.flatnonzero(field.block == block)
    zero = np.zeros(len(at), dtype=np.int64)
    return at, Field(field.n, zero, field.coder[at], field.spans.at(at), at, 1)


def _by_numpy(field: Field, d: Fitted, budget: Budget) -> Cover:
    try:
        pairs = pairs_in_reach(field, d)
    except TooLargeError:
        if field.blocks == 1:
            raise
        return _one_by_one(field, d, budget)
    return _cover(field, d, pairs, budget)


def _cover(field: Field, d: Fitted, pairs: Pairs, budget: Budget) -> Cover:
    size = len(field)
    groups = needed_groups(field, pairs, max(budget.groups, GROUPS_PER_UNIT * size), budget)
    if groups is None and field.blocks > 1:
        return _one_by_one(field, d, budget)
    if groups is None:
        asked, gap = cover_by_columns(field, pairs, budget)
        return covered(field, asked.members, asked.cost, np.full(1, gap))
    quick = 2000 if field.n <= 3 else 60
    chosen, hard, _ = sweep(groups, size, quick, budget=budget.part(2))
    rows = [groups.members[chosen]]
    costs = [groups.cost[chosen]]
    slack = np.zeros(field.blocks)
    runs = _by_block(field, groups, hard)
    for at, (block, inside) in enumerate(runs):
        part = Groups(groups.members[inside], groups.cost[inside])
        picked, gap = cheapest(part, budget.part(len(runs) - at))
        rows.append(part.members[picked])
        costs.append(part.cost[picked])
        slack[block] = gap
    return covered(field, np.concatenate(rows), np.concatenate(costs), slack)


def _one_by_one(field: Field, d: Fitted, budget: Budget) -> Cover:
    """Solve each block apart, where all together are too many."""
    rows, costs, slack = [], [], np.zeros(field.blocks)
    blocks = np.unique(field.block).tolist()
    for done, block in enumerate(blocks):
        at, alone = _block(field, block)
        cover = best_cover(alone, d, budget.part(len(blocks) - done))
        rows.append(np.where(cover.members >= 0, cover.members + at[0], -1))
        costs.append(cover.cost)
        slack[block] = cover.total[0] - cover.lower[0]
    return covered(field, np.concatenate(rows), np.concatenate(costs), slack)


def covered(field: Field, members: IntArray, cost: FloatArray, slack: FloatArray) -> Cover:
    """A cover with its groups in order and its totals by block."""
    order = np.argsort(members[:, 0], kind="stable")
    members, cost = members[order], cost[order]
    block = field.block[members[:, 0]]
    total: FloatArray = np.zeros(field.blocks)
    np.add.at(total, block, cost)
    return Cover(members, cost, block, total, np.maximum(total - slack, 0.0))


def _by_block(
    field: Field, groups: Groups, hard: list[tuple[int, int]]
) -> list[tuple[int, IntArray]]:
    """For each block with runs given up by the sweep, the groups in them."""
    if not hard:
        return []
    bounds = np.array(hard)
    first = groups.members[:, 0]
    at = np.searchsorted(bounds[:, 0], first, side="right") - 1
    inside = np.flatnonzero((at >= 0) & (first < bounds[np.maximum(at, 0), 1]))
    block = field.block[first[inside]]
    return [(int(b), inside[block == b]) for b in np.unique(block)]


def only_categories(d: Fitted) -> bool:
    """Whether the dissimilarity of two units depends on nothing but their categories."""
    return d.rule.function is None and d.rule.alpha == 0


def cover_by_types(field: Field, d: Fitted, budget: Budget) -> tuple[Groups, float] | None:
    """A cover of the one block of `field` and its distance to a lower bound; None if too large."""
    from scipy.optimize import Bounds, LinearConstraint, milp

    size = int(field.spans.category.max()) + 1
    key = field.coder.astype(np.int64) * size + field.spans.category
    _, first, kind, counts = np.unique(
        key, return_index=True, return_inverse=True, return_counts=True
    )
    kind = kind.reshape(-1)
    zero = np.zeros(len(first), dtype=np.int64)
    types = Field(field.n, zero, field.coder[first], field.spans.at(first), first, 1)
    groups = needed_groups(types, pairs_in_reach(types, d), budget.groups, budget)
    if groups is None:
        return None
    found = milp(
        groups.cost,
        integrality=1,
        bounds=Bounds(0, np.inf),
        constraints=LinearConstraint(incidence(groups.members, len(first)), counts, counts),
        options={"time_limit": budget.left, "mip_rel_gap": 0},
    )
    if found.x is None:
        return None
    times = np.rint(found.x).astype(np.int64)
    members = _dealt(groups.members, times, kind, len(first))
    cost = np.repeat(groups.cost, times)
    gap = 0.0 if found.status == 0 else float(cost.sum()) - float(found.mip_dual_bound)
    return Groups(members, cost), max(0.0, gap)


def _dealt(members: IntArray, times: IntArray, kind: IntArray, kinds: int) -> IntArray:
    """Groups of types, each so many times, as groups of units: the leftmost of a type first."""
    order = np.argsort(kind, kind="stable")
    begin = np.searchsorted(kind[order], np.arange(kinds))
    rows = np.repeat(members, times, axis=0)
    dealt = np.full(rows.shape, -1, dtype=np.int64)
    for of in range(kinds):
        where = np.argwhere(rows == of)
        units = order[begin[of] : begin[of] + len(where)]
        dealt[where[:, 0], where[:, 1]] = units
    # A group's first unit stands first; −1 stands last.
    last = np.iinfo(np.int64).max
    dealt = np.sort(np.where(dealt < 0, last, dealt), axis=1)
    return np.where(dealt == last, -1, dealt)
