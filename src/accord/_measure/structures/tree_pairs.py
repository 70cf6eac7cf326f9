"""Every two analyses of an item, and what is summed over all of them."""

from collections.abc import Callable, Iterator
from itertools import combinations
from math import nan

import numpy as np

from accord.kinds.labels.study import Codings
from accord.model.names import FloatArray


def two_of_an_item(study: Codings) -> Iterator[tuple[int, int, int, int, int]]:
    """Item, coder, other coder and the categories of both, by number, for every two codings of
    an item; without coders, by their place in it."""
    bounds = study.bounds.tolist()
    coder = None if study.coder is None else study.coder.tolist()
    category = study.category.tolist()
    for at in range(len(study.items)):
        rows = range(bounds[at], bounds[at + 1])
        for a, b in combinations(rows, 2):
            who = (a - rows[0], b - rows[0]) if coder is None else (coder[a], coder[b])
            first, second = (a, b) if who[0] <= who[1] else (b, a)
            yield at, min(who), max(who), category[first], category[second]


def over_all_pairs(
    score: Callable[[FloatArray], FloatArray],
) -> Callable[[FloatArray], FloatArray]:
    """D_o and value where the value is the score of the sums over all pairs of coders."""

    def of(sums: FloatArray) -> FloatArray:
        with np.errstate(divide="ignore", invalid="ignore"):
            value = score(sums.sum(axis=1)).reshape(len(sums))
        value = np.where(np.isfinite(value), value, nan)
        return np.stack([1.0 - value, np.full(len(value), nan), value], axis=1)

    return of
