"""All six forms of the ICC on the data of Shrout & Fleiss (1979, Table 2)."""

import pytest

import accord
from accord.infer import icc_table

RATINGS = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]

PINGOUIN = {  # pingouin 0.7.0, intraclass_corr: ICC, F, df1, df2, p, interval as printed
    "1,1": (0.165742, 1.794678, 5, 18, 0.164769, -0.13, 0.72),
    "2,1": (0.289764, 11.027248, 5, 15, 0.000135, 0.02, 0.76),
    "3,1": (0.714841, 11.027248, 5, 15, 0.000135, 0.34, 0.95),
    "1,k": (0.442797, 1.794678, 5, 18, 0.164769, -0.88, 0.91),
    "2,k": (0.620051, 11.027248, 5, 15, 0.000135, 0.07, 0.93),
    "3,k": (0.909316, 11.027248, 5, 15, 0.000135, 0.68, 0.99),
}


@pytest.mark.parametrize("form", PINGOUIN)
def test_six_forms(form):
    """Values, tests and intervals are those that pingouin prints, to the printed digit."""
    value, f, df1, df2, p, low, high = PINGOUIN[form]
    found = icc_table(RATINGS)[form]
    assert found.value == pytest.approx(value, abs=5e-7)
    assert (found.df1, found.df2) == (df1, df2)
    assert pytest.approx(f, abs=5e-7) == found.F
    assert found.p == pytest.approx(p, abs=5e-7)
    assert (found.f_low, found.f_high) == pytest.approx((low, high), abs=0.005)
    assert found.limits == ("generalized" if form[0] == "2" else "F")


def test_nag_prints_the_one_way_form():
    """The NAG library's example g04gac: .17 [−.13, .72], F(5, 18) = 1.79, p = .165."""
    found = icc_table(RATINGS)["1,1"]
    shown = [f"{each:.2f}" for each in (found.value, found.low, found.high, found.F)]
    assert [*shown, f"{found.p:.3f}"] == ["0.17", "-0.13", "0.72", "1.79", "0.165"]


def test_items_that_are_not_complete_are_said():
    """With holes all items count, by REML; complete items only on request, and counted so."""
    ratings = [*RATINGS, [5, None, 4, 4]]
    assert accord.icc(ratings).counts["i"] == 7
    assert accord.icc(ratings).settings["missing"] == "reml"
    assert accord.icc(ratings, missing="complete").counts["i"] == 6
    assert "some ratings missing, by REML" in str(icc_table(ratings))
