"""Annotator bias and skew: why coefficients differ on the same codings.

Bias: coders use the categories in different proportions (κ rises above π). Prevalence: one
category dominates (π, κ, α fall though coders agree on most items). None of these is an
agreement coefficient; they say how to read one.
"""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from math import fsum, nan

import numpy as np

from accord._measure.cube.coefficients import ac1, alpha, alpha_prime, beta, kappa, percent, pi, s
from accord._measure.cube.kernel import Countable, expanded
from accord._measure.cube.rows import rows_of
from accord._measure.distances.metric import AnyDistance
from accord._measure.settings import RULES
from accord.errors import NotApplicableError, TooLargeError, UnknownNameError
from accord.kinds.labels.patterns import by_coder
from accord.kinds.labels.study import Codings
from accord.model.agreement import Agreement
from accord.model.names import FloatArray
from accord.model.showing import Grid, Result, text_table
from accord.words.said import said


@dataclass(frozen=True, slots=True)
class ChiSquare(Result):
    """A test statistic with its degrees of freedom and p; nan with the reason otherwise."""

    name: str
    statistic: float
    df: int
    p: float
    undefined: str | None = None


@dataclass(frozen=True, slots=True)
class Skew(Result):
    """Coefficients side by side with the indices of bias and prevalence.

    `bias` is B = A_e(π) − A_e(κ), the mean over coder pairs of the squared differences of their
    distributions, halved. The last five are for two coders, None otherwise; `bias_index` and
    `prevalence_index` are Byrt's, for two categories.

    :param agreements: The coefficients side by side.
    :param bias_by_category: The part of each category in `bias`.
    :param pabak: κ adjusted for prevalence and bias.
    :param kappa_max: The largest κ with these margins.
    :param stuart_maxwell: The test that both coders' margins are equal.
    :param bhapkar: Bhapkar's test of the same.
    :param kappa_minus_pi: κ − π as it follows from B, if every coder coded every item.
    :param weighted_bias: D_e(α′) − D_e(β) with the distance that was asked for.

    >>> import accord
    >>> study = accord.from_confusion([[20, 20], [10, 50]], categories=["STAT", "IREQ"])
    >>> found = accord.labels.skew(study)
    >>> round(found.pabak, 2), round(found.bias_index, 2), round(found.prevalence_index, 2)
    (0.4, 0.1, 0.3)
    """

    agreements: tuple[Agreement, ...]
    bias: float
    bias_by_category: dict[Hashable, float]
    pabak: float
    prevalence: dict[Hashable, float]
    bias_index: float | None
    prevalence_index: float | None
    kappa_max: float | None
    stuart_maxwell: ChiSquare | None
    bhapkar: ChiSquare | None
    kappa_minus_pi: float | None = None
    weighted_bias: float | None = None

    def __str__(self) -> str:
        return "\n\n".join(text_table(*grid) for _, grid in self._tables())

    def _tables(self) -> Iterable[tuple[str, Grid]]:
        side_by_side = [[a.symbol, a.value, a.A_o, a.A_e] for a in self.agreements]
        used = [[k, share, self.bias_by_category.get(k)] for k, share in self.prevalence.items()]
        return [
            ("coefficients", (["measure", "value", "A_o", "A_e"], side_by_side)),
            ("categories", (["category", "prevalence", "bias"], used)),
            ("bias and prevalence", (["index", "value", "p"], self.indices())),
        ]

    def indices(self) -> list[tuple[str, float | None, float | None]]:
        """What is known of bias and prevalence: index, value, p."""
        found: list[tuple[str, float | None, float | None]] = [
            ("B = A_e(π) − A_e(κ)", self.bias, None),
            ("κ − π", self.kappa_minus_pi, None),
            ("B weighted = D_e(α′) − D_e(β)", self.weighted_bias, None),
            ("PABAK", self.pabak, None),
            ("bias index", self.bias_index, None),
            ("prevalence index", self.prevalence_index, None),
            ("κ_max", self.kappa_max, None),
        ]
        tests = [test for test in (self.stuart_maxwell, self.bhapkar) if test is not None]
        found += [(f"{test.name} χ²({test.df})", test.statistic, test.p) for test in tests]
        return [row for row in found if row[1] is not None]


_MOST_CATEGORIES = 1500
"""Beyond, the tests of two coders' use of all categories are left out."""


