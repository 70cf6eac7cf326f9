"""The best alignment of a continuum: a result of its own.

    Alex   |--1--|  |-2-|                |-5-|        (1, 1, 1) (2, 3, 4) (5, 5, 5)
    Paul   |--1--|  |-3-|     |-5-|                   each a unitary alignment
    Suzan  |--1--|  |-4-|       |-5-|

Its disorder is that of its unitary alignments, summed and divided by the mean number of
units per coder (Mathet et al. 2015, eq. 6 and 7).
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import nan
from typing import Any, NamedTuple

import numpy as np

from accord._measure.gamma.align.candidates import Field
from accord._measure.gamma.align.cover import SURE, Budget
from accord._measure.gamma.align.exact import best_cover
from accord._measure.gamma.dissimilarity import Dissimilarity, Fitted
from accord.errors import NotApplicableError
from accord.kinds.spans.parts import Continuum, Spans, Unit
from accord.kinds.spans.study import Unitizings
from accord.model.names import FloatArray, IntArray, Names
from accord.model.showing import Result, html_table


class Proposal(NamedTuple):
    """A proposal for the gold standard: what one unitary alignment says, and who backs it.

    Boundaries of whole characters or tokens are those of what at least half of the coders who
    marked it include, times are medians; the category is the majority's (`category_support` of the
    `support` coders who marked a unit chose it; ties go to the first category of the study).

    :param begin: Where it begins.
    :param end: Where it ends.
    :param disorder: That of its unitary alignment.
    :param units: What each coder marked, None for nothing.

    >>> import accord
    >>> marked = accord.Continuum.of({"A": [(1, 5, "a"), (10, 14, "b")], "B": [(1, 5, "a")]})
    >>> proposal = accord.spans.best_alignment(marked).gold()[0]
    >>> proposal.begin, proposal.end, proposal.category, proposal.support
    (1, 5, 'a', 2)
    """

    begin: float
    end: float
    category: Hashable
    support: int
    category_support: int
    coders: int
    disorder: float
    units: tuple[Unit | None, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Alignment(Result):
    """Units of different coders aligned with each other, or with nothing.

    Row g of `members` is a unitary alignment: for each coder the position of its unit in the
    continuum's arrays, −1 for the empty unit. `disorders` are those of the rows (eq. 6), the
    sum of what comes from `position`, from `category` and from empty units. `disorder` is
    that of the alignment (eq. 7), nan without units; no alignment is below `lower`.

    >>> import accord
    >>> marked = accord.Continuum.of({"A": [(1, 5, "a"), (10, 14, "b")], "B": [(2, 6, "a")]})
    >>> found = accord.spans.best_alignment(marked)
    >>> found.members.tolist(), found.sizes.tolist(), found.exact
    ([[0, 2], [1, -1]], [2, 1], True)
    """

    continuum: Continuum
    members: IntArray
    disorders: FloatArray
    position: FloatArray
    category: FloatArray
    disorder: float
    lower: float

    @property
    def exact(self) -> bool:
        """Whether this is proved to be a best alignment."""
        return not self.disorder - self.lower > SURE * (1 + self.disorder)

    @property
    def coders(self) -> Names:
        """The coders, in the order of the columns."""
        return self.continuum.coders

    def __len__(self) -> int:
        return len(self.members)

    def __iter__(self) -> Iterator[tuple[Unit | None, ...]]:
        units = [unit for _, unit in self.continuum]
        for row in self.members.tolist():
            yield tuple(units[at] if at >= 0 else None for at in row)

    @property
    def sizes(self) -> IntArray:
        """How many coders take part in each unitary alignment."""
        return np.asarray((self.members >= 0).sum(axis=1))

    def gold(self, support: int = 1) -> list[Proposal]:
        """Proposals for a gold standard: those that at least `support` coders marked."""
        proposals = []
        for at, row in enumerate(self):
            marked = [unit for unit in row if unit is not None]
            if len(marked) < support:
                continue
            votes = {unit.category: 0 for unit in marked}
            for unit in marked:
                votes[unit.category] += 1
            order = self.continuum.categories.index
            winner = min(votes, key=lambda name: (-votes[name], order(name)))
            begin, end = _middle(marked)
            proposals.append(
                Proposal(
                    begin,
                    end,
                    winner,
                    len(marked),
                    votes[winner],
                    len(row),
                    float(self.disorders[at]),
                    row,
                )
            )
        return proposals

    def anatomy(self) -> list[dict[str, Any]]:
        """Where the disorder comes from: the unitary alignments, the costliest first.

        `share` is the part of the whole disorder; position, category and empty add up to
        the row's disorder.
        """
        total = float(self.disorders.sum())
        rows = list(self)
        empty = self.disorders - self.position - self.category
        return [
            {
                "units": dict(zip(self.coders, rows[at], strict=True)),
                "disorder": float(self.disorders[at]),
                "share": float(self.disorders[at]) / total if total else 0.0,
                "position": float(self.position[at]),
                "category": float(self.category[at]),
                "empty": max(0.0, float(empty[at])),
            }
            for at in np.argsort(-self.disorders, kind="stable").tolist()
        ]

    def _repr_html_(self) -> str:
        def shown(unit: Unit | None) -> str:
            return "" if unit is None else f"{unit.category} [{unit.begin:g}, {unit.end:g})"

        rows = [
            [*map(shown, row), float(cost)] for row, cost in zip(self, self.disorders, strict=True)
        ]
        caption = f"{self.continuum.name}: disorder {self.disorder:.4g}, {len(self)} alignments"
        return html_table(caption, [*self.coders, "disorder"], rows)

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "item": self.continuum.name,
            "coders": list(self.coders),
            "disorder": None if self.disorder != self.disorder else self.disorder,
            "lower": None if self.lower != self.lower else self.lower,
            "exact": self.exact,
            "alignment": [
                {
                    "units": [None if u is None else _listed(u) for u in row],
                    "disorder": float(self.disorders[at]),
                    "position": float(self.position[at]),
                    "category": float(self.category[at]),
                }
                for at, row in enumerate(self)
            ],
        }


def plain_category(category: Hashable) -> Any:
    """A category as JSON has it: a set of labels as a sorted list, features as a list."""
    if isinstance(category, frozenset):
        # A set has no order of its own: sorted, the same study is the same JSON.
        return sorted(category, key=str)
    return list(category) if isinstance(category, tuple) else category


def _listed(unit: Unit) -> list[Any]:
    return [unit.begin, unit.end, plain_category(unit.category)]


def gold_standard(
    alignments: Sequence[Alignment], *, support: int = 1, coder: Hashable = "gold"
) -> Unitizings:
    """The proposals of several documents as the units of one coder, for files and measures.

    :param alignments: One for each document.
    :param support: The fewest coders who must have marked a unit.
    :param coder: What the coder of the gold standard is called.

    >>> import accord
    >>> continuum = accord.Continuum.of({"A": [(0, 4, "x")], "B": [(0, 5, "x")]})
    >>> list(
    ...     accord.spans.gold_standard(
    ...         [accord.spans.best_alignment(continuum)], support=2
    ...     ).continua[0]
    ... )
    [('gold', Unit(begin=0, end=5, category='x'))]
    """
    rows = [
        (alignment.continuum.name, coder, unit.begin, unit.end, unit.category)
        for alignment in alignments
        for unit in alignment.gold(support)
    ]
    documents = [alignment.continuum for alignment in alignments]
    return Unitizings.of(
        rows,
        categories=list(dict.fromkeys(k for c in documents for k in c.categories)),
        declared=False,
        items=[continuum.name for continuum in documents],
        coders=[coder],
        extents={continuum.name: (continuum.begin, continuum.end) for continuum in documents},
        texts={c.name: c.text for c in documents if c.text is not None},
    )


def best_alignment(
    continuum: Continuum,
    dissimilarity: Dissimilarity | None = None,
    *,
    budget: Budget | float | None = None,
) -> Alignment:
    """The alignment of least disorder, exactly, for any number of coders.

    Only coders who saw the document take part. Where the budget does not suffice to prove the
    alignment best, `lower` is below `disorder` and `exact` is False. Of equally good alignments one
    is chosen by a fixed rule that does not depend on the order of coders.

    :param continuum: The units of one document.
    :param dissimilarity: How different two units are.
    :param budget: How much work to spend: a `Budget`, or seconds.

    References: mathet2015.

    >>> import accord
    >>> c = accord.Continuum.of(
    ...     {
    ...         "A": [(1, 5, "a"), (10, 14, "b")],
    ...         "B": [(2, 6, "a"), (11, 15, "b")],
    ...         "C": [(1, 4, "a"), (9, 14, "c")],
    ...     }
    ... )
    >>> found = accord.spans.best_alignment(c)
    >>> round(found.disorder, 6), found.exact, len(found)
    (0.408756, True, 2)
    """
    if not isinstance(continuum, Continuum):
        raise NotApplicableError(
            f"best_alignment needs one Continuum; got {type(continuum).__name__}; "
            "those of a study are in study.continua"
        )
    dissimilarity = dissimilarity or Dissimilarity()
    counts = np.bincount(continuum.category, minlength=len(continuum.categories))
    fitted = dissimilarity.fitted(continuum.categories, counts)
    return aligned([continuum], fitted, Budget.of(budget))[0]


def aligned(
    continua: Sequence[Continuum], d: Fitted, budget: Budget, threads: int = 1
) -> list[Alignment]:
    """The best alignment of each continuum, all with the same number of coders who saw it."""
    seen = [continuum.by_who_saw() for continuum in continua]
    n = len(seen[0].coders)
    if n < 2:
        raise NotApplicableError(
            f"document {seen[0].name!r} was seen by {n} coder; an alignment needs two"
        )
    sizes = np.array([len(c) for c in seen])
    coder = np.concatenate([c.coder for c in seen])
    block = np.repeat(np.arange(len(seen)), sizes)
    places = np.stack([coder_places([continuum]) for continuum in seen])
    spans = Spans.joined([c.placed() for c in seen])
    units = Field.of(n, block, places[block, coder], spans, len(seen))
    cover = best_cover(units, d, budget, threads)
    members = _by_coder(units, cover.members, coder)
    position, category = parts(d, Spans.joined([c.spans for c in seen]), members)
    delta = d.rule.delta
    cost = cover.cost / units.K * delta
    # The cover of all documents is one list, sorted by document.
    ends = np.searchsorted(cover.block, np.arange(len(seen) + 1)).tolist()
    groups: list[Alignment] = []
    for at, (continuum, offset) in enumerate(zip(seen, np.cumsum(sizes) - sizes, strict=True)):
        mine = slice(ends[at], ends[at + 1])
        rows = members[mine]
        # Where nobody marked anything there is no disorder: 0 would be called perfect agreement.
        scale = units.K * len(continuum) / n if len(continuum) else nan
        groups.append(
            Alignment(
                continuum,
                # Units are numbered through all documents; an alignment counts those of its own.
                np.where(rows >= 0, rows - offset, -1),
                cost[mine],
                position[mine],
                category[mine],
                float(cover.total[at] / scale * delta),
                float(cover.lower[at] / scale * delta),
            )
        )
    return groups


def coder_places(continua: Sequence[Continuum], rank: IntArray | None = None) -> IntArray:
    """A place for each coder that depends on what the coder marked, not on the coders' order.

    `rank` has the categories in an order that does not depend on their names.
    """
    n = len(continua[0].coders)
    place = np.empty(n, dtype=np.int64)
    first = _first_units(continua[0])
    # Where the first units differ they settle the order, and nothing else need be sorted.
    if len(set(first)) == n:
        place[sorted(range(n), key=first.__getitem__)] = np.arange(n)
        return place
    keys: list[list[tuple[Any, ...]]] = [[] for _ in range(n)]
    for continuum in continua:
        names = [*map(str, continuum.categories)] if rank is None else rank.tolist()
        for coder, units in enumerate(continuum.by_coder(continuum.placed())):
            called = [names[k] for k in units.category.tolist()]
            marked = zip(units.start.tolist(), units.stop.tolist(), called, strict=True)
            # One who saw the document and marked nothing is not one who did not see it.
            keys[coder].append((bool(continuum.seen[coder]), sorted(marked)))
    place[sorted(range(n), key=keys.__getitem__)] = np.arange(n)
    return place


def _first_units(continuum: Continuum) -> list[tuple[Any, ...]]:
    """Who saw it, and where each coder's first unit is: mostly they differ, and settle an order."""
    spans = continuum.placed()
    ends = np.searchsorted(continuum.coder, np.arange(len(continuum.coders) + 1)).tolist()
    return [
        (seen, True, float(spans.start[a]), float(spans.stop[a])) if a < b else (seen, False)
        for seen, (a, b) in zip(continuum.seen.tolist(), pairwise(ends), strict=True)
    ]


