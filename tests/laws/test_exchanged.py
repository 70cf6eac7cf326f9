"""Coders exchanged within items: the test whether one of them differs is exact."""

from itertools import product

import numpy as np
import pytest

import accord
from accord.infer.why import exchanged
from accord.infer.why.exchanged import LEAST, larger_than_exchanged


def every_exchange(scores, coder):
    """The share of all ways to draw one score from each unit whose sum is as large."""
    here = [[x for x in row if np.isfinite(x)] for row in scores if np.isfinite(row[coder])]
    own = sum(row[coder] for row in scores if np.isfinite(row[coder]))
    sums = [sum(draw) for draw in product(*here)]
    return np.mean([total >= own - 1e-9 for total in sums])


@pytest.mark.parametrize("whole", [True, False])
def test_all_exchanges_are_counted(whole):
    """As by trying every exchange, with codings missing, for whole numbers and for tenths, which
    lie on the steps to which scores are rounded."""
    rng = np.random.default_rng(3)
    for _ in range(30):
        scores = rng.integers(0, 4, (5, 4)).astype(float)
        scores[0] = [0, 0, 3, 0]  # the largest score above the least of its unit is 3
        scores = scores if whole else scores / 10
        scores[rng.random((5, 4)) < 0.2] = np.nan
        found = larger_than_exchanged(scores)
        for coder in range(4):
            if np.isfinite(scores[:, coder]).any():
                assert found[coder] == pytest.approx(every_exchange(scores, coder), abs=1e-9)
            else:
                assert np.isnan(found[coder])


def test_three_items_prove_little():
    """Who is apart on all of three items is so once in 27 by chance, and never for certain."""
    assert larger_than_exchanged(np.array([[0.0, 0, 1]] * 3))[2] == pytest.approx(1 / 27)
    apart = accord.infer.who_differs({"A": "aab", "B": "aab", "C": "bba"})[0]
    assert (apart.coder, apart.p) == ("C", pytest.approx(3 / 27))
    assert larger_than_exchanged(np.array([[0.0, 0, 1]] * 90))[2] == LEAST


def test_many_items_are_as_good_as_normal(monkeypatch):
    """From so many units on that the sums are not computed, p is nearly the same."""
    rng = np.random.default_rng(4)
    scores = rng.integers(0, 3, (3000, 5)).astype(float)
    scores[:, 4] += rng.random(3000) < 0.02
    exact = larger_than_exchanged(scores)
    monkeypatch.setattr(exchanged, "EXACT", 0)
    near = larger_than_exchanged(scores)
    assert near == pytest.approx(exact, abs=0.002)
    assert larger_than_exchanged(np.zeros((4, 3))).tolist() == [1, 1, 1]


def test_who_saw_more_of_a_document_is_not_farther_for_it():
    """Sums over documents are of what is above the mean of those who saw an item: D, who saw twice
    as many items and differs as often as anybody, is not named."""
    rng = np.random.default_rng(5)
    rows = []
    for item in range(400):
        for coder in "ABCD":
            if coder == "D" or (item + ord(coder)) % 4 < 2 or item % 4 == 0:
                label = "x" if rng.random() < 0.8 else "y"
                rows.append((item, coder, label))
    item, coder, label = zip(*rows, strict=True)
    study = accord.from_columns(
        item, coder, label, about={"document": [f"doc{i // 20}" for i in range(400)]}
    )
    assert min(row.p for row in accord.infer.who_differs(study)) > 0.05


def test_a_false_name_is_as_rare_as_promised():
    """Of 300 studies of coders alike at most 5% have one with p up to .05; 30 or more would happen
    once in 1,000 sets if it were 5%. Coders who err alike, and items of unlike difficulty."""
    rng = np.random.default_rng(6)
    names = 0
    for _ in range(300):
        hard = rng.random(40) < 0.3
        truth = rng.integers(0, 3, 40)
        labels = {
            coder: np.where(
                rng.random(40) < np.where(hard, 0.5, 0.95), truth, rng.integers(0, 3, 40)
            )
            for coder in "ABCD"
        }
        found = accord.infer.who_differs(
            {name: some.tolist() for name, some in labels.items()},
            accord.bound("alpha", distance="nominal"),
        )
        names += min(row.p for row in found) <= 0.05
    assert names < 30
