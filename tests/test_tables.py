"""Codings from every kind of table: the same study, whatever it came from."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import accord
from accord._measure.catalogue import MEASURES

ROWS = [("i1", "A", "x"), ("i1", "B", "y"), ("i2", "A", "y"), ("i2", "B", "y"), ("i3", "A", "x")]
STUDY = accord.codings(ROWS)


def test_long_rows():
    """Rows in any order give the same study, sorted by item and coder as first met."""
    assert STUDY.rows() == ROWS
    assert accord.kappa(accord.codings(reversed(ROWS))).value == accord.kappa(STUDY).value


def test_wide_table_and_plain_lists():
    """A wide table, a mapping of coders and long rows are the same study."""
    wide = accord.from_wide(
        [["x", "y"], ["y", "y"], ["x", None]], items=["i1", "i2", "i3"], coders=["A", "B"]
    )
    lists = accord.from_coders(
        {"A": ["x", "y", "x"], "B": ["y", "y", None]}, items=["i1", "i2", "i3"]
    )
    assert wide == lists == STUDY


@pytest.mark.parametrize(
    "frame", [pd.DataFrame, pl.DataFrame, pa.table], ids=["pandas", "polars", "arrow"]
)
def test_data_frames(frame):
    """Long and wide frames of pandas, Polars and PyArrow."""
    item, coder, label = (list(column) for column in zip(*ROWS, strict=True))
    long = frame({"task": item, "who": coder, "label": label})
    assert accord.from_frame(long, item="task", coder="who", category="label") == STUDY
    wide = frame({"task": ["i1", "i2", "i3"], "A": ["x", "y", "x"], "B": ["y", "y", None]})
    assert accord.from_frame(wide, item="task", coders=["A", "B"]) == STUDY
    with pytest.raises(accord.DataError, match="no column 'rater'; the frame has task, who, label"):
        accord.from_frame(long, item="task", coder="rater", category="label")
    with pytest.raises(accord.DataError, match="name the columns"):
        accord.from_frame(long, item="task")


def test_frames_with_missing_numbers():
    """NaN and null in numeric columns are missing codings, not categories."""
    table = {"A": [1.0, 2.0, None], "B": [1.0, None, 3.0]}
    for frame in (pd.DataFrame(table), pl.DataFrame(table), pa.table(table)):
        study = accord.from_frame(frame, coders=["A", "B"])
        assert len(study) == 4
        assert list(study.categories) == [1.0, 2.0, 3.0]


def test_contingency_and_agreement_tables():
    """A contingency table keeps coders, an agreement table only counts."""
    table = accord.from_confusion([[3, 1], [0, 2]], categories=["x", "y"])
    assert accord.labels.confusion(table).tolist() == [[3, 1], [0, 2]]
    counts = accord.from_counts([[2, 0]] * 3 + [[1, 1]] + [[0, 2]] * 2, categories=["x", "y"])
    assert accord.pi(counts).value == pytest.approx(accord.pi(table).value)
    with pytest.raises(
        accord.DataError, match=r"must have counts, found 0\.5; multiply proportions"
    ):
        accord.from_confusion([[0.5, 0.5], [0, 0]], categories=["x", "y"])


@pytest.mark.parametrize("build", [accord.from_confusion, accord.from_counts])
def test_counts_that_would_fill_the_memory_are_refused(build):
    """Coordinates tried as votes add up to billions of codings; one below the limit is held."""
    with pytest.raises(accord.DataError, match=r"counts 5e\+07 labels; at most 50,000,000"):
        build([[50_000_000, 0], [0, 1]], categories=["x", "y"])
    assert len(build([[3, 0], [0, 1]], categories=["x", "y"])) in (4, 8)


def test_coordinates_are_not_counted_as_votes(tmp_path):
    """A table of places with whole numbers in metres is asked about or refused, at once."""
    rows = [f"{n},{n % 7},{582_865 + 37 * n},{6_706_649 - 53 * n}" for n in range(300)]
    path = tmp_path / "places.csv"
    path.write_text("\n".join(["rownames,weather,XC,YC", *rows]))
    with pytest.raises(accord.DataError):
        accord.read(path)


def test_strings_numbers_and_arrays_factorise_alike():
    """A million-row path and a small path give the same categories."""
    rng = np.random.default_rng(0)
    labels = rng.choice(np.array(["noun", "verb", "ütterance", "x"]), (3000, 2))
    big = accord.from_wide(labels)
    small = accord.from_wide(labels.tolist())
    assert accord.kappa(big).value == accord.kappa(small).value
    assert set(big.categories) == set(small.categories)
    numbers = rng.integers(-3, 4, (500, 3))
    assert list(accord.from_wide(numbers).categories) == sorted(set(numbers.ravel().tolist()))
    assert accord.from_wide(numbers).rows() == accord.from_wide(numbers.astype(float)).rows()


def test_large_whole_numbers_are_kept():
    """Identifiers beyond 32 bits, as integers or floats, and truth values are not garbled."""
    for values in ([2**40, 2**40 + 3], [2.0**40, 2.0**40 + 3], [-(2**35), -(2**35) + 1]):
        assert list(accord.from_wide(np.array([values, values])).categories) == values
    assert list(accord.from_wide(np.array([[True, False]])).categories) == [False, True]
    assert list(accord.from_wide(np.array([[True, True]])).categories) == [True]


def test_take_and_only():
    """Repeats are allowed in take; only keeps the order it is given."""
    twice = STUDY.take([1, 1, 0])
    assert [row[0] for row in twice.rows()] == ["i2", "i2", "i2", "i2", "i1", "i1"]
    swapped = STUDY.only([1, 0])
    assert list(swapped.coders) == ["B", "A"]
    assert swapped.rows()[0] == ("i1", "B", "y")


def test_shapes_are_checked():
    """Ragged rows, unequal lists and wrong names are refused with what was found."""
    with pytest.raises(accord.DataError, match="row 2 has 1 values, the first has 2"):
        accord.from_wide([[1, 2], [1]])
    with pytest.raises(accord.DataError, match="'A': 2, 'B': 1"):
        accord.from_coders({"A": [1, 2], "B": [1]})
    with pytest.raises(accord.DataError, match="needs three values"):
        accord.codings([("i1", "A")])
    with pytest.raises(accord.DataError, match="the coder is missing"):
        accord.codings([("i1", None, "x")])
    with pytest.raises(accord.DataError, match=r"row 1: \['x'\] is not a label; .* give a set"):
        accord.codings([("i1", "A", ["x"])])
    with pytest.raises(accord.AccordError, match="works with Codings; got list"):
        MEASURES["pi"].compute([[1, 2]])


def test_agreement_shows_itself():
    """An Agreement prints its parts and signature, and escapes names in a notebook."""
    result = accord.kappa(STUDY)
    assert "kappa|d:nominal|i:3|c:2|k:2|missing:available|v:" in str(result)
    assert "<table>" in result._repr_html_()
    hostile = accord.codings([("i", "A", "<script>"), ("i", "B", "y")])
    assert "<script>" not in hostile._repr_html_()
    assert float(result) == result.value


def test_sets_of_labels_may_be_any_sets():
    """A set that can change is taken for the same labels frozen; a gap stays a gap."""
    loose = accord.from_coders({"A": [{"x"}, {"x", "y"}, None], "B": [{"x"}, {"x"}, set()]})
    frozen = {
        "A": [frozenset("x"), frozenset("xy"), None],
        "B": [*map(frozenset, "xx"), frozenset()],
    }
    assert loose == accord.from_coders(frozen)


def test_nothing_is_not_below_zero():
    """A value that is 0 but for rounding is printed without a sign."""
    study = accord.from_coders({"A": [{"a"}, {"a", "b"}], "B": [{"a"}, {"a"}]})
    assert "-0.0000" not in str(accord.alpha(study, distance="masi"))
