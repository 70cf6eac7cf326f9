"""Chance where a label is a set of things in its own document: its size is kept, its members are
random.

The label of a mention is the rest of its chain, that of an entity what it is linked to. Labels
drawn from other mentions, as α draws labels, may hold the very mention that they are compared at,
which its own label never does; so coders who guess seem to agree, the more the shorter documents
are. Here chance draws how *large* a label is, from the labels in documents with about as many
things, and which things it holds is left to chance:

    D_e(document) = Σ_st p(s) p(t) Σ_o P(o | s, t) d(s, t, o)

P(o | s, t) is hypergeometric: how many things two random labels of s and t things share. Every
distance that depends on two sizes and on what they share is exact, without drawing.

Two labels of one coder in one document depend on each other (a chain of three is three labels of
two), so α's chance leaves such pairs out, as it never draws one coding twice. Documents have about
as many things where these differ by at most a tenth: from 2 to 9 by none, 10 to 19 by one …
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import fsum
from typing import Literal, NamedTuple

import numpy as np

from accord._measure.by_document import ByDocument, of_ratio
from accord._measure.distances.metric import Distance
from accord._measure.distances.sets import FORMULAS, Formula
from accord.model.names import FloatArray, IntArray

ABOUT_AS_MANY = 10
"""Documents have about as many things where their numbers differ by at most one in so many."""

Idea = Literal["drawn", "pooled", "per coder"]
"""Two labels, never two of one coder in one document; any two; one of each coder's own."""

Profile = tuple[int, ...]
"""How many members of each type a label has."""


def _equal(both: FloatArray, a: FloatArray, b: FloatArray) -> FloatArray:
    return np.where((both == a) & (both == b), 0.0, 1.0)


BY_SIZE: dict[str, Formula] = {**FORMULAS, "nominal": _equal}
"""The distances that depend only on the sizes of two sets and on what they share."""


def formula_of(distance: Distance) -> Formula | None:
    """A distance as a formula of sizes, None where it needs more than that.

    >>> import accord
    >>> formula_of(accord.distance("dice")) is BY_SIZE["dice"], formula_of(accord.distance(max))
    (True, None)
    """
    # How it was made counts, not what it is called: a function of the user's may be called masi.
    name = distance.recipe[1][0] if distance.recipe is not None else None
    return BY_SIZE.get(name) if isinstance(name, str) else None


class CodedMembers(NamedTuple):
    """What a coder has in a document: how many things a label could hold, and how much the labels
    of each size weigh."""

    document: int
    coder: int
    others: int
    labels: Mapping[Profile, float]


class MetMembers(NamedTuple):
    """Two coders in a document: how many things labels of both could hold, how much their common
    items weigh, and the distances there, weighed."""

    document: int
    one: int
    other: int
    shared: int
    weight: float
    observed: float


def about_as_many(one: int, other: int) -> bool:
    """Whether labels of documents in which they could hold so many things are drawn from together.

    >>> about_as_many(8, 9), about_as_many(9, 10), about_as_many(59, 65), about_as_many(59, 66)
    (False, True, True, False)
    """
    return abs(one - other) <= (min(one, other) + 1) // ABOUT_AS_MANY


@dataclass(frozen=True, eq=False)
class MembersAtRandom(ByDocument):
    """A coefficient over labels that are sets, its chance sizes from the pool, members at random.

    `itself`: every label also holds the thing that it labels.
    """

    documents: int
    coded: Sequence[CodedMembers]
    met: Sequence[MetMembers]
    formula: Formula
    idea: Idea
    again: Callable[[Sequence[int] | IntArray], ByDocument]
    itself: bool = False

    def __len__(self) -> int:
        return self.documents

    def only(self, coders: Sequence[int] | IntArray) -> ByDocument:
        """The same of these coders."""
        return self.again(coders)

    def parts(self, often: FloatArray) -> FloatArray:
        """D_o, D_e and value for each row of `often`."""
        often = np.asarray(often, dtype=np.float64)
        document = np.array([met.document for met in self.met], dtype=np.intp)
        rows = np.array([(met.weight, met.observed) for met in self.met]).reshape(-1, 2)
        weight, observed = _added(often, document, rows).T
        by_chance = [np.zeros(len(often))]
        for pools, counted in self._groups.items():
            where, weights = (np.array(side) for side in zip(*counted, strict=True))
            times = _added(often, where, weights[:, None])[:, 0]
            by_chance.append(times * np.where(times > 0, pools.expected(often), 0.0))
        expected = np.array([fsum(row) for row in zip(*by_chance, strict=True)])
        return of_ratio(weight, observed, expected)

    @cached_property
    def _groups(self) -> "dict[_Pools, list[tuple[int, float]]]":
        """Pairs of coders whose chance is the same, with their documents and weights."""
        others = {(each.document, each.coder): each.others for each in self.coded}
        found: dict[tuple[int, ...], list[tuple[int, float]]] = defaultdict(list)
        for met in self.met:
            sides = sorted((others[met.document, c], c) for c in (met.one, met.other))
            if self.idea != "per coder":
                sides = [(other, -1) for other, _ in sides]
            key = (*sides[0], *sides[1], met.shared)
            found[key].append((met.document, met.weight))
        return {
            _Pools(self, self._pool(a, one), self._pool(b, other), a, b, shared): rows
            for (a, one, b, other, shared), rows in sorted(found.items())
        }

    def _pool(self, others: int, coder: int) -> list[CodedMembers]:
        return [
            each
            for each in self.coded
            if about_as_many(each.others, others) and coder in (-1, each.coder)
        ]


