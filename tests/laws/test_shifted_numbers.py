"""A shift of all numbers changes no coefficient: α and ICC against exact fractions."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, strategies as st

import accord
from accord._measure.labels.correlation import icc as icc_of
from accord.infer.tests.analytic import variance_ratio

NEAR = 1e-12
OFFSETS = [0, 7, 10**9, 10**15, 2**53 + 1, 2**60, -(2**60) - 3, 10**18]

tables = st.integers(2, 4).flatmap(
    lambda coders: st.lists(
        st.lists(st.integers(-40, 40), min_size=coders, max_size=coders), min_size=3, max_size=9
    )
)


def exact_alpha(table: list[list], power: int) -> Fraction | None:
    """α of complete data with d = |a − b|^power, in fractions; None where D_e is 0."""
    rows = [[Fraction(x) for x in row] for row in table]
    values = [x for row in rows for x in row]
    n, c = len(values), len(rows[0])
    inside = sum(abs(a - b) ** power for row in rows for a, b in combinations(row, 2))
    observed = inside / (len(rows) * c * (c - 1) // 2)
    expected = sum(abs(a - b) ** power for a, b in combinations(values, 2)) / (n * (n - 1) // 2)
    return None if not expected else 1 - observed / expected


def exact_icc(table: list[list]) -> Fraction | None:
    """ICC(2,1) in fractions; None where it is not defined."""
    rows = [[Fraction(x) for x in row] for row in table]
    n, k = len(rows), len(rows[0])
    grand = sum(map(sum, rows)) / (n * k)
    item = [sum(row) / k for row in rows]
    coder = [sum(column) / n for column in zip(*rows, strict=True)]
    between = k * sum((m - grand) ** 2 for m in item) / (n - 1)
    coders = n * sum((m - grand) ** 2 for m in coder) / (k - 1)
    error = sum(
        (rows[i][j] - item[i] - coder[j] + grand) ** 2 for i in range(n) for j in range(k)
    ) / ((n - 1) * (k - 1))
    bottom = between + (k - 1) * error + k * (coders - error) / n
    return None if bottom <= 0 else (between - error) / bottom


@given(tables, st.sampled_from(OFFSETS))
def test_whole_numbers_far_from_zero(table, offset):
    """α (interval, linear, ordinal) and ICC of whole numbers far from 0, to the last digits."""
    moved = accord.from_wide([[x + offset for x in row] for row in table])
    still = accord.from_wide(table)
    for distance, power in (("interval", 2), ("linear", 1)):
        found, true = accord.alpha(moved, distance=distance), exact_alpha(table, power)
        if true is None:
            assert found.undefined is not None
        else:
            assert found.value == pytest.approx(float(true), abs=NEAR)
    for distance in ("ordinal", "rank-quadratic", "rank-linear"):
        one, other = (accord.alpha(study, distance=distance).value for study in (still, moved))
        assert one == pytest.approx(other, abs=0, nan_ok=True)
    found, true = icc_of(moved), exact_icc(table)
    if true is None:
        assert found.undefined is not None
    else:
        assert found.value == pytest.approx(float(true), abs=NEAR)


@given(
    st.lists(st.lists(st.floats(0, 10), min_size=3, max_size=3), min_size=8, max_size=8),
    st.sampled_from([1e6, 1e12, 1e15]),
)
def test_numbers_with_a_fraction_far_from_zero(table, offset):
    """The codings that arrive, rounded as floats of their size are, are measured exactly."""
    arrived = [[x + offset for x in row] for row in table]
    true = exact_alpha(arrived, 2)
    found = accord.alpha(accord.from_wide(arrived), distance="interval")
    if true is None:
        assert found.undefined is not None
        return
    assert found.value == pytest.approx(float(true), abs=NEAR)
    icc = exact_icc(arrived)
    assert icc is None or icc_of(accord.from_wide(arrived)).value == pytest.approx(
        float(icc), abs=1e-10
    )


@pytest.mark.parametrize("offset", OFFSETS)
def test_intervals_do_not_move(offset):
    """Bootstrap, analytic interval and F are those of the numbers near 0."""
    rng = np.random.default_rng(3)
    base = rng.integers(0, 20, (8, 1)) + rng.integers(-2, 3, (8, 3))
    still, moved = (
        accord.from_wide([[int(x) + by for x in row] for row in base]) for by in (0, offset)
    )
    asked = accord.bound("alpha", distance="interval")
    for method in ("bca", "jackknife", "analytic"):
        one, other = (accord.interval(study, asked, method=method) for study in (still, moved))
        assert (one.low, one.high) == pytest.approx((other.low, other.high), abs=NEAR)
    assert variance_ratio(still) == pytest.approx(variance_ratio(moved), rel=NEAR)


def test_true_and_one_in_any_order():
    """True equals 1: the same study whoever comes first, and 1 is what the category is called."""
    for rows in ([[True, 1], [0, False], [1, True]], [[1, True], [False, 0], [True, 1]]):
        study = accord.from_wide(rows)
        assert [type(k) for k in study.categories] == [int, int]
        assert accord.alpha(study, distance="interval").value == 1.0
