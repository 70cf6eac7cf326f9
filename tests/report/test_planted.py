"""What is planted in a study is named by its report; where nothing is planted nothing is named."""

import pytest

import accord
from tests import planted_studies as planted

NAMED = {
    "coder": lambda step: step["what"] == "coder" and step["who"] == f"coder {planted.CODER}",
    "batch": lambda step: step["what"] == "group" and step["group"] == ["batch", planted.BATCH],
    "pair": lambda step: step["what"] == "pair" and set(step["pair"]) == set(planted.PAIR),
    "merge": lambda step: step["what"] == "pair" and "or merge the two: " in step["sentence"],
    "habit": lambda step: step["what"] == "habit" and step["who"] == f"coder {planted.CODER}",
}
"""What is planted → whether a step names it."""


def _report(kind, seed, plant, documents=12):
    if kind == "labels":
        study = planted.labels(seed, plant)
        return accord.report(study, resamples=10, measure="alpha", distance="nominal")
    study = planted.spans(seed, plant, documents=documents)
    return accord.report(study, resamples=10, measure="span_f1")


def _named(kind, seeds, plant, **size):
    """In how many of the studies the planted cause is named; where none is, anything at all."""
    number = 0
    for seed in seeds:
        steps = _report(kind, seed, plant, **size)["next"]
        number += bool(steps["named"]) if plant is None else any(map(NAMED[plant], steps["steps"]))
    return number


@pytest.mark.parametrize("plant", ["coder", "batch", "pair", "merge"])
def test_what_is_planted_in_labels_is_named(plant):
    """Coder, batch, pair and merge are named in the report of nearly every study (19 of 20 in the
    sweep of `make full`); here in two of two."""
    assert _named("labels", range(2), plant) == 2


def test_nothing_planted_nothing_named():
    """Studies in which nothing is planted name nothing."""
    assert _named("labels", range(4), None) == 0


def test_what_is_planted_in_spans_is_named():
    """A coder who takes in the word before is named, as one who differs and by that habit."""
    (report,) = [_report("spans", 0, "habit")]
    assert any(map(NAMED["habit"], report["next"]["steps"]))
    assert any(map(NAMED["coder"], report["next"]["steps"]))


@pytest.mark.full
@pytest.mark.parametrize("plant", ["coder", "batch", "pair", "merge"])
def test_planted_causes_over_many_studies(plant):
    """Each planted cause is named in at least 90% of 60 studies."""
    assert _named("labels", range(60), plant) >= 54


@pytest.mark.full
def test_rate_of_false_names(capsys):
    """Of 200 studies with nothing planted at most 5% name anything: four families of tests, each
    held to 1%."""
    number = _named("labels", range(200), None)
    with capsys.disabled():
        print(f"\nnothing planted: {number} of 200 reports name something")
    assert number <= 10


@pytest.mark.full
def test_planted_causes_in_spans(capsys):
    """Coder, batch, pair, habit and merge are named in spans too, in every one of 20 studies of 32
    documents (here of five: a batch needs five documents of its own); of 200 studies of 12
    documents in which nothing is planted one names something, here at most 2 of 60."""
    for plant in ("coder", "batch", "pair", "habit", "merge"):
        assert _named("spans", range(5), plant, documents=32) == 5, plant
    number = _named("spans", range(60), None)
    with capsys.disabled():
        print(f"\nspans, nothing planted: {number} of 60 reports name something")
    assert number <= 2
