"""Real files of every format and what they must read as; one test for all.

Each folder is a format; its cases.json lists what is read, with which options, and the study
that comes out (as lines of accord's own format) or the words of the refusal.
"""

import importlib.util
import json
from pathlib import Path

import pytest

import accord
from accord.errors import AccordError
from accord.read.formats.table import FORMATS
from accord.report.write import lines

HERE = Path(__file__).parent
CASES = [
    pytest.param(folder, case, id=f"{folder.name}-{number}")
    for folder in sorted(path for path in HERE.iterdir() if (path / "cases.json").exists())
    for number, case in enumerate(json.loads((folder / "cases.json").read_text("utf-8")), start=1)
]
NEEDS = {"spacy": "spacy", "excel": "python_calamine", "parquet": "pyarrow"}


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


def test_every_format_has_its_files():
    """One folder with cases for each entry of FORMATS, and no other."""
    assert {folder.name for folder in HERE.iterdir() if (folder / "cases.json").exists()} == set(
        FORMATS
    )


def test_every_file_has_its_source():
    """No file stands here without a line that says where it comes from."""
    for folder in HERE.iterdir():
        if not (folder / "cases.json").exists():
            continue
        told = (folder / "SOURCES.md").read_text("utf-8")
        for path in folder.rglob("*"):
            name = path.relative_to(folder).as_posix()
            assert path.is_dir() or name in ("SOURCES.md", "cases.json") or f"| {name} " in told
