"""Everything that is said about ratings, computed once: the command, the report and the page ask
here, so that their numbers are the same."""

from collections.abc import Hashable
from dataclasses import dataclass
from math import ceil, isnan, nan, sqrt
from typing import Any

import numpy as np

from accord._measure.labels.icc_limits import stepped
from accord._measure.labels.traces import AgreementLimits, bland_altman
from accord._read.door.in_memory import Data
from accord.engine.any_data import study_of
from accord.errors import AccordError
from accord.infer.ratings.measurement_error import (
    LimitsWithMean,
    MeasurementError,
    limits_with_mean,
    measurement_error,
)
from accord.infer.ratings.rated import Rated, rated
from accord.infer.ratings.raters import LEVEL, Drift, Raters, drift, raters
from accord.infer.ratings.two_raters import Concordance, concordance
from accord.infer.tests.icc_table import IccTable, icc_table
from accord.model.names import FloatArray
from accord.model.showing import Result
from accord.words.said import said

GOOD = 0.75
"""Koo & Li (2016) call a reliability good from here on: a convention, named where it is used."""
FEWEST_RATED = 20
"""With fewer items no verdict is given: limits of 10 to 15 items are half as wide as the scale."""
_STEPS = (1, 2, 3, 5, 10)
"""Numbers of raters whose mean is shown."""
SKEWED, HEAVY = 2.58, 4.0
"""Item means are far from normal where their skewness is so many standard errors from 0, or their
kurtosis above 4. Of 2,000 simulated studies with normal items 6% are called so with 20 or 30 items
and 2% with 200; with exponential ones 56% at 30 items, 99% at 100; with t of 5 df 31% and 52%."""
RARE_ITEM = 0.95
"""Items are worth a discussion where ratings are farther apart than error alone makes them in this
share of items."""


@dataclass(frozen=True, slots=True)
class ItemApart(Result):
    """An item and how far apart its ratings are.

    :param item: Which.
    :param mean: The mean of its ratings.
    :param low: The lowest.
    :param high: The highest.
    :param range: How far apart they are, in units of the scale.
    :param discuss: Whether error alone makes them so far apart in fewer than 1 of 20 items.
    """

    item: Hashable
    mean: float
    low: float
    high: float
    range: float
    discuss: bool


@dataclass(frozen=True, slots=True)
class OddRating(Result):
    """A rating that neither its item nor its rater leads us to expect.

    :param item: Of which item.
    :param rater: Whose.
    :param value: The rating.
    :param expected: What item and rater lead us to expect.
    :param p: That noise makes it so, adjusted for the number of ratings (Bonferroni).
    """

    item: Hashable
    rater: Hashable
    value: float
    expected: float
    p: float


@dataclass(frozen=True, slots=True)
class MeanOf(Result):
    """The reliability of the mean of so many raters (Spearman & Brown), by ICC(2,1).

    :param raters: How many raters.
    :param value: The reliability of their mean.
    :param low: Its lower limit.
    :param high: Its upper limit.
    """

    raters: int
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class RatingSummary(Result):
    """What ratings of items by raters show.

    :param items: How many items.
    :param coders: How many raters.
    :param missing: How many ratings are missing.
    :param forms: The six intraclass correlations; None where there are none, and `refused` says
        why.
    :param refused: Why.
    :param error: The error of a rating, in units of the scale; None where it cannot be
        estimated.
    :param limits: Bland & Altman's limits of two raters; None of others.
    :param concordance: Lin's, ICC(3,1) and Pearson's correlation of two raters.
    :param with_mean: The limits around the mean of three raters or more; None of two.
    :param raters: Severity and range of each; None where raters share no items.
    :param drift: Their change over the items.
    :param apart: All items, those whose ratings are farthest apart first.
    :param odd: Ratings that stand out.
    :param more: How reliable the mean of more raters is.
    :param notes: What a reader must know, in sentences.
    :param table: The ratings themselves.

    >>> import accord
    >>> ratings = {"A": [3, 5, 2, 4, 6, 1], "B": [3, 4, 2, 5, 6, 2], "C": [1, 3, 1, 2, 4, 1]}
    >>> found = accord.infer.rating_summary(accord.from_coders(ratings))
    >>> round(found.one.value, 2), round(found.mean.value, 2), found.apart[0].range
    (0.67, 0.86, 3.0)
    """

    _keys = (
        "items, coders, missing, forms, refused, error, limits, concordance, with_mean, raters, "
        "drift, apart, odd, more, notes"
    )
    _members = "apart"
    items: int
    coders: int
    missing: int
    forms: IccTable | None
    refused: str
    error: MeasurementError | None
    limits: AgreementLimits | None
    concordance: Concordance | None
    with_mean: LimitsWithMean | None
    raters: Raters | None
    drift: tuple[Drift, ...]
    apart: tuple[ItemApart, ...]
    odd: tuple[OddRating, ...]
    more: tuple[MeanOf, ...]
    notes: tuple[str, ...]
    table: Rated

    @property
    def one(self) -> Any:
        """ICC(2,1): one rater; None where there is none."""
        return None if self.forms is None else self.forms["2,1"]

    @property
    def mean(self) -> Any:
        """ICC(2,k): the mean of all raters; None where there is none."""
        return None if self.forms is None else self.forms["2,k"]

    def raters_for(self, wanted: float, *, sure: bool = False) -> int | None:
        """How many raters' mean has this reliability; `sure`, with its lower limit. None where no
        number is shown to be enough.

        >>> import accord
        >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9],
        ...            [6, 2, 4, 7]]
        >>> accord.infer.rating_summary(ratings).raters_for(0.9)
        23
        """
        if self.one is None:
            return None
        one = self.one.low if sure else self.one.value
        if isnan(one) or one <= 0:
            return None
        return max(1, ceil(wanted * (1 - one) / (one * (1 - wanted)) - 1e-9)) if one < 1 else 1


