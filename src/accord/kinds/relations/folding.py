"""Relations with spellings of one name merged."""

from collections.abc import Mapping
from typing import Any

from accord.kinds.documents.folding import merged
from accord.kinds.folding import Renamed
from accord.kinds.relations.study import Relations


def folded(study: Relations, named: Mapping[str, Renamed]) -> Relations:
    """The study with documents, coders and types of relations renamed."""
    one = merged(study, named)
    rows: list[Any] = []
    entities: list[Any] = []
    for name, parts in one.parts.items():
        for part in parts:
            who = map(one.who, study.coders)
            for coder, links, marked in zip(who, part.links, part.entities, strict=True):
                rows += [(name, coder, *ends, one.label(kind)) for *ends, kind in links]
                entities += [
                    (name, coder, entity, t) for entity, ts in marked for t in ts or [None]
                ]
    return Relations.of(
        rows, entities=entities, items=tuple(one.parts), texts=one.texts(), **one.rest
    )
