"""Measures by document: what takes time is done once for each two coders in each document.

F1, SER, uα, the scores of chains and their kin match units, cross chains or let lengths meet; what
comes of it only adds up over documents. So a resample of documents, a document left out, a group
of documents or some of the coders are the same rows added up again, and nothing is matched twice.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import fsum, nan

import numpy as np

from accord.model.agreement import Agreement
from accord.model.names import BoolArray, FloatArray, IntArray

_AT_ONCE = 4_000_000
"""The most numbers in the sums of the resamples that are put together at once."""


class ByDocument(ABC):
    """A measure as a function of how often each document counts."""

    @abstractmethod
    def parts(self, often: FloatArray) -> FloatArray:
        """D_o, D_e and value (nan where there is none) for each row of `often`, which says how
        often each document counts (rows × documents)."""

    @abstractmethod
    def __len__(self) -> int:
        """How many documents there are."""

    @abstractmethod
    def only(self, coders: Sequence[int] | IntArray) -> "ByDocument":
        """The same of these coders (by position)."""

    def values(self, often: FloatArray) -> FloatArray:
        """The value alone."""
        return np.asarray(self.parts(often)[:, 2])

    def notes(self) -> tuple[str, ...]:
        """What to know of the values that were asked for."""
        return ()


@dataclass(frozen=True, eq=False)
class DocumentSums(ByDocument):
    """What every document adds (documents × columns, None where how often it counts is what
    matters), the `Agreement` that such a sum gives, and how to make the same of some coders."""

    documents: int
    rows: FloatArray | None
    of: Callable[[FloatArray], Agreement]
    again: Callable[[Sequence[int] | IntArray], ByDocument]

    def __len__(self) -> int:
        return self.documents

    def parts(self, often: FloatArray) -> FloatArray:
        """D_o, D_e and value for each row of `often`."""
        sums = [often] if self.rows is None else in_blocks(often, self.rows)
        found = [
            (one.observed, nan if one.expected is None else one.expected, one.value)
            for some in sums
            for one in map(self.of, some)
        ]
        return np.array(found, dtype=np.float64).reshape(-1, 3)

    def only(self, coders: Sequence[int] | IntArray) -> ByDocument:
        """The same of these coders."""
        return self.again(coders)


@dataclass(frozen=True, eq=False)
class PairSums(ByDocument):
    """What every two coders add in every document that both saw: `rows`, of this `document` and
    `pair`; `of` makes D_o, D_e and value of the sums of all pairs (resamples × pairs × columns).

    `again` is for rows that depend on which other coders there are."""

    documents: int
    pairs: IntArray
    document: IntArray
    pair: IntArray
    rows: FloatArray
    of: Callable[[FloatArray], FloatArray]
    again: Callable[[Sequence[int] | IntArray], ByDocument] | None = None

    @classmethod
    def found(
        cls,
        documents: int,
        found: Iterable[tuple[int, int, int, Sequence[float]]],
        columns: int,
        of: Callable[[FloatArray], FloatArray],
    ) -> "PairSums":
        """From (document, coder, other coder, what the two add there)."""
        there = list(found)
        rows = np.array([row for *_, row in there], dtype=np.float64).reshape(-1, columns)
        return cls.found_in(documents, [(at, one, two) for at, one, two, _ in there], rows, of)

    @classmethod
    def found_in(
        cls,
        documents: int,
        places: Sequence[tuple[int, int, int]],
        rows: FloatArray,
        of: Callable[[FloatArray], FloatArray],
    ) -> "PairSums":
        """From (document, coder, other coder) and what the two add there."""
        known: dict[tuple[int, int], int] = {}
        pair = [known.setdefault((one, other), len(known)) for _, one, other in places]
        return cls(
            documents,
            np.array(list(known), dtype=np.intp).reshape(-1, 2),
            np.array([at for at, _, _ in places], dtype=np.intp),
            np.array(pair, dtype=np.intp),
            rows,
            of,
        )

    def __len__(self) -> int:
        return self.documents

    def observed(self) -> float:
        """D_o of all documents."""
        return float(self.of(self.totals()[None])[0, 0])

    def totals(self) -> FloatArray:
        """The sums of each pair over all documents (pairs × columns), the same in any order."""
        order = np.argsort(self.pair, kind="stable")
        edges = np.searchsorted(self.pair[order], np.arange(1, len(self.pairs)))
        sums = [[fsum(column) for column in part.T] for part in np.split(self.rows[order], edges)]
        return np.array(sums, dtype=np.float64).reshape(-1, self.rows.shape[1])[: len(self.pairs)]

    def parts(self, often: FloatArray) -> FloatArray:
        """D_o, D_e and value for each row of `often`."""
        shape = (len(self.pairs), self.rows.shape[1])
        if not len(self.pairs):  # nobody to compare
            return np.full((len(often), 3), np.nan)
        found = [self.of(some.reshape(-1, *shape)) for some in in_blocks(often, self._table())]
        return np.concatenate([np.zeros((0, 3)), *found])

    def _table(self) -> FloatArray:
        """Documents × (pairs, columns); sparse where few pairs saw a document."""
        width = self.rows.shape[1]
        column = self.pair[:, None] * width + np.arange(width)
        shape = (self.documents, len(self.pairs) * width)
        if shape[0] * shape[1] <= _AT_ONCE:
            table = np.zeros(shape)
            table[self.document[:, None], column] = self.rows
            return table
        from scipy.sparse import csr_array

        row = np.repeat(self.document, width)
        made: FloatArray = csr_array((self.rows.ravel(), (row, column.ravel())), shape=shape)
        return made

    def only(self, coders: Sequence[int] | IntArray) -> ByDocument:
        """The same of these coders: the rows of their pairs."""
        if self.again is not None:
            return self.again(coders)
        inside: BoolArray = np.isin(self.pairs, np.asarray(coders)).all(axis=1).reshape(-1)
        place = np.cumsum(inside) - 1
        kept = inside[self.pair] if len(self.pairs) else np.zeros(0, dtype=bool)
        return replace(
            self,
            pairs=self.pairs[inside],
            document=self.document[kept],
            pair=place[self.pair[kept]],
            rows=self.rows[kept],
        )


@dataclass(frozen=True, eq=False)
class RatioOfDocuments(ByDocument):
    """1 − Σ w D_o / Σ w D_e, where every document has a D_o and a D_e that stay whatever other
    documents there are: `rows` (documents × weight, weighed D_o, weighed D_e)."""

    rows: FloatArray
    again: Callable[[Sequence[int] | IntArray], ByDocument]

    def __len__(self) -> int:
        return len(self.rows)

    def parts(self, often: FloatArray) -> FloatArray:
        """D_o, D_e and value for each row of `often`."""
        if len(often) == 1:  # a study as it is: the same to the last bit in whatever order
            times = often[0][:, None] * self.rows
            return of_ratio(*(np.array([fsum(column)]) for column in times.T))
        return of_ratio(*np.asarray(often @ self.rows).T)

    def only(self, coders: Sequence[int] | IntArray) -> ByDocument:
        """The same of these coders."""
        return self.again(coders)


def of_ratio(weight: FloatArray, observed: FloatArray, expected: FloatArray) -> FloatArray:
    """D_o, D_e and 1 − D_o/D_e from sums; the value is nan where D_e is not above 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        observed, expected = observed / weight, expected / weight
        value = np.where(expected > 0, 1.0 - observed / expected, nan)
    return np.stack([observed, expected, value], axis=1)


