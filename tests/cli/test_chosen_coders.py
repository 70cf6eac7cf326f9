"""`--coders` chooses coders wherever they have names: columns, cells, files, tools."""

import json

import pytest
from tests.cli.commands import called

import accord

LABELS = {"Ann": "xyyxz", "Bob": "xxyxz", "Cy": "yyyyw"}
LONG = "item,coder,label\n" + "".join(
    f"i{at},{who},{label}\n" for who, own in LABELS.items() for at, label in enumerate(own)
)
WIDE = "item,Ann,Bob,Cy\n" + "".join(
    f"i{at},{','.join(labels)}\n" for at, labels in enumerate(zip(*LABELS.values(), strict=True))
)
SPANS = "document,coder,begin,end,category\n" + "".join(
    f"d,{who},{at},{at + 2 + (who == 'Cy')},x\n" for who in LABELS for at in (0, 5, 9)
)


def measured(capsys, path, *more):
    """The rows of `measure` as data."""
    return json.loads(called(capsys, "measure", path, "-q", "--json", *more).out)


def test_a_long_table_gives_what_the_wide_one_gives(tmp_path, capsys):
    """The chosen coders alone: every value and signature, categories of the others left out."""
    (tmp_path / "long.csv").write_text(LONG)
    (tmp_path / "wide.csv").write_text(WIDE)
    chosen = ["--coders", "Ann,Bob"]
    long = measured(capsys, tmp_path / "long.csv", *chosen)
    wide = measured(capsys, tmp_path / "wide.csv", *chosen)
    assert [row["signature"] for row in long] == [row["signature"] for row in wide]
    assert [row["value"] for row in long] == [row["value"] for row in wide]
    alone = accord.from_coders({who: [*LABELS[who]] for who in ("Ann", "Bob")})
    kappa = next(row for row in long if row["measure"] == "kappa")
    assert kappa["value"] == accord.kappa(alone).value
    assert "k:3" in kappa["signature"]
    assert "2 of 3 coders kept" in called(capsys, "measure", tmp_path / "long.csv", *chosen).err


@pytest.mark.parametrize(
    "command",
    [
        ["inspect", "FILE"],
        ["breakdown", "FILE", "--what", "matrix"],
        ["report", "FILE", "-m", "pi"],
        ["compare", "FILE", "FILE", "-m", "pi"],
        ["check", "FILE", "--min", "pi:-1"],
        ["choose", "FILE"],
    ],
    ids=lambda command: command[0],
)
def test_every_command_chooses(command, tmp_path, capsys):
    """What is left out is nowhere to be seen, and an unknown name is answered with the known."""
    path = tmp_path / "long.csv"
    path.write_text(LONG)
    typed = [path if part == "FILE" else part for part in command]
    said = called(capsys, *typed, "--coders", "Ann,B*")
    assert "Cy" not in said.out
    looks = command[0] == "inspect"  # it says what it can, and why there is no study
    code = {"inspect": 0, "check": 3}.get(command[0], 1)
    refused = called(capsys, *typed, "--coders", "Ann,Zed", code=code)
    said = refused.out if looks else refused.err
    assert "no coder 'Zed'. Coders: 'Ann', 'Bob', 'Cy'" in said


def test_spans_files_of_coders_and_own_files(tmp_path):
    """The same for a table of spans, for a file for each coder, and for accord's own format."""
    (tmp_path / "spans.csv").write_text(SPANS)
    spans = accord.read(tmp_path / "spans.csv", coders=["Cy", "Ann"])
    assert list(spans.coders) == ["Cy", "Ann"]
    accord.write(accord.read(tmp_path / "spans.csv"), tmp_path / "own.jsonl")
    assert list(accord.read(tmp_path / "own.jsonl", coders=["Bob"]).coders) == ["Bob"]
    paths = [tmp_path / f"{who}.csv" for who in LABELS]
    for path, labels in zip(paths, LABELS.values(), strict=True):
        path.write_text("item,label\n" + "".join(f"i{at},{k}\n" for at, k in enumerate(labels)))
    assert list(accord.read(paths, coders=["Ann", "Cy"]).coders) == ["Ann", "Cy"]
    with pytest.raises(accord.DataError, match=r"no coder 'Zed'\. Coders: 'Ann', 'Bob', 'Cy'"):
        accord.read(tmp_path / "own.jsonl", coders=["Zed"])


def test_a_name_that_is_neither_column_nor_coder(tmp_path, capsys):
    """Where the table itself is unclear the columns are named, as before."""
    path = tmp_path / "t.csv"
    path.write_text("id,a_score,remark\n1,3,good\n2,4,bad\n3,3,good\n")
    refused = called(capsys, "measure", path, "--coders", "Zed,Yan", code=1).err
    assert "no column 'Zed'. Columns: id, a_score, remark" in refused
