"""Means, shares and regressions over items that may belong to documents.

Items of one document are not independent: then every limit comes from the sums of documents, with
t on one degree of freedom fewer than there are documents. One place, so that all parts of the sheet
draw their intervals the same way.
"""

from math import nan, sqrt
from statistics import NormalDist

import numpy as np

from accord.model.agreement import Interval
from accord.model.names import NEARLY_ZERO, FloatArray, IntArray


def wilson(successes: float, of: float, confidence: float = 0.95) -> tuple[float, float]:
    """Wilson's limits of a share."""
    return _wilson(successes, of, NormalDist().inv_cdf((1 + confidence) / 2))


def _wilson(successes: float, of: float, z: float) -> tuple[float, float]:
    if of <= 0:
        return nan, nan
    # Wilson and not Wald: judges pass 0 or all of a few items often, where Wald's limits have no
    # width.
    p, more = successes / of, z * z / of
    centre, half = p + more / 2, z * sqrt(p * (1 - p) / of + more / (4 * of))
    return (centre - half) / (1 + more), (centre + half) / (1 + more)


def share_with_error(
    hits: FloatArray, groups: IntArray | None, confidence: float
) -> tuple[float, Interval]:
    """A share with Wilson's limits; over documents with the items that their variance leaves.

    Documents whose items go together are worth n_e = p (1 − p) / variance items; where all items
    are alike this variance is 0, and only as many items as there are documents are counted.
    """
    from scipy.special import stdtrit

    n = len(hits)
    p = float(hits.mean()) if n else nan
    if groups is None or not n:
        limits = wilson(float(hits.sum()), n, confidence)
        return p, Interval(*limits, confidence, "Wilson")
    inside = np.unique(groups, return_inverse=True)[1].reshape(-1)
    units = int(inside.max()) + 1
    if units < 2:
        return p, Interval(nan, nan, confidence, "Wilson", over="clusters")
    rest = np.bincount(inside, weights=hits - p)
    variance = float((rest**2).sum()) * units / (units - 1) / n**2
    worth = p * (1 - p) / variance if variance > 1e-18 else float(units)
    z = float(stdtrit(units - 1, (1 + confidence) / 2))
    # Never worth more than the items that there are, however evenly documents are filled.
    limits = _wilson(p * min(worth, n), min(worth, n), z)
    return p, Interval(*limits, confidence, "Wilson", over="clusters")


def regression(
    y: FloatArray, x: FloatArray, groups: IntArray | None, confidence: float
) -> tuple[float, Interval, float]:
    """The slope on the first column of x (which gets a constant), its interval and two-sided p.

    Standard errors allow for unequal variances (HC3), or for groups of items (CR1, t with one
    degree of freedom fewer than there are groups).
    """
    from scipy.special import stdtr, stdtrit

    n = len(y)
    design = np.column_stack([x, np.ones(n)])
    over = "items" if groups is None else "clusters"
    none = nan, Interval(nan, nan, confidence, "t", over=over), nan
    # Three items more than coefficients, so that residuals can vary at all; a column that is a
    # combination of the others has no slope of its own.
    if n < design.shape[1] + 3 or np.linalg.matrix_rank(design) < design.shape[1]:
        return none
    inverse = np.linalg.inv(design.T @ design)
    beta = inverse @ (design.T @ y)
    rest = y - design @ beta
    if groups is None:
        lever = np.einsum("ij,jk,ik->i", design, inverse, design)
        # HC3 divides by 1 − leverage; an item with leverage 1 has a residual of 0, and must not
        # become 0/0.
        scaled = rest / np.maximum(1 - lever, 1e-6)
        middle = (design * (scaled**2)[:, None]).T @ design
        df = float(n - design.shape[1])
    else:
        number = int(groups.max()) + 1
        sums = np.zeros((number, design.shape[1]))
        np.add.at(sums, groups, design * rest[:, None])
        seen = len(np.unique(groups))
        # With two groups t has one degree of freedom and its limits say nothing.
        if seen < 3:
            return none
        # CR1: the factor that Stata and most packages use against too small an error with few
        # groups.
        middle = sums.T @ sums * (seen / (seen - 1)) * ((n - 1) / (n - design.shape[1]))
        df = float(seen - 1)
    se = sqrt(max(float((inverse @ middle @ inverse)[0, 0]), 0.0))
    slope = float(beta[0])
    # All residuals are 0: the slope is exact here, but no p can be had from it.
    if se <= NEARLY_ZERO:
        return slope, Interval(slope, slope, confidence, "t", se=0.0, over=over), nan
    half = float(stdtrit(df, (1 + confidence) / 2)) * se
    p = 2 * float(stdtr(df, -abs(slope) / se))
    return slope, Interval(slope - half, slope + half, confidence, "t", se=se, over=over), p


def mean_with_error(
    values: FloatArray, groups: IntArray | None, confidence: float
) -> tuple[float, Interval]:
    """A mean with its t interval, over groups where these are given."""
    from scipy.special import stdtrit

    n = len(values)
    over = "items" if groups is None else "clusters"
    mean = float(values.mean()) if n else nan
    rest: FloatArray = values - mean
    if groups is not None:
        inside = np.unique(groups, return_inverse=True)[1].reshape(-1)
        rest = np.bincount(inside, weights=rest).astype(np.float64)
    units = len(rest)
    if units < 2:
        return mean, Interval(nan, nan, confidence, "t", over=over)
    se = sqrt(float((rest**2).sum()) * units / (units - 1)) / n
    half = float(stdtrit(units - 1, (1 + confidence) / 2)) * se
    return mean, Interval(mean - half, mean + half, confidence, "t", se=se, over=over)
