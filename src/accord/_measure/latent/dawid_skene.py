"""Dawid & Skene: consensus labels that trust good coders more."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from accord._measure.latent.known_truths import Arranged, KnownTruths, known_truths
from accord._measure.latent.majority import Consensus, check_table
from accord._measure.latent.mixture import (
    CodingTable,
    Ended,
    Fit,
    as_good,
    best_of,
    em,
    full_confusion,
    one_coin,
)
from accord.errors import UnknownNameError
from accord.kinds.labels.study import Codings
from accord.model.names import NEARLY_ZERO, FloatArray, IntArray, remembered
from accord.model.showing import counted
from accord.tasks import checked_run
from accord.words.said import said

STARTS_IF_DIVIDED = 30
"""So many random starts are tried where the first of them lead to several ends."""


def _divided(voted: Fit, equal: Sequence[Fit]) -> bool:
    """Whether starts lead to a better end than the votes, or to another labelling as good."""
    first = equal[0].posterior.argmax(axis=1)
    others = any((one.posterior.argmax(axis=1) != first).any() for one in equal[1:])
    return others or not any(one is voted for one in equal)


@checked_run
def dawid_skene(
    study: Codings,
    *,
    coin: str = "full",
    smoothing: float = 0.0,
    gold: KnownTruths | None = None,
    max_iter: int = 1000,
    tolerance: float = 1e-10,
    restarts: int = 10,
    rng: int | np.random.Generator = 0,
) -> Consensus:
    """Dawid & Skene's model: hidden true categories, one confusion matrix for each coder.

    Every item has one true category t, drawn with P(t); coder c then says k with
    probability P(k | c, t), independently of the others. EM starts from the shares of votes, and
    from `restarts` random departures from them, and finds the maximum of
    Σ_i log Σ_t P(t) Π_c P(x_ic | c, t); the best is taken, the shares of votes where it is as
    good (`restarts=0`: from these alone, as Dawid & Skene). Where starts lead to several labellings
    30 are tried. Missing codings have no factor. coin="one" gives each coder one probability of
    being right, with errors spread evenly over the other categories: far fewer parameters, for
    coders with few codings.

    Labels are None where nobody coded the item; `notes` say when the model is not identifiable (two
    coders only, coders who share no items), when EM did not converge, when another labelling of the
    items fits as well, and which categories were never used. A coder without codings has no
    confusion matrix and no accuracy (nan). References: dawid1979.

    :param study: The study, or data that accord can read as one: a path, a data frame, arrays.
    :param coin: "one" gives each coder one probability of being right.
    :param smoothing: How many codings are added to each cell of a confusion matrix.
    :param gold: Items whose true category is known: {item: category}, or the name of a column
        about the items. They are fixed, count in P(t), and teach the coders' error rates.
    :param max_iter: The most iterations of EM.
    :param tolerance: How little the likelihood may change in the last step.
    :param restarts: How many random starts to try besides the votes.
    :param rng: The seed, or a NumPy generator.

    >>> import accord
    >>> study = accord.from_coders(
    ...     {"A": "xxyyxxyy", "B": "xxyyxxyy", "C": "xyyyxxyx", "D": "yxyxyxxy"}
    ... )
    >>> found = accord.latent.dawid_skene(study)
    >>> "".join(found.labels), found.accuracy.round(2).tolist()
    ('xxyyxxyy', [1.0, 1.0, 0.75, 0.5])
    """
    if coin not in ("full", "one"):
        raise UnknownNameError.of("coin", coin, ("full", "one"))
    seed = rng if isinstance(rng, int) else "given"
    settings = {"coin": coin, "smoothing": smoothing, "tolerance": tolerance, "max": max_iter}
    settings |= {"restarts": restarts, "seed": seed}
    known, truths = known_truths(study, gold)
    if gold is not None:
        settings["gold"] = int((known >= 0).sum())
    name = "dawid_skene"
    if not len(study):
        study.who()
        return nothing(study, name, settings)
    k = len(study.categories)
    check_table(study, len(study.items) * k + len(study.coders) * k * k)
    there = Arranged.of(study, known)  # so that the same seed starts from the same
    table, shares = there.table, there.starts()
    random = np.random.default_rng(rng)
    given: dict[str, Any] = {
        "step": one_coin if coin == "one" else full_confusion,
        "smoothing": smoothing,
        "max_iter": max_iter,
        "tolerance": tolerance,
    }
    # The authors' own start: the shares of votes.
    voted = em(table, shares, **given)
    departed = [_departure(shares, random) for _ in range(restarts)]
    equal = as_good([voted, *best_of(table, departed, rounds=15, **given)])
    # Starts that lead elsewhere: there may be a better end still.
    if 0 < restarts < STARTS_IF_DIVIDED and _divided(voted, equal):
        departed += [_departure(shares, random) for _ in range(STARTS_IF_DIVIDED - restarts)]
        equal = as_good([voted, *best_of(table, departed, rounds=15, **given)])
    # Of labellings that fit alike, the one that the votes lead to.
    fit = next((one for one in equal if one is voted), equal[0])
    gained = fit.log_likelihood - voted.log_likelihood if fit is not voted else 0.0
    posterior = there.posterior(fit.posterior)
    fit_of_patterns, fit = fit, _as_given(fit, there)
    notes = [*truths, *design_notes(study, known), *never_used(study, known)]
    notes += _fit_notes(study, fit, coin)
    if gained:
        notes.append(
            f"a better fit was found by restarting (log-likelihood +{gained:.2g} over the fit "
            f"started from the votes)"
        )
    notes += fit_alike(fit_of_patterns, equal, table)
    return Consensus(
        name,
        study.items,
        study.coders,
        study.categories,
        posterior,
        fit.prior,
        _known(study, fit, smoothing),
        fit.log_likelihood,
        len(fit.trace),
        fit.converged,
        fit.trace,
        tuple(notes),
        settings,
    )


def _departure(shares: FloatArray, random: np.random.Generator) -> FloatArray:
    """The shares of votes, mixed with as much of a random guess."""
    guess = random.dirichlet(np.ones(shares.shape[1]), len(shares))
    # Half of the votes stays: from pure chance EM may end with categories exchanged.
    return np.asarray((shares + guess) / 2)


def fit_alike(chosen: Ended, equal: Sequence[Ended], table: CodingTable) -> list[str]:
    """That a fit as good as the chosen one calls items otherwise, more than rounding can."""
    seen = table.weight > 0
    apart = [np.abs(one.posterior - chosen.posterior).max(axis=1, initial=0.0) for one in equal]
    # Below a hundredth it is where EM stopped, not another labelling.
    if not any(bool((far[seen] > 0.01).any()) for far in apart):
        return []
    return [
        "another labelling of the items fits the labels as well: the data do not decide "
        "between them, and this one is nearer to the votes"
    ]


def _as_given(fit: Fit, there: Arranged) -> Fit:
    """The fit with coders and categories as the study has them; patterns stay as they are."""
    at = there.categories
    confusion = fit.confusion[np.argsort(there.coders)][:, at][:, :, at]
    return replace(fit, prior=fit.prior[at], confusion=confusion, posterior=fit.posterior[:, at])


def _known(study: Codings, fit: Fit, smoothing: float) -> FloatArray:
    """The confusion matrices, nan for coders without codings and in the rows of classes that no
    item has."""
    idle = np.bincount(study.who(), minlength=len(study.coders)) == 0
    # A class that no item is in says nothing of how coders treat it; smoothing would make something
    # up.
    empty = (fit.prior <= NEARLY_ZERO) & (not smoothing)
    confusion = fit.confusion.copy()
    confusion[:, empty] = np.nan
    confusion[idle] = np.nan
    return confusion


def design_notes(study: Codings, known: IntArray | None = None) -> list[str]:
    """What stands against identifying a latent class model from who coded what, in words; not
    where the `known` truths of some items show every category that was used."""
    notes = []
    used = used_categories(study)
    # Known truths of every category identify the model, whoever coded what.
    taught = known is not None and set(used.tolist()) <= set(known.tolist())
    active = np.flatnonzero(np.bincount(study.who(), minlength=len(study.coders)))
    sizes = np.bincount(study.item, minlength=len(study.items))
    # Two coders' table has k² − 1 free cells, and the model more parameters than that.
    if len(active) < 3 and not taught:
        number = {1: said("kind.one-coder-only"), 2: "two coders only"}[len(active)]
        notes.append(
            f"{number}: the coders' error rates cannot be estimated; at least three coders are "
            f"needed"
        )
    if not taught and sizes.max(initial=0) < 2:
        notes.append(
            "no item has two labels, so coders' errors cannot be separated from the items'"
        )
    # Coders who never meet are tied together by the assumption of one prevalence alone.
    elif not taught and (groups := _groups(study)) > 1:
        notes.append(
            f"the coders fall into {groups} groups that share no item; error rates cannot be "
            "compared across groups"
        )
    empty = (sizes == 0) if known is None else (sizes == 0) & (known < 0)
    if empty.any():
        have = "has" if empty.sum() == 1 else "have"
        notes.append(f"{counted(int(empty.sum()), 'item')} {have} no labels")
    if len(used) == 1:
        notes.append(
            f"every label is {study.categories[int(used[0])]!r}; without variation nothing "
            "can be learned about the coders"
        )
    return notes


def never_used(study: Codings, known: IntArray | None = None) -> list[str]:
    """Which categories no coder used and no known truth has, in words."""
    seen = {*used_categories(study).tolist(), *([] if known is None else known.tolist())}
    never = [name for k, name in enumerate(study.categories) if k not in seen]
    if not never:
        return []
    return [
        f"never used by any coder: {', '.join(repr(name) for name in never)}; "
        "prevalence 0, error rates there unknown"
    ]


def used_categories(study: Codings) -> IntArray:
    """The categories that some coder used, by position."""
    return remembered(study, _used)


def _used(study: Codings) -> IntArray:
    return np.flatnonzero(np.bincount(study.category, minlength=len(study.categories)))


def _groups(study: Codings) -> int:
    """How many groups of coders share no item with each other."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    coder, c = study.who(), len(study.coders)
    bounds = study.bounds
    labelled = np.flatnonzero(np.diff(bounds))
    # Every coder of an item meets its first one.
    first = np.repeat(coder[bounds[labelled]].astype(np.int64) * c, np.diff(bounds)[labelled])
    pair = first + coder
    pairs = np.flatnonzero(np.bincount(pair, minlength=c * c)) if c < 3000 else np.unique(pair)
    ones = np.ones(len(pairs), dtype=np.int8)
    graph = coo_matrix((ones, np.divmod(pairs, c)), shape=(c, c))
    _, group = connected_components(graph, directed=False)
    active = np.bincount(coder, minlength=c) > 0
    return len(np.unique(group[active]))


