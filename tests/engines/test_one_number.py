"""One table, one number: read, counted from CSV or Parquet, or counted by any engine."""

import csv
import io
from functools import partial
from itertools import count as numbers

import pandas as pd
import pytest
from hypothesis import HealthCheck, example, given, settings, strategies as st
from tests.engines.conftest import ENGINES

import accord
from accord.engine.count_files import count
from accord.errors import AccordError, DataError

CELLS = st.one_of(
    st.sampled_from(
        [
            "x",
            "y",
            " x",
            "x ",
            "\tx",
            "x\u00a0",
            "\u3000y",
            "X",
            "true",
            "TRUE",
            "True",
            "1",
            "1.0",
            "01",
            "+1",
            "1e0",
            "1,5",
            "1,50",
            "2",
            "-0",
            "0",
            "",
            " ",
            "NA",
            "null",
            "None",
            "nan",
            "inf",
            "1_0",
            '"x"',
            '"',
            "'x'",
            "a,b",
            "a;b",
            "a|b",
            "x\ny",
            "é",
            "e\u0301",
            "9" * 30,
            "0x1",
            "2020-01-01",
            "ﬁ",
            "=1+1",
            "#x",
            "\\N",
            "x\\",
        ]
    ),
    st.text(st.characters(codec="utf-8", exclude_characters="\x00\r"), max_size=3),
)
TABLES = st.lists(st.tuples(CELLS, CELLS), min_size=2, max_size=5)
FOLDERS = numbers()
ONCE = {"suppress_health_check": [HealthCheck.function_scoped_fixture], "deadline": None}
SOME = settings.default.max_examples // 3  # before a release more than every time


def told(make):
    """The number, its parts and its counts; what is refused is "refused"."""
    try:
        found = accord.pi(make())
    except AccordError:
        return "refused"
    counts = [found.counts[key] for key in "ick"]
    if found.undefined is not None:
        return None, None, counts
    return round(found.observed, 12), round(found.expected, 12), counts


def _long(rows):
    # names of items and coders have spaces around them, too
    names = [
        (f"i{at}" + " " * (at % 2 * (coder == "A")), coder + " " * (at % 3 == 1))
        for at in range(len(rows))
        for coder in "AB"
    ]
    labels = [label for row in rows for label in row]
    return pd.DataFrame(
        {
            "item": [item for item, _ in names],
            "coder": [coder for _, coder in names],
            "label": labels,
        }
    )


def _wide(rows):
    return pd.DataFrame(
        {
            "item": [f"i{at}" for at in range(len(rows))],
            "rater A": [row[0] for row in rows],
            "rater B": [row[1] for row in rows],
        }
    )


COLUMNS = {
    _long: {"item": "item", "coder": "coder", "category": "label"},
    _wide: {"item": "item", "coders": ["rater A", "rater B"]},
}


def _csv(frame):
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([list(frame.columns), *frame.itertuples(index=False)])
    return text.getvalue()


def _files(frame, folder):
    """The table as files."""
    folder.mkdir()
    (folder / "t.csv").write_text(_csv(frame), "utf-8", newline="")
    frame.to_parquet(folder / "t.parquet", index=False)
    frame.to_json(folder / "t.jsonl", orient="records", lines=True)
    return folder


@pytest.mark.parametrize("shape", [_long, _wide])
@settings(max_examples=SOME, **ONCE)
@given(rows=TABLES)
@example(rows=[(" x", "x"), ("y", "y")])
@example(rows=[("true", "TRUE"), ("y", "y")])
@example(rows=[("1.0", "1"), ("2", "2")])
@example(rows=[("x\u00a0", "x"), ("y", "y")])
def test_files_give_one_number(rows, shape, tmp_path):
    """The same table as CSV, Parquet and JSON, read or counted: the same parts, or all refuse."""
    folder = _files(shape(rows), tmp_path / str(next(FOLDERS)))
    plain = not any(mark in cell for row in rows for cell in row for mark in ',;|\t"\n')
    for columns in (
        {},
        COLUMNS[shape],
    ):  # found, and named: found, labels may be too odd to be sure
        _one_number(folder, columns, plain)


def _one_number(folder, columns, plain):
    wanted = told(lambda: accord.read(folder / "t.parquet", **columns))
    assert told(lambda: accord.read(folder / "t.jsonl", **columns)) == wanted
    assert told(lambda: count(folder / "t.parquet", **columns)) == wanted
    read = told(lambda: accord.read(folder / "t.csv", **columns))
    assert told(lambda: count(folder / "t.csv", **columns)) == read
    if plain:
        assert read == wanted


@pytest.mark.parametrize("shape", [_long, _wide])
@pytest.mark.parametrize("name", ["pandas", "polars", "duckdb"])
@settings(max_examples=10, **ONCE)
@given(rows=TABLES)
@example(rows=[(" x", "x"), ("y", "y")])
def test_engines_give_the_number_of_the_file(rows, shape, name, tmp_path):
    """A table of text in an engine is the same table as in a file."""
    frame = shape(rows)
    folder = tmp_path / str(next(FOLDERS))
    folder.mkdir()
    frame.to_parquet(folder / "t.parquet", index=False)
    columns = COLUMNS[shape]
    wanted = told(lambda: accord.read(folder / "t.parquet", **columns))
    assert told(lambda: count(ENGINES[name](frame), **columns)) == wanted


