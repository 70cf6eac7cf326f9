"""The sums over items (or clusters of items) on which a measure rests, if it has any.

Every coefficient of the cube has them, and γ, γ-cat and γ-k: each document has its disorder and
the disorder expected by chance, that of the corpus where chance comes from the corpus (Mathet et
al. 2015, §4.8.2). A resample of documents takes both along: nothing is aligned or sampled again,
and what chance would do is known from all documents.
"""

from typing import Any

import numpy as np

from accord.engine.table_parts import table_of
from accord.errors import NotApplicableError, UnknownNameError
from accord.measure.bound import Bound
from accord.measure.cube.chance import IDEAS
from accord.measure.cube.kernel import Countable, cube_sums
from accord.measure.cube.sums import Sums
from accord.measure.distances.distance import distance
from accord.model.agreement import Agreement
from accord.model.names import FloatArray
from accord.model.study import Study
from accord.model.units.unitizings import Unitizings


def sums_of(
    study: Study | Countable, measure: Bound, known: Agreement | None = None
) -> Sums | None:
    """The sums on which `measure` rests, None where it is not a function of (a few) sums.

    `known` is the measure on the study, where it has been computed.
    """
    if measure.measure.by_document and isinstance(study, Unitizings):
        return _document_sums(study, known or measure.compute(study))
    if not measure.measure.counted or not measure.measure.missing:
        return None
    return cube_sums(study, measure.distance, measure.measure.chance, measure.missing)


def cluster_sums(study: Countable, measure: Bound, column: Any) -> Sums:
    """The sums of clusters, which the engine adds up: the values of a column about items."""
    held = table_of(study, "resamples of clusters")
    if not isinstance(column, str):
        raise NotApplicableError(
            "in an engine, clusters are the values of a column; name the column"
        )
    known = [name for name in held.table.collect_schema().names() if not name.startswith("accord_")]
    if column not in known:
        raise UnknownNameError.of("column or unit to resample over", column, ["items", *known])
    if not measure.measure.counted:
        raise NotApplicableError(f"{measure.name} cannot be resampled by clusters in an engine")
    chance, recipe = IDEAS[measure.measure.chance], distance(measure.distance)
    return held.cluster_sums(recipe, chance, measure.missing, column)


def _document_sums(study: Unitizings, found: Agreement) -> Sums | None:
    """The sums on which a measure of disorder rests; None where it is undefined."""
    pairs = found.detail.get("documents")
    if found.undefined is not None or pairs is None:
        return None
    at = [i for i, c in enumerate(study.continua) if c.seen.sum() > 1 and len(c)]
    rows = np.zeros((len(study.continua), 4))
    for i, both in zip(at, pairs, strict=False):  # interrupted, fewer are known
        for column, value in zip((0, 2), both, strict=True):
            if not np.isnan(value):
                rows[i, column : column + 2] = value, 1.0
    return Sums(rows, np.ones(len(rows)), _of_documents, np.arange(len(rows)))


def _of_documents(sums: FloatArray) -> FloatArray:
    """1 − δ/δ_e from the sums and numbers of both."""
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = (sums[:, 0] / sums[:, 1]) / (sums[:, 2] / sums[:, 3])
    return np.where(np.isfinite(ratio), 1 - ratio, np.nan)
