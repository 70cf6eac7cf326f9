"""Dissimilarities between units: how different two units are, in place and in category.

    d(u, v) = α · d_pos(u, v) + β · d_cat(u, v)                          (eq. 5)
    d_pos   = ((|Δbegin| + |Δend|) / (length u + length v))² · Δ_∅         (eq. 3)
    d_cat   = f_cat(distance between the categories) · Δ_∅                 (eq. 4)

Δ_∅ is what it costs to be aligned with nothing: beyond it, two units are so different that
neither accounts for the other. Numbers of equations are those of Mathet et al. 2015.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import inf, isfinite, sqrt

import numpy as np

from accord._measure.distances.distance import Distance, Metric, by_matrix, distance
from accord._measure.distances.metric import AnyDistance
from accord.errors import DataError, UnknownNameError
from accord.kinds.spans.parts import Spans, Unit
from accord.model.names import FloatArray, IntArray, Names, factorize


def positional(u: Spans, v: Spans) -> FloatArray:
    """d_pos-sporadic of paired units, in units of Δ_∅ (Mathet et al. 2015, eq. 3).

        u  |----------|              (4, 14)
        v        |-----|             (10, 16):  ((6 + 2) / (10 + 6))² = .25

    >>> spans = lambda a, b: Spans(np.array([a]), np.array([b]), np.array([0]))
    >>> positional(spans(4.0, 14.0), spans(40.0, 44.0)).round(2)
    array([22.22])
    """
    apart: FloatArray = np.abs(u.start - v.start)
    apart += np.abs(u.stop - v.stop)
    apart /= (u.stop - u.start) + (v.stop - v.start)
    # In place: this runs for every pair of units.
    apart *= apart
    return apart


def forbidding(x: FloatArray) -> FloatArray:
    """f_cat(x) = x − ln(1 − x³⁰): nearly x up to .9, infinite at 1, so that it forbids.

    The second note of Mathet et al. 2015 prints "−ln(1 − x)^30 + x"; only with the power on
    x is it "almost similar to x on [0, .9]" and infinite at 1, as they say it is.

    >>> forbidding(np.array([0.0, 0.5, 1.0])).round(6)
    array([0. , 0.5, inf])
    """
    with np.errstate(divide="ignore"):
        return np.asarray(x - np.log1p(-(np.asarray(x, dtype=np.float64) ** 30)))


def identity(x: FloatArray) -> FloatArray:
    """f_cat(x) = x, the paper's standard."""
    return x


F_CAT: Mapping[str, Callable[[FloatArray], FloatArray]] = {
    "identity": identity,
    "forbidding": forbidding,
}

Own = Callable[[Spans, Spans], FloatArray]


@dataclass(frozen=True, slots=True)
class Dissimilarity:
    """How different two units are: α · d_pos + β · d_cat, or your own function.

    `distance` is any distance between categories; one that can exceed 1 is divided by its
    largest value among the categories in use, for the paper's are in [0, 1]. `order` lists
    the categories in order where the distance needs one. `f_cat` is "identity", "forbidding"
    or a function of an array. `delta` is Δ_∅.

    `function` replaces both parts: it takes two `Spans` of equal length, unit k of the one paired
    with unit k of the other, and returns d for each pair: at least 0, and the same both ways.
    Positions count from the beginning of the document. `reach` then promises that d is too large to
    align two units whose middles are further apart than `reach` times their mean length (None: no
    such promise, and all pairs are looked at).

    :param alpha: The weight of position.
    :param beta: The weight of category.

    >>> import accord
    >>> accord.spans.Dissimilarity()(
    ...     [accord.Unit(4, 14, "x")], [accord.Unit(14, 24, "x"), accord.Unit(4, 14, "y")]
    ... )
    array([[1., 1.]])
    """

    alpha: float = 1.0
    beta: float = 1.0
    distance: AnyDistance = "nominal"
    f_cat: str | Callable[[FloatArray], FloatArray] = "identity"
    delta: float = 1.0
    function: Own | None = None
    reach: float | None = None
    order: Sequence[Hashable] | None = None

    def __post_init__(self) -> None:
        if self.delta <= 0 or not isfinite(self.delta):
            raise DataError(f"delta is {self.delta!r}; Δ_∅ must be a positive number")
        weights = (self.alpha, self.beta)
        # With both 0 every two units would be the same.
        if min(weights) < 0 or not all(map(isfinite, weights)) or max(weights) == 0:
            raise DataError(
                f"alpha is {self.alpha!r} and beta {self.beta!r}; both must be at least 0, "
                "and one of them more (Mathet et al. 2015, eq. 5)"
            )
        if isinstance(self.f_cat, str) and self.f_cat not in F_CAT:
            raise UnknownNameError.of("f_cat", self.f_cat, F_CAT)

    def fitted(self, categories: Names, counts: IntArray) -> "Fitted":
        """This dissimilarity on these categories; `counts` is how often each was used."""
        matrix = None
        if self.function is None and self.beta > 0:
            shape = F_CAT[self.f_cat] if isinstance(self.f_cat, str) else self.f_cat
            matrix = shape(_category_distances(self, categories, counts))
            matrix = np.asarray(matrix, dtype=np.float64)
            _check_matrix(matrix, categories)
        return Fitted(self, matrix)

    def __call__(self, units: Sequence[Unit], others: Sequence[Unit]) -> FloatArray:
        """The dissimilarities of each of `units` to each of `others`."""
        names = Names(dict.fromkeys(u.category for u in (*units, *others)))
        codes = [names.index(u.category) for u in (*units, *others)]
        counts = np.bincount(np.array(codes, np.intp), minlength=len(names))
        spans = Spans(
            np.array([u.begin for u in (*units, *others)], dtype=np.float64),
            np.array([u.end for u in (*units, *others)], dtype=np.float64),
            np.array(codes, dtype=np.intp),
        )
        rows = np.repeat(np.arange(len(units)), len(others))
        columns = len(units) + np.tile(np.arange(len(others)), len(units))
        d = self.fitted(names, counts).pairs(spans.at(rows), spans.at(columns))
        return (d * self.delta).reshape(len(units), len(others))

    @property
    def label(self) -> str:
        """A short name for signatures."""
        if self.function is not None:
            return getattr(self.function, "__name__", "own")
        return distance(self.distance).name


