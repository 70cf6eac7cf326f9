"""A judge by slices of the items: where it agrees with people less, and scores otherwise."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from math import nan
from typing import Any

import numpy as np

from accord._measure.bound import Bound
from accord.errors import UnknownNameError
from accord.infer.judges.bench import groups, numeric
from accord.infer.judges.beside_people import same_label, score_gaps
from accord.infer.judges.clustered import regression
from accord.infer.judges.corrected import Score, prediction_powered, score_difference
from accord.infer.tests.significance import adjusted
from accord.kinds.labels.study import Codings
from accord.model.agreement import Interval
from accord.model.names import FloatArray, IntArray
from accord.model.showing import Result

FEWEST_IN_SLICE = 5
"""A slice, and the rest, need so many items."""

MOST_SLICES = 50
"""A column with more values than these makes no slices."""


@dataclass(frozen=True, slots=True)
class Slice(Result):
    """The judge in one slice of the items, and against all others.

    :param agreed: The share of items on which judge and vote say the same; on a scale the mean of
        judge − people's median.
    :param value: The coefficient within the slice.
    :param difference: `agreed` in the slice − in the rest, with its interval.
    :param p: That there is no difference, two-sided, adjusted for all slices (Holm).
    """

    column: str
    slice: Hashable
    items: int
    agreed: float
    value: float
    difference: float
    interval: Interval
    p: float

    @property
    def found(self) -> bool:
        """Whether the slice differs from the rest, after adjustment."""
        # The hair's breadth keeps p = .05 found at .95, where 1 − .95 is a little below .05 in
        # floating point.
        return self.p <= 1 - self.interval.confidence + 1e-12


def members(study: Codings, columns: Sequence[str]) -> list[tuple[str, Hashable, Any]]:
    """(column, value, mask over items) of every slice; columns with too many values make none."""
    found: list[tuple[str, Hashable, Any]] = []
    for column in columns:
        if column not in study.about:
            raise UnknownNameError.of("column about items", column, study.about)
        values = [
            # Values are compared as text: a column read from a file has "1" where a frame has 1,
            # and slices must be the same for both.
            None if v is None or (isinstance(v, float) and np.isnan(v)) else str(v)
            for v in study.about[column]
        ]
        own = sorted({v for v in values if v not in (None, "")})
        # A column of identifiers would make a slice of every item, and Holm's correction would
        # then hide every true slice of the other columns.
        if len(own) > MOST_SLICES:
            continue
        array = np.array([v if v is not None else "" for v in values], dtype=object)
        found += [(column, value, array == value) for value in own]
    return found


def agreement_by_slice(
    pair: Codings, columns: Sequence[str], measure: Bound, confidence: float, scale: bool = False
) -> tuple[Slice, ...]:
    """`pair` has the judge and the vote; every value of every column is a slice. On a scale the
    judge's mean difference is compared, since no score is right or wrong."""
    if not columns or not len(pair.items):
        return ()
    number = numeric(pair) if scale else None
    same, of = same_label(pair) if number is None else score_gaps(pair, number), groups(pair)
    rows = []
    for column, value, there in members(pair, columns):
        size = int(there.sum())
        if not size:
            continue
        own = pair.take(np.flatnonzero(there))
        gap, limits, p = nan, Interval(nan, nan, confidence, "t"), nan
        # A regression on the indicator instead of a test of two shares: it takes groups of items
        # (documents) into account, which the two-sample test cannot.
        if size >= FEWEST_IN_SLICE and len(same) - size >= FEWEST_IN_SLICE:
            indicator = there.astype(np.float64)[:, None]
            gap, limits, p = regression(same, indicator, of, confidence)
        coefficient = measure.compute(own).value
        share = float(same[there].mean())
        rows.append(Slice(column, value, size, share, coefficient, gap, limits, p))
    # Holm over all slices of all columns at once: whoever looks at thirty slices finds one at .05.
    held = adjusted([row.p for row in rows]) if rows else []
    return tuple(replace(row, p=p) for row, p in zip(rows, held, strict=True))


@dataclass(frozen=True, slots=True)
class ScoreSlice(Result):
    """The corrected score of one slice, and against the rest.

    :param difference: Slice − rest, both corrected.
    :param p: That there is no difference, two-sided, adjusted for all slices (Holm).
    """

    column: str
    slice: Hashable
    judge: float
    score: Score
    difference: float
    p: float


def scores_by_slice(
    study: Codings,
    columns: Sequence[str],
    judge: FloatArray,
    people: FloatArray,
    of: IntArray | None,
    confidence: float,
) -> tuple[ScoreSlice, ...]:
    """The corrected score of every slice with two labels or more."""
    scored = np.isfinite(judge)
    rows = []
    for column, value, there in members(study, columns):
        own, rest = there & scored, ~there & scored
        if not own.any():
            continue
        inside = None if of is None else of[own]
        score = prediction_powered(judge[own], people[own], groups=inside, confidence=confidence)
        gap, p = nan, nan
        # What counts on either side is people's labels: PPI++ has its degrees of freedom from
        # these, not from the items that only the judge scored.
        if min(int(np.isfinite(people[part]).sum()) for part in (own, rest)) >= FEWEST_IN_SLICE:
            two = [(judge[part], people[part]) for part in (own, rest)]
            sides = None if of is None else np.concatenate([of[own], of[rest]])
            found = score_difference(two[0], two[1], groups=sides, confidence=confidence)
            labelled = np.isfinite(people) & scored
            # As for the limits: labels of two means, or the documents that have labels.
            df = int(labelled.sum()) - 2 if of is None else len(np.unique(of[labelled])) - 1
            gap, p = found.value, _two_sided(found, df)
        rows.append(ScoreSlice(column, value, float(judge[own].mean()), score, gap, p))
    held = adjusted([row.p for row in rows]) if rows else []
    return tuple(replace(row, p=p) for row, p in zip(rows, held, strict=True))


def _two_sided(found: Score, df: int) -> float:
    """p of a difference by t of its error."""
    from scipy.special import stdtr

    if not found.interval.se:
        return nan
    return 2 * float(stdtr(df, -abs(found.value) / found.interval.se))
