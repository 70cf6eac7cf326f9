"""Krippendorff 1995, page 57: observed disagreements of α_U."""

import pytest

import accord


def test_observed_of_nested_units():
    """D_o = 2 (8 + 10) / (2 · 24²) for units within units."""
    rows = [("d", 1, 2, 10, "A"), ("d", 1, 14, 20, "A"), ("d", 2, 4, 8, "A"), ("d", 2, 15, 17, "A")]
    result = accord.spans.alpha_u_1995(accord.Unitizings.of(rows, extents={"d": (0, 24)}))
    assert result.observed == pytest.approx(0.03125, abs=1e-12)


def test_observed_of_one_unit_against_many():
    """D_o = 2.26736 where one long unit meets seven short ones."""
    short = [(0, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 9), (9, 10)]
    rows = [("d", 1, 0, 18, "B"), *(("d", 2, b, e, "B") for b, e in short)]
    result = accord.spans.alpha_u_1995(accord.Unitizings.of(rows, extents={"d": (0, 24)}))
    assert result.observed == pytest.approx(2.267361111111111, abs=1e-12)
