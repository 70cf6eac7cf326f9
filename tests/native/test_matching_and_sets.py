"""Matching of units and distances of sets are the same with the native core and without it."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import accord
from accord._measure.cube.rows import FEW, _spread
from accord._measure.distances.sets import FORMULAS, by_sets
from accord._measure.matching import best_matching
from accord.kinds.labels import patterns
from accord.kinds.spans.order import order_of_units
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


@pytest.mark.parametrize("formula", FORMULAS)
def test_sums_of_distances_do_not_depend_on_the_order_of_sets(formula):
    """Σ_l w_l d_kl: bit by bit the same when sets change places, and what a plain sum gives; one
    set may weigh ten million times what another does."""
    rng = np.random.default_rng(3)
    members = [
        frozenset(rng.choice(90, rng.integers(0, 7), replace=False).tolist()) for _ in "x" * 99
    ]
    members = list(dict.fromkeys(members))
    every, order = np.arange(len(members)), rng.permutation(len(members))
    d = by_sets(members, FORMULAS[formula]).matrix()

    def sums(at, weights):
        return _spread(every, weights[at], by_sets([members[i] for i in at], FORMULAS[formula]))

    one_heavy = np.where(every == 5, 1e7, 1.0)
    for weights in (rng.random(len(members)), rng.integers(1, 9, len(members)) * 1.0, one_heavy):
        as_given, shuffled = (_both(partial(sums, at, weights)) for at in (every, order))
        for one, other in zip(as_given, shuffled, strict=True):
            np.testing.assert_allclose(one, d @ weights, rtol=1e-14)
            assert one[order].tolist() == other.tolist()


def _masi(measure, study):
    return measure(study, distance="masi").value


def test_alpha_of_many_sets_does_not_depend_on_order_or_names():
    """More sets than are put in order by their distances: the same bits for items, coders and
    labels in another order and under other names, with the core and without it."""
    rng = np.random.default_rng(4)
    pool = [
        frozenset(rng.choice(14, rng.integers(1, 5), replace=False).tolist()) for _ in range(300)
    ]
    table = rng.integers(0, 300, (120, 4))
    table[:, 1:3] = table[:, :1]
    values = {"0": set(), "1": set()}
    for _ in range(3):
        items, coders, names = (rng.permutation(n) for n in (120, 4, 14))
        columns = {
            f"c{c}": [frozenset(f"n{names[k]}" for k in pool[table[i, c]]) for i in items]
            for c in coders
        }
        study = accord.from_coders(columns)
        assert len(study.categories) > FEW
        for measure in (accord.alpha, accord.beta):
            native, numpy = _both(partial(_masi, measure, study))
            values["1"].add((measure.__name__, native))
            values["0"].add((measure.__name__, numpy))
    assert len(values["1"]) == len(values["0"]) == 2
    for one, other in zip(sorted(values["1"]), sorted(values["0"]), strict=True):
        assert one[1] == pytest.approx(other[1], rel=1e-13)


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10_000), sorts=st.integers(1, 4), rounds=st.integers(0, 3))
def test_colours_are_refined_alike(seed, sorts, rounds):
    """Colours of items, coders and categories: bit by bit the same, weighed and not; a place may be
    counted from the end, as that of what spans nothing is."""
    rng = np.random.default_rng(seed)
    sizes = rng.integers(1, 40, sorts).tolist()
    ends = [rng.integers(-n, n, 70).astype(rng.choice([np.int32, np.int64])) for n in sizes]
    colours = [rng.integers(0, 3, n).astype(np.uint64) for n in sizes]
    times = 1 if seed % 2 else rng.integers(1, 1000, 70) * 1.0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(patterns, "WORTH_A_CALL", 0)
        native, numpy = _both(lambda: patterns.refined(ends, colours, times, rounds))
    assert [one.tolist() for one in native] == [one.tolist() for one in numpy]


def test_things_that_are_not_there_do_not_meet(monkeypatch):
    """Indices are checked before the core looks them up."""
    monkeypatch.setattr(patterns, "WORTH_A_CALL", 0)
    for wrong in (-3, 2):
        ends, colours = [np.array([0, wrong])] * 2, [np.zeros(2, np.uint64)] * 2
        with pytest.raises(IndexError, match="not there"):
            patterns.refined(ends, colours)


def test_many_spans_are_put_in_the_same_order():
    """A corpus with more spans than the core is called for: the same order with it and without it,
    from which the draws of γ start."""
    rng = np.random.default_rng(5)
    rows = [
        (f"d{d}", coder, 20 * k + shift, 20 * k + shift + 8, "x")
        for d in range(40)
        for coder in "AB"
        for k, shift in enumerate(rng.integers(0, 4, 26).tolist())
    ]
    assert len(rows) > patterns.WORTH_A_CALL
    study = accord.Unitizings.of(rows)
    native, numpy = _both(lambda: order_of_units(study))
    assert [one.tolist() for one in native] == [one.tolist() for one in numpy]
