"""Difficulty and discrimination of items, as in classical test theory."""

from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np

from accord._measure.latent.known_truths import KnownTruths, known_truths
from accord._measure.latent.majority import Consensus, entropy_of, majority
from accord.kinds.labels.order import canonical
from accord.kinds.labels.study import Codings
from accord.model.names import FloatArray, IntArray
from accord.model.showing import Result, Results


@dataclass(frozen=True, slots=True)
class ItemDifficulty(Result):
    """How hard an item is, and whether good coders get it right.

    :param truth: The category that is taken for true; None where there is none.
    :param codings: How many coders coded the item.
    :param right: The share of them who said `truth`: 1 easy, 0 hard (the difficulty index p).
    :param discrimination: The correlation of being right here with the share right elsewhere.
    :param entropy: −Σ_k p_k ln p_k of the item's codings: 0 where all say the same.

    >>> import accord
    >>> study = accord.from_coders({"A": "xxyy", "B": "xxyx", "C": "xyyx"})
    >>> hardest = min(accord.latent.item_difficulty(study), key=lambda found: found.right)
    >>> hardest.item, hardest.truth, round(hardest.right, 2)
    (1, 'x', 0.67)
    """

    item: Hashable
    truth: Hashable
    codings: int
    right: float
    discrimination: float
    entropy: float


def item_difficulty(
    study: Codings, truth: Consensus | KnownTruths | None = None
) -> Results[ItemDifficulty]:
    """Difficulty, discrimination and entropy of each item, with the coders as those tested.

    `right` is the share of the codings that are right. `discrimination` is the corrected
    item–total correlation: over the coders of the item, of being right about it with the share of
    their other codings that are right. Near 0 or below it, the item does not tell good coders from
    poor ones: its truth may be wrong, or its wording unclear. It is nan with fewer than three
    coders who coded other items too, and where all of them are right, or all wrong, here or alike
    elsewhere. Where `truth` comes from the same codings (a consensus, or the majority if none is
    given), it favours the item a little. Entropy needs no truth. References: lord1968.

    :param study: The study.
    :param truth: A consensus, {item: category}, or the name of a column about the items; the
        majority vote if none is given.

    >>> import accord
    >>> study = accord.from_coders({"A": "xxyy", "B": "xxyx", "C": "xyyx", "D": "yyyx"})
    >>> for found in accord.latent.item_difficulty(study, {0: "x", 1: "x", 2: "y", 3: "y"}):
    ...     print(found.item, found.right, round(found.discrimination, 2))
    0 0.75 0.52
    1 0.5 0.71
    2 1.0 nan
    3 0.25 0.52
    """
    key = _key(study, truth)
    ordered, items, _ = canonical(study, scale=False)
    there = np.array([ordered.categories.index(name) for name in study.categories], dtype=np.int64)
    moved = key[items]
    moved = np.where(moved < 0, -1, there[moved] if len(there) else -1)
    right, discrimination = _against(ordered, moved)
    back = np.argsort(items)
    sizes = np.bincount(study.item, minlength=len(study.items))
    rows = zip(
        study.items,
        [None if k < 0 else study.categories[int(k)] for k in key],
        sizes.tolist(),
        right[back].tolist(),
        discrimination[back].tolist(),
        entropy_of(majority(study).probabilities).tolist(),
        strict=True,
    )
    return Results(ItemDifficulty(*row) for row in rows)


def _key(study: Codings, truth: Consensus | KnownTruths | None) -> IntArray:
    """The true category of each item, by position; −1 where there is none."""
    if truth is not None and not isinstance(truth, Consensus):
        return known_truths(study, truth)[0]
    labels = (majority(study) if truth is None else truth).labels
    index = {name: at for at, name in enumerate(study.categories)}
    return np.array([index.get(label, -1) for label in labels], dtype=np.int64)


def _against(study: Codings, key: IntArray) -> tuple[FloatArray, FloatArray]:
    """The share right, and the item–rest correlation, of each item."""
    n, coders = len(study.items), len(study.coders)
    judged = key[study.item] >= 0
    item, coder = study.item[judged], study.who()[judged]
    y = (study.category[judged] == key[item]).astype(np.float64)
    codings = np.bincount(coder, minlength=coders)[coder]
    others = np.bincount(coder, weights=y, minlength=coders)[coder] - y

    def sums(each: FloatArray) -> FloatArray:
        return np.asarray(np.bincount(item, weights=each, minlength=n), dtype=np.float64)

    totals = sums(np.ones(len(item)))
    right = np.divide(sums(y), totals, out=np.full(n, np.nan), where=totals > 0)
    more = codings > 1
    item, y = item[more], y[more]
    rest = others[more] / (codings[more] - 1)
    size = sums(np.ones(len(item)))
    one = np.maximum(size, 1)
    y = y - (sums(y) / one)[item]
    rest = rest - (sums(rest) / one)[item]
    spread = sums(y**2) * sums(rest**2)
    known = (size > 2) & (spread > 1e-18)
    found = np.divide(sums(y * rest), np.sqrt(spread), out=np.full(n, np.nan), where=known)
    return right, found
