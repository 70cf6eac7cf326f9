"""Cross-replication reliability: do two pools of coders agree with each other?

Two pools coded the same items: experts and a crowd, people and models, two countries. κ_x compares
every coding of one pool with every coding of the other, and chance is a coding of each pool drawn
from all of its items. What each pool has within itself bounds what it can have with another, so
that κ_x / √(α₁ α₂) says whether the pools mean the same thing: near 1 where all of their
disagreement is the coders', less where the pools differ.
"""

from collections.abc import Hashable
from dataclasses import dataclass, replace
from math import isnan, nan, sqrt
from typing import Any

import numpy as np

from accord._measure.bound import bound
from accord._measure.by_document import in_blocks
from accord._measure.cube.kernel import Countable, expanded
from accord._measure.cube.sums import Sums
from accord._measure.distances.distance import distance as distance_of
from accord._measure.distances.metric import AnyDistance
from accord.engine.any_data import listed_labels, study_of, takes_data
from accord.errors import NotApplicableError
from accord.infer.resample.interval import from_replicates
from accord.infer.resample.item_sums import sums_of
from accord.infer.resample.replicates import RESAMPLES, Replicates, seed_of
from accord.kinds.labels.study import Codings
from accord.model.agreement import Agreement, Interval
from accord.model.names import NEARLY_ZERO, FloatArray, Names
from accord.model.showing import Result
from accord.tasks import checked_run


@dataclass(frozen=True, slots=True)
class CrossReplication(Result):
    """Two pools of coders on the same items, with each other and each within itself.

    :param across: κ_x, the agreement between the pools.
    :param first: α within the first pool, on the shared items.
    :param second: α within the second pool.
    :param normalized: κ_x / √(α₁ α₂); nan where a pool has no reliability above 0.
    :param interval: The interval of `normalized`; that of κ_x is in `across`.
    :param shared: How many items both pools coded.
    :param notes: What a reader must know, in sentences.

    >>> import accord
    >>> people = accord.from_coders({"A": "aabbbbcccc", "B": "aabbbccccc"})
    >>> models = accord.from_coders({"M": "aabbbccccc", "N": "abbbbbcccc"})
    >>> accord.infer.cross_replication(people, models).shared
    10
    """

    across: Agreement
    first: Agreement
    second: Agreement
    normalized: float
    interval: Interval
    shared: int
    notes: tuple[str, ...] = ()

    def summary(self) -> str:
        """The result in a sentence."""
        within = f"α = {self.first.value:.2f} and {self.second.value:.2f} within the pools"
        return (
            f"κ_x = {self.across.value:.2f} between the pools, {within}, normalized "
            f"{self.normalized:.2f} {self.interval:.2f} ({self.shared} shared items)."
        )


@dataclass(frozen=True, slots=True, eq=False)
class _Pools:
    """Both pools as rows of the shared items: what an item adds to D_o and D_e of κ_x, and the
    sums of α of each pool."""

    rows: FloatArray
    d: FloatArray
    within: tuple[Sums | None, Sums | None]

    def values(self, often: FloatArray) -> FloatArray:
        """κ_x, and κ_x / √(α₁ α₂), for each row of how often an item counts."""
        k, size = len(self.d), len(often)
        sums = np.concatenate([*in_blocks(often, self.rows)])
        apart, weight, one, two = np.split(sums, [1, 2, 2 + k], axis=1)
        with np.errstate(divide="ignore", invalid="ignore"):
            observed = (apart / weight)[:, 0]
            chance = ((one @ self.d) * two).sum(axis=1) / (one.sum(axis=1) * two.sum(axis=1))
            # By chance 0 but for rounding, nothing could disagree.
            across = 1 - observed / np.where(chance > NEARLY_ZERO, chance, nan)
            both = np.ones(size)
            for part in self.within:
                both *= np.full(size, nan) if part is None else _alphas(part, often)
            return np.stack([across, across / np.sqrt(np.where(both > 0, both, nan))], axis=1)


def _alphas(part: Sums, often: FloatArray) -> FloatArray:
    """α of one pool for each row of how often an item counts."""
    kinds = np.zeros((len(often), len(part.rows)))
    for at, row in enumerate(often):
        kinds[at] = np.bincount(part.of_item, row, minlength=len(part.rows))
    found = part.value(kinds @ part.rows)
    # Below 0 α has no root, and by a root of 0 nothing can be divided.
    return np.where(found > 0, found, nan)


