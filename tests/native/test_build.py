"""The native core is compiled where it can be, and never needed."""

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from accord.native import FUNCTIONS, PATH

ROOT = Path(__file__).parents[2]
PLAIN = {key: value for key, value in os.environ.items() if key not in ("ACCORD_NATIVE", "CXX")}


def _run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**PLAIN, "PYTHONPATH": "src:native", **environment},
    )


WHEEL = """
import sys
from hatchling.builders.wheel import WheelBuilder
print(*WheelBuilder({root!r}).build(directory={folder!r}, versions=["standard"]))
"""


@pytest.mark.parametrize(
    ("environment", "pure"),
    # Without optimizing it is compiled in a fourth of the time.
    [
        ({"CXXFLAGS": "-O0"}, False),
        ({"ACCORD_NATIVE": "0"}, True),
        ({"CXX": "no-such-compiler"}, True),
    ],
    ids=["with a compiler", "not wanted", "no compiler"],
)
def test_a_wheel_holds_the_core_where_it_can_be_compiled(environment, pure, tmp_path):
    """Without a compiler, or where it is not wanted, the wheel is pure, and that is no error."""
    pytest.importorskip("hatchling")
    run = _run(WHEEL.format(root=str(ROOT), folder=str(tmp_path)), **environment)
    assert run.returncode == 0, run.stderr
    (wheel,) = tmp_path.glob("*.whl")
    held = zipfile.ZipFile(wheel).namelist()
    found = _run("import compile; print(compile.compiler())").stdout.strip()
    if not pure and found == "None":
        pytest.skip("no compiler on this machine")
    assert wheel.name.endswith("-py3-none-any.whl") == pure
    assert (f"accord/native/{PATH.name}" in held) != pure
    assert "accord/native/__init__.py" in held
    assert not [name for name in held if name.endswith(".cpp")]


ARCHIVE = """
from hatchling.builders.sdist import SdistBuilder
print(*SdistBuilder({root!r}).build(directory={folder!r}, versions=["standard"]))
"""


def test_the_archive_holds_sources_alone(tmp_path):
    """The source archive is the same on every machine: nothing is compiled for it, even by a
    compiler that would fail, and no library is in it."""
    pytest.importorskip("hatchling")
    code = ARCHIVE.format(root=str(ROOT), folder=str(tmp_path))
    run = _run(code, CXX="/bin/false", ACCORD_NATIVE="1")
    assert run.returncode == 0, run.stderr
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as held:
        names = held.getnames()
    assert not [name for name in names if name.endswith((".so", ".dylib", ".dll"))]
    assert [name for name in names if name.endswith(".cpp")]


def test_who_insists_on_the_core_is_told_that_it_cannot_be_compiled(tmp_path):
    """ACCORD_NATIVE=1 makes a missing compiler an error that says so."""
    code = f"import compile, pathlib; compile.compiled(pathlib.Path({str(tmp_path)!r}))"
    run = _run(code, ACCORD_NATIVE="1", PATH="/nowhere")
    assert run.returncode == 1
    assert "no C++ compiler was found" in run.stderr
    quiet = _run(code, PATH="/nowhere")
    assert (quiet.returncode, quiet.stdout, quiet.stderr) == (0, "", "")


LOADED = "from accord.native import core, description; print(core() is not None, description())"


def test_the_environment_decides_whether_the_core_is_loaded():
    """0 never loads it; otherwise it is loaded if it was compiled; `--version` says which."""
    assert _run(LOADED, ACCORD_NATIVE="0").stdout.startswith("False without native core")
    there = _run(LOADED).stdout.split()[0] == "True"
    assert there == PATH.exists()
    told = _run("from accord.cli import main; main(['--version'])").stdout
    assert ("with native core" in told) == there


@pytest.mark.parametrize("damage", ["missing", "no library", "of other sources"])
def test_a_core_that_cannot_be_loaded_is_passed_over(damage, tmp_path):
    """A library that is missing, damaged or old is not used; who insists is told why."""
    bad = tmp_path / PATH.name
    if damage == "no library":
        bad.write_bytes(b"\x7fELF no more")
    if damage == "of other sources":
        if not PATH.exists():
            pytest.skip("the core was not compiled here")
        bad.write_bytes(PATH.read_bytes())
    code = (
        "import accord.native as native, pathlib\n"
        f"native.PATH = pathlib.Path({str(bad)!r})\n"
        + ("native.INTERFACE = -1\n" if damage == "of other sources" else "")
        + "print(native.core())"
    )
    assert _run(code).stdout == "None\n"
    insisting = _run(code, ACCORD_NATIVE="1")
    assert "MissingExtraError" in insisting.stderr
    assert "ACCORD_NATIVE=1 insists" in insisting.stderr


def test_the_header_declares_all_that_python_calls():
    """Every function that a source file exports is declared once in accord.h, and Python knows for
    each argument whether it is an address or a number of 64 bits."""
    native = ROOT / "native"
    declared = _functions((native / "accord.h").read_text("utf-8"), ";")
    defined: dict[str, str] = {}
    for source in native.glob("*.cpp"):
        defined |= _functions(source.read_text("utf-8"), " {")
    assert declared.keys() == FUNCTIONS.keys()
    for name, takes in declared.items():
        kinds = ["p" if "*" in one else "n" for one in takes.split(",") if one.strip()]
        assert "".join(kinds) == FUNCTIONS[name], name
        assert all("*" in one or one.split()[0] == "int64_t" for one in takes.split(",") if one)
    assert {name: declared[name] for name in defined} == defined


def _functions(text: str, end: str) -> dict[str, str]:
    """Exported functions and what they take."""
    found = re.findall(r"ACCORD_API int32_t (accord_\w+)\(([^)]*)\)" + re.escape(end), text)
    return {name: " ".join(takes.split()) for name, takes in found}
