"""Sums of distances over pairs of codings: Σ_kl n_k n_l d_kl, and from it disagr_i of an item."""

import numpy as np

from accord.measure.distances.metric import Metric
from accord.model.codings.patterns import Counts
from accord.model.names import FloatArray, IntArray

BLOCK = 4_000_000
"""How many distances are held at a time."""
LONG = 1_000
"""Rows with more entries than this are summed by blocks of distances."""


def pair_sums(counts: Counts, metric: Metric) -> FloatArray:
    """For each row n of counts: Σ_kl n_k n_l d_kl, over all ordered pairs, itself included."""
    if metric.nominal:
        return np.asarray(counts.totals**2 - counts.sums(counts.count**2))
    if metric.points is not None:
        return _point_sums(counts, metric.points)
    dense = counts.dense if metric.size * metric.size <= BLOCK else None
    if dense is not None and metric.size <= 64:
        return np.asarray(((dense @ metric.matrix()) * dense).sum(axis=1))
    return _entry_sums(counts, metric)


def _entry_sums(counts: Counts, metric: Metric) -> FloatArray:
    """Pairs of entries of the same row, a block of rows at a time: only distances that occur."""
    sizes = np.diff(counts.bounds)
    sums = np.zeros(len(counts))
    cells = metric.size * metric.size
    # A matrix of all distances pays where its cells are looked up more than once.
    matrix = metric.matrix() if cells <= min(BLOCK, int((sizes**2).sum())) else None
    for long in np.flatnonzero(sizes > LONG):  # its own pairs outgrow memory
        entries = slice(counts.bounds[long], counts.bounds[long + 1])
        sums[long] = _form(counts.category[entries], counts.count[entries], metric)
    sizes = np.where(sizes > LONG, 0, sizes)
    edges = np.searchsorted(np.cumsum(sizes**2), np.arange(BLOCK, (sizes**2).sum() + BLOCK, BLOCK))
    begin = 0
    for stop in np.unique(np.append(edges + 1, len(counts)).clip(max=len(counts))):
        rows = np.arange(begin, stop)
        squares = sizes[rows] ** 2
        row = np.repeat(rows, squares)
        within = np.arange(squares.sum()) - np.repeat(np.cumsum(squares) - squares, squares)
        first, second = np.divmod(within, np.maximum(sizes[row], 1))
        first, second = counts.bounds[row] + first, counts.bounds[row] + second
        k, l = counts.category[first], counts.category[second]
        d = matrix[k, l] if matrix is not None else metric.between(k, l)
        weights = counts.count[first] * counts.count[second] * d
        sums += np.bincount(row, weights=weights, minlength=len(counts))
        begin = int(stop)
    return sums


def _point_sums(counts: Counts, points: FloatArray) -> FloatArray:
    """2 n Σ n_k (x_k − x̄)², a sum of squares about the row's mean: no cancellation."""
    totals, row = counts.totals, counts.row
    sums = np.zeros(len(counts))
    for x in points.T:
        at = x[counts.category]
        with np.errstate(invalid="ignore", divide="ignore"):
            mean = np.where(totals > 0, counts.sums(counts.count * at) / totals, 0.0)
        sums += counts.sums(counts.count * (at - mean[row]) ** 2)
    return 2 * totals * sums


def pair_sum(weights: FloatArray, metric: Metric) -> float:
    """Σ_kl w_k w_l d_kl over all categories."""
    if metric.nominal:
        return float(weights.sum() ** 2 - (weights**2).sum())
    if metric.points is not None:
        total = weights.sum()
        centre = weights @ metric.points / total if total else np.zeros(metric.points.shape[1])
        return float(2 * total * (weights @ (metric.points - centre) ** 2).sum())
    used = np.flatnonzero(weights)
    return _form(used, weights[used], metric)


def _form(category: IntArray, weights: FloatArray, metric: Metric) -> float:
    """Σ_kl w_k w_l d_kl by blocks of rows; d is symmetric, so what is below them counts twice."""
    found = None if metric.form is None else metric.form(category, weights, None)
    if found is not None:
        return found
    size, total = len(category), 0.0
    parts = max(size * size // BLOCK + 1, min(4, size // 256 + 1))
    for part in np.array_split(np.arange(size), parts):
        if not len(part):
            continue
        rest = np.s_[part[0] :]
        twice = np.where(np.arange(size - part[0]) < len(part), 1.0, 2.0)
        block = metric.block(category[part], category[rest])
        total += float(weights[part] @ block @ (weights[rest] * twice))
    return total


def item_disagreement(
    counts: Counts, metric: Metric, own: FloatArray | None = None, pairs: FloatArray | None = None
) -> FloatArray:
    """disagr_i of each row of counts: the mean distance of its pairs; 0 where there are none.

    Where codings have weights, `own` is Σ w² of each entry and `pairs` Σ w w′ over different
    codings; without them every coding counts once.
    """
    sums = pair_sums(counts, metric)
    if not (metric.nominal or metric.points is not None):  # a coding is not paired with itself
        own = counts.count if own is None else own
        sums = sums - counts.sums(own * metric.diagonal()[counts.category])
    if pairs is None:
        sizes = counts.totals
        pairs = sizes * (sizes - 1)
    return np.divide(sums, pairs, out=np.zeros_like(sums), where=pairs > 0)
