"""Consensus: one label for each item from many coders, with its probability."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from accord.errors import AccordError, TooLargeError
from accord.kinds.labels.study import Codings
from accord.model.names import FloatArray, Names
from accord.model.showing import Result, Results, picked, plain
from accord.version import __version__


@dataclass(frozen=True, slots=True)
class CoderAccuracy(Result):
    """A coder, and how often the coder is right by the model.

    :param accuracy: A share between 0 and 1.

    >>> import accord
    >>> labels = {"A": "xxyyxxyy", "B": "xxyyxxyy", "C": "xyyyxxyx", "D": "yxyxyxxy"}
    >>> found = accord.latent.dawid_skene(accord.from_coders(labels))
    >>> [(one.coder, round(one.accuracy, 2)) for one in found.by_coder()]
    [('A', 1.0), ('B', 1.0), ('C', 0.75), ('D', 0.5)]
    """

    coder: Hashable
    accuracy: float


@dataclass(frozen=True, slots=True, eq=False)
class Consensus(Result):
    """What the coders together say about each item, and how good each coder is.

    `probabilities` is items × categories, nan for items without codings. `confusion[c, t, k]`
    is the probability that coder c says k where t is true (None for majority vote).
    `notes` says in words what a reader must know: convergence, identifiability, ties.

    :param method: The model.
    :param prevalence: The share of each category.
    :param log_likelihood: Of the fitted model.
    :param iterations: How many EM took.
    :param converged: Whether EM came to its end.
    :param trace: The log-likelihood after each iteration.
    :param settings: The settings that reproduce the result.
    :param of_coders: What the model says of each coder beyond `confusion`: competence, ability …
    :param of_items: What it says of each item: entropy, difficulty …
    :param of_categories: What it says of each category: how good a label it is.
    :param threshold: Only this share of the items, the most certain, have a label (`certain`).

    >>> import accord
    >>> labels = {"A": "xxyyxxyy", "B": "xxyyxxyy", "C": "xyyyxxyx", "D": "yxyxyxxy"}
    >>> study = accord.from_coders(labels)
    >>> found = accord.latent.dawid_skene(study)
    >>> "".join(found.labels), found.converged
    ('xxyyxxyy', True)
    """

    method: str
    items: Names
    coders: Names
    categories: Names
    probabilities: FloatArray
    prevalence: FloatArray
    confusion: FloatArray | None = None
    log_likelihood: float | None = None
    iterations: int = 0
    converged: bool = True
    trace: tuple[float, ...] = field(default=(), repr=False)
    notes: tuple[str, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    of_coders: Mapping[str, FloatArray] = field(default_factory=dict)
    of_items: Mapping[str, FloatArray] = field(default_factory=dict)
    threshold: float = 1.0
    of_categories: Mapping[str, FloatArray] = field(default_factory=dict)

    def _table(self) -> tuple[Sequence[str], Sequence[Sequence[Any]]]:
        rows = zip(self.items, self.labels, self.confidence.tolist(), self.tied, strict=True)
        return ("item", "label", "probability", "tied"), list(rows)

    def by_coder(self) -> "Results[CoderAccuracy]":
        """How often each coder is right, as a table."""
        accuracy = zip(self.coders, self.accuracy.tolist(), strict=True)
        return Results(CoderAccuracy(coder, right) for coder, right in accuracy)

    @property
    def tied(self) -> tuple[bool, ...]:
        """Whether two or more categories share the highest probability of an item."""
        return tuple((self._winners().sum(axis=1) > 1).tolist())

    @property
    def labels(self) -> tuple[Hashable, ...]:
        """The most probable category of each item; None where two tie, nobody coded, or the item
        is not certain enough (`certain`)."""
        winners = self._winners()
        # Any of several categories that tie would be chosen by the order of their names.
        only = (winners.sum(axis=1) == 1) & self._certain_enough()
        names = list(self.categories)
        best = winners.argmax(axis=1)
        return tuple(
            names[k] if one else None for k, one in zip(best.tolist(), only.tolist(), strict=True)
        )

    @property
    def confidence(self) -> FloatArray:
        """The probability of the most probable category of each item."""
        return np.asarray(self.probabilities.max(axis=1, initial=-np.inf))

    @property
    def entropy(self) -> FloatArray:
        """How open the label of each item is: −Σ_k P(k) ln P(k); 0 where it is certain."""
        return entropy_of(self.probabilities)

    def certain(self, share: float) -> "Consensus":
        """The same with labels for this share of the items only, those with the least entropy.

        Items that are as certain as the last of them keep their label too. References: hovy2013.

        :param share: From 0 (no labels) to 1 (all).

        >>> import accord
        >>> accord.latent.majority(
        ...     accord.from_coders({"A": "xxy", "B": "xyy", "C": "xxy"})
        ... ).certain(2 / 3).labels
        ('x', None, 'y')
        """
        if not 0 <= share <= 1:
            raise AccordError(f"threshold {share:g} must be a share of the items, from 0 to 1")
        found = replace(self, threshold=share, settings={**self.settings, "threshold": share})
        kept = int(found._certain_enough().sum())
        words = f"labels are given to the {kept} of {len(self.items)} items that are most certain"
        return replace(found, notes=(*self.notes, words))

    def _certain_enough(self) -> Any:
        entropy = self.entropy
        known = np.sort(entropy[np.isfinite(entropy)])
        last = round(self.threshold * len(known))
        if self.threshold >= 1 or not len(known):
            return np.ones(len(entropy), dtype=bool)
        # Entropies that differ by rounding alone are as certain as each other.
        return entropy <= known[last - 1] + 1e-12 if last else np.zeros(len(entropy), dtype=bool)

    @property
    def accuracy(self) -> FloatArray:
        """How often each coder is right: Σ_t P(t) P(t | c, t); nan for majority vote, and for a
        coder without codings."""
        if self.confusion is None:
            unknown = np.full(len(self.coders), np.nan)
            # The share of labels that equal the vote is how often a coder is right by it.
            return self.of_coders.get("accuracy", self.of_coders.get("skill", unknown))
        diagonal = np.einsum("ctt->ct", self.confusion)
        known = np.isfinite(diagonal).any(axis=1)
        accuracy = np.nan_to_num(diagonal) @ self.prevalence
        return np.where(known, accuracy, np.nan)

    @property
    def signature(self) -> str:
        """Everything needed to reproduce the labels, in one line."""
        counts = {"i": len(self.items), "c": len(self.coders), "k": len(self.categories)}
        parts = [f"{key}:{value}" for key, value in {**counts, **self.settings}.items()]
        return "|".join([self.method, *parts, f"v:{__version__}"])

    def _winners(self) -> Any:
        # Probabilities that differ by less than rounding are a tie.
        best = np.nan_to_num(self.probabilities, nan=-1.0)
        return (best >= best.max(axis=1, keepdims=True, initial=0.0) - 1e-9) & (best >= 0)

    def columns(self) -> dict[str, list[Any]]:
        """The consensus as columns, ready for any data frame: item, label, probability, tied,
        then the probability of each category.

        >>> import accord
        >>> found = accord.latent.majority(accord.from_coders({"A": "xxy", "B": "xyy", "C": "xzy"}))
        >>> found.columns()["label"]
        ['x', None, 'y']
        """
        table: dict[str, list[Any]] = {
            "item": list(self.items),
            "label": list(self.labels),
            "probability": self.confidence.tolist(),
            "tied": list(self.tied),
            **{name: values.tolist() for name, values in self.of_items.items()},
        }
        for at, name in enumerate(self.categories):
            table[f"P({name})"] = self.probabilities[:, at].tolist()
        return table

    def coder_columns(self) -> dict[str, list[Any]]:
        """What the model says of the coders, as columns: accuracy, its own parameters, and P(k | t)
        where one table holds for all items."""
        table: dict[str, list[Any]] = {
            "coder": list(self.coders),
            **{name: values.tolist() for name, values in self.of_coders.items()},
        }
        if not {"skill", "quality"} & set(self.of_coders):
            table.setdefault("accuracy", self.accuracy.tolist())
        if self.confusion is not None:
            for t, true in enumerate(self.categories):
                for k, said in enumerate(self.categories):
                    table[f"P({said}|{true})"] = self.confusion[:, t, k].tolist()
        return table

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON; nan becomes None."""
        unknown = [None] * len(self.coders)
        quality = self.accuracy, unknown if self.confusion is None else self.confusion
        coded = zip(self.items, self.labels, self.probabilities, strict=True)
        return {
            **picked(self, "method signature"),
            "categories": [str(name) for name in self.categories],
            **{f"{what}_of_categories": plain(v) for what, v in self.of_categories.items()},
            **picked(self, "prevalence log_likelihood iterations converged notes"),
            "coders": [
                {
                    "coder": str(name),
                    "accuracy": plain(accuracy),
                    "confusion": plain(confusion),
                    **{what: plain(values[c]) for what, values in self.of_coders.items()},
                }
                for c, (name, accuracy, confusion) in enumerate(
                    zip(self.coders, *quality, strict=True)
                )
            ],
            "items": [
                {
                    "item": str(item),
                    "label": None if label is None else str(label),
                    "probabilities": plain(row),
                    **{what: plain(values[i]) for what, values in self.of_items.items()},
                }
                for i, (item, label, row) in enumerate(coded)
            ],
        }


