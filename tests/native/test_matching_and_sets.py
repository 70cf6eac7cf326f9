"""Matching of units and distances of sets are the same with the native core and without it."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import accord
from accord._measure.distances.sets import FORMULAS, by_sets
from accord._measure.matching import best_matching
from accord.native import core

pytestmark = pytest.mark.skipif(core() is None, reason="the native core was not compiled")


def _both(found):
    """What `found` says with the core, and without it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ACCORD_NATIVE", "1")
        native = found()
        patch.setenv("ACCORD_NATIVE", "0")
        return native, found()


CELLS = st.dictionaries(
    st.tuples(st.integers(0, 9), st.integers(0, 9)),
    st.one_of(st.sampled_from([0.5, 1.0, 1.5, 2.0]), st.floats(1e-300, 1e6)),
    max_size=60,
)


@settings(max_examples=200, deadline=None)
@given(cells=CELLS)
def test_the_same_cells_are_matched(cells):
    """Ties, crowded rows, tiny gains: the very same cells, and so the same sums."""
    row, column = (np.array([cell[at] for cell in cells], np.int64) for at in (0, 1))
    gain = np.array([*cells.values()], np.float64)
    native, numpy = _both(lambda: best_matching(row, column, gain).tolist())
    assert native == numpy


def test_a_matching_by_hand():
    """Two cells of 1.5 gain more than one of 2; a cell alone in its row and column is certain."""
    row, column = np.array([0, 0, 1, 2]), np.array([0, 1, 0, 2])
    native, _ = _both(lambda: best_matching(row, column, np.array([2.0, 1.5, 1.5, 0.1])).tolist())
    assert native == [1, 2, 3]


def test_cells_that_cannot_be_are_refused():
    """A row below 0, or fewer gains than cells, never reaches the core."""
    for row, gain in (([-1, 0], [1.0, 1.0]), ([0, 1], [1.0])):
        with pytest.raises(IndexError, match="rows and columns"):
            best_matching(np.array(row), np.array([0, 1]), np.array(gain))


@pytest.mark.parametrize("measure", ["span_f1", "partial_f1", "overlap_f1", "slot_error_rate"])
@pytest.mark.parametrize("seed", range(4))
def test_spans_are_measured_alike(measure, seed):
    """F1 and SER of crowded spans, value and pairs, to the last digit."""
    rng = np.random.default_rng(seed)
    rows = []
    for document in "de":
        for coder in "ABC":
            for begin in rng.integers(0, 60, 25).tolist():
                size = int(rng.integers(1, 12))
                rows.append((document, coder, begin, begin + size, "xy"[int(rng.integers(2))]))
    study = accord.Unitizings.of(dict.fromkeys(rows))
    native, numpy = _both(lambda: accord.find(measure).compute(study))
    assert (native.value, native.detail) == (numpy.value, numpy.detail)


@pytest.mark.parametrize("formula", FORMULAS)
@settings(max_examples=30, deadline=None)
@given(
    members=st.lists(st.frozensets(st.integers(0, 200), max_size=12), min_size=1, max_size=30),
    seed=st.integers(0, 100),
)
def test_distances_of_sets_are_the_same(formula, members, seed):
    """Empty sets, equal ones, more labels than a word has bits: every distance, bit by bit."""
    at = np.random.default_rng(seed).integers(0, len(members), (2, 40))

    def found():
        metric = by_sets(members, FORMULAS[formula])
        every = np.arange(len(members))
        return [metric.block(every, every).tolist(), metric.between(*at).tolist()]

    native, numpy = _both(found)
    assert native == numpy


def test_a_set_that_is_not_there_is_refused():
    """Indices are checked before the core looks them up."""
    metric = by_sets([{1}, {2}], FORMULAS["masi"])
    for wrong in (-1, 2):
        with pytest.raises(IndexError, match="beyond the 2"):
            metric.between(np.array([0]), np.array([wrong]))
