"""Chance of chains as labels, where the size of a label is kept and its members are random.

`random_members` has the idea and the exact sums, which need the full chain as label and a distance
that depends on sizes and on what two sets share. For other labels and distances the same chance is
drawn: two codings of documents with about as many mentions, each laid on mentions of this document
at random. How often, and the seed, are in the signature.
"""

from dataclasses import dataclass, replace
from itertools import combinations
from math import fsum
from typing import Any, Literal, NamedTuple

import numpy as np

from accord._measure.by_document import RatioOfDocuments
from accord._measure.distances.distance import Distance
from accord._measure.distances.sets import Formula
from accord._measure.random_members import (
    CodedMembers,
    Idea,
    MembersAtRandom,
    MetMembers,
    Profile,
    about_as_many,
    formula_of,
)
from accord.errors import Setting, TooLargeError
from accord.kinds.canonical import order_of_items
from accord.kinds.chains.labelled import MOST_MENTIONS, labels_of_chains
from accord.kinds.chains.parts import Chains
from accord.kinds.chains.study import Partitions
from accord.model.names import FloatArray, IntArray, Names

_DRAWS = 20
"""How often chance is drawn for each pair of coders in each document, where it is not exact."""


@dataclass(frozen=True, slots=True)
class Labelling:
    """How mentions are labelled, their labels compared, and chance drawn."""

    label: str
    itself: bool
    distance: Distance
    idea: Idea
    rng: int

    @property
    def formula(self) -> Formula | None:
        """The distance as a formula of sizes, None where chance has to be drawn."""
        return formula_of(self.distance) if self.label == "full" else None

    @property
    def told(self) -> dict[str, int]:
        """For signatures."""
        return {} if self.formula is not None else {"draws": _DRAWS, "rng": self.rng}

    @property
    def by_codings(self) -> bool:
        """Whether a mention counts by its codings, as in α, or as one."""
        return self.idea == "drawn"


class _Weights(NamedTuple):
    """How much a pair of codings of each mention counts, and one coding; 0 where it has one."""

    pair: FloatArray
    coding: FloatArray


def weights_of(codings: IntArray, by_codings: bool) -> _Weights:
    """The weights of items with so many codings.

    >>> [weight.tolist() for weight in weights_of(np.array([1, 2, 3]), True)]
    [[0.0, 2.0, 1.0], [0.0, 1.0, 1.0]]
    """
    # 2 where nothing is compared, only so that nothing is divided by 0; its weight is 0.
    n = np.where(codings > 1, codings, 2).astype(np.float64)
    item = (codings > 1) * (n if by_codings else 1.0)
    return _Weights(item / (n * (n - 1) / 2), item / n)


def members_at_random(study: Partitions, how: Labelling) -> "MembersAtRandom | RatioOfDocuments":
    """D_o and D_e over documents, exactly where that is possible, else drawn."""

    def again(coders: Any) -> "MembersAtRandom | RatioOfDocuments":
        return members_at_random(study.only(coders), how)

    if how.formula is None:
        return RatioOfDocuments(_drawn(study, how), again)
    coded: list[CodedMembers] = []
    met: list[MetMembers] = []
    for at, document in enumerate(study.documents):
        marked = document.chain >= 0
        pair, coding = weights_of(marked.sum(axis=0), how.by_codings)
        who = np.flatnonzero(marked.any(axis=1)).tolist()
        for c in who:
            weights: dict[int, list[float]] = {}
            for size, w in zip(_sizes(document, c), coding[marked[c]].tolist(), strict=True):
                weights.setdefault(size, []).append(w)
            sizes: dict[Profile, float] = {(size,): fsum(each) for size, each in weights.items()}
            coded.append(CodedMembers(at, c, int(marked[c].sum()) - 1, sizes))
        for i, j in combinations(who, 2):
            both = marked[i] & marked[j]
            if both.any():
                d = _distances(document, i, j, both, how)
                total = fsum(pair[both]), fsum(pair[both] * d)
                met.append(MetMembers(at, i, j, int(both.sum()) - 1, *total))
    return MembersAtRandom(
        len(study.documents), coded, met, how.formula, how.idea, again, how.itself
    )


