"""Numbers over time, and limits of agreement: traces on one grid, and Bland & Altman's limits."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import isfinite, isnan, nan, sqrt
from typing import Any

import numpy as np

from accord._measure.labels.correlation import complete_table
from accord._measure.labels.mean_squares import ROUNDED
from accord._measure.objections import not_numbers
from accord.errors import DataError, NotApplicableError, Setting
from accord.kinds.kind import one_value
from accord.kinds.labels.study import Codings
from accord.kinds.labels.tabular import from_coders
from accord.model.names import FloatArray
from accord.model.showing import Result, counted

MOST_POINTS = 10_000_000
"""The most points of a grid."""


@dataclass(frozen=True, slots=True)
class AgreementLimits(Result):
    """The limits between which most differences of two coders' numbers lie (Bland & Altman 1986).

    :param bias: The mean difference, first coder minus second.
    :param sd: The standard deviation of the differences.
    :param low: The lower limit, bias − 1.96 · sd.
    :param high: The upper limit, bias + 1.96 · sd.
    :param bias_interval: The 95% confidence interval of the bias.
    :param low_interval: That of the lower limit, as Bland & Altman print it.
    :param high_interval: That of the upper limit.
    :param items: How many items both coded.
    :param slope: By how much the difference grows where the mean of the two grows by 1.
    :param slope_p: That it does not grow; a small p may also mean unequal standard deviations.
    :param low_exact: The 95% confidence interval of the lower limit, exact for normal differences.
    :param high_exact: That of the upper limit.
    :param points: The mean of the two and their difference, item by item: what `plot` draws.

    >>> import accord
    >>> study = accord.from_coders({"A": [10, 12, 15, 11], "B": [9, 13, 13, 11]})
    >>> found = accord.labels.bland_altman(study)
    >>> found.bias, round(found.low, 2), round(found.high, 2)
    (0.5, -2.03, 3.03)
    """

    _keys = _columns = (
        "bias, sd, low, high, bias_interval, low_interval, high_interval, items, slope, slope_p, "
        "low_exact, high_exact"
    )
    bias: float
    sd: float
    low: float
    high: float
    bias_interval: tuple[float, float]
    low_interval: tuple[float, float]
    high_interval: tuple[float, float]
    items: int
    slope: float
    slope_p: float
    low_exact: tuple[float, float]
    high_exact: tuple[float, float]
    points: tuple[tuple[float, float], ...] = ()

    def summary(self) -> str:
        """The limits in a sentence."""
        return (
            f"The first coder's numbers are {self.bias:.4g} above the second's on average; most "
            f"differences are between {self.low:.4g} and {self.high:.4g} ({self.items} items)."
        )


def bland_altman(study: Codings, *, times: float = 1.96) -> AgreementLimits:
    """Bland & Altman's limits of agreement of two coders who give numbers.

    How far two numbers of the same item may be apart, in the units of the scale, which no
    coefficient says: bias ± `times` · sd of the differences, between which 95% lie if these are
    normal (Bland & Altman 1986 take 2 for 1.96). The standard error of the bias is sd / √n, that
    of a limit √(3 / n) · sd; intervals are 95%, with t of n − 1 degrees of freedom. With few items
    they are too narrow on the outer side; `low_exact` and `high_exact` are by the noncentral t
    (Carkeet 2015), which holds for any number of normal differences.
    References: bland1986, carkeet2015.

    :param study: Numbers by two coders; items that only one of them coded are left out.
    :param times: How many standard deviations the limits are from the bias.

    >>> import accord
    >>> found = accord.labels.bland_altman(
    ...     accord.from_coders({"A": [10, 12, 15, 11], "B": [9, 13, 13, 11]})
    ... )
    >>> found.bias, round(found.low, 4), round(found.high, 4)
    (0.5, -2.0303, 3.0303)
    """
    if len(study.coders) != 2:
        raise NotApplicableError(
            f"limits of agreement need two coders; found {len(study.coders)}. Choose "
            "two with study.only([0, 1])"
        )
    why = not_numbers(study)
    numbers = study.categories.numbers()
    if why is not None or numbers is None:
        raise NotApplicableError(why or "limits of agreement need numbers")
    table = complete_table(study, numbers)
    n = len(table)
    if n < 2:
        raise NotApplicableError(f"limits of agreement need two items that both coded, found {n}")
    # First less second: the sign says who gives the higher numbers, and the summary says so.
    difference = table[:, 0] - table[:, 1]
    bias, sd = float(difference.mean()), float(difference.std(ddof=1))
    from scipy.special import stdtrit

    wide = float(stdtrit(n - 1, 0.975))
    low, high = bias - times * sd, bias + times * sd
    near, far = wide * sd / sqrt(n), wide * sd * sqrt(3 / n)
    inner, outer = _exact_factors(n, times)
    slope, slope_p = _growth(difference, table.mean(axis=1))
    return AgreementLimits(
        bias,
        sd,
        low,
        high,
        (bias - near, bias + near),
        (low - far, low + far),
        (high - far, high + far),
        n,
        slope,
        slope_p,
        (bias - outer * sd, bias - inner * sd),
        (bias + inner * sd, bias + outer * sd),
        tuple(zip(table.mean(axis=1).tolist(), difference.tolist(), strict=True)),
    )


def _exact_factors(n: int, times: float) -> tuple[float, float]:
    """Between which multiples of sd from the bias a limit lies, with 95% confidence.

    >>> [round(factor, 6) for factor in _exact_factors(17, 1.959963985)]
    [1.315029, 3.148271]
    """
    from scipy.special import nctdtrit

    # A limit is bias + times · sd, whose estimate is a noncentral t divided by √n.
    inner, outer = (float(nctdtrit(n - 1, times * sqrt(n), tail)) for tail in (0.025, 0.975))
    return inner / sqrt(n), outer / sqrt(n)


def _growth(difference: FloatArray, mean: FloatArray) -> tuple[float, float]:
    """The slope of differences on means, and p of none (Pitman & Morgan's test of equal spread)."""
    from scipy.special import stdtr

    n, apart = len(mean), mean - mean.mean()
    squares = float(apart @ apart)
    # Where all means are equal no line has a slope.
    if squares == 0:
        return nan, nan
    if np.ptp(difference) <= ROUNDED * np.abs(mean).max():  # apart by a constant
        return 0.0, nan
    slope = float(apart @ difference) / squares
    residual = difference - difference.mean() - slope * apart
    left = float(residual @ residual)
    # A line through all points has no error by which its slope could be judged.
    if n < 3 or left == 0:
        return slope, nan
    t = slope / sqrt(left / (n - 2) / squares)
    return slope, float(2 * stdtr(n - 2, -abs(t)))


def limits_of_pairs(study: Codings) -> dict[tuple[Hashable, Hashable], AgreementLimits]:
    """Bland & Altman's limits for every two coders who coded two items or more in common.

    :param study: Numbers by two or more coders.

    >>> from accord.kinds.labels.tabular import from_coders
    >>> found = limits_of_pairs(from_coders({"A": [1, 2], "B": [2, 2], "C": [1, 4]}))
    >>> {pair: limits.bias for pair, limits in found.items()}
    {('A', 'B'): -0.5, ('A', 'C'): -1.0, ('B', 'C'): -0.5}
    """
    why = not_numbers(study)
    if why is not None:
        raise NotApplicableError(f"limits of agreement: {why}")
    found = {}
    for a, b in combinations(range(len(study.coders)), 2):
        two = study.only([a, b])
        if (np.diff(two.bounds) > 1).sum() > 1:
            found[study.coders[a], study.coders[b]] = bland_altman(two)
    return found


Trace = Iterable[tuple[float, float]]
"""Times and values."""


@dataclass(frozen=True, slots=True)
class Traces(Result):
    """Traces of several coders on one grid.

    :param study: A coding for each coder and each time of the grid.
    :param step: The time between two points of the grid.
    :param lags: By how much the trace of each coder was moved, in time.

    >>> import accord
    >>> traces = {"A": [(0, 1), (2, 3), (4, 5)], "B": [(0, 1.5), (4, 5.5)]}
    >>> found = accord.labels.on_grid(traces, step=1)
    >>> len(found.study.items), found.step
    (5, 1)
    """

    study: Codings
    step: float
    lags: Mapping[Hashable, float]


def on_grid(
    traces: "Mapping[Hashable, Trace] | Codings", *, step: float | None = None, lag: float = 0.0
) -> Traces:
    """Traces of several coders, each at times of its own, as numbers at the same times.

    Values between two times are on the line between them; the grid covers what all traces have,
    and its `step` is by default the median time between points. With `lag`, each trace is moved
    by up to so much time to where it correlates most with the first one, since people who rate
    while they listen react late in their own ways. The study takes `accord.labels.ccc` (overall
    CCC), `accord.icc`, `accord.alpha` with "interval" and `bland_altman`; its items follow
    each other in time and are not independent, so draw recordings instead of items for an interval.

    Codings are traces where their items are times ("2.5"), or times of several recordings
    ("talk1 · 2.5", as two columns of a table make them): each recording has a grid of its own, and
    the column `recording` says which it is.

    :param traces: Coder → (time, value) pairs, in any order; or codings whose items are times.
    :param step: The time between two points of the grid.
    :param lag: The most that a trace is moved, in time; 0 moves none.

    >>> import accord
    >>> found = accord.labels.on_grid(
    ...     {"A": [(0, 1), (2, 3), (4, 5)], "B": [(0, 1.5), (4, 5.5)]}, step=1
    ... )
    >>> [float(n) for n in found.study.categories][:3], len(found.study.items)
    ([1.0, 1.5, 2.0], 5)
    """
    data: Any = traces
    if not one_value(data):
        grid, values, step, lags = _one(data, step, lag)
        return Traces(from_coders(values, items=grid), step, lags)
    recordings = _recordings(data)
    if step is None:
        gaps = [
            np.diff(sorted(at for at, _ in trace))
            for by in recordings.values()
            for trace in by.values()
        ]
        # One step for all recordings, so that no recording has more items only for being finer.
        step = float(np.median(np.concatenate([np.zeros(0), *gaps]))) if gaps else None
    if list(recordings) == [None]:
        return on_grid(recordings[None], step=step, lag=lag)
    items: list[str] = []
    every: dict[Hashable, list[float | None]] = {who: [] for who in data.coders}
    moved: dict[Hashable, float] = {}
    for name, by in recordings.items():
        grid, values, _, lags = _one(by, step, lag, f"recording {name!r}: ")
        items += [f"{name} · {at:g}" for at in grid]
        for who in every:
            every[who] += values.get(who, [None] * len(grid))
        moved |= {(name, who): by for who, by in lags.items()}
    study = from_coders(every, items=items)
    about = [str(name).rpartition(" · ")[0] for name in study.items]
    return Traces(replace(study, about={"recording": about}), step or nan, moved)


def _recordings(study: Codings) -> dict[str | None, dict[Hashable, list[tuple[float, float]]]]:
    """Recording → coder → (time, value), of codings whose items are times."""
    if not_numbers(study) is not None:
        raise NotApplicableError("traces have numbers as values; name their column as the category")
    found: dict[str | None, dict[Hashable, list[tuple[float, float]]]] = {}
    for item, who, value in study.rows():
        name, sign, time = str(item).rpartition(" · ")
        try:
            at = float(time)
        except ValueError:
            raise DataError(
                f"item {item!r} is not a time; name the column of times with {Setting('item')}, or "
                "recording and time, in this order"
            ) from None
        by = found.setdefault(name if sign else None, {})
        by.setdefault(who, []).append((at, float(value)))  # type: ignore[arg-type]
    return found


def _one(
    traces: Mapping[Hashable, Trace], step: float | None, lag: float, where: str = ""
) -> tuple[list[float], dict[Hashable, list[float | None]], float, dict[Hashable, float]]:
    """The times of the grid, the values of each coder there, the step, and the lags."""
    points = {who: _sorted(f"{where}trace of {who!r}", trace) for who, trace in traces.items()}
    if len(points) < 2:
        many = counted(len(points), "trace")
        remedy = "; leave it out" if where else ""
        raise DataError(f"{where}{many}; agreement needs those of two coders{remedy}")
    if step is None:
        step = float(np.median(np.concatenate([np.diff(times) for times, _ in points.values()])))
    if not step > 0 or lag < 0:
        given = f"a step of {step:g}" if not step > 0 else f"a lag of {lag:g}"
        raise DataError(f"{given} is not a time; give a number above 0")
    lags = dict.fromkeys(points, 0.0)
    first = next(iter(points))
    if lag:
        for who in list(points)[1:]:
            lags[who] = _best_lag(points[first], points[who], step, lag)
            points[who] = (points[who][0] + lags[who], points[who][1])
    # Only what all traces have: beyond its ends a trace says nothing.
    begin = max(float(times[0]) for times, _ in points.values())
    end = min(float(times[-1]) for times, _ in points.values())
    grid = _grid(begin, end, step)
    if len(grid) < 2:
        raise DataError(
            f"{where}the traces have {begin:g} to {end:g} in common: less than two points"
            if begin <= end
            else f"{where}the traces have no time in common: one begins at {begin:g}, one ends at "
            f"{end:g}"
        )
    values: dict[Hashable, list[float | None]] = {
        who: np.interp(grid, *trace).tolist() for who, trace in points.items()
    }
    # Sums of steps have errors in their last digits, and a time is the name of an item.
    return [round(float(at), 9) for at in grid], values, step, lags


def _sorted(what: str, trace: Trace) -> tuple[FloatArray, FloatArray]:
    pairs: Sequence[tuple[float, float]] = sorted((float(a), float(b)) for a, b in trace)
    times: FloatArray = np.array([at for at, _ in pairs], dtype=np.float64)
    if len(pairs) < 2 or not all(isfinite(a) and isfinite(b) for a, b in pairs):
        raise DataError(f"{what}: expected two or more points with numbers")
    if (np.diff(times) <= 0).any():
        at = float(times[1:][np.diff(times) <= 0][0])
        raise DataError(f"{what}: two values at time {at:g}; keep one")
    return times, np.array([value for _, value in pairs], dtype=np.float64)


def _grid(begin: float, end: float, step: float) -> FloatArray:
    number = (end - begin) / step
    if number > MOST_POINTS:
        raise DataError(f"a grid of {number:.0f} points is too long. Use a larger step")
    grid: FloatArray = begin + step * np.arange(max(int(number + 1e-9) + 1, 0), dtype=np.float64)
    return grid


def _best_lag(
    first: tuple[FloatArray, FloatArray],
    other: tuple[FloatArray, FloatArray],
    step: float,
    lag: float,
) -> float:
    """The move, in steps of the grid, with the largest correlation; the smallest of equal ones."""
    number = int(lag / step + 1e-9)
    best, found = -np.inf, 0.0
    for moved in sorted(range(-number, number + 1), key=lambda k: (abs(k), k)):
        times = other[0] + moved * step
        grid = _grid(max(first[0][0], times[0]), min(first[0][-1], times[-1]), step)
        if len(grid) < 3:
            continue
        a, b = np.interp(grid, *first), np.interp(grid, times, other[1])
        if not a.std() or not b.std():
            continue
        r = float(np.corrcoef(a, b)[0, 1])
        if not isnan(r) and r > best + 1e-12:
            best, found = r, moved * step
    return found
