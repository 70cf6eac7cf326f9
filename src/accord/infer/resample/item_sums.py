"""The sums over items (or clusters of items) on which a measure rests, if it has any.

Every coefficient of the cube has them, and so have α and its kin on chains, whose chance stays
within the document, B and S corrected for chance, and γ, γ-cat and γ-k: each document has its
disorder and
the disorder expected by chance, that of the corpus where chance comes from the corpus (Mathet et
al. 2015, §4.8.2). A resample of documents takes both along: nothing is aligned or sampled again,
and what chance would do is known from all documents.

A resample of n items adds up n draws; with very many items in every sum these sums are normal,
with mean and covariance that the study itself gives exactly. Then a resample costs one draw for
each sum, not one for each item. What this normal limit leaves out is skewness; how much of it the
coefficient would have follows, to first order, from its leave-one-out values. Where that is more
than the noise of the draws themselves would hide, items are drawn.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from accord._measure.bound import Bound
from accord._measure.cube.chance import IDEAS
from accord._measure.cube.kernel import Countable, cube_sums, itemized, only_counts
from accord._measure.cube.sums import LARGEST, Sums
from accord._measure.distances.distance import distance
from accord.errors import NotApplicableError, UnknownNameError
from accord.kinds.kind import kind_of
from accord.model.agreement import Agreement
from accord.model.names import NEARLY_ZERO, FloatArray, IntArray
from accord.model.study import Study


def sums_of(
    study: Study | Countable, measure: Bound, known: Agreement | None = None
) -> Sums | None:
    """The sums on which `measure` rests, None where it is not a function of (a few) sums.

    `known` is the measure on the study, where it has been computed.
    """
    if measure.measure.by_document and not only_counts(study):
        return _document_sums(itemized(study, "sums"), known or measure.compute(study))
    if not measure.measure.counted or not measure.measure.missing:
        return None
    return cube_sums(study, measure.distance, measure.measure.chance, measure.missing)


def cluster_sums(study: Countable, measure: Bound, column: Any) -> Sums:
    """The sums of clusters, which the engine adds up: the values of a column about items."""
    from accord.engine.table_parts import table_in_engine

    held = table_in_engine(study, "resamples of clusters")
    if not isinstance(column, str):
        raise NotApplicableError(
            "in an engine, clusters are the values of a column; name the column"
        )
    known = [name for name in held.table.collect_schema().names() if not name.startswith("accord_")]
    if column not in known:
        raise UnknownNameError.of("column to resample over", column, ["items", *known])
    if not measure.measure.counted:
        raise NotApplicableError(f"{measure.name} cannot be resampled by clusters in an engine")
    chance, recipe = IDEAS[measure.measure.chance], distance(measure.distance)
    return held.cluster_sums(recipe, chance, measure.missing, column)


def _document_sums(study: Study, found: Agreement) -> Sums | None:
    """The sums of documents on which a measure rests; None where it is undefined or has none."""
    pairs = found.detail.get("documents")
    if found.undefined is not None or pairs is None:
        return None
    sums_of_documents = kind_of(study).ability("sums_of_documents")
    if sums_of_documents is None:
        return None
    sums: Sums | None = sums_of_documents(study, pairs)
    return sums


def of_documents(rows: FloatArray) -> Sums:
    """The sums of a measure 1 − δ/δ_e: of each document δ and δ_e, with their weights."""
    return Sums(rows, np.ones(len(rows)), _of_documents, np.arange(len(rows))).ordered()


def of_edits(parts: FloatArray) -> Sums | None:
    """The sums of edits: document × (the study, then shuffled copies) × pair of coders × (weight,
    what could have matched); None where they are too many to hold for every document."""
    if parts.size > LARGEST:
        return None
    shape = parts.shape[1:]

    def value(sums: FloatArray) -> FloatArray:
        edits = sums.reshape(len(sums), *shape)
        with np.errstate(divide="ignore", invalid="ignore"):
            lost = edits[..., 0] / edits[..., 1]  # resample × copy × pair
            there = np.isfinite(lost)
            each = np.where(there, lost, 0.0).sum(axis=-1) / there.sum(axis=-1)
            known = np.isfinite(each[:, 1:])
            expected = np.where(known, each[:, 1:], 0.0).sum(axis=-1) / known.sum(axis=-1)
            ratio = each[:, 0] / np.where(expected > NEARLY_ZERO, expected, np.nan)
        return np.where(np.isfinite(ratio), 1 - ratio, np.nan)

    rows = parts.reshape(len(parts), -1)
    return Sums(rows, np.ones(len(rows)), value, np.arange(len(rows))).ordered()


def _of_documents(sums: FloatArray) -> FloatArray:
    """1 − δ/δ_e from the sums and numbers of both."""
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = (sums[:, 0] / sums[:, 1]) / (sums[:, 2] / sums[:, 3])
    return np.where(np.isfinite(ratio), 1 - ratio, np.nan)


SKEWNESS = 0.02
"""The most skewness that is left out: it moves a limit of 95% by 1% of a standard error, and a
thousand draws leave it uncertain by 8%."""

DRAWS = 1_000_000_000
"""With fewer draws of (kinds of) items in all resamples, about a minute, items are drawn."""

WIDEST_COVARIANCE = 2_000
"""The most sums whose covariance is made."""


@dataclass(frozen=True, slots=True, eq=False)
class _Limit:
    """The normal distribution of a study's sums under resampling: mean, and a root of the
    covariance (columns that do not vary left out)."""

    sums: Sums
    mean: FloatArray
    root: FloatArray  # varying columns × dimensions
    varying: IntArray

    def values(self, n: int, seed: int) -> Iterator[FloatArray]:
        """The coefficient on n resamples, in blocks."""
        size = 4096
        seeds = np.random.SeedSequence(seed).spawn(-(-n // size))
        for at, each in zip(range(0, n, size), seeds, strict=True):
            rng = np.random.default_rng(each)
            drawn = np.repeat(self.mean[None, :], min(size, n - at), axis=0)
            standard = rng.standard_normal((len(drawn), self.root.shape[1]))
            drawn[:, self.varying] += standard @ self.root.T
            yield self.sums.value(drawn)


def normal_limit(sums: Sums, n: int) -> _Limit | None:
    """The limit, None where items are too few for it, or few enough to be drawn n times."""
    kinds, width = sums.rows.shape
    each = kinds if sums.units > 10 * kinds else sums.units
    if n * each < DRAWS or width > WIDEST_COVARIANCE or not _skewness(sums) < SKEWNESS:
        return None
    mean = sums.total
    centred = sums.rows - mean / sums.units
    weighted = centred * sums.multiplicity[:, None]
    covariance = centred.T @ weighted
    spread = np.diag(covariance)
    varying = np.flatnonzero(spread > 1e-18 * np.maximum(mean**2, 1e-300))
    # An order that does not depend on the order of coders and categories.
    keys = (covariance[1, varying], covariance[0, varying], mean[varying], spread[varying])
    order = varying[np.lexsort([np.round(key, 6) for key in keys])]
    return _Limit(sums, mean, _root(covariance[np.ix_(order, order)]), order)


def _skewness(sums: Sums) -> float:
    """The skewness of the resampled coefficient, to first order; nan where it is undefined."""
    left = sums.leave_one_out()
    apart = sums.multiplicity @ left / sums.units - left
    spread = float(sums.multiplicity @ apart**2)
    return abs(float(sums.multiplicity @ apart**3)) / spread**1.5 if spread > 0 else np.nan


def _root(covariance: FloatArray) -> FloatArray:
    """L with L L′ = covariance, triangular; sums may depend on each other (shares add up)."""
    scale = np.sqrt(np.diag(covariance))
    correlation = covariance / scale[:, None] / scale[None, :]
    lifted = correlation + 1e-10 * np.eye(len(scale))
    return np.asarray(scale[:, None] * np.linalg.cholesky(lifted))
