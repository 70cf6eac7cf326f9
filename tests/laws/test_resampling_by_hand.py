"""Intervals and what they rest on, worked out by hand."""

from math import inf, isnan, sqrt

import numpy as np
import pytest
from scipy.stats import t as t_of

import accord
from accord._measure.cube.sums import Sums
from accord.errors import TooLargeError
from accord.infer.resample import posterior
from accord.infer.resample.interval import rare, value_bounds
from accord.infer.resample.item_sums import _of_documents
from accord.infer.resample.replicates import (
    Replicates,
    _check_distances,
    beyond_all,
    draw_weights,
)


def _of_two(items, differ):
    """Two coders who use both labels equally often, and differ on so many items."""
    half = items // 2
    one = "a" * half + "b" * half
    two = "a" * (half - differ // 2) + "b" * half + "a" * (differ // 2)
    return accord.from_coders({"A": one, "B": two})


@pytest.mark.parametrize(("items", "differ"), [(40, 8), (100, 20), (60, 6)])
def test_the_score_interval_of_s_by_hand(items, differ):
    """S = λ with the variance 1 − λ² of an item, and n / (n − 1) of it in the study: the limits
    solve (S − λ)² = t² (1 − λ²) / (n − 1), as Wilson's do for a share."""
    value = 1 - 2 * differ / items
    found = accord.interval(_of_two(items, differ), "s", method="score")
    a = t_of.ppf(0.975, items - 1) ** 2 / (items - 1)
    half = sqrt(a * (1 + a - value**2))
    wanted = (value - half) / (1 + a), (value + half) / (1 + a)
    assert (found.low, found.high) == pytest.approx(wanted, abs=1.5e-3)


def test_below_chance_the_score_interval_has_the_variance_of_chance():
    """10 items of which 4 differ: S = .2 − t √(1 / 9) is below 0; with 9 degrees of freedom."""
    found = accord.interval(_of_two(10, 4), "s", method="score")
    assert found.low == pytest.approx(0.2 - t_of.ppf(0.975, 9) / 3)
    other = accord.interval(_of_two(10, 4), "s", method="score", confidence=0.5)
    assert other.low == pytest.approx(0.2 - t_of.ppf(0.75, 9) / 3)


def test_a_category_is_rare_below_five_chance_agreements():
    """80 pairs: of 160 labels 40 are y, 80 · (1/4)² = 5 agreements by chance; with 39 fewer."""

    def named(often):
        one = "y" * 20 + "x" * 60
        two = "y" * (often - 30) + "x" * (90 - often - 10) + "y" * 10
        return rare(accord.from_coders({"A": one, "B": two + "x" * (80 - len(two))}), measure)

    measure = accord.bound("pi")
    assert named(40) == ""
    assert named(39) == "category"


def test_the_least_value_of_a_coefficient_is_minus_one():
    """Unless it is below it already; so no limit below 0 is cut there."""
    measure = accord.bound("pi")
    study = accord.from_coders({"A": "abababab", "B": "babababb"})
    found = accord.pi(study)
    assert value_bounds(measure, found)[0] == -1
    assert accord.interval(study, "pi", method="jackknife").low < -0.5


def test_sums_of_documents_by_hand():
    """δ = 2 / 4 and δ_e = 3 / 2, so 1 − 1/3; nothing to divide by has no value."""
    found = _of_documents(np.array([[2.0, 4, 3, 2], [1, 0, 1, 1]]))
    assert found[0] == pytest.approx(2 / 3)
    assert isnan(found[1])


def test_draws_of_a_posterior_have_as_many_units_as_there_are():
    """However small the parameters: each draw is divided by its own sum."""
    sums = Sums(np.ones((3, 1)), np.ones(3), lambda each: each[:, 0], np.arange(3))
    drawn = posterior._draws(sums, np.array([0.2, 0.1, 0.1]), 200, 1)
    assert drawn == pytest.approx(np.full(200, sums.units))


def test_a_posterior_of_one_draw_has_no_interval(monkeypatch):
    """One value has no spread; two have."""
    study = accord.from_coders({"A": "aabbab", "B": "abbbab"})
    monkeypatch.setattr(posterior, "_draws", lambda *_: np.array([0.5, np.nan]))
    found = accord.interval(study, "pi", method="bayes", resamples=2)
    assert isnan(found.low)
    assert "no interval" in found.notes[0]
    monkeypatch.setattr(posterior, "_draws", lambda *_: np.array([0.5, 0.7]))
    assert accord.interval(study, "pi", method="bayes", resamples=2).low >= 0.5


def test_no_unit_is_drawn_that_is_not_there():
    """Four units of two kinds beside two kinds without any."""
    drawn = draw_weights(np.random.SeedSequence(1), np.array([2.0, 0, 2, 0]), 50)
    assert (drawn[:, [1, 3]] == 0).all()
    assert (drawn.sum(axis=1) == 4).all()
    assert drawn[:, 0].std() > 0


def test_certainty_has_no_limit():
    """Cantelli: √((1 − c) / c) standard errors at c, none at 0 and 1."""
    found = accord.pi(accord.from_coders({"A": "aabb", "B": "abbb"}))
    values = np.array([0.1, 0.2, 0.3])
    drawn = Replicates(found, values, "items", 4, 3, 0, 0)
    assert beyond_all(0.9, drawn, 0.2, lower=True) == pytest.approx(
        min(0.9, drawn.estimate - drawn.se * 2)
    )
    for certain in (0.0, 1.0):
        assert beyond_all(0.1, drawn, certain, lower=True) == -inf
        assert beyond_all(0.9, drawn, certain, lower=False) == inf


def test_too_many_pairs_of_categories_are_refused(monkeypatch):
    """3² · 10 = 90 distances: allowed up to 90, and never asked of names that are same or not."""
    study = accord.from_coders({"A": ["ab", "abc", "x"], "B": ["ab", "ab", "x"]})
    measure = accord.bound("alpha", distance="edit")
    monkeypatch.setattr("accord.infer.resample.replicates.MOST_COMPARED", 90)
    _check_distances(study, measure, 10)
    with pytest.raises(TooLargeError, match="3 different categories"):
        _check_distances(study, measure, 11)
    _check_distances(study, accord.bound("alpha", distance="nominal"), 11)
