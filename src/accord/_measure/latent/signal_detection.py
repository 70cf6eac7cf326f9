"""An ordinal latent model: coders see where an item lies on a scale, each cuts it otherwise."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from accord._measure.latent.dawid_skene import design_notes, fit_alike, nothing
from accord._measure.latent.known_truths import Arranged, KnownTruths, known_truths
from accord._measure.latent.majority import Consensus, check_table
from accord._measure.latent.mixture import CodingTable, Ended, as_good, at_rest, expectation
from accord.errors import AccordError, NotApplicableError, Setting
from accord.kinds.labels.study import Codings
from accord.model.names import FloatArray
from accord.tasks import checked_run


@checked_run
def ordinal_model(
    study: Codings,
    *,
    smoothing: float = 0.01,
    gold: KnownTruths | None = None,
    max_iter: int = 2000,
    tolerance: float = 1e-10,
    restarts: int = 5,
    rng: int | np.random.Generator = 0,
) -> Consensus:
    """DeCarlo's latent class model of signal detection: ordered categories, coders with criteria.

    Dawid & Skene's model for ordered categories, with far fewer parameters: the true categories
    are the steps t = 0, 1, … of a scale; coder c sees t blurred by logistic noise, and says the
    category between whose criteria it falls.

        P(x ≤ k | c, t) = 1 / (1 + exp(−(γ_ck − d_c t)))

    d_c is the coder's detection (0: sees nothing; below 0: uses the scale upside down), γ_ck the
    criteria (all high: a mild coder). Errors are thus mostly to near categories. EM maximises the
    likelihood, with `smoothing` codings added to each cell of each coder's table so that a coder
    who never errs has finite parameters (the posterior mode, as DeCarlo; the prior is in
    `log_likelihood`), from the votes and from `restarts` departures from them. The same scale
    upside down fits equally well, and is left out. Needs an order: numbers, or declared categories.
    Missing codings have no factor; a coder without codings has no parameters (nan).
    References: decarlo2011, uebersax1991.

    :param study: The study.
    :param smoothing: How many codings are added to each cell of a confusion matrix.
    :param gold: Items whose true category is known: {item: category}, or the name of a column
        about the items.
    :param max_iter: The most iterations of EM.
    :param tolerance: How little the likelihood may change in the last step.
    :param restarts: How many random starts to try besides the votes.
    :param rng: The seed, or a NumPy generator.

    >>> import accord
    >>> a, b, c = "112233112233", "112233122233", "122333112333"
    >>> found = accord.latent.ordinal_model(
    ...     accord.from_coders({"A": a, "B": b, "C": c}, categories="123")
    ... )
    >>> "".join(found.labels)
    '112233112233'
    """
    if smoothing <= 0:
        raise AccordError(
            "smoothing must be above 0: a coder who never errs has no finite criteria"
        )
    if not study.declared and study.categories.numbers() is None:
        raise NotApplicableError(
            "the ordinal model needs ordered categories: numbers, or names with their order "
            f"declared, {Setting('categories')}"
        )
    seed = rng if isinstance(rng, int) else "given"
    settings: dict[str, Any] = {"smoothing": smoothing, "tolerance": tolerance, "max": max_iter}
    settings |= {"restarts": restarts, "seed": seed}
    known, said = known_truths(study, gold)
    if gold is not None:
        settings["gold"] = int((known >= 0).sum())
    if not len(study):
        study.who()
        return nothing(study, "ordinal_model", settings)
    k = len(study.categories)
    check_table(study, len(study.items) * k + 4 * len(study.coders) * k * k)
    there = Arranged.of(study, known, scale=True)
    table, random, shares = there.table, np.random.default_rng(rng), there.starts()
    votes = _run(table, shares, smoothing, max_iter, tolerance)
    tried = [votes]
    for _ in range(restarts):
        guess = random.dirichlet(np.ones(k), len(shares))
        tried.append(_run(table, (shares + guess) / 2, smoothing, max_iter, tolerance))
    upright = [one for one in tried if one is votes or one.scale.detection.sum() > 0]
    equal = as_good(upright)
    best = next((one for one in equal if one is votes), equal[0])
    notes = [*said, *design_notes(study, known)]
    if not best.converged:
        notes.append(f"EM stopped after {len(best.trace)} rounds before it converged; allow more")
    notes += fit_alike(best, equal, table)
    detection = there.by_coder(best.scale.detection)
    reverse = [study.coders[c] for c in np.flatnonzero(detection < 0).tolist()]
    if reverse:
        names = ", ".join(repr(name) for name in reverse)
        notes.append(f"coders who seem to use the scale upside down: {names}")
    criteria = there.by_coder(best.scale.criteria)
    between = [f"{a}|{b}" for a, b in zip(study.categories, study.categories[1:], strict=False)]
    return Consensus(
        "ordinal_model",
        study.items,
        study.coders,
        study.categories,
        there.posterior(best.posterior),
        best.prior,
        there.by_coder(best.scale.confusion()),
        best.log_likelihood,
        len(best.trace),
        best.converged,
        best.trace,
        tuple(notes),
        settings,
        of_coders={
            "detection": detection,
            **{f"criterion {name}": criteria[:, at] for at, name in enumerate(between)},
        },
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Scale:
    """d_c and γ_ck of every coder."""

    detection: FloatArray
    criteria: FloatArray

    @classmethod
    def even(cls, coders: int, categories: int) -> "_Scale":
        """Coders who see fairly well and cut half-way between the steps."""
        cuts = 2.0 * (np.arange(categories - 1) + 0.5)
        return cls(np.full(coders, 2.0), np.tile(cuts, (coders, 1)))

    def seen(self) -> FloatArray:
        """γ_ck − d_c t, coders × classes × criteria."""
        steps = np.arange(self.criteria.shape[1] + 1)
        found = self.criteria[:, None, :] - self.detection[:, None, None] * steps[None, :, None]
        return np.asarray(found)

    def logs(self) -> FloatArray:
        """ln P(k | c, t) = ln F(u) + ln F(−l) + ln(1 − exp(l − u)) between the criteria l and u,
        which keeps its digits in both tails."""
        seen = self.seen()
        end = np.zeros((*seen.shape[:2], 1))
        below = np.concatenate([-np.logaddexp(0.0, -seen), end], axis=2)
        above = np.concatenate([end, -np.logaddexp(0.0, seen)], axis=2)
        apart = np.concatenate([end + np.inf, np.diff(seen, axis=2), end + np.inf], axis=2)
        if not seen.shape[2]:
            return end
        with np.errstate(divide="ignore", invalid="ignore"):
            found = below + above + np.log(-np.expm1(-apart))
        return np.asarray(np.maximum(np.nan_to_num(found, nan=-600.0), -600.0))

    def confusion(self) -> FloatArray:
        """P(k | c, t)."""
        return np.asarray(np.exp(self.logs()))

    def moved(self, step: FloatArray) -> "_Scale":
        return _Scale(self.detection + step[:, -1], self.criteria + step[:, :-1])

    def climbed(self, counts: FloatArray) -> "_Scale":
        """A step of Fisher's scoring for every coder, halved until it loses nothing.

        Σ n_tk ln P(k | t) is concave in criteria and detection (Pratt 1981).
        """
        before = _value(counts, self)
        step = self._step(counts)
        for _ in range(40):
            made = self.moved(step)
            ordered = (np.diff(made.criteria, axis=1) > 0).all(axis=1)
            with np.errstate(invalid="ignore"):
                fine = ordered & (_value(counts, made) >= before - 1e-13 * np.abs(before))
            if fine.all():
                return made
            step = np.where(fine[:, None], step, step / 2)
        return self.moved(np.where(fine[:, None], step, 0.0))

    def _step(self, counts: FloatArray) -> FloatArray:
        seen, chance = self.seen(), self.confusion()
        # the logistic density at each criterion
        dense = np.exp(-np.logaddexp(0.0, -seen) - np.logaddexp(0.0, seen))
        coders, classes, cuts = dense.shape
        ratio = counts / chance
        slope = dense * (ratio[:, :, :-1] - ratio[:, :, 1:])
        gradient = np.zeros((coders, cuts + 1))
        information = np.zeros((coders, cuts + 1, cuts + 1))
        for t in range(classes):
            gradient[:, :-1] += slope[:, t]
            gradient[:, -1] -= t * slope[:, t].sum(axis=1)
            # How P(k | t) changes with criteria and detection.
            change = np.zeros((coders, cuts + 1, cuts + 1))
            inner = np.arange(cuts)
            change[:, inner, inner] = dense[:, t]
            change[:, inner + 1, inner] = -dense[:, t]
            change[:, :, -1] = -t * change[:, :, :-1].sum(axis=2)
            each = change * (counts[:, t].sum(axis=1)[:, None] / chance[:, t])[:, :, None]
            information += np.einsum("cka,ckb->cab", change, each)
        # A ridge far below what a coding is worth, where rounding leaves nothing to divide by.
        information += 1e-9 * np.eye(cuts + 1)
        return np.asarray(np.linalg.solve(information, gradient[:, :, None])[:, :, 0])


def _value(counts: FloatArray, scale: _Scale) -> FloatArray:
    return np.asarray((counts * scale.logs()).sum(axis=(1, 2)))


@dataclass(frozen=True, slots=True, eq=False)
class _Fit(Ended):
    """With the scale of every coder, and P(t)."""

    scale: _Scale
    prior: FloatArray


def _run(
    table: CodingTable, posterior: FloatArray, smoothing: float, max_iter: int, tolerance: float
) -> _Fit:
    """EM from a first guess of P(t | row)."""
    posterior = table.clamped(posterior)
    scale = _Scale.even(table.coders, table.categories)
    shape = (table.coders, table.categories, table.categories)
    trace: list[float] = []
    while True:
        weighted = posterior * table.weight[:, None]
        prior = weighted.sum(axis=0) / weighted.sum()
        counts = np.asarray(table.by_cell @ weighted).reshape(shape).transpose(0, 2, 1) + smoothing
        for _ in range(8 if not trace else 2):
            scale = scale.climbed(counts)
        before = posterior
        confusion = scale.confusion()
        posterior, likelihood = expectation(table, prior, confusion)
        trace.append(likelihood + smoothing * float(scale.logs().sum()))
        converged = at_rest(trace, before, posterior, tolerance, 1e-6)
        if converged or len(trace) >= max_iter:
            return _Fit(posterior, tuple(trace), converged, scale, prior)
