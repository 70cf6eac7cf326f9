"""σ and KS (Braylan, Alonso & Lease 2022), worked by hand and against SciPy."""

import numpy as np
import pytest
from scipy.stats import ks_2samp

import accord
from accord.measure.labels.distributions import ks, sigma


def test_by_hand():
    """Two items, two coders, numbers 0 and 1 against 10 and 10: distances within 1 and 0, between
    100, 100, 81, 81. Every distance within is below every one between: σ = KS = 1."""
    study = accord.from_wide([[0, 1], [10, 10]])
    assert sigma(study, distance="interval").value == 1
    assert ks(study, distance="interval").value == 1


def test_one_far_pair_by_hand():
    """Items (0, 0), (5, 5), (0, 9): within 0, 0, 81; between: 25 ×4, then 0, 0, 81, 81 and 25, 25,
    16, 16. 2 of 12 between are 0, which is more than 5%: σ = 0. F_within − F_between is
    2/3 − 2/12 at 0 and less later: KS = 1/2."""
    study = accord.from_wide([[0, 0], [5, 5], [0, 9]])
    found = ks(study, distance="interval")
    assert found.value == pytest.approx(0.5, abs=1e-12)
    assert found.observed == pytest.approx(0.5, abs=1e-12)
    assert sigma(study, distance="interval").value == 0
    assert sigma(study, distance="interval", share=0.2).value == pytest.approx(2 / 3, abs=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_the_statistic_of_scipy(seed):
    """KS is SciPy's one-sided two-sample statistic; σ the share below the 5% quantile."""
    rng = np.random.default_rng(seed)
    true = rng.normal(size=(25, 1))
    table = np.round(true + 0.5 * rng.normal(size=(25, 3)), 3)
    # Squares of numbers with three decimals: equal ones are equal when rounded.
    within = [round((r[a] - r[b]) ** 2, 9) for r in table for a in range(3) for b in range(a)]
    between = [
        round((table[i, a] - table[j, b]) ** 2, 9)
        for i in range(25)
        for j in range(i)
        for a in range(3)
        for b in range(3)
    ]
    study = accord.from_wide(table.tolist())
    statistic = ks_2samp(within, between, alternative="greater").statistic
    assert ks(study, distance="interval").value == pytest.approx(statistic, abs=1e-12)
    low = np.quantile(between, 0.05, method="inverted_cdf")
    share = np.mean(np.array(within) < low)
    assert sigma(study, distance="interval").value == pytest.approx(share, abs=1e-12)


def test_an_item_drawn_twice_is_one():
    """In a resample the copies of an item are not codings of different items that agree."""
    study = accord.from_wide([[0, 1], [10, 10], [30, 33]])
    assert ks(study.take([0, 0, 1, 2]), distance="interval").value == 1
