"""What a reader did to the data on the way in, and what it found in the names.

A study keeps the names it is given. Two spellings of one label (case, spaces, invisible signs,
Unicode form, 1 and 1.0) are two categories, two of a coder two coders, and the number is another:
so the audit names them (`noted`), and `fold` merges them.
"""

import re
import unicodedata
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeVar

import numpy as np

from accord.errors import Setting
from accord.model.names import Names, decimals
from accord.model.showing import counted


@dataclass(frozen=True, slots=True)
class Audit:
    """Where a study came from, what was read, guessed, changed and dropped.

    `notes` are sentences for people, in the order in which things happened; nothing is
    dropped or changed without one.

    :param source: The file or files.
    :param format: The name of their format.
    :param rows: How many rows were read.

    >>> import accord
    >>> study = accord.from_records([{"id": 1, "annotator": "A", "label": "x"},
    ...                              {"id": 1, "annotator": "B", "label": None}])
    >>> print(study.audit)
    records (long table): 2 rows read, 0 dropped
      columns: item=id coder=annotator category=label
      1 empty cell treated as missing
    """

    source: str = ""
    format: str = ""
    rows: int = 0
    dropped: int = 0
    notes: tuple[str, ...] = ()

    def noting(self, *notes: str) -> "Audit":
        """The same audit with more notes."""
        return Audit(self.source, self.format, self.rows, self.dropped, (*self.notes, *notes))

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {**asdict(self), "notes": list(self.notes)}

    def __str__(self) -> str:
        read = counted(self.rows, "row")
        head = f"{self.source} ({self.format}): {read} read, {self.dropped} dropped"
        return "\n".join([head, *(f"  {note}" for note in self.notes)])


_Study = TypeVar("_Study")

_SHOWN = 3
"""So many groups of names are shown, the others are counted."""

_BETWEEN = "\x00"
_WHOLE = r"(?<=\x00)([+-]?[0-9]+)\.0+(?=\x00)"

Spelt = tuple[tuple[Hashable, int], ...]
"""Spellings of one name with how often each occurs, the one that stays first."""

Counted = tuple[Sequence[Hashable], Any]
"""Names, and how often each occurs."""


def alike(names: Sequence[Hashable], counts: Sequence[int] | None = None) -> list[Spelt]:
    """The names that differ only in spelling, in groups; the most frequent first in each, of
    equally frequent ones the first in sorted order.

    >>> alike(["Yes", "no", "yes", "yes "], [3, 9, 7, 1])
    [(('yes', 7), ('Yes', 3), ('yes ', 1))]
    >>> alike([1, "1.0", "1", 2])
    [((1, 0), ('1', 0), ('1.0', 0))]
    """
    if isinstance(names, Names) and (names.all_numbers() or names.are_rows()):
        return []
    listed = list(names)
    if isinstance(names, Names) and _are_plain(listed):
        return []
    keys = spelling(listed)
    if len(set(keys)) == len(keys):
        return []
    found: dict[str, list[int]] = {}
    for at, key in enumerate(keys):
        found.setdefault(key, []).append(at)
    often = [0] * len(listed) if counts is None else [int(n) for n in counts]
    groups = []
    for places in found.values():
        if len(places) > 1:
            ranked = sorted(places, key=lambda at: (-often[at], str(listed[at]), at))
            groups.append(tuple((listed[at], often[at]) for at in ranked))
    return groups


def _are_plain(names: list[Any]) -> bool:
    """Whether different names stay different, for spelling changes none of them: seen at once, as
    there may be millions."""
    if not set(map(type, names)) <= {str}:
        return False
    joined = _BETWEEN.join(names)
    between = joined.count(_BETWEEN) == len(names) - 1
    return between and _folded(joined) == joined and ".0" not in joined


def spelling(names: Sequence[Hashable]) -> list[str]:
    """What is the same for names that differ only in spelling.

    >>> spelling(["Yes", "yes ", 1, "1.0"])
    ['yes', 'yes', '1', '1']
    """
    texts = set(map(type, names)) <= {str}
    return _keys(list(names) if texts else [_text(name) for name in names])  # type: ignore[arg-type]


