"""The value without each coder, for all coders at once, from sums over items."""

import numpy as np

from accord._measure.bound import Bound
from accord._measure.cube.chance import IDEAS
from accord.infer.resample.item_sums import sums_of
from accord.kinds.labels.study import Codings
from accord.model.names import FloatArray, IntArray, Names

MOST_REMAINING = 5_000_000
"""Codings without one each, up to which the value without every coder is computed at once."""

_MOST_CELLS = 40_000_000
"""Coders × kinds of items up to which it is, too."""


def without_each_by_sums(study: Codings, measure: Bound) -> FloatArray | None:
    """The measure without each coder, all of them at once; None where it is no sum over items or
    has a chance of each coder's own.

    A coefficient rests on sums over items. For each coding there is the item without it; leaving a
    coder out takes the coder's items away from the sums and adds these.
    """
    idea = IDEAS.get(measure.measure.chance)
    if idea is None or idea.by_coder or not measure.measure.counted:
        return None
    n, size = len(study.items), len(study)
    bounds = study.bounds
    sizes = np.diff(bounds)[study.item]
    if int((sizes - 1).sum()) > MOST_REMAINING:
        return None
    owner = np.repeat(np.arange(size), sizes - 1)
    offset = np.arange(len(owner)) - np.repeat(np.cumsum(sizes - 1) - (sizes - 1), sizes - 1)
    start = bounds[study.item[owner]]
    other = start + offset + (offset >= owner - start)  # every coding of the item but its own
    who = study.who()
    both = Codings(
        Names(range(n + size)),
        study.coders,
        study.categories,
        np.concatenate([study.item, n + owner]).astype(np.int32),
        np.concatenate([who, who[other]]).astype(np.int32),
        np.concatenate([study.category, study.category[other]]).astype(np.int32),
        declared=study.declared,
    )
    sums = sums_of(both, measure)
    if sums is None or len(study.coders) * len(sums.rows) > _MOST_CELLS:
        return None
    kinds, kind = len(sums.rows), sums.of_item
    weights = np.tile(np.bincount(kind[:n], minlength=kinds), (len(study.coders), 1))
    weights += _often(who, kind[n:], len(study.coders), kinds)
    weights -= _often(who, kind[study.item], len(study.coders), kinds)
    found: FloatArray = sums.value(weights.astype(np.float64) @ sums.rows)
    return found


def _often(who: IntArray, kind: IntArray, coders: int, kinds: int) -> IntArray:
    """How often each coder has items of each kind."""
    flat: IntArray = np.bincount(who.astype(np.int64) * kinds + kind, minlength=coders * kinds)
    return flat.reshape(coders, kinds)
