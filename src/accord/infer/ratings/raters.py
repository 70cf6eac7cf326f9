"""Raters apart: who is severe or lenient, who uses less of the scale, who drifts."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from math import isnan, nan, sqrt
from typing import Any

import numpy as np

from accord._measure.labels.variance_components import parts_apart
from accord._read.door.in_memory import Data
from accord.errors import NotApplicableError
from accord.infer.ratings.rated import Rated, rated
from accord.infer.tests.significance import adjusted
from accord.model.names import FloatArray
from accord.model.showing import Result

LEVEL = 0.05
"""Raters are named at this level, of all raters together (Holm)."""
ONE_BY_ONE = 10
"""Up to so many raters one severe rater moves the mean of the others so much that innocent ones
look lenient (half of the studies of 30 items by 3 raters); they are named one by one, and tested
again without those named. In crowds it makes no difference."""


@dataclass(frozen=True, slots=True)
class Rater(Result):
    """One rater beside the others.

    :param rater: Who it is.
    :param items: How many items this rater rated that others rated too.
    :param mean: The mean of the ratings.
    :param sd: Their standard deviation.
    :param severity: How far above (or below) the others the ratings lie on the same items, in
        units of the scale; the severities of all raters sum to 0.
    :param t: `apart` over its standard error: like it, beside those who are not named.
    :param p: Of t, adjusted for the number of raters (Holm).
    :param named: Whether this rater's severity is shown.
    :param apart: How far above the mean of the others who are not named, in units of the scale; nan
        where that is connected by no shared items.
    :param low: The lower confidence limit of `apart`, of this rater alone.
    :param high: The upper one.
    :param spread: The standard deviation over that of the others: range and noise.
    :param range: How far the rater moves with the items when the others move by 1: the range that
        is used, whatever the noise; nan with holes or fewer than three raters.
    :param range_p: Of a range of 1, adjusted for the number of raters.
    :param narrow: Whether it is shown that the rater uses less of the scale.

    >>> import accord
    >>> ratings = {"A": [3, 5, 2, 4, 6, 1], "B": [3, 4, 2, 5, 6, 2], "C": [1, 3, 1, 2, 4, 1]}
    >>> third = accord.infer.raters(accord.from_coders(ratings)).raters[2]
    >>> third.rater, round(third.severity, 2), third.named
    ('C', -1.06, True)
    """

    rater: Hashable
    items: int
    mean: float
    sd: float
    severity: float
    t: float
    p: float
    named: bool
    apart: float
    low: float
    high: float
    spread: float
    range: float
    range_p: float
    narrow: bool


@dataclass(frozen=True, slots=True)
class Raters(Result):
    """All raters, and whether they differ at all.

    :param raters: One for each.
    :param F: Of the raters' means on the same items.
    :param df1: Its first degrees of freedom.
    :param df2: Its second degrees of freedom.
    :param p: That all raters are equally severe.
    :param noise: The standard deviation of what is neither item nor rater, in units of the scale.

    >>> import accord
    >>> ratings = {"A": [3, 5, 2, 4, 6, 1], "B": [3, 4, 2, 5, 6, 2], "C": [1, 3, 1, 2, 4, 1]}
    >>> found = accord.infer.raters(accord.from_coders(ratings))
    >>> [(each.rater, round(each.severity, 2), each.named) for each in found.raters]
    [('A', 0.44, False), ('B', 0.61, False), ('C', -1.06, True)]
    """

    _members = "raters"
    _columns = "rater, items, mean, sd, apart, low, high, t, p, range, range_p"
    raters: tuple[Rater, ...]
    F: float
    df1: int
    df2: int
    p: float
    noise: float


@dataclass(frozen=True)
class Severities:
    """Least squares of ratings on item and rater: severities that sum to 0."""

    value: FloatArray
    pooled_se: FloatArray
    t: FloatArray
    se: FloatArray
    df: FloatArray
    F: float
    df1: int
    df2: int
    noise: float

    @property
    def p(self) -> FloatArray:
        """Of each t, two-sided."""
        from scipy.special import stdtr

        return np.asarray(2 * stdtr(self.df, -np.abs(self.t)))

    @property
    def overall(self) -> float:
        """That all are 0."""
        from scipy.special import fdtrc

        return float(fdtrc(self.df1, self.df2, self.F)) if not isnan(self.F) else nan


def severities(table: Rated) -> Severities:
    """How far each rater is above the others on the same items, with holes or without.

    t is of the differences between a rater and the others of each item, so a rater who is only
    noisier is not accused; with holes, of an estimate whose errors may differ by item.
    """
    there = table.there
    compared = there.sum(axis=1) > 1
    # An item with one rating says nothing about who is above whom; 0 stands for holes, which weigh
    # 0.
    there, values = there[compared], np.nan_to_num(table.values[compared])
    n, k = there.shape
    if k < 2 or n < 2:
        raise NotApplicableError("severity needs two raters who share two items or more")
    often = there.sum(axis=1)
    apart = there * (values - (values.sum(axis=1) / often)[:, None])
    laplace = np.diag(there.sum(axis=0)) - (there / often[:, None]).T @ there
    # Its null direction, all raters alike, is 0 up to rounding: cut well above that.
    inverse = np.linalg.pinv(laplace, rcond=1e-9, hermitian=True)
    value = inverse @ apart.sum(axis=0)
    residual = apart - there * (value - ((there * value).sum(axis=1) / often)[:, None])
    df2 = int(there.sum()) - n - k + 1
    squares = float((residual**2).sum())
    noise2 = squares / df2 if df2 > 0 else nan
    explained = float(value @ apart.sum(axis=0)) / (k - 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        own = there.sum(axis=0)
        if table.complete:
            others = (values.sum(axis=1)[:, None] - values) / (k - 1)
            difference = values - others
            # A rater is (k − 1)/k as far from the mean of all, the rater included, as from the
            # others'.
            se = difference.std(axis=0, ddof=1) / sqrt(n) * (k - 1) / k
        else:
            se = np.sqrt(
                np.maximum(np.einsum("ij,ij->i", inverse @ (residual.T @ residual), inverse), 0)
            )
        t = np.where(se > 0, value / se, np.where(np.abs(value) > 0, np.inf * np.sign(value), nan))
        pooled = np.sqrt(noise2 * np.diag(inverse))
        f = np.float64(explained) / noise2 if df2 > 0 else nan  # without error inf, or nan for 0/0
    df = np.maximum(own - 1, 1)
    return Severities(value, pooled, t, se, df, float(f), k - 1, df2, sqrt(noise2))


def raters(
    data: Data,
    *more: Data,
    level: float = LEVEL,
    confidence: float = 0.95,
    **reading: Any,
) -> Raters:
    """Raters beside each other: severity, spread and the range of the scale that each uses.

    A rater is named severe or lenient only where that is shown at the level of all raters
    together. Two raters can only be told apart, not who of them is off.

    :param data: Ratings: a study, or data that accord can read as one.
    :param more: The ratings of each further rater, where `data` are one rater's.
    :param level: The level at which raters are named.
    :param confidence: The confidence level of the limits.
    :param reading: How to read data that are not yet a study: item=, coder=, category= and so on.

    >>> import accord
    >>> ratings = {"A": [3, 5, 2, 4, 6, 1], "B": [3, 4, 2, 5, 6, 2], "C": [1, 3, 1, 2, 4, 1]}
    >>> round(accord.infer.raters(accord.from_coders(ratings)).raters[2].severity, 2)
    -1.06
    """
    table = rated(data, *more, **reading)
    parts = parts_apart(table.values)
    if len(parts) > 1:
        names = "; ".join(", ".join(str(table.raters[j]) for j in part[:3]) for part in parts[:3])
        raise NotApplicableError(
            f"raters share no items: {len(parts)} groups ({names} …); their severity cannot be "
            "separated from the items'. Look at each group separately"
        )
    found = severities(table)
    named = _named(table, level)
    spread, ranges, range_p = _ranges(table)
    narrow = [not isnan(q) and q < level and b < 1 for q, b in zip(range_p, ranges, strict=True)]
    own = table.there.sum(axis=0)
    apart, wide, t, p = _beside_unnamed(table, named, confidence)
    return Raters(
        tuple(
            Rater(
                rater,
                int(own[j]),
                float(np.nanmean(table.values[:, j])),
                _sd(table.values[:, j]),
                float(found.value[j]),
                float(t[j]),
                float(p[j]),
                rater in named,
                float(apart[j]),
                float(apart[j] - wide[j]),
                float(apart[j] + wide[j]),
                float(spread[j]),
                float(ranges[j]),
                float(range_p[j]),
                bool(narrow[j]),
            )
            for j, rater in enumerate(table.raters)
        ),
        found.F,
        found.df1,
        found.df2,
        found.overall,
        found.noise,
    )


def _beside_unnamed(
    table: Rated, named: set[Hashable], confidence: float
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """How far each rater is above the mean of the others who are not named, half the width of its
    interval, t and adjusted p: one severe rater would put all others above the mean."""
    from scipy.special import stdtrit

    k = len(table.raters)
    apart, wide, t, p = np.full((4, k), nan)
    unnamed = [j for j in range(k) if table.raters[j] not in named]
    for j in range(k):
        those = sorted({*unnamed, j})
        # All who are not named are compared among themselves, once.
        if j in unnamed and not isnan(apart[j]):
            continue
        part = table.only(those)
        if len(parts_apart(part.values)) > 1:
            continue
        one, m = severities(part), len(those)
        half = stdtrit(one.df, (1 + confidence) / 2) * one.se
        filled = those if j in unnamed else [j]
        for i in filled:
            at = those.index(i)
            apart[i], wide[i] = (one.value[at] * m / (m - 1), half[at] * m / (m - 1))
            t[i], p[i] = one.t[at], one.p[at]
    # Two who are left are compared once, with each other.
    same = {unnamed[1]: unnamed[0]} if len(unnamed) == 2 else {}
    tested = [j for j in range(k) if not isnan(p[j]) and j not in same]
    p[tested] = adjusted(p[tested].tolist(), method="holm")
    for j, other in same.items():
        p[j] = p[other]
    return apart, wide, t, p


def _sd(values: FloatArray) -> float:
    there = values[~np.isnan(values)]
    if len(there) < 2:
        return nan
    return float(there.std(ddof=1)) if np.ptp(there) > 0 else 0.0  # equal decimals: not quite 0


def _named(table: Rated, level: float) -> set[Hashable]:
    """Raters whose severity is shown: one by one where they are few, down to two.

    Each step is adjusted for all raters that there are, not only for those left: otherwise every
    severe rater who is named would give the innocent ones another chance of five in a hundred.
    """
    named: set[Hashable] = set()
    every = len(table.raters)
    while len(table.raters) > 2:
        found = severities(table)
        p = np.asarray(adjusted(found.p.tolist(), method="holm"))
        if len(table.raters) > ONE_BY_ONE:
            return named | {table.raters[j] for j in np.flatnonzero(p < level)}
        p = np.minimum(p * every / len(table.raters), 1)
        least = _clearest(p, found.t)
        if not p[least] < level or not _beside_any(table, least, found.t[least], level):
            break
        named.add(table.raters[least])
        table = table.without(least)
    return named


def _beside_any(table: Rated, rater: int, t: float, level: float) -> bool:
    """Whether a rater is off also when any one of the others is left out: an innocent rater who is
    a little low, beside one who is high, is off from the mean of both, not from each alone."""
    for other in range(len(table.raters)):
        part = table.without(other)
        if other == rater or len(parts_apart(part.values)) > 1:
            continue
        found = severities(part)
        at = part.raters.index(table.raters[rater])
        if not (found.p[at] < level and found.t[at] * t > 0):
            return False
    return True


def _clearest(p: FloatArray, t: FloatArray) -> int:
    """Who has the least p; among those whose p is too small to be told apart, the largest t."""
    return int(np.lexsort((-np.abs(t), p))[0])  # nan goes last


def _ranges(table: Rated) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Each rater's spread over the others', the range used, and p of a range of 1 (Holm)."""
    k = len(table.raters)
    sd = np.array([_sd(table.values[:, j]) for j in range(k)])
    with np.errstate(divide="ignore", invalid="ignore"):
        # Variances are averaged, not deviations, which few ratings make too small.
        others = (np.nansum(sd**2) - sd**2) / (k - 1)
        spread = sd / np.sqrt(others)
    if k < 3 or not table.complete or len(table.items) < 4:
        return spread, np.full(k, nan), np.full(k, nan)
    ranges, p = signal_ranges(table.values)
    holm = np.full(k, nan)
    there = ~np.isnan(p)
    holm[there] = adjusted(p[there].tolist(), method="holm")
    return spread, ranges, holm


