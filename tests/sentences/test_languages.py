"""Languages: every sentence in each, the same facts, numbers as each language writes them."""

import copy
import pickle
import re
import string

import pytest

from accord._measure.catalogue import MEASURES
from accord._measure.entry import CRITERIA, IN_PART
from accord._read.door.examples import EXAMPLES
from accord._read.door.read_options import SHAPES
from accord.serve.shown import READING
from accord.words.said import LANGUAGES, capital, clauses, joined, said, sentences, spoken

OTHERS = [name for name in LANGUAGES if name != "en"]

OWNED = {
    *(f"title.{name}" for name in MEASURES),
    *(f"name.{name}" for name in MEASURES),
    *(f"name.{name}-many" for name, entry in MEASURES.items() if entry.display_many),
    *(f"because.{name}" for name, entry in MEASURES.items() if entry.because),
    *(f"remark.{name}" for name, one in MEASURES.items() if one.suits and one.suits.remark),
    *(f"lacks.{name}" for name in CRITERIA),
    *(f"in-part.{name}" for name in IN_PART),
    *(f"serve.reading.{name}" for name, _, _ in READING),
    *(f"serve.shape.{name}" for name in SHAPES),
    *(f"serve.example.{name}" for name in EXAMPLES),
}
"""Keys whose English is a fact of a measure, a setting or an example."""


def _texts(text):
    return [text] if isinstance(text, str) else [*text]


def _fields(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_says_every_sentence(language):
    """Each has all keys, each with the fields of the English; none has more."""
    english, other = spoken("en").sentences, spoken(language).sentences
    assert {*other} == {*english} | OWNED
    for key, text in english.items():
        assert _fields(_texts(other[key])[-1]) == _fields(_texts(text)[-1]), key
        assert len(_texts(other[key])) == len(_texts(text)), key


def test_no_sentence_has_two_keys():
    """One English text, one key."""
    texts = [*spoken("en").sentences.values()]
    assert [text for text in texts if texts.count(text) > 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_may_hold_every_sentence_as_it_is(language):
    """No text has a sign of HTML, and none is empty."""
    for key, text in spoken(language).sentences.items():
        for one in _texts(text):
            assert one.strip(" \u00a0"), key
            assert not re.search('[<>&"]', one), key


def test_french_signs_stay_with_their_word():
    """Before ; : ? and inside quotation marks a space does not break."""
    for text in spoken("fr").sentences.values():
        assert not any(re.search(r" [;:?!»]|« ", re.sub(r"\{.*?\}", "", t)) for t in _texts(text))


def test_numbers_as_each_language_writes_them():
    """Decimal comma and a space before % in German and French; small numbers in words."""
    english, german, french = map(spoken, LANGUAGES)
    assert (english.decimal(-0.5), german.decimal(0.734, 2)) == ("−0.500", "0,73")
    assert (english.percent(0.38), german.percent(0.38)) == ("38%", "38\u00a0%")
    assert (french.percent(0.001), french.confidence(1.0)) == ("<1\u202f%", ">99\u202f%")
    assert (english.several(3, "coder"), german.several(3, "coder")) == (
        "three coders",
        "drei Kodierende",
    )
    assert (english.several(0, "item"), french.several(0, "item")) == ("no items", "aucun élément")
    assert (english.count(1, "item"), french.count(2, "item")) == ("1 item", "2 éléments")
    assert english.p_value(0.0004) == "p < 0.001"
    assert german.p_value(0.012) == "p = 0,012"
    assert english.all_of(["a", "b", "c"]) == "a, b and c"
    assert german.any_of(["a", "b"]) == "a oder b"
    assert german.format_field(3.14159, ".2f") == "3,14"


def test_a_sentence_is_text_and_remembers_its_facts():
    """It equals its English, and survives copies and pickles with its parts."""
    text = said("interval.few-items", n=3)
    assert text == "only 3 items: treat the interval as rough"
    for same in (copy.deepcopy(text), pickle.loads(pickle.dumps(text))):
        assert (same, same.key, same.fields) == (text, text.key, {"n": 3})
    assert spoken("de")(text).startswith("nur 3 Elemente")


def test_put_together_it_keeps_its_parts():
    """Sums, clauses, sentences and capitals are said part by part in another language."""
    few, none = said("interval.few-items", n=3), said("interval.no-items")
    german, french = spoken("de"), spoken("fr")
    assert capital(none) + "." == "No interval: no items."
    assert german(capital(none) + ".") == "Kein Intervall: es gibt keine Elemente."
    assert german(clauses([few, none])) == f"{german(few)}; {german(none)}"
    assert "\u00a0; " in french(clauses([few, none]))
    assert german(sentences("A", "", none)) == f"A {german(none)}"
    assert german(joined(["x: ", none]) + joined([few])) == f"x: {german(none)}{german(few)}"


def test_facts_can_be_changed_in_place():
    """As settings are, which the command line calls otherwise."""
    text = capital(said("interval.few-items", n=3) + "; " + "x")
    assert text.with_fields(lambda part: part + 1 if part == 3 else part).startswith("Only 4 items")


ALIKE = {
    "de": {
        *("word.dimension-2", "list.disagreements-show", "card.labels", "serve.take.md", "word.sd"),
        "judge.column.ccc",
        "judge.column.p",
    },
    "fr": {
        *("page.dimensions", "page.documents", "page.coefficients", "word.documents"),
        *("word.document", "word.document-2", "word.dimension", "word.dimension-2"),
        *("word.places", "word.mentions", "word.mention", "word.images", "word.annotations"),
        *("word.relations", "word.tokens", "word.coefficient", "word.votes", "word.position"),
        *("word.signature", "word.type", "word.second", "word.question", "units.places"),
        *("chart.distance", "apa.note", "apa.coefficient", "card.annotations"),
        *("serve.see.layer", "serve.see.of_dimension", "serve.verdict.possible"),
        *("serve.take.md", "serve.take.csv", "serve.decide.note", "judge.column.p"),
        "judge.column.ccc",
    },
}
"""Words that the language shares with English."""


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_is_left_in_english(language):
    """A text with words differs from the English, unless both languages have the same word."""
    english, other = spoken("en").sentences, spoken(language).sentences
    same = {
        key
        for key, text in english.items()
        if other[key] == text and re.search(r"[A-Za-z]", re.sub(r"\{[^{}]*\}", "", str(text)))
    }
    assert same == ALIKE[language]


LEFTOVER = {
    "de": r"\b(?:the|and|of|with|is|are|this|Einheit|Einheiten|Kodierern?|Ziehungen)\b"
    r"|um den Zufall bereinigt|Rändern?\b|Atomen?\b",
    "fr": r"\b(?:the|and|with|is|are|this|unités?|codeurs?|codages?|atomes?|continuum)\b",
}
"""Words of English, and words that a term of the field replaced."""

OF_THE_FIELD = r"Einheiten der Skala|unités de l’échelle|unités de contenu"


@pytest.mark.parametrize("language", OTHERS)
def test_words_are_those_of_the_field(language):
    """No English word and no loan translation is left in a sentence."""
    found = {
        key: one
        for key, text in spoken(language).sentences.items()
        if not key.startswith("name.")
        for one in _texts(text)
        if re.search(LEFTOVER[language], re.sub(rf"\{{[^{{}}]*\}}|{OF_THE_FIELD}", "", one))
    }
    assert found == {}
