"""Decisions of the page are on disk before it calls them saved, and come back whatever happens."""

import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from accord.errors import DataError
from accord.serve.app import Visitors
from accord.serve.engine import Engine
from accord.serve.kept import FORM_OF_KEPT, WORK, Shelf
from accord.serve.uploads import Store
from tests.cli.commands import ENVIRONMENT, called
from tests.serve.running import Running

TABLE = b"item,coder,label\n1,A,x\n1,B,y\n2,A,x\n2,B,y\n3,A,x\n3,B,x\n"
CHANGE = {
    "files": ["acts.csv"],
    "list": "a" * 32,
    "of": 2,
    "place": 1,
    "by": "Ann",
    "given": {"settings": {}},
    "decisions": {"k-1": {"decision": "x"}},
}


@pytest.fixture
def dropped(page):
    """A person who dropped a table."""
    person = page.come()
    assert page.drop(person, "acts.csv", TABLE)[0] == 200
    return person


def _asked(page, method, person, body):
    status, _, said = page.ask(method, f"/of/{person}/kept", body)
    return status, json.loads(said)


def test_decisions_are_put_to_those_that_are_there(page, dropped):
    """Each change is on disk when it is answered, beside those of before and of other tabs; whoever
    drops the same file finds them, under whatever name."""
    assert _asked(page, "POST", dropped, {"files": ["acts.csv"]}) == (200, {"kept": None})
    assert _asked(page, "PUT", dropped, CHANGE) == (200, {"kept": 1})
    (work,) = page.works().values()
    assert work["lists"]["a" * 32]["decisions"] == {"k-1": {"decision": "x"}}
    other = page.come()
    page.drop(other, "copy.csv", TABLE)
    more = {**CHANGE, "files": ["copy.csv"], "decisions": {"k-2": {"decision": "y", "note": "n"}}}
    assert _asked(page, "PUT", other, more) == (200, {"kept": 2})
    (work,) = page.works().values()
    assert set(work["lists"]["a" * 32]["decisions"]) == {"k-1", "k-2"}
    assert (work["by"], work["lists"]["a" * 32]["place"]) == ("Ann", 1)
    status, found = _asked(page, "POST", dropped, {"files": ["acts.csv"]})
    assert (status, found["kept"]) == (200, work)
    page.drop(other, "third.csv", TABLE + b"4,A,x\n")  # another table is another work
    assert _asked(page, "POST", other, {"files": ["third.csv"]}) == (200, {"kept": None})
    assert _asked(page, "DELETE", dropped, {"files": ["acts.csv"]}) == (200, {"kept": None})
    assert page.works() == {}


@pytest.mark.parametrize(
    "change",
    [
        {"files": None},
        {"files": []},
        {"files": [1]},
        {"files": ["../../acts.csv"]},
        {"files": ["gone.csv"]},
        {"list": 3},
        {"list": "a" * 101},
        {"of": "2"},
        {"place": None},
        {"place": True},
        {"by": 1},
        {"given": []},
        {"decisions": []},
        {"decisions": {"k": "x"}},
        {"decisions": {"k": {"decision": 1}}},
        {"decisions": {"k": {"else": "x"}}},
        {"decisions": {"k" * 101: {"decision": "x"}}},
        {"decisions": {"k": {"note": "x" * 10_001}}},
    ],
    ids=str,
)
def test_what_is_no_decision_is_refused(page, dropped, change):
    """One line, and nothing is written."""
    status, said = _asked(page, "PUT", dropped, {**CHANGE, **change})
    assert status == 400
    assert "\n" not in said["problem"]
    assert page.works() == {}


def test_works_are_shown_only_where_that_is_asked_for(page, dropped):
    """Other visitors of a page learn nothing of what is kept."""
    _asked(page, "PUT", dropped, CHANGE)
    (name,) = page.works()
    assert json.loads(page.ask("GET", "/works")[2]) == {"works": []}
    assert page.ask("POST", f"/of/{dropped}/resume/{name}")[0] == 404
    _asked(page, "DELETE", dropped, {"files": ["acts.csv"]})


def test_resume(tmp_path):
    """After kill -9 the files and the decisions are there for `accord serve --resume`."""
    with Running(place=tmp_path) as first:
        person = first.come()
        first.drop(person, "acts.csv", TABLE)
        _asked(first, "PUT", person, CHANGE)
        first.process.kill()
    with Running("--resume", place=tmp_path) as second:
        (work,) = json.loads(second.ask("GET", "/works")[2])["works"]
        assert (work["decided"], work["of"], work["files"]) == (1, 2, ["acts.csv"])
        person = second.come()
        status, _, body = second.ask("POST", f"/of/{person}/resume/{work['name']}")
        assert status == 200
        assert json.loads(body)["kept"]["lists"]["a" * 32]["decisions"] == CHANGE["decisions"]
        assert second.call(person, "read", files=["acts.csv"])[0]["kind"] == "codings"
        assert second.ask("POST", f"/of/{person}/resume/{'0' * 40}")[0] == 404
        assert second.ask("POST", f"/of/{person}/resume/..%2F..")[0] in (404, 410)


