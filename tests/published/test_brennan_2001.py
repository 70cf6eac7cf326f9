"""Variance components and D-studies: Brennan's synthetic data, Shrout & Fleiss, and by hand."""

from math import isnan

import numpy as np
import pytest
from hypothesis import given, strategies as st

import accord
from accord._measure.labels.icc_limits import stepped
from accord.errors import AccordError, NotApplicableError
from accord.infer.why.generalizability import design_variances, generalizability

SYNTHETIC_1 = """
101000000000 111001000000 111110000000 110110010000 111110100000
111011100000 111111100000 111101111100 111111111110 111111111111
"""
"""Brennan 2001, synthetic data set no. 1: ten persons by twelve questions. Persons are what is
measured (our items), questions are what they are measured with (our coders)."""

RATINGS = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
"""Shrout & Fleiss 1979, table 2."""


def _synthetic():
    return accord.from_wide([[int(c) for c in row] for row in SYNTHETIC_1.split()])


def test_brennans_synthetic_data():
    """Printed: σ²(p) = .0574, σ²(i) = .0754, σ²(pi) = .1269; with twelve questions Eρ² = .844 and
    Φ = .773."""
    found = generalizability(_synthetic())
    assert found.item == pytest.approx(0.0574, abs=5e-5)
    assert found.coder == pytest.approx(0.0754, abs=5e-5)
    assert found.residual == pytest.approx(0.1269, abs=5e-5)
    assert isnan(found.interaction)
    assert found.relative(12) == pytest.approx(0.844, abs=5e-4)
    assert found.absolute(12) == pytest.approx(0.773, abs=5e-4)


def test_they_are_the_intraclass_correlations():
    """With complete data Φ is ICC(2,k) and Eρ² is ICC(3,k), with their intervals: .29, .71, .62,
    .91 of Shrout & Fleiss."""
    study = accord.from_wide(RATINGS)
    found, table = generalizability(study), accord.infer.icc_table(study)
    assert found.method == "F"
    for row, k in ((found.decide([1])[0], "1"), (found.decide([4])[0], "k")):
        for part, form in (("absolute", "2"), ("relative", "3")):
            icc = table[f"{form},{k}"]
            assert getattr(row, part) == pytest.approx(icc.value, abs=1e-12)
            assert getattr(row, f"{part}_low") == pytest.approx(icc.low, abs=1e-12)
            assert getattr(row, f"{part}_high") == pytest.approx(icc.high, abs=1e-12)
    ours = [found.absolute(1), found.relative(1), found.absolute(4), found.relative(4)]
    assert [round(one, 2) for one in ours] == [0.29, 0.71, 0.62, 0.91]


def test_how_many_coders():
    """The least k with k · one / (1 + (k − 1) one) ≥ wanted, and one fewer is not enough."""
    found = generalizability(accord.from_wide(RATINGS))
    for wanted in (0.5, 0.7, 0.8, 0.95):
        for absolute in (True, False):
            k = found.coders_for(wanted, absolute=absolute)
            reached = found.absolute if absolute else found.relative
            assert reached(k) >= wanted - 1e-9
            assert k == 1 or reached(k - 1) < wanted
    with pytest.raises(AccordError, match="between 0 and 1"):
        found.coders_for(1.0)
    opposed = generalizability(accord.from_wide([[1, 5], [2, 4], [5, 1], [3, 3]]))
    with pytest.raises(AccordError, match="no number of coders is enough"):
        opposed.coders_for(0.8)


def test_repeated_codings_by_hand():
    """Two items, two coders, twice each: cells (1 3) (5 7) / (2 2) (8 10), cell means 2 6 / 2 9.
    Within cells SS = 2 + 2 + 0 + 2 = 6 with 4 degrees: residual 1.5. Items: means 4, 5.5, MS 4.5;
    coders: means 2, 7.5, MS 60.5; item × coder: MS 4.5. So item × coder = (4.5 − 1.5)/2 = 1.5,
    item = (4.5 − 4.5)/4 = 0, coder = (60.5 − 4.5)/4 = 14."""
    one = accord.from_coders({"A": [1, 2], "B": [5, 8]})
    two = accord.from_coders({"A": [3, 2], "B": [7, 10]})
    found = generalizability(one, two)
    assert found.residual == pytest.approx(1.5, abs=1e-9)
    assert found.interaction == pytest.approx(1.5, abs=1e-9)
    assert found.item == pytest.approx(0.0, abs=1e-9)
    assert found.coder == pytest.approx(14.0, abs=1e-9)
    assert found.error == pytest.approx(3.0, abs=1e-9)
    assert found.method == "jackknife over items"


