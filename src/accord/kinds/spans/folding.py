"""Spans with spellings of one name merged."""

from collections.abc import Mapping

from accord.kinds.documents.folding import merged
from accord.kinds.folding import Renamed
from accord.kinds.spans.study import Unitizings


def folded(study: Unitizings, named: Mapping[str, Renamed]) -> Unitizings:
    """The study with documents, coders and categories renamed."""
    one = merged(study, named)
    rows = [
        (name, one.who(coder), unit.begin, unit.end, one.label(unit.category))
        for name, parts in one.parts.items()
        for part in parts
        for coder, unit in part
    ]
    extents = {
        name: (min(part.begin for part in parts), max(part.end for part in parts))
        for name, parts in one.parts.items()
    }
    return Unitizings.of(
        rows,
        items=tuple(one.parts),
        categories=tuple(dict.fromkeys(map(one.label, study.categories))),
        extents=extents,
        texts=one.texts(),
        declared=study.declared,
        resolution=study.resolution,
        **one.rest,
    )
