"""A Parquet file is the CSV of the same table: the same codings, the same audit."""

import datetime
import io

import pytest
from tests.confirming import confirmed

import accord
from accord._read.door.given import File
from accord._read.door.read_options import Options
from accord._read.formats import json_table, parquet as parquet_reader
from accord._read.text.split_cells import SplitRows
from accord.errors import DataError

arrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")
csv = pytest.importorskip("pyarrow.csv")

LONG = {"item": [1, 1, 2, 2, 3, 3], "coder": list("ABABAB")}
TABLES = {
    "text": {**LONG, "label": ["x", "y", "x", "x", "y", "y"]},
    "missing": {**LONG, "label": ["x", None, "x", "x", None, "y"]},
    "whole numbers": {**LONG, "label": [1, 2, 1, 1, 10, 2]},
    "numbers and nothing": {**LONG, "label": [1.5, float("nan"), 1.0, None, 10.25, 2.0]},
    "digits as text": {**LONG, "label": ["1", "2", "1", "1", "10", "2"]},
    "about": {
        **LONG,
        "label": list("xyxyxy"),
        "day": [datetime.date(2020, 1, n) for n in LONG["item"]],
    },
    "wide": {"item": ["a", "b", "c"], "Ann": ["x", "y", None], "Bob": ["x", "x", "y"]},
    "units": {
        "document": list("ddd"),
        "coder": list("ABB"),
        "begin": [0, 1, 4],
        "end": [3, 3, 6],
        "label": list("xxy"),
    },
    "chains": {
        "document": list("ddd"),
        "coder": list("ABB"),
        "begin": [0, 0, 4],
        "end": [3, 3, 6],
        "chain": [1, 1, 1],
    },
    "masses": {"document": list("dd"), "coder": list("AB"), "masses": ["3 2", "2 3"]},
}


def _said(study):
    """The audit without what only a CSV has: its name and its delimiter."""
    notes = [note for note in study.audit.notes if not note.startswith("delimiter")]
    return study.audit.format, study.audit.rows, study.audit.dropped, notes


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "dictionary"])
@pytest.mark.parametrize("name", TABLES)
def test_parquet_reads_as_csv(tmp_path, name, packed):
    """Roles of columns, missing cells, numbers and audit are those of the same table in CSV."""
    table = arrow.table(TABLES[name])
    if packed:
        texts = [n for n in table.column_names if arrow.types.is_string(table[n].type)]
        for column in texts:
            at = table.column_names.index(column)
            table = table.set_column(at, column, table[column].dictionary_encode())
    parquet.write_table(table, tmp_path / "t.parquet")
    plain = {key: [None if v != v else v for v in values] for key, values in TABLES[name].items()}
    csv.write_csv(arrow.table(plain), tmp_path / "t.csv")
    one, two = confirmed(tmp_path / "t.csv"), confirmed(tmp_path / "t.parquet")
    assert type(two) is type(one)
    assert two == one
    assert _said(two) == _said(one)


def test_lists_are_sets_of_labels(tmp_path):
    """A column of lists is what JSON Lines with the same lists are."""
    labels = [["x"], ["x", "y"], [], ["y"], ["x"], None]
    parquet.write_table(arrow.table({**LONG, "label": labels}), tmp_path / "t.parquet")
    study = accord.read(tmp_path / "t.parquet")
    assert frozenset() in study.categories
    assert len(study) == 5
    assert "lists read as sets of labels" in study.audit.notes


def test_the_index_of_a_frame_is_no_column(tmp_path):
    """pandas keeps the numbers of rows that are left: they are no coder and no label."""
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(TABLES["wide"])[["item", "Ann", "Bob"]].iloc[[0, 2]]
    frame.to_parquet(tmp_path / "t.parquet")
    study = confirmed(tmp_path / "t.parquet")
    assert tuple(study.coders) == ("Ann", "Bob")
    assert "ignored the index of a pandas frame" in study.audit.notes


def test_counts_are_no_codings(tmp_path):
    """A file of counts is refused with what reads it."""
    study = accord.from_columns(LONG["item"], LONG["coder"], TABLES["text"]["label"])
    accord.scale.save(accord.scale.Tally.of(study), tmp_path / "counts.parquet")
    with pytest.raises(DataError, match=r"counts\.parquet: contains counts, not labels"):
        accord.read(tmp_path / "counts.parquet")


