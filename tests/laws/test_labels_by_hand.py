"""Coefficients of labels and numbers worked out by hand: weights of items, lags, triads, scales."""

from dataclasses import replace
from math import isnan

import numpy as np
import pytest

import accord
from accord._measure.labels import alpha_within, correlation
from accord._measure.labels.generalized_limits import widths
from accord._measure.labels.icc_limits import _log_f
from accord._measure.labels.preferences import _circular
from accord._measure.labels.skew import _quadratic
from accord._measure.labels.traces import _best_lag
from tests.laws.test_own_labels import mentions, tokens, votes


@pytest.mark.parametrize("form", ["1,1", "2,1", "3,1", "1,k", "2,k", "3,k"])
def test_an_item_that_counts_twice_is_two_items_to_an_icc(form):
    """Rows of weights give what the table with its rows repeated gives."""
    rng = np.random.default_rng(1)
    table = rng.normal(size=(7, 1)) + rng.normal(size=(7, 3))
    often = np.array([[1, 1, 1, 1, 1, 1, 1], [2, 0, 3, 1, 0, 1, 2], [0, 1, 1, 4, 0, 0, 2]])
    sums = correlation.weighed_ratings(accord.from_wide(table), form=form)
    found = sums.parts(often.astype(float))[:, 2]
    for value, row in zip(found, often, strict=True):
        repeated = accord.from_wide(np.repeat(table, row, axis=0))
        assert value == pytest.approx(accord.icc(repeated, form=form).value)


def test_pairs_that_count_twice_add_their_codings_twice():
    """a vs b: j1 a, j2 b, j3 b; a vs c: a, a, a; 3 of 3 pairs of codings less 1 alike. Once and
    twice: D_o = (2 + 0) / 9, of 9 codings none tied: A_e = ½ · 9 · 8 / (9 · 8)."""
    rows = [("a vs b", "j1", "a"), ("a vs b", "j2", "b"), ("a vs b", "j3", "b")]
    rows += [("a vs c", f"j{k}", "a") for k in (1, 2, 3)]
    rows += [("b vs c", "j1", "b")]  # one coding is no pair, and adds nothing
    study = replace(accord.codings(rows), within="pair")
    sums = alpha_within.weighed_items(study, chance_from="pair")
    observed, expected, value = sums.parts(np.array([[1.0, 2.0, 5.0]]))[0]
    assert observed == pytest.approx(2 / 9)
    assert expected == pytest.approx(1 / 2)
    assert value == pytest.approx(1 - (2 / 9) / (1 / 2))


def test_weights_of_one_give_alpha_within():
    """Blocks, pairs and options: the sums over items are the coefficient itself."""
    rng = np.random.default_rng(2)
    study, words = tokens(rng, lemmas=6, each=8, known=0.6, coders=3)
    told = accord.labels.alpha_within(study, within=words)
    assert told.settings != {}
    for made in (votes(rng, systems=5, items=10), study):
        whole = accord.labels.alpha_within(made)
        sums = alpha_within.weighed_items(made)
        once = np.ones((2, len(made.items)))  # two rows: summed as resamples are
        for observed, expected, value in sums.parts(once):
            assert observed == pytest.approx(whole.observed)
            assert expected == pytest.approx(whole.expected)
            assert value == pytest.approx(whole.value)


def test_what_asks_for_options_has_no_sums():
    """Candidates of a mention: the number of options is asked for. Without own labels there is
    nothing to ask."""
    asks = mentions(np.random.default_rng(3), items=60)
    assert alpha_within.weighed_items(asks, chance_from="options") is None
    plain = accord.from_coders({"A": "aabbab", "B": "aababb"})
    sums = alpha_within.weighed_items(plain)
    assert sums.parts(np.ones((2, 6)))[0, 2] == pytest.approx(accord.alpha(plain).value)


