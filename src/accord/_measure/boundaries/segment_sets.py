"""α over segments: every place is labelled with its segment, and segments are compared as sets.

Artstein & Poesio (2005, §4.4) note that coders agree on the bulk of a segment and differ on its
borders, and suggest a weighted coefficient with a distance between sets, Dice or Jaccard:

    A   |-----------|---------|      the segment of place 4 is {0 … 5} by A,
    B   |-------|-------------|      and {4 … 10} by B: two places in common

They do not say what chance is. Labels of other places would hardly ever overlap, so that coders who
guess would score above 0; here it is each coder's segments in a random order.
"""

from itertools import combinations
from math import fsum
from typing import Annotated, Literal

import numpy as np

from accord._measure.boundaries.shuffled import Samples, ShuffledThings, corrected
from accord._measure.sampling_settings import Seed
from accord.errors import UnknownNameError
from accord.kinds.boundaries.parts import Segmentation
from accord.kinds.boundaries.study import Segmentations
from accord.model.agreement import Agreement
from accord.model.names import FloatArray
from accord.words.said import said

Sets = Literal["dice", "jaccard"]

OverlapBy = Annotated[Sets, "α of segments: how segments are compared, dice or jaccard."]


def segment_alpha(
    study: Segmentations,
    *,
    overlap_by: OverlapBy = "dice",
    chance: ShuffledThings = "segments",
    samples: Samples = 100,
    rng: Seed = 0,
) -> Agreement:
    """α over segments: the segments of two coders at a place, compared by Dice or Jaccard.

    D_o is the mean over places of 1 − 2|A ∩ B|/(|A| + |B|) (Jaccard: 1 − |A ∩ B|/|A ∪ B|) of the
    two segments that hold the place; a document counts by its length and its coders. Chance: the
    mean over shuffled copies, of segments or of places (`chance`). Near misses at the border of a
    long segment cost little. Undefined where no document has two coders, or where shuffling changes
    nothing. References: artstein2005.

    >>> import accord
    >>> study = accord.Segmentations.from_masses({"d": {"A": [6, 5], "B": [4, 7]}})
    >>> round(accord.boundaries.segment_alpha(study).D_o, 4)
    0.2744
    """
    if overlap_by not in ("dice", "jaccard"):
        raise UnknownNameError.of("comparison of segments", overlap_by, ["dice", "jaccard"])
    return corrected(
        study, _apart, {"overlap_by": overlap_by}, chance, samples, rng, ("segment_alpha", "α_seg")
    )


def _apart(study: Segmentations, *, overlap_by: Sets) -> Agreement:
    """The mean distance of two coders' segments, over places."""
    weights, distances = [], []
    for document in study.documents:
        coders = np.flatnonzero(document.seen).tolist()
        if len(coders) < 2 or not document.length:
            continue
        own = {coder: _segments(document, coder) for coder in coders}
        apart = [_distance(own[a], own[b], overlap_by) for a, b in combinations(coders, 2)]
        weights.append(float(document.length * len(coders)))
        distances.append(weights[-1] * fsum(apart) / len(apart))
    settings = {"d": overlap_by}
    total = fsum(weights)
    observed = fsum(distances) / total if total else np.nan
    result = Agreement("segment_overlap", "1 − d", observed, None, settings, study.counts())
    if total:
        return result
    why = said("undefined.no-document-seen-two-coders-2")
    return Agreement(
        "segment_overlap", "1 − d", np.nan, None, settings, study.counts(), undefined=why
    )


def _segments(document: Segmentation, coder: int) -> FloatArray:
    """The borders of a coder's segments, with both ends."""
    places = np.unique(document.place[document.coder == coder])
    return np.concatenate([[0.0], places, [float(document.length)]])


def _distance(one: FloatArray, other: FloatArray, overlap_by: Sets) -> float:
    """The mean over places: between two borders of either the two segments are the same."""
    cuts = np.union1d(one, other)
    size = np.diff(cuts)  # of each intersection of a segment with one of the other
    a, b = (
        np.diff(borders)[np.searchsorted(borders, cuts[:-1], side="right") - 1]
        for borders in (one, other)
    )
    alike = 2 * size / (a + b) if overlap_by == "dice" else size / (a + b - size)
    return float(fsum((size * (1 - alike)).tolist()) / size.sum())
