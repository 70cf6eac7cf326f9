"""Augmented κ: two coders who may give a second label, which counts less than the first."""

from collections.abc import Hashable, Iterable
from dataclasses import replace
from math import fsum, nan
from typing import Annotated, Literal

import numpy as np

from accord.errors import NotApplicableError, Setting
from accord.kinds.labels.study import Codings
from accord.model.agreement import Agreement
from accord.model.names import FloatArray
from accord.words.said import said

Sharing = Literal["minimum", "product"]
"""How much of a label two codings share: the smaller of its weights, or their product."""


def augmented_kappa(
    study: Codings,
    *,
    first: Annotated[float, "Weight of a first label, 0.5 to 1; a second one has the rest."] = 2
    / 3,
    sharing: Annotated[
        Sharing, "Weights of a shared label: the smaller, or the product."
    ] = "minimum",
) -> Agreement:
    """Augmented κ: Cohen's κ if a coder may give a first and a second label.

    A single label weighs 1, a first one p, a second one 1 − p. Two codings agree by the sum over
    labels of the smaller weight (`minimum`), or of the product of both weights (`product`).
    Chance: every coding of one coder beside every coding of the other, so each coder's own
    distribution: A_e = Σ_k g over all pairs. p = 1 is κ of the first labels. Under `product` a
    coder who gives second labels does not reach 1 even with themself; under `minimum` they do.
    Which of the two the paper means could not be checked.

    A first and second label are a ranking ("a > b") or a tuple; a set has no first label and needs
    p = 0.5. Items that one of the two did not code are left out. Undefined where A_e = 1.
    References: rosenberg2004.

    >>> import accord
    >>> a, b = ["a", "ab", "ab", "c", "ab"], ["a", "ab", "ba", "ca", "cb"]
    >>> study = accord.from_coders({"A": [tuple(x) for x in a], "B": [tuple(x) for x in b]})
    >>> round(accord.labels.augmented_kappa(study, first=2 / 3).value, 4)
    0.4595
    >>> round(accord.labels.augmented_kappa(study, first=2 / 3, sharing="product").value, 4)
    0.2754
    """
    if not 0.5 <= first <= 1:
        raise NotApplicableError(f"{Setting('first')} must be from 0.5 to 1, got {first}")
    settings = {"first": float(first), "sharing": sharing, "missing": "complete"}
    result = Agreement("augmented_kappa", "κ_aug", nan, nan, settings, study.counts())
    label = np.full((2, len(study.items)), -1, dtype=np.int64)
    label[study.who(), study.item] = study.category
    label = label[:, (label >= 0).all(axis=0)]
    if not label.size:
        return replace(result, undefined=said("undefined.no-item-has-two"))
    # Which coding shares how much with which: a table of the categories, so items are counted.
    shared = _shared(_weights(study.categories, first), sharing)
    n = label.shape[1]
    observed = fsum(shared[label[0], label[1]]) / n  # the same bits in any order
    used = [np.bincount(row, minlength=len(shared)) for row in label]
    expected = fsum((np.outer(*used) * shared).ravel()) / n**2
    same = said("undefined.all-codings-same-chance") if expected >= 1 - 1e-12 else None
    return replace(result, observed=1 - observed, expected=1 - expected, undefined=same)


def _weights(categories: Iterable[Hashable], first: float) -> FloatArray:
    """The weights of the labels (columns) in each coding (rows)."""
    rows = [_parts(one, first) for one in categories]
    labels = {label: at for at, label in enumerate(dict.fromkeys(k for row in rows for k in row))}
    weights = np.zeros((len(rows), len(labels)))
    for i, row in enumerate(rows):
        for label, weight in row.items():
            weights[i, labels[label]] = weight
    return weights


def _parts(coding: Hashable, first: float) -> dict[Hashable, float]:
    if isinstance(coding, str) and ">" in coding:  # a first and a second label, as a file has them
        coding = tuple(part.strip() for part in coding.split(">"))
    labels = tuple(coding) if isinstance(coding, (tuple, frozenset)) else (coding,)
    if len(labels) == 1:
        return {labels[0]: 1.0}
    if len(labels) != 2 or len(set(labels)) != 2:
        raise NotApplicableError(
            f"augmented κ works with one or two labels per item, got {coding!r}. For longer lists "
            f"use α with {Setting('distance', 'masi')}"
        )
    if isinstance(coding, frozenset) and first != 0.5:
        raise NotApplicableError(
            f"a set such as {sorted(map(str, labels))} has no first label; give labels as "
            f"rankings (a > b), or weigh both the same with {Setting('first', 0.5)}"
        )
    return {labels[0]: first, labels[1]: 1 - first}


def _shared(weights: FloatArray, sharing: Sharing) -> FloatArray:
    """How much every two codings agree."""
    if sharing == "product":
        return np.asarray(weights @ weights.T)
    # Label by label: a table of codings × codings × labels would not fit where both are many.
    total = np.zeros((len(weights), len(weights)))
    for column in weights.T:
        total += np.minimum(column[:, None], column[None, :])
    return total
