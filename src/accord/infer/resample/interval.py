"""Confidence intervals for every measure of the catalogue."""

from dataclasses import replace
from math import isnan, nan, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from accord.engine.any_data import takes_data
from accord.engine.tally import Tally, counted
from accord.errors import NotApplicableError, Setting, TooLargeError, UnknownNameError
from accord.infer.resample.replicates import (
    RESAMPLES,
    Over,
    Progress,
    Replicates,
    clusters,
    drawn_from,
    leave_one_out,
    named,
)
from accord.measure.bound import Asked, Bound, bound
from accord.measure.cube.kernel import Countable, item_count
from accord.model.agreement import Agreement, Interval
from accord.model.codings.codings import Codings
from accord.model.names import FloatArray
from accord.model.study import Study
from accord.tasks import Tasks

METHODS = ("bca", "percentile", "basic", "poisson", "jackknife", "analytic", "krippendorff")

LEFT_OUT = 100
"""So many groups of units at most are left out for bca where the measure is computed anew."""

FEW = 30
"""With fewer units the true coverage of an interval is below its nominal level."""

_NORMAL = NormalDist()


@takes_data
def interval(
    study: Study | Countable,
    measure: Asked,
    *,
    method: str | None = None,
    over: Over = "items",
    confidence: float = 0.95,
    resamples: int | None = None,
    rng: "int | np.random.Generator" = 0,
    n_jobs: Tasks | int | None = None,
    progress: Progress | None = None,
) -> Interval:
    """A confidence interval for any measure on any study.

    `method`: "bca" (bias-corrected and accelerated bootstrap, the default), "percentile" (the
    default over coders), "basic", "jackknife" (leave one unit out, t distribution), "analytic"
    (the standard error of the literature: κ, κ_w by Fleiss, Cohen & Everitt; π by Scott;
    interval α by F; Aickin's α by its information, which is its default; all other coefficients
    of the cube by Gwet's linearisation), "krippendorff" (his own bootstrap of α, which resamples
    pairs and keeps D_e), "poisson" (each item as often as a Poisson number says; for codings
    that stay in their engine it is done there, and is the default where there is too much to
    bring back otherwise).

    `over` says what is drawn or left out: "items", "coders", "both", a column about items
    (clusters, e.g. documents) or one cluster label per item. Unless said, `resamples` are 2,000,
    and fewer where the measure must be computed anew for each (see `replicates`); every command
    keeps to the same rule, and the interval says how many they were.

    The interval is nan, with a note that says why, where it cannot be had; other notes warn of
    few units and of undefined resamples. References: efron1993, hayes2007, fleiss1969.

    >>> from accord.model.codings.tabular import from_confusion
    >>> table = [[22, 2, 2, 0], [5, 7, 14, 0], [0, 2, 36, 0], [0, 1, 17, 10]]
    >>> study = from_confusion(table, categories=[1, 2, 3, 4])
    >>> print(interval(study, "kappa", method="analytic"))
    [0.3818, 0.6042]
    >>> print(interval(study, "kappa", resamples=1000))
    [0.3774, 0.6074]
    """
    if method is not None and method not in METHODS:
        raise UnknownNameError.of("interval method", method, METHODS)
    asked = bound(measure)
    found, _ = interval_of(
        study,
        asked.compute(study),
        asked,
        method=method,
        over=over,
        confidence=confidence,
        resamples=resamples,
        rng=rng,
        n_jobs=n_jobs,
        progress=progress,
    )
    return found


def interval_of(
    study: Study | Countable,
    agreement: Agreement,
    measure: Bound,
    *,
    method: str | None = None,
    over: Over = "items",
    confidence: float = 0.95,
    **how: Any,
) -> tuple[Interval, Replicates | None]:
    """The interval around an agreement that is known, and the resamples behind it, if any.

    `how`: resamples, rng, n_jobs and progress.
    """
    chosen = method or _default(measure, agreement, over)
    agreed = unanimous(study, measure, agreement, over, confidence)
    if agreed is not None and chosen != "krippendorff":
        return agreed, None
    if not item_count(study):
        why = "no interval: there are no items"
        return Interval(nan, nan, confidence, chosen, notes=(why,)), None
    if chosen == "analytic":
        from accord.infer.tests.analytic import analytic_interval

        return analytic_interval(study, measure, agreement, confidence), None
    if chosen == "jackknife":
        return _jackknife(study, measure, agreement, over, confidence), None
    try:
        if chosen in ("bca", "percentile", "basic"):
            drawn = drawn_from(study, measure, agreement, over=over, **how)
            left = _left_out(study, measure, drawn, over) if chosen == "bca" else None
            return from_replicates(drawn, chosen, confidence, left), drawn
    except TooLargeError:  # an engine cannot bring back so much
        if method is not None or named(over) != "items":
            raise
        chosen = "poisson"
    drawn = _pairs_or_poisson(study, measure, chosen, over, how)
    return from_replicates(drawn, "percentile", confidence, name=chosen), drawn


