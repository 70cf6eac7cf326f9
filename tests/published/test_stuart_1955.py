"""Stuart 1955 and Bhapkar 1966: do two coders use the categories equally often?"""

from math import erfc, exp, pi, sqrt

import numpy as np
import pytest

import accord
from accord.measure.labels.skew import bhapkar, stuart_maxwell

WOMEN = np.array(
    [[1520, 266, 124, 66], [234, 1512, 432, 78], [117, 362, 1772, 205], [36, 82, 179, 492]], float
)


def test_unaided_vision_of_7477_women():
    """Right against left eye, the example of both papers: χ² = 11.96 (Stuart), 11.98 (Bhapkar).

    11.957 / (1 − 11.957/7477) = 11.976, three degrees of freedom. With three of them the tail is
    P(χ² > x) = erfc(√(x/2)) + √(2x/π) e^(−x/2).
    """
    assert WOMEN.sum() == 7477
    for test, statistic in ((stuart_maxwell, 11.957), (bhapkar, 11.976)):
        found = test(WOMEN)
        assert found.statistic == pytest.approx(statistic, abs=5e-4)
        assert found.df == 3
        x = found.statistic
        tail = erfc(sqrt(x / 2)) + sqrt(2 * x / pi) * exp(-x / 2)
        assert found.p == pytest.approx(tail, rel=1e-9)


def test_two_categories_by_hand():
    """20 against 10 of 100: (20 − 10)²/30 = 10/3, and (10/3) / (1 − (10/3)/100) = 100/29."""
    found = accord.labels.skew(accord.from_confusion([[20, 20], [10, 50]], categories=["a", "b"]))
    assert found.stuart_maxwell.statistic == pytest.approx(10 / 3, rel=1e-12)
    assert found.bhapkar.statistic == pytest.approx(100 / 29, rel=1e-12)
    assert found.bhapkar.p == pytest.approx(erfc(sqrt(50 / 29)), rel=1e-9)
    assert (found.stuart_maxwell.df, found.bhapkar.df) == (1, 1)


def test_bhapkar_needs_an_item_coded_alike():
    """Where all items go one way, χ² = n and 1 − χ²/n is 0: undefined, and it says so."""
    table = np.array([[0.0, 4.0], [0.0, 0.0]])
    assert stuart_maxwell(table).statistic == pytest.approx(4, rel=1e-12)
    found = bhapkar(table)
    assert np.isnan(found.statistic)
    assert found.undefined == "no item is coded alike by both coders"
