"""Databases from strangers: nothing is written, endless work and damage end in one line."""

import sqlite3
from pathlib import Path

import pytest

import accord
from accord import DataError
from accord._read.door.given import on_disk
from accord._read.door.read_options import Limits
from accord._read.text import database
from accord._read.text.database import opened

PROJECT = Path(__file__).parent / "qualcoder" / "data.qda"


def file_of(path):
    """A file as readers get it."""
    return on_disk(path, path.name, Limits())


def made(path, script):
    """A database from SQL."""
    connection = sqlite3.connect(path)
    connection.executescript(script)
    connection.commit()
    connection.close()
    return path


def test_values_are_those_of_the_same_spans():
    """A project measures as the same passages written by hand: F1, uα and κ by letter, to the last
    digit."""
    study = accord.read(PROJECT, seen="all")
    rows = [
        ("talk 1", "ann", 0, 11, "feelings/good/joy"),
        ("talk 1", "bob", 0, 31, "feelings/good/joy"),
        ("talk 1", "ann", 38, 47, "weather"),
        ("talk 1", "bob", 33, 48, "weather"),
        ("talk 2", "ann", 13, 21, "feelings/sorrow"),
        ("talk 2", "bob", 13, 22, "feelings/sorrow"),
    ]
    lengths = {"talk 1": (0, 62), "talk 2": (0, 31)}
    wanted = accord.Unitizings.of(rows, extents=lengths)
    for name in ("span_f1", "overlap_f1", "u_alpha", "kappa_d"):
        measure = getattr(accord.spans, name)
        assert measure(study).value == measure(wanted).value
    assert accord.spans.overlap_f1(study).value == 1


def test_nothing_is_written(tmp_path):
    """Reading changes no byte and leaves no file beside the project."""
    path = tmp_path / "data.qda"
    path.write_bytes(PROJECT.read_bytes())
    path.chmod(0o444)
    accord.read(path, seen="all")
    assert path.read_bytes() == PROJECT.read_bytes()
    assert [one.name for one in tmp_path.iterdir()] == ["data.qda"]


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO source (name) VALUES ('x')",
        "ATTACH DATABASE 'other.db' AS other",
        "DROP TABLE source",
        "PRAGMA journal_mode = WAL",
    ],
)
def test_only_reading_is_allowed(statement):
    """Whatever is not reading is refused by the database itself."""
    with (
        pytest.raises(DataError, match="not authorized"),
        opened(file_of(PROJECT), Limits()) as project,
    ):
        project.connection.execute(statement)


def test_endless_work_is_stopped(monkeypatch):
    """A query without end stops after so many steps."""
    monkeypatch.setattr(database, "MOST_STEPS", 3)
    monkeypatch.setattr(database, "READ_ONLY", (*database.READ_ONLY, sqlite3.SQLITE_RECURSIVE))
    endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT sum(x) FROM n"
    with (
        pytest.raises(DataError, match="interrupted"),
        opened(file_of(PROJECT), Limits()) as project,
    ):
        project.connection.execute(endless).fetchall()


def test_too_many_rows(monkeypatch):
    """A table with more rows than are read is refused."""
    monkeypatch.setattr(database, "MOST_ROWS", 3)
    with pytest.raises(DataError, match="more than 3 rows"):
        accord.read(PROJECT, seen="all")


def test_size_is_limited():
    """The limit of a file holds for databases."""
    with pytest.raises(DataError, match="above the limit of 100"):
        accord.read(PROJECT, seen="all", limits=accord.Limits(file=100))


def test_other_databases(tmp_path):
    """A database of another program is refused by name, with what to do."""
    path = made(tmp_path / "x.db", "CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    with pytest.raises(DataError, match=r"SQLite database of no known program.*export the tables"):
        accord.read(path)


@pytest.mark.parametrize("at", range(100, 6000, 450))
def test_damage_ends_in_one_line(tmp_path, at):
    """Bytes overwritten anywhere: the project is read, or refused in one line, never a crash."""
    raw = bytearray(PROJECT.read_bytes())
    raw[at : at + 40] = b"\xff" * len(raw[at : at + 40])
    path = tmp_path / "data.qda"
    path.write_bytes(bytes(raw))
    try:
        told = str(accord.read(path, seen="all").counts())
    except DataError as error:
        told = str(error)
    assert "\n" not in told


def test_wrong_types(tmp_path):
    """Cells of another type than the program writes: a place and a reason."""
    path = tmp_path / "data.qda"
    path.write_bytes(PROJECT.read_bytes())
    connection = sqlite3.connect(path)
    connection.execute("UPDATE code_text SET pos0 = 'x'")
    connection.commit()
    connection.close()
    with pytest.raises(DataError, match=r"table code_text, row 1: the passage 'x'–11 is not two"):
        accord.read(path, seen="all")


def _changed(path, name, script):
    """A copy of a project, changed."""
    copy = path / name
    copy.write_bytes((PROJECT.parent / name).read_bytes())
    return made(copy, script)


def test_quoted_words_decide_what_offsets_count(tmp_path):
    """Behind an emoji marks count UTF-16 units where all words show it; where one does not, nothing
    is moved, and the project is refused."""
    text = accord.read(PROJECT.parent / "emoji.qda").continua[0]
    assert sorted(zip(text.start.tolist(), text.stop.tolist(), strict=True)) == [(12, 20), (16, 28)]
    other = "update code_text set seltext = 'he rent ' where owner = 'anna'"
    with pytest.raises(DataError, match="offsets do not match the text"):
        accord.read(_changed(tmp_path, "emoji.qda", other))


def test_codes_below_each_other_are_refused(tmp_path):
    """A code that lies below the code that lies below it has no path."""
    circle = "update code_name set supercid = 2 where cid = 1"
    with pytest.raises(DataError, match="contain each other"):
        accord.read(_changed(tmp_path, "four.qda", circle))


def test_projects_of_old_rqda_are_read(tmp_path):
    """Its first versions made `treecode` without a comma, so that it has no column of owners, and
    codes without colours; places were written as reals, as they are today."""
    path = made(
        tmp_path / "old.rqda",
        """
        create table source (name text, id integer, file text, memo text, owner text, date text,
            dateM text, status integer);
        create table freecode (name text, memo text, owner text,date text,dateM text, id integer,
            status integer);
        create table treecode (cid integer, catid integer
            owner text, date text, dateM text, memo text, status integer);
        create table codecat (name text, cid integer, catid integer, owner text, date text,
            dateM text,memo text, status integer);
        create table coding (cid integer, fid integer,seltext text, selfirst real, selend real,
            status integer, owner text, date text, memo text);
        insert into source values ('talk', 1, 'Warm, then rain.', '', 'rqda', '', '', 1);
        insert into freecode values ('rain', '', 'rqda', '', '', 1, 1);
        insert into codecat values ('weather', null, 7, 'rqda', '', '', '', 1);
        insert into treecode values (1, 7, '', '', '', 1);
        insert into coding values (1, 1, 'then rain', 6, 15, 1, 'ann', '', '');
        insert into coding values (1, 1, 'rain', 11, 15, 1, 'bob', '', '');
        """,
    )
    (talk,) = accord.read(path).continua
    assert [talk.units(coder) for coder in ("ann", "bob")] == [
        (accord.Unit(6, 15, "weather/rain"),),
        (accord.Unit(11, 15, "weather/rain"),),
    ]
