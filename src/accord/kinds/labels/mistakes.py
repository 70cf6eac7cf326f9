"""Mistakes of coders who label items: noise, bias, hard items, patterns that can be learned.

Each error takes the labels of all coders (items × coders), the truth behind them and a
magnitude m; items may be hard for all coders alike, so the coders come together.

References: aickin1990, reidsma2008, artstein2008.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from accord.errors import DataError
from accord.kinds.labels.own_labels import choices_of
from accord.kinds.labels.study import Codings
from accord.model.names import FloatArray, IntArray, Names
from accord.simulate.erring import REFERENCE, Step, confusion_at, drawn, probabilities


@dataclass(frozen=True, slots=True, eq=False)
class Truth:
    """The labels of the reference, its categories, how frequent they are, and a feature of
    each item in [0, 1) on which learnable noise depends."""

    label: IntArray
    categories: int
    feature: FloatArray

    @property
    def prevalence(self) -> FloatArray:
        """The share of each category among the true labels."""
        return np.bincount(self.label, minlength=self.categories) / max(len(self.label), 1)


def noise(
    labels: IntArray,
    truth: Truth,
    m: float,
    random: np.random.Generator,
    confusion: FloatArray | None = None,
) -> IntArray:
    """Unlearnable noise: categories are confused at random, uniformly at m = 1.

    P(l | k) = (1 − m) [k = l] + m ((1 − m) C_kl + m/K), C from `confusion`.
    """
    matrix = confusion_at(m, truth.categories, confusion)
    return drawn(matrix[labels.reshape(-1)], random).reshape(labels.shape)


def bias(labels: IntArray, truth: Truth, m: float, random: np.random.Generator) -> IntArray:
    """Each coder prefers an own category and says it with probability m whatever is true."""
    coders = labels.shape[1]
    # Coders prefer different categories as far as there are enough: equal ones would be agreement.
    favourite = (np.arange(coders) + random.integers(truth.categories)) % truth.categories
    return np.where(random.random(labels.shape) < m, favourite[None, :], labels)


def hard_items(labels: IntArray, truth: Truth, m: float, random: np.random.Generator) -> IntArray:
    """Aickin's model: a share m of the items is hard, for all coders; these are coded at random,
    by how frequent the categories are."""
    hard = random.random(len(labels)) < m
    guess = random.choice(truth.categories, size=labels.shape, p=truth.prevalence)
    return np.where(hard[:, None], guess, labels)


def learnable(labels: IntArray, truth: Truth, m: float, random: np.random.Generator) -> IntArray:
    """Learnable noise (Reidsma & Carletta): where an item's feature lies in the coder's blind
    spot, an interval of length m, what the coder says depends on the feature alone.

    Coefficients fall as with `noise`; but a learner who sees the feature learns the mistakes.
    """
    coders = labels.shape[1]
    spot = np.asarray(random.random(coders))
    apart = np.subtract.outer(truth.feature, spot) % 1.0
    # A sawtooth of the feature, finer for each coder, so that coders err independently.
    teeth = (41 + 2 * np.arange(coders))[None, :]
    wrong = np.floor((apart * teeth) % 1.0 * truth.categories).astype(labels.dtype)
    return np.where(apart < m, wrong, labels)


@dataclass(frozen=True, slots=True)
class LabelModel:
    """A statistical model of labelled items: how many, and how frequent each category.

    :param categories: The names of the categories.
    :param prevalence: How frequent each category is, relatively; by default all equally.

    >>> import accord
    >>> accord.simulate.LabelModel("ab", prevalence=[3, 1], items=20).draw(1)
    Codings(20 items, 1 coders, 2 categories, 20 codings)
    """

    categories: Sequence[Hashable] = ("A", "B", "C", "D")
    prevalence: Sequence[float] = ()
    items: int = 100

    def draw(self, rng: int | np.random.Generator = 0) -> Codings:
        """One reference; `about["feature"]` is a number in [0, 1) that noise may depend on.

        >>> import accord
        >>> accord.simulate.LabelModel(items=10).draw().counts()
        {'i': 10, 'c': 1, 'k': 4}
        """
        random = np.random.default_rng(rng)
        shares = probabilities(self.prevalence, len(self.categories))
        label = random.choice(len(shares), size=self.items, p=shares)
        feature = random.random(self.items)
        return Codings(
            Names(range(1, self.items + 1)),
            Names([REFERENCE]),
            Names(self.categories),
            np.arange(self.items, dtype=np.int32),
            np.zeros(self.items, np.int32),
            label.astype(np.int32),
            declared=True,
            about={"feature": feature.tolist()},
        )


def with_mistakes(
    reference: Codings, steps: list[Step], names: list[str], random: np.random.Generator
) -> Codings:
    """A study of coders who take these steps, each from the reference."""
    n = len(reference.items)
    if len(reference) != n:
        raise DataError(f"the reference labels {len(reference)} of {n} items; it must label all")
    feature = reference.about.get("feature")
    # A study of one's own has no feature; learnable mistakes need something to be learned from.
    known = np.asarray(feature, dtype=np.float64) if feature is not None else random.random(n)
    # All coders at once: which items are hard is the same for all of them.
    labels = np.repeat(reference.category[:, None], len(names), axis=1)
    for rows, own in _choices(reference):
        code = np.searchsorted(own, labels[rows]).astype(labels.dtype)
        truth = Truth(code[:, 0], len(own), known[rows])
        for apply, m in steps:
            code = apply(code, truth, m, random)
        labels[rows] = own[code]
    return Codings(
        reference.items,
        Names(names),
        reference.categories,
        np.repeat(np.arange(n, dtype=np.int32), len(names)),
        np.tile(np.arange(len(names), dtype=np.int32), n),
        labels.reshape(-1).astype(np.int32),
        declared=True,
        about={**reference.about, "feature": known.tolist()},
        within=reference.within,
    )


def _choices(reference: Codings) -> list[tuple[IntArray, IntArray]]:
    """Items whose labels are chosen from the same list, and this list: all, or block by block where
    somebody said what labels belong to."""
    choices = None if reference.within is None else choices_of(reference)
    if choices is None:
        return [(np.arange(len(reference.items)), np.arange(len(reference.categories)))]
    block = choices.block
    rows = [np.flatnonzero(block == one) for one in np.unique(block)]
    return [(at, np.unique(reference.category[at])) for at in rows]


def mistakes() -> dict[Callable[..., Any], str]:
    """All mistakes that are made in labels, and what happens."""
    return {
        noise: "categories are confused",
        bias: "coders prefer a category",
        hard_items: "some items are coded at random by everybody",
        learnable: "mistakes that can be learned",
    }


def reference_model() -> type[LabelModel]:
    """The model that draws references."""
    return LabelModel
