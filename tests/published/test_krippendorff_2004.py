"""Krippendorff, Content Analysis (1980, 2004) and Computing Krippendorff's Alpha-Reliability."""

import numpy as np
import pytest

import accord

N = None
DATA_C = accord.from_wide(
    [
        [1, 1, N, 1],
        [2, 2, 3, 2],
        [3, 3, 3, 3],
        [3, 3, 3, 3],
        [2, 2, 2, 2],
        [1, 2, 3, 4],
        [4, 4, 4, 4],
        [1, 1, 2, 1],
        [2, 2, 2, 2],
        [N, 5, 5, 5],
        [N, N, 1, 1],
        [N, 3, N, N],
    ],
    coders=["A", "B", "C", "D"],
)


@pytest.mark.parametrize(
    ("distance", "value"),
    [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849), ("ratio", 0.797)],
)
def test_data_c_with_missing_codings(distance, value):
    """Four coders, twelve items, missing codings: α for four levels of measurement."""
    assert accord.alpha(DATA_C, distance=distance).value == pytest.approx(value, abs=5e-4)


def test_data_c_parts():
    """p. 230–233: D_o and D_e, nominal and interval."""
    nominal = accord.alpha(DATA_C, distance="nominal")
    interval = accord.alpha(DATA_C, distance="interval")
    assert (nominal.D_o, nominal.D_e) == pytest.approx((0.2, 0.779), abs=5e-4)
    assert (interval.D_o, interval.D_e) == pytest.approx((0.433, 2.872), abs=5e-4)


def test_data_a_binary():
    """1980 p. 133, 2004 p. 224: two coders, ten items, .095 = 1 − .4/.442."""
    rows = [[1, 0], [1, 1], [0, 1], [0, 0], [0, 0], [0, 1], [0, 0], [0, 1], [0, 0], [0, 0]]
    result = accord.alpha(accord.from_wide(rows), distance="nominal")
    assert (result.value, result.D_o, result.D_e) == pytest.approx((0.095, 0.4, 0.442), abs=5e-4)


def test_data_b_nominal():
    """2004 p. 227: twelve items of three categories."""
    study = accord.from_coders({"A": "aabbbbbccccc", "B": "abbbbbcccccc"})
    result = accord.alpha(study, distance="nominal")
    assert (result.value, result.D_o, result.D_e) == pytest.approx(
        (0.734, 0.1667, 0.6268), abs=5e-4
    )


def test_page_246_table():
    """2004 p. 246: A_o = .46, S = .19, π = κ = .186."""
    table = [[12, 9, 9], [9, 14, 9], [9, 9, 20]]
    study = accord.from_confusion(table, categories=["a", "b", "c"])
    values = [m(study).value for m in (accord.percent, accord.s, accord.pi, accord.kappa)]
    assert values == pytest.approx([0.46, 0.19, 0.186, 0.186], abs=5e-4)


def test_ordinal_metric_with_an_unused_category():
    """p. 232: square roots of the ordinal metric; an unused category has n = 0."""
    from accord.model.names import Names

    fitted = accord.distance("ordinal").fit(
        Names([1, 2, 3, 4, 5, 6]), np.array([9.0, 13, 10, 5, 0, 3]), False
    )
    assert np.sqrt(fitted.matrix()[0, 1:]).tolist() == [11.0, 22.5, 30.0, 32.5, 34.0]


def test_interval_alpha_is_one_minus_mean_squares():
    """D_o = 2 MS_within, D_e = 2 MS_total, α = (i−1)(F−1)/((i−1)F + i(c−1))."""
    values = np.array([[9.0, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6]])
    i, c = values.shape
    within = values.var(axis=1, ddof=1).mean()
    between = c * values.mean(axis=1).var(ddof=1)
    F = between / within
    result = accord.alpha(accord.from_wide(values), distance="interval")
    assert (result.D_o, result.D_e) == pytest.approx((2 * within, 2 * values.var(ddof=1)))
    assert result.value == pytest.approx((i - 1) * (F - 1) / ((i - 1) * F + i * (c - 1)))


def test_bipolar_distances_by_hand():
    """(c − k)² / ((c + k − 2 min)(2 max − c − k)) on the scale 1 … 5: 1 at its ends, 0 alike.

    d(1, 2) = 1/(1 · 7), d(1, 3) = 4/(2 · 6), d(1, 4) = 9/(3 · 5), d(1, 5) = 16/(4 · 4),
    d(2, 3) = 1/(3 · 5), d(2, 4) = 4/(4 · 4); the other half of the scale mirrors it.
    """
    numbers = accord.from_wide([[1, 2], [3, 4], [5, 5]]).categories
    found = accord.distance("bipolar").fit(numbers, np.ones(5), False).matrix()
    upper = [1 / 7, 1 / 3, 3 / 5, 1, 1 / 15, 1 / 4, 3 / 5, 1 / 15, 1 / 3, 1 / 7]
    assert found[np.triu_indices(5, 1)] == pytest.approx(upper, rel=1e-12)
    assert (found == found.T).all()
    assert (np.diagonal(found) == 0).all()
    # On a scale declared to go from 0 to 10: d(2, 5) = 9/(7 · 13).
    wide = accord.distance("bipolar:low=0,high=10").fit(numbers, np.ones(5), False).matrix()
    assert wide[1, 4] == pytest.approx(9 / 91, rel=1e-12)


def test_bipolar_alpha_by_hand():
    """α of 1 2, 3 3, 2 4, 5 5 on the scale 1 … 5, with the distances above.

    D_o = (1/7 + 0 + 1/4 + 0)/4 = 11/112. D_e: n_k = 1 2 2 1 2, and of the 8 · 7 ordered pairs
    Σ_{c<k} n_c n_k d_ck = 2/7 + 2/3 + 3/5 + 2 + 4/15 + 1/2 + 12/5 + 2/15 + 4/3 + 2/7 = 593/70,
    so D_e = 593/70 / 28.
    """
    found = accord.alpha(accord.from_wide([[1, 2], [3, 3], [2, 4], [5, 5]]), distance="bipolar")
    assert found.D_o == pytest.approx(11 / 112, rel=1e-12)
    assert found.D_e == pytest.approx(593 / 1960, rel=1e-12)
    assert found.value == pytest.approx(1 - 11 / 112 / (593 / 1960), rel=1e-12)
