"""Nothing but text reaches a terminal: names cannot colour it, move it or fake its lines."""

import json
import re
import sys

import pytest

from accord.cli import COMMANDS, main
from accord.cli.console import Border
from accord.errors import DataError, inert, short
from tests.cli.commands import called
from tests.safety.sessions import DATA, SESSIONS, hostile_folder

ACTIVE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The current folder, with hostile files."""
    monkeypatch.chdir(tmp_path)
    return hostile_folder(tmp_path)


def _said(capsys, words):
    """What is printed, and the exit code; no exception but the one that ends a program."""
    with pytest.raises(SystemExit) as stop:
        main(words)
    return capsys.readouterr(), stop.value.code


def test_every_command_is_tried():
    """A command more needs a session here."""
    assert {words[0] for words in SESSIONS.values()} == set(COMMANDS)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", [*SESSIONS, *DATA])
def test_no_sign_that_acts_is_printed(capsys, name):
    """On both streams, whatever coders, labels, items, columns and files are called."""
    found, code = _said(capsys, (SESSIONS | DATA)[name])
    assert ACTIVE.search(found.out) is None
    assert ACTIVE.search(found.err) is None
    assert (code == 0) == (not name.startswith("no "))
    assert found.out or found.err
    if name.endswith("--json"):
        assert json.loads(found.out)


@pytest.mark.usefixtures("folder")
def test_json_keeps_the_names(capsys):
    """Escaped in JSON, a name is the name it was."""
    found, _ = _said(capsys, DATA["consensus --json"])
    assert "[/b]\x1b[31mAnn" in [one["coder"] for one in json.loads(found.out)["coders"]]


def test_a_screen_is_coloured_by_us_alone(monkeypatch, folder):
    """On a terminal the header is bold, and a name is still text; rich's markup means nothing."""

    class Screen:
        """A terminal that remembers."""

        encoding, errors, shown = "utf-8", "strict", ""

        def write(self, text):
            self.shown += text

        def flush(self):
            """Nothing waits."""

        def isatty(self):
            return True

        def fileno(self):
            raise OSError

    screen = Screen()
    monkeypatch.setattr(sys, "stdout", screen)
    monkeypatch.setattr(sys, "stderr", Screen())
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "200")
    with pytest.raises(SystemExit) as stop:
        main(SESSIONS["breakdown"])
    assert stop.value.code == 0
    assert "\x1b[1m" in screen.shown
    rest = re.sub("\x1b\\[[0-9;]*m", "", screen.shown)
    assert ACTIVE.search(rest) is None
    assert "[bold]x[/bold]" in rest
    assert "owned" in rest


def test_messages_have_a_length(capsys, tmp_path, monkeypatch):
    """A header line of a megabyte is not printed whole, nor is an engine's long complaint."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wide.csv").write_text("x" * 1_000_000 + "\n1\n")
    (tmp_path / "many.csv").write_text(",".join(f"column{n}" for n in range(50_000)) + "\n")
    (tmp_path / "bad.parquet").write_bytes(b"PAR1" + b"x" * 1000 + b"PAR1")
    for name in ("wide.csv", "many.csv", "bad.parquet"):
        for command in ("measure", "inspect", "report"):
            found, code = _said(capsys, [command, name])
            assert code == 1 or command == "inspect"
            assert max(map(len, found.err.splitlines() or [""])) < 1100
            assert len(found.err.splitlines()) < 5
            assert len(found.out) < 5000


def test_memory_that_is_not_there_is_one_line(capsys, tmp_path, monkeypatch):
    """A MemoryError, wherever it comes from, says what to do."""
    from accord.cli import program

    def fail(*_, **__):
        raise MemoryError

    monkeypatch.setattr(program, "main", fail)
    said = called(capsys, "measures", code=1).err
    assert said.startswith("accord: not enough memory; ")
    assert said.count("\n") == 1


def test_text_of_strangers():
    """What acts is escaped, once; what is shown stays; messages keep their beginning and end."""
    assert inert("שלום é 中 👩‍👩‍👧\tx\n") == "שלום é 中 👩‍👩‍👧\tx\n"
    assert inert("a\nb\tc", line=True) == r"a\nb\tc"
    assert inert("\x1b\x85\u2028\udcff") == r"\u001b\u0085\u2028\udcff"
    assert str(DataError("x\x1b[2J")) == r"x\u001b[2J"
    long = short("begin" + "." * 10_000_000 + "remedy")
    assert len(long) < 1010
    assert long.startswith("begin")
    assert long.endswith("remedy")


def test_bytes_do_not_pass_the_border():
    """The border takes text, and offers no way around it."""
    border = Border(sys.__stdout__)
    with pytest.raises(TypeError):
        border.write(b"\x1b")
    assert not hasattr(border, "buffer")
