"""Names and numbers as people read them; plain data as programs read it."""

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from math import floor, isfinite, log10
from typing import Any, TypeVar, cast

from accord.errors import Setting, UnknownNameError, reworded
from accord.words.said import LANGUAGES, Language, spoken, worded

SectionT = TypeVar("SectionT", bound=Mapping[str, Any])


def known_language(language: str) -> str:
    """The language, or the error that names those there are."""
    if language not in LANGUAGES:
        raise UnknownNameError.of("language", language, LANGUAGES)
    return language


def speaker(language: str) -> Language:
    """What says sentences in a language that a user named."""
    return spoken(known_language(language))


def method_name(name: str) -> str:
    """An interval's method as papers call it; files for programs have the name of the option.

    >>> from accord.words.said import spoken
    >>> spoken("en")(method_name("bca")), str(method_name("bca"))
    ('BCa bootstrap', 'bca')
    """
    return worded(f"method.{name}", name) if f"method.{name}" in spoken("en").sentences else name


def label(name: Hashable) -> str:
    """A name of an item, coder or category as text: sets in braces, spans as begin–end.

    >>> label(frozenset({"b", "a"})), label((3, 7)), label(None), label(2.0)
    ('{a, b}', '3–7', '(none)', '2')
    """
    if name is None:
        return "(none)"
    if isinstance(name, frozenset):
        return "{" + ", ".join(sorted(label(part) for part in name)) + "}"
    if isinstance(name, tuple):
        if name and all(isinstance(part, tuple) for part in name):
            return " + ".join(label(part) for part in name)
        numbers = len(name) == 2 and all(isinstance(part, (int, float)) for part in name)
        return ("–" if numbers else ", ").join(label(part) for part in name)
    if isinstance(name, float) and name.is_integer():
        return str(int(name))
    return str(name) or "(empty)"


def labels(names: Iterable[Hashable]) -> list[str]:
    """Names as texts that stay distinct: 1 and "1" are told apart by a number."""
    seen: dict[str, int] = {}
    shown = []
    for name in names:
        text = label(name)
        seen[text] = seen.get(text, 0) + 1
        shown.append(text if seen[text] == 1 else f"{text} ({seen[text]})")
    return shown


def natural(name: str) -> tuple[tuple[bool, float, str], ...]:
    """A key by which names are in their natural order: numbers by size.

    >>> sorted(["c10", "c2", "C1"], key=natural)
    ['C1', 'c2', 'c10']
    """
    parts = re.split(r"(\d+)", name.casefold())
    return tuple((False, float(p), "") if p.isdecimal() else (True, 0.0, p) for p in parts if p)


def in_natural_order(names: Sequence[str], declared: bool = False) -> list[int]:
    """The positions of names in their natural order, or as they were declared."""
    places = range(len(names))
    return list(places) if declared else sorted(places, key=lambda at: natural(names[at]))


def axis_labels(names: list[str], width: int = 26) -> list[str]:
    """Names short enough for an axis, still distinct: what all share is cut first.

    >>> axis_labels(["annotator.number.one@example.org", "annotator.number.two@example.org"], 16)
    ['annot…one…', 'annot…two…']
    """
    names = ["".join(sign if sign.isprintable() else " " for sign in name) for name in names]
    if max(map(len, names), default=0) <= width:
        return labels(names)
    head = _shared(names)
    tail = _shared([name[head:][::-1] for name in names])
    return labels(_cut(name, head, tail, width) for name in names)


def _cut(name: str, head: int, tail: int, width: int) -> str:
    # Shorter beginnings that all share cost less room than the sign that would replace them.
    if len(name) > width and head > 8:
        name = name[:5] + "…" + name[head:]
    if len(name) > width and tail > 3:
        name = name[: len(name) - tail] + "…"
    if len(name) > width:
        half = (width - 1) // 2
        name = name[: width - 1 - half] + "…" + name[-half:]
    return name


def _shared(names: list[str]) -> int:
    """How many signs all names begin with."""
    if len(names) < 2:
        return 0
    first, last = min(names), max(names)
    alike = (at for at, (a, b) in enumerate(zip(first, last, strict=False)) if a != b)
    return next(alike, min(len(first), len(last)))


