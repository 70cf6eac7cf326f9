"""Relations: typed, directed links between entities, per coder; events are links of their trigger.

    text    [Ann] works for [Acme] in [Rome]
    Ann     Ann –works_for→ Acme,  Acme –in→ Rome
    Bob     Ann –works_for→ Acme,  Ann –in→ Rome

An entity is a span (begin, end), half-open, several spans where it is interrupted, or an id; it
may have types. A link goes from one entity to another and has a type (in an event: from the
trigger, the type being the event's and the role's). One `Linked` is one document; a study,
`Relations`, is one for each document, all with the same coders.

Absent is not "no": a coder who saw a document and linked nothing has no links in it; a coder who
never opened it is not among the document's `seen`. What nobody linked is not in the data at all:
the union of all links says nothing of the pairs that every coder left alone.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np

from accord.errors import DataError
from accord.kinds.chains.study import as_mention, is_discontinuous, root
from accord.model.audit import Audit, noted
from accord.model.names import BoolArray, Frozen, IntArray, Names
from accord.model.showing import Drawn, counted
from accord.model.study import about_items, parted

Row = tuple[Hashable, Hashable, Any, Any, str]


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
class Linked(Frozen):
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

    coders: Names
    entities: tuple[tuple[tuple[Hashable, tuple[str, ...]], ...], ...]
    links: tuple[tuple[Link, ...], ...]
    seen: BoolArray
    name: Hashable = None
    text: str | None = None

    def only(self, coders: Sequence[int] | IntArray) -> "Linked":
        """What these coders (by position) marked."""
        at = [int(c) for c in coders]
        entities, links = tuple(self.entities[c] for c in at), tuple(self.links[c] for c in at)
        return Linked(
            self.coders.take(at), entities, links, self.seen[at].copy(), self.name, self.text
        )

    def __len__(self) -> int:
        """How many links all coders made together."""
        return sum(map(len, self.links))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Linked):
            return NotImplemented
        names = ("coders", "entities", "links", "name", "text")
        same = all(getattr(self, key) == getattr(other, key) for key in names)
        return same and np.array_equal(self.seen, other.seen)

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True, slots=True, eq=False)
class Relations(Drawn, Frozen):
    """A study of relations: the links of every coder in every document.

    :param documents: What the coders linked in each document.
    :param coders: The names of the coders.
    :param about: Columns about items, by name.
    :param audit: Where the study came from, and what was changed on the way.

    >>> import accord
    >>> study = accord.relations.Relations.of([
    ...     ("d", "Ann", (0, 3), (14, 18), "for"), ("d", "Bob", (0, 3), (14, 18), "for"),
    ...     ("d", "Ann", (14, 18), (22, 26), "in"), ("d", "Bob", (0, 3), (22, 26), "in")])
    >>> study.documents[0].links[1][0]
    Link(source=(0, 3), target=(14, 18), type='for')
    >>> study.counts()
    {'i': 1, 'c': 2, 'e': 6, 'r': 4}
    """

    kind: ClassVar[str] = "relations"

    documents: tuple[Linked, ...]
    coders: Names
    about: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    audit: Audit | None = None

    @classmethod
    def of(
        cls,
        rows: Iterable[Row],
        *,
        entities: Iterable[tuple[Hashable, Hashable, Any, str | None]] = (),
        items: Sequence[Hashable] | None = None,
        coders: Sequence[Hashable] | None = None,
        texts: Mapping[Hashable, str] | None = None,
        seen: Iterable[tuple[Hashable, Hashable]] | None = None,
        about: Mapping[str, Sequence[Any]] | None = None,
        audit: Audit | None = None,
        where: Sequence[str] | None = None,
    ) -> Self:
        """Build a study from rows (document, coder, source, target, type).

        `entities` has rows (document, coder, entity, type or None) of all that coders marked, also
        of what they did not link; sources and targets need not be repeated. `seen` lists the
        (document, coder) pairs that saw the document; without it every coder saw every document.
        `where` names the source of each row for error messages.
        """
        names = dict.fromkeys(coders or ())
        links: dict[Hashable, dict[Hashable, set[Link]]] = {}
        found: dict[Hashable, dict[Hashable, dict[Hashable, set[str]]]] = {}
        for document, who, entity, kind in parted(entities, "document coder entity type"):
            names.setdefault(who)
            place = f"document {document!r}, coder {who!r}"
            types = found.setdefault(document, {}).setdefault(who, {})
            types.setdefault(_entity(entity, place), set()).update(_types(kind))
        told = parted(rows, "document coder source target type", where)
        for at, (document, who, source, target, kind) in enumerate(told):
            names.setdefault(who)
            place = where[at] if where else f"document {document!r}, coder {who!r}"
            link = Link(_entity(source, place), _entity(target, place), str(kind))
            links.setdefault(document, {}).setdefault(who, set()).add(link)
            known = found.setdefault(document, {}).setdefault(who, {})
            for end in link[:2]:
                known.setdefault(end, set())
        every = list(dict.fromkeys([*(items or ()), *found]))
        saw = None if seen is None else set(seen)
        who_of = Names(names)
        made = []
        for name in every:
            marked, linked = found.get(name, {}), links.get(name, {})
            mask = [saw is None or (name, who) in saw or who in marked for who in who_of]
            made.append(
                Linked(
                    who_of,
                    tuple(_in_order(marked.get(who, {})) for who in who_of),
                    tuple(tuple(sorted(linked.get(who, ()), key=_order)) for who in who_of),
                    np.array(mask, dtype=bool),
                    name,
                    (texts or {}).get(name),
                )
            )
        study = cls(tuple(made), who_of, about_items(about, len(made)), audit)
        return noted(study) if audit is None else study

    @property
    def items(self) -> Names:
        """The documents."""
        return Names(document.name for document in self.documents)

    def take(self, items: Sequence[int] | IntArray) -> Self:
        """The study of these documents (by position), repeats allowed."""
        at = [int(i) for i in items]
        about = {key: [column[i] for i in at] for key, column in self.about.items()}
        return type(self)(tuple(self.documents[i] for i in at), self.coders, about, self.audit)

    def only(self, coders: Sequence[int] | IntArray) -> Self:
        """The study of these coders (by position)."""
        chosen = tuple(document.only(coders) for document in self.documents)
        return type(self)(chosen, self.coders.take(coders), self.about, self.audit)

    def recode(self, change: Callable[[str], str]) -> Self:
        """The study with the types of its relations renamed or merged by `change`; of a hierarchy
        of types, `lambda name: taxonomy.cut(name, 1)` leaves the highest level."""
        made = tuple(
            replace(
                part,
                links=tuple(
                    tuple(sorted({l._replace(type=str(change(l.type))) for l in mine}, key=_order))
                    for mine in part.links
                ),
            )
            for part in self.documents
        )
        return replace(self, documents=made)

    def counts(self) -> dict[str, Any]:
        """Documents, coders, and how many entities and relations they marked in all."""
        entities = sum(len(marked) for part in self.documents for marked in part.entities)
        relations = sum(map(len, self.documents))
        return {"i": len(self.documents), "c": len(self.coders), "e": entities, "r": relations}

    def __repr__(self) -> str:
        n = self.counts()
        return (
            f"Relations({counted(n['i'], 'document')}, {counted(n['c'], 'coder')}, "
            f"{n['e']} entities, {counted(n['r'], 'relation')})"
        )

    def _repr_html_(self) -> str:
        from accord.model.showing import html_table

        rows = [(str(part.name), int(part.seen.sum()), len(part)) for part in self.documents]
        return html_table(repr(self), ["document", "seen by", "relations"], rows)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Relations):
            return NotImplemented
        return self.documents == other.documents

    __hash__ = None  # type: ignore[assignment]


def _entity(given: Any, place: str) -> Hashable:
    try:
        return as_mention(given)
    except DataError as error:
        raise DataError(f"{place}: {str(error).replace('mention', 'entity', 1)}") from None


def _types(kind: str | None) -> tuple[str, ...]:
    return () if kind in (None, "") else (str(kind),)


def _in_order(
    marked: Mapping[Hashable, set[str]],
) -> tuple[tuple[Hashable, tuple[str, ...]], ...]:
    return tuple((one, tuple(sorted(marked[one]))) for one in sorted(marked, key=in_text))


def _order(link: Link) -> tuple[Any, ...]:
    return in_text(link.source), in_text(link.target), link.type


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


def joined(
    marked: Sequence[Iterable[Hashable]], *, heads: bool = False
) -> list[dict[Hashable, Hashable]]:
    """For each coder, which name each entity has after entities of different coders that overlap
    were made one: those that share most of their length first (Dice), never two of one coder. With
    `heads` only those that end at the same place, at their last word.

    >>> joined([[(0, 5), (9, 12)], [(0, 4), (9, 12)]])[0]
    {(0, 5): (0, 4), (9, 12): (9, 12)}
    """
    nodes = [(c, entity) for c, mine in enumerate(marked) for entity in mine]
    parent = {node: node for node in nodes}
    of = {node: {node[0]} for node in nodes}
    for _, _, first, second in sorted(_overlapping(nodes), key=lambda pair: pair[:2]):
        if heads and _end(first[1]) != _end(second[1]):
            continue
        one, two = root(parent, first), root(parent, second)
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


Node = tuple[int, Hashable]


def _overlapping(nodes: Sequence[Node]) -> Iterable[tuple[float, Any, Node, Node]]:
    """Entities of different coders that overlap: −Dice, where, and the two."""
    placed = sorted((n for n in nodes if parts_of(n[1])), key=lambda n: (in_text(n[1]), n[0]))
    for other in (n for n in nodes if not parts_of(n[1])):  # ids are the same or not
        yield from (
            (-1.0, in_text(other[1]), other, n)
            for n in nodes
            if n[1] == other[1] and n[0] > other[0]
        )
    open_: list[Node] = []
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
