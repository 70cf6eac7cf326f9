"""Distances between sets of labels (multi-label codings, chains, spans as sets of words).

With J = |A ∩ B| / |A ∪ B| and M = 1 (A = B), 2/3 (one inside the other), 1/3 (overlap),
0 (disjoint):

    passonneau    d_P = 1 − M                        Passonneau 2004
    jaccard       d_J = 1 − J                        Jaccard 1912
    dice          d_D = 1 − 2 |A ∩ B| / (|A| + |B|)  Dice 1945
    masi          1 − J · M                          Passonneau 2006
    survey-masi   d_P · d_J                          the survey's formula for MASI

Two empty sets are at distance 0, an empty set and any other at 1. All five depend on
|A ∩ B|, |A| and |B| only. Intersections are counted by the native core, as bits, or by a product of
indicator matrices, a block at a time: no V × V matrix is held for many distinct sets. Disjoint sets
are at distance 1, so where few of many sets meet, sums over all pairs look at those only.

References: passonneau2004, passonneau2006, artstein2008.
"""

from collections.abc import Callable, Set
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from accord._measure.distances.metric import (
    Between,
    ClosedForm,
    Distance,
    Metric,
    Spread,
    Told,
    fixed,
)
from accord.errors import AccordError, Setting
from accord.model.names import FloatArray, IntArray, Names
from accord.native import core, run

Formula = Callable[[FloatArray, FloatArray, FloatArray], FloatArray]
"""A distance from |A ∩ B|, |A| and |B|."""

_CELLS = 20_000_000
"""Largest table of sets × labels held densely."""
FEW_LABELS = 256
"""Up to so many labels a dense table is the faster one, however empty it is."""
_SMALL = 100
"""Sets smaller than this have their distances looked up: side³ cells, exact in 24 bits."""
GATHER = 4_000_000
"""How many cells are gathered at a time."""
_NEAR = 250_000
"""How many distances are looked up at a time, few enough to stay near the processor."""
MEET = 8
"""Looking at a pair of sets that meet costs about so many times as much as one in a block."""
_ALONE = 200_000
"""BLAS libraries start no threads for a product of so few multiplications …"""
TOGETHER = 20_000_000
"""… and up to so many, waiting for threads costs more than they gain."""


def passonneau() -> Distance:
    """d_P: 0 if equal, 1/3 if one is inside the other, 2/3 if they overlap, 1 if disjoint."""
    return _fit("passonneau")


def jaccard() -> Distance:
    """d_J = 1 − |A ∩ B| / |A ∪ B|."""
    return _fit("jaccard")


def dice() -> Distance:
    """d_D = 1 − 2 |A ∩ B| / (|A| + |B|)."""
    return _fit("dice")


def masi() -> Distance:
    """MASI: 1 − J · M (Passonneau 2006), what NLTK's masi_distance computes today."""
    return _fit("masi")


def survey_masi() -> Distance:
    """d_P · d_J: MASI as the survey prints it, which is another number than Passonneau's."""
    return _fit("survey-masi")


def _ratio(part: FloatArray, whole: FloatArray) -> FloatArray:
    """part / whole; two empty sets are alike."""
    # Two coders who chose nothing chose the same.
    return np.divide(part, whole, out=np.ones(np.shape(whole)), where=whole > 0)


def _monotonicity(both: FloatArray, a: FloatArray, b: FloatArray) -> FloatArray:
    """Passonneau's M: 1 identical, 2/3 one inside the other, 1/3 overlap, 0 disjoint."""
    inside = np.where(both == np.minimum(a, b), 2 / 3, 1 / 3)
    return np.where((both == a) & (both == b), 1.0, np.where(both > 0, inside, 0.0))


def _jaccard(both: FloatArray, a: FloatArray, b: FloatArray) -> FloatArray:
    return _ratio(both, a + b - both)


FORMULAS: dict[str, Formula] = {
    "passonneau": lambda both, a, b: 1 - _monotonicity(both, a, b),
    "jaccard": lambda both, a, b: 1 - _jaccard(both, a, b),
    "dice": lambda both, a, b: 1 - _ratio(2 * both, a + b),
    "masi": lambda both, a, b: 1 - _jaccard(both, a, b) * _monotonicity(both, a, b),
    "survey-masi": lambda both, a, b: (1 - _monotonicity(both, a, b)) * (1 - _jaccard(both, a, b)),
}
"""The set distances by name."""