def rating_summary(
    data: Data, *more: Data, confidence: float = 0.95, order: Any = None, **reading: Any
) -> RatingSummary:
    """Everything about ratings: reliability, error in units of the scale, raters, items.

    :param data: Ratings: a study, or data that accord can read as one.
    :param more: The ratings of each further rater, where `data` are one rater's.
    :param confidence: The confidence level.
    :param order: When each item was rated, for drift; by default their order in the data.
    :param reading: How to read data that are not yet a study: item=, coder=, category= and so on.

    >>> import accord
    >>> ratings = {"A": [3, 5, 2, 4, 6, 1], "B": [3, 4, 2, 5, 6, 2], "C": [1, 3, 1, 2, 4, 1]}
    >>> found = accord.infer.rating_summary(accord.from_coders(ratings))
    >>> [rater.rater for rater in found.raters.raters if rater.named]
    ['C']
    """
    study = study_of(data, more, **reading)
    table = rated(study)
    n, k = table.values.shape
    forms, refused = _or_why(lambda: icc_table(study, confidence=confidence))
    error = _or_none(lambda: measurement_error(study, confidence=confidence))
    two = _or_none(lambda: bland_altman(study)) if k == 2 else None
    many = _or_none(lambda: limits_with_mean(study, confidence=confidence)) if k > 2 else None
    people = _or_none(lambda: raters(study, confidence=confidence))
    changes = _or_none(lambda: drift(study, order=order)) if people is not None else None
    return RatingSummary(
        n,
        k,
        int(np.isnan(table.values).sum()),
        forms,
        refused,
        error,
        two,
        _or_none(lambda: concordance(study, confidence=confidence)) if k == 2 else None,
        many,
        people,
        changes or (),
        _items(table, error),
        _odd(table),
        _means(forms, k),
        _notes(table, forms, study, confidence),
        table,
    )


def _or_none(compute: Any) -> Any:
    """What is computed; None where these data do not allow it."""
    return _or_why(compute)[0]


def _or_why(compute: Any) -> tuple[Any, str]:
    try:
        return compute(), ""
    except AccordError as error:
        return None, error.sentence


def _means(forms: IccTable | None, k: int) -> tuple[MeanOf, ...]:
    if forms is None or isnan(forms["2,1"].value):
        return ()
    one = forms["2,1"]
    return tuple(
        MeanOf(m, stepped(one.value, m), stepped(one.low, m), stepped(one.high, m))
        for m in sorted({*_STEPS, k})
    )


def range_quantile(k: int, share: float = RARE_ITEM) -> float:
    """The range of k normal values of variance 1 that this share of such ranges stays below.

    >>> [round(range_quantile(k), 2) for k in (2, 3, 4)]
    [2.77, 3.31, 3.63]
    """
    from scipy.optimize import brentq
    from scipy.special import ndtr

    z = np.linspace(-8.0, 8.0 + 10.0, 4001)
    density = np.exp(-(z**2) / 2) / sqrt(2 * np.pi)

    def beyond(q: float) -> float:
        below = k * density * (ndtr(z) - ndtr(z - q)) ** (k - 1)
        return float(np.trapezoid(below, z)) - share

    return float(brentq(beyond, 0.0, 40.0))


def _items(table: Rated, error: MeasurementError | None) -> tuple[ItemApart, ...]:
    """All items by how far apart their ratings are; those to discuss are beyond error."""
    values = table.values
    number = (~np.isnan(values)).sum(axis=1)
    low, high = np.nanmin(values, axis=1), np.nanmax(values, axis=1)
    far, mean = high - low, np.nanmean(values, axis=1)
    beyond = {int(m): range_quantile(int(m)) for m in set(number.tolist()) if m > 1}
    noise = nan if error is None else error.agreement
    order = sorted(range(len(far)), key=lambda i: (-far[i], i))
    return tuple(
        ItemApart(
            table.items[i],
            float(mean[i]),
            float(low[i]),
            float(high[i]),
            float(far[i]),
            # A range of exactly the bound is beyond it: ratings are steps, and error is not.
            bool(far[i] > 0 and far[i] >= beyond.get(int(number[i]), nan) * noise),
        )
        for i in order
    )


