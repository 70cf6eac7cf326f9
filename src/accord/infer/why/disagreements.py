"""Every disagreement of a study, one row for each item, place, mention or boundary.

    doc 7, 112–131   ann: LOC 112–131 · bob: ORG 112–131 · cat: –     borders, category, not all

A row holds what each coder who saw it decided, and how far that is from the others' decisions;
who differs most, what is confused and what to discuss first are read from these rows.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import comb, fsum, sqrt
from typing import Any

import numpy as np

from accord._measure.bound import Asked, Bound, bound
from accord._measure.cube.rows import item_disagreement, steady
from accord._measure.distances.distance import Metric, distance as distance_of
from accord.engine.any_data import takes_data
from accord.errors import NotApplicableError
from accord.infer.advice.choose import chosen_distance
from accord.infer.why.anatomy import MatchedUnits, matched_units
from accord.infer.why.boundary_anatomy import boundary_clusters
from accord.infer.why.breakdown import metric_for
from accord.infer.why.chain_anatomy import mention_distances, shared_numbers
from accord.infer.why.disputed_structures import Decided, extent, regions, relations
from accord.kinds.boundaries.study import Segmentations
from accord.kinds.chains.mentions import match_mentions
from accord.kinds.chains.study import Partitions
from accord.kinds.dimensions.study import Dimensions
from accord.kinds.joining import root
from accord.kinds.labels.patterns import Counts
from accord.kinds.labels.study import Codings
from accord.kinds.regions.study import Regions
from accord.kinds.relations.study import Relations
from accord.kinds.spans.parts import Continuum, Unit
from accord.kinds.spans.study import Unitizings
from accord.model.names import BoolArray, FloatArray, IntArray
from accord.model.showing import Result, counted
from accord.model.study import Study

ORDERED = ("ordinal", "rank-linear", "rank-quadratic", "interval", "ratio", "absolute")
"""Distances on a scale: how many steps lie between two codings says more than d."""

TABLE = 20_000_000
"""At most so many cells has the table of who saw what."""


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
    >>> found = accord.infer.disagreements({"A": "aabb", "B": "abbb", "C": "abab"})
    >>> found.disputed, found.of, [row.item for row in found.rows]
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
        who.setdefault(shown(what), []).append(str(coder))
    order = sorted(who, key=lambda what: (-len(who[what]), what))
    return "; ".join(f"{what}: {', '.join(who[what])}" for what in order)


def shown(what: Any) -> str:
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
    >>> found = accord.infer.disagreements({"A": "aabb", "B": "abbb", "C": "abab"})
    >>> [(row.item, row.kind, row.weight) for row in found]
    [(1, 'one against the rest', 2.0), (2, 'one against the rest', 2.0)]
    """
    if isinstance(study, (Codings, Dimensions)):
        level = chosen_distance(study, None)[0]
        asked = bound("alpha", distance=level) if measure is None else bound(measure)
        if isinstance(study, Codings):
            return _of_codings(study, asked, limit)
        return _of_dimensions(study, asked, limit)
    if isinstance(study, Unitizings):
        return _of_units(study, matched or matched_units(study))
    if isinstance(study, Partitions):
        return _of_chains(match_mentions(study, "exact").study)
    ways: dict[type, Callable[[Any], Disagreements]] = {
        Segmentations: _of_boundaries,
        Relations: lambda one: _of_structures("relation", "types differ", one, relations(one)),
        Regions: lambda one: _of_structures("region", "categories differ", one, regions(one)),
    }
    if type(study) in ways:
        return ways[type(study)](study)
    raise NotApplicableError(
        "disagreements are listed for labels, units, boundaries, chains, relations and regions, "
        f"this study holds {study.kind}"
    )


