"""What coders decided about every relation or region that at least one of them marked."""

from collections.abc import Hashable, Iterator
from typing import Any

import numpy as np

from accord._measure.structures.region_measures import grouped
from accord.kinds.regions.study import Regions
from accord.kinds.relations.parts import in_text
from accord.kinds.relations.study import Relations

Decided = tuple[int, dict[int, str | None], tuple[float | None, float | None]]
"""The document, what each coder who saw it said (None: nothing), and where it begins and ends."""


def relations(study: Relations) -> Iterator[Decided]:
    """From one entity to another: the types of the links of each coder."""
    for d, document in enumerate(study.documents):
        saw = np.flatnonzero(document.seen).tolist()
        linked: dict[tuple[Hashable, Hashable], dict[int, list[str]]] = {}
        for c in saw if len(saw) > 1 else ():
            for link in document.links[c]:
                linked.setdefault(link[:2], {}).setdefault(c, []).append(link.type)
        for (source, target), by in linked.items():
            arrow = "→" if in_text(source) <= in_text(target) else "←"
            both = [extent(end) for end in (source, target)]
            begin = min((edges[0] for edges in both if edges[0] is not None), default=None)
            end = max((edges[1] for edges in both if edges[1] is not None), default=None)
            decided = {c: f"{' + '.join(by[c])} {arrow}" if c in by else None for c in saw}
            yield d, decided, (begin, end)


def regions(study: Regions) -> Iterator[Decided]:
    """Groups of regions that overlap: the category of each coder."""
    for d, by in grouped(study):
        saw = np.flatnonzero(study.documents[d].seen).tolist()
        if len(saw) > 1:
            yield d, {c: by[c].category if c in by else None for c in saw}, (None, None)


def extent(mention: Any) -> tuple[float | None, float | None]:
    """Where a mention begins and ends; None where it has no place."""
    spans = (
        mention
        if isinstance(mention, tuple) and mention and isinstance(mention[0], tuple)
        else (mention,)
    )
    if not all(
        isinstance(s, tuple) and len(s) == 2 and all(isinstance(e, (int, float)) for e in s)
        for s in spans
    ):
        return None, None
    return float(spans[0][0]), float(spans[-1][1])
