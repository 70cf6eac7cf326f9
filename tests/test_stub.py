"""What editors and type checkers see of the measures is what they are."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

PEOPLE = """
import accord
import numpy as np
from accord import compat
from accord.testing import assert_agreement

k: accord.Agreement = accord.kappa(["a", "b"], ["a", "a"])
a: accord.Agreement = accord.alpha(np.zeros((4, 2)), distance="ordinal", interval=True)
g: accord.Agreement = accord.spans.gamma({"A": [(0, 5, "x")], "B": [(1, 5, "x")]}, rng=1)
w: accord.Agreement = accord.boundaries.window_diff("010", "001", window=2)
n: float = k + 1 - a * 2
big: bool = k > 0.67
text: str = f"{k:.2f} {k.summary()}"
x: float = compat.cohen_kappa_score([1, 2], [1, 2], weights="linear")
assert_agreement({"A": "ab", "B": "ab"}, "kappa", min=0.5)
table: accord.Measured = accord.measure("acts.csv", "alpha kappa", distance="nominal")
voted: accord.latent.Consensus = accord.latent.majority({"A": "ab", "B": "ab"})
pairs: accord.infer.Breakdown = accord.breakdown({"A": "ab", "B": "ab"}, "pair", "kappa")
"""

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
