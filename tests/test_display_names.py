"""The names by which people know measures, as they are shown and as they are typed."""

import pytest

import accord
from accord._measure.catalogue import display_name, display_names
from accord.words.said import LANGUAGES, spoken

EVERY = [*accord.MEASURES.values()]


@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: entry.name)
def test_every_measure_has_a_name_of_its_own(entry):
    """It has one, no other measure has it, and it has no letter with a subscript in it."""
    shown = [name for name in (entry.display, entry.display_many) if name]
    assert shown
    assert shown[0] != entry.symbol or entry.symbol.isascii() or entry.symbol.startswith("γ")
    assert not any("_" in name for name in shown)
    others = {one.display for one in EVERY if one is not entry}
    assert not others & {*shown}


@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: entry.name)
def test_what_is_shown_can_be_typed(entry):
    """The name in a table leads back to the measure, with any apostrophe, in Latin letters, and
    without what stands in brackets where no other measure has that name."""
    for name in filter(None, (entry.display, entry.display_many)):
        for sign in "'’ʼ`":
            assert accord.find(name.replace("'", sign)) is entry
        assert str(accord.bound(name)).split("|")[0] == entry.name


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Fleiss' kappa", "pi"),
        ("fleiss’ kappa", "pi"),
        ("Fleiss' κ", "pi"),
        ("Scott's pi", "pi"),
        ("Cohen’s kappa", "kappa"),
        ("cohens kappa", "kappa"),
        ("Conger's kappa", "kappa"),
        ("krippendorff's alpha", "alpha"),
        ("Krippendorff's α", "alpha"),
        ("gwet's ac1", "ac1"),
        ("ICC(3,k)", "icc"),
        ("Kendall's u", "preference_u"),
        ("Krippendorff's |uα (2016)", "bar_u_alpha"),
    ],
)
def test_famous_names_are_found(typed, name):
    """Names as papers and keyboards write them."""
    assert accord.find(typed).name == name


def test_a_form_of_the_icc_is_typed_and_shown():
    """ICC(3,k) is the setting form, and the result is called so."""
    study = accord.from_coders({"A": [1, 2, 3, 3], "B": [1, 2, 3, 4], "C": [2, 2, 3, 4]})
    (result,) = accord.measure(study, "ICC(3,k)")
    assert result.value == accord.icc(study, form="3,k").value
    assert display_name(result) == "ICC(3,k)"
    assert display_name(accord.icc(study)) == "ICC(2,1)"


def test_the_number_of_coders_is_in_the_name():
    """π and κ of two are Scott's and Cohen's, of more Fleiss' and Conger's; unknown: both."""
    two, three = (accord.from_coders(dict.fromkeys(names, "aabb")) for names in ("AB", "ABC"))
    assert display_name(accord.pi(two)) == "Scott's π"
    assert display_name(accord.pi(three)) == "Fleiss' κ (multi-π)"
    assert display_name(accord.kappa(two)) == "Cohen's κ"
    assert display_name(accord.kappa(three).as_dict()) == "Conger's κ (multi-κ)"
    assert display_name(accord.MEASURES["pi"]) == "Scott's π / Fleiss' κ (multi-π)"


def test_the_distance_is_in_the_name():
    """Unless it is nominal, or the measure's own; of two with one name it is said of both."""
    study = accord.from_coders({"A": [1, 2, 3, 3], "B": [1, 2, 3, 4]})
    found = [accord.alpha(study, distance=d) for d in ("nominal", "ordinal")]
    names = [f"Krippendorff's α ({d})" for d in ("nominal", "ordinal")]
    assert [*map(str, display_names(found))] == names
    assert display_names(found[:1]) == ["Krippendorff's α"]
    assert display_names(found[1:]) == ["Krippendorff's α (ordinal)"]
    assert [*map(str, display_names([found[0], found[0]]))] == ["Krippendorff's α (nominal)"] * 2
    assert display_name(found[1], distance=False) == "Krippendorff's α"
    assert display_name(accord.bound("tree_alpha")) == "Krippendorff's α for trees (Skjærholt)"


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_in_every_language(language):
    """A name has its own words, and keeps the letter and the number."""
    say = spoken(language)
    study = accord.from_coders({"A": [1, 2, 3, 3], "B": [1, 2, 3, 4]})
    shown = say(display_name(accord.alpha(study, distance="ordinal")))
    assert shown.endswith("(ordinal)")
    assert "Krippendorff" in shown
    assert "α" in shown
