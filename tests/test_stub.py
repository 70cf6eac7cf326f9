"""What editors and type checkers see of the measures is what they are."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

PEOPLE = (Path(__file__).parent / "typed_calls.py").read_text("utf-8")
"""What people type: `make lint` reads it with the package."""

WRONG = """
import accord
accord.alpha([1], [1], distance="ordnal")
accord.kappa([1], [1], mising="pairable")
"""


def test_the_stub_is_up_to_date(monkeypatch):
    """`python tools/stub.py` would change nothing."""
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    import stub

    made = subprocess.run(
        [sys.executable, "-m", "ruff", "format", "--stdin-filename", "x.pyi", "-"],
        input=stub.text(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert stub.STUB.read_text("utf-8") == made.stdout


def checked(tool: list[str], tmp_path: Path, **files: str) -> subprocess.CompletedProcess[str]:
    """What a type checker says of files that use accord, all in one run."""
    for name, code in files.items():
        (tmp_path / f"{name}.py").write_text(code)
    given = {"MYPYPATH": str(ROOT / "src"), "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    return subprocess.run(
        [sys.executable, "-m", *tool, *(f"{name}.py" for name in files)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=given,
        check=False,
    )


@pytest.mark.full  # mypy takes ten seconds to read what it needs; `make lint` does so anyway
@pytest.mark.parametrize(
    "tool", [["mypy", "--follow-imports=silent"], ["basedpyright", "--level=error"]]
)
def test_type_checkers_accept_what_people_type(tool, tmp_path):
    """mypy and pyright take the calls, and see a misspelt distance or setting."""
    pytest.importorskip(tool[0], reason=f"pip install {tool[0]}")
    found = checked(tool, tmp_path, people=PEOPLE, wrong=WRONG)
    assert "people.py" not in found.stdout
    assert found.returncode != 0
    lines = found.stdout.splitlines()
    refused = [line for line in lines if "wrong.py" in line and " error" in line]
    assert len(refused) == WRONG.count("accord."), found.stdout
    assert "ordnal" in found.stdout
    assert "mising" in found.stdout
