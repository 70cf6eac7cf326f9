"""Documents are the units wherever the study knows them: intervals, comparisons, tests, plans."""

from dataclasses import replace

import numpy as np
import pytest

import accord
from accord.infer.advice.plan import plan
from accord.infer.resample.replicates import clusters, unit_drawn
from accord.infer.tests.analytic import standard_error
from accord.infer.tests.significance import level_test, probability_below, z_test


def copied(items=60, copies=5, seed=3):
    """Items of which a document holds several copies: a document says no more than one of them."""
    rng = np.random.default_rng(seed)
    true = rng.integers(3, size=(items, 1))
    table = np.where(rng.random((items, 3)) < 0.7, true, rng.integers(3, size=(items, 3)))
    alone = accord.from_wide(table)
    together = accord.from_wide(np.repeat(table, copies, axis=0))
    return alone, replace(together, about={"document": np.repeat(range(items), copies).tolist()})


@pytest.mark.parametrize("method", ["bca", "jackknife", "analytic", "percentile", "basic"])
def test_copies_add_nothing(method):
    """An interval over documents of copies is that of the items, whatever the method; over items
    it would be √5 times as narrow (2.236, less the noise of 2,000 resamples)."""
    alone, together = copied()
    one = accord.interval(alone, "pi", method=method)
    found = accord.interval(together, "pi", method=method)
    wrong = accord.interval(together, "pi", method=method, over="items")
    assert found.high - found.low == pytest.approx(one.high - one.low, rel=0.06)
    assert (found.high - found.low) / (wrong.high - wrong.low) == pytest.approx(5**0.5, rel=0.08)
    assert found.over == "document"
    # of jackknifes over 60 and over 300 units, each with its own factor n/(n − 1) and curvature
    assert found.design_effect == pytest.approx(5, rel=0.03)
    assert "60 values of 'document'" in found.notes[0]
    assert "over='items'" in found.notes[0]
    assert wrong.design_effect is None


def test_tests_and_plans_count_documents():
    """Standard errors, p and plans of copies are those of single items."""
    alone, together = copied()
    linear = standard_error(alone, "pi", method="linear")
    assert standard_error(together, "pi").se == pytest.approx(linear.se, rel=1e-9)
    assert z_test(together, "pi", null=0.4).p == pytest.approx(
        z_test(alone, "pi", null=0.4).p, rel=1e-6
    )
    level = accord.pi(alone).value - 0.08
    one, two = (probability_below(study, "pi", level) for study in (alone, together))
    assert two == pytest.approx(one, abs=0.02)
    assert level_test(together, "pi", level).p == pytest.approx(two, abs=1e-9)
    planned, of_items = plan(together, "pi", width=0.2), plan(alone, "pi", width=0.2)
    assert planned.documents == pytest.approx(of_items.items, abs=1)
    assert planned.items == 5 * planned.documents


def test_comparisons_over_documents():
    """Two slices whose documents hold copies differ as surely as the items, not more."""
    alone, together = copied()
    first, second = alone.take(range(30)), alone.take(range(30, 60))
    both = together.take(range(150)), together.take(range(150, 300))
    one, two = accord.compare(first, second, "pi"), accord.compare(*both, "pi")
    assert two.difference == pytest.approx(one.difference)
    assert two.p == pytest.approx(one.p, rel=1e-6)
    assert two.interval.low == pytest.approx(one.interval.low, rel=1e-6)
    assert accord.compare(*both, "pi", over="items").p < two.p
    assert any("'document' are the units" in note for note in two.notes)


def test_slices_that_share_documents_are_paired():
    """Every document has items of both slices: leaving one out moves both values."""
    _, together = copied()
    half = np.arange(300) % 2 == 0
    sides = together.take(np.flatnonzero(half)), together.take(np.flatnonzero(~half))
    found = accord.compare(*sides, "pi")
    apart = accord.compare(*sides, "pi", over="items")
    assert found.shared == 0
    assert found.interval.se < apart.interval.se


def test_what_groups_items():
    """A column groups items where it has fewer values than items and more than one; an item with
    an empty cell is a document of its own."""
    alone, together = copied(6, 5)
    unit = unit_drawn
    assert unit(together) == "document"
    assert unit(alone) == "items"
    assert unit(replace(alone, about={"document": list("abcdef")})) == "items"
    assert unit(replace(alone, about={"document": ["a"] * 6})) == "items"
    assert unit(replace(alone, about={"domain": list("aabbcc")})) == "items"
    gaps = replace(alone, about={"Doc": ["a", "a", "b", "b", "", None]})
    assert unit(gaps) == "Doc"
    assert len(set(clusters(gaps, "Doc").tolist())) == 4


def test_few_documents_are_left_out_not_drawn():
    """With fewer than 30 documents the default is the jackknife with its t distribution."""
    _, few = copied(12)
    found = accord.interval(few, "pi")
    assert found.method == "jackknife over document"
    assert any("only 12 clusters" in note for note in found.notes)
