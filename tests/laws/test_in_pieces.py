"""What is done piece by piece, so that it fits the cache, is what is done at once."""

from math import fsum

import numpy as np
import pytest

import accord
from accord._measure.labels import mean_squares
from accord.kinds.labels import own_labels, tabular
from accord.model import names
from accord.model.names import Coded, objects


def _rows(rng, ascending):
    """Codings in some order: items as they come or mixed, coders always mixed."""
    cells = [(i, c) for i in range(9) for c in range(4) if rng.random() < 0.8]
    rng.shuffle(cells)
    if ascending:
        cells.sort(key=lambda cell: cell[0])
    return [(f"i{i}", "ABCD"[c], "xyz"[rng.integers(3)]) for i, c in cells]


@pytest.mark.parametrize("ascending", [True, False])
@pytest.mark.parametrize("size", [1, 3, 1000])
def test_codings_are_sorted_alike(ascending, size, monkeypatch):
    """By item as they are met, then by coder, each with its own label, however they are cut."""
    monkeypatch.setattr(tabular, "_BLOCK", size)
    monkeypatch.setattr(tabular, "CHUNK", size)
    for seed in range(20):
        rows = _rows(np.random.default_rng(seed), ascending)
        study = accord.codings(rows)
        items, coders = (
            list(dict.fromkeys(column)) for column in list(zip(*rows, strict=True))[:2]
        )
        expected = sorted(rows, key=lambda row: (items.index(row[0]), coders.index(row[1])))
        assert study.rows() == expected


@pytest.mark.parametrize("size", [1, 3, 1000])
def test_a_coding_that_comes_twice_is_found_wherever_it_is_cut(size, monkeypatch):
    """Twice with the same label, or with another one."""
    monkeypatch.setattr(tabular, "_BLOCK", size)
    for label in "xyz":
        rows = [*_rows(np.random.default_rng(1), ascending=True), ("i5", "B", label)]
        rows.insert(0, ("i5", "B", "y"))
        rows = [rows[0], *(row for row in rows[1:-1] if row[:2] != ("i5", "B")), rows[-1]]
        with pytest.raises(accord.AccordError, match="'B' codes item 'i5' twice"):
            accord.codings(rows)


@pytest.mark.parametrize("size", [1, 4, 1000])
def test_labels_of_items_are_found_alike(size, monkeypatch):
    """Which label occurs on which item, some items at a time."""
    monkeypatch.setattr(own_labels, "_TOGETHER", size)
    rows = _rows(np.random.default_rng(3), ascending=True)
    study = accord.codings(rows)
    found = own_labels._incidence(study)
    pairs = {(study.items.index(i), study.categories.index(k)) for i, _, k in rows}
    assert list(zip(found.item.tolist(), found.label.tolist(), strict=True)) == sorted(pairs)


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_numbers_are_added_alike(size, monkeypatch):
    """The sum is that of `fsum`, to the last bit."""
    monkeypatch.setattr(mean_squares, "CHUNK", size)
    values = np.random.default_rng(4).normal(size=50) * 10.0 ** np.arange(-5, 5).repeat(5)
    assert mean_squares.exact_sum(values) == fsum(values.tolist())


@pytest.mark.parametrize("size", [1, 2, 1000])
def test_cells_are_looked_up_alike(size, monkeypatch):
    """One by one, in slices, forwards and backwards; how often and where one occurs."""
    monkeypatch.setattr(names, "CHUNK", size)
    codes = np.array([3, 0, 3, 1, 1, 0], np.int32)
    cells = Coded.of(objects(["a", "b", "c", "d"]), codes, str)
    plain = ["d", "a", "d", "b", "b", "a"]
    assert list(cells) == plain
    assert cells == plain
    assert (list(reversed(cells)), cells[1:4], cells[-1]) == (plain[::-1], plain[1:4], "a")
    assert (cells.distinct, cells.codes.tolist()) == (["d", "a", "b"], [0, 1, 0, 2, 2, 1])
    assert [(cells.count(one), one in cells) for one in "abc"] == [(2, True), (2, True), (0, False)]
    assert [cells.index(one) for one in "abd"] == [1, 3, 0]
    with pytest.raises(ValueError, match="c"):
        cells.index("c")
