"""Resamples of a study: over items, over clusters of items, over coders, or both ways.

For the coefficients of the cube a resample is a row of multinomial weights over kinds of
items, and all resamples are matrix products; so they are for measures that know what each
document adds (F1, SER, uα, scores of chains). Every other measure is computed on
`study.take(...)`. Seeds belong to resamples (or fixed blocks of them), never to workers, so
the same seed gives the same numbers with any number of jobs.

Long because every way to draw ends in the same replicates.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import inf, isnan, nan, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from accord._measure.bound import Asked, Bound, bound, documents_of
from accord._measure.by_document import ByDocument
from accord._measure.cube.kernel import Countable, item_count, itemized, only_counts
from accord._measure.cube.sums import Sums
from accord._measure.distances.distance import distance
from accord._read.tables.roles import ROLES, called
from accord.engine.any_data import listed_labels
from accord.errors import (
    AccordError,
    DataError,
    NotApplicableError,
    Setting,
    TooLargeError,
    UnknownNameError,
)
from accord.infer.resample.item_sums import cluster_sums, normal_limit, sums_of
from accord.kinds.canonical import as_they_come, in_canonical_order, with_places
from accord.kinds.kind import kind_of
from accord.model.agreement import Agreement
from accord.model.names import FloatArray, IntArray, factorize, remembered
from accord.model.study import Study
from accord.tasks import Progress, Tasks, checked_run
from accord.words.said import Said, said

Over = str | Sequence[Any]

GROUP_COLUMNS = (
    *ROLES["document"],
    *("conversation", "thread", "session", "interview", "transcript", "article", "essay", "story"),
)
"""Names of columns whose values are groups of items that are not independent of each other."""

Limit = Callable[[float], float]
"""The limit below which the true value lies with a confidence between 0 and 1."""


FEW, FEW_CODERS = 30, 10
"""With fewer units the true coverage of an interval is below its nominal level."""

RESAMPLES = 2000
"""How many resamples by default, where one is a product of weights and sums."""

SLOW, FEWEST = 200, 50
"""At least so many where the measure is computed anew for each; the second, in large studies."""

UNITS, MOST_UNITS = 50_000, 1_000_000
"""Units (items, mentions, boundaries …) in all such resamples: with fewer units in the study
there are more resamples than SLOW, and fewer where so many would have more units than MOST_UNITS.
"""

MANY_CODERS = 1000
"""With more coders there are SLOW resamples of them, and groups of them are left out."""

MOST_COMPARED = 4_000_000_000
"""The most distances between categories in all resamples, unless their number is said."""

FEW_TO_REPEAT = 8
"""With so few units resamples are looked through for those that draw the same ones."""


@dataclass(frozen=True, slots=True, eq=False)
class Replicates:
    """The values of a measure on resamples of a study, undefined ones dropped and counted.

    Drawn from `units` items (clusters, coders); `seed` and `resamples` make the same ones again.

    :param agreement: The measure on the study itself.
    :param over: What was drawn.
    :param sums: The sums over items, where the measure is a function of them.
    :param limit: Whether resamples use a normal approximation.
    :param notes: What a reader must know, in sentences.

    >>> import accord
    >>> drawn = accord.infer.replicates(accord.from_coders({"A": "aab", "B": "abb"}), "kappa")
    >>> drawn.units, round(drawn.estimate, 2), len(drawn.values) + drawn.undefined
    (3, 0.4, 2000)
    """

    agreement: Agreement
    values: FloatArray
    over: str
    units: int
    resamples: int
    seed: int
    undefined: int = 0
    sums: Sums | None = field(default=None, repr=False)
    limit: bool = False  # sums drawn from their normal limit, not items one by one
    notes: tuple[str, ...] = ()

    @property
    def estimate(self) -> float:
        """The value on the study itself."""
        return self.agreement.value

    def below(self, threshold: float) -> float:
        """The share of replicates below the threshold; nan where there are none."""
        return self._share(self.values < threshold)

    def at_least(self, threshold: float) -> float:
        """The share of replicates that reach the threshold."""
        return self._share(self.values >= threshold)

    def at_most(self, threshold: float) -> float:
        """The share of replicates that do not exceed the threshold."""
        return self._share(self.values <= threshold)

    def _share(self, good: Any) -> float:
        return float(good.mean()) if len(self.values) else float("nan")

    @property
    def se(self) -> float:
        """The standard error: the standard deviation of the replicates."""
        return float(np.std(self.values, ddof=1)) if len(self.values) > 1 else float("nan")


def seed_of(rng: "int | np.random.Generator") -> int:
    """The seed to report: the given one, or one drawn from the given generator."""
    return rng if isinstance(rng, int) else int(rng.integers(2**62))


@checked_run
def replicates(
    study: Study | Countable,
    measure: Asked,
    *,
    over: Over | None = None,
    resamples: int | None = None,
    rng: "int | np.random.Generator" = 0,
    n_jobs: Tasks | int | None = None,
    progress: Progress | None = None,
) -> Replicates:
    """The measure on resamples of the study, drawn with replacement.

    A coder who is drawn twice is not compared with itself. By default there are 2,000 resamples of
    a measure that is a function of sums over items, documents or pairs of coders. Where a measure
    must be computed anew for each, there are as many as make 50,000 units (items, mentions …), from
    200 to 2,000, but never more than make 1,000,000 units, and 50 at least.

    :param study: The study.
    :param measure: A measure by name, or one bound to its settings.
    :param over: What is drawn: "items", "coders", "both", a column about items (clusters, such as
        documents) or one cluster label per item; by default documents, or items without them.
    :param resamples: How many resamples.
    :param rng: The seed, or a NumPy generator.
    :param n_jobs: How many processes work at once.
    :param progress: A function that is called with the progress of the work.

    References: efron1993, owen2007.

    >>> import accord
    >>> study = accord.from_confusion([[46, 6], [0, 48]], categories=["STAT", "IREQ"])
    >>> drawn = accord.infer.replicates(study, "kappa", resamples=500)
    >>> drawn.units, round(drawn.estimate, 3), 0.04 < drawn.se < 0.06
    (100, 0.88, True)
    """
    entry = bound(measure)
    return drawn_from(
        study,
        entry,
        entry.compute(study),
        over=unit_drawn(study) if over is None else over,
        resamples=resamples,
        rng=rng,
        n_jobs=n_jobs,
        progress=progress,
    )


def drawn_from(
    study: Study | Countable,
    entry: Bound,
    agreement: Agreement,
    *,
    over: Over,
    resamples: int | None,
    rng: "int | np.random.Generator",
    n_jobs: Tasks | int | None,
    progress: Progress | None,
) -> Replicates:
    """The replicates of a measure whose value on the study is known."""
    seed, pairs = seed_of(rng), way_in_words(over) in ("coders", "both")
    sums, cluster = None, None
    items = item_count(study)
    if pairs:
        from accord.infer.resample.over_coders import in_the_cube, replicates_of_coders
    elif items:
        sums, cluster = unit_sums(study, entry, over, agreement)
    n = resamples
    if n is None:
        both = way_in_words(over) == "both" and not in_the_cube(study, entry)
        anew = both or (sums is None and not pairs)
        n = how_many(study) if anew and not entry.measure.documents else RESAMPLES
        if pairs and len(study.coders) > MANY_CODERS:
            n = min(n, SLOW)
        if anew:
            _check_distances(study, entry, n)
    result = Replicates(agreement, np.zeros(0), way_in_words(over), items, n, seed)
    if not items:
        return result
    if pairs:
        study = study if only_counts(study) else in_canonical_order(itemized(study, "coders"))
        drawn = replicates_of_coders(study, entry, agreement, str(over), n, seed, n_jobs)
        values = collected(drawn, n, progress)
        return _finished(replace(result, units=len(study.coders)), values)
    table = None
    if sums is not None:
        limit = normal_limit(sums, n)
        sums = sums if limit is not None else sums.ordered()
        parts: Iterator[FloatArray] = (
            _sum_values(sums, n, seed, n_jobs) if limit is None else limit.values(n, seed)
        )
        result = replace(result, units=sums.units, sums=sums, limit=limit is not None)
    else:
        listed = itemized(study, f"resamples of {entry.symbol}")
        ordered, _, groups = _units_in_order(listed, cluster)
        table = documents_of(ordered, entry)
        if table is not None:
            parts = _table_values(table, groups, n, seed)
        else:
            parts = _study_values(ordered, entry, groups, n, seed, n_jobs)
        result = replace(result, units=len(groups))
    values = collected(parts, n, progress)
    return _finished(replace(result, notes=() if table is None else table.notes()), values)


def _check_distances(study: Study | Countable, measure: Bound, n: int) -> None:
    """Whether categories that are compared pair by pair are few enough to do it so often."""
    k = len(study.categories) if listed_labels(study) and measure.measure.counted else 0
    if k**2 * n <= MOST_COMPARED or not distance(measure.distance).by_pairs:
        return
    raise TooLargeError(
        f"{k:,} different categories would be compared with each "
        f"other in each of {n} resamples; merge categories, use {Setting('distance', 'nominal')}, "
        f"or ask for it with {Setting('resamples', FEWEST)}"
    )


def how_many(study: Study | Countable) -> int:
    """Resamples, by default, of a measure that is computed anew for each."""
    return max(FEWEST, min(RESAMPLES, max(SLOW, UNITS // size_of(study)), most_units(study)))


def most_units(study: Study | Countable) -> int:
    """How many resamples there may be before they have MOST_UNITS."""
    return MOST_UNITS // size_of(study)


def size_of(study: Study | Countable) -> int:
    """How large a study is: its items, units, mentions or boundaries, whatever is most."""
    return max(1, *(int(n) for n in study.counts().values()))


def _finished(result: Replicates, values: FloatArray) -> Replicates:
    good = values[np.isfinite(values)]
    return replace(result, values=good, undefined=len(values) - len(good))


def collected(parts: Iterator[FloatArray], n: int, progress: Progress | None) -> FloatArray:
    """The values of n resamples, which come in parts; `progress` is told after each."""
    values = np.empty(n)
    done = 0
    for part in parts:
        values[done : done + len(part)] = part
        done += len(part)
        if progress is not None:
            progress(done / n)
    return values


def way_in_words(over: Over) -> str:
    """What is drawn, in a word."""
    return over if isinstance(over, str) else "clusters"


def unit_drawn(study: Study | Countable) -> str:
    """What is drawn by default: the column that groups items (document …), else "items".

    A column groups items where it has two values or more, and fewer than there are items.
    """
    if only_counts(study):
        return _unit_in_engine(study)
    column = called(list(getattr(study, "about", {})), GROUP_COLUMNS)
    if column is None:
        return "items"
    cluster = clusters(itemized(study, "groups of items"), column)
    assert cluster is not None
    # One document, or one for each item, groups nothing.
    return column if 1 < cluster.max(initial=-1) + 1 < item_count(study) else "items"


def _unit_in_engine(study: Countable) -> str:
    held = study.held
    if held is None:
        return "items"
    column: str | None = called(held.table.collect_schema().names(), GROUP_COLUMNS)
    if column is None or not 1 < held.distinct(column) < item_count(study):
        return "items"
    try:
        held.clustered(held.whole, column)
    except DataError:  # an item in several documents belongs to none of them
        return "items"
    return column


def unit_name(over: str) -> str:
    """What is drawn, in the plural."""
    return {"coders": "coders", "both": "coders", "items": "items"}.get(over, "clusters")


def few_units(units: int, over: str) -> list[str]:
    """The warning that there are few units, if there are."""
    if units >= (FEW_CODERS if unit_name(over) == "coders" else FEW):
        return []
    return [said(f"interval.few-{unit_name(over)}", n=units, column=over)]


def few_documents(study: Study | Countable, notes: tuple[str, ...]) -> tuple[str, ...]:
    """The notes, where the items of a study are documents that hold what was marked: few of these
    are few documents, not few spans."""
    if kind_of(study).document == "item":
        return notes
    return tuple(
        said("interval.few-documents", n=note.fields["n"])
        if isinstance(note, Said) and note.key == "interval.few-items"
        else note
        for note in notes
    )


def clustered_note(over: str, units: int, items: int, effect: float | None) -> str:
    """Why documents are drawn and not items, in a line."""
    facts = {"n": units, "column": over, "m": items, "setting": Setting("over", "items")}
    if units < FEW:
        return said("interval.clustered-few", **facts)
    if effect is None:
        return said("interval.clustered", **facts)
    return said("interval.clustered-effect", **facts, v=effect)


def clusters(study: Study, over: Over) -> IntArray | None:
    """The cluster of each item, None where items themselves are drawn.

    An item without a cluster (an empty cell) is one of its own.
    """
    if isinstance(over, str):
        if over == "items":
            return None
        about = getattr(study, "about", {})
        if over not in about:
            known = ["items", "coders", "both", *about]
            raise UnknownNameError.of("column to resample over", over, known)
        found = remembered(study, _by_column)
        if over not in found:
            found[over] = _numbered(about[over], len(study.items))
        return found[over]
    return _numbered(over, len(study.items))


def _by_column(study: Study) -> dict[str, IntArray]:
    """Nothing yet: the clusters of a column are numbered when they are first asked for."""
    return {}


def _numbered(over: Sequence[Any] | IntArray, items: int) -> IntArray:
    """A number for each cluster, one for each item."""
    if len(over) != items:
        raise AccordError(f"{len(over)} cluster labels for {items} items; give one each")
    # An item without a document is one of its own; an empty cell that many share would make them
    # one document.
    own = [(at,) if without_label(label) else label for at, label in enumerate(over)]
    return factorize(own)[0]


def without_label(label: Any) -> bool:
    """Whether this is an empty cell: None, "" or nan."""
    return label is None or label == "" or (isinstance(label, float) and isnan(label))


def unit_sums(
    study: Study | Countable, measure: Bound, over: Over, known: Agreement | None = None
) -> tuple[Sums | None, IntArray | None]:
    """The sums of each item or cluster, None where the measure has none; the cluster of each
    item, None where items are drawn (or an engine knows the clusters)."""
    if only_counts(study):
        drawn = way_in_words(over) == "items"
        counted = sums_of(study, measure) if drawn else cluster_sums(study, measure, over)
        if counted is None:
            raise NotApplicableError.of_counts(f"resamples of {measure.symbol}")
        return counted, None
    cluster = clusters(itemized(study, f"resamples of {measure.symbol}"), over)
    sums = sums_of(study, measure, known)
    if sums is None or cluster is None:
        return sums, cluster
    return sums.by_cluster(cluster), cluster


def _units_in_order(
    study: Study, cluster: IntArray | None
) -> tuple[Study, IntArray, list[IntArray]]:
    """The study in an order that names do not change, which items now stand where, and (in that
    order) the items of each unit."""
    ordered, order = with_places(study, cluster)
    if cluster is None:
        return ordered, order, [np.array([i]) for i in range(len(order))]
    return ordered, order, items_of_clusters(as_they_come(cluster[order]))


def items_of_clusters(cluster: IntArray) -> list[IntArray]:
    """The items of each cluster, by position."""
    order = np.argsort(cluster, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(cluster[order])) + 1)


IN_CACHE = 40_000
"""Numbers that are drawn together: they take a third of a megabyte."""


def draw_weights(seed: "np.random.SeedSequence", multiplicity: FloatArray, size: int) -> FloatArray:
    """`size` resamples as weights: how often each kind of unit is drawn, exactly."""
    rng = np.random.default_rng(seed)
    kinds, units = len(multiplicity), int(multiplicity.sum())
    # Where many units are alike one multinomial draw is quicker than a draw for each.
    if units > 10 * kinds:
        return rng.multinomial(units, multiplicity / units, size=size).astype(np.float64)
    kind = np.repeat(np.arange(kinds), multiplicity.astype(np.intp))
    alone = units == kinds and bool((multiplicity == 1).all())  # each unit is of its own kind
    weights = np.empty((size, kinds))
    # A few resamples at a time: what stays in the cache is drawn and counted in half the time, and
    # the generator gives the same numbers in pieces.
    step = max(1, IN_CACHE // max(units, 1))
    for at in range(0, size, step):
        some = min(step, size - at)
        drawn = rng.integers(units, size=(some, units))
        drawn = drawn if alone else kind[drawn]
        drawn += kinds * np.arange(some)[:, None]
        weights[at : at + some] = np.bincount(drawn.ravel(), minlength=some * kinds).reshape(
            some, kinds
        )
    return weights


def product(weights: FloatArray, rows: FloatArray) -> FloatArray:
    """weights @ rows in pieces that BLAS does not spread over threads.

    Its threads cost more than they give there, the more so where several jobs run.
    """
    step = 262_144 // max(rows.size, 1)
    result = np.zeros((len(weights), rows.shape[1]))
    if step < 1:
        inner = max(1, 16_384 // rows.shape[1])
        for at in range(0, len(rows), inner):
            some, part = weights[:, at : at + inner], rows[at : at + inner]
            for top in range(0, len(weights), 16):
                result[top : top + 16] += some[top : top + 16] @ part
        return result
    for at in range(0, len(weights), step):
        np.matmul(weights[at : at + step], rows, out=result[at : at + step])
    return result


def blocks(n: int, width: int, seed: int) -> list[tuple[int, np.random.SeedSequence]]:
    """Sizes and seeds of blocks of resamples; they depend on the data, never on the workers."""
    # Blocks of some 16 MB: they fit into memory for many jobs at once.
    size = int(np.clip(2_000_000 // max(width, 1), 1, 512))
    sizes = [min(size, n - at) for at in range(0, n, size)]
    return list(zip(sizes, np.random.SeedSequence(seed).spawn(len(sizes)), strict=True))


def _sum_values(sums: Sums, n: int, seed: int, n_jobs: Tasks | int | None) -> Iterator[FloatArray]:
    def block(size: int, at: "np.random.SeedSequence") -> FloatArray:
        return sums.value(product(draw_weights(at, sums.multiplicity, size), sums.rows))

    width = max(sums.units if sums.units <= 10 * len(sums.rows) else 0, *sums.rows.shape)
    given = blocks(n, width, seed)
    alone = (block(*each) for each in given)  # one worker has nobody to share with
    yield from alone if n_jobs in (None, 1) else Tasks.of(n_jobs).in_threads(block, given)


def _study_values(
    study: Study,
    measure: Bound,
    groups: list[IntArray],
    n: int,
    seed: int,
    n_jobs: Tasks | int | None,
) -> Iterator[FloatArray]:
    seeds = np.random.SeedSequence(seed).spawn(n)
    place: list[int] | None = None
    if len(groups) <= FEW_TO_REPEAT:  # many resamples are the same: each is computed once
        once: dict[bytes, int] = {}
        place = [once.setdefault(np.sort(_draw(s, groups)).tobytes(), len(once)) for s in seeds]
        seeds = [seeds[place.index(at)] for at in range(len(once))]
    # Twenty parts for a bar that moves, and none so long that a worker waits for another.
    step = max(1, min(50, len(seeds) // 20))
    parts = range(0, len(seeds), step)
    tasks = [(study, measure.function, groups, seeds[at : at + step]) for at in parts]
    found = Tasks.of(n_jobs).stream(_resampled, tasks, unpack=np.asarray)
    if place is None:
        yield from found
    else:
        yield np.concatenate(list(found))[place]


def _table_values(
    table: ByDocument, groups: list[IntArray], n: int, seed: int
) -> Iterator[FloatArray]:
    """The same draws where it is known what each document adds."""
    seeds, unit = np.random.SeedSequence(seed).spawn(n), unit_of(groups)
    for at in range(0, n, 100):
        drawn = [_draw(each, groups) for each in seeds[at : at + 100]]
        often = np.array([np.bincount(units, minlength=len(groups)) for units in drawn])
        yield table.values(often[:, unit].astype(np.float64))


def unit_of(groups: list[IntArray]) -> IntArray:
    """The unit of each item, where every item is in one of them."""
    unit = np.empty(sum(map(len, groups)), dtype=np.intp)
    for at, group in enumerate(groups):
        unit[group] = at
    return unit


def values_without(table: ByDocument, unit: IntArray, units: int) -> FloatArray:
    """The value without each unit in turn; nan where nothing is left."""
    values: FloatArray = np.full(units, nan)
    step = max(1, 1_000_000 // max(len(unit), 1))
    for at in range(0, units, step):
        left = np.arange(at, min(at + step, units))
        often = (unit[None, :] != left[:, None]).astype(np.float64)
        values[left] = np.where(often.any(axis=1), table.values(often), nan)
    return values


def _draw(seed: "np.random.SeedSequence", groups: list[IntArray]) -> IntArray:
    return np.random.default_rng(seed).integers(len(groups), size=len(groups))


def _resampled(
    study: Study,
    compute: Callable[[Study], Agreement],
    groups: list[IntArray],
    seeds: "Sequence[np.random.SeedSequence]",
) -> FloatArray:
    values = []
    for seed in seeds:
        items = np.concatenate([groups[g] for g in _draw(seed, groups)])
        values.append(compute(study.take(items)).value)
    return np.array(values)


def leave_one_out(
    study: Study | Countable,
    measure: Bound,
    over: Over,
    at_most: int = 0,
    n_jobs: Tasks | int | None = None,
) -> tuple[FloatArray, FloatArray]:
    """The measure without each unit in turn, and how many units are like it.

    With `at_most`, measures that are not sums (and studies of very many coders) leave out that
    many groups of units instead.
    """
    if way_in_words(over) in ("coders", "both"):
        everyone = np.arange(len(study.coders))
        if at_most and len(everyone) > MANY_CODERS:
            rest = [np.setdiff1d(everyone, part) for part in np.array_split(everyone, at_most)]
            values = [measure.compute(study.only(some)).value for some in rest]
            return np.array(values), np.ones(len(values))
        from accord.infer.why.coders import without_each

        values = without_each(study, measure, n_jobs)
        return np.array(values), np.ones(len(values))
    sums, cluster = unit_sums(study, measure, over)
    if sums is not None:
        return sums.leave_one_out(), sums.multiplicity
    study, _, groups = _units_in_order(itemized(study, f"resamples of {measure.symbol}"), cluster)
    table = documents_of(study, measure)
    if at_most and len(groups) > at_most:
        parts = np.array_split(np.arange(len(groups)), at_most)
        groups = [np.concatenate([groups[g] for g in part]) for part in parts]
    if table is not None:
        return values_without(table, unit_of(groups), len(groups)), np.ones(len(groups))
    tasks = [(study, measure.function, group) for group in groups]
    values = list(Tasks.of(n_jobs).stream(_without, tasks))
    return np.array(values), np.ones(len(values))


def _without(study: Study, compute: Callable[[Study], Agreement], group: IntArray) -> float:
    rest = np.setdiff1d(np.arange(len(study.items)), group)
    return float(compute(study.take(rest)).value) if len(rest) else nan


def jackknife_se(values: FloatArray, multiplicity: FloatArray) -> float:
    """√((n−1)/n Σ (θ_(i) − θ̄)²) over n leave-one-out values with multiplicity."""
    order = np.lexsort((multiplicity, values))  # the same sum whatever the order of units
    order = order[np.isfinite(values[order])]
    values, multiplicity = values[order], multiplicity[order]
    n = float(multiplicity.sum())
    if n < 2:
        return nan
    apart = values - multiplicity @ values / n
    return sqrt((n - 1) / n * float(multiplicity @ apart**2))


def by_t(value: float, se: float, df: float | None) -> Limit:
    """value + quantile × standard error, of t or (without degrees of freedom) normal."""
    if df is None:
        return lambda confidence: value + se * NormalDist().inv_cdf(confidence)
    from scipy.special import stdtrit

    return lambda confidence: value + se * float(stdtrit(df, confidence))


def beyond_all(end: float, drawn: Replicates, confidence: float, *, lower: bool) -> float:
    """A limit of which resamples show nothing, beyond the last of them (`end`): no distribution of
    their standard error has it farther out (Cantelli 1928), whatever its shape."""
    if not 0 < confidence < 1:
        return -inf if lower else inf
    if lower:
        return min(end, drawn.estimate - drawn.se * sqrt((1 - confidence) / confidence))
    return max(end, drawn.estimate + drawn.se * sqrt(confidence / (1 - confidence)))


def below(limit: Limit | None, threshold: float) -> float:
    """The confidence that the value is below a threshold: where the limit is the threshold.

    It is the p of a one-sided test: where the value truly is the threshold, it is below .05 in
    .05 of all studies.
    """
    if limit is None:
        return nan
    normal = NormalDist()
    low, high = -8.0, 8.0  # standard normal quantiles of the confidence
    # Halved fifty times, an interval of 16 is narrower than the precision of its quantile.
    for _ in range(50):
        middle = (low + high) / 2
        if limit(normal.cdf(middle)) < threshold:
            low = middle
        else:
            high = middle
    return normal.cdf((low + high) / 2)
