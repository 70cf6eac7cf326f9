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
    "best_alignment needs": "a Continuum is what Python calls it",
    "the length of a step (atom)": "atom= is the setting",
    "no atoms are given": "atoms= is the setting",
    "document X has no text to cut": "atoms= is the setting",
    "X: a content unit": "a term of the pyramid method",
    "the three columns share no value": "accord.codings is the function",
    "X is not a data frame": "accord.codings is the function",
    "X works with Codings": "the class that Python shows",
}
"""How messages begin that may have a forbidden word, and why."""

IN_ERRORS = {
    "needed(?! to)": "expected",
    "this study": "these data",
    r"(?:is|are) for(?= \w+,)": "works with",
    "is no(?= [a-z]+[;,]| X)": "is not a",
    "lies? (?:at|in|inside|outside|within|between)": "is, must be",
    r"\d+ such|X such": "cases",
    "mend": "correct, repair",
}
"""Turns that only errors had."""


def _raised(path):
    """(whether an error, text) of all that a module prints: errors, help and `echo`."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        called = node.exc if isinstance(node, ast.Raise) else node
        if not isinstance(called, ast.Call):
            continue
        prints = getattr(called.func, "attr", "") in ("echo", "option", "argument")
        if isinstance(node, ast.Raise) or prints:
            yield from ((isinstance(node, ast.Raise), text) for text in _texts_of(called))


def _texts_of(node):
    """The texts of a call, with X in the place of what is filled in."""
    if isinstance(node, ast.JoinedStr):
        parts = (getattr(v, "value", "X") for v in node.values)
        yield "".join(part if isinstance(part, str) else "X" for part in parts)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    else:
        for child in ast.iter_child_nodes(node):
            yield from _texts_of(child)


def _faults(path, wanted=lambda is_error: True):
    """(word, text) of each text of a module that has a forbidden word."""
    for is_error, text in _raised(path):
        if " " in text and wanted(is_error) and not any(map(text.startswith, NAMED_SO)):
            for word in (*FORBIDDEN, *(IN_ERRORS if is_error else ())):
                if re.search(rf"\b(?:{word})\b", text, re.IGNORECASE):
                    yield word, text


SOURCE = Path(accord.__file__).parent


def test_the_command_line_has_none_of_these_words_either():
    """Errors, help and what is printed say spans and labels, as the catalogue does."""
    found = [(path.name, *one) for path in (SOURCE / "cli").rglob("*.py") for one in _faults(path)]
    assert found == []


def test_errors_have_none_of_these_words():
    """What any module raises is written like the catalogue, and says what was expected."""
    found = [
        (path.name, *one)
        for path in sorted(SOURCE.rglob("*.py"))
        for one in _faults(path, wanted=lambda is_error: is_error)
    ]
    assert found == []


def test_no_error_is_long():
    """Up to the full stop, colon or semicolon an error has at most 25 words."""
    found = [
        (path.name, part)
        for path in sorted(SOURCE.rglob("*.py"))
        for is_error, text in _raised(path)
        if is_error
        for part in re.split(r"(?<=[.?!:;])\s+", text)
        if len(re.findall(r"[\w’'-]+", part)) > MOST_WORDS
    ]
    assert found == []


def test_a_fault_in_an_error_would_be_found(tmp_path):
    """Words, turns and length are noticed in an error, also beside what is filled in."""
    path = tmp_path / "faulty.py"
    path.write_text('raise E(f"{x}: the codings are {y}, needed a list")\n')
    assert {word for word, _ in _faults(path)} == {"codings?", "needed(?! to)"}