def _fit(name: str) -> Distance:
    def fit(categories: Names, counts: FloatArray, declared: bool) -> Metric:
        return by_sets(_members(categories, name), FORMULAS[name])

    return replace(fixed(name, fit), recipe=(_fit, (name,)))


def _members(categories: Names, name: str) -> list[Set[Any]]:
    for category in categories:
        if not isinstance(category, Set):
            raise AccordError(
                f"distance {name!r} needs sets of labels, got {category!r}; give frozensets, or "
                f"name what separates the labels of a cell, e.g. {Setting('sets', '|')}"
            )
    return list(categories)  # type: ignore[arg-type]


def by_sets(members: list[Set[Any]], formula: Formula) -> Metric:
    """The metric of a formula of |A ∩ B|, |A| and |B| over these sets.

    >>> by_sets([{1, 2}, {2, 3}, {2}], FORMULAS["jaccard"]).matrix().round(4).tolist()
    [[0.0, 0.6667, 0.5], [0.6667, 0.0, 0.5], [0.5, 0.5, 0.0]]
    """
    sizes = np.array([len(one) for one in members], dtype=np.intp)
    labels: dict[Any, int] = {}
    column = np.fromiter(
        (labels.setdefault(label, len(labels)) for one in members for label in one),
        dtype=np.intp,
        count=int(sizes.sum()),
    )
    row = np.repeat(np.arange(len(members)), sizes)
    cells, largest = len(members) * len(labels), int(sizes.max(initial=0))
    few = len(labels) <= FEW_LABELS or cells <= 20 * len(column)
    form: ClosedForm | None = None
    spread: Spread | None = None
    if few and cells <= _CELLS and largest < _SMALL:
        blocks, paired, spread = _dense(row, column, sizes, len(labels), formula)
    else:
        blocks, paired, form = _sparse(row, column, sizes, len(labels), formula)

    def between(k: IntArray, l: IntArray) -> FloatArray:
        rows, columns = np.broadcast_arrays(k, l)
        return paired(rows.ravel(), columns.ravel()).reshape(rows.shape)

    return Metric(len(members), between, blocks, unit=1.0, form=form, spread=spread)


