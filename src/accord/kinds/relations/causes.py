"""Where disagreement on relations comes from: which entities, and which types for each other."""

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from accord._measure.bound import taking
from accord._measure.structures.relation_measures import compared_links, relation_f1
from accord.infer.why.by_kind_of_part import PartsByCategory
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
            # As it stands in the text: a reader sees the two from left to right.
            arrow = "→" if in_text(source) <= in_text(target) else "←"
            both = [extent(end) for end in (source, target)]
            begin = min((edges[0] for edges in both if edges[0] is not None), default=None)
            end = max((edges[1] for edges in both if edges[1] is not None), default=None)
            decided = {c: f"{' + '.join(by[c])} {arrow}" if c in by else None for c in saw}
            yield d, decided, (begin, end)


def parts_by_category(study: Relations, settings: dict[str, Any]) -> PartsByCategory:
    """Relations by their type."""
    f1 = taking(relation_f1, settings)
    return PartsByCategory(
        Counter(link.type for part in study.documents for mine in part.links for link in mine),
        f1.compute(study).detail["types"],
        _other_types(study, f1.settings),
        lambda kind: _only(study, kind),
    )


def _only(study: Relations, kind: str) -> Relations:
    """The study with the relations of one type; entities and coders stay."""
    parts = tuple(
        replace(p, links=tuple(tuple(l for l in mine if l.type == kind) for mine in p.links))
        for p in study.documents
    )
    return replace(study, documents=parts)


def _other_types(study: Relations, settings: Any) -> Iterator[tuple[str, str]]:
    """The types that two coders gave to links between the same two."""
    for pair in compared_links(study, **settings):
        theirs: dict[Any, list[str]] = {}
        for ends, kind in pair.links[1]:
            theirs.setdefault(ends, []).append(kind)
        for ends, kind in pair.links[0]:
            same = theirs.get(ends, [])
            for their in same if kind not in same else ():
                yield kind, their
