"""Breakdowns of codings with gaps, worked out by hand."""

from dataclasses import replace
from math import isnan, nan

import numpy as np
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


def test_by_pattern():
    """Items that look alike are one row; π weighs items alike, α by their codings.

    Twice x x y, once x y: disagreements 2/3, 2/3 and 1; by π 4/7 and 3/7, by α 4/6 and 2/6.
    """
    table = [[*"xxy"], [*"yxx"], ["x", "y", N], ["z", "z", N], ["y", N, N]]
    study = accord.from_wide(table, coders="ABC")
    for measure, shares in (("pi", (4 / 7, 3 / 7)), (ALPHA, (4 / 6, 2 / 6))):
        rows = accord.breakdown(study, "pattern", measure).rows
        assert [row[:3] for row in rows] == [
            ("x:2 y:1", 2, 3),
            ("x:1 y:1", 1, 2),
            ("y:1", 1, 1),
            ("z:2", 1, 2),
        ]
        assert [row[4] for row in rows] == pytest.approx([*shares, 0, 0])
        assert [row[3] for row in rows] == pytest.approx([2 / 3, 1, nan, 0], nan_ok=True)


def test_by_coder():
    """α of A and B (x x, x y, z z) is 6/11, of A and C, B and C (x y) 0; of all three 1/4. The
    coder who agrees least comes first.

    A, B: D_o = 2/6, D_e = (36 − 9 − 1 − 4)/30. All: D_o = 4/7, D_e = (49 − 9 − 4 − 4)/42.
    """
    rows = accord.breakdown(STUDY, "coder", ALPHA).rows
    assert [row[:2] for row in rows] == [("C", 1), ("A", 4), ("B", 3)]
    assert [row[2] for row in rows] == pytest.approx([0, 3 / 11, 3 / 11], abs=1e-12)
    assert [row[3] for row in rows] == pytest.approx([6 / 11, 0, 0], abs=1e-12)
    assert [row[4] for row in rows] == pytest.approx([1 / 4 - 6 / 11, 1 / 4, 1 / 4])


def test_by_column_with_intervals():
    """Each value of a column is a study of its own; its interval stands beside it."""
    study = accord.from_coders({"A": "xyxyxxyyxxyyxyxx", "B": "xyxyxyyxxxyyxyyx"})
    split = replace(study, about={"half": ["a"] * 8 + ["b"] * 8})
    plain = accord.breakdown(split, "half", "pi")
    told = accord.breakdown(split, "half", "pi", intervals=True, resamples=100)
    assert plain.columns == ("half", "items", "value", "A_o", "A_e", "undefined")
    assert told.columns == (*plain.columns, "low", "high")
    assert [row[:6] for row in told.rows] == list(plain.rows)
    for row, items in zip(told.rows, (range(8), range(8, 16)), strict=True):
        found = accord.interval(split.take(items), "pi", resamples=100)
        assert row[6:] == (found.low, found.high)


@pytest.mark.parametrize(
    ("measure", "worst"), [("boundary_similarity", "far"), ("pk", "far")], ids=["higher", "lower"]
)
def test_documents_are_sorted_worst_first(measure, worst):
    """By what is worse for the measure; undefined documents come last."""
    study = accord.Segmentations.from_masses(
        {
            "near": {"A": [4, 6], "B": [5, 5]},
            "none": {"A": [1]},
            "far": {"A": [2, 8], "B": [8, 2]},
            "same": {"A": [4, 6], "B": [4, 6]},
        }
    )
    rows = accord.breakdown(study, "item", measure).rows
    assert [row[0] for row in rows] == [worst, "near", "same", "none"]
    for row in rows[:3]:
        alone = accord.bound(measure).compute(study.take([list(study.items).index(row[0])]))
        assert row[1:3] == (alone.value, alone.observed)
    assert isnan(rows[3][1])
    assert rows[3][3]


def test_influence_by_hand():
    """α is 1/4; what it is without each item, coder or category, the largest change first.

    Without y: x x, z z: 1. Without z: x x y, x y: D_o = 4/5, D_e = 12/20, −1/3. Without x
    nothing varies. Without the first item: x y, z z: 1 − (1/2)/(10/12); without the second:
    x x y, z z: 1 − (2/5)/(16/20).
    """
    expected = {
        "category": [("y", 1), ("z", -1 / 3), ("x", nan)],
        "item": [(2, -1 / 3), (1, 1 / 2), (0, 2 / 5), (3, 1 / 4)],
        "coder": [("C", 6 / 11), ("A", 0), ("B", 0)],
    }
    for by, without in expected.items():
        rows = accord.influence(STUDY, by, ALPHA).rows
        assert [row[0] for row in rows] == [name for name, _ in without]
        values = [value for _, value in without]
        assert [row[1] for row in rows] == pytest.approx(values, abs=1e-12, nan_ok=True)
        changes = [1 / 4 - value for value in values]
        assert [row[2] for row in rows] == pytest.approx(changes, abs=1e-12, nan_ok=True)


def test_fifty_merges_are_tried():
    """Of eleven categories there are 55 pairs; 50 are tried unless `top` says otherwise."""
    study = accord.from_coders({"A": range(11), "B": [*range(1, 11), 0]})
    assert len(accord.infer.collapse(study, "pi").rows) == 50
    assert len(accord.infer.collapse(study, "pi", top=3).rows) == 3


@pytest.mark.parametrize("by", ["categories", "items", "coders"])
@pytest.mark.parametrize("missing", ["available", "pairable", "complete"])
def test_parts_add_up_where_some_items_have_one_coding(by, missing):
    """The parts of D_o add up to D_o of the measure: ranks are those of the codings that count."""
    study = accord.from_columns(
        ["a", "a", "b", "b", "c", "d", "d"],
        ["A", "B", "A", "B", "A", "A", "B"],
        [1, 2, 2, 3, 3, 1, 3],
        categories=[1, 2, 3],
    )
    alpha = accord.bound("alpha", distance="ordinal", missing=missing)
    parts = accord.infer.decompose(study, by, alpha)
    assert sum(parts.column("contribution")) == pytest.approx(alpha.compute(study).D_o, rel=1e-12)


def test_gamma_of_documents_is_that_of_the_whole_taken_apart():
    """γ of every document comes from the alignments and the chance of the whole study: its own
    `by_item`; and the mean of D_o of all documents is D_o."""
    study = accord.example("entities")
    whole = accord.spans.gamma(study)
    found = accord.breakdown(study, "item", "gamma")
    named = dict(zip(found.column("item"), found.column("value"), strict=True))
    assert named == pytest.approx(whole.detail["by_item"], abs=1e-12)
    assert np.mean(found.column("observed")) == pytest.approx(whole.observed, abs=1e-12)
    assert found.column("value") == sorted(found.column("value"))


def test_gamma_of_segments_by_document_and_its_interval():
    """Segments are units to γ: each document has a value, one that a single coder saw has none,
    and the interval contains the value."""
    masses = {f"d{i}": {"A": [3, 4, 5], "B": [4 + i, 3, 5 - i]} for i in range(3)}
    study = accord.Segmentations.from_masses({**masses, "e": {"A": [5, 7]}})
    quick = accord.bound("gamma", precision=0.1)
    rows = {row[0]: row for row in accord.breakdown(study, "item", quick).rows}
    assert rows["d0"][1] > rows["d2"][1]
    assert np.isnan(rows["e"][1])
    assert rows["e"][3].startswith("too few coders saw it")
    value = accord.spans.gamma(study, precision=0.1).value
    found = accord.interval(study, quick, resamples=50)
    assert found.low <= value <= found.high