def signal_ranges(values: FloatArray) -> tuple[FloatArray, FloatArray]:
    """How far each rater moves with the items, relative to the others, and p of 1.

    b_j is the mean covariance of j with the others over the mean covariance among the others:
    noise is in neither. log b_j with a jackknife over items.
    """
    from scipy.special import stdtr

    n = len(values)
    apart = values - values.mean(axis=0)
    whole = apart.T @ apart
    # Leaving out item i takes n/(n−1) d_i d_i' from the sums of products.
    left = whole[None] - n / (n - 1) * apart[:, :, None] * apart[:, None, :]
    with np.errstate(divide="ignore", invalid="ignore"):
        log_b, logs = np.log(_relative(whole[None])[0]), np.log(_relative(left))
        pseudo = n * log_b - (n - 1) * logs
        se = pseudo.std(axis=0, ddof=1) / sqrt(n)
        t = pseudo.mean(axis=0) / se
    return np.exp(log_b), np.asarray(2 * stdtr(n - 1, -np.abs(t)))


_NO_COVARIANCE = 1e-12
"""A covariance so much smaller than the largest is rounding of its products."""


def _relative(products: FloatArray) -> FloatArray:
    """Mean covariance with the others over the mean covariance among the others, by rater."""
    k = products.shape[-1]
    crossed = products.sum(axis=-1) - np.diagonal(products, axis1=-2, axis2=-1)
    among = (crossed.sum(axis=-1, keepdims=True) - 2 * crossed) / ((k - 1) * (k - 2))
    # Beside one who never moves, the last others have no covariance but rounding.
    size = np.abs(products).max(axis=(-2, -1))[..., None]
    among = np.where(np.abs(among) > _NO_COVARIANCE * size, among, nan)
    return np.asarray(crossed / (k - 1) / among)