def test_a_table_beyond_the_limit_is_refused_before_it_is_read(tmp_path):
    """A million equal labels pack into nothing; the limit counts them as they would be read."""
    many = 1 << 17
    items, labels = [n // 2 for n in range(many)], ["y"] + ["x"] * (many - 1)
    table = arrow.table({"item": items, "coder": ["A", "B"] * (many // 2), "label": labels})
    out = io.BytesIO()
    parquet.write_table(table, out)
    path = tmp_path / "many.parquet"
    path.write_bytes(out.getvalue())
    assert path.stat().st_size < 24 * many
    with pytest.raises(DataError, match=r"Limits\(table="):
        accord.read(path, limits=accord.Limits(table=24 * many - 1))
    assert len(accord.read(path, item="item", coder="coder", category="label")) == many


COLUMNS = {
    "texts": ["b", "", None, "a", "b ", "b"],
    "whole": [3, -1, 3, 0, 2**40, 3],
    "rising": [-4, -4, 0, 2, 2, 7],
    "gaps": [3, None, 3, 0, None, 1],
    "parts": [0.0, -0.0, 1.5, float("nan"), None, 2.0],
    "truths": [True, False, None, True, True, False],
    "days": [
        datetime.date(2024, 1, 2),
        None,
        datetime.date(2024, 1, 2),
        datetime.date(1999, 12, 31),
        None,
        None,
    ],
}


def _file(folder):
    raw = (folder / "t.parquet").read_bytes()
    return File("t.parquet", lambda most: raw[:most])


@pytest.mark.parametrize("as_dictionary", [False, True])
def test_a_large_table_has_the_cells_of_a_small_one(tmp_path, monkeypatch, as_dictionary):
    """Read by columns or cell by cell, a table has the same cells, whatever their type, in row
    groups of their own, and rows count from 1."""
    table = arrow.table(COLUMNS)
    if as_dictionary:
        coded = table.column("texts").dictionary_encode()
        table = table.set_column(0, "texts", coded)
    parquet.write_table(table, tmp_path / "t.parquet", row_group_size=2)
    found = []
    for many in (10**9, 1):
        monkeypatch.setattr(parquet_reader, "MANY_ROWS", many)
        found.append(parquet_reader.read_parquet(_file(tmp_path), Options()))
    small, large = found
    assert isinstance(large.rows, SplitRows)
    assert not isinstance(small.rows, SplitRows)
    assert [*map(tuple, large.rows)] == [*map(tuple, small.rows)]
    assert (large.header, [*large.lines], large.notes) == (small.header, small.lines, small.notes)
    for name in small.header:
        assert list(large.column(name)) == list(small.column(name))


def test_large_tables_of_json_have_the_cells_of_small_ones(monkeypatch):
    """By columns or by rows, records make the same table; sets of labels keep their column."""
    records = [
        (at + 1, {"item": at // 2, "coder": "ab"[at % 2], "label": label, "tags": ["x"] * (at % 3)})
        for at, label in enumerate(["x", " x", None, "", 1.0, True, "1"])
    ]
    found = []
    for many in (10**9, 1):
        monkeypatch.setattr(json_table, "MANY_ROWS", many)
        found.append(json_table.table_of(records, "t.jsonl", Options().limits))
    small, large = found
    assert isinstance(large.rows, SplitRows)
    assert [*map(tuple, large.rows)] == [*map(tuple, small.rows)]
    assert (large.header, large.lines, large.lists) == (small.header, small.lines, small.lists)
    for name in small.header:
        assert list(large.column(name)) == list(small.column(name))


def test_large_tables_with_lists_are_read_cell_by_cell(tmp_path, monkeypatch):
    """What is nested is no cell of a column: sets of labels are read as before."""
    table = arrow.table({"item": [1, 2], "labels": [["a", "b"], ["a"]]})
    parquet.write_table(table, tmp_path / "t.parquet")
    monkeypatch.setattr(parquet_reader, "MANY_ROWS", 1)
    found = parquet_reader.read_parquet(_file(tmp_path), Options())
    assert found.lists == {"labels"}
    assert not isinstance(found.rows, SplitRows)
