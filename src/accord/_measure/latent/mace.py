"""MACE: coders who know or guess, and the labels that those who know give."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from accord._measure.latent.dawid_skene import design_notes, fit_alike, nothing
from accord._measure.latent.known_truths import Arranged, KnownTruths, known_truths
from accord._measure.latent.majority import Consensus, check_table
from accord._measure.latent.mixture import CodingTable, Ended, as_good, at_rest, expectation
from accord.errors import AccordError, UnknownNameError
from accord.kinds.labels.study import Codings
from accord.model.names import FloatArray
from accord.tasks import checked_run

FITS = ("variational", "em")


@checked_run
def mace(
    study: Codings,
    *,
    fit: str = "variational",
    alpha: float = 0.5,
    beta: float = 0.5,
    strategy: float = 10.0,
    smoothing: float | None = None,
    gold: KnownTruths | None = None,
    max_iter: int = 1000,
    tolerance: float = 1e-10,
    restarts: int = 10,
    rng: int | np.random.Generator = 0,
) -> Consensus:
    """MACE: each coder knows the true category with a probability of their own, or guesses.

    Every category is as likely to be true as any other. Coder c knows it with probability θ_c (the
    competence) and then says it; a coder who does not know it guesses by a habit of their own, ξ_c.

        P(k | c, t) = θ_c [k = t] + (1 − θ_c) ξ_ck

    fit="variational" is the authors' default: a Beta(beta, alpha) prior on θ_c, a symmetric
    Dirichlet prior on ξ_c, and the lower bound of the log evidence as `log_likelihood`. The priors
    pull towards coders who nearly always know or nearly never do. fit="em" is maximum likelihood
    with `smoothing` codings added to every count, as theirs. Both begin from the votes and from
    `restarts` random guesses, and the best is taken. The competence in `of_coders` is what the
    authors' program prints (with variational, exp E[ln θ], somewhat below the mean), that in
    `confusion` the mean; `of_items` has the entropy of each item, and `certain` keeps only the
    most certain labels, which is the authors' threshold. Missing codings have no factor; a coder
    without codings has no competence (nan). References: hovy2013.

    :param study: The study.
    :param fit: "variational" or "em".
    :param alpha: The prior codings that were guessed, of each coder.
    :param beta: The prior codings that were known, of each coder.
    :param strategy: The prior guesses of each category, of each coder.
    :param smoothing: How many codings are added to each count with fit="em"; by default 0.01
        divided by the number of categories.
    :param gold: Items whose true category is known (control items): {item: category}, or the name
        of a column about the items.
    :param max_iter: The most iterations.
    :param tolerance: How little the likelihood may change in the last step.
    :param restarts: How many random starts to try besides the votes.
    :param rng: The seed, or a NumPy generator.

    >>> import accord
    >>> study = accord.from_coders(
    ...     {"A": "xxyyxxyy", "B": "xxyyxxyy", "C": "xyyyxxyx", "D": "xxxxxxxx"}
    ... )
    >>> found = accord.latent.mace(study)
    >>> "".join(found.labels), found.of_coders["competence"].round(2).tolist()
    ('xxyyxxyy', [0.93, 0.93, 0.48, 0.04])
    """
    if fit not in FITS:
        raise UnknownNameError.of("fit", fit, FITS)
    if fit == "variational" and smoothing is not None:
        raise AccordError(
            "smoothing works with fit='em' only; the variational fit has its own priors"
        )
    k = len(study.categories)
    # The default of the authors' program.
    added = 0.01 / max(k, 1) if smoothing is None else smoothing
    if min(alpha, beta, strategy) <= 0 or added < 0:
        raise AccordError("alpha, beta and strategy must be above 0, and smoothing 0 or more")
    priors = {"prior": f"{alpha:g}/{beta:g}/{strategy:g}"}
    settings: dict[str, Any] = {
        "fit": fit,
        **(priors if fit == "variational" else {"smoothing": added}),
        **{"tolerance": tolerance, "max": max_iter, "restarts": restarts},
        "seed": rng if isinstance(rng, int) else "given",
    }
    known, said = known_truths(study, gold)
    if gold is not None:
        settings["gold"] = int((known >= 0).sum())
    if not len(study):
        study.who()
        return nothing(study, "mace", settings)
    check_table(study, len(study.items) * k + len(study.coders) * k * k)
    there = Arranged.of(study, known)
    table, random = there.table, np.random.default_rng(rng)
    prior = _Prior(alpha, beta, strategy) if fit == "variational" else _Prior(added, added, added)
    bayes = fit == "variational"
    votes = _run(table, prior, bayes, there.starts(), None, max_iter, tolerance)
    tried = [votes]
    for _ in range(restarts):
        start = _random_coders(table, random)
        tried.append(_run(table, prior, bayes, None, start, max_iter, tolerance))
    equal = as_good(tried)
    best = next((one for one in equal if one is votes), equal[0])
    notes = [*said, *design_notes(study, known)]
    if not best.converged:
        notes.append(f"MACE stopped after {len(best.trace)} rounds before it converged; allow more")
    if best is not votes:
        gained = best.log_likelihood - votes.log_likelihood
        notes.append(
            f"a better fit was found by restarting (log-likelihood +{gained:.2g} over the fit "
            f"started from the votes)"
        )
    notes += fit_alike(best, equal, table)
    at = there.categories
    found = Consensus(
        "mace",
        study.items,
        study.coders,
        study.categories,
        there.posterior(best.posterior),
        there.prevalence(best.posterior),
        there.by_coder(best.mean.confusion()[:, at][:, :, at]),
        best.log_likelihood,
        len(best.trace),
        best.converged,
        best.trace,
        tuple(notes),
        settings,
        of_coders={"competence": there.by_coder(best.coders.know)},
    )
    return replace(found, of_items={"entropy": found.entropy})


@dataclass(frozen=True, slots=True)
class _Prior:
    """Codings that are added to what is counted."""

    guessed: float
    knew: float
    strategy: float


@dataclass(frozen=True, slots=True, eq=False)
class _Coders:
    """θ_c, 1 − θ_c and ξ_ck; in the variational fit the exponentials of their mean logarithms,
    which sum to less than 1."""

    know: FloatArray
    guess: FloatArray
    habit: FloatArray

    def confusion(self) -> FloatArray:
        """P(k | c, t)."""
        k = self.habit.shape[1]
        table = np.repeat((self.guess[:, None] * self.habit)[:, None, :], k, axis=1)
        table[:, np.arange(k), np.arange(k)] += self.know[:, None]
        return table


@dataclass(frozen=True, slots=True, eq=False)
class _Fit(Ended):
    """With the coders that gave the posterior, and their means."""

    coders: _Coders
    mean: _Coders


def _random_coders(table: CodingTable, random: np.random.Generator) -> _Coders:
    """Coders who know about as often as they guess, by any habit (as in the authors' program)."""
    two = random.uniform(1, 2.5, (table.coders, 2))
    habit = random.uniform(1, 2.5, (table.coders, table.categories))
    two /= two.sum(axis=1, keepdims=True)
    return _Coders(two[:, 1], two[:, 0], habit / habit.sum(axis=1, keepdims=True))


def _run(
    table: CodingTable,
    prior: _Prior,
    bayes: bool,
    posterior: FloatArray | None,
    coders: _Coders | None,
    max_iter: int,
    tolerance: float,
) -> _Fit:
    """From a first guess of the labels, or of the coders, to a maximum."""
    said = np.asarray(table.by_cell @ table.weight).reshape(table.coders, table.categories)
    # MACE has no prevalence of categories: before anybody codes, all are as likely.
    even = np.full(table.categories, 1.0 / table.categories)
    if coders is None:
        half = np.full(table.coders, 0.5)
        coders = _Coders(half, half, np.tile(even, (table.coders, 1)))
    if posterior is None:
        posterior = expectation(table, even, coders.confusion())[0]
    trace: list[float] = []
    while True:
        counts = _expected(table, posterior, said, coders)
        coders = (_mean_logs if bayes else _means)(*counts, prior)
        before = posterior
        posterior, likelihood = expectation(table, even, coders.confusion())
        gain = _divergence(*counts, prior) if bayes else _log_prior(coders, prior)
        trace.append(likelihood + gain)
        converged = at_rest(trace, before, posterior, tolerance, 1e-7)
        if converged or len(trace) >= max_iter:
            # Means for people; exponentials of mean logarithms do not add up to 1.
            return _Fit(posterior, tuple(trace), converged, coders, _means(*counts, prior))


def _expected(
    table: CodingTable, posterior: FloatArray, said: FloatArray, coders: _Coders
) -> tuple[FloatArray, FloatArray]:
    """How many codings each coder knew, and guessed by category, as far as can be told."""
    weighted = posterior * table.weight[:, None]
    every = np.asarray(table.by_cell @ weighted).reshape(
        table.coders, table.categories, table.categories
    )
    right = np.einsum("ckk->ck", every)
    # Who knows is right, and who guesses may be: both ways lead to the same coding.
    either = coders.know[:, None] + coders.guess[:, None] * coders.habit
    share = np.divide(coders.know[:, None], either, out=np.zeros_like(either), where=either > 0)
    knew = right * share
    return knew.sum(axis=1), said - knew


def _means(knew: FloatArray, guessed: FloatArray, prior: _Prior) -> _Coders:
    """The parameters from counts, with what the prior adds."""
    both = np.stack([guessed.sum(axis=1) + prior.guessed, knew + prior.knew], axis=1)
    habit = guessed + prior.strategy
    both, habit = _shares(both), _shares(habit)
    return _Coders(both[:, 1], both[:, 0], habit)


def _shares(counts: FloatArray) -> FloatArray:
    totals = counts.sum(axis=1, keepdims=True)
    even = np.full_like(counts, 1.0 / counts.shape[1])
    return np.asarray(np.divide(counts, totals, out=even, where=totals > 0))


def _mean_logs(knew: FloatArray, guessed: FloatArray, prior: _Prior) -> _Coders:
    """exp E[ln θ] under the Beta and Dirichlet that the counts give."""
    from scipy.special import digamma

    b, a = knew + prior.knew, guessed.sum(axis=1) + prior.guessed
    habit = guessed + prior.strategy
    total = digamma(a + b)
    return _Coders(
        np.exp(digamma(b) - total),
        np.exp(digamma(a) - total),
        np.exp(digamma(habit) - digamma(habit.sum(axis=1, keepdims=True))),
    )


def _log_prior(coders: _Coders, prior: _Prior) -> float:
    """What smoothing adds to the log likelihood; 0 without it."""

    def logs(values: FloatArray, times: float) -> float:
        return float(times * np.log(np.maximum(values, 1e-300)).sum()) if times else 0.0

    return (
        logs(coders.know, prior.knew)
        + logs(coders.guess, prior.guessed)
        + logs(coders.habit, prior.strategy)
    )


def _divergence(knew: FloatArray, guessed: FloatArray, prior: _Prior) -> float:
    """Minus the Kullback–Leibler divergence of what is believed of the coders from the prior."""
    two = np.stack([guessed.sum(axis=1) + prior.guessed, knew + prior.knew], axis=1)
    before = np.array([prior.guessed, prior.knew])
    habits = np.full(guessed.shape[1], prior.strategy)
    return -_apart(two, before) - _apart(guessed + prior.strategy, habits)


def _apart(after: FloatArray, before: FloatArray) -> float:
    """KL(Dirichlet(after) ‖ Dirichlet(before)), summed over rows."""
    from scipy.special import digamma, gammaln

    total = after.sum(axis=1)
    logs = digamma(after) - digamma(total)[:, None]
    found = gammaln(total) - gammaln(after).sum(axis=1)
    found -= gammaln(before.sum()) - gammaln(before).sum()
    return float((found + ((after - before) * logs).sum(axis=1)).sum())