def entropy_of(shares: FloatArray) -> FloatArray:
    """−Σ_k p_k ln p_k of each row; sorted first, so that the order of categories changes no bit."""
    parts = shares * np.log(np.where(shares > 0, shares, 1.0))
    return np.asarray(np.abs(np.sort(parts, axis=1).sum(axis=1)))


def check_table(study: Codings, cells: int) -> None:
    """Refuse tables of probabilities that are far larger than the codings they come from."""
    if cells > max(_MOST_CELLS, 8 * len(study)):
        raise TooLargeError(
            f"{cells:,} probabilities for {len(study.items):,} items, {len(study.coders):,} coders "
            f"and {len(study.categories):,} categories; merge rare categories, or use fewer coders"
        )


_MOST_CELLS = 10_000_000
"""So many probabilities are always held."""


def majority(study: Codings) -> Consensus:
    """Majority vote: every coder counts the same; the baseline of all consensus models.

    The probability of a category is its share of the item's codings. A tie has no label and
    says so; an item without codings has probability nan. References: artstein2008.

    :param study: The study.

    >>> import accord
    >>> accord.latent.majority(accord.from_coders({"A": "xxy", "B": "xyy", "C": "xxx"})).labels
    ('x', 'x', 'y')
    """
    n, k = len(study.items), len(study.categories)
    check_table(study, n * k)
    # In 32 bits a large table of items and categories would overflow.
    at = study.item.astype(np.int64) * k + study.category
    votes = np.bincount(at, minlength=n * k).reshape(n, k).astype(np.float64)
    totals = votes.sum(axis=1, keepdims=True)
    shares = np.divide(votes, totals, out=np.full_like(votes, np.nan), where=totals > 0)
    coded = totals[:, 0] > 0
    prevalence = shares[coded].mean(axis=0) if coded.any() else np.full(k, np.nan)
    found = Consensus("majority", study.items, study.coders, study.categories, shares, prevalence)
    ties = sum(found.tied)
    notes = [f"{ties} of {n} items are tied and have no label"] if ties else []
    if not coded.all():
        notes.append(f"{int((~coded).sum())} of {n} items have no labels, so none is estimated")
    return replace(found, notes=tuple(notes))
