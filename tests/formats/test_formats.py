"""Real files of every format and what they must read as; one test for all.

Each folder is a format; its cases.json lists what is read, with which options, and the study
that comes out (as lines of accord's own format) or the words of the refusal.
"""

import importlib.util
import json
import os
import subprocess
import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

import accord
from accord._read.formats import format as format_module
from accord._read.formats.table import FORMATS, UNTRIED
from accord._report.write import lines
from accord.errors import AccordError
from accord.kinds.kind import kind_named
from accord.kinds.table import KINDS

HERE = Path(__file__).parent
CASES = [
    pytest.param(folder, case, id=f"{folder.name}-{number}")
    for folder in sorted(path for path in HERE.iterdir() if (path / "cases.json").exists())
    for number, case in enumerate(json.loads((folder / "cases.json").read_text("utf-8")), start=1)
]
NEEDS = {"spacy": "spacy", "excel": "python_calamine", "parquet": "pyarrow"}
NEEDS |= {"spss": "pyreadstat", "stata": "pyreadstat"}


def outcome(folder, case):
    """What reading a case gives: the study, or why it is refused."""
    paths = [folder / name for name in case["read"]]
    options = dict(case.get("options", {}))
    options.pop("format", None)
    try:
        found = accord.contents(paths if len(paths) > 1 else paths[0], **options)
        format = found.format.name
        study = found.study()
    except AccordError as error:
        return {"refused": str(error)}
    return {
        "format": format,
        "kind": study.kind,
        "coders": [str(coder) for coder in study.coders],
        "rows": study.audit.rows,
        "dropped": study.audit.dropped,
        "notes": list(study.audit.notes),
        "lines": [json.loads(line) for line in list(lines(study))[1:]],
    }


@pytest.mark.parametrize(("folder", "case"), CASES)
def test_files_read_as_they_should(folder, case):
    """A real file yields exactly the study, the coverage and the audit that it should."""
    if folder.name in NEEDS and importlib.util.find_spec(NEEDS[folder.name]) is None:
        pytest.skip(f"{NEEDS[folder.name]} is not installed")
    expected = {key: value for key, value in case.items() if key not in ("read", "options")}
    found = outcome(folder, case)
    if "lines" in expected and len(expected["lines"]) < len(found.get("lines", [])):
        assert expected.pop("more") == len(found["lines"]) - len(expected["lines"])
        found["lines"] = found["lines"][: len(expected["lines"])]
    assert found == expected


def missing(format):
    """What a format of the table lacks."""
    needed = []
    module = f"accord._read.formats.{format.reader}"
    function = f"read_{format.name.replace('-', '_')}"
    if importlib.util.find_spec(module) is None or not hasattr(import_module(module), function):
        needed.append(f"a function {function} in {module}")
    cases = HERE / format.name / "cases.json"
    if not cases.exists():
        return [*needed, f"a folder tests/formats/{format.name} with cases.json"]
    kinds = {case.get("kind") for case in json.loads(cases.read_text("utf-8"))} - {None}
    told = {kind_named(k).held for k in kinds & KINDS.keys()} - {
        kind_named(k).held for k in format.holds
    }
    return needed + [f"holds: its files hold {kind}" for kind in sorted(told)]


@pytest.mark.parametrize("format", FORMATS.values(), ids=lambda format: format.name)
def test_every_format_is_whole(format):
    """An entry of FORMATS has a reader, real files, and says what these files hold."""
    assert missing(format) == []


def test_what_is_missing_is_said():
    """A new entry without a reader and files is told both."""
    new = replace(FORMATS["brat"], name="new", reader="new")
    assert missing(new) == [
        "a function read_new in accord._read.formats.new",
        "a folder tests/formats/new with cases.json",
    ]
    labels = replace(FORMATS["conll2012"], holds=("codings",))
    assert missing(labels) == ["holds: its files hold chains"]


def test_every_reader_and_folder_has_its_format():
    """No reader and no folder of files stands outside the table of formats."""
    folders = {path.parent.name for path in HERE.glob("*/cases.json")}
    assert folders - FORMATS.keys() == set()
    names = {name.replace("-", "_") for name in FORMATS}
    for path in Path(format_module.__file__).parent.glob("*.py"):
        module = import_module(f"accord._read.formats.{path.stem}")
        own = {
            name.removeprefix("read_")
            for name, thing in vars(module).items()
            if name.startswith("read_") and getattr(thing, "__module__", "") == module.__name__
        }
        assert own <= names, f"{path.name}: no entry in FORMATS for {own - names}"


def test_a_table_does_not_load_other_readers():
    """Reading a CSV imports the reader of CSV and no other."""
    code = (
        "import sys, accord; accord.read(sys.argv[1]); "
        "print(*(m for m in sys.modules if m.startswith('accord._read.')))"
    )
    path = HERE.parent / "formats" / "table" / "long.csv"
    ran = subprocess.run(
        [sys.executable, "-c", code, str(path)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(Path(accord.__file__).parents[1])},
    )
    loaded = set(ran.stdout.split())
    readers = {f"accord._read.formats.{format.reader}" for format in FORMATS.values()}
    assert loaded & readers == {"accord._read.formats.delimited"}
    rooms = {
        "accord._read.door",
        "accord._read.formats",
        "accord._read.tables",
        "accord._read.text",
    }
    lists = {m for m in loaded if "formats_of_" in m}  # data, no code
    assert len(loaded - rooms - lists) <= 17


def test_every_file_has_its_source():
    """No file stands here without a line that says where it comes from."""
    for folder in HERE.iterdir():
        if not (folder / "cases.json").exists():
            continue
        told = (folder / "SOURCES.md").read_text("utf-8")
        for path in folder.rglob("*"):
            name = path.relative_to(folder).as_posix()
            assert path.is_dir() or name in ("SOURCES.md", "cases.json") or f"| {name} " in told


def test_what_was_never_tried_on_a_real_export_is_named():
    """A folder whose files are all ours, and that tells of no other, is of an untried format."""
    ours = {
        name
        for name in FORMATS
        if "\nTried on " not in (told := (HERE / name / "SOURCES.md").read_text("utf-8"))
        and all(
            row.split("|")[2].strip().startswith("written for accord")
            for row in told.splitlines()
            if row.startswith("| ") and not row.startswith("| file ")
        )
    }
    assert ours == UNTRIED


def test_inspect_lists_every_format():
    """`accord inspect --formats` names each format, what it holds, and what is not read."""
    from click.testing import CliRunner

    from accord.cli.commands.inspect_file import command

    told = CliRunner().invoke(command, ["--formats"])
    assert told.exit_code == 0
    for one in FORMATS.values():
        assert f"\n{one.name} " in f"\n{told.output}"
        assert one.lost == "–" or f"ignored: {one.lost}" in told.output
    assert "tried on files written for accord only: atlas, " in told.output
    assert "YOLO" in told.output
