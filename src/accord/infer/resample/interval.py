"""Confidence intervals for every measure of the catalogue.

Every method gives a limit for each confidence: the value below which the true one lies with that
confidence. An interval is two of these limits, and what `probability_below` says is the
confidence whose limit is the threshold, so that both always agree.

Long because every method of an interval is chosen, and its notes are weighed, in one place.
"""

from dataclasses import replace
from math import inf, isnan, nan, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._measure.bound import Asked, Bound, bound
from accord._measure.cube.chance import IDEAS
from accord._measure.cube.kernel import Countable, item_count, itemized, only_counts
from accord._measure.distances.distance import distance
from accord.engine.any_data import has_counts, merged_rows, rows_of_counts, takes_data
from accord.errors import NotApplicableError, Setting, TooLargeError, UnknownNameError
from accord.infer.resample.replicates import (
    FEW,
    MANY_CODERS,
    RESAMPLES,
    SLOW,
    Limit,
    Over,
    Replicates,
    beyond_all,
    by_t,
    clustered_note,
    clusters,
    drawn_from,
    few_documents,
    few_units,
    jackknife_se,
    leave_one_out,
    unit_drawn,
    unit_name,
    unit_sums,
    way_in_words,
)
from accord.kinds.labels.patterns import PATTERNS, possible_patterns
from accord.kinds.labels.study import Codings
from accord.model.agreement import METHODS, Agreement, Interval
from accord.model.names import NEARLY_ZERO, FloatArray
from accord.model.study import Population, Study
from accord.tasks import Progress, Tasks, checked_run
from accord.words.said import said

if TYPE_CHECKING:
    from accord.engine.tally import Tally

LEFT_OUT = 100
"""So many groups of units at most are left out for bca where the measure is computed anew."""

CHANCE_AGREEMENTS = 5.0
"""Krippendorff's rule: every category should agree by chance so often, or more."""

_NORMAL = NormalDist()


@takes_data
def interval(
    study: Study | Countable,
    measure: Asked,
    *,
    method: str | None = None,
    over: Over | None = None,
    confidence: float = 0.95,
    resamples: int | None = None,
    rng: "int | np.random.Generator" = 0,
    population: Population = None,
    n_jobs: Tasks | int | None = None,
    progress: Progress | None = None,
) -> Interval:
    """A confidence interval for any measure on any study.

    Methods:

    - "bca": the bias-corrected and accelerated bootstrap, the usual default;
    - "score": the values that a score test does not reject; the default where a category is rare
      or hardly any item has disagreement;
    - "jackknife": leave one unit out, with t; the default over coders and over few documents;
    - "percentile", "basic": the simpler bootstrap intervals;
    - "analytic": the standard error of the literature: κ, κ_w by Fleiss, Cohen & Everitt; interval
      α by F; Aickin's α by its information, which is its default; all other coefficients of the
      cube by Gwet's linearisation, over "both" his unconditional one;
    - "krippendorff": his own bootstrap of α, which resamples pairs and keeps D_e;
    - "bayes": a credible interval with a Dirichlet prior on patterns, which a note states;
    - "poisson": each item as often as a Poisson number says; for codings that stay in their engine
      it is done there, and is the default where there is too much to bring back otherwise.

    Where no two codings of an item differ, the lower limit is an exact binomial bound, whatever the
    method ("bayes" needs none). The interval is nan, with a note that says why, where it cannot be
    computed. References: efron1993, hayes2007, fleiss1969.

    :param study: The study, or data that accord can read as one: a path, a data frame, arrays.
    :param measure: A measure by name, or one bound to its settings.
    :param method: One of these; by default the one that suits the study.
    :param over: What is drawn or left out: "items", "coders", "both", a column about items
        (clusters), or one cluster label per item; by default documents where the study has them,
        because items of one document are not independent, which a note says.
    :param confidence: The confidence level.
    :param resamples: How many; by default 2,000, or fewer for costly measures (see `replicates`).
    :param rng: The seed, or a NumPy generator.
    :param population: How many items there are in all, or (items, coders): the interval is then
        narrower by the share that was coded ("analytic" and "jackknife").
    :param n_jobs: How many processes work at once.
    :param progress: A function that is called with the progress of the work.

    >>> import accord
    >>> table = [[22, 2, 2, 0], [5, 7, 14, 0], [0, 2, 36, 0], [0, 1, 17, 10]]
    >>> study = accord.from_confusion(table, categories=[1, 2, 3, 4])
    >>> print(accord.interval(study, "kappa", method="analytic"))
    [0.3818, 0.6042]
    >>> print(accord.interval(study, "kappa", method="bca", resamples=1000))
    [0.3822, 0.6124]
    """
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
        population=population,
        n_jobs=n_jobs,
        progress=progress,
    )
    return found


