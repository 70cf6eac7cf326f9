"""Breakdowns and pair tables from what engines count: the same as from memory."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import accord
from accord.errors import NotApplicableError
from accord.infer.breakdown import breakdown
from accord.infer.matrices import coincidence_matrix, confusion_matrix
from accord.model.counting import count_frame, remote

COLUMNS = {"item": "item", "coder": "coder", "category": "category"}


def codings(seed, items, coders, categories, absent):
    """A long table with gaps and with one column more."""
    rng = np.random.default_rng(seed)
    truth = np.repeat(rng.integers(categories, size=items), coders)
    guess = rng.integers(categories, size=items * coders)
    chosen = np.where(rng.random(items * coders) < 0.7, truth, guess)
    frame = pd.DataFrame(
        {
            "item": np.repeat(np.arange(items), coders),
            "coder": np.tile([f"c{n:02d}" for n in range(coders)], items),
            "category": [f"k{n}" for n in chosen],
            "document": np.repeat(np.arange(items) // 4, coders),
        }
    )
    return frame[rng.random(len(frame)) > absent].reset_index(drop=True)


def same(one, two):
    """Two breakdowns with the same rows, in any order of rows."""
    assert one.columns == two.columns
    if one.by == "pair":
        one, two = (
            replace(each, rows=tuple((*sorted(row[:2]), *row[2:]) for row in each.rows))
            for each in (one, two)
        )
    ordered = [sorted(each.rows, key=lambda row: str(row[:2])) for each in (one, two)]
    for row, other in zip(*ordered, strict=True):
        for cell, also in zip(row, other, strict=True):
            # 1e-12: the same sums in another order
            near = isinstance(cell, float)
            assert also == (
                pytest.approx(cell, rel=1e-12, abs=1e-12, nan_ok=True) if near else cell
            )


FEW, MANY = (1, 60, 4, 3, 0.3), (2, 40, 90, 3, 0.95)


@pytest.mark.parametrize("shape", [FEW, MANY], ids=["few coders", "many coders"])
@pytest.mark.parametrize("by", ["category", "pair"])
def test_counts_break_down_as_memory_does(engine, shape, by):
    """By category and by pair, for π and for κ, with few coders and with many."""
    frame = codings(*shape)
    memory = accord.from_frame(frame[list(COLUMNS)], **COLUMNS)
    counted = count_frame(engine(frame), **COLUMNS)
    assert (counted.merged is None) == (len(memory.coders) > 70)
    for name in ("pi", "kappa"):
        same(breakdown(memory, by, name), breakdown(counted, by, name))


def test_coders_break_down_as_memory_does(engine):
    """By coder: with the others, and without her."""
    frame = codings(*FEW)
    memory = accord.from_frame(frame[list(COLUMNS)], **COLUMNS)
    same(breakdown(memory, "coder"), breakdown(count_frame(engine(frame), **COLUMNS), "coder"))


def test_many_coders_are_counted_again():
    """Patterns that do not say who met whom: the engine counts again without each coder."""
    frame = codings(*MANY)
    memory = accord.from_frame(frame[list(COLUMNS)], **COLUMNS)
    counted = count_frame(frame, **COLUMNS)
    same(breakdown(memory, "coder", "kappa"), breakdown(counted, "coder", "kappa"))
    three = [7, 1, 30]
    for rule in ("available", "pairable", "complete"):
        chosen = [memory.coders.index(counted.coders[at]) for at in three]
        one = accord.kappa(memory.only(chosen), missing=rule)
        two = accord.kappa(counted.only(three), missing=rule)
        assert (one.signature, one.undefined) == (two.signature, two.undefined)
        assert two.value == pytest.approx(one.value, rel=1e-12, nan_ok=True)


def test_pairs_of_codings_that_stay_in_their_engine(engine):
    """The engine joins, and every pair has the value of memory, under every rule."""
    frame = codings(3, 50, 4, 3, 0.4)
    memory = accord.from_frame(frame[list(COLUMNS)], **COLUMNS)
    there = remote(engine(frame), "item", "coder", "category", None, None, ())
    for rule in ("available", "pairable", "complete"):
        one = {frozenset(pair): a for pair, a in accord.by_pair(memory, accord.kappa, missing=rule)}
        two = {frozenset(pair): a for pair, a in accord.by_pair(there, accord.kappa, missing=rule)}
        assert one.keys() == two.keys()
        for pair, mine in one.items():
            theirs = two[pair]
            assert theirs.signature == mine.signature
            assert theirs.observed == pytest.approx(mine.observed, rel=1e-12)
            assert theirs.expected == pytest.approx(mine.expected, rel=1e-12)
    same(breakdown(memory, "pair"), breakdown(there, "pair"))


def test_matrices_from_counts():
    """Confusions and coincidences count items, not patterns."""
    frame = codings(*FEW)
    order = ["k0", "k1", "k2"]
    memory = accord.from_frame(frame[list(COLUMNS)], **COLUMNS, categories=order)
    counted = count_frame(frame, **COLUMNS, categories=order)
    assert (
        confusion_matrix(counted, "c00", "c02").values
        == confusion_matrix(memory, "c00", "c02").values
    ).all()
    # 1e-12: thirds are added up in another order
    found, expected = coincidence_matrix(counted).values, coincidence_matrix(memory).values
    assert found == pytest.approx(expected, rel=1e-12)


def test_single_items_are_refused():
    """Counts do not know items: the reason is said."""
    with pytest.raises(NotApplicableError, match="not which they are"):
        breakdown(count_frame(codings(*FEW), **COLUMNS), "item")


def test_intervals_of_kappa_with_many_coders(engine):
    """Chance by coder where patterns do not say who: groups in the engine; a saved file cannot."""
    frame = codings(4, 2000, 90, 3, 0.96)
    memory = accord.from_frame(frame[list(COLUMNS)], **COLUMNS)
    counted = count_frame(engine(frame), **COLUMNS)
    assert counted.merged is None
    one = accord.interval(memory, "kappa", method="percentile", n=1000)
    two = accord.interval(counted, "kappa", method="percentile", n=1000)
    # 1000 resamples of 1000 groups: each standard error is good to about 3 % (one sigma)
    assert two.se == pytest.approx(one.se, rel=0.15)
    assert (two.low, two.high) == pytest.approx((one.low, one.high), abs=one.se)
    with pytest.raises(NotApplicableError, match="do not say who chose what on an item"):
        accord.interval(accord.merge([counted]), "kappa", n=100)
