"""`--arguments` in every command that measures relations, and events only where there are some."""

import json

import pytest
from tests.cli.commands import called

import accord

KIND = ("--kind", "relations", "-q")
OVERLAP = ("--arguments", "overlap")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Eight documents; in half of them the borders of two coders' entities overlap only."""
    rows = []
    for at in range(8):
        second = (6, 9) if at % 2 else (5, 9)
        rows += [
            (f"d{at}", "ann", (0, 3), (5, 9), "near"),
            (f"d{at}", "bob", (0, 3), second, "near"),
        ]
    rows += [("d0", "ann", (20, 22), (25, 27), "near"), ("d1", "bob", (30, 32), (35, 37), "in")]
    accord.write(accord.relations.Relations.of(rows), tmp_path / "study.jsonl")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_one_value_in_every_command(capsys, folder):
    """measure, report, compare, breakdown and plan align the arguments as they are told."""
    wanted = {
        rule: accord.relations.relation_f1(accord.read("study.jsonl"), arguments=rule).value
        for rule in ("exact", "overlap")
    }
    assert wanted == {"exact": 8 / 18, "overlap": 16 / 18}
    f1 = ("study.jsonl", *KIND, "-m", "relation_f1", "--json")
    for rule, value in wanted.items():
        told = ("--arguments", rule)
        measured = json.loads(called(capsys, "measure", *f1, *told).out)
        assert measured[0]["value"] == value
        reported = json.loads(called(capsys, "report", *f1, *told).out)
        assert reported["answer"]["value"] == value
        assert f"--arguments {rule}" in reported["methods"]["command"]
        pairs = json.loads(called(capsys, "breakdown", *f1, "--by", "pair", *told).out)
        assert value in [cell for row in pairs["rows"] for cell in row.values()]
        compared = json.loads(called(capsys, "compare", "study.jsonl", *f1, *told).out)
        assert compared["first"]["value"] == value
        planned = json.loads(called(capsys, "plan", *f1, "--width", "0.2", *told).out)
        assert f"at an expected value of {value:.3f}" in planned[0]["goal"]


def test_measures_of_the_report_that_do_not_lead_have_it_too(folder):
    """One rule for all rows of a report; the call that makes it again names it."""
    found = accord.report(accord.read("study.jsonl"), arguments="overlap", resamples=50)
    rows = {row["measure"]: row for row in found["coefficients"]["rows"]}
    assert rows["relation_f1"]["value"] == 16 / 18
    assert rows["entity_f1"]["settings"]["arguments"] == "overlap"
    assert "arguments='overlap'" in found["methods"]["command"]


def test_it_is_refused_where_nothing_is_aligned(capsys, tmp_path):
    """Labels have no arguments: said, not ignored."""
    path = tmp_path / "t.csv"
    path.write_text("item,coder,label\n1,A,x\n1,B,x\n2,A,y\n2,B,x\n")
    for command in (["report"], ["breakdown"], ["plan", "--width", "0.2"], ["compare", path]):
        said = called(capsys, *command, path, *OVERLAP, code=1).err
        assert "alpha has no setting 'arguments'" in said


def test_events_are_measured_where_there_are_events(capsys, folder):
    """`event_f1` is not listed for plain relations, and refused with the reason if asked for."""
    listed = json.loads(called(capsys, "measure", "study.jsonl", *KIND, "--json").out)
    assert "event_f1" not in [row["measure"] for row in listed]
    said = called(capsys, "measure", "study.jsonl", *KIND, "-m", "event_f1", code=1).err
    assert "no relation has a type like 'Event:Role'" in said
    rows = [("d", who, (0, 3), (5, 9), "Buy:what") for who in ("ann", "bob")]
    accord.write(accord.relations.Relations.of(rows), "events.jsonl")
    listed = json.loads(called(capsys, "measure", "events.jsonl", *KIND, "--json").out)
    assert "event_f1" in [row["measure"] for row in listed]