def _text(name: Hashable) -> str:
    if isinstance(name, str):
        return name
    if isinstance(name, (int, float, np.number, *decimals())) and not isinstance(name, bool):
        return str(name)
    return f"{type(name).__name__} {name!r}"  # only text and numbers are spelt


def _keys(texts: list[str]) -> list[str]:
    """What is left of names when spelling is taken away: all at once, for there may be millions."""
    joined = _BETWEEN.join(texts)
    if joined.count(_BETWEEN) != len(texts) - 1:
        return [key for text in texts for key in _keys([text.replace(_BETWEEN, "\ufffd")])]
    joined = f"{_BETWEEN}{_folded(joined)}{_BETWEEN}"
    return re.sub(_WHOLE, r"\1", joined)[1:-1].split(_BETWEEN)


def _folded(text: str) -> str:
    if not text.isascii():
        text = unicodedata.normalize("NFKC", _visible(text)).casefold()
        text = unicodedata.normalize("NFKC", text)
    return _spaced(text.lower())


def _visible(text: str) -> str:
    """Without signs that show nothing: zero-width ones, byte order marks, directions."""
    return text.translate({ord(c): None for c in set(text) if unicodedata.category(c) == "Cf"})


def _spaced(text: str) -> str:
    """White space as single spaces, none at the ends of names."""
    if re.search(r"\s", text) is None:
        return text
    return re.sub(r" ?\x00 ?", _BETWEEN, re.sub(r"\s+", " ", text)).strip(" ")


_WAYS = {
    "spaces": _spaced,
    "case": str.casefold,
    "invisible characters": _visible,
    "Unicode form": lambda text: unicodedata.normalize("NFKC", text),
    "how numbers are written": lambda text: re.sub(_WHOLE, r"\1", f"\x00{text}\x00")[1:-1],
}


def _way(group: Spelt) -> str:
    """What the spellings differ in."""
    texts = [_text(name) for name, _ in group]
    return next((way for way, done in _WAYS.items() if len({*map(done, texts)}) == 1), "spelling")


def _shown(group: Spelt) -> str:
    """The spellings with their counts; escaped where they look the same."""
    seen = {unicodedata.normalize("NFC", _visible(_text(name))) for name, _ in group}
    show = repr if len(seen) == len(group) else ascii
    return ", ".join(f"{show(name)} ({count})" if count else show(name) for name, count in group)


def in_words(groups: Sequence[Spelt], what: str) -> str:
    """Groups of spellings in a sentence: "labels differ only in case: 'yes' (7), 'Yes' (3)"."""
    parts = [f"{_shown(group)}" for group in groups[:_SHOWN]]
    if len(groups) > _SHOWN:
        parts.append(f"and {len(groups) - _SHOWN} more")
    ways = " or ".join(dict.fromkeys(map(_way, groups)))
    return f"{what} that differ only in {ways}: {'; '.join(parts)}"


def tallied(codes: Any, names: Sequence[Hashable]) -> Any:
    """How often each name occurs among the codes."""
    return np.bincount(codes, minlength=len(names))


def labels_counted(names: Names, codes: Iterable[Any]) -> Counted:
    """The labels with how often each occurs in these arrays of codes, those of sets one by one."""
    often = sum((tallied(each, names) for each in codes), np.zeros(len(names), int))
    if names.all_numbers() or not any(isinstance(name, frozenset) for name in names):
        return names, often
    single: dict[Hashable, int] = {}
    for name, count in zip(names, often, strict=True):
        for label in name if isinstance(name, frozenset) else [name]:
            single[label] = single.get(label, 0) + int(count)
    return list(single), list(single.values())


def noted(study: _Study, names: Mapping[str, Counted]) -> _Study:
    """The study whose audit says which of its names (by what they name) differ only in spelling."""
    groups = {what: alike(*counted_names) for what, counted_names in names.items()}
    sentences = [in_words(group, what) for what, group in groups.items() if group]
    if not sentences:
        return study
    holder: Any = study
    remedy = f"merge them with {Setting('fold', True)}"
    if holder.audit is None:  # made in Python, where no option of a reader can do it
        remedy = "merge them with accord.convert.fold(study)"
    audit = (holder.audit or Audit()).noting(*(f"{one}; {remedy}" for one in sentences))
    changed: _Study = replace(holder, audit=audit)
    return changed
