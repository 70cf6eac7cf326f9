"""Fournier & Inkpen 2012 and Fournier 2013: weights of edits of boundaries, by hand."""

import pytest

import accord
from accord.boundaries import boundary_similarity, segmentation_similarity


def test_near_misses_weigh_their_span():
    """n_t = 3: one match, near misses by 1 and 2 places (weights 1/3 and 2/3), one addition.

    A   5   10   20        Weight 1/3 + 2/3 + 1 = 2 of 3 edits and 1 match: B = 1 − 2/4.
    B   5   11   22   40   49 places: S = 1 − 2/49.
    """
    masses = {"A": [5, 5, 10, 30], "B": [5, 6, 11, 18, 10]}
    study = accord.Segmentations.from_masses({"d": masses})
    assert boundary_similarity(study, n_t=3).value == pytest.approx(1 / 2, rel=1e-12)
    assert segmentation_similarity(study, n_t=3).value == pytest.approx(47 / 49, rel=1e-12)
    # By default a miss by 2 places is two additions: (1/2 + 2 + 1) of 4 edits and 1 match.
    assert boundary_similarity(study).value == pytest.approx(1 - 3.5 / 5, rel=1e-12)


def test_substitutions_weigh_their_rank():
    """Three types: 2 for 3 is one rank of three, 1 for 3 two; a match: B = 1 − (1/3 + 2/3)/3.

    S has 49 places for 3 types: 1 − 1/147.
    """
    rows = [("d", "A", 10, 2), ("d", "A", 20, 1), ("d", "A", 30, 1)]
    rows += [("d", "B", 10, 3), ("d", "B", 20, 3), ("d", "B", 30, 1)]
    study = accord.Segmentations.of(rows, lengths={"d": 50})
    assert boundary_similarity(study).value == pytest.approx(2 / 3, rel=1e-12)
    assert segmentation_similarity(study).value == pytest.approx(146 / 147, rel=1e-12)


def test_pairs_are_averaged_and_documents_summed():
    """A and B match in both documents, C (only in the second) misses both by one place.

    B of A and B: 1. Of A and C, and of B and C: two near misses of weight 1/2: 1 − 1/2.
    """
    first = {"A": [5, 25], "B": [5, 25]}
    second = {"A": [10, 10, 10], "B": [10, 10, 10], "C": [11, 10, 9]}
    study = accord.Segmentations.from_masses({"first": first, "second": second})
    found = boundary_similarity(study)
    assert found.detail["pairs"] == pytest.approx({("A", "B"): 1, ("A", "C"): 0.5, ("B", "C"): 0.5})
    assert found.value == pytest.approx(2 / 3, rel=1e-12)
