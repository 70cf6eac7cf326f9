"""The difference of two agreements: its basic interval and its p, where both are known exactly."""

from dataclasses import replace

import numpy as np
import pytest

import accord
from accord._measure.bound import bound
from accord.infer.tests.compare import _by_studies, _Side, _units


def test_basic_interval_of_a_lopsided_difference():
    """[2d − upper quantile of d*, 2d − lower quantile of d*], not the quantiles themselves.

    Three items; the coders of the first round agree on all, those of the second on two. So
    d = 1 − 2/3 = 1/3, and d* is 1/3 of a binomial of 3 draws at 1/3:

        d*            0      1/3    2/3    1
        probability   8/27   12/27  6/27   1/27

    Its 2.5% and 97.5% quantiles are 0 and 1 (P(d* ≤ 2/3) = .963): the interval is
    [2/3 − 1, 2/3 − 0]. |d* − d| ≥ |d| unless d* = 1/3, so p is near 15/27; its variance is
    (0 · 8 + 1 · 12 + 4 · 6 + 9 · 1)/27/9 − 1/9 = 2/27. Of 20,000 resamples the share beyond
    2/3 has a standard error of .0013 (nine of them from .975), p one of .0035.
    """
    first = accord.from_coders({"A": "xyx", "B": "xyx"})
    second = accord.from_coders({"A": "xyx", "B": "xyy"})
    found = accord.compare(first, second, "percent", method="basic", resamples=20_000)
    assert found.difference == pytest.approx(1 / 3, rel=1e-12)
    assert found.interval.low == pytest.approx(-1 / 3, rel=1e-9)
    assert found.interval.high == pytest.approx(2 / 3, rel=1e-9)
    assert found.interval.se == pytest.approx((2 / 27) ** 0.5, rel=0.02)
    assert found.p == pytest.approx(15 / 27, abs=4 * 0.0035)


def test_items_of_one_side_only_are_drawn_apart():
    """Without shared items each side is drawn on its own, by sums or study by study alike.

    A_o of four items, two of them agreed on, less A_o of one item agreed on: d = −1/2, and d*
    has variance (1/2)(1/2)/4 = 1/16 from the first side and 0 from the second.
    """
    first = accord.codings([(i, c, "xy"[i % 2 and c == "B"]) for i in range(4) for c in "AB"])
    second = accord.codings([("else", "A", "x"), ("else", "B", "x")])

    def slow(study):
        return accord.percent(study)

    for measure in ("percent", slow):
        found = accord.compare(first, second, measure, method="basic", resamples=2000)
        assert found.shared == 0
        assert found.difference == pytest.approx(-1 / 2)
        assert found.interval.se == pytest.approx(1 / 4, rel=0.08)  # 5 SE of a deviation
        assert any("share" in note for note in found.notes)


def test_items_that_one_side_lacks_are_drawn_for_the_other():
    """Of seven items, one shared, a side has as many in a resample as were drawn of its own."""
    first = accord.codings([(i, c, "x") for i in range(3) for c in "AB"])
    second = accord.codings([(i, c, "x") for i in range(2, 7) for c in "AB"])

    def number(study):
        return replace(accord.percent(study), estimate=float(len(study.items)))

    seeds = np.random.SeedSequence(1).spawn(40)
    sides = [_Side(study, bound("percent"), accord.percent(study)) for study in (first, second)]
    units = _units(*sides, "items")
    left, right = (sorted(of.tolist()) for of in (units.of_left, units.of_right))
    assert sorted({*left, *right}) == [*range(7)]
    assert (len(set(left)), len(set(right)), units.number, units.shared) == (3, 5, 7, 1)
    assert units.of_left[2] == units.of_right[0]  # the item of the same name
    found = _by_studies((first, number), (second, number), units, seeds)
    for seed, value in zip(seeds, found.tolist(), strict=True):
        drawn = np.random.default_rng(seed).integers(7, size=7)
        one, two = (np.isin(drawn, of).sum() for of in (left, right))
        assert value == one - two if one and two else np.isnan(value)
