"""Rows of counts: items that look alike, what counts of them under a rule for missing codings,
and sums of distances over the pairs of their codings, Σ_kl n_k n_l d_kl.

    available   items with two or more codings count equally; chance rests on all codings,
                each item's codings weighted 1/n_i (Artstein & Poesio 2005, §5.1)
    pairable    items with one coding are dropped; an item counts by its number of codings
                (Krippendorff)
    complete    only items that every coder coded
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from accord._measure.distances.metric import Metric
from accord.kinds.labels.patterns import SMALL, Counts, Patterns
from accord.kinds.labels.study import Codings
from accord.model.names import BoolArray, FloatArray, IntArray, remembered

BLOCK = 4_000_000
"""How many distances are held at a time."""
STEP = 200_000
"""How many distances are weighed at a time: as many as a processor keeps near."""
_LONG = 1_000
"""Rows with more entries than this are summed by blocks of distances."""


@dataclass(frozen=True, eq=False)
class Rows:
    """Rows of counts (rows × categories), how many items have each, and how many coders could
    have coded an item. Where codings have weights, `own` is Σ w² of each entry and `complete`
    tells the items that every coder coded; elsewhere each coding counts once."""

    counts: Counts
    multiplicity: FloatArray
    missing: str
    coders: int
    own: FloatArray | None = None
    complete: BoolArray | None = None

    @cached_property
    def sizes(self) -> FloatArray:
        """n_i, how many codings an item of each row has."""
        return self.counts.totals

    @cached_property
    def pairs(self) -> FloatArray:
        """Σ w w′ over pairs of different codings of an item."""
        same = self.sizes if self.own is None else self.counts.sums(self.own)
        return self.sizes**2 - same

    @cached_property
    def inside(self) -> BoolArray:
        """Whether the rule lets the codings of each row in at all (under "available" also one)."""
        if self.missing == "pairable":
            return self.pairs > 0
        some = self.sizes > 0
        if self.missing == "available":
            return some
        return some & (self.sizes == self.coders if self.complete is None else self.complete)

    @property
    def usable(self) -> FloatArray:
        """How many items of each row the rule lets in."""
        return self.multiplicity * self.inside

    @property
    def weight(self) -> FloatArray:
        """How much one item of each row counts in D_o: 1, under "pairable" its codings."""
        paired = (self.inside & (self.pairs > 0)).astype(np.float64)
        return paired * self.sizes if self.missing == "pairable" else paired

    @property
    def scale(self) -> FloatArray:
        """How much one coding of each row counts in D_e; items count equally but for "pairable"."""
        if self.missing == "pairable":
            return self.inside.astype(np.float64)
        return self.inside / np.where(self.inside, self.sizes, 1.0)

    @property
    def codings(self) -> FloatArray:
        """How many codings of each row count in D_e."""
        return self.sizes * self.inside

    def disagreement(self, metric: Metric) -> FloatArray:
        """disagr_i of each row."""
        return item_disagreement(self.counts, metric, self.own, self.pairs)

    def shares(self) -> FloatArray:
        """How much each category counts in D_e: Σ 1/n_i over its codings, or how many there are.

        Codings of items of one size are counted before they are weighed, so that the order of the
        rows does not matter to the last bit.
        """
        if self.missing == "pairable" or self.own is not None:
            return self.counts.columns(self.multiplicity * self.scale)
        sizes, size = np.unique(self.sizes, return_inverse=True)
        entry = size.reshape(-1)[self.counts.row].astype(np.int64)
        key = entry * self.counts.width + self.counts.category
        weights = self.counts.count * self.usable[self.counts.row]
        counted = np.bincount(key, weights, len(sizes) * self.counts.width)
        table = counted.reshape(len(sizes), self.counts.width)
        return np.asarray((table / np.maximum(sizes, 1.0)[:, None]).sum(axis=0))

    @cached_property
    def used(self) -> FloatArray:
        """n_k over the codings that the rule lets in."""
        return self.counts.columns(self.usable)


def rows_of(study: Codings, missing: str) -> Rows:
    """The rows of codings: items that have the same counts of categories are one row."""
    patterns = Patterns.of(study)
    return Rows(patterns.counts, patterns.multiplicity, missing, int(study.counts()["c"]))


def alike_by_coder(study: Codings) -> tuple[Codings, FloatArray, IntArray]:
    """One item of each kind, where a kind is who chose what; how many; the kind of each item."""
    n, k, c = len(study.items), len(study.categories), len(study.coders)
    if c * np.log2(k + 1) >= 62:  # its key would not fit into 64 bits
        return study, np.ones(n), np.arange(n)
    return remembered(study, _alike, lambda alike: 2 * len(alike[1]) <= max(n, SMALL))


def _alike(study: Codings) -> tuple[Codings, FloatArray, IntArray]:
    k = len(study.categories)
    digit = (study.category.astype(np.int64) + 1) * (k + 1) ** study.who().astype(np.int64)
    running = np.concatenate([[0], np.cumsum(digit)])
    bounds = study.bounds
    keys = running[bounds[1:]] - running[bounds[:-1]]
    _, first, inverse, times = np.unique(
        keys, return_index=True, return_inverse=True, return_counts=True
    )
    number, kind = times.astype(np.float64), inverse.reshape(-1)
    for shared in (number, kind):  # everybody gets the same arrays
        shared.setflags(write=False)
    return study.take(first), number, kind


def pair_sums(counts: Counts, metric: Metric) -> FloatArray:
    """For each row n of counts: Σ_kl n_k n_l d_kl, over all ordered pairs, itself included."""
    if metric.nominal:
        return np.asarray(counts.totals**2 - counts.sums(counts.count**2))
    if metric.points is not None:
        return _point_sums(counts, metric.points)
    dense = counts.dense if metric.size * metric.size <= BLOCK else None
    if dense is not None and metric.size <= FEW:
        return np.asarray(((dense @ metric.matrix()) * dense).sum(axis=1))
    return _entry_sums(counts, metric)


def _entry_sums(counts: Counts, metric: Metric) -> FloatArray:
    """Pairs of entries of the same row, a block of rows at a time: only distances that occur."""
    sizes = np.diff(counts.bounds)
    sums = np.zeros(len(counts))
    cells = metric.size * metric.size
    # A matrix of all distances pays where its cells are looked up more than once.
    matrix = metric.matrix() if cells <= min(BLOCK, int((sizes**2).sum())) else None
    for long in np.flatnonzero(sizes > _LONG):  # its own pairs outgrow memory
        entries = slice(counts.bounds[long], counts.bounds[long + 1])
        sums[long] = _form(counts.category[entries], counts.count[entries], metric)
    sizes = np.where(sizes > _LONG, 0, sizes)
    edges = np.searchsorted(np.cumsum(sizes**2), np.arange(BLOCK, (sizes**2).sum() + BLOCK, BLOCK))
    begin = 0
    for stop in np.unique(np.append(edges + 1, len(counts)).clip(max=len(counts))):
        rows = np.arange(begin, stop)
        squares = sizes[rows] ** 2
        row = np.repeat(rows, squares)
        within = np.arange(squares.sum()) - np.repeat(np.cumsum(squares) - squares, squares)
        first, second = np.divmod(within, np.maximum(sizes[row], 1))
        first, second = counts.bounds[row] + first, counts.bounds[row] + second
        k, l = counts.category[first], counts.category[second]
        d = matrix[k, l] if matrix is not None else metric.between(k, l)
        some = rows[squares > 0]
        terms = counts.count[first] * counts.count[second] * d
        sums[some] = steady_parts(terms, squares[some - begin])
        begin = int(stop)
    return sums


def steady_parts(terms: FloatArray, sizes: IntArray) -> FloatArray:
    """The sums of parts of so many terms each, in whatever order a part's terms come.

    Each term is rounded to a multiple of a power of two, so small that their sum is as good as one
    in floating point, and the multiples are added as whole numbers.
    """
    if not len(sizes):
        return np.zeros(0)
    begins = np.cumsum(sizes) - sizes
    fine = _fineness(np.maximum.reduceat(np.abs(terms), begins), sizes)
    whole = np.rint(terms * np.repeat(fine, sizes)).astype(np.int64)
    return np.asarray(np.add.reduceat(whole, begins) / fine)


def _fineness(largest: FloatArray, number: Any) -> FloatArray:
    """The power of two by which terms up to the largest become whole numbers whose sum, of so many,
    an integer of 64 bits holds."""
    _, exponent = np.frexp(largest * number)
    return np.asarray(np.ldexp(1.0, np.minimum(62 - exponent, 1000)))


def _point_sums(counts: Counts, points: FloatArray) -> FloatArray:
    """2 n Σ n_k (x_k − x̄)², a sum of squares about the row's mean: no cancellation."""
    totals, row = counts.totals, counts.row
    sums = np.zeros(len(counts))
    for x in points.T:
        at = x[counts.category]
        with np.errstate(invalid="ignore", divide="ignore"):
            mean = np.where(totals > 0, counts.sums(counts.count * at) / totals, 0.0)
        sums += counts.sums(counts.count * (at - mean[row]) ** 2)
    return 2 * totals * sums


