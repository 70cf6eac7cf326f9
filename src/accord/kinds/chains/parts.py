"""What coders marked in one document: mentions, and the chains that they put them into."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any

import numpy as np

from accord.errors import DataError
from accord.kinds.documents.parts import AnnotatedPart
from accord.model.names import BoolArray, IntArray, Names
from accord.model.showing import counted


@dataclass(frozen=True, slots=True, eq=False)
class Chains(AnnotatedPart):
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
            # A mention that is left out becomes −1, and links to it go in the next line.
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

    def marked(self) -> IntArray:
        """How many mentions each coder marked."""
        return np.asarray((self.chain >= 0).sum(axis=1))

    def _same(self) -> tuple[Any, ...]:
        arrays = (self.chain.tolist(), self.seen.tolist(), self.links.tolist())
        return self.mentions, self.coders, self.ordered, self.heads, self.name, self.text, *arrays

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Chains):
            return NotImplemented
        if not (self.ordered or other.ordered) and set(self.mentions) == set(other.mentions):
            other = other._in_order_of(self.mentions)  # mentions without an order are a set
        return self._same() == other._same()

    __hash__ = None

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
            raise DataError(f"mention {mention!r} is not a span; expected (begin, end)")
        if not span[0] < span[1]:
            raise DataError(
                f"mention {mention!r} has no length; spans are half-open (begin, end) with "
                "begin < end"
            )
    if several:
        # One name for one mention: its spans in the order of the text, and a single one bare.
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
        # By the first mention: files number chains as they like, and equal chains must be equal.
        rank[np.argsort(first)] = np.arange(len(first))
        into[marked] = rank[inverse.reshape(-1)]
    return numbered
