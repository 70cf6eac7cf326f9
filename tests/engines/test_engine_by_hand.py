"""What engines are told and say, in small pieces worked out by hand."""

import numpy as np
import pytest

import accord
from accord.engine.duckdb_files import source_of
from accord.engine.label_arrays import ROWS_THAT_TELL, counts_of_arrays


def test_several_files_are_called_by_the_first():
    """By its name without the folder, and how many more there are."""
    assert source_of(["/data/a.parquet"]) == "a.parquet"
    assert source_of(["/data/a.parquet", "/data/b.parquet"]) == "a.parquet and 1 more"


def _alpha(first, second, *more):
    labels = {str(n): list(each) for n, each in enumerate((first, second, *more))}
    return accord.alpha(accord.from_coders(labels), distance="nominal").value


def test_arrays_of_many_rows_are_counted_one_by_one():
    """Two arrays of more rows than tell what labels there are: the counts are those of all rows,
    also where a label comes last."""
    n = ROWS_THAT_TELL + 50
    one, two = np.arange(n) % 3, np.arange(n) % 2
    one[-1] = 3
    found = counts_of_arrays(one, [two])
    assert accord.alpha(found, distance="nominal").value == pytest.approx(_alpha(one, two))


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize(("coders", "labels", "who"), [(4, 3, True), (4, 3, False), (12, 9, False)])
def test_a_table_of_numbers_is_counted_by_rows(native, who, coders, labels, monkeypatch):
    """Items × coders in one array, with the core and without; few patterns, and too many for all
    of them to be listed, where nobody must be known."""
    if not native:
        monkeypatch.setattr("accord.native.core", lambda: None)
    rng = np.random.default_rng(1)
    table = rng.integers(labels, size=(700, coders))
    found = counts_of_arrays(table, [], who)
    wanted = _alpha(*table.T.tolist())
    assert accord.alpha(found, distance="nominal").value == pytest.approx(wanted)


def test_texts_are_counted_unless_numpy_made_them_of_what_is_missing():
    """Words are; "nan" in an array of text is nobody's label for certain."""
    one, two = np.array(["x", "y", "x"]), np.array(["x", "y", "y"])
    assert accord.pi(counts_of_arrays(one, [two])).value == pytest.approx(
        accord.pi(accord.from_coders({"A": "xyx", "B": "xyy"})).value
    )
    assert counts_of_arrays(np.array(["x", "nan", "x"]), [two]) is None