@checked_run
def interval_of(
    study: Study | Countable,
    agreement: Agreement,
    measure: Bound,
    *,
    method: str | None = None,
    over: Over | None = None,
    confidence: float = 0.95,
    resamples: int | None = None,
    rng: "int | np.random.Generator" = 0,
    population: Population = None,
    n_jobs: Tasks | int | None = None,
    progress: Progress | None = None,
) -> tuple[Interval, Limit | None]:
    """The interval around an agreement that is known, and its limit for any other confidence; there
    is no limit where there is no interval."""
    if method is not None and method not in METHODS:
        raise UnknownNameError.of("interval method", method, METHODS)
    if population is not None:
        from accord.infer.tests.analytic import finite_interval

        wanted = (population, method, over, confidence)
        return _within(*finite_interval(study, agreement, measure, *wanted), measure, agreement)
    how = {"resamples": resamples, "rng": rng, "n_jobs": n_jobs, "progress": progress}
    # An engine draws Poisson numbers of items only.
    usual = "items" if method == "poisson" or over is not None else unit_drawn(study)
    drawn = usual if over is None else over
    told: tuple[str, ...] = ()
    try:
        found, limit = _found(study, agreement, measure, method, drawn, confidence, how)
    except TooLargeError:
        if over is not None or drawn == "items":
            raise
        told = (said("interval.too-many-values-items", column=drawn),)
        drawn = "items"
        found, limit = _found(study, agreement, measure, method, drawn, confidence, how)
    effect = None
    if over is None and drawn != "items" and not isnan(found.low):
        effect, units = design_effect(study, measure, drawn)
        told = (clustered_note(str(drawn), units, item_count(study), effect),)
    told += _chance_that_stays(agreement, drawn) if not isnan(found.low) else ()
    unit = "pairs" if method == "krippendorff" else way_in_words(drawn)
    unit = "both" if found.over == "both" else unit  # limits about other raters, too, say so
    notes = (*told, *few_documents(study, found.notes))
    found = replace(found, notes=notes, over=unit, design_effect=effect)
    return _within(found, limit, measure, agreement)


def _chance_that_stays(agreement: Agreement, over: Over) -> tuple[str, ...]:
    """What to know where every document has the same disorder by chance, that of the corpus."""
    pairs = agreement.detail.get("documents", ()) if "disorders" in agreement.detail else ()
    if way_in_words(over) in ("coders", "both") or len(pairs) < 2 or len({e for _, e in pairs}) > 1:
        return ()
    return (said("interval.disorder-expected-chance-whole"),)


def value_bounds(measure: Bound, agreement: Agreement) -> tuple[float, float]:
    """The least and the largest value that a measure can have here."""
    least, most = measure.measure.bounds
    if least is None and measure.measure.counted and distance(measure.distance).name == "nominal":
        least = min(-1.0, agreement.value)
    if measure.measure.largest is not None and not isnan(agreement.value):
        most = measure.measure.largest_of(agreement)
    return (-inf if least is None else least), (inf if most is None else most)


def _within(
    found: Interval, limit: Limit | None, measure: Bound, agreement: Agreement
) -> tuple[Interval, Limit | None]:
    """No limit is beyond what the measure can be, and there is none where there is no interval."""
    least, most = value_bounds(measure, agreement)
    found = replace(found, low=max(found.low, least), high=min(found.high, most))
    return found, None if isnan(found.low) else limit


