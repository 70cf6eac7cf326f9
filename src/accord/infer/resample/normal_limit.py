"""Resamples of very many items: their sums drawn from the normal limit.

A resample of n items adds up n draws; with very many items in every sum these sums are normal,
with mean and covariance that the study itself gives exactly. Then a resample costs one draw for
each sum, not one for each item or kind of item. What the limit leaves out is skewness. How much
of it the coefficient would have, to first order, follows from its leave-one-out values; where
that is more than the noise of the draws themselves would hide, items are drawn.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from accord.measure.cube.sums import Sums
from accord.model.names import FloatArray, IntArray

SKEWNESS = 0.02
"""The most skewness that is left out: it moves a limit of 95% by 1% of a standard error, and a
thousand draws leave it uncertain by 8%."""

DRAWS = 1_000_000_000
"""With fewer draws of (kinds of) items in all resamples, about a minute, items are drawn."""

WIDEST = 2_000
"""The most sums whose covariance is made."""


@dataclass(frozen=True, slots=True, eq=False)
class Limit:
    """The normal distribution of a study's sums under resampling: mean, and a root of the
    covariance (columns that do not vary left out)."""

    sums: Sums
    mean: FloatArray
    root: FloatArray  # varying columns × dimensions
    varying: IntArray

    def values(self, n: int, seed: int) -> Iterator[FloatArray]:
        """The coefficient on n resamples, in blocks."""
        size = 4096
        seeds = np.random.SeedSequence(seed).spawn(-(-n // size))
        for at, each in zip(range(0, n, size), seeds, strict=True):
            rng = np.random.default_rng(each)
            drawn = np.repeat(self.mean[None, :], min(size, n - at), axis=0)
            standard = rng.standard_normal((len(drawn), self.root.shape[1]))
            drawn[:, self.varying] += standard @ self.root.T
            yield self.sums.value(drawn)


def normal_limit(sums: Sums, n: int) -> Limit | None:
    """The limit, None where items are too few for it, or few enough to be drawn n times."""
    kinds, width = sums.rows.shape
    each = kinds if sums.units > 10 * kinds else sums.units
    if n * each < DRAWS or width > WIDEST or not _skewness(sums) < SKEWNESS:
        return None
    mean = sums.total
    centred = sums.rows - mean / sums.units
    weighted = centred * sums.multiplicity[:, None]
    covariance = centred.T @ weighted
    spread = np.diag(covariance)
    varying = np.flatnonzero(spread > 1e-18 * np.maximum(mean**2, 1e-300))
    # An order that does not depend on the order of coders and categories.
    keys = (covariance[1, varying], covariance[0, varying], mean[varying], spread[varying])
    order = varying[np.lexsort([np.round(key, 6) for key in keys])]
    return Limit(sums, mean, _root(covariance[np.ix_(order, order)]), order)


def _skewness(sums: Sums) -> float:
    """The skewness of the resampled coefficient, to first order; nan where it is undefined."""
    left = sums.leave_one_out()
    apart = sums.multiplicity @ left / sums.units - left
    spread = float(sums.multiplicity @ apart**2)
    return abs(float(sums.multiplicity @ apart**3)) / spread**1.5 if spread > 0 else np.nan


def _root(covariance: FloatArray) -> FloatArray:
    """L with L L′ = covariance, triangular; sums may depend on each other (shares add up)."""
    scale = np.sqrt(np.diag(covariance))
    correlation = covariance / scale[:, None] / scale[None, :]
    lifted = correlation + 1e-10 * np.eye(len(scale))
    return np.asarray(scale[:, None] * np.linalg.cholesky(lifted))