def in_blocks(often: FloatArray, table: FloatArray) -> Iterator[FloatArray]:
    """often @ table, some rows at a time."""
    step = max(1, _AT_ONCE // max(table.shape[1], 1))
    for at in range(0, len(often), step):
        yield np.asarray(often[at : at + step] @ table)


def mean_over_pairs(
    score: Callable[[FloatArray], FloatArray], *, errors: bool = False
) -> Callable[[FloatArray], FloatArray]:
    """D_o and value where the value is the mean of the scores of pairs (those that have one).

    `score` takes sums (… × columns) to scores (… × as many as a pair has). As in an `Agreement`,
    likeness is 1 − its observed disagreement, and `errors` are what they are.
    """

    def of(sums: FloatArray) -> FloatArray:
        scores = score(sums).reshape(len(sums), -1)
        mean: FloatArray = np.array([mean_known(row) for row in scores], dtype=np.float64)
        observed = mean if errors else 1.0 - mean
        value = observed if errors else 1.0 - observed
        return np.stack([observed, np.full(len(mean), nan), value], axis=1)

    return of


BY_PAIRS = {"pooled": "pairs"}
"""In signatures: each two coders have one score, of all documents that both saw, and the value is
the mean over pairs, each counting once. So is every F1, that of marks as of structures."""

BY_TOKENS = {"pooled": "tokens"}
"""In signatures: the value is the share of all tokens, of all pairs of coders together."""


def mean_known(values: FloatArray) -> float:
    """The mean of what is not nan, the same in whatever order; nan where nothing is."""
    known = values[~np.isnan(values)].tolist()
    return fsum(known) / len(known) if known else nan


def f1_of_both(sums: FloatArray) -> FloatArray:
    """F1 = 2 · common / both of sums (… × common, of both together, …), nan where there is
    nothing."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(sums[..., 1] > 0, 2 * sums[..., 0] / sums[..., 1], nan)


def f1_of(sums: FloatArray) -> FloatArray:
    """F1 = 2 · common / (one + other) of sums (… × common, one, other), nan where there is
    nothing."""
    both = sums[..., 1] + sums[..., 2]
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(both > 0, 2 * sums[..., 0] / both, nan)


def f1_by_coders(
    coders: Sequence[Hashable], table: PairSums, sums: FloatArray
) -> dict[tuple[Hashable, Hashable], dict[str, float]]:
    """Recall, precision and F1 for each pair of coders by their names."""
    found = {}
    for (i, j), row in zip(table.pairs.tolist(), sums, strict=True):
        common, one, other = row[:3].tolist()
        found[coders[i], coders[j]] = {
            "recall": common / one if one else nan,
            "precision": common / other if other else nan,
            "f1": float(f1_of(row)),
        }
    return found
