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
from typing import Any, ClassVar, Self

import numpy as np

from accord.errors import DataError
from accord.kinds.chains.parts import Chains, as_mention, is_discontinuous, renumbered
from accord.kinds.documents.parts import saw
from accord.kinds.documents.study import Documents, names_of
from accord.model.audit import Audit, noted
from accord.model.names import BoolArray, Names
from accord.model.study import about_items, parted

MentionRow = tuple[Hashable, Hashable, Any, Hashable]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Partitions(Documents[Chains]):
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
    mark: ClassVar = ("mention", "mentions")

    documents: tuple[Chains, ...]
    coders: Names
    about: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    audit: Audit | None = None

    @classmethod
    def of(
        cls,
        rows: Iterable[MentionRow],
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
        marks = parted(rows, "document coder mention chain", where)
        for at, (document, coder, mention, chain) in enumerate(marks):
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
        pairs = None if seen is None else set(seen)
        parts = []
        coder_names = Names(names)
        for name in documents:
            marked_by = filed.get(name, {})
            parts.append(
                _document(
                    name,
                    coder_names,
                    marked_by,
                    seen=saw(name, coder_names, pairs, marked_by),
                    order=(order or {}).get(name),
                    heads=heads_of.get(name, {}),
                    links=linked.get(name, ()),
                    text=(texts or {}).get(name),
                )
            )
        study = cls(tuple(parts), coder_names, about_items(about, len(parts)), audit)
        return noted(study, names_of(study)) if audit is None else study

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

    def counts(self) -> dict[str, Any]:
        """Documents, coders and distinct mentions."""
        return {**self._size(), "m": sum(map(len, self.documents))}


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
            # What a chain is called is a coder's own: between coders only who is with whom counts.
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
        # Sorted, the same links are the same study in whatever order a file has them.
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
    # Ids do not say where in the text they stand.
    return tuple(found), False


def _position(mention: Any) -> tuple[Any, ...]:
    if is_discontinuous(mention):
        return (mention[0][0], mention[-1][1], mention)
    return (*mention, ()) if isinstance(mention, tuple) else (mention,)


def of_sequences(chains: Mapping[Any, Any]) -> Partitions:
    """The chains of one document."""
    return Partitions.of_chains({"document": dict(chains)})


def dealt(study: Partitions, rng: np.random.Generator) -> Partitions:
    """The study with what each coder did dealt out anew: chains of documents in which the coder
    marked equally many mentions change places, and lie on any of the mentions marked there."""
    chains = [document.chain.copy() for document in study.documents]
    for c in range(len(study.coders)):
        alike: dict[int, list[int]] = {}
        for at, document in enumerate(study.documents):
            alike.setdefault(int((document.chain[c] >= 0).sum()), []).append(at)
        for places in alike.values():
            for to, of in zip(places, rng.permutation(places).tolist(), strict=True):
                row, source = study.documents[to].chain[c], study.documents[of].chain[c]
                chains[to][c, row >= 0] = rng.permutation(source[source >= 0])
    # Links join mentions as they stood; between those that were dealt they mean nothing.
    none = np.zeros((0, 3), dtype=np.int32)
    parts = tuple(
        replace(document, chain=renumbered(chain), links=none)
        for document, chain in zip(study.documents, chains, strict=True)
    )
    return replace(study, documents=parts)
