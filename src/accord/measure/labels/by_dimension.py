"""Agreement in several dimensions at once: per dimension, on presence, over all of them.

Per dimension: coefficients over the items that two coders annotated in it, the number of
annotation pairs #ap, and the ap-ratio #ap / (#pa + #ap), where a partial annotation (#pa) has
one coder of a pair annotating and the other not. Presence: whether to annotate a dimension at
all, as a coefficient of its own. Over all dimensions: β of whole annotations.

References: geertzen2006.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from inspect import signature
from math import isnan, nan
from typing import Annotated, Any

import numpy as np

from accord.errors import AccordError, UnknownNameError
from accord.measure.cube.coefficients import beta, kappa
from accord.measure.cube.rows import item_disagreement
from accord.measure.distances.distance import Distance, Metric, distance as as_distance
from accord.measure.entry import Leads, Measure
from accord.measure.labels.correlation import light_kappa
from accord.measure.labels.kappa_tw import kappa_tw
from accord.model.agreement import Agreement
from accord.model.codings.codings import Codings
from accord.model.codings.dimensions import NOTHING, Dimensions
from accord.model.codings.patterns import Patterns
from accord.model.names import FloatArray, IntArray, Names
from accord.model.showing import Result, picked

Compute = Callable[..., Agreement]
Weights = Annotated[
    Mapping[str, float] | str | None, "Weights of the dimensions, e.g. task=2,turn=0.5 (others 1)."
]


@dataclass(frozen=True, slots=True)
class DimensionAgreement(Result):
    """One row of the table: a dimension, its coefficients, its pairs, its presence."""

    dimension: str
    agreements: tuple[Agreement, ...]
    pairs: int
    partial: int
    presence: Agreement

    @property
    def ap_ratio(self) -> float:
        """#ap / (#pa + #ap); nan where nobody annotated the dimension."""
        both = self.pairs + self.partial
        return self.pairs / both if both else nan

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return picked(self, "dimension agreements pairs partial ap_ratio presence")


def by_dimension(
    study: Dimensions,
    *,
    distance: Any = "nominal",
    measures: Sequence[Compute] = (light_kappa, kappa_tw),
) -> list[DimensionAgreement]:
    """The table of agreement per dimension (Geertzen & Bunt 2006, Table 2).

    `measures` are functions of the catalogue; those that take a distance get `distance`, over
    a taxonomy with scopes the one of each dimension. Where nothing can be computed the value
    is nan and says why. Presence is multi-κ of "yes" and "no". References: geertzen2006.

    >>> from accord.model.codings.dimensions import dimensions
    >>> rows = [("u1", "A", "task", "WHQ"), ("u1", "B", "task", "WHQ"),
    ...         ("u2", "A", "task", "YNQ"), ("u2", "B", "task", "CHECK"),
    ...         ("u3", "A", "task", "YNQ"), ("u3", "B", "task", None)]
    >>> row, = by_dimension(dimensions(rows))
    >>> row.pairs, row.partial, round(row.ap_ratio, 2), round(row.agreements[0].value, 2)
    (2, 1, 0.67, 0.33)
    """
    recipe = as_distance(distance)
    return [_row(study, name, recipe.within(name), measures) for name in study.names]


