"""Slopes of a judge's error: on length, on position, on the judge's own family, on any column.

The error of an item is judge − people on a scale or a share (above 0 the judge is generous), and
0 or 1 where labels have no order. People's own score is held constant, so that a slope says: of
two answers that people rate the same, does the judge rate the longer one higher?
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from math import isfinite, nan, sqrt
from typing import Any

import numpy as np

from accord.errors import AccordError, UnknownNameError
from accord.infer.tests.significance import adjusted
from accord.model.agreement import Interval
from accord.model.names import FloatArray, IntArray
from accord.model.showing import Result, Results

FEWEST_FOR_SLOPE = 10
"""So many items at least on each side, or in all."""

MOST_LEVELS = 12
"""A column of words with more values than these is not tested value by value."""


@dataclass(frozen=True, slots=True)
class Slope(Result):
    """How the judge's error changes with a column about items.

    :param column: The column.
    :param level: Where it holds words, the value that is compared with all others.
    :param slope: The change of the error per standard deviation of a number; or of this value
        against the others.
    :param per: What one step of a number is: its standard deviation.
    :param p: That there is no slope, two-sided, adjusted for all that were tested (Holm).
    """

    column: str
    level: Hashable | None
    slope: float
    interval: Interval
    p: float
    items: int
    per: float | None = None

    @property
    def found(self) -> bool:
        """Whether there is a slope, after adjustment, at the level of the interval."""
        return self.p <= 1 - self.interval.confidence + 1e-12


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
    if se <= 1e-12:
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


def slopes(
    error: FloatArray,
    about: "dict[str, Sequence[Any]]",
    *,
    columns: Sequence[str] | None = None,
    own: str | None = None,
    control: FloatArray | None = None,
    groups: IntArray | None = None,
    confidence: float = 0.95,
) -> Results[Slope]:
    """The slope of the error on every column about items that can have one.

    Numbers are taken as they are, long texts by their length in words, and columns of two to
    twelve words value by value, each against all others. p is adjusted for all of them.

    :param error: judge − people of each item, nan where one is missing.
    :param about: The columns about items.
    :param columns: Which of them; by default all that can have a slope.
    :param own: "column=pattern": values that the judge's own family made, as one value.
    :param control: People's score, held constant.
    :param groups: The document of each item, where items of one are not independent.
    :param confidence: The confidence level.

    >>> rng = np.random.default_rng(3)
    >>> length = rng.integers(10, 400, size=300)
    >>> error = (rng.random(300) < length / 600).astype(float)
    >>> found = slopes(error, {"tokens": length.tolist()})
    >>> found[0].column, found[0].found, found[0].slope > 0.1
    ('tokens', True, True)
    """
    if columns is not None:
        for name in columns:
            if name not in about:
                raise UnknownNameError.of("column about items", name, about)
    wanted = list(about) if columns is None else list(columns)
    rows: list[Slope] = []
    for name in wanted:
        for level, x in _regressors(name, about[name], own, named=columns is not None):
            row = _one(name, level, x, error, control, groups, confidence)
            if row is not None:
                rows.append(row)
    held = adjusted([row.p for row in rows]) if rows else []
    return Results(replace(row, p=p) for row, p in zip(rows, held, strict=True))


def _one(
    name: str,
    level: Hashable | None,
    x: FloatArray,
    error: FloatArray,
    control: FloatArray | None,
    groups: IntArray | None,
    confidence: float,
) -> Slope | None:
    use = np.isfinite(x) & np.isfinite(error)
    if control is not None:
        use &= np.isfinite(control)
    x, y = x[use], error[use]
    few = min(int((x == 1).sum()), int((x == 0).sum())) if level is not None else len(x)
    spread = float(x.std()) if len(x) else 0.0
    # Of a value both sides are counted, the items that have it and those that do not: the smaller
    # side rules the error.
    if few < FEWEST_FOR_SLOPE or spread <= 1e-12:
        return None
    parts = [x if level is not None else (x - x.mean()) / spread]
    if control is not None and float(control[use].std()) > 1e-12:
        parts.append(control[use])
    inside = None if groups is None else np.unique(groups[use], return_inverse=True)[1].reshape(-1)
    slope, limits, p = regression(y, np.column_stack(parts), inside, confidence)
    if not isfinite(slope):
        return None
    return Slope(name, level, slope, limits, p, len(y), None if level is not None else spread)


def _regressors(
    name: str, values: Sequence[Any], own: str | None, named: bool
) -> list[tuple[Hashable | None, FloatArray]]:
    """What a column says of each item, as numbers: one column, or one for each value."""
    given = [None if _empty(value) else value for value in values]
    # The judge's own family first: its column mostly holds names of models, each of which would
    # else be tested as a value of its own.
    if own is not None and own.partition("=")[0] == name:
        return [(own.partition("=")[2], _of_pattern(own, given))]
    number = _numbers(given)
    there = [value for value in given if value is not None]
    different = len({str(value) for value in there})
    # Numbers with two values are yes and no: a step between them says more than a slope per
    # standard deviation.
    if number is not None and different > 2:
        return [(None, number)] if named or not _is_index(number) else []
    words = float(np.mean([len(str(value).split()) for value in there])) if there else 0.0
    # Five words on average and many different ones are a text, of which length can matter; shorter
    # ones are names.
    if number is None and words >= 5 and different > MOST_LEVELS:
        counts = [nan if value is None else float(len(str(value).split())) for value in given]
        return [(None, np.array(counts))]
    if not 2 <= different <= MOST_LEVELS:
        return []
    levels = sorted({str(value) for value in there})
    # Of two values each against the other is the same test twice, which would double Holm's
    # correction.
    if len(levels) == 2:
        levels = levels[1:]
    return [
        (level, np.array([nan if v is None else float(str(v) == level) for v in given]))
        for level in levels
    ]


def _empty(value: Any) -> bool:
    return value is None or value == "" or (isinstance(value, float) and not isfinite(value))


def _of_pattern(own: str, given: Sequence[Any]) -> FloatArray:
    pattern = own.partition("=")[2]
    if not pattern:
        raise AccordError(f"{own!r}: write a column and a pattern, e.g. model=gpt*")
    return np.array([nan if v is None else float(fnmatchcase(str(v), pattern)) for v in given])


def _numbers(given: Sequence[Any]) -> FloatArray | None:
    found = np.full(len(given), nan)
    for at, value in enumerate(given):
        if value is None:
            continue
        try:
            found[at] = float(value)
        except (TypeError, ValueError):
            return None
    return found


def _is_index(number: FloatArray) -> bool:
    """Whether it only counts the rows."""
    there = number[np.isfinite(number)]
    return len(there) > 2 and bool(np.all(np.diff(there) == 1))
