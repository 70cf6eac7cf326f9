"""Distances between rankings of the same objects, best first, ties allowed.

    kendall    share of pairs of objects that the two rankings order differently; a pair that one
               of them ties counts half (Kendall 1938; Fagin et al. 2003, p = 1/2)
    footrule   Spearman's footrule: Σ |r − s| of mid-ranks, divided by its largest value
    spearman   (1 − ρ) / 2: Σ (r − s)² of mid-ranks, divided by its largest value

A ranking is a text such as `b > a = c` or `b, a, c`, or a tuple of names (a frozenset in it is a
tie). All three are 0 for the same ranking and 1 for the reverse of one without ties.

References: kendall1938, fagin2003, diaconis1977.
"""

import re
from collections.abc import Callable, Hashable, Iterable, Sequence, Set
from dataclasses import replace
from typing import Any

import numpy as np

from accord._measure.distances.metric import Distance, Metric, by_points, fixed, kept_table
from accord.errors import AccordError, DataError
from accord.model.names import FloatArray, Names

Tiers = list[frozenset[Hashable]]
"""Objects by rank, best first; the objects of one set are tied."""


def kendall() -> Distance:
    """Share of pairs of objects in another order, half for a tie against an order."""
    return _fit("kendall", _kendall)


def footrule() -> Distance:
    """Σ |r − s|, divided by its largest value, ⌊n²/2⌋."""
    return _fit("footrule", _footrule)


def spearman_distance() -> Distance:
    """Σ (r − s)², divided by its largest value, n (n² − 1) / 3: (1 − ρ) / 2 without ties."""

    def fit(categories: Names, counts: FloatArray, declared: bool) -> Metric:
        ranks = midranks(categories, "spearman")
        n = ranks.shape[1]
        return by_points(ranks / np.sqrt(max(n * (n**2 - 1) / 3, 1.0)), unit=1.0)

    return replace(fixed("spearman", fit), recipe=(spearman_distance, ()))


def _fit(name: str, table: Callable[[FloatArray], FloatArray]) -> Distance:
    def fit(categories: Names, counts: FloatArray, declared: bool) -> Metric:
        ranks = midranks(categories, name)
        return kept_table(categories, (name, "rankings"), lambda: table(ranks), 1.0)

    return replace(fixed(name, fit), recipe=(RANKINGS[name], ()))


def _kendall(ranks: FloatArray) -> FloatArray:
    first, second = np.triu_indices(ranks.shape[1], 1)
    signs = np.sign(ranks[:, first] - ranks[:, second])
    if not len(first):
        return np.zeros((len(ranks), len(ranks)))
    apart = [np.abs(signs - row).sum(axis=1) / (2 * len(first)) for row in signs]
    return np.array(apart, dtype=np.float64)


def _footrule(ranks: FloatArray) -> FloatArray:
    largest = max(ranks.shape[1] ** 2 // 2, 1)
    apart = [np.abs(ranks - row).sum(axis=1) / largest for row in ranks]
    return np.asarray(apart, dtype=np.float64)


def midranks(categories: Names, name: str) -> FloatArray:
    """The mid-rank of every object (columns) in every ranking (rows)."""
    rankings = [tiers(one, name) for one in categories]
    objects = [frozenset().union(*ranking) for ranking in rankings]
    for one, held in zip(categories, objects, strict=True):
        if held != objects[0]:
            odd = next(iter(held ^ objects[0]))
            raise DataError(
                f"distance {name!r} needs rankings of the same objects: {odd!r} is in "
                f"{categories[0] if odd in objects[0] else one!r} and not in "
                f"{one if odd in objects[0] else categories[0]!r}; measure the items that rank "
                "the same objects together"
            )
    column = {held: at for at, held in enumerate(sorted(objects[0], key=repr))} if objects else {}
    ranks = np.zeros((len(rankings), len(column)))
    for row, ranking in enumerate(rankings):
        above = 0
        for tied in ranking:
            ranks[row, [column[one] for one in tied]] = above + (len(tied) + 1) / 2
            above += len(tied)
    return ranks


def are_rankings(categories: Iterable[Hashable]) -> bool:
    """Whether all categories are written as rankings ("b > a = c") of the same objects.

    >>> are_rankings(["b > a = c", "a > b > c"]), are_rankings(["Question > Check", "Question"])
    (True, False)
    """
    texts = list(categories)
    if len(texts) < 2 or not all(isinstance(text, str) and ">" in text for text in texts):
        return False
    try:
        held = {frozenset().union(*tiers(text, "kendall")) for text in texts}
    except DataError:
        return False
    return len(held) == 1


def tiers(given: Any, name: str) -> Tiers:
    """A ranking as sets of tied objects, best first.

    >>> [sorted(tied) for tied in tiers("b > a = c", "kendall")]
    [['b'], ['a', 'c']]
    """
    if isinstance(given, str):
        parts = re.split(r">" if ">" in given else r"[,;\n]", given)
        found = [frozenset(one.strip() for one in part.split("=")) for part in parts]
    elif isinstance(given, Sequence):
        found = [frozenset(part) if isinstance(part, Set) else frozenset([part]) for part in given]
    else:
        raise AccordError(
            f"distance {name!r} needs rankings such as 'b > a = c' or ('b', 'a', 'c'), "
            f"got {given!r}"
        )
    objects = [one for tied in found for one in tied]
    twice = next((one for one in objects if objects.count(one) > 1), None)
    if twice is not None or "" in objects or not objects:
        what = f"{twice!r} twice" if twice is not None else "an empty place"
        raise DataError(f"ranking {given!r} has {what}; name every object once")
    return found


RANKINGS: dict[str, Callable[..., Distance]] = {
    "kendall": kendall,
    "footrule": footrule,
    "spearman": spearman_distance,
}
"""The distances between rankings by name."""
