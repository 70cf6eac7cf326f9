"""Words that say what a column is and mean nothing else, by language, each with its reason.

Only these words let a table be read without a question; `column_names` has many more, which rank
what is offered when it asks. A word is here if nobody who works with tables calls anything else so.
Names are cut into words first: small letters, no accents, ø as o and ß as ss.
"""

import re
from collections.abc import Iterable

from accord._read.tables import column_names as known
from accord._read.tables.column_names import COMMENTS, DATES, GOLD, PEOPLE, SURENESS, TOTALS
from accord._read.tables.declared_words import (
    CODERS,
    CODERS_WITH_MARK,
    DOCUMENTS,
    ITEMS,
    LABELS,
    NAMED_PROGRAM,
    NAMES_OF_PEOPLE,
    OF_PROGRAMS,
    REFERENCES,
    words_in,
)
from accord._read.tables.roles import Column, words_of


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


ROMAN = _set("i ii iii iv v vi vii viii ix x")
"""What a mark may be besides a number, a letter and a name."""


# What stands among names of people in `column_names`, and is no person's.
_NOBODY = _set(
    "human humans expert crowd gpt gpt3 gpt4 gpt35 chatgpt claude llama mistral gemini bard palm "
    "qwen deepseek mixtral"
)


CODER_WORDS = words_in(CODERS)
MARKED_CODER_WORDS = words_in(CODERS, CODERS_WITH_MARK)
LABEL_WORDS = words_in(LABELS)
ITEM_WORDS = words_in(ITEMS)
DOCUMENT_WORDS = words_in(DOCUMENTS)
REFERENCE_WORDS = words_in(REFERENCES)
PROGRAMS = words_in(one for one in REFERENCES if one.why in OF_PROGRAMS)
NAMED_PROGRAMS = words_in(one for one in REFERENCES if one.why == NAMED_PROGRAM)
AGREED = REFERENCE_WORDS - PROGRAMS

NAMESAKES = _set("claude bard ai phi nova ernie hermes bloom olmo dolly opus palm kimi albert yi")
"""Programs that are called as people are, or their initials: one alone may be a person."""

NAME_WORDS = (PEOPLE | words_in(NAMES_OF_PEOPLE)) - _NOBODY

VERSION_OF_A_MODEL = re.compile(
    r"(?:^|[-_/ ])\d+(?:\.\d+)?b(?:$|[-_/ ])|^o[1-9]-(?:mini|preview|pro|high)"
)
"""Sizes and versions that only programs have: llama-7b, o1-mini, wizard-70B."""

_NO_PERSON = PROGRAMS | AGREED | NAMESAKES | GOLD | TOTALS


def may_be_no_person(names: Iterable[str]) -> bool:
    """Whether one of these names may be that of a program or a reference."""
    return any(
        not _NO_PERSON.isdisjoint(words_of(name)) or VERSION_OF_A_MODEL.search(name.lower())
        for name in names
    )


# What has identifiers and is no item: who acts, when, and what many items belong to.
_NEVER_ITEMS = (
    known.CODERS
    | known.OCCASIONS
    | known.DIMENSIONS
    | known.CONTAINERS
    | _set("participant student pupil session run job group team form survey assignment category")
)

# What a name says -------------------------------------------------------------------------------

# What is written beside a label and is none itself.
_BESIDE = COMMENTS | DATES | SURENESS

_SINGULAR = (("ies", "y"), ("es", ""), ("s", ""))


def is_word(word: str, words: frozenset[str]) -> bool:
    """Whether a word, or what it is the plural of, is among some."""
    if word in words:
        return True
    endings = ((word[: -len(old)] + new) for old, new in _SINGULAR if word.endswith(old))
    return any(one in words for one in endings)


def _only(name: str, words: frozenset[str], allowed: frozenset[str]) -> bool:
    """Whether a name has a word of its role, and beside it only words that leave the meaning."""
    own = words_of(name)
    return any(is_word(word, words) for word in own) and all(
        is_word(word, words) or word in allowed for word in own
    )


