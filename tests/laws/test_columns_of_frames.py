"""Columns of pandas and Polars give what the same labels in lists give, whatever holds them."""

import pickle

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import accord
from accord._read.door import records
from accord._read.formats import json_table
from accord.engine.label_arrays import counts_of_arrays
from accord.errors import DataError
from accord.kinds.labels import words
from accord.kinds.labels.cells import unwrapped
from accord.model.names import Names, RowNames

rng = np.random.default_rng(0)
FIRST = rng.integers(0, 3, 300)
SECOND = np.where(rng.random(300) < 0.7, FIRST, rng.integers(0, 3, 300))
GONE = rng.random(300) < 0.1

NAMES = {
    "whole numbers": [3, 1, 2],
    "large numbers": [2**60 + 1, 2**60, 5],
    "real numbers": [0.5, 1.0, 2.25],
    "truths": [True, False, True],
    "words": ["red", "green", "blue"],
}
PANDAS = {
    "whole numbers": ["Int64", "UInt8", "int64[pyarrow]", "category", "object"],
    "large numbers": ["Int64", "int64[pyarrow]", "category"],
    "real numbers": ["Float64", "double[pyarrow]", "category", "object"],
    "truths": ["boolean", "bool[pyarrow]", "category", "object"],
    "words": ["string", "string[pyarrow]", "category", "object"],
}
POLARS = {
    "whole numbers": [pl.Int64, pl.UInt8],
    "large numbers": [pl.Int64],
    "real numbers": [pl.Float64],
    "truths": [pl.Boolean],
    "words": [pl.String, pl.Categorical],
}


def lists(kind, gaps):
    """The labels of two coders in lists, with None where the first coder's is missing."""
    names = NAMES[kind]
    first = [None if gap and gaps else names[at] for at, gap in zip(FIRST, GONE, strict=True)]
    return first, [names[at] for at in SECOND]


CASES = [(kind, dtype) for kind, types in PANDAS.items() for dtype in types]
CASES += [(kind, dtype) for kind, types in POLARS.items() for dtype in types]


@pytest.mark.parametrize("gaps", [False, True], ids=["all there", "some missing"])
@pytest.mark.parametrize(("kind", "dtype"), CASES)
def test_a_column_is_its_labels(kind, dtype, gaps):
    """κ, its parts, its signature and the study are those of the lists; so are those of a frame
    that names its columns, and of one whose columns accord finds."""
    first, second = lists(kind, gaps)
    polars = not isinstance(dtype, str)
    make = (
        (lambda v: pl.Series(v, dtype=dtype)) if polars else (lambda v: pd.Series(v, dtype=dtype))
    )
    columns = [make(first), make(second)]
    wanted = accord.kappa(first, second)
    frame = (pl if polars else pd).DataFrame({"rater1": columns[0], "rater2": columns[1]})
    found = [
        accord.kappa(*columns),
        accord.kappa(frame, coders=["rater1", "rater2"]),
        accord.kappa(frame),
    ]
    for one in found:
        assert (one.value, one.A_o, one.A_e) == (wanted.value, wanted.A_o, wanted.A_e)
        assert one.signature == wanted.signature
    study = accord.from_coders({"A": unwrapped(columns[0]), "B": unwrapped(columns[1])})
    known = accord.from_coders({"A": first, "B": second})
    assert sorted(study.categories) == sorted(known.categories)
    assert (study.categories.numbers() is None) == (known.categories.numbers() is None)
    assert (study.item == known.item).all()
    labels = [np.array(list(one.categories), object)[one.category] for one in (study, known)]
    assert (labels[0] == labels[1]).all()


def test_words_and_truths_with_gaps_are_counted_as_they_are():
    """Labels in lists with None, NaN, NA or "" are counted without a study, and rightly."""
    for gap in (None, np.nan, pd.NA, ""):
        first = ["a", gap, "b", "b", "a"]
        second = ["a", "a", "b", "a", gap]
        counts = counts_of_arrays(first, [second])
        study = accord.from_coders({"A": first, "B": second})
        assert counts.categories == study.categories
        assert accord.kappa(counts).value == accord.kappa(study).value
    arrays = np.array([True, False, False]), np.array([True, False, True])
    for first, second in (([True, None, False], [True, False, True]), arrays):
        truths = counts_of_arrays(first, [second])
        assert [*map(type, truths.categories)] == [bool, bool]
    same = np.array([True, True])
    assert list(counts_of_arrays(same, [same]).categories) == [True]
    assert counts_of_arrays([True, 1, "a"], [[True, 1, "a"]]) is None


def _label(*parts):
    """A text in an object of its own, as a program that splits lines makes them."""
    return "".join(parts)


CELLS = {
    "texts": ["yes", "no", _label("y", "es"), "maybe"],
    "some missing": ["yes", None, "no", "yes"],
    "some empty": ["no", "", None, "yes"],
    "space around": [" yes", "yes ", "no", "no"],
    "signs of what is missing": ["yes", "NA", "no", None],
    "numbers as texts": ["1", "2", "01", None],
    "numbers beside texts": ["3", 3, "2", 2],
    "truths beside texts": [True, 1, "yes", "1"],
    "not a number": [float("nan"), "yes", "no", None],
    "pandas' own": [pd.NA, "yes", "no", pd.NA],
    "many": [f"w{at}" for at in range(40)],
}
HOLD = {
    "objects": lambda c: pd.DataFrame(c, dtype=object),
    "pandas": lambda c: pd.DataFrame(c, dtype="string"),
    "Arrow in pandas": lambda c: pd.DataFrame(c, dtype="string[pyarrow]"),
    "Polars": lambda c: pl.DataFrame(c, strict=True),
    "Arrow": pa.table,
}


@pytest.mark.parametrize("hold", HOLD)
@pytest.mark.parametrize("cells", CELLS)
def test_a_long_frame_is_read_as_a_short_one(cells, hold, monkeypatch):
    """Columns whose texts come as numbers are the same study, with the same notes and errors, as
    columns that are looked at cell by cell."""
    values = CELLS[cells] * 10
    columns = {"ann": values, "bob": values[1:] + values[:1], "cem": values[::-1]}
    try:
        frame = HOLD[hold](columns)
    except (TypeError, ValueError, pa.ArrowException, pl.exceptions.PolarsError):
        return  # it holds no such cells

    def read(many):
        monkeypatch.setattr(records, "MANY_ROWS", many)
        monkeypatch.setattr(json_table, "MANY_ROWS", many)
        try:
            study, value = accord.from_records(frame), accord.alpha(frame)
        except DataError as error:
            return str(error)
        notes = (study.audit.notes, [*map(type, study.categories)])
        return study, notes, [[*names] for names in (study.items, study.categories)], value.D_o

    monkeypatch.setattr(words, "ROWS_THAT_TELL", 3)
    assert read(1) == read(10**9)


def test_names_of_rows_are_their_numbers_in_words():
    """Items that nothing names are called by their rows, as texts, however they are asked for."""
    names = RowNames(12)
    listed = [str(row) for row in range(1, 13)]
    assert ([*names], len(names), names[-1], names[3:5]) == (listed, 12, "12", ["4", "5"])
    held = Names(names)
    assert held.are_rows()
    assert not held.all_numbers()
    assert not Names(listed).are_rows()
    assert held.numbers() is None
    assert held == Names(listed)
    assert held.index("7") == 6
    assert held.take([2, 0]) == Names(["3", "1"])
    assert held[2:4] == Names(["3", "4"])
    assert pickle.loads(pickle.dumps(held)) == held
    with pytest.raises(IndexError):
        held[12]
