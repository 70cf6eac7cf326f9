"""Disputed chains: mentions that are not in the same chain for all who saw the document.

All mentions of a document in which some chain is disputed are listed, since a chain can only be
decided beside the others.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from accord._read.door.marks import Mark
from accord.errors import DataError
from accord.infer.rounds.disputes import DisputeProgress, Sifted, span_in_text
from accord.infer.rounds.todo_table import (
    AGREED,
    ALONE,
    NO,
    YES,
    Adjudication,
    Dispute,
    Drafted,
    Entry,
    Settled,
    TodoForm,
    mention_text,
    open_note,
    whole_span,
)
from accord.kinds.chains.parts import Chains
from accord.kinds.chains.study import Partitions
from accord.kinds.joining import root
from accord.model.names import BoolArray, IntArray

_MENTION = "Mention"
"""The type of mentions in brat, where types begin with a capital."""

_Pair = tuple[Hashable, str]
"""A mention and the name of its chain."""


def todo_form(study: Partitions) -> TodoForm:
    """A row for each mention, with its words."""
    return TodoForm(
        thing="mention",
        place="document",
        shown=("mention", "text"),
        named=("document", "mention"),
        how="fill in “decision”: yes (accept the proposal), a chain name (same name = same "
        "chain; a new name starts a new chain) or - (not a mention)",
        record=("mention", "chain"),
        near=("conll", "chain_alpha"),
    )


def sifted(study: Partitions, progress: DisputeProgress) -> Sifted:
    """Document by document; the chains of the coder who differs least from all are proposed."""
    for document in study.documents:
        seen = np.flatnonzero(document.seen)
        names, disputed = chain_names(document, seen)
        if len(seen) == 1 or not disputed.any():
            status = ALONE if len(seen) < 2 else AGREED
            first = names[0] if len(names) else []
            pairs = [(m, first[at]) for at, m in enumerate(document.mentions) if first[at]]
            yield [], [Settled(document.name, pair, status) for pair in pairs]
            continue
        proposed = nearest_to_all(document.chain[seen], disputed)
        listed = []
        for at, mention in enumerate(document.mentions):
            said = tuple(
                (document.coders[int(c)], names[row][at] or None) for row, c in enumerate(seen)
            )
            value = names[proposed[at]][at] or None
            settled = not disputed[at]
            context = _words(document, mention)
            listed.append(Dispute(document.name, said, value, context, None, mention, settled))
        kept = [
            Settled(document.name, (one.mention, one.proposed), AGREED)
            for one in listed
            if one.settled
        ]
        yield listed, kept


def _words(document: Chains, mention: Any) -> str:
    whole = isinstance(mention, tuple) and not isinstance(mention[0], tuple)
    return span_in_text(document.text, mention[0], mention[1]) if whole else ""


def chain_names(document: Chains, seen: IntArray) -> tuple[list[list[str]], BoolArray]:
    """The name of each mention's chain for each coder in `seen`, and which mentions are disputed.

    Chains of equal members have one name, c1, c2 … by their first mention; "" is no chain. A
    mention is disputed where not all of its coders have it in the same chain.

    >>> from accord.kinds.chains.study import Partitions
    >>> both = {"A": [[1, 2], [4]], "B": [[1, 2, 3], [4]]}
    >>> names, disputed = chain_names(Partitions.of_chains({"d": both}).documents[0], np.arange(2))
    >>> names, disputed.tolist()
    ([['c1', 'c1', '', 'c3'], ['c2', 'c2', 'c2', 'c3']], [True, True, True, False])
    """
    members: dict[tuple[int, ...], str] = {}
    sets: list[list[tuple[int, ...]]] = []
    for row in document.chain[seen]:
        chains = {int(k): tuple(np.flatnonzero(row == k).tolist()) for k in set(row[row >= 0])}
        sets.append([chains.get(int(k), ()) for k in row])
    # Numbered by the first mention: two coders' chains with the same mentions have one name.
    ordered = sorted({one for row in sets for one in row if one}, key=lambda one: (one[0], one))
    members = {one: f"c{number}" for number, one in enumerate(ordered, start=1)}
    names = [[members.get(one, "") for one in row] for row in sets]
    several = [len({row[at] for row in sets}) > 1 for at in range(len(document.mentions))]
    return names, np.array(several, dtype=bool)


def nearest_to_all(chain: IntArray, disputed: BoolArray) -> IntArray:
    """For each mention, which coder's chain is proposed: of those who differ least from all others
    within what is disputed together.

    Two coders differ in a pair of mentions where one has them in a chain and the other has not,
    and in a mention that only one of them marked. Ties go to the coder whose column is first.
    """
    best = np.zeros(chain.shape[1], dtype=np.int64)
    for group in _together(chain, disputed):
        part = chain[:, group]
        # Links and not names of chains: coders number chains as they like.
        same = (part[:, :, None] == part[:, None, :]) & (part >= 0)[:, :, None]
        apart = (same[:, None] != same[None, :]).sum(axis=(2, 3))
        best[group] = int(apart.sum(axis=1).argmin())
    return best


def _together(chain: IntArray, disputed: BoolArray) -> list[IntArray]:
    """The disputed mentions in groups: those that some coder has in one chain."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    at = np.flatnonzero(disputed)
    if not len(at):
        return []
    rows, columns = [], []
    for row in chain[:, at]:
        marked = np.flatnonzero(row >= 0)
        # Backwards, so that the first mention of a chain is what stays.
        first = {int(row[m]): m for m in marked[::-1]}
        rows += [first[int(row[m])] for m in marked]
        columns += marked.tolist()
    shape = (len(at), len(at))
    graph = coo_matrix((np.ones(len(rows)), (rows, columns)), shape=shape)
    number, group = connected_components(graph, directed=False)
    return [at[group == g] for g in range(number)]


