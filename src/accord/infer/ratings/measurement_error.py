"""Error in units of the scale: of one rating, of a difference, of repeats."""

from collections.abc import Hashable
from dataclasses import dataclass
from math import isnan, nan, sqrt
from typing import Any

import numpy as np

from accord._measure.labels.mean_squares import MeanSquares, squares_of
from accord._measure.labels.variance_components import components
from accord._read.door.in_memory import Data
from accord.errors import NotApplicableError
from accord.infer.ratings.rated import Rated, rated
from accord.model.names import FloatArray
from accord.model.showing import Result

_Limits = tuple[float, float]
NO_LIMITS = (nan, nan)


def combined_limits(parts: "tuple[tuple[float, float, int], ...]", upper: float) -> _Limits:
    """Limits of Σ c · MS of independent mean squares (Graybill & Wang 1980).

    Each part is c, MS and its degrees of freedom. They hold where Satterthwaite's approximation
    is far too narrow because one mean square has few degrees of freedom.

    >>> low, high = combined_limits(((1.0, 4.0, 10),), 0.975)
    >>> round(low, 3), round(high, 3)
    (1.953, 12.319)
    """
    from scipy.special import chdtri

    total = sum(c * ms for c, ms, _ in parts)
    below = sum(((1 - df / float(chdtri(df, 1 - upper))) * c * ms) ** 2 for c, ms, df in parts)
    above = sum(((df / float(chdtri(df, upper)) - 1) * c * ms) ** 2 for c, ms, df in parts)
    return max(total - sqrt(below), 0.0), total + sqrt(above)


@dataclass(frozen=True, slots=True)
class MeasurementError(Result):
    """How far a rating is from the true value of its item, in units of the scale.

    :param consistency: Standard error of a rating where the rater stays the same.
    :param consistency_limits: Its confidence limits.
    :param agreement: Standard error where any rater may give it: raters' severities count too.
    :param agreement_limits: Its confidence limits.
    :param detectable_consistency: The smallest difference between two ratings of one rater that
        is more than error, in 95 of 100 cases.
    :param detectable: The same between ratings of two raters.
    :param items: How many items.
    :param raters: How many raters.

    >>> import accord
    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9],
    ...            [6, 2, 4, 7]]
    >>> found = accord.infer.measurement_error(ratings)
    >>> round(found.agreement, 2), round(found.detectable, 2)
    (2.5, 6.94)
    """

    consistency: float
    consistency_limits: _Limits
    agreement: float
    agreement_limits: _Limits
    detectable_consistency: float
    detectable: float
    items: int
    raters: int


def measurement_error(
    data: Data, *more: Data, confidence: float = 0.95, **reading: Any
) -> MeasurementError:
    """The standard error of measurement and the smallest detectable change.

    √MSE where one rater gives all ratings, √(σ²_rater + σ²_error) where any rater may; the
    smallest detectable change is z √2 times that. With holes variances are REML's, without limits.
    Never SD · √(1 − ICC), which depends on how much the items differ.

    :param data: Ratings: a study, or data that accord can read as one.
    :param more: The ratings of each further rater, where `data` are one rater's.
    :param confidence: The confidence level.
    :param reading: How to read data that are not yet a study: item=, coder=, category= and so on.

    >>> import accord
    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9],
    ...            [6, 2, 4, 7]]
    >>> low, high = accord.infer.measurement_error(ratings).agreement_limits
    >>> round(low, 2), round(high, 2)
    (1.6, 8.73)
    """
    from scipy.special import ndtri

    table = rated(data, *more, **reading)
    n, k = table.values.shape
    if min(n, k) < 2:
        raise NotApplicableError("error of measurement needs two items and two raters or more")
    upper = 1 - (1 - confidence) / 2
    # √2, since a change is the difference of two ratings that both err.
    times = float(ndtri(upper)) * sqrt(2)
    if not table.complete:
        found = components(table.values)
        same, any_rater = sqrt(found.residual), sqrt(found.residual + found.coder)
        limits = NO_LIMITS, NO_LIMITS
    else:
        s = squares_of(table.values)
        same, any_rater, limits = sqrt(s.error), sqrt(_any_rater(s)), _limits(s, upper)
    return MeasurementError(
        same, limits[0], any_rater, limits[1], times * same, times * any_rater, n, k
    )


def _any_rater(s: MeanSquares) -> float:
    """σ²_rater + σ²_error; what raters add is not below 0."""
    return max(s.coders - s.error, 0.0) / s.n + s.error


def _limits(s: MeanSquares, upper: float) -> tuple[_Limits, _Limits]:
    df = (s.n - 1) * (s.k - 1)
    alone = combined_limits(((1.0, s.error, df),), upper)
    both = combined_limits(((1 / s.n, s.coders, s.k - 1), ((s.n - 1) / s.n, s.error, df)), upper)
    return (sqrt(alone[0]), sqrt(alone[1])), (sqrt(both[0]), sqrt(both[1]))


@dataclass(frozen=True, slots=True)
class Repeatability(Result):
    """Repeats by one rater, and by another (ISO 5725).

    :param repeatability: Standard deviation of repeats by one rater.
    :param reproducibility: The same where any rater repeats.
    :param repeatability_limit: Two repeats by one rater differ by less, in 95 of 100 cases.
    :param reproducibility_limit: Two ratings by two raters differ by less.
    :param items: Variance of the items.
    :param raters: Variance of the raters, 0 where the estimate is below 0.
    :param items_by_raters: Variance of what raters see in an item of their own.
    :param gage: Percentage of the total standard deviation that is no item's (gage R&R).
    :param classes: How many classes of items can be told apart.

    >>> import accord
    >>> found = accord.infer.repeatability([[[4, 5], [6, 6]], [[8, 8], [9, 11]], [[2, 3], [2, 2]]])
    >>> round(found.repeatability_limit, 2), round(found.reproducibility_limit, 2)
    (1.96, 3.2)
    """

    repeatability: float
    reproducibility: float
    repeatability_limit: float
    reproducibility_limit: float
    items: float
    raters: float
    items_by_raters: float
    gage: float
    classes: float


