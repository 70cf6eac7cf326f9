"""Nothing is lost: a file is whole or as it was, and none that is read or not ours is replaced."""

import os
import resource
import signal
import subprocess
import sys
import time

import pytest

from accord.errors import DataError
from accord.whole_files import is_accords, whole_file, whole_folder
from tests.cli.commands import ENVIRONMENT, LONG, called

WRITERS = {
    "convert": ["convert", "acts.csv", "OUT.jsonl"],
    "convert table": ["convert", "acts.csv", "OUT.csv"],
    "count": ["count", "acts.csv", "-o", "OUT.parquet"],
    "report": ["report", "acts.csv", "--resamples", "5", "-o", "OUT.json"],
    "latex": ["report", "acts.csv", "--resamples", "5", "-o", "OUT.tex"],
    "markdown": ["report", "acts.csv", "--resamples", "5", "-o", "OUT.md"],
    "simulate": ["simulate", "study", "OUT.jsonl", "--mistake", "noise=.2"],
    "align": ["align", "units.csv", "--consensus", "OUT.jsonl"],
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The current folder, with two studies."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "acts.csv").write_text(LONG)
    (tmp_path / "units.csv").write_text("document,coder,begin,end,category\nd,A,0,4,x\nd,B,1,4,x\n")
    return tmp_path


def _out(words):
    return next(word for word in words if word.startswith("OUT"))


@pytest.mark.parametrize("name", WRITERS)
def test_a_file_of_others_needs_force(capsys, folder, name):
    """An existing file is refused in one line and stays; with --force it is replaced; what accord
    wrote is replaced at once, but for tables, which cannot say who wrote them."""
    words = WRITERS[name]
    out = folder / _out(words)
    out.write_text("mine")
    said = called(capsys, *words, code=1).err
    assert "already exists and may not be accord's" in said
    assert out.read_text() == "mine"
    called(capsys, *words, "--force")
    assert out.read_bytes() != b"mine"
    assert is_accords(out) == (out.suffix != ".csv")
    called(capsys, *words, code=1 if out.suffix == ".csv" else 0)


def test_a_saved_reading_replaces_only_its_like(capsys, folder):
    """Not the table itself, nor a file of settings of somebody else."""
    (folder / "mine.toml").write_text("mine = 1")
    for name in ("acts.csv", "mine.toml"):
        said = called(capsys, "inspect", "acts.csv", "--save-reading", name, code=1).err
        assert "is not a saved reading" in said
    for _ in range(2):
        called(capsys, "inspect", "acts.csv", "--save-reading", "acts.accord.toml")
    assert (folder / "mine.toml").read_text() == "mine = 1"


@pytest.mark.full
def test_pictures_bear_the_mark(capsys, folder):
    """Figures are accord's own: drawn twice into one folder; another's picture there is refused."""
    pytest.importorskip("vl_convert")
    words = ["report", "acts.csv", "--resamples", "5", "--figures", "figures"]
    for _ in range(2):
        called(capsys, *words)
    pictures = sorted((folder / "figures").iterdir())
    assert {path.suffix for path in pictures} == {".svg", ".png", ".pdf"}
    assert all(map(is_accords, pictures))
    pictures[0].write_bytes(b"mine")
    called(capsys, *words, code=1)
    assert pictures[0].read_bytes() == b"mine"


@pytest.mark.parametrize("force", [[], ["--force"]])
def test_an_input_is_never_written(capsys, folder, force):
    """Not by its name, by a link, by another path, by a pattern or in a folder; not by force."""
    (folder / "link.csv").symlink_to("acts.csv")
    os.link("acts.csv", "hard.csv")
    (folder / "in").mkdir()
    (folder / "in" / "a.csv").write_text(LONG)
    for read, out in [
        ("acts.csv", "acts.csv"),
        ("acts.csv", "link.csv"),
        ("acts.csv", "hard.csv"),
        ("acts.csv", "./in/../acts.csv"),
        ("act*.csv", "acts.csv"),
        ("in", "in/a.csv"),
    ]:
        said = called(capsys, "convert", read, out, *force, code=1).err
        assert "is an input file" in said
    assert (folder / "acts.csv").read_text() == LONG
    assert (folder / "in" / "a.csv").read_text() == LONG


@pytest.mark.parametrize(
    "name",
    [
        "convert",
        *(pytest.param(n, marks=pytest.mark.full) for n in ["convert table", "count", "report"]),
    ],
)
def test_a_full_disk_leaves_the_old_file(folder, name):
    """Where a file may not grow, one line says so; the old file stays, and nothing beside it."""
    words = WRITERS[name]
    rows = [
        f"s{i},{who},{'xyz'[(i + (who == 'B' and i % 9 == 0)) % 3]}\n"
        for i in range(2000)
        for who in "AB"
    ]
    (folder / "acts.csv").write_text("item,coder,category\n" + "".join(rows))
    out = folder / _out(words)
    out.write_text("old")
    before = sorted(os.listdir(folder))

    def limited():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # a write fails instead
        resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))

    done = subprocess.run(
        [sys.executable, "-m", "accord", *words, "--force", "-q"],
        # Or Python would store half of the modules that it compiles.
        env={**ENVIRONMENT, "PYTHONDONTWRITEBYTECODE": "1"},
        preexec_fn=limited,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 1
    assert "OUT" in done.stderr
    assert "File too large" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert out.read_text() == "old"
    assert sorted(os.listdir(folder)) == before


def test_a_kill_leaves_the_old_file(folder):
    """SIGKILL in the middle of a file: the old one is there, whole, and the new one never half."""
    out = folder / "out.csv"
    out.write_text("old")
    code = (
        "from accord.whole_files import whole_file\nimport time\n"
        "with whole_file('out.csv') as part, part.open('w') as stream:\n"
        "    for n in range(10**9): stream.write('x' * 9999 + chr(10)); stream.flush()\n"
    )
    run = subprocess.Popen([sys.executable, "-c", code], env=ENVIRONMENT)
    while not any(path.stat().st_size > 1e5 for path in folder.glob(".out.csv.*.part")):
        time.sleep(0.01)
        assert run.poll() is None
    run.kill()
    run.wait()
    assert out.read_text() == "old"


def _fails(path):
    """Half a file, or a folder of half a file."""
    if path.suffix:
        with whole_file(path) as part:
            part.write_text("half")
            raise RuntimeError
    with whole_folder(path) as parts:
        (parts / "kept").write_text("half")
        raise RuntimeError


def test_an_error_leaves_nothing(folder):
    """An exception while a file or a folder is written: the target as it was, no part left."""
    (folder / "old").mkdir()
    (folder / "old" / "kept").write_text("kept")
    before = sorted(folder.rglob("*"))
    for name in ("new.csv", "acts.csv", "new", "old"):
        with pytest.raises(RuntimeError):
            _fails(folder / name)
    assert sorted(folder.rglob("*")) == before
    assert (folder / "acts.csv").read_text() == LONG
    assert (folder / "old" / "kept").read_text() == "kept"


def test_what_becomes_of_links_rights_and_devices(folder):
    """A link stays one, rights stay, a device or pipe is written as it is, a folder is refused."""
    (folder / "link.csv").symlink_to("acts.csv")
    (folder / "acts.csv").chmod(0o640)
    with whole_file("link.csv") as part:
        part.write_text("new")
    assert (folder / "link.csv").is_symlink()
    assert (folder / "acts.csv").read_text() == "new"
    assert (folder / "acts.csv").stat().st_mode & 0o777 == 0o640
    with whole_file(os.devnull) as part:
        part.write_text("gone")
    assert not os.path.isfile(os.devnull)
    with pytest.raises(DataError, match="Is a directory"), whole_file(folder) as part:
        part.write_text("x")
    with pytest.raises(DataError, match="No such file"), whole_file("no/such.csv") as part:
        part.write_text("x")


def test_two_at_once_do_not_meet(folder):
    """Two runs that write one file have parts of their own; the later one stays, whole."""
    with whole_file("x.csv") as first, whole_file("x.csv") as second:
        assert first != second
        first.write_text("first")
        second.write_text("second")
    assert (folder / "x.csv").read_text() == "first"
    assert list(folder.glob(".*")) == []


@pytest.mark.parametrize("force", [[], ["--force"]])
def test_a_link_to_nowhere_is_not_followed(capsys, folder, force):
    """Whoever laid a link where a result goes does not choose where it goes."""
    (folder / "away").mkdir()
    (folder / "out.jsonl").symlink_to(folder / "away" / "made.jsonl")
    said = called(capsys, "convert", "acts.csv", "out.jsonl", *force, code=1).err
    assert "is a link to a file that is not there" in said
    with pytest.raises(DataError, match="link"), whole_file("out.jsonl"):
        pass
    (folder / "figures").mkdir()
    (folder / "figures" / "a.svg").symlink_to(folder / "away" / "a.svg")
    with pytest.raises(DataError, match="link"), whole_folder("figures") as part:
        (part / "a.svg").write_text("x")
    assert not list((folder / "away").iterdir())


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.json", '{"accord": "oui", "cas": []}'),
        ("b.json", '{"accord": "0.61", "title": "un"}'),
        ("c.json", '{"phrases": [{"accord": "0.2.0", "title": "x"}]}'),
        ("d.jsonl", '{"accord": "oui", "phrase": 1}\n'),
        ("e.md", "notes\n\nThe table was made with accord 0.2.0 by Ann.\n"),
        ("f.tex", "\\documentclass{article}\n% made with accord 0.2.0\n"),
        ("g.svg", "<svg><!-- made with accord 0.2.0 --></svg>"),
        ("h.toml", "mine = 1\n# How accord reads this\n"),
        ("i.html", "<p>content=&quot;accord 0.2.0&quot; made with accord 0.2.0"),
    ],
)
def test_a_word_is_no_mark(folder, name, text):
    """“accord” is French for agreement, and people write about accord: no file of theirs is taken
    for one that accord wrote."""
    (folder / name).write_text(text, "utf-8")
    assert not is_accords(folder / name)