def shown_of_dispute(study: Partitions, one: Dispute) -> list[str]:
    """The mention, and its words with those around it."""
    return [mention_text(one.mention), one.context]


def decided_value(
    study: Partitions, one: Dispute, filled: Sequence[str], more: Sequence[Hashable]
) -> str | None:
    """The name of the chain that a row names; None for no mention."""
    (said,) = filled
    if said == NO:
        return None
    return one.proposed if said.lower() == YES else said


def decided_document(
    study: Partitions,
    spans: Sequence[Mark],
    links: Sequence[tuple[Any, Any]],
    more: Sequence[Hashable],
    types: Mapping[str, Hashable],
    where: str,
) -> dict[_Pair, Mark]:
    """Mentions in chains: those that links join are one."""
    marks = {_whole((mark.begin, mark.end)): mark for mark in spans}
    parent = {mention: mention for mention in marks}
    for link in links:
        one, other = map(_whole, link)
        for end in (one, other):
            if end not in parent:
                raise DataError(f"{where}: a link begins or ends at {end}, which is not a mention")
        # A tool stores links one by one; the chain is what they join together.
        parent[root(parent, one)] = root(parent, other)
    names: dict[Any, str] = {}
    return {
        (mention, names.setdefault(root(parent, mention), f"c{len(names) + 1}")): marks[mention]
        # By place, so that the names of chains do not depend on the order of links.
        for mention in sorted(parent)
    }


def _whole(mention: Iterable[Any]) -> tuple[float, ...]:
    return tuple(int(edge) if float(edge).is_integer() else edge for edge in mention)


def part_of(value: _Pair) -> Hashable:
    """The mention, whatever its chain is called."""
    return value[0]


def place_of(value: _Pair) -> tuple[float, ...]:
    """Where the mention stands in its document; mentions that are ids have no place."""
    return tuple(_edges(value[0])) if isinstance(value[0], tuple) else ()


def _edges(mention: Any) -> Iterator[float]:
    for part in mention:
        if isinstance(part, tuple):
            yield from _edges(part)
        else:
            yield part


