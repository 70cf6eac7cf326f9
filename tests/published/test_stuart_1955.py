"""Stuart 1955 and Bhapkar 1966: do two coders use the categories equally often?"""

from fractions import Fraction
from math import erfc, exp, pi, sqrt

import numpy as np
import pytest

import accord
from accord._measure.labels.skew import bhapkar, stuart_maxwell

WOMEN = np.array(
    [[1520, 266, 124, 66], [234, 1512, 432, 78], [117, 362, 1772, 205], [36, 82, 179, 492]], float
)


def exactly(table, bhapkar_too):
    """d′V⁻¹d in fractions, with the covariances of the differences of the margins written out:
    V = [n_i. + n_.i − 2 n_ii] and −(n_ij + n_ji); for Bhapkar minus d_i d_j / n."""
    n = [[Fraction(int(cell)) for cell in row] for row in table]
    last, total = len(n) - 1, sum(map(sum, n))
    rows, columns = [sum(row) for row in n], [sum(column) for column in zip(*n, strict=True)]
    d = [rows[i] - columns[i] for i in range(last)]
    system = []
    for i in range(last):
        line = [-(n[i][j] + n[j][i]) for j in range(last)]
        line[i] = rows[i] + columns[i] - 2 * n[i][i]
        line = [cell - d[i] * d[j] / total * bhapkar_too for j, cell in enumerate(line)]
        system.append([*line, d[i]])
    for i in range(last):  # Gauss and Jordan
        system[i] = [cell / system[i][i] for cell in system[i]]
        for k in set(range(last)) - {i}:
            system[k] = [a - system[k][i] * b for a, b in zip(system[k], system[i], strict=True)]
    return float(sum(d[i] * system[i][-1] for i in range(last)))


def test_unaided_vision_of_7477_women():
    """Right against left eye, from Stuart 1953; the example of his test in 1955: χ² = 11.96.

    The help page of the data set `vision` in R's package coin prints Q = 11.96; statsmodels 0.15
    gives 11.95657 and, for Bhapkar, 11.97572. Here both are worked out again in fractions. With
    three degrees of freedom the tail is P(χ² > x) = erfc(√(x/2)) + √(2x/π) e^(−x/2).
    """
    assert WOMEN.sum() == 7477
    for test, statistic in ((stuart_maxwell, 11.95657), (bhapkar, 11.97572)):
        found = test(WOMEN)
        assert found.statistic == pytest.approx(statistic, abs=5e-6)
        assert found.statistic == pytest.approx(exactly(WOMEN, test is bhapkar), rel=1e-12)
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
    assert found.undefined == "the coders never chose the same label"
