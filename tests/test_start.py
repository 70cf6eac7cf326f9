"""What a fresh process sees: only public names, in any order of imports, and the version."""

import subprocess
import sys

import pytest
from click.testing import CliRunner

import accord
from accord.cli import program


def fresh(code: str) -> str:
    """What a new process prints that runs this code."""
    run = [sys.executable, "-c", code]
    return subprocess.run(run, capture_output=True, text=True, check=True).stdout


def test_accord_shows_public_names_only():
    """Nothing else: no module that it imports, nor one that was imported since."""
    shown = fresh("import accord, accord._read.door.read; print(*dir(accord))").split()
    assert [name for name in shown if not name.startswith("__")] == sorted(accord.__all__)


@pytest.mark.parametrize("first", ["accord._read", "accord._measure", "accord._report"])
def test_verbs_are_verbs_whatever_is_imported_first(first):
    """`accord.read` is a function before and after its package is imported."""
    code = f"""
import {first}
import accord
import accord._measure.catalogue as catalogue
import accord._read.door.read, accord._report.overview
print(callable(accord.read), callable(accord.measure), callable(accord.report))
print(catalogue.find_measure("alpha").name)
"""
    assert fresh(code).split() == ["True"] * 3 + ["alpha"]


def test_the_short_way_to_the_version_says_what_the_program_says():
    """`accord --version` does not load the program, and prints the same."""
    code = """
import sys
sys.argv = ["accord", "--version"]
from accord.__main__ import main
main()
print("accord.cli" in sys.modules or "numpy" in sys.modules)
"""
    program_says = CliRunner().invoke(program, ["--version"]).output
    assert fresh(code) == f"{program_says}False\n"


def test_a_command_imports_few_modules(tmp_path):
    """`accord measure FILE` imports fewer than 80 modules, packages among them, and nothing that
    draws help or random numbers."""
    study = tmp_path / "acts.csv"
    study.write_text("item,coder,label\n1,A,x\n1,B,x\n2,A,y\n2,B,x\n")
    code = f"""
import sys
sys.argv = ["accord", "measure", {str(study)!r}]
from accord.__main__ import main
try:
    main()
except SystemExit:
    print(*({"rich_click", "rich", "json", "numpy.random", "scipy"} & sys.modules.keys()))
    print("modules", *(name for name in sys.modules if name.partition(".")[0] == "accord"))
"""
    *_, heavy, last = fresh(code).splitlines()
    assert heavy == ""
    imported = last.split()[1:]
    assert 0 < len(imported) < 80, imported