@dataclass(frozen=True, eq=False)
class _Pools:
    """Two pools of labels, and how many things a label of each, and of both, could hold."""

    of: MembersAtRandom
    first: Sequence[CodedMembers]
    second: Sequence[CodedMembers]
    a: int
    b: int
    shared: int

    def expected(self, often: FloatArray) -> FloatArray:
        """The mean distance of a label of one pool and one of the other, for each resample."""
        sides = [_kept(self.first, self.a), _kept(self.second, self.b)]
        profiles = sorted({profile for side in sides for row in side for profile in row})
        could = (self.a, self.b, self.shared)
        d = expected_distance(profiles, could, self.of.formula, self.of.itself)
        one, other = (_table(side, profiles) for side in sides)
        document = [np.array([c.document for c in pool]) for pool in (self.first, self.second)]
        x, y = (_added(often, at, table) for at, table in zip(document, (one, other), strict=True))
        total, pairs = _products(x, d, y), x.sum(axis=1) * y.sum(axis=1)
        if self.of.idea == "drawn":
            at = {each[:2]: row for row, each in enumerate(self.second)}
            both = [(i, at[each[:2]]) for i, each in enumerate(self.first) if each[:2] in at]
            mine, theirs = np.array(both, dtype=np.intp).reshape(-1, 2).T
            p, q = one[mine], other[theirs]
            same = np.stack([((p @ d) * q).sum(axis=1), p.sum(axis=1) * q.sum(axis=1)], axis=1)
            left_out = _added(often, document[0][mine], same)
            total, pairs = total - left_out[:, 0], pairs - left_out[:, 1]
        return np.asarray(np.divide(total, pairs, out=np.zeros_like(total), where=pairs > 0))


def _kept(pool: Sequence[CodedMembers], most: int) -> list[dict[Profile, float]]:
    """How much labels of each size weigh in each coding; in a shorter document a label holds no
    more than there is."""
    found = []
    for each in pool:
        weights: dict[Profile, float] = defaultdict(float)
        for profile, weight in sorted(each.labels.items()):
            weights[tuple(min(size, most) for size in profile)] += weight
        found.append(weights)
    return found


def _table(side: Sequence[Mapping[Profile, float]], profiles: Sequence[Profile]) -> FloatArray:
    at = {profile: column for column, profile in enumerate(profiles)}
    table = np.zeros((len(side), len(profiles)))
    for row, weights in zip(table, side, strict=True):
        for profile, weight in weights.items():
            row[at[profile]] = weight
    return table


def _added(often: FloatArray, document: IntArray, rows: FloatArray) -> FloatArray:
    """What rows of these documents add up to, for each resample (resamples × columns)."""
    if len(often) == 1:  # a study as it is: the same to the last bit in whatever order
        times = often[0, document][:, None] * rows
        return np.array([[fsum(column) for column in times.T]])
    by_document = np.zeros((often.shape[1], rows.shape[1]))
    np.add.at(by_document, document, rows)
    return np.asarray(often @ by_document)


def _products(x: FloatArray, d: FloatArray, y: FloatArray) -> FloatArray:
    """Σ x_k y_l d_kl for each row."""
    if len(x) == 1:
        return np.array([fsum(((x[0][:, None] * y[0][None, :]) * d).ravel().tolist())])
    return np.asarray(((x @ d) * y).sum(axis=1))


