"""A coefficient of the cube as a function of sums over items.

D_o is a ratio of two sums over items; D_e is a function of how often each category (of each
coder) occurs, again sums. So one resample, one jackknife step or one cluster is a row of
weights, and all of them together are one matrix product: weights (resamples × rows) times
sums (rows × columns). Items that look alike share a row, exactly.

    percent, S            D_o only
    π, α, α′, AC          + P(k), or the first two moments where the distance has points
    κ, β                  + n_ck, or each coder's moments
    ordinal distances     the coincidences k × l instead of D_o, because d depends on n_k
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from accord._measure.cube.chance import (
    Basis,
    Chance,
    Form,
    crossed,
    estimated,
    frequencies,
    is_wide,
    moments,
    on_a_line,
)
from accord._measure.cube.rows import Rows
from accord._measure.distances.metric import Distance, Metric, Positions
from accord.kinds.labels.patterns import Colours, Counts, by_colour, distinct_rows, mixed, refined
from accord.kinds.labels.study import Codings
from accord.model.names import NEARLY_ZERO, FloatArray, IntArray, Names

LARGEST = 40_000_000
"""Most numbers held in one table of sums."""
_HEAD = 3
"""The first columns of sums are the weight and disagreement of D_o and the number of codings."""
COLOURED = 5_000_000
"""Largest table whose rows are told apart by all their columns."""
CROSSED = 3_000
"""How many rows are crossed with each other."""


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """D_o and what D_e rests on, of the study or of many resamples (one entry each).

    `floor` is how large distances are: a D_e that is nothing beside it is 0 but for rounding.

    :param weight: The weight of all pairs of codings.
    :param disagreement: Their distances added up.
    :param basis: What D_e is computed from.

    >>> import accord
    >>> from accord._measure.cube.chance import IDEAS
    >>> tally = accord.scale.Tally.of(accord.from_coders({"A": "aab", "B": "abb"}))
    >>> whole = tally.cube_whole(accord.distance("nominal"), IDEAS["pooled"], "available")
    >>> sample = whole.sample
    >>> sample.observed().round(3).tolist(), sample.expected(IDEAS["pooled"]).tolist()
    ([0.333], [0.5])
    """

    weight: FloatArray
    disagreement: FloatArray
    basis: Basis
    floor: FloatArray | float = 0.0

    def observed(self) -> FloatArray:
        """D_o, nan where no item has two codings."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(self.weight > 0, self.disagreement / self.weight, np.nan)

    def expected(self, chance: Chance) -> FloatArray:
        """D_e by this idea of chance."""
        assert chance.expected is not None
        with np.errstate(divide="ignore", invalid="ignore"):
            return chance.expected(self.basis)

    def values(self, chance: Chance) -> FloatArray:
        """1 − D_o/D_e, nan where it is undefined."""
        observed = self.observed()
        if chance.expected is None:
            return 1.0 - observed
        expected = self.expected(chance)
        with np.errstate(invalid="ignore"):
            some = expected > NEARLY_ZERO * np.maximum(np.maximum(self.floor, observed), 1e-300)
        return 1.0 - observed / np.where(some, expected, np.nan)


