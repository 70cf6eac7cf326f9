"""Very many different sets: the value is there, what would take long is left out and said."""

from math import isnan

import pytest

import accord
from accord._measure.bound import bound
from accord._measure.cube import chance, sums
from accord._report.render.page import page
from accord.infer.resample import replicates
from accord.infer.tests.significance import adjusted


def _sets(items):
    return accord.from_coders(
        {coder: [frozenset({i, i + 1 + at}) for i in range(items)] for at, coder in enumerate("AB")}
    )


def test_no_interval_is_said_beside_the_value(monkeypatch):
    """An interval that would compare too many categories is nan, and its note says why."""
    monkeypatch.setattr(chance, "WIDE", 10)
    monkeypatch.setattr(sums, "CROSSED", 10)
    monkeypatch.setattr(replicates, "MOST_COMPARED", 1000)
    found = accord.interval(_sets(30), bound("alpha", distance="masi"))
    assert isnan(found.low)
    assert found.notes[0].startswith("no interval: 60 different categories")


def test_a_report_on_many_sets_leaves_out_and_says_so():
    """The lead has its value; other measures that compare all pairs are left out with a reason."""
    report = accord.report(_sets(520), resamples=60)
    assert report["answer"]["measure"] == "alpha"
    reasons = [row["reason"] for row in report["coefficients"]["left"]]
    assert any("slow with 1,040 categories; request it by name" in text for text in reasons)
    assert "Coefficients" in page(report)


def test_a_page_without_an_answer_is_a_page():
    """Where the recommended measure cannot be computed the page has no answer, and no traceback."""
    report = accord.report(_sets(5), resamples=60)
    rest = {name: part for name, part in report.data.items() if name != "answer"}
    assert "Coefficients" in page(type(report)(rest))


def test_tests_not_given_count():
    """Tests with p = 1 that are not listed adjust the others as if they were."""
    p = [0.001, 0.02]
    for method in ("holm", "bh"):
        listed = adjusted([*p, 1.0, 1.0, 1.0], method)[:2]
        assert adjusted(p, method, among=5) == pytest.approx(listed, abs=1e-15)
