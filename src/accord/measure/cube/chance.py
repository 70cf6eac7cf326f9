"""What "by chance" means: the expected disagreement D_e, each idea written once.

All coefficients of the cube differ only in D_e:

    uniform      every category is equally likely                      S
    pooled       one distribution for all coders                       π, α′
    drawn        pooled, without replacement (the codings themselves)  α
    per coder    each coder has a distribution                         κ, β
    occasional   coders guess on some items only (Gwet)                AC1, AC2

An idea of chance is a formula over a `Basis`: a few sums, each with one entry for every sample (the
study itself, or many resamples at once). How these sums are got is the business of the basis.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import nan

import numpy as np

from accord.model.names import FloatArray

Lazy = Callable[[], FloatArray]


@dataclass(frozen=True, slots=True, eq=False)
class Basis:
    """What D_e is estimated from: sums over codings with weights w, computed when asked for.

    P(k) is the share of category k in all weights.
    """

    number: FloatArray  # how many codings there are
    size: int  # how many categories there are
    total: Lazy  # Σ w
    everyone: Lazy  # Σ w w′ d over all pairs of codings
    squares: Lazy  # Σ_c (Σ w)², w the weights of coder c's codings
    within: Lazy  # Σ_c Σ w w′ d over pairs of codings of coder c
    itself: Lazy  # Σ_k P(k) d_kk: 0 for all but a few deliberate distances
    hard: Lazy  # Σ_k P(k) (1 − P(k))
    everything: Lazy  # Σ_kl d_kl over all categories
    largest: Lazy  # the largest d_kl


def uniform(basis: Basis) -> FloatArray:
    """Every declared category is equally likely."""
    return basis.everything() / _several(basis) ** 2 * np.ones(len(basis.number))


def pooled(basis: Basis) -> FloatArray:
    """Two codings drawn from the distribution that all coders share."""
    return basis.everyone() / basis.total() ** 2


def drawn(basis: Basis) -> FloatArray:
    """Two different codings of all that there are: pooled, without replacement."""
    n = basis.number
    return (pooled(basis) - basis.itself() / n) * n / (n - 1)


def per_coder(basis: Basis) -> FloatArray:
    """One coding of each of two coders, drawn from their own distributions."""
    return (basis.everyone() - basis.within()) / (basis.total() ** 2 - basis.squares())


def occasional(basis: Basis) -> FloatArray:
    """Gwet: coders guess, uniformly, on the items that are hard to code."""
    q, largest = _several(basis), basis.largest()
    total_agreement = q * q - basis.everything() / np.where(largest, largest, 1.0)
    return largest * (1 - total_agreement * basis.hard() / (q * (q - 1)))


def _several(basis: Basis) -> float:
    """The number of categories; with fewer than two chance agreement is 1."""
    return basis.size if basis.size > 1 else nan


@dataclass(frozen=True, slots=True)
class Chance:
    """An idea of chance and what it needs: the coders' own codings, the scale of categories."""

    name: str
    expected: Callable[[Basis], FloatArray] | None = None
    by_coder: bool = False
    of_scale: bool = False


IDEAS = {
    idea.name: idea
    for idea in (
        Chance("none"),
        Chance("uniform", uniform, of_scale=True),
        Chance("pooled", pooled),
        Chance("drawn", drawn),
        Chance("per coder", per_coder, by_coder=True),
        Chance("occasional", occasional, of_scale=True),
    )
}
"""The ideas of chance of the cube by the name that an entry of the catalogue has for them."""