def _fit_notes(study: Codings, fit: Fit, coin: str) -> list[str]:
    notes = []
    if not fit.converged:
        notes.append(f"EM stopped after {len(fit.trace)} rounds before it converged; allow more")
    used = set(used_categories(study).tolist())
    lost = [study.categories[t] for t in sorted(used) if fit.prior[t] <= 1e-6 and len(used) > 1]
    if lost:
        notes.append(
            f"no item is left in {', '.join(repr(name) for name in lost)}: the model treats these "
            "labels as errors"
        )
    if coin == "full":
        average = np.einsum("c,ctk->tk", _load(study), fit.confusion)
        switched = [
            f"{study.categories[t]!r} is usually labelled {study.categories[int(k)]!r}"
            for t, k in enumerate(average.argmax(axis=1))
            if k != t and fit.prior[t] > 1e-6 and average[t, k] > average[t, t] + 1e-9
        ]
        if switched:
            notes.append(f"two labels may be swapped: true {'; true '.join(switched)}")
    return notes


def _load(study: Codings) -> FloatArray:
    load = np.bincount(study.who(), minlength=len(study.coders)).astype(np.float64)
    return np.asarray(load / load.sum())


def nothing(study: Codings, name: str, settings: dict[str, Any]) -> Consensus:
    """The consensus of a study without codings."""
    n, k = len(study.items), len(study.categories)
    return Consensus(
        name,
        study.items,
        study.coders,
        study.categories,
        np.full((n, k), np.nan),
        np.full(k, np.nan),
        converged=False,
        notes=(said("undefined.no-codings"),),
        settings=settings,
    )
