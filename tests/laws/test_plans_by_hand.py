"""What advice rests on, worked out by hand: other programs' formulas, rates of mistakes, levels."""

import warnings
from math import isnan, nan

import numpy as np
import pytest

import accord
from accord._measure.distances.distance import distance
from accord.infer.advice import next_steps
from accord.infer.advice.choose import Estimate, needs
from accord.infer.advice.differences import _masi_2012, _masi_rounded, _sklearn
from accord.infer.advice.dkpro import _Tables
from accord.infer.advice.documented_programs import _LISTWISE, _weighted
from accord.infer.advice.k_rater import KRater
from accord.infer.advice.meaning import _near, near_alpha
from accord.infer.advice.plan import _Asked, _Simulated
from accord.kinds.kind import kind_named
from accord.kinds.properties import Properties
from accord.kinds.table import KINDS

FOUR = accord.from_coders({"A": "xxyy", "B": "xyyy"})


def test_dkpro_by_hand():
    """A_o = 3/4; A has x 2 and y 2, B x 1 and y 3: chance is 8/16 by coder, 34/64 pooled."""
    tables = _Tables(FOUR)
    assert tables.observed == 0.75
    assert tables.cohen() == tables.hubert() == 0.5
    assert tables.scott() == pytest.approx((0.75 - 34 / 64) / (1 - 34 / 64))
    assert tables.fleiss() == pytest.approx(tables.scott())
    assert tables.uniform() == 0.5
    # D_o = 1/4 and D_e = 8/16; where both are the same it is 0.
    assert tables.weighted("nominal") == 0.5
    assert _Tables(accord.from_coders({"A": "xxyy", "B": "xyxy"})).weighted("nominal") == 0.0
    assert isnan(_Tables(accord.from_coders({"A": "xx", "B": "xx"})).observed)
    # An item that one coder coded is in no pair: Scott's chance is without it, its n is not.
    part = accord.from_coders({"A": ["x", "x", "y", "y", "x"], "B": ["x", "y", "y", "y", None]})
    assert _Tables(part).scott() == pytest.approx((0.75 - 34 / 100) / (1 - 34 / 100))


def test_masi_of_earlier_versions_by_hand():
    """(1 − J)·M and 1 − J·M with M = 1, .67, .33 or 0."""
    ab, a, bc, c = (frozenset(each) for each in ("ab", "a", "bc", "c"))
    assert _masi_2012(ab, a) == pytest.approx(0.5 * 0.67)
    assert _masi_2012(ab, bc) == pytest.approx(2 / 3 * 0.33)
    assert _masi_2012(ab, c) == _masi_2012(ab, ab) == 0
    assert _masi_rounded(ab, a) == pytest.approx(1 - 0.5 * 0.67)
    assert _masi_rounded(ab, c) == 1


def test_labels_that_cannot_be_ranked_have_no_weights():
    """Sets, and names mixed with numbers, have Cohen's κ alone; names and numbers have weights."""

    def rules(first, second):
        return len(list(_sklearn(accord.from_coders({"A": first, "B": second}), "nominal")))

    one, two = frozenset("a"), frozenset("ab")
    assert rules([one, two] * 4, [one, one] * 4) == 1
    assert rules(["a", 1] * 4, ["a", "a"] * 4) == 1
    assert rules("abab", "abaa") > 1


def test_why_weighted_kappa_differs():
    """Ranks beside values where the table is complete, else the items that were left out."""

    def reasons(first, second):
        study = accord.from_coders({"A": first, "B": second})
        both = [at for at in range(len(first)) if None not in (first[at], second[at])]
        found = _weighted(study, study.take(both), "nominal", "kappa2", ("equal", "squared"))
        return {rule[3] for rule in found if rule[3]}

    assert all("rank" in why for why in reasons([1, 2, 5, 1, 2, 5], [1, 5, 5, 2, 2, 5]))
    holes = reasons([1, 2, 5, 1, 2, None], [1, 5, 5, 2, 2, 5])
    assert holes <= {_LISTWISE}
    assert holes


@pytest.mark.parametrize("rate", [0.1, 0.3])
def test_neighbours_by_hand(rate):
    """Three categories: the outer ones have one neighbour, the middle one has two."""
    r = rate
    steps = np.array([[1 - r, r, 0], [r / 2, 1 - r, r / 2], [0, r, 1 - r]])
    counts = np.array([20.0, 30.0, 50.0])
    p = counts / 100
    coded = p @ steps
    apart = 1 - np.eye(3)
    D_o = sum(p[k] * steps[k] @ apart @ steps[k] for k in range(3))
    study = accord.from_coders({"A": [1, 2, 3], "B": [1, 2, 3]})
    found = near_alpha(study.categories, counts, np.arange(3), distance("nominal"), rate)
    assert found == pytest.approx(1 - D_o / (coded @ apart @ coded))


