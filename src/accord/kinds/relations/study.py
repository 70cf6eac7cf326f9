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
from typing import TYPE_CHECKING, Any, ClassVar, Self

from accord.errors import DataError
from accord.kinds.chains.parts import as_mention
from accord.kinds.documents.parts import saw
from accord.kinds.documents.study import (
    Documents,
    labels_of,
    names_of as names_of_documents,
    of_marks,
)
from accord.kinds.relations.parts import Link, Linked, in_text
from accord.model.audit import Audit, Counted, noted
from accord.model.names import Names
from accord.model.showing import counted
from accord.model.study import about_items, parted

if TYPE_CHECKING:
    from accord.kinds.properties import Properties

LinkRow = tuple[Hashable, Hashable, Any, Any, str]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Relations(Documents[Linked]):
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
    mark: ClassVar = ("relation", "relations")

    documents: tuple[Linked, ...]
    coders: Names
    about: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    audit: Audit | None = None

    @classmethod
    def of(
        cls,
        rows: Iterable[LinkRow],
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
        marks = parted(rows, "document coder source target type", where)
        for at, (document, who, source, target, kind) in enumerate(marks):
            names.setdefault(who)
            place = where[at] if where else f"document {document!r}, coder {who!r}"
            link = Link(_entity(source, place), _entity(target, place), str(kind))
            links.setdefault(document, {}).setdefault(who, set()).add(link)
            known = found.setdefault(document, {}).setdefault(who, {})
            # What a link joins is an entity, whether or not it is listed as one.
            for end in link[:2]:
                known.setdefault(end, set())
        # Documents that were given come first and in their order; they may hold nothing.
        every = list(dict.fromkeys([*(items or ()), *found]))
        pairs = None if seen is None else set(seen)
        who_of = Names(names)
        parts = []
        for name in every:
            marked, linked = found.get(name, {}), links.get(name, {})
            parts.append(
                Linked(
                    who_of,
                    tuple(_in_order(marked.get(who, {})) for who in who_of),
                    tuple(tuple(sorted(linked.get(who, ()), key=_order)) for who in who_of),
                    saw(name, who_of, pairs, marked),
                    name,
                    (texts or {}).get(name),
                )
            )
        study = cls(tuple(parts), who_of, about_items(about, len(parts)), audit)
        return noted(study, names_of(study)) if audit is None else study

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
        return {**self._size(), "e": entities, "r": sum(map(len, self.documents))}

    def _marks(self) -> str:
        n = self.counts()
        return f"{n['e']} entities, {counted(n['r'], *self.mark)}"

    def _caption(self) -> str:
        return repr(self)


def names_of(study: Relations) -> dict[str, Counted]:
    """The names of a study by what they name, with how often each occurs."""
    links = (link for part in study.documents for mine in part.links for link in mine)
    return names_of_documents(study, labels_of(links))


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


def properties_of(study: Relations) -> "Properties":
    """How many categories there are, and whether anything is missing."""
    return of_marks(study, (m for part in study.documents for mine in part.links for m in mine))
