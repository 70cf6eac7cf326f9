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


BUGS = """
6 6 9 10  5 10 10 10  6 9 6 9  3 6.5 5.5 8.5  2 0.5 7.5 3  10 10 10 10  10 10 9 10  9.5 9.5 6 10
0 2.5 0 0  9.5 7.5 8.5 10  7 8.5 6.5 8.5  3 8 4 8.5  4 5 6 7  7 8.5 8.5 9  2 6 10 10
7.5 6 7.5 10  6.5 6 10 10  7 9 8.5 9.5  3 4.5 5 9.5  2.5 9.5 4.5 7.5  10 10 9 10  0 1.5 4 1.5
0.5 0.5 4.5 5.5  5 7.5 3.5 10  6.5 5 10 10  8 9 8 8  3 10 7.5 6  7.5 7 6.5 10  6.5 10 10 4
4.5 8.5 8.5 6  3 2 8 4  6 10 2 4.5  4 10 7 10  4.5 7 10 10  7 7 10 9  8 8.5 8 9.5  5 7.5 7.5 7.5
2 2 0 5.5  7.5 7 6.5 8  3.5 4 1 10  5 7.5 0.5 2.5  2 3.5 9.5 5.5  4 8 1.5 9.5  5 6 4.5 3.5
5.5 2.5 8 9  10 10 10 10  7 8.5 4 9  5.5 10 6 10  10 10 10 10  9.5 10 10 10  6 4.5 7.5 6
7.5 6.5 10 8.5  3.5 7.5 8 8  2.5 7.5 5 7.5  3.5 9.5 3.5 8  3 8.5 10 2.5  6 10 3 8.5
5.5 8 4.5 9.5  3 8 10 7  2 8.5 4 6  4 9 2.5 10  9 10 8.5 10  10 10 10 10  5.5 6 1 5.5
6 8.5 8.5 9  9 9 9 9  6 6 7.5 6  5 6.5 0.5 5.5  6 8 9 7  5.5 4 10 5.5  9.5 9.5 9.5 8.5
8 8 8.5 10  0 5 0 5  3 3 0.5 7  7 7 8.5 7.5  5 4 3.5 5.5  10 10 10 10  7.5 8 9.5 10  6 8 4.5 6.5
7 7.5 8.5 8  6.5 9.5 4 8.5  6.5 10 10 10  3 4 2 2  10 10 10 10  8.5 10 8.5 10  1.5 10 8.5 10
9 10 10 10  5.5 5.5 2 3
"""
"""How much 88 people wish to be rid of four bugs, complete rows of the data `bugs` of the R package
jmv (Ryan, Wilde & Crist 2013)."""


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


def test_w_of_the_bugs():
    """R prints W = 0.614783 where each of the four kinds of bug ranks the 88 people; the other way
    round, where people rank the bugs, W is small, so the two must not be confused."""
    wishes = np.array(BUGS.split(), dtype=float).reshape(88, 4)
    assert kendall_w(accord.from_wide(wishes.tolist())).value == pytest.approx(0.614783, abs=5e-7)
    assert kendall_w(accord.from_wide(wishes.T.tolist())).value < 0.3


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
