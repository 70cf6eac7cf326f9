"""Comparisons: two rounds, two groups of coders, two coefficients, two distances.

Units (items, or documents where the study knows them) that both sides share are left out or drawn
together, so what makes them easy or hard for both sides cancels.

The test compares how far both sides are from perfect agreement, on a log scale, where this is
nearly normal: with A = 1 − first + δ/2 and B = 1 − second − δ/2 a difference of δ is rejected where

    |log A − log B| > t √(V₁₁/A² + V₂₂/B² − 2 V₁₂/(AB)),

V the jackknife's variances and covariance of both values, t with as many degrees of freedom as
Welch's test has. p belongs to δ = 0, and the interval has the differences that are not rejected.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf, isnan, log, nan, sqrt
from typing import Any

import numpy as np

from accord._measure.bound import Asked, Bound, bound, documents_of
from accord._measure.by_document import ByDocument
from accord._measure.cube.kernel import Countable, itemized
from accord._measure.cube.sums import Sums
from accord.engine.any_data import study_of, takes_data
from accord.errors import NotApplicableError, Setting, UnknownNameError
from accord.infer.advice.choose import recommended_for
from accord.infer.resample.interval import (
    LEFT_OUT,
    default_method,
    interval_of,
    unanimous,
    value_bounds,
)
from accord.infer.resample.item_sums import sums_of
from accord.infer.resample.replicates import (
    RESAMPLES,
    Limit,
    below,
    blocks,
    collected,
    draw_weights,
    how_many,
    product,
    seed_of,
    size_of,
    unit_drawn,
    values_without,
    without_label,
)
from accord.infer.tests.two_coders import of_two_coders
from accord.infer.why.coders import without_each
from accord.kinds.canonical import order_of_both
from accord.model.agreement import Agreement, Interval
from accord.model.names import NEARLY_ZERO, FloatArray, IntArray
from accord.model.showing import Result
from accord.model.study import Study
from accord.tasks import Progress, Tasks, checked_run
from accord.words.said import said

WAYS_TO_COMPARE = ("log t", "basic")


@dataclass(frozen=True, slots=True)
class Comparison(Result):
    """Two agreements, their difference (first − second) with an interval, and a two-sided p.

    `shared` is how many items both sides have.

    :param notes: What a reader must know, in sentences.

    >>> import accord
    >>> old = accord.from_coders({"A": "aabbbbbccccc" * 5, "B": "abbbbbcccccc" * 5})
    >>> new = accord.from_coders({"A": "aabbbbbccccc" * 5, "B": "aabbbbbcccca" * 5})
    >>> found = accord.compare(old, new, "pi")
    >>> round(found.difference, 3), found.p > 0.05
    (-0.148, True)
    """

    _keys = "first, second, difference, interval, p, shared, notes"
    first: Agreement
    second: Agreement
    interval: Interval
    p: float
    shared: int
    notes: tuple[str, ...] = ()

    @property
    def difference(self) -> float:
        """First − second."""
        return self.first.value - self.second.value

    def __str__(self) -> str:
        return (
            f"{self.first.symbol} {self.first.value:.4f} − {self.second.symbol} "
            f"{self.second.value:.4f} = {self.difference:+.4f} {self.interval}, p = {self.p:.4g}"
        )


@dataclass(frozen=True, slots=True)
class _Side:
    study: Study
    measure: Bound
    found: Agreement

    @property
    def apart(self) -> float:
        """How far the value is from perfect agreement."""
        value = self.found.value
        return 1 - value if self.measure.measure.better == "higher" else value

    @property
    def rank(self) -> tuple[float, float, int]:
        """What decides which side is taken first: nothing that order or names could change."""
        return self.found.value, self.found.observed, len(self.study.items)


@dataclass(frozen=True, slots=True, eq=False)
class _Units:
    """The units of both sides, in an order that names do not change: which items of each side
    belong to each unit, by position, how many units both sides have, and both sides' sums."""

    of_left: IntArray
    of_right: IntArray
    number: int
    shared: int
    sums: "tuple[Sums | None, Sums | None]"

    def strata(self) -> list[IntArray]:
        """What is drawn together: all units, or each side's own where they share none."""
        if self.shared:
            return [np.arange(self.number)]
        return [np.unique(self.of_left), np.unique(self.of_right)]

    def drawn(self, rng: np.random.Generator) -> IntArray:
        """How often each unit is drawn."""
        drawn = [inside[rng.integers(len(inside), size=len(inside))] for inside in self.strata()]
        return np.bincount(np.concatenate(drawn), minlength=self.number)


