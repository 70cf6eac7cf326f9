"""Anaphora as links: which antecedent a coder marked for a mention, and the chains it implies.

    [engine E2] … while [it]'s there [it] should pick up the tanker
         ^───────────────┘             │       Ann: the first "it" for the second "it"
         ^─────────────────────────────┘       Bob: "engine E2" for the second "it"

Ann and Bob marked different antecedents and imply the same chain.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

from accord.model.partitions import Partitions, as_mention

Link = tuple[Hashable, Hashable, Any, Sequence[Any]]


def from_links(
    links: Iterable[Link],
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

    >>> study = from_links([
    ...     ("d", "Ann", 2, [1]), ("d", "Ann", 3, [2]), ("d", "Bob", 2, [1]), ("d", "Bob", 3, [1]),
    ... ])
    >>> study.documents[0].chains("Ann") == study.documents[0].chains("Bob")
    True
    """
    parents: dict[tuple[Hashable, Hashable], dict[Hashable, Hashable]] = {}
    marked: list[tuple[Hashable, Hashable, Hashable, Hashable]] = []
    for document, coder, raw, antecedents in links:
        mention = as_mention(raw)
        found = [as_mention(antecedent) for antecedent in antecedents]
        forest = parents.setdefault((document, coder), {})
        for member in (mention, *found):
            forest.setdefault(member, member)
        if found:
            forest[_root(forest, mention)] = _root(forest, found[0])
        marked += [(document, coder, mention, antecedent) for antecedent in found]
    rows = [
        (document, coder, mention, _root(forest, mention))
        for (document, coder), forest in parents.items()
        for mention in forest
    ]
    return Partitions.of(rows, coders=coders, order=order, links=marked, texts=texts, seen=seen)


def _root(forest: dict[Hashable, Hashable], mention: Hashable) -> Hashable:
    while forest[mention] != mention:
        forest[mention] = mention = forest[forest[mention]]
    return mention