@dataclass(frozen=True, slots=True)
class Drift(Result):
    """How one rater changes over time, against the others on the same items.

    :param rater: Who it is.
    :param slope: The change from one rating to the next, in units of the scale.
    :param se: Its standard error, widened where neighbouring errors are alike.
    :param t: The slope over its standard error.
    :param p: Of t, adjusted for the number of raters (Holm).
    :param change: Over all of this rater's items.
    :param named: Whether this rater's drift is shown, the strongest taken out before the next is
        looked at: one who drifts makes the others seem to drift the other way.

    >>> import accord
    >>> ratings = {"A": [3, 5, 2, 4, 6, 1], "B": [3, 4, 2, 5, 6, 2], "C": [1, 3, 1, 3, 5, 2]}
    >>> [each.rater for each in accord.infer.drift(accord.from_coders(ratings))]
    ['A', 'B', 'C']
    """

    rater: Hashable
    slope: float
    se: float
    t: float
    p: float
    change: float
    named: bool = False


def drift(
    data: Data, *more: Data, order: Sequence[float] | None = None, **reading: Any
) -> tuple[Drift, ...]:
    """Whether raters drift: their difference from the others on the order of the items.

    Drift that all raters share cannot be seen: it is in the means of the items. Errors of
    neighbouring items that are alike would look like drift; the standard error is widened by
    √((1 + a) / (1 − a)), a the first autocorrelation corrected for its bias in short series.

    :param data: Ratings: a study, or data that accord can read as one.
    :param more: The ratings of each further rater, where `data` are one rater's.
    :param order: When each item was rated; by default their order in the data.
    :param reading: How to read data that are not yet a study: item=, coder=, category= and so on.

    >>> import accord
    >>> ratings = {"A": [3, 5, 2, 4, 6, 1, 3, 4], "B": [3, 4, 2, 5, 6, 2, 3, 4],
    ...            "C": [1, 3, 1, 3, 5, 2, 4, 6]}
    >>> found = accord.infer.drift(accord.from_coders(ratings))
    >>> [(each.rater, round(each.slope, 2)) for each in found]
    [('A', -0.33), ('B', -0.21), ('C', 0.54)]
    """
    table = rated(data, *more, **reading)
    when = np.arange(len(table.items), dtype=float) if order is None else np.asarray(order, float)
    if len(when) != len(table.items):
        raise NotApplicableError(
            f"order= has {len(when)} numbers for {len(table.items)} items; give one for each"
        )
    found = _drifts(table, when)
    named = _drifting(table, when)
    return tuple(replace(each, named=each.rater in named) for each in found)


