"""F1, precision and recall of boundaries at the same place."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from math import isnan, nan

import numpy as np

from accord._measure.boundaries.windows import BoundaryType, at_level
from accord._measure.by_document import BY_PAIRS, PairSums, mean_known, mean_over_pairs
from accord.kinds.boundaries.study import Segmentations
from accord.model.agreement import Agreement
from accord.model.names import FloatArray
from accord.words.said import said


def boundary_f1(study: Segmentations, *, boundary_type: BoundaryType = None) -> Agreement:
    """F1 of boundaries: one is found if the other coder has one at the same place.

    F1 = 2 · common / (boundaries of one + boundaries of the other) over all documents that both
    saw, the mean over pairs of coders; a near miss counts as two errors, and nothing is corrected
    for chance. `detail["pairs"]` has recall and precision in both directions, the first coder being
    the reference: (A, B) has the share of A's boundaries that B has (recall), and of B's that A has
    (precision). Undefined where no pair placed a boundary. References: passonneau1993,
    hripcsak2005.

    >>> import accord
    >>> study = accord.Segmentations.from_masses({"d": {"A": [2, 3, 3], "B": [2, 6]}})
    >>> found = accord.boundaries.boundary_f1(study)
    >>> round(found.value, 4), found.detail["pairs"]["A", "B"]
    (0.6667, {'recall': 0.5, 'precision': 1.0, 'f1': 0.6666666666666666})
    """
    _, level = at_level("boundary_f1", study, boundary_type)
    table = common_boundaries(study, boundary_type=boundary_type)
    sums = table.totals()
    f1 = _f1(sums)
    pairs = {}
    for (i, j), row, score in zip(table.pairs.tolist(), sums.tolist(), f1.tolist(), strict=True):
        common, one, other = row
        recall, precision = (common / n if n else nan for n in (one, other))
        a, b = study.coders[i], study.coders[j]
        pairs[a, b] = {"recall": recall, "precision": precision, "f1": score}
        pairs[b, a] = {"recall": precision, "precision": recall, "f1": score}
    value = mean_known(f1)
    why = said("undefined.no-two-coders-saw-document-one-them-placed")
    told = {**level, **BY_PAIRS}
    result = Agreement("boundary_f1", "F1_b", 1.0 - value, None, told, study.counts())
    return replace(result, undefined=why if isnan(value) else None, detail={"pairs": pairs})


def common_boundaries(study: Segmentations, *, boundary_type: BoundaryType = None) -> PairSums:
    """The boundaries that every two coders share in every document, and how many each has."""
    study, _ = at_level("boundary_f1", study, boundary_type)

    def found() -> Iterator[tuple[int, int, int, tuple[float, ...]]]:
        for at, document in enumerate(study.documents):
            saw = np.flatnonzero(document.seen).tolist()
            of = {c: document.boundaries(c) for c in saw}
            for i, j in combinations(saw, 2):
                common = len(np.intersect1d(of[i], of[j]))
                yield at, i, j, (common, len(of[i]), len(of[j]))

    return PairSums.found(len(study.documents), found(), 3, mean_over_pairs(_f1))


def _f1(sums: FloatArray) -> FloatArray:
    both = sums[..., 1] + sums[..., 2]
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(both > 0, 2 * sums[..., 0] / both, nan)
