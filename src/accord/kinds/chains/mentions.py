"""Which mentions of different coders are the same mention, and what to do with the rest.

Coders who mark mentions themselves rarely mark the same spans. Mentions are matched
exactly, by head, or by overlap; whatever is matched inexactly is counted.

    Ann   |-- the old engine --|          exact: two mentions
    Bob           |-- engine --|          head, overlap: one mention
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

import numpy as np

from accord.errors import DataError, Setting, UnknownNameError
from accord.kinds.chains.parts import Chains, is_discontinuous, renumbered
from accord.kinds.chains.study import Partitions
from accord.kinds.joining import root
from accord.model.names import IntArray, Names

MatchingRule = Literal["exact", "head", "overlap"]
MATCHINGS: tuple[MatchingRule, ...] = get_args(MatchingRule)
MentionRule = Literal["marked", "common", "singletons"]
MENTIONS: tuple[MentionRule, ...] = get_args(MentionRule)


@dataclass(frozen=True, slots=True)
class Matched:
    """The matched study, and what matching did.

    `mentions` is how many distinct ones there are, `common` how many all coders share; `joined`
    counts pairs of different spans taken for one mention.

    >>> import accord
    >>> chains = {"Ann": [[(0, 3), (7, 8)]], "Bob": [[(1, 3), (7, 8)]]}
    >>> found = accord.chains.match_mentions(accord.Partitions.of_chains({"d": chains}), "overlap")
    >>> found.mentions, found.common, found.joined
    (2, 2, 1)
    """

    study: Partitions
    matching: str
    mentions: int
    common: int
    joined: int

    @property
    def settings(self) -> dict[str, str | int]:
        """The rule, and how many mentions it joined where it may join any, for signatures."""
        joined = {} if self.matching == "exact" else {"joined": self.joined}
        return {"matching": self.matching, **joined}

    def __str__(self) -> str:
        return (
            f"{self.mentions} mentions, {self.common} of them marked by every coder "
            f"({self.joined} joined by {self.matching} matching)"
        )


def match_mentions(study: Partitions, matching: str = "exact", *, shared: float = 0.5) -> Matched:
    """The study with matching mentions made one, and what was done.

    "exact": the same span. "head": the same head. "overlap": spans that share at
    least `shared` of their length (Dice: twice the overlap over the sum of the lengths). Of
    several candidates the one that overlaps most is taken, the earlier in the text where two
    overlap equally; a coder's own mentions are never joined. The joined mention has the
    span that most coders marked.

    :param study: A study of coreference.
    :param matching: exact, head or overlap.
    :param shared: The least overlap (Dice) of spans that match.

    >>> import accord
    >>> study = accord.Partitions.of_chains(
    ...     {"d": {"Ann": [[(0, 3), (7, 8)]], "Bob": [[(1, 3), (7, 8)]]}}
    ... )
    >>> print(accord.chains.match_mentions(study, "overlap"))
    2 mentions, 2 of them marked by every coder (1 joined by overlap matching)
    """
    if matching not in MATCHINGS:
        raise UnknownNameError.of("matching", matching, MATCHINGS)
    documents, joined = study.documents, 0
    if matching != "exact":
        merged = [_merged(document, matching, shared) for document in documents]
        documents = tuple(document for document, _ in merged)
        joined = sum(count for _, count in merged)
    common = sum(
        int((document.chain[document.seen] >= 0).all(axis=0).sum()) for document in documents
    )
    mentions = sum(len(document) for document in documents)
    return Matched(replace(study, documents=documents), matching, mentions, common, joined)


def _merged(document: Chains, matching: str, shared: float) -> tuple[Chains, int]:
    candidates = _candidates(document, matching, shared)
    parent = {m: m for m in range(len(document))}
    by: list[Any] = list((document.chain >= 0).T)
    joined = 0
    # The largest overlap first: a mention joins the one that it fits best.
    for _, first, second in sorted(candidates):
        one, two = root(parent, first), root(parent, second)
        # Two mentions of one coder are two mentions: joining them would change what this coder
        # said.
        if one == two or (by[one] & by[two]).any():
            continue
        joined += 1
        by[one] = by[one] | by[two]
        parent[two] = one
    if not joined:
        return document, 0
    group = np.array([root(parent, m) for m in parent], dtype=np.intp)
    return _collapsed(document, group), joined


def _candidates(document: Chains, matching: str, shared: float) -> list[tuple[float, int, int]]:
    """Pairs of mentions that may be the same, as (−overlap, m, n)."""
    spans = [_spans(mention, document.name) for mention in document.mentions]
    lengths = [sum(end - begin for begin, end in parts) for parts in spans]
    if matching == "head" and any(head is None for head in document.heads):
        at = document.heads.index(None)
        raise DataError(
            f"document {document.name!r}: mention {document.mentions[at]!r} has no known head; "
            f"{Setting('matching', 'head')} needs heads, as CorefUD files have them; use "
            f"{Setting('matching', 'overlap')}"
        )
    found = []
    open_: list[int] = []
    for m in sorted(range(len(spans)), key=lambda m: (spans[m][0][0], m)):
        # From left to right, what has ended overlaps nothing more: not every pair has to be tried.
        open_ = [n for n in open_ if spans[n][-1][1] > spans[m][0][0]]
        for n in open_:
            # Dice: the share of both lengths that is common, the same from either side.
            both = 2 * _overlap(spans[m], spans[n]) / (lengths[m] + lengths[n])
            same = document.heads[m] == document.heads[n] if matching == "head" else both >= shared
            if same and both > 0:
                found.append((-both, min(m, n), max(m, n)))
        open_.append(m)
    return found


def _spans(mention: Any, document: Hashable) -> Sequence[tuple[float, float]]:
    if not isinstance(mention, tuple):
        raise DataError(
            f"document {document!r}: mention {mention!r} is an id; matching other than 'exact' "
            "needs spans (begin, end)"
        )
    return mention if is_discontinuous(mention) else (mention,)


def _overlap(first: Sequence[tuple[float, float]], second: Sequence[tuple[float, float]]) -> float:
    return sum(
        max(0.0, min(end, stop) - max(begin, start))
        for begin, end in first
        for start, stop in second
    )


def _collapsed(document: Chains, group: IntArray) -> Chains:
    """One column for each group, under the name of the member most coders marked."""
    support = (document.chain >= 0).sum(axis=0)
    chosen: dict[int, int] = {}
    for m, g in enumerate(group.tolist()):
        # Of equally many the first in the text, so that the name does not rest on luck.
        if g not in chosen or support[m] > support[chosen[g]]:
            chosen[g] = m
    kept = sorted(chosen.values())
    column = {int(group[m]): at for at, m in enumerate(kept)}
    to = np.array([column[int(g)] for g in group])
    chain = np.full((len(document.coders), len(kept)), -1, np.int32)
    for row, into in zip(document.chain, chain, strict=True):
        marked = np.flatnonzero(row >= 0)
        into[to[marked]] = row[marked]
    links = document.links.copy()
    links[:, 1:] = to[links[:, 1:]]
    return replace(
        document,
        mentions=Names(document.mentions[m] for m in kept),
        chain=renumbered(chain),
        links=links,
        heads=tuple(document.heads[m] for m in kept),
    )


def common_mentions(study: Partitions) -> Partitions:
    """The study of the mentions that every coder who saw the document marked.

    :param study: A study of coreference.

    >>> import accord
    >>> study = accord.Partitions.of_chains({"d": {"A": [[1, 2, 3]], "B": [[1, 2]]}})
    >>> accord.chains.common_mentions(study).documents[0].mentions
    Names(1, 2)
    """
    documents = tuple(
        document.restricted(np.flatnonzero((document.chain[document.seen] >= 0).all(axis=0)))
        for document in study.documents
    )
    return replace(study, documents=documents)


def with_singletons(study: Partitions) -> Partitions:
    """The study in which a mention that a coder did not mark is a chain of one (Passonneau).

    :param study: A study of coreference.

    >>> import accord
    >>> study = accord.Partitions.of_chains({"d": {"Ann": [[1, 2]], "Bob": [[1, 2], [3]]}})
    >>> accord.chains.with_singletons(study).documents[0].chains("Ann")
    ((1, 2), (3,))
    """
    documents = []
    for document in study.documents:
        chain = document.chain.copy()
        # Numbers that no chain has: there are fewer chains than mentions.
        alone = np.arange(chain.shape[1]) + chain.shape[1]
        for c in np.flatnonzero(document.seen):
            chain[c] = np.where(chain[c] < 0, alone, chain[c])
        documents.append(replace(document, chain=renumbered(chain)))
    return replace(study, documents=tuple(documents))


def extent(mention: Any) -> tuple[float | None, float | None]:
    """Where a mention begins and ends; None where it has no place."""
    spans = (
        mention
        if isinstance(mention, tuple) and mention and isinstance(mention[0], tuple)
        else (mention,)
    )
    if not all(
        isinstance(s, tuple) and len(s) == 2 and all(isinstance(e, (int, float)) for e in s)
        for s in spans
    ):
        return None, None
    return float(spans[0][0]), float(spans[-1][1])
