"""Generalized confidence limits of an intraclass correlation of agreement.

Each mean square is a variance times a χ² over its degrees of freedom. Turned round, the mean
squares of one table give a distribution of the variances (Weerahandi 1993), and limits of the
items' share are its quantiles. The distribution is integrated, so that no draw is needed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from accord._measure.labels.mean_squares import squares_of
from accord._measure.labels.variance_components import NEAR_1, components
from accord.model.names import FloatArray

NODES = 64
"""Of a Gauss–Legendre rule over each χ²: limits are the same to six digits with twice as many."""
BEYOND = 1e-10
"""The weight of a χ² that is left out at either end."""
_DRAWS = 2000
"""Of the three χ² for the limits of many simulated studies, one in each 2,000th part."""


@dataclass(frozen=True, slots=True)
class Squares:
    """Mean squares of items, coders and residual with their degrees of freedom, and how many
    ratings an item and a coder have."""

    item: float
    coder: float
    residual: float
    df: tuple[int, int, int]
    per_item: float
    per_coder: float


def squares_for_limits(table: FloatArray) -> Squares | None:
    """The mean squares of a table; with holes those that the variances by REML would have, with
    harmonic means of the numbers of ratings. None where nothing is left for the residual."""
    there = ~np.isnan(table)
    there = there[there.any(axis=1)]
    n, k = there.shape
    df = n - 1, k - 1, int(there.sum()) - n - k + 1
    if min(df) < 1:
        return None
    if there.all():
        s = squares_of(table)
        return Squares(s.between, s.coders, s.error, df, k, n)
    found = components(table)
    per_item = n / float((1 / there.sum(axis=1)).sum())
    per_coder = k / float((1 / there.sum(axis=0)).sum())
    item = found.residual + per_item * found.item
    coder = found.residual + per_coder * found.coder
    return Squares(item, coder, found.residual, df, per_item, per_coder)


def generalized_limit(s: Squares) -> Callable[[float], float]:
    """The share below which the true one lies with any confidence; 0 where the distribution has
    that much of its weight there, since a variance below 0 counts as 0.

    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9],
    ...            [6, 2, 4, 7]]
    >>> limit = generalized_limit(squares_for_limits(np.array(ratings, dtype=float)))
    >>> round(limit(0.025), 3), round(limit(0.975), 3)
    (0.027, 0.745)
    """
    below = weight_below(s)

    def limit(tail: float) -> float:
        from scipy.optimize import brentq

        if below(0.0) >= tail:
            return 0.0
        if below(NEAR_1) <= tail:
            return 1.0
        return float(brentq(lambda share: below(share) - tail, 0.0, NEAR_1, xtol=1e-9))

    return limit


def weight_below(s: Squares) -> Callable[[float], float]:
    """The weight of the distribution at and below a share.

    The χ² of items and of the residual are integrated over, that of coders is exact: it has the
    fewest degrees of freedom. Where items vary too little for the share whatever coders do, there
    is nothing to integrate.
    """
    from scipy.special import chdtr, chdtrc

    of_items, of_coders, of_rest = s.df
    least, most = _ends(of_items)
    drawn, weights = _rule(of_rest, *_ends(of_rest))
    rest = s.residual * of_rest / drawn
    items, coders = s.item * of_items, s.coder * of_coders

    def below(share: float) -> float:
        odds = s.per_item * share / (1 - share)
        enough = items / (rest * (1 + odds))  # χ² of items from which on the share is not reached
        whole = chdtrc(of_items, enough)
        if odds == 0:
            return float(weights @ whole)
        drawn, inner = _rule(of_items, least, np.clip(enough, least, most)[:, None])
        asked = np.maximum((items / drawn - rest[:, None]) / odds - rest[:, None], 0)
        part = chdtr(of_coders, coders / (rest[:, None] + s.per_coder * asked))
        return float(weights @ (whole + (inner * part).sum(axis=-1)))

    return below


def _ends(df: int) -> tuple[float, float]:
    from scipy.special import chdtri

    return float(chdtri(df, 1 - BEYOND)), float(chdtri(df, BEYOND))


@cache
def _legendre() -> tuple[FloatArray, FloatArray]:
    """Nodes and weights between −1 and 1: finding them takes longer than all that follows."""
    nodes, weights = np.polynomial.legendre.leggauss(NODES)
    return nodes, weights


def _rule(df: int, least: float, most: float | FloatArray) -> tuple[FloatArray, FloatArray]:
    """Values of a χ² between two, evenly on the logarithm, and what each weighs."""
    from scipy.special import gammaln

    nodes, weights = _legendre()
    half = (np.log(most) - np.log(least)) / 2
    value = np.log(least) + half * (nodes + 1)
    density = df / 2 * (value - np.log(2)) - np.exp(value) / 2 - gammaln(df / 2)
    return np.exp(value), half * weights * np.exp(density)


def widths(
    means: FloatArray,
    df: tuple[int, int, int],
    confidence: float,
    rng: np.random.Generator,
) -> FloatArray:
    """How wide the limits of many complete studies of one size are. `means` has their mean
    squares of items, coders and residual, a study a row."""
    from scipy.special import chdtri

    n, k = df[0] + 1, df[1] + 1
    parts = (np.arange(_DRAWS) + 0.5) / _DRAWS
    of = [each / chdtri(each, rng.permutation(parts)) for each in df]
    ends = (1 - confidence) / 2, (1 + confidence) / 2
    found = []
    for item, coder, residual in means:
        rest = residual * of[2]
        coders = np.maximum(coder * of[1] - rest, 0) / n
        items = np.maximum(item * of[0] - rest, 0) / k
        low, high = np.quantile(items / (items + coders + rest), ends)
        found.append(high - low)
    return np.array(found)
