"""`accord adjudicate` and `accord merge`: the list, the way back, and what is refused before."""

import csv
import io
import json
from pathlib import Path

import pytest
from tests.cli.commands import called

import accord

ACTS = "item,A,B,C,text\ns1,x,x,x,one\ns2,x,y,y,=two\ns3,x,y,,three\ns4,,z,,four\n"


@pytest.fixture(autouse=True)
def acts(tmp_path, monkeypatch):
    """A small study in the current folder."""
    monkeypatch.chdir(tmp_path)
    Path("acts.csv").write_text(ACTS, encoding="utf-8")


def _todo(capsys, *more):
    return called(capsys, "adjudicate", "acts.csv", "--coders", "A,B,C", "-q", *more)


def _merged(capsys, *more, code=0):
    return called(capsys, "merge", "acts.csv", *more, "--coders", "A,B,C", code=code)


def test_the_list_and_the_way_back(capsys):
    """Disputed rows with every coder's word; gold with who decided, and how near each coder is."""
    _todo(capsys, "-o", "todo.csv")
    rows = list(csv.DictReader(io.StringIO(Path("todo.csv").read_text("utf-8"))))
    assert [(row["item"], row["coder B"], row["proposed"]) for row in rows] == [
        ("s2", "y", "y"),
        ("s3", "y", ""),
    ]
    assert rows[0]["text"] == "'=two"
    rows[0] |= {"decision": "x", "decided by": "Zoe", "note": "see 4.2"}
    with Path("todo.csv").open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    said = _merged(capsys, "todo.csv", "-o", "gold.csv", "--record", "who.csv")
    assert "gold: 1 agreed, 1 decided, 1 open, 1 one coder" in said.out
    assert "1 dispute not decided and left out of the gold standard (s3)" in said.err
    assert "--undecided propose" in said.err
    gold = Path("gold.csv").read_text("utf-8").splitlines()
    assert gold[0] == "item,coder,category,text,status,decided_by,note"
    assert gold[2] == "s2,gold,x,'=two,decided,Zoe,see 4.2"
    assert Path("who.csv").read_text("utf-8").splitlines()[2] == "s2,x,decided,Zoe,see 4.2"
    assert len(accord.read("gold.csv", coders=None).items) == 3
    assert [line.split() for line in said.out.splitlines()[1:5]] == [
        ["coder", "A_o", "α", "same", "as", "the", "decision", "of"],
        ["A", "1.0000", "undefined", "1", "1"],
        ["B", "0.6667", "0.5455", "0", "1"],
        ["C", "0.5000", "0.0000", "0", "1"],
    ]


def test_json(capsys):
    """The list and the record as JSON."""
    listed = json.loads(_todo(capsys, "--json").out)
    assert (listed["disputed"], listed["rows"][0]["item"]) == (2, "s2")
    _todo(capsys, "-o", "todo.xlsx")
    found = json.loads(_merged(capsys, "todo.xlsx", "--json", "-q").out)
    assert found["tally"] == {"agreed": 1, "undecided": 2, "one coder": 1}


REFUSED = {
    ("adjudicate", "gone.csv", "-o", "todo.docx"): "todo.docx: unknown file type; use .xlsx",
    ("adjudicate", "gone.csv", "-o", "none/todo.csv"): "folder does not exist",
    ("adjudicate", "acts.csv", "-o", "acts.csv"): "is an input file",
    ("merge", "gone.csv", "todo.csv", "-o", "gold.png"): "gold.png: unknown file type",
    ("merge", "gone.csv", "todo.csv", "--record", "who.txt"): "who.txt: unknown file type",
    ("merge", "acts.csv", "gone.xlsx", "--coders", "A,B,C"): "gone.xlsx: no such file",
}


@pytest.mark.parametrize("arguments", REFUSED, ids=lambda a: f"{a[0]}-{a[-1]}")
def test_what_cannot_be_written_is_said_first(capsys, arguments):
    """Names of outputs are looked at before a file is opened: gone.csv does not exist."""
    assert REFUSED[arguments] in called(capsys, *arguments, code=1).err


def test_a_filled_list_is_not_replaced(capsys):
    """Decisions are work: an existing list is written over by force only, also a folder."""
    for name in ("todo.xlsx", "todo.csv", "todo.json"):
        _todo(capsys, "-o", name)
        said = called(capsys, "adjudicate", "acts.csv", "--coders", "A,B,C", "-o", name, code=1).err
        assert "--force" in said
    Path("todo").mkdir()
    Path("todo/x").write_text("", encoding="utf-8")
    said = called(capsys, "adjudicate", "acts.csv", "-o", "todo/", code=1).err
    assert "the folder is not empty" in said


def test_something_must_be_asked_for(capsys):
    """Without -o or --json there is nothing to do; without decisions nothing to merge."""
    assert "choose an output file with -o" in called(capsys, "adjudicate", "acts.csv", code=2).err
    assert "decisions" in called(capsys, "merge", "acts.csv", code=2).err
    assert "--to needs -o" in called(capsys, "merge", "acts.csv", "t", "--to", "brat", code=2).err


def test_a_mistake_in_the_list_shows_rows(capsys):
    """All rows that cannot be taken are shown with their lines, in one error."""
    _todo(capsys, "-o", "todo.csv")
    text = Path("todo.csv").read_text("utf-8")
    Path("todo.csv").write_text(text.replace("y,,,\n", "y,Y,,\n").replace(",,,,\n", ",,w,,\n"))
    said = _merged(capsys, "todo.csv", code=1).err
    assert "todo.csv: 2 rows cannot be used. Nothing was written" in said
    assert "todo.csv:2: 'Y' is not a category of the study" in said
    assert "--new-categories" in said
