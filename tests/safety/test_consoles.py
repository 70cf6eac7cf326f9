"""Every command prints on every console, names every file, and hangs on none."""

import io
import os
import subprocess
import sys

import pytest

from accord.cli import COMMANDS, main
from tests.cli.commands import ENVIRONMENT, LONG
from tests.safety.sessions import DATA, NAME, SESSIONS, hostile_folder


class Console:
    """Both streams of a console that has few characters."""

    def __init__(self, encoding, monkeypatch):
        self.out, self.err = (
            io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors="strict") for _ in range(2)
        )
        monkeypatch.setattr(sys, "stdout", self.out)
        monkeypatch.setattr(sys, "stderr", self.err)

    def run(self, words):
        """The exit code of a command; whatever it printed could be encoded."""
        with pytest.raises(SystemExit) as stop:
            main(words)
        self.out.flush()
        self.err.flush()
        return stop.value.code


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The current folder, with hostile files."""
    monkeypatch.chdir(tmp_path)
    return hostile_folder(tmp_path)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("encoding", ["ascii", pytest.param("cp1252", marks=pytest.mark.full)])
@pytest.mark.parametrize("name", [*SESSIONS, *DATA])
def test_every_command_prints(monkeypatch, encoding, name):
    """On a console of ASCII, and on that of Windows."""
    words = (SESSIONS | DATA)[name]
    if name == "report file":
        pytest.skip("as report")
    assert (Console(encoding, monkeypatch).run(words) == 0) == (not name.startswith("no "))


@pytest.mark.parametrize("encoding", ["ascii", pytest.param("cp1252", marks=pytest.mark.full)])
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_prints(monkeypatch, encoding, command):
    """Help has Greek letters and frames."""
    console = Console(encoding, monkeypatch)
    assert console.run([*command.split(), "--help"]) == 0
    assert b"Usage" in console.out.buffer.getvalue()


@pytest.mark.usefixtures("folder")
def test_greek_is_spelled_and_columns_stay_aligned(monkeypatch):
    """`pi` for π, and what follows it stands where the header says; signatures come last."""
    console = Console("ascii", monkeypatch)
    console.run(["measure", NAME, "-m", "pi", "s", "-q"])
    lines = console.out.buffer.getvalue().decode("ascii").splitlines()
    head, pi, s = lines[:3]
    assert pi.startswith("Fleiss' kappa (multi-pi) ")
    assert s.startswith("Bennett's S (Brennan-Prediger kappa) ")
    at = head.index("value")
    assert pi[at - 1] == s[at - 1] == " "
    assert pi[at].isdigit()
    assert s[at] in "-0123456789"
    assert [line.partition("|")[0] for line in lines[-2:]] == ["pi", "s"]


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_as_a_user_sees_it(tmp_path, encoding):
    """The same by the environment variable, from outside."""
    (tmp_path / "acts.csv").write_text(LONG.replace("Stat", "α中"), "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "accord", "consensus", "acts.csv", "--csv"],
        cwd=tmp_path,
        env={**ENVIRONMENT, "PYTHONIOENCODING": encoding},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0
    assert rb"\u03b1\u4e2d" in done.stdout  # data are escaped, not spelled


@pytest.mark.skipif(
    os.name != "posix" or sys.platform == "darwin", reason="names are bytes on Linux"
)
@pytest.mark.parametrize("words", ["measure FILE", "inspect FILE", "report FILE --resamples 5"])
def test_names_that_are_no_text(tmp_path, monkeypatch, capsys, words):
    """A file name that is not UTF-8 is read, and shown escaped."""
    monkeypatch.chdir(tmp_path)
    name = os.fsdecode(b"n\xff\xfe.csv")
    (tmp_path / name).write_text(LONG)
    with pytest.raises(SystemExit) as stop:
        main([name if word == "FILE" else word for word in words.split()])
    assert stop.value.code == 0
    said = capsys.readouterr()
    assert (said.out + said.err).encode("utf-8")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes of POSIX")
def test_a_pipe_in_a_folder_does_not_hang(tmp_path):
    """What is no regular file is left out, and said."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "acts.csv").write_text(LONG)
    os.mkfifo(tmp_path / "in" / "pipe.csv")
    for words in (["measure", "in"], ["count", "in", "-o", "c.parquet"]):
        done = subprocess.run(
            [sys.executable, "-m", "accord", *words],
            cwd=tmp_path,
            env=ENVIRONMENT,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert done.returncode == 0
        assert words[0] == "count" or "pipe.csv: not a regular file" in done.stderr
