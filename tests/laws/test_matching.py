"""The one-to-one matching: no other has a larger gain, and both solvers find it."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from accord._measure import matching


@st.composite
def candidates(draw):
    """Pairs of up to five units on each side, with gains."""
    pairs = draw(st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=12))
    gain = st.floats(0.1, 2) | st.sampled_from([1.0, 2.0, 3.0])  # also ties
    gains = draw(st.lists(gain, min_size=len(pairs), max_size=len(pairs)))
    g, h = np.array(sorted(pairs)).T
    return g, h, np.array(gains)


@given(candidates())
def test_largest_gain(found):
    """The total gain equals the best of all one-to-one choices."""
    g, h, gain = found
    table = np.zeros((5, 5))
    table[g, h] = gain
    best = max(sum(table[i, j] for i, j in enumerate(order)) for order in permutations(range(5)))
    chosen = matching.best_matching(g, h, gain)
    assert gain[chosen].sum() == pytest.approx(best)
    assert len(set(g[chosen].tolist())) == len(set(h[chosen].tolist())) == len(chosen)


@given(candidates())
def test_sparse_and_dense_agree(found):
    """Large groups are solved as sparse graphs, with the same gain as the full table."""
    g, h, gain = found
    dense = matching._dense(g, h, gain)
    sparse = matching._sparse(g, h, gain)
    assert gain[sparse].sum() == pytest.approx(gain[dense].sum())
    assert len(set(g[sparse].tolist())) == len(set(h[sparse].tolist())) == len(sparse)


def test_certain_cells():
    """A cell is certain where the best others of its row and column gain less together."""
    row, column = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
    certain = matching._certain(row, column, np.array([3.0, 1.0, 1.5, 0.5]))
    assert certain.tolist() == [True, False, False, False]
    assert not matching._certain(row, column, np.array([2.0, 1.0, 1.0, 0.5])).any()  # equal
    assert not matching._certain(row, column, np.array([2.0, 2.0, 0.1, 0.1])).any()  # two tops
    assert matching._certain(np.array([4]), np.array([7]), np.array([0.1])).all()  # alone