def _left_out(
    study: Study | Countable, measure: Bound, drawn: Replicates, over: Over
) -> tuple[FloatArray, FloatArray] | None:
    """What bca needs besides resamples: the value without each unit, or without some of them."""
    if drawn.sums is not None:
        return drawn.sums.leave_one_out(), drawn.sums.multiplicity
    return leave_one_out(study, measure, over, at_most=LEFT_OUT) if drawn.units > 2 else None


def _pairs_or_poisson(
    study: Study | Countable, measure: Bound, method: str, over: Over, how: dict[str, Any]
) -> Replicates:
    given = {"resamples": how["resamples"] or RESAMPLES, "rng": how["rng"]}
    if method == "krippendorff":
        from accord.infer.resample.krippendorff import pair_replicates

        return pair_replicates(study, measure, **given)
    from accord.infer.resample.poisson import poisson_replicates

    if named(over) != "items":
        raise NotApplicableError("the Poisson bootstrap resamples items; use bca or percentile")
    return poisson_replicates(study, measure, **given)


def _default(measure: Bound, agreement: Agreement, over: Over) -> str:
    """Where a measure has a standard error of its own, many fits would say little more."""
    if named(over) in ("coders", "both"):
        return "percentile"
    if measure.measure.own_interval and named(over) == "items":
        return "bca" if agreement.interval is None else "analytic"
    return "bca"


def unanimous(
    study: Study | Countable, measure: Bound, agreement: Agreement, over: Over, confidence: float
) -> Interval | None:
    """The interval where no two codings of an item differ: resamples would say [1, 1].

    With no disagreement on n items, up to 1 − ((1 − confidence)/2)^(1/n) of all items may have one
    (exact binomial bound). If that is one coding of c that differs, at the distance that
    differing codings have on average, D_o/D_e is 2/c / (1 − Σ P(k)²) on such an item. None where
    there is disagreement, for measures outside the cube, and over coders.
    """
    if not measure.measure.counted or named(over) in ("coders", "both") or isnan(agreement.value):
        return None
    if not isinstance(study, (Codings, Tally)) or _differ(study):
        return None
    if isinstance(study, Tally) and named(over) != "items":
        return None
    cluster = None if isinstance(study, Tally) else clusters(study, over)
    counts, times = counted(study)
    sizes, n_k = counts.totals, counts.columns(times)
    paired = np.flatnonzero(sizes > 1)
    items = float(times[paired].sum())
    units = items if cluster is None else len(np.unique(cluster[paired]))
    p = n_k / n_k.sum()
    each = 2 * items / float(times[paired] @ sizes[paired])
    if agreement.expected is not None:
        each /= float(1 - (p**2).sum())
    unseen = 1 - ((1 - confidence) / 2) ** (1 / units)
    note = "no disagreement was observed: the lower limit is an exact binomial bound"
    return Interval(1 - unseen * each, 1.0, confidence, "exact bound", notes=(note,))


def _differ(study: Codings | Tally) -> bool:
    """Whether two codings of an item differ."""
    if isinstance(study, Codings):
        same_item = study.item[1:] == study.item[:-1]
        return bool((same_item & (study.category[1:] != study.category[:-1])).any())
    counts, times = counted(study)
    return bool((times * (np.diff(counts.bounds) > 1)).any())


def from_replicates(
    drawn: Replicates,
    method: str,
    confidence: float = 0.95,
    left_out: tuple[FloatArray, FloatArray] | None = None,
    name: str | None = None,
) -> Interval:
    """The interval that resamples give; `left_out` (leave-one-out values) is for "bca"."""
    shown = (name or method) + ("" if drawn.over in ("items", "pairs") else f" over {drawn.over}")
    result = Interval(
        nan, nan, confidence, shown, drawn.resamples, drawn.seed, notes=notes_for(drawn)
    )
    if isnan(drawn.estimate):
        why = f"no interval, because the value is undefined: {drawn.agreement.undefined}"
        return replace(result, notes=(why,))
    if drawn.units < 2 or len(drawn.values) < 2:
        what = "item" if drawn.over == "items" else drawn.over
        why = f"no interval: there is only one {what} to resample"
        return replace(result, notes=(why, f"choose something else with {Setting('over')}"))
    if drawn.over == "coders" and drawn.units < 3:
        why = "no interval over coders: two coders are one pair, so every resample is the same"
        return replace(result, notes=(why,))
    tails = ((1 - confidence) / 2, (1 + confidence) / 2)
    if method == "bca":
        tails, note = _bca_tails(drawn, left_out, tails)
        result = replace(result, notes=(*result.notes, *note))
    low, high = np.quantile(drawn.values, tails)
    if method == "basic":
        low, high = 2 * drawn.estimate - high, 2 * drawn.estimate - low
    return replace(result, low=float(low), high=float(high), se=drawn.se)


