"""GLAD: coders of unequal ability, items of unequal difficulty."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from accord._measure.latent.dawid_skene import design_notes, fit_alike, nothing
from accord._measure.latent.known_truths import Arranged, KnownTruths, known_truths
from accord._measure.latent.majority import Consensus, check_table
from accord._measure.latent.mixture import CodingTable, Ended, as_good, at_rest
from accord.errors import AccordError
from accord.kinds.labels.study import Codings
from accord.model.names import FloatArray, IntArray
from accord.tasks import checked_run


@checked_run
def glad(
    study: Codings,
    *,
    gold: KnownTruths | None = None,
    max_iter: int = 2000,
    tolerance: float = 1e-10,
    restarts: int = 5,
    rng: int | np.random.Generator = 0,
) -> Consensus:
    """GLAD: an able coder is mostly right, less so on a difficult item.

    Coder c with ability α_c is right about item i with a probability that grows with the ability
    and with the item's ease β_i > 0; a coder who is wrong says any other category with equal
    probability. Every category is as likely to be true as any other.

        P(right) = 1 / (1 + exp(−α_c β_i)),     α_c ~ N(1, 1),  ln β_i ~ N(1, 1)

    α below 0 is a coder who is wrong more often than right; 1/β_i is the difficulty, 0 for an item
    that anybody gets right. EM maximises the posterior of α and β (`log_likelihood` has the priors
    in it) by steps up its gradient, from the votes and from `restarts` random coders. `of_coders`
    has ability and the mean probability of being right where the coder coded; `of_items` has
    difficulty. Items with few codings say little about theirs: the prior then speaks.
    Missing codings have no factor; a coder without codings has no ability (nan).
    References: whitehill2009.

    :param study: The study.
    :param gold: Items whose true category is known: {item: category}, or the name of a column
        about the items.
    :param max_iter: The most iterations of EM.
    :param tolerance: How little the posterior may change in the last step.
    :param restarts: How many random starts to try besides the votes.
    :param rng: The seed, or a NumPy generator.

    >>> import accord
    >>> study = accord.from_coders(
    ...     {"A": "xxyyxxyy", "B": "xxyyxxyy", "C": "xyyyxxyx", "D": "yxyxyxxy"}
    ... )
    >>> found = accord.latent.glad(study)
    >>> "".join(found.labels), found.of_coders["ability"].round(1).tolist()
    ('xxyyxxyy', [1.4, 1.4, 0.6, -0.1])
    """
    if restarts < 0 or max_iter < 1:
        raise AccordError("restarts must be 0 or more, and max_iter 1 or more")
    seed = rng if isinstance(rng, int) else "given"
    settings: dict[str, Any] = {"tolerance": tolerance, "max": max_iter}
    settings |= {"restarts": restarts, "seed": seed}
    known, said = known_truths(study, gold)
    if gold is not None:
        settings["gold"] = int((known >= 0).sum())
    if not len(study):
        study.who()
        return nothing(study, "glad", settings)
    check_table(study, len(study.items) * len(study.categories))
    there = Arranged.of(study, known)
    model, random = _Model.of(there.table), np.random.default_rng(rng)
    coders, rows = there.table.coders, len(there.table.weight)
    votes = model.fit(np.ones(coders), np.ones(rows), max_iter, tolerance)
    tried = [votes]
    for _ in range(restarts):
        # From the prior of abilities, N(1, 1): some of these coders begin as adversaries.
        start = random.normal(1, 1, coders)
        tried.append(model.fit(start, np.ones(rows), max_iter, tolerance))
    equal = as_good(tried)
    best = next((one for one in equal if one is votes), equal[0])
    notes = [*said, *design_notes(study, known)]
    if not best.converged:
        notes.append(f"EM stopped after {len(best.trace)} rounds before it converged; allow more")
    notes += fit_alike(best, equal, there.table)
    difficulty = there.by_item(np.exp(-best.ease))
    sizes = np.bincount(study.item, minlength=len(study.items))
    right = model.right(best)
    return Consensus(
        "glad",
        study.items,
        study.coders,
        study.categories,
        there.posterior(best.posterior),
        there.prevalence(best.posterior),
        None,
        best.log_likelihood,
        len(best.trace),
        best.converged,
        best.trace,
        tuple(notes),
        settings,
        of_coders={"ability": there.by_coder(best.ability), "accuracy": there.by_coder(right)},
        of_items={"difficulty": np.where(sizes > 0, difficulty, np.nan)},
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Fit(Ended):
    """With α_c, and ln β by row."""

    ability: FloatArray
    ease: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class _Model:
    """The codings one by one: row of the table, coder, category. Items that are coded alike are
    one row, and as easy."""

    table: CodingTable
    row: IntArray
    coder: IntArray
    category: IntArray
    weight: FloatArray

    @classmethod
    def of(cls, table: CodingTable) -> "_Model":
        row = np.repeat(np.arange(len(table.weight)), np.diff(table.rows.indptr))
        coder, category = np.divmod(table.rows.indices.astype(np.int64), table.categories)
        return cls(table, row, coder, category, table.weight[row])

    def fit(self, ability: FloatArray, ease: FloatArray, max_iter: int, tolerance: float) -> _Fit:
        """EM from given abilities and eases."""
        posterior, value = self.expectation(ability, ease)
        trace, converged = [value], False
        while len(trace) < max_iter and not converged:
            hit = posterior[self.row, self.category]
            before = posterior
            ability = self.climb_ability(ability, ease, hit)
            ease = self.climb_ease(ability, ease, hit)
            posterior, value = self.expectation(ability, ease)
            trace.append(value)
            converged = at_rest(trace, before, posterior, tolerance, 1e-6)
        return _Fit(posterior, tuple(trace), converged, ability, ease)

    def expectation(self, ability: FloatArray, ease: FloatArray) -> tuple[FloatArray, float]:
        """P(t | row), and the log of likelihood times priors."""
        k, rows = self.table.categories, len(self.table.weight)
        others = np.log(max(k - 1, 1))
        s = ability[self.coder] * np.exp(ease[self.row])
        # Of a coding, ln P(right) − ln P(that wrong) is s + ln(k − 1).
        at = self.row * k + self.category
        joint = _sums(at, s + others, rows * k).reshape(rows, k)
        joint += _sums(self.row, _log_chance(-s) - others, rows)[:, None]
        joint -= np.log(k)
        self.table.only_known(joint)
        top = joint.max(axis=1, keepdims=True)
        joint = np.exp(joint - top)
        total = joint.sum(axis=1, keepdims=True)
        value = float((self.table.weight * (top + np.log(total))[:, 0]).sum())
        value += float(_log_normal(ability).sum())
        value += float((self.table.weight * _log_normal(ease)).sum())
        return joint / total, value

    def climb_ability(self, ability: FloatArray, ease: FloatArray, hit: FloatArray) -> FloatArray:
        """Newton's step for every ability; what is maximised is concave in it."""
        beta = np.exp(ease[self.row])
        n = self.table.coders

        def sums(each: FloatArray) -> FloatArray:
            return _sums(self.coder, self.weight * each, n)

        def value(a: FloatArray) -> FloatArray:
            s = a[self.coder] * beta
            return sums(hit * _log_chance(s) + (1 - hit) * _log_chance(-s)) + _log_normal(a)

        right = np.exp(_log_chance(ability[self.coder] * beta))
        slope = sums(beta * (hit - right)) - (ability - 1)
        # The prior's own curvature, so that a coder with no codings has a step, too.
        bend = sums(beta**2 * right * (1 - right)) + 1
        return _up(value, ability, slope / bend)

    def climb_ease(self, ability: FloatArray, ease: FloatArray, hit: FloatArray) -> FloatArray:
        """A step of Fisher's scoring for every ln β; the same for all items of a row."""
        alpha = ability[self.coder]
        n = len(self.table.weight)

        def sums(each: FloatArray) -> FloatArray:
            return _sums(self.row, each, n)

        def value(b: FloatArray) -> FloatArray:
            s = alpha * np.exp(b[self.row])
            return sums(hit * _log_chance(s) + (1 - hit) * _log_chance(-s)) + _log_normal(b)

        s = alpha * np.exp(ease[self.row])
        right = np.exp(_log_chance(s))
        slope = sums(s * (hit - right)) - (ease - 1)
        bend = sums(s**2 * right * (1 - right)) + 1
        return _up(value, ease, slope / bend)

    def right(self, fit: _Fit) -> FloatArray:
        """The mean probability that a coder is right, over what the coder coded."""
        chance = np.exp(_log_chance(fit.ability[self.coder] * np.exp(fit.ease[self.row])))
        n = self.table.coders
        codings = _sums(self.coder, self.weight, n)
        sums = _sums(self.coder, self.weight * chance, n)
        found = np.divide(sums, codings, out=np.full(n, np.nan), where=codings > 0)
        return np.asarray(found)


def _sums(at: IntArray, each: FloatArray, n: int) -> FloatArray:
    return np.asarray(np.bincount(at, weights=each, minlength=n), dtype=np.float64)


def _log_chance(s: FloatArray) -> FloatArray:
    """ln 1/(1 + exp(−s)), for any s."""
    return np.asarray(-np.logaddexp(0.0, -s))


def _log_normal(x: FloatArray) -> FloatArray:
    """The log density of N(1, 1)."""
    return np.asarray(-0.5 * (x - 1) ** 2 - 0.5 * np.log(2 * np.pi))


def _up(value: Any, at: FloatArray, step: FloatArray) -> FloatArray:
    """A step that lowers no value: those that do are halved, then left out."""
    before = value(at)
    for _ in range(30):
        # Less than rounding is not worse: at the maximum a step would be halved for ever.
        worse = value(at + step) < before - 1e-13 * np.abs(before)
        if not worse.any():
            return np.asarray(at + step)
        step = np.where(worse, step / 2, step)
    return np.asarray(at + np.where(worse, 0.0, step))