def _row(
    study: Dimensions, name: str, recipe: Distance, measures: Sequence[Compute]
) -> DimensionAgreement:
    codings = study[name]
    coded = np.bincount(codings.item, minlength=len(study.items))
    seen = np.bincount(study.seen.item, minlength=len(study.items))
    pairs = int((coded * (coded - 1) // 2).sum())
    agreements = tuple(_computed(measure, codings, recipe) for measure in measures)
    return DimensionAgreement(
        name, agreements, pairs, int((coded * (seen - coded)).sum()), kappa(study.presence(name))
    )


def _computed(compute: Compute, codings: Codings, recipe: Distance) -> Agreement:
    return compute(codings, **settings_of(compute, recipe))


def settings_of(compute: Compute, recipe: Distance) -> dict[str, Any]:
    """What a measure gets in a dimension: only items that two coders annotated, as in the paper."""
    takes = signature(compute).parameters
    settings: dict[str, Any] = {"distance": recipe} if "distance" in takes else {}
    return settings | ({"missing": "pairable"} if "missing" in takes else {})


def global_beta(
    study: Dimensions, *, distance: Any, dimension_weights: Weights = None
) -> Agreement:
    """β_g: agreement on whole annotations, all dimensions of an item together.

    The distance of two annotations is the weighted sum of their distances in the dimensions,
    where annotating a dimension against leaving it out is a full disagreement. Chance is one
    distribution for each coder. Both are linear in the dimensions, so
    β_g = 1 − Σ_d w_d D_o,d / Σ_d w_d D_e,d.

    `dimension_weights` is a mapping, or text like "task=2,turn=0.5"; dimensions that are not
    named weigh 1. This makes precise what the paper proposes at its end.
    Undefined where nobody varies in any dimension. References: geertzen2006.

    >>> from accord.model.codings.dimensions import dimensions
    >>> rows = [("u1", "A", "task", "WHQ"), ("u1", "B", "task", "WHQ"),
    ...         ("u2", "A", "task", "YNQ"), ("u2", "B", "task", "CHECK"),
    ...         ("u1", "A", "turn", "GIVE"), ("u1", "B", "turn", "GIVE")]
    >>> round(global_beta(dimensions(rows), distance="nominal").value, 4)
    0.6
    """
    recipe, weights = as_distance(distance), _weights(study, dimension_weights)
    parts = {
        name: beta(study.whole(name), distance=_with_nothing(recipe.within(name)))
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
        return replace(result, undefined=reasons[0] if reasons else "there are no dimensions")
    return result


@dataclass(frozen=True, slots=True, eq=False)
class DimensionCorrelations(Result):
    """Pearson's r of every two dimensions; nan where a dimension has no variation."""

    names: tuple[str, ...]
    r: FloatArray


def dimension_correlations(
    study: Dimensions, *, distance: Any = "nominal"
) -> DimensionCorrelations:
    """Correlations (Pearson) between the dimensions' disagreements on the same items.

    The disagreement on an item is the mean distance between its coders, "nothing" counting as
    a category. nan where a dimension has no variation.

    >>> from accord.model.codings.dimensions import dimensions
    >>> rows = [(u, c, d, l) for u, d, labels in (
    ...     ("u1", "task", "xy"), ("u1", "turn", "gt"), ("u2", "task", "xx"), ("u2", "turn", "gg"))
    ...     for c, l in zip("AB", labels)]
    >>> dimension_correlations(dimensions(rows)).r.round(6).tolist()
    [[1.0, 1.0], [1.0, 1.0]]
    """
    recipe = as_distance(distance)
    columns = []
    for name in study.names:
        codings = study.whole(name)
        patterns = Patterns.of(codings)
        counts = patterns.counts.columns(patterns.multiplicity)
        metric = _with_nothing(recipe.within(name)).fit(codings.categories, counts, False)
        columns.append(item_disagreement(patterns.counts, metric)[patterns.of_item])
    compared = np.bincount(study.seen.item, minlength=len(study.items)) > 1
    table = np.array(columns)[:, compared].reshape(len(columns), -1)
    centred = table - table.mean(axis=1, keepdims=True) if table.size else table
    spread = np.sqrt((centred**2).sum(axis=1))
    with np.errstate(invalid="ignore", divide="ignore"):
        matrix = centred @ centred.T / np.outer(spread, spread)
    matrix[(spread == 0), :] = nan
    matrix[:, (spread == 0)] = nan
    return DimensionCorrelations(study.names, matrix)


def _with_nothing(recipe: Distance) -> Distance:
    """The same distance with one more category, NOTHING, far from all others."""

    def fit(categories: Names, counts: FloatArray, declared: bool) -> Metric:
        inner = recipe.fit(categories[:-1], counts[:-1], declared)
        far, last = inner.unit or inner.largest() or 1.0, len(categories) - 1
        assert categories[last] == NOTHING

        def between(k: IntArray, l: IntArray) -> FloatArray:
            k, l = np.asarray(k), np.asarray(l)
            if not last:
                return np.zeros(np.broadcast_shapes(k.shape, l.shape))
            d = inner.between(np.minimum(k, last - 1), np.minimum(l, last - 1))
            return np.where(
                (k == last) & (l == last), 0.0, np.where((k == last) | (l == last), far, d)
            )

        return Metric(len(categories), between, unit=inner.unit)

    return replace(recipe, fit=fit, positions=None)


def _number(value: float | None) -> float:
    return 0.0 if value is None or isnan(value) else value


def _weights(study: Dimensions, given: Weights) -> dict[str, float]:
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


ENTRIES: tuple[Measure, ...] = (
    Measure(
        global_beta,
        "β_g",
        Dimensions,
        "β of whole annotations, all dimensions together",
        also=("global agreement over dimensions", "multidimensional agreement"),
        chance="per coder",
        because="β_g compares whole annotations, all dimensions of an item together, and is "
        "corrected for chance in each.",
        leads=Leads(reliability=1, validity=1),
    ),
)
