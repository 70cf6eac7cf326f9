"""Frozen studies remember what was counted: once for each study, and gone with it."""

import copy
import gc
import pickle
import weakref
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

import accord
from accord._measure.cube import rows
from accord.kinds.labels import patterns

NOMINAL = accord.bound("alpha", distance="nominal")


def _study(items=300, coders="ABCDE", categories="wxyz"):
    """Coders who mostly see the same, one mistake in five."""
    rng = np.random.default_rng(7)
    truth = rng.integers(len(categories), size=items)
    marks = {}
    for coder in coders:
        slips = rng.random(items) < 0.2
        chosen = np.where(slips, rng.integers(len(categories), size=items), truth)
        marks[coder] = [categories[k] for k in chosen]
    return accord.from_coders(marks)


@pytest.fixture
def counted(monkeypatch):
    """Every study whose patterns are counted, as often as they are; they stay alive here, so that
    no two of them have one identity."""
    studies = []
    count = patterns._merged

    def spied(study):
        studies.append(study)
        return count(study)

    monkeypatch.setattr(patterns, "_merged", spied)
    return studies


def _most(studies):
    """How often the study that was counted most often was counted."""
    return max(Counter(map(id, studies)).values())


def test_one_coefficient_and_its_interval_count_once(counted):
    """α, κ and an interval of one study count its patterns once in all."""
    study = _study()
    accord.alpha(study, distance="nominal")
    assert len(counted) == 1
    accord.kappa(study)
    accord.interval(study, NOMINAL)
    assert len(counted) == 1


def test_a_report_counts_once_for_each_study_it_makes(counted):
    """The study, the study without each of its five coders, the study with its worst settled."""
    accord.report(_study())
    assert _most(counted) == 1
    assert len(counted) <= 1 + 5 + 1


def test_a_judge_sheet_counts_once_for_each_study_it_makes(counted):
    """The people, every pair, everybody without one: each is counted when it is first needed."""
    accord.judge(_study(), "E")
    assert _most(counted) == 1
    assert len(counted) <= 45  # 106 before; few of them are equal to another one


def test_kinds_by_coder_are_counted_once(monkeypatch):
    """Who chose what is merged once, too, where chance is each coder's own."""
    times = []
    count = rows._alike
    monkeypatch.setattr(rows, "_alike", lambda study: times.append(1) or count(study))
    study = _study()
    accord.interval(study, "kappa")
    accord.interval(study, "kappa", over="coders")
    assert len(times) == 1


@pytest.mark.parametrize(
    "derived",
    [
        lambda study: study.take(range(10)),
        lambda study: study.only([0, 1]),
        lambda study: replace(study, about={}),
        copy.copy,
        copy.deepcopy,
        lambda study: pickle.loads(pickle.dumps(study)),
    ],
)
def test_what_is_derived_begins_with_nothing(derived, counted):
    """Subsets, copies and pickles do not take along what the study remembers."""
    study = _study()
    size = len(pickle.dumps(study))
    accord.alpha(study, distance="nominal")
    assert len(pickle.dumps(study)) == size
    accord.alpha(derived(study), distance="nominal")
    assert len(counted) == 2


def test_remembering_does_not_show():
    """Equality, repr and every number are those of a study that was never asked."""
    asked, fresh = _study(), _study()
    before = repr(asked)
    first = [accord.alpha(asked, distance="nominal"), accord.kappa(asked)]
    assert asked == fresh
    assert repr(asked) == before
    for again in (
        [accord.alpha(each, distance="nominal"), accord.kappa(each)] for each in (asked, fresh)
    ):
        assert [(a.observed, a.expected, a.value) for a in again] == [
            (a.observed, a.expected, a.value) for a in first
        ]


@pytest.mark.parametrize("coders", ["ABC", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnop"])
def test_nothing_is_kept_when_the_study_is_gone(coders):
    """A study goes with its last reference, without a search for circles, and so do its counts;
    also where coders are too many to merge who chose what. A number keeps a small one as long as it
    is there itself, for the interval that a prompt shows; one that is not small it never keeps."""
    gc.disable()
    try:
        study = _study(50, coders)
        agreements = [accord.alpha(study, distance="nominal"), accord.kappa(study)]
        accord.interval(study, "kappa", resamples=50)
        held = weakref.ref(study), weakref.ref(patterns.Patterns.of(study).counts)
        del study
        assert all(np.isfinite(each.value) for each in agreements)
        assert held[0]() is not None
        del agreements
        assert [each() for each in held] == [None, None]
        large = _study(5000, coders)
        agreement = accord.kappa(large)
        held = weakref.ref(large)
        del large
        assert held() is None
        assert np.isfinite(agreement.value)
    finally:
        gc.enable()


def test_what_is_as_large_as_the_study_is_not_kept(monkeypatch):
    """Where no item looks like another, a large study does not hold its counts."""
    monkeypatch.setattr(patterns, "SMALL", 0)
    numbers = np.arange(200.0)
    study = accord.from_coders({"A": numbers, "B": numbers + 0.5, "C": numbers + 0.25})
    held = weakref.ref(patterns.Patterns.of(study).counts)
    assert held() is None
