"""Aickin's α: the share of items that are easy to code."""

from dataclasses import replace
from typing import Annotated, Literal

import numpy as np

from accord.errors import AccordError, UnknownNameError
from accord.measure.entry import Measure
from accord.measure.latent.easy_items import Easy, Tally, constant, linear
from accord.model.agreement import Agreement, Interval
from accord.model.codings.codings import Codings
from accord.model.names import FloatArray

MODELS = {"constant": constant, "linear": linear}

EasyItems = Annotated[
    Literal["constant", "linear"], "Which categories easy items have (Aickin's alpha)."
]


def aickin_alpha(
    codings: Codings, *, easy: EasyItems = "constant", max_iter: int = 300, tolerance: float = 1e-12
) -> Agreement:
    """Aickin's α (a): the share of easy items, by maximum likelihood, two and more coders.

    Items are easy or hard. Coders agree on the easy ones and code the hard ones at random,
    each by an own distribution, so chance agreement is counted on hard items only:
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

    Undefined where no item has two codings or one category is used only.
    References: aickin1990, artstein2005.

    >>> from accord.model.codings.tabular import from_confusion
    >>> table = from_confusion([[24, 4, 4], [4, 9, 2], [4, 2, 9]], categories=["a", "b", "c"])
    >>> found = aickin_alpha(table)
    >>> round(found.value, 3), round(found.interval.se, 3)
    (0.5, 0.093)
    """
    if not isinstance(codings, Codings):
        raise AccordError(f"aickin_alpha takes Codings, got {type(codings).__name__}")
    if easy not in MODELS:
        raise UnknownNameError.of("model of easy items", easy, MODELS)
    codings.who()
    settings = {"easy": easy}
    sizes = np.bincount(codings.item, minlength=len(codings.items))
    pairs = int((sizes > 1).sum())
    if not pairs:
        nothing = Agreement("aickin_alpha", "a", np.nan, None, settings, codings.counts())
        return replace(nothing, undefined=_no_pairs(codings))
    tally = Tally.of(codings)
    observed = 1.0 - float(tally.agreeing.sum() / pairs)
    result = Agreement("aickin_alpha", "a", observed, None, settings, codings.counts())
    used = np.flatnonzero(tally.used.sum(axis=0))
    if len(used) == 1:
        name = codings.categories[int(used[0])]
        why = f"all codings are {name!r}: with no variation easy and hard items look the same"
        return replace(result, undefined=why)
    fit = MODELS[easy](tally, max_iter, tolerance)
    expected = 1.0 - float(tally.items @ fit.chance / tally.items.sum())
    return replace(
        result,
        expected=expected,
        estimate=fit.a,
        interval=_interval(fit),
        detail={
            "easy": _posterior(tally, fit),
            "hard": fit.hard,
            "log_likelihood": fit.trace[-1],
            "trace": fit.trace,
            "converged": fit.converged,
            "notes": _notes(fit, len(codings.coders)),
        },
    )


def _interval(fit: Easy) -> Interval | None:
    if fit.se is None:
        return None
    reach = 1.959963984540054 * fit.se
    return Interval(fit.a - reach, fit.a + reach, 0.95, "Wald, observed information", se=fit.se)


def _posterior(tally: Tally, fit: Easy) -> FloatArray:
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
        notes.append("no standard error: the data cannot tell all parameters apart")
    return tuple(notes)


def _no_pairs(codings: Codings) -> str:
    if not len(codings):
        return "there are no codings"
    return "no item has two codings, so there is no pair to compare"


ENTRIES: tuple[Measure, ...] = (
    Measure(
        aickin_alpha,
        "a",
        Codings,
        "the share of easy items, chance agreement on hard items only (maximum likelihood)",
        also=("Aickin's alpha", "constant predictive probability model"),
        chance="hard items",
        bounds=(0.0, 1.0),
        needs_coders=True,
        listed=False,
        costly=True,
        own_interval=True,
    ),
)
