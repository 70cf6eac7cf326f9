"""Krippendorff's own bootstrap of α (Hayes & Krippendorff 2007).

It draws as many pairs of codings as there are, each weighted 1/(n_i − 1) as in α, and keeps
the expected disagreement: α* = 1 − mean d / D_e. Pairs of one item are treated as independent,
which they are not, so with more than two coders it is narrower than a bootstrap of items.
"""

from typing import Any

import numpy as np

from accord._measure.bound import Asked, bound
from accord._measure.cube.kernel import Countable, itemized
from accord._measure.distances.distance import distance as distance_of
from accord.engine.any_data import listed_labels
from accord.errors import NotApplicableError, Setting
from accord.infer.resample.replicates import RESAMPLES, Replicates, seed_of
from accord.infer.why.matrices import coincidences
from accord.kinds.labels.patterns import Counts
from accord.kinds.labels.study import Codings
from accord.model.names import FloatArray
from accord.model.study import Study


def pair_replicates(
    study: Study | Countable,
    measure: Asked,
    *,
    resamples: int = RESAMPLES,
    rng: "int | np.random.Generator" = 0,
) -> Replicates:
    """α of resampled pairs of codings, D_e kept (Hayes & Krippendorff 2007).

    References: hayes2007.

    >>> from accord.kinds.labels.tabular import from_coders
    >>> study = from_coders({"A": "aabbbbbccccc", "B": "abbbbbcccccc"})
    >>> drawn = pair_replicates(study, bound("alpha", distance="nominal"), resamples=500)
    >>> drawn.units, drawn.over
    (12, 'pairs')
    """
    asked = bound(measure)
    study = itemized(study, "Krippendorff's bootstrap")
    fits = "hayes2007" in asked.measure.formulas and asked.missing == "pairable"
    if not listed_labels(study) or not fits:
        raise NotApplicableError(
            f"Krippendorff's bootstrap works with α of labels and {Setting('missing', 'pairable')}"
        )
    seed = seed_of(rng)
    result = asked.compute(study)
    units, weights, distances = _pairs(study, asked.distance)
    if result.undefined:
        return Replicates(result, np.zeros(0), "pairs", units, resamples, seed)
    generator = np.random.default_rng(seed)
    drawn = generator.multinomial(units, weights / weights.sum(), size=resamples)
    values = 1.0 - drawn @ distances / units / float(result.expected or np.nan)
    return Replicates(result, values, "pairs", units, resamples, seed)


def _pairs(study: Codings, given: Any) -> tuple[int, FloatArray, FloatArray]:
    """The number of pairs; the weight and the distance of each kind of pair."""
    k = len(study.categories)
    counts = Counts.of(study.item, study.category, len(study.items), k)
    sizes = counts.totals
    n_k = counts.columns((sizes > 1).astype(np.float64))
    metric = distance_of(given).fit(study.categories, n_k, study.declared)
    table = coincidences(study)
    number = int((sizes * (sizes - 1)).sum() // 2)
    return number, table.ravel(), metric.matrix().ravel()