def test_the_rate_of_near_mistakes_gives_the_value_back():
    """Ordered categories: α at the rate that is named is the α that was asked about."""
    study = accord.from_coders({"A": [1, 2, 3, 4] * 10, "B": [1, 2, 3, 4] * 10})
    rate = _near(study, 0.9, "ordinal")
    counts = np.full(4, 20.0)
    found = near_alpha(study.categories, counts, np.arange(4), distance("ordinal"), rate)
    assert found == pytest.approx(0.9, abs=1e-6)
    assert isnan(_near(study, 0.9, "nominal"))


def test_confidence_of_levels_is_a_share():
    """A limit that rises evenly from 0 to 1: it is below .7 with 70%, so .7 is reached with 30%; of
    errors, which are the better the fewer they are, with 70%."""
    study = accord.from_coders({"A": "abc" * 20, "B": "abc" * 17 + "bcabcabca"})
    for name, reached in (("pi", 0.3), ("window_diff", 0.7)):
        measure = accord.bound(name)
        value = accord.bound("pi").compute(study)
        (level,) = next_steps.levels_asked(Estimate(measure, value, lambda at: at), 0.7)
        assert level.level == 0.7
        assert level.probability == pytest.approx(reached, abs=1e-6)
    assert next_steps.levels_asked(Estimate(measure, value), 0.7) == ()


@pytest.mark.parametrize("stored", KINDS)
def test_only_what_is_marked_out_needs_the_criterion_of_its_kind(stored):
    """A kind's own criterion is asked of units alone."""
    criterion = kind_named(stored).criterion
    for unitized in (True, False):
        found = needs(Properties(stored, 1, 2, 2, True, unitized))
        assert "chance" in found
        if criterion is not None:
            assert (criterion in found) is unitized


def test_a_design_effect_is_named_where_it_is_one():
    """Twice the variance takes twice the items, and the plan says so; 1 is not said."""
    asked = {"expected": 0.8, "width": 0.2, "coders": 3}
    plain = accord.infer.plan_items("icc", **asked)
    double = accord.infer.plan_items("icc", **asked, design_effect=2)
    assert double.items == 2 * plain.items
    assert "design effect 2" in double.method
    assert "design effect" not in plain.method
    by_document = accord.infer.plan_items("icc", **asked, document_size=7)
    assert by_document.documents == -(-plain.items // 7)
    assert by_document.items == 7 * by_document.documents


def test_a_pilot_by_hand():
    """100 items, 80 of them alike: the values without each item vary by pq / (n − 1)², so one item
    has the variance v = n pq / (n − 1) = .161616, whose own spread is |1 − 2p| / √pq = 1.5 of it.
    Then n = (2 · 1.96 / .1)² (v + .8416 · 1.5 v / √n) = 248.33 + 313.5 / √n, which is 267.5."""
    pilot = accord.from_coders({"A": "xy" * 50, "B": "xy" * 40 + "yx" * 10})
    assert accord.plan(pilot, "percent", width=0.1).items == 268
    assert accord.plan(pilot, "percent", width=0.1, assurance=0.5).items == 249


def test_simulated_plans_find_the_number():
    """Intervals as wide as 2 / √n: a width of .1 takes 400 items, from wherever the search begins,
    and one in fifty more at most."""

    class Known(_Simulated):
        def wide(self, items, number, progress):
            return np.full(number, 2 / items**0.5)

    asked = _Asked(0.8, 0.1, None, 0.8, 0.8, 0.95)
    seeds = np.random.SeedSequence(0)
    for begun in (100, 400, 1600):
        found, share = Known(accord.bound("pi"), asked, 3, np.ones(2) / 2, seeds).enough(
            begun, 400, None
        )
        assert 400 <= found <= 409
        assert share == 1


def test_the_fewest_coders_that_are_enough(monkeypatch):
    """Of 1, 3 and 5 coders with .5, .8 and .9, three are the first with .7; none has .95."""

    def drawn(study, k, **more):
        return [KRater(n, nan, nan, nan, v, 0.1, 9) for n, v in ((1, 0.5), (3, 0.8), (5, 0.9))]

    monkeypatch.setattr("accord.infer.advice.k_rater.k_rater", drawn)
    assert accord.infer.enough_coders(FOUR, 0.7).coders == 3
    assert accord.infer.enough_coders(FOUR, 0.95).coders is None


def test_one_draw_has_no_standard_deviation():
    """Nothing is divided by 0, and nothing is warned of; two draws have one."""
    study = accord.from_coders({"A": "xxyyxy", "B": "xyyyxy", "C": "xxyyyy", "D": "xxyxxy"})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        (one,) = accord.infer.k_rater(study, 1, resamples=1)
    assert isnan(one.sd)
    assert not isnan(one.resampled)
    assert not isnan(accord.infer.k_rater(study, 1, resamples=2)[0].sd)
