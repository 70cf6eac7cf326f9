"""Sums of groups of items that stay in their engine, as units to draw from.

The engine puts each item into one of 1000 groups by a hash of its name and adds up each
group's sums; groups are then drawn with replacement here. All that a coefficient rests on are
sums over items, so groups of items vary as items do, and only groups × sums travel. Clusters
(documents) are groups of their own; very many clusters are put into 1000 groups by their hash.
"""

from typing import Any

import numpy as np

from accord.engine.lazy_rows import by_names, by_points, placed
from accord.errors import NotApplicableError
from accord.measure.cube.chance import Chance, frequencies, moments
from accord.measure.cube.sums import Sums, sums_by_columns
from accord.measure.distances.metric import Distance
from accord.model.names import Names

MOST = 4_000_000
"""The most sums that are brought back."""


def group_sums(rows: Any, recipe: Distance, chance: Chance, coders: Names, categories: int) -> Sums:
    """The sums of each group of rows, for a study of so many categories."""
    blocks = coders if chance.by_coder else None
    if recipe.name == "nominal":
        totals = by_names(rows, blocks, MOST)
        width = totals.basis.shape[2]
        if chance.of_scale and width != categories:
            raise NotApplicableError(
                "no interval in an engine where declared categories were never used"
            )
        metric = recipe.fit(Names(range(width)), np.zeros(width), False)
        form = frequencies(metric)
    elif chance.of_scale:
        raise NotApplicableError(f"no interval with distance {recipe.name!r} in engines")
    else:
        rows, points = placed(rows, recipe.name)
        totals = by_points(rows, points, blocks)
        form = moments()
    head = np.stack([totals.weight, totals.disagreement, totals.number], axis=1)
    columns = np.concatenate([head, totals.basis.reshape(len(head), -1)], axis=1)
    columns = columns[totals.number > 0]
    units, coded = np.arange(len(columns)), 1 if blocks is None else len(blocks)
    return sums_by_columns(columns, np.ones(len(columns)), units, chance, coded, form)
