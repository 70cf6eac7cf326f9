"""Systems whose outputs people scored: means, places, and whether coders rank the systems alike.

References: kocmi2024, freitag2021, kendall1938.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field
from itertools import combinations
from math import nan
from typing import Any

import numpy as np

from accord._measure.objections import not_numbers
from accord.engine.any_data import takes_data
from accord.errors import AccordError, DataError, NotApplicableError, Setting
from accord.infer.resample.replicates import seed_of
from accord.kinds.labels.study import Codings
from accord.model.names import FloatArray, IntArray
from accord.model.showing import Result
from accord.tasks import checked_run
from accord.version import __version__

_FEWEST = 2
"""Systems that two coders must both have scored: of one there is no order."""

ROUGH = 20
"""With fewer segments or documents the spread of resamples says little of the spread of samples."""

SAME_MEAN = 1e-9
"""Means that differ by less are the same but for rounding: a tie."""


@dataclass(frozen=True, slots=True)
class ScoredSystem(Result):
    """One system.

    :param scores: How many scores its segments have, of all coders.
    :param mean: The mean over its segments, each of which is the mean of its coders.
    :param low: The lower limit of the mean; `high` the upper.
    :param best: The best place that it has in this share of resamples; `worst` the worst; None
        where nothing can be resampled.

    >>> import accord
    >>> rows = [("x1", "A", 5), ("x1", "B", 4), ("y1", "A", 3), ("y1", "B", 3)]
    >>> study = accord.codings(rows)
    >>> from dataclasses import replace
    >>> named = replace(study, about={"system": ["x", "y"]})
    >>> accord.infer.systems(named).systems[0].mean
    4.5
    """

    system: Hashable
    segments: int
    scores: int
    mean: float
    low: float
    high: float
    best: int | None
    worst: int | None


@dataclass(frozen=True, slots=True)
class PairTau(Result):
    """Kendall's τ-b between the rankings of two coders.

    :param tau: 1 for the same order, −1 for the opposite.

    >>> import accord
    >>> rows = [("x1", "A", 5), ("x1", "B", 4), ("y1", "A", 3), ("y1", "B", 3)]
    >>> study = accord.codings(rows)
    >>> from dataclasses import replace
    >>> named = replace(study, about={"system": ["x", "y"]})
    >>> accord.infer.systems(named).pairs[0].coders
    ('A', 'B')
    """

    coders: tuple[Hashable, Hashable]
    tau: float


@dataclass(frozen=True, slots=True)
class SystemRanking(Result):
    """Systems, best first, and whether coders rank them alike.

    :param tau: The mean over pairs of coders of Kendall's τ-b between the means that the two give
        to the systems, over segments that both scored; nan where no two coders share systems.
    :param error: Its standard error: the spread over resampled segments.
    :param low: The lower limit of τ; `high` the upper, percentiles of resamples.
    :param pairs: τ of each pair of coders.
    :param notes: What a reader must know, in words.
    :param settings: The settings that reproduce the result.

    >>> import accord
    >>> rows = [("x1", "A", 5), ("x1", "B", 4), ("y1", "A", 3), ("y1", "B", 3)]
    >>> study = accord.codings(rows)
    >>> from dataclasses import replace
    >>> named = replace(study, about={"system": ["x", "y"]})
    >>> accord.infer.systems(named).tau
    1.0
    """

    systems: tuple[ScoredSystem, ...]
    tau: float
    error: float
    low: float
    high: float
    pairs: tuple[PairTau, ...]
    notes: tuple[str, ...] = ()
    settings: dict[str, Any] = field(default_factory=dict)

    @property
    def signature(self) -> str:
        """Everything needed to reproduce it, in one line."""
        parts = [f"{key}:{value}" for key, value in self.settings.items()]
        return "|".join(["systems", *parts, f"v:{__version__}"])


@takes_data
@checked_run
def systems(
    study: Codings,
    by: str = "system",
    *,
    over: str | None = None,
    level: float = 0.95,
    resamples: int = 1000,
    rng: int | np.random.Generator = 0,
) -> SystemRanking:
    """Rank systems by the scores of their segments, more being better, and say whether coders
    rank them alike.

    Each coder's ranking is that of the mean scores of the systems. τ of two coders is Kendall's
    τ-b between their means over the segments that both scored: 1 for the same order, 0 for orders
    that have nothing to do with each other, as those of coders who guess. Segments are resampled
    (`over`: all systems' outputs for one of its values together), and τ is computed again each
    time; with few segments τ is pulled towards 0, because means are noisy.

    :param study: Scores; a column about the items names the system of each.
    :param by: That column.
    :param over: A column about the items whose values are resampled: source segments, documents.
        By default "segment" or "document" where there is one, else items.
    :param level: The confidence of limits.
    :param resamples: How many.
    :param rng: The seed, or a NumPy generator.

    >>> import accord
    >>> rows = [(f"{s}{i}", c, x) for s, c, x in
    ...         [("a", "A", 5), ("a", "B", 4), ("b", "A", 3), ("b", "B", 3), ("c", "A", 1),
    ...          ("c", "B", 2)] for i in range(2)]
    >>> study = accord.codings(rows)
    >>> from dataclasses import replace
    >>> named = replace(study, about={"system": [item[0] for item in study.items]})
    >>> found = accord.infer.systems(named)
    >>> [one.system for one in found.systems], found.tau
    (['a', 'b', 'c'], 1.0)
    """
    why = not_numbers(study)
    if why is not None:
        raise NotApplicableError(f"systems are ranked by scores, which are numbers. {why}")
    if by not in study.about:
        known = ", ".join(map(repr, study.about)) or "none"
        raise DataError(
            f"no column {by!r} about the items. Columns: {known}. Choose one with {Setting('by')}"
        )
    if not 0 < level < 1 or resamples < 2:
        raise AccordError("level must be between 0 and 1, and resamples must be 2 or more")
    over = over or next((name for name in ("segment", "document") if name in study.about), None)
    if over is not None and over not in study.about:
        raise DataError(f"no column {over!r} about the items. Columns: {', '.join(study.about)}")
    seed = seed_of(rng)
    sums = _Sums.of(study, by, over)
    whole = sums.means(np.ones(sums.clusters))
    random = np.random.default_rng(seed)
    counts = random.multinomial(
        sums.clusters, np.full(sums.clusters, 1 / sums.clusters), size=resamples
    )
    if sums.clusters < _FEWEST:  # one document again and again has no spread
        counts = counts[:0]
    drawn = [sums.means(weights.astype(float)) for weights in counts]
    # Stable, so that systems with one mean stay in the order of the file.
    order = np.argsort(-whole.systems, kind="stable")
    edges = [(1 - level) / 2, (1 + level) / 2]
    means = np.array([one.systems for one in drawn]).reshape(len(drawn), len(sums.names))
    low, high = _limits(means, edges)
    best, worst = _limits(np.array([_places(row) for row in means]).reshape(means.shape), edges)
    taus = np.array([one.tau for one in drawn])
    known = taus[np.isfinite(taus)]
    enough = len(known) > 1 and not np.isnan(whole.tau)
    tau_low, tau_high = np.quantile(known, edges) if enough else (nan, nan)
    settings = {"by": by, "over": over or "item", "n": resamples, "seed": seed}
    return SystemRanking(
        tuple(
            ScoredSystem(
                sums.names[s],
                int(sums.segments[s]),
                int(sums.scores[s]),
                float(whole.systems[s]),
                float(low[s]),
                float(high[s]),
                _place(best[s]),
                _place(worst[s]),
            )
            for s in order
        ),
        whole.tau,
        float(known.std(ddof=1)) if enough else nan,
        float(tau_low),
        float(tau_high),
        tuple(PairTau(pair, tau) for pair, tau in whole.pairs.items() if not np.isnan(tau)),
        _notes(sums, whole.tau, len(known), resamples),
        settings,
    )


def _notes(sums: "_Sums", tau: float, known: int, resamples: int) -> tuple[str, ...]:
    notes = []
    if np.isnan(tau):
        notes.append(
            "no two coders scored segments of the same two systems, so their "
            "rankings cannot be compared"
        )
    elif known < resamples and sums.clusters >= _FEWEST:
        notes.append(f"τ has no value in {resamples - known} of {resamples} bootstrap samples")
    if sums.clusters < ROUGH:
        notes.append(f"Only {sums.clusters} groups are resampled: treat the limits as rough")
    return tuple(notes)


def _limits(values: FloatArray, edges: list[float]) -> tuple[FloatArray, FloatArray]:
    """The quantiles of each column; nan where a system is in no resample."""
    found = np.full((2, values.shape[1]), np.nan)
    for column in range(values.shape[1]):
        known = values[:, column][np.isfinite(values[:, column])]
        if len(known):
            found[:, column] = np.quantile(known, edges)
    return found[0], found[1]


def _place(value: float) -> int | None:
    return None if np.isnan(value) else round(float(value))


def _places(means: FloatArray) -> FloatArray:
    """1 for the highest mean; systems that are not there have no place."""
    known = np.isfinite(means)
    # Equal systems share the best of their places.
    places = 1.0 + (means[None, :] > means[:, None] + SAME_MEAN).sum(axis=1)
    return np.where(known, places, np.nan)


@dataclass(frozen=True, slots=True)
class _Means:
    """What one resample gives."""

    systems: FloatArray
    pairs: dict[tuple[Hashable, Hashable], float]

    @property
    def tau(self) -> float:
        known = [value for value in self.pairs.values() if not np.isnan(value)]
        return float(np.mean(known)) if known else nan


@dataclass(frozen=True, slots=True, eq=False)
class _Sums:
    """Sums of scores by cluster and system, of all coders and of each pair on common segments."""

    names: list[Hashable]
    segments: IntArray
    scores: IntArray
    clusters: int
    total: FloatArray
    count: FloatArray
    pairs: dict[tuple[Hashable, Hashable], FloatArray]

    @classmethod
    def of(cls, study: Codings, by: str, over: str | None) -> "_Sums":
        numbers = study.categories.numbers()
        assert numbers is not None  # it was looked at before
        score = np.asarray(numbers, dtype=np.float64)[study.category]
        names, system = _coded(study.about[by])
        values, cluster = _coded(range(len(study.items)) if over is None else study.about[over])
        clusters = len(values)
        n, coder = len(names), study.who()
        sizes = np.bincount(study.item, minlength=len(study.items))
        coded = sizes > 0
        # A segment that more coders scored counts no more than others.
        means = _sums(study.item, score, len(study.items))
        means = _share(means, sizes.astype(float))
        at = (cluster * n + system)[coded]
        size = clusters * n
        total = _sums(at, means[coded], size).reshape(clusters, n)
        count = _sums(at, np.ones(len(at)), size).reshape(clusters, n)
        pairs = {}
        for a, b in combinations(range(len(study.coders)), 2):
            table = _common(study.item, coder, score, a, b)
            if table is None:
                continue
            items, first, second = table
            at = cluster[items] * n + system[items]
            sums = [_sums(at, w, size) for w in (first, second, np.ones(len(at)))]
            pairs[study.coders[a], study.coders[b]] = np.stack(sums).reshape(3, clusters, n)
        segments = np.bincount(system[coded], minlength=n)
        scores = np.bincount(system[study.item], minlength=n)
        return cls(names, segments, scores, clusters, total, count, pairs)

    def means(self, weights: FloatArray) -> _Means:
        """The means of systems, and τ of every pair of coders, with clusters so often."""
        systems = _share(weights @ self.total, weights @ self.count)
        pairs = {}
        for pair, (first, second, count) in self.pairs.items():
            number = weights @ count
            there = number > 0
            one, two = (_share(weights @ part, number)[there] for part in (first, second))
            pairs[pair] = _tau(one, two)
        return _Means(systems, pairs)


def _coded(values: Any) -> tuple[list[Hashable], IntArray]:
    names: dict[Hashable, int] = {}
    at = np.array([names.setdefault(value, len(names)) for value in values], dtype=np.int64)
    return list(names), at


def _common(
    item: IntArray, coder: IntArray, score: FloatArray, a: int, b: int
) -> tuple[IntArray, FloatArray, FloatArray] | None:
    """The items that both scored, and both scores."""
    one, two = np.flatnonzero(coder == a), np.flatnonzero(coder == b)
    items, left, right = np.intersect1d(item[one], item[two], return_indices=True)
    return (items, score[one[left]], score[two[right]]) if len(items) else None


def _sums(at: IntArray, weights: FloatArray, size: int) -> FloatArray:
    return np.asarray(np.bincount(at, weights=weights, minlength=size), dtype=np.float64)


def _share(part: FloatArray, whole: FloatArray) -> FloatArray:
    return np.asarray(np.divide(part, whole, out=np.full_like(part, np.nan), where=whole > 0))


def _tau(one: FloatArray, two: FloatArray) -> float:
    """Kendall's τ-b; nan where there are fewer than two systems, or one coder ties all."""
    if len(one) < _FEWEST:
        return nan
    above = np.triu_indices(len(one), 1)
    signs = []
    for values in (one, two):
        apart = (values[:, None] - values[None, :])[above]
        signs.append(np.where(np.abs(apart) <= SAME_MEAN, 0.0, np.sign(apart)))
    free = [float((sign != 0).sum()) for sign in signs]
    if not free[0] * free[1]:
        return nan
    return float((signs[0] * signs[1]).sum() / np.sqrt(free[0] * free[1]))
