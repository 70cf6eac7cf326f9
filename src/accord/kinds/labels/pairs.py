"""Pairs of things that coders choose between: how an item names them, how a coding says which."""

from collections.abc import Hashable
from typing import Any

from accord.errors import DataError, Setting
from accord.words.said import said

SIGNS = (" · ", " vs ", " vs. ", "|")
"""What stands between the two things of an item; the first is that of two columns."""

_FIRST = ("first", "a", "left", "1", "model_a", "model a", "answer_a", "response_a")
SECOND = ("second", "b", "right", "2", "model_b", "model b", "answer_b", "response_b")
TIE_OF_PAIRS = (
    "tie",
    "equal",
    "both",
    "neither",
    "0",
    "draw",
    "tie (bothbad)",
    "bothbad",
    "both bad",
)
"""What a coding may say of a pair, beside the name of one of the two."""

BOTH_BAD = ("neither", "tie (bothbad)", "bothbad", "both bad")
"""Ties that say that neither is good: ties about the order, and reported beside."""

REMEDY = "undefined.name-columns-both-items"


def pair_of(item: Hashable) -> tuple[tuple[Hashable, Hashable], bool]:
    """The two things of an item in one order, and whether they were shown in the other."""
    things: Any = item
    if isinstance(item, str):
        split = (tuple(part.strip() for part in item.split(sign)) for sign in SIGNS if sign in item)
        things = next(split, item)
    if not isinstance(things, tuple) or len(things) != 2 or things[0] == things[1]:
        remedy = said(REMEDY, setting=Setting("item", ["first", "second"]))
        raise DataError(f"item {item!r} is not a pair of two things; {remedy}")
    turned = repr(things[0]) > repr(things[1])
    return (things[::-1] if turned else things), turned


def side_of(category: Hashable, shown: tuple[Hashable, ...]) -> float | None:
    """1 for the first of the pair as it was shown, 0 for the second, ½ for a tie, None for none."""
    if category == shown[0]:
        return 1.0
    if category == shown[1]:
        return 0.0
    word = str(category).strip().lower()
    sides = ((_FIRST, 1.0), (SECOND, 0.0), (TIE_OF_PAIRS, 0.5))
    return next((value for words, value in sides if word in words), None)
