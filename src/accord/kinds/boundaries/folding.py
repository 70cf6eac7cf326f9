"""Boundaries with spellings of one name merged."""

from collections.abc import Mapping

from accord.errors import DataError, Setting
from accord.kinds.boundaries.study import Segmentations
from accord.kinds.documents.folding import merged
from accord.kinds.folding import Renamed


def folded(study: Segmentations, named: Mapping[str, Renamed]) -> Segmentations:
    """The study with documents, coders and types renamed; documents of two lengths are two."""
    one = merged(study, named)
    lengths = {}
    for name, parts in one.parts.items():
        lengths[name] = parts[0].length
        for part in parts[1:]:
            if part.length != lengths[name]:
                raise DataError(
                    f"with spellings merged, document {name!r} is {lengths[name]} and "
                    f"{part.length} long; rename one, or leave out {Setting('fold')}"
                )
    rows = [
        (name, one.who(coder), place, one.label(kind))
        for name, parts in one.parts.items()
        for part in parts
        for coder, place, kind in part
    ]
    types = tuple(dict.fromkeys(map(one.label, study.types)))
    return Segmentations.of(rows, lengths=lengths, types=types, **one.rest)