def _odd(table: Rated) -> tuple[OddRating, ...]:
    """Ratings that stand out from item + rater, by the externally studentized residual: one by one,
    each without those before, because one slip makes the other ratings of its item stand out."""
    from scipy.special import stdtr

    values = table.values
    n, k = values.shape
    df = (n - 1) * (k - 1) - 1
    # With two raters both ratings of an item stand out alike, and with holes residuals have
    # different variances: nobody can be named.
    if k < 3 or not table.complete or df < FEWEST_RATED:
        return ()
    whole = values - values.mean(axis=1)[:, None] - values.mean(axis=0)[None] + values.mean()
    cells: list[tuple[int, int]] = []
    found: list[float] = []
    while len(cells) < min(_MOST_ODD, df + 1 - FEWEST_RATED):
        residual, left, _ = _without(whole, cells)
        with np.errstate(divide="ignore", invalid="ignore"):
            rest = (float((residual**2).sum()) - residual**2 / left) / (df - len(cells))
            t = residual / np.sqrt(np.where(rest > 0, rest, nan) * left)
        p = np.minimum(2 * stdtr(df - len(cells), -np.abs(t)) * n * k, 1.0)
        # Where p are too small to be told apart, the largest t is first; nan goes last.
        i, j = divmod(int(np.lexsort((-np.abs(t).ravel(), p.ravel()))[0]), k)
        if not p[i, j] < LEVEL:
            break
        cells.append((i, j))
        found.append(float(p[i, j]))
    above = _without(whole, cells)[2]
    return tuple(
        # Expected without the ratings named, which pull item and rater towards them.
        OddRating(table.items[i], table.raters[j], float(values[i, j]), float(values[i, j] - x), p)
        for (i, j), x, p in zip(cells, above, found, strict=True)
    )


def _without(
    residual: FloatArray, cells: list[tuple[int, int]]
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Residuals from item + rater where some cells have a variable of their own, the share of its
    own error that each residual keeps (nan where none is left), and those cells' variables."""
    n, k = residual.shape
    left = np.full((n, k), (1 - 1 / n) * (1 - 1 / k))
    if not cells:
        return residual, left, np.zeros(0)
    # What a change of one cell does to each residual is a product: of items and of raters.
    reach = np.array([np.outer(_apart(n, i), _apart(k, j)) for i, j in cells])
    inverse = np.linalg.inv([[one[cell] for cell in cells] for one in reach])
    above = inverse @ [residual[cell] for cell in cells]
    left -= np.einsum("snk,st,tnk->nk", reach, inverse, reach, optimize=True)
    left[left < 1e-9] = nan  # an item's last rating is what it is expected to be
    return residual - np.tensordot(above, reach, 1), left, above


def _apart(n: int, at: int) -> FloatArray:
    """One among n, less the mean."""
    row = np.full(n, -1 / n)
    row[at] += 1
    return row


_MOST_ODD = 20
"""So many ratings are named at most: more are no slips, but errors of another shape."""


def far_from_normal(means: FloatArray) -> bool:
    """Whether means of items are so skewed or heavy-tailed that limits by F are too narrow.

    >>> far_from_normal(np.arange(30.0)), far_from_normal(np.exp(np.arange(30.0) / 5))
    (False, True)
    """
    n = len(means)
    apart = means - means.mean()
    variance = float((apart**2).mean())
    if n < FEWEST_RATED or variance == 0:
        return False
    skewness = float((apart**3).mean()) / variance**1.5
    kurtosis = float((apart**4).mean()) / variance**2
    error = sqrt(6 * n * (n - 1) / ((n - 2) * (n + 1) * (n + 3)))
    return abs(skewness) > SKEWED * error or kurtosis > HEAVY


def notes_of(study: Data) -> tuple[str, ...]:
    """What to know about the limits of intraclass correlations, of a study of ratings."""
    forms = _or_none(lambda: icc_table(study))
    return () if forms is None else _notes(rated(study), forms, study, forms.confidence)


def _notes(table: Rated, forms: IccTable | None, study: Any, confidence: float) -> tuple[str, ...]:
    """What to know about the limits: that raters narrow them, and items far from normal."""
    if forms is None or isnan(forms["2,1"].value):
        return ()
    missing = int(np.isnan(table.values).sum())
    notes = []
    if missing:
        complete = int((~np.isnan(table.values).any(axis=1)).sum())
        notes.append(said("ratings.by-reml", n=missing))
        notes.append(said("ratings.complete-only", n=complete, m=len(table.values)))
    notes.append(said("ratings.more-raters"))
    if far_from_normal(np.nanmean(table.values, axis=1)):
        other = _or_none(lambda: icc_table(study, confidence=confidence, limits="jackknife"))
        one = None if other is None else other["3,1"]
        if one is not None and not isnan(one.low):
            notes.append(said("ratings.not-normal-jackknife", low=one.low, high=one.high))
        else:
            notes.append(said("ratings.not-normal"))
    return tuple(notes)
