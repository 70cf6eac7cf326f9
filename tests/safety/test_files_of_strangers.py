"""Names are names, tables are inert, keys stand once, and stored results are what they seem."""

import csv
import io
import json
import re
from pathlib import Path

import pyarrow as arrow
import pytest
from hypothesis import given, strategies as st
from pyarrow import parquet

import accord
from accord._read.formats.delimited import guarded, parse_delimited, write_rows
from accord.errors import DataError
from accord.tasks import Tasks
from tests.cli.commands import called
from tests.safety.sessions import DATA, FILES, LABELS, NAME, SESSIONS, hostile_folder


def _coded(labels):
    return {"item": [1, 1, 2, 2], "coder": list("ABAB"), "category": list(labels)}


@pytest.mark.parametrize("name", ["a[1]", "b*", "c?", "d[", "e]", "f{1,2}", "g\\h"])
@pytest.mark.parametrize("more", [[], ["--engine", "duckdb"]], ids=["read", "engine"])
@pytest.mark.parametrize("suffix", [".parquet", ".csv"])
def test_an_existing_name_is_no_pattern(capsys, tmp_path, monkeypatch, name, more, suffix):
    """The file that is named is measured, not the one that its name would match."""
    monkeypatch.chdir(tmp_path)
    decoys = ["a1", "bx", "cx", "f1", "gh"]
    for stem, labels in [(name, "xxyy"), *((decoy, "xyyx") for decoy in decoys)]:
        if suffix == ".csv":
            columns = [map(str, column) for column in _coded(labels).values()]
            text = "\n".join(map(",".join, zip(*columns, strict=True)))
            (tmp_path / (stem + suffix)).write_text(f"item,coder,category\n{text}\n")
        else:
            parquet.write_table(arrow.table(_coded(labels)), tmp_path / (stem + suffix))
    out = called(capsys, "measure", name + suffix, "-m", "percent", "-q", "--json", *more).out
    assert json.loads(out)[0]["value"] == 1.0
    if not more:
        called(capsys, "count", name + suffix, "-o", "counts.parquet", "-q")
        out = called(capsys, "measure", "counts.parquet", "-m", "percent", "-q", "--json").out
        assert json.loads(out)[0]["value"] == 1.0


FORMULA = st.from_regex(r"'{0,2}[ ]?[=+\-@|%\t\r][a-z0-9.'=]{0,4}", fullmatch=True)


@given(st.lists(FORMULA | st.text(max_size=5), min_size=1, max_size=8), st.sampled_from(",\t"))
def test_what_is_written_is_inert_and_reads_back(cells, delimiter):
    """No cell begins a formula, and the reader gives the same cells: apostrophes that were put
    there go, those that were there stay."""
    stream = io.StringIO()
    cells = [cell.replace("\x00", "") or "x" for cell in cells]
    if not any(cell.strip() for cell in cells):
        return
    header = [f"column {n}" for n in range(len(cells))]
    write_rows(stream, [header, cells, cells], delimiter)
    table = parse_delimited(stream.getvalue(), "x.csv", delimiter=delimiter)
    assert [list(row) for row in table.rows] == [cells, cells]


def test_bare_formulas_keep_apostrophes():
    """In a table that nobody guarded, '=x and =x are two labels and stay two."""
    table = parse_delimited("item,label\n1,'=x\n2,=x\n", "x.csv")
    assert [row[1] for row in table.rows] == ["'=x", "=x"]
    assert guarded("-1.5") == "-1.5"
    assert guarded("-1.5x") == "'-1.5x"


@pytest.mark.parametrize("name", ["consensus --csv", "align --csv", "report --csv=items"])
def test_printed_tables_are_inert(capsys, tmp_path, monkeypatch, name):
    """No cell that a command prints as CSV is a formula."""
    monkeypatch.chdir(hostile_folder(tmp_path))
    out = called(capsys, *DATA[name]).out
    cells = [cell for row in csv.reader(io.StringIO(out)) for cell in row]
    assert any("cmd|" in cell for cell in cells)
    assert not any(cell.lstrip().startswith(("=", "@", "|", "%", "\t")) for cell in cells)


def test_a_converted_table_is_inert_and_the_same_study(capsys, tmp_path, monkeypatch):
    """`accord convert` writes no formula, and its table is the study that was read."""
    monkeypatch.chdir(hostile_folder(tmp_path))
    called(capsys, *SESSIONS["convert"])
    out = SESSIONS["convert"][-1]
    with open(out, newline="", encoding="utf-8") as stream:
        cells = [cell for row in csv.reader(stream) for cell in row]
    assert not any(cell.startswith("=") for cell in cells)
    before, after = accord.read(NAME), accord.read(out)
    assert list(after.rows()) == list(before.rows())
    assert LABELS[2] in after.categories
    assert FILES[NAME]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('[\n{"item":1,"coder":"A","category":"x"},\n{"item":1,"coder":"B","coder":"C"}]', ":3"),
        ('{"accord":"codings","version":1}\n{"item":1,"coder":"A","coder":"B"}\n', ":2"),
        ('[{"a": 1,\n "b": [{"c": 1,\n "c": 2}]}]', ":2"),
    ],
)
def test_a_key_twice_is_named(tmp_path, text, place):
    """Which of the two is meant cannot be known: the line and the key are said."""
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(DataError, match=f"x.json{place}: key '(coder|c)' stands twice"):
        accord.read(path)


def double(x):
    """A task."""
    return [2 * x]


def _stored(folder):
    list(Tasks(resume=folder).stream(double, [(1,), (2,)]))
    return sorted(folder.glob("*.json"))


@pytest.mark.parametrize(
    "poison",
    [
        b"",
        b"\x80\x04\x95.",
        b"null",
        b'{"result": [7]}',
        b'{"task": "TASK", "sha256": "0", "result": [7]}',
        b'{"task": "TASK", "sha256": "SUM", "result": [7], "more": 1}',
        b"[" * 100_000,
    ],
    ids=["empty", "pickle", "null", "result", "sum", "more", "deep"],
)
def test_a_poisoned_result_is_refused(tmp_path, poison):
    """A stored result is taken only as it was stored: no pickle, its task, its sum, no more."""
    first, _ = _stored(tmp_path)
    kept = json.loads(first.read_text())
    poison = poison.replace(b"TASK", first.stem.encode()).replace(b"SUM", kept["sha256"].encode())
    first.write_bytes(poison)
    with pytest.raises(DataError, match="not a stored result of these data"):
        _stored(tmp_path)


def test_a_result_of_another_task_is_refused(tmp_path):
    """The file of one task under the name of another: another study, or other settings."""
    first, second = _stored(tmp_path)
    second.write_bytes(first.read_bytes())
    with pytest.raises(DataError, match=second.name):
        _stored(tmp_path)


def test_the_page_names_tests_that_there_are():
    """Every promise of the page "Files from strangers" names at least one test, and each is there;
    there are as many hostile inputs as it says."""
    from tests.redteam.test_hostile import HOSTILE

    root = Path(__file__).parents[2]
    page = (root / "docs" / "guides" / "strangers.md").read_text("utf-8")
    rows = re.findall(r"^\| [A-Z].*$", page, re.M)
    assert len(rows) >= 19
    for row in rows:
        named = re.findall(r"`(tests/[\w./]+)`", row)
        assert named, row
        assert [name for name in named if not (root / name).exists()] == []
    (told,) = re.findall(r"`tests/redteam` \(more than (\d+) inputs\)", page)
    assert len(HOSTILE) > int(told) >= 300
