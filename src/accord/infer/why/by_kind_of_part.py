"""A breakdown by category of what is marked in an image or linked in a document: regions by their
category, relations by their type, each kind alone."""

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

from accord._measure.bound import Bound, taking
from accord._measure.structures.region_measures import grouped, region_f1
from accord._measure.structures.relation_measures import compared_links, relation_f1
from accord.engine.table_breakdown import most_met
from accord.errors import NotApplicableError
from accord.kinds.regions.study import Regions
from accord.kinds.relations.study import Relations

Row = tuple[Hashable, int, float, float, Hashable | None]


def kinds_of_parts(study: Regions | Relations, measure: Bound) -> list[Row]:
    """For each category: how many regions or relations have it, the measure of these alone, their
    F1, and which category another coder gave most often to the same one."""
    if "categories" not in measure.measure.asked:
        raise NotApplicableError(f"{measure.symbol} does not depend on the types of relations")
    regions = isinstance(study, Regions)
    f1 = taking(region_f1 if regions else relation_f1, measure.settings)
    known = f1.compute(study).detail["categories" if regions else "types"]
    met: dict[str, Counter[Hashable]] = {}
    for one, other in _other_kinds(study, f1):
        met.setdefault(one, Counter())[other] += 1
    often = _often(study)
    rows: list[Row] = []
    for name in sorted(often, key=lambda name: (-often[name], name)):
        value = measure.compute(_only(study, name)).value
        shared = known.get(name, {}).get("f1", float("nan"))
        rows.append((name, often[name], value, shared, most_met(met.get(name, {}))))
    return rows


def _often(study: Regions | Relations) -> Counter[str]:
    if isinstance(study, Regions):
        return Counter(r.category for p in study.documents for mine in p.regions for r in mine)
    return Counter(link.type for part in study.documents for mine in part.links for link in mine)


def _only(study: Regions | Relations, kind: str) -> Regions | Relations:
    """The study with the regions or relations of one kind; images, entities and coders stay."""
    if isinstance(study, Regions):
        pictures = tuple(
            replace(p, regions=tuple(tuple(r for r in m if r.category == kind) for m in p.regions))
            for p in study.documents
        )
        return replace(study, documents=pictures)
    parts = tuple(
        replace(p, links=tuple(tuple(l for l in mine if l.type == kind) for mine in p.links))
        for p in study.documents
    )
    return replace(study, documents=parts)


def _other_kinds(study: Regions | Relations, f1: Bound) -> Iterator[tuple[str, str]]:
    """The kinds that two coders gave to the same region, or to a link between the same two."""
    if isinstance(study, Regions):
        own = {key: value for key, value in f1.settings.items() if key != "typed"}
        for _, by in grouped(study, **own):
            for one, other in combinations(by.values(), 2):
                yield from _both_ways(one.category, other.category)
        return
    for pair in compared_links(study, **f1.settings):
        theirs: dict[Any, list[str]] = {}
        for ends, kind in pair.links[1]:
            theirs.setdefault(ends, []).append(kind)
        for ends, kind in pair.links[0]:
            same = theirs.get(ends, [])
            for their in same if kind not in same else ():
                yield from _both_ways(kind, their)


def _both_ways(one: str, other: str) -> Iterator[tuple[str, str]]:
    if one != other:
        yield one, other
        yield other, one
