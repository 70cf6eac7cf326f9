"""People first, and a judge beside them: who agrees with whom, and how that compares with nothing.

people          α among people; below a floor there is nothing yet to agree with
each, the vote  α, κ, AC1 of the judge with every person and with the vote, on shared items
constant        a judge who always says what people say most often
random          a judge who says what this one says, as often, of items drawn at random
z               Judge's Verdict: the judge's mean κ with people, in standard deviations of theirs
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import isnan, nan
from typing import Any

import numpy as np

from accord._measure.bound import Bound, bound
from accord._measure.objections import ask_for_options, labels_belong
from accord.infer.judges.bench import Bench, codings_of_pair, groups, numeric, pair_with
from accord.infer.judges.clustered import mean_with_error, share_with_error
from accord.infer.resample.interval import interval
from accord.infer.why.matrices import Matrix, confusion_matrix
from accord.kinds.labels.study import Codings
from accord.model.agreement import Agreement, Interval
from accord.model.names import NEARLY_ZERO, FloatArray, IntArray
from accord.model.showing import PLAIN_BY, Result, columns
from accord.words.said import said

MOST_WORST = 20
"""Items on which people differ most: what follows is rarely looked at."""

LIMITS_OF_AGREEMENT = 1.96
"""Standard deviations within which 95% of normal differences lie (Bland & Altman 1986)."""


def _name(label: Hashable) -> Any:
    """A label in JSON: a number of a scale stays one, all else is text."""
    number = isinstance(label, (int, float)) and not isinstance(label, bool)
    return label if number else str(label)


def _by_measure(agreements: tuple[Agreement, ...]) -> dict[str, Any]:
    """Agreements in JSON, each under the name of its measure."""
    return {one.measure: one.as_dict() for one in agreements}


@dataclass(frozen=True, slots=True)
class People(Result):
    """Do people agree? α among them, how many items are disputed, and whether a floor is reached.

    :param coders: Who they are.
    :param items: How many items two or more of them labelled.
    :param agreement: α with its interval; None where nobody shares an item with another.
    :param floor: Below it there is nothing yet to agree with.
    :param disputed: Items on which they differ.
    :param worst: The most disputed items, at most 20.
    :param frequent: Their most frequent label, and its share.
    :param apart: On a scale, how far two of them are apart on an item, on average.
    :param widest: On a scale, the items with the widest range, with the lowest and highest score.
    """

    _keys = "coders, items, agreement, floor, enough, disputed, worst, frequent, apart, widest"
    coders: tuple[Hashable, ...]
    items: int
    agreement: Agreement | None
    floor: float
    disputed: int
    worst: tuple[Hashable, ...]
    frequent: tuple[Hashable, float] = field(metadata=columns("label, share", label=str))
    apart: float | None = None
    widest: tuple[tuple[Hashable, float, float], ...] = field(
        default=(), metadata=columns("item, lowest, highest")
    )

    @property
    def enough(self) -> bool | None:
        """Whether people agree enough: True where the interval of α lies above the floor, False
        where it lies below, None where it holds the floor or nothing can be said."""
        found = self.agreement
        if found is None or found.undefined or found.interval is None:
            return None
        low, high = found.interval
        # Nothing varies (α = 1 of many items, say): the value itself is all that there is.
        if isnan(low):
            low = high = found.value
        return True if low >= self.floor else False if high < self.floor else None


def people_first(
    bench_: Bench, measure: Bound, floor: float, sampling: dict[str, Any], scale: bool = False
) -> People:
    """The agreement of the people of a study; on a scale also how far they are apart."""
    humans = bench_.study.only(bench_.people)
    size = np.diff(humans.bounds)
    counted = np.bincount(humans.category, minlength=len(humans.categories))
    most = _most_frequent(counted, humans.categories)
    frequent = (humans.categories[most], float(counted[most] / max(counted.sum(), 1)))
    found = None
    if (size > 1).any() and len(bench_.people) > 1:
        # Items that one person labelled carry no agreement, and would be drawn for nothing.
        found = with_interval(humans.take(np.flatnonzero(size > 1)), measure, sampling)
    split = _split(humans)
    order = sorted(np.flatnonzero(split > 0).tolist(), key=lambda at: (-split[at], at))
    return People(
        tuple(bench_.name(at) for at in bench_.people),
        int((size > 1).sum()),
        found,
        floor,
        len(order),
        tuple(humans.items[at] for at in order[:MOST_WORST]),
        frequent,
        *(_apart(humans) if scale else ()),
    )


def _apart(humans: Codings) -> tuple[float | None, tuple[tuple[Hashable, float, float], ...]]:
    """How far two people are apart on an item, on average over items, and the items with the widest
    range of scores."""
    number = numeric(humans)
    assert number is not None  # a scale is one of numbers
    rows, gaps = [], []
    for at, (begin, end) in enumerate(pairwise(humans.bounds.tolist())):
        own = np.sort(number[humans.category[begin:end]])
        n = len(own)
        if n < 2:
            continue
        # Σ over pairs of |x − y| is Σ (2r − n − 1) x of the r-th smallest.
        gaps.append(float((2 * np.arange(1, n + 1) - n - 1) @ own) / (n * (n - 1) / 2))
        rows.append((humans.items[at], float(own[0]), float(own[-1])))
    rows.sort(key=lambda row: row[1] - row[2])
    widest = tuple(row for row in rows[:MOST_WORST] if row[2] > row[1])
    return (float(np.mean(gaps)) if gaps else None), widest


def _split(humans: Codings) -> FloatArray:
    """The share of each item's labels that are not its most frequent one."""
    n, k = len(humans.items), len(humans.categories)
    found = np.zeros(n)
    at = humans.item.astype(np.int64) * k + humans.category
    cells, times = np.unique(at, return_counts=True)
    most = np.zeros(n, dtype=np.int64)
    np.maximum.at(most, cells // k, times)
    size = np.diff(humans.bounds)
    some = size > 0
    found[some] = 1 - most[some] / size[some]
    return found


def with_interval(study: Codings, measure: Bound, sampling: dict[str, Any]) -> Agreement:
    """A measure with its interval, and without one where it is undefined."""
    agreement = measure.compute(study)
    if agreement.undefined:
        return agreement
    return agreement.with_interval(interval(study, measure, **sampling))


def trio(study: Codings, distance: Any, scale: bool = False) -> tuple[Bound, ...]:
    """α, κ and AC1; on a scale of numbers α, Lin's ρ_c and ICC(3,1), which ignores a difference in
    level; with another distance their weighted forms; α within alone where labels belong to
    items."""
    if labels_belong(study) is not None:
        ask_for_options(study)
        return (bound("alpha_within"),)
    if scale:
        return bound("alpha", distance=distance), bound("ccc"), bound("icc", form="3,1")
    # Three ideas of chance side by side: papers about judges report any of them, and where one
    # label is frequent they lie far apart.
    if str(distance) == "nominal":
        return bound("alpha", distance=distance), bound("kappa"), bound("ac1")
    return (
        bound("alpha", distance=distance),
        bound("weighted_kappa", distance=distance),
        bound("ac2", distance=distance),
    )


def kappa_like(study: Codings, distance: Any, scale: bool = False) -> Bound:
    """κ, its weighted form or ρ_c, by which judges are compared with people; α within else."""
    return trio(study, distance, scale)[:2][-1]


@dataclass(frozen=True, slots=True)
class _Level(Result):
    """A judge's scores minus those of a person, or of people's median.

    :param bias: The mean difference, with its interval.
    :param low: Of 100 differences, 95 lie above about this (Bland & Altman's limits) …
    :param high: … and below this, if they are normal.
    :param higher: The share of items that the judge puts higher; `lower`: lower.
    """

    bias: float
    interval: Interval
    low: float
    high: float
    higher: float
    lower: float


def level(pair: Codings, confidence: float) -> _Level | None:
    """How far a judge is above the other of two; None without numbers that both gave."""
    number = numeric(pair)
    if number is None or len(pair.items) < 2:
        return None
    gap = score_gaps(pair, number)
    bias, limits = mean_with_error(gap, groups(pair), confidence)
    half = LIMITS_OF_AGREEMENT * float(gap.std(ddof=1))
    up, down = _sides(gap)
    return _Level(bias, limits, bias - half, bias + half, up, down)


def score_gaps(pair: Codings, number: FloatArray) -> FloatArray:
    """Of a study of two coders who scored every item: the first minus the second."""
    return np.asarray(number[pair.category[0::2]] - number[pair.category[1::2]])


def _sides(gap: FloatArray) -> tuple[float, float]:
    """The shares of differences above 0 and below it."""
    return float((gap > NEARLY_ZERO).mean()), float((gap < -NEARLY_ZERO).mean())


@dataclass(frozen=True, slots=True)
class Beside(Result):
    """A judge beside one person, or beside the vote of all.

    :param who: The person, or "vote".
    :param items: How many items both labelled.
    :param agreed: The share on which both say the same.
    :param measures: α, κ and AC1 (or their weighted forms), with intervals; on a scale α, ρ_c and
        ICC(3,1).
    :param level: On a scale, how far the judge is above the other.
    """

    who: Hashable
    items: int
    agreed: float
    measures: tuple[Agreement, ...] = field(metadata={PLAIN_BY: _by_measure})
    level: _Level | None = None


@dataclass(frozen=True, slots=True)
class Baselines(Result):
    """How often the judge says what the vote says, and how often who knows nothing would.

    :param judge: The share of items on which the judge says what the vote says.
    :param constant: The same of a judge who always says the label that the vote has most often.
    :param random: The same of a judge with this one's frequencies and no look at the item.
    """

    judge: float
    constant: float
    random: float
    label: Hashable
    items: int


@dataclass(frozen=True, slots=True)
class Direction(Result):
    """Which way the judge errs.

    :param matrix: People's vote (rows) × the judge (columns).
    :param errors: (vote, judge, how often, share of the items with that vote), most often first.
    :param rates: Label → (share of the items with that vote that the judge labels so, limits).
    :param shift: On a scale, the mean of judge − vote, with its interval.
    :param higher: On a scale, the share of items that the judge puts higher; `lower`: lower.
    """

    matrix: Matrix
    errors: tuple[tuple[Hashable, Hashable, int, float], ...] = field(
        metadata=columns("vote, judge, number, share", vote=_name, judge=_name)
    )
    rates: tuple[tuple[Hashable, float, float, float, int], ...] = field(
        metadata=columns("label, recall, low, high, items", label=_name)
    )
    shift: float | None = None
    interval: Interval | None = None
    higher: float | None = None
    lower: float | None = None


def beside(
    bench_: Bench,
    judge: int,
    labels: Sequence[Hashable | None],
    distance: Any,
    sampling: dict[str, Any],
    scale: bool = False,
) -> tuple[Beside, ...]:
    """The judge beside every person, then beside the vote."""
    rows = []
    pairs: list[tuple[Hashable, Codings]] = [
        (bench_.name(person), codings_of_pair(bench_, judge, person)) for person in bench_.people
    ]
    # The vote goes last: the decision and the sheet's summary read the last row.
    if len(bench_.people) > 1:
        pairs.append(("vote", pair_with(bench_, judge, labels, "vote")))
    for who, pair in pairs:
        n = len(pair.items)
        same = float(same_label(pair).mean()) if n else nan
        found = (
            tuple(with_interval(pair, one, sampling) for one in trio(bench_.study, distance, scale))
            if n
            else ()
        )
        apart = level(pair, sampling["confidence"]) if scale else None
        rows.append(Beside(who, n, same, found, apart))
    return tuple(rows)


def same_label(pair: Codings) -> FloatArray:
    """Of a study of two coders who coded every item: whether they say the same, item by item."""
    first, second = pair.category[0::2], pair.category[1::2]
    return np.asarray(first == second, dtype=np.float64)


def _most_frequent(often: FloatArray | IntArray, names: Sequence[Hashable]) -> int:
    """Which is most frequent; of several the first by name, wherever the question is asked."""
    return min(range(len(names)), key=lambda at: (-often[at], str(names[at])), default=0)


def baselines(pair: Codings) -> Baselines | None:
    """The lines that a judge has to be above."""
    n = len(pair.items)
    if not n:
        return None
    k = len(pair.categories)
    own, other = pair.category[0::2], pair.category[1::2]
    p = np.bincount(own, minlength=k) / n
    q = np.bincount(other, minlength=k) / n
    most = _most_frequent(q, pair.categories)
    return Baselines(
        float((own == other).mean()), float(q[most]), float(p @ q), pair.categories[most], n
    )


def direction(pair: Codings, ordered: bool, confidence: float) -> Direction | None:
    """Which labels the judge gives instead of the vote's; on a scale, whether they are higher."""
    n = len(pair.items)
    if not n:
        return None
    judge, other = pair.coders
    matrix = confusion_matrix(pair, other, judge)
    names, values = list(pair.categories), matrix.values
    total = values.sum(axis=1)
    errors = [
        (names[r], names[c], int(values[r, c]), float(values[r, c] / total[r]))
        for r in range(len(names))
        for c in range(len(names))
        if r != c and values[r, c]
    ]
    errors.sort(key=lambda row: (-row[2], str(row[0]), str(row[1])))
    own, vote, of = pair.category[0::2], pair.category[1::2], groups(pair)
    rates = []
    for r in np.flatnonzero(total).tolist():
        there = vote == r
        inside = None if of is None else of[there]
        share, ends = share_with_error((own[there] == r).astype(np.float64), inside, confidence)
        rates.append((names[r], share, *ends, int(total[r])))
    number = numeric(pair) if ordered else None
    # Declared words are a scale of equal steps here; that says which way the judge errs, not how
    # far.
    if ordered and number is None and pair.declared:
        number = np.arange(len(names), dtype=np.float64)
    if number is None:
        # What fits on a page; the matrix beside it has them all.
        return Direction(matrix, tuple(errors[:50]), tuple(rates[:100]))
    gap = score_gaps(pair, number)
    shift, limits = mean_with_error(gap, of, confidence)
    up, down = _sides(gap)
    return Direction(matrix, tuple(errors[:50]), tuple(rates[:100]), shift, limits, up, down)


@dataclass(frozen=True, slots=True)
class JudgeVerdict(Result):
    """Judge's Verdict: the judge's mean κ with people against people's mean κ with each other.

    z = (κ of the judge − mean of people's)/(their standard deviation); |z| < 1 is human-like, above
    1 more consistent than people are, below −1 less.

    :param judge: The judge's mean κ with a person.
    :param mean: The mean, over people, of a person's mean κ with the others.
    :param sd: Its standard deviation over people.
    """

    _keys = "judge, mean, sd, z, kind"
    judge: float
    mean: float
    sd: float
    z: float

    @property
    def kind(self) -> str:
        """In words."""
        if np.isnan(self.z):
            return said("answer.undefined")
        # Han et al. (2025): within one standard deviation of people's own mean
        if abs(self.z) <= 1:
            return said("judge.verdict.human")
        return said("judge.verdict.super" if self.z > 1 else "judge.verdict.less")


def verdict(bench_: Bench, judge: int, measure: Bound) -> JudgeVerdict | None:
    """z of Judge's Verdict; None with fewer than three people. References: han2025."""
    people = bench_.people
    # The standard deviation over people's means needs three of them: with two both have the same
    # mean, their own κ.
    if len(people) < 3:
        return None

    def mean_with(one: int) -> float:
        values = [
            measure.compute(pair).value
            for other in people
            if other != one and len((pair := codings_of_pair(bench_, one, other)).items)
        ]
        good = [value for value in values if np.isfinite(value)]
        return float(np.mean(good)) if good else nan

    own = np.array([mean_with(person) for person in people])
    own = own[np.isfinite(own)]
    if len(own) < 3:
        return None
    mean, sd, value = float(own.mean()), float(own.std(ddof=1)), mean_with(judge)
    return JudgeVerdict(value, mean, sd, (value - mean) / sd if sd > NEARLY_ZERO else nan)
