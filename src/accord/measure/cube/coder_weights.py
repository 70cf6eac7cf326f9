"""A coefficient as a function of weights of coders and of items, for resamples over coders.

Coders drawn twice would agree with themselves, so pairs of one coder are left out: with w_c
how often coder c was drawn, an item's disagreement is

    Σ_{c≠c′} w_c w_c′ d(x_c, x_c′) / Σ_{c≠c′} w_c w_c′

and chance, likewise, compares different coders' codings (κ, β) or different codings (α).
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from accord.measure.cube.chance import IDEAS
from accord.measure.cube.kernel import whole_of
from accord.measure.cube.rows import Rows
from accord.measure.cube.sums import floor_of
from accord.measure.distances.distance import distance
from accord.measure.distances.metric import Metric
from accord.model.codings.codings import Codings
from accord.model.codings.patterns import Counts
from accord.model.names import FloatArray


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
        who, k = study.who(), len(study.categories)
        weight = coders[who]
        counts = Counts.of(study.item, study.category, len(study.items), k, weight)
        squares = Counts.of(study.item, study.category, len(study.items), k, weight**2)
        rows = Rows(counts, items, self.missing, counts.totals > 0, squares.count)
        if self.missing != "available":
            kept = rows.pairs > 0 if self.missing == "pairable" else self._complete
            rows = replace(rows, inside=rows.inside & kept)
        metric = self._metric if self._metric is not None else self._fitted(rows.used())
        table = None
        if chance.by_coder:
            counted = weight * rows.usable[study.item]
            table = Counts.of(who, study.category, len(study.coders), k, counted)
        sample = whole_of(rows, table, metric, chance, study.coders, study.categories).sample
        return float(replace(sample, floor=floor_of(metric)).values(chance)[0])

    @cached_property
    def _complete(self) -> Any:
        sizes = np.bincount(self.study.item, minlength=len(self.study.items))
        return sizes == len(self.study.coders)

    @cached_property
    def _metric(self) -> Metric | None:
        """The fitted distance, None where it is another one in every resample."""
        k = len(self.study.categories)
        return None if distance(self.given).depends_on_counts else self._fitted(np.ones(k))

    def _fitted(self, n_k: FloatArray) -> Metric:
        return distance(self.given).fit(self.study.categories, n_k, self.study.declared)
