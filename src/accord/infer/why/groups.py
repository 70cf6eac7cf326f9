"""Groups of items (batches, documents, rounds) with more disagreement than the rest, and whether
disagreement falls or rises over time."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from math import isnan, nan, sqrt
from typing import Any

import numpy as np

from accord._measure.bound import Asked
from accord.engine.any_data import takes_data
from accord.infer.resample.replicates import without_label
from accord.infer.tests.significance import adjusted
from accord.infer.why.disagreements import Disagreements, disagreements
from accord.infer.why.who_differs import units_of_test
from accord.model.names import FloatArray, IntArray, factorize
from accord.model.pace import COLUMNS_OF_TIME, moment
from accord.model.showing import Result, Results
from accord.model.study import Study

FEWEST_IN_GROUP = 5
"""A group, and the rest, need so many items or documents each."""

MOST_GROUPS = 50
"""Columns with more values than these do not group items."""


@dataclass(frozen=True, slots=True)
class GroupApart(Result):
    """A group of items, and whether coders differ more in it than in the rest.

    `rest` is the mean distance between two coders in the other items, `p` one-sided (no larger in
    the group), adjusted for all groups tested.

    :param column: The column about items.
    :param disagreement: The mean distance between two coders in the group.

    >>> from dataclasses import replace
    >>> import accord
    >>> study = accord.from_coders({"A": "ab" * 20, "B": "ab" * 10 + "abba" * 5})
    >>> batches = replace(study, about={"batch": ["one"] * 20 + ["two"] * 20})
    >>> worst = accord.infer.worse_groups(batches)[0]
    >>> worst.group, worst.disagreement, worst.rest
    ('two', 0.5, 0.0)
    """

    column: str
    group: Hashable
    items: int
    disagreement: float
    rest: float
    p: float


@takes_data
def worse_groups(
    study: Study, measure: Asked | None = None, *, found: Disagreements | None = None
) -> Results[GroupApart]:
    """Every group that a column about items makes, the least p first.

    A column groups items where it has 2 to 50 values; groups with fewer than five items (or
    documents), or all but four, are not tested. Welch's t test over items, or over documents
    where there are enough and the column does not divide them.

    :param study: The study, or data that accord can read as one: a path, a data frame, arrays.
    :param measure: A measure whose distance counts; by default the recommended one.
    :param found: What `disagreements` found, where it is known.

    >>> import accord
    >>> from dataclasses import replace
    >>> study = accord.from_coders({"A": "ab" * 20, "B": "ab" * 10 + "abba" * 5})
    >>> batches = replace(study, about={"batch": ["one"] * 20 + ["two"] * 20})
    >>> [(g.group, g.disagreement, g.rest, g.p < 0.01) for g in accord.infer.worse_groups(batches)]
    [('two', 0.5, 0.0, True), ('one', 0.0, 0.5, False)]
    """
    found = disagreements(study, measure) if found is None else found
    rate, about = found.rates(), study.about
    unit = units_of_test(study)
    rows = []
    for column, values in about.items():
        rows += _groups(column, values, rate, unit)
    held = adjusted([row.p for row in rows]) if rows else []
    made = [replace(row, p=p) for row, p in zip(rows, held, strict=True)]
    return Results(sorted(made, key=lambda row: (row.p, -row.disagreement)))


def _groups(
    column: str, values: Sequence[Any], rate: FloatArray, unit: IntArray
) -> list[GroupApart]:
    known = [
        at for at, value in enumerate(values) if not without_label(value) and not isnan(rate[at])
    ]
    code, names = factorize([_named(values[at]) for at in known])
    # A column that names every item makes no groups, and one value has no rest to be compared
    # with.
    if not 2 <= len(names) <= MOST_GROUPS:
        return []
    each, of = np.round(rate[known], 12), unit[known]  # sums over pairs round by their order
    inside = all(len(set(code[of == u].tolist())) == 1 for u in np.unique(of).tolist())
    # Then documents are what varies: with their items as independent units groups would seem to
    # differ that do not.
    if inside and len(np.unique(of)) > len(names):  # documents are in one group each
        _, first, place = np.unique(of, return_index=True, return_inverse=True)
        place = place.reshape(-1)
        order = np.lexsort((each, place))
        summed = np.bincount(place[order], weights=each[order])
        each, code = summed / np.bincount(place), code[first]
    rows = []
    for at, name in enumerate(names):
        there = code == at
        if there.sum() >= FEWEST_IN_GROUP and (~there).sum() >= FEWEST_IN_GROUP:
            own, rest = np.sort(each[there]), np.sort(each[~there])  # added up in one order
            p = _welch(own, rest)
            mean = float(own.mean()), float(rest.mean())
            rows.append(GroupApart(column, name, int(there.sum()), *mean, p))
    return rows


def _named(value: Any) -> Hashable:
    return value if isinstance(value, Hashable) else str(value)


def _welch(one: FloatArray, other: FloatArray) -> float:
    """One-sided p that the first mean is no larger than the second (Welch's t test)."""
    from scipy.special import stdtr

    variances = float(one.var(ddof=1)) / len(one), float(other.var(ddof=1)) / len(other)
    gap, spread = float(one.mean() - other.mean()), sum(variances)
    # Neither side varies; a difference of 1e-9 is then only what rounding leaves.
    if spread <= 1e-15:
        return 0.0 if gap > 1e-9 else 1.0
    df = spread**2 / sum(v**2 / (len(x) - 1) for v, x in zip(variances, (one, other), strict=True))
    return float(stdtr(df, -gap / sqrt(spread)))


@dataclass(frozen=True, slots=True)
class Trend(Result):
    """How disagreement changes over time.

    `first` and `last` are the mean distance between two coders in the first and the last quarter;
    `correlation` is the rank correlation with time (below 0: coders learn), `p` two-sided.

    :param column: The column that says when.
    :param items: How many items have a time.

    >>> from dataclasses import replace
    >>> import accord
    >>> study = accord.from_coders({"A": "ab" * 20, "B": "ba" * 6 + "ab" * 14})
    >>> found = accord.infer.trend(replace(study, about={"day": list(range(40))}))
    >>> found.first, found.last, found.p < 0.001
    (1.0, 0.0, True)
    """

    column: str
    first: float
    last: float
    correlation: float
    p: float
    items: int


@takes_data
def trend(
    study: Study,
    column: str | None = None,
    measure: Asked | None = None,
    *,
    found: Disagreements | None = None,
) -> Trend | None:
    """Whether disagreement falls or rises over time; None without a column that says when.

    `column` holds numbers or ISO dates; unless named, the first called time, date, round ….

    :param study: The study, or data that accord can read as one: a path, a data frame, arrays.
    :param column: The column that says when.
    :param measure: A measure whose distance counts; by default the recommended one.
    :param found: What `disagreements` found, where it is known.

    >>> import accord
    >>> from dataclasses import replace
    >>> study = accord.from_coders({"A": "ab" * 20, "B": "ba" * 6 + "ab" * 14})
    >>> learnt = accord.infer.trend(replace(study, about={"day": list(range(40))}))
    >>> learnt.first, learnt.last, learnt.p < 0.001
    (1.0, 0.0, True)
    """
    about = study.about
    if column is None:
        column = next((name for name in about if str(name).lower() in COLUMNS_OF_TIME), None)
    if column is None or column not in about:
        return None
    when = np.array([moment(value) for value in about[column]])
    found = disagreements(study, measure) if found is None else found
    rate = found.rates()
    known = np.isfinite(when) & np.isfinite(rate)
    when, rate = when[known], rate[known]
    n = len(when)
    # The first and the last quarter are shown, so each needs as many items as a group does; two
    # moments are a comparison, not a trend.
    if n < 4 * FEWEST_IN_GROUP or len(np.unique(when)) < 3:
        return None
    order = np.argsort(when, kind="stable")
    quarter = n // 4
    r, p = _rank_correlation(when, rate)
    first, last = rate[order[:quarter]].mean(), rate[order[-quarter:]].mean()
    return Trend(column, float(first), float(last), r, p, n)


def _rank_correlation(x: FloatArray, y: FloatArray) -> tuple[float, float]:
    """Spearman's, and two-sided p by its t distribution; no correlation where one does not vary."""
    from scipy.special import stdtr
    from scipy.stats import rankdata

    a, b = rankdata(x), rankdata(y)
    if a.std() == 0 or b.std() == 0:
        return 0.0, 1.0
    r = float(np.corrcoef(a, b)[0, 1])
    if abs(r) >= 1:
        return r, 0.0
    return r, float(2 * stdtr(len(x) - 2, -abs(r) * sqrt((len(x) - 2) / (1 - r * r))))


@dataclass(frozen=True, slots=True)
class DocumentPart(Result):
    """A document: how many items or places were compared, how many are disputed, its share of all
    disagreement, and the mean distance between two coders in it."""

    document: Hashable
    compared: int
    disputed: int
    share: float
    disagreement: float


def by_document(found: Disagreements, documents: Sequence[Hashable]) -> Results[DocumentPart]:
    """The documents of a study, the largest share of all disagreement first.

    `documents` says which document each item is in (or the items themselves, which are documents).

    >>> from accord.kinds.labels.tabular import from_coders
    >>> study = from_coders({"A": "abab", "B": "abbb"})
    >>> print(by_document(disagreements(study), ["d1", "d1", "d2", "d2"]))
    document  compared  disputed  share  disagreement
    d2        2         1         1      0.5
    d1        2         0         0      0
    """
    code, names = factorize([_named(document) for document in documents])
    n, of = len(names), code[found.at]
    compared = np.bincount(code, weights=found.compared, minlength=n)
    disputed = np.bincount(of, minlength=n)
    share = np.bincount(of, weights=[row.share for row in found], minlength=n)
    apart = np.bincount(of, weights=[row.weight / row.pairs for row in found], minlength=n)
    rows = [
        DocumentPart(
            names[d],
            int(compared[d]),
            int(disputed[d]),
            float(share[d]),
            float(apart[d] / compared[d]) if compared[d] else nan,
        )
        for d in range(n)
    ]
    return Results(sorted(rows, key=lambda row: -row.share))
