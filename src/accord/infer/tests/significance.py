"""Probabilities that people need: below a threshold, against chance, against a level."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan, nan, sqrt
from statistics import NormalDist
from typing import Literal

import numpy as np

from accord._measure.bound import Asked, bound
from accord._measure.cube.kernel import Countable, expanded
from accord.engine.any_data import listed_labels, takes_data
from accord.errors import NotApplicableError, UnknownNameError
from accord.infer.resample.interval import interval_of
from accord.infer.resample.replicates import (
    RESAMPLES,
    Over,
    below,
    unit_drawn,
    way_in_words,
)
from accord.infer.tests.analytic import ErrorFormula, standard_error, variance_ratio
from accord.kinds.labels.study import Codings
from accord.model.names import FloatArray
from accord.model.showing import Result
from accord.model.study import Study
from accord.tasks import Progress, Tasks, checked_run

Alternative = Literal["greater", "less", "two-sided"]


@dataclass(frozen=True, slots=True)
class Significance(Result):
    """A test: the value, the null value, the statistic and p, with what reproduces them.

    :param measure: The measure that was tested.
    :param method: How p was found.
    :param alternative: greater, less or two-sided.
    :param resamples: How many permutations or resamples.
    :param seed: The seed of the random draws.
    :param notes: What a reader must know, in sentences.

    >>> import accord
    >>> study = accord.from_confusion([[46, 6], [0, 48]], categories=["STAT", "IREQ"])
    >>> found = accord.infer.level_test(study, "pi", 0.667)
    >>> found.null, round(found.statistic, 2), round(found.p, 4)
    (0.667, 2.86, 0.0021)
    """

    _keys = "measure, value, null, p, statistic, method, alternative, n=resamples, seed, notes"
    measure: str
    value: float
    null: float
    p: float
    method: str
    statistic: float | None = None
    alternative: str = "greater"
    resamples: int = 0
    seed: int | None = None
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        shown = f"{self.measure} = {self.value:.4f}, H0: {self.null:g}, p = {self.p:.4g}"
        return f"{shown} ({self.method})"


@checked_run
@takes_data
def probability_below(
    study: Study | Countable,
    measure: Asked,
    threshold: float,
    *,
    method: str | None = None,
    over: Over | None = None,
    resamples: int | None = None,
    rng: "int | np.random.Generator" = 0,
    n_jobs: Tasks | int | None = None,
    progress: Progress | None = None,
) -> float:
    """The confidence that the coefficient is below `threshold`: a one-sided p-value.

    It is the confidence at which a limit of the interval (of the same `method`, `over` and `rng`)
    is the threshold: p of the test that the true value is at most the threshold. If the true
    value is the threshold, this is less than .05 in .05 of all studies (in fewer with some 30
    items, where agreement takes few values). With
    method="krippendorff" it is the share of his resamples of pairs below the threshold, his q,
    the probability of failing to reach α_min, which is not calibrated so. nan where the
    coefficient is undefined or has no interval. References: hayes2007, efron1993.

    :param study: The study, or data that accord can read as one: a path, a data frame, arrays.
    :param measure: A measure by name, or one bound to its settings.
    :param threshold: The level.
    :param method: The method of the interval.
    :param over: What the interval is over.
    :param resamples: How many resamples.
    :param rng: The seed, or a NumPy generator.
    :param n_jobs: How many processes work at once.
    :param progress: A function that is called with the progress of the work.

    >>> import accord
    >>> study = accord.from_confusion([[46, 6], [0, 48]], categories=["STAT", "IREQ"])
    >>> accord.infer.probability_below(study, "kappa", 0.667) < 0.01
    True
    """
    entry = bound(measure)
    if method == "krippendorff":
        from accord.infer.resample.krippendorff import pair_replicates

        drawn = pair_replicates(study, entry, resamples=resamples or RESAMPLES, rng=rng)
        return nan if isnan(drawn.estimate) else drawn.below(threshold)
    _, limit = interval_of(
        study,
        entry.compute(study),
        entry,
        method=method,
        over=over,
        resamples=resamples,
        rng=rng,
        n_jobs=n_jobs,
        progress=progress,
    )
    return below(limit, threshold)


@takes_data
def z_test(
    study: Study | Countable,
    measure: Asked,
    *,
    null: float = 0.0,
    method: ErrorFormula | None = None,
    over: Over | None = None,
) -> Significance:
    """z of the coefficient against `null`, by the standard errors of the literature, one-sided.

    Where the study has documents (or `over` names a column), the standard error is that of
    documents, and the distribution t with one degree of freedom fewer than there are.

    Against chance (null=0) the null variance is used where there is one: κ and κ_w of two
    coders, multi-π (Fleiss, Nee & Landis; method="siegel" for Siegel & Castellan).

    :param study: The study, or data that accord can read as one: a path, a data frame, arrays.
    :param measure: A measure by name, or one bound to its settings.
    :param null: The value under the null hypothesis.
    :param method: siegel for Siegel & Castellan's variance.
    :param over: The column of documents or other clusters.

    References: fleiss1969, fleiss1979, siegel1988.

    >>> import accord
    >>> table = [[22, 2, 2, 0], [5, 7, 14, 0], [0, 2, 36, 0], [0, 1, 17, 10]]
    >>> round(
    ...     accord.infer.z_test(
    ...         accord.from_confusion(table, categories=[1, 2, 3, 4]), "kappa"
    ...     ).statistic,
    ...     2,
    ... )
    9.83
    """
    entry = bound(measure)
    value = entry.compute(study).value
    try:
        # The variance under the null hypothesis is known for chance alone; against other values it
        # is that of the estimate.
        if null != 0:
            raise NotApplicableError("the null variance works with a chance value of 0")
        found = standard_error(study, entry, null=True, method=method, over=over)
    except NotApplicableError:
        found = standard_error(study, entry, over=over)
    z = (value - null) / found.se if found.se else nan
    by = "z" if found.df is None else "t"
    return Significance(
        entry.name, value, null, _tail(z, "greater", found.df), f"{by}, {found.method}", z
    )


@takes_data
def level_test(
    study: Study | Countable,
    measure: Asked,
    level: float,
    *,
    alternative: Alternative = "greater",
    over: Over | None = None,
) -> Significance:
    """Test against an arbitrary level of agreement, not only chance.

    Interval α with complete data: F of the analysis of variance, divided by what it would be at
    that level (Donner & Eliasziw 1987). π of two coders and two categories: goodness of fit
    (Donner & Eliasziw 1992). All others: the confidence that the value is on the wrong side of
    the level, as `probability_below` says. Where the study has documents (or `over` names a
    column), always so, over documents. References: donner1987, donner1992.

    :param study: The study, or data that accord can read as one: a path, a data frame, arrays.
    :param measure: A measure by name, or one bound to its settings.
    :param level: The level of agreement.
    :param alternative: greater, less or two-sided.
    :param over: The column of documents or other clusters.

    >>> import accord
    >>> study = accord.from_confusion([[46, 6], [0, 48]], categories=["STAT", "IREQ"])
    >>> result = accord.infer.level_test(study, "pi", 0.667)
    >>> round(result.statistic, 2), round(result.p, 4)
    (2.86, 0.0021)
    """
    entry = bound(measure)
    drawn = unit_drawn(study) if over is None else over
    value = entry.compute(study).value
    # Both formulas of Donner & Eliasziw take items as independent: over documents only the
    # interval knows better.
    if way_in_words(drawn) == "items":
        study = expanded(study)
        if "donner1987" in entry.measure.formulas and entry.distance == "interval":
            found = variance_ratio(study)
            if found is not None:
                return _by_f(entry.name, value, level, found, alternative)
        if "donner1992" in entry.measure.formulas and listed_labels(study):
            counts = _binary(study)
            if counts is not None:
                z = goodness_of_fit(counts, level)
                p, by = _tail(z, alternative), "goodness of fit (Donner & Eliasziw 1992)"
                return Significance(entry.name, value, level, p, by, z, alternative)
    made, limit = interval_of(study, entry.compute(study), entry, over=drawn)
    above = below(limit, level)
    p = {"greater": above, "less": 1 - above, "two-sided": 2 * min(above, 1 - above)}[alternative]
    return Significance(
        entry.name,
        value,
        level,
        p,
        f"limits of the interval ({made.method})",
        None,
        alternative,
        made.resamples,
        made.seed,
    )


def _tail(z: float, alternative: str, df: float | None = None) -> float:
    if isnan(z):
        return nan
    if df is None:
        above = NormalDist().cdf(-z)
    else:
        from scipy.special import stdtr

        above = float(stdtr(max(df, 1), -z))
    return {"greater": above, "less": 1 - above, "two-sided": 2 * min(above, 1 - above)}[
        alternative
    ]


def _by_f(
    name: str, value: float, level: float, found: tuple[float, int, int], alternative: str
) -> Significance:
    from scipy.special import fdtrc

    ratio, n, c = found
    at_level = 1 + c * level / (1 - level)  # the expected ratio at intraclass correlation `level`
    f = ratio / at_level
    above = float(fdtrc(n - 1, n * (c - 1), f))
    p = {"greater": above, "less": 1 - above, "two-sided": 2 * min(above, 1 - above)}[alternative]
    return Significance(name, value, level, p, "F (Donner & Eliasziw 1987)", f, alternative)


def _binary(study: Codings) -> FloatArray | None:
    """Items on which two coders both say the first, disagree, both say the second."""
    seen = np.unique(study.category)
    sizes = np.bincount(study.item, minlength=len(study.items))
    # Goodness of fit counts three kinds of items (both, differ, neither): two categories and two
    # codings of every item.
    if len(seen) != 2 or not len(sizes) or (sizes != 2).any():
        return None
    first = np.bincount(study.item, weights=study.category == seen[0], minlength=len(sizes))
    return np.array([(first == 2).sum(), (first == 1).sum(), (first == 0).sum()], np.float64)


def goodness_of_fit(counts: FloatArray, level: float) -> float:
    """Signed root of χ² (1 df) of (both, differ, neither) against coefficient `level`.

    References: donner1992.

    >>> round(goodness_of_fit(np.array([46.0, 6.0, 48.0]), 0.88), 2)
    -0.0
    """
    n = counts.sum()
    share = (2 * counts[0] + counts[1]) / (2 * n)
    spread = share * (1 - share)
    expected = n * np.array(
        [share**2 + level * spread, 2 * spread * (1 - level), (1 - share) ** 2 + level * spread]
    )
    squared = float(((counts - expected) ** 2 / expected).sum())
    return float(np.sign(expected[1] - counts[1])) * sqrt(squared)


def adjusted(p: Sequence[float], method: str = "holm", *, among: int | None = None) -> list[float]:
    """p-values of many tests, adjusted for their number; nan stays nan and is not counted.

    "holm" controls the probability of any false rejection (Holm 1979), "bh" the share of false ones
    among all rejections (Benjamini & Hochberg 1995). Reject where the adjusted p is at most the
    level.

    :param p: The p-values.
    :param method: holm or bh.
    :param among: How many tests there were, where those not given have p = 1.

    >>> import accord
    >>> accord.infer.adjusted([0.01, 0.04, 0.03]), accord.infer.adjusted([0.01, 0.04, 0.03], "bh")
    ([0.03, 0.06, 0.06], [0.03, 0.04, 0.04])
    """
    if method not in ("holm", "bh"):
        raise UnknownNameError.of("adjustment", method, ("holm", "bh"))
    given = np.asarray(p, dtype=np.float64)
    known = np.flatnonzero(np.isfinite(given))
    m = len(known) if among is None else among
    order = known[np.argsort(given[known], kind="stable")]
    rank = np.arange(1, len(known) + 1)
    if method == "holm":
        steps = np.maximum.accumulate(given[order] * (m + 1 - rank))
    else:
        # The largest p of all, 1 where some are not given, is its own adjusted value.
        steps = np.minimum.accumulate((given[order] * m / rank)[::-1])[::-1]
    result = given.copy()
    result[order] = np.minimum(steps, 1.0)
    # Fifteen digits: the order of the tests must not show in the last bit of p.
    return [float(round(one, 15)) for one in result]
