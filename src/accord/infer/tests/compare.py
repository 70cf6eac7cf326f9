"""Comparisons: two rounds, two groups of coders, two coefficients, two distances.

Items that both sides share are drawn together, so what makes an item easy or hard for both
sides cancels; items of one side only are drawn for that side.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import isnan, nan
from typing import Any

import numpy as np

from accord.engine.any_data import study_of, takes_data
from accord.errors import NotApplicableError
from accord.infer.resample.item_sums import sums_of
from accord.infer.resample.replicates import (
    RESAMPLES,
    Progress,
    blocks,
    draw_weights,
    how_many,
    product,
    seed_of,
)
from accord.measure.bound import Asked, Bound, bound
from accord.measure.cube.kernel import Countable
from accord.measure.cube.sums import Sums
from accord.model.agreement import Agreement, Interval
from accord.model.names import FloatArray, IntArray
from accord.model.showing import Result, picked
from accord.model.study import Study
from accord.tasks import Tasks


@dataclass(frozen=True, slots=True)
class Comparison(Result):
    """Two agreements, their difference (first − second) with an interval, and a two-sided p.

    `shared` is how many items both sides have.
    """

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

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON; nan becomes None."""
        return picked(self, "first second difference interval p shared notes")


@dataclass(frozen=True, slots=True)
class _Side:
    study: Study
    measure: Bound


_Part = tuple[Study, Callable[[Study], Agreement]]