def confusion(study: Codings) -> FloatArray:
    """The contingency table of two coders over the items that both coded.

    Rows are the first coder's categories, columns the second's.

    :param study: The codings of two coders.

    >>> import accord
    >>> accord.labels.confusion(accord.from_coders({"A": "xxyy", "B": "xxyx"})).tolist()
    [[2.0, 0.0], [1.0, 1.0]]
    """
    if len(study.coders) != 2:
        raise NotApplicableError(f"a contingency table needs two coders; found {len(study.coders)}")
    coder, k = study.who(), len(study.categories)
    if k * k > 50_000_000:
        raise TooLargeError(f"a contingency table of {k:,} categories is too large")
    label = np.full((2, len(study.items)), -1, dtype=np.int64)
    label[coder, study.item] = study.category
    both = (label >= 0).all(axis=0)
    flat = np.bincount(label[0, both] * k + label[1, both], minlength=k * k)
    return flat.reshape(k, k).astype(np.float64)


def bias(study: Codings, *, missing: str = "available") -> dict[Hashable, float]:
    """B by category: Var_c P(k|c) / (c − 1); their sum is A_e(π) − A_e(κ) (complete codings).

    The variance over coders of the share of each category, divided by the number of coders
    minus one (Artstein & Poesio 2005, §3). References: artstein2005.

    :param study: The study.
    :param missing: The rule for missing codings.

    >>> import accord
    >>> found = accord.labels.bias(
    ...     accord.from_confusion([[20, 20], [10, 50]], categories=["STAT", "IREQ"])
    ... )
    >>> {k: round(b, 4) for k, b in found.items()}
    {'STAT': 0.0025, 'IREQ': 0.0025}
    """
    if missing not in RULES:
        raise UnknownNameError.of("rule for missing labels", missing, RULES)
    dense = by_coder(study, missing).dense
    assert dense is not None
    # A coder without codings has no distribution, and would count as one who uses nothing.
    rows = dense[dense.sum(axis=1) > 0]
    shares = rows / rows.sum(axis=1, keepdims=True)
    c = len(shares)
    shares = np.sort(shares, axis=0)  # the same sums whatever the order of coders
    values = shares.var(axis=0) / (c - 1) if c > 1 else np.full(shares.shape[1], nan)
    return {name: float(v) for name, v in zip(study.categories, values, strict=True)}


def skew(study: Codings | Countable, *, distance: AnyDistance | None = None) -> Skew:
    """Coefficients, bias and prevalence side by side.

    B is A_e(π) − A_e(κ), and κ − π = B (1 − A_o) / ((1 − A_e(κ)) (1 − A_e(π))). With a distance
    the bias of weighted measures is beside it: D_e(α′) − D_e(β), below 0 where coders differ in
    their use of the categories (for nominal labels it is −B). References: artstein2005.

    :param study: The study.
    :param distance: The distance between categories for the bias of weighted measures.

    >>> import accord
    >>> table = accord.labels.skew(
    ...     accord.from_confusion([[20, 20], [10, 50]], categories=["STAT", "IREQ"])
    ... )
    >>> round(table.bias, 4), round(table.pabak, 2), round(table.kappa_max, 3)
    (0.005, 0.4, 0.783)
    """
    study = expanded(study)
    named = study.coder is not None
    agreements = [percent(study), s(study), pi(study)]
    agreements += [kappa(study)] if named else []
    agreements += [alpha(study, distance="nominal"), ac1(study)]
    by_category = bias(study) if named else {}
    rows = rows_of(study, "available")
    tallied = np.zeros(len(study.categories))
    for scale in np.unique(rows.scale).tolist():  # whole numbers first: no order of items matters
        tallied += scale * rows.counts.columns(rows.multiplicity * (rows.scale == scale))
    shares = tallied / max(fsum(tallied), 1.0)
    prevalence = {n: float(v) for n, v in zip(study.categories, shares, strict=True)}
    small = len(study.categories) <= _MOST_CATEGORIES  # a table of all pairs, and its inverse
    two = confusion(study) if named and len(study.coders) == 2 and small else None
    binary = two is not None and len(two) == 2
    return Skew(
        tuple(agreements),
        fsum(by_category.values()) if by_category else nan,
        by_category,
        s(study).value,
        prevalence,
        _bias_index(two) if binary and two is not None else None,
        _prevalence_index(two) if binary and two is not None else None,
        kappa_max(two) if two is not None else None,
        stuart_maxwell(two) if two is not None else None,
        bhapkar(two) if two is not None else None,
        _kappa_minus_pi(study) if named else None,
        _weighted_bias(study, distance) if named and distance is not None else None,
    )


