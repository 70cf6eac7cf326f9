"""Types of relations that are a hierarchy: one number in every command and call."""

import json
import re

import pytest
from tests.cli.commands import called

import accord
from accord._measure.bound import bound

SAID = {"ann": ("hires", "hires", "near"), "bob": ("hires", "fires", "near")}
TREE = "work\n  hires\n  fires\nnear\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Two documents; in the second, one coder hires whom the other fires: d = ½ (Wu & Palmer)."""
    for coder, kinds in SAID.items():
        for name, at in (("one", (0, 2)), ("two", (1, 2))):
            lines = [f"T{n}\tWord {4 * n} {4 * n + 3}\tw{n:02}" for n in range(6)]
            lines += [f"R{n}\t{kinds[n]} Arg1:T{n} Arg2:T{n + 3}" for n in at]
            (tmp_path / "data" / coder).mkdir(parents=True, exist_ok=True)
            (tmp_path / "data" / coder / f"{name}.ann").write_text("\n".join(lines))
            text = " ".join(f"w{n:02}" for n in range(6))
            (tmp_path / "data" / coder / f"{name}.txt").write_text(text)
    (tmp_path / "types.txt").write_text(TREE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


HOW = ("--kind", "relations", "--taxonomy", "types.txt", "--distance", "wu-palmer")
F1 = (1 + 0.5 + 2) / 4
"""Common: hires and twice near, and ½ for hires and fires, of four relations by each coder."""


def test_one_value_in_every_command(capsys, folder):
    """measure, its interval, check, breakdown by pair and the report say the same value."""
    measured = json.loads(called(capsys, "measure", "data", *HOW, "--json").out)
    by_name = {one["measure"]: one["value"] for one in measured}
    assert by_name["relation_f1"] == pytest.approx(F1)
    lead = by_name["corrected_relation_f1"]
    assert set(by_name) == {"corrected_relation_f1", "relation_f1", "entity_f1"}
    sure = called(capsys, "measure", "data", *HOW, "-m", "relation_f1", "--interval", "--json").out
    assert json.loads(sure)[0]["value"] == pytest.approx(F1)
    assert f"= {lead:.4f}" in called(capsys, "check", "data", *HOW, "--min", "0.1").out
    pairs = json.loads(called(capsys, "breakdown", "data", *HOW, "--by", "pair", "--json").out)
    assert pairs["rows"][0]["value"] == pytest.approx(lead)
    shown = called(capsys, "report", "data", *HOW).out
    assert f"F1_rel corrected = {lead:.3f}" in shown
    assert "α_rel" not in shown.partition("Coefficients")[2].partition("Disagreements")[0]


def test_two_measures_with_the_same_hierarchy_are_compared(capsys, folder):
    """compare takes it for both sides."""
    found = called(
        capsys, "compare", "data", *HOW, "-m", "relation_f1", "--other", "corrected_relation_f1"
    ).out
    assert f"{F1:.4f}" in found


def test_python_says_the_same(folder):
    """report, interval and breakdown take the distance as the commands do."""
    study = accord.read("data", kind="relations")
    near = accord.labels.taxonomic(accord.read_taxonomy("types.txt"), "wu-palmer")
    asked = bound("relation_f1", types=near)
    assert accord.breakdown(study, "item", asked).rows[0][1] == pytest.approx(1.5 / 2)
    found = accord.interval(study, asked, resamples=50)
    assert found.low <= F1 <= found.high
    report = accord.report(study, distance=near, resamples=50)
    lead = accord.relations.corrected_relation_f1(study, types=near)
    assert report["answer"]["value"] == pytest.approx(lead.value)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("relation_alpha", "F1_rel takes a hierarchy"),
        ("relation_kappa", "F1_rel takes a hierarchy"),
        ("event_f1", "F1_event needs events"),
    ],
)
def test_what_takes_no_hierarchy_says_so(capsys, folder, name, why):
    """Nothing is measured without it in silence."""
    for command in (
        ("measure", "-m", name),
        ("breakdown", "-m", name),
        ("check", "--min", f"{name}:0"),
    ):
        code = 3 if command[0] == "check" else 1
        said = called(capsys, command[0], "data", *HOW, *command[1:], code=code).err
        assert why in said


def test_a_distance_without_a_largest_value_is_refused(capsys, folder):
    """Path length would be divided by another number in every part of the study."""
    how = [*HOW[:-1], "path"]
    said = called(capsys, "measure", "data", *how, "-m", "relation_f1", code=1).err
    assert re.search(r"path gives [23] for two of them", said)


def test_the_folder_in_which_one_stands(capsys, folder, monkeypatch):
    """`accord measure .` reads the folder, which has no name that a file could be beside."""
    monkeypatch.chdir(folder / "data")
    found = called(capsys, "measure", ".", "--kind", "relations", "-m", "entity_f1").out
    assert "Entity F1  1.0000" in found
    assert len(accord.read(".", kind="relations").items) == 2
