"""Standard errors of the literature, with and without the null hypothesis.

κ, κ_w of two coders    Fleiss, Cohen & Everitt 1969
π of two coders         Scott 1955 (method="scott"; takes A_e as known, so it is too wide
                        where a category is rare)
multi-π, null           Fleiss, Nee & Landis 1979; Siegel & Castellan 1988 (Fleiss 1971)
α, interval             F of the one-way analysis of variance
all others of the cube  linearisation over items (Gwet 2008): √(Σ u_i² / (n (n − 1))), u_i the
                        influence of item i on the coefficient
documents               the same with documents instead of items
coders, or both         leave one coder out (jackknife), added to the variance over items: Gwet's
                        unconditional variance (2008; 2014, ch. 5), for other items and other coders
a finite population     each variance times 1 − (what was coded) / (all there is)
"""

from dataclasses import dataclass, replace
from math import isnan, nan, sqrt
from typing import Any, Literal

import numpy as np

from accord._measure.bound import Asked, Bound, bound, own_limits
from accord._measure.cube.kernel import Countable, expanded, item_count
from accord._measure.distances.distance import distance
from accord.engine.any_data import listed_labels, takes_data
from accord.errors import AccordError, NotApplicableError, Setting, UnknownNameError
from accord.infer.resample.replicates import (
    Limit,
    Over,
    by_t,
    jackknife_se,
    leave_one_out,
    unit_drawn,
    unit_name,
    unit_sums,
    way_in_words,
)
from accord.kinds.labels.patterns import Counts
from accord.kinds.labels.study import Codings
from accord.model.agreement import WHOLE, Agreement, Interval
from accord.model.names import FloatArray
from accord.model.showing import Result
from accord.model.study import Population, Study
from accord.words.said import said

ErrorFormula = Literal["linear", "scott", "fleiss", "siegel"]
"""Whose formula: over items, for π of two coders, and for multi-π under chance agreement."""


@dataclass(frozen=True, slots=True)
class StandardError(Result):
    """A standard error and whose formula it is; `df` for t, None for the normal distribution.

    :param se: The standard error.
    :param method: Whose formula it is.
    :param null: Whether it holds under chance agreement.

    >>> import accord
    >>> table = [[22, 2, 2, 0], [5, 7, 14, 0], [0, 2, 36, 0], [0, 1, 17, 10]]
    >>> study = accord.from_confusion(table, categories=[1, 2, 3, 4])
    >>> found = accord.standard_error(study, "kappa")
    >>> round(found.se, 3), found.method
    (0.057, 'Fleiss, Cohen & Everitt 1969')
    """

    se: float
    method: str
    null: bool = False
    df: int | None = None

    def __float__(self) -> float:
        return self.se


@takes_data
def standard_error(
    study: Study | Countable,
    measure: Asked,
    *,
    null: bool = False,
    method: "ErrorFormula | None" = None,
    over: Over | None = None,
    population: Population = None,
) -> StandardError:
    """The standard error by the published formula; with `null`, under chance agreement.

    With `null`: κ and κ_w of two coders (Fleiss, Cohen & Everitt 1969) and multi-π (Fleiss, Nee
    & Landis 1979, or method="siegel" for Siegel & Castellan's). Without: κ and κ_w of two
    coders, and linearisation over items (Gwet) for all others; method="linear" asks for the
    latter, method="scott" for π of two coders with A_e taken as known. All of these treat items
    as independent; where the study has documents (or `over` names another column) their
    influences are summed by document first. With `over` "coders" coders are left out in turn,
    and with "both" the two variances add up: Gwet's unconditional variance, for other items and
    other coders. nan where there is none (constant codings, one unit). References: fleiss1969,
    fleiss1979, siegel1988, gwet2008, gwet2014, scott1955, vanbelle2017.

    :param study: The study, or data that accord can read as one: a path, a data frame, arrays.
    :param measure: A measure by name, or one bound to its settings.
    :param null: Whether to take the formula for chance agreement.
    :param method: Whose formula: linear, scott, fleiss or siegel.
    :param over: What varies: a column about items, coders, or both.
    :param population: How many items there are in all, or (items, coders), where they are not very
        many: the variance is then smaller by the share that was coded.

    >>> import accord
    >>> table = [[22, 2, 2, 0], [5, 7, 14, 0], [0, 2, 36, 0], [0, 1, 17, 10]]
    >>> round(
    ...     accord.standard_error(
    ...         accord.from_confusion(table, categories=[1, 2, 3, 4]), "kappa"
    ...     ).se,
    ...     3,
    ... )
    0.057
    """
    entry = bound(measure)
    drawn = unit_drawn(study) if over is None else over
    if population is not None or way_in_words(drawn) in ("coders", "both"):
        if null or method not in (None, "linear"):
            raise NotApplicableError(
                "other coders and finite populations need the linearised standard error"
            )
        return _in_parts(study, entry, drawn, population, "linear")
    if way_in_words(drawn) != "items":
        return _linear(study, entry, drawn)
    study = expanded(study)
    if not listed_labels(study):
        raise _none(entry, null)
    two = _confusion(study)
    if "fleiss1969" in entry.measure.formulas and two is not None and method is None:
        d = _distances(study, entry.distance)
        return StandardError(
            _fleiss_cohen_everitt(two, d, null), "Fleiss, Cohen & Everitt 1969", null
        )
    if null:
        if "fleiss1979" not in entry.measure.formulas:
            raise _none(entry, null)
        return _multi_pi_null(study, method or "fleiss")
    if method == "scott":
        if "scott1955" not in entry.measure.formulas or two is None:
            raise NotApplicableError("Scott's standard error works with π of two coders")
        n, agreement = float(two.sum()), entry.compute(study)
        spread = agreement.observed * (1 - agreement.observed)
        se = sqrt(spread / (n - 1)) / float(agreement.expected or nan) if n > 1 else nan
        return StandardError(se, "Scott 1955 (A_e as known)")
    return _linear(study, entry, "items")


