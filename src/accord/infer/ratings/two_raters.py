"""Two raters side by side: Lin's concordance with its limits, and what each correlation ignores."""

from dataclasses import dataclass
from math import atanh, isnan, nan, sqrt, tanh
from typing import Any

import numpy as np

from accord._measure.labels.mean_squares import squares_of
from accord._read.door.in_memory import Data
from accord.errors import NotApplicableError
from accord.infer.ratings.rated import rated
from accord.model.showing import Result


@dataclass(frozen=True, slots=True)
class Concordance(Result):
    """Two raters' numbers: how far they are the same, and where they are not.

    :param ccc: Lin's concordance ρ_c: the same numbers. It ignores nothing.
    :param low: Its lower confidence limit.
    :param high: Its upper confidence limit.
    :param pearson: The same up to a shift and a change of scale: it ignores both.
    :param consistency: ICC(C,1): the same up to a shift.
    :param bias_correction: C_b = ρ_c / r, 1 where there is neither shift nor change of scale.
    :param scale_shift: The first rater's standard deviation over the second's.
    :param location_shift: The difference of the means over √(s_x s_y).
    :param items: How many items both rated.

    >>> import accord
    >>> found = accord.infer.concordance([3, 5, 2, 4, 6, 1], [2, 5, 3, 3, 6, 1])
    >>> round(found.ccc, 3), round(found.pearson, 3), round(found.low, 2), round(found.high, 2)
    (0.914, 0.919, 0.52, 0.99)
    """

    ccc: float
    low: float
    high: float
    pearson: float
    consistency: float
    bias_correction: float
    scale_shift: float
    location_shift: float
    items: int


def concordance(data: Data, *more: Data, confidence: float = 0.95, **reading: Any) -> Concordance:
    """Lin's ρ_c of two raters with limits by Fisher's z, beside Pearson's r and ICC(C,1).

    Variances are divided by n, as Lin does. Undefined (nan) where a rater's numbers do not vary;
    no limits where r is 0. References: lin1989.

    :param data: Ratings: a study, or data that accord can read as one.
    :param more: The ratings of the second rater, where `data` are the first one's.
    :param confidence: The confidence level.
    :param reading: How to read data that are not yet a study: item=, coder=, category= and so on.

    >>> import accord
    >>> found = accord.infer.concordance([3, 5, 2, 4, 6, 1], [2, 5, 3, 3, 6, 1])
    >>> round(found.bias_correction, 3), round(found.location_shift, 3)
    (0.995, 0.098)
    """
    from scipy.special import ndtri

    table = rated(data, *more, **reading)
    if len(table.raters) != 2:
        raise NotApplicableError(
            f"concordance needs two raters; found {len(table.raters)}. Choose two with "
            "coders=[...], or use accord.labels.ccc for all pairs at once"
        )
    values = table.values[~np.isnan(table.values).any(axis=1)]
    n = len(values)
    if n < 3:
        raise NotApplicableError(f"concordance needs three items that both rated, found {n}")
    x, y = values.T
    var_x, var_y = float(x.var()), float(y.var())
    if var_x == 0 or var_y == 0:
        return Concordance(nan, nan, nan, nan, nan, nan, nan, nan, n)
    cov = float(((x - x.mean()) * (y - y.mean())).mean())
    shift = float(x.mean() - y.mean())
    r = cov / sqrt(var_x * var_y)
    ccc = 2 * cov / (var_x + var_y + shift**2)
    u = shift / (var_x * var_y) ** 0.25
    s = squares_of(values)
    half = float(ndtri(1 - (1 - confidence) / 2))
    low, high = _fisher(ccc, r, u, n, half)
    c = (s.between - s.error) / (s.between + s.error)
    return Concordance(ccc, low, high, r, c, ccc / r if r else nan, sqrt(var_x / var_y), u, n)


def _fisher(ccc: float, r: float, u: float, n: int, times: float) -> tuple[float, float]:
    if r == 0 or isnan(ccc):
        return nan, nan
    if abs(ccc) == 1:
        return ccc, ccc
    variance = (
        (1 - r**2) * ccc**2 * (1 - ccc**2) / r**2
        + 2 * ccc**3 * (1 - ccc) * u**2 / r
        - ccc**4 * u**4 / (2 * r**2)
    ) / (n - 2)
    if variance <= 0:
        return nan, nan
    half = times * sqrt(variance) / (1 - ccc**2)
    return tanh(atanh(ccc) - half), tanh(atanh(ccc) + half)
