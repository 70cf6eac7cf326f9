"""Which entities of a document could be linked: all, those of a sentence, or those near enough."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from math import nan
from typing import Annotated, Any

import numpy as np

from accord._measure.by_document import mean_known
from accord.errors import DataError, Setting
from accord.kinds.relations.parts import Linked, parts_of
from accord.model.names import FloatArray

CandidateWindow = Annotated[
    float | str,
    "Which entities could be linked: document (all of it), sentence, or a number: those with at "
    "most so much between them.",
]

_STOP = re.compile(r"\n+|(?<=[.!?])\s+")
"""Where a sentence ends: at a line's end, or at white space behind a full stop."""


@dataclass(frozen=True, slots=True)
class _Near:
    """Which two entities could be linked: those in the same group, no more than `reach` apart."""

    group: Mapping[Hashable, int]
    spans: Mapping[Hashable, tuple[float, float]]
    reach: float | None

    def __call__(self, one: Hashable, other: Hashable) -> bool:
        """Whether the two could be linked; not where one of them is not shared."""
        if one not in self.group or other not in self.group:
            return False
        if self.reach is None:
            return self.group[one] == self.group[other]
        (begin, end), (start, stop) = self.spans[one], self.spans[other]
        return max(start - end, begin - stop) <= self.reach

    def number(self, *, directed: bool, loops: bool) -> int:
        """How many pairs there are, with an entity and itself where `loops`."""
        if self.reach is None:
            pairs = sum(n * (n - 1) for n in Counter(self.group.values()).values())
        else:
            spans = np.array(list(self.spans.values()), dtype=np.float64).reshape(-1, 2)
            pairs = -len(spans)
            for begin, end in spans:  # a row at a time: documents may have very many
                gap = np.maximum(spans[:, 0] - end, begin - spans[:, 1])
                pairs += int((gap <= self.reach).sum())
        return pairs // (1 if directed else 2) + len(self.group) * loops


def candidates(places: Mapping[Hashable, Hashable], part: Linked, window: Any) -> _Near:
    """What could be linked in a document, of entities (name → where it is)."""
    if window == "document":
        return _Near(dict.fromkeys(places, 0), {}, None)
    spans = {}
    for name, place in places.items():
        found = parts_of(place)
        if not found:
            raise DataError(
                f"document {part.name!r}: entity {place!r} is an id and has no place; use "
                f"{Setting('window', 'document')}"
            )
        spans[name] = (found[0][0], found[-1][1])
    if window == "sentence":
        if part.text is None:
            raise DataError(
                f"document {part.name!r} has no text, so its sentences are not known; use "
                f"{Setting('window', 'document')} or a number"
            )
        ends = [found.end() for found in _STOP.finditer(part.text)]
        return _Near(
            {name: bisect_right(ends, begin) for name, (begin, _) in spans.items()}, {}, None
        )
    try:
        reach = float(window)
    except (TypeError, ValueError):
        reach = -1.0
    if not reach >= 0:
        raise DataError(
            f"{Setting('window', window)} is not document, sentence or a number from 0 on"
        )
    return _Near(dict.fromkeys(spans, 0), spans, reach)


def apart(labels: Sequence[Mapping[Any, frozenset[str]]], number: int) -> tuple[float, float]:
    """How many candidates have different labels, and how many would by chance."""
    one, other = labels
    differ = sum(one.get(ends) != other.get(ends) for ends in one.keys() | other.keys())
    first, second = Counter(one.values()), Counter(other.values())
    same = sum(n * second[label] for label, n in first.items())
    same += (number - len(one)) * (number - len(other))
    return differ, (number * number - same) / number if number else 0.0


def of_candidates(sums: FloatArray) -> FloatArray:
    """D_o, D_e and value from (candidates, differing, differing by chance) of pairs."""
    with np.errstate(divide="ignore", invalid="ignore"):
        observed, expected = (
            np.array([mean_known(row) for row in sums[..., at] / sums[..., 0]]) for at in (1, 2)
        )
        value = np.where(expected > 0, 1.0 - observed / expected, nan)
    return np.stack([observed, expected, value], axis=1)
