"""Intervals by inverting a score test, which hold where a category is rare or hardly an item has
disagreement: there resamples of what was seen cannot know what was not.

Under the model coders see an item's true category with probability √λ and otherwise guess by
their own shares, so that two of them agree beyond chance with probability λ. With the shares of
the study, the model gives the probability of every pattern of codings an item can have, and with
it the coefficient m(λ) and the variance v(λ) of an item's influence on it. The interval has
those values that the study does not reject (Wilson's for proportions, Donner & Eliasziw's for κ):

    |estimate − m(λ)| ≤ t √(φ v(λ) / n)

At λ = 0 the model is independence, which assumes nothing. φ ≥ 1 is how many times larger the
variance of the study (of its clusters, where these are drawn) is than that of the model with
the same value: documents, hard items and unequal coders are not in the model.
"""

from itertools import combinations, product
from math import nan
from typing import TYPE_CHECKING

import numpy as np

from accord._measure.bound import Bound
from accord._measure.cube.chance import IDEAS
from accord._measure.cube.kernel import Countable, cube_sums, item_count
from accord._measure.cube.sums import Sums
from accord.engine.any_data import has_counts, merged_rows, n_by_coder
from accord.errors import NotApplicableError
from accord.infer.resample.replicates import (
    Limit,
    Over,
    few_units,
    jackknife_se,
    unit_sums,
    way_in_words,
)
from accord.kinds.labels.patterns import PATTERNS, possible_patterns
from accord.kinds.labels.study import Codings
from accord.model.agreement import Agreement, Interval
from accord.model.names import FloatArray, IntArray, Names
from accord.model.study import Study

if TYPE_CHECKING:
    from accord.engine.tally import Tally
from accord.words.said import said

MOST_PATTERN_CELLS = 2_000_000
"""The most codings of all patterns: very many coders make long ones."""

NUMBERS_AT_ONCE = 4_000_000
"""The most numbers that are worked on at once."""

_LAMBDA = np.concatenate([np.linspace(0, 0.9, 19), 1 - np.geomspace(0.08, 1e-4, 14)])


def score_interval(
    study: Study | Countable,
    measure: Bound,
    agreement: Agreement,
    over: Over,
    confidence: float,
    rare: str,
) -> tuple[Interval, Limit | None]:
    """The values that a score test does not reject, for a coefficient of the cube; `rare` says
    what made it the method of choice, if anything did."""
    if way_in_words(over) in ("coders", "both"):
        raise NotApplicableError("the score interval generalises to new items, not to new coders")
    if not has_counts(study) or not measure.measure.counted:
        raise NotApplicableError(
            "the score test works with coefficients of labels, such as κ, π and α"
        )
    curve = _curve(study, measure)
    if curve is None:
        raise NotApplicableError(
            "items can be labelled in too many ways for the score test. Use 'bca' or 'jackknife'"
        )
    sums, _ = unit_sums(study, measure, over)
    assert sums is not None
    shown = "score" if way_in_words(over) == "items" else f"score over {way_in_words(over)}"
    if sums.units < 2:
        whole = way_in_words(over) == "items"
        why = (
            said("interval.one-item")
            if whole
            else said("interval.one-value", column=way_in_words(over))
        )
        return Interval(nan, nan, confidence, shown, notes=(why,)), None
    items = float(item_count(study))
    error = jackknife_se(sums.leave_one_out(), sums.multiplicity)
    value, variance = curve
    near = float(np.interp(agreement.value, value, variance))
    more = max(1.0, items * error**2 / near) if near > 0 and np.isfinite(error) else 1.0
    se = np.sqrt(more * variance / items)
    limit = _inverted(agreement.value, value, se, sums.units - 1)
    low, high = limit((1 - confidence) / 2), limit((1 + confidence) / 2)
    notes = (
        *([said(f"interval.rare-{rare}")] if rare else []),
        *few_units(sums.units, way_in_words(over)),
    )
    return Interval(low, high, confidence, shown, se=error, notes=notes), limit


def _inverted(estimate: float, value: FloatArray, se: FloatArray, df: int) -> Limit:
    """The value at which (estimate − value)/se is a quantile of t."""
    from scipy.special import stdtrit

    z = (estimate - value) / np.maximum(se, 1e-12)

    def limit(confidence: float) -> float:
        wanted = float(stdtrit(max(df, 1), 1 - confidence))
        if z[0] < wanted:  # below chance the variance is taken to be that of chance
            return float(estimate - wanted * se[0])
        after = np.flatnonzero(z < wanted)
        if not len(after):
            return float(value[-1])
        at = int(after[0])
        part = (z[at - 1] - wanted) / (z[at - 1] - z[at])
        return float(value[at - 1] + part * (value[at] - value[at - 1]))

    return limit


