"""Percent agreement with the majority opinion, of labels and of boundaries."""

from dataclasses import replace
from math import nan

import numpy as np

from accord.kinds.boundaries.study import Segmentations
from accord.kinds.convert import segmentations_to_codings
from accord.kinds.labels.study import Codings
from accord.model.agreement import Agreement
from accord.words.said import said


def majority_percent(study: Codings) -> Agreement:
    """Percent agreement with the majority opinion: codings that are the commonest of their item.

    Σ_i max_k n_ik / Σ_i n_i over items with two or more codings; an item without a majority counts
    with its commonest category. It is not corrected for chance, and cannot be below 1/2 for
    two categories: two coders who always differ have 1/2. Undefined where no item has two codings.
    References: passonneau1993.

    >>> import accord
    >>> accord.labels.majority_percent(
    ...     accord.from_coders({"A": "xxyz", "B": "xyyx", "C": "xyyy"})
    ... ).value
    0.75
    """
    result = Agreement("majority_percent", "A_maj", nan, None, {}, study.counts())
    sizes = np.diff(study.bounds)
    kept = np.repeat(sizes > 1, sizes)
    if not kept.any():
        why = said("undefined.no-item-has-two-codings")
        return replace(result, undefined=why)
    item = np.repeat(np.arange(len(sizes)), sizes)[kept]
    width = len(study.categories)
    cells, counts = np.unique(item * width + study.category[kept], return_counts=True)
    most = np.zeros(len(sizes), dtype=np.int64)
    np.maximum.at(most, cells // width, counts)
    return replace(result, observed=1.0 - float(most.sum() / kept.sum()))


def boundary_majority(study: Segmentations) -> Agreement:
    """Percent agreement with the majority opinion on boundaries: each place between atoms is an
    item, boundary or none.

    The share of decisions that are those of most coders who saw the document, as Passonneau and
    Litman report it. Most places have no boundary, so it is high whatever coders do; `detail` has
    the share among places where most coders have a boundary, and where most have none.
    Undefined where no two coders saw a document. References: passonneau1993.

    >>> import accord
    >>> study = accord.Segmentations.from_masses({"d": {"A": [2, 3], "B": [2, 3], "C": [3, 2]}})
    >>> found = accord.boundaries.boundary_majority(study)
    >>> round(found.value, 4), round(found.detail["boundary"], 4)
    (0.8333, 0.6667)
    """
    plain = segmentations_to_codings(study)
    found = majority_percent(plain)
    none = [at for at, name in enumerate(plain.categories) if name in ("no boundary", frozenset())]
    sizes = np.diff(plain.bounds)
    item = np.repeat(np.arange(len(sizes)), sizes)
    without = np.bincount(item, np.isin(plain.category, none), len(sizes))
    most = np.maximum(without, sizes - without)
    shares = {}
    for name, which in (("boundary", 2 * without < sizes), ("no boundary", 2 * without > sizes)):
        chosen = which & (sizes > 1)
        shares[name] = float(most[chosen].sum() / sizes[chosen].sum()) if chosen.any() else nan
    return replace(
        found, measure="boundary_majority", counts=study.counts(), detail=shares, symbol="A_maj"
    )
