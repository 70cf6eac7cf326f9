"""Anatomy of disagreement on units: what kind of disagreement it is, and where.

    same       |--A--|          category   |--A--|        both      |--A--|
               |--A--|                     |--B--|                     |--B--|

    boundary   |--A--|          split      |----A----|    merge     |-A-||-A-|
                |--A--|                    |-A-||-A-|               |----A----|

    missing    |--A--|          extra
                                           |--A--|

The second coder is described as seen from the first. A unit stands in one place only: first
come units with the same borders, then splits and merges (several units of one coder, more
than half of each inside one unit of the other, which they cover by more than half; those that
cover most come first), then pairs by the largest common part, and what remains is missing or
extra. With the coders exchanged the same places are found: split is merge, missing is extra.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from accord._measure.matching import best_matching
from accord.engine.any_data import takes_data
from accord.errors import NotApplicableError
from accord.kinds.kind import kind_of, kind_words
from accord.kinds.spans.overlap import meet
from accord.kinds.spans.parts import Continuum, Unit
from accord.kinds.spans.study import Unitizings
from accord.model.names import IntArray
from accord.model.showing import Grid, Result
from accord.model.study import Study

MIRRORED = {"split": "merge", "merge": "split", "missing": "extra", "extra": "missing"}
PLACE_KINDS = ("same", "category", "boundary", "both", "split", "merge", "missing", "extra")


@dataclass(frozen=True, slots=True)
class Place(Result):
    """One agreement or disagreement: its kind, where, and the units of the two coders.

    :param document: Where it is.
    :param first: The units of the first coder.
    :param second: The units of the second coder.

    >>> import accord
    >>> rows = [("d", "A", 0, 9, "x"), ("d", "B", 0, 4, "x"), ("d", "B", 4, 9, "x")]
    >>> place = accord.spans.anatomy(accord.Unitizings.of(rows)).places[0]
    >>> place.kind, len(place.first), len(place.second)
    ('split', 1, 2)
    """

    kind: str
    document: Hashable
    coders: tuple[Hashable, Hashable]
    first: tuple[Unit, ...]
    second: tuple[Unit, ...]

    @property
    def category(self) -> Hashable:
        """The category it is counted under: the first coder's, the second's where extra.

        So counts of categories, unlike those of kinds, depend on who comes first.
        """
        return (self.first or self.second)[0].category

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "kind": self.kind,
            "document": self.document,
            "coders": list(self.coders),
            "first": [list(unit) for unit in self.first],
            "second": [list(unit) for unit in self.second],
        }


@dataclass(frozen=True, slots=True)
class Anatomy(Result):
    """All places of all pairs of coders, and what can be counted from them.

    >>> import accord
    >>> study = accord.Unitizings.of([("d", "A", 0, 9, "x"), ("d", "A", 10, 12, "y"),
    ...                               ("d", "B", 0, 4, "x"), ("d", "B", 4, 9, "x")])
    >>> found = accord.spans.anatomy(study)
    >>> {kind: number for kind, number in found.counts.items() if number}
    {'split': 1, 'missing': 1}
    """

    places: tuple[Place, ...]
    pairs: Mapping[tuple[Hashable, Hashable], Mapping[str, int]]

    @property
    def counts(self) -> dict[str, int]:
        """How often each kind occurs, summed over pairs."""
        tally = Counter(place.kind for place in self.places)
        return {kind: tally[kind] for kind in PLACE_KINDS}

    @property
    def by_category(self) -> dict[Hashable, dict[str, int]]:
        """The kinds for each category."""
        tally = Counter((place.category, place.kind) for place in self.places)
        categories = dict.fromkeys(place.category for place in self.places)
        return {c: {kind: tally[c, kind] for kind in PLACE_KINDS} for c in categories}

    @property
    def confusions(self) -> dict[tuple[Hashable, Hashable], int]:
        """How often one category is aligned with another, the most frequent first."""
        tally = Counter(
            (place.first[0].category, place.second[0].category)
            for place in self.places
            if place.kind in ("category", "both")
        )
        return dict(tally.most_common())

    @property
    def disagreements(self) -> tuple[Place, ...]:
        """The places where coders disagree."""
        return tuple(place for place in self.places if place.kind != "same")

    def _tables(self) -> Iterable[tuple[str, Grid]]:
        rows = [(name, *kinds.values()) for name, kinds in self.by_category.items()]
        return [("what pairs of coders did", (["category", *PLACE_KINDS], rows))]

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "counts": self.counts,
            "pairs": [{"coders": list(pair), **kinds} for pair, kinds in self.pairs.items()],
            "categories": [{"category": c, **kinds} for c, kinds in self.by_category.items()],
            "confusions": [
                {"first": a, "second": b, "count": n} for (a, b), n in self.confusions.items()
            ],
            "places": [place.as_dict() for place in self.disagreements],
        }


MatchedUnits = Sequence[Mapping[tuple[int, int], Sequence[tuple[str, list[int], list[int]]]]]
"""For each document, for each two coders who saw it, what goes with what: the kind, and the units
of the first and of the second coder (positions in the document)."""


def matched_units(study: Unitizings) -> MatchedUnits:
    """Which units of every two coders go together, and of what kind that is."""
    return [
        {
            (i, j): _matched(continuum, i, j)
            for i, j in combinations(np.flatnonzero(continuum.seen).tolist(), 2)
        }
        for continuum in study.continua
    ]


@takes_data
def anatomy(study: Study, *, matched: MatchedUnits | None = None) -> Anatomy:
    """What kinds of disagreement there are between any two coders, and where.

    Segmentations are taken as units that cover everything.

    :param study: A study of units, or of boundaries.
    :param matched: What `matched_units` found, where it is known.

    >>> import accord
    >>> study = accord.Unitizings.of([("d", "A", 0, 9, "x"), ("d", "A", 10, 12, "y"),
    ...                        ("d", "B", 0, 4, "x"), ("d", "B", 4, 9, "x")])
    >>> {kind: n for kind, n in accord.spans.anatomy(study).counts.items() if n}
    {'split': 1, 'missing': 1}
    """
    as_units = kind_of(study).ability("as_units")
    if as_units is None:
        raise NotApplicableError(
            f"anatomy works with spans, segments, trees, graphs and numbers; these data are "
            f"{kind_words(study)}. A breakdown by category shows where coders disagree"
        )
    places: list[Place] = []
    pairs: dict[tuple[Hashable, Hashable], dict[str, int]] = {}
    units: Unitizings = as_units(study)
    for continuum, of_pairs in zip(units.continua, matched or matched_units(units), strict=True):
        for (i, j), together in of_pairs.items():
            names = (units.coders[i], units.coders[j])
            here = _places(continuum, names, together)
            places += here
            tally = pairs.setdefault(names, dict.fromkeys(PLACE_KINDS, 0))
            for place in here:
                tally[place.kind] += 1
    return Anatomy(tuple(places), pairs)


def _places(
    continuum: Continuum,
    names: tuple[Hashable, Hashable],
    matched: Sequence[tuple[str, list[int], list[int]]],
) -> list[Place]:
    """All places, in the order of the text."""
    placed = [
        Place(
            kind,
            continuum.name,
            names,
            tuple(continuum.unit(at) for at in first),
            tuple(continuum.unit(at) for at in second),
        )
        for kind, first, second in matched
    ]
    return sorted(placed, key=lambda place: (*(place.first or place.second)[0][:2], place.kind))


def _matched(continuum: Continuum, one: int, other: int) -> list[tuple[str, list[int], list[int]]]:
    """The kinds and units of two coders' places.

    Where several matchings are equally good, which one is taken must not depend on who comes
    first: the coders are compared in an order that what they marked decides.
    """
    marked = [
        [
            (unit.begin, unit.end, str(unit.category))
            for unit in continuum.units(continuum.coders[c])
        ]
        for c in (one, other)
    ]
    # What was marked decides who is compared with whom, never the names: else ties would go to the
    # coder who comes first.
    mirrored = sorted(marked[1]) < sorted(marked[0])
    compared = _Comparison(continuum, *((other, one) if mirrored else (one, other)))
    return [
        (MIRRORED.get(kind, kind), second, first) if mirrored else (kind, first, second)
        for kind, first, second in compared.places()
    ]


class _Comparison:
    """The units of two coders in one document, and which of them still stand alone."""

    def __init__(self, continuum: Continuum, one: int, other: int) -> None:
        # Equal spans stand by the names of their categories, whose numbers follow who came first.
        names = [str(name) for name in continuum.categories]
        rank = np.argsort(np.argsort(np.array(names, dtype=str), kind="stable"), kind="stable")
        spans = continuum.spans
        order = np.lexsort((rank[spans.category], spans.stop, spans.start))
        self.at = [order[continuum.coder[order] == coder] for coder in (one, other)]
        self.units = [continuum.spans.at(at) for at in self.at]
        self.free = [np.ones(len(at), dtype=bool) for at in self.at]
        self.found: list[tuple[str, list[int], list[int]]] = []
        self.g, self.h, self.shared = meet(*self.units)

    def places(self) -> list[tuple[str, list[int], list[int]]]:
        """The kind and the units of all places."""
        g, h = self.units[0].at(self.g), self.units[1].at(self.h)
        span = (g.start == h.start) & (g.stop == h.stop)
        category = g.category == h.category
        # A unit is in one place only, and the clearest finding takes it first: same borders, then
        # splits and merges, then the greatest common part (docs/decisions.md, Spans).
        self._pair(np.flatnonzero(span & category), "same", "same")
        self._pair(np.flatnonzero(span), "category", "category")
        self._group()
        self._pair(np.arange(len(self.g)), "boundary", "both")
        self.found += [("missing", [at], []) for at in np.flatnonzero(self.free[0]).tolist()]
        self.found += [("extra", [], [at]) for at in np.flatnonzero(self.free[1]).tolist()]
        return [
            (kind, self.at[0][first].tolist(), self.at[1][second].tolist())
            for kind, first, second in self.found
        ]

    def _pair(self, candidates: IntArray, agreeing: str, other: str) -> None:
        """Match what is still free, the largest common part first, equal categories before."""
        still = self.free[0][self.g[candidates]] & self.free[1][self.h[candidates]]
        chosen = candidates[still]
        g, h = self.g[chosen], self.h[chosen]
        one, two = self.units[0].at(g), self.units[1].at(h)
        longest = np.maximum(one.stop, two.stop) - np.minimum(one.start, two.start)
        same = one.category == two.category
        # ½ for the same category outweighs half of a unit's overlap: coders who agree on what it
        # is meant the same one.
        gain = self.shared[chosen] / longest + 0.5 * same
        for at in best_matching(g, h, gain).tolist():
            a, b = int(g[at]), int(h[at])
            self.free[0][a] = self.free[1][b] = False
            self.found.append((agreeing if same[at] else other, [a], [b]))

    def _group(self) -> None:
        """Splits and merges, those that cover most first, then from left to right."""
        candidates = [group for side in (0, 1) for group in self._candidates(side)]
        for _, _, side, whole, parts in sorted(candidates, key=lambda c: c[:2]):
            if self.free[side][whole] and self.free[1 - side][parts].all():
                self.free[side][whole] = False
                self.free[1 - side][parts] = False
                units = ([whole], parts)
                self.found.append(("split", *units) if side == 0 else ("merge", *units[::-1]))

    def _candidates(
        self, side: int
    ) -> Iterator[tuple[float, tuple[float, float], int, int, list[int]]]:
        """One unit of `side` against several of the other coder, which lie in it."""
        one, many = (self.g, self.h) if side == 0 else (self.h, self.g)
        wholes, pieces = self.units[side], self.units[1 - side]
        length = pieces.length[many]
        # More than half inside: a piece can then belong to one whole alone.
        inside = self.free[side][one] & self.free[1 - side][many] & (self.shared > length / 2)
        rows = np.flatnonzero(inside)
        rows = rows[np.lexsort((many[rows], one[rows]))]
        for group in np.split(rows, np.flatnonzero(np.diff(one[rows])) + 1):
            if len(group) < 2:
                continue
            whole, parts = int(one[group[0]]), many[group]
            apart = (pieces.start[parts[1:]] >= pieces.stop[parts[:-1]]).all()
            begin, end = float(wholes.start[whole]), float(wholes.stop[whole])
            covered = float(self.shared[group].sum())
            # Pieces that overlap are nested units, not a split; and less than half covered is
            # another reading of the text.
            if apart and covered > (end - begin) / 2:
                yield -covered, (begin, end), side, whole, parts.tolist()
