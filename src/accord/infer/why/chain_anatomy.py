"""Where disagreement on chains comes from: split, merged, missed, and what to adjudicate.

Ann   {a b c d}          Bob split Ann's chain, and merged e into one of the parts
Bob   {a b} {c d e}      Bob missed nothing; e is extra if Ann did not mark it
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from accord._measure.cube.rows import steady
from accord.engine.any_data import takes_data
from accord.kinds.chains.mentions import Matched, match_mentions
from accord.kinds.chains.parts import Chains
from accord.kinds.chains.study import Partitions
from accord.model.names import FloatArray, IntArray
from accord.model.showing import Result

_Mentions = tuple[Hashable, ...]


@dataclass(frozen=True, slots=True)
class BrokenChain(Result):
    """A chain of one coder whose mentions the other has in several chains."""

    document: Hashable
    chain: _Mentions
    parts: tuple[_Mentions, ...]


@dataclass(frozen=True, slots=True)
class PairAnatomy(Result):
    """How the second coder's chains differ from the first's.

    `split`: chains of the first that the second has in parts; `merged`: chains of the second
    made of parts of several of the first's; `missed`, `extra`: (document, mention) that only
    the first, only the second marked.
    """

    first: Hashable
    second: Hashable
    split: tuple[BrokenChain, ...]
    merged: tuple[BrokenChain, ...]
    missed: tuple[tuple[Hashable, Hashable], ...]
    extra: tuple[tuple[Hashable, Hashable], ...]


@dataclass(frozen=True, slots=True)
class DisputedMention(Result):
    """A mention that coders put into different chains, and each coder's chain of it.

    `disagreement` is the mean over pairs of coders of the Jaccard distance between their
    chains of the mention, 1 where only one of them marked it; `share` is its part of all
    disagreement in the study. `text` is what stands there, where the text is known.
    """

    document: Hashable
    mention: Hashable
    disagreement: float
    share: float
    chains: Mapping[Hashable, _Mentions | None]
    text: str | None = None


@dataclass(frozen=True, slots=True)
class ChainAnatomy(Result):
    """The anatomy of disagreement: pair by pair, and mention by mention, the worst first.

    :param pairs: What every two coders did differently.
    :param disputed: The mentions on which coders differ most.
    :param matched: The study after mentions were matched.

    >>> import accord
    >>> chains = {"Ann": [[1, 2, 3, 4]], "Bob": [[1, 2], [3, 4, 5]]}
    >>> study = accord.Partitions.of_chains({"d": chains})
    >>> found = accord.chains.chain_anatomy(study)
    >>> [(one.mention, round(one.disagreement, 2)) for one in found.disputed[:2]]
    [(5, 1.0), (3, 0.6)]
    """

    _members = "disputed"
    _columns = "document, mention, disagreement, share, text"
    pairs: tuple[PairAnatomy, ...]
    disputed: tuple[DisputedMention, ...]
    matched: Matched


@takes_data
def chain_anatomy(
    study: Partitions, *, matching: str = "exact", limit: int | None = None
) -> ChainAnatomy:
    """Split and merged chains, missed and extra mentions, and the most disputed mentions.

    `limit` is how many disputed mentions to list (all without it).

    :param study: The study, or data that accord can read as one: a path, a data frame, arrays.
    :param matching: When two spans are the same mention: exact, head or overlap.
    :param limit: How many disputed mentions to list.

    >>> import accord
    >>> study = accord.Partitions.of_chains(
    ...     {"d": {"Ann": [[1, 2, 3, 4]], "Bob": [[1, 2], [3, 4, 5]]}}
    ... )
    >>> anatomy = accord.chains.chain_anatomy(study)
    >>> anatomy.pairs[0].split[0].parts
    ((1, 2), (3, 4))
    >>> anatomy.pairs[0].extra
    (('d', 5),)
    >>> [(m.mention, round(m.disagreement, 2)) for m in anatomy.disputed[:3]]
    [(5, 1.0), (3, 0.6), (4, 0.6)]
    """
    matched = match_mentions(study, matching)
    study = matched.study
    pairs = tuple(_pair(study, a, b) for a, b in combinations(range(len(study.coders)), 2))
    return ChainAnatomy(pairs, tuple(_disputed(study, limit)), matched)


def _pair(study: Partitions, a: int, b: int) -> PairAnatomy:
    seen = [document for document in study.documents if document.seen[[a, b]].all()]
    return PairAnatomy(
        study.coders[a],
        study.coders[b],
        tuple(broken for document in seen for broken in _broken(document, a, b)),
        tuple(broken for document in seen for broken in _broken(document, b, a)),
        tuple(alone for document in seen for alone in _alone(document, a, b)),
        tuple(alone for document in seen for alone in _alone(document, b, a)),
    )


def _broken(document: Chains, whole: int, by: int) -> Iterator[BrokenChain]:
    """The chains of coder `whole` that lie in several chains of coder `by`."""
    first, second = document.chain[whole], document.chain[by]
    both = np.flatnonzero((first >= 0) & (second >= 0))
    parts: dict[int, dict[int, list[Hashable]]] = {}
    for m in both.tolist():
        of = parts.setdefault(int(first[m]), {})
        of.setdefault(int(second[m]), []).append(document.mentions[m])
    for number, cut in parts.items():
        if len(cut) > 1:
            members = np.flatnonzero(first == number).tolist()
            chain = tuple(document.mentions[m] for m in members)
            yield BrokenChain(document.name, chain, tuple(tuple(part) for part in cut.values()))


def _alone(document: Chains, by: int, other: int) -> Iterator[tuple[Hashable, Hashable]]:
    only = (document.chain[by] >= 0) & (document.chain[other] < 0)
    for m in np.flatnonzero(only).tolist():
        yield document.name, document.mentions[m]


def _disputed(study: Partitions, limit: int | None) -> Iterator[DisputedMention]:
    values = [_disagreement(document) for document in study.documents]
    total = steady(np.concatenate([np.zeros(0), *values]))
    ranked = sorted(
        (-float(value[m]), at, m)
        for at, value in enumerate(values)
        for m in np.flatnonzero(value > 0).tolist()
    )
    chains = [{c: document.chains(c) for c in document.coders} for document in study.documents]
    for negative, at, m in ranked[:limit]:
        document = study.documents[at]
        made = {
            coder: chains[at][coder][number] if number >= 0 else None
            for coder, number in zip(document.coders, document.chain[:, m].tolist(), strict=True)
        }
        mention = document.mentions[m]
        yield DisputedMention(
            document.name, mention, -negative, -negative / total, made, _text(document, mention)
        )


def _disagreement(document: Chains) -> FloatArray:
    """For every mention the mean Jaccard distance between the chains it has."""
    apart = [np.zeros(len(document))]
    pairs = np.zeros(len(document))
    for a, b in combinations(np.flatnonzero(document.seen).tolist(), 2):
        first, second = document.chain[a], document.chain[b]
        # A mention that neither coder marked is no agreement about its chain.
        marked = (first >= 0) | (second >= 0)
        apart.append(np.where(marked, 1.0 - _jaccard(first, second), 0.0))
        pairs += marked
    # The same sum whatever the order of coders.
    total: FloatArray = np.sort(apart, axis=0).sum(axis=0)
    return np.divide(total, pairs, out=np.zeros(len(document)), where=pairs > 0)


def mention_distances(document: Chains) -> FloatArray:
    """Coders × mentions: the sum of the Jaccard distances between the chain that a coder has a
    mention in and those of the others who saw the document, 1 where only one of two marked it."""
    apart = np.zeros(document.chain.shape)
    of: dict[int, list[FloatArray]] = {}
    for a, b in combinations(np.flatnonzero(document.seen).tolist(), 2):
        first, second = document.chain[a], document.chain[b]
        marked = (first >= 0) | (second >= 0)
        between = np.where(marked, 1.0 - _jaccard(first, second), 0.0)
        of.setdefault(a, []).append(between)
        of.setdefault(b, []).append(between)
    for c, others in of.items():  # the same sums in whatever order the coders are
        apart[c] = np.sort(np.stack(others), axis=0).sum(axis=0)
    return apart


def _jaccard(first: IntArray, second: IntArray) -> FloatArray:
    both = (first >= 0) & (second >= 0)
    width = int(second.max(initial=0)) + 1
    key = first[both].astype(np.int64) * width + second[both]
    _, inverse, shared = np.unique(key, return_inverse=True, return_counts=True)
    sizes = np.bincount(first[first >= 0]), np.bincount(second[second >= 0])
    n = shared[inverse.reshape(-1)]
    alike = np.zeros(len(first))
    alike[both] = n / (sizes[0][first[both]] + sizes[1][second[both]] - n)
    return alike


def _text(document: Chains, mention: Hashable) -> str | None:
    if document.text is None or not isinstance(mention, tuple):
        return None
    spans = mention if isinstance(mention[0], tuple) else (mention,)
    return " … ".join(document.text[int(begin) : int(end)] for begin, end in spans)


def shared_numbers(document: Chains) -> IntArray:
    """Chains of different coders under one number where they share most mentions."""
    numbers = np.full(document.chain.shape, -1, dtype=np.int64)
    holders: list[set[int]] = [set() for _ in range(len(document))]  # numbers of each mention
    known = 0
    for c, row in enumerate(document.chain):
        chains: list[list[int]] = [[] for _ in range(int(row.max(initial=-1)) + 1)]
        for mention in np.flatnonzero(row >= 0).tolist():
            chains[row[mention]].append(mention)
        pairs = sorted(
            (-shared, k, at)
            for k, chain in enumerate(chains)
            for at, shared in Counter(at for m in chain for at in holders[m]).items()
        )
        chosen: dict[int, int] = {}
        taken: set[int] = set()
        for _, k, at in pairs:
            # Greedy, the most shared mentions first: numbers only say which chains of two coders
            # are shown and compared as one, and the best assignment would cost more than it tells.
            if k not in chosen and at not in taken:
                chosen[k] = at
                taken.add(at)
        for k, chain in enumerate(chains):
            if k not in chosen:
                chosen[k] = known
                known += 1
            for mention in chain:
                holders[mention].add(chosen[k])
            numbers[c, chain] = chosen[k]
    return numbers
