"""A frame whose columns nobody names: the call is the declaration, and what was taken is said."""

import logging

import numpy as np
import pandas as pd
import polars as pl
import pytest

import accord
from accord.errors import DataError

LABELS = {
    "A": ["x", "y", "z", "x", "y", "z", "x", "y", "x", "z", "x", "y"],
    "B": ["x", "y", "z", "x", "y", "x", "x", "y", "x", "z", "y", "y"],
}
MANY = 12


def test_columns_that_share_their_labels_are_coders(caplog):
    """A column of distinct values is the item; the log and the result say what was taken."""
    frame = pd.DataFrame({"id": range(MANY), **LABELS})
    expected = accord.kappa(LABELS["A"], LABELS["B"])
    with caplog.at_level(logging.INFO, logger="accord"):
        found = accord.kappa(frame)
    assert found == expected
    assert "coders=A,B" in caplog.text
    assert caplog.text.count("coders=") == 1
    assert any("item=id coders=A,B" in note for note in found.detail["read"])
    assert accord.kappa(pl.DataFrame(frame.to_dict("list"))) == expected


def test_columns_with_other_labels_are_an_error_that_names_the_coders():
    """Another question beside the coders' columns: who they are must be said, and then is read."""
    stance = ["pro", "con"] * (MANY // 2)
    frame = pd.DataFrame({"id": range(MANY), **LABELS, "stance": stance})
    with pytest.raises(DataError, match=r"'stance' has other labels .* `coders=\['A', 'B'\]`"):
        accord.kappa(frame)
    expected = accord.kappa(LABELS["A"], LABELS["B"])
    assert accord.kappa(frame, item="id", coders=["A", "B"]) == expected
    beside = frame.drop(columns="stance").assign(language=["de", "en"] * (MANY // 2), note="?")
    assert accord.kappa(beside) == expected  # what is about items is about items


@pytest.mark.parametrize("names", [("anna", "ben"), ("rater1", "rater2"), ("A", "B")])
def test_programs_beside_people_are_left_out_and_said(names, caplog):
    """gpt-4 and Llama are no people: left out, with a warning in the log and a note."""
    people = dict(zip(names, LABELS.values(), strict=True))
    models = {"gpt-4": LABELS["A"], "llama3": ["x"] * MANY, "claude": LABELS["B"]}
    frame = pd.DataFrame({"id": range(MANY), **people, **models})
    with caplog.at_level(logging.WARNING, logger="accord"):
        found = accord.alpha(frame, distance="nominal")
    assert found == accord.alpha(*LABELS.values(), distance="nominal")
    assert "'gpt-4', 'llama3', 'claude' left out" in caplog.text
    assert any("left out: programs" in note for note in found.detail["read"])
    alone = pd.DataFrame({"id": range(MANY), "gpt-4": LABELS["A"], "llama3": LABELS["B"]})
    assert accord.alpha(alone, distance="nominal") == found  # programs alone are the coders


def test_a_person_may_be_called_claude():
    """Without another program beside, a name that people have is a person's."""
    frame = pd.DataFrame({"id": range(MANY), "Anna": LABELS["A"], "Claude": LABELS["B"]})
    assert accord.kappa(frame).counts["c"] == 2


@pytest.mark.parametrize("stem", ["r", "rater_", "Rater "])
def test_the_first_of_numbered_raters_is_no_item(stem):
    """Distinct numbers of r1 beside r2, r3 and r4 are ratings, not the names of items."""
    first = np.arange(MANY)
    columns = [first, np.r_[first[:-1], 5], np.r_[first[:-2], 5, 5], first // 2]
    frame = pd.DataFrame({f"{stem}{n}": column for n, column in enumerate(columns, start=1)})
    found = accord.alpha(frame, distance="interval")
    assert found.counts["c"] == 4
    assert found.value == pytest.approx(accord.alpha(*columns, distance="interval").value)


@pytest.mark.parametrize("lost", [np.nan, None, "NA"])
def test_text_that_numpy_makes_of_missing_cells_is_missing(lost):
    """np.array(["x", nan]) holds the text "nan": missing, with a warning; in lists and where it is
    declared it is a label."""
    cells = [["x", "y"], ["x", lost], ["y", "y"], ["y", "x"], ["x", "x"]]
    expected = accord.kappa([["x", "y"], ["x", None], *cells[2:]])
    table = np.array(cells, dtype=str)
    with pytest.warns(UserWarning, match="read as missing, because NumPy writes it so"):
        assert accord.kappa(table) == expected
    with pytest.warns(UserWarning, match="read as missing"):
        assert accord.kappa(*table.T) == expected
    with pytest.warns(UserWarning, match="read as missing"):
        assert accord.kappa(table[:, 0].astype("U9"), table[:, 1]) == expected
    text = str(table[1, 1])
    assert accord.kappa(table.tolist()).counts["k"] == 3
    assert accord.kappa(table, categories=["x", "y", text]).counts["k"] == 3


def test_many_rows_of_text_say_so_too():
    """The fast way for long arrays says the same as the slow one."""
    one = np.array(["x", "y", "nan", "x"] * 5000)
    other = np.array(["x", "y", "x", "y"] * 5000)
    with pytest.warns(UserWarning, match="'nan' in an array of text"):
        found = accord.kappa(one, other)
    assert found.counts["k"] == 2


def test_a_number_beside_its_text_is_said():
    """3 and "3" are two labels, which hardly anybody means."""
    with pytest.warns(UserWarning, match="3 and '3' are two labels each"):
        accord.kappa([3, "3", 2, 1], [3, 3, 2, 1])


def test_a_number_and_its_text_in_one_column_are_one_label_and_said(caplog):
    """As in a file; numbers that have no text of theirs beside them say nothing."""
    frame = pd.DataFrame({"A": [4, "3", 3, 1], "B": [4, 3, "3", 1]}, dtype=object)
    assert accord.alpha(frame, distance="nominal").value == 1.0
    said = [record.getMessage() for record in caplog.records]
    assert said == ["'A' has 3 and '3', which are one label here"]
    caplog.clear()
    frame = pd.DataFrame({"A": [4, "x", 3, 1], "B": [4, "x", 3, 1]}, dtype=object)
    assert accord.alpha(frame, distance="nominal").value == 1.0
    assert not caplog.records


def test_a_number_and_its_text_in_rows_are_two_labels_and_said():
    """Rows of a study keep what they are given."""
    with pytest.warns(UserWarning, match="3 and '3' are two labels each"):
        accord.codings([("i", "A", 3), ("i", "B", "3"), ("j", "A", 3), ("j", "B", 3)])
