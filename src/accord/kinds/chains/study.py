"""Partitions: mentions put into chains by coders.

    text    we use [engine E1] and have [it] pick up [a boxcar], how long'll [it] take
    Ann            1                    1            2                       1
    Bob            1                    1            2                       2

A mention is a span (begin, end), half-open, or several spans where it is discontinuous, or an
id. A chain is a set of mentions that one coder takes to refer to the same thing; the chains of
one coder are disjoint, a chain may have one member. One `Chains` is one document; a study,
`Partitions`, is one for each document, all with the same coders.

Absent is not "no": a coder who saw a document and marked nothing has no chains in it; a coder
who never opened it is not among the document's `seen`.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any, ClassVar, Self, TypeVar

import numpy as np

from accord.errors import DataError
from accord.model.audit import Audit, noted
from accord.model.names import BoolArray, Frozen, IntArray, Names
from accord.model.showing import Drawn, counted
from accord.model.study import about_items, parted

Row = tuple[Hashable, Hashable, Any, Hashable]
_Member = TypeVar("_Member", bound=Hashable)


@dataclass(frozen=True, slots=True, eq=False)
class Chains(Frozen):
    """The chains that coders made in one document.

    `chain[c, m]` is the number of the chain in which coder c has mention m, −1 where the
    coder did not mark it; chains are numbered by their first mention, so what they were
    called does not matter. `mentions` are in the order of the text where `ordered` says so.
    `links` has rows (coder, mention, antecedent) where coders marked antecedents, the
    preferred one first. `heads[m]` is the head of mention m, None where it is not known.

    :param seen: Which coders saw the document.
    :param name: The name of the document.

    >>> import accord
    >>> study = accord.Partitions.of_chains({"d": {"Ann": [[1, 2, 3, 4]], "Bob": [[1, 2], [3, 4]]}})
    >>> study.documents[0].chain.tolist()
    [[0, 0, 0, 0], [0, 0, 1, 1]]
    """

    mentions: Names
    coders: Names
    chain: IntArray
    seen: BoolArray
    ordered: bool
    links: IntArray
    heads: tuple[Hashable, ...]
    name: Hashable = None
    text: str | None = None

    def chains(self, coder: Hashable) -> tuple[tuple[Hashable, ...], ...]:
        """The chains of one coder, each in the order of the text."""
        row = self.chain[self.coders.index(coder)]
        members: list[list[Hashable]] = [[] for _ in range(int(row.max(initial=-1)) + 1)]
        for at in np.flatnonzero(row >= 0):
            members[row[at]].append(self.mentions[int(at)])
        return tuple(tuple(mentions) for mentions in members)

    def only(self, coders: Sequence[int] | IntArray) -> "Chains":
        """The chains of these coders; mentions that none of them marked are left out."""
        chosen = np.asarray(coders, dtype=np.intp)
        parts = [self.links[self.links[:, 0] == c] for c in chosen]
        links = np.concatenate([*parts, np.zeros((0, 3), np.int32)]).astype(np.int32)
        links[:, 0] = np.repeat(np.arange(len(chosen)), [len(part) for part in parts])
        chain = self.chain[chosen]
        kept = np.flatnonzero((chain >= 0).any(axis=0))
        return self._of(self.coders.take(chosen), chain, self.seen[chosen], links, kept)

    def restricted(self, mentions: Sequence[int] | IntArray) -> "Chains":
        """The chains of these mentions (by position, ascending); links to others are lost."""
        kept = np.asarray(mentions, dtype=np.intp)
        return self._of(self.coders, self.chain, self.seen, self.links, kept)

    def _of(
        self, coders: Names, chain: IntArray, seen: BoolArray, links: IntArray, kept: IntArray
    ) -> "Chains":
        if len(kept) < len(self.mentions):
            new = np.full(len(self.mentions) + 1, -1, np.int32)
            new[kept] = np.arange(len(kept))
            links = np.column_stack([links[:, 0], new[links[:, 1]], new[links[:, 2]]])
            links = links[(links >= 0).all(axis=1)]
        return Chains(
            self.mentions.take(kept),
            coders,
            renumbered(chain[:, kept]),
            seen,
            self.ordered,
            links,
            tuple(self.heads[int(m)] for m in kept),
            self.name,
            self.text,
        )

    def __len__(self) -> int:
        return len(self.mentions)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Chains):
            return NotImplemented
        if not (self.ordered or other.ordered) and set(self.mentions) == set(other.mentions):
            other = other._in_order_of(self.mentions)  # mentions without an order are a set
        names = ("mentions", "coders", "ordered", "heads", "name", "text")
        arrays = ("chain", "seen", "links")
        return all(getattr(self, key) == getattr(other, key) for key in names) and all(
            np.array_equal(getattr(self, key), getattr(other, key)) for key in arrays
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Chains({counted(len(self.coders), 'coder')}, {counted(len(self), 'mention')})"

    def _in_order_of(self, mentions: Names) -> "Chains":
        """The same chains with the same mentions in another order."""
        at = np.array([self.mentions.index(mention) for mention in mentions], np.int64)
        now = np.argsort(at)  # where each mention stands in the new order
        links = [(c, int(now[mention]), int(now[to])) for c, mention, to in self.links.tolist()]
        return replace(
            self,
            mentions=mentions,
            chain=renumbered(self.chain[:, at]),
            heads=tuple(self.heads[i] for i in at),
            links=np.array(sorted(links, key=lambda row: row[:2]), np.int32).reshape(-1, 3),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Partitions(Drawn, Frozen):
    """A study of coreference: the chains of every coder in every document.

    :param coders: The names of the coders.
    :param about: Columns about items, by name.
    :param audit: Where the study came from, and what was changed on the way.

    >>> import accord
    >>> study = accord.Partitions.of_chains(
    ...     {"d1": {"Ann": [[(0, 2), (5, 6)], [(8, 9)]], "Bob": [[(0, 2)], [(5, 6), (8, 9)]]}}
    ... )
    >>> study.documents[0].chains("Bob")
    (((0, 2),), ((5, 6), (8, 9)))
    >>> study.counts()
    {'i': 1, 'c': 2, 'm': 3}
    """

    kind: ClassVar[str] = "partitions"

    documents: tuple[Chains, ...]
    coders: Names
    about: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    audit: Audit | None = None

    @classmethod
    def of(
        cls,
        rows: Iterable[Row],
        *,
        items: Sequence[Hashable] | None = None,
        coders: Sequence[Hashable] | None = None,
        order: Mapping[Hashable, Sequence[Any]] | None = None,
        heads: Mapping[tuple[Hashable, Any], Hashable] | None = None,
        links: Iterable[tuple[Hashable, Hashable, Any, Any]] = (),
        texts: Mapping[Hashable, str] | None = None,
        seen: Iterable[tuple[Hashable, Hashable]] | None = None,
        about: Mapping[str, Sequence[Any]] | None = None,
        audit: Audit | None = None,
        where: Sequence[str] | None = None,
    ) -> Self:
        """Build a study from rows (document, coder, mention, chain).

        A chain of None is a chain of one. Spans and numbers are taken in ascending order;
        `order` gives, for each document, the mentions in the order of the text where they are
        other ids. `heads` maps (document, mention) to its head. `links` has rows (document,
        coder, mention, antecedent) where coders marked antecedents. `seen` lists the
        (document, coder) pairs that saw the document; without it every coder saw every
        document. `where` names the source of each row for error messages.
        """
        filed: dict[Hashable, dict[Hashable, dict[Hashable, Hashable]]] = {}
        names = dict.fromkeys(coders or ())
        told = parted(rows, "document coder mention chain", where)
        for at, (document, coder, mention, chain) in enumerate(told):
            names.setdefault(coder)
            marked = filed.setdefault(document, {}).setdefault(coder, {})
            put(marked, mention, chain, coder, where[at] if where else f"document {document!r}")
        documents = list(dict.fromkeys([*(items or ()), *filed]))
        linked: dict[Hashable, list[tuple[Hashable, Any, Any]]] = {}
        for document, coder, mention, antecedent in links:
            linked.setdefault(document, []).append((coder, mention, antecedent))
        heads_of: dict[Hashable, dict[Hashable, Hashable]] = {}
        for (document, mention), head in (heads or {}).items():
            heads_of.setdefault(document, {})[as_mention(mention)] = head
        saw = None if seen is None else set(seen)
        made = []
        coder_names = Names(names)
        for name in documents:
            marked_by = filed.get(name, {})
            mask = [saw is None or (name, c) in saw or c in marked_by for c in coder_names]
            made.append(
                _document(
                    name,
                    coder_names,
                    marked_by,
                    seen=np.array(mask, dtype=bool),
                    order=(order or {}).get(name),
                    heads=heads_of.get(name, {}),
                    links=linked.get(name, ()),
                    text=(texts or {}).get(name),
                )
            )
        study = cls(tuple(made), coder_names, about_items(about, len(made)), audit)
        return noted(study) if audit is None else study

    @classmethod
    def of_chains(
        cls,
        chains: Mapping[Hashable, Mapping[Hashable, Iterable[Iterable[Any]]]],
        *,
        order: Mapping[Hashable, Sequence[Any]] | None = None,
        heads: Mapping[tuple[Hashable, Any], Hashable] | None = None,
        texts: Mapping[Hashable, str] | None = None,
    ) -> Self:
        """Build a study from the chains of each coder in each document.

        A coder with an empty list saw the document and marked nothing; a coder who is not
        there did not see it.
        """
        rows = [
            (document, coder, mention, number)
            for document, by_coder in chains.items()
            for coder, made in by_coder.items()
            for number, chain in enumerate(made)
            for mention in chain
        ]
        seen = [(document, coder) for document, by_coder in chains.items() for coder in by_coder]
        coders = tuple(dict.fromkeys(coder for _, coder in seen))
        return cls.of(
            rows,
            items=tuple(chains),
            coders=coders,
            order=order,
            heads=heads,
            texts=texts,
            seen=seen,
        )

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

    def _repr_html_(self) -> str:
        from accord.model.showing import html_table

        rows = [(str(part.name), int(part.seen.sum()), len(part)) for part in self.documents]
        caption = (
            f"Partitions: {counted(len(rows), 'document')}, {counted(len(self.coders), 'coder')}"
        )
        return html_table(caption, ["document", "seen by", "mentions"], rows)

    def counts(self) -> dict[str, Any]:
        """Documents, coders and distinct mentions."""
        mentions = sum(len(document) for document in self.documents)
        return {"i": len(self.documents), "c": len(self.coders), "m": mentions}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Partitions):
            return NotImplemented
        return self.documents == other.documents

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        n = self.counts()
        return (
            f"Partitions({counted(n['i'], 'document')}, {counted(n['c'], 'coder')}, "
            f"{counted(n['m'], 'mention')})"
        )


def as_mention(mention: Any) -> Hashable:
    """A mention in its one form: (begin, end), a tuple of such spans, or an id."""
    if not isinstance(mention, (list, tuple)):
        endless = isinstance(mention, float) and not _is_edge(mention)
        if endless or not isinstance(mention, Hashable):
            raise DataError(f"mention {mention!r} is neither a span (begin, end) nor an id")
        return mention
    if mention and all(isinstance(part, (list, tuple)) for part in mention):
        mention = tuple(map(tuple, mention))
    several = is_discontinuous(tuple(mention))
    for span in mention if several else (mention,):
        if not isinstance(span, (list, tuple)) or len(span) != 2 or not all(map(_is_edge, span)):
            raise DataError(f"mention {mention!r} is not a span; needed (begin, end)")
        if not span[0] < span[1]:
            raise DataError(
                f"mention {mention!r} has no length; spans are half-open (begin, end) with "
                "begin < end"
            )
    if several:
        mention = sorted(mention) if len(mention) > 1 else mention[0]
    return tuple(mention)


def _is_edge(value: Any) -> bool:
    return isinstance(value, (int, float)) and -inf < value < inf


def is_discontinuous(mention: Hashable) -> bool:
    """Whether a mention consists of several spans."""
    return isinstance(mention, tuple) and bool(mention) and isinstance(mention[0], tuple)


def renumbered(chain: IntArray) -> IntArray:
    """Chains numbered by their first mention, coder by coder; −1 stays −1."""
    numbered = np.full(chain.shape, -1, dtype=np.int32)
    for row, into in zip(chain, numbered, strict=True):
        marked = np.flatnonzero(row >= 0)
        _, first, inverse = np.unique(row[marked], return_index=True, return_inverse=True)
        rank = np.empty(len(first), np.int32)
        rank[np.argsort(first)] = np.arange(len(first))
        into[marked] = rank[inverse.reshape(-1)]
    return numbered


def root(parent: dict[_Member, _Member], member: _Member) -> _Member:
    """The member that stands for the chain of `member` while chains are being joined."""
    while parent[member] != member:
        parent[member] = member = parent[parent[member]]
    return member


def put(
    marked: dict[Hashable, Hashable], mention: Any, chain: Hashable, coder: Hashable, place: str
) -> None:
    """File `mention` under `chain`; a coder's chains must be disjoint."""
    try:
        key = as_mention(mention)
    except DataError as error:
        raise DataError(f"{place}: coder {coder!r}: {error}") from None
    # A mention without a chain is a chain of its own: no other chain can have this name.
    label = ("alone", key) if chain is None else ("chain", chain)
    if key in marked:
        which = "twice" if marked[key] == label else "in two chains"
        raise DataError(
            f"{place}: coder {coder!r} has mention {key!r} {which}; chains are disjoint, keep "
            "one of them"
        )
    marked[key] = label