def _found(
    study: Study | Countable,
    agreement: Agreement,
    measure: Bound,
    method: str | None,
    over: Over,
    confidence: float,
    how: dict[str, Any],
) -> tuple[Interval, Limit | None]:
    chosen = method or default_method(study, measure, agreement, over)
    nothing = Interval(nan, nan, confidence, chosen)
    if (why := _no_interval(study, agreement)) is not None:
        return replace(nothing, notes=(why,)), None
    # Both have something to say without disagreement: the prior, or the other program's own
    # number, for the sake of which it is asked for.
    if chosen not in ("krippendorff", "bayes"):
        agreed = unanimous(study, measure, agreement, over, confidence)
        if agreed is not None:
            return agreed
    if chosen == "jackknife":
        return _jackknife(study, measure, agreement, over, confidence, how["n_jobs"])
    if chosen == "bayes":
        from accord.infer.resample.posterior import posterior_interval

        return posterior_interval(
            study, measure, agreement, over, confidence, how["resamples"], how["rng"]
        )
    if chosen in ("analytic", "score"):
        formula = {"analytic": _analytic, "score": _score}[chosen]
        return formula(study, measure, agreement, over, confidence)
    return _resampled(study, agreement, measure, method, chosen, over, confidence, how)


def _no_interval(study: Study | Countable, agreement: Agreement) -> str | None:
    """Why there is none, whatever the method."""
    if isnan(agreement.value):
        return said("interval.no-because-value-undefined", reason=agreement.undefined)
    if agreement.settings.get("partial") == "interrupted":
        return said("interval.no-value-samples-until")
    return None if item_count(study) else said("interval.no-items")


def _resampled(
    study: Study | Countable,
    agreement: Agreement,
    measure: Bound,
    method: str | None,
    chosen: str,
    over: Over,
    confidence: float,
    how: dict[str, Any],
) -> tuple[Interval, Limit | None]:
    try:
        if chosen in ("bca", "percentile", "basic"):
            drawn = drawn_from(study, measure, agreement, over=over, **how)
            left = (
                _left_out(study, measure, drawn, over, how["n_jobs"]) if chosen == "bca" else None
            )
            found, limit = from_replicates(drawn, chosen, confidence, left)
            notes = (*found.notes, *_many_coders(study, over, how["resamples"], chosen))
            return replace(found, notes=notes), limit
    except TooLargeError as error:
        if not only_counts(study):  # the value stands without an interval
            none = Interval(nan, nan, confidence, chosen, notes=(f"no interval: {error}",))
            return none, None
        if method is not None or way_in_words(over) != "items":
            raise  # an engine cannot bring back so much
        # Only the default falls back: whoever named a method gets that one or an error.
        chosen = "poisson"
    drawn = _pairs_or_poisson(study, measure, chosen, over, how)
    found, limit = from_replicates(drawn, "percentile", confidence, name=chosen)
    if chosen == "krippendorff":
        why = said("interval.pairs-codings-not-independent")
        found = replace(found, notes=(said("interval.pairs-coverage", why=why), *found.notes))
    return found, limit


def _many_coders(
    study: Study | Countable, over: Over, resamples: int | None, method: str
) -> list[str]:
    """What is done otherwise where very many coders are drawn."""
    c = len(study.coders)
    if way_in_words(over) not in ("coders", "both") or c <= MANY_CODERS:
        return []
    slow = [] if resamples else [f"{SLOW} resamples unless {Setting('resamples')} says how many"]
    if method == "bca":
        slow.append(f"{LEFT_OUT} groups of coders are left out in turn, not each coder")
    return [f"{c:,} coders: {'; '.join(slow)}"] if slow else []


def _analytic(
    study: Study | Countable, measure: Bound, agreement: Agreement, over: Over, confidence: float
) -> tuple[Interval, Limit | None]:
    from accord.infer.tests.analytic import analytic_interval

    return analytic_interval(study, measure, agreement, over, confidence)


def _score(
    study: Study | Countable, measure: Bound, agreement: Agreement, over: Over, confidence: float
) -> tuple[Interval, Limit | None]:
    from accord.infer.resample.score import score_interval

    return score_interval(study, measure, agreement, over, confidence, rare(study, measure))


def _left_out(
    study: Study | Countable,
    measure: Bound,
    drawn: Replicates,
    over: Over,
    n_jobs: Tasks | int | None,
) -> tuple[FloatArray, FloatArray] | None:
    """What bca needs besides resamples: the value without each unit, or without some of them."""
    if drawn.sums is not None:
        return drawn.sums.leave_one_out(), drawn.sums.multiplicity
    if drawn.units < 3:
        return None
    return leave_one_out(study, measure, over, at_most=LEFT_OUT, n_jobs=n_jobs)