def kept_of(agreed: set[_Pair], values: Sequence[_Pair]) -> set[_Pair]:
    """What of a decided document is as agreed: a chain is the same where its mentions are."""
    # By members: a decided chain has another name than the same chain before.
    before, after = _by_chain(agreed), _by_chain(values)
    return {pair for pair in values if before.get(pair[0]) == after[pair[0]]}


def _by_chain(pairs: Iterable[_Pair]) -> dict[Hashable, frozenset[Hashable]]:
    """The mentions of the chain of each mention."""
    members: dict[str, set[Hashable]] = {}
    listed = list(pairs)
    for mention, chain in listed:
        members.setdefault(chain, set()).add(mention)
    return {mention: frozenset(members[chain]) for mention, chain in listed}


def record_cells(value: _Pair) -> tuple[str, str]:
    """The mention and its chain, in the record of gold."""
    return mention_text(value[0]), value[1] or ""


def gold_study(
    study: Partitions, kept: Sequence[Entry], name: str, more: Sequence[Hashable]
) -> Partitions:
    """Gold chains of one coder; texts and the heads of mentions are the study's."""
    mentions = {one.value[0] for one in kept}
    heads = {
        (part.name, mention): head
        for part in study.documents
        for mention, head in zip(part.mentions, part.heads, strict=True)
        if head is not None and mention in mentions
    }
    return Partitions.of(
        [(one.item, name, *one.value) for one in kept],
        items=list(study.items),
        coders=[name],
        order=_orders(study),
        heads=heads,
        texts={part.name: part.text for part in study.documents if part.text is not None},
        about=study.about,
    )


def _orders(study: Partitions) -> dict[Hashable, list[Any]]:
    """The mentions that are ids in the order of the text, where it is known."""
    return {
        part.name: list(part.mentions)
        for part in study.documents
        if part.ordered and any(not isinstance(mention, tuple) for mention in part.mentions)
    }


def with_coder_of(study: Partitions, gold: Partitions) -> Partitions:
    """The study with gold as one more coder."""
    parts = [*study.documents, *gold.documents]
    return Partitions.of(
        [
            (part.name, coder, mention, number)
            for part in parts
            for coder in part.coders
            for number, chain in enumerate(part.chains(coder))
            for mention in chain
        ],
        items=list(study.items),
        coders=[*study.coders, *gold.coders],
        order=_orders(study),
        seen=[
            (part.name, coder)
            for part in parts
            for coder, saw in zip(part.coders, part.seen, strict=True)
            if saw
        ],
    )


def as_decided(study: Partitions, gold: Partitions) -> Callable[[Dispute, Hashable, Any], bool]:
    """Whether the chain that a coder has a mention in is that of gold."""
    final = {part.name: _members(part, gold.coders[0]) for part in gold.documents}
    own = {
        (part.name, coder): _members(part, coder)
        for part in study.documents
        for coder in part.coders
    }
    return lambda one, coder, said: (
        own[one.item, coder].get(one.mention) == final[one.item].get(one.mention)
    )


def _members(part: Chains, coder: Hashable) -> dict[Hashable, frozenset[Hashable]]:
    return {m: frozenset(chain) for chain in part.chains(coder) for m in chain}


def document_of(study: Partitions, item: Hashable) -> Chains:
    """A document by its name."""
    return study.documents[study.items.index(item)]


def drafted_by(part: Chains, coder: Hashable) -> list[Drafted]:
    """What a coder marked in a document, for a tool."""
    return [
        Drafted(*whole_span(mention), "mention", f"c{number}", tag=_MENTION)
        for number, chain in enumerate(part.chains(coder), start=1)
        for mention in chain
    ]


def drafted(todo: Adjudication, item: Hashable, disputed: Sequence[Dispute]) -> list[Drafted]:
    """What a document would hold as proposed, for a tool; all its mentions are among the rows."""
    return [
        Drafted(
            *whole_span(one.mention),
            "mention",
            one.proposed,
            open_note(one),
            one.proposed is None,
            _MENTION,
        )
        for one in disputed
    ]
