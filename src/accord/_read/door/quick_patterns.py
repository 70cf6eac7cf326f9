"""Patterns of strangers that cannot take long: a saved reading beside a folder may hold one.

Python's regular expressions try again where a part did not fit, and some patterns make that take
longer than anybody lives. Refused are those with a choice inside what may be repeated, and those
whose parts that may be of any length are too many for the name that is searched.
"""

import re
from math import factorial
from re import _constants as signs, _parser as parser  # type: ignore[attr-defined]
from typing import Any

from accord.errors import DataError, Setting

MOST_TRIES = 5e6
"""Places that a search may try: a tenth of a second."""

_REPEATS = (signs.MAX_REPEAT, signs.MIN_REPEAT, signs.POSSESSIVE_REPEAT)


def quick(pattern: str, name: str) -> re.Pattern[str]:
    """The compiled pattern, if it searches the name in no time; re.error where it is none.

    >>> quick(r".*_(a[0-9]+)", "doc_a1.ann").search("doc_a1.ann")[1]
    'a1'
    >>> quick(r"((a+)+)$", "a" * 40)
    Traceback (most recent call last):
    ...
    accord.errors.DataError: `coder_from='((a+)+)$'` may never finish: it repeats what can be
    repeated itself. Simplify it
    """
    compiled = re.compile(pattern)
    choices = _choices(parser.parse(pattern), pattern, False, 1)
    # One place where the search begins, and one where each part of any length ends.
    if choices and (len(name) + 1) ** (choices + 1) / factorial(choices + 1) > MOST_TRIES:
        raise DataError(
            f"{Setting('coder_from', pattern)} may take long: it has {choices} parts of any length "
            f"for a name of {len(name)} characters; describe the name more exactly"
        )
    return compiled


def _choices(parts: Any, pattern: str, repeated: bool, times: int) -> int:
    """How many parts of a pattern may fit in several ways; none may within what is repeated."""
    found = 0
    for kind, value in parts:
        inside, often, varies = repeated, times, False
        below: list[Any] = []
        if kind in _REPEATS:
            least, most, inner = value
            varies = least != most
            inside = repeated or (varies and most > 1)
            often = times if varies else times * int(least)
            below = [inner]
        elif kind is signs.BRANCH:
            varies, below = True, list(value[1])
        elif kind is signs.SUBPATTERN:
            below = [value[3]]
        elif kind in (signs.ASSERT, signs.ASSERT_NOT):
            below = [value[1]]
        elif kind is signs.ATOMIC_GROUP:
            below = [value]
        elif kind in (signs.GROUPREF, signs.GROUPREF_EXISTS):
            repeated = varies = True
        if varies and repeated:
            raise DataError(
                f"{Setting('coder_from', pattern)} may never finish: it repeats what can be "
                "repeated itself. Simplify it"
            )
        found += often if varies else 0
        found += sum(_choices(one, pattern, inside, often) for one in below)
    return found
