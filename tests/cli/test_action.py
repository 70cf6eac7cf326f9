"""The action: its script runs as GitHub would run it, and leaves a summary also where it fails."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import accord

ROOT = Path(__file__).parents[2]
PEOPLE = {"ann": "ab" * 20, "bob": "ab" * 19 + "aa", "gpt": "ab" * 18 + "abba"}


@pytest.fixture(scope="module")
def action():
    """The action as data."""
    return pytest.importorskip("yaml").safe_load((ROOT / "action.yml").read_text("utf-8"))


def test_every_input_is_used_and_on_the_page(action):
    """An input reaches a step by the environment, never by being pasted into a script."""
    steps = action["runs"]["steps"]
    page = (ROOT / "docs" / "guides" / "action.md").read_text("utf-8")
    given = " ".join(str({**step.get("env", {}), **step.get("with", {})}) for step in steps)
    for name in action["inputs"]:
        assert f"inputs.{name} }}" in given, name
        assert f"`{name}`" in page, name
    assert not any("${{" in step.get("run", "") for step in steps)
    assert action["runs"]["using"] == "composite"


def test_actions_of_others_are_named_by_their_hash():
    """A tag can be moved to other code; a hash cannot."""
    places = [ROOT / "action.yml", *sorted((ROOT / ".github" / "workflows").glob("*.yml"))]
    used = [u for path in places for u in re.findall(r"uses: (\S+)", path.read_text("utf-8"))]
    assert len(used) >= 4
    for one in used:
        assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", one), one


@pytest.fixture
def run(action, tmp_path):
    """Runs the step of the check in a folder with a table, with some inputs."""
    script = next(step for step in action["runs"]["steps"] if step.get("id") == "check")
    lines = ["item,coder,label"]
    lines += [f"s{at},{who},{k}" for who, own in PEOPLE.items() for at, k in enumerate(own)]
    (tmp_path / "judged.csv").write_text("\n".join(lines) + "\n", "utf-8")
    program = tmp_path / "accord"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m accord "$@"\n', "utf-8")
    program.chmod(0o755)

    def started(**inputs):
        environment = {
            **dict.fromkeys(script["env"], ""),
            **inputs,
            "PATH": f"{tmp_path}{os.pathsep}{os.environ.get('PATH', '/usr/bin:/bin')}",
            "PYTHONPATH": str(Path(accord.__file__).parents[1]),
            "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"),
            "GITHUB_OUTPUT": str(tmp_path / "output"),
        }
        return subprocess.run(
            ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script["run"]],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )

    return started


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")
@pytest.mark.parametrize(("least", "code"), [("0.5", 0), ("1.5", 1)])
def test_the_check_step(run, tmp_path, least, code):
    """The step exits as `accord check` does and writes the table, the output and the sheet."""
    done = run(FILES="judged.csv", JUDGE="gpt", MIN="kappa:0.5", MIN_ADVANTAGE=least)
    assert done.returncode == code, done.stderr
    summary = (tmp_path / "summary.md").read_text("utf-8")
    assert summary.startswith(f"### accord check: {2 - code} of 2 passed")
    assert (tmp_path / "output").read_text("utf-8") == f"passed={'false' if code else 'true'}\n"


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")
@pytest.mark.parametrize(
    "inputs",
    [
        {"FILES": "-h"},
        {"FILES": "judged.csv --help"},
        {"FILES": "judged.csv", "OPTIONS": "-h"},
        {"FILES": "judged.csv", "OPTIONS": "-qh"},
        {"FILES": "judged.csv", "OPTIONS": "--"},
        {"FILES": "judged.csv", "MIN": "-h"},
    ],
    ids=str,
)
def test_what_checks_nothing_passes_no_gate(run, tmp_path, inputs):
    """Words that begin with - are no files, and an option that ends before the check is no pass."""
    done = run(**{"MIN": "kappa:0.99", **inputs})
    assert done.returncode != 0
    output = tmp_path / "output"
    assert not output.exists() or output.read_text("utf-8") == "passed=false\n"


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")
def test_a_sheet_is_written(run, tmp_path):
    """The judge's sheet is a file, and its summary joins the other."""
    done = run(FILES="judged.csv", JUDGE="gpt", MIN="kappa:0.1", SHEET="sheet.json")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "sheet.json").exists()
