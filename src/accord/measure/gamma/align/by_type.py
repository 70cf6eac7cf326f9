"""Alignments where position does not count (α = 0): units of one category are all alike.

Every unit could then stand with every other, and listing groups of units is hopeless. Groups
of (coder, category) are few; how often each is used is a small transport problem in whole
numbers, and its solution is dealt out to the units from left to right.
"""

import numpy as np

from accord.measure.gamma.align.candidates import Field, Groups, needed_groups, pairs_in_reach
from accord.measure.gamma.align.cover import Budget, incidence
from accord.measure.gamma.dissimilarity import Fitted
from accord.model.names import IntArray


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
    groups = needed_groups(types, pairs_in_reach(types, d), budget.groups)
    if groups is None:
        return None
    found = milp(
        groups.cost,
        integrality=1,
        bounds=Bounds(0, np.inf),
        constraints=LinearConstraint(incidence(groups.members, len(first)), counts, counts),
        options={"time_limit": budget.seconds, "mip_rel_gap": 0},
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
