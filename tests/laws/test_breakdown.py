"""Breakdowns of codings with gaps, worked out by hand."""

from math import isnan

import pytest

import accord

N = None
STUDY = accord.from_wide([["x", "x", "y"], ["x", "y", N], ["z", "z", N], ["y", N, N]], coders="ABC")
ALPHA = accord.bound("alpha", distance="nominal")


def test_by_category():
    """Coincidences of x x y, x y, z z (y alone meets nobody): x–x 1, x–y 2, y–x 2, z–z 2.

    x against all others: D_o = 4/7, D_e = 2 · 3 · 4/(7 · 6), α = 0. y: D_o = 4/7,
    D_e = 2 · 2 · 5/(7 · 6), α = −1/5. z: 1. Of 4 coincidences that differ, x and y have 2 each.
    """
    rows = {row[0]: row[1:] for row in accord.breakdown(STUDY, "category", ALPHA).rows}
    assert rows["x"] == (3, pytest.approx(0, abs=1e-12), pytest.approx(1 / 3), 0.5, "y")
    assert rows["y"] == (3, pytest.approx(-1 / 5), 0, 0.5, "x")
    assert rows["z"] == (2, 1, 1, 0, None)


def test_by_item():
    """disagr_i is 2/3 of three codings, 1 of two, 0 of two: α weighs items by their codings.

    So the first two have 3 · 2/3 = 2 · 1 = 2 of 4, half each; π weighs items alike: 2/5 and 3/5.
    """
    rows = accord.breakdown(STUDY, "item", ALPHA).rows
    assert [row[:3] for row in rows] == [
        (0, 3, "x:2 y:1"),
        (1, 2, "x:1 y:1"),
        (2, 2, "z:2"),
        (3, 1, "y:1"),
    ]
    assert [row[3:] for row in rows[:3]] == [
        pytest.approx((2 / 3, 1 / 3, 1 / 2)),
        pytest.approx((1, 0, 1 / 2)),
        pytest.approx((0, 1, 0)),
    ]
    assert isnan(rows[3][3])
    assert isnan(rows[3][4])
    assert rows[3][5] == 0
    shares = {row[0]: row[5] for row in accord.breakdown(STUDY, "item", "pi").rows}
    assert shares == pytest.approx({0: 2 / 5, 1: 3 / 5, 2: 0, 3: 0})
