"""γ, γ-cat and γ-k as functions of sums over documents.

Each document has its disorder and the disorder expected by chance, that of the corpus where
chance comes from the corpus (Mathet et al. 2015, §4.8.2). A resample of documents takes both
along: nothing is aligned or sampled again, and what chance would do is known from all documents.
"""

import numpy as np

from accord.infer.resample.sums import Sums
from accord.measure.bound import Bound
from accord.model.names import FloatArray
from accord.model.units.unitizings import Unitizings


def document_sums(study: Unitizings, measure: Bound) -> Sums | None:
    """The sums on which a measure of disorder rests; None where it is undefined."""
    found = measure.compute(study)
    pairs = found.detail.get("documents")
    if found.undefined is not None or pairs is None:
        return None
    at = [i for i, c in enumerate(study.continua) if c.seen.sum() > 1 and len(c)]
    rows = np.zeros((len(study.continua), 4))
    for i, both in zip(at, pairs, strict=False):  # interrupted, fewer are known
        for column, value in zip((0, 2), both, strict=True):
            if not np.isnan(value):
                rows[i, column : column + 2] = value, 1.0
    return Sums(rows, np.ones(len(rows)), _value, np.arange(len(rows)))


def _value(sums: FloatArray) -> FloatArray:
    """1 − δ/δ_e from the sums and numbers of both."""
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = (sums[:, 0] / sums[:, 1]) / (sums[:, 2] / sums[:, 3])
    return np.where(np.isfinite(ratio), 1 - ratio, np.nan)
