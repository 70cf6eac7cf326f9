"""Draws, shares and verdicts of simulation, worked out by hand."""

from math import nan

import numpy as np
import pytest

import accord
from accord._measure.catalogue import MEASURES
from accord.errors import DataError
from accord.simulate.erring import drawn, probabilities
from accord.simulate.measure_curves import Point, _shown
from accord.simulate.verdicts import Verdict, _listed, _verdict


class Always:
    """A generator that draws one number."""

    def __init__(self, number):
        self.number = number

    def random(self, shape):
        """That number everywhere."""
        return np.full(shape, self.number)


def test_a_draw_beyond_the_last_sum_is_the_last_category():
    """Three thirds that round to a little below 1: a draw above them is the third, none a fourth;
    one of 0 is the first."""
    rows = np.array([[0.3, 0.3, 0.39]])
    assert drawn(rows, Always(0.995)).tolist() == [2]
    assert drawn(rows, Always(0.0)).tolist() == [0]
    assert drawn(rows, Always(0.45)).tolist() == [1]


def test_shares_are_not_negative():
    """1 and 3 are ¼ and ¾; −½ is no share, nor are two 0, nor one share of two categories."""
    assert probabilities([1, 3], 2).tolist() == [0.25, 0.75]
    assert probabilities([], 4).tolist() == [0.25] * 4
    for wrong in ([-0.5, 2], [0, 0], [1]):
        with pytest.raises(DataError, match="prevalence"):
            probabilities(wrong, 2)


def test_a_magnitude_is_between_0_and_1():
    """0 and 1 are taken, −.5 and 1.5 are not."""
    one = accord.from_coders({"R": "xxyyz"})
    for taken in (0, 1):
        assert len(accord.simulate.shuffle(one, {"noise": taken}, coders=2).coders) == 2
    for wrong in (-0.5, 1.5):
        with pytest.raises(DataError, match="between 0 and 1"):
            accord.simulate.shuffle(one, {"noise": wrong})


def test_error_rates_are_shown_from_1_down():
    """1 − P_k, which is a rate, and 1 − GHD over its largest, which is not."""
    ends = {name: _shown(MEASURES[name], "segmentations") for name in ("pk", "ghd")}
    for name, shown in ends.items():
        assert shown.startswith("1 − ")
        assert shown.endswith("/max") is (MEASURES[name].largest is not None)
    assert {shown.endswith("/max") for shown in ends.values()} == {True, False}


def verdict(means, se=nan):
    """The verdict on a curve of these means at 0, .1, .2 …"""
    sets = 1 if np.isnan(se) else 4  # of one set there is no error; that of four is half the sd
    points = [
        Point("noise", "m", "m", at / 10, mean, 2 * se, sets, 0, None)
        for at, mean in enumerate(means)
    ]
    return _verdict(points)


def test_a_verdict_in_words():
    """1 to 0 has nothing missing; what starts at .5, or rises, is told; five places are cut."""
    assert verdict([1, 0.5, 0]).words == ""
    assert verdict([0.5, 0.2, 0]).words == "starts at 0.50"
    assert verdict([-1, -2]).words.startswith("starts at -1.00; goes below 0")
    assert "starts" in verdict([2, 0]).words
    up = verdict([1, 0.3, 0.4, 0])
    assert (up.rising, up.surely_rising) == ((0.2,), (0.2,))  # without an error there is none
    assert verdict([1, 0.3, 0.4, 0], se=0.1).surely_rising == ()  # .1 is not twice .14
    assert verdict([1, 0.3, 0.7, 0], se=0.1).surely_rising == (0.2,)
    assert isinstance(up, Verdict)
    assert _listed((0.1, 0.2, 0.3, 0.4)) == "0.1, 0.2, 0.3, 0.4"
    assert _listed((0.1, 0.2, 0.3, 0.4, 0.5)) == "0.1, 0.2, 0.3, 0.4 …"


def test_flat_and_sure_by_hand():
    """.5 twice is flat, −.2 after .2 is not. A rise of .25 with errors of .1 each is less than
    twice .141; what is flat is not decreasing."""
    flat = verdict([1, 0.5, 0.5, 0])
    assert (flat.flat, flat.rising, flat.decreasing) == ((0.2,), (), False)
    assert verdict([1, 0.2, -0.2]).flat == ()
    assert verdict([1, 0.3, 0.55, 0], se=0.1).surely_rising == ()
    assert not verdict([1, 0.3, 0.4, 0]).decreasing
    assert verdict([1, 0.3, 0]).decreasing
    assert not verdict([nan, nan]).decreasing


def test_unasked_the_seed_is_0():
    """The same study comes without a seed and with 0, another with 1."""
    one = accord.from_coders({"R": "xxyyz" * 8})
    rows = [
        accord.simulate.shuffle(one, {"noise": 0.5}, **given).rows()
        for given in ({}, {"rng": 0}, {"rng": 1})
    ]
    assert rows[0] == rows[1] != rows[2]
