"""Krippendorff, Mathet, Bouvry & Widlöcher 2016, and Krippendorff 2019, figure 12.11."""

from itertools import combinations

import pytest

import accord

UNITS = {
    "Alex": [(2, 9, 1), (11, 17, 2), (24, 30, 5), (32, 36, 6), (36, 44, 6), (44, 60, 7)],
    "Paul": [(2, 9, 1), (11, 17, 3), (19, 25, 5), (32, 44, 6)],
    "Suzan": [(2, 9, 1), (11, 17, 4), (21, 27, 5), (32, 36, 6), (36, 40, 6), (40, 44, 6)],
}


@pytest.fixture
def study():
    """Three coders on a continuum of length 60."""
    rows = [("d", coder, *unit) for coder, units in UNITS.items() for unit in units]
    return accord.Unitizings.of(rows, extents={"d": (0, 60)})


def test_u_alpha(study):
    """uα = .510; exact arithmetic gives .50967, of 180 units of length 67 disagree."""
    result = accord.spans.u_alpha(study)
    assert result.value == pytest.approx(0.5096699731736228, abs=1e-12)
    assert round(result.value, 3) == 0.510
    assert result.observed == pytest.approx(1 - result.detail["observed"].trace() / 180)
    assert result.expected == pytest.approx(result.observed / (1 - result.value))


def test_bar_u_alpha(study):
    """|uα = .413; of the 3 × 60 places of pairs of coders, those differ where one has a gap."""
    result = accord.spans.bar_u_alpha(study)
    assert result.value == pytest.approx(0.41322594076179797, abs=1e-12)
    marked = [{at for b, e, _ in units for at in range(b, e)} for units in UNITS.values()]
    assert result.observed == pytest.approx(
        sum(len(a ^ b) for a, b in combinations(marked, 2)) / 180
    )
    assert result.expected == pytest.approx(result.observed / (1 - result.value))


def test_cu_alpha(study):
    """cuα = .724, from the 83 of 180 units of length where units meet."""
    result = accord.spans.cu_alpha(study)
    assert result.value == pytest.approx(0.7240818696472637, abs=1e-12)
    assert result.detail["coverage"] == pytest.approx(83 / 180)
    assert result.observed == pytest.approx(1 - result.detail["observed"].trace() / 83)
    assert result.expected == pytest.approx(result.observed / (1 - result.value))


@pytest.mark.parametrize(("value", "expected"), [(1, 1), (2, 0), (3, 0), (4, 0), (5, 1), (6, 1)])
def test_ku_alpha(study, value, expected):
    """(k)uα is 1 where all who meet agree and 0 for the three who call one thing 2, 3 and 4."""
    result = accord.spans.ku_alpha(study, category=value)
    assert result.value == pytest.approx(expected, abs=1e-12)
    assert result.observed == pytest.approx((1 - expected) * result.D_e, abs=1e-12)


def test_ku_alpha_without_coverage(study):
    """(7)uα is undefined: what Alex calls 7 meets nobody's unit, its coverage is 0."""
    result = accord.spans.ku_alpha(study, category=7)
    assert "meet no span" in result.undefined
    assert result.detail["coverage"] == 0