def _none(measure: Bound, null: bool) -> NotApplicableError:
    where = "against chance; use permutation_test" if null else "; use 'bca' or 'jackknife'"
    return NotApplicableError(f"the literature has no standard error for {measure.symbol} {where}")


def _confusion(study: Codings) -> FloatArray | None:
    """The contingency table of two coders who coded every item, None otherwise."""
    if study.coder is None or len(study.coders) != 2 or study.missing or not len(study):
        return None
    k = len(study.categories)
    # Codings are sorted by item and coder and none is missing, so they take turns.
    first, second = study.category[0::2].astype(np.int64), study.category[1::2]
    return np.bincount(first * k + second, minlength=k * k).reshape(k, k).astype(np.float64)


def _distances(study: Codings, given: Any) -> FloatArray:
    n_k = np.bincount(study.category, minlength=len(study.categories)).astype(np.float64)
    return distance(given).fit(study.categories, n_k, study.declared).matrix()


def _fleiss_cohen_everitt(table: FloatArray, d: FloatArray, null: bool) -> float:
    n = table.sum()
    p = table / n
    # Weights are agreement, 1 where two codings are the same, as the authors write them.
    w = 1 - d / max(float(d.max(initial=0.0)), 1e-300)
    row, column = p.sum(axis=1), p.sum(axis=0)
    expected = float(row @ w @ column)
    kappa = (float((p * w).sum()) - expected) / (1 - expected) if expected < 1 else nan
    mean = (w @ column)[:, None] + (row @ w)[None, :]
    if null:
        inside = float((np.outer(row, column) * (w - mean) ** 2).sum()) - expected**2
    else:
        inside = float((p * (w - mean * (1 - kappa)) ** 2).sum())
        inside -= (kappa - expected * (1 - kappa)) ** 2
    return sqrt(max(inside, 0.0) / n) / (1 - expected) if expected < 1 else nan


def _multi_pi_null(study: Codings, method: str) -> StandardError:
    counts = Counts.of(study.item, study.category, len(study.items), len(study.categories))
    sizes = np.unique(counts.totals)
    if len(sizes) != 1 or sizes[0] < 2:
        raise NotApplicableError(
            "the null variance of π needs the same number of labels, two or more, for each item"
        )
    n, c = len(study.items), float(sizes[0])
    p = counts.columns(np.ones(n)) / (n * c)
    # With one category alone agreement is certain and has no variance.
    if p.max() == 1:
        return StandardError(nan, "none: all labels are the same", True)
    if method == "siegel":
        chance = float((p**2).sum())
        inside = chance - (2 * c - 3) * chance**2 + 2 * (c - 2) * float((p**3).sum())
        spread = 1 - chance
        variance = 2 / (n * c * (c - 1)) * inside / spread**2 if spread > 0 else nan
        return StandardError(sqrt(variance), "Siegel & Castellan 1988", True)
    q = 1 - p
    spread = float(p @ q)
    if not spread > 0:  # one category only: π is undefined, and so is its spread
        return StandardError(nan, "Fleiss, Nee & Landis 1979", True)
    variance = 2 / (n * c * (c - 1)) * (spread**2 - float((p * q) @ (q - p))) / spread**2
    return StandardError(sqrt(max(variance, 0.0)), "Fleiss, Nee & Landis 1979", True)


