"""Regions with spellings of one name merged."""

from collections.abc import Mapping

from accord.kinds.documents.folding import merged
from accord.kinds.folding import Renamed
from accord.kinds.regions.study import Regions


def folded(study: Regions, named: Mapping[str, Renamed]) -> Regions:
    """The study with images, coders and categories renamed."""
    one = merged(study, named)
    rows = [
        (name, coder, shape, one.label(category))
        for name, parts in one.parts.items()
        for part in parts
        for coder, regions in zip(map(one.who, study.coders), part.regions, strict=True)
        for shape, category in regions
    ]
    sizes = {n: p.size for n, parts in one.parts.items() for p in parts if p.size is not None}
    return Regions.of(rows, items=tuple(one.parts), sizes=sizes, **one.rest)