_NAMING = _set("id ids nr no num number name names code key # the of anon username")


def names_coders(name: str) -> bool:
    """Whether a column says that its cells are names of coders.

    >>> names_coders("rater_id"), names_coders("user"), names_coders("annotator notes")
    (True, False, False)
    """
    return _only(name, CODER_WORDS, _NAMING)


def may_name_coders(name: str) -> bool:
    """Whether a column that gives who answered could be called so: expert, reviewer, user, too.

    >>> may_name_coders("expert"), may_name_coders("reviewer_id"), may_name_coders("author")
    (True, True, False)
    """
    return _only(name, MARKED_CODER_WORDS | known.CODERS, _NAMING)


def names_labels(name: str) -> bool:
    """Whether a column says that its cells are labels that somebody gave.

    >>> names_labels("Label"), names_labels("coder rating"), names_labels("price")
    (True, True, False)
    """
    return _only(name, LABEL_WORDS, CODER_WORDS | ITEM_WORDS | {"id", "name", "value", "text"})


def names_items(name: str) -> bool:
    """Whether a column says that its cells name items, or what items lie in.

    What has an identifier is an item unless it has a meaning of its own here: comment_id.

    >>> names_items("tweet_id"), names_items("S No"), names_items("claim_id"), names_items("price")
    (True, True, True, False)
    >>> names_items("user_id"), names_items("session_id"), names_items("label_id")
    (False, False, False)
    """
    words = ITEM_WORDS | DOCUMENT_WORDS
    if name.startswith("column ") or _only(name, words, _NAMING | {"s", "sr", "sl", "lfd"}):
        return True
    *named, sign = words_of(name) or ("",)
    others = MARKED_CODER_WORDS | LABEL_WORDS | REFERENCE_WORDS | _NEVER_ITEMS
    return sign == "id" and bool(named) and not any(is_word(word, others) for word in named)


def mark_of_coder(name: str) -> tuple[str, str] | None:
    """The word for a coder and the mark of one, where a name is these two: ("rater", "1").

    A word for labels may stand beside them: rater 1 label.

    >>> mark_of_coder("Rater B"), mark_of_coder("Annotator Søren"), mark_of_coder("rater_age")
    (('rater', 'b'), ('annotator', 'soren'), None)
    """
    words = words_of(name)
    coders = [word for word in words if word in MARKED_CODER_WORDS]
    rest = [word for word in words if word not in MARKED_CODER_WORDS and word not in _BLANK]
    labels = [word for word in rest if is_word(word, LABEL_WORDS)]
    marks = [word for word in rest if word not in labels]
    if len(coders) != 1 or len(marks) != 1 or len(labels) > 1 or not _is_mark(marks[0]):
        return None
    return " ".join([coders[0], *labels]), marks[0]


def marked_by_name(name: str) -> bool:
    """Whether a person's name behind the word for coders says which coder it is."""
    mark = mark_of_coder(name)
    return mark is not None and mark[1] in NAME_WORDS


_BLANK = _set("nr no num number #")  # not id or name: rater1_id holds the rater's


def _is_mark(word: str) -> bool:
    single = len(word) == 1 and word.isalpha()
    number = word.isdecimal() and not is_year(word)  # one coder in two years
    person = word in NAME_WORDS and word not in REFERENCE_WORDS  # Bert is a program, too
    return number or single or word in ROMAN or person


def is_year(word: str) -> bool:
    """Whether a number is a year of the last century or of this one."""
    return len(word) == len("2000") and word.isdecimal() and word[:2] in ("19", "20")


def is_reference(column: Column) -> bool:
    """Whether a column's name says that it is agreed, computed, or a program's."""
    return any(word in REFERENCE_WORDS for word in column.words)


def is_beside(column: Column) -> bool:
    """Whether a column is what coders write beside a label: a comment, a time, how sure."""
    return column.kind in ("dates", "private") or any(word in _BESIDE for word in column.words)
