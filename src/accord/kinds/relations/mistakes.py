"""Mistakes of coders who link entities: relations missed, sent elsewhere, of another type.

A coder's relations of a document are a list of links, beside the entities that could be linked.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from accord.kinds.relations.parts import Link
from accord.kinds.relations.study import Relations
from accord.simulate.erring import REFERENCE, Step

Entities = Sequence[Hashable]
_Kinds = Sequence[str]


def drop_relations(
    links: list[Link], entities: Entities, kinds: _Kinds, m: float, random: np.random.Generator
) -> list[Link]:
    """Each relation is missed with probability m."""
    return [link for link in links if random.random() >= m]


def retarget_relations(
    links: list[Link], entities: Entities, kinds: _Kinds, m: float, random: np.random.Generator
) -> list[Link]:
    """Each relation goes, with probability m, to any entity but its own source."""
    changed = []
    for link in links:
        # Not to its own source: the model draws no loops, and a mistake should not add any.
        others = [entity for entity in entities if entity != link.source]
        if random.random() < m and others:
            changed.append(link._replace(target=others[int(random.integers(len(others)))]))
        else:
            changed.append(link)
    return changed


def rewire_relations(
    links: list[Link], entities: Entities, kinds: _Kinds, m: float, random: np.random.Generator
) -> list[Link]:
    """Each relation joins, with probability m, any two entities."""
    changed = []
    for link in links:
        if random.random() < m and len(entities) > 1:
            source, target = random.choice(len(entities), size=2, replace=False)
            changed.append(link._replace(source=entities[source], target=entities[target]))
        else:
            changed.append(link)
    return changed


def relabel_relations(
    links: list[Link], entities: Entities, kinds: _Kinds, m: float, random: np.random.Generator
) -> list[Link]:
    """Each relation gets, with probability m, any of the types."""
    return [
        link._replace(type=kinds[int(random.integers(len(kinds)))]) if random.random() < m else link
        for link in links
    ]


@dataclass(frozen=True, slots=True)
class RelationModel:
    """A statistical model of relations: how many entities, how often linked, of which types.

    :param entities: How many entities a document has.
    :param relations: How many relations leave each entity, on average.
    :param types: The names of the types.
    :param documents: How many documents.

    >>> import accord
    >>> accord.simulate.RelationModel(entities=5, documents=2).draw(1).counts()["i"]
    2
    """

    entities: int = 20
    relations: float = 1.0
    types: Sequence[str] = ("A", "B", "C")
    documents: int = 5

    def draw(self, rng: int | np.random.Generator = 0) -> Relations:
        """One reference: relations between any two entities.

        >>> import accord
        >>> accord.simulate.RelationModel(entities=4, documents=2).draw().counts()["e"]
        8
        """
        random = np.random.default_rng(rng)
        places = [(10 * at, 10 * at + 5) for at in range(self.entities)]
        rows: list[Any] = []
        entities: list[tuple[Hashable, Hashable, Any, str | None]] = []
        for document in range(1, self.documents + 1):
            entities += [(document, REFERENCE, place, None) for place in places]
            for _ in range(round(self.relations * self.entities)):
                source, target = random.choice(self.entities, size=2, replace=False)
                kind = self.types[int(random.integers(len(self.types)))]
                rows.append((document, REFERENCE, places[source], places[target], kind))
        return Relations.of(rows, entities=entities)


def with_mistakes(
    reference: Relations, steps: list[Step], names: list[str], random: np.random.Generator
) -> Relations:
    """A study of coders who take these steps, each from the reference."""
    # Sorted: a set of texts has another order in every process, and the seed would mean nothing.
    kinds = sorted({link.type for part in reference.documents for link in part.links[0]})
    rows: list[Any] = []
    entities: list[Any] = []
    for coder in names:
        for part in reference.documents:
            there = [entity for entity, _ in part.entities[0]]
            entities += [
                (part.name, coder, entity, kind)
                for entity, types in part.entities[0]
                for kind in (types or (None,))
            ]
            links = list(part.links[0])
            for apply, m in steps:
                links = apply(links, there, kinds, m, random)
            rows += [(part.name, coder, *link) for link in links]
    documents = [part.name for part in reference.documents]
    return Relations.of(
        rows, entities=entities, items=documents, coders=names, about=reference.about
    )


def mistakes() -> dict[Callable[..., Any], str]:
    """All mistakes that are made in relations, and what happens."""
    return {
        drop_relations: "relations are missed",
        retarget_relations: "relations go elsewhere",
        rewire_relations: "relations join any two entities",
        relabel_relations: "types of relations are confused",
    }


def reference_model() -> type[RelationModel]:
    """The model that draws references."""
    return RelationModel


def usual_mistake() -> tuple[str, str, str]:
    """A mistake whose magnitude is a share, in words: each coder … a share of the …"""
    return "drop_relations", "missed", "relations"
