"""Sums for distances without a closed form over many values (ratio, linear … on real numbers).

The distances between all codings of two items are added up once, item by item; D_e of a resample
is then a quadratic form in how often each item was drawn, whatever the number of values.
"""

from typing import TYPE_CHECKING

import numpy as np

from accord.measure.distances.distance import Metric
from accord.model.names import FloatArray

if TYPE_CHECKING:
    from accord.infer.resample.sums import Kinds, Values

MOST = 3000
"""How many kinds of items are crossed with each other."""


def crossed(kinds: "Kinds", metric: Metric, drawn: bool) -> "tuple[FloatArray, Values] | None":
    """Columns (codings that count, one for each kind) and D_e; None where there are too many."""
    number = len(kinds.multiplicity)
    if number > MOST or metric.diagonal().any():
        return None
    from scipy.sparse import csr_array

    counts = kinds.counts
    weights = counts.count * kinds.basis[counts.row]
    shape = (number, counts.width)
    table = csr_array((weights, counts.category, counts.bounds), shape=shape)
    by_category = table.T.tocsr()
    form = np.zeros((number, number))
    everything = np.arange(metric.size)
    for part in np.array_split(everything, metric.size * metric.size // 4_000_000 + 1):
        apart = metric.block(part, everything)  # some rows of d at a time
        form += by_category[part].T @ (apart @ by_category)
    body = np.concatenate([np.asarray(table.sum(axis=1))[:, None], np.eye(number)], axis=1)

    def expected(sums: FloatArray) -> FloatArray:
        total, often = sums[:, 3], sums[:, 4:]
        pooled = ((often @ form) * often).sum(axis=1) / total**2
        return np.asarray(pooled * sums[:, 2] / (sums[:, 2] - 1)) if drawn else pooled

    return body, expected
