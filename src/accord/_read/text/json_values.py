"""Walking through data from strangers: JSON, which may hold anything anywhere.

What a reader needs it asks for by key and type (`needed`, `optional`, `list_at` …): what is not so
is an error with its place. Where a format has several forms, a value is put into the one that the
reader walks through (`as_list`, `one_or_many`, `as_mapping`, `as_text`): what is of another type is
empty there. Types are looked at here, and not in readers.
"""

import json
from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Any, TypeGuard, TypeVar

from accord.errors import DataError

_Name = TypeVar("_Name")

FARTHEST = 1e15  # offsets beyond are none: floats do not tell them apart
_SCALARS = (str, int, float)  # bool is an int
_LONGEST_SHOWN = 60  # a message stays on one line of a terminal
_TYPES = {
    str: "a string",
    int: "a whole number",
    float: "a number",
    list: "a list",
    dict: "an object",
    bool: "true or false",
}


def needed(record: Any, key: str, where: str, kind: type | tuple[type, ...] = object) -> Any:
    """The value of a key that must be there, of the right type."""
    if not isinstance(record, dict):
        raise DataError(f"{where}: found {shown(record)}, expected an object with {key!r}")
    if key not in record:
        raise DataError(f"{where}: no {key!r}; found {', '.join(map(repr, list(record)[:12]))}")
    value = record[key]
    return value if type(value) is kind else checked(value, key, where, kind)


def optional(record: Any, key: str, where: str, kind: type | tuple[type, ...], default: Any) -> Any:
    """The value of a key, of the right type, or the default where it is absent or null."""
    if not isinstance(record, dict):
        raise DataError(f"{where}: found {shown(record)}, expected an object")
    value = record.get(key)
    if value is None or type(value) is kind:  # nearly always: reading is made of this
        return default if value is None else value
    return checked(value, key, where, kind)


def checked(value: Any, key: str, where: str, kind: type | tuple[type, ...]) -> Any:
    """The value itself if it is of the type."""
    # True and false are numbers to Python, and to no annotation tool.
    if not isinstance(value, kind) or (type(value) is bool and kind in (int, float)):
        kinds = kind if isinstance(kind, tuple) else (kind,)
        wanted = " or ".join(_TYPES.get(k, k.__name__) for k in kinds)
        raise DataError(f"{where}: {key!r} is {shown(value)}, expected {wanted}")
    return value


def list_at(record: Any, key: str, where: str) -> list[Any]:
    """The list of a key, empty where there is none."""
    value: list[Any] = optional(record, key, where, list, [])
    return value


def mapping_at(record: Any, key: str, where: str) -> dict[str, Any]:
    """The object of a key, empty where there is none."""
    value: dict[str, Any] = optional(record, key, where, dict, {})
    return value


def text_at(record: Any, key: str, where: str) -> str | None:
    """The text of a key, None where there is none."""
    value: str | None = optional(record, key, where, str, None)
    return value


# Ids are numbers in one export and text in the next of the same tool, so both are taken; which of
# the two a message names first is what the tool mostly writes.
def name_at(record: Any, key: str, where: str, default: Any = None) -> str:
    """The name of a key, perhaps a number, as text; without a default it must be there."""
    return _called(record, key, where, (str, int), default)


def id_at(record: Any, key: str, where: str, default: Any = None) -> str:
    """The number of a key, perhaps a name, as text; without a default it must be there."""
    return _called(record, key, where, (int, str), default)


def _called(record: Any, key: str, where: str, kinds: tuple[type, ...], default: Any) -> str:
    if default is None:
        return str(needed(record, key, where, kinds))
    return str(optional(record, key, where, kinds, default))


def edges_at(record: Any, where: str, begin: str = "start", end: str = "end") -> tuple[int, int]:
    """Begin and end of a span, by their keys."""
    first = whole(needed(record, begin, where), begin, where)
    return first, whole(needed(record, end, where), end, where)


def number_in(value: Any, key: str, where: str) -> float:
    """A finite number, also where it is written as a string."""
    if type(value) is int and -FARTHEST <= value <= FARTHEST:
        return value
    try:
        if type(value) is bool or not isinstance(value, _SCALARS):
            raise ValueError
        figure = value if isinstance(value, int) else float(value)
        if not isfinite(figure) or abs(figure) > FARTHEST:
            raise ValueError
    except (ValueError, OverflowError):
        raise DataError(f"{where}: {key!r} is {shown(value)}, expected a number") from None
    return int(figure) if figure == int(figure) else figure


def whole(value: Any, key: str, where: str) -> int:
    """A whole number that is an offset, also where it is written as a string."""
    if type(value) is str and len(value) < 13 and value.isascii() and value.isdigit():
        return int(value)  # nearly always, where XML has it
    figure = number_in(value, key, where)
    if figure != int(figure) or figure < 0:
        raise DataError(f"{where}: {key!r} is {shown(value)}, expected a whole number from 0")
    return int(figure)


def as_list(value: Any) -> list[Any]:
    """The value where it is a list, else nothing."""
    return value if isinstance(value, list) else []


def one_or_many(value: Any) -> list[Any]:
    """The value where it is a list, else a list of it alone."""
    return value if isinstance(value, list) else [value]


def as_mapping(value: Any) -> dict[str, Any]:
    """The value where it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def as_text(value: Any) -> str | None:
    """The value where it is text, else None."""
    return value if isinstance(value, str) else None


def number_if_any(value: Any) -> float | None:
    """The value where it is a number, true or false, else None."""
    return value if isinstance(value, (int, float)) else None


def texts_of(record: Mapping[_Name, Any]) -> dict[_Name, str]:
    """What of an object is text."""
    return {key: value for key, value in record.items() if isinstance(value, str)}


def is_scalar(value: Any) -> bool:
    """Whether a value is text, a number, true or false: what can be a label as it stands."""
    return isinstance(value, _SCALARS)


def is_name(value: Any) -> bool:
    """Whether a value is text or a whole number: what can be the name of a coder or an item."""
    return isinstance(value, (str, int))


def is_list(value: Any) -> TypeGuard[list[Any]]:
    """Whether a value is a list."""
    return isinstance(value, list)


def is_mapping(value: Any) -> TypeGuard[dict[str, Any]]:
    """Whether a value is an object."""
    return isinstance(value, dict)


def is_nested(value: Any) -> TypeGuard[list[Any] | dict[str, Any]]:
    """Whether a value is a list or an object."""
    return isinstance(value, (list, dict))


def mappings_with(values: Iterable[Any], key: str) -> bool:
    """Whether there are values, and all are objects with a key."""
    listed = list(values)
    return bool(listed) and all(key in as_mapping(value) for value in listed)


def shown(value: Any) -> str:
    """A value quoted in a message, cut where it is long."""
    text = repr(value)
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 3] + "…"


def plain_label(value: Any) -> Any:
    """A value as a category: as it stands, or, where it is nested, as a message quotes it."""
    return value if value is None or is_scalar(value) else shown(value)


def label_in(value: Any) -> Any:
    """A value as a category: true and false in words, a list as a set, an object as its JSON.

    >>> label_in(True), label_in({"b": 1, "a": None})
    ('true', '{"a": null, "b": 1}')
    """
    if type(value) is bool:
        return "true" if value else "false"
    if value is None or is_scalar(value):
        return value
    if type(value) is list:
        return frozenset(one if type(one) is str else json.dumps(one) for one in value)
    return json.dumps(value, sort_keys=True, ensure_ascii=False)  # whole: no two are made equal
