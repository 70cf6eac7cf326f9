"""Sums for the ordinal distance, whose mid-ranks change with every resample."""

from typing import TYPE_CHECKING

import numpy as np

from accord.engine.tally import Tally
from accord.infer.resample.sums import Sums, ratio
from accord.measure.distances.metric import Positions
from accord.model.codings.codings import Codings
from accord.model.names import FloatArray

if TYPE_CHECKING:
    from accord.infer.resample.sums import Kinds


def ordinal_sums(
    kinds: "Kinds", study: Codings | Tally, positions: Positions, by_chance: str | None
) -> Sums:
    """Columns: weight, codings, n_k for the ranks, coincidences k < l, frequencies for D_e."""
    k = len(study.categories)
    coders = kinds.coders if by_chance == "per coder" else 1
    counts = np.zeros((len(kinds.multiplicity), k))
    counts[kinds.counts.row, kinds.counts.category] = kinds.counts.count
    sizes = counts.sum(axis=1)
    per_pair = kinds.weight / np.maximum(sizes * (sizes - 1), 1)
    first, second = np.triu_indices(k, 1)  # d_kk = 0, and d is symmetric
    met = len(first)
    coincidences = 2 * counts[:, first] * counts[:, second] * per_pair[:, None]
    body = kinds.table(by_chance)
    rows = np.concatenate(
        [
            np.stack([kinds.weight, kinds.codings], axis=1),
            counts * kinds.ranked[:, None],
            coincidences,
            body,
        ],
        axis=1,
    )

    def value(sums: FloatArray) -> FloatArray:
        raw = sums[:, 2 : 2 + k]
        rank = positions(study.categories, raw, study.declared)
        rank -= rank.mean(axis=1, keepdims=True)
        apart = (rank[:, first] - rank[:, second]) ** 2
        total = (sums[:, 2 + k : 2 + k + met] * apart).sum(axis=1)
        with np.errstate(divide="ignore", invalid="ignore"):
            observed = np.where(sums[:, 0] > 0, total / sums[:, 0], np.nan)
            if by_chance is None:
                return np.asarray(1.0 - observed)
            table = sums[:, 2 + k + met :].reshape(len(sums), coders, k)
            return ratio(observed, _expected(table, rank, sums[:, 1], by_chance), 0.0)

    return Sums(rows, kinds.multiplicity, value, kinds.of_item)


def _expected(table: FloatArray, rank: FloatArray, n: FloatArray, by_chance: str) -> FloatArray:
    """D_e of each resample: table is resamples × coders × categories."""
    k = rank.shape[1]
    if by_chance == "uniform":
        return np.asarray(2 * rank.var(axis=1)) if k > 1 else np.full(len(rank), np.nan)
    if by_chance == "occasional":
        largest = np.ptp(rank, axis=1) ** 2
        agreement = k * k - 2 * k * k * rank.var(axis=1) / largest
        p = table[:, 0] / table[:, 0].sum(axis=1, keepdims=True)
        hard = (p * (1 - p)).sum(axis=1) / max(k * (k - 1), 1)
        return np.asarray(largest * (1 - agreement * hard))
    first = (table * rank[:, None, :]).sum(axis=2)
    second = (table * rank[:, None, :] ** 2).sum(axis=2)
    zeroth = table.sum(axis=2)
    everyone = zeroth.sum(axis=1) * second.sum(axis=1) - first.sum(axis=1) ** 2
    if by_chance == "per coder":
        same = (zeroth * second - first**2).sum(axis=1)
        pairs = zeroth.sum(axis=1) ** 2 - (zeroth**2).sum(axis=1)
        return np.asarray(2 * (everyone - same) / pairs)
    pooled = 2 * everyone / zeroth.sum(axis=1) ** 2
    return np.asarray(pooled * n / (n - 1)) if by_chance == "drawn" else pooled
