"""Mistakes of coders who put mentions into chains: missed and moved mentions, split and merged
chains.

A coder's chains are one number for each mention, −1 where it is not marked.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

import numpy as np

from accord.kinds.chains.study import Partitions
from accord.model.names import IntArray
from accord.simulate.erring import REFERENCE, Step


def missed_mentions(chain: IntArray, m: float, random: np.random.Generator) -> IntArray:
    """Each mention is missed with probability m."""
    return np.where(random.random(len(chain)) < m, -1, chain)


def split_chains(chain: IntArray, m: float, random: np.random.Generator) -> IntArray:
    """A share m of all the splits that there could be: at m = 1 every mention is alone.

    Each split takes a random chain of two or more mentions and cuts it in two at random.
    """
    chain = chain.copy()
    marked = chain >= 0
    possible = int(marked.sum()) - len(np.unique(chain[marked]))
    for _ in range(round(m * possible)):
        names, sizes = np.unique(chain[chain >= 0], return_counts=True)
        long = names[sizes > 1]
        members = np.flatnonzero(chain == long[int(random.integers(len(long)))])
        # At least one stays and at least one goes, so that every split makes one chain more.
        out = random.permutation(members)[: int(random.integers(1, len(members)))]
        chain[out] = chain.max() + 1
    return chain


def merged_chains(chain: IntArray, m: float, random: np.random.Generator) -> IntArray:
    """A share m of all the mergers that there could be: at m = 1 there is one chain."""
    chain = chain.copy()
    # Every merger leaves one chain less, and the last one has nothing to be merged with.
    possible = len(np.unique(chain[chain >= 0])) - 1
    for _ in range(round(m * max(possible, 0))):
        first, second = random.choice(np.unique(chain[chain >= 0]), size=2, replace=False)
        chain[chain == second] = first
    return chain


def moved_mentions(chain: IntArray, m: float, random: np.random.Generator) -> IntArray:
    """Each mention is put, with probability m, into any of the document's chains, its own included:
    at m = 1 the partition is drawn."""
    names = np.unique(chain[chain >= 0])
    if not len(names):
        return chain
    anywhere = names[random.integers(len(names), size=len(chain))]
    return np.where((chain >= 0) & (random.random(len(chain)) < m), anywhere, chain)


@dataclass(frozen=True, slots=True)
class ChainModel:
    """A statistical model of coreference: how many mentions of how many things.

    :param entities: How many things are mentioned.
    :param documents: How many documents.

    >>> import accord
    >>> accord.simulate.ChainModel(mentions=8, entities=3).draw(1).counts()
    {'i': 1, 'c': 1, 'm': 8}
    """

    mentions: int = 60
    entities: int = 12
    documents: int = 1

    def draw(self, rng: int | np.random.Generator = 0) -> Partitions:
        """One reference.

        >>> import accord
        >>> accord.simulate.ChainModel(mentions=10, entities=3).draw().counts()
        {'i': 1, 'c': 1, 'm': 10}
        """
        random = np.random.default_rng(rng)
        rows: list[tuple[Hashable, Hashable, Any, Hashable]] = []
        for document in range(1, self.documents + 1):
            # Every thing is mentioned at least once.
            chain = np.concatenate(
                [
                    np.arange(min(self.entities, self.mentions)),
                    random.integers(self.entities, size=max(self.mentions - self.entities, 0)),
                ]
            )
            random.shuffle(chain)
            rows += [
                (document, REFERENCE, (2 * at, 2 * at + 1), int(entity))
                for at, entity in enumerate(chain)
            ]
        return Partitions.of(rows)


def with_mistakes(
    reference: Partitions, steps: list[Step], names: list[str], random: np.random.Generator
) -> Partitions:
    """A study of coders who take these steps, each from the reference."""
    rows: list[tuple[Hashable, Hashable, Any, Hashable]] = []
    for coder in names:
        for document in reference.documents:
            chain = document.chain[0]
            for apply, m in steps:
                chain = apply(chain, m, random)
            rows += [
                (document.name, coder, mention, int(number))
                for mention, number in zip(document.mentions, chain, strict=True)
                if number >= 0
            ]
    order = {d.name: list(d.mentions) for d in reference.documents if d.ordered}
    documents = [document.name for document in reference.documents]
    return Partitions.of(rows, items=documents, coders=names, order=_marked(order, rows))


def _marked(
    order: dict[Hashable, list[Hashable]], rows: list[tuple[Hashable, Hashable, Any, Hashable]]
) -> dict[Hashable, list[Hashable]]:
    """The order of the mentions that somebody marked."""
    marked: dict[Hashable, set[Hashable]] = {}
    for document, _, mention, _ in rows:
        marked.setdefault(document, set()).add(mention)
    return {
        document: [mention for mention in mentions if mention in marked.get(document, ())]
        for document, mentions in order.items()
    }


def mistakes() -> dict[Callable[..., Any], str]:
    """All mistakes that are made in chains, and what happens."""
    return {
        missed_mentions: "mentions are missed",
        split_chains: "chains are split",
        merged_chains: "chains are merged",
        moved_mentions: "mentions are put into other chains",
    }


def reference_model() -> type[ChainModel]:
    """The model that draws references."""
    return ChainModel


def usual_mistake() -> tuple[str, str, str]:
    """A mistake whose magnitude is a share, in words: each coder … a share of the …"""
    return "missed_mentions", "missed", "mentions"