@takes_data
def compare(
    study: Study | Countable,
    other: Study | Countable,
    measure: Asked,
    other_measure: Asked | None = None,
    *,
    confidence: float = 0.95,
    resamples: int | None = None,
    rng: "int | np.random.Generator" = 0,
    n_jobs: Tasks | int | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """The difference between two agreements: basic bootstrap interval and two-sided p.

    Two rounds or corpora: two studies. Two groups of coders: `study.only(…)` twice. Two
    coefficients or distances on the same data: the same study twice with `other_measure`. Items
    of the same name are the same item and are drawn together.
    p = (1 + number of |d* − d| ≥ |d|) / (1 + resamples). References: efron1993.

    >>> from accord.model.codings.tabular import from_coders
    >>> one = from_coders({"A": "aabbbbbccccc" * 5, "B": "abbbbbcccccc" * 5})
    >>> two = from_coders({"A": "aabbbbbccccc" * 5, "B": "aabbbbbcccca" * 5})
    >>> result = compare(one, two, "pi", resamples=1000)
    >>> round(result.difference, 3), result.shared, result.p > 0.05
    (-0.148, 60, True)
    """
    other = study_of(other)
    if isinstance(study, Countable) or isinstance(other, Countable):
        raise NotApplicableError.of_counts("a comparison")
    left = _Side(study, bound(measure))
    right = _Side(other, left.measure if other_measure is None else bound(other_measure))
    seed = seed_of(rng)
    found = left.measure.compute(study), right.measure.compute(other)
    sums = _sums(left, right, *found)
    n = resamples or (RESAMPLES if sums else min(how_many(study), how_many(other)))
    at_first, at_second, shared = _union(study, other)
    result = Comparison(
        *found,
        Interval(nan, nan, confidence, "basic", n, seed),
        nan,
        shared,
    )
    if isnan(result.difference):
        return replace(result, notes=("one side is undefined, so there is no difference",))
    drawn = np.concatenate(
        list(
            _watched(
                _differences(left, right, sums, at_first, at_second, shared, n, seed, n_jobs),
                n,
                progress,
            )
        )
    )
    return _concluded(result, drawn[np.isfinite(drawn)])


def _concluded(result: Comparison, drawn: FloatArray) -> Comparison:
    interval, p = conclude(result.difference, drawn, result.interval)
    notes = [] if result.shared else ["no shared items: the two sides are resampled independently"]
    if len(drawn) < result.interval.resamples:
        notes.append(
            f"{result.interval.resamples - len(drawn)} resamples were undefined and left out"
        )
    return replace(result, interval=interval, p=p, notes=tuple(notes))


def conclude(difference: float, drawn: FloatArray, interval: Interval) -> tuple[Interval, float]:
    """The basic interval and two-sided p of a difference: both ask how far d* is from d."""
    if not len(drawn):
        return interval, nan
    confidence = interval.confidence
    low, high = np.quantile(drawn, [(1 - confidence) / 2, (1 + confidence) / 2])
    extreme = int((np.abs(drawn - difference) >= abs(difference) - 1e-12).sum())
    low, high = 2 * difference - float(high), 2 * difference - float(low)
    found = replace(interval, low=low, high=high, se=float(np.std(drawn, ddof=1)))
    return found, (1 + extreme) / (1 + len(drawn))


def _watched(
    parts: Iterator[FloatArray], n: int, progress: Progress | None
) -> Iterator[FloatArray]:
    done = 0
    for part in parts:
        done += len(part)
        if progress is not None:
            progress(done / n)
        yield part


def _union(first: Study, second: Study) -> tuple[IntArray, IntArray, int]:
    """The position of each item of the union in both studies, −1 where it is not there."""
    if first.items == second.items:
        same = np.arange(len(first.items))
        return same, same, len(same)
    place = {name: at for at, name in enumerate(second.items)}
    at_second = np.array([place.pop(name, -1) for name in first.items], dtype=np.intp)
    rest = np.array(sorted(place.values()), dtype=np.intp)
    at_first = np.concatenate([np.arange(len(first.items)), np.full(len(rest), -1)])
    return at_first, np.concatenate([at_second, rest]), int((at_second >= 0).sum())


def _sums(left: _Side, right: _Side, one: Agreement, two: Agreement) -> tuple[Sums, Sums] | None:
    """The sums of both sides, None where one of them is no function of sums."""
    first = sums_of(left.study, left.measure, one)
    second = None if first is None else sums_of(right.study, right.measure, two)
    return None if first is None or second is None else (first, second)


def _differences(
    left: _Side,
    right: _Side,
    sums: tuple[Sums, Sums] | None,
    at_left: IntArray,
    at_right: IntArray,
    shared: int,
    n: int,
    seed: int,
    n_jobs: Tasks | int | None,
) -> Iterator[FloatArray]:
    if sums is not None:
        return _by_sums(*sums, at_left, at_right, shared, n, seed, n_jobs)
    seeds = np.random.SeedSequence(seed).spawn(n)
    step = max(1, min(50, n // 20))
    parts = [(side.study, side.measure.function) for side in (left, right)]
    tasks = [(*parts, at_left, at_right, shared, seeds[at : at + step]) for at in range(0, n, step)]
    return Tasks.of(n_jobs).stream(_by_studies, tasks, unpack=np.asarray)


def _by_sums(
    one: Sums,
    two: Sums,
    at_one: IntArray,
    at_two: IntArray,
    shared: int,
    n: int,
    seed: int,
    n_jobs: Tasks | int | None,
) -> Iterator[FloatArray]:
    """Kinds of the union are pairs of kinds; a side that lacks the item adds nothing."""
    kind_one = np.where(at_one >= 0, one.of_item[at_one], len(one.rows))
    kind_two = np.where(at_two >= 0, two.of_item[at_two], len(two.rows))
    both = kind_one.astype(np.int64) * (len(two.rows) + 1) + kind_two
    distinct, counts = np.unique(both, return_counts=True)
    first, second = np.divmod(distinct, len(two.rows) + 1)
    rows_one = np.concatenate([one.rows, np.zeros((1, one.rows.shape[1]))])[first]
    rows_two = np.concatenate([two.rows, np.zeros((1, two.rows.shape[1]))])[second]
    multiplicity = counts.astype(np.float64)
    strata = [np.ones(len(distinct), bool)]
    if not shared:  # nothing to pair: each side keeps its number of items
        strata = [first < len(one.rows), second < len(two.rows)]

    def block(size: int, at: np.random.SeedSequence) -> FloatArray:
        weights = np.zeros((size, len(distinct)))
        for inside, part in zip(strata, at.spawn(len(strata)), strict=True):
            weights[:, inside] = draw_weights(part, multiplicity[inside], size)
        return one.value(product(weights, rows_one)) - two.value(product(weights, rows_two))

    units = int(multiplicity.sum())
    width = max(units if units <= 10 * len(distinct) else 0, len(distinct), rows_one.shape[1])
    return Tasks.of(n_jobs).in_threads(block, blocks(n, width, seed))


def _by_studies(
    left: _Part,
    right: _Part,
    at_left: IntArray,
    at_right: IntArray,
    shared: int,
    seeds: "list[np.random.SeedSequence]",
) -> FloatArray:
    values = []
    for seed in seeds:
        rng = np.random.default_rng(seed)
        drawn = rng.integers(len(at_left), size=len(at_left))
        if shared:
            one, two = at_left[drawn], at_right[drawn]
        else:
            one = rng.integers(len(left[0].items), size=len(left[0].items))
            two = rng.integers(len(right[0].items), size=len(right[0].items))
        sides = ((left, one[one >= 0]), (right, two[two >= 0]))
        a, b = (compute(study.take(at)).value for (study, compute), at in sides)
        values.append(a - b)
    return np.array(values)