def notes_for(drawn: Replicates) -> tuple[str, ...]:
    """Warnings about resamples: too few units, undefined values, no variation."""
    notes = []
    what = {"coders": "coders", "both": "coders", "items": "items"}.get(drawn.over, "clusters")
    few = 10 if drawn.over in ("coders", "both") else FEW
    if drawn.units < few and drawn.over != "pairs":
        notes.append(f"only {drawn.units} {what}: true coverage is below the nominal level")
    if drawn.undefined:
        notes.append(
            f"{drawn.undefined} of {drawn.resamples} resamples were undefined and left out"
        )
    if drawn.limit:
        notes.append(f"{drawn.units:,} {what}: resamples use a normal approximation")
    if len(drawn.values) and np.ptp(drawn.values) < 1e-12:
        notes.append("all resamples give the same value; no interval can be computed")
    return tuple(notes)


def _bca_tails(
    drawn: Replicates,
    left_out: tuple[FloatArray, FloatArray] | None,
    tails: tuple[float, float],
) -> tuple[tuple[float, float], tuple[str, ...]]:
    """Efron's corrected quantiles: z0 from the share below the estimate, a from leave-one-out."""
    values, estimate = drawn.values, drawn.estimate
    tolerance = 1e-12 * max(1.0, abs(estimate))
    below = (values < estimate - tolerance).mean()
    ties = (np.abs(values - estimate) <= tolerance).mean()
    share = float(below + ties / 2)
    if not 0 < share < 1:
        return tails, ("bca fell back to percentile: all resamples are on one side of the value",)
    bias = _NORMAL.inv_cdf(share)
    speed = _acceleration(*left_out) if left_out is not None else 0.0

    def corrected(tail: float) -> float:
        z = bias + _NORMAL.inv_cdf(tail)
        return _NORMAL.cdf(bias + z / (1 - speed * z))

    return (corrected(tails[0]), corrected(tails[1])), ()


def _acceleration(values: FloatArray, multiplicity: FloatArray) -> float:
    """A sixth of the skewness of the leave-one-out values."""
    good = np.isfinite(values)
    values, multiplicity = values[good], multiplicity[good]
    if not len(values):
        return 0.0
    apart = multiplicity @ values / multiplicity.sum() - values
    spread = float(multiplicity @ apart**2)
    return float(multiplicity @ apart**3) / (6 * spread**1.5) if spread > 1e-24 else 0.0


def jackknife_se(values: FloatArray, multiplicity: FloatArray) -> float:
    """√((n−1)/n Σ (θ_(i) − θ̄)²) over n leave-one-out values with multiplicity."""
    good = np.isfinite(values)
    values, multiplicity = values[good], multiplicity[good]
    n = float(multiplicity.sum())
    if n < 2:
        return nan
    apart = values - multiplicity @ values / n
    return sqrt((n - 1) / n * float(multiplicity @ apart**2))


def _jackknife(
    study: Study | Countable, measure: Bound, agreement: Agreement, over: Over, confidence: float
) -> Interval:
    from scipy.special import stdtrit

    parts = ["items", "coders"] if named(over) == "both" else [over]
    variance, units = 0.0, []
    for part in parts:  # both ways: the two variances add up (their overlap counts twice)
        values, multiplicity = leave_one_out(study, measure, part)
        variance += jackknife_se(values, multiplicity) ** 2
        units.append(int(multiplicity[np.isfinite(values)].sum()))
    name = "jackknife" if named(over) == "items" else f"jackknife over {named(over)}"
    result = Interval(nan, nan, confidence, name)
    if isnan(agreement.value):
        return replace(result, notes=(f"the value is undefined: {agreement.undefined}",))
    if isnan(variance):
        return replace(result, notes=("no interval: there is one unit only",))
    wide = float(stdtrit(min(units) - 1, (1 + confidence) / 2)) * sqrt(variance)
    few = 10 if named(over) in ("coders", "both") else FEW
    notes = (f"only {min(units)} units: the interval is rough",) if min(units) < few else ()
    value = agreement.value
    return replace(result, low=value - wide, high=value + wide, se=sqrt(variance), notes=notes)
