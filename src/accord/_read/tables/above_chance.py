"""Whether labels that a table calls coders' agree more often than labels of nobody would.

Sums of money, counts, states of work and times may stand below the names of coders: no name tells.
But they do not agree, and what people label does. A reading that names alone identify is asked
about where nothing in its cells says the same.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from math import inf, sqrt

import numpy as np

from accord.model.names import FloatArray

FEWEST_ITEMS, ITEMS_TO_TELL = 10, 20
"""Of fewer than ten items nobody can tell chance from agreement, and nothing is asked; of fewer
than twenty only what is below chance is asked about."""

ONE_ERROR = 1.0
"""Standard errors above chance that are enough: of twenty items that two coders label in two ways,
with κ .5, one study in ten is asked about, of labels of nothing five in six."""

NEARLY_ALWAYS = 0.9
"""Where so many labels of one item are the same, one answer is rare: chance is as high there, and
amounts of anything are not so alike."""

CODERS_PAIRED = 12
"""Coders of a wide table who are compared two by two."""

_Rows = Sequence[Sequence[str]]
"""The labels of each item, of a wide table in the order of the coders, with empty ones."""


def no_better_than_chance(rows: _Rows, numbers: FloatArray | None, *, wide: bool) -> bool:
    """Whether enough items have several labels, and these agree no more often than by chance.

    `numbers` are the same cells where all are numbers: those may rise and fall together without
    being the same.
    """
    several = [row for row in rows if sum(map(bool, row)) > 1]
    if len(several) < FEWEST_ITEMS:
        return False
    enough = ONE_ERROR if len(several) >= ITEMS_TO_TELL else 0.0
    pairs = _pairs_of_coders(several) if wide else [_pairs_of_items(several)]
    met = sum(one.met for one in pairs)
    expected = sum(one.expected for one in pairs)
    spread = sqrt(sum(one.spread for one in pairs))
    always = met >= NEARLY_ALWAYS * sum(one.pairs for one in pairs)
    if spread == 0 or always or met - expected > enough * spread:
        return False
    return numbers is None or _together(numbers, wide=wide) <= enough


class _Met:
    """How often two labels of an item were the same, of how many, how often by chance, and its
    variance."""

    __slots__ = ("expected", "met", "pairs", "spread")

    def __init__(self, met: float, chance: float, pairs: float) -> None:
        self.pairs = pairs
        self.met, self.expected = met, chance * pairs
        self.spread = pairs * chance * (1 - chance)


def _pairs_of_coders(rows: _Rows) -> list[_Met]:
    """Of every two coders: each has labels of their own more or less often."""
    found = []
    for one, other in combinations(range(min(len(rows[0]), CODERS_PAIRED)), 2):
        both = [(row[one], row[other]) for row in rows if row[one] and row[other]]
        if both:
            mine, theirs = (Counter(own) for own in zip(*both, strict=True))
            chance = sum(n * theirs[label] for label, n in mine.items()) / len(both) ** 2
            found.append(_Met(sum(a == b for a, b in both), chance, len(both)))
    return found


def _pairs_of_items(rows: _Rows) -> _Met:
    """Of all pairs of labels of an item, whoever gave them."""
    counts = [Counter(filter(None, row)) for row in rows]
    all_labels = Counter(label for row in rows for label in row if label)
    total = sum(all_labels.values())
    chance = _same(all_labels) / (total * (total - 1) / 2)
    pairs = sum(n * (n - 1) / 2 for n in (sum(own.values()) for own in counts))
    return _Met(sum(map(_same, counts)), chance, pairs)


def _same(labels: Counter[str]) -> float:
    return sum(n * (n - 1) / 2 for n in labels.values())


def _together(numbers: FloatArray, *, wide: bool) -> float:
    """How far numbers of one item rise and fall together, in standard errors: the mean correlation
    of two coders of a wide table; of a long one how much items differ, against their own spread.

    _Rows are items; what is missing is nan.
    """
    if not wide:
        means = np.nanmean(numbers, axis=1, keepdims=True)
        often = np.sum(~np.isnan(numbers), axis=1)
        if often.max(initial=0) < 2:
            return inf  # nothing is compared, so nothing is shown to be at random
        within = np.nansum((numbers - means) ** 2) / np.sum(often - 1)
        overall = np.nanvar(numbers, ddof=1)
        return float((1 - within / overall) * sqrt(len(numbers))) if overall else 0.0
    own: list[float] = []
    for one, other in combinations(range(min(numbers.shape[1], CODERS_PAIRED)), 2):
        both = numbers[~np.isnan(numbers[:, [one, other]]).any(axis=1)][:, [one, other]]
        if len(both) > 2 and np.ptp(both, axis=0).min() > 0:
            between = np.atleast_2d(np.corrcoef(both.T))[0, 1]
            own.append(float(between) * sqrt(len(both) - 1))
    return float(np.mean(own)) if own else 0.0


def labels_by_item(items: Iterable[str], labels: Iterable[str]) -> list[list[str]]:
    """The labels of each item of a long table."""
    own: dict[str, list[str]] = {}
    for item, label in zip(items, labels, strict=True):
        own.setdefault(item, []).append(label)
    return list(own.values())


def as_matrix(rows: Sequence[Sequence[float | None]]) -> FloatArray:
    """Items × labels: nan where there is none; of items with fewer than two nothing is known."""
    several = [row for row in rows if sum(cell is not None for cell in row) > 1]
    width = max(map(len, several), default=0)
    matrix = np.full((len(several), width), np.nan)
    for at, row in enumerate(several):
        matrix[at, : len(row)] = [np.nan if cell is None else cell for cell in row]
    return matrix
