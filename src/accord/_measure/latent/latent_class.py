"""Latent class analysis: what hidden kinds of items explain the codings."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from accord._measure.latent.dawid_skene import design_notes, never_used
from accord._measure.latent.majority import Consensus
from accord._measure.latent.mixture import (
    CodingTable,
    Fit,
    Goodness,
    as_good,
    best_of,
    full_confusion,
    goodness,
    parameters,
    standard_errors,
)
from accord.errors import AccordError, TooLargeError, UnknownNameError
from accord.kinds.labels.order import canonical
from accord.kinds.labels.study import Codings
from accord.model.names import FloatArray, IntArray, Names
from accord.model.showing import Result
from accord.tasks import checked_run

_CRITERIA = ("bic", "aic", "lr", "chi2")


@dataclass(frozen=True, slots=True, eq=False)
class LatentClasses(Result):
    """A fitted latent class model.

    `shares[t]` is the size of class t, largest first; `confusion[c, t, k]` the probability
    that coder c says k about an item of class t; `posterior` is items × classes. `*_se` are
    standard errors, nan where a parameter sits at 0 or 1. `fits` compares all numbers of
    classes that were tried. `stands_for[t]` is the category (by position) that class t is
    mostly called.

    :param coders: The names of the coders.
    :param categories: The names of the categories.
    :param shares_se: The standard errors of `shares`.
    :param confusion_se: The standard errors of `confusion`.
    :param goodness: How well the model fits.
    :param converged: Whether EM came to its end.
    :param trace: The log-likelihood after each iteration.
    :param notes: What a reader must know, in sentences.
    :param signature: All that is needed to reproduce the result, in one line.

    >>> import accord
    >>> labels = {"A": "xxxxyyyyxy" * 4, "B": "xxxyyyyyxx" * 4, "C": "xxyxyyyyxy" * 4}
    >>> study = accord.from_coders(labels)
    >>> found = accord.latent.latent_classes(study, classes=2)
    >>> found.shares.round(2).tolist(), found.sensitivity("y").round(2).tolist()
    ([0.5, 0.5], [1.0, 0.8, 1.0])
    """

    items: Names
    coders: Names
    categories: Names
    shares: FloatArray
    confusion: FloatArray
    posterior: FloatArray
    shares_se: FloatArray
    confusion_se: FloatArray
    goodness: Goodness
    fits: tuple[Goodness, ...]
    converged: bool
    trace: tuple[float, ...] = field(repr=False)
    notes: tuple[str, ...] = ()
    signature: str = ""

    @property
    def classes(self) -> int:
        """The number of classes."""
        return len(self.shares)

    @property
    def stands_for(self) -> IntArray:
        """The category that coders mostly call each class, by position."""
        return np.asarray(self.confusion.mean(axis=0).argmax(axis=1))

    def _table(self) -> tuple[Sequence[str], Sequence[Sequence[Any]]]:
        return ("class", "share", "standard error", "mostly called"), [
            (t + 1, share, se, self.categories[k])
            for t, (share, se, k) in enumerate(
                zip(self.shares.tolist(), self.shares_se.tolist(), self.stands_for, strict=True)
            )
        ]

    def sensitivity(self, category: Hashable) -> FloatArray:
        """P(k | k) of each coder: how often items that are `category` are called so."""
        mine, k = self._classes_of(category)
        return self._chance_of(mine, k)

    def specificity(self, category: Hashable) -> FloatArray:
        """P(not k | not k) of each coder: how often other items are not called `category`."""
        mine, k = self._classes_of(category)
        return 1.0 - self._chance_of(~mine, k)

    def _classes_of(self, category: Hashable) -> tuple[Any, int]:
        k = self.categories.index(category)
        return self.stands_for == k, k

    def _chance_of(self, classes: Any, k: int) -> FloatArray:
        share = self.shares[classes]
        if not share.sum():
            return np.full(len(self.coders), np.nan)
        return np.asarray(self.confusion[:, classes, k] @ share / share.sum())

    def consensus(self) -> Consensus:
        """One label an item: each class gives its items the category it stands for."""
        k = len(self.categories)
        spread = np.eye(k)[self.stands_for]
        return Consensus(
            "latent_class",
            self.items,
            self.coders,
            self.categories,
            self.posterior @ spread,
            self.shares @ spread,
            log_likelihood=self.goodness.log_likelihood,
            iterations=len(self.trace),
            converged=self.converged,
            trace=self.trace,
            notes=self.notes,
            settings={"classes": self.classes},
        )

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        names = [str(name) for name in self.categories]
        return {
            "classes": self.classes,
            "shares": self.shares.tolist(),
            "stands_for": [names[int(k)] for k in self.stands_for],
            "categories": names,
            "confusion": {
                str(coder): self.confusion[c].tolist() for c, coder in enumerate(self.coders)
            },
            "fits": [fit.as_dict() for fit in self.fits],
            "converged": self.converged,
            "notes": list(self.notes),
            "signature": self.signature,
        }


MOST_PARAMETERS = 2_000_000
"""Probabilities of a label, of each coder in each class: EM goes over them thousands of times."""


@checked_run
def latent_classes(
    study: Codings,
    *,
    classes: int | Iterable[int] | None = None,
    criterion: str = "bic",
    restarts: int = 20,
    max_iter: int = 5000,
    tolerance: float = 1e-10,
    rng: int | np.random.Generator = 0,
) -> LatentClasses:
    """Latent class analysis of codings: how many kinds of items, and how coders see each.

    An item belongs to a hidden class t; coder c says k with probability P(k | c, t). The
    number of classes need not be that of the categories: without `classes`, 1 up to one more
    than the categories are tried (or those listed), and `criterion` chooses: "bic" and "aic"
    the smallest, "lr" (likelihood ratio G²) and "chi2" (Pearson's X²) the fewest classes
    whose fit is not rejected at .05. EM starts `restarts` times; the best maximum is kept.

    `notes` says in words what is not identifiable (two coders only, more parameters than
    the table has cells, several different maxima) and what did not converge.

    :param study: The study, or data that accord can read as one: a path, a data frame, arrays.
    :param classes: How many classes, or several numbers to try.
    :param criterion: bic, aic, lr or chi2.
    :param restarts: How often EM starts.
    :param max_iter: The most iterations of EM.
    :param tolerance: How little the likelihood may change in the last step.
    :param rng: The seed, or a NumPy generator.

    References: uebersax1988, uebersax1990, dayton1998, artstein2005.

    >>> import accord
    >>> study = accord.from_coders(
    ...     {"A": "xxxxyyyyxy" * 4, "B": "xxxyyyyyxx" * 4, "C": "xxyxyyyyxy" * 4}
    ... )
    >>> found = accord.latent.latent_classes(study, classes=2)
    >>> found.shares.round(2).tolist(), found.sensitivity("y").round(2).tolist()
    ([0.5, 0.5], [1.0, 0.8, 1.0])
    """
    if criterion not in _CRITERIA:
        raise UnknownNameError.of("criterion", criterion, _CRITERIA)
    if not len(study):
        raise AccordError("latent class analysis needs labels; there are none")
    seed = rng if isinstance(rng, int) else "given"
    random = np.random.default_rng(rng)
    ordered, items, coders = canonical(
        study, scale=False
    )  # so that the same seed starts from the same
    table = CodingTable.of(ordered)
    tried = _numbers(classes, len(study.categories))
    many = max(tried) * len(study.categories) * len(study.coders)
    TooLargeError.unless(many, MOST_PARAMETERS, "probabilities of labels to estimate")
    fits = [_best(table, t, restarts, max_iter, tolerance, random) for t in tried]
    rows = tuple(goodness(table, fit, parameters(fit, full_confusion)) for fit, _ in fits)
    at = _choose(rows, criterion)
    fit, same = fits[at]
    found = _result(ordered, table, fit, rows, at)
    found = _as_given(found, study, ordered, np.argsort(items), np.argsort(coders))
    notes = [*design_notes(study), *never_used(study), *_fit_notes(found, same, restarts, study)]
    counts = "|".join(f"{key}:{value}" for key, value in study.counts().items())
    settings = f"classes:{found.classes}|by:{criterion}|restarts:{restarts}|seed:{seed}"
    return replace(found, notes=tuple(notes), signature=f"latent_classes|{counts}|{settings}")


@dataclass(frozen=True, slots=True)
class CodingsNeeded(Result):
    """How many codings an item needs (None: no number is enough), and why.

    >>> import accord
    >>> labels = {"A": "xxxxyyyyxy" * 4, "B": "xxxyyyyyxx" * 4, "C": "xxyxyyyyxy" * 4}
    >>> study = accord.from_coders(labels)
    >>> model = accord.latent.latent_classes(study, classes=2)
    >>> accord.latent.codings_needed(model, "y", sensitivity=0.99).number
    5
    """

    number: int | None
    why: str


def codings_needed(
    model: LatentClasses, category: Hashable, *, sensitivity: float = 0.99, most: int = 99
) -> CodingsNeeded:
    """How many codings an item needs for a sensitivity, by majority vote of average coders.

    The smallest odd n for which more than half of n average coders call an item that is
    `category` so with probability `sensitivity`; None where no n up to `most` is enough.
    The sentence says the specificity that n gives. References: uebersax1988, artstein2005.

    :param model: A fitted latent class model.
    :param category: The category to be recognised.
    :param sensitivity: The probability with which it should be.
    :param most: The largest n that is tried.

    >>> import accord
    >>> study = accord.from_coders(
    ...     {"A": "xxxxyyyyxy" * 4, "B": "xxxyyyyyxx" * 4, "C": "xxyxyyyyxy" * 4}
    ... )
    >>> accord.latent.codings_needed(
    ...     accord.latent.latent_classes(study, classes=2), "y", sensitivity=0.99
    ... ).number
    5
    """
    from scipy.stats import binom

    se = float(model.sensitivity(category).mean())
    fp = 1.0 - float(model.specificity(category).mean())
    if np.isnan(se):
        why = f"no class corresponds to {category!r}, so its sensitivity is unknown"
        return CodingsNeeded(None, why)
    # An even number of coders can tie, and a tie is no majority.
    for n in range(1, most + 1, 2):
        reached = float(binom.sf(n // 2, n, se))
        if reached >= sensitivity:
            spared = 1.0 - float(binom.sf(n // 2, n, fp))
            why = (
                f"the majority of {n} average coders has sensitivity {reached:.3f} and "
                f"specificity {spared:.3f} for {category!r}"
            )
            return CodingsNeeded(n, why)
    why = (
        f"an average coder has sensitivity {se:.3f} for {category!r}: the majority of up to "
        f"{most} labels does not reach {sensitivity}"
    )
    return CodingsNeeded(None, why)


def _numbers(classes: int | Iterable[int] | None, categories: int) -> list[int]:
    if classes is None:
        # One more than there are categories shows whether a category holds two kinds of items.
        return list(range(1, categories + 2))
    tried = [classes] if isinstance(classes, int) else list(classes)
    if not tried or min(tried) < 1:
        raise AccordError(f"classes {classes!r}: the number of classes must be 1 or more")
    return tried


def _best(
    table: CodingTable,
    classes: int,
    restarts: int,
    max_iter: int,
    tolerance: float,
    random: np.random.Generator,
) -> tuple[Fit, int]:
    """The best of several EM runs, and how many of them reached the same likelihood."""
    # One class has one maximum, from wherever EM starts.
    number = 1 if classes == 1 else restarts
    # Flat, so that no split of the items into classes is preferred to begin with.
    starts = [random.dirichlet(np.ones(classes), len(table.weight)) for _ in range(number)]
    equal = as_good(best_of(table, starts, max_iter=max_iter, tolerance=tolerance))
    return equal[0], len(equal)


def _choose(rows: tuple[Goodness, ...], criterion: str) -> int:
    if criterion in ("bic", "aic"):
        return int(np.argmin([getattr(row, criterion) for row in rows]))
    for at, row in enumerate(rows):
        p = row.lr_p if criterion == "lr" else row.chi2_p
        if p is not None and p > 0.05:
            return at
    return len(rows) - 1


def _result(
    study: Codings, table: CodingTable, fit: Fit, rows: tuple[Goodness, ...], at: int
) -> LatentClasses:
    # Classes have no order of their own: by size, the same model is the same table.
    order = np.argsort(-fit.prior, kind="stable")
    shares_se, confusion_se = standard_errors(table, fit)
    return LatentClasses(
        study.items,
        study.coders,
        study.categories,
        fit.prior[order],
        fit.confusion[:, order],
        fit.posterior[table.of_item][:, order],
        shares_se[order],
        confusion_se[:, order],
        rows[at],
        rows,
        fit.converged,
        fit.trace,
    )


def _as_given(
    found: LatentClasses, study: Codings, ordered: Codings, items: IntArray, coders: IntArray
) -> LatentClasses:
    """The model with items, coders and categories as the study has them."""
    at = [ordered.categories.index(name) for name in study.categories]
    return replace(
        found,
        items=study.items,
        coders=study.coders,
        categories=study.categories,
        confusion=found.confusion[coders][:, :, at],
        posterior=found.posterior[items],
        confusion_se=found.confusion_se[coders][:, :, at],
    )


def _fit_notes(found: LatentClasses, same: int, restarts: int, codings: Codings) -> list[str]:
    notes = []
    row = found.goodness
    if not found.converged:
        notes.append(f"EM stopped after {len(found.trace)} rounds before it converged")
    if row.df < 0:
        notes.append(
            f"{row.parameters} parameters but only {row.cells:g} free cells: not identifiable; "
            "take fewer classes or more coders"
        )
    elif row.rank is not None and row.rank < row.free:
        notes.append(
            f"only {row.rank} of {row.free} parameters are identifiable; the standard errors "
            "are not reliable"
        )
    if found.classes > 1 and same < 2 and restarts >= 6:
        notes.append("the best likelihood was reached by one start only; use more starts")
    if row.sparse:
        notes.append(
            "expected counts are small: p-values of G² and X² are rough; BIC does not need them"
        )
    small = [t for t, share in enumerate(found.shares) if share * len(codings.items) < 1]
    if small:
        notes.append(f"{len(small)} of {found.classes} classes have less than one item")
    missing = {int(k) for k in found.stands_for}
    doubled = found.classes - len(missing)
    if doubled:
        notes.append(f"{doubled} classes have the same most frequent category as another class")
    # Such a matrix costs its inverse ten of the sixteen digits that numbers have.
    if row.condition > 1e10:
        notes.append("the information matrix is nearly singular: standard errors are unstable")
    return notes
