"""Bayesian intervals of the coefficients of the cube: a Dirichlet distribution over patterns.

What coders can choose for an item is a pattern; how often each pattern is in the population is
unknown. With a Dirichlet prior over all possible patterns and n items the posterior is a Dirichlet
again, and the coefficient of each draw from it is a draw of the coefficient. The prior counts as
one more item, whose codings are all equally likely: 1 divided among all ways in which its coders
can choose (Berger, Bernardo & Sun's overall objective prior). Patterns that nobody has seen yet
are possible, so the interval also holds where all codings agree.

Where there are too many possible patterns, where documents are drawn, or where chance is each
coder's own and codings are missing, the prior is on what was seen only: Rubin's Bayesian bootstrap.
"""

from dataclasses import replace
from itertools import product
from math import lgamma, nan
from typing import Any

import numpy as np

from accord._measure.bound import Bound
from accord._measure.cube.kernel import Countable, expanded
from accord._measure.cube.sums import Sums
from accord.engine.any_data import listed_labels
from accord.errors import NotApplicableError
from accord.infer.resample.item_sums import sums_of
from accord.infer.resample.replicates import (
    RESAMPLES,
    Limit,
    Over,
    seed_of,
    unit_sums,
    way_in_words,
)
from accord.infer.resample.score import multisets
from accord.kinds.labels.patterns import PATTERNS, possible_patterns
from accord.kinds.labels.study import Codings
from accord.model.agreement import Agreement, Interval
from accord.model.names import FloatArray, IntArray, Names
from accord.model.study import Study

PRIOR = (
    "prior: one more item whose codings are all equally likely (Dirichlet on the {patterns:,} "
    "possible ways to code an item)"
)
NO_PRIOR = (
    "prior: none beyond what was seen (Bayesian bootstrap over {units:,} {what}), because {why}"
)
DRAWN_AT_ONCE = 4_000_000
"""The most numbers that are drawn at once."""


def posterior_interval(
    study: Study | Countable,
    measure: Bound,
    agreement: Agreement,
    over: Over,
    confidence: float,
    resamples: int | None,
    rng: "int | np.random.Generator",
) -> tuple[Interval, Limit | None]:
    """The equal-tailed credible interval, and the quantile of the posterior for any share."""
    if way_in_words(over) in ("coders", "both"):
        raise NotApplicableError(
            "a Bayesian interval generalises to new items, not to new coders. Use 'jackknife'"
        )
    known = expanded(study)
    if not listed_labels(known) or not measure.measure.counted:
        raise NotApplicableError(
            "a Bayesian interval works with coefficients of labels, such as κ, π and α. Use 'bca'"
        )
    n, seed = resamples or RESAMPLES, seed_of(rng)
    sums, weights, note = _patterns(known, measure, over)
    if sums is None:
        raise NotApplicableError(
            f"{measure.symbol} is not a function of sums over items with these settings; use 'bca'"
        )
    shown = "bayes" if way_in_words(over) == "items" else f"bayes over {way_in_words(over)}"
    result = Interval(nan, nan, confidence, shown, n, seed, notes=(note,))
    values = _draws(sums, weights, n, seed)
    good = np.sort(values[np.isfinite(values)])
    if len(good) < 2:
        return replace(result, notes=("no interval: no draw has a value",)), None
    if len(good) < n:
        lost = f"{n - len(good)} of {n} draws had no value and were left out"
        result = replace(result, notes=(note, lost))

    def limit(share: float) -> float:
        return float(np.quantile(good, share))

    low, high = limit((1 - confidence) / 2), limit((1 + confidence) / 2)
    return replace(result, low=low, high=high, se=float(good.std(ddof=1))), limit


