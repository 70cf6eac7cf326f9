"""Metric: a distance fitted to the categories of a study, as numbers d_kl on request."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from accord.errors import DataError
from accord.model.names import FloatArray, IntArray, Names

Between = Callable[[IntArray, IntArray], FloatArray]
"""d_kl for two arrays of category codes, broadcast against each other."""

Told = Callable[[float], None]
"""Told how much of a long sum is done, from 0 to 1."""

ClosedForm = Callable[[IntArray, FloatArray, Told | None], float | None]
"""Σ_kl w_k w_l d_kl over these categories with these weights, None where blocks are better."""

Spread = Callable[[IntArray, FloatArray], FloatArray]
"""Σ_l w_l d_kl for each of these categories with these weights, whatever their order."""

PairDistances = tuple[IntArray, IntArray, FloatArray]
"""Two positions each, and the distance of the two."""

MOST_COSTLY = 1_000
"""Where distances are costly, the most categories of which every two are compared."""


@dataclass(frozen=True, slots=True, eq=False)
class Metric:
    """A distance fitted to categories: d_kl for any k, l, or by points (d = |x_k − x_l|²).

    `between` broadcasts two arrays of codes; `blocks` (optional) is a faster way to a whole
    block of rows × columns; `form` (optional) sums over all pairs without looking at each, where
    most are at the full distance; `spread` (optional) sums over the pairs of each category.
    `pairs` (optional) are for costly distances: of more than `MOST`
    categories, the pairs that stand for all, by position. `unit` is the largest distance there can
    be by definition (1 for nominal, Jaccard …), None where it depends on the data or has no bound.
    """

    size: int
    between: Between
    blocks: Between | None = None
    points: FloatArray | None = None
    nominal: bool = False
    unit: float | None = None
    form: ClosedForm | None = None
    pairs: "Callable[[IntArray, int], PairDistances | None] | None" = None
    spread: Spread | None = None

    def sampled(self, k: IntArray) -> PairDistances | None:
        """The pairs that stand for all pairs of these categories, None where all are compared."""
        return None if self.pairs is None else self.pairs(k, MOST_COSTLY)

    def block(self, k: IntArray, l: IntArray) -> FloatArray:
        """The distances of the categories `k` (rows) from the categories `l` (columns)."""
        if self.blocks is not None:
            return self.blocks(k, l)
        return self.between(k[:, None], l[None, :])

    def take(self, order: IntArray) -> "Metric":
        """The same distances between these categories (by position), in this order."""
        if self.nominal:
            return replace(self, size=len(order))
        blocks, form, pairs, spread = self.blocks, self.form, self.pairs, self.spread
        return replace(
            self,
            size=len(order),
            between=lambda k, l: self.between(order[k], order[l]),
            blocks=None if blocks is None else lambda k, l: blocks(order[k], order[l]),
            points=None if self.points is None else self.points[order],
            form=None if form is None else lambda k, weights, told: form(order[k], weights, told),
            pairs=None if pairs is None else lambda k, most: pairs(order[k], most),
            spread=None if spread is None else lambda k, weights: spread(order[k], weights),
        )

    def matrix(self) -> FloatArray:
        """The whole matrix d_kl."""
        everything = np.arange(self.size)
        return self.block(everything, everything)

    def diagonal(self) -> FloatArray:
        """The distances d_kk: zero for all but a few deliberate distances."""
        if self.nominal or self.points is not None:
            return np.zeros(self.size)
        everything = np.arange(self.size)
        return self.between(everything, everything)

    def largest(self) -> float:
        """The largest distance between two of the categories."""
        if self.nominal:
            return 1.0 if self.size > 1 else 0.0
        if self.points is not None and self.points.shape[1] == 1:
            return float(np.ptp(self.points) ** 2) if self.size else 0.0
        everything = np.arange(self.size)
        largest = 0.0
        # In parts of 32 MB: the whole table need not fit into memory.
        for rows in np.array_split(everything, self.size * self.size // 4_000_000 + 1):
            largest = max(largest, float(self.block(rows, everything).max(initial=0.0)))
            # Nothing can be larger than the unit.
            if self.unit is not None and largest >= self.unit:
                break
        return largest


_LARGEST = 1e150
"""Numbers beyond cannot be squared and added up."""
_SMALLEST = 1e-150
"""Where all numbers lie within less, squares of their differences are rounded away."""


def check_squares(values: FloatArray) -> None:
    """Refuses numbers whose squares are too large to be added."""
    if np.abs(values).max(initial=0.0) > _LARGEST:
        raise DataError(
            f"a value is beyond {_LARGEST:g}, and its square is too large; divide all values by "
            "the same number, which changes no coefficient"
        )


def by_points(points: npt.NDArray[Any], unit: float | None = None) -> Metric:
    """The metric of squared Euclidean distances between points (V × p)."""
    points = np.asarray(points, dtype=np.float64)
    points = points[:, None] if points.ndim == 1 else points
    check_squares(points)
    if len(points) and 0 < np.ptp(points, axis=0).max(initial=0.0) < _SMALLEST:
        raise DataError(
            f"all values are within {_SMALLEST:g}, and squares of differences are too small; "
            "multiply all values by the same number, which changes no coefficient"
        )

    def between(k: IntArray, l: IntArray) -> FloatArray:
        return np.asarray(((points[k] - points[l]) ** 2).sum(axis=-1))

    return Metric(len(points), between, points=points, unit=unit)


def by_matrix(matrix: FloatArray) -> Metric:
    """The metric of an explicit matrix."""
    unit = 1.0 if len(matrix) and matrix.max() <= 1 else None
    return Metric(len(matrix), lambda k, l: matrix[k, l], unit=unit)


def kept_table(
    categories: Names, key: Hashable, made: Callable[[], FloatArray], unit: float | None
) -> Metric:
    """The metric of a whole table of distances, made when it is first needed and kept with the
    categories: a study and all its resamples need it once."""

    def between(k: IntArray, l: IntArray) -> FloatArray:
        table: FloatArray = categories.kept(key, made)
        return np.asarray(table[k, l])

    return Metric(len(categories), between, unit=unit)


FitsMetric = Callable[[Names, FloatArray, bool], Metric]

Positions = Callable[[Names, FloatArray, bool], FloatArray]
"""Places of the categories on a line, one row for each row of counts n_k."""


@dataclass(frozen=True, slots=True)
class Distance:
    """A distance by name: `fit(categories, n_k, declared)` gives the numbers.

    `depends_on_counts` says whether d_kl changes with n_k, how often each category occurs, and so
    with every resample. A distance of your own is taken to do so; where it does not, say False
    (or use `fixed`) and resamples are as quick as with the distances known by name. `positions`
    (optional) is for distances that do, d_kl = (x_k − x_l)² with x from n_k: all x at once.
    `recipe` (optional) is a function and its arguments that make the distance again: a pickle
    holds these instead of `fit`, which may be a function within a function.

    :param scoped: Gives the distance within a scope of a taxonomy, where it has scopes.

    >>> import accord
    >>> ordinal = accord.distance("ordinal")
    >>> ordinal.name, ordinal.depends_on_counts
    ('ordinal', True)
    >>> round(accord.alpha([1, 2, 3, 3], [1, 2, 3, 4], distance=ordinal), 3)
    0.91
    """

    name: str
    fit: FitsMetric
    scoped: "Callable[[str], Distance] | None" = None
    depends_on_counts: bool = True
    positions: Positions | None = None
    recipe: "tuple[Callable[..., Distance], tuple[Any, ...]] | None" = field(
        default=None, repr=False, compare=False
    )

    def __reduce__(self) -> tuple[Any, ...]:
        parts = (self.name, self.fit, self.scoped, self.depends_on_counts, self.positions)
        # Functions within functions cannot be pickled for other processes: they are made there
        # again.
        return self.recipe or (Distance, parts)

    @property
    def by_pairs(self) -> bool:
        """Whether a distance may have to be looked at for every two categories."""
        return self.name != "nominal" and self.positions is None

    def within(self, scope: str) -> "Distance":
        """The distance within one dimension or lemma; the same one where it knows no scopes."""
        return self if self.scoped is None else self.scoped(scope)

    def __str__(self) -> str:
        return self.name


AnyDistance = Distance | str | Mapping[Any, Any] | tuple[Any, Any] | Callable[..., float]
"""What a user gives for a distance: one made, a name, a mapping of pairs, categories with their
matrix, or a function of two categories."""


def fixed(name: str, fit: FitsMetric) -> Distance:
    """A distance that is the same however often categories occur."""
    return Distance(name, fit, depends_on_counts=False)
