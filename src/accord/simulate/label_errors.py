"""Mistakes of coders who label items: noise, bias, hard items, patterns that can be learned.

Each error takes the labels of all coders (items × coders), the truth behind them and a
magnitude m; items may be hard for all coders alike, so the coders come together.

References: aickin1990, reidsma2008, artstein2008.
"""

from dataclasses import dataclass

import numpy as np

from accord.model.names import FloatArray, IntArray
from accord.simulate.unit_errors import confusion_at, drawn


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
