"""How long labels took each coder, and what a column beside labels says of items: nothing."""

from math import isnan

import numpy as np
import pytest

import accord
from accord.model.pace import pace_of


def _file(tmp_path, heads, rows):
    path = tmp_path / "labels.csv"
    text = "\n".join(",".join(map(str, row)) for row in [heads, *rows])
    path.write_text(f"{text}\n", encoding="utf-8")
    return path


def _crowd(tmp_path, column, cell):
    """Thirty workers, five to an item; `cell(worker, label number)` is in a column of time."""
    rng, often, rows = np.random.default_rng(3), {}, []
    for item in range(90):
        for who in rng.choice(30, 5, replace=False).tolist():
            at = often[who] = often.get(who, 0) + 1
            rows.append((f"i{item}", f"w{who}", "abc"[int(rng.integers(3))], cell(who, at)))
    return _file(tmp_path, ("item", "worker", "label", column), rows)


def test_how_long_by_hand():
    """The median of 2, 4 and 9 is 4; cells that are no time count for nothing."""
    cells = ["2", "x", "9", "4", "-5", ""]
    found = pace_of("AAAABB", {"other": cells, "Lead Time": cells})
    assert found.column == "Lead Time"
    assert not found.between
    assert found.medians == {"A": 4.0}
    assert isnan(found.of("B", 2))
    assert isnan(found.of("C", 0))


def test_from_one_label_to_the_next():
    """Moments at 0, 10, 40 and 100 s are 10, 30 and 60 s apart, in whatever order they stand."""
    cells = [f"2024-01-01T12:{at // 60:02d}:{at % 60:02d}" for at in (40, 0, 100, 10)]
    found = pace_of("AAAA", {"timestamp": cells})
    assert found.between
    assert found.medians == {"A": 30.0}
    in_ms = [str(1_700_000_000_000 + 1000 * at) for at in (40, 0, 100, 10)]
    assert pace_of("AAAA", {"created_at": in_ms}).medians == {"A": 30.0}
    in_s = [str(1_700_000_000 + at) for at in (40, 0, 100, 10)]
    assert pace_of("AAAA", {"created_at": in_s}).medians == {"A": 30.0}


@pytest.mark.parametrize(
    "cells",
    [
        ["2024-01-01", "2024-01-02", "2024-01-03"],
        ["1", "2", "3"],
        ["2024-01-01T12:00:00"] * 3,
        ["soon", "later", "now"],
    ],
)
def test_what_is_no_moment_says_nothing(cells):
    """Days, numbers of rounds, labels stored together and words are no speed."""
    assert pace_of("AAA", {"time": cells}) is None


def test_half_stored_together_still_counts():
    """Of two steps one is 0: the median of 0 and 8 is 4; with two of three it says nothing."""
    at = [f"2024-01-01T12:00:{s:02d}" for s in (0, 0, 8)]
    assert pace_of("AAA", {"time": at}).medians == {"A": 4.0}
    assert pace_of("AAAA", {"time": [*at, at[0]]}) is None


def test_a_crowd_has_the_column_of_its_table(tmp_path):
    """Worker w gives every label in w + 1 seconds: that is each one's median in the report."""
    study = accord.read(
        _crowd(tmp_path, "seconds", lambda who, at: who + 1), coder="worker", category="label"
    )
    section = accord.report(study, resamples=20).data["coders"]
    assert section["pace"] == "median seconds"
    assert {row["coder"]: row["pace"] for row in section["crowd"]} == {
        f"w{who}": who + 1 for who in range(30)
    }


def test_a_crowd_without_a_time_has_no_such_column(tmp_path):
    """Nothing is said of speed, and no empty column is shown."""
    study = accord.read(
        _crowd(tmp_path, "mood", lambda who, at: who + 1), coder="worker", category="label"
    )
    section = accord.report(study, resamples=20).data["coders"]
    assert section["pace"] is None
    assert {row["pace"] for row in section["crowd"]} == {None}


def test_a_part_of_the_study_has_no_speed_of_the_whole(tmp_path):
    """Items left out, labels left out: the medians were of other labels. A choice of coders keeps
    theirs."""
    study = accord.read(
        _crowd(tmp_path, "seconds", lambda who, at: who + 1), coder="worker", category="label"
    )
    assert study.take(range(9)).pace is None
    assert study.where(study.category > 0).pace is None
    assert study.only([0, 1]).pace == study.pace


def _sure(tmp_path):
    """Ann errs where she is unsure; nobody else does. Each says how sure, apart from the others."""
    rng, rows = np.random.default_rng(1), []
    for item in range(200):
        truth = int(rng.integers(3))
        for who in ("ann", "bob", "cyd"):
            unsure = rng.random() < 0.5
            wrong = who == "ann" and unsure
            label = "abc"[(truth + wrong) % 3]
            rows.append((f"i{item}", who, label, "low" if unsure else "high", f"t{item}", item % 2))
    heads = ("item", "annotator", "label", "confidence", "text", "batch")
    return _file(tmp_path, heads, rows)


def test_what_coders_write_beside_a_label_is_nothing_about_the_item(tmp_path):
    """The first coder's confidence is not the item's: no group of items is made of it, and a note
    says so. What is the same in all rows of an item is kept."""
    study = accord.read(_sure(tmp_path))
    assert {*study.about} == {"text", "batch"}
    assert any("'confidence': differs between the coders" in note for note in study.audit.notes)
    steps = accord.report(study, resamples=20).data["next"]["steps"]
    assert [step["what"] for step in steps if step["what"] == "group"] == []


def test_empty_cells_do_not_differ(tmp_path):
    """A property written once for an item holds for all its rows."""
    rows = [
        ("1", "A", "x", ""),
        ("1", "B", "x", "news"),
        ("2", "A", "y", "web"),
        ("2", "B", "y", ""),
    ]
    path = _file(tmp_path, ("item", "annotator", "label", "domain"), rows)
    study = accord.read(path, item="item", coder="annotator", category="label")
    assert dict(study.about) == {"domain": ("news", "web")}


def test_an_item_was_labelled_when_it_first_was(tmp_path):
    """If all coders labelled all items; else the moment depends on who did, and there is none."""
    rows = [
        (i, who, "xy"[i % 2], f"2024-01-{d + i:02d}")
        for i in range(4)
        for who, d in (("A", 9), ("B", 2))
    ]
    heads = ("item", "annotator", "label", "date")
    whole = accord.read(_file(tmp_path, heads, rows))
    assert dict(whole.about) == {"date": tuple(f"2024-01-{2 + i:02d}" for i in range(4))}
    assert accord.read(_file(tmp_path, heads, rows[:-1])).about.keys() == set()