_AS_THEY_ARE = frozenset((str, int, bool, type(None)))
"""Types of nearly all parts of a large report, which are plain data already."""


def plain_data(value: Any) -> Any:
    """Data for JSON: numbers that are not finite become None, keys become text."""
    # Asking for the type is the quickest, and a call for each part would take longest.
    kind = type(value)
    if kind in _AS_THEY_ARE:
        return value
    if kind is dict or isinstance(value, Mapping):
        return {
            key if type(key) is str and key else label(key): (
                part if type(part) in _AS_THEY_ARE else plain_data(part)
            )
            for key, part in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [part if type(part) in _AS_THEY_ARE else plain_data(part) for part in value]
    # Arrays and numbers of NumPy, without importing it.
    if kind is not float and hasattr(value, "tolist"):
        return plain_data(value.tolist())
    if isinstance(value, float):
        return value if isfinite(value) else None
    return value if isinstance(value, (str, int)) else str(value)


MESSAGES = {
    "advice",
    "because",
    "headline",
    "late",
    "left_out",
    "notes",
    "paragraph",
    "problem",
    "reason",
    "sentence",
    "undefined",
    "verdict",
    "why",
}
"""Keys of plain data that hold messages; the others hold the user's own words."""


def message_in_words(message: str) -> str:
    """A message for a page: who reads it types neither options nor keywords.

    >>> from accord.errors import Setting
    >>> message_in_words(f"choose one with {Setting('layer')}, or use {Setting('enough', 0.7)}")
    'choose one with “layer”, or use “enough: 0.7”'
    """

    def form(setting: Setting) -> str:
        name = setting.name.replace("_", " ")
        if setting.value in (None, True):
            return f"“{name}”"
        several = isinstance(setting.value, (list, tuple))
        shown = ", ".join(map(str, setting.value)) if several else str(setting.value)
        return f"“{name}: {shown}”"

    return reworded(message, form)


def data_reworded(data: Any, form: Callable[[str], str], message: bool = False) -> Any:
    """Plain data with its messages in another form, e.g. settings as a user types them.

    >>> data_reworded({"why": "so", "coders": ["so"]}, str.upper)
    {'why': 'SO', 'coders': ['so']}
    """
    if type(data) is dict or isinstance(data, Mapping):
        # Only what may hold or be a message is looked at: most of a large report is neither.
        return {
            key: data_reworded(part, form, True)
            if key in MESSAGES
            else (part if type(part) in _NO_MESSAGES else data_reworded(part, form))
            for key, part in data.items()
        }
    if isinstance(data, (list, tuple)):
        if message:
            return [data_reworded(part, form, message) for part in data]
        return [part if type(part) in _NO_MESSAGES else data_reworded(part, form) for part in data]
    return form(data) if message and isinstance(data, str) else data


_NO_MESSAGES = _AS_THEY_ARE | {float}
"""Types that hold nothing else, and are no messages where none stands."""


def plain_section(parts: SectionT) -> SectionT:
    """A section of a report as plain data, with the keys that it has."""
    return cast("SectionT", {key: plain_data(part) for key, part in parts.items()})


def decimal(value: float | None, digits: int = 3) -> str:
    """A coefficient in print, in English; `say.decimal` writes it as another language does.

    >>> decimal(-0.5), decimal(None), decimal(0.98765)
    ('−0.500', '–', '0.988')
    """
    return spoken("en").decimal(value, digits)


def whole_number(place: float) -> float:
    """A place in a text: 12 rather than 12.0, which is longer."""
    return int(place) if float(place).is_integer() else place


def shortened(text: str, width: int) -> str:
    """The text, cut with an ellipsis where it is longer than `width`."""
    return text if len(text) <= width else text[: width - 1].rstrip() + "…"


def sentence(text: str) -> str:
    """The text with its first letter capital."""
    return text[:1].upper() + text[1:]


def decimals_of_raters(raters: Sequence[Mapping[str, Any]]) -> int:
    """How many decimals a table of raters needs: two digits of the smallest SD, and two at least.

    >>> [decimals_of_raters([{"sd": 6.35}, {"sd": sd}]) for sd in (0.9, 0.0042, 0.0)]
    [2, 4, 2]
    """
    spread = min((row["sd"] for row in raters if row["sd"]), default=1.0)
    return max(2, 1 - floor(log10(spread)))