@checked_run
@takes_data
def cross_replication(
    study: Codings | Countable,
    other: Any,
    *,
    distance: AnyDistance = "nominal",
    confidence: float = 0.95,
    resamples: int = RESAMPLES,
    rng: "int | np.random.Generator" = 0,
) -> CrossReplication:
    """Agreement between two pools of coders, beside what each has within itself (xRR).

    κ_x = 1 − D_o/D_e over items that both pools coded. D_o is the mean distance between a coding
    of one pool and a coding of the other on the same item, items weighted by their codings,
    (R_i + S_i) / (R + S); D_e the same for codings of any two items. With one coder in each pool
    κ_x is Cohen's κ. `normalized` divides by √(α₁ α₂), as a correlation is corrected for
    attenuation. Intervals are bca over items. References: wong2021.

    :param study: The codings of the first pool.
    :param other: Those of the second; items of the same name are the same item.
    :param distance: The distance between categories.
    :param confidence: The confidence level.
    :param resamples: How many resamples of items.
    :param rng: The seed, or a NumPy generator.

    >>> import accord
    >>> people = accord.from_coders({"A": "aabbbbcccc", "B": "aabbbccccc"})
    >>> models = accord.from_coders({"M": "aabbbccccc", "N": "abbbbbcccc"})
    >>> found = accord.infer.cross_replication(people, models)
    >>> round(found.across.value, 3), round(found.normalized, 2)
    (0.841, 1.1)
    """
    pools = [expanded(study), expanded(study_of(other))]
    for each in pools:
        if not listed_labels(each):
            raise NotApplicableError(
                "cross-replication works with labels, not with counts or spans"
            )
    one, two = _shared(*pools)
    pool, n = _pools(one, two, distance), len(one.items)
    # Items in an order that names do not change: what is drawn for one seed is drawn for all.
    kinds = Sums(pool.rows, np.ones(n), lambda sums: sums[:, 0], np.arange(n)).ordered()
    order = np.argsort(kinds.of_item, kind="stable")
    one, two = one.take(order), two.take(order)
    pool = _pools(one, two, distance)
    across = _kappa_x(pool, one, two, distance)
    entry = bound("alpha", distance=distance)
    within = (entry.compute(one), entry.compute(two))
    product = within[0].value * within[1].value
    above = within[0].value > 0 and within[1].value > 0
    normalized = across.value / sqrt(product) if above else nan
    nothing = Interval(nan, nan, confidence, "bca")
    result = CrossReplication(across, *within, normalized, nothing, n, _notes(within, one, two))
    if isnan(across.value) or n < 2:
        return result
    seed = seed_of(rng)
    random = np.random.default_rng(seed)
    # How often each of n items is drawn of n with replacement: a bootstrap without lists of items.
    drawn = pool.values(random.multinomial(n, np.full(n, 1 / n), size=resamples).astype(np.float64))
    left = np.concatenate(
        # In blocks: of 5,000 items all at once, the weights alone would take 200 MB.
        [pool.values(1.0 - np.eye(min(500, n - at), n, at)) for at in range(0, n, 500)]
        if n <= _MOST_LEFT_OUT
        else [np.zeros((0, 2))]
    )
    made = []
    for at, value in enumerate((across.value, normalized)):
        good = drawn[np.isfinite(drawn[:, at]), at]
        values = Replicates(
            replace(across, estimate=value),
            good,
            "items",
            n,
            resamples,
            seed,
            resamples - len(good),
        )
        whole = (left[:, at], np.ones(len(left))) if len(left) else None
        made.append(from_replicates(values, "bca", confidence, whole)[0] if len(good) > 1 else None)
    if isnan(normalized):
        made[1] = None
    across = across.with_interval(made[0])
    return replace(result, across=across, interval=made[1] or nothing)


_MOST_LEFT_OUT = 5_000
"""With more items none is left out in turn: the correction of bca for skewness is then nothing."""


