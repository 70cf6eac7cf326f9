"""How many items and raters an intraclass correlation needs: formulas, and the model simulated."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, log, sqrt
from typing import Annotated

import numpy as np

from accord._measure.labels.mean_squares import squares_of
from accord._measure.labels.variance_components import profile_limits
from accord.errors import NotApplicableError
from accord.model.names import FloatArray
from accord.model.showing import Result

BONETT_ADDS = 5
"""Two raters and an ICC of .7 or more: Bonett adds 5 ρ items, since his formula is short there."""


def _normal(p: float) -> float:
    from scipy.special import ndtri

    return float(ndtri(p))


def _checked(rho: float, raters: int) -> None:
    if not 0 <= rho < 1:
        raise NotApplicableError(f"an expected ICC lies between 0 and 1, got {rho!r}")
    if raters < 2:
        raise NotApplicableError(f"a plan needs two raters or more, got {raters!r}")


def items_for_width(
    rho: Annotated[float, "The ICC that you expect."],
    raters: Annotated[int, "Raters of each item."],
    width: Annotated[float, "How wide the interval may be."],
    *,
    assurance: Annotated[float, "Probability to get that width; .5 is on average."] = 0.5,
    confidence: float = 0.95,
) -> float:
    """Items for an interval of ICC(1) or ICC(C,1) that is so narrow, before rounding up.

    Bonett (2002) for half of the studies, Zou (2012) for the share `assurance` of them.
    References: bonett2002, zou2012.

    >>> round(items_for_width(0.85, 2, 0.1), 2)
    119.33
    >>> round(items_for_width(0.85, 2, 0.1, assurance=0.8), 1)
    148.8
    """
    _checked(rho, raters)
    if not 0 < width < 2:
        raise NotApplicableError(f"the width of an interval lies between 0 and 2, got {width!r}")
    k, z = raters, _normal(1 - (1 - confidence) / 2)
    a = (1 - rho) * (1 + (k - 1) * rho)
    slope = abs(k - 2 + 2 * rho - 2 * k * rho)
    sure = max(_normal(assurance), 0.0)
    root = sqrt((z * a) ** 2 + 2 * width * z * sure * a * slope)
    return 1 + 2 * (z * a + root) ** 2 / (k * (k - 1) * width**2)


def bonett(rho: float, raters: int, width: float, *, confidence: float = 0.95) -> int:
    """Items by Bonett (2002), with his correction for two raters, rounded up.

    References: bonett2002.

    >>> bonett(0.85, 2, 0.1), bonett(0.85, 4, 0.2), bonett(0.8, 2, 0.2)
    (124, 20, 55)
    """
    more = BONETT_ADDS * rho if raters == 2 and rho >= 0.7 else 0.0
    return ceil(items_for_width(rho, raters, width, confidence=confidence) + more - 1e-9)


def walter(
    null: Annotated[float, "The ICC that is to be exceeded."],
    rho: Annotated[float, "The ICC that you expect."],
    raters: Annotated[int, "Raters of each item."],
    *,
    power: float = 0.8,
    level: float = 0.05,
    sides: int = 1,
) -> int:
    """Items to show that an ICC is above a threshold (Walter, Eliasziw & Donner 1998).

    References: walter1998.

    >>> walter(0.75, 0.9, 2), walter(0.75, 0.9, 2, sides=2)
    (26, 33)
    """
    _checked(rho, raters)
    if not 0 <= null < rho:
        raise NotApplicableError(
            f"the threshold {null!r} must be below the expected ICC {rho!r}, and not below 0"
        )
    k = raters
    c = (1 + k * null / (1 - null)) / (1 + k * rho / (1 - rho))
    z = _normal(1 - level / sides) + _normal(power)
    return ceil(1 + 2 * z**2 * k / ((k - 1) * log(c) ** 2) - 1e-9)


def power_above(null: float, rho: float, raters: int, items: int, *, level: float = 0.05) -> float:
    """How often so many items show that an ICC is above a threshold: exact, one-sided, one-way.

    >>> round(power_above(0.75, 0.9, 2, 26), 4), round(power_above(0.75, 0.9, 2, 27), 3)
    (0.7988, 0.812)
    """
    from scipy.special import fdtrc, fdtri

    k = raters
    c = (1 + k * null / (1 - null)) / (1 + k * rho / (1 - rho))
    df1, df2 = items - 1, items * (k - 1)
    return float(fdtrc(df1, df2, float(fdtri(df1, df2, 1 - level)) * c))


def width_by_f(
    rho: float,
    raters: int,
    items: int,
    *,
    confidence: float = 0.95,
    draws: int = 4000,
    rng: int = 0,
) -> FloatArray:
    """Widths of the F interval of ICC(1) in simulated studies, sorted.

    F of such a study is (1 + k θ) times a central F: no table need be drawn.

    >>> float(np.mean(width_by_f(0.85, 2, 124) <= 0.1) > 0.45)
    1.0
    """
    from scipy.special import fdtri

    k = raters
    df1, df2 = items - 1, items * (k - 1)
    upper = 1 - (1 - confidence) / 2
    source = np.random.default_rng(rng)
    f = source.f(df1, df2, draws) * (1 + k * rho / (1 - rho))
    low, high = f / fdtri(df1, df2, upper), f * fdtri(df2, df1, upper)
    return np.sort((high - 1) / (high + k - 1) - (low - 1) / (low + k - 1))


def items_sure(
    rho: float,
    raters: int,
    width: float,
    *,
    assurance: float = 0.8,
    confidence: float = 0.95,
    rng: int = 0,
) -> int:
    """Items with which the interval is so narrow in the share `assurance` of studies, simulated.

    >>> 150 <= items_sure(0.85, 2, 0.1) <= 158
    True
    """
    low, high = 2, max(4, bonett(rho, raters, width, confidence=confidence))

    def often(items: int) -> float:
        found = width_by_f(rho, raters, items, confidence=confidence, draws=20_000, rng=rng)
        return float(np.mean(found <= width))

    while often(high) < assurance:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if often(middle) >= assurance else (middle, high)
    return high


@dataclass(frozen=True, slots=True)
class RatingDesign(Result):
    """One design, simulated: so many items by so many raters.

    :param items: Items.
    :param raters: Raters of each item.
    :param width: The median width of the interval of ICC(A,1).
    :param width_sure: The width that 80 of 100 studies do not exceed.
    """

    items: int
    raters: int
    width: float
    width_sure: float


def trade_off(
    rho: Annotated[float, "The ICC(A,1) that you expect."],
    rater_share: Annotated[float, "The raters' share of the variance."],
    items: Sequence[int],
    raters: Sequence[int],
    *,
    studies: int = 100,
    rng: int = 0,
) -> tuple[RatingDesign, ...]:
    """Raters against items: widths of the profile interval of ICC(A,1) for every design.

    Normal items, raters and errors; `rater_share` of the variance is the raters'. More raters,
    not more items, narrow it.

    >>> found = trade_off(0.8, 0.05, [30], [2, 5], studies=20)
    >>> found[0].width > found[1].width
    True
    """
    if not 0 <= rater_share < 1 - rho:
        raise NotApplicableError(
            f"the raters' share of the variance lies between 0 and {1 - rho:.3g} where the ICC is "
            f"{rho:g}, got {rater_share!r}"
        )
    return tuple(_design(rho, rater_share, n, k, studies, rng) for n in items for k in raters)


def _design(rho: float, share: float, n: int, k: int, studies: int, rng: int) -> RatingDesign:
    source = np.random.default_rng([rng, n, k])
    widths = []
    for _ in range(studies):
        table = (
            sqrt(rho) * source.standard_normal((n, 1))
            + sqrt(share) * source.standard_normal((1, k))
            + sqrt(1 - rho - share) * source.standard_normal((n, k))
        )
        low, high = profile_limits(table)
        widths.append(high - low)
    return RatingDesign(n, k, float(np.median(widths)), float(np.quantile(widths, 0.8)))


def pilot(table: FloatArray) -> tuple[float, float]:
    """ICC(A,1) and the raters' share of the variance in a pilot study's complete table.

    >>> icc, share = pilot(np.array([[9.0, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6]]))
    >>> 0 < icc < 1, 0 < share < 1
    (True, True)
    """
    s = squares_of(table)
    item = max((s.between - s.error) / s.k, 0.0)
    rater = max((s.coders - s.error) / s.n, 0.0)
    total = item + rater + s.error
    return item / total, rater / total
