"""Tests and their intervals, worked out by hand or by SciPy's distributions."""

from math import isfinite

import numpy as np
import pytest
from scipy.stats import f as f_of, t as t_of

import accord
from accord.infer.tests import cross_replication as replication
from accord.infer.tests.compare import _covariance

RATINGS = {
    "A": [1, 2, 3, 4, 5, 6, 2, 3],
    "B": [1, 3, 3, 5, 4, 6, 2, 2],
    "C": [2, 2, 4, 4, 5, 7, 1, 3],
}
STUDY = accord.from_coders(RATINGS)


@pytest.mark.parametrize("confidence", [0.9, 0.95])
def test_limits_of_interval_alpha_are_those_of_f(confidence):
    """F = MS of items / MS within; each limit is α at F over a quantile of F(n − 1, n (c − 1)):
    α = 1 − MSW (N − 1) / SST, with SST = (n − 1) MSB + n (c − 1) MSW."""
    x = np.array(list(RATINGS.values()), float).T
    n, c = x.shape
    ratio = c * x.mean(axis=1).var(ddof=1) / x.var(axis=1, ddof=1).mean()

    def alpha(one):
        return 1 - (n * c - 1) / ((n - 1) * one + n * (c - 1))

    measure = accord.bound("alpha", distance="interval")
    assert accord.alpha(STUDY, distance="interval").value == pytest.approx(alpha(ratio))
    found = accord.interval(STUDY, measure, method="analytic", confidence=confidence)
    upper, lower = f_of.ppf([(1 + confidence) / 2, (1 - confidence) / 2], n - 1, n * (c - 1))
    assert (found.low, found.high) == pytest.approx((alpha(ratio / upper), alpha(ratio / lower)))
    # F is for numbers whose squares count: names and ranks have the formula over items.
    other = accord.bound("alpha", distance="ordinal")
    assert accord.interval(STUDY, other, method="analytic").se is not None
    assert found.se is None


@pytest.mark.parametrize("confidence", [0.9, 0.95])
def test_analytic_limits_are_as_many_errors_away(confidence):
    """π of 36 items by Gwet's formula: as far on either side as t with 35 degrees says."""
    study = accord.from_coders({"A": "aabbcc" * 6, "B": "aabbca" * 6, "C": "abbbcc" * 6})
    found = accord.interval(study, "pi", method="analytic", confidence=confidence)
    far = t_of.ppf((1 + confidence) / 2, 35) * accord.standard_error(study, "pi").se
    value = accord.pi(study).value
    assert (found.low, found.high) == pytest.approx((value - far, value + far))


@pytest.mark.parametrize("confidence", [0.9, 0.95])
def test_limits_of_icc_are_those_of_f(confidence):
    """McGraw & Wong's limits of ICC(3,1): (F / q − 1) / (F / q + c − 1), F = MSB / MSE."""
    x = np.array(list(RATINGS.values()), float).T
    n, c = x.shape
    left = x - x.mean(axis=1, keepdims=True) - x.mean(axis=0) + x.mean()
    error = (left**2).sum() / ((n - 1) * (c - 1))
    ratio = c * x.mean(axis=1).var(ddof=1) / error
    ends = [(1 + confidence) / 2, (1 - confidence) / 2]
    of = ratio / f_of.ppf(ends, n - 1, (n - 1) * (c - 1))
    found = accord.interval(STUDY, "ICC(3,1)", method="analytic", confidence=confidence)
    assert (found.low, found.high) == pytest.approx(tuple((of - 1) / (of + c - 1)))


def test_variances_of_strata_add_up_by_hand():
    """One side varies in the first stratum, ½ · 2 = 1 with 1 degree of freedom, the other in the
    second, ⅔ · 8 with 2: Satterthwaite's are (1 + 16/3)² / (1/1 + (16/3)²/2)."""
    apart = np.arange(5)
    one, two = np.array([0.0, 2, 1, 1, 1]), np.array([3.0, 3, 0, 4, 2])
    strata = [np.array([0, 1]), np.array([2, 3, 4])]
    spread, df = _covariance((one, apart), (two, apart), strata)
    assert spread == pytest.approx(np.array([[1, 0], [0, 16 / 3]]))
    assert df == pytest.approx((1 + 16 / 3) ** 2 / (1 + (16 / 3) ** 2 / 2))


