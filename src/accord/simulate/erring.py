"""What coders who err have in common, whatever they annotate: the files of kinds build on it."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from accord.errors import DataError
from accord.model.names import FloatArray, IntArray

REFERENCE = "reference"
"""The name of the coder who makes no mistakes."""

Range = tuple[int, int]

Step = tuple[Callable[..., Any], float]
"""A mistake, and at which magnitude it is made."""


def confusion_at(m: float, categories: int, confusion: FloatArray | None = None) -> FloatArray:
    """P(l | k) at magnitude m."""
    uniform = np.full((categories, categories), 1.0 / categories)
    near = uniform if confusion is None else np.asarray(confusion, dtype=np.float64)
    if near.shape != uniform.shape or (near < 0).any() or not (near.sum(axis=1) > 0).all():
        raise DataError(
            f"the confusion of {categories} categories is a {categories} × {categories} matrix "
            f"with no negative number and no empty row, got shape {near.shape}"
        )
    # People give counts or shares: only their proportions within a row matter.
    near = near / near.sum(axis=1, keepdims=True)
    # Mistakes become more frequent and more severe at once: near ones first, at m = 1 mere
    # guessing.
    return np.asarray((1 - m) * np.eye(categories) + m * ((1 - m) * near + m * uniform))


def drawn(rows: FloatArray, random: np.random.Generator) -> IntArray:
    """One category from each row of probabilities."""
    passed = np.cumsum(rows, axis=1) < random.random((len(rows), 1))
    # The last sum may round to a little below 1, and a draw above it would have no category.
    return np.asarray(np.minimum(passed.sum(axis=1), rows.shape[1] - 1), dtype=np.int32)


def probabilities(relative: Sequence[float], number: int) -> FloatArray:
    """Relative frequencies as probabilities; equal where none are given."""
    if not len(relative):
        return np.full(number, 1.0 / number)
    shares = np.asarray(relative, dtype=np.float64)
    if len(shares) != number or (shares < 0).any() or not shares.sum() > 0:
        raise DataError(
            f"prevalence {list(relative)} does not fit {number} categories; give one share, "
            "not negative, for each"
        )
    return np.asarray(shares / shares.sum())
