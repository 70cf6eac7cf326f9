"""Hayes & Krippendorff 2007: the bootstrap of ordinal α and the probabilities of failure.

The limits .7083 and .8078 are quoted, not read off the paper: check them there before citing them.
"""

import pytest
from tests.published.test_hayes_2007 import DATA

import accord
from accord.infer.resample.krippendorff import pair_replicates


def test_interval():
    """The macro's 95% interval is [.7083, .8078], of 10,000 resamples of 239 pairs.

    Monte-Carlo error of a 2.5% quantile of 10,000: about .001, twice (theirs and ours).
    """
    found = accord.interval(
        DATA, accord.bound("alpha", distance="ordinal"), method="krippendorff", resamples=10_000
    )
    assert found.low == pytest.approx(0.7083, abs=0.003)
    assert found.high == pytest.approx(0.8078, abs=0.003)


def test_probability_of_failure():
    """q, the probability to fail: 2.5% below the published lower limit (Monte-Carlo error 3 SE)."""
    options = {"method": "krippendorff", "resamples": 10_000}
    alpha = accord.bound("alpha", distance="ordinal")
    below = accord.infer.probability_below(DATA, alpha, 0.7083, **options)
    assert below == pytest.approx(0.025, abs=0.006)
    assert accord.infer.probability_below(DATA, alpha, 0.9, **options) == 1.0


def test_items_are_fewer_than_pairs():
    """Drawing items, not pairs, gives a wider interval: pairs of one item are not independent."""
    pairs = accord.interval(DATA, accord.bound("alpha", distance="ordinal"), method="krippendorff")
    items = accord.interval(DATA, accord.bound("alpha", distance="ordinal"))
    assert items.high - items.low > 1.5 * (pairs.high - pairs.low)


def test_pairs_of_two_coders():
    """Every pair is drawn as often as it coincides, at its distance: resamples centre on α.

    10 pairs; the mean of 4,000 values with deviation s is known to s/√4000, of which 4 are allowed.
    """
    study = accord.from_coders(
        {"A": [1, 1, 2, 2, 3, 3, 1, 2, 3, 3], "B": [1, 2, 2, 2, 3, 2, 1, 3, 3, 3]}
    )
    alpha = accord.bound("alpha", distance="ordinal")
    value = accord.alpha(study, distance="ordinal").value
    drawn = pair_replicates(study, alpha, resamples=4000)
    assert drawn.units == 10
    assert drawn.values.mean() == pytest.approx(value, abs=4 * drawn.values.std() / 4000**0.5)
