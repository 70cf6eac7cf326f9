"""Who differs, which groups, which places: numbers that a hand can check."""

from collections import Counter
from dataclasses import replace
from math import isnan

import numpy as np
import pytest
from scipy import stats

import accord
from accord.infer.why.border_habits import _habit
from accord.infer.why.boundary_anatomy import NEAR_PLACES, Cluster
from accord.infer.why.chain_anatomy import mention_distances, shared_numbers
from accord.infer.why.confused import Meetings, _tested, chance_shares
from accord.infer.why.groups import _groups
from accord.infer.why.who_differs import above_zero
from tests.laws import one_of_each


def test_times_as_far_by_hand():
    """C differs on three of four items: A is from the others 3/8, these from each other 3/4, half
    as much; and an item that only two coders labelled tells nothing of who is apart."""
    study = accord.from_coders({"A": "aaaa", "B": "aaaa", "C": "abbb"})
    found = {row.coder: row.times for row in accord.infer.who_differs(study)}
    assert found == {"A": pytest.approx(0.5), "B": pytest.approx(0.5), "C": np.inf}
    more = accord.from_coders({"A": "aaaaa", "B": "aaaab", "C": ["a", "b", "b", "b", None]})
    again = {row.coder: row.times for row in accord.infer.who_differs(more)}
    assert again == found


def test_small_values_have_a_test_as_large_ones():
    """t does not depend on the unit of measurement, and values all alike have their signs."""
    values = np.array([1.0, 2.0, 3.0])
    assert above_zero(values * 1e-15) == pytest.approx(above_zero(values), rel=1e-9)
    assert above_zero(np.full(4, 1e-15)) == 1 / 16


def test_documents_of_a_group_count_once():
    """Two items in each document of p, one in each of q: means of documents are compared."""
    values = ["p"] * 10 + ["q"] * 5
    rate = np.array([0.3, 0.7] * 5 + [0.1] * 5)
    unit = np.array([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 9])
    found = {row.group: row for row in _groups("batch", values, rate, unit)}
    assert (found["p"].items, found["q"].items) == (5, 5)
    assert found["p"].disagreement == pytest.approx(0.5)
    assert found["p"].rest == pytest.approx(0.1)


def test_a_pair_counts_by_the_others_of_a_coder():
    """Two coders who differ: 1. Two against two of four: 4 pairs, each by a third. 3/7 and 4/7."""
    labels = {"A": "aa", "B": "ba", "C": [None, "b"], "D": [None, "b"]}
    found = accord.infer.disagreements(accord.from_coders(labels))
    assert [round(row.share, 9) for row in found] == [round(4 / 7, 9), round(3 / 7, 9)]


@pytest.mark.parametrize("measure", ["percent", "slot"])
def test_the_worst_first_if_some_are_asked_for(measure):
    """Of two domains the one in which coders differ, by a measure of agreement."""
    study = accord.from_coders({"A": "ab" * 20, "B": "ab" * 10 + "ba" * 10})
    study = replace(study, about={"domain": ["x"] * 20 + ["y"] * 20})
    if measure == "slot":
        rows = [("d1", "A", 0, 5, "x"), ("d1", "B", 0, 5, "x"), ("d2", "A", 0, 5, "x")]
        spans = accord.Unitizings.of([*rows, ("d2", "B", 6, 9, "y")], items=["d1", "d2"])
        study, measure = replace(spans, about={"domain": ["x", "y"]}), "slot_error_rate"
    found = accord.breakdown(study, "domain", measure, top=1)
    assert [row[0] for row in found.rows] == ["y"]


def test_mentions_are_as_far_as_their_chains():
    """Added up over the others one by one; chains of number 0 have a number, too."""
    for document in one_of_each.chains().documents:
        apart = np.zeros(document.chain.shape)
        for a in range(len(document.chain)):
            for b in range(len(document.chain)):
                if a == b or not (document.seen[a] and document.seen[b]):
                    continue
                for m in range(document.chain.shape[1]):
                    one, two = (document.chain[c] for c in (a, b))
                    first = {*np.flatnonzero(one == one[m])} if one[m] >= 0 else set()
                    second = {*np.flatnonzero(two == two[m])} if two[m] >= 0 else set()
                    if first | second:
                        apart[a, m] += 1 - len(first & second) / len(first | second)
        assert mention_distances(document) == pytest.approx(apart)
        assert ((shared_numbers(document) >= 0) == (document.chain >= 0)).all()


def test_boundaries_that_are_moved_are_less_apart_than_missing_ones():
    """One place: 1 of the places from which on they are not near; another number or type: 1."""
    cluster = Cluster(3, 4, {})
    assert cluster.distance(((3, "x"),), ((4, "x"),)) == pytest.approx(1 / (NEAR_PLACES + 1))
    assert cluster.distance(((3, "x"),), ()) == 1
    assert cluster.distance(((3, "x"),), ((3, "y"),)) == 1
    assert cluster.distance(((3, "x"),), ((3, "x"),)) == 0


def test_a_coder_without_a_counterpart_has_no_pairs():
    """None, and no length."""
    found = _habit("A", np.zeros((0, 3)), Counter())
    assert (found.pairs, found.longer, found.shorter) == (0, 0, 0)
    assert isnan(found.length)


def test_confused_pairs_by_hand():
    """t of x − π y over units, with π the share that chance gives the pair; Holm over the three."""
    x = np.array([[4, 1, 0], [3, 0, 1], [5, 1, 1], [2, 1, 0], [4, 0, 2], [3, 1, 1.0]])
    group, at = np.nonzero(x)
    pair = np.array([1, 2, 5])[at]  # of 3 categories: 0 with 1, 0 with 2, 1 with 2
    used = np.array([30.0, 25.0, 20.0])
    found = _tested("abc", Meetings(group, pair, x[group, at]), used)
    y, first, second = x.sum(axis=1), np.array([0, 0, 1]), np.array([1, 2, 2])
    p = []
    for k, share in enumerate(chance_shares(used, first, second)):
        left = x[:, k] - share * y
        variance = max(6 * left.var(ddof=1), share * (1 - share) * (y**2).sum())
        p.append(stats.t.cdf(-left.sum() / np.sqrt(variance), 5))
    assert (found[0].first, found[0].second) == ("a", "b")
    assert found[0].p == pytest.approx(3 * p[0])


def test_the_variance_of_units_counts_where_it_is_larger_than_chance():
    """A pair that fills a few units and is absent from the others: the spread between units."""
    x = np.array([[9, 0, 0], [0, 9, 0], [9, 0, 0], [0, 0, 9], [9, 0, 0], [0, 9, 0.0]])
    group, at = np.nonzero(x)
    used = np.array([30.0, 25.0, 20.0])
    found = _tested("abc", Meetings(group, np.array([1, 2, 5])[at], x[group, at]), used)
    y = x.sum(axis=1)
    share = chance_shares(used, np.array([0]), np.array([1]))[0]
    left = x[:, 0] - share * y
    between, chance = 6 * left.var(ddof=1), share * (1 - share) * (y**2).sum()
    assert between > chance
    p = stats.t.cdf(-left.sum() / np.sqrt(between), 5)
    row = next(one for one in found if {one.first, one.second} == {"a", "b"})
    assert row.p == pytest.approx(min(1, 3 * p))
