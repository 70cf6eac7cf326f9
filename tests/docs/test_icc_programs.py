"""pingouin, psych, irr and SPSS on ratings: their names, their numbers, their limits."""

import numpy as np
import pytest

import accord

RATINGS = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]


def test_names_and_numbers():
    """Shrout & Fleiss's table: ICC1 .17, ICC2 .29, ICC3 .71, and of the mean .44, .62, .91, as
    printed, by every program under its own name."""
    printed = [0.17, 0.29, 0.71, 0.44, 0.62, 0.91]
    for program in ("pingouin", "psych", "irr::icc", "SPSS ICC"):
        found = accord.explain(RATINGS, program)
        assert [round(row.theirs, 2) for row in found] == printed
        assert all(row.same for row in found)
    calls = [row.call for row in accord.explain(RATINGS, "irr::icc")]
    assert calls[1] == 'icc(ratings, model="twoway", type="agreement", unit="single")'
    assert "ICC2k" in accord.explain(RATINGS, "pingouin")[4].call
    assert "MODEL(MIXED) TYPE(CONSISTENCY), average" in accord.explain(RATINGS, "spss-icc")[5].call


def test_limits():
    """Their limits of ICC(2,1) are by F, .0188 to .7611; ours are generalized (Weerahandi), and it
    is said; irr's own limits of ICC(A,k) are not computed, and the table has a gap there."""
    found = accord.explain(RATINGS, "pingouin", intervals=True)
    assert found[1].limits.theirs == pytest.approx((0.018787, 0.761084), abs=1e-6)
    assert "ours is generalized" in found[1].limits.why
    assert accord.infer.icc_table(RATINGS)["2,1"].limits == "generalized"
    assert found[2].limits.why == "the same"
    irr = accord.explain(RATINGS, "irr::icc", intervals=True)
    assert irr[4].limits is None
    assert "0.01879 to 0.7611, ours 0.0268" in repr(irr)


def test_missing_ratings():
    """One rating is missing: pingouin refuses, irr and SPSS leave out the item, psych fits the same
    model as ours."""
    rows = [list(row) for row in RATINGS] + [[5, 3, None, 6]]
    complete = accord.icc(np.array(RATINGS), form="2,1").value
    assert np.isnan(accord.explain(rows, "pingouin")[1].theirs)
    assert accord.explain(rows, "irr::icc")[1].theirs == pytest.approx(complete)
    assert "left out" in accord.explain(rows, "spss-icc")[1].why
    psych = accord.explain(rows, "psych")
    assert [row.call for row in psych] == ["ICC(x), ICC2", "ICC(x), ICC3"]
    assert all(row.same for row in psych)


def test_names_are_no_ratings():
    """Labels that are names have no ICC: nothing is listed."""
    assert accord.explain({"A": "aab", "B": "abb"}, "pingouin") == []
