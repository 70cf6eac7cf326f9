"""Tables as people have them: missing in every spelling, odd types, mistakes said in words."""

from datetime import date
from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import accord

MISSING = [None, float("nan"), "", pd.NA, pd.NaT, np.datetime64("NaT", "s"), Decimal("NaN")]


@pytest.mark.parametrize("cell", MISSING, ids=repr)
def test_missing_in_every_spelling(cell):
    """What a library writes for "nothing here" is an absent coding, never a category."""
    for study in (
        accord.from_wide([["x", "x"], ["y", cell]]),
        accord.codings([(0, 0, "x"), (0, 1, "x"), (1, 0, "y"), (1, 1, cell)]),
        accord.from_wide(np.array([["x", "x"], ["y", cell]], dtype=object)),
    ):
        assert study.rows() == [(0, 0, "x"), (0, 1, "x"), (1, 0, "y")]


@pytest.mark.parametrize(
    "column",
    [
        pd.array(["a", None, "b"], dtype="string"),
        pd.array([True, None, False], dtype="boolean"),
        pd.array([1, None, 2], dtype="Int64"),
        pd.array([0.5, None, 2], dtype="Float64"),
        pd.to_datetime(["2020-01-01", None, "2020-01-02"]),
        pd.Categorical(["a", None, "b"]),
        pl.Series(["a", None, "b"], dtype=pl.Categorical),
        pl.Series([date(2020, 1, 1), None, date(2020, 1, 2)]),
        pl.Series([True, None, False]),
    ],
    ids=lambda column: str(column.dtype),
)
def test_missing_in_every_type_of_column(column):
    """Nullable, categorical, boolean and date columns: two categories and one absent coding."""
    make = pl.DataFrame if isinstance(column, pl.Series) else pd.DataFrame
    study = accord.from_frame(make({"A": column, "B": column}), coders=["A", "B"])
    assert len(study) == 4
    assert len(study.categories) == 2
    assert accord.pi(study).value == 1


def test_masked_arrays_and_dates():
    """A masked cell is absent; times of any unit stay times."""
    masked = np.ma.masked_array([[1, 2], [1, 9]], mask=[[0, 0], [0, 1]])
    assert accord.from_wide(masked).rows() == [(0, 0, 1), (0, 1, 2), (1, 0, 1)]
    columns = {"A": masked[:, 0], "B": masked[:, 1]}
    assert len(accord.from_coders(columns)) == 3
    times = np.array([["2020-01-01", "NaT"]], dtype="datetime64[ns]")
    assert accord.from_wide(times).rows() == [(0, 0, times[0, 0])]


def test_types_that_declare_their_categories():
    """An Enum and an ordered Categorical give order and universe; a plain Categorical does not."""
    scale, labels = ["low", "mid", "high"], {"A": ["high", "low"], "B": ["high", "low"]}
    ordered = pd.CategoricalDtype(scale, ordered=True)
    for frame in (
        pl.DataFrame(labels, schema=dict.fromkeys("AB", pl.Enum(scale))),
        pd.DataFrame(labels, dtype=ordered),
    ):
        for study in (accord.from_frame(frame, coders=["A", "B"]), accord.from_wide(frame)):
            assert list(study.categories) == scale
            assert accord.alpha(study, distance="ordinal").value == 1
    plain = accord.from_wide(pd.DataFrame(labels, dtype="category"))
    assert not plain.declared
    long = pd.DataFrame(
        {"i": [0, 0], "c": ["A", "B"], "k": pd.Categorical(["low"] * 2, scale, ordered=True)}
    )
    assert len(accord.from_frame(long, item="i", coder="c", category="k").categories) == 3


def test_numbers_of_every_kind_are_numbers():
    """Whole and real columns, NumPy scalars and decimals make one scale."""
    expected = accord.alpha(accord.from_wide([[1, 1.5], [2, 2]]), distance="interval").value
    for study in (
        accord.from_coders({"A": np.array([1, 2]), "B": np.array([1.5, 2])}),
        accord.from_coders({"A": [np.int64(1), np.int32(2)], "B": [np.float32(1.5), 2]}),
        accord.from_wide([[Decimal(1), Decimal("1.5")], [Decimal(2), Decimal(2)]]),
        accord.from_frame(
            pd.DataFrame({"A": pd.array([1, 2], "Int64"), "B": [1.5, 2]}), coders=["A", "B"]
        ),
    ):
        assert accord.alpha(study, distance="interval").value == pytest.approx(expected)
    with pytest.raises(accord.AccordError, match="needs finite numbers, got inf"):
        accord.alpha(accord.from_wide([[1, np.inf], [2, 2]]), distance="interval")


