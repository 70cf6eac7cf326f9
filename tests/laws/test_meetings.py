"""What meets in all documents at once is what meets in each pair of lines, bit for bit."""

from itertools import combinations

import numpy as np
import pytest

import accord
from accord._measure.spans.sections import meetings, met_on, pages
from accord._measure.spans.unitizing import _page_by_page, shared_lengths
from accord.kinds.spans.overlap import all_met, meet
from accord.kinds.spans.parts import Spans


def _line(rng, whole):
    """A line of units that may overlap, begin together and be equal."""
    n = int(rng.integers(0, 8))
    begin = np.sort(rng.integers(0, 12, n).astype(float) if whole else rng.random(n) * 12)
    return Spans(
        begin,
        begin + (rng.integers(1, 5, n) if whole else rng.random(n) * 4 + 0.01),
        rng.integers(0, 3, n),
    )


def _study(rng, whole, categories=3):
    """Some documents, each seen by two coders or more."""
    rows, seen = [], []
    for document in range(int(rng.integers(1, 5))):
        for coder in rng.choice(4, int(rng.integers(2, 5)), replace=False):
            seen.append((f"d{document}", f"c{coder}"))
            begin = np.sort(rng.choice(60, int(rng.integers(0, 9)), replace=False)) * 1.0
            wide = np.diff(begin, append=70.0) * (1 if whole else rng.random(len(begin)) + 1e-3)
            rows += [
                (f"d{document}", f"c{coder}", b, b + min(w, 5.0), f"k{rng.integers(categories)}")
                for b, w in zip(begin.tolist(), wide.tolist(), strict=True)
            ]
    return accord.Unitizings.of(rows, seen=seen)


@pytest.mark.parametrize("whole", [True, False])
def test_all_pairs_are_met_as_each_alone(whole):
    """The cells of a pair of lines are those of `meet`, in its order; rows and columns tell the
    units of all pairs apart."""
    rng = np.random.default_rng(int(whole))
    for _ in range(60):
        lines = [_line(rng, whole) for _ in range(int(rng.integers(2, 6)))]
        pairs = [tuple(rng.choice(len(lines), 2)) for _ in range(4)]
        found = all_met(lines, *zip(*pairs, strict=True))
        begins = np.cumsum([0, *map(len, lines)])
        row = column = 0
        for at, (i, j) in enumerate(pairs):
            g, h, shared = meet(lines[i], lines[j])
            here = found.pair == at
            assert (found.g[here] - begins[i]).tolist() == g.tolist()
            assert (found.h[here] - begins[j]).tolist() == h.tolist()
            assert found.shared[here].tolist() == shared.tolist()
            assert (found.row[here] - row).tolist() == g.tolist()
            assert (found.column[here] - column).tolist() == h.tolist()
            assert found.sizes[at].tolist() == [len(lines[i]), len(lines[j])]
            row, column = row + len(lines[i]), column + len(lines[j])


def test_nobody_meets():
    """No lines, or lines without a pair, have no cells."""
    line = Spans(np.array([0.0]), np.array([1.0]), np.array([0]))
    for lines in ([], [line]):
        found = all_met(lines, [], [])
        assert len(found.pair) == len(found.sizes) == 0
        assert len(found.units) == len(lines)


def _one_by_one(found, categories):
    """ℓ, s and p by a loop over pages and pairs, each with its own table."""
    gap, size = categories, categories + 1
    length, own, paired = np.zeros((size, size)), np.zeros(size), np.zeros(categories)
    for page in found:
        totals = [np.bincount(one.category, one.length, categories) for one in page.lines]
        for line, total in zip(page.lines, totals, strict=True):
            own[:gap] += np.bincount(line.category, line.length**2, categories)
            own[gap] += page.length - total.sum()
        for i, j in combinations(range(len(page.lines)), 2):
            one, other = page.lines[i], page.lines[j]
            g, h, shared = meet(one, other)
            table = np.zeros((size, size))
            np.add.at(table, (one.category[g], other.category[h]), shared)
            table[:gap, gap] = totals[i] - table[:gap, :gap].sum(axis=1)
            table[gap, :gap] = totals[j] - table[:gap, :gap].sum(axis=0)
            table[gap, gap] = page.length - totals[i].sum() - table[gap, :gap].sum()
            length += (table + table.T) * page.share
            for line, at in ((one, g), (other, h)):
                covered = np.bincount(at, shared, len(line)) ** 2
                paired += np.bincount(line.category, covered, categories) * page.share
    return length, own, paired


@pytest.mark.parametrize("categories", [1, 3, 12])
@pytest.mark.parametrize("whole", [True, False])
def test_coincidences_are_those_of_a_loop(monkeypatch, categories, whole):
    """The sums over all pages, and those of each page, to the last bit: also where only a few
    pairs are looked at together."""
    rng = np.random.default_rng([categories, whole])
    for at in range(30):
        monkeypatch.setattr(
            "accord._measure.spans.unitizing.AT_ONCE", 4_000_000 if at % 2 else 3 * categories**2
        )
        study = _study(rng, whole, categories)
        found, k = pages(study), len(study.categories)
        seen = shared_lengths(found, met_on(found), k)
        expected = _one_by_one(found, k)
        for ours, theirs in zip((seen.length, seen.own, seen.paired), expected, strict=True):
            assert ours.tolist() == theirs.tolist()
        parts = _page_by_page(found, met_on(found), k, np.arange(len(found)))
        for at_page, page in enumerate(found):
            for ours, theirs in zip(parts, _one_by_one([page], k), strict=True):
                assert ours[at_page].tolist() == theirs.tolist()


def test_what_meets_is_remembered_by_atom(monkeypatch):
    """A study finds out once what meets in it, for each length of an atom; too many are not
    kept."""
    study = _study(np.random.default_rng(5), whole=True)
    assert meetings(study)[1] is meetings(study)[1]
    assert meetings(study, 2.0)[1] is not meetings(study)[1]
    assert meetings(study, 2.0)[0][0].length == meetings(study)[0][0].length / 2
    monkeypatch.setattr("accord._measure.spans.sections.MOST_MEETINGS_KEPT", 0)
    other = _study(np.random.default_rng(5), whole=True)
    assert meetings(other)[1] is not meetings(other)[1]
