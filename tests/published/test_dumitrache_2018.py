"""CrowdTruth 2.0 (Dumitrache et al. 2018): worked values, and the formulas written out in loops."""

import math
import os
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from accord import AccordError, codings
from accord.latent import crowdtruth, wawa, zero_based_skill

TOY = ("aab-a", "abbba", "bbbba", "aaa-a", "bab-a", "b-bba")
"""Six items by five coders, – missing."""

CROWD = (
    *("aabbb", "bbbba", "bbbab", "bbbbb", "bbbba", "aabab", "bbbab", "aaabb"),
    *("babbb", "aaabb", "aaaab", "bbabb", "aabbb", "bbbaa", "aaaab", "aabba"),
    *("bbbaa", "aaaab", "abaab", "bbbab", "bbbbb", "bbbbb", "bbaba", "babaa"),
)
"""24 items by five coders, the last mostly wrong."""


def table(rows):
    """Codings in the order of coders and labels, which no measure may need."""
    cells = [(i, c + 1, k) for i, row in enumerate(rows) for c, k in enumerate(row) if k != "-"]
    return codings(sorted(cells, key=lambda cell: cell[1:]))


def by_loops(rows, rounds):
    """The definitions for rows (item, coder, set of labels), one sum after the other."""
    given = {}
    for item, coder, labels in rows:
        given.setdefault(item, {})[coder] = dict.fromkeys(labels, 1.0)
    names = sorted({a for _, _, labels in rows for a in labels})
    coders = sorted({coder for _, coder, _ in rows})
    w, u, q = dict.fromkeys(coders, 1.0), dict.fromkeys(given, 1.0), dict.fromkeys(names, 1.0)

    def cosine(x, y):
        top = sum(q[a] * x.get(a, 0) * y.get(a, 0) for a in names)
        sides = [sum(q[a] * v * v for a, v in z.items()) for z in (x, y)]
        return top / math.sqrt(sides[0] * sides[1]) if sides[0] * sides[1] else 0.0

    def over(top, bottom):
        return top / bottom if bottom else 0.0

    for _ in range(rounds):
        units, workers, labels = {}, {}, {}
        for i, by in given.items():
            pairs = list(permutations(by, 2))
            top = sum(w[c] * w[e] * cosine(by[c], by[e]) for c, e in pairs)
            units[i] = over(top, sum(w[c] * w[e] for c, e in pairs))
        for c in coders:
            seen = {i: by for i, by in given.items() if c in by and len(by) > 1}
            others = [(i, e) for i, by in seen.items() for e in by if e != c]
            wwa = over(
                sum(w[e] * u[i] * cosine(seen[i][c], seen[i][e]) for i, e in others),
                sum(w[e] * u[i] for i, e in others),
            )
            wsa = 0.0
            for i, by in seen.items():
                rest = {a: sum(w[e] * by[e].get(a, 0) for e in by if e != c) for a in names}
                wsa += u[i] * cosine(by[c], rest)
            workers[c] = wwa * over(wsa, sum(u[i] for i in seen))
        for a in names:
            top = bottom = 0.0
            for c, e in permutations(coders, 2):
                both = [(i, by) for i, by in given.items() if c in by and e in by]
                taken = sum(u[i] * by[e].get(a, 0) for i, by in both)
                if taken:
                    same = sum(u[i] * by[c].get(a, 0) * by[e].get(a, 0) for i, by in both)
                    top += w[c] * w[e] * same / taken
                    bottom += w[c] * w[e]
            labels[a] = over(top, bottom)
        w, u, q = workers, units, labels
    return u, w, q


def test_worked_example():
    """Six items: rounds, and qualities of items, coders and labels, to all digits that two other
    programs printed."""
    found = crowdtruth(table(TOY))
    assert found.iterations == 11
    assert found.converged
    qualities = [0.3732002805, 0.5072153279, 0.8882142187, 1.0, 0.3275710474, 0.8424688546]
    by_item = dict(zip(found.items, found.of_items["quality"], strict=True))
    assert [by_item[i] for i in range(6)] == pytest.approx(qualities, abs=1e-9)
    coders = [0.6110613267, 0.6728962, 0.6890724713, 0.8332598038, 0.1314814472]
    assert found.of_coders["quality"] == pytest.approx(coders, abs=1e-9)
    factors = [0.7406554825, 0.7896627944, 0.7966828928, 0.8539656454, 0.3290304217]
    assert found.of_coders["agreement with coders"] == pytest.approx(factors, abs=1e-9)
    with_items = [0.8250277506, 0.8521310676, 0.8649269082, 0.9757533084, 0.3996027071]
    assert found.of_coders["agreement with items"] == pytest.approx(with_items, abs=1e-9)
    assert found.of_categories["quality"] == pytest.approx([0.6389190766, 0.8356655841], abs=1e-9)
    scores = [0.6725736641, 0.2527571792, 0.04475550889, 1.0, 0.3822158578, 0.0580524066]
    order = [found.items.index(i) for i in range(6)]
    assert found.probabilities[order, 0] == pytest.approx(scores, abs=1e-9)
    assert found.probabilities.sum(axis=1) == pytest.approx(1)


