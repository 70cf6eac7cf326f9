"""Every disagreement of a study, one row for each item, place, mention or boundary.

    doc 7, 112–131   ann: LOC 112–131 · bob: ORG 112–131 · cat: –     borders, category, not all

A row holds what each coder who saw it decided, and how far that is from the others' decisions;
who differs most, what is confused and what to discuss first are read from these rows.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import comb, sqrt
from typing import Any

import numpy as np

from accord._measure.bound import Asked
from accord._measure.cube.rows import steady
from accord.engine.any_data import takes_data
from accord.errors import NotApplicableError
from accord.infer.why.anatomy import MatchedUnits
from accord.kinds.kind import kind_of, kind_words
from accord.kinds.spans.parts import Unit
from accord.model.names import BoolArray, FloatArray, IntArray
from accord.model.showing import Result, counted
from accord.model.study import Study
from accord.words.said import said

ORDERED_DISTANCES = ("ordinal", "rank-linear", "rank-quadratic", "interval", "ratio", "absolute")
"""Distances on a scale: how many steps lie between two codings says more than d."""

Decided = tuple[int, dict[int, str | None], tuple[float | None, float | None]]
"""The document, what each coder who saw it said (None: nothing), and where it begins and ends."""


@dataclass(frozen=True, slots=True)
class Disagreement(Result):
    """One disagreement: where, of what kind, what each coder decided, and how much it is.

    `weight` is the sum over pairs of coders of the distance between their decisions (of names, how
    many pairs differ), `pairs` how many pairs there are, `share` the part of all disagreement.
    `apart`: each coder's distances to the others; `steps`: mean steps between codings of a scale.

    :param item: The item or document.
    :param begin: Where it begins, for spans; `end` is where it ends.

    >>> import accord
    >>> accord.infer.disagreements({"A": "aabb", "B": "abbb"}).rows[0].decisions
    (('A', 'a'), ('B', 'b'))
    """

    item: Hashable
    kind: str
    weight: float
    pairs: int
    share: float
    decisions: tuple[tuple[Hashable, Any], ...]
    apart: tuple[float, ...]
    begin: float | None = None
    end: float | None = None
    steps: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Disagreements(Result):
    """All disagreements, the heaviest first: `disputed` of the `of` that were compared.

    `at` is the position of each row's item or document, of which `compared` holds how many rows it
    could have had; `seen` says which coder (column) saw which of them (row), None where not all
    are listed. `places`: for each document of units, the place of each unit and the kind of each.

    :param noun: What a row is: an item, a unit and so on.
    :param items: The names of items or documents; `coders` are those of the coders.

    >>> import accord
    >>> listed = accord.infer.disagreements({"A": "aabb", "B": "abbb", "C": "abab"})
    >>> listed.disputed, listed.of, [row.item for row in listed.rows]
    (2, 4, [1, 2])
    """

    noun: str
    items: Sequence[Hashable]
    coders: Sequence[Hashable]
    of: int
    disputed: int
    rows: tuple[Disagreement, ...]
    at: IntArray
    compared: IntArray
    seen: BoolArray | None = None
    places: tuple[tuple[IntArray, list[str]], ...] = ()

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Disagreement]:
        return iter(self.rows)

    def _table(self) -> tuple[Sequence[str], Sequence[Sequence[Any]]]:
        columns = ("item", "begin", "end", "kind", "weight", "pairs", "share", "decisions")
        return columns, [
            (r.item, r.begin, r.end, r.kind, r.weight, r.pairs, r.share, shown_decisions(r))
            for r in self.rows
        ]

    def _caption(self) -> str:
        return f"{self.disputed} of {counted(self.of, self.noun, self.nouns)} are disputed"

    @property
    def nouns(self) -> str:
        """Several of what a row is."""
        return "boundaries" if self.noun == "boundary" else f"{self.noun}s"

    def __str__(self) -> str:
        return self._caption()

    def rates(self) -> FloatArray:
        """The mean distance between two coders in each item or document; nan where nothing was
        compared."""
        each = np.array([row.weight / row.pairs for row in self.rows], dtype=np.float64)
        order = np.argsort(each, kind="stable")  # the same sums in whatever order rows stand
        total = np.bincount(self.at[order], weights=each[order], minlength=len(self.items))
        with np.errstate(invalid="ignore"):
            return np.where(self.compared > 0, total / np.maximum(self.compared, 1), np.nan)

    def by_coder(self) -> FloatArray | None:
        """Items or documents × coders: how far each coder is from the others, summed; nan where a
        coder saw nothing. None where not every disagreement is listed."""
        if self.seen is None:
            return None
        place = {coder: at for at, coder in enumerate(self.coders)}
        table = np.where(self.seen, 0.0, np.nan)
        who = np.array([place[c] for row in self.rows for c, _ in row.decisions], dtype=np.intp)
        apart = np.array([one for row in self.rows for one in row.apart], dtype=np.float64)
        where = np.repeat(self.at, [len(row.decisions) for row in self.rows])
        order = np.argsort(apart, kind="stable")  # the same sums in whatever order rows stand
        np.add.at(table, (where[order], who[order]), apart[order])
        return np.asarray(table)


def shown_decisions(row: Disagreement) -> str:
    """Who decided what, alike decisions together.

    >>> row = Disagreement("d", "divided", 2, 3, 1.0, (("A", "x"), ("B", "y"), ("C", "x")), ())
    >>> shown_decisions(row)
    'x: A, C; y: B'
    """
    who: dict[str, list[str]] = {}
    for coder, what in row.decisions:
        who.setdefault(shown_decision(what), []).append(str(coder))
    order = sorted(who, key=lambda what: (-len(who[what]), what))
    return "; ".join(f"{what}: {', '.join(who[what])}" for what in order)


def shown_decision(what: Any) -> str:
    """A decision in a few signs: units with their places, a dash for nothing."""
    if what is None or what == ():
        return "–"
    if isinstance(what, tuple) and what and all(isinstance(part, Unit) for part in what):
        return " + ".join(
            f"{'' if u.category is None else u.category} {u.begin:g}–{u.end:g}".strip()
            for u in what
        )
    if isinstance(what, frozenset):
        return "{" + ", ".join(sorted(map(str, what))) + "}"
    return str(what)


@takes_data
def disagreements(
    study: Study,
    measure: Asked | None = None,
    *,
    limit: int | None = None,
    matched: MatchedUnits | None = None,
) -> Disagreements:
    """Every disagreement of a study, the heaviest first.

    Items of codings; places of units, where coders differ by 1 if one marked nothing or categories
    differ, else by the part of what either covers that they do not share; mentions, by the Jaccard
    distance of their chains; boundaries at most two places from another; entities that not all
    linked in the same way; regions matched by overlap (IoU .5) that not all marked alike.

    :param study: The study, or data that accord can read as one: a path, a data frame, arrays.
    :param measure: A measure whose distance counts; by default the recommended one.
    :param limit: The most items to list.
    :param matched: What `matched_units` found, where it is known.

    >>> import accord
    >>> listed = accord.infer.disagreements({"A": "aabb", "B": "abbb", "C": "abab"})
    >>> [(row.item, row.kind, row.weight) for row in listed]
    [(1, 'one coder differs', 2.0), (2, 'one coder differs', 2.0)]
    """
    listed = kind_of(study).ability("listed_disagreements")
    if listed is None:
        raise not_listed(study)
    rows: Disagreements = listed(study, measure, limit, matched)
    return rows


def not_listed(study: Any) -> NotApplicableError:
    """Why there is no list."""
    return NotApplicableError(
        "disagreements are listed for labels, spans, boundaries, chains, relations and regions; "
        f"these data are {kind_words(study)}"
    )


def heaviest_first(
    noun: str,
    study: Study,
    compared: Sequence[int],
    rows: list[Disagreement],
    at: list[int],
    seen: Any,
    places: Any = (),
) -> Disagreements:
    """The heaviest rows first, with their shares of all disagreement.

    As in α an item counts by its codings: a pair of coders by 1 / (coders − 1).
    """
    # k coders make k (k − 1) / 2 pairs, and each of them has k − 1 others
    # Weights sum over pairs, of which items with many coders have many more: divided by the others
    # of one coder, twice the coders weigh twice and not four times.
    others = [max((sqrt(1 + 8 * row.pairs) - 1) / 2, 1.0) for row in rows]
    weight = np.array([row.weight for row in rows], dtype=np.float64) / others
    total = steady(weight) or 1.0
    order = np.argsort(-weight, kind="stable").tolist()
    shared = tuple(replace(rows[o], share=float(weight[o] / total)) for o in order)
    where: IntArray = np.array([at[o] for o in order], dtype=np.int64)
    could: IntArray = np.array(compared, dtype=np.int64)
    names, of = (study.items, study.coders), int(could.sum())
    return Disagreements(
        noun, *names, of, len(rows), shared, where, could, np.asarray(seen), places
    )


def _undecided(
    part: Any,
    decided: dict[int, str | None],
    differ: str,
    begin: float | None = None,
    end: float | None = None,
) -> Disagreement | None:
    """What coders who saw it decided about one thing, None where they decided alike."""
    often = Counter(decided.values())
    if len(often) == 1:
        return None
    number = len(decided)
    apart = tuple(float(number - often[what]) for what in decided.values())
    have = number - often[None]
    # One coder alone is told apart: the others may just have overlooked it.
    kind = differ if have == number else said("kind.one-coder-only") if have == 1 else "not all"
    marks = tuple((part.coders[c], what) for c, what in decided.items())
    pairs, weight = comb(number, 2), sum(apart) / 2
    return Disagreement(part.name, kind, weight, pairs, 0.0, marks, apart, begin, end)


def of_structures(noun: str, differ: str, study: Any, each: Iterable[Decided]) -> Disagreements:
    """Of relations or regions: what coders decided about each that one of them marked."""
    rows: list[Disagreement] = []
    at: list[int] = []
    compared = [0] * len(study.documents)
    for d, decided, (begin, end) in each:
        compared[d] += 1
        row = _undecided(study.documents[d], decided, differ, begin, end)
        if row is not None:
            rows.append(row)
            at.append(d)
    return heaviest_first(noun, study, compared, rows, at, [doc.seen for doc in study.documents])
