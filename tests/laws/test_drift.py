"""Drift of raters: who drifts is named, and nobody is named for somebody else's drift."""

import numpy as np
import pytest

import accord

STUDIES = 150


def named(rng, items, raters, change):
    """Who is named where the first rater changes by so many standard deviations of the error."""
    truth = 2 * rng.standard_normal(items)
    ratings = truth[:, None] + rng.standard_normal((items, raters))
    ratings[:, 0] += np.linspace(0, change, items)
    columns = {f"r{j}": ratings[:, j].tolist() for j in range(raters)}
    found = accord.infer.drift(accord.from_coders(columns))
    return {each.rater for each in found if each.named}


@pytest.mark.parametrize(("items", "raters", "change"), [(30, 3, 3.0), (100, 5, 1.5)])
def test_one_who_drifts_makes_nobody_else_drift(items, raters, change):
    """The one is found in most studies; an innocent rater is named in about 5%. (All whose p is
    below .05 at once would name an innocent one in 56% and 20% of them.)"""
    rng = np.random.default_rng(4)
    found = [named(rng, items, raters, change) for _ in range(STUDIES)]
    assert np.mean(["r0" in who for who in found]) > 0.75
    # 5% of 150 are 7.5; 17 or more have a probability of .002
    assert sum(bool(who - {"r0"}) for who in found) < 17


def test_nobody_drifts():
    """Where nobody drifts somebody is named in about 5% of studies."""
    rng = np.random.default_rng(5)
    assert sum(bool(named(rng, 30, 3, 0.0)) for _ in range(STUDIES)) < 17


def test_of_two_nobody_is_named():
    """Two raters drift apart, and nothing says which of them changed."""
    rng = np.random.default_rng(6)
    assert not any(named(rng, 40, 2, 4.0) for _ in range(5))


def test_items_of_one_rater_alone_may_go_with_them():
    """An item that only the drifting rater rated is no item among the others."""
    rng = np.random.default_rng(7)
    truth = rng.standard_normal(41)
    columns = {name: (truth + 0.2 * rng.standard_normal(41)).tolist() for name in "ABC"}
    columns["A"] = (np.array(columns["A"]) + np.linspace(0, 4, 41)).tolist()
    columns["B"][40] = columns["C"][40] = None
    found = accord.infer.drift(accord.from_coders(columns))
    assert [each.rater for each in found if each.named] == ["A"]
