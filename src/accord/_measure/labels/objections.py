"""What speaks against measures of labels, apart from the measures: choosing loads none of them."""

from collections.abc import Hashable
from typing import Any

from accord.errors import DataError, Setting
from accord.kinds.labels.study import Codings
from accord.words.said import said

PAIRS_OF_CODERS = 50_000
"""The most pairs of coders that are compared one by one: some 300 coders."""


def one_coding_each(study: Any) -> str | None:
    """What speaks against a distribution for each coder, as in a crowd whose workers come once."""
    # Counts have no codings one by one; and two coders of one item each are no crowd.
    if not 2 < len(study.coders) == len(getattr(study, "category", ())):
        return None
    return (
        "every coder coded one item only, so chance by coder cannot be estimated; alpha and pi "
        "take one distribution for all coders"
    )


def too_many_pairs(study: Codings) -> str | None:
    """What speaks against a mean over all pairs of coders."""
    number = len(study.coders) * (len(study.coders) - 1) // 2
    if number > PAIRS_OF_CODERS:
        return said("undefined.pairs-coders-too-many", n=number)
    return None


def not_numbers(study: Codings) -> str | None:
    """Why a measure of numbers does not apply."""
    if study.categories.numbers() is not None:
        return None
    words = (c for c in study.categories if not isinstance(c, (int, float)))
    word = min(words, key=str, default=None)  # the same one, however the study was read
    if word is None:
        return said("undefined.numeric-categories-needed")
    return said("undefined.numeric-categories-needed-got", what=word)


def no_lemmas(study: Codings) -> str | None:
    """Why chance within the lemma cannot be known."""
    if study.about:
        return None
    return said("undefined.alpha-lemma-needs-lemma-each")


SIGNS = (" · ", " vs ", " vs. ", "|")
"""What stands between the two things of an item; the first is that of two columns."""


def pair_of(item: Hashable) -> tuple[tuple[Hashable, Hashable], bool]:
    """The two things of an item in one order, and whether they were shown in the other."""
    things: Any = item
    if isinstance(item, str):
        split = (tuple(part.strip() for part in item.split(sign)) for sign in SIGNS if sign in item)
        things = next(split, item)
    if not isinstance(things, tuple) or len(things) != 2 or things[0] == things[1]:
        raise DataError(f"item {item!r} is not a pair of two things; {_remedy()}")
    turned = repr(things[0]) > repr(things[1])
    return (things[::-1] if turned else things), turned


def _remedy() -> str:
    return said("undefined.name-columns-both-items", setting=Setting("item", ["first", "second"]))


def not_pairs(study: Codings) -> str | None:
    """Why u does not apply: items are no pairs."""
    try:
        for item in study.items:
            pair_of(item)
    except DataError:  # of no one item, which counts have under another name
        return said("undefined.items-not-pairs-two", rest=_remedy())
    return None
