"""Distances between the categories of a taxonomy; a coder may use inner categories.

    geertzen-bunt   1 − a^Δ · b^Γ on one branch, 1 otherwise; Δ the difference of the depths,
                    Γ the smaller depth (top 0); a = .75, b = 1     Geertzen & Bunt 2006, (4)
    path            the number of edges between the two, over a common top above all trees
    wu-palmer       1 − 2 N / (N_k + N_l), depths counted from 1, N that of the lowest category
                    above both; 1 in different trees                Wu & Palmer 1994
    melamed-resnik  1 − Σ_leaf min(P(leaf|k), P(leaf|l)); form=product for P · P
    extended        a set distance (sets=passonneau, jaccard …) between the extended senses:
                    a category with all that is above it
    level           0 if both fall under the same category at level n (1 = top), else 1

All follow from the depths and from how much of the way down two categories share, so large
taxonomies need no square matrix either.

References: geertzen2006, artstein2008, wu1994, melamed2000.
"""

from collections.abc import Callable, Set
from functools import partial
from inspect import signature
from typing import Any

import numpy as np

from accord._measure.distances.metric import Distance, FitsMetric, Metric
from accord._measure.distances.sets import FORMULAS, by_sets
from accord.errors import AccordError, UnknownNameError
from accord.kinds.labels.taxonomy import Taxonomy
from accord.model.names import FloatArray, IntArray, Names

_Shape = Callable[[FloatArray, FloatArray, FloatArray, IntArray, IntArray], FloatArray]
"""d from the number of shared steps from the top, both numbers of steps, both categories."""


def taxonomic(taxonomy: Taxonomy, name: str = "geertzen-bunt", **options: Any) -> Distance:
    """The distance `name` over a taxonomy, for every coefficient that takes a distance.

    Its name says all options and, after @, which taxonomy it is.

    :param taxonomy: The taxonomy.
    :param name: The distance: geertzen-bunt, path, wu-palmer …
    :param options: The parameters of that distance.

    >>> import accord
    >>> import numpy as np
    >>> tree = accord.Taxonomy.from_paths(
    ...     ["IND-YNQ > YNQ > CHECK > POSI", "IND-YNQ > YNQ > CHECK > NEGA"]
    ... )
    >>> d = accord.labels.taxonomic(tree, "geertzen-bunt", a=0.75, b=1)
    >>> metric = d.fit(
    ...     accord.parts.Names(["IND-YNQ", "YNQ", "CHECK", "POSI", "NEGA"]), np.ones(5), False
    ... )
    >>> [float(1 - d) for d in metric.matrix()[2]]
    [0.5625, 0.75, 1.0, 0.75, 0.75]
    """
    if name not in TAXONOMIC:
        raise UnknownNameError.of("taxonomic distance", name, TAXONOMIC)
    known = signature(TAXONOMIC[name]).parameters
    unknown = [key for key in options if key not in known or key == "taxonomy"]
    if unknown:
        takes = ", ".join(key for key in known if key != "taxonomy") or "no options"
        raise AccordError(f"distance {name!r} has no option {unknown[0]!r}. Options: {takes}")
    defaults = {key: one.default for key, one in known.items() if key != "taxonomy"}
    settings = defaults | options
    for key, value in options.items():
        if isinstance(defaults[key], (int, float)) and not isinstance(value, (int, float)):
            raise AccordError(f"distance {name!r} needs a number for {key!r}, got {value!r}")
    shown = ",".join(f"{key}={_plain(value)}" for key, value in settings.items())
    called = f"{name}:{shown}" if shown else name
    return Distance(
        f"{called}@{taxonomy.digest}",
        TAXONOMIC[name](taxonomy, **settings),
        (lambda scope: taxonomic(taxonomy.within(scope), name, **options))
        if taxonomy.named_scopes
        else None,
        depends_on_counts=False,
        recipe=(partial(taxonomic, **options), (taxonomy, name)),
    )