def _curve(study: "Codings | Tally", measure: Bound) -> tuple[FloatArray, FloatArray] | None:
    """m(λ) and v(λ), λ from 0 to 1; None where there would be too many patterns."""
    rows_and_times = merged_rows(study)
    assert rows_and_times is not None  # what has counts has patterns
    counts, times = rows_and_times
    sizes, n_k = counts.totals, counts.columns(times)
    # By how often they were chosen: no name changes the last digit.
    stays = study.declared or study.categories.numbers() is not None
    order = np.arange(len(n_k)) if stays else np.argsort(-n_k, kind="stable")
    seen = order[n_k[order] > 0]
    coders = len(study.coders)
    complete = bool((sizes[times > 0] == coders).all()) and coders > 1
    chance = measure.measure.chance
    if chance == "per coder" and complete and len(seen) ** coders <= PATTERNS:
        chose = np.array(list(product(range(len(seen)), repeat=coders)))
        table = _by_coder(study, measure)[:, seen]
        table = table[np.lexsort(table.T)]
        parts = [(chose, table / table.sum(axis=1, keepdims=True), 1.0)]
    elif (many := possible_patterns(sizes, len(seen))) <= PATTERNS and many * max(
        sizes
    ) <= MOST_PATTERN_CELLS:
        # Where chance is each coder's own, that of all coders is near it.
        chance = "pooled" if chance == "per coder" else chance
        number = {int(c): float(times[sizes == c].sum()) for c in np.unique(sizes) if c > 1}
        share = n_k[seen][None] / n_k.sum()
        total = sum(number.values())
        parts = [(multisets(c, len(seen)), share, n / total) for c, n in number.items()]
    else:
        return None
    names, place = study.categories.take(order), np.argsort(order)
    chosen = [place[seen[chose]] for chose, *_ in parts]
    found = _model_sums(names, study.declared, measure, chance, chosen)
    if found is None:
        return None
    rows, value = found.rows[found.of_item], found.value
    n, step = float(times.sum()), 1e-5
    many = max(1, NUMBERS_AT_ONCE // max(len(rows) * max(rows.shape[1], len(seen)), 1))
    curve = []
    for some in np.split(_LAMBDA, range(many, len(_LAMBDA), many)):
        each = [w * _probability(chose, share, some) for chose, share, w in parts]
        p = np.concatenate(each, axis=1)
        sums = n * (p @ rows)
        away = step * (rows[None] * n - sums[:, None])
        with np.errstate(invalid="ignore", divide="ignore"):
            up, down = (
                value((sums[:, None] + moved).reshape(-1, rows.shape[1])).reshape(p.shape)
                for moved in (away, -away)
            )
            u = (up - down) / (2 * step)
        u = np.where(np.isfinite(u) & (p > 0), u, 0.0)
        variance = (p * u**2).sum(axis=1) - (p * u).sum(axis=1) ** 2
        curve.append(np.stack([value(sums), np.maximum(variance, 0.0)]))
    made = np.concatenate(curve, axis=1)
    return made[0], made[1]


def _by_coder(study: "Codings | Tally", measure: Bound) -> FloatArray:
    """n_ck."""
    table = n_by_coder(study, measure.missing)
    flat = np.zeros((len(study.coders), len(study.categories)))
    flat[table.row, table.category] = table.count
    return flat


def multisets(coders: int, categories: int) -> IntArray:
    """Every way in which coders without names can choose: rows of chosen categories."""
    bars = np.array(list(combinations(range(coders + categories - 1), coders)))
    return np.asarray(bars - np.arange(coders))


def _model_sums(
    categories: Names, declared: bool, measure: Bound, chance: str, chose: list[IntArray]
) -> Sums | None:
    """The sums of one item of every pattern (rows of the categories that its coders chose).

    Items with different numbers of codings are one study: its sums have their columns in one
    order.
    """
    width = [part.shape[1] for part in chose for _ in part]
    items = Codings(
        Names(range(len(width))),
        Names(range(max(width))),
        categories,
        np.repeat(np.arange(len(width), dtype=np.int32), width),
        np.concatenate([np.arange(c, dtype=np.int32) for c in width]),
        np.concatenate([part.ravel() for part in chose]).astype(np.int32),
        declared=declared,
    )
    assert chance in IDEAS
    return cube_sums(items, measure.distance, chance, measure.missing)


def _probability(chose: IntArray, share: FloatArray, agree: FloatArray) -> FloatArray:
    """The probability of every pattern for each λ (λ × patterns): chosen categories (multisets
    where shares are one row)."""
    sees, (n, c) = np.sqrt(agree)[:, None, None], chose.shape
    everyone = share.mean(axis=0)
    result = np.zeros((len(agree), n))
    times = np.stack([(chose == k).sum(axis=1) for k in range(len(everyone))], axis=1)
    for k, true in enumerate(everyone):
        guess = (1 - sees) * share[None]  # λ × coders × categories
        guess[:, :, k] += sees[:, :, 0]
        if len(share) == 1:
            result += true * np.prod(guess ** times[None], axis=2)
        else:
            result += true * np.prod([guess[:, j, chose[:, j]] for j in range(c)], axis=0)
    if len(share) == 1:
        from scipy.special import gammaln

        result *= np.exp(gammaln(c + 1) - gammaln(times + 1).sum(axis=1))
    return np.asarray(result / result.sum(axis=1, keepdims=True))
