"""Anaphora as links: which antecedent a coder marked for a mention, and the chains it implies.

    [engine E2] … while [it]'s there [it] should pick up the tanker
         ^───────────────┘             │       Ann: the first "it" for the second "it"
         ^─────────────────────────────┘       Bob: "engine E2" for the second "it"

Ann and Bob marked different antecedents and imply the same chain.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

from accord.kinds.chains.parts import as_mention
from accord.kinds.chains.study import Partitions
from accord.kinds.joining import root

_Link = tuple[Hashable, Hashable, Any, Sequence[Any]]


def from_links(
    links: Iterable[_Link],
    *,
    coders: Sequence[Hashable] | None = None,
    order: Mapping[Hashable, Sequence[Any]] | None = None,
    texts: Mapping[Hashable, str] | None = None,
    seen: Iterable[tuple[Hashable, Hashable]] | None = None,
) -> Partitions:
    """The chains implied by rows (document, coder, mention, antecedents), links kept.

    No antecedent: the mention is new. Several: the coder found the mention ambiguous. The
    chains follow the first antecedent only, because joining the chains of both would say that
    two things are one; the label of an ambiguous mention (`label_chains`) is the union of its
    readings. An antecedent is itself a mention, whether or not it has a row.

    :param links: Rows (document, coder, mention, antecedents).
    :param coders: The names of the coders.
    :param order: The mentions of each document, in the order of the text.
    :param texts: The text of each document.
    :param seen: (document, coder) of all who saw a document, where some marked nothing.

    >>> import accord
    >>> study = accord.chains.from_links([
    ...     ("d", "Ann", 2, [1]), ("d", "Ann", 3, [2]), ("d", "Bob", 2, [1]), ("d", "Bob", 3, [1]),
    ... ])
    >>> study.documents[0].chains("Ann") == study.documents[0].chains("Bob")
    True
    """
    by_coder: dict[tuple[Hashable, Hashable], list[tuple[Any, Sequence[Any]]]] = {}
    for document, coder, mention, antecedents in links:
        by_coder.setdefault((document, coder), []).append((mention, antecedents))
    rows = [
        (document, coder, mention, number)
        for (document, coder), made in by_coder.items()
        for number, chain in enumerate(implied_chains(made))
        for mention in chain
    ]
    marked = [
        (document, coder, mention, antecedent)
        for (document, coder), made in by_coder.items()
        for mention, antecedents in made
        for antecedent in antecedents
    ]
    return Partitions.of(rows, coders=coders, order=order, links=marked, texts=texts, seen=seen)


def implied_chains(links: Iterable[tuple[Any, Sequence[Any]]]) -> list[list[Hashable]]:
    """The chains that one coder's links (mention, antecedents) imply.

    >>> implied_chains([(2, [1]), (3, [2, 4]), (4, [])])
    [[2, 1, 3], [4]]
    """
    parent: dict[Hashable, Hashable] = {}
    for raw, antecedents in links:
        mention, found = as_mention(raw), [as_mention(antecedent) for antecedent in antecedents]
        for member in (mention, *found):
            parent.setdefault(member, member)
        if found:
            parent[root(parent, mention)] = root(parent, found[0])
    chains: dict[Hashable, list[Hashable]] = {}
    for mention in parent:
        chains.setdefault(root(parent, mention), []).append(mention)
    return list(chains.values())