def test_an_error_rate_beside_a_coefficient_has_limits_by_t():
    """Where one is better high and the other low nothing is put on a scale of logarithms: the
    limits are those of t, as far from the difference as its error says, with 11 degrees of 12
    documents."""
    rng = np.random.default_rng(2)
    rows = [
        (f"d{d}", c, int(place), None)
        for d in range(12)
        for c in "AB"
        for place in rng.choice(range(1, 20), 5, replace=False)
    ]
    lengths = {f"d{d}": 20 for d in range(12)}
    study = accord.Segmentations.of(rows, lengths=lengths)
    found = accord.compare(study, study, "boundary_similarity", "windowdiff")
    low, high, se = found.interval.low, found.interval.high, found.interval.se
    assert (low + high) / 2 == pytest.approx(found.difference)
    assert high - low == pytest.approx(2 * se * t_of.ppf(0.975, 11))


def test_a_measure_without_sums_beside_one_with_them():
    """Light's κ is the mean of κ of pairs, no function of sums over items."""
    study = accord.from_coders({"A": "aabbcc" * 9, "B": "aabbca" * 9, "C": "abbbcc" * 9})
    found = accord.compare(study, study, "light_kappa", "kappa")
    assert found.difference == pytest.approx(
        accord.light_kappa(study).value - accord.kappa(study).value
    )
    assert isfinite(found.interval.low)


def test_each_item_is_left_out_once(monkeypatch):
    """The values without each item, which correct the interval for skewness, are those of pools
    without it."""
    rng = np.random.default_rng(3)
    labels = {c: rng.choice(list("abc"), 12, p=[0.6, 0.3, 0.1]).tolist() for c in "ABMN"}
    labels["B"] = [
        b if n % 4 else a for n, (a, b) in enumerate(zip(labels["B"], labels["A"], strict=True))
    ]
    labels["N"] = labels["A"][:9] + labels["N"][9:]
    labels["M"] = labels["A"][:6] + labels["M"][6:]
    pools = [accord.from_coders({c: labels[c] for c in names}) for names in ("AB", "MN")]
    seen = []
    made = replication.from_replicates

    def spy(values, method, confidence, whole):
        seen.append(whole)
        return made(values, method, confidence, whole)

    monkeypatch.setattr(replication, "from_replicates", spy)
    accord.infer.cross_replication(*pools, resamples=50)
    monkeypatch.undo()
    left = seen[0][0]
    assert len(left) == 12
    without = [
        accord.infer.cross_replication(*(p.take([i for i in range(12) if i != at]) for p in pools))
        for at in range(12)
    ]
    assert sorted(left) == pytest.approx(sorted(each.across.value for each in without))


def test_a_pair_that_has_no_value_is_left_out_of_the_ceiling():
    """Ann and Bob always say a, so they have no κ; the model with Cyd has. The interval is the
    jackknife's, over what has a value, and a measure that is no sum has one, too."""
    labels = {
        "Ann": "a" * 30,
        "Bob": "a" * 30,
        "Cyd": "aab" * 10,
        "Dan": "abb" * 10,
        "m": "aab" * 10,
    }
    study = accord.from_coders(labels)
    found = accord.ceiling(study, "m", "kappa")
    assert found.interval.method == "jackknife"
    assert isfinite(found.difference)
    other = accord.ceiling(study, "m", "light_kappa", resamples=50)
    assert other.humans == pytest.approx(found.humans)


def test_whose_distribution_a_test_takes():
    """z where the formula is for large samples; t, of the items less one, where linearised."""
    study = accord.from_coders({"A": "aabbcc" * 5, "B": "aabbca" * 5, "C": "abbbcc" * 5})
    assert accord.infer.z_test(study, "pi").method.startswith("z, ")
    assert accord.infer.z_test(study, "pi", null=0.4).method.startswith("t, ")


def test_two_coders_and_a_measure_in_their_order():
    """Data, first, second, measure: as with the measure by name."""
    study = accord.from_coders({"A": "aabbcc" * 9, "B": "aabbca" * 9, "C": "abbbcc" * 9})
    placed = accord.compare(study, "A", "B", "pi")
    named = accord.compare(study, "A", "B", measure="pi")
    assert placed == named
