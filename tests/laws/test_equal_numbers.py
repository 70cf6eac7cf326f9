"""Codings dropped at random to equal numbers (Fleiss 1971)."""

import numpy as np
import pytest

import accord


def ragged(seed=0, items=40):
    """Items with three to six codings of coders who agree on most."""
    rng = np.random.default_rng(seed)
    rows = {}
    for coder in "ABCDEF":
        rows[coder] = [
            ("x" if i % 2 else "y") if rng.random() < 0.8 else rng.choice(["x", "y"])
            for i in range(items)
        ]
    for i in range(items):
        for coder in rng.choice(list("ABCDEF"), rng.integers(0, 4), replace=False):
            rows[coder][i] = None
    return accord.from_coders(rows)


def test_by_hand():
    """Item 1 keeps two of a, a, b: they agree in one of three draws; item 2 always agrees. So
    percent agreement is (1/3 + 1)/2 in the mean, and 1/2 or 1 in each draw."""
    study = accord.from_coders({"A": "aa", "B": "aa", "C": ["b", None]})
    found = accord.infer.equal_numbers(study, "percent", resamples=3000, rng=1)
    assert set(np.round(found.values, 6)) == {0.5, 1.0}
    assert found.value == pytest.approx(2 / 3, abs=4 * 0.2357 / 3000**0.5)  # four standard errors
    assert (found.number, found.items, found.dropped) == (2, 2, 1)


def test_nothing_to_drop_is_the_measure_itself():
    """Equal numbers already: every draw is the value of the study."""
    study = accord.from_coders({"A": "aabb", "B": "abbb", "C": "aaab"})
    found = accord.infer.equal_numbers(study, "pi", resamples=5)
    assert found.value == pytest.approx(accord.pi(study).value, abs=1e-12)
    assert found.sd == pytest.approx(0, abs=1e-12)
    assert found.dropped == 0


def test_items_with_fewer_are_left_out():
    """With number=5 only items with five or more codings stay."""
    study = ragged()
    sizes = np.diff(study.bounds)
    found = accord.infer.equal_numbers(study, "pi", number=5, resamples=3)
    assert found.items == int((sizes >= 5).sum())
    assert found.dropped == int((sizes[sizes >= 5] - 5).sum())


def test_order_and_seed():
    """The same seed gives the same number, whatever the order of items; another seed another."""
    study = ragged()
    turned = study.take(np.arange(len(study.items))[::-1])
    one, other = (accord.infer.equal_numbers(s, "kappa", resamples=20) for s in (study, turned))
    assert one.value == pytest.approx(other.value, abs=1e-12)
    assert accord.infer.equal_numbers(study, "kappa", resamples=20, rng=5).value != one.value


def test_the_mean_over_draws_is_near_the_rule_for_missing_codings():
    """Dropping loses data, not truth: the mean lies within .05 of π with all codings."""
    study = ragged(items=300)
    found = accord.infer.equal_numbers(study, "pi", resamples=50)
    assert found.value == pytest.approx(accord.pi(study).value, abs=0.05)
    assert 0 < found.sd < 0.05


def test_what_cannot_be_done_is_said():
    """No item with so many codings; fewer than two."""
    study = accord.from_coders({"A": "ab", "B": "ab"})
    with pytest.raises(accord.AccordError, match="no item has 3 labels"):
        accord.infer.equal_numbers(study, "pi", number=3)
    with pytest.raises(accord.AccordError, match="at least 2"):
        accord.infer.equal_numbers(study, "pi", number=1)
