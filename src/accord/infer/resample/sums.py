"""A coefficient of the cube as a function of sums over items.

D_o is a ratio of two sums over items; D_e is a function of how often each category (of each
coder) occurs, again sums. So one resample, one jackknife step or one cluster is a row of
weights, and all of them together are one matrix product: weights (resamples × patterns) times
sums (patterns × columns). Items that look alike share a row, exactly.

    percent, S            D_o only
    π, α, α′, AC          + P(k), or the first two moments where the distance has points
    κ, β                  + n_ck, or each coder's moments
    ordinal distances     the coincidences k × l instead of D_o, because d depends on n_k
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from accord.engine.remote import Remote
from accord.engine.tally import Tally
from accord.errors import NotApplicableError
from accord.measure.bound import Bound
from accord.measure.cube.chance import pair_sum
from accord.measure.cube.coefficients import item_disagreement
from accord.measure.distances.distance import Metric, distance
from accord.model.codings.codings import Codings
from accord.model.codings.patterns import Counts, Patterns
from accord.model.names import FloatArray, IntArray
from accord.model.units.unitizings import Unitizings

CHANCE: dict[str, str | None] = {
    "percent": None,
    "s": "uniform",
    "weighted_s": "uniform",
    "pi": "pooled",
    "alpha_prime": "pooled",
    "alpha": "drawn",
    "kappa": "per coder",
    "weighted_kappa": "per coder",
    "beta": "per coder",
    "ac1": "occasional",
    "ac2": "occasional",
}
"""The coefficients that are functions of sums, and their idea of chance."""

BY_DOCUMENT = ("gamma", "gamma_cat", "gamma_k")
"""Measures whose documents each have a disorder and an expected one."""

LARGEST = 40_000_000
"""Most numbers held in one table of sums."""

Values = Callable[[FloatArray], FloatArray]


@dataclass(frozen=True, slots=True, eq=False)
class Sums:
    """`rows`: what one unit of each kind adds; `multiplicity`: how many units are of that kind;
    `value`: sums (resamples × columns) → coefficients (nan where undefined).

    A unit is an item or, after `by_cluster`, a cluster of items.
    """

    rows: FloatArray
    multiplicity: FloatArray
    value: Values
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
        rows = np.zeros((clusters, self.rows.shape[1]))
        np.add.at(rows, cluster, self.rows[self.of_item])
        return replace(self, rows=rows, multiplicity=np.ones(clusters), of_item=cluster)

    def ordered(self) -> "Sums":
        """Kinds in an order that names and order of items, coders and categories do not change."""
        less, more = self.changed(-1.0), self.changed(1.0)
        # Kinds that change this study alike are told apart by what they change in another one,
        # which has more of some kinds: how much more must not depend on order or names either.
        change = self.units * (np.nan_to_num(less) - np.nan_to_num(more))
        other = (self.multiplicity * (1.5 + np.sin(change))) @ self.rows
        apart = self.changed(float(self.units), other)
        keys = tuple(np.round(key, 10) for key in (apart, self.multiplicity, more, less))
        order = np.lexsort(keys)
        place = np.empty(len(order), dtype=np.intp)
        place[order] = np.arange(len(order))
        return replace(
            self,
            rows=self.rows[order],
            multiplicity=self.multiplicity[order],
            of_item=place[self.of_item],
        )


def sums_of(study: Any, measure: Bound) -> Sums | None:
    """The sums on which `measure` rests, None where it is not a function of (a few) sums."""
    if measure.name in BY_DOCUMENT and isinstance(study, Unitizings):
        from accord.infer.resample.document_sums import document_sums

        return document_sums(study, measure)
    if measure.name not in CHANCE or not isinstance(study, (Codings, Tally, Remote)):
        return None
    return _cube_sums(study, measure)


def _cube_sums(study: Codings | Tally | Remote, measure: Bound) -> Sums | None:
    by_chance = CHANCE[measure.name]
    if not isinstance(study, Codings) and not _told(study, by_chance):
        from accord.engine.remote_sums import remote_sums

        held = study if isinstance(study, Remote) else study.held
        return remote_sums(held, by_chance, measure.missing, measure.distance)
    assert isinstance(study, (Codings, Tally))
    if not len(study.items):
        return None
    fitted = distance(measure.distance)
    kinds = Kinds.of(study, measure.missing, by_chance == "per coder")
    raw = kinds.counts.columns(kinds.multiplicity * kinds.ranked)
    metric = fitted.fit(study.categories, raw, study.declared)
    if fitted.depends_on_counts:
        columns = kinds.width_of_basis(by_chance) + metric.size * (metric.size + 1) // 2
        alone = metric.points is not None and metric.points.shape[1] == 1
        if fitted.positions is None or not alone or len(kinds.multiplicity) * columns > LARGEST:
            return None
        from accord.infer.resample.ranks import ordinal_sums

        return ordinal_sums(kinds, study, fitted.positions, by_chance)
    return _fixed(kinds, metric, by_chance)


@dataclass(frozen=True, slots=True, eq=False)
class Kinds:
    """Kinds of items: their counts, how many items are of each, and what counts of them."""

    counts: Counts  # kinds × categories
    multiplicity: FloatArray
    of_item: IntArray
    weight: FloatArray  # in D_o: 1 (or n_i) for items with two codings or more
    basis: (
        FloatArray  # in D_e: 1 for kinds whose codings count (scaled 1/n_i where items are equal)
    )
    codings: FloatArray  # how many codings count in D_e
    ranked: FloatArray  # 1 where the codings count for mid-ranks
    by_coder: Counts | None = None  # kinds × (coder, category)
    coders: int = 0

    @classmethod
    def of(cls, study: Codings | Tally, missing: str, by_coder: bool) -> "Kinds":
        """Merge the items that look alike, under a rule for missing codings."""
        k = len(study.categories)
        if isinstance(study, Tally) and not by_coder:
            counts, multiplicity = _by_category(study)
            of_item: IntArray = np.zeros(0, dtype=np.intp)
            table = None
        elif by_coder:
            small, multiplicity, of_item = alike_by_coder(study)
            counts = Counts.of(small.item, small.category, len(small.items), k)
            pair = small.who().astype(np.int64) * k + small.category
            table = Counts.of(small.item, pair, len(small.items), k * len(study.coders))
        else:
            assert isinstance(study, Codings)
            patterns = Patterns.of(study)
            counts, multiplicity = patterns.counts, patterns.multiplicity
            of_item, table = patterns.of_item, None
        sizes = counts.totals
        full = study.counts()["c"]
        complete = (sizes == full) & (sizes > 0)
        inside = {"available": sizes > 0, "pairable": sizes > 1, "complete": complete}[missing]
        usable = inside & (sizes > 1)
        weight = usable * (sizes if missing == "pairable" else 1.0)
        scale = inside * (1.0 if missing == "pairable" else 1 / np.maximum(sizes, 1))
        ranked = (inside if missing == "available" else usable).astype(np.float64)
        return cls(
            counts,
            multiplicity,
            of_item,
            weight,
            scale,
            sizes * inside,
            ranked,
            table,
            len(study.coders),
        )

    def width_of_basis(self, by_chance: str | None) -> int:
        """How many columns the frequencies of categories need."""
        return self.counts.width * (self.coders if by_chance == "per coder" else 1)

    def table(self, by_chance: str | None) -> FloatArray:
        """What D_e rests on: kinds × categories, or kinds × (coder, category)."""
        if by_chance == "per coder":
            assert self.by_coder is not None
            return _dense(self.by_coder, (self.basis > 0).astype(np.float64))
        return _dense(self.counts, self.basis)


def _told(study: Tally | Remote, by_chance: str | None) -> bool:
    """Whether counts say enough: chance per coder needs to know who chose what on an item."""
    if isinstance(study, Remote):
        return False
    if by_chance != "per coder" or study.merged is not None or study._codings is not None:
        return True
    if study.source is None:
        raise NotApplicableError(
            "chance by coder: these counts do not say who chose what on an item, so its interval "
            "cannot be had from them; measure the table that was counted, or use π or α"
        )
    return False


def _by_category(tally: Tally) -> tuple[Counts, FloatArray]:
    """Kinds by category alone: items that differ in who chose what are alike here."""
    if tally.merged is None:
        return tally.patterns.counts, tally.patterns.multiplicity
    patterns = Patterns.of(tally.merged)
    kind = patterns.of_item
    weights = np.bincount(kind, weights=tally.patterns.multiplicity, minlength=len(patterns.counts))
    return patterns.counts, np.asarray(weights, dtype=np.float64)


def alike_by_coder(study: Codings | Tally) -> tuple[Codings, FloatArray, IntArray]:
    """One item of each kind, where a kind is who chose what; how many; the kind of each item."""
    if isinstance(study, Tally):
        if study.merged is not None:
            return study.merged, study.patterns.multiplicity, np.zeros(0, dtype=np.intp)
        assert study._codings is not None
        study = study._codings
    n, k, c = len(study.items), len(study.categories), len(study.coders)
    if c * np.log2(k + 1) >= 62:
        return study, np.ones(n), np.arange(n)
    digit = (study.category.astype(np.int64) + 1) * (k + 1) ** study.who().astype(np.int64)
    running = np.concatenate([[0], np.cumsum(digit)])
    bounds = study.bounds
    keys = running[bounds[1:]] - running[bounds[:-1]]
    _, first, inverse, tally = np.unique(
        keys, return_index=True, return_inverse=True, return_counts=True
    )
    return study.take(first), tally.astype(np.float64), inverse.reshape(-1)


def _dense(counts: Counts, scale: FloatArray) -> FloatArray:
    table = np.zeros((len(counts), counts.width))
    table[counts.row, counts.category] = counts.count * scale[counts.row]
    return table


def _fixed(kinds: Kinds, metric: Metric, by_chance: str | None) -> Sums | None:
    """Sums for a distance that does not depend on the data."""
    disagreement = kinds.weight * item_disagreement(kinds.counts, metric)
    head = np.stack([kinds.weight, disagreement, kinds.codings], axis=1)
    floor = _scale(metric)
    if by_chance is None or by_chance == "uniform":
        size = metric.size
        constant = pair_sum(np.full(size, 1 / size), metric) if by_chance and size > 1 else np.nan
        expected: Values = lambda sums: np.full(len(sums), constant)  # noqa: E731
        return _sums(kinds, head, None if by_chance is None else expected, floor)
    coders = kinds.coders if by_chance == "per coder" else 1
    if by_chance != "occasional" and metric.points is not None:
        body, expected = _moments(kinds, metric.points, by_chance, coders)
    elif not metric.nominal and metric.size > 2000:
        from accord.infer.resample.crosses import crossed

        pairs = crossed(kinds, metric, by_chance == "drawn") if coders == 1 else None
        if pairs is None or by_chance == "occasional":
            return None
        body, expected = pairs
    else:
        if len(kinds.multiplicity) * metric.size * coders > LARGEST:
            return None
        body = kinds.table(by_chance)
        expected = frequencies_expected(metric, by_chance, coders)
    return _sums(kinds, np.concatenate([head, body], axis=1), expected, floor)


def _scale(metric: Metric) -> float:
    """How large distances are: a D_e that is nothing beside it is 0 but for rounding."""
    if metric.unit is not None:
        return metric.unit
    if metric.points is not None:
        centred = metric.points - metric.points.mean(axis=0) if metric.size else metric.points
        return float((centred**2).sum(axis=1).max(initial=0.0))
    return metric.largest() if metric.size <= 2000 else 0.0


def _sums(kinds: Kinds, rows: FloatArray, expected: Values | None, floor: float) -> Sums:
    def value(sums: FloatArray) -> FloatArray:
        with np.errstate(divide="ignore", invalid="ignore"):
            observed = np.where(sums[:, 0] > 0, sums[:, 1] / sums[:, 0], np.nan)
            if expected is None:
                return 1.0 - observed
            return ratio(observed, expected(sums), floor)

    return Sums(rows, kinds.multiplicity, value, kinds.of_item)


def ratio(observed: FloatArray, expected: FloatArray, floor: float) -> FloatArray:
    """1 − D_o/D_e, nan where chance agreement is certain."""
    none = ~(expected > 1e-12 * np.maximum(np.maximum(floor, observed), 1e-300))
    return 1.0 - observed / np.where(none, np.nan, expected)


def frequencies_expected(metric: Metric, by_chance: str, coders: int) -> Values:
    """D_e from the frequencies of categories, in columns 3 and on."""
    k = metric.size
    d = None if metric.nominal else metric.matrix()
    diagonal = np.zeros(k) if d is None else np.diag(d).copy()

    def form(p: FloatArray) -> FloatArray:  # Σ_kl p_k p_l d_kl of each row
        if d is None:
            return np.asarray(p.sum(axis=-1) ** 2 - (p**2).sum(axis=-1))
        return np.asarray(((p @ d) * p).sum(axis=-1))

    def expected(sums: FloatArray) -> FloatArray:
        body = sums[:, 3:]
        if by_chance == "per coder":
            table = body.reshape(len(sums), coders, k)
            totals = table.sum(axis=2)
            pairs = totals.sum(axis=1) ** 2 - (totals**2).sum(axis=1)
            return np.asarray((form(table.sum(axis=1)) - form(table).sum(axis=1)) / pairs)
        p = body / body.sum(axis=1, keepdims=True)
        if by_chance == "occasional":
            largest = metric.largest()
            agreement = k * k - pair_sum(np.ones(k), metric) / largest if k > 1 else np.nan
            hard = (p * (1 - p)).sum(axis=1) / (k * (k - 1)) if k > 1 else p[:, 0] * np.nan
            return np.asarray(largest * (1 - agreement * hard))
        pooled = form(p)
        if by_chance == "drawn":
            n = sums[:, 2]
            return np.asarray((pooled - p @ diagonal / n) * n / (n - 1))
        return pooled

    return expected


def _moments(
    kinds: Kinds, points: FloatArray, by_chance: str, coders: int
) -> tuple[FloatArray, Values]:
    """D_e from number, sum and sum of squares of points: 2 (mean square − squared mean)."""
    table = kinds.by_coder if by_chance == "per coder" else kinds.counts
    assert table is not None
    used = kinds.counts.columns(kinds.multiplicity * kinds.basis)
    centre = used @ points / max(used.sum(), 1e-300)  # centred, so that nothing cancels
    x = points - centre
    scale = (kinds.basis > 0).astype(np.float64) if by_chance == "per coder" else kinds.basis
    weight = table.count * scale[table.row]
    coder, category = np.divmod(table.category, kinds.counts.width)
    columns = [np.ones(len(x)), *x.T, (x**2).sum(axis=1)]
    width = len(columns)
    body = np.zeros((len(table), coders, width))
    for at, column in enumerate(columns):
        np.add.at(body[:, :, at], (table.row, coder), weight * column[category])

    return body.reshape(len(table), -1), moments_expected(by_chance, coders, width)


def moments_expected(by_chance: str, coders: int, width: int) -> Values:
    """D_e from each coder's (or everyone's) Σw, Σwx …, Σw|x|², in columns 3 and on."""

    def form(m: FloatArray) -> FloatArray:  # Σ w w′ |x − x′|² = 2 (W Σ w|x|² − |Σ w x|²)
        return np.asarray(2 * (m[..., 0] * m[..., -1] - (m[..., 1:-1] ** 2).sum(axis=-1)))

    def expected(sums: FloatArray) -> FloatArray:
        m = sums[:, 3:].reshape(len(sums), coders, width)
        everyone = m.sum(axis=1)
        total = everyone[:, 0]
        if by_chance == "per coder":
            pairs = total**2 - (m[:, :, 0] ** 2).sum(axis=1)
            return np.asarray((form(everyone) - form(m).sum(axis=1)) / pairs)
        pooled = form(everyone) / total**2
        n = sums[:, 2]
        return np.asarray(pooled * n / (n - 1)) if by_chance == "drawn" else pooled

    return expected
