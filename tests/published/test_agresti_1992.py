"""Agresti 1992, Modelling patterns of agreement and disagreement (data of Landis & Koch 1977)."""

import pytest

import accord

TABLE = [[22, 2, 2, 0], [5, 7, 14, 0], [0, 2, 36, 0], [0, 1, 17, 10]]
STUDY = accord.from_confusion(TABLE, categories=[1, 2, 3, 4])


def test_kappa_and_its_standard_error():
    """p. 202: κ = .493 with asymptotic standard error .057 (Fleiss, Cohen & Everitt)."""
    result = accord.kappa(STUDY)
    assert result.value == pytest.approx(0.493, abs=5e-4)
    assert pytest.approx(75 / 118) == result.A_o
    assert pytest.approx((26 * 27 + 26 * 12 + 38 * 69 + 28 * 10) / 118**2) == result.A_e
    assert accord.standard_error(STUDY, "kappa").se == pytest.approx(0.057, abs=5e-4)


def test_the_analytic_interval_is_the_standard_error_twice():
    """κ ± 1.96 SE."""
    found = accord.interval(STUDY, "kappa", method="analytic")
    assert found.low == pytest.approx(0.49300560 - 1.959964 * 0.05674315, abs=1e-6)
    assert found.high == pytest.approx(0.49300560 + 1.959964 * 0.05674315, abs=1e-6)
    assert "Fleiss, Cohen & Everitt 1969" in found.notes
