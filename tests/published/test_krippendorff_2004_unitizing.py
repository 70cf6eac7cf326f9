"""Krippendorff 2004, pages 254–255: α_U of two categories on a continuum from 150 to 450."""

import pytest

import accord

UNITS = {
    1: [(225, 295, "c"), (370, 400, "c"), (180, 240, "k"), (300, 350, "k")],
    2: [(220, 300, "c"), (355, 375, "c"), (400, 420, "c"), (180, 240, "k"), (300, 350, "k")],
}


@pytest.fixture
def study():
    """Two coders; units of different categories overlap."""
    rows = [("d", coder, *unit) for coder, units in UNITS.items() for unit in units]
    return accord.Unitizings.of(rows, extents={"d": (150, 450)})


@pytest.mark.parametrize(
    ("value", "observed", "expected", "alpha"),
    [
        ("c", 0.014444444444444444, 0.05322177985498048, 0.7286),
        ("k", 0.0, 0.04897856580891524, 1.0),
    ],
)
def test_by_category(study, value, observed, expected, alpha):
    """D_o, D_e and α_U of each category alone."""
    result = accord.spans.alpha_u_1995(study, category=value)
    assert result.observed == pytest.approx(observed, abs=1e-12)
    assert result.expected == pytest.approx(expected, abs=1e-12)
    assert result.value == pytest.approx(alpha, abs=5e-5)


def test_overall(study):
    """α_U = .8587; the .8591 of the book comes from rounded parts."""
    assert accord.spans.alpha_u_1995(study).value == pytest.approx(0.8586654051841702, abs=1e-12)
