"""Calls of the page of wrong types, out of range or too deep: one line each, and never a word about
a mistake in accord."""

import json

import pytest

from accord.serve.call_types import DEEPEST, FIELDS, too_deep
from accord.serve.engine import CALLS, Engine
from tests.serve.running import Running


def _nested(levels):
    found = []
    for _ in range(levels):
        found = [found]
    return found


WRONG = [
    *(None, True, 0, -1, 10**30, 1.5, float("nan"), float("inf")),
    *("", "x", "\0", "\ud800", "x" * 100_001),
    *([], [None], [[]], [1], ["a"], [True], [10**30], ["\ud800"]),
    *({}, {"a": 1}, {"a": {"b": [1]}}, {"": ""}),
    *([{"row": 1}], [{"row": "x", "decision": {}}], [{"decision": []}], _nested(500)),
]
QUICK = tuple(name for name in CALLS if name not in ("report", "take"))
TRIALS = [(call, field, n) for call in QUICK for field in FIELDS for n in range(len(WRONG))]


@pytest.fixture
def engine(tmp_path):
    """The engine of somebody who dropped a table."""
    (tmp_path / "files").mkdir()
    table = "item,coder,label\n1,A,x\n1,B,y\n2,A,x\n2,B,y\n3,A,x\n3,B,x\n"
    (tmp_path / "files" / "a.csv").write_text(table)
    return Engine(tmp_path, script="")


@pytest.mark.parametrize("step", [11, pytest.param(1, marks=pytest.mark.full)])
def test_wrong_types(engine, step):
    """Every field of every call with every wrong value: an answer, or one line."""
    for call, field, n in TRIALS[::step]:
        answer = engine.call(call, {"files": ["a.csv"], field: WRONG[n]})
        assert isinstance(answer, dict)
        assert answer.get("problem", "x")
        assert "\n" not in answer.get("problem", "")


def test_wrong_titles_of_a_report(engine):
    """Nor where a report is made."""
    for title in ("\ud800", {}, _nested(500), 3):
        assert "title" in engine.call("report", {"files": ["a.csv"], "title": title})[
            "problem"
        ] or (title == _nested(500))


@pytest.mark.parametrize("given", [3, "x", [], _nested(50)], ids=lambda one: str(one)[:9])
def test_a_call_is_an_object(engine, given):
    """Whatever is called."""
    assert "object" in engine.call("read", given)["problem"]


def test_depth():
    """At the limit and beyond it."""
    assert not too_deep(_nested(DEEPEST - 1))
    assert too_deep(_nested(DEEPEST))
    assert too_deep({"a": {"b": _nested(DEEPEST)}})
    assert not too_deep({"files": ["a"], "settings": {"coders": ["A"]}})


def test_over_http(tmp_path):
    """Too deep for the parser, for the pipe to the worker, or of no type of the page."""
    with Running(place=tmp_path) as page:
        person = page.come()
        for text in ("[" * 100_000, '{"files": ' + "[" * 900 + "]" * 900 + "}", "1" * 5000, "nul"):
            status, _, said = page.ask("POST", f"/of/{person}/call/read", text.encode())
            assert status == 400
            assert "problem" in json.loads(said)
        for given in ({"files": {"a": 1}}, {"settings": [1]}, {"language": {}}, {"merges": [1]}):
            answer, _ = page.call(person, "read", **given)
            assert "mistake" not in answer["problem"]
            assert "bug" not in answer
