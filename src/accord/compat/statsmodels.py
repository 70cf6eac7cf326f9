"""statsmodels' inter_rater, by its names: `from accord.compat.statsmodels import fleiss_kappa`.

A table with unequal rows is refused, as statsmodels does: mostly it is a table of ratings, which
`aggregate_raters` turns into counts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from accord._measure.bound import Bound, bound
from accord._measure.cube import coefficients as cube
from accord.engine.tally import Tally
from accord.errors import DataError
from accord.infer.tests.analytic import standard_error
from accord.kinds.labels.patterns import Counts, Patterns
from accord.kinds.labels.tabular import from_confusion
from accord.model.names import FloatArray, IntArray, Names
from accord.model.showing import Result
from accord.tasks import checked_run

_Method = Literal["fleiss", "rand", "unif", "randolph", "uniform"]

_SAME = 1e-9
"""Rows whose sums differ by less have the same number of raters."""


@checked_run
def fleiss_kappa(table: Any, method: _Method = "fleiss") -> float:
    """Fleiss' κ with the arguments of statsmodels: subjects × categories, counts of raters.

    "randolph" and "uniform" (or their first four letters) give Randolph's κ, which is S. Counts may
    be fractions, for raters who divide a vote. Every subject needs the same number of raters, as
    in statsmodels; `accord.pi` works with different numbers.

    :param table: How many raters chose each category, a row for each subject.
    :param method: fleiss, or randolph and uniform for Randolph's.

    >>> import accord
    >>> round(accord.compat.fleiss_kappa([[3, 0], [1, 2], [0, 3]]), 4)
    0.55
    >>> round(accord.compat.fleiss_kappa([[6.99, 0.01], [6.99, 0.01]], method="uniform"), 4)
    0.9933
    """
    counts = np.asarray(table, dtype=np.float64)
    if counts.ndim != 2 or (counts < 0).any():
        raise DataError("the table has a row for each subject and a count for each category")
    raters = counts.sum(axis=1)
    if np.ptp(raters) > _SAME * max(1.0, float(raters.max())):
        raise DataError(
            f"the rows sum to {raters.min():g} to {raters.max():g} raters; all must have the same "
            "number. For a table of ratings (subjects × raters) use aggregate_raters(table)[0]"
        )
    n, k = counts.shape
    row, category = np.divmod(np.arange(n * k), k)
    patterns = Patterns(Counts.of(row, category, n, k, counts.ravel()), np.ones(n))
    study: Any = Tally(Names(), Names(range(k)), True, patterns, round(float(raters.max())))
    return (cube.pi if method == "fleiss" else cube.s)(study).value


def aggregate_raters(data: Any, n_cat: int | None = None) -> tuple[IntArray, Any]:
    """Counts of raters, subjects × categories, from ratings, subjects × raters.

    :param data: The ratings, a row for each subject and a column for each rater.
    :param n_cat: How many categories there are, where ratings are 0 to n_cat − 1.

    >>> import accord
    >>> counts, categories = accord.compat.aggregate_raters([[1, 1, 2], [2, 2, 2]])
    >>> counts.tolist(), categories.tolist()
    ([[2, 1], [0, 3]], [1, 2])
    """
    ratings = np.asarray(data)
    names = np.unique(ratings) if n_cat is None else np.arange(n_cat)
    return np.stack([(ratings == name).sum(axis=1) for name in names], axis=1), names


def to_table(data: Any, bins: int | Sequence[float] | None = None) -> tuple[FloatArray, Any]:
    """A contingency table of raters from ratings, subjects × raters, and the edges of its cells.

    :param data: The ratings, a row for each subject and a column for each rater.
    :param bins: How many categories there are, where ratings are 0 to bins − 1; or edges.

    >>> import accord
    >>> accord.compat.to_table([[1, 1], [1, 2], [2, 2]])[0].tolist()
    [[1.0, 1.0], [0.0, 1.0]]
    """
    ratings = np.asarray(data)
    if bins is None:
        names, code = np.unique(ratings, return_inverse=True)
        ratings, bins = code.reshape(ratings.shape), len(names)
    edges: Any = np.arange(bins + 1) - 0.5 if isinstance(bins, int) else np.asarray(bins)
    return np.histogramdd(ratings, (edges,) * ratings.shape[1])[0], edges


@dataclass(frozen=True, slots=True)
class KappaResults(Result):
    """Cohen's κ with its standard errors and test, under statsmodels' names.

    :param kappa: Cohen's κ.
    :param std_kappa: Its standard error.
    :param std_kappa0: Its standard error if coders agree by chance.
    :param kind: Simple or Weighted.
    :param weights: The distances between categories, 0 for the same.

    >>> import accord
    >>> found = accord.compat.cohens_kappa([[20, 5], [10, 15]])
    >>> round(found.kappa, 4), round(found.std_kappa, 4), round(found.pvalue_two_sided, 4)
    (0.4, 0.127, 0.0039)
    """

    _columns = "kappa, std_kappa, kappa_low, kappa_upp, std_kappa0, z_value, p=pvalue_two_sided"
    kappa: float
    std_kappa: float
    std_kappa0: float
    kind: str
    weights: FloatArray | None = None

    @property
    def var_kappa(self) -> float:
        """The variance of κ."""
        return self.std_kappa**2

    @property
    def var_kappa0(self) -> float:
        """The variance of κ if coders agree by chance."""
        return self.std_kappa0**2

    @property
    def kappa_low(self) -> float:
        """The lower limit of the 95% confidence interval."""
        return self.kappa - NormalDist().inv_cdf(0.975) * self.std_kappa

    @property
    def kappa_upp(self) -> float:
        """The upper limit of the 95% confidence interval."""
        return self.kappa + NormalDist().inv_cdf(0.975) * self.std_kappa

    @property
    def z_value(self) -> float:
        """κ by its standard error under chance."""
        return self.kappa / self.std_kappa0

    @property
    def pvalue_one_sided(self) -> float:
        """The p value against chance, one-sided."""
        return NormalDist().cdf(-self.z_value)

    @property
    def pvalue_two_sided(self) -> float:
        """The p value against chance, two-sided."""
        return 2 * NormalDist().cdf(-abs(self.z_value))

    def __str__(self) -> str:
        """The table that SAS and statsmodels print."""
        rows: list[tuple[str, float]] = [
            ("Kappa", self.kappa),
            ("ASE", self.std_kappa),
            ("95% Lower Conf Limit", self.kappa_low),
            ("95% Upper Conf Limit", self.kappa_upp),
        ]
        test = [
            ("ASE under H0", self.std_kappa0),
            ("Z", self.z_value),
            ("One-sided Pr >  Z", self.pvalue_one_sided),
            ("Two-sided Pr > |Z|", self.pvalue_two_sided),
        ]
        first, second = (
            "".join(f"{'':14}{name:<22}{value:10.4f}\n" for name, value in part)
            for part in (rows, test)
        )
        head = f"{'':18}{self.kind} Kappa Coefficient\n{'':14}{'-' * 32}\n"
        return f"{head}{first}\n{'':17}Test of H0: {self.kind} Kappa = 0\n\n{second}"


@checked_run
def cohens_kappa(
    table: Any,
    weights: ArrayLike | None = None,
    return_results: bool = True,
    wt: Literal["ca", "linear", "fc", "quadratic", "toeplitz"] | None = None,
) -> Any:
    """Cohen's κ of a contingency table with statsmodels' arguments, standard errors and test.

    :param table: The table, one rater in rows, the other in columns.
    :param weights: Scores of the categories, or a matrix of distances.
    :param return_results: Whether to return all results, not κ alone.
    :param wt: How scores become distances: linear (ca), quadratic (fc) or toeplitz.

    >>> import accord
    >>> round(accord.compat.cohens_kappa([[20, 5], [10, 15]], return_results=False), 4)
    0.4
    """
    counts = np.asarray(table)
    study = from_confusion(counts, categories=range(len(counts)))
    far = _distances(weights, wt, len(counts))
    asked: Bound = (
        bound("kappa")
        if far is None
        else bound("weighted_kappa", distance=lambda a, b: float(far[a, b]))
    )
    kappa = asked.compute(study).value
    if not return_results:
        return kappa
    own, chance = (standard_error(study, asked, null=null).se for null in (False, True))
    return KappaResults(kappa, own, chance, "Simple" if far is None else "Weighted", far)


def _distances(weights: Any, wt: str | None, k: int) -> FloatArray | None:
    """The distances between categories, None where all are equally far apart."""
    if weights is None and wt is None:
        return None
    scores = np.arange(k, dtype=np.float64) if weights is None else np.asarray(weights, np.float64)
    if scores.ndim == 2:
        return scores
    if wt == "toeplitz":
        return np.asarray(scores[np.abs(np.subtract.outer(np.arange(k), np.arange(k)))])
    far = np.abs(np.subtract.outer(scores, scores)) / abs(scores[-1] - scores[0])
    return np.asarray(far**2 if wt in ("fc", "quadratic") else far)
