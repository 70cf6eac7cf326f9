"""What the limits of an ICC are about."""

import numpy as np
import pytest

import accord
from accord._measure.labels.variance_components import likelihood, searched

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


@pytest.mark.parametrize("of", ["agreement", "consistency", "one-way"])
def test_a_search_is_remembered_by_its_table_alone(of):
    """The same cells are not searched again, wherever they lie in memory; other cells, and the
    same in another shape, are."""
    table = np.array(RATINGS, dtype=float)
    table[0, 1] = table[4, 3] = np.nan
    first = searched(table, of)
    assert searched(np.asfortranarray(table), of) is first
    assert first[1] == likelihood(table, of).best()
    turned, other = table.reshape(4, 6), table.copy()
    other[2, 2] += 1
    for changed in (turned, other):
        assert searched(changed, of)[1] == likelihood(changed, of).best() != first[1]
