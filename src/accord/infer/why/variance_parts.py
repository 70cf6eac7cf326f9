"""Variances of random effects from sums of squares, whatever is missing (Henderson's method 1).

T of a grouping is Σ (sum of a group)² / size. Its expectation is linear in the variances of all
effects: the variance of b stays in T of a by Σ (cell of a and b)² / (group of a). With complete
data the solution is the analysis of variance.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from accord.model.names import FloatArray, IntArray

Effect = frozenset[str]
"""The columns that make the groups of an effect together."""

ILL_CONDITIONED = 1e12
"""Above, four digits at most are left of sixteen: two groupings are then nearly the same."""


class Groupings:
    """The groups that columns make together, each counted once."""

    def __init__(self, columns: Mapping[str, IntArray]) -> None:
        self._columns = columns
        self._known: dict[Effect, IntArray] = {}

    def of(self, effect: Effect) -> IntArray:
        """The group of each row."""
        if effect not in self._known:
            group = np.zeros(len(next(iter(self._columns.values()))), dtype=np.int64)
            for name in sorted(effect):
                both = group * (int(self._columns[name].max(initial=0)) + 1) + self._columns[name]
                group = np.unique(both, return_inverse=True)[1]
            self._known[effect] = group
        return self._known[effect]

    def number(self, effect: Effect) -> int:
        """How many groups there are."""
        return int(self.of(effect).max(initial=-1)) + 1


def variance_parts(
    y: FloatArray, groupings: Groupings, effects: Sequence[Effect]
) -> tuple[list[Effect], list[float]]:
    """The effects that can be told apart, in the order given, and their variances, the residual
    last. `y` has one column, or several whose variances are added."""
    equations, squares = _equations(y, groupings, effects)
    last = len(effects)
    kept = [last]
    for at in range(last):
        which = [*kept[:-1], at, last]
        if np.linalg.cond(equations[np.ix_(which, which)]) < ILL_CONDITIONED:
            kept = which
    found = np.linalg.solve(equations[np.ix_(kept, kept)], squares[kept]).tolist()
    return [effects[at] for at in kept[:-1]], found


def _equations(
    y: FloatArray, groupings: Groupings, effects: Sequence[Effect]
) -> tuple[FloatArray, FloatArray]:
    """How much of each variance stays in T of each grouping, less what stays in T of the mean; and
    T of each. The rows themselves are the last grouping."""
    n = len(y)
    wide = (y if y.ndim == 2 else y[:, None]) - y.mean(axis=0)  # T of the mean is then 0
    groups = [*(groupings.of(effect) for effect in effects), np.arange(n)]
    sizes = [np.bincount(group).astype(np.float64) for group in groups]
    squares = np.array(
        [
            sum(float((np.bincount(group, column) ** 2 / size).sum()) for column in wide.T)
            for group, size in zip(groups, sizes, strict=True)
        ]
    )
    stays = np.full((len(groups), len(groups)), float(n))
    for a, first in enumerate(effects):
        for b, second in enumerate(effects):
            if not second <= first:
                cells = groupings.of(first | second)
                size = np.bincount(cells).astype(np.float64)
                group = np.zeros(len(size), dtype=np.int64)
                group[cells] = groups[a]
                stays[a, b] = float((size**2 / sizes[a][group]).sum())
        stays[a, -1] = len(sizes[a])
    mean = np.array([float((size**2).sum()) / n for size in sizes])
    return stays - mean, squares
