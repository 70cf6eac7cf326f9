"""Distances between categories.

A `Distance` is a name and a recipe; fitted to the categories of a study (and how often each
occurs, which ordinal distances need) it becomes a `Metric`: the numbers d_kl. Distances that
are squared Euclidean (nominal aside: interval, ordinal on mid-ranks, circular) are kept as
points, for which sums over all pairs have closed forms; all others answer by blocks, so that
no V × V matrix is ever held for large V.

References: krippendorff2004, cohen1968.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from accord._measure.distances.metric import (
    AnyDistance,
    Between,
    Distance,
    FitsMetric,
    Metric,
    by_matrix,
    by_points,
    fixed,
)
from accord.errors import AccordError, DataError, Setting, UnknownNameError
from accord.lazy import NamedThings
from accord.model.names import FloatArray, IntArray, Names

__all__ = [
    "DISTANCES",
    "Between",
    "Distance",
    "FitsMetric",
    "Metric",
    "by_matrix",
    "by_points",
    "distance",
    "fixed",
    "parsed",
]

_Spec = "str | Distance | Mapping[Any, float] | Callable[[Any, Any], float] | tuple[Any, Any]"


def distance(given: AnyDistance) -> Distance:
    """A distance from its name ("ordinal", "circular:U=360"), a matrix or a function.

    :param given: A name, a matrix, a mapping of pairs, or a function of two categories.

    >>> import accord
    >>> round(accord.alpha([1, 2, 3, 3], [1, 2, 3, 4], distance=accord.distance("ordinal")), 3)
    0.91
    >>> names = accord.parts.Names([1, 3])
    >>> accord.distance("interval").fit(names, [1, 1], False).matrix().tolist()
    [[0.0, 4.0], [4.0, 0.0]]
    """
    if isinstance(given, Distance):
        return given
    if isinstance(given, str):
        return _named(given)
    if isinstance(given, Mapping):
        return distance(_from_pairs(given))
    if isinstance(given, tuple) and len(given) == 2:
        names, matrix = tuple(given[0]), np.array(given[1], dtype=np.float64)
        fit = _from_matrix(names, matrix)
        return replace(fixed("matrix", fit), recipe=(distance, ((names, matrix),)))
    if callable(given):
        made = fixed(getattr(given, "__name__", "function"), _from_function(given))
        return replace(made, recipe=(distance, (given,)))
    raise AccordError(
        f"a distance is a name ({', '.join(DISTANCES)}), a mapping {{(a, b): d}}, a pair "
        f"(categories, matrix) or a function of two categories, not {given!r}"
    )


def _named(text: str) -> Distance:
    """The distance of a name, or of a function that is named."""
    if text not in DISTANCE_NAMES:
        from accord._measure.distances.own_function import function_named, is_function

        if is_function(text):
            function, called = function_named(text)
            return replace(distance(function), name=called, recipe=(distance, (text,)))
    name, options = parsed(text)
    if name not in DISTANCE_NAMES:
        from accord._measure.distances.taxonomic import TAXONOMIC

        if name in TAXONOMIC:
            raise AccordError(
                f"distance {name!r} needs a taxonomy: accord.labels.taxonomic(taxonomy, {name!r})"
            )
        raise UnknownNameError.of("distance", name, DISTANCES)
    try:
        recipe = _maker(name)(**options)
    except TypeError:
        raise AccordError(f"distance {name!r} has no option {', '.join(options)}") from None
    return replace(recipe, name=text, recipe=(distance, (text,)))


def parsed(text: str) -> tuple[str, dict[str, Any]]:
    """The name and the options of a distance: "circular:U=360" → ("circular", {"U": 360.0})."""
    name, _, rest = text.partition(":")
    options: dict[str, Any] = {}
    for part in filter(None, rest.split(",")):
        key, equals, value = part.partition("=")
        if not equals:
            raise AccordError(f"distance {text!r}: write options as name=value, found {part!r}")
        try:
            options[key.strip()] = float(value)
        except ValueError:
            options[key.strip()] = value.strip()
    return name.strip().lower(), options


def _nominal() -> Distance:
    def fit(categories: Names, counts: FloatArray, declared: bool) -> Metric:
        def between(k: IntArray, l: IntArray) -> FloatArray:
            return np.asarray(k != l).astype(np.float64)

        return Metric(len(categories), between, nominal=True, unit=1.0)

    return fixed("nominal", fit)


def _midranks(categories: Names, counts: FloatArray, declared: bool) -> FloatArray:
    """(Σ_{g=c}^{k} n_g − (n_c + n_k)/2)² is the squared difference of mid-ranks."""
    if not declared and _numbers_or_none(categories) is None:
        raise AccordError(
            f"distance 'ordinal' needs an order, got names like {categories[0]!r}; "
            f"list them, lowest first, with {Setting('categories')}"
        )
    order = np.arange(len(categories)) if declared else categories.ascending()
    ranked = counts[..., order]
    midrank = np.empty(counts.shape)
    # On mid-ranks ordinal is interval, so that sums need no table of pairs.
    midrank[..., order] = np.cumsum(ranked, axis=-1) - ranked / 2
    return midrank


def _ordinal() -> Distance:
    def fit(categories: Names, counts: FloatArray, declared: bool) -> Metric:
        return by_points(_midranks(categories, counts, declared))

    return Distance("ordinal", fit, positions=_midranks)


def _numbers_or_none(categories: Names) -> FloatArray | None:
    return categories.numbers() if len(categories) else np.zeros(0)


def _numbers(categories: Names, name: str) -> FloatArray:
    numbers = _numbers_or_none(categories)
    if numbers is None:
        odd = next(c for c in categories if Names([c]).numbers() is None)
        raise AccordError(
            f"distance {name!r} needs numeric categories, got {odd!r}; "
            f"for ordered names use {Setting('distance', 'ordinal')} with {Setting('categories')}"
        )
    if not np.isfinite(numbers).all():
        odd = categories[int(np.flatnonzero(~np.isfinite(numbers))[0])]
        raise AccordError(
            f"distance {name!r} needs finite numbers, got {odd!r}; leave these labels out (None)"
        )
    return numbers


def _above(categories: Names, name: str) -> FloatArray:
    """The numbers counted from the lowest, for distances that know only differences."""
    _numbers(categories, name)
    above = categories.from_lowest()
    return np.zeros(0) if above is None else above


def _interval() -> Distance:
    return fixed("interval", lambda categories, *_: by_points(_above(categories, "interval")))


def _of_numbers(
    name: str, formula: Callable[[FloatArray, FloatArray, FloatArray], FloatArray]
) -> Distance:
    """A distance given by a formula of two arrays of numbers (and all numbers of the scale)."""

    def fit(categories: Names, counts: FloatArray, declared: bool) -> Metric:
        x = _numbers(categories, name)
        return Metric(len(x), lambda k, l: formula(x[k], x[l], x))

    return fixed(name, fit)


def _ratio_formula(a: FloatArray, b: FloatArray, scale: FloatArray) -> FloatArray:
    total = a + b
    with np.errstate(divide="ignore", invalid="ignore"):
        # 0 and 0 are the same, whatever 0/0 is.
        return np.where(a == b, 0.0, ((a - b) / total) ** 2)


def _ratio() -> Distance:
    plain = _of_numbers("ratio", _ratio_formula).fit

    def fit(categories: Names, counts: FloatArray, declared: bool) -> Metric:
        numbers = _numbers(categories, "ratio")
        if (numbers < 0).any():
            raise AccordError(
                f"distance 'ratio' needs numbers of at least 0, got {numbers.min():g}; "
                "use 'interval' if zero is arbitrary"
            )
        return plain(categories, counts, declared)

    return fixed("ratio", fit)


def _circular(U: float | None = None) -> Distance:  # the circumference
    def fit(categories: Names, counts: FloatArray, declared: bool) -> Metric:
        numbers = categories.numbers()
        if numbers is None and declared:  # names in a declared circle, equally spaced
            numbers, round_trip = (
                np.arange(len(categories), dtype=np.float64),
                float(len(categories)),
            )
        else:
            numbers, round_trip = _numbers(categories, "circular"), U or 0.0
        if U is not None:
            round_trip = U
        if not round_trip > 0:
            raise AccordError("distance 'circular' needs its circumference, e.g. circular:U=360")
        angle = 2 * np.pi * numbers / round_trip
        # Chords of a circle of diameter 1: their squares are Krippendorff's sin², at most 1.
        return by_points(np.stack([np.cos(angle), np.sin(angle)], axis=1) / 2)

    return fixed("circular", fit)


def _bipolar(low: float | None = None, high: float | None = None) -> Distance:
    def formula(a: FloatArray, b: FloatArray, scale: FloatArray) -> FloatArray:
        lowest = scale.min() if low is None else low
        highest = scale.max() if high is None else high
        below, above = (a - lowest) + (b - lowest), (highest - a) + (highest - b)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(a == b, 0.0, (a - b) ** 2 / (below * above))

    return _of_numbers("bipolar", formula)


def _on_a_line(x: FloatArray) -> Metric:
    """d = |x_k − x_l|; a sum over all pairs needs only their order, so real values are cheap."""

    def form(category: IntArray, weights: FloatArray, told: Any) -> float:
        order = np.argsort(x[category], kind="stable")
        # Equal weights round alike: a running sum of millions needs the longer numbers.
        below = np.cumsum(weights[order], dtype=np.longdouble)
        # Every gap is crossed by the pairs with one end on each side of it.
        gaps = np.diff(x[category][order])
        crossed = below[:-1] * (below[-1:] - below[:-1])
        return float(2 * gaps @ crossed.astype(np.float64))

    return Metric(len(x), lambda k, l: np.abs(x[k] - x[l]), form=form)


def _linear() -> Distance:
    return fixed("linear", lambda categories, *_: _on_a_line(_above(categories, "linear")))


def _rank_positions(categories: Names, declared: bool, name: str) -> FloatArray:
    numbers = categories.numbers()
    if numbers is None and not declared:
        raise AccordError(
            f"distance {name!r} needs an order, got names like {categories[0]!r}; "
            f"list them, lowest first, with {Setting('categories')}"
        )
    if declared or numbers is None:
        return np.arange(len(categories), dtype=np.float64)
    return np.argsort(categories.ascending()).astype(np.float64)


def _rank_linear() -> Distance:
    def fit(categories: Names, counts: FloatArray, declared: bool) -> Metric:
        return _on_a_line(_rank_positions(categories, declared, "rank-linear"))

    return fixed("rank-linear", fit)


def _rank_quadratic() -> Distance:
    def fit(categories: Names, counts: FloatArray, declared: bool) -> Metric:
        return by_points(_rank_positions(categories, declared, "rank-quadratic"))

    return fixed("rank-quadratic", fit)


SOME = 50
"""So many categories show whether a function is a distance."""
_KEPT = 5_000
"""Up to so many categories, the distances that a function gave are kept."""

_ROOM = "accord._measure.distances"

DISTANCES: Mapping[str, Callable[..., Distance]] = NamedThings(
    {
        "nominal": _nominal,
        "ordinal": _ordinal,
        "interval": _interval,
        "ratio": _ratio,
        "circular": _circular,
        "bipolar": _bipolar,
        "linear": _linear,
        "rank-linear": _rank_linear,
        "rank-quadratic": _rank_quadratic,
        "passonneau": f"{_ROOM}.sets:passonneau",
        "jaccard": f"{_ROOM}.sets:jaccard",
        "dice": f"{_ROOM}.sets:dice",
        "masi": f"{_ROOM}.sets:masi",
        "survey-masi": f"{_ROOM}.sets:survey_masi",
        "edit": f"{_ROOM}.texts:edit",
        "chrf": f"{_ROOM}.texts:chrf",
        "ngrams": f"{_ROOM}.texts:ngrams",
        "kendall": f"{_ROOM}.rankings:kendall",
        "footrule": f"{_ROOM}.rankings:footrule",
        "spearman": f"{_ROOM}.rankings:spearman_distance",
        "cosine": f"{_ROOM}.vectors:cosine",
        "euclidean": f"{_ROOM}.vectors:euclidean",
        "tree-edit": f"{_ROOM}.tree_distances:tree_edit",
        "tree-edit-diff": f"{_ROOM}.tree_distances:tree_edit_diff",
        "tree-edit-norm": f"{_ROOM}.tree_distances:tree_edit_norm",
        "smatch": f"{_ROOM}.graph_distances:smatch_distance",
    }
)
"""The distances known by name. Each value makes one from its options."""

DISTANCE_NAMES = frozenset(DISTANCES)
"""Their names: to look one up in the table itself would load it."""


@cache
def _maker(name: str) -> Callable[..., Distance]:
    return DISTANCES[name]


def _from_matrix(names: tuple[Hashable, ...], table: FloatArray) -> FitsMetric:
    index = Names(names)
    if table.shape != (len(index), len(index)):
        raise DataError(
            f"the distance matrix is {table.shape}, but {len(index)} categories are named"
        )
    _check(table, index)

    def fit(categories: Names, counts: FloatArray, declared: bool) -> Metric:
        unknown = [c for c in categories if c not in index]
        if unknown:
            raise DataError(f"the distance matrix has no row for category {unknown[0]!r}")
        at = np.array([index.index(c) for c in categories], dtype=np.intp)
        return by_matrix(table[np.ix_(at, at)])

    return fit


def _from_pairs(pairs: Mapping[Any, float]) -> tuple[list[Any], FloatArray]:
    """The categories and the matrix of their distances."""
    names = list(dict.fromkeys(name for pair in pairs for name in pair))
    table = np.full((len(names), len(names)), np.nan)
    np.fill_diagonal(table, 0.0)
    for (a, b), value in pairs.items():
        for row, column in ((a, b), (b, a)):
            at = names.index(row), names.index(column)
            if (b, a) in pairs and pairs[b, a] != value:
                raise DataError(
                    f"d({a!r}, {b!r}) and d({b!r}, {a!r}) differ; distances are symmetric"
                )
            table[at] = value
    if np.isnan(table).any():
        row, column = (int(at) for at in np.argwhere(np.isnan(table))[0])
        raise DataError(f"no distance is given between {names[row]!r} and {names[column]!r}")
    return names, table


def _from_function(function: Callable[[Any, Any], float]) -> FitsMetric:
    """The distances that a function gives, each asked for once while the categories live."""

    def fit(categories: Names, counts: FloatArray, declared: bool) -> Metric:
        size, names = len(categories), list(categories)

        def asked(k: IntArray, l: IntArray) -> FloatArray:
            pairs = zip(k.ravel().tolist(), l.ravel().tolist(), strict=True)
            values = [_told(function, names[a], names[b]) for a, b in pairs]
            return np.array(values, dtype=np.float64).reshape(k.shape)

        def checked() -> FloatArray:
            some = np.arange(min(size, SOME))
            near = asked(*np.broadcast_arrays(some[:, None], some[None, :]))
            _check(near, categories)
            # 5,000² distances take 200 MB; beyond that they are asked for again.
            table = np.full((size, size), np.nan) if size <= _KEPT else near
            table[: len(some), : len(some)] = near
            return table

        table = categories.kept(function, checked)

        def between(k: IntArray, l: IntArray) -> FloatArray:
            rows, columns = np.broadcast_arrays(k, l)
            if size > _KEPT:
                return asked(rows, columns)
            unknown = np.isnan(table[rows, columns])
            if unknown.any():
                low = np.minimum(rows[unknown], columns[unknown])
                high = np.maximum(rows[unknown], columns[unknown])
                # Each pair once: a user's function may be slow, and distances are symmetric.
                at = np.unique(low.astype(np.int64) * size + high)
                low, high = np.divmod(at, size)
                new = asked(low, high)
                bad = ~np.isfinite(new) | (new < 0)
                if bad.any():
                    a, b = (names[int(at[bad][0])] for at in (low, high))
                    raise DataError(
                        f"d({a!r}, {b!r}) = {new[bad][0]:g}: distances are finite and at least 0"
                    )
                table[low, high] = table[high, low] = new
            return np.asarray(table[rows, columns])

        return Metric(size, between)

    return fit


def _told(function: Callable[[Any, Any], float], one: Any, other: Any) -> float:
    """What a function of the user's says; where it fails, for which two, since it did so once in
    thousands of calls."""
    try:
        return float(function(one, other))
    except AccordError:
        raise
    except Exception as error:
        name = getattr(function, "__name__", "the distance")
        raise DataError(
            f"{name}({one!r}, {other!r}) failed: {type(error).__name__}: {error}; a distance needs "
            "two categories and returns a number"
        ) from error


def _check(table: FloatArray, names: Names) -> None:
    """Distances are finite, at least 0 and symmetric."""
    # Relative: a table of large numbers may differ in its last figures and be meant symmetric.
    bad = ~np.isfinite(table) | (table < 0) | (np.abs(table - table.T) > 1e-9 * np.abs(table))
    if bad.any():
        row, column = (int(at) for at in np.argwhere(bad)[0])
        raise DataError(
            f"d({names[row]!r}, {names[column]!r}) = {table[row, column]:g} and "
            f"d({names[column]!r}, {names[row]!r}) = {table[column, row]:g}: "
            "distances are finite, at least 0 and symmetric"
        )