def _kappa_minus_pi(study: Codings) -> float | None:
    """κ − π from B; without every coding the two have different A_o, and this is not it."""
    if len(study.item) != len(study.items) * len(study.coders) or len(study.coders) < 2:
        return None
    one, other = pi(study), kappa(study)
    if None in (one.A_o, one.A_e, other.A_e) or 1.0 in (one.A_e, other.A_e):
        return None
    observed, unbiased, biased = one.A_o or 0.0, one.A_e or 0.0, other.A_e or 0.0
    return (unbiased - biased) * (1 - observed) / ((1 - biased) * (1 - unbiased))


def _weighted_bias(study: Codings, distance: AnyDistance) -> float | None:
    unbiased, biased = alpha_prime(study, distance=distance), beta(study, distance=distance)
    if unbiased.expected is None or biased.expected is None:
        return None
    return unbiased.expected - biased.expected


def _bias_index(table: FloatArray) -> float:
    """Byrt's |b − c| / N. References: byrt1993."""
    n = table.sum()
    return float(abs(table[0, 1] - table[1, 0]) / n) if n else nan


def _prevalence_index(table: FloatArray) -> float:
    """Byrt's |a − d| / N. References: byrt1993."""
    n = table.sum()
    return float(abs(table[0, 0] - table[1, 1]) / n) if n else nan


def kappa_max(table: FloatArray) -> float:
    """The largest κ that these marginals allow: A_o is at most Σ_k min(n_1k, n_2k) / n.

    nan where chance agreement is 1. References: cohen1960.
    """
    n = table.sum()
    if not n:
        return nan
    rows, columns = table.sum(axis=1) / n, table.sum(axis=0) / n
    best, expected = float(np.minimum(rows, columns).sum()), float(rows @ columns)
    return (best - expected) / (1 - expected) if expected < 1 else nan


def stuart_maxwell(table: FloatArray) -> ChiSquare:
    """Do two coders use the categories equally often? (Stuart 1955, Maxwell 1970)

    χ² = d′ V⁻¹ d with d the differences of the marginals of all but one category, and
    V_kk = n_k. + n_.k − 2 n_kk, V_kl = −(n_kl + n_lk). Categories that no coder used, or on
    which all marginals agree without any exchange, take no part. References: stuart1955.

    >>> round(stuart_maxwell(np.array([[20.0, 20.0], [10.0, 50.0]])).statistic, 4)  # McNemar
    3.3333
    """
    difference = table.sum(axis=1) - table.sum(axis=0)
    # Covariance of two differences of margins: what coders exchange between the two categories.
    variance = -(table + table.T)
    np.fill_diagonal(variance, table.sum(axis=1) + table.sum(axis=0) - 2 * np.diagonal(table))
    return _quadratic("Stuart–Maxwell", difference, variance)


def bhapkar(table: FloatArray) -> ChiSquare:
    """Bhapkar's test of marginal homogeneity: Stuart–Maxwell with V − d d′/n (Bhapkar 1966).

    More powerful, asymptotically equal: χ² = χ²_SM / (1 − χ²_SM/n). References: bhapkar1966.
    """
    stuart, n = stuart_maxwell(table), table.sum()
    if stuart.undefined or stuart.statistic >= n * (1 - 1e-12):  # n but for rounding
        why = stuart.undefined or said("categories.no-item-coded-alike")
        return ChiSquare("Bhapkar", nan, stuart.df, nan, why)
    return _tested("Bhapkar", float(stuart.statistic / (1 - stuart.statistic / n)), stuart.df)


def _quadratic(name: str, difference: FloatArray, variance: FloatArray) -> ChiSquare:
    """d′ V⁺ d over the categories; V is singular, as the differences sum to 0."""
    rank = int(np.linalg.matrix_rank(variance)) if variance.any() else 0
    if not rank:
        return ChiSquare(name, nan, 0, nan, said("categories.coders-never-exchange"))
    statistic = float(difference @ np.linalg.pinv(variance, hermitian=True) @ difference)
    return _tested(name, statistic, rank)


def _tested(name: str, statistic: float, df: int) -> ChiSquare:
    from scipy.special import chdtrc

    return ChiSquare(name, statistic, df, float(chdtrc(df, statistic)))
