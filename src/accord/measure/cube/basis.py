"""How the sums that D_e rests on are got: of a whole study, or of many samples at once.

Of a study they come from how often each category (of each coder) was used. Of many samples they
come from columns of sums (samples × coders × columns; one coder where all are taken together),
and a `Form` says how Σ w and Σ w w′ d follow from these columns:

    frequencies   w of each category                nominal, or a matrix of distances
    on a line     w of each category                (x_k − x_l)², x another one in every sample
    moments       Σ w, Σ w x …, Σ w |x|²            categories are points
    crossed       Σ w, how often each row was drawn anything else, over very many categories
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from accord.measure.cube.pair_sums import pair_sum, pair_sums
from accord.measure.distances.metric import Metric
from accord.model.codings.patterns import Counts
from accord.model.names import FloatArray

OfColumns = Callable[[FloatArray], FloatArray]


@dataclass(frozen=True, slots=True, eq=False)
class Counted:
    """The basis of one sample: w_k of each category, n_ck where chance is each coder's own."""

    metric: Metric
    weights: FloatArray
    number: FloatArray
    by_coder: Counts | None = None

    @property
    def size(self) -> int:
        """How many categories there are."""
        return self.metric.size

    def total(self) -> FloatArray:
        """Σ w over all codings."""
        return np.array([self.weights.sum()])

    def squares(self) -> FloatArray:
        """Σ_c (Σ w)²."""
        assert self.by_coder is not None
        return np.array([(self.by_coder.totals**2).sum()])

    def everyone(self) -> FloatArray:
        """Σ w w′ d over all pairs of codings."""
        return np.array([pair_sum(self.weights, self.metric)])

    def within(self) -> FloatArray:
        """Σ w w′ d over the pairs of codings of one coder, of all coders."""
        assert self.by_coder is not None
        return np.array([pair_sums(self.by_coder, self.metric).sum()])

    def itself(self) -> FloatArray | float:
        """Σ_k P(k) d_kk."""
        if self.metric.nominal or self.metric.points is not None:
            return 0.0
        return np.array([self.weights @ self.metric.diagonal() / self.weights.sum()])

    def hard(self) -> FloatArray:
        """Σ_k P(k) (1 − P(k))."""
        p = self.weights / self.weights.sum()
        return np.array([(p * (1 - p)).sum()])

    def everything(self) -> float:
        """Σ_kl d_kl over all categories."""
        return pair_sum(np.ones(self.size), self.metric)

    def largest(self) -> float:
        """The largest d_kl."""
        return self.metric.largest()


@dataclass(frozen=True, slots=True, eq=False)
class Scale:
    """All categories, used or not: how many, Σ_kl d_kl, the largest d_kl, d_kk (None: all 0)."""

    size: int
    everything: Callable[[], FloatArray | float]
    largest: Callable[[], FloatArray | float]
    diagonal: FloatArray | None = None


def scale_of(metric: Metric) -> Scale:
    """The scale of a distance that is the same in every sample."""
    plain = metric.nominal or metric.points is not None or not metric.diagonal().any()
    return Scale(
        metric.size,
        cache(lambda: pair_sum(np.ones(metric.size), metric)),
        cache(metric.largest),
        None if plain else metric.diagonal(),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """Σ w and Σ w w′ d from columns of sums, which are the last axis."""

    weight: OfColumns
    spread: OfColumns


def frequencies(metric: Metric) -> Form:
    """Columns are w_k."""
    if metric.nominal:
        return Form(_all, lambda w: np.asarray(_all(w) ** 2 - (w**2).sum(axis=-1)))
    d = metric.matrix()
    return Form(_all, lambda w: np.asarray(((w @ d) * w).sum(axis=-1)))


def on_a_line(x: FloatArray) -> Form:
    """Columns are w_k; x (samples × categories) has the places of the categories."""

    def spread(w: FloatArray) -> FloatArray:
        at = x if w.ndim == 2 else x[:, None, :]
        return np.asarray(2 * (_all(w) * _all(w * at**2) - _all(w * at) ** 2))

    return Form(_all, spread)


MOMENTS = Form(
    lambda m: m[..., 0],
    lambda m: np.asarray(2 * (m[..., 0] * m[..., -1] - (m[..., 1:-1] ** 2).sum(axis=-1))),
)
"""Columns are Σ w, Σ w x …, Σ w |x|²; x about a centre, so that nothing cancels."""


def crossed(cross: FloatArray) -> Form:
    """Columns are Σ w, then how often each row was drawn; `cross` has Σ w w′ d of two rows."""
    return Form(
        lambda m: m[..., 0],
        lambda m: np.asarray(((m[..., 1:] @ cross) * m[..., 1:]).sum(axis=-1)),
    )


def _all(columns: FloatArray) -> FloatArray:
    return np.asarray(columns.sum(axis=-1))


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """The basis of many samples: columns (samples × coders × columns) and their form.

    P(k) is known where columns are w_k.
    """

    columns: FloatArray
    number: FloatArray
    form: Form
    scale: Scale

    @property
    def size(self) -> int:
        """How many categories there are."""
        return self.scale.size

    def total(self) -> FloatArray:
        """Σ w over all codings."""
        return _all(self.form.weight(self.columns))

    def squares(self) -> FloatArray:
        """Σ_c (Σ w)²."""
        return _all(self.form.weight(self.columns) ** 2)

    def everyone(self) -> FloatArray:
        """Σ w w′ d over all pairs of codings."""
        return self.form.spread(self.columns.sum(axis=1))

    def within(self) -> FloatArray:
        """Σ w w′ d over the pairs of codings of one coder, of all coders."""
        return _all(self.form.spread(self.columns))

    def itself(self) -> FloatArray | float:
        """Σ_k P(k) d_kk."""
        return 0.0 if self.scale.diagonal is None else self._shares() @ self.scale.diagonal

    def hard(self) -> FloatArray:
        """Σ_k P(k) (1 − P(k))."""
        p = self._shares()
        return _all(p * (1 - p))

    def everything(self) -> FloatArray | float:
        """Σ_kl d_kl over all categories."""
        return self.scale.everything()

    def largest(self) -> FloatArray | float:
        """The largest d_kl."""
        return self.scale.largest()

    def _shares(self) -> FloatArray:
        w = self.columns.sum(axis=1)
        return np.asarray(w / w.sum(axis=1, keepdims=True))