def influences(study: Study | Countable, measure: Bound, over: Over = "items") -> Any:
    """u_i of each kind of item (or cluster), and how many are of that kind."""
    if way_in_words(over) in ("coders", "both"):
        raise NotApplicableError("these formulas generalise to new items, not to new coders")
    sums, _ = unit_sums(study, measure, over) if measure.measure.counted else (None, None)
    if sums is None:
        raise NotApplicableError(
            f"No analytic interval for {measure.symbol} with these settings. Use 'jackknife'"
        )
    # A numerical derivative: this step is about the cube root of the precision of a float, where
    # the error of a central difference is least.
    n, step = sums.units, 1e-5
    away = sums.rows * n - sums.total  # towards a population of items of that kind only
    up = sums.value(sums.total + step * away)
    down = sums.value(sums.total - step * away)
    return (up - down) / (2 * step), sums.multiplicity


def _linear(study: Study | Countable, measure: Bound, over: Over) -> StandardError:
    with np.errstate(invalid="ignore"):
        u, multiplicity = influences(study, measure, over)
    n = float(multiplicity.sum())
    se = sqrt(float(multiplicity @ u**2) / (n * (n - 1))) if n > 1 else nan
    return StandardError(se, f"linearised over {way_in_words(over)} (Gwet 2008)", df=int(n) - 1)


def _in_parts(
    study: Study | Countable, measure: Bound, over: Over, population: Population, how: str
) -> StandardError:
    """The variance over items (or documents) and over coders, each with its correction for a
    finite population, added up as far as `over` asks for it."""
    whole = population if isinstance(population, tuple) else (population, None)
    variance, units = 0.0, []
    if way_in_words(over) != "coders":
        rows = unit_drawn(study) if way_in_words(over) == "both" else over
        if how == "linear":
            found = _linear(study, measure, rows)
            se, number = found.se, int(found.df or 0) + 1
        else:
            left, multiplicity = leave_one_out(study, measure, rows)
            se, number = jackknife_se(left, multiplicity), int(multiplicity.sum())
        variance += se**2 * _uncoded(item_count(study), whole[0], "items")
        units.append(number)
    if way_in_words(over) in ("coders", "both"):
        coders = len(study.coders)
        if not coders:
            raise NotApplicableError("these data do not show who chose what")
        # Without one of two coders nobody is left to agree with.
        if coders < 3:
            raise NotApplicableError(
                f"the variance over coders needs three coders or more; found {coders}"
            )
        left, multiplicity = leave_one_out(study, measure, "coders")
        se = jackknife_se(left, multiplicity)
        variance += se**2 * _uncoded(coders, whole[1], "coders")
        units.append(coders)
    elif whole[1] is not None:
        raise NotApplicableError(
            f"a population of coders counts only with {Setting('over', 'coders')} or "
            f"{Setting('over', 'both')}"
        )
    way = "linearised" if how == "linear" else "jackknife"
    name = (
        "unconditional (Gwet 2008)"
        if way_in_words(over) == "both"
        else f"{way} over {way_in_words(over)}"
    )
    if whole != (None, None):
        name += ", finite population"
    return StandardError(sqrt(variance), name, df=min(units) - 1)


def _uncoded(coded: int, there: int | None, what: str) -> float:
    """The share of a population that was not coded."""
    if there is None:
        return 1.0
    if there < coded:
        raise AccordError(
            f"a population of {there:,} {what} cannot have {coded:,} {what} in the data"
        )
    return 1 - coded / there


def _all_coded(study: Study | Countable, population: Population, over: str) -> bool:
    """Whether the study has all items, all coders or both, as far as they are drawn."""
    items, coders = population if isinstance(population, tuple) else (population, None)
    every_item, every_coder = items == item_count(study), coders == len(study.coders)
    return {"coders": every_coder, "both": every_item and every_coder}.get(over, every_item)