def test_a_lag_is_found_up_to_the_largest_and_not_beyond():
    """The second trace is the first, .3 later: moved back by .3 if so much is allowed, and by no
    more than .2 where .2 is the most."""
    times = np.arange(0, 6, 0.1)
    rng = np.random.default_rng(4)
    values = np.cumsum(rng.normal(size=len(times)))
    later = (times + 0.3, values)
    assert _best_lag((times, values), later, 0.1, 0.3) == pytest.approx(-0.3)
    assert _best_lag((times, values), later, 0.1, 0.4) == pytest.approx(-0.3)
    assert abs(_best_lag((times, values), later, 0.1, 0.2)) <= 0.2 + 1e-12


def test_circular_triads_by_hand():
    """a over b over c over a: one circle. With c below both: none. With a tie, or with one of the
    three pairs not judged, it cannot be counted."""
    circle = {("a", "b"): 1.0, ("b", "c"): 1.0, ("a", "c"): 0.0}
    assert _circular(circle, ["a", "b", "c"]) == 1
    assert _circular({**circle, ("a", "c"): 1.0}, ["a", "b", "c"]) == 0
    assert isnan(_circular({**circle, ("a", "c"): 0.5}, ["a", "b", "c"]))
    assert isnan(_circular({("a", "b"): 1.0, ("b", "c"): 1.0}, ["a", "b", "c"]))


def test_circular_triads_are_told_where_they_can_be_counted():
    """All pairs of three judged by both: both counts in the note; a pair missing: not a word."""
    pairs = ["a vs b", "b vs c", "a vs c"]
    labels = {"j1": ["a", "b", "c"], "j2": ["a", "b", "a"]}
    rows = [(p, who, own[at]) for who, own in labels.items() for at, p in enumerate(pairs)]
    note = accord.labels.preference_u(accord.codings(rows)).detail["note"]
    assert "circular triads: j1 1, j2 0" in note
    less = [row for row in rows if row[0] != "a vs c"]
    assert "circular" not in accord.labels.preference_u(accord.codings(less)).detail["note"]


def test_a_scale_of_two_points():
    """1 and 2 with σ² = (2² − 1) / 12 = ¼; S² of (1, 2) is ½ and of (1, 1) is 0: 1 − ¼ / ¼. One
    point is none."""
    study = accord.from_wide([[1, 2], [1, 1]])
    found = accord.labels.r_wg(study, scale=2)
    assert (found.expected, found.observed) == (0.25, 0.25)
    assert found.value == 0
    with pytest.raises(accord.NotApplicableError, match="scale"):
        accord.labels.r_wg(accord.from_wide([[1, 1], [1, 1]]), scale=1)


def test_without_noise_there_is_no_logarithm_of_f():
    """Coders who are alike leave no residual, and F is not finite; items alike, its logarithm."""
    assert isnan(_log_f(np.array([[1.0, 1.0], [3.0, 3.0], [8.0, 8.0]]), "3,1"))
    assert isnan(_log_f(np.array([[1.0, 2.0], [2.0, 1.0], [1.0, 2.0]]), "3,1"))
    # Rows 1 3, 3 5, 8 4: items' means 2, 4, 6, so 2 · 8 / 2 over (2 + 2 + 8) / 3 within.
    assert _log_f(np.array([[1.0, 3.0], [3.0, 5.0], [8.0, 4.0]]), "1,1") == pytest.approx(np.log(2))


def test_items_without_variance_have_limits_of_0():
    """A mean square of items of 0 is no item variance: both limits are 0, and no less."""
    found = widths(np.array([[0.0, 1.0, 1.0]]), (9, 2, 18), 0.95, np.random.default_rng(5))
    assert found.tolist() == [0.0]


def test_categories_that_are_never_exchanged_have_no_test():
    """A variance of 0 has no rank, so there is no degree of freedom."""
    found = _quadratic("margins", np.zeros(2), np.zeros((2, 2)))
    assert found.df == 0
    assert isnan(found.statistic)
