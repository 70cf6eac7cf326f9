"""A coefficient as a function of weights of coders and of items, for resamples over coders.

Coders drawn twice would agree with themselves, so pairs of one coder are left out: with w_c
how often coder c was drawn, an item's disagreement is

    Σ_{c≠c′} w_c w_c′ d(x_c, x_c′) / Σ_{c≠c′} w_c w_c′

and chance, likewise, compares different coders' codings (κ, β) or different codings (α).
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from accord._measure.cube.chance import IDEAS, floor_of
from accord._measure.cube.kernel import whole_of
from accord._measure.cube.rows import Rows
from accord._measure.distances.distance import distance
from accord._measure.distances.metric import Metric
from accord.kinds.labels.patterns import Counts
from accord.kinds.labels.study import Codings
from accord.model.names import BoolArray, FloatArray, IntArray


@dataclass(frozen=True, eq=False)
class CoderWeights:
    """A distance, an idea of chance (by name) and a rule for missing codings, on some codings."""

    study: Codings
    given: Any
    by_chance: str
    missing: str

    def value(self, coders: FloatArray, items: FloatArray) -> float:
        """1 − D_o/D_e with these weights, nan where it is undefined."""
        study, chance = self.study, IDEAS[self.by_chance]
        who, size, k = study.who(), len(study.items), len(study.categories)
        weight = coders[who]
        counts = Counts.of(study.item, study.category, size, k, weight)
        squares = np.bincount(self._cell, weights=weight**2, minlength=size * k)
        own = squares[counts.row * k + counts.category].astype(np.float64)
        rows = Rows(counts, items, self.missing, len(study.coders), own, self._complete)
        metric, floor = self._fixed or self._fitted(rows.used)
        table = None
        if chance.by_coder:
            counted = weight * rows.usable[study.item]
            table = Counts.of(who, study.category, len(study.coders), k, counted)
        whole = whole_of(rows, table, metric, chance, study.coders, study.categories, floor)
        return float(whole.sample.values(chance)[0])

    @cached_property
    def _cell(self) -> IntArray:
        study = self.study
        return study.item.astype(np.int64) * len(study.categories) + study.category

    @cached_property
    def _complete(self) -> BoolArray:
        sizes = np.bincount(self.study.item, minlength=len(self.study.items))
        return np.asarray(sizes == len(self.study.coders))

    @cached_property
    def _fixed(self) -> tuple[Metric, float] | None:
        """The fitted distance, None where it is another one in every resample."""
        n_k = np.ones(len(self.study.categories))
        return None if distance(self.given).depends_on_counts else self._fitted(n_k)

    def _fitted(self, n_k: FloatArray) -> tuple[Metric, float]:
        metric = distance(self.given).fit(self.study.categories, n_k, self.study.declared)
        return metric, floor_of(metric)