def test_a_frame_is_a_wide_table():
    """The columns of a frame are coders, not rows; names and whole numbers alike."""
    rows = [(0, "A", "x"), (0, "B", "x"), (1, "A", "y"), (1, "B", "x")]
    labels = {"A": ["x", "y"], "B": ["x", "x"]}
    for frame in (pd.DataFrame(labels), pl.DataFrame(labels), pa.table(labels)):
        assert accord.from_wide(frame).rows() == rows
    unnamed = pd.DataFrame([["x", "x"], ["y", "x"]])
    assert accord.from_frame(unnamed, coders=[0, 1]).coders == [0, 1]


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: accord.from_wide({"A": ["x"], "B": ["x"]}), "use from_coders"),
        (lambda: accord.from_wide(["yes", "nay"]), "row 1 of a wide table is 'yes', which is one"),
        (lambda: accord.from_wide([1, 2]), "row 1 of a wide table is 1, which is one label"),
        (lambda: accord.from_wide([[1, 2]], coders=["A", "A"]), "'A' is listed twice"),
        (lambda: accord.from_wide([[1], [2]], items=["i", "i"]), "'i' is listed twice"),
        (lambda: accord.from_wide([[1, 2]], categories=[1, 2, np.nan]), "NaN cannot be a name"),
        (lambda: accord.from_confusion([[1, 0], [0, 1]], categories=["x", "x"]), "listed twice"),
        (lambda: accord.from_counts([[1, 1]], categories="xy", items=[1, 2]), "has 1 rows, but 2"),
        (lambda: accord.from_frame({"A": ["x"]}, coders=["A"]), "dict is not a data frame"),
        (
            lambda: accord.from_frame(pd.DataFrame([[1, 2]], columns=["A", "A"]), coders=["A"]),
            "the frame has two columns 'A'",
        ),
        (lambda: accord.from_wide(pl.LazyFrame({"A": [1]})), "this frame is lazy"),
    ],
)
def test_mistakes_are_said(make, says):
    """A table of the wrong form is refused in words, never read as another one."""
    with pytest.raises(accord.DataError, match=says):
        make()


def test_an_empty_study_has_no_interval():
    """Nothing to draw from: nan and the reason, no exception."""
    for method in ("bca", "percentile", "basic", "jackknife"):
        found = accord.interval(accord.codings([]), "pi", method=method)
        assert np.isnan(found.low)
        assert found.notes == ("no interval, because there is no value: there are no labels",)
    assert not len(accord.infer.replicates(accord.codings([]), "pi").values)


def test_results_print_as_tables():
    """print() shows breakdowns, matrices and skew as tables; in notebooks names are escaped."""
    study = accord.from_coders({"A": ["<x>", "y", "y"], "B": ["<x>", "y", "<x>"]})
    table = str(accord.infer.confusion_matrix(study, "A", "B"))
    assert table.splitlines() == ["A × B  <x>  y", "<x>    1    0", "y      1    1"]
    assert str(accord.breakdown(study, "category", "pi")).splitlines()[0].startswith("category  ")
    shown = str(accord.labels.skew(study))
    for part in ("π        0.3333", "PABAK", "Stuart–Maxwell χ²(1)", "prevalence"):
        assert part in shown
    for result in (
        accord.labels.skew(study),
        accord.infer.pair_matrix(study, "pi"),
        accord.infer.coincidence_matrix(study),
    ):
        assert "<x>" not in result._repr_html_()


def test_a_key_of_two_columns_keeps_its_documents(tmp_path):
    """Where document and sentence make the item, the document still groups the items."""
    table = ["document,sentence,coder,label"]
    table += [f"d{d},{s},{c},{'xy'[(d + s) % 2]}" for d in range(3) for s in range(4) for c in "AB"]
    (tmp_path / "acts.csv").write_text("\n".join(table))
    study = accord.read(tmp_path / "acts.csv")
    assert len(study.items) == 12
    assert sorted(set(study.about["document"])) == ["d0", "d1", "d2"]
    assert (
        "interval by 'document', which has only 3 groups (12 items)"
        in accord.interval(study, "pi").notes[0]
    )


