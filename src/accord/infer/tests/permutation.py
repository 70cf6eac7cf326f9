"""Chance by permutation: each coder's codings dealt out anew over the same items.

This keeps how often each coder uses each category, and destroys who coded what how; it works
for any distance. With complete data D_e stays, so only D_o is computed again.

Where items come in documents, a coder's codings of a document may resemble each other without
anyone agreeing; then documents are shuffled as a whole, one after the other in a random order.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from math import isnan
from typing import Any

import numpy as np

from accord._measure.bound import Asked, Bound, bound
from accord._measure.cube.kernel import Countable, itemized
from accord._measure.distances.distance import Metric, distance
from accord.engine.any_data import listed_labels, takes_data
from accord.errors import NotApplicableError
from accord.infer.resample.replicates import (
    Over,
    clusters,
    items_of_clusters,
    seed_of,
    unit_drawn,
    way_in_words,
)
from accord.infer.tests.significance import Significance
from accord.kinds.canonical import as_they_come, in_canonical_order
from accord.kinds.kind import kind_of, kind_words
from accord.kinds.labels.order import canonical
from accord.kinds.labels.study import Codings
from accord.model.agreement import Agreement
from accord.model.names import FloatArray, IntArray
from accord.model.study import Study
from accord.tasks import Progress, Tasks, checked_run

TURNS = 8
"""How many permutations one shuffle gives: shuffled columns turned against each other by random
amounts. Each is a uniform random permutation, and those of one shuffle are uncorrelated, because
over all turns the agreement of two columns has the mean that it has over all permutations."""

MOST_DEALT = 999
"""The most permutations where the measure is computed anew for each: p is .001 at least."""

MOST_IN_MATRIX = 2_000
"""Beyond this many categories no matrix of all distances is made."""

Dealt = Callable[[list[Any]], float]


@checked_run
@takes_data
def permutation_test(
    study: Study | Countable,
    measure: Asked,
    *,
    over: Over | None = None,
    resamples: int = 10_000,
    rng: "int | np.random.Generator" = 0,
    n_jobs: Tasks | int | None = None,
    progress: Progress | None = None,
) -> Significance:
    """Permutation test: is the agreement higher than expected by chance?

    The codings of each coder are permuted over that coder's items; where the data do not say who
    coded what, all codings are. Where the study has documents (or `over` names a column), whole
    documents are, unless over="items". Chains lie on any mentions of documents in which the coder
    marked equally many, at most 999 times. p = (1 + number at least as good) / (1 + resamples),
    one-sided.

    :param study: The study, or data that accord can read as one: a path, a data frame, arrays.
    :param measure: A measure by name, or one bound to its settings.
    :param over: Whole documents or other clusters are permuted: a column about items, or items.
    :param resamples: How many permutations.
    :param rng: The seed, or a NumPy generator.
    :param n_jobs: How many processes work at once.
    :param progress: A function that is called with the progress of the work.

    >>> import accord
    >>> study = accord.from_coders({"A": "aabbbbbccccc", "B": "abbbbbcccccc"})
    >>> accord.permutation_test(study, accord.bound("alpha", distance="nominal"), resamples=999).p
    0.001
    """
    entry, seed, n = bound(measure), seed_of(rng), resamples
    study = itemized(study, "permutations")
    if not listed_labels(study):
        return _dealt(study, entry, min(n, MOST_DEALT), seed, progress)
    if "permutation" in entry.measure.unasked:
        raise NotApplicableError(
            "labels belong to their items here and cannot be shuffled between "
            "them. The interval of {entry.symbol} shows whether it is above 0"
        )
    agreement = entry.compute(study)
    result = Significance(
        entry.name,
        agreement.value,
        0.0,
        p=float("nan"),
        method="permutation",
        resamples=n,
        seed=seed,
    )
    if isnan(agreement.value):
        return replace(result, notes=(f"there is no value: {agreement.undefined}",))
    # Trees of different sentences have different words: one cannot be dealt to another's item.
    if kind_of(study).structured and not entry.measure.counted:
        raise NotApplicableError(
            f"{entry.symbol} compares what is inside one item, which cannot be "
            "shuffled between items. α can be tested"
        )
    drawn = unit_drawn(study) if over is None else over
    if way_in_words(drawn) in ("coders", "both"):
        raise NotApplicableError("a permutation test shuffles items or documents, not coders")
    cluster = clusters(study, drawn)
    study, order, _ = canonical(study, cluster=cluster)  # the same seed deals out the same
    if cluster is not None:
        cluster = as_they_come(cluster[order])
        result = replace(
            result, notes=(f"values of '{way_in_words(drawn)}' are shuffled as a whole",)
        )
    sizes = _sizes(n, len(study))
    seeds = np.random.SeedSequence(seed).spawn(len(sizes))
    complete = study.coder is not None and not study.missing and entry.measure.counted
    if complete:
        parts = _complete(
            study,
            entry,
            float(agreement.value),
            list(zip(sizes, seeds, strict=True)),
            n_jobs,
            cluster,
        )
    else:
        tasks = [(study, entry.function, cluster, *task) for task in zip(sizes, seeds, strict=True)]
        parts = Tasks.of(n_jobs).stream(_any, tasks, unpack=np.asarray)
    values = np.full(n, np.nan)
    done = 0
    for part in parts:
        values[done : done + len(part)] = part
        done += len(part)
        if progress is not None:
            progress(done / n)
    sign = -1.0 if entry.measure.better == "lower" else 1.0
    # Ties count against the study, which makes the test exact; undefined permutations are nan and
    # count as smaller.
    as_good = int((sign * values >= sign * agreement.value - 1e-12).sum())
    return replace(result, p=(1 + as_good) / (1 + n))


def _dealt(
    study: Study, entry: Bound, n: int, seed: int, progress: Progress | None
) -> Significance:
    """The test for what is marked in documents: the measure on studies that were dealt out anew."""
    deal = kind_of(study).own("dealt")
    if deal is None:
        raise NotApplicableError(
            "the permutation test works with labels and chains; these data are "
            f"{kind_words(study)}. "
            "Measures of other kinds have chance in their own definition"
        )
    found = entry.compute(study)
    result = Significance(
        entry.name, found.value, 0.0, float("nan"), "permutation", resamples=n, seed=seed
    )
    if isnan(found.value):
        return replace(result, notes=(f"there is no value: {found.undefined}",))
    ordered = in_canonical_order(study)  # the same seed deals out the same
    sign = -1.0 if entry.measure.better == "lower" else 1.0
    as_good = 0
    for done, own in enumerate(np.random.SeedSequence(seed).spawn(n), start=1):
        value = entry.compute(deal(ordered, np.random.default_rng(own))).value
        as_good += sign * value >= sign * found.value - 1e-12
        if progress is not None:
            progress(done / n)
    note = (
        "documents in which a coder marked equally many mentions change places, and chains lie on "
        "any mentions"
    )
    return replace(result, p=(1 + as_good) / (1 + n), notes=(note,))


def _sizes(n: int, codings: int) -> list[int]:
    """Blocks of permutations: the same for any number of jobs."""
    # Some 16 MB a block, and blocks small enough for a bar that moves.
    step = int(np.clip(2_000_000 // max(codings, 1), 1, 250))
    return [min(step, n - at) for at in range(0, n, step)]


def _complete(
    study: Codings,
    measure: Bound,
    value: float,
    tasks: list[tuple[int, np.random.SeedSequence]],
    n_jobs: Tasks | int | None,
    cluster: IntArray | None,
) -> Iterator[FloatArray]:
    k, c = len(study.categories), len(study.coders)
    n_k = np.bincount(study.category, minlength=k).astype(np.float64)
    metric = distance(measure.distance).fit(study.categories, n_k, study.declared)
    small = np.uint8 if k <= 256 else np.int32
    columns = [study.category[at::c].astype(small) for at in range(c)]
    disagreement, prepared = _disagreement(metric, columns)
    observed = disagreement(prepared)
    # The coefficient is linear in D_o while D_e stays: 1 − (1 − value) D_o*/D_o.
    if not observed:
        agreement = measure.compute(study)
        pairs = len(study.items) * c * (c - 1) / 2
        slope = 1 / float(agreement.expected or 1.0) / pairs
    else:
        slope = (1 - value) / observed

    groups = None if cluster is None else items_of_clusters(cluster)

    def by_group(size: int, seed: np.random.SeedSequence) -> FloatArray:
        rng = np.random.default_rng(seed)
        assert groups is not None
        values = np.empty(size)
        for at in range(size):
            dealt = [column[_in_groups(rng, groups)] for column in prepared]
            values[at] = 1 - slope * disagreement(dealt)
        return values

    def block(size: int, seed: np.random.SeedSequence) -> FloatArray:
        rng = np.random.default_rng(seed)
        dealt = [column.copy() for column in prepared]
        turns = rng.integers(len(study.items), size=(size, c))
        values = np.empty(size)
        for at in range(size):
            if at % TURNS == 0:
                for column in dealt[1:]:  # the first may stay: only relative order matters
                    rng.shuffle(column)
            turned = [dealt[0]] + [_turned(dealt[j], turns[at, j]) for j in range(1, c)]
            values[at] = 1 - slope * disagreement(turned)
        return values

    return Tasks.of(n_jobs).in_threads(block if groups is None else by_group, tasks)


def _in_groups(rng: np.random.Generator, groups: list[IntArray]) -> IntArray:
    """All positions, a group after the other in a random order."""
    return np.concatenate([groups[at] for at in rng.permutation(len(groups))])


def _turned(column: Any, by: int) -> Any:
    return np.concatenate([column[by:], column[:by]])


def _disagreement(metric: Metric, columns: list[Any]) -> tuple[Dealt, list[Any]]:
    """Σ over items and coder pairs of d, as a function of the coders' columns."""
    pairs = list(combinations(range(len(columns)), 2))
    if metric.nominal:
        total = len(pairs) * len(columns[0])

        def by_name(dealt: list[Any]) -> float:
            return float(total - sum(np.count_nonzero(dealt[a] == dealt[b]) for a, b in pairs))

        return by_name, columns
    if metric.points is not None:
        points = metric.points - metric.points.mean(axis=0)
        prepared: list[Any] = [points[column] for column in columns]
        if points.shape[1] == 1:
            prepared = [column[:, 0].copy() for column in prepared]
        squares = len(columns) * sum(float((column**2).sum()) for column in prepared)

        def by_points(dealt: list[Any]) -> float:
            # Σ_{c<c′} |x − x′|² = c Σ |x|² − |Σ x|²
            return squares - float((np.sum(dealt, axis=0) ** 2).sum())

        return by_points, prepared
    if metric.size > MOST_IN_MATRIX:
        # Real values: distances of the pairs that meet, never all of them.
        def by_formula(dealt: list[Any]) -> float:
            return float(sum(metric.between(dealt[a], dealt[b]).sum() for a, b in pairs))

        return by_formula, columns
    flat, size = metric.matrix().ravel(), metric.size

    def by_matrix(dealt: list[Any]) -> float:
        wide = [column.astype(np.intp) for column in dealt]
        return float(sum(flat[wide[a] * size + wide[b]].sum() for a, b in pairs))

    return by_matrix, columns


def _any(
    study: Codings,
    compute: Callable[[Study], Agreement],
    cluster: IntArray | None,
    size: int,
    seed: np.random.SeedSequence,
) -> FloatArray:
    """Permutations with missing codings: each coder keeps the same items."""
    rng = np.random.default_rng(seed)
    coder = np.zeros(len(study), np.int32) if study.coder is None else study.coder
    # What goes together, and in which order: a coder's codings, or those of a coder and document.
    group = np.arange(len(study)) if cluster is None else cluster[study.item]
    slots = np.lexsort((group, coder))
    values = np.empty(size)
    for at in range(size):
        category = np.empty_like(study.category)
        turn = rng.random(int(group.max(initial=-1)) + 1)[group]
        category[slots] = study.category[np.lexsort((turn, coder))]
        values[at] = compute(replace(study, category=category)).value
    return values
