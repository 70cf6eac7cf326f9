"""Python modules that lie beside the data are never imported, by no process that accord starts."""

import subprocess
import sys

import pytest

from tests.cli.commands import ENVIRONMENT
from tests.safety.sessions import NAME, SESSIONS, hostile_folder

TRAPS = "json typing numpy scipy joblib click rich duckdb pyarrow csv pathlib threading".split()  # noqa: SIM905
TRAP = "open({!r}, 'a').write(__name__ + ' ')\nraise ImportError('a trap')\n"

CALLS = {
    "workers": [
        "simulate",
        "curves",
        "-m",
        "pi",
        "--mistake",
        "noise",
        "--repeat",
        "2",
        "--jobs",
        "2",
    ],
    "report": ["report", NAME, "--resamples", "5", "--jobs", "2"],
    "count": SESSIONS["count"],
}


@pytest.fixture
def traps(tmp_path):
    """A folder of data in which modules of strangers lie, some as packages; the mark they leave."""
    hostile_folder(tmp_path)
    mark = tmp_path / "TRAPPED"
    for name in TRAPS:
        (tmp_path / f"{name}.py").write_text(TRAP.format(str(mark)))
    for name in ("accord_data", "altair", "narwhals"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(TRAP.format(str(mark)))
    return mark


def _ran(words, folder, start=("-m", "accord")):
    done = subprocess.run(
        [sys.executable, *start, *words],
        cwd=folder,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    "name", ["workers", *(pytest.param(n, marks=pytest.mark.full) for n in CALLS if n != "workers")]
)
def test_no_trap_springs(traps, name):
    """In the program, in its workers, in the process that reads tables: nothing is imported."""
    code, said = _ran(CALLS[name], traps.parent)
    assert code == 0, said
    assert not traps.exists()


@pytest.mark.full
@pytest.mark.parametrize("name", SESSIONS)
def test_no_trap_springs_in_any_command(traps, name):
    """The same for every command."""
    assert (_ran(SESSIONS[name], traps.parent)[0] == 0) == (not name.startswith("no "))
    assert not traps.exists()


def test_no_module_of_the_standard_library_is_a_trap(tmp_path):
    """`python -m accord` takes none of them from the working directory, but for those that Python
    imports itself for any `-m` before the program runs."""
    empty = tmp_path / "empty"
    empty.mkdir()
    (empty / "nothing.py").write_text("import sys; print(*sys.modules)")
    started = [sys.executable, "-m", "nothing"]
    before = subprocess.run(started, cwd=empty, capture_output=True, text=True, check=True)
    mark = tmp_path / "TRAPPED"
    for name in sys.stdlib_module_names - set(before.stdout.split()):
        (tmp_path / f"{name}.py").write_text(TRAP.format(str(mark)))
    code, said = _ran(["measures"], tmp_path)
    assert code == 0, said
    assert not mark.exists()


def test_a_trap_can_spring(traps):
    """What the other tests rest on: Python itself does import such a module."""
    _ran(["import joblib"], traps.parent, start=["-c"])
    assert traps.exists()


def test_a_library_leaves_the_path_alone(traps):
    """Only `python -m accord` takes the working directory away; `import accord` does not."""
    code = "import sys; before = sys.path[:]; import accord; sys.exit(sys.path != before)"
    for name in ("typing", "pathlib"):
        (traps.parent / f"{name}.py").unlink()
    assert _ran([code], traps.parent, start=["-c"]) == (0, "")


def test_workers_of_the_library_are_safe_too(traps):
    """In a program that uses accord, its workers do not look beside the data either."""
    program = traps.parent / "elsewhere"
    program.mkdir()
    (program / "run.py").write_text(
        "from accord.tasks import Tasks\n"
        "if __name__ == '__main__':\n"
        "    assert list(Tasks(2).stream(max, [(1, 3), (5, 3), (2, 2)])) == [3, 5, 2]\n"
    )
    code, said = _ran([], traps.parent, start=[str(program / "run.py")])
    assert code == 0, said
    assert not traps.exists()