@dataclass(frozen=True, slots=True)
class Fitted:
    """A dissimilarity with the distances between the categories of one study, Δ_∅ = 1.

    :param rule: The dissimilarity.
    :param matrix: The distances between categories.

    >>> import accord
    >>> import numpy as np
    >>> marked = accord.Continuum.of({"A": [(0, 5, "x")], "B": [(0, 5, "y")]})
    >>> fitted = accord.spans.Dissimilarity().fitted(marked.categories, np.array([1, 1]))
    >>> both = [accord.spans.Spans(np.array([0.0]), np.array([5.0]), np.array([k])) for k in (0, 1)]
    >>> fitted.placed(*both).tolist(), fitted.named(*both).tolist()
    ([0.0], [1.0])
    """

    rule: Dissimilarity
    matrix: FloatArray | None = field(repr=False)

    def pairs(self, u: Spans, v: Spans) -> FloatArray:
        """d of paired units in multiples of Δ_∅."""
        rule = self.rule
        if rule.function is not None:
            return _checked(rule.function, rule.label, u, v) / rule.delta
        d = self.placed(u, v)
        if self.matrix is not None:
            d = d + self.named(u, v)
        return d

    def placed(self, u: Spans, v: Spans) -> FloatArray:
        """The part of d that comes from position."""
        if self.rule.alpha == 0:
            return np.zeros(len(u))
        d = positional(u, v)
        d *= self.rule.alpha
        return d

    def named(self, u: Spans, v: Spans) -> FloatArray:
        """The part of d that comes from category."""
        if self.matrix is None:
            return np.zeros(len(u))
        return np.asarray(self.rule.beta * self.matrix[u.category, v.category])

    def window(self, limit: float) -> float:
        """How far apart the middles of two units may be, in mean lengths, while d < limit.

        By eq. 3, for |Δbegin| + |Δend| is at least twice the distance of the middles.
        """
        if self.rule.function is not None:
            return inf if self.rule.reach is None else self.rule.reach
        return sqrt(limit / self.rule.alpha) if self.rule.alpha > 0 else inf


CHECKED = 64
"""Pairs of each call on which a user's function is tried both ways."""