def _pairs_or_poisson(
    study: Study | Countable, measure: Bound, method: str, over: Over, how: dict[str, Any]
) -> Replicates:
    given = {"resamples": how["resamples"] or RESAMPLES, "rng": how["rng"]}
    if method == "krippendorff":
        from accord.infer.resample.krippendorff import pair_replicates

        return pair_replicates(study, measure, **given)
    from accord.infer.resample.poisson import poisson_replicates

    if way_in_words(over) != "items":
        raise NotApplicableError("the Poisson bootstrap resamples items; use bca or percentile")
    return poisson_replicates(study, measure, **given)


def default_method(
    study: Study | Countable, measure: Bound, agreement: Agreement, over: Over
) -> str:
    """The method that holds: see the page on coverage."""
    # Resamples of the few coders there are vary too little; the t distribution on their number
    # holds (docs/coverage.md).
    if way_in_words(over) in ("coders", "both"):
        return "jackknife"
    # Where a measure has limits or a standard error of its own, many fits would say little more.
    own = measure.measure
    if (own.limits or own.own_interval) and way_in_words(over) == "items":
        return "analytic" if own.limits or agreement.interval is not None else "bca"
    # Rare categories before documents: with them the bootstrap holds a true 0 mostly in fewer than
    # half of simulated studies (docs/decisions.md, Intervals).
    if measure.measure.counted and rare(study, measure):
        return "score"
    return (
        "jackknife"
        if way_in_words(over) != "items" and _few_clusters(study, measure, over)
        else "bca"
    )


def _few_clusters(study: Study | Countable, measure: Bound, over: Over) -> bool:
    """Resamples of few clusters vary too little, the t distribution knows how few they are."""
    if only_counts(study):
        sums, _ = unit_sums(study, measure, over)
        return sums is not None and sums.units < FEW
    cluster = clusters(itemized(study, "clusters"), over)
    return cluster is not None and cluster.max(initial=-1) + 1 < FEW


def rare(study: Study | Countable, measure: Bound) -> str:
    """What is so rare that resamples of items do not hold, a category or disagreement.

    A category is rare where fewer than five agreements on it are expected by chance, and not all
    categories are: then the expected disagreement hangs on few codings. Disagreement is rare
    where fewer than five items have any. Neither moves chance that comes from the scale (S, AC1)
    or that nobody asks about (A_o): there, and where nothing is rare, the answer is empty.
    """
    if measure.measure.chance not in IDEAS:  # no coefficient of the cube
        return ""
    idea = IDEAS[measure.measure.chance]
    rows = None if idea.expected is None or idea.of_scale else merged_rows(study)
    if rows is None:
        return ""
    counts, times = rows
    sizes, n_k = counts.totals, counts.columns(times)
    kinds = np.diff(counts.bounds)
    # The score test sums over all ways to code an item, so it is not offered where these are too
    # many.
    if possible_patterns(sizes, int((n_k > 0).sum())) > PATTERNS:
        return ""
    few = float(times[kinds > 1].sum()) < CHANCE_AGREEMENTS
    pairs = float(times @ (sizes * (sizes - 1)) / 2)
    share = n_k[n_k > 0] / max(n_k.sum(), 1)
    often = pairs * share**2
    seldom = (
        distance(measure.distance).name == "nominal"
        and 2 * share.max() > 1
        and bool((often < CHANCE_AGREEMENTS).any())
    )
    return "disagreement" if few else "category" if seldom else ""


def design_effect(study: Study | Countable, measure: Bound, over: Over) -> tuple[float | None, int]:
    """How many times larger the variance over clusters is than over items, and how many clusters
    there are; None for measures that are not sums over items."""
    together, cluster = unit_sums(study, measure, over)
    if together is None:
        assert cluster is not None
        return None, int(cluster.max(initial=-1)) + 1
    apart, _ = unit_sums(study, measure, "items")
    assert apart is not None
    errors = [jackknife_se(s.leave_one_out(), s.multiplicity) for s in (together, apart)]
    effect = (errors[0] / errors[1]) ** 2 if errors[1] > 0 else nan
    return None if isnan(effect) else effect, together.units


