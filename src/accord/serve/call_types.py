"""What a call of the page may hold: the type of each field, looked at once, before anything else.

The page sends nothing else; who does gets one line, and not a word about a mistake in accord.
"""

from collections.abc import Callable, Mapping
from typing import Any

from accord.errors import DataError
from accord.words.said import said

DEEPEST = 8
"""How deep a call nests: an object, its settings, a list in them, and some to spare."""

LONGEST_TEXT = 100_000
"""Characters of one text: notes are shorter, and no name is as long."""


def _text(value: Any) -> bool:
    return (
        isinstance(value, str)
        and len(value) <= LONGEST_TEXT
        and not any("\ud800" <= sign <= "\udfff" for sign in value)
    )


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(_text, value))


def _places(value: Any) -> bool:
    return isinstance(value, list) and all(type(one) is int for one in value)


def _object(value: Any) -> bool:
    return isinstance(value, dict)


def _anything(value: Any) -> bool:
    return True


FIELDS: dict[str, Callable[[Any], bool]] = {
    **dict.fromkeys(("files", "against", "new_categories"), _texts),
    **dict.fromkeys(("coders", "documents"), _places),
    "merges": lambda value: isinstance(value, list) and all(map(_places, value)),
    "settings": _object,
    "roles": lambda value: _object(value) and all(map(_text, value.values())),
    "decisions": lambda value: isinstance(value, list) and all(map(_object, value)),
    "level": lambda value: type(value) in (int, float),
    "model": lambda value: type(value) is int,
    **dict.fromkeys(("interval", "again"), _anything),  # taken as yes or no
    **dict.fromkeys(("dimension", "measure", "distance", "missing", "purpose", "title"), _text),
    "task": _text,
    **dict.fromkeys(("by", "undecided", "what", "name", "language", "saved"), _text),
}
"""Field → whether a value is of its type; what is null is not given, and others are not read."""


def check_call(given: Any) -> None:
    """Refuse a call with a field of a wrong type, or one that nests too deep."""
    if not isinstance(given, Mapping) or too_deep(given):
        raise DataError(said("serve.http.object"))
    for name, fits in FIELDS.items():
        value = given.get(name)
        if value is not None and not fits(value):
            raise DataError(said("serve.call.type", name=name))


def too_deep(value: Any) -> bool:
    """Whether plain data nest deeper than a call does; looks at every level without recursion."""
    level = [value]
    for _ in range(DEEPEST):
        inner = [one for one in level if isinstance(one, (dict, list))]
        level = [x for one in inner for x in (one.values() if isinstance(one, dict) else one)]
        if not level:
            return False
    return any(isinstance(one, (dict, list)) for one in level)
