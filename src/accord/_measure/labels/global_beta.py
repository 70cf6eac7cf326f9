"""β_g: agreement on whole annotations, all dimensions of an item together."""

from collections.abc import Mapping
from dataclasses import replace
from math import isnan, nan
from typing import Annotated, Any

import numpy as np

from accord._measure.cube.coefficients import beta
from accord._measure.distances.distance import Distance, Metric, distance as as_distance
from accord.errors import AccordError, UnknownNameError
from accord.kinds.dimensions.study import NOTHING, Dimensions
from accord.model.agreement import Agreement
from accord.model.names import FloatArray, IntArray, Names
from accord.words.said import said

_Weights = Annotated[
    Mapping[str, float] | str | None, "Weights of the dimensions, e.g. task=2,turn=0.5 (others 1)."
]


def global_beta(
    study: Dimensions, *, distance: Any, dimension_weights: _Weights = None
) -> Agreement:
    """β_g: agreement on whole annotations, all dimensions of an item together.

    The distance of two annotations is the weighted sum of their distances in the dimensions,
    where annotating a dimension against leaving it out is a full disagreement. Chance is one
    distribution for each coder. Both are linear in the dimensions, so
    β_g = 1 − Σ_d w_d D_o,d / Σ_d w_d D_e,d.

    `dimension_weights` is a mapping, or text like "task=2,turn=0.5"; dimensions that are not
    named weigh 1. This makes precise what the paper proposes at its end.
    Undefined where codings do not vary in any dimension. References: geertzen2006.

    >>> import accord
    >>> rows = [("u1", "A", "task", "WHQ"), ("u1", "B", "task", "WHQ"),
    ...         ("u2", "A", "task", "YNQ"), ("u2", "B", "task", "CHECK"),
    ...         ("u1", "A", "turn", "GIVE"), ("u1", "B", "turn", "GIVE")]
    >>> round(
    ...     accord.labels.global_beta(accord.labels.dimensions(rows), distance="nominal").value, 4
    ... )
    0.6
    """
    recipe, weights = as_distance(distance), _weights(study, dimension_weights)
    parts = {
        name: beta(study.whole(name), distance=with_nothing(recipe.within(name)))
        for name in study.names
    }
    total = sum(weights.values())
    observed = sum(weights[name] * _number(part.observed) for name, part in parts.items())
    expected = sum(weights[name] * _number(part.expected) for name, part in parts.items())
    stated = ",".join(f"{name}={weight:g}" for name, weight in weights.items() if weight != 1)
    settings = {"d": recipe.name, "w": stated or "equal"}
    result = Agreement(
        "global_beta",
        "β_g",
        observed / total if total else nan,
        expected / total if total else nan,
        settings,
        study.counts(),
        detail={"dimensions": parts, "weights": weights},
    )
    if not expected > 0:
        reasons = [part.undefined for part in parts.values() if part.undefined]
        return replace(result, undefined=reasons[0] if reasons else said("undefined.no-dimensions"))
    return result


def with_nothing(recipe: Distance) -> Distance:
    """The same distance with one more category, NOTHING, far from all others."""

    def fit(categories: Names, counts: FloatArray, declared: bool) -> Metric:
        at = categories.index(NOTHING)
        others = np.delete(np.arange(len(categories)), at)
        inner = recipe.fit(categories.take(others), counts[others], declared)
        far = inner.unit or inner.largest() or 1.0
        place = np.arange(len(categories)) - (np.arange(len(categories)) > at)
        place[at] = 0

        def between(k: IntArray, l: IntArray) -> FloatArray:
            k, l = np.asarray(k), np.asarray(l)
            if not len(others):
                return np.zeros(np.broadcast_shapes(k.shape, l.shape))
            d = inner.between(place[k], place[l])
            return np.where((k == at) & (l == at), 0.0, np.where((k == at) | (l == at), far, d))

        return Metric(len(categories), between, unit=inner.unit)

    return replace(recipe, fit=fit, positions=None)


def _number(value: float | None) -> float:
    return 0.0 if value is None or isnan(value) else value


def _weights(study: Dimensions, given: _Weights) -> dict[str, float]:
    if isinstance(given, str):
        pairs = [part.rpartition("=") for part in given.split(",") if part.strip()]
        try:
            given = {name.strip(): float(weight) for name, _, weight in pairs}
        except ValueError:
            raise AccordError(
                f"weights of dimensions are written task=2,turn=0.5; found {given!r}"
            ) from None
    for name, weight in (given or {}).items():
        if name not in study.studies:
            raise UnknownNameError.of("dimension", name, study.names)
        if not weight >= 0:
            raise AccordError(f"the weight of {name!r} is {weight}; weights must be at least 0")
    return {name: float((given or {}).get(name, 1.0)) for name in study.names}
