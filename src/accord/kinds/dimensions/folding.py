"""Dimensions with spellings of one name merged."""

from collections.abc import Mapping

from accord.kinds.dimensions.study import Dimensions, dimensions
from accord.kinds.folding import Renamed
from accord.kinds.labels.folding import folded as labels_folded, items_and_coders


def folded(study: Dimensions, named: Mapping[str, Renamed]) -> Dimensions:
    """The study with items, coders and the labels of each dimension renamed."""
    parts = {
        name: labels_folded(part, {**named, "labels": named.get(f"labels of {name!r}", {})})
        for name, part in study.studies.items()
    }
    seen = items_and_coders(study.seen, named)
    first = study.names[0]
    rows = [(i, c, name, k) for name, part in parts.items() for i, c, k in part.rows()]
    return dimensions([*((i, c, first, None) for i, c, _ in seen.rows()), *rows], study.audit)
