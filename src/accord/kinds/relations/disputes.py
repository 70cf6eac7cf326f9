"""Disputed relations: what coders decided about every two entities that one of them linked."""

from collections.abc import Hashable, Iterator

import numpy as np

from accord.infer.why.disagreements import Decided, Disagreements, of_structures
from accord.kinds.chains.mentions import extent
from accord.kinds.relations.parts import in_text
from accord.kinds.relations.study import Relations


def listed_disagreements(
    study: Relations, measure: None, limit: None, matched: None
) -> Disagreements:
    """Entities that not all coders linked in the same way."""
    return of_structures("relation", "types differ", study, _decided(study))


def _decided(study: Relations) -> Iterator[Decided]:
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