def _sizes(document: Chains, coder: int) -> list[int]:
    """How many other mentions the label of each mention of a coder holds."""
    row = document.chain[coder]
    row = row[row >= 0]
    if _plain(document, coder):
        return [int(size) for size in np.bincount(row)[row] - 1]
    labels = dict(labels_of_chains(document, coder, "full", itself=False))
    return [len(labels[m]) for m in sorted(labels)]


def _plain(document: Chains, coder: int) -> bool:
    """Whether no mention of a coder has readings in several chains."""
    links = document.links[document.links[:, 0] == coder]
    row = document.chain[coder]
    return bool((row[links[:, 1]] == row[links[:, 2]]).all())


def _distances(document: Chains, i: int, j: int, both: Any, how: Labelling) -> FloatArray:
    """The distances of the labels of two coders at the mentions that both have."""
    assert how.formula is not None
    if _plain(document, i) and _plain(document, j):
        first, second = document.chain[i], document.chain[j]
        a, b = (np.bincount(row[row >= 0])[row[both]] for row in (first, second))
        # A number for each pair of chains, with room for every chain: 32 bits would overflow.
        key = first[both].astype(np.int64) * (len(second) + 1) + second[both]
        _, at, cells = np.unique(key, return_inverse=True, return_counts=True)
        shared = cells[at.reshape(-1)]
    else:
        one, other = (dict(labels_of_chains(document, c, "full", itself=True)) for c in (i, j))
        here = np.flatnonzero(both).tolist()
        a, b = (np.array([len(found[m]) for m in here]) for found in (one, other))
        shared = np.array([len(one[m] & other[m]) for m in here])
    sizes = (np.asarray(x, dtype=np.float64) - (not how.itself) for x in (shared, a, b))
    return how.formula(*sizes)


class _Coding(NamedTuple):
    """What a coder did in a document, and how much of it counts."""

    document: int
    coder: int
    others: int
    weight: float


def _drawn(study: Partitions, how: Labelling) -> FloatArray:
    """Weight, weighed D_o and weighed D_e of each document, chance drawn."""
    found: list[list[tuple[float, float, float]]] = [[] for _ in study.documents]
    counted = [
        weights_of((document.chain >= 0).sum(axis=0), how.by_codings)
        for document in study.documents
    ]
    codings = [
        _Coding(at, c, int((row >= 0).sum()) - 1, float(counted[at].coding[row >= 0].sum()))
        for at, document in enumerate(study.documents)
        for c, row in enumerate(document.chain)
        if (row >= 0).any()
    ]
    # What is drawn must not change with the order of documents and coders.
    items, coders = (np.argsort(order).tolist() for order in order_of_items(study))
    codings.sort(key=lambda one: (items[one.document], coders[one.coder]))
    for at in np.argsort(items).tolist():
        document, pair = study.documents[at], counted[at].pair
        rng = np.random.default_rng([how.rng, items[at]])
        mine = [one for one in codings if one.document == at]
        for one, other in combinations(mine, 2):
            both = (document.chain[[one.coder, other.coder]] >= 0).all(axis=0)
            if not both.any():
                continue
            compared = _Compared(document, how)
            compared.observed(one.coder, other.coder, pair)
            pools = [_pool(codings, side, how.idea) for side in (one, other)]
            for _ in range(_DRAWS):
                drawn = _two(pools, how.idea, rng)
                placed = [
                    _laid(study.documents[of.document], of.coder, document.chain[side.coder], rng)
                    for of, side in zip(drawn, (one, other), strict=True)
                ]
                compared.expected(placed, float(pair[both].sum()))
            found[at].append(compared.sums())
    return np.array(
        [[fsum(column) for column in zip((0.0,) * 3, *each, strict=True)] for each in found]
    )


def _pool(codings: list[_Coding], like: _Coding, idea: Idea) -> list[_Coding]:
    return [
        one
        for one in codings
        if about_as_many(one.others, like.others)
        and one.weight
        and (idea != "per coder" or one.coder == like.coder)
    ]


