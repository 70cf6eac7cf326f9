"""What "by chance" means: the expected disagreement D_e, each idea written once.

All coefficients of the cube differ only in D_e:

    uniform      every category is equally likely                      S
    pooled       one distribution for all coders                       π, α′
    drawn        pooled, without replacement (the codings themselves)  α
    per coder    each coder has a distribution                         κ, β
    occasional   coders guess on some items only (Gwet)                AC1, AC2

An idea of chance is a formula over a `Basis`: a few sums, each with one entry for every sample (the
study itself, or many resamples at once). Of a study they come from how often each category (of each
coder) was used. Of many samples they come from columns of sums (samples × coders × columns; one
coder where all are taken together), and a `Form` says how Σ w and Σ w w′ d follow from them:

    frequencies   w of each category                 nominal, or a matrix of distances
    on a line     w of each category                 (x_k − x_l)², x another one in every sample
    moments       Σ w, Σ w x …, Σ w |x|²             categories are points
    crossed       Σ w, how often each row was drawn  anything else, over very many categories
    estimated     the same                           some pairs of categories stand for all
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import nan

import numpy as np

from accord._measure.cube.rows import WIDE, pair_sum, pair_sums, steady
from accord._measure.distances.metric import Metric
from accord.kinds.labels.patterns import Counts
from accord.model.names import FloatArray

Lazy = Callable[[], FloatArray]
OfColumns = Callable[[FloatArray], FloatArray]


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


def drawn_pairs(basis: Basis) -> FloatArray:
    """Two different codings drawn from all codings: pooled, without replacement."""
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
        Chance("drawn", drawn_pairs),
        Chance("per coder", per_coder, by_coder=True),
        Chance("occasional", occasional, of_scale=True),
    )
}
"""The ideas of chance of the cube by the name that an entry of the catalogue has for them."""


def basis_of_counts(
    metric: Metric, w: FloatArray, number: float, by_coder: Counts | None = None
) -> Basis:
    """The basis of one sample: w_k of each category, and n_ck where chance is each coder's own."""

    def itself() -> FloatArray:
        diagonal = _diagonal(metric)
        return np.array([0.0 if diagonal is None else steady(w * diagonal) / steady(w)])

    def hard() -> FloatArray:
        p = w / steady(w)
        return np.array([steady(p * (1 - p))])

    def known() -> Counts:
        assert by_coder is not None
        return by_coder

    return Basis(
        np.array([number]),
        metric.size,
        total=lambda: np.array([steady(w)]),
        everyone=lambda: np.array([pair_sum(w, metric)]),
        squares=lambda: np.array([(known().totals ** 2).sum()]),
        within=lambda: np.array([steady(pair_sums(known(), metric))]),
        itself=itself,
        hard=hard,
        **_scale(metric),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """Σ w and Σ w w′ d from columns of sums, which are the last axis; then the scale: how many
    categories there are, Σ_kl d_kl, the largest d_kl and d_kk (None: all 0).

    `floor` is how large distances are: a D_e that is nothing beside it is 0 but for rounding.
    """

    weight: OfColumns
    spread: OfColumns
    size: int = 0
    everything: Lazy = lambda: np.array([nan])
    largest: Lazy = lambda: np.array([nan])
    diagonal: FloatArray | None = None
    floor: FloatArray | float = 0.0

    def basis(self, columns: FloatArray, number: FloatArray) -> Basis:
        """The basis of many samples: columns are samples × coders × columns. P(k) is known where
        they are w_k."""

        def shares() -> FloatArray:
            w = columns.sum(axis=1)
            return np.asarray(w / w.sum(axis=1, keepdims=True))

        def hard() -> FloatArray:
            p = shares()
            return _all(p * (1 - p))

        none = np.zeros(len(number))
        return Basis(
            number,
            self.size,
            total=lambda: _all(self.weight(columns)),
            everyone=lambda: self.spread(columns.sum(axis=1)),
            squares=lambda: _all(self.weight(columns) ** 2),
            within=lambda: _all(self.spread(columns)),
            itself=lambda: none if self.diagonal is None else shares() @ self.diagonal,
            hard=hard,
            everything=self.everything,
            largest=self.largest,
        )


def frequencies(metric: Metric) -> Form:
    """Columns are w_k."""
    if metric.nominal:
        return _form(metric, _all, lambda w: np.asarray(_all(w) ** 2 - _all(w**2)))
    d = metric.matrix()
    return _form(metric, _all, lambda w: _all((w @ d) * w))


def moments(metric: Metric | None = None) -> Form:
    """Columns are Σ w, Σ w x …, Σ w |x|²; x about a centre, so that nothing cancels."""

    def spread(m: FloatArray) -> FloatArray:
        return np.asarray(2 * (m[..., 0] * m[..., -1] - _all(m[..., 1:-1] ** 2)))

    return Form(_first, spread) if metric is None else _form(metric, _first, spread)


def crossed(metric: Metric, cross: FloatArray) -> Form:
    """Columns are Σ w, then how often each row was drawn; `cross` has Σ w w′ d of two rows."""
    return _form(metric, _first, lambda m: _all((m[..., 1:] @ cross) * m[..., 1:]))


def estimated(metric: Metric, cross: FloatArray, pairs: FloatArray, same: FloatArray) -> Form:
    """As crossed, of some pairs of different categories: `cross` has Σ w w′ d of two rows over
    these pairs, `pairs` Σ w w′; `same` has Σ w w′ of two rows that have the same category."""

    def spread(m: FloatArray) -> FloatArray:
        often = m[..., 1:]
        seen, d = (_all((often @ table) * often) for table in (pairs, cross))
        different = m[..., 0] ** 2 - _all((often @ same) * often)
        return np.asarray(different * d / np.where(seen > 0, seen, nan))

    return _form(metric, _first, spread)


def on_a_line(x: FloatArray) -> Form:
    """Columns are w_k; x (samples × categories) has the places of the categories."""

    def spread(w: FloatArray) -> FloatArray:
        at = x if w.ndim == 2 else x[:, None, :]
        return np.asarray(2 * (_all(w) * _all(w * at**2) - _all(w * at) ** 2))

    largest = np.ptp(x, axis=1) ** 2 if x.shape[1] else np.zeros(len(x))
    everything = lambda: spread(np.ones(x.shape))  # noqa: E731
    return Form(_all, spread, x.shape[1], everything, lambda: largest, floor=largest)


def floor_of(metric: Metric) -> float:
    """How large distances are, where that is quickly known."""
    if metric.points is not None:
        centred = metric.points - metric.points.mean(axis=0) if metric.size else metric.points
        return float((centred**2).sum(axis=1).max(initial=0.0))
    return metric.largest() if metric.nominal or not is_wide(metric) else 0.0


def is_wide(metric: Metric) -> bool:
    """Whether there are too many categories for a matrix of distances."""
    return metric.size > WIDE or metric.pairs is not None


def _form(metric: Metric, weight: OfColumns, spread: OfColumns) -> Form:
    scale = {name: cache(of) for name, of in _scale(metric).items()}  # asked for in every block
    return Form(
        weight, spread, metric.size, diagonal=_diagonal(metric), floor=floor_of(metric), **scale
    )


def _scale(metric: Metric) -> dict[str, Lazy]:
    return {
        "everything": lambda: np.array([pair_sum(np.ones(metric.size), metric)]),
        "largest": lambda: np.array([metric.largest()]),
    }


def _diagonal(metric: Metric) -> FloatArray | None:
    if metric.nominal or metric.points is not None:
        return None
    diagonal = metric.diagonal()
    return diagonal if diagonal.any() else None


def _all(columns: FloatArray) -> FloatArray:
    return np.asarray(columns.sum(axis=-1))


def _first(columns: FloatArray) -> FloatArray:
    return columns[..., 0]