def repeatability(table: Any) -> Repeatability:
    """Repeatability and reproducibility of items × raters × repeats, none missing.

    Without repeats by the same rater they cannot be separated: √MSE of one rating each is an
    upper bound of repeatability (`measurement_error`).

    :param table: Numbers, items × raters × repeats.

    >>> import accord
    >>> found = accord.infer.repeatability([[[4, 5], [6, 6]], [[8, 8], [9, 11]], [[2, 3], [2, 2]]])
    >>> round(found.repeatability, 3), round(found.reproducibility, 3)
    (0.707, 1.155)
    """
    from scipy.special import ndtri

    x = np.asarray(table, dtype=float)
    if x.ndim != 3 or min(x.shape) < 2 or np.isnan(x).any():
        raise NotApplicableError(
            "repeatability needs numbers of two or more items × raters × repeats, none missing"
        )
    n, k, r = x.shape
    cell = x.mean(axis=2)
    repeats = float(((x - cell[:, :, None]) ** 2).sum()) / (n * k * (r - 1))
    s = squares_of(cell)
    # Means of r repeats still hold a part of what repeats differ by.
    crossed = max(s.error - repeats / r, 0.0)
    # Raters over items, from means of cells; what is below 0 adds nothing.
    of_raters = max((s.coders - s.error) / n, 0.0)
    of_items = max((s.between - s.error) / k, 0.0)
    any_rater = repeats + crossed + of_raters
    times = float(ndtri(0.975)) * sqrt(2)
    within, between = sqrt(repeats), sqrt(any_rater)
    total = sqrt(any_rater + of_items)
    return Repeatability(
        within,
        between,
        times * within,
        times * between,
        of_items,
        of_raters,
        crossed,
        100 * between / total if total > 0 else nan,
        # The Automotive Industry Action Group's 1.41 for √2.
        1.41 * sqrt(of_items) / between if between > 0 else nan,
    )


@dataclass(frozen=True, slots=True)
class LimitsWithMean(Result):
    """Between which limits a rating lies around the mean of all raters of its item.

    :param limit: Plus or minus so many units of the scale, for 95 of 100 ratings.
    :param low: The lower confidence limit of `limit`.
    :param high: The upper one.
    :param items: How many items.
    :param raters: How many raters.
    :param points: Of each rating the mean of its item, its distance from that and its rater: what
        `plot` draws.

    >>> import accord
    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9],
    ...            [6, 2, 4, 7]]
    >>> found = accord.infer.limits_with_mean(ratings)
    >>> round(found.limit, 2), round(found.low, 2), round(found.high, 2)
    (4.25, 2.72, 14.81)
    """

    _keys = _columns = "limit, low, high, items, raters"
    limit: float
    low: float
    high: float
    items: int
    raters: int
    points: tuple[tuple[float, float, Hashable], ...] = ()


def limits_with_mean(
    data: Data, *more: Data, confidence: float = 0.95, **reading: Any
) -> LimitsWithMean:
    """Limits of agreement for three raters or more: how far a rating is from the item's mean.

    ± z √((SSC + SSE) / N) (Jones et al. 2011; its limits by Christensen et al. 2020). With holes
    from REML's variances, without limits. References: christensen2020.

    :param data: Ratings: a study, or data that accord can read as one.
    :param more: The ratings of each further rater, where `data` are one rater's.
    :param confidence: The confidence level of the limits of the limit.
    :param reading: How to read data that are not yet a study: item=, coder=, category= and so on.

    >>> import accord
    >>> ratings = {"A": [3, 5, 2, 4, 6], "B": [3, 4, 2, 5, 6], "C": [1, 3, 1, 3, 5]}
    >>> round(accord.infer.limits_with_mean(accord.from_coders(ratings)).limit, 2)
    1.43
    """
    from scipy.special import ndtri

    table = rated(data, *more, **reading)
    n, k = table.values.shape
    if min(n, k) < 2:
        raise NotApplicableError("limits of agreement need two items and two raters or more")
    z = float(ndtri(0.975))
    if not table.complete:
        found = components(table.values)
        limit = z * sqrt((k - 1) / k * (found.coder + found.residual))
        return LimitsWithMean(limit, nan, nan, n, k, _points(table))
    s = squares_of(table.values)
    df = (n - 1) * (k - 1)
    parts = ((k - 1) / (n * k), s.coders, k - 1), (df / (n * k), s.error, df)
    low, high = combined_limits(parts, 1 - (1 - confidence) / 2)
    total = sum(c * ms for c, ms, _ in parts)
    ends = z * sqrt(total), z * sqrt(low), z * sqrt(high)
    return LimitsWithMean(*ends, n, k, _points(table))


def _points(table: Rated) -> tuple[tuple[float, float, Hashable], ...]:
    apart, means = deviations(table.values)
    return tuple(
        (mean, distance, rater)
        for mean, row in zip(means.tolist(), apart.tolist(), strict=True)
        for rater, distance in zip(table.raters, row, strict=True)
        if not isnan(distance)
    )


def deviations(values: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Each rating less the mean of its item, and that mean: what a Bland–Altman plot shows.

    >>> apart, mean = deviations(np.array([[1.0, 3.0]]))
    >>> apart.tolist(), mean.tolist()
    ([[-1.0, 1.0]], [2.0])
    """
    mean = np.nanmean(values, axis=1)
    return values - mean[:, None], mean
