"""Where disagreement on regions comes from: which regions, and which categories for each other."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np

from accord._measure.bound import taking
from accord._measure.structures.region_measures import grouped, region_f1
from accord.infer.why.by_kind_of_part import PartsByCategory
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


def parts_by_category(study: Regions, settings: dict[str, Any]) -> PartsByCategory:
    """Regions by their category."""
    f1 = taking(region_f1, settings)
    # Which regions are the same does not hang on their categories.
    own = {key: value for key, value in f1.settings.items() if key != "typed"}
    met = (
        (one.category, other.category)
        for _, by in grouped(study, **own)
        for one, other in combinations(by.values(), 2)
    )
    return PartsByCategory(
        Counter(r.category for p in study.documents for mine in p.regions for r in mine),
        f1.compute(study).detail["categories"],
        met,
        lambda kind: _only(study, kind),
    )


def _only(study: Regions, kind: str) -> Regions:
    """The study with the regions of one category; images and coders stay."""
    pictures = tuple(
        replace(p, regions=tuple(tuple(r for r in m if r.category == kind) for m in p.regions))
        for p in study.documents
    )
    return replace(study, documents=pictures)
