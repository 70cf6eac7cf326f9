"""Where disagreement on several dimensions comes from: which items, in each dimension."""

from dataclasses import replace

import numpy as np

from accord._measure.bound import Asked
from accord._measure.distances.distance import distance as distance_of
from accord.infer.why.disagreements import Disagreement, Disagreements, heaviest_first
from accord.kinds.dimensions.study import Dimensions
from accord.kinds.labels.causes import disagreements_of_labels, recommended_alpha
from accord.model.names import BoolArray


def listed_disagreements(
    study: Dimensions, measure: Asked | None, limit: int | None, matched: None
) -> Disagreements:
    """Items on which coders chose different labels, in each dimension."""
    asked = recommended_alpha(study, measure)
    rows: list[Disagreement] = []
    at: list[int] = []
    place = {item: n for n, item in enumerate(study.items)}
    compared = [0] * len(place)
    for name in study.names:
        within = asked.with_(distance=distance_of(asked.distance).within(name))
        of_one = disagreements_of_labels(study[name], within, limit)
        for item, could in zip(study[name].items, of_one.compared.tolist(), strict=True):
            compared[place[item]] += could
        rows += [replace(row, kind=name) for row in of_one]
        at += [place[row.item] for row in of_one]
    seen: BoolArray = np.zeros((len(study.items), len(study.coders)), dtype=bool)
    seen[study.seen.item, study.seen.who()] = True
    return heaviest_first("annotation", study, compared, rows, at, seen)
