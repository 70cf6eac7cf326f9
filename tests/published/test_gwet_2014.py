"""Gwet 2008, 2014: AC1, AC2 and weighted Brennan–Prediger, on his own tables.

κ and π of the abstractors stand in irrCAC's documentation. The other figures quoted as Gwet's
were not read off the books for these tests: check them there before citing them.
"""

from fractions import Fraction

import pytest

import accord

# Two abstractors classify 100 pregnancies: ectopic, abnormal and normal intrauterine.
ABSTRACTORS = accord.from_confusion(
    [[13, 0, 0], [0, 20, 7], [0, 4, 56]], categories=["Ectopic", "AIU", "NIU"]
)
# Four raters, 12 units, five categories, with gaps (Krippendorff's data; Gwet's raw ratings).
RATERS = accord.from_wide(
    [
        [1, 1, None, 1],
        [2, 2, 3, 2],
        [3, 3, 3, 3],
        [3, 3, 3, 3],
        [2, 2, 2, 2],
        [1, 2, 3, 4],
        [4, 4, 4, 4],
        [1, 1, 2, 1],
        [2, 2, 2, 2],
        [None, 5, 5, 5],
        [None, None, 1, 1],
        [None, None, 3, None],
    ],
    categories=[1, 2, 3, 4, 5],
)


def parts(result):
    """A_o, A_e and the value."""
    return result.A_o, result.A_e, result.value


def test_two_abstractors():
    """Quoted: κ = .7964 with error .0589, π = .7962, AC1 = .8493; A_o = .89."""
    assert parts(accord.kappa(ABSTRACTORS)) == pytest.approx((0.89, 0.4597, 0.7964094), abs=5e-8)
    assert parts(accord.pi(ABSTRACTORS)) == pytest.approx((0.89, 0.46015, 0.7962397), abs=5e-8)
    # Σ p (1 − p) = .13·.87 + .255·.745 + .615·.385 = .53985; A_e is its half.
    assert parts(accord.ac1(ABSTRACTORS)) == pytest.approx((0.89, 0.269925, 0.8493305), abs=5e-8)
    assert parts(accord.s(ABSTRACTORS)) == pytest.approx((0.89, 1 / 3, 0.835))


def test_four_raters_with_gaps():
    """Quoted: AC1 = .77544, A_o = .81818, A_e = .19032; Brennan–Prediger .77273."""
    assert parts(accord.ac1(RATERS)) == pytest.approx((0.81818, 0.19032, 0.77544), abs=5e-6)
    assert parts(accord.s(RATERS)) == pytest.approx((0.81818, 0.2, 0.77273), abs=5e-6)
    assert parts(accord.pi(RATERS)) == pytest.approx((0.81818, 0.23872, 0.76117), abs=5e-6)


def test_ac2_by_hand():
    """Quadratic weights of three categories are 1, 3/4, 0, so T_w = 3 + 4·3/4 = 6."""
    table = [[10, 4, 1], [2, 8, 3], [0, 2, 20]]
    study = accord.from_confusion(table, categories=[1, 2, 3])
    n = Fraction(50)
    observed = (38 + Fraction(3, 4) * (4 + 2 + 3 + 2)) / n
    p = [Fraction(15 + 12, 100), Fraction(13 + 14, 100), Fraction(22 + 24, 100)]
    expected = 6 * sum(x * (1 - x) for x in p) / (3 * 2)
    value = (observed - expected) / (1 - expected)
    found = accord.ac2(study, distance="interval")
    assert parts(found) == pytest.approx([float(x) for x in (observed, expected, value)])
    assert value == Fraction(1412, 1787)


def test_weighted_brennan_prediger_by_hand():
    """S_w with quadratic weights: A_e is the mean weight, T_w/q² = 6/9."""
    table = [[10, 4, 1], [2, 8, 3], [0, 2, 20]]
    study = accord.from_confusion(table, categories=[1, 2, 3])
    found = accord.weighted_s(study, distance="interval")
    # D_o = (11·1 + 1·4)/50 = .3, D_e = (4·1 + 2·4)/9 = 4/3; over the largest distance, 4:
    assert (found.D_o, found.D_e) == pytest.approx((0.3, 4 / 3))
    assert found.value == pytest.approx(1 - 0.3 / (4 / 3))
    assert found.value == pytest.approx((0.925 - 6 / 9) / (1 - 6 / 9))
