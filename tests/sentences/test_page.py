"""The page of `accord serve`: every word has a key, and each language has a word for it."""

import re
from pathlib import Path

import pytest

import accord
from accord.serve.app import PAGES, page_file
from accord.serve.speaking import page_words, preferred_language
from accord.words.said import LANGUAGES
from tests.report.test_translation import _ours

PAGE = Path(accord.__file__).parent / "serve" / "pages"
SOURCE = (PAGE / "index.html").read_text("utf-8")
SCRIPTS = {file.name: file.read_text("utf-8") for file in sorted(PAGE.glob("*.js"))}
ENGLISH = re.compile(
    r"\b(the|of|and|with|that|each|are|is|by|not|for|which|how|these|from|there|they|coders|"
    r"items?|agreement|disagreement|categor(?:y|ies)|units|undefined|chance|choose|leave|read)\b",
    re.IGNORECASE,
)
"""Words of English that neither German nor French has."""

FAMILIES = {
    "serve.goal": ("report", "rounds", "problem", "model"),
    "serve.kind": ("nominal", "ordinal", "interval", "masi"),
    "serve.purpose": ("reliability", "validity"),
    "serve.take": ("html", "docx", "tex", "md", "json", "csv", "xlsx", "study", "table", "reading"),
    "serve.verdict": ("recommended", "suitable", "possible", "unsuitable"),
    "word": ("item", "document", "mention", "text", "codings"),
}
"""Keys that a script makes of a prefix and a value."""


def _keys():
    named = r'"((?:serve|word|answer|page|chart|judge)\.[\w.-]+)"'
    keys = {key for text in (SOURCE, *SCRIPTS.values()) for key in re.findall(named, text)}
    return {key for key in keys if key not in FAMILIES and not key.endswith((".js", ".css"))}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_page_is_there(language):
    """What the page and its scripts say by key is sent along, in each language."""
    words = page_words(language)
    made = {f"{prefix}.{value}" for prefix, values in FAMILIES.items() for value in values}
    assert {*_keys(), *made} - {*words} == set()


def test_the_page_has_no_words_of_its_own():
    """All text of the page comes from the words of a language; names of languages are their own."""
    assert [text for text in _ours(SOURCE) if re.search("[a-zA-Z]{2}", text)] == []


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_have_no_words_of_their_own(name):
    """No script puts a text into the page that is written in it."""
    script = re.sub(r"\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}", "", SCRIPTS[name])
    places = r'textContent = |aria-label": |Error\(|say\(|trouble\(|make\([^,]+, (?:\{[^{}]*\}), '
    assert re.findall(rf'(?:{places})[`"]([^`"]*[A-Za-z]{{3,}}[^`"]*)', script) == []
    assert re.findall(r'"[A-Z][a-z]+ [a-z]+[^"]*"', script) == []


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_the_page_leaves_no_english(language):
    """The page as it comes, before any file, has words of its language only."""
    page = page_file("", language)[0].decode()
    assert f'<html lang="{language}">' in page
    texts = _ours(page)
    assert len(texts) > 40
    assert [text for text in texts if ENGLISH.search(text)] == []
    for key, text in page_words(language).items():
        kept = re.sub(r"\{\w+\}|[„«“].*?[“»”]|: (?:field|refuse|drop|code-points).*", "", text)
        assert not ENGLISH.search(kept), key


def test_what_browsers_ask_for():
    """The language with the greatest weight that there is; English for what nobody speaks here."""
    assert preferred_language("fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5") == "fr"
    assert preferred_language("en-GB,de;q=0.9") == "en"
    assert preferred_language("zh, de;q=nonsense") == "en"


def test_every_language_can_be_fetched():
    """The switch of the page loads a file for each language, here and in the static folder."""
    assert {f"words-{language}.json" for language in LANGUAGES} <= {*PAGES}
    assert b'"serve.drop.title"' in page_file("words-fr.json")[0]
