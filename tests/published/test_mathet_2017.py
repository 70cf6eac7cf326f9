"""Mathet 2017, The Agreement Measure γ-cat: the weight of a pair of aligned units, by hand."""

import pytest

from accord import Continuum
from accord.spans import gamma_cat, gamma_k

#   A  |-x-|   |-x-|   |-y-|
#   B  |-x-|   |-y-|   |-y-|
#   C  |-y-|
SIZES_3_2_2 = Continuum.of(
    {
        "A": [(0, 5, "x"), (20, 25, "x"), (40, 45, "y")],
        "B": [(0, 5, "x"), (20, 25, "y"), (40, 45, "y")],
        "C": [(0, 5, "y")],
    },
    end=60,
)
# A difference of category costs half of Δ_∅, so that units in the same place are aligned.
QUICK = {"beta": 0.5, "precision": None, "samples": 2}


def test_a_pair_among_k_units_counts_one_in_k_minus_1():
    """δ_cat = Σ w d_cat / Σ w with w = 1/(k − 1): every unit counts alike.

    First place, k = 3: three pairs of weight 1/2, two of them differ: cost 1, weight 3/2.
    Second, k = 2: one pair of weight 1 that differs; third, one of weight 1 that does not.
    δ_cat = (1 + 1 + 0) / (3/2 + 1 + 1) = 4/7; with equal weights it would be 3/5.
    """
    found = gamma_cat(SIZES_3_2_2, **QUICK)
    assert found.observed == pytest.approx(4 / 7, rel=1e-12)
    assert found.value == pytest.approx(1 - (4 / 7) / found.expected, rel=1e-12)
    assert found.detail["coverage"] == 1
    assert {"partial", "alignment"}.isdisjoint(found.settings)  # all of it, and proved best


@pytest.mark.parametrize(("k", "expected"), [("x", 2 / 2.5), ("y", 2 / 3)])
def test_the_pairs_of_one_category(k, expected):
    """γ-k takes only pairs with category k, with the same weights.

    x: the first and second places, (1 + 1) / (3/2 + 1). y: the two pairs with C's unit, of
    weight 1/2, and the second and third places: (1 + 1) / (1 + 1 + 1).
    """
    found = gamma_k(SIZES_3_2_2, category=k, **QUICK)
    assert found.observed == pytest.approx(expected, rel=1e-12)
    assert found.value == pytest.approx(1 - expected / found.D_e, rel=1e-12)


def test_confidence_falls_with_distance():
    """w = 1 − α d_pos: (0, 10) and (2, 12) have d_pos = ((2 + 2)/20)² = .04, at α = 2 w = .92.

    A pair that differs with weight .92 and one that agrees with weight 1: .92 / 1.92.
    """
    study = Continuum.of(
        {"A": [(0, 10, "x"), (30, 40, "x")], "B": [(2, 12, "y"), (30, 40, "x")]}, end=60
    )
    assert gamma_cat(study, alpha=2, **QUICK).observed == pytest.approx(0.92 / 1.92, rel=1e-12)