def _drifts(table: Rated, when: FloatArray) -> list[Drift]:
    """The drift of each rater, with Holm's p."""
    found = [_drift(rater, when, _from_others(table, j)) for j, rater in enumerate(table.raters)]
    holm = adjusted([each.p for each in found], method="holm")
    return [replace(each, p=float(p)) for each, p in zip(found, holm, strict=True)]


def _drifting(table: Rated, when: FloatArray) -> set[Hashable]:
    """Raters whose drift is shown, one by one down to two: of two nobody knows who drifts."""
    named: set[Hashable] = set()
    moment = dict(zip(table.items, when.tolist(), strict=True))
    while len(table.raters) > 2:
        when = np.array([moment[item] for item in table.items])  # some items go with a rater
        drifts = _drifts(table, when)
        p = np.array([each.p for each in drifts])
        if len(table.raters) > ONE_BY_ONE:
            return named | {table.raters[j] for j in np.flatnonzero(p < LEVEL)}
        if np.isnan(p).all() or not np.nanmin(p) < LEVEL:
            break
        least = _clearest(p, np.array([each.t for each in drifts]))
        named.add(table.raters[least])
        table = table.without(least)
    return named


def _from_others(table: Rated, j: int) -> FloatArray:
    """A rater's ratings less the mean of the others on the item; nan where there are none."""
    others = np.delete(table.values, j, axis=1)
    number = (~np.isnan(others)).sum(axis=1)
    with np.errstate(invalid="ignore"):
        return np.asarray(
            table.values[:, j] - np.nansum(others, axis=1) / np.where(number, number, nan)
        )