EXACT_BOUND = "exact bound"
"""The method of an interval where no two codings differ."""


def unanimous(
    study: Study | Countable, measure: Bound, agreement: Agreement, over: Over, confidence: float
) -> tuple[Interval, Limit | None] | None:
    """The interval where no two codings of an item differ: resamples would say [1, 1].

    With no disagreement on n items, up to 1 − ((1 − confidence)/2)^(1/n) of all items may have one
    (exact binomial bound). If that is one coding of c that differs, at the distance that
    differing codings have on average, D_o is 2/c of that distance on such an item, and D_e is
    the coefficient's own. None where there is disagreement, for measures outside the cube, and
    where the interval is about other coders.
    """
    if not measure.measure.counted or isnan(agreement.value):
        return None
    if not has_counts(study) or _differ(study):
        return None
    name = EXACT_BOUND
    if way_in_words(over) in ("coders", "both"):
        why = said("interval.no-no-two-coders")
        return Interval(nan, nan, confidence, name, notes=(why,)), None
    if only_counts(study) and way_in_words(over) != "items":
        return None
    cluster = None if only_counts(study) else clusters(itemized(study, "clusters"), over)
    counts, times = rows_of_counts(study)
    sizes, n_k = counts.totals, counts.columns(times)
    paired = np.flatnonzero(sizes > 1)
    items = float(times[paired].sum())
    units = items if cluster is None else len(np.unique(cluster[paired]))
    apart = 2 * items / float(times[paired] @ sizes[paired]) * _differing(study, measure, n_k)
    if agreement.expected is not None:
        apart /= agreement.expected

    def limit(confidence: float) -> float:
        return float(1 - (1 - confidence ** (1 / units)) * apart)

    note = said("interval.no-disagreement-observed-lower")
    low = limit((1 - confidence) / 2)
    return Interval(low, 1.0, confidence, name, notes=(note,)), limit


def _differing(study: "Codings | Tally", measure: Bound, n_k: FloatArray) -> float:
    """The mean distance of two codings that differ, drawn from all, or from the scale where all
    codings are alike."""
    metric = distance(measure.distance).fit(study.categories, n_k, study.declared)
    if metric.nominal:
        return 1.0
    weight = n_k if (n_k > 0).sum() > 1 else np.ones(len(n_k))
    d = metric.matrix()
    other = weight.sum() ** 2 - float((weight**2).sum())
    return float(weight @ d @ weight - weight**2 @ np.diag(d)) / other if other else 1.0


def _differ(study: "Codings | Tally") -> bool:
    """Whether two codings of an item differ."""
    rows = merged_rows(study)
    return rows is not None and bool((rows[1] * (np.diff(rows[0].bounds) > 1)).any())


def from_replicates(
    drawn: Replicates,
    method: str,
    confidence: float = 0.95,
    left_out: tuple[FloatArray, FloatArray] | None = None,
    name: str | None = None,
) -> tuple[Interval, Limit | None]:
    """The interval that resamples give; `left_out` (leave-one-out values) is for "bca"."""
    shown = (name or method) + ("" if drawn.over in ("items", "pairs") else f" over {drawn.over}")
    result = Interval(
        nan, nan, confidence, shown, drawn.resamples, drawn.seed, notes=notes_for(drawn)
    )
    if drawn.units < 2 or len(drawn.values) < 2:
        why = said("interval.one-item-drawn")
        if drawn.over != "items":
            why = said("interval.one-value-drawn", column=drawn.over)
        return replace(
            result, notes=(why, said("interval.choose-something-else", setting=Setting("over")))
        ), None
    if drawn.over == "coders" and drawn.units < 3:
        return replace(result, notes=(said("interval.no-over-coders-two"),)), None
    values = np.sort(drawn.values)
    tail, note = _bca_tail(values, drawn.estimate, left_out) if method == "bca" else (None, ())

    beyond = 0.5 / len(values)  # the sharpest share that so many can show

    def at(confidence: float) -> float:
        share = confidence if tail is None else tail(confidence)
        if method == "basic":
            return float(2 * drawn.estimate - np.quantile(values, 1 - share))
        return float(np.quantile(values, share))

    def limit(confidence: float) -> float:
        share = confidence if tail is None else tail(confidence)
        if beyond <= share <= 1 - beyond:
            return at(confidence)
        # bca may ask for so small a share early: at 96%, if resamples are skewed.
        return beyond_all(at(confidence), drawn, confidence, lower=share < 0.5)

    low, high = at((1 - confidence) / 2), at((1 + confidence) / 2)
    notes = (*result.notes, *note)
    return replace(result, low=low, high=high, se=drawn.se, notes=notes), limit