def test_first_round():
    """Where all qualities are still 1: item qualities are shares of agreeing pairs."""
    found = crowdtruth(table(TOY), max_iter=1)
    by_item = dict(zip(found.items, found.of_items["quality"], strict=True))
    assert [by_item[i] for i in range(6)] == pytest.approx([0.5, 0.4, 0.6, 1, 1 / 3, 0.5])
    coders = [0.4500979042, 0.5173145826, 0.3664311627, 0.5409551785, 0.1550423322]
    assert found.of_coders["quality"] == pytest.approx(coders, abs=1e-9)
    assert found.of_categories["quality"] == pytest.approx([0.5904761905, 0.6104166667], abs=1e-9)
    assert not found.converged
    assert "allow more" in found.notes[0]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("sets", [False, True])
def test_formulas_in_loops(seed, sets):
    """Random crowds with gaps, single labels and sets: as the definitions written out, to 1e-12."""
    rng = np.random.default_rng(seed)
    rows = []
    for i in range(12):
        for c in rng.choice(6, rng.integers(1, 5), replace=False):
            size = int(rng.integers(1, 4)) if sets else 1
            labels = frozenset("abcd"[k] for k in rng.choice(4, size, replace=False))
            rows.append((i, int(c), labels))
    study = codings([(i, c, k if sets else next(iter(k))) for i, c, k in rows])
    found = crowdtruth(study, max_iter=5, tolerance=0)
    u, w, q = by_loops(rows, 5)
    several = {i for i in u if sum(row[0] == i for row in rows) > 1}
    for i, value in zip(found.items, found.of_items["quality"], strict=True):
        assert np.isnan(value) if i not in several else value == pytest.approx(u[i], abs=1e-12)
    for c, value in zip(found.coders, found.of_coders["quality"], strict=True):
        assert np.isnan(value) or value == pytest.approx(w[c], abs=1e-12)
    for a, value in zip(found.categories, found.of_categories["quality"], strict=True):
        assert value == pytest.approx(q[a], abs=1e-12)


def test_real_crowd():
    """108 pictures by 39 people (Welinder et al. 2010): as the loops to 1e-12; the vote of good
    coders is right more often than the plain one."""
    folder = Path(os.environ.get("ACCORD_SAMPLES", "")) / "atlas" / "data" / "bluebirds-duck"
    if "ACCORD_SAMPLES" not in os.environ or not folder.is_dir():
        pytest.skip("ACCORD_SAMPLES names no folder with real files")
    lines = next(folder.glob("*answer.csv")).read_text().split()[1:]
    rows = [tuple(line.split(",")) for line in lines]
    found = crowdtruth(codings(rows), max_iter=2, tolerance=0)
    u, w, q = by_loops([(i, c, frozenset([k])) for i, c, k in rows], 2)
    assert found.of_items["quality"] == pytest.approx([u[i] for i in found.items], abs=1e-12)
    assert found.of_coders["quality"] == pytest.approx([w[c] for c in found.coders], abs=1e-12)
    by_label = [q[a] for a in found.categories]
    assert found.of_categories["quality"] == pytest.approx(by_label, abs=1e-12)


def test_all_alike_and_all_apart():
    """Coders who all agree have quality 1, as their items; who never do, 0, and say so."""
    alike = crowdtruth(table(["aaa", "bbb", "aaa"]))
    assert alike.of_items["quality"] == pytest.approx(1)
    assert alike.of_coders["quality"] == pytest.approx(1)
    assert alike.of_categories["quality"] == pytest.approx(1)
    apart = crowdtruth(table(["abc", "bca"]))
    assert apart.of_items["quality"] == pytest.approx(0)
    assert apart.of_coders["quality"] == pytest.approx(0)
    assert np.isnan(apart.probabilities).all()
    assert any("no two coders agree" in note for note in apart.notes)