def steady(values: FloatArray) -> float:
    """The sum, to the last bit the same in whatever order the values come."""
    return float(np.sort(values).sum())


def pair_sum(weights: FloatArray, metric: Metric) -> float:
    """Σ_kl w_k w_l d_kl over all categories."""
    if metric.nominal:
        return steady(weights) ** 2 - steady(weights**2)
    if metric.points is not None:
        total = weights.sum()
        centre = weights @ metric.points / total if total else np.zeros(metric.points.shape[1])
        return float(2 * total * (weights @ (metric.points - centre) ** 2).sum())
    used = np.flatnonzero(weights)
    return _form(used, weights[used], metric)


def _form(category: IntArray, weights: FloatArray, metric: Metric) -> float:
    """Σ_kl w_k w_l d_kl by blocks of rows; d is symmetric, so what is below them counts twice."""
    if is_steady(metric):
        return steady(weights * _spread(category, weights, metric))
    found = None if metric.form is None else metric.form(category, weights, None)
    if found is not None:
        return found
    drawn = metric.sampled(category)
    if drawn is not None:
        w = weights[drawn[0]] * weights[drawn[1]]
        return float((steady(weights) ** 2 - steady(weights**2)) * steady(w * drawn[2]) / steady(w))
    size, total = len(category), 0.0
    parts = max(size * size // BLOCK + 1, min(4, size // 256 + 1))
    for part in np.array_split(np.arange(size), parts):
        if not len(part):
            continue
        rest = np.s_[part[0] :]
        twice = np.where(np.arange(size - part[0]) < len(part), 1.0, 2.0)
        block = metric.block(category[part], category[rest])
        total += float(weights[part] @ block @ (weights[rest] * twice))
    return total


FEW, WIDE = 64, 2_000
"""Up to so few categories a product of matrices is quickest, and is put in order before; beyond so
many their matrix is too large."""


def is_steady(metric: Metric) -> bool:
    """Whether sums over distances are the same to the last bit however the categories are ordered:
    then nothing needs to be put in order before."""
    if metric.pairs is not None or metric.form is not None:
        return False
    return FEW < metric.size <= WIDE


def _spread(category: IntArray, weights: FloatArray, metric: Metric) -> FloatArray:
    """Σ_l w_l d_kl for each of the categories k, in whatever order they are."""
    if metric.spread is not None:
        return metric.spread(category, weights)
    size, sums = len(category), np.zeros(len(category))
    for part in np.array_split(np.arange(size), size * size // STEP + 1):
        terms = metric.block(category[part], category) * weights
        fine = _fineness(np.abs(terms).max(axis=1, initial=0.0), size)
        terms *= fine[:, None]
        sums[part] = np.rint(terms, out=terms).astype(np.int64).sum(axis=1) / fine
    return sums


def item_disagreement(
    counts: Counts, metric: Metric, own: FloatArray | None = None, pairs: FloatArray | None = None
) -> FloatArray:
    """disagr_i of each row of counts: the mean distance of its pairs; 0 where there are none.

    Where codings have weights, `own` is Σ w² of each entry and `pairs` Σ w w′ over different
    codings; without them every coding counts once.
    """
    sums = pair_sums(counts, metric)
    if not (metric.nominal or metric.points is not None):  # a coding is not paired with itself
        own = counts.count if own is None else own
        sums = sums - counts.sums(own * metric.diagonal()[counts.category])
    if pairs is None:
        sizes = counts.totals
        pairs = sizes * (sizes - 1)
    return np.divide(sums, pairs, out=np.zeros_like(sums), where=pairs > 0)
