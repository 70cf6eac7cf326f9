"""Relations, regions and trees in small pieces, worked out by hand."""

from types import SimpleNamespace

import numpy as np
import pytest

import accord
from accord._measure.structures import region_measures
from accord._measure.structures.candidate_pairs import _Near, apart, of_candidates
from accord._measure.structures.region_matching import Cells
from accord._measure.structures.relation_measures import _by_chance, _Pair
from accord._measure.structures.tree_pairs import over_all_pairs
from accord.regions import Regions
from accord.relations import Relations


def test_pairs_of_entities_that_could_be_linked():
    """Three of a group and one by itself: 3 · 2 with a direction, half without; each with itself
    where such links are. Within a distance: 0–1 and 2–3 are one apart, 9–10 is six away."""
    near = _Near({"a": 0, "b": 0, "c": 0, "d": 1}, {}, None)
    assert near.number(directed=True, loops=False) == 6
    assert near.number(directed=False, loops=False) == 3
    assert near.number(directed=False, loops=True) == 7
    spans = {"a": (0.0, 1.0), "b": (2.0, 3.0), "c": (9.0, 10.0)}
    near = _Near(dict.fromkeys(spans, 0), spans, 1.0)
    assert near.number(directed=True, loops=False) == 2
    assert near.number(directed=False, loops=False) == 1


def test_candidates_by_chance():
    """Four candidates, labelled x twice by one and once by the other, else nothing: 16 pairs of a
    candidate each, of which 2 · 1 + 2 · 3 say the same, so 8 / 4 of four differ. Documents without
    a candidate change nothing."""
    x = frozenset("x")
    differ, chance = apart([{1: x, 2: x}, {1: x}], 4)
    assert (differ, chance) == (1, 2.0)
    assert apart([{}, {}], 0) == (0, 0.0)
    alone = of_candidates(np.array([[[4.0, differ, chance]]]))
    beside = of_candidates(np.array([[[4.0, differ, chance], [0.0, *apart([{}, {}], 0)]]]))
    assert alone == pytest.approx(np.array([[0.25, 0.5, 0.5]]))
    assert beside == pytest.approx(alone)


def test_of_equal_overlaps_the_one_of_the_same_category_is_matched():
    """Region 0 overlaps 1 and 2 alike; 2 has its category."""
    flat = SimpleNamespace(category=np.array([5, 6, 5]), box=np.zeros((3, 4)))
    none = np.zeros(2, dtype=np.intp)
    found = Cells(none, none, np.array([1, 2]), np.array([0.8, 0.8])).matched(flat, 0.5)
    assert (found.one.tolist(), found.other.tolist()) == ([0], [2])


def test_of_many_images_each_meets_as_many_others(monkeypatch):
    """Eight images have 28 pairs; where 20 are the most, two rounds of a ring are drawn."""
    images = np.arange(8)
    assert len(region_measures._some(images, 1)[0]) == 28
    monkeypatch.setattr(region_measures, "_PAIRS", 20)
    pairs, drawn = region_measures._some(images, 1)
    assert (len(pairs), drawn) == (16, True)
    assert np.bincount(pairs.reshape(-1)).tolist() == [4] * 8


def test_images_in_which_nobody_marked_anything():
    """No region, no value, and the reason."""
    study = Regions.of([], seen=[("d", "A"), ("d", "B"), ("e", "A"), ("e", "B")])
    found = accord.regions.region_alpha(study)
    assert np.isnan(found.value)
    assert found.undefined


@pytest.mark.parametrize(("directed", "expected"), [(True, 2 * 9 / 81), (False, 2 * 6 / 36)])
def test_relations_by_chance_with_a_loop(directed, expected):
    """Three entities: 6 places with a direction or 3 without, and 3 of an entity with itself,
    because somebody has one. Two relations of one, one of the other, all of one type."""
    entities = frozenset("abc")
    ends = (lambda a, b: (a, b)) if directed else (lambda a, b: frozenset((a, b)))
    links = (
        frozenset({(ends("a", "a"), "r"), (ends("a", "b"), "r")}),
        frozenset({(ends("a", "b"), "r")}),
    )
    rules = SimpleNamespace(sources=False, directed=directed)
    assert _by_chance(_Pair((entities, entities), links, True), rules, None) == pytest.approx(
        expected
    )


def test_a_relation_to_what_the_other_does_not_have_is_outside():
    """B has no entity c: the relation of A from a to c can be no candidate, and is counted."""
    rows = [
        ("d", "A", (0, 1), (4, 5), "r"),
        ("d", "A", (0, 1), (8, 9), "r"),
        ("d", "B", (0, 1), (4, 5), "r"),
        ("d", "B", (4, 5), (0, 1), "r"),
    ]
    study = Relations.of(rows, texts={"d": "a   b   c."})
    found = accord.relations.relation_kappa(study)
    assert found.detail["outside"] == 1
    assert found.detail["candidates"] == 2
    # Both candidates: A has one of them, B both.
    assert found.observed == pytest.approx(0.5)


def test_disagreement_over_all_pairs_is_what_is_left():
    """3 of 4 in all pairs together: the value is .75 and D_o .25."""
    of = over_all_pairs(lambda sums: sums[..., 0] / sums[..., 1])
    assert of(np.array([[[1.0, 2], [2, 2]]]))[0, [0, 2]] == pytest.approx([0.25, 0.75])