def test_resume_is_for_oneself(capsys):
    """Not where others reach the page."""
    said = called(capsys, "serve", "--host", "0.0.0.0", "--i-know", "--resume", code=2).err
    assert "--resume shows your own work" in said


def test_a_place_that_cannot_be_written(tmp_path):
    """What is not on disk is not called saved, and why is said."""
    (tmp_path / "state").write_text("a file where a folder should be")
    with Running(place=tmp_path) as page:
        person = page.come()
        page.drop(person, "acts.csv", TABLE)
        status, said = _asked(page, "PUT", person, CHANGE)
    assert status == 507
    assert "cannot be saved" in said["problem"]


@pytest.fixture
def shelf(tmp_path):
    """A shelf, and a folder with a dropped file."""
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "acts.csv").write_bytes(TABLE)
    return Shelf(tmp_path / "shelf"), tmp_path / "files"


def test_what_is_damaged_is_laid_aside(shelf):
    """Neither lost nor in the way."""
    kept, folder = shelf
    name = kept.name(folder, ["acts.csv"])
    place = kept.root / name
    place.mkdir(parents=True)
    for text in ("{", "[]", json.dumps({"form": FORM_OF_KEPT + 1})):
        (place / WORK).write_text(text)
        assert kept.find(name) is None
        assert kept.all() == []
        assert kept.keep(name, folder, CHANGE) == 1
        assert text in [path.read_text() for path in place.glob("work-*.json")]
        (place / WORK).unlink()


def test_large_files_are_dropped_again(shelf, monkeypatch):
    """Their decisions are kept, they themselves not; nothing else is private to nobody."""
    kept, folder = shelf
    monkeypatch.setattr("accord.serve.kept.MOST_COPIED", len(TABLE) - 1)
    name = kept.name(folder, ["acts.csv"])
    assert kept.keep(name, folder, CHANGE) == 1
    assert kept.all() == []
    assert not (kept.root / name / "files").exists()
    with pytest.raises(DataError):
        kept.put_back(name, folder)
    kept.remove(name)
    monkeypatch.setattr("accord.serve.kept.MOST_COPIED", len(TABLE))
    kept.keep(name, folder, CHANGE)
    assert [one["name"] for one in kept.all()] == [name]
    if os.name == "posix":
        assert (kept.root / name).stat().st_mode & 0o077 == 0


