"""Aickin's α: the share of items that are easy to code.

An item is easy with probability a; the coders agree on easy items and code hard ones at
random, coder c saying k with probability p_ck. Two models differ in which categories easy
items have:

    constant   in proportion to Π_c p_ck, over the coders of the item (Aickin's assumption 4)
    linear     in proportion to p_k, one distribution for all coders (assumption 4′)

With Z = Σ_k Π_c p_ck the chance that the coders of a hard item agree, the constant model
gives an item the probability  Π_c p_{c,x_c} · (1 − a + a · [all agree] / Z),  so only the
marginals, and for each set of coders how many items they agree on, matter.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

import numpy as np

from accord._measure.latent.mixture import sums_of_hashes
from accord.errors import UnknownNameError
from accord.kinds.kind import must_be
from accord.kinds.labels.order import canonical
from accord.kinds.labels.study import Codings
from accord.model.agreement import Agreement, Interval
from accord.model.names import BoolArray, FloatArray, IntArray
from accord.words.said import said

_TINY = 1e-300
"""Instead of 0 below a fraction bar or in a logarithm: no probability that matters is as small."""
PATIENCE = 40
"""Rounds of EM before a quasi-Newton search takes over."""


@dataclass(frozen=True, slots=True, eq=False)
class ItemCounts:
    """All that the likelihoods know of a study.

    `sets` is a 0/1 matrix, distinct sets of coders × coders, sparse where it is large; `items`
    counts the items of each set, `on` those on which all agree, by category.
    `used[c, k]` counts the codings. `agree` says of each item whether its coders agree.
    """

    sets: Any
    items: FloatArray
    on: FloatArray
    used: FloatArray
    agree: BoolArray
    set_of: IntArray
    sizes: FloatArray
    label: IntArray

    @property
    def agreeing(self) -> FloatArray:
        """How many items of each set of coders are coded alike by all."""
        return np.asarray(self.on.sum(axis=1))

    @classmethod
    def of(cls, codings: Codings) -> "ItemCounts":
        """Count; items with fewer than two codings tell of the coders but not of a."""
        from scipy.sparse import csr_matrix

        coder, k, c = codings.who(), len(codings.categories), len(codings.coders)
        bounds = codings.bounds
        sizes = np.diff(bounds)
        first = codings.category[np.minimum(bounds[:-1], len(codings) - 1)]
        same = codings.category == first[codings.item]
        agree = np.bincount(codings.item, weights=same, minlength=len(sizes)) == sizes
        # One coder agrees with nobody.
        agree &= sizes > 1
        keys = sums_of_hashes(coder, bounds, c)
        _, at, set_of, number = np.unique(
            keys, return_index=True, return_inverse=True, return_counts=True
        )
        ones = np.ones(len(coder))
        who = csr_matrix((ones, coder, bounds), shape=(len(sizes), c))[at]
        kept = sizes[at] > 1
        on = np.bincount(set_of[agree] * k + first[agree], minlength=len(at) * k)
        used = np.bincount(coder.astype(np.int64) * k + codings.category, minlength=c * k)
        new = np.cumsum(kept) - 1
        sets = who[kept]
        if len(at) * c < 100_000:  # for few coders the sparse form costs more than it saves
            sets = np.asarray(sets.todense())
        return cls(
            sets,
            number[kept].astype(float),
            on.reshape(-1, k)[kept].astype(float),
            used.reshape(c, k).astype(float),
            agree,
            np.where(kept, new, -1)[set_of],
            sizes[at][kept].astype(float),
            first,
        )


@dataclass(frozen=True, slots=True, eq=False)
class Easy:
    """The fitted model: a, the coders' distributions on hard items, P(easy | agree on k) for
    each set of coders, the chance of agreement on hard items, and how EM went."""

    a: float
    hard: FloatArray
    posterior: FloatArray
    chance: FloatArray
    trace: tuple[float, ...]
    converged: bool
    se: float | None


@dataclass(frozen=True, slots=True, eq=False)
class _State:
    a: float
    p: FloatArray
    w: FloatArray
    chance: FloatArray
    likelihood: float
    shares: FloatArray


Evaluate = Callable[[float, FloatArray], _State]
_Score = Callable[[float, FloatArray], tuple[float, FloatArray]]


def _climb(
    state: _State,
    step: Callable[[_State], tuple[float, FloatArray]],
    evaluate: Evaluate,
    score: _Score,
    max_iter: int,
    tolerance: float,
) -> tuple[_State, tuple[float, ...], bool]:
    """EM with leaps: two EM steps show where they lead; a leap there is kept if it is higher.

    Where the likelihood rises for ever along a ridge (a coder's share of hard items runs to
    0) EM creeps; after PATIENCE rounds a quasi-Newton search goes to its end.
    """
    trace, converged, still = [state.likelihood], False, 1e-9
    while len(trace) < max_iter and not converged:
        first = evaluate(*step(state))
        second = evaluate(*step(first))
        leap = evaluate(*_leap(state, first, second))
        best = leap if leap.likelihood > second.likelihood else second
        trace.append(best.likelihood)
        # Both: on a flat ridge the likelihood stands still long before a does.
        converged = _settled(trace, best.a - state.a, tolerance, still)
        state = best
        if len(trace) == PATIENCE and not converged:
            state = _along_the_ridge(state, evaluate, score)
            trace.append(state.likelihood)
            # After the search EM only confirms, and on a ridge it would never rest at the first
            # tolerance.
            tolerance, still = max(tolerance, 1e-9), 1e-5
    return state, tuple(trace), converged


def _along_the_ridge(state: _State, evaluate: Evaluate, score: _Score) -> _State:
    """The end of a quasi-Newton search from `state`, by the exact score; never lower."""
    from scipy.optimize import minimize

    def at(x: FloatArray) -> tuple[float, FloatArray]:
        return _from_logits(x, state.p)

    def descent(x: FloatArray) -> tuple[float, FloatArray]:
        a, p = at(x)
        by_a, by_p = score(a, p)
        by_p = np.where(state.p > 0, by_p, 0.0).reshape(-1)
        return -evaluate(a, p).likelihood, -np.concatenate([[by_a * a * (1 - a)], by_p])

    # Beyond e^30 a probability is 0 or 1 up to 1e-13, and a search would run on for nothing.
    inside = [(-30.0, 30.0)] * (1 + state.p.size)
    found = minimize(descent, _logits(state), jac=True, method="L-BFGS-B", bounds=inside)
    end = evaluate(*at(found.x))
    return end if end.likelihood > state.likelihood else state


def _leap(start: _State, first: _State, second: _State) -> tuple[float, FloatArray]:
    """Where the steps from start over first to second would end if they kept shrinking alike
    (squared extrapolation, on logits)."""
    x0, x1, x2 = (_logits(state) for state in (start, first, second))
    step, bend = x1 - x0, x2 - 2 * x1 + x0
    size = float(np.linalg.norm(bend))
    # The two steps are one line: there is no bend from which to guess where it ends.
    if size < 1e-14:
        return second.a, second.p
    far = min(float(np.linalg.norm(step)) / size, 1e4)
    return _from_logits(np.clip(x0 + 2 * far * step + far**2 * bend, -30, 30), start.p)


def _from_logits(x: FloatArray, like: FloatArray) -> tuple[float, FloatArray]:
    p = np.exp(x[1:].reshape(like.shape)) * (like > 0)
    a = 1.0 / (1.0 + np.exp(-x[0]))
    return float(a), np.asarray(p / np.maximum(p.sum(axis=1, keepdims=True), _TINY))


def _logits(state: _State) -> FloatArray:
    a = min(max(state.a, 1e-13), 1 - 1e-13)
    logs = np.where(state.p > 0, np.log(np.maximum(state.p, 1e-13)), 0.0)
    return np.concatenate([[np.log(a) - np.log1p(-a)], logs.reshape(-1)])


def _constant_state(tally: ItemCounts, a: float, p: FloatArray) -> _State:
    logs = np.log(np.maximum(p, _TINY))
    product = np.asarray(tally.sets @ logs)
    top = product.max(axis=1)
    log_z = top + np.log(np.exp(product - top[:, None]).sum(axis=1))
    with np.errstate(divide="ignore"):
        log_hard, log_easy = np.log1p(-a), np.log(a) - log_z
    mixed = np.logaddexp(log_hard, log_easy)
    agreeing = tally.agreeing
    others = tally.items - agreeing
    likelihood = float((tally.used * logs).sum() + (agreeing * mixed).sum())
    likelihood += float(others.sum() * log_hard) if others.sum() else 0.0
    w = np.exp(log_easy - mixed)[:, None]
    return _State(a, p, w, np.exp(log_z), likelihood, np.exp(product - log_z[:, None]))


def constant(tally: ItemCounts, max_iter: int, tolerance: float) -> Easy:
    """Aickin's model by EM.

    The M step for the coders' distributions has no closed form: one round of iterative
    scaling, p_ck ← p_ck (n_ck / expected)^power, with the power halved until the expected
    log likelihood does not fall.
    """
    p = tally.used / np.maximum(tally.used.sum(axis=1, keepdims=True), 1.0)

    def step(state: _State) -> tuple[float, FloatArray]:
        easy = tally.agreeing * state.w[:, 0]
        a = float(easy.sum() / tally.items.sum())
        return a, _scaled(tally, state.p, easy, state.shares)

    def evaluate(a: float, p: FloatArray) -> _State:
        return _constant_state(tally, a, p)

    def score(a: float, p: FloatArray) -> tuple[float, FloatArray]:
        return _constant_score(tally, a, p)

    begin = evaluate(0.5, p)
    state, trace, converged = _climb(begin, step, evaluate, score, max_iter, tolerance)
    posterior = np.repeat(state.w, tally.used.shape[1], axis=1)
    se = _standard_error(score, state, tally.used)
    return Easy(state.a, state.p, posterior, state.chance, trace, converged, se)


def _settled(trace: list[float], moved: float, tolerance: float, still: float) -> bool:
    """Whether neither the likelihood nor a moves any more."""
    gain = trace[-1] - trace[-2]
    return gain <= tolerance * (1.0 + abs(trace[-1])) and abs(moved) < still


def _scaled(tally: ItemCounts, p: FloatArray, easy: FloatArray, shares: FloatArray) -> FloatArray:
    in_easy = np.asarray(tally.sets.T @ (easy[:, None] * shares))
    hard = tally.used.sum(axis=1) - np.asarray(tally.sets.T @ easy)
    expected = in_easy + hard[:, None] * p
    ratio = np.divide(tally.used, expected, out=np.ones_like(p), where=expected > 0)

    def gain(p: FloatArray) -> float:
        logs = np.log(np.maximum(p, _TINY))
        product = np.asarray(tally.sets @ logs)
        top = product.max(axis=1)
        log_z = top + np.log(np.exp(product - top[:, None]).sum(axis=1))
        return float((tally.used * logs).sum() - easy @ log_z)

    before, power = gain(p), 1.0
    # A whole step of scaling may overshoot: half of it, and half again, does not.
    while power > 1e-3:
        new = p * ratio**power
        new /= np.maximum(new.sum(axis=1, keepdims=True), _TINY)
        if gain(new) >= before:
            return np.asarray(new)
        power /= 2
    return p


def _constant_score(tally: ItemCounts, a: float, p: FloatArray) -> tuple[float, FloatArray]:
    """Derivatives of the log likelihood by a and by the logits of p."""
    state = _constant_state(tally, a, p)
    easy = tally.agreeing * state.w[:, 0]
    by_a = easy.sum() / a - (tally.items.sum() - easy.sum()) / (1 - a)
    hard = tally.used.sum(axis=1) - np.asarray(tally.sets.T @ easy)
    by_p = (
        tally.used - np.asarray(tally.sets.T @ (easy[:, None] * state.shares)) - hard[:, None] * p
    )
    return float(by_a), by_p


def _linear_state(tally: ItemCounts, a: float, p: FloatArray) -> _State:
    """P(item) = a p_k + (1 − a) p_k^m where m coders agree on k, else (1 − a) Π p."""
    logs = np.log(np.maximum(p[0], _TINY))
    sizes = tally.sizes[:, None]
    with np.errstate(divide="ignore"):
        easy, hard = np.log(a) + logs, np.log1p(-a) + sizes * logs
    mixed = np.logaddexp(easy, hard)
    # Codings of items that are not agreed on, and of items with one coding, are hard ones.
    rest = tally.used.sum(axis=0) - (sizes * tally.on).sum(axis=0)
    others = tally.items.sum() - tally.on.sum()
    likelihood = float((tally.on * mixed)[tally.on > 0].sum() + rest @ logs)
    likelihood += float(others * np.log1p(-a)) if others else 0.0
    chance = np.exp(sizes * logs).sum(axis=1)
    return _State(a, p, np.exp(easy - mixed), chance, likelihood, p)


def linear(tally: ItemCounts, max_iter: int, tolerance: float) -> Easy:
    """The linear distribution model by EM; both steps have closed forms."""
    used = tally.used.sum(axis=0, keepdims=True)

    def step(state: _State) -> tuple[float, FloatArray]:
        easy = tally.on * state.w
        # An easy item is one draw from p, a hard one as many draws as it has coders.
        draws = used - ((tally.sizes[:, None] - 1) * easy).sum(axis=0)
        return float(easy.sum() / tally.items.sum()), draws / draws.sum()

    def evaluate(a: float, p: FloatArray) -> _State:
        return _linear_state(tally, a, p)

    def score(a: float, p: FloatArray) -> tuple[float, FloatArray]:
        return _linear_score(tally, a, p)

    begin = evaluate(0.5, used / used.sum())
    state, trace, converged = _climb(begin, step, evaluate, score, max_iter, tolerance)
    se = _standard_error(score, state, used)
    return Easy(state.a, state.p, state.w, state.chance, trace, converged, se)


def _linear_score(tally: ItemCounts, a: float, p: FloatArray) -> tuple[float, FloatArray]:
    easy = tally.on * _linear_state(tally, a, p).w
    by_a = easy.sum() / a - (tally.items.sum() - easy.sum()) / (1 - a)
    draws = tally.used.sum(axis=0) - ((tally.sizes[:, None] - 1) * easy).sum(axis=0)
    return float(by_a), draws[None] - draws.sum() * p


def _standard_error(score: _Score, state: _State, used: FloatArray) -> float | None:
    """From the observed information: numeric derivatives of the exact score at the maximum.

    None at the boundary (a is 0 or 1), where the parameters are not identified, or with
    more than 400 parameters.
    """
    step = 1e-5
    # At the edge of what a can be the likelihood has no maximum inside, and no curvature there.
    if not 10 * step < state.a < 1 - 10 * step:
        return None
    # Logits of cells that occur, the largest of each coder being the reference.
    free = used > 0
    free[np.arange(len(used)), used.argmax(axis=1)] = False
    cells = np.argwhere(free)
    # Two scores are needed for every cell.
    if len(cells) > 400:
        return None

    def at(shift: int, by: float) -> FloatArray:
        a, logits = state.a, np.log(np.maximum(state.p, _TINY))
        if shift == 0:
            a += by
        else:
            logits[tuple(cells[shift - 1])] += by
        p = np.exp(logits)
        by_a, by_p = score(a, p / np.maximum(p.sum(axis=1, keepdims=True), _TINY))
        return np.concatenate([[by_a], by_p[free]])

    columns = [(at(j, step) - at(j, -step)) / (2 * step) for j in range(len(cells) + 1)]
    information = -np.array(columns)
    information = (information + information.T) / 2
    values, vectors = np.linalg.eigh(information)
    if values.min() <= 1e-8 * values.max():
        return None
    return float(np.sqrt((vectors[0] ** 2 / values).sum()))


_MODELS = {"constant": constant, "linear": linear}

EasyItems = Annotated[
    Literal["constant", "linear"], "Which categories easy items have (Aickin's alpha)."
]


def aickin_alpha(
    study: Codings, *, easy: EasyItems = "constant", max_iter: int = 300, tolerance: float = 1e-12
) -> Agreement:
    """Aickin's α (a): the share of easy items, by maximum likelihood, for two or more coders.

    Items are easy or hard. Coders agree on the easy ones and code the hard ones at random,
    each by their own distribution, so chance agreement is counted on hard items only:
    a = (A_o − A_e) / (1 − A_e) with A_e = Σ_k Π_c P(k | c, hard).

    easy="constant" is Aickin's assumption 4: easy items have category k in proportion to the
    chance that all coders say k on a hard item (constant predictive probability). easy="linear"
    is assumption 4′ of Artstein & Poesio: in proportion to the distribution on hard items,
    which all coders share; where the data follow it, a = κ = π.

    A_o is the share of items on which all their coders agree. With missing codings Z is taken
    over the coders of each item. Items with one coding inform the coders' distributions only.
    Never below 0. `detail` holds easy (P(item is easy) for each item), hard (the coders'
    distributions on hard items), log_likelihood, trace, converged and notes; the interval is
    Wald's, from the observed information.

    Undefined where no item has two codings or only one category is used.

    :param max_iter: The most iterations of EM.
    :param tolerance: How little the fit may change in the last step.

    References: aickin1990, artstein2005.

    >>> import accord
    >>> table = accord.from_confusion(
    ...     [[24, 4, 4], [4, 9, 2], [4, 2, 9]], categories=["a", "b", "c"]
    ... )
    >>> found = accord.latent.aickin_alpha(table)
    >>> round(found.value, 3), round(found.interval.se, 3)
    (0.5, 0.093)
    """
    must_be(study, Codings.kind, "aickin_alpha")
    if easy not in _MODELS:
        raise UnknownNameError.of("model of easy items", easy, _MODELS)
    study.who()
    settings = {"easy": easy}
    sizes = np.bincount(study.item, minlength=len(study.items))
    pairs = int((sizes > 1).sum())
    if not pairs:
        nothing = Agreement("aickin_alpha", "a", np.nan, None, settings, study.counts())
        return replace(nothing, undefined=_no_pairs(study))
    ordered, items, coders = canonical(study)  # sums of the fit round by the order of their terms
    tally = ItemCounts.of(ordered)
    observed = 1.0 - float(tally.agreeing.sum() / pairs)
    result = Agreement("aickin_alpha", "a", observed, None, settings, study.counts())
    used = np.flatnonzero(tally.used.sum(axis=0))
    if len(used) == 1:
        name = ordered.categories[int(used[0])]
        why = f"every label is {name!r}; without variation easy and hard items look the same"
        return replace(result, undefined=why)
    fit = _MODELS[easy](tally, max_iter, tolerance)
    expected = 1.0 - float(tally.items @ fit.chance / tally.items.sum())
    return replace(
        result,
        expected=expected,
        estimate=fit.a,
        interval=_interval(fit),
        detail={
            "easy": _posterior(tally, fit)[np.argsort(items)],
            "hard": _as_given(fit.hard, study, ordered, coders),
            "log_likelihood": fit.trace[-1],
            "trace": fit.trace,
            "converged": fit.converged,
            "notes": _notes(fit, len(study.coders)),
        },
    )


def _interval(fit: Easy) -> Interval | None:
    if fit.se is None:
        return None
    reach = 1.959963984540054 * fit.se
    return Interval(fit.a - reach, fit.a + reach, 0.95, "Wald, observed information", se=fit.se)


def _as_given(hard: FloatArray, study: Codings, ordered: Codings, coders: IntArray) -> FloatArray:
    """P(k | c, hard) with coders and categories as in the study."""
    hard = hard[:, [ordered.categories.index(name) for name in study.categories]]
    return hard[np.argsort(coders)] if len(hard) == len(coders) else hard


def _posterior(tally: ItemCounts, fit: Easy) -> FloatArray:
    """P(easy | codings) of each item: 0 where coders differ, a where fewer than two coded."""
    found = np.where(tally.set_of < 0, fit.a, 0.0)
    at = tally.agree
    found[at] = fit.posterior[tally.set_of[at], tally.label[at]]
    return np.asarray(found, dtype=np.float64)


def _notes(fit: Easy, coders: int) -> tuple[str, ...]:
    notes = []
    if not fit.converged:
        notes.append(f"EM stopped after {len(fit.trace)} rounds before it converged")
    if fit.a < 1e-4:
        notes.append("a is at its lower bound 0: the coders agree no more than by chance")
    elif fit.a > 1 - 1e-4:
        notes.append("a is at its upper bound 1: there is no hard item to learn chance from")
    elif fit.se is None:
        notes.append("no standard error: not all parameters are identifiable")
    return tuple(notes)


def _no_pairs(study: Codings) -> str:
    if not len(study):
        return said("undefined.no-codings")
    return said("undefined.no-item-has-two")
