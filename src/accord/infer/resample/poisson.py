"""The Poisson bootstrap: each item counts as often as a Poisson number with mean 1 says.

No resample needs to know of the others or of how many items there are, so an engine can do all
of it where the codings stay there.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from accord._measure.bound import Asked, bound
from accord._measure.cube.chance import IDEAS
from accord._measure.cube.kernel import Countable, item_count
from accord._measure.distances.distance import distance
from accord.engine.any_data import labelled, stays_in_engine
from accord.engine.engine_rows import PRIME
from accord.errors import NotApplicableError
from accord.infer.resample.item_sums import sums_of
from accord.infer.resample.replicates import Replicates, blocks, product, seed_of
from accord.model.study import Study

MOST_IN_ENGINE = 200
"""The most resamples in an engine: each costs as much as the value itself."""

RESAMPLES_IN_ONE_PASS = 20
"""Resamples in one pass over the table."""


def poisson_replicates(
    study: Study | Countable, measure: Asked, *, resamples: int, rng: Any = 0
) -> Replicates:
    """A coefficient of the cube on Poisson resamples of the items.

    Codings that stay in their engine are resampled there, at most 200 times.
    References: efron1993.

    >>> from accord.kinds.labels.tabular import from_confusion
    >>> study = from_confusion([[46, 6], [0, 48]], categories=["STAT", "IREQ"])
    >>> 0.04 < poisson_replicates(study, "kappa", resamples=500).se < 0.06
    True
    """
    asked, seed, n = bound(measure), seed_of(rng), resamples
    if not asked.measure.counted or not labelled(study):
        raise NotApplicableError(
            "the Poisson bootstrap works with coefficients of labels, such as κ, π and α"
        )
    result = Replicates(asked.compute(study), np.zeros(0), "items", item_count(study), n, seed)
    parts = []
    if stays_in_engine(study):
        n = min(n, MOST_IN_ENGINE)
        chance, random = IDEAS[asked.measure.chance], np.random.default_rng(seed)
        rows = study.hashed(distance(asked.distance), chance, asked.missing)
        for at in range(0, n, RESAMPLES_IN_ONE_PASS):
            drawn = random.integers(1, PRIME, size=(min(RESAMPLES_IN_ONE_PASS, n - at), 2)).tolist()
            parts.append(rows.sample(drawn).values(chance))
    else:
        sums = sums_of(study, asked)
        if sums is None:
            raise NotApplicableError(f"no Poisson bootstrap of {asked.name} with this distance")
        sums = sums.ordered()
        for size, each in blocks(n, max(sums.rows.shape), seed):
            weights = np.random.default_rng(each).poisson(
                sums.multiplicity, size=(size, len(sums.rows))
            )
            parts.append(sums.value(product(weights.astype(np.float64), sums.rows)))
    values = np.concatenate(parts)
    good = values[np.isfinite(values)]
    return replace(result, resamples=n, values=good, undefined=len(values) - len(good))
