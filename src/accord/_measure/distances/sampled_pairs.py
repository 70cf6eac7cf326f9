"""Distances that cost too much to know for every two of very many categories (trees, graphs).

Up to `most` different categories every two are compared. Beyond it, only the pairs that are asked
for are (those of one item, for D_o), and D_e is estimated: the categories are put into groups at
random, and every two of a group are compared, so that each category is in equally many pairs.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field

import numpy as np

from accord._measure.distances.metric import Metric, PairDistances
from accord.model.names import FloatArray, IntArray, Names, different

_Table = Callable[[IntArray], FloatArray]
"""The distances of every two of these categories (by position)."""

Apart = Callable[[IntArray, IntArray], FloatArray]
"""The distances of these pairs of categories (by position)."""

_ENOUGH = 5
"""A part of the categories uses the pairs drawn for all if it has 1 in so many of them."""


def sampled_table(
    categories: Names,
    key: Hashable,
    table: _Table,
    content: Sequence[str],
    pairs: int,
    unit: float | None,
    apart: Apart | None = None,
) -> Metric:
    """The metric of categories of which every two are too many; `content` tells categories apart
    whatever their order, and about so many `pairs` stand for all. `apart` compares single pairs,
    where that is quicker than a table of two."""
    known: _Known = categories.kept((key, "sampled"), lambda: _Known(table, content, pairs, apart))
    return Metric(len(categories), known.between, unit=unit, pairs=known.standing_for)


@dataclass(eq=False)
class _Known:
    """The distances that were computed so far, by key: smaller code · number + larger code."""

    table: _Table
    content: Sequence[str]
    number: int
    apart: Apart | None = None
    keys: IntArray = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    values: FloatArray = field(default_factory=lambda: np.zeros(0))
    drawn: PairDistances | None = None

    def between(self, k: IntArray, l: IntArray) -> FloatArray:
        """d_kl, broadcast; what is not known yet is computed."""
        k, l = np.broadcast_arrays(np.asarray(k, dtype=np.int64), np.asarray(l, dtype=np.int64))
        size = len(self.content)
        wanted = np.minimum(k, l) * size + np.maximum(k, l)
        different = k != l
        new = self._unknown(wanted[different])
        if len(new):
            self._learn(new // size, new % size)
        found = np.zeros(wanted.shape)
        found[different] = self.values[np.searchsorted(self.keys, wanted[different])]
        return found

    def _unknown(self, wanted: IntArray) -> IntArray:
        """Which of these keys are not known yet; there may be many known ones, which are sorted."""
        wanted = different(wanted)
        if not len(self.keys):
            return wanted
        at = np.minimum(np.searchsorted(self.keys, wanted), len(self.keys) - 1)
        return np.asarray(wanted[self.keys[at] != wanted])

    def _learn(self, k: IntArray, l: IntArray) -> None:
        every = np.unique(np.concatenate([k, l]))
        if len(every) ** 2 <= 8 * len(k):  # most pairs of these are wanted
            d = self.table(every)
            values = d[np.searchsorted(every, k), np.searchsorted(every, l)]
        elif self.apart is not None:
            values = self.apart(k, l)
        else:
            both = np.stack([k, l], axis=1)
            values = np.array([self.table(two)[0, 1] for two in both], dtype=np.float64)
        self._keep(k, l, values)

    def _keep(self, k: IntArray, l: IntArray, values: FloatArray) -> None:
        key = np.minimum(k, l).astype(np.int64) * len(self.content) + np.maximum(k, l)
        joined = np.concatenate([self.keys, key])
        keys, first = np.unique(joined, return_index=True)
        self.keys, self.values = keys, np.concatenate([self.values, values])[first]

    def standing_for(self, used: IntArray, most: int) -> PairDistances | None:
        """Pairs (positions in `used`) with their distances, None where every two are compared."""
        if len(used) <= most:
            return None
        if self.drawn is None:
            self.drawn = self._draw(np.arange(len(self.content)))
        first, second, d = self.drawn
        place = np.full(len(self.content), -1)
        place[used] = np.arange(len(used))
        inside = (place[first] >= 0) & (place[second] >= 0)
        if int(inside.sum()) * _ENOUGH < len(d):
            first, second, d = self._draw(used)
            inside = np.ones(len(d), dtype=bool)
        return place[first[inside]], place[second[inside]], d[inside]

    def _draw(self, used: IntArray) -> PairDistances:
        """Every two of each group; in which group a category is comes from its content alone."""
        order = np.array(sorted(used.tolist(), key=self.content.__getitem__), dtype=np.intp)
        order = order[np.random.default_rng(0).permutation(len(order))]
        groups = np.array_split(order, max(1, len(order) ** 2 // (2 * self.number)))
        found: list[PairDistances] = []
        for group in groups:
            a, b = np.triu_indices(len(group), 1)
            found.append((group[a], group[b], self.table(group)[a, b]))
        first, second, d = (np.concatenate(part) for part in zip(*found, strict=True))
        self._keep(first, second, d)
        return first, second, d
