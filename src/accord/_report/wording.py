"""Names and numbers as people read them; plain data as programs read it."""

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from math import isfinite, isnan
from typing import Any

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


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


def plain(value: Any) -> Any:
    """Data for JSON: numbers that are not finite become None, keys become text."""
    if isinstance(value, Mapping):
        return {label(key): plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, float):
        return value if isfinite(value) else None
    if value is None or isinstance(value, (str, int)):
        return value
    return str(value)


MESSAGES = {
    "advice",
    "because",
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


def data_reworded(data: Any, form: Callable[[str], str], message: bool = False) -> Any:
    """Plain data with its messages in another form, e.g. settings as a user types them.

    >>> data_reworded({"why": "so", "coders": ["so"]}, str.upper)
    {'why': 'SO', 'coders': ['so']}
    """
    if isinstance(data, Mapping):
        return {key: data_reworded(part, form, key in MESSAGES) for key, part in data.items()}
    if isinstance(data, (list, tuple)):
        return [data_reworded(part, form, message) for part in data]
    return form(data) if message and isinstance(data, str) else data


def record(parts: Mapping[str, Any]) -> dict[str, Any]:
    """A section of a report as plain data."""
    return {key: plain(part) for key, part in parts.items()}


def decimal(value: float | None, digits: int = 3) -> str:
    """A coefficient in print: a real minus sign, an en dash where there is nothing.

    >>> decimal(-0.5), decimal(None), decimal(0.98765)
    ('−0.500', '–', '0.988')
    """
    if value is None or isnan(value):
        return "–"
    text = f"{value:.{digits}f}"
    if not float(text):
        text = text.lstrip("-")
    return text.replace("-", "−")


def percent(share: float | None) -> str:
    """A share as a percentage; what is not nothing is not shown as 0%.

    >>> percent(0.254), percent(0.0004), percent(0.9999), percent(1.0)
    ('25%', '<1%', '>99%', '100%')
    """
    if share is None or isnan(share):
        return "–"
    if 0 < share < 0.005:
        return "<1%"
    if 0.995 <= share < 1:
        return ">99%"
    return f"{100 * share:.0f}%"


def probability(p: float) -> str:
    """A probability or confidence, which resamples never prove to be 0 or 1.

    >>> probability(0.0), probability(0.42), probability(1.0)
    ('<1%', '42%', '>99%')
    """
    return "<1%" if p < 0.01 else ">99%" if p > 0.99 else f"{100 * p:.0f}%"


def whole(number: float) -> str:
    """A count with thin spaces between thousands."""
    return f"{number:,.0f}".replace(",", "\u202f")


def whole_number(place: float) -> float:
    """A place in a text: 12 rather than 12.0, which is longer."""
    return int(place) if float(place).is_integer() else place


def several(number: int, one: str, many: str | None = None) -> str:
    """A count with its noun: small numbers in words.

    >>> several(3, "coder"), several(1, "category", "categories"), several(120, "item")
    ('three coders', 'one category', '120 items')
    """
    noun = one if number == 1 else (many or one + "s")
    return f"{WORDS[number] if number < len(WORDS) else whole(number)} {noun}"


def shortened(text: str, width: int) -> str:
    """The text, cut with an ellipsis where it is longer than `width`."""
    return text if len(text) <= width else text[: width - 1].rstrip() + "…"


def sentence(text: str) -> str:
    """The text with its first letter capital."""
    return text[:1].upper() + text[1:]


class English:
    """Says the sentences of a report as they are; `translation.Sayer` says them otherwise."""

    language = "en"

    def __call__(self, text: str) -> str:
        """A sentence that was made of numbers and names."""
        return text

    def word(self, text: str) -> str:
        """A heading of a column or a word, which may also be a name of the user's."""
        return text

    def form(self, text: str) -> str:
        """A sentence of the report's own, with its fields still open."""
        return text

    def filled(self, text: str, **fields: object) -> str:
        """A sentence of the report's own, and what its fields hold."""
        return self.form(text).format(**fields)
