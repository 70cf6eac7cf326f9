"""As if each coder mislabelled so many: the rate that was simulated is the rate that is found."""

from math import isnan

import numpy as np
import pytest

import accord
from accord.infer import as_if

ITEMS = 20_000


def _simulated(rate, shares, coders, numbers=False, seed=5):
    """Coders who know the truth and guess now and then; and how often they were wrong."""
    random = np.random.default_rng(seed)
    names = np.arange(len(shares)) if numbers else np.array(list("abcdefgh"))[: len(shares)]
    truth = random.choice(len(shares), ITEMS, p=shares)
    guess = rate / (1 - float(np.square(shares).sum()))
    said, wrong = {}, []
    for coder in range(coders):
        drawn = random.choice(len(shares), ITEMS, p=shares)
        label = np.where(random.random(ITEMS) < guess, drawn, truth)
        said[f"c{coder}"] = names[label].tolist()
        wrong.append(float((label != truth).mean()))
    return accord.from_coders(said), float(np.mean(wrong))


@pytest.mark.parametrize("rate", [0.03, 0.12, 0.3])
@pytest.mark.parametrize("shares", [(0.5, 0.5), (0.85, 0.1, 0.05), (0.25, 0.25, 0.25, 0.25)])
@pytest.mark.parametrize("coders", [2, 5])
def test_the_rate_that_was_simulated_is_found(rate, shares, coders):
    """Nominal labels, few and many coders, even and skewed categories.

    Tolerance .01: the standard error of α is about .006 with 20,000 items, and less matters here.
    """
    if rate > 0.8 * (1 - float(np.square(shares).sum())):
        pytest.skip("coders who always guess would make fewer mistakes")
    study, wrong = _simulated(rate, np.array(shares), coders)
    found = as_if(study, distance="nominal")
    assert found.rate == pytest.approx(wrong, abs=0.01)
    assert found.value_at(found.rate) == pytest.approx(found.value, abs=1e-12)


@pytest.mark.parametrize("distance", ["interval", "ordinal"])
def test_the_distance_does_not_change_the_rate(distance):
    """A guess is as far from the truth as chance makes it, by any distance."""
    study, wrong = _simulated(0.15, np.array([0.1, 0.2, 0.3, 0.4]), 3, numbers=True)
    assert as_if(study, distance=distance).rate == pytest.approx(wrong, abs=0.01)


def test_ends():
    """No disagreement is no mistake; chance is always guessing; below chance there is no rate."""
    same = accord.from_coders({"A": "abab", "B": "abab"})
    assert as_if(same, distance="nominal").rate == 0
    assert as_if(same, distance="nominal").most == 0.5
    apart = accord.from_coders({"A": "abab", "B": "baba"})
    assert isnan(as_if(apart, distance="nominal").rate)
    found = as_if(accord.from_coders({"A": "abba", "B": "abab"}), distance="nominal")
    assert found.value_at(0) == 1
    assert found.value_at(found.most) == 0
    with pytest.raises(accord.DataError, match="always guess"):
        found.value_at(0.7)
    units = accord.Unitizings.of([("d", "A", 0, 3, "x"), ("d", "B", 0, 3, "x")])
    with pytest.raises(accord.NotApplicableError, match="labels of items"):
        as_if(units, distance="nominal")
