"""Matrices of categories: confusion of two coders, coincidences of all, and nominal α from them."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from accord._measure.bound import Bound
from accord._measure.cube.chance import Form, drawn_pairs
from accord._measure.cube.rows import steady
from accord.engine.any_data import has_counts, labelled, rows_of_counts, takes_data, who_chose
from accord.engine.tally import Tally
from accord.errors import NotApplicableError, TooLargeError
from accord.kinds.kind import kind_words
from accord.kinds.labels.patterns import Counts
from accord.kinds.labels.study import Codings
from accord.model.names import FloatArray
from accord.model.showing import NAMED, Result, text_table

MOST_IN_TABLE = 6000
"""The most categories in a table of all pairs."""


@dataclass(frozen=True, slots=True, eq=False)
class Matrix(Result):
    """A table with named rows and columns; `title` says what its cells are.

    :param values: The cells.

    >>> import accord
    >>> study = accord.from_coders({"A": "aab", "B": "abb"})
    >>> found = accord.infer.confusion_matrix(study, "A", "B")
    >>> found.rows, found.values.tolist()
    (('a', 'b'), [[1.0, 1.0], [0.0, 1.0]])
    """

    title: str
    rows: tuple[Hashable, ...] = field(metadata=NAMED)
    columns: tuple[Hashable, ...] = field(metadata=NAMED)
    values: FloatArray

    def __str__(self) -> str:
        return text_table(*self._table())

    def _caption(self) -> str:
        return self.title

    def _table(self) -> tuple[list[Any], list[list[Any]]]:
        """The names of the columns, and rows with theirs."""
        named = zip(self.rows, self.values.tolist(), strict=True)
        return [self.title, *self.columns], [[name, *values] for name, values in named]


@takes_data
def confusion_matrix(study: Codings | Tally, first: Hashable, second: Hashable) -> Matrix:
    """The contingency table of two coders: rows are the first coder's categories.

    :param study: The study.
    :param first: The coder of the rows.
    :param second: The coder of the columns.

    >>> import accord
    >>> accord.infer.confusion_matrix(accord.from_coders({"A": "aab", "B": "abb"}), "A", "B").values
    array([[1., 1.],
           [0., 1.]])
    """
    if not labelled(study):
        raise NotApplicableError(f"a cross table needs labels; these data are {kind_words(study)}")
    TooLargeError.unless(len(study.categories), MOST_IN_TABLE, "categories to cross")
    known = who_chose(study.only([study.coders.index(first), study.coders.index(second)]))
    assert known is not None  # two coders always merge
    pair, times = known
    k = len(study.categories)
    table = np.full((len(pair.items), 2), -1, dtype=np.int64)
    table[pair.item, pair.who()] = pair.category
    both = (table >= 0).all(axis=1)
    cell = table[both, 0] * k + table[both, 1]
    found = np.bincount(cell, weights=times[both], minlength=k * k).reshape(k, k)
    names = tuple(study.categories)
    return Matrix(f"{first} × {second}", names, names, found.astype(np.float64))


@takes_data
def coincidence_matrix(study: Codings | Tally) -> Matrix:
    """Krippendorff's coincidence matrix with its names: pairs within items, over all coders.

    :param study: The study.

    >>> import accord
    >>> found = accord.infer.coincidence_matrix(accord.from_coders({"A": "xxyy", "B": "xxyx"}))
    >>> found.values.tolist()
    [[4.0, 1.0], [1.0, 2.0]]
    """
    names = tuple(study.categories)
    return Matrix("coincidences", names, names, coincidences(study))


@takes_data
def coincidences(study: Codings | Tally) -> FloatArray:
    """Krippendorff's coincidence matrix o_kl: pairs within items, weighted 1/(n_i − 1).

    :param study: The study.

    >>> import accord
    >>> accord.infer.coincidences(accord.from_coders({"A": "aab", "B": "abb"}))
    array([[2., 1.],
           [1., 2.]])
    """
    if not has_counts(study):
        raise NotApplicableError(
            f"a coincidence table needs labels; these data are {kind_words(study)}"
        )
    k = len(study.categories)
    # 6,000 × 6,000 numbers are 288 MB.
    if k > MOST_IN_TABLE:
        raise TooLargeError(
            f"{k:,} categories are too many for a table of all pairs of them "
            f"(at most {MOST_IN_TABLE:,})"
        )
    return np.asarray(sparse_coincidences(study).todense(), dtype=np.float64)


def sparse_coincidences(study: Codings | Tally) -> Any:
    """The coincidence matrix of which only pairs that occur are held."""
    counts, multiplicity = rows_of_counts(study)
    return pairs_within(counts, multiplicity, lambda size: 1 / (size - 1))


def pairs_within(counts: Counts, times: FloatArray, weight: Callable[[float], float]) -> Any:
    """How often every two categories meet within rows of two codings or more, weighted by how
    many codings the row has (sparse).

    Rows of one size are counted in whole numbers first, so that the order of rows and categories
    does not change how the sums are rounded.
    """
    from scipy.sparse import csr_array, dia_array

    total = csr_array((counts.width, counts.width))
    # Items of one size have one weight, so each size is a single sparse product.
    for size in np.unique(counts.totals[(counts.totals > 1) & (times > 0)]).tolist():
        at = np.flatnonzero(counts.totals == size)
        part = counts.take(at)
        shape = (len(at), counts.width)
        table = csr_array((part.count, part.category, part.bounds), shape=shape)
        often = part.count * times[at][part.row]
        weighted = csr_array((often, part.category, part.bounds), shape=shape)
        own = dia_array((part.columns(times[at])[None], [0]), shape=total.shape).tocsr()
        total = total + (weighted.T @ table - own) * weight(size)
    return csr_array(total)


def is_nominal_alpha(measure: Bound) -> bool:
    """Whether this is Krippendorff's α with the nominal distance, for which these forms hold."""
    drawn = measure.measure.counted and measure.measure.chance == "drawn"
    return drawn and measure.missing == "pairable" and str(measure.distance) == "nominal"


