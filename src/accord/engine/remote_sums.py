"""Intervals for codings that stay in their engine: a bootstrap over groups of items.

The engine puts each item into one of 1000 groups by a hash of its name and adds up each
group's sums; groups are then drawn with replacement here. All that a coefficient rests on are
sums over items, so groups of items vary as items do, and only groups × sums travel. Clusters
(documents) are groups of their own; very many clusters are put into 1000 groups by their hash.
"""

from typing import Any

import numpy as np

from accord.engine.groups import grouped
from accord.engine.remote import GROUP, Remote
from accord.engine.remote_cube import placed
from accord.engine.tally import Tally
from accord.errors import NotApplicableError, UnknownNameError
from accord.infer.resample.sums import (
    CHANCE,
    Sums,
    Values,
    frequencies_expected,
    moments_expected,
    ratio,
)
from accord.measure.bound import Bound
from accord.measure.distances.distance import distance
from accord.model.names import FloatArray, Names

GROUPS = 1000
CLUSTERS = 5000
"""The most clusters that are taken one by one."""

MOST = 4_000_000
"""The most sums that are brought back."""


def remote_sums(
    study: Remote, by_chance: str | None, missing: str, given: Any, cluster: str | None = None
) -> Sums:
    """The sums of random groups of items, or of clusters of items, as units to draw from."""
    recipe = distance(given)
    blocks: Names | None = study.coders if by_chance == "per coder" else None
    coders = 1 if blocks is None else len(blocks)
    rows = study.sized(missing, cluster)
    if cluster is None:
        rows = grouped(rows, GROUPS)
    else:
        rows = study.clustered(rows, cluster)
        if study.distinct(cluster) > CLUSTERS:
            rows = grouped(rows.drop(GROUP), GROUPS, cluster)
    expected: Values | None
    if recipe.name == "nominal":
        totals = study.by_names(rows, blocks, MOST)
        metric = recipe.fit(Names(range(totals.basis.shape[2])), np.zeros(0), False)
        expected = None if by_chance is None else frequencies_expected(metric, by_chance, coders)
        if by_chance in ("uniform", "occasional") and metric.size != len(study.categories):
            raise NotApplicableError("declared categories that nobody used: no interval in engines")
    else:
        if by_chance in ("uniform", "occasional"):
            raise NotApplicableError(f"no interval with distance {recipe.name!r} in engines")
        rows, points = placed(rows, recipe.name)
        totals = study.by_points(rows, points, blocks)
        expected = None
        if by_chance is not None:
            expected = moments_expected(by_chance, coders, totals.basis.shape[2])
    used = totals.number > 0
    head = np.stack([totals.weight, totals.disagreement, totals.number], axis=1)
    body = totals.basis.reshape(len(head), -1)
    table = np.concatenate([head, body], axis=1)[used]
    floor = 1.0 if recipe.name == "nominal" else 0.0
    constant = 1 - 1 / max(len(study.categories), 1)

    def value(sums: FloatArray) -> FloatArray:
        with np.errstate(divide="ignore", invalid="ignore"):
            observed = np.where(sums[:, 0] > 0, sums[:, 1] / sums[:, 0], np.nan)
            if expected is None:
                return np.asarray(1.0 - observed)
            by = np.full(len(sums), constant) if by_chance == "uniform" else expected(sums)
            return ratio(observed, by, floor)

    return Sums(table, np.ones(len(table)), value, np.arange(len(table)))


def cluster_sums(study: Tally | Remote, measure: Bound, column: Any) -> Sums:
    """The sums of clusters, which the engine adds up: the values of a column about items."""
    held = study if isinstance(study, Remote) else study.held
    if held is None:
        raise NotApplicableError(
            "these counts do not say which items belong together; measure the table that was "
            "counted to resample clusters"
        )
    if not isinstance(column, str):
        raise NotApplicableError("clusters in an engine are the values of a column; name it")
    known = [name for name in held.table.collect_schema().names() if not name.startswith("accord_")]
    if column not in known:
        raise UnknownNameError.of("column or unit to resample over", column, ["items", *known])
    if measure.name not in CHANCE:
        raise NotApplicableError(f"{measure.name} cannot be resampled by clusters in an engine")
    return remote_sums(held, CHANCE[measure.name], measure.missing, measure.distance, column)