def _sorted(
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


def _of_codings(study: Codings, measure: Bound, limit: int | None) -> Disagreements:
    counts = Counts.of(study.item, study.category, len(study.items), len(study.categories))
    metric = metric_for(study, measure)
    disputed = np.flatnonzero(np.diff(counts.bounds) > 1)
    part = counts.totals * item_disagreement(counts, metric)
    order = disputed[np.argsort(-part[disputed], kind="stable")][:limit]
    apart = _apart(counts, order, metric)
    steps = _steps(study, measure, counts, order)
    total = steady(part[disputed]) or 1.0
    bounds, category = study.bounds, study.category
    rows = []
    for i in order.tolist():
        chosen = category[bounds[i] : bounds[i + 1]].tolist()
        if study.coder is None:
            who: list[Hashable] = [f"coding {n + 1}" for n in range(len(chosen))]
        else:
            who = [study.coders[int(c)] for c in study.coder[bounds[i] : bounds[i + 1]]]
        each = tuple(apart[i][k] for k in chosen)
        rows.append(
            Disagreement(
                study.items[i],
                _division(Counter(chosen)),
                fsum(each) / 2,
                len(chosen) * (len(chosen) - 1) // 2,
                float(part[i] / total),
                tuple((w, study.categories[k]) for w, k in zip(who, chosen, strict=True)),
                each,
                steps=steps.get(i),
            )
        )
    seen = None
    if len(order) == len(disputed) and len(study.items) * len(study.coders) <= TABLE:
        seen = np.zeros((len(study.items), len(study.coders)), dtype=bool)
        if study.coder is not None:
            seen[study.item, study.coder] = True
    compared = (counts.totals > 1).astype(np.int64)
    names, of = (study.items, study.coders), int(compared.sum())
    return Disagreements("item", *names, of, len(disputed), tuple(rows), order, compared, seen)


def _division(tally: Counter[int]) -> str:
    number, most = sum(tally.values()), max(tally.values())
    if number == 2:
        return "two coders differ"
    return "one against the rest" if most == number - 1 else "divided"


def _apart(counts: Counts, rows: IntArray, metric: Metric) -> dict[int, dict[int, float]]:
    """For each row its categories, each with the sum of distances to the codings of the row."""
    distinct = np.diff(counts.bounds)
    found: dict[int, dict[int, float]] = {}
    for m in np.unique(distinct[rows]).tolist():
        these = rows[distinct[rows] == m]
        at = counts.bounds[these][:, None] + np.arange(m)
        category, count = counts.category[at], counts.count[at]
        total = np.zeros(category.shape)
        for a in range(m):
            others = [b for b in range(m) if b != a]
            parts = [count[:, b] * metric.between(category[:, a], category[:, b]) for b in others]
            total[:, a] = np.sort(np.stack(parts), axis=0).sum(axis=0)  # whatever their order
        for i, k, s in zip(these.tolist(), category.tolist(), total.tolist(), strict=True):
            found[i] = dict(zip(k, s, strict=True))
    return found


def _steps(study: Codings, measure: Bound, counts: Counts, rows: IntArray) -> dict[int, float]:
    """The mean number of steps of the scale between two codings of an item, where there is one.

    Of ranks one category to the next is a step, of amounts the unit they are in.
    """
    name = distance_of(measure.distance).name
    if name not in ORDERED:
        return {}
    numbers = study.categories.numbers()
    if name.startswith(("ordinal", "rank")) or numbers is None:
        order: IntArray = np.arange(len(study.categories))
        if numbers is not None and not study.declared:
            order = np.argsort(np.argsort(numbers))
        numbers = order.astype(np.float64)
    found: dict[int, float] = {}
    for i in rows.tolist():
        at = slice(int(counts.bounds[i]), int(counts.bounds[i + 1]))
        value, often = numbers[counts.category[at]], counts.count[at]
        apart = np.abs(value[:, None] - value[None, :]) * often[:, None] * often[None, :]
        n = float(often.sum())
        found[i] = float(apart.sum() / (n * (n - 1)))
    return found


def _of_dimensions(study: Dimensions, measure: Bound, limit: int | None) -> Disagreements:
    rows: list[Disagreement] = []
    at: list[int] = []
    place = {item: n for n, item in enumerate(study.items)}
    compared = [0] * len(place)
    for name in study.names:
        within = measure.with_(distance=distance_of(measure.distance).within(name))
        found = _of_codings(study[name], within, limit)
        for item, could in zip(study[name].items, found.compared.tolist(), strict=True):
            compared[place[item]] += could
        rows += [replace(row, kind=name) for row in found]
        at += [place[row.item] for row in found]
    seen: BoolArray = np.zeros((len(study.items), len(study.coders)), dtype=bool)
    seen[study.seen.item, study.seen.who()] = True
    return _sorted("annotation", study, compared, rows, at, seen)


def _of_units(study: Unitizings, matched: MatchedUnits) -> Disagreements:
    rows: list[Disagreement] = []
    at: list[int] = []
    compared, units = [0] * len(study.continua), []
    for d, (continuum, pairs) in enumerate(zip(study.continua, matched, strict=True)):
        place, kinds = _grouped(continuum, pairs)
        units.append((place, kinds))
        saw = np.flatnonzero(continuum.seen).tolist()
        if len(saw) < 2:
            continue
        compared[d] = len(kinds)
        split = {
            int(place[a[0]])
            for found in pairs.values()
            for kind, a, b in found
            if kind in ("split", "merge")
        }
        members = [[] for _ in kinds]  # type: list[list[int]]
        for unit, g in enumerate(place.tolist()):
            members[g].append(unit)
        for g, kind in enumerate(kinds):
            if kind == "agreed":
                continue
            row = _place(continuum, saw, members[g], "split" if g in split else kind)
            rows.append(row)
            at.append(d)
    return _sorted(
        "place", study, compared, rows, at, [c.seen for c in study.continua], tuple(units)
    )


def _grouped(continuum: Continuum, pairs: Any) -> tuple[IntArray, list[str]]:
    """The place of each unit (units that some pair of coders matched), and the kind of each."""
    parent = list(range(len(continuum)))

    for found in pairs.values():
        for _, first, second in found:
            together = [*first, *second]
            for other in together[1:]:
                parent[root(parent, other)] = root(parent, together[0])
    roots = np.array([root(parent, unit) for unit in range(len(parent))], dtype=np.int64)
    order = np.lexsort((continuum.stop, continuum.start))
    number: dict[int, int] = {}
    for unit in order.tolist():
        number.setdefault(int(roots[unit]), len(number))
    place: IntArray = np.array([number[int(r)] for r in roots], dtype=np.int64)
    saw = int(continuum.seen.sum())
    members: list[list[int]] = [[] for _ in number]
    for unit, g in enumerate(place.tolist()):
        members[g].append(unit)
    return place, [kind_of(continuum, np.array(m), saw) for m in members]


def kind_of(continuum: Continuum, at: IntArray, coders: int) -> str:
    """What units that go together show: agreed, place, category, both, alone, with "some" where
    not every one of the coders has a unit among them."""
    who = len(set(continuum.coder[at].tolist()))
    if who == 1:
        return "alone"
    place = len(set(zip(continuum.start[at], continuum.stop[at], strict=True))) > 1
    category = len(set(continuum.category[at].tolist())) > 1
    kind = {
        (False, False): "agreed",
        (True, False): "place",
        (False, True): "category",
        (True, True): "both",
    }[place, category]
    return kind if who == coders else f"{kind} some"


def _place(continuum: Continuum, saw: list[int], members: list[int], kind: str) -> Disagreement:
    marked: dict[int, list[Unit]] = {coder: [] for coder in saw}
    for unit in members:
        marked[int(continuum.coder[unit])].append(continuum.unit(unit))
    decided = {coder: tuple(sorted(units, key=lambda u: u[:2])) for coder, units in marked.items()}
    often = Counter(decided.values())
    different = list(often)
    apart = {
        one: fsum(often[other] * _distance(one, other) for other in different if one != other)
        for one in different
    }
    return Disagreement(
        continuum.name,
        kind,
        fsum(apart[what] for what in decided.values()) / 2,
        len(saw) * (len(saw) - 1) // 2,
        0.0,
        tuple((continuum.coders[coder], what) for coder, what in decided.items()),
        tuple(apart[what] for what in decided.values()),
        min(float(continuum.start[u]) for u in members),
        max(float(continuum.stop[u]) for u in members),
    )


def _distance(one: tuple[Unit, ...], other: tuple[Unit, ...]) -> float:
    """1 − the part of what either covers that both give the same category."""
    if not one or not other:
        return 1.0
    alike: dict[Hashable, list[Unit]] = {}
    for v in other:
        alike.setdefault(v.category, []).append(v)
    common = sum(
        max(0.0, min(u.end, v.end) - max(u.begin, v.begin))
        for u in one
        for v in alike.get(u.category, ())
    )
    covered, reached = 0.0, -np.inf
    for unit in sorted([*one, *other], key=lambda u: u[:2]):
        covered += max(0.0, unit.end - max(unit.begin, reached))
        reached = max(reached, unit.end)
    return 1.0 - min(common / covered, 1.0) if covered else 0.0


def _of_chains(study: Partitions) -> Disagreements:
    rows: list[Disagreement] = []
    at: list[int] = []
    compared = [0] * len(study.documents)
    for d, document in enumerate(study.documents):
        apart = mention_distances(document)
        numbers = shared_numbers(document)
        saw = np.flatnonzero(document.seen).tolist()
        if len(saw) < 2:
            continue
        compared[d] = len(document)
        for m in np.flatnonzero(apart.sum(axis=0) > 0).tolist():
            mention = document.mentions[m]
            marked = document.chain[saw, m] >= 0
            different = len(set(numbers[saw, m][marked].tolist())) > 1
            whole = bool(marked.all())
            kind = "chain" if whole else "both" if different else "not all marked"
            begin, end = extent(mention)
            rows.append(
                Disagreement(
                    document.name,
                    kind,
                    fsum(apart[saw, m].tolist()) / 2,
                    len(saw) * (len(saw) - 1) // 2,
                    0.0,
                    tuple(
                        (
                            document.coders[c],
                            int(numbers[c, m]) + 1 if document.chain[c, m] >= 0 else None,
                        )
                        for c in saw
                    ),
                    tuple(apart[saw, m].tolist()),
                    begin,
                    end,
                )
            )
            at.append(d)
    return _sorted("mention", study, compared, rows, at, [doc.seen for doc in study.documents])


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
    kind = differ if have == number else "one coder only" if have == 1 else "not all"
    marks = tuple((part.coders[c], what) for c, what in decided.items())
    pairs, weight = comb(number, 2), sum(apart) / 2
    return Disagreement(part.name, kind, weight, pairs, 0.0, marks, apart, begin, end)


def _of_structures(noun: str, differ: str, study: Any, found: Iterable[Decided]) -> Disagreements:
    """Of relations or regions: what coders decided about each that one of them marked."""
    rows: list[Disagreement] = []
    at: list[int] = []
    compared = [0] * len(study.documents)
    for d, decided, (begin, end) in found:
        compared[d] += 1
        row = _undecided(study.documents[d], decided, differ, begin, end)
        if row is not None:
            rows.append(row)
            at.append(d)
    return _sorted(noun, study, compared, rows, at, [doc.seen for doc in study.documents])


def _of_boundaries(study: Segmentations) -> Disagreements:
    rows: list[Disagreement] = []
    at: list[int] = []
    compared = [0] * len(study.documents)
    for d, document in enumerate(study.documents):
        saw = np.flatnonzero(document.seen).tolist()
        if len(saw) < 2:
            continue
        for cluster in boundary_clusters(document):
            compared[d] += 1
            decided = {c: cluster.cuts.get(c, ()) for c in saw}
            often = Counter(decided.values())
            if len(often) == 1:
                continue
            apart = {
                one: fsum(
                    n * cluster.distance(one, other) for other, n in often.items() if other != one
                )
                for one in often
            }
            kind = (
                "one coder only"
                if sum(bool(cut) for cut in decided.values()) == 1
                else ("not all" if () in often else "near")
            )
            rows.append(
                Disagreement(
                    document.name,
                    kind,
                    fsum(apart[cut] for cut in decided.values()) / 2,
                    len(saw) * (len(saw) - 1) // 2,
                    0.0,
                    tuple((document.coders[c], shown_cut(cut)) for c, cut in decided.items()),
                    tuple(apart[cut] for cut in decided.values()),
                    float(cluster.begin),
                    float(cluster.end),
                )
            )
            at.append(d)
    return _sorted("boundary", study, compared, rows, at, [doc.seen for doc in study.documents])


def shown_cut(cut: tuple[tuple[int, Hashable], ...]) -> str | None:
    """The boundaries of a coder within a few places, with their types where they have some."""
    marks = (f"{place}" if kind is None else f"{place} {kind}" for place, kind in cut)
    return " + ".join(marks) or None
