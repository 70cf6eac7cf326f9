"""How many items and raters an intraclass correlation needs: formulas, and the model simulated."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, log, sqrt
from typing import Annotated

import numpy as np

from accord._measure.labels.generalized_limits import widths
from accord._measure.labels.variance_components import components
from accord.errors import NotApplicableError, Setting
from accord.model.names import FloatArray
from accord.model.showing import Result

BONETT_ADDS = 5
"""Two raters and an ICC of .7 or more: Bonett adds 5 ρ items, since his formula is short there."""


def _normal(p: float) -> float:
    from scipy.special import ndtri

    return float(ndtri(p))


def _checked(rho: float, raters: int) -> None:
    if not 0 <= rho < 1:
        raise NotApplicableError(f"the expected ICC must be between 0 and 1, got {rho!r}")
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
        raise NotApplicableError(f"the width of an interval must be between 0 and 2, got {width!r}")
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

    def enough(items: int) -> bool:
        found = width_by_f(rho, raters, items, confidence=confidence, draws=20_000, rng=rng)
        return float(np.mean(found <= width)) >= assurance

    return _fewest(enough, max(4, bonett(rho, raters, width, confidence=confidence)))


def _fewest(enough: Callable[[int], bool], first: int, exactly: int | None = None) -> int:
    """The least number that is enough, from a first guess on; to 1 in `exactly`, where given."""
    low, high = 2, first
    while not enough(high):
        low, high = high, 2 * high
    while high - low > (1 if exactly is None else max(1, high // exactly)):
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


@dataclass(frozen=True, slots=True)
class RatingDesign(Result):
    """One design, simulated: so many items by so many raters.

    :param items: Items.
    :param raters: Raters of each item.
    :param width: The median width of the interval.
    :param width_sure: The width that 80 of 100 studies do not exceed.

    >>> trade_off(0.8, 0.0, [30], [2])[0].width < 0.4
    True
    """

    items: int
    raters: int
    width: float
    width_sure: float


def trade_off(
    rho: Annotated[float, "The ICC that you expect."],
    rater_share: Annotated[float, "The raters' share of the variance."],
    items: Sequence[int],
    raters: Sequence[int],
    *,
    studies: int = 400,
    confidence: float = 0.95,
    rng: int = 0,
) -> tuple[RatingDesign, ...]:
    """Raters against items: widths of the interval for every design.

    Normal items, raters and errors. Where raters have a share of the variance it is the
    generalized interval of ICC(2,1), which more raters narrow and more items hardly do; where they
    have none, the F interval of ICC(1,1), and of ICC(3,1) nearly.

    >>> found = trade_off(0.8, 0.05, [30], [2, 5], studies=100)
    >>> found[0].width > found[1].width
    True
    """
    if not 0 <= rater_share < 1 - rho:
        raise NotApplicableError(
            f"the raters' share of the variance must be between 0 and {1 - rho:.3g} if the ICC is "
            f"{rho:g}, got {rater_share!r}"
        )
    return tuple(
        _design(rho, rater_share, n, k, studies, confidence, rng) for n in items for k in raters
    )


def _design(
    rho: float, share: float, n: int, k: int, studies: int, confidence: float, rng: int
) -> RatingDesign:
    if share == 0:
        found = width_by_f(rho, k, n, confidence=confidence, draws=20 * studies, rng=rng)
    else:
        found = width_with_raters(rho, share, k, n, confidence=confidence, draws=studies, rng=rng)
    return RatingDesign(n, k, float(np.median(found)), float(np.quantile(found, 0.8)))


def width_with_raters(
    rho: float,
    share: float,
    raters: int,
    items: int,
    *,
    confidence: float = 0.95,
    draws: int = 400,
    rng: int = 0,
) -> FloatArray:
    """Widths of the generalized interval of ICC(2,1) in simulated studies of normal items, raters
    and errors, sorted. Three mean squares say all of a complete table, so none is drawn.

    >>> widths = width_with_raters(0.8, 0.05, 3, 50, draws=100)
    >>> 0.45 < float(np.median(widths)) < 0.65
    True
    """
    n, k, rest = items, raters, 1 - rho - share
    source = np.random.default_rng([rng, n, k])
    df = n - 1, k - 1, (n - 1) * (k - 1)
    expected = np.array([rest + k * rho, rest + n * share, rest])
    means = expected * source.chisquare(df, (draws, 3)) / np.array(df)
    return np.sort(widths(means, df, confidence, source))


_MOST_ITEMS = 2000
"""With raters who vary, an interval that is too wide with so many items is so with any number."""


def items_with_raters(
    rho: float,
    share: float,
    raters: int,
    width: float,
    *,
    assurance: float = 0.8,
    confidence: float = 0.95,
    draws: int = 400,
    rng: int = 0,
) -> int | None:
    """Items with which the interval of ICC(2,1) is so narrow in the share `assurance` of studies
    of raters who vary; None where no number of items is enough.

    >>> items_with_raters(0.8, 0.05, 2, 0.2) is None, items_with_raters(0.8, 0.01, 10, 0.2) < 100
    (True, True)
    """

    def enough(items: int) -> bool:
        found = width_with_raters(
            rho, share, raters, items, confidence=confidence, draws=draws, rng=rng
        )
        return float(np.quantile(found, assurance)) <= width

    return _fewest(enough, 8, 50) if enough(_MOST_ITEMS) else None  # 400 studies tell no finer


@dataclass(frozen=True, slots=True)
class PlannedRatings:
    """Items (None where no number is enough), how they were found, what to know, and designs."""

    items: int | None
    method: str
    notes: tuple[str, ...]
    designs: tuple[RatingDesign, ...]


TABLE_ITEMS, TABLE_RATERS = (30, 60, 120, 240), (2, 3, 5, 10)
"""The designs of the trade-off table."""


def _table(rho: float, share: float, confidence: float, rng: int) -> tuple[RatingDesign, ...]:
    return trade_off(
        rho, share, TABLE_ITEMS, TABLE_RATERS, confidence=confidence, studies=200, rng=rng
    )


def plan_width(
    rho: float,
    raters: int,
    width: float,
    *,
    share: float,
    assurance: float,
    confidence: float,
    rng: int,
) -> PlannedRatings:
    """Items for an interval that is so narrow, with what the formulas say beside the simulation.

    >>> found = plan_width(0.85, 2, 0.1, share=0, assurance=0.8, confidence=0.95, rng=0)
    >>> found.items, found.method
    (153, 'normal items simulated, seed 0')
    """
    designs = _table(rho, share, confidence, rng)
    if share > 0:
        items = items_with_raters(
            rho, share, raters, width, assurance=assurance, confidence=confidence, rng=rng
        )
        notes = [
            f"raters have {share:.1%} of the variance: more raters, not more items, narrow the "
            "interval of ICC(2,1)"
        ]
        return PlannedRatings(
            items, f"normal items and raters simulated, seed {rng}", tuple(notes), designs
        )
    usual = bonett(rho, raters, width, confidence=confidence)
    sure = items_for_width(rho, raters, width, assurance=assurance, confidence=confidence)
    notes = [
        f"Bonett (2002): {usual} items, with which half of the studies have such an interval",
        f"Zou (2012): {ceil(sure)} items for a probability of {assurance:.0%}",
        NO_RATERS,
    ]
    items = items_sure(rho, raters, width, assurance=assurance, confidence=confidence, rng=rng)
    return PlannedRatings(items, f"normal items simulated, seed {rng}", tuple(notes), designs)


NO_RATERS = (
    "for ICC(1,1) and ICC(3,1), and for ICC(2,1) if raters do not differ in level; if they do, "
    f"say so with {Setting('rater_share', 0.05)}"
)


def plan_threshold(
    rho: float,
    raters: int,
    threshold: float,
    *,
    share: float,
    power: float,
    confidence: float,
    rng: int,
) -> PlannedRatings:
    """Items to show that an ICC is above a threshold: the exact power of F, Walter's beside it.

    >>> found = plan_threshold(0.9, 2, 0.75, share=0, power=0.8, confidence=0.95, rng=0)
    >>> found.items, found.notes[0]
    (27, 'Walter, Eliasziw & Donner (1998): 26 items (33 two-sided), with an exact power of 79.9%')
    """
    level = 1 - confidence
    usual = walter(threshold, rho, raters, power=power, level=level)
    two = walter(threshold, rho, raters, power=power, level=level, sides=2)
    exactly = power_above(threshold, rho, raters, usual, level=level)
    notes = [
        f"Walter, Eliasziw & Donner (1998): {usual} items ({two} two-sided), with an exact power "
        f"of {exactly:.1%}",
        NO_RATERS,
    ]
    # From well below Walter's approximation: the search only goes up.
    items = max(2, usual // 2)
    while power_above(threshold, rho, raters, items, level=level) < power:
        items += 1
    designs = _table(rho, share, confidence, rng)
    if share > 0:
        notes[1] = (
            "the power is of ICC(1,1) and ICC(3,1); that of ICC(2,1) is lower if raters differ in "
            "level, and grows with the number of raters"
        )
    return PlannedRatings(items, "exact power of F", tuple(notes), designs)


def pilot(table: FloatArray, agreement: bool = True) -> tuple[float, float]:
    """ICC(2,1) and the raters' share of the variance in a pilot study, by REML; without
    `agreement` ICC(3,1), in which raters have no share.

    >>> icc, share = pilot(np.array([[9.0, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6]]))
    >>> 0 < icc < 1, 0 < share < 1
    (True, True)
    """
    found = components(table)
    value = found.share("agreement" if agreement else "consistency")
    total = found.item + found.coder + found.residual
    return value, found.coder / total if agreement and total > 0 else 0.0