def finite_interval(
    study: Study | Countable,
    agreement: Agreement,
    measure: Bound,
    population: Population,
    method: str | None,
    over: Over | None,
    confidence: float,
) -> tuple[Interval, Limit | None]:
    """Estimate ± t × standard error in a finite population of items (and coders)."""
    method = method or ("analytic" if measure.measure.counted else "jackknife")
    if method not in ("analytic", "jackknife"):
        raise UnknownNameError.of(
            "interval method for a finite population", method, ("analytic", "jackknife")
        )
    drawn = unit_drawn(study) if over is None else over
    size = WHOLE if _all_coded(study, population, way_in_words(drawn)) else "finite population"
    result = Interval(nan, nan, confidence, f"{method}, {size}", over=way_in_words(drawn))
    if isnan(agreement.value):
        why = said("interval.no-because-value-undefined", reason=agreement.undefined)
        return replace(result, notes=(why,)), None
    how = "linear" if method == "analytic" else "jackknife"
    found = _in_parts(study, measure, drawn, population, how)
    if isnan(found.se):
        return replace(result, notes=(said("interval.no-one-unit-only"),)), None
    limit = by_t(agreement.value, found.se, max(found.df or 1, 1))
    low, high = limit((1 - confidence) / 2), limit((1 + confidence) / 2)
    return replace(result, low=low, high=high, se=found.se, notes=(found.method,)), limit


def analytic_interval(
    study: Study | Countable, measure: Bound, agreement: Agreement, over: Over, confidence: float
) -> tuple[Interval, Limit | None]:
    """Estimate ± quantile × standard error; for interval α with complete data, by F."""
    items = way_in_words(over) == "items"
    shown = "analytic" if items else f"analytic over {way_in_words(over)}"
    result = Interval(nan, nan, confidence, shown)
    if measure.measure.limits is not None and items:
        own = own_limits(study, measure)
        if own is None:
            return replace(result, notes=(said("interval.no-limits"),)), None
        low, high = own[1]((1 - confidence) / 2), own[1]((1 + confidence) / 2)
        return replace(result, low=low, high=high, notes=(own[0],), over=own[2]), own[1]
    if measure.measure.own_interval and items:
        if agreement.interval is None or agreement.interval.se is None:
            why = "; ".join(agreement.detail.get("notes", ())) or "there is no standard error"
            return replace(result, notes=(f"no interval: {why}; use 'bca' or 'jackknife'",)), None
        se, source, df = agreement.interval.se, agreement.interval.method, None
    else:
        if "donner1987" in measure.measure.formulas and measure.distance == "interval" and items:
            limit = f_limit(expanded(study))
            if limit is not None:
                low, high = limit((1 - confidence) / 2), limit((1 + confidence) / 2)
                return replace(result, low=low, high=high, notes=BY_F), limit
        found = standard_error(study, measure, over=over)
        se, source, df = found.se, found.method, found.df
    if isnan(se):
        return replace(result, notes=(said("interval.no-one-unit-only"),)), None
    notes: tuple[str, ...] = (source,)
    units = item_count(study) if df is None else df + 1
    if units < 30:
        notes = (
            *notes,
            f"only {units} {unit_name(way_in_words(over))}: the formula is for large samples",
        )
    limit = by_t(agreement.value, se, df if df is None else max(df, 1))
    low, high = limit((1 - confidence) / 2), limit((1 + confidence) / 2)
    return replace(result, low=low, high=high, se=se, notes=notes), limit


BY_F = (
    "by F, exact where item effects and errors are normal",
    "on a scale of few values the true coverage is lower, most where agreement is high (below 60% "
    "at α = .95 with four values); the default interval holds there",
)


def variance_ratio(study: Study) -> tuple[float, int, int] | None:
    """F of items against residual, items and coders; None unless each item has c numbers."""
    if not listed_labels(study):
        return None
    numbers = study.categories.from_lowest()
    sizes = np.unique(np.bincount(study.item, minlength=len(study.items)))
    # F compares the mean squares of a complete table of numbers.
    if numbers is None or len(sizes) != 1 or sizes[0] < 2 or len(study.items) < 2:
        return None
    x = np.asarray(numbers)[study.category].reshape(len(study.items), int(sizes[0]))
    n, c = x.shape
    between = c * float(x.mean(axis=1).var(ddof=1))
    within = float(x.var(axis=1, ddof=1).mean())
    return (between / within if within else np.inf), n, c


def f_limit(study: Study) -> Limit | None:
    """α = (i−1)(F−1) / ((i−1)F + i(c−1)) with the limits of F; None with missing codings."""
    found = variance_ratio(study)
    if found is None:
        return None
    ratio, n, c = found
    from scipy.special import fdtri

    def limit(confidence: float) -> float:
        f = ratio / float(fdtri(n - 1, n * (c - 1), 1 - confidence))
        return 1.0 if np.isinf(f) else (n - 1) * (f - 1) / ((n - 1) * f + n * (c - 1))

    return limit
