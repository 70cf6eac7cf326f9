"""Agreement in several dimensions at once: per dimension, on presence, and how they correlate.

Per dimension: coefficients over the items that two coders annotated in it, the number of
annotation pairs #ap, and the ap-ratio #ap / (#pa + #ap), where a partial annotation (#pa) has
one coder of a pair annotating and the other not. Presence: whether to annotate a dimension at
all, as a coefficient of its own. Over all dimensions: β of whole annotations (`global_beta`).

References: geertzen2006.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan
from typing import Any

import numpy as np

from accord._measure.bound import Asked, Bound, bound, taking
from accord._measure.cube.coefficients import kappa
from accord._measure.cube.rows import item_disagreement, steady
from accord._measure.distances.distance import Distance, distance as as_distance
from accord._measure.distances.metric import AnyDistance
from accord._measure.labels.correlation import light_kappa
from accord._measure.labels.global_beta import with_nothing
from accord._measure.labels.kappa_tw import kappa_tw
from accord.engine.any_data import takes_data
from accord.kinds.dimensions.study import Dimensions
from accord.kinds.labels.patterns import Patterns
from accord.model.agreement import Agreement
from accord.model.names import FloatArray
from accord.model.showing import Result, Results


@dataclass(frozen=True, slots=True)
class DimensionAgreement(Result):
    """One row of the table: a dimension, its coefficients, its pairs, its presence.

    :param agreements: One for each measure.
    :param partial: How many pairs have a coder who coded nothing there.

    >>> import accord
    >>> rows = [("u1", "A", "task", "WHQ"), ("u1", "B", "task", "WHQ"),
    ...         ("u2", "A", "task", "YNQ"), ("u2", "B", "task", "CHECK"),
    ...         ("u3", "A", "task", "YNQ"), ("u3", "B", "task", None)]
    >>> task = accord.labels.by_dimension(accord.labels.dimensions(rows))[0]
    >>> task.dimension, task.pairs, task.partial
    ('task', 2, 1)
    """

    _keys = "dimension, agreements, pairs, partial, ap_ratio, presence"
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


@takes_data
def by_dimension(
    study: Dimensions,
    *,
    distance: AnyDistance = "nominal",
    measures: Sequence[Asked] = (light_kappa, kappa_tw),
) -> Results[DimensionAgreement]:
    """The table of agreement per dimension (Geertzen & Bunt 2006, Table 2).

    `measures` are names, functions or entries, or bound to settings; those that take a distance
    get `distance`, over a taxonomy with scopes the one of each dimension. Where nothing can be
    computed the value is nan and says why. Presence is multi-κ of "yes" and "no".

    :param study: A study with dimensions.
    :param distance: The distance between categories.
    :param measures: Names, functions or bound measures.

    References: geertzen2006.

    >>> import accord
    >>> rows = [("u1", "A", "task", "WHQ"), ("u1", "B", "task", "WHQ"),
    ...         ("u2", "A", "task", "YNQ"), ("u2", "B", "task", "CHECK"),
    ...         ("u3", "A", "task", "YNQ"), ("u3", "B", "task", None)]
    >>> row, = accord.labels.by_dimension(accord.labels.dimensions(rows))
    >>> row.pairs, row.partial, round(row.ap_ratio, 2), round(row.agreements[0].value, 2)
    (2, 1, 0.67, 0.33)
    """
    recipe = as_distance(distance)
    rows = [_row(study, name, recipe.within(name), measures) for name in study.names]
    return Results(rows)


def _row(
    study: Dimensions, name: str, recipe: Distance, measures: Sequence[Asked]
) -> DimensionAgreement:
    codings = study[name]
    coded = np.bincount(codings.item, minlength=len(study.items))
    seen = np.bincount(study.seen.item, minlength=len(study.items))
    pairs = int((coded * (coded - 1) // 2).sum())
    agreements = tuple(in_dimension(measure, recipe).compute(codings) for measure in measures)
    return DimensionAgreement(
        name, agreements, pairs, int((coded * (seen - coded)).sum()), kappa(study.presence(name))
    )


def in_dimension(measure: Asked, recipe: Distance) -> Bound:
    """A measure in a dimension: only items that two coders annotated, as in the paper."""
    # What a measure was bound to comes last: whoever says another rule for missing labels means it.
    own = bound(measure).settings
    return taking(measure, {"distance": recipe, "missing": "pairable", **own})


@dataclass(frozen=True, slots=True, eq=False)
class DimensionCorrelations(Result):
    """Pearson's r of every two dimensions; nan where a dimension has no variation.

    :param names: The dimensions.

    >>> import accord
    >>> rows = [(item, coder, name, label)
    ...         for item, name, labels in [("u1", "task", "xy"), ("u1", "turn", "gt"),
    ...                                    ("u2", "task", "xx"), ("u2", "turn", "gg")]
    ...         for coder, label in zip("AB", labels)]
    >>> found = accord.labels.dimension_correlations(accord.labels.dimensions(rows))
    >>> found.names, round(found.r[0, 1].item(), 3)
    (('task', 'turn'), 1.0)
    """

    names: tuple[str, ...]
    r: FloatArray

    def _table(self) -> tuple[Sequence[str], Sequence[Sequence[Any]]]:
        return ("dimension", *self.names), [
            (name, *row) for name, row in zip(self.names, self.r.tolist(), strict=True)
        ]


@takes_data
def dimension_correlations(
    study: Dimensions, *, distance: AnyDistance = "nominal"
) -> DimensionCorrelations:
    """Correlations (Pearson) between the dimensions' disagreements on the same items.

    The disagreement on an item is the mean distance between its coders, "nothing" counting as
    a category. nan where a dimension has no variation.

    :param study: A study with dimensions.
    :param distance: The distance between categories.

    >>> import accord
    >>> rows = [(u, c, d, l) for u, d, labels in (
    ...     ("u1", "task", "xy"), ("u1", "turn", "gt"), ("u2", "task", "xx"), ("u2", "turn", "gg"))
    ...     for c, l in zip("AB", labels)]
    >>> accord.labels.dimension_correlations(accord.labels.dimensions(rows)).r.round(6).tolist()
    [[1.0, 1.0], [1.0, 1.0]]
    """
    recipe = as_distance(distance)
    columns = []
    for name in study.names:
        codings = study.whole(name)
        patterns = Patterns.of(codings)
        counts = patterns.counts.columns(patterns.multiplicity)
        metric = with_nothing(recipe.within(name)).fit(codings.categories, counts, False)
        columns.append(item_disagreement(patterns.counts, metric)[patterns.of_item])
    # With one coder an item has no disagreement, which is not a disagreement of 0.
    compared = np.bincount(study.seen.item, minlength=len(study.items)) > 1
    table = np.array(columns)[:, compared].reshape(len(columns), -1)
    # Sums that do not depend on the order of items, so that r does not either.
    means = [steady(row) / max(table.shape[1], 1) for row in table]
    centred = table - np.reshape(means, (-1, 1))
    products = np.array([[steady(a * b) for b in centred] for a in centred])
    products = products.reshape(len(table), len(table))
    spread = np.sqrt(np.diag(products))
    with np.errstate(invalid="ignore", divide="ignore"):
        matrix = products / np.outer(spread, spread)
    matrix[(spread == 0), :] = nan
    matrix[:, (spread == 0)] = nan
    return DimensionCorrelations(study.names, matrix)