def _by_coder(units: Field, members: IntArray, coder: IntArray) -> IntArray:
    """Rows of units as they stood before they were sorted, one column per coder."""
    rows = np.full((len(members), units.n), -1, dtype=np.int64)
    for column in range(members.shape[1]):
        real = np.flatnonzero(members[:, column] >= 0)
        unit = units.source[members[real, column]]
        rows[real, coder[unit]] = unit
    return rows


def parts(d: Fitted, spans: Spans, rows: IntArray) -> tuple[FloatArray, FloatArray]:
    """What position and category add to the disorder of each unitary alignment.

    A dissimilarity of the user's own counts as position: it is not told apart.
    """
    n = rows.shape[1]
    position, category = np.zeros(len(rows)), np.zeros(len(rows))
    for i in range(n):
        for j in range(i):
            both = np.flatnonzero((rows[:, i] >= 0) & (rows[:, j] >= 0))
            u, v = spans.at(rows[both, i]), spans.at(rows[both, j])
            if d.rule.function is not None:
                position[both] += d.pairs(u, v)
                continue
            position[both] += d.placed(u, v)
            category[both] += d.named(u, v)
    scale = d.rule.delta / (n * (n - 1) / 2)
    return position * scale, category * scale


def _middle(units: Sequence[Unit]) -> tuple[float, float]:
    """Where the units of several coders begin and end in the middle.

    Of whole positions (characters, tokens) it is what at least half of them include, so that both
    ends are where a coder put them; of times both ends are medians.
    """
    begins, ends = sorted(unit.begin for unit in units), sorted(unit.end for unit in units)
    half = (len(units) - 1) // 2
    begin, end = begins[half], ends[-1 - half]
    if not all(float(edge).is_integer() for edge in (*begins, *ends)):
        begin, end = float(np.median(begins)), float(np.median(ends))
    return tuple(int(at) if float(at).is_integer() else at for at in (begin, end))  # type: ignore[return-value]