def test_spammer_is_worst():
    """The coder who is mostly wrong has the lowest quality and skill; wawa counts labels equal to
    the majority (five coders: no tie)."""
    study = table(CROWD)
    skills = [0.875, 0.833333333, 0.791666667, 0.666666667, 0.5]
    assert wawa(study).of_coders["skill"] == pytest.approx(skills, abs=1e-9)
    assert zero_based_skill(study).of_coders["skill"] == pytest.approx(skills, abs=1e-9)
    assert wawa(study).accuracy == pytest.approx(skills, abs=1e-9)
    labels = dict(zip(study.items, wawa(study).labels, strict=True))
    assert "".join(labels[i] for i in range(24)) == "bbbbbababaabbbaabaabbbba"
    assert crowdtruth(study).of_coders["quality"].argmin() == 4


def test_ties():
    """In the toy item 5 is a tie: "first" gives a hit to the first label, "split" half to both."""
    study = table(TOY)
    first = wawa(study, ties="first")
    assert first.of_coders["skill"] == pytest.approx([4 / 6, 1, 4 / 6, 1, 3 / 6])
    assert first.probabilities[first.items.index(0)] == pytest.approx([0.7647058824, 0.2352941176])
    split = wawa(study).of_coders["skill"]
    assert split == pytest.approx([4.5 / 6, 4.5 / 5, 4.5 / 6, 1, 2.5 / 6])
    with pytest.raises(AccordError, match="'last'"):
        wawa(study, ties="last")


@pytest.mark.parametrize("method", [crowdtruth, wawa, zero_based_skill])
def test_order_and_names_are_nothing(method):
    """Other names and another order of items, coders and labels: the same values to 1e-12."""
    rows = [(i, c, k) for i, row in enumerate(CROWD) for c, k in enumerate(row)]
    call = {"a": "z", "b": "x"}
    moved = [(f"i{i}", f"c{9 - c}", call[k]) for i, c, k in reversed(rows)]
    one, two = method(codings(rows)), method(codings(moved))
    for what, values in one.of_coders.items():
        there = [two.of_coders[what][two.coders.index(f"c{9 - c}")] for c in one.coders]
        assert values == pytest.approx(there, abs=1e-12)
    for row, i in zip(one.probabilities, one.items, strict=True):
        there = two.probabilities[two.items.index(f"i{i}")]
        by_name = [there[two.categories.index(call[k])] for k in one.categories]
        assert row == pytest.approx(by_name, abs=1e-12)


@pytest.mark.parametrize("method", [crowdtruth, wawa, zero_based_skill])
def test_nobody_and_alone(method):
    """No labels: words and no number; an item with one label keeps it, and has no quality."""
    from accord import from_wide

    none = method(from_wide([[None, None]], coders="AB", categories=["a", "b"]))
    assert none.notes == ("there are no labels",)
    assert np.isnan(none.probabilities).all()
    study = codings([(1, "A", "x"), (1, "B", "x"), (2, "A", "y"), (2, "B", "y"), (3, "C", "x")])
    found = method(study)
    assert found.labels == ("x", "y", "x")
    if method is crowdtruth:
        assert np.isnan(found.of_items["quality"][2])
        assert np.isnan(found.of_coders["quality"][2])
        assert "1 of 3 items have one label and no quality" in found.notes


def test_guessing_is_not_zero():
    """As the page says: qualities are not corrected for chance. Coins of two labels score about
    the same whatever was asked: items near ½, coders near ½ · (cosine with the sum)."""
    rng = np.random.default_rng(0)
    rows = [(i, c, "ab"[rng.integers(2)]) for i in range(300) for c in range(6)]
    found = crowdtruth(codings(rows))
    assert 0.45 < found.of_items["quality"].mean() < 0.55
    assert 0.3 < found.of_coders["quality"].mean() < 0.5


def test_open_task():
    """Without a fixed list labels have no quality, and all weigh the same."""
    found = crowdtruth(table(TOY), closed=False)
    assert found.of_categories == {}
    assert not any("quality of labels" in note for note in found.notes)


def test_empty_sets_agree():
    """Two coders who choose nothing agree: nothing is a label of its own."""
    rows = [(1, "A", frozenset()), (1, "B", frozenset()), (2, "A", {"x"}), (2, "B", {"x", "y"})]
    found = crowdtruth(codings([(i, c, frozenset(k)) for i, c, k in rows]))
    assert found.of_items["quality"][0] == pytest.approx(1)
    assert "(none)" in found.categories