def test_a_judge_that_never_gives_a_point_is_offered_as_a_coder(tmp_path):
    """Claude never says 4: columns do not share all points of the scale, and may be meant."""
    rows = ["question;gpt4_score;claude_score;human", "q1;4;5;4", "q2;3;3;2", "q3;5;5;5"]
    rows += ["q4;1;2;1", "q5;2;2;3", "q6;4;1;4"]
    (tmp_path / "judges.csv").write_text("\n".join(rows), "utf-8")
    with pytest.raises(accord.AccordError, match="gpt4_score, claude_score, human"):
        accord.read(tmp_path / "judges.csv")


@pytest.mark.parametrize("name", ["Cid", "cid", "Oberlechner"])
def test_a_coder_who_always_says_the_same_is_not_left_out(tmp_path, name):
    """Nobody is told to be something about the items for being called oddly and saying little."""
    rows = [f"item;Ann;Bob;{name}", "1;ja;nein;ja", "2;ja;ja;ja", "3;nein;nein;ja", "4;ja;ja;ja"]
    rows += ["5;nein;ja;ja", "6;ja;ja;ja"]
    (tmp_path / "votes.csv").write_text("\n".join(rows), "utf-8")
    with pytest.raises(accord.AccordError, match=f"Ann, Bob, {name}"):
        accord.read(tmp_path / "votes.csv")


def test_a_number_of_annotators_is_no_annotator(tmp_path):
    """`n_annotators` counts people; the columns of the models are what may be meant."""
    rows = [
        "id,gpt-4o,claude-3,n_annotators",
        "1,yes,yes,5",
        "2,no,yes,5",
        "3,no,no,4",
        "4,yes,no,5",
    ]
    (tmp_path / "models.csv").write_text("\n".join(rows), "utf-8")
    with pytest.raises(accord.AccordError, match="one column per coder: gpt-4o, claude-3"):
        accord.read(tmp_path / "models.csv")


def test_dates_are_labels_where_the_user_says_so(tmp_path):
    """Days in two coders' columns: asked about with the call, which then reads them by their text;
    a long table and sequences need no question, for there it is clear what a label is."""
    first = [date(2024, 1, 1 + at % 3) for at in range(8)]
    second = [date(2024, 1, 1 + 2 * at % 3) for at in range(8)]
    wanted = accord.kappa([*map(str, first)], [*map(str, second)]).value
    assert accord.kappa(first, second).value == wanted
    assert accord.kappa(np.array(first, "M8[ns]"), np.array(second, "M8[ns]")).value == wanted
    coders = {"item": range(8), "rater1": first, "rater2": second}
    for frame in (pd.DataFrame(coders), pl.DataFrame(coders)):
        with pytest.raises(
            accord.DataError, match="rater1 and rater2 contain dates or times"
        ) as asked:
            accord.kappa(frame)
        assert accord.kappa(frame, coders=["rater1", "rater2"]).value == wanted
    path = tmp_path / "days.csv"
    pd.DataFrame(coders).to_csv(path, index=False)
    assert accord.kappa(accord.read(path, **asked.value.readings[0])).value == wanted
    long = pd.DataFrame({"item": [*range(8)] * 2, "coder": ["A"] * 8 + ["B"] * 8})
    assert accord.kappa(long.assign(label=first + second)).value == wanted


@pytest.mark.parametrize(
    "text",
    [
        "item,yes,no\na,{n},1\nb,2,2\nc,1,3\n",
        "rater 1 / rater 2,x,y\nx,{n},1\ny,2,2\n",
        "item,label {n},label 2\na,x,y\nb,y,y\n",
    ],
)
def test_numbers_that_python_makes_none_of_are_no_counts(tmp_path, text):
    """5,000 digits are refused or asked about in one message, not a mistake in accord."""
    path = tmp_path / "large.csv"
    path.write_text(text.format(n="7" * 5000), "utf-8")
    with pytest.raises(accord.DataError):
        accord.read(path)