def _notes(within: tuple[Agreement, Agreement], one: Codings, two: Codings) -> tuple[str, ...]:
    alike = set(np.unique(one.category).tolist()) & set(np.unique(two.category).tolist())
    notes = (
        [] if alike else ["the pools have no category in common; are they spelled the same way?"]
    )
    for which, found in zip(("first", "second"), within, strict=True):
        if not found.value > 0:
            why = found.undefined or "its coders agree no more than by chance"
            notes.append(f"κ_x cannot be normalized by the {which} pool: {why}")
    same = [str(name) for name in one.coders if name in two.coders and _alike(one, two, name)]
    if same:
        notes.append(
            f"{', '.join(same[:5])}: the same labels in both pools, so κ_x compares them with "
            "themselves"
        )
    return tuple(notes)


def _alike(one: Codings, two: Codings, name: Hashable) -> bool:
    """Whether a coder has the same labels in both pools."""
    found = []
    for each in (one, two):
        # Counts do not say whose they are.
        if each.coder is None:
            return False
        own = each.coder == each.coders.index(name)
        found.append((each.item[own].tolist(), each.category[own].tolist()))
    return found[0] == found[1] and bool(found[0][0])


def _shared(first: Codings, second: Codings) -> tuple[Codings, Codings]:
    """Both pools on the items that both coded, with one list of categories."""
    coded = [set(np.unique(each.item).tolist()) for each in (first, second)]
    there = {second.items[i] for i in coded[1]}
    names = [first.items[i] for i in sorted(coded[0]) if first.items[i] in there]
    if not names:
        raise NotApplicableError(
            "the two pools share no item; items of both must have the same names"
        )
    declared = first.declared and first.categories == second.categories
    made = []
    for each in (first, second):
        place = {name: at for at, name in enumerate(each.items)}
        made.append(each.take([place[name] for name in names]))
    # Categories that were not declared are those that occur on the common items.
    known = list(dict.fromkeys(made[0].categories[int(c)] for c in np.unique(made[0].category)))
    known += [made[1].categories[int(c)] for c in np.unique(made[1].category)]
    listed = Names(list(first.categories) if declared else list(dict.fromkeys(known)))
    where = {name: at for at, name in enumerate(listed)}
    for at, each in enumerate(made):
        to = np.array([where.get(name, -1) for name in each.categories], dtype=np.int32)
        category = to[each.category]
        made[at] = replace(each, categories=listed, category=category, declared=declared)
    return made[0], made[1]


def _pools(one: Codings, two: Codings, distance: Any) -> _Pools:
    recipe, k = distance_of(distance), len(one.categories)
    n_k = sum(np.bincount(each.category, minlength=k) for each in (one, two))
    d = recipe.fit(one.categories, np.asarray(n_k, dtype=np.float64), one.declared).matrix()
    tables = []
    for each in (one, two):
        table = np.zeros((len(each.items), k))
        np.add.at(table, (each.item, each.category), 1.0)
        tables.append(table)
    sizes = [table.sum(axis=1) for table in tables]
    # (R_i + S_i) of Wong et al. (2021): an item counts by its codings.
    weight = sizes[0] + sizes[1]
    apart = weight * ((tables[0] @ d) * tables[1]).sum(axis=1) / (sizes[0] * sizes[1])
    rows = np.concatenate([apart[:, None], weight[:, None], *tables], axis=1)
    entry = bound("alpha", distance=distance)
    return _Pools(rows, d, (sums_of(one, entry), sums_of(two, entry)))


def _kappa_x(pool: _Pools, one: Codings, two: Codings, distance: Any) -> Agreement:
    k = len(pool.d)
    sums = pool.rows.sum(axis=0)
    first, second = sums[2 : 2 + k], sums[2 + k :]
    observed = float(sums[0] / sums[1])
    expected = float(first @ pool.d @ second) / float(first.sum() * second.sum())
    counts = {"i": len(one.items), "c": len(one.coders) + len(two.coders), "k": k}
    largest = float(pool.d.max(initial=0.0))
    nominal = distance_of(distance).name == "nominal"
    result = Agreement(
        "cross_replication",
        "κ_x",
        observed,
        expected,
        {"d": distance_of(distance).name, "pools": f"{len(one.coders)}+{len(two.coders)}"},
        counts,
        unit=1.0 if nominal else (largest or None),
    )
    if not expected > NEARLY_ZERO * max(largest, 1e-300):
        return replace(result, undefined="both pools use one category only")
    return result