_Part = tuple[Study, Callable[[Study], Agreement]]


@of_two_coders
@checked_run
@takes_data
def compare(
    study: Study | Countable,
    other: Study | Countable,
    measure: Asked | None = None,
    other_measure: Asked | None = None,
    *,
    method: str | None = None,
    over: str | None = None,
    confidence: float = 0.95,
    resamples: int | None = None,
    rng: "int | np.random.Generator" = 0,
    n_jobs: Tasks | int | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """The difference between two agreements, with interval and two-sided p.

    Two rounds or corpora: two studies. Two groups of coders: `study.only(…)` twice. Two
    coefficients or distances on the same data: the same study twice with `other_measure`. Two
    slices: `study.take(…)` twice. Two coders: `compare(data, "gpt4", "claude")`, each together
    with all others. Items of the same name are the same item, and documents of the same name the
    same document.

    `over` says what varies from study to study: "items", "coders", "both", or a column about
    items (documents). By default documents where a study has them, else items. `method`:
    "log t" (the default: jackknife, t distribution, on the scale of log disagreement) or "basic"
    (basic bootstrap, with `resamples` and `rng`; p = (1 + number of |d* − d| ≥ |d|) / (1 +
    resamples)). Where a side has no disagreement, or a category is rare, the limits of both
    sides' own intervals are put together instead (squared and added). References: efron1993.

    :param study: The first study, or data that accord can read as one.
    :param other: The second study, or data that accord can read as one.
    :param measure: A measure by name, or one bound to its settings; unless named, the one that
        `choose` recommends for both, or the next where that takes long (γ).
    :param other_measure: The measure for the second study, where it is another one.
    :param method: log t or basic.
    :param over: What varies from study to study: items, coders, both, or a column about items.
    :param confidence: The confidence level.
    :param resamples: How many resamples (basic).
    :param rng: The seed, or a NumPy generator.
    :param n_jobs: How many processes work at once.
    :param progress: A function that is called with the progress of the work.

    >>> import accord
    >>> one = accord.from_coders({"A": "aabbbbbccccc" * 5, "B": "abbbbbcccccc" * 5})
    >>> two = accord.from_coders({"A": "aabbbbbccccc" * 5, "B": "aabbbbbcccca" * 5})
    >>> result = accord.compare(one, two, "pi")
    >>> round(result.difference, 3), result.shared, result.p > 0.05
    (-0.148, 60, True)
    """
    study, other = itemized(study, "a comparison"), study_of(other)
    other = itemized(other, "a comparison")
    if method is not None and method not in WAYS_TO_COMPARE:
        raise UnknownNameError.of("method of comparison", method, WAYS_TO_COMPARE)
    first = recommended_for(study, other) if measure is None else bound(measure)
    second = first if other_measure is None else bound(other_measure)
    left = _Side(study, first, first.compute(study))
    right = _Side(other, second, second.compute(other))
    column = _column(study, other) if over is None else over
    shared = len(set(study.items) & set(other.items))
    nothing = Interval(nan, nan, confidence, method or "log t")
    result = Comparison(left.found, right.found, nothing, nan, shared)
    if isnan(result.difference):
        return replace(result, notes=(said("interval.one-side-undefined-no"),))
    # A value that was only bounded in its time budget differs by how long it took, too.
    if any("certified" in side.found.settings for side in (left, right)):
        more = f"give more time ({Setting('budget')})"
        late = f"time budget reached: the values are not exact, so they are not tested; {more}"
        return replace(result, notes=(late,))
    # The better side comes first, so that the other way round gives the same bits, negated.
    turned = left.rank < right.rank
    if turned:
        left, right, result = right, left, replace(result, first=right.found, second=left.found)
    if method == "basic":
        how = (confidence, resamples, seed_of(rng), n_jobs, progress)
        result = _bootstrapped(result, left, right, column, *how)
    else:
        result = _tested(result, left, right, column, confidence)
    if turned:
        made = result.interval
        result = replace(
            result,
            first=result.second,
            second=result.first,
            interval=replace(made, low=-made.high, high=-made.low),
        )
    notes = [] if shared else [said("interval.no-shared-items-two")]
    if over is None and column != "items":
        notes.append(
            said(
                "interval.values-units-because-items",
                column=column,
                setting=Setting("over", "items"),
            )
        )
    shown = result.interval.method + ("" if column == "items" else f" over {column}")
    return replace(
        result,
        interval=replace(result.interval, method=shown),
        notes=(*notes, *result.notes),
    )


def _column(first: Study, second: Study) -> str:
    """What varies by default: documents where both sides have them, or items."""
    one, two = unit_drawn(first), unit_drawn(second)
    if one == two:
        return one
    named = one if one != "items" else two
    # A side in which every document has one item knows its documents, too.
    there = all(named in getattr(side, "about", {}) for side in (first, second))
    return named if there else "items"


def _tested(
    result: Comparison, left: _Side, right: _Side, column: str, confidence: float
) -> Comparison:
    """The test on the log scale; by the limits of both sides where that has no variance."""
    parts = []
    if column in ("coders", "both"):
        parts.append(_left_out_coders(left, right))
    if column != "coders":
        units = _column(left.study, right.study) if column == "both" else column
        parts.append(_left_out_units(left, right, units))
    spread = np.sum([part[0] for part in parts], axis=0)
    df = min(part[1] for part in parts)
    own = _own_limits(left, right, column)
    if own is not None:
        limit = _recovered(left, right, own, spread)
        name = "limits of both sides"
    # One unit has no spread, and a value that is undefined without some unit has none either.
    elif not (np.isfinite(spread).all() and df >= 1):
        why = said("interval.no-too-few-units")
        return replace(result, notes=(why,))
    else:
        limit = _by_log(left, right, spread, df)
        name = "log t"
    # No difference is larger than that of the best and the worst value there can be.
    (least, most), (bottom, top) = (value_bounds(s.measure, s.found) for s in (left, right))
    low = max(limit((1 - confidence) / 2), least - top)
    high = min(limit((1 + confidence) / 2), most - bottom)
    difference = float(spread[0, 0] + spread[1, 1] - 2 * spread[0, 1])
    se = sqrt(max(difference, 0.0)) if np.isfinite(difference) else None
    return replace(
        result,
        interval=Interval(low, high, confidence, name, se=se),
        p=_two_sided(limit, result.difference),
    )


def _two_sided(limit: Limit, difference: float) -> float:
    """The smallest p at which the interval does not hold 0."""
    # Rounding alone must not make two equal values differ, however little they vary.
    if abs(difference) < 1e-12:
        return 1.0
    share = below(limit, 0.0)
    return min(1.0, 2 * min(share, 1 - share))


def _by_log(left: _Side, right: _Side, spread: FloatArray, df: float) -> Limit:
    """The difference that is rejected with a confidence, on the scale of log disagreement."""
    from scipy.special import stdtrit

    higher = left.measure.measure.better == "higher"
    a, b = left.apart, right.apart
    # Perfect agreement has no logarithm, and a rate of errors is not to be compared on the scale of
    # a coefficient: there the difference itself is tested.
    if a <= 0 or b <= 0 or left.measure.measure.better != right.measure.measure.better:
        wide = sqrt(max(float(spread[0, 0] + spread[1, 1] - 2 * spread[0, 1]), 0.0))
        middle = left.found.value - right.found.value
        return lambda confidence: middle + wide * float(stdtrit(df, confidence))

    def rejected(delta: float) -> float:
        """t of the difference a − b = delta."""
        one, two = a - delta / 2, b + delta / 2
        if one <= 0 or two <= 0:
            return inf if two <= 0 else -inf
        v = spread[0, 0] / one**2 + spread[1, 1] / two**2 - 2 * spread[0, 1] / (one * two)
        gap = log(one) - log(two)
        return (
            gap / sqrt(v)
            if v > 1e-24
            else (inf if gap > NEARLY_ZERO else -inf if gap < -NEARLY_ZERO else 0.0)
        )

    def limit(confidence: float) -> float:
        # a − b rises where the difference of values falls, unless lower values are better.
        wanted = float(stdtrit(df, 1 - confidence))
        wanted = -wanted if higher else wanted
        low, high = -2 * b, 2 * a
        # Each step halves the bracket: 60 are more than the digits of a float.
        for _ in range(60):
            middle = (low + high) / 2
            if rejected(middle) > wanted:
                low = middle
            else:
                high = middle
        found = (low + high) / 2
        return -found if higher else found

    return limit


def _own_limits(left: _Side, right: _Side, column: str) -> tuple[Limit, Limit] | None:
    """The limits of both sides' intervals, where one of them is an exact bound or a score's."""
    if column in ("coders", "both"):
        return None
    found = []
    for side in (left, right):
        if not side.measure.measure.counted:
            return None
        over = column if column in getattr(side.study, "about", {}) else "items"
        found.append(_own(side, over))
    (one, special), (two, other) = found
    return (one, two) if one and two and (special or other) else None


def _own(side: _Side, over: str) -> tuple[Limit | None, bool]:
    agreed = unanimous(side.study, side.measure, side.found, over, 0.95)
    special = (
        agreed is not None or default_method(side.study, side.measure, side.found, over) == "score"
    )
    method = None if special else "jackknife"
    _, limit = interval_of(side.study, side.found, side.measure, method=method, over=over)
    return limit, special


def _recovered(left: _Side, right: _Side, own: tuple[Limit, Limit], spread: FloatArray) -> Limit:
    """The limits of a difference from those of both sides (square and add)."""
    one, two = left.found.value, right.found.value
    both = float(spread[0, 0] * spread[1, 1])
    # Sides that share items rise and fall together, and their limits with them.
    r = float(spread[0, 1]) / sqrt(both) if both > 0 else 0.0
    r = r if np.isfinite(r) else 0.0

    def limit(confidence: float) -> float:
        tail = 1 - confidence
        a, b = one - own[0](confidence), own[1](tail) - two
        wide = sqrt(max(a**2 + b**2 - 2 * r * a * b, 0.0))
        return one - two - wide if confidence < 0.5 else one - two + wide

    return limit


def _left_out_units(left: _Side, right: _Side, column: str) -> tuple[FloatArray, float]:
    """The jackknife's covariance of both values over units, and the degrees of freedom."""
    units = _units(left, right, column)
    sides = zip((left, right), (units.of_left, units.of_right), units.sums, strict=True)
    made = [_without(side, of, sums, units.number) for side, of, sums in sides]
    return _covariance(made[0], made[1], units.strata())


def _without(
    side: _Side, of: IntArray, sums: Sums | None, number: int
) -> tuple[FloatArray, IntArray]:
    """The value without each unit (the value itself where the side has no part of it)."""
    result = np.full(number, side.found.value)
    if sums is not None:
        there = np.unique(of)
        result[there] = replace(sums, rows=sums.added(of, number)[there]).changed(-1.0, sums.total)
        return result, np.arange(number)
    # A measure that is no sum is computed anew for each part, so units go in groups.
    parts = np.array_split(np.unique(of), min(LEFT_OUT, len(np.unique(of))))
    group = np.zeros(number, dtype=np.intp)
    for at, part in enumerate(parts):
        group[part] = at
    table = documents_of(side.study, side.measure)
    if table is not None:
        there = np.unique(of)
        result[there] = values_without(table, group[of], len(parts))[group[there]]
        return result, group
    each = side.measure.sharing(len(parts), size_of(side.study))
    for part in parts:
        kept = np.flatnonzero(~np.isin(of, part))
        value = each.compute(side.study.take(kept)).value if len(kept) else nan
        result[part] = value
    return result, group


def _covariance(
    one: tuple[FloatArray, IntArray], two: tuple[FloatArray, IntArray], strata: list[IntArray]
) -> tuple[FloatArray, float]:
    """Of leave-one-out values of both sides, over strata that vary independently."""
    spread, each = np.zeros((2, 2)), []
    for inside in strata:
        # Where units were left out in groups, one of each group stands for it.
        groups = np.stack([one[1][inside], two[1][inside]])
        _, at = np.unique(groups, axis=1, return_index=True)
        values = np.stack([one[0][inside[at]], two[0][inside[at]]])
        values = values[:, np.isfinite(values).all(axis=0)]
        values = values[:, np.lexsort(values)]  # the same sum whatever the order of units
        n = values.shape[1]
        if n < 2:
            return np.full((2, 2), nan), 0.0
        apart = values - values.mean(axis=1, keepdims=True)
        part = (n - 1) / n * apart @ apart.T
        spread += part
        each.append((float(part[0, 0] + part[1, 1] - 2 * part[0, 1]), n - 1))
    # Degrees of freedom of variances that add up (Satterthwaite 1946).
    total = sum(v for v, _ in each)
    parts = sum(v**2 / n for v, n in each)
    return spread, total**2 / parts if parts > 0 else float(min(n for _, n in each))


def _left_out_coders(left: _Side, right: _Side) -> tuple[FloatArray, float]:
    """The same over coders: those of the same name are the same."""
    names = list(dict.fromkeys([*left.study.coders, *right.study.coders]))
    place = {name: at for at, name in enumerate(names)}
    made = []
    for side in (left, right):
        values = np.full(len(names), side.found.value)
        at = [place[name] for name in side.study.coders]
        values[at] = without_each(side.study, side.measure)
        made.append((values, np.arange(len(names))))
    of = [np.array([place[name] for name in side.study.coders]) for side in (left, right)]
    shared = len(np.intersect1d(of[0], of[1]))
    return _covariance(made[0], made[1], [np.arange(len(names))] if shared else of)


def _units(left: _Side, right: _Side, column: str) -> _Units:
    """The units of both studies, those of the same name one unit."""
    first, second = left.study, right.study
    about = [getattr(study, "about", {}) for study in (first, second)]
    if column != "items" and not any(column in columns for columns in about):
        known = ["items", "coders", "both", *about[0], *about[1]]
        raise UnknownNameError.of("column to compare over", column, known)
    label: dict[Any, Any] = {}
    for study, columns in zip((first, second), about, strict=True):
        for name, value in zip(study.items, columns.get(column, ()), strict=False):
            if not without_label(value):
                # An item that is in a document on one side is in the same document on the other.
                label.setdefault(name, ("cluster", value))
    place: dict[Any, int] = {}
    found = []
    for study in (first, second):
        names = [label.get(name, ("item", name)) for name in study.items]
        found.append(np.array([place.setdefault(name, len(place)) for name in names], np.intp))
    shared = len(np.intersect1d(found[0], found[1]))
    one, two = (sums_of(side.study, side.measure, side.found) for side in (left, right))
    if one is None or two is None:
        rank: IntArray = np.argsort(order_of_both(first, second, found[0], found[1]))
    else:
        rows = [s.added(of, len(place)) for s, of in zip((one, two), found, strict=True)]
        each = np.arange(len(place))
        rank = Sums(np.hstack(rows), np.ones(len(place)), one.value, each).ordered().of_item
    return _Units(rank[found[0]], rank[found[1]], len(place), shared, (one, two))


def _bootstrapped(
    result: Comparison,
    left: _Side,
    right: _Side,
    column: str,
    confidence: float,
    resamples: int | None,
    seed: int,
    n_jobs: Tasks | int | None,
    progress: Progress | None,
) -> Comparison:
    """The basic bootstrap: units are drawn, for both sides together where they share some."""
    if column in ("coders", "both"):
        raise NotApplicableError(
            f"the basic bootstrap of a difference draws items or documents; leave "
            f"{Setting('method')} out to compare over coders"
        )
    units = _units(left, right, column)
    sums = units.sums
    known = sums[0] is not None and sums[1] is not None
    tables = [None if known else documents_of(side.study, side.measure) for side in (left, right)]
    known = known or None not in tables
    anew = min(how_many(left.study), how_many(right.study))
    n = resamples or (RESAMPLES if known else anew)
    if sums[0] is not None and sums[1] is not None:
        parts = _by_sums(sums[0], sums[1], units, n, seed, n_jobs)
    elif tables[0] is not None and tables[1] is not None:
        parts = _by_tables(tables[0], tables[1], units, np.random.SeedSequence(seed).spawn(n))
    else:
        seeds = np.random.SeedSequence(seed).spawn(n)
        step = max(1, min(50, n // 20))
        sides = [(side.study, side.measure.function) for side in (left, right)]
        tasks = [(*sides, units, seeds[at : at + step]) for at in range(0, n, step)]
        parts = Tasks.of(n_jobs).stream(_by_studies, tasks, unpack=np.asarray)
    drawn = collected(parts, n, progress)
    good = drawn[np.isfinite(drawn)]
    begun = Interval(nan, nan, confidence, "basic", n, seed)
    interval, p = conclude(result.difference, good, begun)
    lost = n - len(good)
    notes = (said("interval.resamples-undefined-left-out-2", n=lost),) if lost else ()
    return replace(result, interval=interval, p=p, notes=notes)


def conclude(difference: float, drawn: FloatArray, interval: Interval) -> tuple[Interval, float]:
    """The basic interval and two-sided p of a difference: both ask how far d* is from d."""
    if not len(drawn):
        return interval, nan
    confidence = interval.confidence
    low, high = np.quantile(drawn, [(1 - confidence) / 2, (1 + confidence) / 2])
    extreme = int((np.abs(drawn - difference) >= abs(difference) - NEARLY_ZERO).sum())
    low, high = 2 * difference - float(high), 2 * difference - float(low)
    found = replace(interval, low=low, high=high, se=float(np.std(drawn, ddof=1)))
    return found, (1 + extreme) / (1 + len(drawn))


def _by_sums(
    one: Sums, two: Sums, units: _Units, n: int, seed: int, n_jobs: Tasks | int | None
) -> Iterator[FloatArray]:
    """A unit adds its rows to both sides; a side that lacks it gets nothing. Alike ones are one."""
    width = one.rows.shape[1]
    parts = one.added(units.of_left, units.number), two.added(units.of_right, units.number)
    both = np.hstack(parts)
    strata = []
    for inside in units.strata():
        rows, counts = np.unique(both[inside], axis=0, return_counts=True)
        strata.append((rows, counts.astype(np.float64)))

    def block(size: int, at: np.random.SeedSequence) -> FloatArray:
        total = np.zeros((size, both.shape[1]))
        for (rows, counts), part in zip(strata, at.spawn(len(strata)), strict=True):
            total += product(draw_weights(part, counts, size), rows)
        return one.value(total[:, :width]) - two.value(total[:, width:])

    return Tasks.of(n_jobs).in_threads(block, blocks(n, max(units.number, both.shape[1]), seed))


def _by_tables(
    one: ByDocument, two: ByDocument, units: _Units, seeds: "Sequence[np.random.SeedSequence]"
) -> Iterator[FloatArray]:
    """The same draws as of studies, where it is known what each document adds."""
    for at in range(0, len(seeds), 100):
        some = [units.drawn(np.random.default_rng(seed)) for seed in seeds[at : at + 100]]
        often = np.array(some, dtype=np.float64)
        yield one.values(often[:, units.of_left]) - two.values(often[:, units.of_right])


def _by_studies(
    left: _Part, right: _Part, units: _Units, seeds: "Sequence[np.random.SeedSequence]"
) -> FloatArray:
    values = []
    for seed in seeds:
        rng = np.random.default_rng(seed)
        often = units.drawn(rng)
        found = []
        for (study, compute), of in ((left, units.of_left), (right, units.of_right)):
            items = np.repeat(np.arange(len(of)), often[of])
            found.append(compute(study.take(items)).value)
        values.append(found[0] - found[1])
    return np.array(values)
