"""Mathet, Widlöcher & Métivier 2015, §3.4.1: the four limitations of the discretizing measure."""

import pytest

import accord


def _kappa(one, other, end=20):
    rows = [("d", c, *unit) for c, marked in (("A", one), ("B", other)) for unit in marked]
    study = accord.Unitizings.of(rows, coders=["A", "B"], extents={"d": (0, end)})
    return accord.spans.kappa_d(study)


def test_two_units_are_seen_as_one():
    """(1) A splits what B leaves whole, and κ_d sees no difference.

    A  |-x-|-x-|
    B  |---x---|
    """
    assert _kappa([(2, 4, "x"), (4, 6, "x")], [(2, 6, "x")]).value == pytest.approx(1)


def test_a_missed_unit_costs_as_much_as_a_shifted_border():
    """(2) A unit that only A has, and a border one atom off: the same κ_d.

    A  |---x---|   |x|        A  |---x---|x|
    B  |---x---|              B  |---x---|
    """
    missed = _kappa([(2, 6, "x"), (8, 9, "x")], [(2, 6, "x")])
    shifted = _kappa([(2, 7, "x")], [(2, 6, "x")])
    assert missed.observed == shifted.observed
    assert missed.value == shifted.value


def test_agreement_on_gaps_raises_the_value():
    """(3) The same units in a longer text: more blanks to agree on, a higher κ_d."""
    one, other = [(2, 6, "x")], [(3, 7, "x")]
    assert _kappa(one, other, end=200).A_o > _kappa(one, other, end=20).A_o
    assert _kappa(one, other, end=200).value > _kappa(one, other, end=20).value


def test_overlap_is_impossible():
    """(4) Two categories at one atom: refused, and the units are named; sets can hold them."""
    study = accord.Unitizings.of(
        [("d", "A", 0, 5, "x"), ("d", "A", 3, 9, "y"), ("d", "B", 0, 5, "x")]
    )
    with pytest.raises(accord.NotApplicableError, match=r"\[0, 5\) 'x' and \[3, 9\) 'y'"):
        accord.spans.kappa_d(study)
    sets = accord.convert.units_to_sets(study)
    assert accord.alpha(sets, distance="masi").value < 1


def test_atoms_decide_the_value():
    """Characters, tokens and sentences give different numbers for the same units."""
    text = "Ann met Bob. Then Carl left."
    rows = [("d", "A", 0, 3, "PER"), ("d", "A", 18, 22, "PER"), ("d", "B", 0, 3, "PER")]
    study = accord.Unitizings.of(rows, texts={"d": text})
    found = {
        atoms: accord.spans.kappa_d(study, atom=atoms)
        for atoms in ("character", "token", "sentence")
    }
    assert [r.counts["a"] for r in found.values()] == [28, 8, 2]
    assert len({round(r.value, 6) for r in found.values() if not r.undefined}) > 1
    by_hand = accord.spans.kappa_d(
        study,
        atom={"d": [(0, 3), (4, 7), (8, 11), (11, 12), (13, 17), (18, 22), (23, 27), (27, 28)]},
    )
    assert by_hand.value == pytest.approx(found["token"].value)