@dataclass(frozen=True, slots=True, eq=False)
class Sums:
    """What each kind of item adds to the sums from which coefficients are computed.

    `rows`: what one unit of each kind adds; `multiplicity`: how many units are of that kind;
    `value`: sums (resamples × columns) → coefficients (nan where undefined). A unit is an item or,
    after `by_cluster`, a cluster of items; units are of one kind where they were coded alike.

    :param of_item: The kind of each item.

    >>> import accord
    >>> from accord._measure.cube.kernel import cube_sums
    >>> study = accord.from_coders({"A": "aabbbbbccccc", "B": "abbbbbcccccc"})
    >>> sums = cube_sums(study, "nominal", "pooled", "available")
    >>> sums.units, round(sums.value(sums.total[None])[0].item(), 3)
    (12, 0.723)
    """

    rows: FloatArray
    multiplicity: FloatArray
    value: Callable[[FloatArray], FloatArray]
    of_item: IntArray

    @property
    def units(self) -> int:
        """How many units there are to draw from."""
        return int(self.multiplicity.sum())

    @property
    def total(self) -> FloatArray:
        """The sums over the whole study."""
        return np.asarray(self.multiplicity @ self.rows)

    def leave_one_out(self) -> FloatArray:
        """The coefficient without one unit of each kind."""
        return self.changed(-1.0)

    def changed(self, by: float, total: FloatArray | None = None) -> FloatArray:
        """The coefficient with `by` more units of each kind, a block of kinds at a time."""
        total = self.total if total is None else total
        step = max(1, LARGEST // 8 // max(self.rows.shape[1], 1))
        parts = [
            self.value(total + by * self.rows[at : at + step])
            for at in range(0, len(self.rows), step)
        ]
        return np.concatenate(parts) if parts else np.zeros(0)

    def by_cluster(self, cluster: IntArray) -> "Sums":
        """Clusters of items as units: their rows added up."""
        clusters = int(cluster.max(initial=-1)) + 1
        rows = self.added(cluster, clusters)
        made = replace(self, rows=rows, multiplicity=np.ones(clusters), of_item=cluster)
        return made.ordered()

    def added(self, unit: IntArray, units: int) -> FloatArray:
        """The rows of the items of each unit added up, kind by kind: in whatever order items
        stand, the sum is rounded the same way."""
        rows = np.zeros((units, self.rows.shape[1]))
        order = np.argsort(self.of_item, kind="stable")
        np.add.at(rows, unit[order], self.rows[self.of_item[order]])
        return rows

    def ordered(self) -> "Sums":
        """Kinds in an order that names and order of items, coders and categories do not change,
        nor the last digits of sums: what is drawn for one seed is drawn for all of these."""
        rows = self.rows if self.rows.size <= COLOURED else self.rows[:, :_HEAD]
        largest = np.abs(rows).max(axis=0, initial=0.0)
        near = np.rint(rows / np.where(largest > 0, largest, 1.0) * 1e9)
        near = near.astype(np.int64).view(np.uint64)
        colour, column = self.multiplicity.view(np.uint64), np.arange(rows.shape[1]).clip(max=_HEAD)
        for _ in range(2):  # a row by what its columns have, a column by what its rows have
            of_row = mixed(near + mixed(column)[None, :]).sum(axis=1, dtype=np.uint64)
            of_column = mixed(near + mixed(colour)[:, None]).sum(axis=0, dtype=np.uint64)
            colour, column = mixed(colour) + of_row, mixed(column) + of_column
        exact = mixed(colour)
        for each in rows.T:
            same = np.ascontiguousarray(each + 0.0).view(np.uint64)  # −0 is 0
            exact = mixed(exact * np.uint64(3) + same)
        order = by_colour(colour, exact)
        place = np.empty(len(order), dtype=np.intp)
        place[order] = np.arange(len(order))
        return replace(
            self,
            rows=self.rows[order],
            multiplicity=self.multiplicity[order],
            of_item=place[self.of_item],
        )


@dataclass(frozen=True, slots=True, eq=False)
class Kinds:
    """Kinds of items as sums need them: rows of counts, who chose what where chance is each
    coder's own (rows × (coder, category)), the kind of each item, and the categories."""

    rows: Rows
    by_coder: Counts | None
    coders: int  # how many blocks of columns D_e needs: one for each coder, or one
    of_item: IntArray
    categories: Names
    declared: bool

    def entries(self) -> tuple[Counts, FloatArray]:
        """What D_e rests on, rows × categories or rows × (coder, category), and its weights."""
        if self.by_coder is None:
            return self.rows.counts, self.rows.counts.count * self.rows.scale[self.rows.counts.row]
        table = self.by_coder  # a coder's codings count once, whatever the rule
        return table, table.count * self.rows.inside[table.row]

    def table(self) -> FloatArray:
        """The same as an array."""
        entries, weights = self.entries()
        table = np.zeros((len(entries), entries.width))
        table[entries.row, entries.category] = weights
        return table

    def canonical(self, metric: Metric | None) -> tuple["Kinds", IntArray, IntArray]:
        """The same kinds in an order of rows, coders and categories that comes from the counts
        (and distances), and the order of coders and categories; None: the latter have one that
        must stay."""
        k, counts = len(self.categories), self.rows.counts
        table = counts if self.by_coder is None else self.by_coder
        coder, category = np.divmod(table.category, max(k, 1))
        times = np.rint(table.count * self.rows.multiplicity[table.row])
        sizes = (len(table), self.coders, k)
        ends = [table.row, coder, category]
        far = _far(metric)
        for _ in range(2):  # far from whom, not only how far
            if metric is not None and far is not None and not is_wide(metric):
                none = [np.zeros(max(n, 1), np.uint64) for n in sizes[:2]]
                far = _far(metric, refined(ends, [*none, far], times)[2])
        order, coders, categories = distinct_rows(ends, sizes, times, far)
        if metric is None:
            categories = np.arange(k)
        to_coder, to_category = np.argsort(coders), np.argsort(categories)
        renamed = counts.renumbered(to_category, order)
        named = None
        if self.by_coder is not None:
            column = to_coder[:, None] * k + to_category[None, :]
            named = self.by_coder.renumbered(column.ravel(), order)
        made = replace(
            self,
            rows=replace(self.rows, counts=renamed, multiplicity=self.rows.multiplicity[order]),
            by_coder=named,
            of_item=np.argsort(order)[self.of_item],
            categories=self.categories.take(categories),
        )
        return made, coders, categories


def _far(metric: Metric | None, colours: Colours | None = None) -> Colours | None:
    """What tells categories apart by their distances to all others (which have these colours),
    None where nothing does."""
    if metric is None or metric.nominal or not metric.size:
        return None
    some = metric.sampled(np.arange(metric.size))
    if some is not None:  # how far from those that were drawn for each
        apart = sum(np.bincount(end, some[2], metric.size) for end in some[:2])
        return mixed(np.rint(np.asarray(apart) * 1e6).astype(np.int64).view(np.uint64))
    if is_wide(metric):
        return None
    d = metric.matrix() + 0.0
    near = np.rint(d / max(float(d.max(initial=0.0)), 1e-300) * 1e9).astype(np.int64)
    first = mixed(near.view(np.uint64)).sum(axis=1, dtype=np.uint64)
    first = first if colours is None else first ^ mixed(colours)
    cells = mixed(near.view(np.uint64) + mixed(first)[None, :])
    return np.asarray(cells.sum(axis=1, dtype=np.uint64) + mixed(first))


def has_order(study: Codings | Kinds) -> bool:
    """Whether the categories have an order of their own: numbers, and declared ones."""
    return study.declared or study.categories.numbers() is not None


def sums_of_kinds(kinds: Kinds, recipe: Distance, chance: Chance) -> Sums | None:
    """The sums of a coefficient, None where it is not a function of a few of them."""
    stays = recipe.name != "nominal" and has_order(kinds)
    fitted = None if stays else recipe.fit(kinds.categories, kinds.rows.used, kinds.declared)
    kinds, _, order = kinds.canonical(fitted)
    size, number = len(kinds.categories), len(kinds.rows.multiplicity)
    if recipe.depends_on_counts:
        columns = size * kinds.coders + size * (size + 1) // 2
        if recipe.positions is None or number * columns > LARGEST:
            return None
        return _ranked(kinds, recipe.positions, chance)
    if fitted is None:
        metric = recipe.fit(kinds.categories, kinds.rows.used, kinds.declared)
    else:
        metric = fitted.take(order)
    if chance.expected is None or chance.name == "uniform":
        body, form = np.zeros((number, 0)), moments(metric)
    elif metric.points is not None and not chance.of_scale:
        body, form = _moments(kinds, metric.points), moments(metric)
    elif metric.nominal or not is_wide(metric):
        if number * size * kinds.coders > LARGEST:
            return None
        body, form = kinds.table(), frequencies(metric)
    elif chance.by_coder or chance.of_scale or number > CROSSED or metric.diagonal().any():
        return None
    else:
        body, form = _crossed(kinds, metric)
    rows = kinds.rows
    head = np.stack([rows.weight, rows.weight * rows.disagreement(metric), rows.codings], axis=1)
    table = np.concatenate([head, body], axis=1)
    return sums_by_columns(table, rows.multiplicity, kinds.of_item, chance, kinds.coders, form)


def sums_by_columns(
    rows: FloatArray,
    multiplicity: FloatArray,
    of_item: IntArray,
    chance: Chance,
    coders: int,
    form: Form,
) -> Sums:
    """Sums whose columns are weight and disagreement of D_o, number of codings, and the basis of
    D_e (a block of columns for each coder)."""

    def value(sums: FloatArray) -> FloatArray:
        basis = form.basis(sums[:, 3:].reshape(len(sums), coders, -1), sums[:, 2])
        return Sample(sums[:, 0], sums[:, 1], basis, form.floor).values(chance)

    return Sums(rows, multiplicity, value, of_item)


def _moments(kinds: Kinds, points: FloatArray) -> FloatArray:
    """Σw, Σwx …, Σw|x|² of each coder (or everyone), x about the centre."""
    used = kinds.rows.shares()
    x = points - used @ points / max(used.sum(), 1e-300)
    entries, weights = kinds.entries()
    coder, category = np.divmod(entries.category, len(points))
    at = entries.row * kinds.coders + coder
    cells = len(entries) * kinds.coders
    columns: list[FloatArray] = [
        np.bincount(at, weights=weights * column[category], minlength=cells).astype(np.float64)
        for column in (np.ones(len(x)), *x.T, (x**2).sum(axis=1))
    ]
    return np.stack(columns, axis=1).reshape(len(entries), -1)


def _crossed(kinds: Kinds, metric: Metric) -> tuple[FloatArray, Form]:
    """Codings that count, and a column for each row; Σ w w′ d of every two rows, added up once:
    D_e is then a quadratic form in how often each row is drawn, whatever the number of values."""
    from scipy.sparse import csr_array

    counts, weights = kinds.entries()
    table = csr_array((weights, counts.category, counts.bounds), shape=(len(counts), counts.width))
    total = np.concatenate([np.asarray(table.sum(axis=1))[:, None], np.eye(len(counts))], axis=1)
    used = np.flatnonzero(kinds.rows.used)
    drawn = metric.sampled(used)
    if drawn is not None:
        first, second = used[drawn[0]], used[drawn[1]]
        ends = np.concatenate([first, second]), np.concatenate([second, first])
        tables = []
        for d in (drawn[2], np.ones(len(first))):
            shape = (metric.size, metric.size)
            apart = csr_array((np.concatenate([d, d]), ends), shape=shape)
            tables.append((table @ apart @ table.T).toarray())
        return total, estimated(metric, tables[0], tables[1], (table @ table.T).toarray())
    by_category = table.T.tocsr()
    cross = np.zeros((len(counts), len(counts)))
    everything = np.arange(metric.size)
    for part in np.array_split(everything, metric.size * metric.size // 4_000_000 + 1):
        apart = metric.block(part, everything)  # some rows of d at a time
        cross += by_category[part].T @ (apart @ by_category)
    return total, crossed(metric, cross)


def _ranked(kinds: Kinds, positions: Positions, chance: Chance) -> Sums:
    """Sums for distances on a line whose places change with every resample (mid-ranks).

    Columns: weight, codings, n_k for the ranks, coincidences k < l, frequencies for D_e.
    """
    rows, k, coders = kinds.rows, len(kinds.categories), kinds.coders
    counts = np.zeros((len(rows.multiplicity), k))
    counts[rows.counts.row, rows.counts.category] = rows.counts.count
    per_pair = rows.weight / np.where(rows.pairs > 0, rows.pairs, 1.0)
    first, second = np.triu_indices(k, 1)  # d_kk = 0, and d is symmetric
    coincidences = 2 * counts[:, first] * counts[:, second] * per_pair[:, None]
    head = np.stack([rows.weight, rows.codings], axis=1)
    ranked = counts * rows.inside[:, None]
    edges = np.cumsum([2, k, len(first)])

    def value(sums: FloatArray) -> FloatArray:
        head, n_k, met, table = np.split(sums, edges, axis=1)
        x = positions(kinds.categories, n_k, kinds.declared)
        x = x - x.mean(axis=1, keepdims=True)
        form = on_a_line(x)
        basis = form.basis(table.reshape(len(sums), coders, k), head[:, 1])
        apart = (met * (x[:, first] - x[:, second]) ** 2).sum(axis=1)
        return Sample(head[:, 0], apart, basis, form.floor).values(chance)

    columns = np.concatenate([head, ranked, coincidences, kinds.table()], axis=1)
    return Sums(columns, rows.multiplicity, value, kinds.of_item)
