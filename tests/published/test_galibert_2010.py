"""Galibert et al. 2010: the slot error rate as modified for structured names, checked by hand.

reference   |--a--|  |--a--|  |--a--|  |--a--|            |--b--|
             0   5    10 15    20 25    30 35               50 55
hypothesis  |--a--|  |--b--|  |--a----|  |--b----| |-a-|
             0   5    10 15    20  27    32    39   42 45

right: 0; category (T): .5; borders (B): .5; both (TB): 1; inserted (I): 1; deleted (D): 1
"""

import pytest

from accord import Unitizings
from accord.spans import overlap_f1, partial_f1, slot_error_rate, span_f1

REFERENCE = [(0, 5, "a"), (10, 15, "a"), (20, 25, "a"), (30, 35, "a"), (50, 55, "b")]
HYPOTHESIS = [(0, 5, "a"), (10, 15, "b"), (20, 27, "a"), (32, 39, "b"), (42, 45, "a")]


def study(**lines):
    """One document with these coders."""
    return Unitizings.of([("d", coder, *unit) for coder, row in lines.items() for unit in row])


def test_each_kind_of_error():
    """One unit right, one T, one B, one TB, one I and one D: (.5 + .5 + 1 + 1 + 1) / 5."""
    found = slot_error_rate(study(ref=REFERENCE, hyp=HYPOTHESIS))
    assert found.detail["pairs"]["ref", "hyp"] == pytest.approx(4 / 5)
    assert found.value == pytest.approx(4 / 5)
    assert found.D_o == found.value
    assert found.D_e is None


def test_both_ways_divide_by_their_own_reference():
    """The same errors by 5 units one way and by 2 the other way; the value is the mean of both."""
    found = slot_error_rate(study(ref=REFERENCE, hyp=HYPOTHESIS[:2]))
    # One right, one T, three deleted (or inserted, seen from the other).
    assert found.detail["pairs"]["ref", "hyp"] == pytest.approx(3.5 / 5)
    assert found.detail["pairs"]["hyp", "ref"] == pytest.approx(3.5 / 2)
    assert found.value == pytest.approx((3.5 / 5 + 3.5 / 2) / 2)


def test_the_cheapest_alignment_counts():
    """A long unit meets two of the reference; with the one of its category it costs less.

    reference   |--b--||--a--|        hypothesis   |-----a-----|     B + D, not TB + D
    """
    found = slot_error_rate(study(ref=[(0, 5, "b"), (5, 10, "a")], hyp=[(0, 10, "a")]))
    assert found.detail["pairs"]["ref", "hyp"] == pytest.approx(1.5 / 2)


def test_no_unit_of_the_other_is_all_deleted():
    """A coder without units deletes all; as a reference it has no rate and is left out."""
    rows = [("d", "ref", *unit) for unit in REFERENCE]
    found = slot_error_rate(Unitizings.of(rows, coders=["ref", "hyp"]))
    assert found.value == 1


def test_three_coders_mean_over_ordered_pairs():
    """Over several coders: the mean of the six ordered pairs."""
    found = slot_error_rate(study(A=REFERENCE, B=HYPOTHESIS, C=REFERENCE))
    assert found.value == pytest.approx((4 * 4 / 5 + 2 * 0) / 6)


def test_f1_of_the_same_units():
    """Exact: 1 of 5 and 5; typed overlap: 2 and 2; partial: 1 + .5; without types 2, 4 and 3."""
    both = study(ref=REFERENCE, hyp=HYPOTHESIS)
    assert span_f1(both).value == pytest.approx(1 / 5)
    assert overlap_f1(both).value == pytest.approx(2 / 5)
    assert partial_f1(both).value == pytest.approx(1.5 / 5)
    assert span_f1(both, typed=False).value == pytest.approx(2 / 5)
    assert overlap_f1(both, typed=False).value == pytest.approx(4 / 5)
    assert partial_f1(both, typed=False).value == pytest.approx(3 / 5)