KEEPING = """
import sys
from pathlib import Path
from accord.serve.kept import Shelf
shelf, folder = Shelf(Path(sys.argv[1], "shelf")), Path(sys.argv[1], "files")
name = shelf.name(folder, ["acts.csv"])
change = {"files": ["acts.csv"], "list": "l", "of": 9, "place": 0, "by": "", "given": {}}
for n in range(10**9):
    row = {"decision": "x", "note": "y" * 500}
    shelf.keep(name, folder, {**change, "decisions": {f"{sys.argv[2]}-{n}": row}})
    print(n, flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("many", [4, pytest.param(100, marks=pytest.mark.full)])
def test_killed_while_it_keeps(shelf, many):
    """kill -9 at a random moment, with two servers at the same work: whatever was reported as kept
    is there, and the file is whole."""
    kept, folder = shelf
    rng = random.Random(9)
    reported = set()
    for at in range(many):
        runs = [
            subprocess.Popen(
                [sys.executable, "-c", KEEPING, str(folder.parent), f"{at}{who}"],
                env=ENVIRONMENT,
                stdout=subprocess.PIPE,
                text=True,
            )
            for who in "ab"
        ]
        assert all(run.stdout.readline() for run in runs)
        with pytest.raises(subprocess.TimeoutExpired):
            runs[0].wait(rng.random() * 0.1)
        for who, run in zip("ab", runs, strict=True):
            run.send_signal(signal.SIGKILL)
            out, _ = run.communicate()
            reported |= {f"{at}{who}-{n}" for n in ["0", *out.split("\n")[:-1]]}
        work = kept.find(kept.name(folder, ["acts.csv"]))
        assert reported <= set(work["lists"]["l"]["decisions"])


def test_the_101st_tab_asks(monkeypatch):
    """Tabs without files make room; one with files ends only where the new one says so."""
    monkeypatch.setattr("accord.serve.app.MOST_TABS", 3)
    store = Store()
    try:
        people = Visitors(store, None)
        first, second, third = (people.come() for _ in range(3))
        for one in (first, second):
            store.place(one, "a.csv").write_text("x")
        fourth = people.come()  # in the place of the third, who has nothing
        assert people.knows(first)
        assert not people.knows(third)
        store.place(fourth, "a.csv").write_text("x")
        assert people.come() is None
        assert people.knows(first)
        fifth = people.come(instead=True)
        assert not people.knows(first)
        assert people.knows(second)
        assert people.knows(fifth)
    finally:
        store.close()


def test_a_full_house_is_said(page):
    """Over HTTP: a number of its own, which the page asks about, and nobody is gone."""
    people = []
    while (came := page.ask("POST", "/come"))[0] == 200:
        people.append(json.loads(came[2])["person"])
        page.drop(people[-1], "a.csv", b"x")
        assert len(people) <= 100
    assert came[0] == 429
    assert json.loads(page.ask("GET", f"/of/{people[0]}")[2]) == {"here": True}
    for person in people:
        page.ask("DELETE", f"/of/{person}")
    assert page.ask("POST", "/come")[0] == 200


def test_the_same_file_can_be_dropped_again(page):
    """A tab that was loaded anew and knows nothing of its files drops them as at first."""
    person = page.come()
    assert page.drop(person, "a.csv", b"one")[0] == 200
    assert page.drop(person, "a.csv", b"two")[0] == 409
    status, _, _ = page.ask("PUT", f"/of/{person}/files?name=a.csv&again", b"two")
    assert status == 200
    (kept,) = [path for path in page.kept() if path.name == "a.csv" and person in str(path)]
    assert kept.read_bytes() == b"two"


STUDIES = {
    "labels": ("a.csv", TABLE.decode()),
    "numbers": ("n.csv", "item,coder,label\n1,A,3\n1,B,4\n2,A,1.5\n2,B,=x\n"),
    "spans": (
        "s.csv",
        "document,coder,begin,end,category\nd,A,0,4,x\nd,B,1,4,x\nd,A,9,12,y\nd,B,9,12,x\n",
    ),
}


@pytest.mark.parametrize("kind", STUDIES)
def test_a_half_done_list_is_saved_and_opened(kind, tmp_path):
    """As a table that `accord merge` takes, too: the decisions come back to their disputes, also
    where somebody sorted the rows."""
    name, text = STUDIES[kind]
    engine = Engine(tmp_path)
    (tmp_path / "files" / "saved").mkdir(parents=True)
    (tmp_path / "files" / name).write_text(text)
    given = {"files": [name]}
    listed = engine.call("disputes", given)
    assert len(set(listed["keys"])) == len(listed["rows"]) == 2
    again = {**given, "language": "de"}
    assert engine.call("disputes", again)["list"] == listed["list"]
    assert engine.call("disputes", {**given, "coders": [0, 1]})["list"] != listed["list"]
    rows = [{**r, "key": k} for r, k in zip(listed["rows"], listed["keys"], strict=True)]
    rows[1] |= {"decision": "-", "note": "both, wrong"}
    made = engine.call("so_far", {**given, "decisions": rows, "by": "Ann"})
    saved = tmp_path / "out" / made["file"]
    head, *lines = saved.read_text().splitlines()
    assert "Ann" in lines[1]
    assert "Ann" not in lines[0]
    (tmp_path / "files" / "saved" / "mine.csv").write_text("\n".join([head, *lines[::-1]]) + "\n")
    found = engine.call("reopen", {**given, "saved": "saved/mine.csv"})
    assert found == {
        "decisions": {listed["keys"][1]: {"decision": "-", "note": "both, wrong"}},
        "lost": 0,
    }
    assert "problem" in engine.call("reopen", {**given, "saved": "saved/other.csv"})
    assert "problem" in engine.call("reopen", {**given, "saved": "../../etc"})
    assert "problem" in engine.call("reopen", given)


def test_a_list_of_another_study_is_refused(tmp_path):
    """Where no row fits, nothing is taken; where some do, the others are counted."""
    engine = Engine(tmp_path)
    files = tmp_path / "files"
    files.mkdir()
    (files / "a.csv").write_bytes(TABLE)
    head = "row,item,coder A,coder B,proposed,decision,decided by,note\n"
    (files / "other.csv").write_text(head + "1,8,x,y,,x,,\n")
    (files / "some.csv").write_text(head + "1,8,x,y,,x,,\n2,2,x,y,,y,,\n3,1,x,y,,,,\n")
    said = engine.call("reopen", {"files": ["a.csv"], "saved": "other.csv"})
    assert "no row is about a disagreement in this file" in said["problem"]
    found = engine.call("reopen", {"files": ["a.csv"], "saved": "some.csv"})
    assert (len(found["decisions"]), found["lost"]) == (1, 1)
    assert [*found["decisions"].values()] == [{"decision": "y"}]


def test_a_saved_list_makes_gold(tmp_path, capsys, monkeypatch):
    """What the page saved, the command line takes."""
    engine = Engine(tmp_path)
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "a.csv").write_bytes(TABLE)
    listed = engine.call("disputes", {"files": ["a.csv"]})
    rows = [{**r, "key": k} for r, k in zip(listed["rows"], listed["keys"], strict=True)]
    rows[0]["decision"] = "y"
    engine.call("so_far", {"files": ["a.csv"], "decisions": rows, "by": "Ann"})
    monkeypatch.chdir(tmp_path / "files")
    saved = Path("..", "out", "decisions-so-far.csv")
    called(capsys, "merge", "a.csv", str(saved), "-o", "gold.csv")
    gold = Path("gold.csv").read_text()
    assert "1,gold,y" in gold
    assert "2,gold" not in gold
