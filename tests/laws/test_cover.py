"""The cheapest cover where the linear programme has no whole solution, worked out by hand."""

import numpy as np
import pytest

from accord._measure.gamma.align.candidates import Groups
from accord._measure.gamma.align.cover import Budget, cheapest, sweep

#   Three units, each alone for 2, each two of them together for 1: halves of all three pairs
#   would cost 3/2, but the cheapest whole cover is one pair and one lone unit, for 3.
TRIANGLE = [[0, -1], [0, 1], [0, 2], [1, -1], [1, 2], [2, -1]]  # sorted by the first unit
COST = [2.0, 1.0, 1.0, 2.0, 1.0, 2.0]


@pytest.mark.parametrize("budget", [Budget(), Budget(states=1)], ids=["sweep", "branch and bound"])
@pytest.mark.parametrize("triangles", [1, 2, 5])
def test_odd_circles_are_covered_whole(triangles, budget):
    """Each triangle of pairs costs 3, whichever way the search ends, and it is proved best."""
    members = [
        [unit + 3 * t if unit >= 0 else -1 for unit in g]
        for t in range(triangles)
        for g in TRIANGLE
    ]
    groups = Groups(np.array(members), np.array(COST * triangles))
    chosen, gap = cheapest(groups, budget)
    assert gap == 0
    assert groups.cost[chosen].sum() == pytest.approx(3 * triangles)
    covered = groups.members[chosen]
    assert sorted(covered[covered >= 0].tolist()) == list(range(3 * triangles))


def test_groups_may_come_in_any_order():
    """The cheapest cover is found whatever the order in which the groups are listed."""
    members = np.array([[0, -1], [1, -1], [2, -1], [3, -1], [0, 2], [1, 3], [0, 1], [2, 3]])
    cost = np.array([3.0, 3.0, 3.0, 3.0, 1.0, 1.0, 4.0, 4.0])
    for order in (np.arange(8), np.arange(8)[::-1], np.array([5, 1, 7, 0, 2, 6, 4, 3])):
        groups = Groups(members[order], cost[order])
        chosen, gap = cheapest(groups, Budget())
        assert (cost[order][chosen].sum(), gap) == (2.0, 0.0)
        picked, hard, _ = sweep(groups, 4, 1000)
        assert cost[order][picked].sum() == 2.0
        assert not hard


def test_units_that_no_group_covers_are_an_error():
    """Where no cover exists the search ends."""
    groups = Groups(np.array([[0, 1], [1, 2]]), np.array([1.0, 1.0]))
    with pytest.raises(ValueError, match="do not cover every span"):
        cheapest(groups, Budget())
