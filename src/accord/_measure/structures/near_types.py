"""Relations whose types are of a hierarchy: how much two of them share that differ in type.

near     1 − d(type, type′), from a distance between types (a taxonomy's), 1 where they are equal
common   relations between the same arguments, matched one to one so that they are nearest
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from math import fsum
from typing import Any

import numpy as np

from accord._measure.distances.distance import distance as as_distance
from accord.errors import NotApplicableError
from accord.kinds.relations.study import Relations
from accord.model.names import Names

Near = Mapping[tuple[str, str], float]
"""How near two types are, from 0 to 1."""

_Key = tuple[Any, Any]


def nearness(study: Relations, types: Any) -> Near | None:
    """How near every two types of a study are by this distance; None without one. The distance
    needs a largest value: the largest of these types would be another in each part of a study."""
    if types is None:
        return None
    every = {link.type for part in study.documents for mine in part.links for link in mine}
    # Sorted: the order of a set of texts changes from process to process.
    names = Names(sorted(every))
    recipe = as_distance(types)
    metric = recipe.fit(names, np.ones(len(names)), False)
    # As a share of the largest that the distance can be: nearness goes from 0 to 1.
    d = metric.matrix() / (metric.unit or 1.0)
    if metric.unit is None and d.size and d.max() > 1:
        name = recipe.name.partition("@")[0]
        raise NotApplicableError(
            f"the distance between relation types must be at most 1, but {name} gives {d.max():g} "
            "for "
            "two of them. Use another distance, such as wu-palmer"
        )
    return {
        (one, other): max(0.0, 1.0 - float(d[i, j]))
        for i, one in enumerate(map(str, names))
        for j, other in enumerate(map(str, names))
    }


def common_links(one: Iterable[_Key], other: Iterable[_Key], near: Near | None) -> float:
    """What two coders share: links that are the same, or as near as their types are.

    >>> near = {("a", "b"): 0.5, ("a", "a"): 1.0, ("b", "a"): 0.5, ("b", "b"): 1.0}
    >>> common_links([((1, 2), "a"), ((3, 4), "a")], [((1, 2), "b")], near)
    0.5
    """
    if near is None:
        return len({*one} & {*other})
    sides: list[dict[Any, list[str]]] = [{}, {}]
    for side, links in zip(sides, (one, other), strict=True):
        for ends, kind in links:
            side.setdefault(ends, []).append(kind)
    parts = []
    for ends, mine in sides[0].items():
        theirs = sides[1].get(ends, [])
        table = np.array([[near.get((a, b), float(a == b)) for b in theirs] for a in mine])
        if len(theirs) == len(mine) == 1:
            parts.append(float(table[0, 0]))
        elif theirs:
            from scipy.optimize import linear_sum_assignment

            parts.append(float(table[linear_sum_assignment(table, maximize=True)].sum()))
    return fsum(parts)


def near_pairs(one: Counter[Any], other: Counter[Any], near: Near, *, directed: bool) -> float:
    """Pairs of links that start at the same entity (without a direction: any two), each by how
    near their types are."""

    def split(key: Any) -> tuple[Any, str]:
        return key if directed else (None, key)

    by_source: dict[Any, list[tuple[str, int]]] = {}
    for key, n in other.items():
        source, kind = split(key)
        by_source.setdefault(source, []).append((kind, n))
    found = []
    for key, n in one.items():
        source, kind = split(key)
        found += [
            n * m * near.get((kind, their), float(kind == their))
            for their, m in by_source.get(source, [])
        ]
    return fsum(found)