def _draws(sums: Sums, weights: FloatArray, n: int, seed: int) -> FloatArray:
    """The coefficient of n draws of how often each pattern is."""
    random = np.random.default_rng(seed)
    step = max(1, DRAWN_AT_ONCE // max(len(weights), 1))
    units = float(sums.units)  # rules that count codings see as many as there are
    found = []
    for at in range(0, n, step):
        drawn = random.standard_gamma(weights, size=(min(step, n - at), len(weights)))
        # Gamma draws divided by their sum are a draw from the Dirichlet distribution.
        drawn *= units / np.maximum(drawn.sum(axis=1, keepdims=True), 1e-300)
        with np.errstate(divide="ignore", invalid="ignore"):
            found.append(sums.value(drawn @ sums.rows))
    return np.concatenate(found)


def _patterns(study: Codings, measure: Bound, over: Over) -> tuple[Sums | None, FloatArray, str]:
    """The sums of each pattern, the parameters of the posterior, and the prior in words."""
    chosen, prior, why = (None, np.zeros(0), "documents are drawn")
    if way_in_words(over) == "items":
        chosen, prior, why = _possible(study, measure)
    if chosen is None:
        sums, _ = unit_sums(study, measure, over)
        if sums is None:
            return None, np.zeros(0), ""
        what = "items" if way_in_words(over) == "items" else f"values of '{way_in_words(over)}'"
        note = NO_PRIOR.format(units=sums.units, what=what, why=why)
        sums = sums.ordered()
        return sums, sums.multiplicity, note
    sums = sums_of(_with(study, chosen), measure)
    if sums is None:
        return None, np.zeros(0), ""
    # Kinds in an order that names do not change: that of the study with one item of each pattern.
    sums = sums.ordered()
    items = len(study.items)
    often = np.concatenate([(np.diff(study.bounds) > 0).astype(np.float64), prior])
    kinds = len(sums.rows)
    weights = np.bincount(sums.of_item, often, minlength=kinds).astype(np.float64)
    size = sum(len(part) for part in chosen)
    real = np.bincount(sums.of_item[:items], minlength=kinds).astype(np.float64)
    sums = replace(sums, multiplicity=real)
    return sums, weights, PRIOR.format(patterns=size)


def _possible(study: Codings, measure: Bound) -> tuple[list[IntArray] | None, FloatArray, str]:
    """Every way to code an item (rows of categories) and its prior weight; why not, where not."""
    sizes = np.diff(study.bounds)
    sizes = sizes[sizes > 1]
    k = len(study.categories) if study.declared else len(np.unique(study.category))
    seen = np.arange(k) if study.declared else np.unique(study.category)
    too_many = "there are too many possible patterns to count each"
    if not len(sizes) or k < 2:
        return None, np.zeros(0), "nothing else was seen"
    if measure.measure.chance == "per coder":
        coders = len(study.coders)
        # κ needs who chose what of every item: with gaps the ways to code an item are not the same
        # for all.
        if study.coder is None or not (sizes == coders).all() or len(sizes) < len(study.items):
            return None, np.zeros(0), "codings are missing"
        if k**coders > PATTERNS:
            return None, np.zeros(0), too_many
        every = np.array(list(product(seen.tolist(), repeat=coders)))
        return [every], np.full(len(every), 1 / len(every)), ""
    if possible_patterns(sizes.astype(np.float64), k) > PATTERNS:
        return None, np.zeros(0), too_many
    chosen, prior = [], []
    for c in np.unique(sizes):
        rows = multisets(int(c), k)
        times = np.stack([(rows == at).sum(axis=1) for at in range(k)], axis=1)
        # In how many orders c coders can make this choice.
        ways = [lgamma(c + 1) - sum(lgamma(t + 1) for t in row) for row in times.tolist()]
        share = np.exp(np.array(ways) - float(c) * np.log(k))
        chosen.append(seen[rows])
        prior.append(share / share.sum() * float((sizes == c).mean()))
    return chosen, np.concatenate(prior), ""


def _with(study: Codings, chosen: list[IntArray]) -> Codings:
    """The study with one more item of every pattern."""
    width = [part.shape[1] for part in chosen for _ in part]
    first = len(study.items)
    names: list[Any] = [("item", at) for at in range(first)]
    names += [("pattern", at) for at in range(len(width))]
    item = np.repeat(np.arange(first, first + len(width), dtype=np.int32), width)
    category = np.concatenate([part.ravel() for part in chosen]).astype(np.int32)
    coder = None
    if study.coder is not None:
        more = np.concatenate([np.arange(c, dtype=np.int32) for c in width])
        coder = np.concatenate([study.coder, more])
    return replace(
        study,
        items=Names(names),
        item=np.concatenate([study.item, item]),
        coder=coder,
        category=np.concatenate([study.category, category]),
        about={},
    )