TYPED = {
    "text": st.sampled_from(["1", " 1", "1.0", "2", "2.5", "true", "True", "x", "", None]),
    "number": st.sampled_from([1.0, 2.0, 2.5, -3.0, 1e16, None]),
    "whole": st.sampled_from([1, 2, -3, 10**16]),
    "truth": st.sampled_from([True, False, None]),
}
KINDS = {"text": "object", "number": "float64", "whole": "int64", "truth": "boolean"}


@st.composite
def typed_tables(draw):
    """One column for each coder, each of a type of its own."""
    size = draw(st.integers(2, 5))
    columns = {"item": [f"i{at}" for at in range(size)]}
    for coder in "AB":
        kind = draw(st.sampled_from(sorted(TYPED)))
        cells = draw(st.lists(TYPED[kind], min_size=size, max_size=size))
        columns[coder] = pd.array(cells, dtype="boolean") if kind == "truth" else cells
        if kind != "truth":
            columns[coder] = pd.Series(cells, dtype=KINDS[kind])
    return pd.DataFrame(columns)


@settings(max_examples=SOME, **ONCE)
@given(frame=typed_tables())
@example(frame=pd.DataFrame({"item": ["i", "j"], "A": [1, 2], "B": [1.0, 2.0]}))
@example(frame=pd.DataFrame({"item": ["i", "j"], "A": [1, 2], "B": ["1", "x"]}))
def test_columns_of_different_types_give_one_number(frame, tmp_path):
    """1, 1.0 and the text "1" are one label, whoever reads the columns."""
    folder = tmp_path / str(next(FOLDERS))
    folder.mkdir()
    frame.to_parquet(folder / "t.parquet", index=False)
    columns = {"item": "item", "coders": ["A", "B"]}
    wanted = told(lambda: accord.read(folder / "t.parquet", **columns))
    assert told(lambda: count(folder / "t.parquet", **columns)) == wanted
    for name in ("polars", "duckdb"):
        assert told(lambda: count(ENGINES[name](frame), **columns)) == wanted, name  # noqa: B023


AWKWARD = [(" x", "x"), ("true", "TRUE"), ("1.0", "1"), ("", "y"), ("x\u00a0", "x"), ("NA", "NA")]


@pytest.mark.parametrize("shape", [_long, _wide])
def test_every_engine_gives_the_number_of_the_file(every_engine, shape, tmp_path):
    """One awkward table through all engines, the slow ones, too."""
    frame = shape(AWKWARD)
    frame.to_parquet(tmp_path / "t.parquet", index=False)
    columns = COLUMNS[shape]
    _same(tmp_path / "t.parquet", every_engine(frame), columns)


def _same(path, held, columns):
    """What engine and file ask about NA is the same, and so is the number of every answer."""
    asked = []
    for make in (partial(accord.read, path), partial(count, held)):
        with pytest.raises(DataError, match="whether 'NA' is a label or means “missing”") as no:
            make(**columns)
        asked.append(no.value)
    assert [*asked[0].readings[0]] == ["absent"]
    assert [*asked[0].readings[1]] == ["categories"]
    one, two = ([{k: {*v} for k, v in r.items()} for r in e.readings] for e in asked)
    assert one == two
    for answer in asked[0].readings:
        wanted = told(lambda: accord.read(path, **columns, **answer))  # noqa: B023
        assert wanted != "refused"
        assert told(lambda: count(held, **columns, **answer)) == wanted  # noqa: B023


def test_spark_gives_the_number_of_the_file(spark, tmp_path):
    """The same on Spark."""
    frame = _long(AWKWARD)
    frame.to_parquet(tmp_path / "t.parquet", index=False)
    columns = {"item": "item", "coder": "coder", "category": "label"}
    _same(tmp_path / "t.parquet", spark.createDataFrame(frame), columns)


def test_the_index_of_a_frame_is_no_coder(tmp_path):
    """What pandas keeps beside the columns is left out, read or counted."""
    frame = pd.DataFrame({"rater A": [*"xyx"], "rater B": [*"xyy"]}, index=[2, 4, 5])
    frame.to_parquet(tmp_path / "t.parquet")
    wanted = told(lambda: accord.read(tmp_path / "t.parquet"))
    assert told(lambda: count(tmp_path / "t.parquet")) == wanted
    assert wanted[2][1] == 2


def test_an_existing_name_is_never_a_pattern(tmp_path):
    """a[1].parquet is itself, not a1.parquet."""
    _long([("x", "y"), ("y", "x")]).to_parquet(tmp_path / "a1.parquet", index=False)
    _long([("x", "x"), ("y", "y")]).to_parquet(tmp_path / "a[1].parquet", index=False)
    for name in ("a[1].parquet", "a[1].csv"):
        if name.endswith("csv"):
            (tmp_path / name).write_text(_csv(_long([("x", "x"), ("y", "y")])), "utf-8")
            (tmp_path / "a1.csv").write_text(_csv(_long([("x", "y"), ("y", "x")])), "utf-8")
        assert [accord.pi(make(tmp_path / name)).A_o for make in (count, accord.read)] == [1, 1]
        assert accord.pi(count(tmp_path / name.replace("[1]", "?"))).A_o == 0