def _plain(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _geertzen_bunt(taxonomy: Taxonomy, a: float = 0.75, b: float = 1.0) -> FitsMetric:
    if not (0 < a < 1 and 0 < b <= 1):
        raise AccordError(f"geertzen-bunt needs 0 < a < 1 and 0 < b ≤ 1, got a={a:g}, b={b:g}")

    def shape(shared: FloatArray, x: FloatArray, y: FloatArray, *_: IntArray) -> FloatArray:
        higher = np.minimum(x, y)
        alike = a ** np.abs(x - y) * b ** (higher - 1)
        # δ(c, c) = 1 is a property the paper asks for; its formula has it for b = 1 only.
        alike = np.where((shared == x) & (shared == y), 1.0, alike)
        return np.asarray(np.where(shared == higher, 1 - alike, 1.0))

    return _by_steps(taxonomy, shape, 1.0)


def _path(taxonomy: Taxonomy) -> FitsMetric:
    return _by_steps(taxonomy, lambda shared, x, y, *_: x + y - 2 * shared, None)


def _wu_palmer(taxonomy: Taxonomy) -> FitsMetric:
    return _by_steps(taxonomy, lambda shared, x, y, *_: 1 - 2 * shared / (x + y), 1.0)


def _level(taxonomy: Taxonomy, n: float = 1) -> FitsMetric:
    if n < 1 or n != int(n):
        raise AccordError(f"level needs a whole number n of at least 1 (the top), got n={n:g}")

    def shape(shared: FloatArray, x: FloatArray, y: FloatArray, *_: IntArray) -> FloatArray:
        same = (np.minimum(x, n) == np.minimum(y, n)) & (shared >= np.minimum(x, n))
        return np.where(same, 0.0, 1.0)

    return _by_steps(taxonomy, shape, 1.0)


def _melamed_resnik(taxonomy: Taxonomy, form: str = "minimum", mass: str = "levels") -> FitsMetric:
    """On one branch Σ min = P(lower | higher), and Σ P·P = that times Σ_leaf P(leaf | lower)²."""
    if form not in ("minimum", "product"):
        raise UnknownNameError.of("form of melamed-resnik", form, ("minimum", "product"))
    if mass not in ("levels", "leaves"):
        raise UnknownNameError.of("mass of melamed-resnik", mass, ("levels", "leaves"))
    share, squares = _shares(taxonomy, mass)

    def shape(
        shared: FloatArray, x: FloatArray, y: FloatArray, k: IntArray, l: IntArray
    ) -> FloatArray:
        lower_is_l = y >= x
        low, high = np.where(lower_is_l, l, k), np.where(lower_is_l, k, l)
        alike = share[low] / share[high]
        if form == "product":
            alike = alike * squares[low]
        return np.where(shared == np.minimum(x, y), 1 - alike, 1.0)

    return _by_steps(taxonomy, shape, 1.0)


def _shares(taxonomy: Taxonomy, mass: str) -> tuple[FloatArray, FloatArray]:
    """Each category's share of the mass of its tree, and Σ_leaf P(leaf | category)².

    "levels": the mass of a category is split equally among its children, level by level;
    "leaves": equally over all leaves below it.
    """
    n = len(taxonomy)
    below, leaves = taxonomy.children, np.zeros(n)
    for at in reversed(range(n)):
        leaves[at] = sum(leaves[child] for child in below[at]) or 1.0
    share, squares = np.ones(n), np.ones(n)
    for at, parent in enumerate(taxonomy.parents):
        if parent >= 0:
            part = leaves[at] / leaves[parent] if mass == "leaves" else 1 / len(below[parent])
            share[at] = share[parent] * part
    for at in reversed(range(n)):
        if below[at]:
            squares[at] = sum((share[c] / share[at]) ** 2 * squares[c] for c in below[at])
    return share, squares


def _extended(taxonomy: Taxonomy, sets: str = "passonneau") -> FitsMetric:
    if sets not in FORMULAS:
        raise UnknownNameError.of("set distance", sets, FORMULAS)
    formula = FORMULAS[sets]
    single = _by_steps(taxonomy, lambda shared, x, y, *_: formula(shared, x, y), 1.0)

    def fit(categories: Names, counts: FloatArray, declared: bool) -> Metric:
        if not any(isinstance(category, Set) for category in categories):
            return single(categories, counts, declared)
        extended = [
            {above for one in _labels(category) for above in (one, *taxonomy.ancestors(one))}
            for category in categories
        ]
        return by_sets(list(extended), formula)

    return fit


def _labels(category: Any) -> Set[Any]:
    return category if isinstance(category, Set) else {category}


def _by_steps(taxonomy: Taxonomy, shape: _Shape, unit: float | None) -> FitsMetric:
    """A distance from the steps down from the top; different trees share none."""

    def fit(categories: Names, counts: FloatArray, declared: bool) -> Metric:
        node = np.array([_node(taxonomy, name) for name in categories], dtype=np.intp)
        steps = np.asarray(taxonomy.depth[node] + 1, dtype=np.float64)
        way = _ways(taxonomy, node)

        def between(k: IntArray, l: IntArray) -> FloatArray:
            shared = np.zeros(np.broadcast_shapes(np.shape(k), np.shape(l)))
            for level in way:
                shared += (level[k] == level[l]) & (level[k] >= 0)
            return np.asarray(shape(shared, steps[k], steps[l], node[k], node[l]))

        return Metric(len(node), between, unit=unit)

    return fit


def _node(taxonomy: Taxonomy, name: Any) -> int:
    if isinstance(name, Set):
        raise AccordError(
            f"a taxonomic distance compares single categories, got the set {sorted(map(str, name))}"
            "; for sets use the distance 'extended'"
        )
    try:
        return taxonomy.index(name)
    except UnknownNameError:
        if not isinstance(name, str):  # labels read as numbers, names in the file are text
            return taxonomy.index(str(name))
        raise


def _ways(taxonomy: Taxonomy, node: IntArray) -> list[IntArray]:
    """For each level, the category on the way from the top to each node; −1 below the node."""
    levels: list[IntArray] = []
    deepest = int(taxonomy.depth[node].max(initial=-1)) if len(node) else -1
    parents = np.array(taxonomy.parents, dtype=np.intp)
    for level in reversed(range(deepest + 1)):
        at = np.where(taxonomy.depth[node] == level, node, -1)
        if levels:
            lower = levels[-1]
            at = np.where(lower >= 0, parents[lower], at)
        levels.append(at)
    return levels


TAXONOMIC: dict[str, Callable[..., FitsMetric]] = {
    "geertzen-bunt": _geertzen_bunt,
    "path": _path,
    "wu-palmer": _wu_palmer,
    "melamed-resnik": _melamed_resnik,
    "extended": _extended,
    "level": _level,
}
"""The distances that need a taxonomy."""


def is_taxonomic(distance: Any) -> bool:
    """Whether it is a distance over a taxonomy."""
    return isinstance(distance, Distance) and distance.name.partition("@")[0].partition(":")[0] in (
        TAXONOMIC
    )
