"""The analysis of variance of a table items × coders without holes."""

from dataclasses import dataclass
from math import fsum

import numpy as np

from accord.model.names import FloatArray


@dataclass(frozen=True, slots=True)
class MeanSquares:
    """The analysis of variance of a table items × coders: n items, k coders, mean squares."""

    n: int
    k: int
    between: float
    within: float
    coders: float
    error: float


def squares_of(table: FloatArray) -> MeanSquares:
    """The mean squares of a complete table items × coders."""
    n, k = table.shape
    by_item, by_coder, grand = _mean(table, 1), _mean(table, 0), float(_mean(table.ravel(), 0))
    residual = table - by_item[:, None] - by_coder[None, :] + grand
    # Each sum of squares from its own deviations: differences of sums would cancel.
    return MeanSquares(
        n,
        k,
        k * _squares(by_item - grand) / (n - 1),
        _squares(table - by_item[:, None]) / (n * (k - 1)),
        n * _squares(by_coder - grand) / (k - 1),
        _squares(residual) / ((n - 1) * (k - 1)),
    )


def _mean(values: FloatArray, axis: int) -> FloatArray:
    """Means that do not depend, in the last bit, on the order of items and coders."""
    return np.asarray(np.sort(values, axis=axis).sum(axis=axis) / values.shape[axis])


def _squares(deviations: FloatArray) -> float:
    return fsum((deviations**2).ravel().tolist())
