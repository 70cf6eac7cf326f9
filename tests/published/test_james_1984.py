"""r_WG and r_WG(J): the published variances of random answers, and values by hand."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, strategies as st

import accord
from accord._measure.bound import bound, documents_of
from accord._measure.labels.within_group import VARIANCES, r_wg, r_wg_j

RATINGS = [[4, 5, 4, 4], [2, 3, 3, 2], [1, 1, 5, 5]]
"""Three items by four coders: variances 1/4, 1/3 and 16/3."""


def test_one_item_by_hand():
    """4 5 4 4 on five points: S² = 1/4, σ² = (25 − 1)/12 = 2, r_WG = 7/8; with a slight, moderate
    and heavy skew σ² is 1.34, .90 and .44 (LeBreton & Senter 2008)."""
    study = accord.from_wide(RATINGS[:1])
    found = r_wg(study, scale=5)
    assert (found.observed, found.expected, found.value) == (0.25, 2.0, 0.875)
    for null, variance in {"slight": 1.34, "moderate": 0.90, "heavy": 0.44}.items():
        skewed = r_wg(study, scale=5, null=null)
        assert skewed.expected == variance
        assert skewed.value == pytest.approx(1 - 0.25 / variance, abs=1e-12)


def test_several_items_by_hand():
    """The mean over items is 1 − mean S² / σ² (Lindell's r*_WG(J)); r_WG(J) steps it up from one
    item to J: S² of 1/4 and 1/3 have r = 41/48 and r_WG(2) = 2r/(1 + r) = 82/89."""
    study = accord.from_wide(RATINGS[:2])
    found = r_wg(study, scale=5)
    assert found.observed == pytest.approx(7 / 24, abs=1e-12)
    assert found.expected == 2.0
    assert found.value == pytest.approx(41 / 48, abs=1e-12)
    assert list(found.detail["r_wg"].values()) == pytest.approx([7 / 8, 5 / 6], abs=1e-12)
    assert r_wg_j(study, scale=5).value == pytest.approx(82 / 89, abs=1e-12)


def test_more_spread_than_random():
    """1 1 5 5 has S² = 16/3 against 2: r_WG = −5/3 stays what it is, and r_WG(J) is 0 as its
    authors say, with a note."""
    study = accord.from_wide(RATINGS[2:])
    assert r_wg(study, scale=5).value == pytest.approx(-5 / 3, abs=1e-12)
    stepped = r_wg_j(study, scale=5)
    assert stepped.value == 0.0
    assert "1 of 1 targets" in stepped.detail["note"]


def test_targets_are_averaged():
    """Two items about one target, one about another: (82/89 + 0) / 2."""
    rows = accord.from_wide(RATINGS)
    study = replace(rows, about={"team": ["a", "a", "b"]})
    assert r_wg_j(study, scale=5, target="team").value == pytest.approx(41 / 89, abs=1e-12)
    with pytest.raises(ValueError, match="column"):
        r_wg_j(study, scale=5, target="tea")


def test_the_published_variances():
    """LeBreton & Senter 2008, table 2: the more random answers lean to one end, the less they
    vary, and all of them vary less than uniform ones, (A² − 1)/12."""
    for points, (slight, moderate, heavy, triangular, normal) in VARIANCES.items():
        assert heavy < moderate < slight < (points**2 - 1) / 12
        assert normal < triangular < (points**2 - 1) / 12


def test_the_scale_is_said():
    """Without a declared scale its points are those from the lowest to the highest number seen,
    and a note says so; a scale that is too short, one number only, numbers between points, and
    nulls that nobody published are refused or undefined with the remedy."""
    seen = r_wg(accord.from_wide(RATINGS[:2]))
    assert seen.settings["scale"] == 4
    assert "scale:4" in seen.signature
    assert "scale" in seen.detail["note"]
    declared = accord.from_wide(RATINGS[:2], categories=[1, 2, 3, 4, 5])
    assert r_wg(declared).expected == 2.0
    assert "note" not in r_wg(declared).detail
    with pytest.raises(ValueError, match="needs 4 points"):
        r_wg(accord.from_wide(RATINGS[:2]), scale=3)
    with pytest.raises(ValueError, match="5 to 11 points"):
        r_wg(accord.from_wide(RATINGS[:2]), null="slight")
    assert "one number only" in (r_wg(accord.from_wide([[3, 3], [3, 3]])).undefined or "")
    between = accord.from_wide([[0.5, 0.7], [0.1, 0.4]])
    assert "variance of random answers" in (r_wg(between).undefined or "")
    assert r_wg(between, null_variance=1 / 12).value == pytest.approx(1 - 12 * 0.0325, abs=1e-12)
    assert r_wg(accord.from_wide([["a", "b"]])).undefined == "the labels are not numbers"


@given(st.lists(st.lists(st.integers(1, 5), min_size=3, max_size=3), min_size=1, max_size=8))
def test_it_is_s_with_the_interval_distance(rows):
    """With a uniform null and as many coders for each item, r_WG is S_w with squared differences:
    two codings differ by 2 S² on average, and random answers by 2 σ²."""
    study = accord.from_wide(rows, categories=[1, 2, 3, 4, 5])
    other = accord.weighted_s(study, distance="interval")
    assert r_wg(study).value == pytest.approx(other.value, abs=1e-9)


def test_resamples_are_those_of_the_measure():
    """Resamples by weights are the measure on the drawn items."""
    study = accord.from_wide(RATINGS * 3, categories=[1, 2, 3, 4, 5])
    drawn = np.array([0, 0, 1, 4, 7, 7, 8, 3, 2])
    often = np.bincount(drawn, minlength=9).astype(float)[None, :]
    for name in ("r_wg", "r_wg_j"):
        entry = bound(name)
        table = documents_of(study, entry)
        assert table is not None
        expected = entry.compute(study.take(drawn)).value
        assert table.values(often)[0] == pytest.approx(expected, abs=1e-12)
        pair = table.only([0, 2]).values(often)[0]
        assert pair == pytest.approx(entry.compute(study.take(drawn).only([0, 2])).value, abs=1e-12)


def test_items_below_0_may_be_set_to_0():
    """Opinions at both ends: S² 16/3 of 2, so −5/3; R's multilevel has 0 there, and the mean over
    items is then (0 + 1) / 2. An item that one coder coded stays out, and resamples do the same."""
    study = accord.from_wide([[1, 5, 1, 5], [3, 3, 3, 3], [4, None, None, None]])
    kept, zero = (r_wg(study, scale=5, negative=way) for way in ("kept", "zero"))
    assert list(kept.detail["r_wg"].values()) == pytest.approx([-5 / 3, 1])
    assert list(zero.detail["r_wg"].values()) == pytest.approx([0, 1])
    assert zero.value == pytest.approx(0.5)
    assert "negative:zero" in zero.signature
    assert "negative" not in kept.signature
    measure = bound("r_wg", scale=5, negative="zero")
    table = documents_of(study, measure)
    assert table.values(np.array([[2.0, 1.0, 0.0]]))[0] == pytest.approx(1 / 3)
