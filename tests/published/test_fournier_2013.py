"""Fournier & Inkpen 2012 and Fournier 2013: weights of edits of boundaries, by hand."""

import pytest

import accord
from accord.boundaries import boundary_similarity, kappa_b, pi_b, segmentation_similarity


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


def test_a_boundary_is_in_one_near_miss():
    """B's one boundary lies between two of A's, one place from each: a near miss and an addition.

    Weight 1/2 + 1 of two edits: B = 1/4. With boundaries of a second type that match and
    tell places and types apart: two edits and one match, 1 − 1.5/3.
    """
    plain = accord.Segmentations.from_masses({"d": {"A": [10, 2, 8], "B": [11, 9]}})
    assert boundary_similarity(plain).value == pytest.approx(1 / 4, rel=1e-12)
    rows = [("d", "A", 10, 1), ("d", "A", 12, 1), ("d", "B", 11, 1)]
    rows += [("d", coder, 40, 2) for coder in "AB"]
    typed = accord.Segmentations.of(rows, lengths={"d": 50})
    found = boundary_similarity(typed)
    assert found.value == pytest.approx(1 / 2, rel=1e-12)
    (edits,) = found.detail["edits"]["A", "B"]
    assert edits.transpositions == [(10, 11, 0)]
    assert (edits.additions, edits.substitutions, edits.matches) == (1, [], 1)


def test_near_misses_are_of_one_type():
    """Type 1 at place 10 and type 2 at 11 are two additions; 1 at both, a near miss."""
    rows = [("d", "A", 10, 1), ("d", "B", 11, 2), ("d", "A", 30, 2), ("d", "B", 31, 2)]
    study = accord.Segmentations.of(rows, lengths={"d": 50})
    (edits,) = boundary_similarity(study).detail["edits"]["A", "B"]
    assert edits.transpositions == [(30, 31, 1)]
    assert (edits.additions, edits.substitutions, edits.matches) == (2, [], 0)


def test_two_substitutions_explain_as_much_as_two_near_misses():
    """A has types 1 then 2 and B 2 then 1 at neighbouring places: two substitutions.

    Of three types each weighs 1/3, and a boundary of the third matches: B = 1 − (2/3)/3.
    """
    rows = [("d", "A", 10, 1), ("d", "A", 11, 2), ("d", "B", 10, 2), ("d", "B", 11, 1)]
    rows += [("d", coder, 40, 3) for coder in "AB"]
    study = accord.Segmentations.of(rows, lengths={"d": 50})
    found = boundary_similarity(study)
    (edits,) = found.detail["edits"]["A", "B"]
    assert (edits.transpositions, edits.additions, edits.matches) == ([], 0, 1)
    assert found.value == pytest.approx(7 / 9, rel=1e-12)


def test_pi_and_kappa_of_chapter_1():
    """Kazantseva & Szpakowicz 2012, group 5, chapter 1, as Fournier's program has it.

    12 places; 1, 4, 1 and 3 boundaries: P = 9/48. Of 20 edits and matches of all six pairs 15
    are lost, so A_o = 1/4; π_B: A_e = P²; κ_B: the mean of P_c P_c′ over pairs.
    """
    masses = {"1": [11, 2], "2": [2, 1, 7, 2, 1], "3": [9, 4], "4": [2, 8, 2, 1]}
    study = accord.Segmentations.from_masses({"ch1": masses})
    pi, kappa = pi_b(study), kappa_b(study)
    assert pi.A_o == kappa.A_o == pytest.approx(1 / 4, abs=1e-12)
    assert pi.A_e == pytest.approx((9 / 48) ** 2, abs=1e-12)
    products = [3 * 1, 3 * 4, 3 * 1, 1 * 4, 1 * 1, 4 * 1]
    assert kappa.A_e == pytest.approx(sum(products) / 6 / 144, abs=1e-12)
    assert pi.value == pytest.approx(0.2226720647773279, abs=1e-12)
    assert kappa.value == pytest.approx(0.2258064516129032, abs=1e-12)
    assert pi.value == pytest.approx((pi.A_o - pi.A_e) / (1 - pi.A_e), abs=1e-12)
