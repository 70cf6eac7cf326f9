"""Small pieces of the model: what results say, codes of cells, moments, texts cut short."""

from math import isnan

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import accord
from accord.model.agreement import Agreement, Interval
from accord.model.names import Coded, _factorize_strings
from accord.model.pace import _instant
from accord.model.showing import _numbers, fewer_lines


def test_what_a_result_says_of_itself():
    """.4 of .5 are 80% of the disagreement of chance; an interval of .95 is one of 95%."""
    found = Agreement("alpha", "α", 0.4, 0.5, {}, {"i": 12, "c": 4})
    assert "There is 80% of the disagreement that chance would give." in found.summary()
    limits = found.with_interval(Interval(0.1, 0.3, 0.95, "bca"))
    assert "α = .20, 95% CI [.10, .30], 12 items" in limits.summary()


@pytest.mark.parametrize(
    ("p", "shown"), [(0.001, "p = 0.001"), (0.0009, "p < 0.001"), (0.25, "p = 0.250")]
)
def test_a_small_p_is_not_called_smaller(p, shown):
    """.001 is .001; what is below is said to be below."""
    from dataclasses import replace

    assert shown in repr(replace(Agreement("alpha", "α", 0.4, 0.5, {}, {"i": 12}), p=p))


@pytest.mark.parametrize(
    ("change", "cells", "distinct"),
    [
        (str.upper, ["C", "A", "C", "B"], ["C", "A", "B"]),
        (lambda name: name, ["c", "a", "c", "b"], ["c", "a", "b"]),
        (lambda name: "z" if name in "ab" else name, ["c", "z", "c", "z"], ["c", "z"]),
    ],
)
def test_cells_are_numbered_in_the_order_in_which_they_are_met(change, cells, distinct):
    """Of a table a, b, c, d the cells c, a, c, b; what becomes the same has one number."""
    table = np.array(["a", "b", "c", "d"], dtype=object)
    found = Coded.of(table, np.array([2, 0, 2, 1], np.int32), change)
    assert list(found) == cells
    assert found.distinct == distinct
    assert [found.distinct[code] for code in found.codes.tolist()] == cells


@pytest.mark.parametrize("width", [1, 3, 4, 6])
def test_codes_of_a_thousand_texts(width):
    """Texts that differ in their first or in their last letter alone."""
    names = ["a" * width, "a" * (width - 1) + "b", "c" + "a" * (width - 1), ""]
    values = np.array(names * 300)
    codes, found = _factorize_strings(values)
    assert [list(found)[code] for code in codes.tolist()] == values.tolist()
    assert len(set(found)) == len(set(names))


@pytest.mark.parametrize(
    ("cell", "seconds"),
    [
        (1e8, 1e8),
        (1e10 - 1, 1e10 - 1),
        (1e10, None),
        (99_999_999, None),
        (1e11, 1e8),
        (1e13 - 1000, 1e10 - 1),
        (1e13, None),
        ("-5", None),
        ("soon", None),
    ],
)
def test_moments_in_seconds_and_milliseconds(cell, seconds):
    """From 1973 to 2286, in either; nothing else is a moment."""
    found = _instant(f"{cell:.0f}" if isinstance(cell, (int, float)) else cell)
    assert isnan(found) if seconds is None else found == seconds


def test_a_column_of_numbers_has_nothing_else():
    """Gaps may stand in it; words and truths may not, and gaps alone are no numbers."""
    assert _numbers([1, None, 2.5])
    assert not _numbers(["a"])
    assert not _numbers([1, "a"])
    assert not _numbers([True])
    assert not _numbers([None])


def test_a_long_text_is_cut_after_24_lines():
    """A screen of 20 rows and 4 lines around them; what fits is left as it is."""
    lines = [f"line {n}" for n in range(26)]
    assert fewer_lines("\n".join(lines[:24])) == "\n".join(lines[:24])
    assert fewer_lines("\n".join(lines)).split("\n") == [*lines[:24], "… 2 more lines"]


def test_frames_of_the_library_that_is_named():
    """pandas and PyArrow make theirs in different ways."""
    study = accord.from_coders({"A": "aabb", "B": "abbb", "C": "abba"})
    found = accord.breakdown(study, "category", "pi")
    one, other = found.to_frame("pandas"), found.to_frame("pyarrow")
    assert isinstance(one, pd.DataFrame)
    assert isinstance(other, pa.Table)
    assert one.columns.tolist() == other.column_names
