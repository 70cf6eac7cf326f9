"""Mistakes of coders who link entities: relations missed, sent elsewhere, of another type.

A coder's relations of a document are a list of links, beside the entities that could be linked.
"""

from collections.abc import Hashable, Sequence

import numpy as np

from accord.kinds.relations.parts import Link

Entities = Sequence[Hashable]
Kinds = Sequence[str]


def drop_relations(
    links: list[Link], entities: Entities, kinds: Kinds, m: float, random: np.random.Generator
) -> list[Link]:
    """Each relation is missed with probability m."""
    return [link for link in links if random.random() >= m]


def retarget_relations(
    links: list[Link], entities: Entities, kinds: Kinds, m: float, random: np.random.Generator
) -> list[Link]:
    """Each relation goes, with probability m, to any entity but its own source."""
    made = []
    for link in links:
        others = [entity for entity in entities if entity != link.source]
        if random.random() < m and others:
            made.append(link._replace(target=others[int(random.integers(len(others)))]))
        else:
            made.append(link)
    return made


def rewire_relations(
    links: list[Link], entities: Entities, kinds: Kinds, m: float, random: np.random.Generator
) -> list[Link]:
    """Each relation joins, with probability m, any two entities."""
    made = []
    for link in links:
        if random.random() < m and len(entities) > 1:
            source, target = random.choice(len(entities), size=2, replace=False)
            made.append(link._replace(source=entities[source], target=entities[target]))
        else:
            made.append(link)
    return made


def relabel_relations(
    links: list[Link], entities: Entities, kinds: Kinds, m: float, random: np.random.Generator
) -> list[Link]:
    """Each relation gets, with probability m, any of the types."""
    return [
        link._replace(type=kinds[int(random.integers(len(kinds)))]) if random.random() < m else link
        for link in links
    ]
