"""Golden sessions of `accord inspect` and `accord convert`, on files of tools."""

import json
from pathlib import Path

import pytest
from tests.cli.commands import typed

import accord

FORMATS = Path(__file__).parents[1] / "formats"


def test_inspect_says_what_a_folder_holds():
    """Format, layers with their kind, coders and the audit, of one folder for each coder."""
    code, out, _ = typed("inspect", FORMATS / "brat" / "two", "--discontinuous", "cover")
    assert code == 0
    assert out == (
        "format     brat (brat stand-off)\n"
        "layer      entities: unitizings, 4 marks\n"
        "layer      relations: relations, 1 mark\n"
        "layer      attribute Negated: codings, 1 mark\n"
        "layer      roles: relations, 1 mark\n"
        "layer      attribute Sure: codings, 1 mark\n"
        "  entities: Process, Thing\n"
        "  relations: With\n"
        "  attribute Negated: yes\n"
        "  roles: Process:Theme\n"
        "  attribute Sure: high\n"
        "data       unitizings: i=1 c=2 k=2 u=4\n"
        "items      1: d1\n"
        "coders     2: ann, bob\n"
        "rows       9 read, 1 skipped\n"
        "  2 coders from folders: ann, bob\n"
        "  read layer 'entities'; others: 'relations' (1 mark), "
        "'attribute Negated' (1 mark), 'roles' (1 mark), 'attribute Sure' (1 mark) "
        "(choose with --layer)\n"
        "  skipped 1 note\n"
        "  1 discontinuous span: read as one span, with what is between\n"
    )


def test_inspect_says_why_there_is_no_study():
    """Where a layer has to be chosen, inspect lists them and still succeeds."""
    code, out, _ = typed("inspect", FORMATS / "argilla" / "records.jsonl", "--json")
    found = json.loads(out)
    assert code == 0
    assert [layer["name"] for layer in found["layers"]] == ["mood", "tags", "where"]
    assert [layer["kind"] for layer in found["layers"]] == ["codings", "codings", "unitizings"]
    assert "several layers. Choose one with --layer" in found["problem"]


@pytest.mark.parametrize("name", ["codings", "unitizings", "partitions", "segmentations"])
def test_convert_to_its_own_format_loses_nothing(name, tmp_path):
    """convert A B, convert B C: the lines of B and C are the same but for the audit."""
    first, second = tmp_path / "b.jsonl", tmp_path / "c.jsonl"
    assert typed("convert", FORMATS / "accord" / f"{name}.jsonl", first, "-q")[0] == 0
    assert typed("convert", first, second, "-q")[0] == 0
    assert accord.read(first) == accord.read(second)
    assert first.read_text().splitlines()[1:] == second.read_text().splitlines()[1:]


def test_convert_to_a_table(tmp_path):
    """Units of a GATE document as rows of a table that reads back as the same units."""
    table = tmp_path / "units.csv"
    code, _, err = typed("convert", FORMATS / "gate" / "two_sets.xml", table)
    assert code == 0
    assert "2 coders from the files: ann1, ann2" in err
    assert table.read_text() == (
        "document,coder,begin,end,category,length\n"
        "two_sets,ann1,0,3,Person,14\ntwo_sets,ann1,10,13,Person,14\ntwo_sets,ann2,0,3,Person,14\n"
    )
    again = accord.read(table)
    assert [len(c.units("ann1")) for c in again.continua] == [2]


TABLES = {
    "who marked nothing, who saw nothing": accord.Unitizings.of(
        [("d1", "A", 0, 5, "x"), ("d1", "B", 2.5, 5, "y")],
        items=("d1", "d2"),
        coders=("A", "B"),
        extents={"d1": (0, 10), "d2": (0, 4)},
        seen=[("d1", "A"), ("d1", "B"), ("d2", "B")],
    ),
    "a document without a name": accord.Unitizings.of(
        [(None, "A", 1, 5, "x"), (None, "B", 2, 5, "y")], items=(None,), coders=("A", "B")
    ),
    "chains of whole mentions": accord.Partitions.of(
        [("d", "A", (0, 2), 0), ("d", "A", (5, 6), 0)],
        items=("d",),
        coders=("A", "B"),
        seen=[("d", "A"), ("d", "B")],
    ),
    "chains of broken mentions": accord.Partitions.of(
        [("d", "A", ((0, 2), (4, 5)), 0), ("d", "A", (5, 6), 0), ("d", "B", (5, 6), 0)],
        items=("d",),
        coders=("A", "B"),
    ),
    "a document nobody cut": accord.Segmentations.of(
        [("d1", "A", 3, "x")],
        lengths={"d1": 7, "d2": 5},
        coders=("A", "B"),
        seen=[("d1", "A"), ("d1", "B"), ("d2", "B")],
    ),
}


@pytest.mark.parametrize("name", TABLES)
def test_tables_read_back_as_the_same_study(name, tmp_path):
    """A study written as CSV reads back, with who saw what, without a word on how."""
    study, path = TABLES[name], tmp_path / "study.csv"
    accord.write(study, path)
    assert accord.read(path) == study


def test_refusals_are_one_line():
    """A file that cannot be read ends with code 1 and one line that says why."""
    code, out, err = typed("measure", FORMATS / "sagemaker" / "output.manifest")
    assert (code, out) == (1, "")
    assert err.startswith(
        "accord: output.manifest: an output manifest contains consolidated labels"
    )
    assert err.count("\n") == 1


def test_unknown_formats_and_limits_are_named():
    """--format and --limit suggest what was meant."""
    path = FORMATS / "table" / "long.csv"
    assert "did you mean prodigy" in typed("measure", path, "--format", "prodgy")[2]
    assert "did you mean depth" in typed("measure", path, "--limit", "dept=3")[2]


def test_cells_may_be_long_and_zeros_are_named(tmp_path):
    """A text of 200,000 characters in a cell is read; a zero byte is said to be binary data."""
    long = tmp_path / "long.csv"
    long.write_text(f"item,coder,label,text\n1,A,x,{'y' * 200_000}\n1,B,x,y\n")
    assert len(accord.read(long).items) == 1
    zero = tmp_path / "zero.csv"
    zero.write_bytes(b"item,coder,label\n1,A,x\x00\n")
    assert "a zero at byte 22" in typed("measure", zero)[2]
