"""Disputed regions: what coders decided about every region that one of them marked."""

from collections.abc import Iterator

import numpy as np

from accord._measure.structures.region_measures import grouped
from accord.infer.why.disagreements import Decided, Disagreements, of_structures
from accord.kinds.regions.study import Regions


def listed_disagreements(
    study: Regions, measure: None, limit: None, matched: None
) -> Disagreements:
    """Regions that overlap and that not all coders marked alike."""
    return of_structures("region", "categories differ", study, _decided(study))


def _decided(study: Regions) -> Iterator[Decided]:
    """Groups of regions that overlap: the category of each coder."""
    for d, by in grouped(study):
        saw = np.flatnonzero(study.documents[d].seen).tolist()
        if len(saw) > 1:
            yield d, {c: by[c].category if c in by else None for c in saw}, (None, None)
