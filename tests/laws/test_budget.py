"""A stated budget bounds the time of γ, chance samples included, and the value says so."""

from random import Random
from time import process_time

import pytest

import accord
from accord.measure.gamma.align.cover import Budget


def nested(units):
    """Two coders whose units all lie in one another."""
    return accord.Unitizings.of(
        ("d", f"c{c}", n + c, 2000 - n - c, "xyz"[(n + c) % 3])
        for c in range(2)
        for n in range(units)
    )


def overlapping(coders, units):
    """Units anywhere, long enough to overlap with most others."""
    rng = Random(1)
    rows = []
    for c in range(coders):
        for _ in range(units):
            begin = rng.randrange(1000)
            rows.append(("d", f"c{c}", begin, begin + rng.randrange(1, 400), rng.choice("xyz")))
    return accord.Unitizings.of(rows)


@pytest.mark.parametrize("study", [nested(120), overlapping(5, 60)], ids=["nested", "overlapping"])
def test_the_budget_bounds_all_alignments(study):
    """Twice the budget at most, and what cannot be divided: pairs, and two samples. The value
    lies in the certified interval."""
    began = process_time()
    found = accord.spans.gamma(study, budget=0.2)
    assert process_time() - began < 2 * 0.2 + 2.5
    low, high = found.detail["certified"]
    assert low <= found.value <= high
    assert found.detail["exact"] or "certified" in found.settings


def test_an_easy_study_is_exact_within_the_budget():
    """Where time suffices the budget changes nothing."""
    study = accord.example("entities")
    assert accord.spans.gamma(study).value == accord.spans.gamma(study, budget=1000).value
    assert accord.spans.gamma(study, budget=Budget(seconds=1000)).detail["exact"]


def test_units_beyond_all_bounds_are_refused():
    """Very many units that all overlap are refused in one line, at once."""
    rows = [("d", c, n, 9000 - n, "x") for c in "AB" for n in range(4000)]
    with pytest.raises(accord.AccordError, match="cut the documents into parts"):
        accord.spans.gamma(accord.Unitizings.of(rows))