def _checked(function: Own, name: str, u: Spans, v: Spans) -> FloatArray:
    """What a user's function says, where it says what a dissimilarity may say."""
    if not len(u):
        return np.zeros(0)
    d = np.asarray(function(u, v), dtype=np.float64)
    if d.shape != u.start.shape:
        raise DataError(
            f"dissimilarity {name!r} gave shape {d.shape} for {len(u)} pairs of spans; "
            "it must return one number for each pair"
        )
    # Not d < 0: nan, too, is wrong.
    wrong = np.flatnonzero(~(d >= 0))
    # A function that is not symmetric would make the result depend on the order of coders.
    few = slice(0, CHECKED)
    back = np.asarray(function(v.at(few), u.at(few)), dtype=np.float64)
    unlike = np.flatnonzero(~np.isclose(d[few], back, rtol=1e-9, atol=1e-12))
    for at, what in ((wrong, "at least 0"), (unlike, "the same both ways")):
        if len(at):
            k = int(at[0])
            pair = [f"[{x.start[k]:g}, {x.stop[k]:g})" for x in (u, v)]
            there = f" and {back[k]:g} the other way" if what != "at least 0" else ""
            raise DataError(
                f"dissimilarity {name!r} is {d[k]:g} for spans {pair[0]} and {pair[1]}{there}; "
                f"it must be {what}"
            )
    return d


def features(*distances: AnyDistance, weights: Sequence[float] | None = None) -> Distance:
    """A distance between categories that are tuples of features: the weighted mean of theirs.

    :param distances: One for each feature.
    :param weights: How much each feature counts; by default all the same.

    >>> import accord
    >>> import numpy as np
    >>> both = accord.spans.features("nominal", {(1, 2): 0.5})
    >>> both.fit(accord.parts.Names([("NP", 1), ("VP", 2)]), np.ones(2), False).matrix().tolist()
    [[0.0, 0.75], [0.75, 0.0]]
    """
    parts = [distance(given) for given in distances]
    shares = np.ones(len(parts)) if weights is None else np.asarray(weights, dtype=np.float64)
    if len(shares) != len(parts) or not (shares >= 0).all() or not shares.sum() > 0:
        raise DataError(
            f"{len(parts)} features have weights {weights!r}; one each, at least 0, not all 0"
        )
    kept = None if weights is None else tuple(weights)
    shares = shares / shares.sum()

    def fit(categories: Names, counts: FloatArray, declared: bool) -> Metric:
        total = np.zeros((len(categories), len(categories)))
        for at, part in enumerate(parts):
            total += shares[at] * _feature(part, at, categories, counts, declared)
        return by_matrix(total)

    by_counts = any(part.depends_on_counts for part in parts)
    return Distance(
        "+".join(part.name for part in parts),
        fit,
        depends_on_counts=by_counts,
        recipe=(partial(features, weights=kept), tuple(parts)),
    )


def _feature(
    part: Distance, at: int, categories: Names, counts: FloatArray, declared: bool
) -> FloatArray:
    for name in categories:
        if not isinstance(name, tuple) or len(name) <= at:
            raise DataError(
                f"category {name!r} has no feature {at + 1}; with several features every "
                "category is a tuple with one value for each"
            )
    codes, values = factorize([name[at] for name in categories])  # type: ignore[index]
    used = np.bincount(codes, counts, len(values)).astype(np.float64)
    # Each feature within 0 and 1, or the one with the largest numbers would be all that counts.
    matrix = _within_one(part.fit(values, used, declared))
    return np.asarray(matrix[np.ix_(codes, codes)])


def _category_distances(rule: Dissimilarity, categories: Names, counts: IntArray) -> FloatArray:
    used = counts.astype(np.float64)
    if rule.order is None:
        return _within_one(distance(rule.distance).fit(categories, used, False))
    order = Names(tuple(rule.order))
    for name in categories:
        if name not in order:
            raise DataError(f"label {name!r} is not in the list of categories: {list(order)}")
    at = np.array([order.index(name) for name in categories], dtype=np.intp)
    declared = np.bincount(at, used, len(order)).astype(np.float64)
    matrix = _within_one(distance(rule.distance).fit(order, declared, True))
    return np.asarray(matrix[np.ix_(at, at)])


def _within_one(metric: Metric) -> FloatArray:
    matrix = metric.matrix()
    largest = float(matrix.max(initial=0.0))
    return matrix if metric.unit is not None or largest == 0 else matrix / largest


def _check_matrix(matrix: FloatArray, categories: Names) -> None:
    wrong = ~(matrix >= 0) | (matrix != matrix.T)
    np.fill_diagonal(wrong, np.diagonal(matrix) != 0)
    if wrong.any():
        k, l = (int(at) for at in np.argwhere(wrong)[0])
        raise DataError(
            f"categories {categories[k]!r} and {categories[l]!r}: distance {matrix[k, l]:g} one "
            f"way and {matrix[l, k]:g} the other; distances between categories must be "
            "symmetric, at least 0, and 0 from a category to itself"
        )
