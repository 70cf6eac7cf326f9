"""The analysis of variance of a table items × coders without holes."""

from dataclasses import dataclass
from math import frexp, fsum

import numpy as np

from accord.model.names import CHUNK, FloatArray


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
    squares = (
        k * _squares(by_item - grand) / (n - 1),
        _squares(table - by_item[:, None]) / (n * (k - 1)),
        n * _squares(by_coder - grand) / (k - 1),
        _squares(residual) / ((n - 1) * (k - 1)),
    )
    least = (ROUNDED * float(np.abs(table).max(initial=0.0))) ** 2
    return MeanSquares(n, k, *(one if one > least else 0.0 for one in squares))


ROUNDED = 1e-14
"""Deviations so much smaller than the largest number are its rounding: 45 units of its last binary
place, where raters apart by a constant leave up to ten."""


def _mean(values: FloatArray, axis: int) -> FloatArray:
    """Means that do not depend, in the last bit, on the order of items and coders."""
    return np.asarray(np.sort(values, axis=axis).sum(axis=axis) / values.shape[axis])


_BELOW = 36
"""So many binary places the second part has below the first: 10⁸ such rests fit 64 bits."""

_MANY = 1_000
"""From so many numbers on arrays are added faster than Python's `fsum` adds them."""


def _squares(deviations: FloatArray) -> float:
    squares = (deviations**2).ravel()
    return fsum(squares.tolist()) if len(squares) < _MANY else exact_sum(squares)


def exact_sum(values: FloatArray) -> float:
    """The sum as `fsum` has it: whole multiples of a power of two, in two parts, are added as
    integers.

    >>> exact_sum(np.array([1e16, 1.0, -1e16]))
    1.0
    """
    largest = float(np.abs(values).max(initial=0.0))
    if largest - largest != 0:  # nan or infinite
        return float(values.sum())
    places = 61 - frexp(largest * len(values))[1]  # so that no sum overflows
    if not -900 < places < 900:
        return fsum(values.tolist())
    total = 0
    for at in range(0, len(values), CHUNK):
        fine = values[at : at + CHUNK] * 2.0**places
        whole = np.rint(fine)
        rest = np.rint((fine - whole) * 2.0**_BELOW)
        total += (int(whole.astype(np.int64).sum()) << _BELOW) + int(rest.astype(np.int64).sum())
    shift = places + _BELOW
    return total / (1 << shift) if shift >= 0 else float(total << -shift)
