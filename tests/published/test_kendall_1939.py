"""Kendall's W, mean rank correlations and Lin's ρ_c: printed values and values by hand."""

import numpy as np
import pytest

import accord
from accord._measure.labels.concordance import ccc, kendall_w, spearman, tau_b

ANXIETY = [
    [3, 3, 3, 4, 5, 5, 2, 3, 5, 2, 2, 6, 1, 5, 2, 2, 1, 2, 4, 3],
    [3, 6, 4, 6, 2, 4, 2, 4, 3, 3, 2, 3, 3, 3, 2, 2, 1, 3, 3, 4],
    [2, 1, 4, 4, 3, 2, 1, 6, 1, 1, 1, 2, 3, 3, 1, 1, 3, 3, 2, 2],
]
"""Twenty subjects by three raters, the data of the R packages irr and DescTools."""

ROUNDING = """
5.40 5.50 5.55  5.85 5.70 5.75  5.20 5.60 5.50  5.55 5.50 5.40  5.90 5.85 5.70  5.45 5.55 5.60
5.40 5.40 5.35  5.45 5.50 5.35  5.25 5.15 5.00  5.85 5.80 5.70  5.25 5.20 5.10  5.65 5.55 5.45
5.60 5.35 5.45  5.05 5.00 4.95  5.50 5.50 5.40  5.45 5.55 5.50  5.55 5.55 5.35  5.45 5.50 5.55
5.50 5.45 5.25  5.65 5.60 5.40  5.70 5.65 5.55  6.30 6.30 6.25
"""
"""Times of 22 players by three ways of rounding first base, of R's friedman.test."""


def test_the_value_that_desctools_prints():
    """`KendallW(anxiety, TRUE)` in DescTools' documentation: 0.5396569, corrected for ties."""
    study = accord.from_coders(dict(zip("ABC", ANXIETY, strict=True)))
    assert kendall_w(study).value == pytest.approx(0.5396569, abs=5e-8)


def test_friedman_is_the_same_statistic():
    """`friedman.test(RoundingTimes)` in R prints χ² = 11.143 with 2 degrees of freedom."""
    times = np.array(ROUNDING.split(), dtype=float).reshape(22, 3)
    found = kendall_w(accord.from_wide(times.T.tolist()))  # players rank the ways
    assert found.detail["chi_square"] == pytest.approx(11.143, abs=5e-4)
    assert found.detail["df"] == 2
    assert found.value == pytest.approx(11.143 / (22 * 2), abs=2e-5)
    ways = kendall_w(accord.from_wide(times.tolist()))  # the ways rank the players
    assert ways.value == pytest.approx(0.8157, abs=5e-5)


def test_w_and_rho_by_hand():
    """Three rankings of three items: rank sums 4, 6, 8, so S = 8 and W = 12 · 8 / (9 · 24) = 4/9;
    ρ of the pairs .5, .5 and −.5, mean 1/6 = (3 W − 1) / 2; τ 1/3, 1/3 and −1/3, mean 1/9."""
    study = accord.from_wide([[1, 1, 2], [2, 3, 1], [3, 2, 3]])
    assert kendall_w(study).value == pytest.approx(4 / 9, abs=1e-12)
    assert spearman(study).value == pytest.approx(1 / 6, abs=1e-12)
    assert tau_b(study).value == pytest.approx(1 / 9, abs=1e-12)


def test_lins_coefficient_by_hand():
    """1 2 3 4 against 2 2 4 5: covariance 1.375, variances 1.25 and 1.6875, means apart by .75:
    ρ_c = 2.75 / 3.5; D_o is the mean squared difference, D_e the denominator."""
    found = ccc(accord.from_coders({"A": [1, 2, 3, 4], "B": [2, 2, 4, 5]}))
    assert found.observed == pytest.approx(0.75, abs=1e-12)
    assert found.expected == pytest.approx(3.5, abs=1e-12)
    assert found.value == pytest.approx(2.75 / 3.5, abs=1e-12)


def test_overall_ccc_adds_before_it_divides():
    """Three coders: 2 Σ σ_ij / ((m − 1) Σ σ_j² + Σ (μ_i − μ_j)²), Barnhart et al. 2002."""
    table = np.array([[1, 2, 3, 4, 6], [2, 2, 4, 5, 5], [1, 3, 3, 6, 7]], dtype=float)
    cov, mean = np.cov(table, bias=True), table.mean(axis=1)
    pairs = [(0, 1), (0, 2), (1, 2)]
    above = 2 * sum(cov[i, j] for i, j in pairs)
    below = 2 * np.trace(cov) + sum((mean[i] - mean[j]) ** 2 for i, j in pairs)
    found = ccc(accord.from_wide(table.T.tolist()))
    assert found.value == pytest.approx(above / below, abs=1e-12)