def notes_for(drawn: Replicates) -> tuple[str, ...]:
    """Warnings about resamples: too few units, undefined values."""
    notes = [] if drawn.over == "pairs" else few_units(drawn.units, drawn.over)
    notes += drawn.notes
    if drawn.undefined:
        notes.append(
            said("interval.resamples-undefined-left-out", n=drawn.undefined, m=drawn.resamples)
        )
    if drawn.limit:
        notes.append(said(f"interval.approximated-{unit_name(drawn.over)}", n=drawn.units))
    return tuple(notes)


def _bca_tail(
    values: FloatArray, estimate: float, left_out: tuple[FloatArray, FloatArray] | None
) -> tuple[Limit | None, tuple[str, ...]]:
    """Efron's corrected quantiles: z0 from the share below the estimate, a from leave-one-out."""
    tolerance = NEARLY_ZERO * max(1.0, abs(estimate))
    under = (values < estimate - tolerance).mean()
    ties = (np.abs(values - estimate) <= tolerance).mean()
    share = float(under + ties / 2)
    if not 0 < share < 1:
        return None, (said("interval.bca-fell-back-percentile"),)
    bias = _NORMAL.inv_cdf(share)
    speed = acceleration(*left_out) if left_out is not None else 0.0

    def corrected(tail: float) -> float:
        z = bias + _NORMAL.inv_cdf(min(max(tail, 1e-16), 1 - 1e-16))
        if speed * z >= 1:  # so far out that the correction has no quantile
            return 1.0 if z > 0 else 0.0
        return _NORMAL.cdf(bias + z / (1 - speed * z))

    return corrected, ()


def acceleration(values: FloatArray, multiplicity: FloatArray) -> float:
    """A sixth of the skewness of the leave-one-out values."""
    good = np.isfinite(values)
    values, multiplicity = values[good], multiplicity[good]
    if not len(values):
        return 0.0
    apart = multiplicity @ values / multiplicity.sum() - values
    spread = float(multiplicity @ apart**2)
    return float(multiplicity @ apart**3) / (6 * spread**1.5) if spread > 1e-24 else 0.0


def _jackknife(
    study: Study | Countable,
    measure: Bound,
    agreement: Agreement,
    over: Over,
    confidence: float,
    n_jobs: Tasks | int | None,
) -> tuple[Interval, Limit | None]:
    """Both ways, the two variances add up (their overlap counts twice)."""
    shown = "jackknife" if way_in_words(over) == "items" else f"jackknife over {way_in_words(over)}"
    result = Interval(nan, nan, confidence, shown)
    coders = way_in_words(over) in ("coders", "both")
    if coders and len(study.coders) < 3:
        why = said("interval.no-over-coders-two-coders")
        return replace(result, notes=(why,)), None
    parts: list[Over] = [unit_drawn(study), "coders"] if way_in_words(over) == "both" else [over]
    variance, units = 0.0, []
    for part in parts:
        values, multiplicity = leave_one_out(study, measure, part, LEFT_OUT, n_jobs)
        variance += jackknife_se(values, multiplicity) ** 2
        units.append(int(multiplicity[np.isfinite(values)].sum()))
    if isnan(variance):
        return replace(result, notes=(said("interval.no-one-unit-only"),)), None
    # The scarcer unit rules: ten coders on a thousand items are ten coders.
    limit = by_t(agreement.value, sqrt(variance), min(units) - 1)
    notes = tuple(few_units(units[-1], way_in_words(over)))
    notes += tuple(_many_coders(study, over, 1, "bca")) if coders else ()
    low, high = limit((1 - confidence) / 2), limit((1 + confidence) / 2)
    return replace(result, low=low, high=high, se=sqrt(variance), notes=notes), limit
