"""SIGINT and SIGTERM end a run and all its processes, at once, with one line."""

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path

import numpy as np
import pytest

from tests.cli.commands import ENVIRONMENT

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
FULL = pytest.mark.full
LONG = ["measure", "units.csv", "-m", "gamma", "--precision", "0.0001", "-q"]


@pytest.fixture
def folder(tmp_path):
    """A folder with coders who agree on nothing: γ needs many samples."""
    rng = np.random.default_rng(1)
    rows = ["document,coder,begin,end,category"]
    for document in range(4):
        for coder in "ABC":
            for begin in np.sort(rng.choice(400, 30, replace=False)):
                rows.append(f"d{document},{coder},{begin},{begin + 6},{'xyz'[rng.integers(3)]}")
    (tmp_path / "units.csv").write_text("\n".join(rows), "utf-8")
    return tmp_path


@contextmanager
def _started(words, folder, **environment):
    """A run in a group of its own, which does not outlive the test."""
    run = subprocess.Popen(
        [sys.executable, "-m", "accord", *words],
        cwd=folder,
        env={**ENVIRONMENT, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        yield run
    finally:
        with suppress(ProcessLookupError):
            os.killpg(run.pid, signal.SIGKILL)
        run.communicate()


def _group(leader):
    """The processes of a group that still run."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            state, _, group = (path / "stat").read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if int(group) == leader and state != "Z":
            found.append(int(path.name))
    return found


def _of_children():
    """Seconds of computing of all processes that were started here and have ended."""
    spent = os.times()
    return spent.children_user + spent.children_system


def _until(true, seconds):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.parametrize(
    ("number", "to_all"),
    [
        (signal.SIGINT, True),
        (signal.SIGTERM, False),
        pytest.param(signal.SIGINT, False, marks=pytest.mark.full),
        pytest.param(signal.SIGTERM, True, marks=pytest.mark.full),
    ],
)
def test_workers_end_with_the_run(folder, number, to_all):
    """While two workers compute: one line, no process left, no waiting. A shell sends Ctrl-C
    to all of them, a supervisor to the first only. (The native core needs no processes.)"""
    with _started([*LONG, "--jobs", "2"], folder, ACCORD_NATIVE="0") as run:
        _until(lambda: len(_group(run.pid)) >= 4, 60)  # itself, two workers, the tracker
        time.sleep(0.5)
        (os.killpg if to_all else os.kill)(run.pid, number)
        _, said = run.communicate(timeout=60)  # not its minutes of work, however busy all is
        _until(lambda: not _group(run.pid), 60)
    assert said.count("accord: interrupted") == 1
    assert len(said.splitlines()) <= 1
    assert run.returncode in (0, 128 + number)  # γ of the samples so far is a result


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("wait", [0.25, pytest.param(0.12, marks=pytest.mark.full)])
def test_imports_end_too(folder, number, wait):
    """Sent while modules are imported, a signal is one line or, before accord runs, Python's own
    end; never a traceback of accord."""
    with _started(LONG, folder) as run:
        time.sleep(wait)
        os.kill(run.pid, number)
        _, said = run.communicate(timeout=20)
    assert run.returncode in (128 + number, -number, 1) or "interrupted" in said
    assert "accord/" not in said


def test_an_ignored_signal_stays_ignored(folder):
    """What the caller ignores (nohup) does not end a run."""
    code = (
        "import os, signal\nsignal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "from accord.machine import ready\nready()\n"
        "os.kill(os.getpid(), signal.SIGHUP)\nprint('still here')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (0, "still here\n")


def test_nothing_half_written_is_left(folder):
    """A signal while a file is written removes what is written so far."""
    code = (
        "import os, signal, sys, time\nfrom accord.machine import ready\nready()\n"
        "from accord.whole_files import whole_file, whole_folder\n"
        "with whole_file('out.csv') as part, whole_folder('out') as parts:\n"
        "    part.write_text('half'); (parts / 'x').write_text('half')\n"
        "    os.kill(os.getpid(), signal.SIGTERM); time.sleep(9)\n"
    )
    before = sorted(folder.iterdir())
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, env=ENVIRONMENT, check=False, timeout=60
    )
    assert done.returncode == 143
    assert sorted(folder.iterdir()) == before


WRITING = """
import sys
from accord.machine import ready
ready()
from accord.whole_files import whole_file, whole_folder
print("ready", flush=True)
while True:
    with whole_file("out.csv") as part:
        with open(part, "w") as stream:
            stream.write("whole" * 9)
    with whole_folder("out") as parts:
        with open(parts / "x", "w") as stream:
            stream.write("whole" * 9)
"""
"""A program that does nothing but write files."""


@pytest.mark.parametrize("many", [8, pytest.param(100, marks=FULL)])
def test_nothing_half_written_is_left_by_a_busy_writer(tmp_path, many):
    """Whatever the writer does at that moment: what is being ended begins no file any more. (Before
    that was so, one in four of these left a file.)"""
    rng = np.random.default_rng(42)
    for _ in range(many):
        run = subprocess.Popen(
            [sys.executable, "-c", WRITING],
            cwd=tmp_path,
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            assert run.stdout.readline() == "ready\n"
            time.sleep(0.05 * rng.random())
            run.terminate()
            _, said = run.communicate(timeout=30)
        finally:
            run.kill()
        assert (run.returncode, said) == (143, "accord: interrupted\n")
        assert [path.name for path in tmp_path.iterdir() if path.name.endswith(".part")] == []
        assert (tmp_path / "out.csv").read_text() == "whole" * 9


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    """A folder with 240 documents of five coders: every command below takes seconds."""
    folder, rng = tmp_path_factory.mktemp("corpus"), np.random.default_rng(2)
    rows = ["document,coder,begin,end,category"]
    for document in range(240):
        for coder in "ABCDE":
            for begin in 20 * np.arange(40) + rng.integers(0, 9, 40):
                rows.append(f"d{document},{coder},{begin},{begin + 9},{'xyz'[rng.integers(3)]}")
    (folder / "units.csv").write_text("\n".join(rows), "utf-8")
    return folder


def _worked(process):
    """Seconds that a process has computed."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks /proc")
@pytest.mark.parametrize(
    ("words", "after"),
    [
        ("breakdown units.csv --by item -m gamma", 0.8),
        ("report units.csv -o report.html", 1.0),
        pytest.param("measure units.csv -m gamma --interval bca --over coders", 1.4, marks=FULL),
        pytest.param("breakdown units.csv --by coder -m gamma", 1.3, marks=FULL),
        pytest.param("report units.csv -o report.html", 2.6, marks=FULL),
        pytest.param(
            "plan --expect 0.7 --width 0.03 --number 2,3,5,8,13 -m alpha --distance nominal",
            1.0,
            marks=FULL,
        ),
    ],
)
def test_every_command_ends_at_once(corpus, words, after):
    """Ctrl-C after so many seconds of work, wherever that is: one line, no number, no file.

    (Seconds of NumPy: with the native core some of these have ended by then.)"""
    before = sorted(corpus.iterdir())
    with _started(words.split(), corpus, ACCORD_NATIVE="0") as run:
        _until(lambda: run.poll() is not None or _worked(run.pid) > after, 120)
        assert run.poll() is None, "ended before the signal"
        worked, others = _worked(run.pid), _of_children()
        os.kill(run.pid, signal.SIGINT)
        printed, said = run.communicate(timeout=120)
        assert _of_children() - others - worked < 5  # seconds of computing: others may compute too
        assert not _group(run.pid)
    assert run.returncode in (130, -signal.SIGINT)
    assert printed == ""
    assert said.splitlines()[-1] == "accord: interrupted"
    assert "Traceback" not in said
    assert sorted(corpus.iterdir()) == before


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_drawing_ends_at_once(folder, number):
    """While a report is drawn, too: the library that draws holds the lock of its interpreter, so
    it has an interpreter of its own."""
    pytest.importorskip("vl_convert")
    (folder / "acts.csv").write_text("item,coder,label\n1,A,x\n1,B,x\n2,A,y\n2,B,x\n", "utf-8")

    def draws():
        return any(
            b"drawing_apart" in Path(f"/proc/{one}/cmdline").read_bytes() for one in _group(run.pid)
        )

    words = ["report", "acts.csv", "-o", "report.html", "--figures", "charts", "-q"]
    # Nothing that an earlier run kept is there, so that the page is drawn as well.
    with _started(words, folder, XDG_STATE_HOME=str(folder / "state")) as run:
        _until(draws, 60)
        at = time.monotonic()
        os.kill(run.pid, number)
        _, said = run.communicate(timeout=60)
        assert time.monotonic() - at < 5  # a second of grace, and a busy machine
        _until(lambda: not _group(run.pid), 10)
    assert said == "accord: interrupted\n"
    assert run.returncode == 128 + number
    assert not (folder / "report.html").exists()
    assert not (folder / "charts").exists()


@pytest.mark.parametrize(
    ("kind", "most", "why"),
    [
        ("RLIMIT_AS", 900 << 20, "the charts cannot be drawn"),
        ("RLIMIT_NOFILE", 10, "drawing cannot start"),
        ("RLIMIT_AS", 300 << 20, "emory"),  # whoever notices it first: OpenBLAS, Python, accord
        ("RLIMIT_AS", 410 << 20, "emory"),
    ],
)
def test_limits_of_the_system_are_one_line(folder, kind, most, why):
    """Where ulimit leaves no room to draw, or to load libraries: one line that says so."""
    pytest.importorskip("vl_convert")
    (folder / "acts.csv").write_text("item,coder,label\n1,A,x\n1,B,x\n2,A,y\n2,B,x\n", "utf-8")
    code = (
        "import resource, sys\n"
        f"resource.setrlimit(resource.{kind}, ({most}, {most}))\n"
        "sys.argv[1:] = 'report acts.csv -o report.html -q'.split()\n"
        "from accord.__main__ import main\nmain()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env={**ENVIRONMENT, "OPENBLAS_NUM_THREADS": "1", "XDG_STATE_HOME": str(folder / "state")},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert why in done.stderr


BUSY = """
import sys
from accord.machine import end, ready
ready()
try:
    print("ready", flush=True)
    while True:
        sum(range(10_000))
except KeyboardInterrupt:
    end()
"""
"""A program that computes until it is ended, and ends itself at Ctrl-C as the command line does."""


def _bombarded(run, rng):
    """Send 2 to 5 signals at random distances; gives the numbers that were sent."""
    numbers = rng.choice([signal.SIGTERM, signal.SIGTERM, signal.SIGINT, signal.SIGHUP], 5)
    for number in numbers[: rng.integers(2, 6)]:
        with suppress(ProcessLookupError):
            os.kill(run.pid, int(number))
        time.sleep(float(rng.choice([0, 1e-4, 1e-3, 1e-2]) * rng.random()))
    return numbers


@pytest.mark.parametrize("many", [12, pytest.param(200, marks=FULL)])
def test_signals_in_quick_succession(many):
    """However many signals come while a run ends, it ends, with one line: the end never waits for
    itself. (With a handler that ends by itself, two in five of these never ended.)"""
    rng = np.random.default_rng(40)
    for _ in range(many):
        run = subprocess.Popen(
            [sys.executable, "-c", BUSY],
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            assert run.stdout.readline() == "ready\n"
            numbers = _bombarded(run, rng)
            _, said = run.communicate(timeout=30)
        finally:
            run.kill()
        assert said == "accord: interrupted\n"
        assert run.returncode in {128 + number for number in numbers}


@pytest.mark.parametrize(
    "wait", [0.6, pytest.param(1.2, marks=FULL), pytest.param(2.5, marks=FULL)]
)
def test_signals_in_quick_succession_end_a_command(folder, wait):
    """The same for a command at work, whatever it does just then."""
    rng = np.random.default_rng(41)
    for _ in range(2):
        with _started(LONG, folder) as run:
            time.sleep(wait)
            os.kill(run.pid, signal.SIGTERM)
            _bombarded(run, rng)
            _, said = run.communicate(timeout=30)
        lines = said.splitlines()  # γ of the samples so far may be said, too
        assert len(lines) <= 2
        assert all(line.startswith("accord: interrupted") for line in lines)


def test_an_end_that_nobody_reads():
    """Where the error stream is a pipe that is full, the end does not wait for its reader."""
    code = (
        "import os\nfrom accord.machine import ready\nready()\nos.set_blocking(2, False)\n"
        "try:\n    while True: os.write(2, b'x' * 4096)\n"
        "except BlockingIOError:\n    os.set_blocking(2, True)\n"
        "print('full', flush=True)\nimport time\ntime.sleep(60)\n"
    )
    run = subprocess.Popen(
        [sys.executable, "-c", code],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        assert run.stdout.readline() == b"full\n"
        run.terminate()
        assert run.wait(timeout=30) == 128 + signal.SIGTERM
    finally:
        run.kill()
        run.communicate()


def test_what_a_library_makes_of_ctrl_c_is_ctrl_c():
    """A module that Ctrl-C meets while it is loaded may say that it cannot be imported."""
    code = """
import os, signal
from accord.machine import ready
ready()
import accord.cli as cli
def library(*_, **__):
    try:
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(10**8):
            pass
    except KeyboardInterrupt:
        raise ImportError("a part of the library is missing")
cli.program.main = library
cli.main(["measure", "none.csv"])
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 130
    assert "Traceback" not in run.stderr
    assert "missing" not in run.stderr
