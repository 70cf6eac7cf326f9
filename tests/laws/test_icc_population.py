"""What the limits of an ICC are about."""

import pytest

import accord

RATINGS = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]


@pytest.mark.parametrize("form", ["1,1", "2,1", "3,1", "1,k", "2,k", "3,k"])
def test_limits_say_whether_raters_are_a_sample(form):
    """Forms 1 and 2 are about other raters, form 3 about these; by whatever way the interval is
    asked for, and in the sentence of the report. No plan of items is made of the first two, which
    more items do not narrow."""
    study = accord.from_wide(RATINGS)
    about = "new items, same coders" if form[0] == "3" else "new coders and new items"
    assert accord.icc(study, form=form, interval=True).interval.population == about
    assert accord.interval(study, "icc", form=form).population == about
    made = accord.report(study, measure=accord.bound("icc", form=form))
    assert f"generalising to {about}" in made.summary()
    assert f"ICC({form})" in made.summary()