def expected_distance(
    profiles: Sequence[Profile],
    could: tuple[int, int, int],
    formula: Formula,
    itself: bool = False,
) -> FloatArray:
    """The mean distance of two random labels of each two sizes.

    `could` is how many things a label of the first, of the second, and of both could hold.

    >>> expected_distance([(1,), (2,)], (3, 3, 3), BY_SIZE["jaccard"]).round(4).tolist()
    [[0.6667, 0.6667], [0.6667, 0.4444]]
    """
    if all(len(profile) == 1 for profile in profiles):
        sizes = np.array(profiles, dtype=np.intp).reshape(-1)
        return _of_sizes(sizes, could, formula, itself)
    return _of_profiles(profiles, could, formula, itself)


def _of_sizes(
    sizes: IntArray, could: tuple[int, int, int], formula: Formula, itself: bool
) -> FloatArray:
    found = np.zeros((len(sizes), len(sizes)))
    for column, size in enumerate(sizes.tolist()):
        # The same to the last bit whichever coder comes first: each two sizes once.
        rows = slice(0, column + 1) if could[0] == could[1] else slice(None)
        s = sizes[rows]
        chance = _shared(s, size, *could)
        both = np.arange(chance.shape[1])[None, :]
        both = np.where(both <= s[:, None], both, 0)
        a, b = (np.broadcast_to(x, both.shape) for x in (s[:, None], size))
        d = formula(*((x + itself).astype(np.float64) for x in (both, a, b)))
        found[rows, column] = (chance * d).sum(axis=1)
    return found if could[0] != could[1] else np.triu(found) + np.triu(found, 1).T


def _of_profiles(
    profiles: Sequence[Profile], could: tuple[int, int, int], formula: Formula, itself: bool
) -> FloatArray:
    """The same for labels with members of several types, which meet type by type."""
    found = np.zeros((len(profiles), len(profiles)))
    # Many labels have no type in common: what is alike is computed once.
    known: dict[tuple[int, int, tuple[tuple[int, int], ...]], float] = {}
    for (row, p), (column, q) in product(enumerate(profiles), repeat=2):
        if row > column and could[0] == could[1]:
            found[row, column] = found[column, row]
            continue
        met = tuple(sorted((x, y) for x, y in zip(p, q, strict=True) if x and y))
        a, b = sum(p), sum(q)
        if (a, b, met) not in known:
            chance = np.ones(1)
            for sizes in met:
                chance = np.convolve(chance, shared_by_chance(*sizes, *could))
            both = np.arange(len(chance), dtype=np.float64)
            of = (x + float(itself) for x in (both, np.full_like(both, a), np.full_like(both, b)))
            known[a, b, met] = float(chance @ formula(*of))
        found[row, column] = known[a, b, met]
    return found


def shared_by_chance(s: int, t: int, a: int, b: int, shared: int) -> FloatArray:
    """P(0), P(1) … things in common of s random ones of a and t of b, of which some are the same.

    >>> shared_by_chance(1, 2, 3, 3, 3).round(4).tolist()
    [0.3333, 0.6667]
    """
    return _shared(np.array([s], dtype=np.intp), t, a, b, shared)[0, : min(s, t) + 1]


_CELLS = 2_000_000
"""How many probabilities are held at a time."""


def _shared(s: IntArray, t: int, a: int, b: int, shared: int) -> FloatArray:
    """The same for several sizes s (sizes × things in common)."""
    logs = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, max(a, b, 1) + 1)))])
    both = np.arange(min(int(s.max(initial=0)), t) + 1)
    if a == b == shared:
        return _hypergeometric(logs, a, s[:, None], t, both)
    # First how many things of the first label the second could hold, then how many it does.
    least = max(0, int(s.min(initial=a)) - (a - shared))
    met = np.arange(least, min(int(s.max(initial=0)), shared) + 1)
    found = np.zeros((len(s), len(both)))
    for some in np.array_split(met, len(met) * len(both) // _CELLS + 1):
        found += _hypergeometric(logs, a, shared, s[:, None], some) @ _hypergeometric(
            logs, b, some[:, None], t, both
        )
    return found


def _hypergeometric(
    logs: FloatArray, of: int, good: "IntArray | int", drawn: "IntArray | int", hits: IntArray
) -> FloatArray:
    """P(hits) where `drawn` of `of` things are taken, `good` of which count; logs has log n!."""
    good, drawn, hits = np.broadcast_arrays(good, drawn, hits)
    rest, missed = of - good, drawn - hits
    possible = (rest >= missed) & (missed >= 0) & (hits <= good)
    hits, missed = np.where(possible, hits, 0), np.where(possible, missed, 0)

    def choose(n: IntArray, k: IntArray) -> FloatArray:
        return np.asarray(logs[n] - logs[k] - logs[n - k])

    ways = choose(good, hits) + choose(rest, missed) - choose(np.full_like(drawn, of), drawn)
    return np.where(possible, np.exp(ways), 0.0)
