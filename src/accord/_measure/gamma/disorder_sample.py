"""Expected disorder: the mean disorder of random annotations, as precise as asked.

Thirty samples first; from their coefficient of variation follows how many are needed for the
mean to be within a given part of the truth with a given confidence (Mathet et al. 2015,
§5.3). Each sample has its own seed, so that the number of processes changes nothing.

What γ-cat and γ-k are made of comes with it, the disorder of categories alone, given an
alignment. Each pair of aligned units (u, v) counts with the confidence max(0, 1 − α d_pos(u, v))
that the two mean the same thing, and a unitary alignment of k units with 1/(k − 1), so that each
unit counts once, as in Krippendorff's α with missing values:

    δ_cat = Σ w d_cat / Σ w,    w = max(0, 1 − α d_pos(u, v)) / (k − 1)

Units aligned with nothing say nothing about categories and do not count.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import ceil, fsum, inf, nan, sqrt
from statistics import NormalDist
from time import time
from typing import Any

import numpy as np

from accord._measure.gamma.align.candidates import Field
from accord._measure.gamma.align.cover import SURE, Budget
from accord._measure.gamma.align.exact import best_cover
from accord._measure.gamma.disorder_chance import AnnotationSource, DrawnUnits
from accord._measure.gamma.dissimilarity import Fitted
from accord.errors import DataError
from accord.kinds.spans.parts import Spans
from accord.model.names import FloatArray, IntArray
from accord.native import core
from accord.tasks import Tasks


@dataclass(frozen=True, slots=True)
class CategoryDisorder:
    """Weighted sums of d_cat and of weights: over all pairs, and over those with category k."""

    cost: float
    weight: float
    costs: FloatArray
    weights: FloatArray

    def of(self, k: int | None = None) -> float:
        """δ_cat, or that of category k; nan where no two units are aligned."""
        cost, weight = (self.cost, self.weight) if k is None else (self.costs[k], self.weights[k])
        return float(cost / weight) if weight > 0 else nan


def category_disorder(
    d: Fitted, spans: Spans, members: IntArray, block: IntArray, blocks: int
) -> list[CategoryDisorder]:
    """The disorder of categories of each block; rows of `members` are unitary alignments."""
    size = 0 if d.matrix is None else len(d.matrix)
    if d.matrix is None:
        none = np.zeros((blocks, size))
        return [CategoryDisorder(0.0, 0.0, none[b], none[b]) for b in range(blocks)]
    share = 1.0 / np.maximum((members >= 0).sum(axis=1) - 1, 1)
    parts = []
    for i in range(members.shape[1]):
        for j in range(i):
            real = np.flatnonzero((members[:, i] >= 0) & (members[:, j] >= 0))
            u, v = spans.at(members[real, i]), spans.at(members[real, j])
            # Pairs whose places hardly fit count little: their categories need not agree (Mathet
            # 2017).
            confidence = np.maximum(0.0, 1.0 - d.placed(u, v)) * share[real]
            apart = confidence * d.matrix[u.category, v.category]
            parts.append((block[real], u.category, v.category, confidence, apart))
    empty = np.zeros(0, np.int64), np.zeros(0)
    at, first, second = (np.concatenate([empty[0], *(p[x] for p in parts)]) for x in range(3))
    both = np.stack([at * size + first, at * size + second], axis=1)
    counted = np.ones(both.shape, dtype=bool)
    counted[:, 1] = first != second  # a pair of one category counts for it once
    sums = []
    for x in (4, 3):
        each = np.concatenate([empty[1], *(p[x] for p in parts)])
        # Added in order of size: to the last bit the same in whatever order the pairs come.
        order = np.argsort(each)
        each, named = each[order], counted[order]
        twice = np.broadcast_to(each[:, None], named.shape)[named]
        sums += [
            np.bincount(at[order], each, blocks).astype(np.float64),
            np.bincount(both[order][named], twice, blocks * size).astype(np.float64),
        ]
    cost, costs, weight, weights = sums
    costs, weights = costs.reshape(blocks, size), weights.reshape(blocks, size)
    return [
        CategoryDisorder(float(cost[b]), float(weight[b]), costs[b], weights[b])
        for b in range(blocks)
    ]


FIRST = 30
"""The size of the first sample (§5.3)."""

REDRAWS = 1000
"""How often a draw without any unit is drawn again."""

_AT_ONCE = 1000
"""Random annotations that are drawn at once: what they take is bounded."""

UNITS_AT_ONCE = 4000
"""Units of chance samples that are aligned in one pass."""

UNITS_OF_CORE = 60_000
"""The same for the native core."""


@dataclass(frozen=True, slots=True)
class Sampling:
    """How many samples to draw: enough for `precision` at `confidence`.

    `samples` is the least number; with `precision` None it is the number. `most` bounds it.
    """

    precision: float | None = 0.02
    confidence: float = 0.95
    samples: int = FIRST
    most: int = 100_000

    def __post_init__(self) -> None:
        if self.precision is not None and not 0 < self.precision < inf:
            raise DataError(
                f"precision is {self.precision!r}; it must be a positive fraction of δ_e, e.g. 0.02"
            )
        if not 0 < self.confidence < 1:
            raise DataError(
                f"confidence is {self.confidence!r}; it must be between 0 and 1, e.g. 0.95"
            )
        if self.samples < 2:
            raise DataError(
                f"samples is {self.samples!r}; at least 2 are needed to see how random annotations "
                "vary"
            )

    def needed(self, disorders: FloatArray) -> int:
        """How many samples these disorders call for."""
        if self.precision is None or len(disorders) < 2:
            return self.samples
        wanted = sample_size(
            float(disorders.mean()),
            float(disorders.std()),
            len(disorders),
            self.precision,
            self.confidence,
        )
        return int(min(max(self.samples, ceil(wanted)), self.most))


def sample_size(
    mean: float, deviation: float, n: int, precision: float = 0.02, confidence: float = 0.95
) -> float:
    """n₀ = (C_v · U / e)²: how many samples make the mean precise enough (§5.3).

    `deviation` is that of a first sample of n, made unbiased by √(n/(n − 1)).

    >>> round(sample_size(3.49, 0.1379, 30), 1), ceil(sample_size(3.49, 0.1379, 30, 0.01))
    (15.5, 63)
    """
    if mean <= 0:
        return 0.0
    variation = sqrt(n / (n - 1)) * deviation / mean
    # Two decimals, as in the tables that the paper uses: 1.96 at 95%.
    abscissa = round(NormalDist().inv_cdf((1 + confidence) / 2), 2)
    return (variation * abscissa / precision) ** 2


@dataclass(frozen=True, slots=True)
class ChanceSample:
    """Disorders of random annotations, each in [lower, disorder], and those of categories if they
    were asked for; `complete` if there are as many as asked for, `late` if time was over before."""

    disorders: FloatArray
    lower: FloatArray
    categories: tuple[CategoryDisorder, ...] = field(repr=False)
    complete: bool = True
    late: bool = False

    @property
    def expected(self) -> float:
        """The expected disorder."""
        return fsum(self.disorders.tolist()) / len(self.disorders) if len(self.disorders) else nan

    @property
    def exact(self) -> bool:
        """Whether every disorder is proved to be the least."""
        return bool((self.disorders - self.lower <= SURE * (1 + self.disorders)).all())

    @property
    def se(self) -> float:
        """The standard error of the expected disorder: it comes from a sample."""
        n = len(self.disorders)
        return float(self.disorders.std(ddof=1)) / sqrt(n) if n > 1 else inf


_Row = tuple[float, float, CategoryDisorder | None]
"""Of one random annotation: disorder, lower bound, and disorder of categories if asked for."""

_Report = Callable[[int, int, float, float], Any]
"""Called with: samples done, samples planned, mean and standard error of the disorder."""


def chance_sample(
    source: AnnotationSource,
    n: int,
    d: Fitted,
    *,
    sampling: Sampling,
    seed: np.random.SeedSequence,
    tasks: Tasks,
    budget: Budget,
    report: _Report | None = None,
    slow: bool = False,
    categories: bool = True,
) -> ChanceSample:
    """Draw random annotations of n coders and align them, as many as `sampling` asks for.

    `categories` asks for the disorder of categories, too.

    Where what was observed is `slow` to align, chance is too: few are aligned before the next look
    at the clock.

    Interrupted (Ctrl-C) with two samples or more, it gives what is known so far to somebody who
    watches (`report`); what nobody watches, a resample, is never made of fewer samples.
    """
    found: list[_Row] = []
    categories = categories or tasks.resume is not None  # what is kept serves γ-cat as well
    planned = sampling.samples
    complete, late = True, False
    end = max(budget.until, time() + budget.seconds)
    # Shared among all samples: else the first few hard ones would take all of it.
    budget = replace(budget, seconds=budget.seconds / planned)
    try:
        while len(found) < planned and not late:
            seeds = seed.spawn(min(planned - len(found), _AT_ONCE))
            for batch in _solved(source, n, d, seeds, tasks, budget, slow, categories):
                found += batch
                late = time() > end and 2 <= len(found) < planned
                if report is not None:
                    values = np.array([row[0] for row in found])
                    report(len(found), planned, float(values.mean()), _se(values))
                if late:
                    break
            planned = sampling.needed(np.array([row[0] for row in found]))
            late = late or (time() > end and 2 <= len(found) < planned)
    except KeyboardInterrupt:
        # Without two samples there is no standard error, and without a report nobody sees the rest.
        if len(found) < 2 or report is None:
            raise
        complete = False
    disorders, lower = (np.array([row[k] for row in found], dtype=np.float64) for k in (0, 1))
    named = tuple(row[2] for row in found if row[2] is not None)
    return ChanceSample(disorders, lower, named, complete and not late, late)


def _se(values: FloatArray) -> float:
    return float(values.std(ddof=1)) / sqrt(len(values)) if len(values) > 1 else inf


def _solved(
    source: AnnotationSource,
    n: int,
    d: Fitted,
    seeds: Sequence[np.random.SeedSequence],
    tasks: Tasks,
    budget: Budget,
    slow: bool,
    categories: bool,
) -> Iterator[list[_Row]]:
    # Drawn here and aligned elsewhere: the numbers are the same on any number of processes.
    drawn = [_draw(source, n, seed) for seed in seeds]
    threads = threads_of(tasks)
    size = units_at_once(n, tasks, threads) // (1 + max(len(one.coder) for one in drawn))
    if tasks.jobs > threads:  # some for every process
        size = min(size, -(-len(drawn) // (2 * tasks.jobs)))
    # Small batches, so that progress is seen; what is kept on disk needs batches of one size.
    if slow and tasks.resume is None:
        size = min(size, threads)
    size = max(1, size)
    batches = [drawn[at : at + size] for at in range(0, len(drawn), size)]
    if threads > 1:
        tasks = replace(tasks, n_jobs=1)
    yield from tasks.stream(
        sample_disorders,
        [
            (b, n, d, replace(budget, seconds=budget.seconds * len(b)), threads, categories)
            for b in batches
        ],
        key=_key,
        pack=_packed,
        unpack=_unpacked,
    )


def units_at_once(n: int, tasks: Tasks, threads: int = 1) -> int:
    """How many units of documents with n coders are aligned in one pass.

    In NumPy groups grow some fourfold with each coder, and memory with them. The native core
    takes its blocks one by one; there it is the time until the next report that grows. Results
    that are kept are the same small parts in both.
    """
    if core() is None or tasks.resume is not None:
        return max(1, UNITS_AT_ONCE >> 2 * max(0, n - 4))
    return max(1, threads * (UNITS_OF_CORE >> max(0, n - 4)))


def threads_of(tasks: Tasks) -> int:
    """How many threads of the native core do the work of as many processes."""
    return tasks.jobs if core() is not None and tasks.on_threads else 1


def _key(
    batch: Sequence[DrawnUnits], n: int, d: Fitted, budget: Budget, threads: int, categories: bool
) -> Any:
    """All that the disorders depend on, as plain data: distances are in the matrix."""
    rule = d.rule
    return batch, n, rule.alpha, rule.beta, rule.delta, rule.function, d.matrix, budget.limits


def _packed(rows: list[_Row]) -> list[Any]:
    return [[u, low, c.cost, c.weight, c.costs, c.weights] for u, low, c in rows if c is not None]


def _unpacked(rows: list[Any]) -> list[_Row]:
    return [
        (u, low, CategoryDisorder(cost, weight, np.array(costs), np.array(weights)))
        for u, low, cost, weight, costs, weights in rows
    ]


def _draw(source: AnnotationSource, n: int, seed: np.random.SeedSequence) -> DrawnUnits:
    """A random annotation; one without any unit has no disorder and is drawn again."""
    rng = np.random.default_rng(seed)
    for _ in range(REDRAWS):
        drawn = source.draw(n, rng)
        if len(drawn.coder):
            break
    return drawn


def sample_disorders(
    drawn: Sequence[DrawnUnits],
    n: int,
    d: Fitted,
    budget: Budget,
    threads: int = 1,
    categories: bool = True,
) -> list[_Row]:
    """Disorder, its lower bound and, if asked for, the disorder of categories of each."""
    sizes = np.array([len(one.coder) for one in drawn])
    units = Field.of(
        n,
        np.repeat(np.arange(len(drawn)), sizes),
        np.concatenate([one.coder for one in drawn]),
        Spans.joined([one.spans for one in drawn]),
        len(drawn),
    )
    cover = best_cover(units, d, budget, threads)
    # Disorder is the sum over unitary alignments divided by the mean number of units of a coder.
    scale = d.rule.delta / (units.K * np.maximum(sizes, 1) / n)
    named: Sequence[CategoryDisorder | None] = [None] * len(drawn)
    if categories:
        named = category_disorder(d, units.spans, cover.members, cover.block, len(drawn))
    rows = (cover.total * scale).tolist(), (cover.lower * scale).tolist(), named
    return list(zip(*rows, strict=True))
