"""Distances between sets of labels (multi-label codings, chains, spans as sets of words).

With J = |A ∩ B| / |A ∪ B| and M = 1 (A = B), 2/3 (one inside the other), 1/3 (overlap),
0 (disjoint):

    passonneau    d_P = 1 − M                        Passonneau 2004
    jaccard       d_J = 1 − J                        Jaccard 1912
    dice          d_D = 1 − 2 |A ∩ B| / (|A| + |B|)  Dice 1945
    masi          1 − J · M                          Passonneau 2006
    survey-masi   d_P · d_J                          the survey's formula for MASI

Two empty sets are at distance 0, an empty set and any other at 1. All five depend on
|A ∩ B|, |A| and |B| only, and intersections are counted by a product of indicator matrices,
a block at a time: no V × V matrix is held for many distinct sets.

References: passonneau2004, passonneau2006, artstein2008.
"""

from collections.abc import Callable, Set
from typing import Any

import numpy as np

from accord.errors import AccordError
from accord.measure.metric import Between, Fit, Metric
from accord.model.names import FloatArray, IntArray, Names

Formula = Callable[[FloatArray, FloatArray, FloatArray], FloatArray]
"""A distance from |A ∩ B|, |A| and |B|."""

CELLS = 20_000_000
"""Largest table of sets × labels held densely."""
FEW_LABELS = 256
"""Up to so many labels a dense table is the faster one, however empty it is."""
GATHER = 4_000_000
"""How many cells are gathered at a time."""


def passonneau() -> Fit:
    """d_P: 0 if equal, 1/3 if one is inside the other, 2/3 if they overlap, 1 if disjoint."""
    return _fit("passonneau")


def jaccard() -> Fit:
    """d_J = 1 − |A ∩ B| / |A ∪ B|."""
    return _fit("jaccard")


def dice() -> Fit:
    """d_D = 1 − 2 |A ∩ B| / (|A| + |B|)."""
    return _fit("dice")


def masi() -> Fit:
    """MASI: 1 − J · M (Passonneau 2006), what NLTK's masi_distance computes today."""
    return _fit("masi")


def survey_masi() -> Fit:
    """d_P · d_J: MASI as the survey prints it, which is another number than Passonneau's."""
    return _fit("survey-masi")


def _ratio(part: FloatArray, whole: FloatArray) -> FloatArray:
    """part / whole; two empty sets are alike."""
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


def _fit(name: str) -> Fit:
    def fit(categories: Names, counts: FloatArray, declared: bool) -> Metric:
        return by_sets(_members(categories, name), FORMULAS[name])

    return fit


def _members(categories: Names, name: str) -> list[Set[Any]]:
    for category in categories:
        if not isinstance(category, Set):
            raise AccordError(
                f"distance {name!r} needs sets of labels, got {category!r}; give frozensets, or "
                "say what separates the labels of a cell: sets='|' (--sets '|')"
            )
    return list(categories)  # type: ignore[arg-type]


def by_sets(members: list[Set[Any]], formula: Formula) -> Metric:
    """The metric of a formula of |A ∩ B|, |A| and |B| over these sets.

    >>> by_sets([{1, 2}, {2, 3}, {2}], FORMULAS["jaccard"]).matrix().round(4).tolist()
    [[0.0, 0.6667, 0.5], [0.6667, 0.0, 0.5], [0.5, 0.5, 0.0]]
    """
    sizes = np.array([len(one) for one in members], dtype=np.intp)
    together, paired = _intersections(members, sizes)
    answer = _looked_up(formula, int(sizes.max(initial=0)))

    def blocks(k: IntArray, l: IntArray) -> FloatArray:
        return answer(together(k, l), sizes[k][:, None], sizes[l][None, :])

    def between(k: IntArray, l: IntArray) -> FloatArray:
        rows, columns = np.broadcast_arrays(k, l)
        flat_k, flat_l = rows.ravel(), columns.ravel()
        d = answer(paired(flat_k, flat_l), sizes[flat_k], sizes[flat_l])
        return d.reshape(rows.shape)

    return Metric(len(members), between, blocks, unit=1.0)


def _looked_up(
    formula: Formula, largest: int
) -> Callable[[FloatArray, IntArray, IntArray], FloatArray]:
    """The formula by looking it up where sets are small: three passes instead of a dozen."""
    side = largest + 1
    if side > 100:
        return lambda both, a, b: formula(both, a.astype(np.float64), b.astype(np.float64))
    both, a, b = (axis.astype(np.float64) for axis in np.indices((side, side, side)))
    possible = (both <= np.minimum(a, b)) & (a + b >= both)
    lookup = np.where(possible, formula(np.where(possible, both, 0.0), a, b), np.nan).ravel()

    def answer(both: FloatArray, a: IntArray, b: IntArray) -> FloatArray:
        at = both.astype(np.intp)
        at *= side * side
        at += a * side + b
        return np.asarray(lookup[at])

    return answer


def _intersections(members: list[Set[Any]], sizes: IntArray) -> tuple[Between, Between]:
    """|A ∩ B| for a block of rows × columns, and for paired codes."""
    labels: dict[Any, int] = {}
    column = np.fromiter(
        (labels.setdefault(label, len(labels)) for one in members for label in one),
        dtype=np.intp,
        count=int(sizes.sum()),
    )
    row = np.repeat(np.arange(len(members)), sizes)
    cells = len(members) * len(labels)
    if cells <= CELLS and (len(labels) <= FEW_LABELS or cells <= 20 * len(column)):
        return _dense(row, column, len(members), len(labels))
    return _sparse(row, column, len(members), len(labels))


def _dense(row: IntArray, column: IntArray, n: int, width: int) -> tuple[Between, Between]:
    table = np.zeros((n, width), dtype=np.float32)  # counts are exact in 24 bits
    table[row, column] = 1
    step = max(1, GATHER // max(width, 1))

    def together(k: IntArray, l: IntArray) -> FloatArray:
        return np.asarray(table[k] @ table[l].T, dtype=np.float64)

    def paired(k: IntArray, l: IntArray) -> FloatArray:
        both = np.empty(len(k))
        for begin in range(0, len(k), step):
            part = slice(begin, begin + step)
            both[part] = np.einsum("ij,ij->i", table[k[part]], table[l[part]])
        return both

    return together, paired


def _sparse(row: IntArray, column: IntArray, n: int, width: int) -> tuple[Between, Between]:
    from scipy.sparse import csr_array

    table = csr_array((np.ones(len(row)), (row, column)), shape=(n, width))

    def together(k: IntArray, l: IntArray) -> FloatArray:
        return np.asarray((table[k] @ table[l].T).toarray())

    def paired(k: IntArray, l: IntArray) -> FloatArray:
        return np.asarray(table[k].multiply(table[l]).sum(axis=1))

    return together, paired
