"""Donner & Eliasziw 1992 and Bloch & Kraemer 1989: two coders, two categories."""

import numpy as np
import pytest

import accord
from accord.infer.advice.plan import bloch_kraemer, donner_eliasziw, simulated
from accord.infer.tests.significance import goodness_of_fit


def test_goodness_of_fit_by_hand():
    """χ² of (both, differ, neither) against the common-correlation model at κ_0."""
    both, differ, neither = 20.0, 6.0, 24.0
    n, share, level = 50, 46 / 100, 0.6
    expected = [
        n * (share**2 + level * share * (1 - share)),
        n * 2 * share * (1 - share) * (1 - level),
        n * ((1 - share) ** 2 + level * share * (1 - share)),
    ]
    squared = sum((o - e) ** 2 / e for o, e in zip((both, differ, neither), expected, strict=True))
    z = goodness_of_fit(np.array([both, differ, neither]), level)
    assert z**2 == pytest.approx(squared)
    assert z > 0  # fewer disagreements than at κ_0


def test_it_is_zero_at_the_estimate():
    """At κ_0 = π the model fits exactly."""
    study = accord.from_confusion([[20, 3], [3, 24]], categories=["a", "b"])
    result = accord.infer.level_test(study, "pi", accord.pi(study).value)
    assert result.statistic == pytest.approx(0, abs=1e-7)


@pytest.mark.parametrize("level", [0.5, 0.95])
def test_the_three_alternatives(level):
    """π = .76: "less" is the rest of "greater", "two-sided" twice the smaller one of them."""
    study = accord.from_confusion([[20, 3], [3, 24]], categories=["a", "b"])
    greater, less, both = (
        accord.infer.level_test(study, "pi", level, alternative=side).p
        for side in ("greater", "less", "two-sided")
    )
    assert (greater < 0.5) == (level == 0.5)
    assert less == pytest.approx(1 - greater)
    assert both == pytest.approx(2 * min(greater, less))


def test_the_planned_power_is_reached():
    """The number of items of Donner & Eliasziw gives the power asked for (300 studies, 4 SE)."""
    items = donner_eliasziw(0.8, 0.5, 0.4, power=0.8)
    rng = np.random.default_rng(1)
    p = np.array([0.4, 0.6])
    studies = [simulated(items, 2, p, 0.8, rng) for _ in range(300)]
    shown = np.mean([accord.infer.level_test(s, "pi", 0.5).p < 0.05 for s in studies])
    assert shown == pytest.approx(0.8, abs=0.1)


def test_the_variance_of_bloch_and_kraemer():
    """Simulated π scatters as their large-sample variance says (2000 studies, 4 SE)."""
    rng = np.random.default_rng(2)
    values = [
        accord.pi(simulated(200, 2, np.array([0.3, 0.7]), 0.6, rng)).value for _ in range(2000)
    ]
    assert np.std(values) == pytest.approx((bloch_kraemer(0.6, 0.3) / 200) ** 0.5, rel=0.07)


def test_interval_alpha_by_f():
    """α = (i−1)(F−1) / ((i−1)F + i(c−1)): the F interval holds α, and α = 0 is F = 1."""
    table = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
    study = accord.from_wide(table)
    value = accord.alpha(study, distance="interval").value
    found = accord.interval(study, accord.bound("alpha", distance="interval"), method="analytic")
    assert found.low < value < found.high
    ratio = np.var(np.mean(table, axis=1), ddof=1) * 4 / np.mean(np.var(table, axis=1, ddof=1))
    assert value == pytest.approx(5 * (ratio - 1) / (5 * ratio + 18))
    tested = accord.infer.level_test(study, accord.bound("alpha", distance="interval"), 0.0)
    assert tested.statistic == pytest.approx(ratio)
