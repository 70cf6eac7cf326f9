"""σ and KS: how the distances within items lie among the distances between items.

α compares the means of the two. A mean hides how many codings are close, and a long scale hides
small differences; both measures here look at the whole distributions instead, so that distances
of any kind can be compared (Braylan, Alonso & Lease 2022).

    within    distances between two codings of the same item
    between   distances between codings of different items, which is chance
"""

from dataclasses import dataclass, replace
from math import nan
from typing import Annotated, Any

import numpy as np

from accord._measure.distances.distance import distance as as_distance
from accord._measure.distances.metric import Metric
from accord.errors import AccordError
from accord.kinds.labels.study import Codings
from accord.model.agreement import Agreement
from accord.model.names import FloatArray, IntArray, factorize
from accord.words.said import said

_BLOCK = 2_000_000
"""How many distances are held at a time."""

_Share = Annotated[float, "Share of distances between items below which two labels count as close."]


def sigma(study: Codings, *, distance: Any, share: _Share = 0.05) -> Agreement:
    """σ: the share of pairs of codings of an item that are closer than nearly all chance pairs.

    A pair is close where fewer than `share` (5%) of the distances between codings of different
    items are as small. 1 where all pairs are close; coders who guess score about `share`.
    Undefined where no item has two codings, or where there is one item only.
    References: braylan2022.

    >>> import accord
    >>> study = accord.from_coders({"A": [1, 2, 3, 4, 5, 6, 7, 8], "B": [1, 2, 3, 4, 5, 6, 7, 1]})
    >>> accord.labels.sigma(study, distance="nominal").value
    0.875
    """
    if not 0 < share < 1:
        raise AccordError(f"the share of distances is between 0 and 1, not {share!r}")
    result, pairs = _compared(study, "sigma", "σ", distance, {"share": share})
    if pairs is None:
        return result
    close = float(pairs.weight[pairs.below < share].sum() / pairs.weight.sum())
    return replace(result, observed=1.0 - close)


def ks(study: Codings, *, distance: Any) -> Agreement:
    """KS: how far the distances within items lie below those between items, at most.

    The largest difference of the two cumulative distributions, F_within − F_between (the
    one-sided statistic of Kolmogorov and Smirnov): 1 where every distance within an item is
    smaller than every distance between items, about 0 where coders guess.
    Undefined where no item has two codings, or where there is one item only.
    References: braylan2022.

    >>> import accord
    >>> study = accord.from_coders({"A": [1, 2, 3, 4, 5, 6, 7, 8], "B": [1, 2, 3, 4, 5, 6, 7, 1]})
    >>> round(accord.labels.ks(study, distance="nominal").value, 4)
    0.8571
    """
    result, pairs = _compared(study, "ks", "KS", distance, {})
    if pairs is None:
        return result
    within = np.cumsum(pairs.weight) / pairs.weight.sum()
    return replace(result, observed=1.0 - max(0.0, float((within - pairs.below).max())))


@dataclass(frozen=True, slots=True, eq=False)
class _Pairs:
    """The distances within items, ascending; how many pairs have each, and the share of pairs of
    codings of different items whose distance is as small or smaller."""

    weight: FloatArray
    below: FloatArray


def _compared(
    study: Codings, name: str, symbol: str, given: Any, settings: dict[str, Any]
) -> tuple[Agreement, _Pairs | None]:
    recipe = as_distance(given)
    shown = {"d": recipe.name, **settings}
    result = Agreement(name, symbol, nan, None, shown, study.counts())
    item, number = _items(study)
    category = np.asarray(study.category)
    n_k = np.bincount(category, minlength=len(study.categories)).astype(np.float64)
    within = _same_item(item, category, len(study.categories))
    if not len(within[2]):
        why = said("undefined.no-item-has-two")
        return replace(result, undefined=why), None
    if number < 2:
        why = said("undefined.one-item-only-no")
        return replace(result, undefined=why), None
    metric = recipe.fit(study.categories, n_k, study.declared)
    return result, _told_apart(study, metric, n_k, within, number)


def _items(study: Codings) -> tuple[IntArray, int]:
    """The item of each coding; an item that was drawn twice is one, not two that agree."""
    codes, names = factorize(list(study.items))
    return codes[study.item], len(names)


def _same_item(
    item: IntArray, category: IntArray, width: int
) -> tuple[IntArray, IntArray, FloatArray]:
    """Categories k ≤ l and how many pairs of codings of one item have them."""
    order = np.lexsort((category, item))
    item, category = item[order], category[order]
    found: dict[int, float] = {}
    edges = np.flatnonzero(np.diff(item)) + 1
    for codes in np.split(category, edges):
        values, counts = np.unique(codes, return_counts=True)
        pairs = np.outer(counts, counts).astype(np.float64)
        np.fill_diagonal(pairs, counts * (counts - 1) / 2)
        for a, b in zip(*np.triu_indices(len(values)), strict=True):
            if pairs[a, b]:
                key = int(values[a]) * width + int(values[b])
                found[key] = found.get(key, 0.0) + float(pairs[a, b])
    keys = np.array(sorted(found), dtype=np.int64)
    weights = np.array([found[int(key)] for key in keys], dtype=np.float64)
    return keys // width, keys % width, weights


def _told_apart(
    study: Codings,
    metric: Metric,
    n_k: FloatArray,
    within: tuple[IntArray, IntArray, FloatArray],
    number: int,
) -> _Pairs:
    k, l, pairs = within
    # Distances that differ by rounding only are equal.
    grain = (metric.largest() or 1.0) * 1e-12
    values, where = np.unique(np.rint(metric.between(k, l) / grain), return_inverse=True)
    weight = np.bincount(where, pairs, len(values)).astype(np.float64)
    # All pairs of codings, a block of distances at a time; then those of one item are taken away.
    used = np.flatnonzero(n_k)
    as_small = np.zeros(len(values))
    for rows in np.array_split(used, len(used) ** 2 // _BLOCK + 1):
        d = np.rint(metric.block(rows, used) / grain)
        both = np.outer(n_k[rows], n_k[used])
        at = np.searchsorted(values, d.ravel())
        as_small += np.bincount(at, both.ravel(), len(values) + 1)[: len(values)]
    # A coding with itself is no pair; every other pair was met from both ends.
    itself = np.searchsorted(values, np.rint(metric.diagonal()[used] / grain))
    as_small -= np.bincount(itself, n_k[used], len(values) + 1)[: len(values)]
    total = n_k.sum() * (n_k.sum() - 1) / 2 - weight.sum()
    below = (np.cumsum(as_small) / 2 - np.cumsum(weight)) / total
    return _Pairs(weight, below)
