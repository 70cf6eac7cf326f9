"""Shaffer's ρ: as rhoR and a second simulation have it, and what it does not promise."""

import numpy as np
import pytest

from accord import AccordError
from accord.infer import shaffer_rho
from accord.infer.tests.small_test_set import _kappa, _needed, _rho


@pytest.mark.parametrize(
    ("kappa", "items", "base", "threshold", "rho"),
    [
        (0.8, 40, 0.2, 0.65, 0.026965),
        (0.9, 40, 0.2, 0.65, 0.002055),
        (0.8, 80, 0.2, 0.65, 0.00783),
        (0.8, 160, 0.2, 0.65, 0.001675),
        (0.9, 80, 0.05, 0.65, 0.000585),
        (0.95, 80, 0.2, 0.9, 0.011945),
    ],
)
def test_as_rhor(kappa, items, base, threshold, rho):
    """Six settings: within .003 of 200,000 replicates by another program, which rhoR 1.3.1 with
    4,000 confirms (.0280, .0013, .0073, .0015, .0010, .0133)."""
    found = shaffer_rho(kappa, items, base, threshold=threshold, replicates=40_000)
    assert found.rho == pytest.approx(rho, abs=0.003)


@pytest.mark.parametrize(
    ("items", "base", "share"),
    [(40, 0.2, 0.194), (80, 0.2, 0.263), (160, 0.2, 0.314), (40, 0.05, 0.167), (80, 0.05, 0.235)],
)
def test_a_code_at_the_threshold_passes_often(items, base, share):
    """True κ = .65 = threshold: ρ < .05 in 17 to 31% of test sets (another program, 3,000 runs,
    within three standard errors and the steps of κ)."""
    assert shaffer_rho(0.8, items, base).accepted == pytest.approx(share, abs=0.03)


def test_needed_is_where_rho_falls_below():
    """ρ is below .05 at the κ that is needed, and not just below it."""
    found = shaffer_rho(0.7, 40, 0.2)
    assert shaffer_rho(found.needed, 40, 0.2).rho < 0.05
    assert shaffer_rho(found.needed - 1e-6, 40, 0.2).rho >= 0.05 - 0.03
    assert _needed(np.array([0.5] * 50 + [0.9] * 50)) != 0.9  # never below .05


def test_below_the_mean_rho_is_one():
    """By the definition: κ below the mean of simulated ones shows nothing."""
    assert shaffer_rho(0.3, 40, 0.2).rho == 1
    assert _rho(np.array([0.1, 0.5, 0.6]), 0.39) == 1
    assert _rho(np.array([0.1, 0.5, 0.6]), 0.5) == pytest.approx(2 / 3)


def test_kappa_of_tables():
    """Cells (both, first, second, neither): 4 2 1 3 has κ = (.7 − .5) / .5 by hand."""
    assert _kappa(np.array([[4, 2, 1, 3], [10, 0, 0, 0]])) == pytest.approx([0.4, 1.0])


def test_same_seed_and_refusals():
    """The same seed gives the same number; impossible settings are refused in a sentence."""
    assert shaffer_rho(0.8, 40, 0.2).as_dict() == shaffer_rho(0.8, 40, 0.2).as_dict()
    for bad in ((1.2, 40, 0.2), (0.8, 1, 0.2), (0.8, 40, 0.0)):
        with pytest.raises(AccordError):
            shaffer_rho(*bad)
    with pytest.raises(AccordError, match=r"threshold 0\.3 must be"):
        shaffer_rho(0.8, 40, 0.2, threshold=0.3)
    assert 0 <= shaffer_rho(0.9, 40, 0.7).rho <= 1  # a code of most items
