"""Nominal α in closed form from the coincidence matrix: of one category, and with two as one."""

import numpy as np

from accord.measure.bound import Bound
from accord.model.names import FloatArray


def is_nominal_alpha(measure: Bound) -> bool:
    """Whether this is Krippendorff's α with the nominal distance, for which these forms hold."""
    drawn = measure.measure.counted and measure.measure.chance == "drawn"
    return drawn and measure.missing == "pairable" and str(measure.distance) == "nominal"


def alpha_against_rest(n_k: FloatArray, alike: FloatArray) -> FloatArray:
    """α of each category against all others merged; nan where it is undefined.

    `n_k` are the sums of the rows of the coincidence matrix, `alike` its diagonal.
    """
    n = n_k.sum()
    with np.errstate(divide="ignore", invalid="ignore"):
        observed = 2 * (n_k - alike) / n
        expected = 2 * n_k * (n - n_k) / (n * (n - 1))
        return np.where(expected > 0, 1 - observed / expected, np.nan)


def merged_alpha(table: FloatArray, k: int, l: int) -> float:
    """α if categories k and l were one."""
    n_k = table.sum(axis=1)
    n = n_k.sum()
    agree = np.trace(table) + 2 * table[k, l]
    squares = (n_k**2).sum() + 2 * n_k[k] * n_k[l]
    expected = (n * n - squares) / (n * (n - 1))
    return float(1 - (1 - agree / n) / expected) if expected > 0 else float("nan")
