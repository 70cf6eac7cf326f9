"""The cheapest cover where the linear programme has no whole solution, worked out by hand."""

import numpy as np
import pytest

from accord.measure.gamma.align.candidates import Groups
from accord.measure.gamma.align.cover import Budget, cheapest

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
