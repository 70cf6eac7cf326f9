"""Where disagreement on spans comes from: which places, and which categories for each other."""

from collections import Counter
from collections.abc import Hashable, Iterable
from math import fsum
from typing import Any

import numpy as np

from accord._measure.cube.sums import Sums
from accord.infer.resample.item_sums import of_documents
from accord.infer.why.anatomy import MatchedUnits, matched_units
from accord.infer.why.confused import Meetings, meetings_of
from accord.infer.why.disagreements import Disagreement, Disagreements, heaviest_first
from accord.infer.why.who_differs import FEW_DOCUMENTS
from accord.kinds.joining import root
from accord.kinds.spans.parts import Continuum, Unit
from accord.kinds.spans.study import Unitizings
from accord.model.names import FloatArray, IntArray

__all__ = [
    "confusions",
    "listed_disagreements",
    "matched_units",  # an ability as it is: what goes with what is the anatomy's own question
    "sums_of_documents",
]


def listed_disagreements(
    study: Unitizings, measure: None, limit: None, matched: MatchedUnits | None
) -> Disagreements:
    """Places where units that go together are not the same for all."""
    matched = matched or matched_units(study)
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
            for together in pairs.values()
            for kind, a, b in together
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
    return heaviest_first(
        "place", study, compared, rows, at, [c.seen for c in study.continua], tuple(units)
    )


def _grouped(continuum: Continuum, pairs: Any) -> tuple[IntArray, list[str]]:
    """The place of each unit (units that some pair of coders matched), and the kind of each."""
    parent = list(range(len(continuum)))

    for matches in pairs.values():
        for _, first, second in matches:
            together = [*first, *second]
            for other in together[1:]:
                parent[root(parent, other)] = root(parent, together[0])
    roots = np.array([root(parent, unit) for unit in range(len(parent))], dtype=np.int64)
    # Places are numbered from left to right, as people read them.
    order = np.lexsort((continuum.stop, continuum.start))
    number: dict[int, int] = {}
    for unit in order.tolist():
        number.setdefault(int(roots[unit]), len(number))
    place: IntArray = np.array([number[int(r)] for r in roots], dtype=np.int64)
    saw = int(continuum.seen.sum())
    members: list[list[int]] = [[] for _ in number]
    for unit, g in enumerate(place.tolist()):
        members[g].append(unit)
    return place, [_kind_of_place(continuum, np.array(m), saw) for m in members]


def _kind_of_place(continuum: Continuum, at: IntArray, coders: int) -> str:
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
    # The union of all spans: adding lengths would count what overlaps twice.
    covered, reached = 0.0, -np.inf
    for unit in sorted([*one, *other], key=lambda u: u[:2]):
        covered += max(0.0, unit.end - max(unit.begin, reached))
        reached = max(reached, unit.end)
    return 1.0 - min(common / covered, 1.0) if covered else 0.0


def confusions(study: Unitizings, matched: MatchedUnits | None) -> tuple[Meetings, FloatArray]:
    """How often two categories meet in units that go together, and how often each is used."""
    return _meetings(study, matched or matched_units(study)), _used(study)


def _meetings(study: Unitizings, matched: MatchedUnits) -> Meetings:
    k = len(study.categories)
    few = len(study.continua) < FEW_DOCUMENTS
    group, pair, often, place = [], [], [], 0
    for d, (continuum, of_pairs) in enumerate(zip(study.continua, matched, strict=True)):
        for together in of_pairs.values():
            for kind, first, second in together:
                if kind in ("category", "both"):
                    a, b = sorted(
                        (int(continuum.category[first[0]]), int(continuum.category[second[0]]))
                    )
                    group.append(_anchor(continuum, first[0], place) if few else d)
                    pair.append(a * k + b)
                    often.append(1.0)
        place += len(continuum)
    return meetings_of(
        [(np.array(group, dtype=np.int64), np.array(pair, dtype=np.int64), np.array(often))]
    )


def _anchor(continuum: Continuum, unit: int, offset: int) -> int:
    """One number for the units that begin at the same place of a document."""
    return offset + int(np.searchsorted(np.sort(continuum.start), continuum.start[unit]))


def _used(study: Unitizings) -> FloatArray:
    parts = [np.bincount(c.category, minlength=len(study.categories)) for c in study.continua]
    return np.sum(parts, axis=0).astype(np.float64) if parts else np.zeros(0)


def sums_of_documents(study: Unitizings, pairs: Iterable[Any]) -> Sums:
    """The disorder of each document and the disorder expected by chance, each with how often it
    is known: an interrupted γ knows fewer documents."""
    at = [i for i, c in enumerate(study.continua) if c.seen.sum() > 1 and len(c)]
    rows = np.zeros((len(study.continua), 4))
    for i, both in zip(at, pairs, strict=False):
        for column, value in zip((0, 2), both, strict=True):
            if not np.isnan(value):
                rows[i, column : column + 2] = value, 1.0
    return of_documents(rows)