def _drift(rater: Hashable, when: FloatArray, difference: FloatArray) -> Drift:
    from scipy.special import stdtr

    there = ~np.isnan(difference) & ~np.isnan(when)
    at = np.argsort(when[there], kind="stable")
    x, y = when[there][at], difference[there][at]
    n = len(x)
    apart = x - x.mean() if n else x
    if n < 4 or float(apart @ apart) == 0:
        return Drift(rater, nan, nan, nan, nan, nan)
    slope = float(apart @ y / (apart @ apart))
    residual = y - y.mean() - slope * apart
    squares = float(residual @ residual)
    se = sqrt(squares / (n - 2) / float(apart @ apart))
    if squares > 0:
        a = float(residual[:-1] @ residual[1:]) / squares
        a = min(max(a + (2 + 4 * a) / n, 0.0), 0.99)
        se *= sqrt((1 + a) / (1 - a))
    t = slope / se if se > 0 else nan
    return Drift(rater, slope, se, t, float(2 * stdtr(n - 2, -abs(t))), slope * float(x[-1] - x[0]))


@dataclass(frozen=True, slots=True)
class Halo(Result):
    """Whether raters carry one impression of an item over several dimensions.

    :param F: MS(item × rater) over MS(residual).
    :param df1: Its first degrees of freedom.
    :param df2: Its second degrees of freedom.
    :param p: That there is no halo.
    :param variance: Of the impressions, in squared units of the scale.
    :param share: Of what is neither item, rater nor dimension.

    >>> import accord
    >>> table = [[[3, 3], [5, 5]], [[4, 5], [2, 2]], [[1, 2], [1, 1]], [[5, 3], [3, 3]]]
    >>> round(accord.infer.halo(table).share, 2)
    0.75
    """

    F: float
    df1: int
    df2: int
    p: float
    variance: float
    share: float


def halo(table: Any) -> Halo:
    """Halo over dimensions: items × raters × dimensions, one rating each, none missing.

    That dimensions correlate is no halo, since it may be true of the items; what all raters
    share is taken out before.

    :param table: Numbers, items × raters × dimensions.

    >>> import accord
    >>> table = [[[3, 3], [5, 5]], [[4, 5], [2, 2]], [[1, 2], [1, 1]], [[5, 3], [3, 3]]]
    >>> found = accord.infer.halo(table)
    >>> found.df1, found.df2, round(found.F, 2)
    (3, 3, 7.0)
    """
    from scipy.special import fdtrc

    x = np.asarray(table, dtype=float)
    if x.ndim != 3 or min(x.shape) < 2 or np.isnan(x).any():
        raise NotApplicableError(
            "halo needs numbers of two or more items × raters × dimensions, none missing"
        )
    n, k, d = x.shape
    pair = x.mean(axis=2)
    both = pair - pair.mean(axis=1)[:, None] - pair.mean(axis=0)[None] + pair.mean()
    of_item, of_rater = x.mean(axis=1), x.mean(axis=0)
    rest = (
        x
        - pair[:, :, None]
        - of_item[:, None, :]
        - of_rater[None]
        + pair.mean(axis=1)[:, None, None]
        + pair.mean(axis=0)[None, :, None]
        + x.mean(axis=(0, 1))[None, None]
        - x.mean()
    )
    df1, df2 = (n - 1) * (k - 1), (n - 1) * (k - 1) * (d - 1)
    joint, residual = d * float((both**2).sum()) / df1, float((rest**2).sum()) / df2
    if residual == 0:
        return Halo(nan, df1, df2, nan, joint / d, nan)
    variance = (joint - residual) / d
    f = joint / residual
    return Halo(f, df1, df2, float(fdtrc(df1, df2, f)), variance, variance / (variance + residual))