def _dense(
    row: IntArray, column: IntArray, sizes: IntArray, width: int, formula: Formula
) -> tuple[Between, Between, Spread | None]:
    """Few labels, small sets: one matrix product gives the place of d in a table of all d.

    A row of `left` is (s² A, s |A|, 1) and one of `right` (B, 1, |B|), so their product is
    s² |A ∩ B| + s |A| + |B|, a whole number that single precision holds exactly.
    """
    side = int(sizes.max(initial=0)) + 1
    lookup = _lookup(formula, side)
    if core() is not None:
        return _by_bits(row, column, sizes, width, lookup)
    left = np.zeros((len(sizes), width + 2), dtype=np.float32)
    right = np.zeros((len(sizes), width + 2), dtype=np.float32)
    # |A ∩ B|, |A| and |B| as digits of one number in base `side`: one product gives all three.
    left[row, column], right[row, column] = side * side, 1
    left[:, width], left[:, width + 1] = side * sizes, 1
    right[:, width], right[:, width + 1] = 1, sizes
    gathered = max(1, GATHER // (width + 2))

    def blocks(k: IntArray, l: IntArray) -> FloatArray:
        at = _product(left[k], right[l].T)
        d = np.empty(at.shape)
        near = max(1, _NEAR // max(len(l), 1))
        for begin in range(0, len(k), near):
            part = slice(begin, begin + near)
            d[part] = lookup[at[part].astype(np.intp)]
        return d

    def paired(k: IntArray, l: IntArray) -> FloatArray:
        d = np.empty(len(k))
        for begin in range(0, len(k), gathered):
            part = slice(begin, begin + gathered)
            at = np.einsum("ij,ij->i", left[k[part]], right[l[part]])
            d[part] = lookup[at.astype(np.intp)]
        return d

    return blocks, paired, None


def _by_bits(
    row: IntArray, column: IntArray, sizes: IntArray, width: int, lookup: FloatArray
) -> tuple[Between, Between, Spread]:
    """The same from the native core, which counts the bits that two sets share."""
    words, side = width // 64 + 1, int(sizes.max(initial=0)) + 1
    masks = np.zeros((len(sizes), words), dtype=np.uint64)
    np.bitwise_or.at(masks, (row, column // 64), np.uint64(1) << (column % 64).astype(np.uint64))
    known = (masks, words, sizes.astype(np.int64), lookup, side)

    def checked(k: IntArray) -> IntArray:
        if len(k) and not (k.min() >= 0 and k.max() < len(sizes)):
            raise IndexError(f"a set beyond the {len(sizes)} there are")
        return np.ascontiguousarray(k, np.int64)

    def distances(k: IntArray, l: IntArray, paired: bool) -> FloatArray:
        k, l = checked(k), checked(l)
        d = np.empty(len(k) if paired else (len(k), len(l)))
        run("accord_set_distances", *known, k, len(k), l, len(l), int(paired), d)
        return d

    def spread(k: IntArray, weights: FloatArray) -> FloatArray:
        # A set is at no distance from itself: all others together weigh this at most.
        k, all_weigh = checked(k), float(np.sort(weights).sum())
        others = all_weigh - weights + all_weigh * 2.0**-50
        _, exponent = np.frexp(others * float(np.nanmax(lookup, initial=0.0)))
        fine = np.ldexp(1.0, np.minimum(61 - exponent, 1000))
        sums = np.empty(len(k), np.int64)
        run("accord_set_sums", *known, k, len(k), np.ascontiguousarray(weights), fine, sums)
        return np.asarray(sums / fine)

    return partial(distances, paired=False), partial(distances, paired=True), spread


def _product(rows: Any, columns: Any) -> Any:
    """rows @ columns, a small one in parts for which no threads are started."""
    cells = rows.shape[1] * columns.shape[1]
    if rows.shape[0] * cells > TOGETHER:
        return rows @ columns
    step = max(1, _ALONE // max(cells, 1))
    parts = [rows[at : at + step] @ columns for at in range(0, rows.shape[0], step)]
    return np.concatenate(parts) if parts else np.zeros((0, columns.shape[1]), rows.dtype)


def _lookup(formula: Formula, side: int) -> FloatArray:
    """d for all |A ∩ B|, |A|, |B| below `side`, in this order."""
    both, a, b = (axis.astype(np.float64) for axis in np.indices((side, side, side)))
    possible = both <= np.minimum(a, b)
    d = formula(np.where(possible, both, 0.0), a, b)
    return np.asarray(np.where(possible, d, np.nan).ravel())


def _sparse(
    row: IntArray, column: IntArray, sizes: IntArray, width: int, formula: Formula
) -> tuple[Between, Between, ClosedForm]:
    """Many labels or large sets: products of sparse indicator matrices."""
    from scipy.sparse import csr_array

    table = csr_array((np.ones(len(row)), (row, column)), shape=(len(sizes), width))
    size = sizes.astype(np.float64)

    def blocks(k: IntArray, l: IntArray) -> FloatArray:
        both = np.asarray((table[k] @ table[l].T).toarray())
        return formula(both, size[k][:, None], size[l][None, :])

    def paired(k: IntArray, l: IntArray) -> FloatArray:
        both = np.asarray(table[k].multiply(table[l]).sum(axis=1)).reshape(-1)
        return formula(both, size[k], size[l])

    def form(category: IntArray, weights: FloatArray, told: Told | None) -> float | None:
        return _meeting(table[category], size[category], weights, formula, told)

    return blocks, paired, form


def _meeting(
    table: Any, size: FloatArray, weights: FloatArray, formula: Formula, told: Told | None
) -> float | None:
    """Σ w_k w_l d_kl = (Σ w)² − Σ w_k w_l (1 − d_kl), the second sum over sets that meet.

    None where so many meet that all pairs are as quickly looked at.
    """
    across = table.T.tocsr()
    # The work for a row: the sets that share a label with it, counted once for each label.
    work = np.cumsum(table @ np.diff(across.indptr).astype(np.float64))
    if not len(size) or work[-1] * MEET > len(size) ** 2:
        return None
    alike = float(weights[size == 0].sum()) ** 2  # empty sets meet nothing, and are alike
    edges = np.searchsorted(work, np.arange(GATHER, work[-1] + GATHER, GATHER)) + 1
    begin = 0
    for stop in np.unique(edges.clip(max=len(size))):
        both = (table[begin:stop] @ across).tocoo()
        k, l = both.coords[0] + begin, both.coords[1]
        alike += float(weights[k] * weights[l] @ (1 - formula(both.data, size[k], size[l])))
        begin = int(stop)
        if told is not None:
            told(begin / len(size))
    return float(weights.sum() ** 2 - alike)
