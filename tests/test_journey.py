"""Follow one number: a command passes through few modules, and the guide names them."""

import re
import sys
from pathlib import Path

import pytest

from accord.cli import main
from tests.cli.commands import LONG

ROOT = Path(__file__).parents[1]


def _passed(*arguments: str) -> list[str]:
    """The modules in which a function runs, by first call, once everything is imported."""
    names: dict[str, None] = {}

    def note(frame, event, _):
        if event == "call" and frame.f_code.co_name != "<module>":
            name = frame.f_globals.get("__name__", "")
            if name.startswith("accord."):
                names.setdefault(name)

    for profile in (None, note):  # the first time imports, and code of classes runs
        sys.setprofile(profile)
        try:
            with pytest.raises(SystemExit) as stop:
                main(list(arguments))
        finally:
            sys.setprofile(None)
        assert stop.value.code == 0
    return list(names)


@pytest.fixture
def acts(tmp_path, monkeypatch):
    """A small study in the current folder."""
    monkeypatch.chdir(tmp_path)
    Path("acts.csv").write_text(LONG)


MEASURE = ("measure", "acts.csv", "-m", "alpha", "--distance", "nominal", "--interval")


@pytest.mark.usefixtures("acts")
def test_a_measure_passes_few_modules():
    """From a table to α with its interval: at most 45 modules; the header of a table is one, what
    looks at the settings of a run another, the words that name no person a third."""
    passed = _passed(*MEASURE)
    assert len(passed) < 46, passed


@pytest.mark.usefixtures("acts")
def test_a_report_passes_few_modules():
    """From a table to a page with its tests of who and what and its next steps: fewer than 76
    modules (the numbers alone pass fewer than 62; one has charts drawn in a process apart)."""
    passed = _passed("report", "acts.csv", "-o", "report.html")
    assert len(passed) < 76, passed


@pytest.mark.usefixtures("acts")
def test_the_guide_names_the_files_truly_passed():
    """CONTRIBUTING's "follow one number" names files that the journey passes, in their order."""
    guide = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    line = next(line for line in guide.splitlines() if line.startswith("Follow one number"))
    files = re.findall(r"`([\w/]+\.py)`", line)
    assert len(files) >= 5
    passed = [name.removeprefix("accord.").replace(".", "/") + ".py" for name in _passed(*MEASURE)]
    assert [file for file in files if file not in passed] == []
    assert files == sorted(files, key=passed.index)
