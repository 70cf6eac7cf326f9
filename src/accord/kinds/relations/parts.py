"""What coders marked in one document: entities, and the links between them."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from accord.kinds.chains.parts import is_discontinuous
from accord.kinds.documents.parts import PerCoder
from accord.kinds.joining import root
from accord.model.names import BoolArray, Names


class Link(NamedTuple):
    """A link from one entity to another.

    :param source: The entity from which it goes.
    :param target: The entity to which it goes.
    :param type: What it says of the two, such as "works_for".

    >>> import accord
    >>> link = accord.relations.Link("Ann", "Acme", "works_for")
    >>> link.source, link.type
    ('Ann', 'works_for')
    """

    source: Hashable
    target: Hashable
    type: str


@dataclass(frozen=True, slots=True, eq=False)
class Linked(PerCoder):
    """The entities and links of every coder in one document, in the order of the text.

    `entities[c]` has each entity of coder c with its types, `links[c]` the links of coder c.

    :param coders: The names of the coders.
    :param seen: Which coders saw the document.
    :param name: The name of the document.
    :param text: Its text, where it is known.

    >>> import accord
    >>> study = accord.relations.Relations.of([("d", "Ann", (0, 3), (14, 18), "for"),
    ...                                        ("d", "Bob", (0, 3), (22, 26), "in")])
    >>> text = study.documents[0]
    >>> list(text.coders), text.links[1][0].type
    (['Ann', 'Bob'], 'in')
    """

    columns: ClassVar = ("entities", "links")

    coders: Names
    entities: tuple[tuple[tuple[Hashable, tuple[str, ...]], ...], ...]
    links: tuple[tuple[Link, ...], ...]
    seen: BoolArray
    name: Hashable = None
    text: str | None = None

    def _same(self) -> tuple[Any, ...]:
        held = (self.coders, self.entities, self.links, self.name, self.text)
        return *held, self.seen.tolist()


def in_text(entity: Hashable) -> tuple[float, float, str]:
    """What sorts entities: where they begin and end; ids, which have no place, by name."""
    if not isinstance(entity, tuple):
        return (float(entity), 0.0, "") if isinstance(entity, (int, float)) else (0, 0, str(entity))
    spans = parts_of(entity)
    return spans[0][0], spans[-1][1], repr(entity)


def parts_of(entity: Hashable) -> tuple[tuple[float, float], ...]:
    """The spans of an entity; none where it is an id."""
    if not isinstance(entity, tuple):
        return ()
    return entity if is_discontinuous(entity) else (entity,)


def joined_entities(
    marked: Sequence[Iterable[Hashable]], *, heads: bool = False
) -> list[dict[Hashable, Hashable]]:
    """For each coder, which name each entity has after entities of different coders that overlap
    were made one: those that share most of their length first (Dice), never two of one coder. With
    `heads` only those that end at the same place, at their last word.

    >>> joined_entities([[(0, 5), (9, 12)], [(0, 4), (9, 12)]])[0]
    {(0, 5): (0, 4), (9, 12): (9, 12)}
    """
    nodes = [(c, entity) for c, mine in enumerate(marked) for entity in mine]
    parent = {node: node for node in nodes}
    of = {node: {node[0]} for node in nodes}
    # The largest overlap first, then by place: who is joined must not rest on the order of coders.
    for _, _, first, second in sorted(_overlapping(nodes), key=lambda pair: pair[:2]):
        if heads and _end(first[1]) != _end(second[1]):
            continue
        one, two = root(parent, first), root(parent, second)
        # Two entities of one coder stay two.
        if one != two and not of[one] & of[two]:
            keep, lost = sorted((one, two), key=lambda node: (in_text(node[1]), node[0]))
            of[keep] |= of[lost]
            parent[lost] = keep
    return [
        {entity: root(parent, (c, entity))[1] for entity in mine} for c, mine in enumerate(marked)
    ]


def _end(entity: Hashable) -> Hashable:
    """Where an entity ends; an id is its own end."""
    return parts_of(entity)[-1][1] if parts_of(entity) else entity


_Node = tuple[int, Hashable]


def _overlapping(nodes: Sequence[_Node]) -> Iterable[tuple[float, Any, _Node, _Node]]:
    """Entities of different coders that overlap: −Dice, where, and the two."""
    placed = sorted((n for n in nodes if parts_of(n[1])), key=lambda n: (in_text(n[1]), n[0]))
    for other in (n for n in nodes if not parts_of(n[1])):  # ids are the same or not
        yield from (
            (-1.0, in_text(other[1]), other, n)
            for n in nodes
            if n[1] == other[1] and n[0] > other[0]
        )
    open_: list[_Node] = []
    for node in placed:
        spans = parts_of(node[1])
        open_ = [one for one in open_ if parts_of(one[1])[-1][1] > spans[0][0]]
        for one in open_:
            shared = sum(
                max(0.0, min(end, stop) - max(begin, start))
                for begin, end in parts_of(one[1])
                for start, stop in spans
            )
            if one[0] != node[0] and shared > 0:
                length = sum(e - b for b, e in parts_of(one[1])) + sum(e - b for b, e in spans)
                yield -2 * shared / length, (in_text(one[1]), in_text(node[1])), one, node
        open_.append(node)
