"""The style of the catalogue: no words that readers stumble over, no sentence that is too long."""

import ast
import re
from pathlib import Path

import pytest

import accord
from accord._measure.catalogue import MEASURES
from accord._measure.entry import CRITERIA, IN_PART
from accord.words.said import LANGUAGES, spoken

FORBIDDEN = {
    "codings?": "label, rating or annotation",
    "unitizings?": "span",
    "units?": "span",
    "continuum": "text",
    "atoms?": "character or token",
    "disorder": "mismatch",
    "borders?": "start or end",
    "heaviest|costliest": "largest",
    "as (told|requested|asked)": "set by you",
    "otherwise than": "differently",
    "anew": "again",
    "among themselves": "with each other",
    "no norm": "not a benchmark",
    "commonest|surest": "most frequent, most certain",
    "wished": "target",
    "seldom|hardly": "rarely, almost no",
    "mislabelled": "would result if … wrong",
    "true coverage|nominal level": "too narrow, too wide",
    "humans": "people",
    "take along": "save",
    "it takes|one takes|to be taken for": "needs, works with, treated as",
    "holds?": "contains, has",
    "thus": "so",
    "beside": "next to, compared with",
    "desired": "target",
    "validity": "these particular coders",
    "mostly": "usually",
    "so that": "so",
    "settled?": "resolve",
    r"in all(?=[.,;:]|$)": "in total",
    "undefined": "no value, cannot be computed",
    "gaps?": "missing, unmarked text",
}
"""What English sentences do not say, and what they say instead."""

TERMS = {
    "content units",  # of the pyramid method
    "units of the scale",  # of measurement
}
"""Terms of a field that have a forbidden word in them."""

MOST_WORDS = 25
"""Readers of a second language lose longer sentences; twenty is the aim."""

ENGLISH = {
    **spoken("en").sentences,
    **{f"title.{name}": entry.title for name, entry in MEASURES.items()},
    **{f"because.{name}": entry.because for name, entry in MEASURES.items() if entry.because},
    **{f"lacks.{name}": text for name, text in CRITERIA.items()},
    **{f"in-part.{name}": text for name, text in IN_PART.items()},
}
"""Every sentence of the catalogue, with those that the entries of measures own."""


def _texts(key):
    """The forms of a sentence, without the names of its fields."""
    text = ENGLISH[key]
    return [re.sub(r"\{[^{}]*\}", "X", one) for one in ([text] if isinstance(text, str) else text)]


@pytest.mark.parametrize("word", FORBIDDEN)
def test_words_that_readers_stumble_over(word):
    """No sentence has them; the table says what is said instead."""
    found = []
    for key in ENGLISH:
        for text in _texts(key):
            plain = re.sub("|".join(TERMS), "", text)
            if re.search(rf"\b(?:{word})\b", plain, re.IGNORECASE):
                found.append(f"{key}: {text}")
    assert found == [], f"better: {FORBIDDEN[word]}"


def test_no_sentence_is_long():
    """Up to the full stop, colon or semicolon there are at most 25 words, but in a paper, where the
    statistics of one result stand in one sentence."""
    found = [
        (len(words), key, part)
        for key in ENGLISH
        if ".paper" not in key
        for text in _texts(key)
        for part in re.split(r"(?<=[.?!:;])\s+", text)
        if len(words := re.findall(r"[\w’'-]+", part)) > MOST_WORDS
    ]
    assert found == []


def test_a_long_or_forbidden_sentence_would_be_found(monkeypatch):
    """The checks can fail: a sentence with each fault is noticed."""
    monkeypatch.setitem(ENGLISH, "a.fault", "It has {n:count unit} of the codings, as told.")
    with pytest.raises(AssertionError):
        test_words_that_readers_stumble_over("codings?")
    test_words_that_readers_stumble_over("units?")  # the name of a field is no word
    monkeypatch.setitem(ENGLISH, "a.fault", " ".join(["word"] * (MOST_WORDS + 1)))
    with pytest.raises(AssertionError):
        test_no_sentence_is_long()


@pytest.mark.parametrize("language", LANGUAGES)
def test_quotation_marks_and_spaces(language):
    """No straight double quotation marks, no two spaces, none before a full stop."""
    for key, text in spoken(language).sentences.items():
        for one in [text] if isinstance(text, str) else text:
            assert '"' not in one, key
            assert "  " not in one, key
            assert " ." not in one, key


NAMED_SO = {
    "Answer for a kind of task": "properties of tasks are called units, categories …",
    "; or its properties": "the end of the same",
    "reliability": "--purpose validity is the older name of a choice",
    "parts:": "choices of --what, which scripts name",
}
"""How messages begin that may have a forbidden word, and why."""


def _messages(path):
    """What a module of the command line prints: texts of errors, of help and of `echo`."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        called = node.exc if isinstance(node, ast.Raise) else node
        if not isinstance(called, ast.Call):
            continue
        prints = getattr(called.func, "attr", "") in ("echo", "option", "argument")
        if isinstance(node, ast.Raise) or prints:
            for part in ast.walk(called):
                if isinstance(part, ast.JoinedStr):
                    words = (getattr(v, "value", "X") for v in part.values)
                    yield "".join(w if isinstance(w, str) else "X" for w in words)
                elif isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield part.value


def test_the_command_line_has_none_of_these_words_either():
    """Errors, help and what is printed say spans and labels, as the catalogue does."""
    found = []
    for path in sorted((Path(accord.__file__).parent / "cli").rglob("*.py")):
        for text in _messages(path):
            known = any(text.startswith(begin) for begin in NAMED_SO)
            if " " in text and not known:
                found += [(path.name, word, text) for word in FORBIDDEN if _has(word, text)]
    assert found == []


def _has(word, text):
    return re.search(rf"\b(?:{word})\b", text, re.IGNORECASE)