OF_PAIRS = Form(weight=lambda sums: sums[..., 0], spread=lambda sums: sums[..., 1])
"""Chance from two sums: how many codings there are, and how many pairs of them differ."""


def alpha_of_pairs(observed: FloatArray, n: FloatArray, differ: FloatArray) -> FloatArray:
    """Nominal α from D_o, how many codings can be paired, and in how many ordered pairs of all of
    them categories differ; nan where it is undefined."""
    with np.errstate(divide="ignore", invalid="ignore"):
        columns = np.stack([n, differ], axis=-1)[:, None, :]  # samples × all coders × sums
        expected = drawn_pairs(OF_PAIRS.basis(columns, n))
        return np.where(expected > 0, 1 - observed / expected, np.nan)


def alpha_against_rest(n_k: FloatArray, alike: FloatArray) -> FloatArray:
    """α of each category against all others merged; nan where it is undefined.

    `n_k` are the sums of the rows of the coincidence matrix, `alike` its diagonal.
    """
    n_k = np.rint(n_k)  # codings that can be paired
    n = np.full(len(n_k), n_k.sum())
    with np.errstate(divide="ignore", invalid="ignore"):
        observed = 2 * (n_k - alike) / n
    return alpha_of_pairs(observed, n, 2 * n_k * (n - n_k))


def merged_alpha(table: FloatArray, k: int, l: int) -> float:
    """α if categories k and l were one."""
    n_k = np.rint(table.sum(axis=1))  # codings that can be paired
    n = n_k.sum()
    agree = steady(np.diagonal(table)) + 2 * table[k, l]
    squares = (n_k**2).sum() + 2 * n_k[k] * n_k[l]
    return float(alpha_of_pairs(1 - agree / n, np.array([n]), np.array([n * n - squares]))[0])
