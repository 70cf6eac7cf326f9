"""Matrices for people: confusion of two coders, coincidences of all, agreement of every pair."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

import numpy as np

from accord.engine.tally import Tally, counted
from accord.errors import NotApplicableError
from accord.infer.resample.krippendorff import coincidences
from accord.infer.why.coincidence_alphas import is_nominal_alpha
from accord.infer.why.pairs import coder_pairs
from accord.measure.bound import Asked, bound
from accord.measure.cube.kernel import Countable, item_count
from accord.model.codings.codings import Codings
from accord.model.names import FloatArray
from accord.model.showing import html_table, text_table
from accord.model.study import Study

MOST = 1000
"""With more categories nominal α of all pairs at once would not be quicker."""


@dataclass(frozen=True, slots=True, eq=False)
class Matrix:
    """A table with named rows and columns; `title` says what its cells are."""

    title: str
    rows: tuple[Hashable, ...]
    columns: tuple[Hashable, ...]
    values: FloatArray

    def __str__(self) -> str:
        return text_table(*self._table())

    def _repr_html_(self) -> str:
        return html_table(self.title, *self._table())

    def _table(self) -> tuple[list[Any], list[list[Any]]]:
        """The names of the columns, and rows with theirs."""
        named = zip(self.rows, self.values.tolist(), strict=True)
        return [self.title, *self.columns], [[name, *values] for name, values in named]

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "title": self.title,
            "rows": [str(name) for name in self.rows],
            "columns": [str(name) for name in self.columns],
            "values": [[None if np.isnan(v) else float(v) for v in row] for row in self.values],
        }


@dataclass(frozen=True, slots=True, eq=False)
class PairMatrix:
    """The measure of every two coders, similar coders side by side; nan where undefined."""

    measure: str
    coders: tuple[Hashable, ...]
    values: FloatArray
    items: FloatArray  # how many items both coded

    def __str__(self) -> str:
        return str(self._matrix())

    def _repr_html_(self) -> str:
        return self._matrix()._repr_html_()

    def _matrix(self) -> Matrix:
        return Matrix(self.measure, self.coders, self.coders, self.values)

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return self._matrix().as_dict()


def confusion_matrix(study: Codings | Tally, first: Hashable, second: Hashable) -> Matrix:
    """The contingency table of two coders: rows are the first coder's categories.

    >>> from accord.model.codings.tabular import from_coders
    >>> confusion_matrix(from_coders({"A": "aab", "B": "abb"}), "A", "B").values
    array([[1., 1.],
           [0., 1.]])
    """
    pair = study.only([study.coders.index(first), study.coders.index(second)])
    k = len(study.categories)
    times = counted(pair)[1]
    if isinstance(pair, Tally):
        assert pair.merged is not None  # two coders always merge
        pair = pair.merged
    table = np.full((len(pair.items), 2), -1, dtype=np.int64)
    table[pair.item, pair.who()] = pair.category
    both = (table >= 0).all(axis=1)
    cell = table[both, 0] * k + table[both, 1]
    found = np.bincount(cell, weights=times[both], minlength=k * k).reshape(k, k)
    names = tuple(study.categories)
    return Matrix(f"{first} × {second}", names, names, found.astype(np.float64))


def coincidence_matrix(study: Codings | Tally) -> Matrix:
    """Krippendorff's coincidence matrix with its names: pairs within items, over all coders."""
    names = tuple(study.categories)
    return Matrix("coincidences", names, names, coincidences(study))


def pair_matrix(study: Study | Countable, measure: Asked, *, ordered: bool = True) -> PairMatrix:
    """The measure for every two coders; `ordered` puts similar coders side by side.

    The order is that of average linkage on 1 − value, leaves arranged optimally.

    >>> from accord.model.codings.tabular import from_coders
    >>> study = from_coders({"A": "aabb", "B": "abab", "C": "aabb"})
    >>> pair_matrix(study, "kappa").coders
    ('B', 'C', 'A')
    """
    entry = bound(measure)
    c = len(study.coders)
    if c < 2:
        raise NotApplicableError("there are fewer than two coders, so there are no pairs")
    if isinstance(study, Codings) and is_nominal_alpha(entry) and len(study.categories) <= MOST:
        values, items = nominal_pairs(study)
    else:
        values, items = np.full((c, c), np.nan), np.zeros((c, c))
        for a, b, pair in coder_pairs(study):
            agreement = entry.compute(pair)
            values[a, b] = values[b, a] = agreement.value
            items[a, b] = items[b, a] = _shared(pair)
    order = (
        similar(values, entry.measure.better == "lower") if ordered and c > 2 else list(range(c))
    )
    at = np.ix_(order, order)
    return PairMatrix(entry.name, tuple(study.coders[o] for o in order), values[at], items[at])


def nominal_pairs(study: Codings) -> tuple[FloatArray, FloatArray]:
    """Nominal α of every pair of coders at once, and how many items both coded.

    With X_k the items × coders table of category k and P the table of who coded what, pairs
    agree Σ_k X_k′X_k times and use category k (X_k′P) + (X_k′P)′ times.
    """
    from scipy.sparse import csr_array

    n, c = len(study.items), len(study.coders)
    who = study.who()

    def table(keep: Any) -> Any:
        ones = np.ones(int(keep.sum()))
        return csr_array((ones, (study.item[keep], who[keep])), shape=(n, c))

    present = table(np.ones(len(study), dtype=bool))
    shared = (present.T @ present).toarray()
    agree, squares = np.zeros((c, c)), np.zeros((c, c))
    for k in np.unique(study.category):
        of_k = table(study.category == k)
        agree += (of_k.T @ of_k).toarray()
        used = (of_k.T @ present).toarray()
        squares += (used + used.T) ** 2
    with np.errstate(divide="ignore", invalid="ignore"):
        size = 2 * shared
        expected = (size**2 - squares) / (size * (size - 1))
        value = np.where(expected > 0, 1 - (1 - agree / shared) / expected, np.nan)
    np.fill_diagonal(value, np.nan)
    np.fill_diagonal(shared, 0.0)
    return np.asarray(value), np.asarray(shared)


def _shared(pair: Study | Countable) -> int:
    if not isinstance(pair, (Codings, Tally)):
        return item_count(pair)
    counts, multiplicity = counted(pair)
    return int(multiplicity[counts.totals == 2].sum())


def similar(values: FloatArray, lower: bool = False) -> list[int]:
    """An order of coders in which those who agree stand together (average linkage)."""
    from scipy.cluster.hierarchy import leaves_list, linkage, optimal_leaf_ordering
    from scipy.spatial.distance import squareform

    apart = values.copy() if lower else 1 - values
    worst = np.nanmax(apart) if np.isfinite(apart).any() else 1.0
    apart = np.where(np.isfinite(apart), apart, worst)
    np.fill_diagonal(apart, 0.0)
    flat = squareform(np.maximum(apart, 0.0), checks=False)
    tree = linkage(flat, "average")
    if len(values) <= 500:
        tree = optimal_leaf_ordering(tree, flat)
    return [int(leaf) for leaf in leaves_list(tree)]