def _two(
    pools: list[list[_Coding]], idea: Idea, rng: np.random.Generator
) -> tuple[_Coding, _Coding]:
    """A coding from each pool, each as likely as much of it counts; α takes none twice."""
    first, second = pools
    pairs = [(x, y) for x in range(len(first)) for y in range(len(second))]
    weights = np.array([first[x].weight * second[y].weight for x, y in pairs])
    # α never compares a coder's document with itself: that would be agreement by name.
    if idea == "drawn":
        weights *= [first[x][:2] != second[y][:2] for x, y in pairs]
    x, y = pairs[int(rng.choice(len(pairs), p=weights / weights.sum()))]
    return first[x], second[y]


def _laid(
    document: Chains, coder: int, onto: IntArray, rng: np.random.Generator
) -> tuple[IntArray, IntArray]:
    """A coder's chains and links, laid on the mentions that are marked in `onto`, at random."""
    source, target = (np.flatnonzero(row >= 0) for row in (document.chain[coder], onto))
    n = min(len(source), len(target))
    place = np.full(len(document.mentions), -1)
    place[rng.permutation(source)[:n]] = rng.permutation(target)[:n]
    chain = np.full(len(onto), -1, dtype=np.int32)
    kept = np.flatnonzero(place >= 0)
    chain[place[kept]] = document.chain[coder][kept]
    links = document.links[document.links[:, 0] == coder][:, 1:]
    moved = place[links]
    return chain, moved[(moved >= 0).all(axis=1)]


class _Compared:
    """The labels of two coders that are compared, and those that chance compares."""

    def __init__(self, document: Chains, how: Labelling) -> None:
        self.document, self.how, self.listed = document, how, 0
        self.codes: dict[frozenset[Any], int] = {}
        self.seen: list[tuple[list[tuple[int, int]], list[float], Literal["o", "e"]]] = []

    def observed(self, one: int, other: int, pair: FloatArray) -> None:
        """Two coders at their common mentions."""
        labels = [self._labels(self.document, c) for c in (one, other)]
        common = sorted(labels[0].keys() & labels[1].keys())
        pairs = [(labels[0][m], labels[1][m]) for m in common]
        self.seen.append((pairs, pair[common].tolist(), "o"))

    def expected(self, placed: list[tuple[IntArray, IntArray]], weight: float) -> None:
        """Two codings that chance laid on the document, which count as much together."""
        links = [
            np.column_stack([np.full(len(rows), c), rows]) for c, (_, rows) in enumerate(placed)
        ]
        part = replace(
            self.document,
            chain=np.stack([chain for chain, _ in placed]),
            links=np.concatenate(links).astype(np.int32),
        )
        labels = [self._labels(part, c) for c in (0, 1)]
        common = sorted(labels[0].keys() & labels[1].keys())
        if common:
            pairs = [(labels[0][m], labels[1][m]) for m in common]
            self.seen.append((pairs, [weight / len(common) / _DRAWS] * len(common), "e"))

    def _labels(self, part: Chains, coder: int) -> dict[int, int]:
        found = {}
        for m, members in labels_of_chains(part, coder, self.how.label, itself=self.how.itself):
            self.listed += len(members)
            if self.listed > MOST_MENTIONS:
                raise TooLargeError(
                    f"chance on labels of chains ({self.how.label!r}) would list more than "
                    f"{MOST_MENTIONS:,} mentions; use {Setting('label', 'full')} with a distance "
                    "between sets (masi, jaccard …), which lists none, or a measure of links "
                    "(link_kappa)"
                )
            label = frozenset(part.mentions[k] for k in members)
            found[m] = self.codes.setdefault(label, len(self.codes))
        return found

    def sums(self) -> tuple[float, float, float]:
        """Weight, weighed D_o and weighed D_e of the document."""
        # All labels of a document at once, observed and drawn: a distance is fitted to what it
        # compares.
        metric = self.how.distance.fit(Names(self.codes), np.ones(len(self.codes)), False)
        total: dict[str, list[float]] = {"o": [], "e": []}
        weight: list[float] = []
        for pairs, weights, what in self.seen:
            k, l = np.array(pairs, dtype=np.intp).reshape(-1, 2).T
            total[what] += (np.asarray(weights) * metric.between(k, l)).tolist()
            weight += weights if what == "o" else []
        return fsum(weight), fsum(total["o"]), fsum(total["e"])
