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
    assert "interval by 'document' (60 groups)" in found.notes[0]
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
    # As documents of one item and of five copies they are drawn alike: the same resamples.
    own = list(range(len(alone.items)))
    one, two = (
        probability_below(study, "pi", level, over=over)
        for study, over in ((alone, own), (together, "document"))
    )
    assert two == pytest.approx(one, abs=1e-9)
    assert 0.05 < two < 0.25
    assert level_test(together, "pi", level).p == pytest.approx(
        probability_below(together, "pi", level), abs=1e-9
    )
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
    assert any("tested by 'document'" in note for note in two.notes)


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
    assert any("'document', which has only 12 groups" in note for note in found.notes)


def test_permutations_deal_documents_out_whole():
    """Of documents of copies every permutation is one of the single items: p is theirs, within
    four standard errors of 999 permutations; dealt out singly, weak agreement looks certain."""
    rng = np.random.default_rng(0)
    table = rng.integers(2, size=(40, 2))
    table[:8, 1] = table[:8, 0]
    alone = accord.from_wide(table)
    together = accord.from_wide(np.repeat(table, 5, axis=0))
    together = replace(together, about={"document": np.repeat(range(40), 5).tolist()})
    gaps = together.where(np.arange(len(together)) % 10 > 0)  # a coder did not code some copies
    one = accord.permutation_test(alone, "pi", resamples=999).p
    error = 4 * (2 * one * (1 - one) / 999) ** 0.5
    found = accord.permutation_test(together, "pi", resamples=999)
    assert found.p == pytest.approx(one, abs=error)
    assert "'document' are shuffled as a whole" in found.notes[0]
    assert accord.permutation_test(together, "pi", over="items", resamples=999).p < one / 2
    few = accord.permutation_test(gaps, "pi", resamples=99)
    assert few.p > accord.permutation_test(gaps, "pi", over="items", resamples=99).p


def test_comparisons_over_coders():
    """Two groups of coders who differ in skill: over coders the difference is less sure than over
    items, and two coders are too few to say anything about others."""
    rng = np.random.default_rng(2)
    true = rng.integers(3, size=(200, 1))
    skill = np.array([0.95, 0.75, 0.55, 0.9, 0.7, 0.4])
    table = np.where(rng.random((200, 6)) < skill, true, rng.integers(3, size=(200, 6)))
    study = accord.from_wide(table)
    sides = study.only([0, 1, 2]), study.only([3, 4, 5])
    items, coders, both = (
        accord.compare(*sides, "pi", over=over) for over in ("items", "coders", "both")
    )
    assert items.p < coders.p <= both.p
    assert coders.interval.se > items.interval.se
    assert both.interval.se**2 == pytest.approx(
        items.interval.se**2 + coders.interval.se**2, rel=1e-9
    )
    with pytest.raises(accord.NotApplicableError, match="three coders or more"):
        accord.compare(study.only([0, 1]), study.only([2, 3]), "pi", over="coders")


def test_a_difference_is_never_beyond_what_values_can_be():
    """Two items against two: the limits of a difference of two π lie within −2 and 2."""
    rng = np.random.default_rng(0)
    for _ in range(20):
        tables = [rng.integers(2, size=(int(rng.integers(2, 5)), 3)) for _ in range(2)]
        sides = [accord.from_wide(table, categories=[0, 1]) for table in tables]
        found = accord.compare(*sides, "pi")
        if not np.isnan(found.interval.low):
            assert -2 <= found.interval.low <= found.interval.high <= 2