def _document(
    name: Hashable,
    coders: Names,
    marked_by: Mapping[Hashable, Mapping[Hashable, Hashable]],
    *,
    seen: BoolArray,
    order: Sequence[Any] | None,
    heads: Mapping[Hashable, Hashable],
    links: Iterable[tuple[Hashable, Any, Any]],
    text: str | None,
) -> Chains:
    found = dict.fromkeys(mention for marked in marked_by.values() for mention in marked)
    mentions, ordered = _in_order(name, found, order)
    index = {mention: at for at, mention in enumerate(mentions)}
    chain = np.full((len(coders), len(mentions)), -1, dtype=np.int32)
    for coder, marked in marked_by.items():
        numbers: dict[Hashable, int] = {}
        row = chain[coders.index(coder)]
        for mention, label in marked.items():
            row[index[mention]] = numbers.setdefault(label, len(numbers))
    rows = [
        (coders.index(coder), _place(index, mention, name), _place(index, antecedent, name))
        for coder, mention, antecedent in links
    ]
    return Chains(
        Names(mentions),
        coders,
        renumbered(chain),
        seen,
        ordered,
        np.array(sorted(rows, key=lambda row: row[:2]), np.int32).reshape(-1, 3),
        tuple(heads.get(mention) for mention in mentions),
        name,
        text,
    )


def _place(index: Mapping[Hashable, int], mention: Any, document: Hashable) -> int:
    key = as_mention(mention)
    if key not in index:
        raise DataError(
            f"document {document!r}: a link names {key!r}, which no coder marked as a mention"
        )
    return index[key]


def _in_order(
    name: Hashable, found: Mapping[Hashable, None], order: Sequence[Any] | None
) -> tuple[tuple[Hashable, ...], bool]:
    """The mentions in the order of the text, and whether that order is known."""
    if order is not None:
        declared = dict.fromkeys(as_mention(mention) for mention in order)
        extra = next((mention for mention in found if mention not in declared), None)
        if extra is not None:
            raise DataError(f"document {name!r}: mention {extra!r} is not in the declared order")
        return tuple(mention for mention in declared if mention in found), True
    spans = all(isinstance(mention, tuple) for mention in found)
    if spans or all(isinstance(mention, (int, float)) for mention in found):
        return tuple(sorted(found, key=_position)), True
    return tuple(found), False


def _position(mention: Any) -> tuple[Any, ...]:
    if is_discontinuous(mention):
        return (mention[0][0], mention[-1][1], mention)
    return (*mention, ()) if isinstance(mention, tuple) else (mention,)
