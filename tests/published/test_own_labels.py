"""Chance within what a label was chosen from: examples worked by hand and by a second program."""

from dataclasses import replace

import pytest

import accord

CODED = [("a", "a"), ("b", "c"), ("e", "e"), ("f", "f"), ("g", "h"), ("i", None)]
BLOCKS = ["w1", "w1", "w2", "w2", "w3", "w3"]
LISTS = ["a|z", "b|c", "y|e|x", "q|r|f", "g|h|m|n", "o|p|i|s"]
STUDY = accord.codings(
    [
        (n, who, label)
        for n, both in enumerate(CODED)
        for who, label in zip("AB", both, strict=True)
        if label
    ]
)


def _about(**columns):
    return replace(STUDY, about=columns)


def test_options_of_the_item():
    """S with 2, 2, 3, 3, 4 options: A_o 3/5, A_e (1/2 + 1/2 + 1/3 + 1/3 + 1/4)/5, S_i 13/37."""
    found = accord.labels.alpha_within(_about(k=["2", "2", "3", "3", "4", "4"]), within="k")
    assert found.value == pytest.approx(13 / 37, abs=1e-9)
    assert (found.A_o, found.A_e) == pytest.approx((3 / 5, 23 / 60), abs=1e-9)
    listed = accord.labels.alpha_within(
        _about(options=LISTS), within="options", chance_from="options"
    )
    assert listed.value == pytest.approx(found.value, abs=1e-12)


def test_blocks():
    """n·D_o is 4 and n·D_e 8 over three blocks of 10 codings that can be paired: α .5."""
    found = accord.labels.alpha_within(STUDY, within=BLOCKS)
    assert found.value == pytest.approx(0.5, abs=1e-9)
    assert (found.D_o * 10, found.D_e * 10) == pytest.approx((4, 8), abs=1e-9)


def test_positions():
    """Places 00 01 / 11 22 / 01 by number of options: n·D_o 4, n·D_e 2 + 8/3 + 2, α .4."""
    found = accord.labels.alpha_within(_about(options=LISTS), within="options")
    assert found.settings["chance"] == "position"
    assert found.value == pytest.approx(0.4, abs=1e-9)
    assert (found.D_o * 10, found.D_e * 10) == pytest.approx((4, 20 / 3), abs=1e-9)


JUDGED = {"A": ["x", "y", "tie"], "B": ["x", "tie", "tie"], "C": ["x", "z", "tie"]}


def test_pairs_with_ties():
    """Three judges, ties as a third answer: A_o 6/9, A_e 12/72 + 10/72, .52; u of the same is
    2/9."""
    items = ["x vs y", "y vs z", "x vs z"]
    study = accord.from_coders(JUDGED, items=items)
    found = accord.labels.alpha_within(study, within="pair")
    assert found.value == pytest.approx(0.52, abs=1e-9)
    assert (found.A_o, found.A_e) == pytest.approx((6 / 9, 22 / 72), abs=1e-9)
    assert accord.labels.preference_u(study).value == pytest.approx(2 / 9, abs=1e-9)
