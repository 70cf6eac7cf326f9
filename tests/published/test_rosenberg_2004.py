"""Rosenberg & Binkowski 2004, augmented κ: a toy worked out in fractions by hand."""

from fractions import Fraction

import pytest

import accord

FIRST = ["a", "ab", "ab", "c", "ab"]
SECOND = ["a", "ab", "ba", "ca", "cb"]


def toy(**rows):
    """Two coders whose labels are a first and perhaps a second letter."""
    given = rows or {"A": FIRST, "B": SECOND}
    return accord.from_coders({who: [tuple(x) for x in row] for who, row in given.items()})


@pytest.mark.parametrize(
    ("p", "sharing", "observed", "expected", "value"),
    [
        ("1", "product", "3/5", "2/5", "1/3"),
        ("1", "minimum", "3/5", "2/5", "1/3"),
        ("2/3", "product", "5/9", "29/75", "19/69"),
        ("2/3", "minimum", "11/15", "38/75", "17/37"),
        ("1/2", "product", "11/20", "19/50", "17/62"),
        ("1/2", "minimum", "4/5", "14/25", "6/11"),
    ],
)
def test_toy(p, sharing, observed, expected, value):
    """A_o, A_e and the value of five items, to the last digit."""
    found = accord.labels.augmented_kappa(toy(), first=float(Fraction(p)), sharing=sharing)
    assert found.A_o == pytest.approx(float(Fraction(observed)), abs=1e-12)
    assert found.A_e == pytest.approx(float(Fraction(expected)), abs=1e-12)
    assert found.value == pytest.approx(float(Fraction(value)), abs=1e-12)


def test_single_labels_are_cohens_kappa():
    """Without second labels it is κ, whatever p and form."""
    study = accord.from_coders({"A": "aabbc", "B": "abbbc"})
    for sharing in ("minimum", "product"):
        found = accord.labels.augmented_kappa(study, first=0.7, sharing=sharing)
        assert found.value == pytest.approx(accord.kappa(study).value, abs=1e-12)


def test_coder_with_themself():
    """The minimum reaches 1; the product does not (.5238 of the toy's first coder at p = 2/3)."""
    alone = toy(A=FIRST, B=FIRST)
    assert accord.labels.augmented_kappa(alone).value == pytest.approx(1)
    product = accord.labels.augmented_kappa(alone, sharing="product")
    assert product.value == pytest.approx(0.5238, abs=5e-5)


def test_labels_of_a_file():
    """ "a > b" is a first and a second label."""
    study = accord.from_coders({"A": ["a", "a > b", "c"], "B": ["a", "b > a", "c > b"]})
    tuples = toy(A=["a", "ab", "c"], B=["a", "ba", "cb"])
    one, other = map(accord.labels.augmented_kappa, (study, tuples))
    assert one.value == pytest.approx(other.value, abs=1e-12)


def test_items_of_one_coder_take_no_part():
    """An item that one of the two did not code changes nothing."""
    with_hole = accord.from_coders({"A": ["a", "b", "a", None], "B": ["a", "b", "b", "b"]})
    without = accord.from_coders({"A": ["a", "b", "a"], "B": ["a", "b", "b"]})
    one, other = map(accord.labels.augmented_kappa, (with_hole, without))
    assert one.value == pytest.approx(other.value, abs=1e-12)


def test_what_it_cannot_take_is_said():
    """Weights outside, three labels, a set without a first label: one line, with what to do."""
    with pytest.raises(accord.AccordError, match=r"from 0\.5 to 1"):
        accord.labels.augmented_kappa(toy(), first=0.4)
    with pytest.raises(accord.AccordError, match="one or two labels"):
        accord.labels.augmented_kappa(toy(A=["abc", "a"], B=["a", "a"]))
    sets = accord.from_coders({"A": [frozenset("ab"), "a"], "B": [frozenset("ab"), "b"]})
    with pytest.raises(accord.AccordError, match="no first label"):
        accord.labels.augmented_kappa(sets)
    assert accord.labels.augmented_kappa(sets, first=0.5).A_o == pytest.approx(0.5)