def test_missing_codings_are_unbiased():
    """Estimates with a third of the codings missing are right on average over 400 simulated
    studies (variances 4, 1, 2): three standard errors of the mean."""
    rng = np.random.default_rng(3)
    found = []
    for _ in range(400):
        y = rng.normal(0, 2, (20, 1)) + rng.normal(0, 1, (1, 5)) + rng.normal(0, 2**0.5, (20, 5))
        item, coder = np.nonzero(rng.random((20, 5)) > 1 / 3)
        parts = design_variances(y[item, coder], item, coder)
        assert parts is not None
        found.append([parts[0], parts[1], parts[3]])
    table = np.array(found)
    error = table.std(axis=0, ddof=1) / np.sqrt(len(table))
    assert (np.abs(table.mean(axis=0) - [4, 1, 2]) < 3 * error).all()


@given(
    st.lists(st.lists(st.integers(0, 9), min_size=3, max_size=3), min_size=2, max_size=6),
    st.randoms(use_true_random=False),
)
def test_they_add_up(rows, random):
    """Order of items and coders, and a shift of all numbers, change nothing; the parts are those
    of the analysis of variance."""
    table = np.array(rows, dtype=float)
    n, k = table.shape
    item, coder = np.nonzero(np.ones((n, k)))
    parts = design_variances(table.ravel(), item, coder)
    assert parts is not None
    error = table - table.mean(1, keepdims=True) - table.mean(0) + table.mean()
    within = float((error**2).sum()) / ((n - 1) * (k - 1))
    between = k * table.mean(1).var(ddof=1)
    coders = n * table.mean(0).var(ddof=1)
    assert parts[3] == pytest.approx(within, abs=1e-9)
    assert parts[0] == pytest.approx((between - within) / k, abs=1e-9)
    assert parts[1] == pytest.approx((coders - within) / n, abs=1e-9)
    order = list(range(n * k))
    random.shuffle(order)
    moved = design_variances(table.ravel()[order] + 100, item[order], coder[order])
    assert moved is not None
    assert (moved[0], moved[1], moved[3]) == pytest.approx((parts[0], parts[1], parts[3]), abs=1e-9)


def test_what_cannot_be_estimated_is_said():
    """Names, one coder, and coders who share no item have no variance components."""
    with pytest.raises(NotApplicableError, match="numeric"):
        generalizability(accord.from_wide([["a", "b"], ["b", "a"]]))
    with pytest.raises(NotApplicableError, match="cannot be separated"):
        generalizability(accord.from_coders({"A": [1, 2, 3]}))
    with pytest.raises(NotApplicableError, match="cannot be separated"):
        generalizability(accord.from_wide([[1, None], [None, 2]]))


def test_the_step_of_spearman_and_brown():
    """k = 1 changes nothing, 1 stays 1, two steps are one, and nothing is stepped below where
    the formula has its pole."""
    assert stepped(0.3, 1) == pytest.approx(0.3)
    assert stepped(1.0, 7) == 1.0
    assert stepped(stepped(0.3, 2), 3) == pytest.approx(stepped(0.3, 6))
    assert isnan(stepped(-0.6, 3))


def test_limits_of_the_parts():
    """They hold their parts, widen with the level, do not depend on the order of items or coders,
    scale with the square of the numbers, and without differences among items are none."""
    study = accord.from_wide(RATINGS)
    found, wide = generalizability(study), generalizability(study, confidence=0.99)
    values = (found.item, found.coder, found.interaction, found.residual)
    for part, (low, high), (lower, higher) in zip(values, found.limits, wide.limits, strict=True):
        if not isnan(part):
            assert lower < low < part < high < higher
    turned = generalizability(accord.from_wide([row[::-1] for row in RATINGS[::-1]]))
    assert np.array(turned.limits) == pytest.approx(np.array(found.limits), nan_ok=True)
    double = generalizability(accord.from_wide([[2 * v for v in row] for row in RATINGS]))
    assert np.array(double.limits) == pytest.approx(4 * np.array(found.limits), nan_ok=True)
    assert "low" in str(found)


def test_limits_hold_what_was_planted():
    """Variances 1 of items and .8 of the rest, 60 items by 4 coders, ten studies: 95% intervals
    hold them in at least eight of ten (.95 fails that once in ninety)."""
    rng = np.random.default_rng(3)
    held = np.zeros(2)
    for _ in range(10):
        table = rng.normal(size=(60, 1)) + rng.normal(0, 0.5, 4) + rng.normal(0, 0.8**0.5, (60, 4))
        found = generalizability(accord.from_wide(table.round(3).tolist()))
        ends = found.limits[0], found.limits[3]
        held += [low <= true <= high for (low, high), true in zip(ends, (1, 0.8), strict=True)]
    assert (held >= 8).all()
