"""D_o, and what D_e rests on, added up by the engine: of all items, or of resamples of them.

For nominal categories these are Σ_k n_k², for categories that are points number, sum and sum of
squares; other distances need the categories of each item and so the patterns. Only sums come
back, whatever the number of categories or coders.

The Poisson bootstrap: each item counts as often as a Poisson number with mean 1 says. No resample
needs to know of the others or of how many items there are, so the engine can do all of it: the
weight of an item in a resample is a function of its hash. The hash h of an item is below the prime
P = 2³¹ − 1. In resample b it becomes (a h + c) mod P with random a, c, uniform and pairwise
independent over items; thresholds make it Poisson.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, factorial
from typing import Any

import numpy as np

from accord._measure.cube.chance import Basis, Chance
from accord._measure.cube.kernel import all_alike
from accord._measure.cube.sums import Sample
from accord._measure.distances.metric import Distance
from accord.engine.coding_rows import GROUP, cells_of_categories, points_of, summed, with_distances
from accord.engine.frames import CATEGORY, CODER, column_values, fetched_columns
from accord.errors import NotApplicableError
from accord.model.names import NEARLY_ZERO, FloatArray
from accord.words.said import said

PRIME = 2**31 - 1

_UPTO = np.cumsum([exp(-1.0) / factorial(k) for k in range(8)])

_Drawn = Sequence[tuple[int, int]]
"""a and c of each resample; none: all items, each once."""


@dataclass(frozen=True, eq=False)
class EngineRows:
    """The codings that count, prepared for one distance and one idea of chance.

    `cells` are those rows that D_o is added up over, `dimensions` how many coordinates a category
    has (0: categories are names), `size` how many categories there are.

    :param by_coder: Whether chance is each coder's own.

    >>> import accord
    >>> import polars
    >>> from accord.engine.count_frames import remote
    >>> from accord._measure.cube.chance import IDEAS
    >>> frame = polars.LazyFrame({"item": [1, 1, 2, 2], "coder": list("ABAB"),
    ...                           "label": list("xyxx")})
    >>> table = remote(frame, "item", "coder", "label", None, None, ())
    >>> rows = table.hashed(accord.distance("nominal"), IDEAS["pooled"], "available")
    >>> rows.sample().observed().tolist()
    [0.5]
    """

    rows: Any
    cells: Any
    dimensions: int
    by_coder: bool
    size: int

    @classmethod
    def of(cls, rows: Any, recipe: Distance, chance: Chance, size: int) -> "EngineRows":
        """The rows as points where the distance makes them points."""
        if recipe.name == "nominal":
            return cls(rows, cells_of_categories(rows), 0, chance.by_coder, size)
        if chance.of_scale:
            raise NotApplicableError(
                f"{chance.name} chance with distance {recipe.name!r} needs every category, and "
                "there are too many to fetch; use π, κ, α or β"
            )
        rows, points = points_of(rows, recipe.name)
        rows = with_distances(rows, points)
        return cls(rows, rows, len(points), chance.by_coder, size)

    def sample(self, drawn: _Drawn = ()) -> Sample:
        """The sums of all items, or of resamples."""
        weight, disagreement, number = _head(self.cells, drawn)
        everyone = cache(lambda: _forms(self, drawn, []))
        each = cache(lambda: _forms(self, drawn, [CODER]))
        q, none = self.size, np.zeros(len(number))
        basis = Basis(
            number,
            q,
            total=lambda: everyone()[0],
            everyone=lambda: everyone()[2],
            squares=lambda: each()[1],
            within=lambda: each()[2],
            itself=lambda: none,
            # Where categories are names (no other distance asks): two codings differ so often …
            hard=lambda: everyone()[2] / everyone()[0] ** 2,
            # … and all but the same are at distance 1.
            everything=lambda: none + q * (q - 1),
            largest=lambda: none + (q > 1),
        )
        return Sample(weight, disagreement, basis, 0.0 if self.dimensions else 1.0)


def no_variation(rows: Any, expected: float, observed: float) -> str | None:
    """Why D_e is 0: there is one category in all rows, or distances are 0."""
    # Sums of engines are never exactly 0, so what is 10⁻¹² of the rest counts as 0.
    if expected > NEARLY_ZERO * max(observed, 1e-300):
        return None
    seen = column_values(fetched_columns(rows.select(CATEGORY).unique().head(2))[CATEGORY])
    return all_alike(seen[0]) if len(seen) == 1 else said("undefined.no-chance")


def _weighted(rows: Any, drawn: _Drawn) -> Any:
    """The rows with the weight of their item in each resample, p0 …"""
    import narwhals as nw

    if not drawn:
        return rows.with_columns(p0=nw.lit(1.0))
    # Poisson weights from a hash of the item: the engine needs no random numbers of its own, and
    # the same seed draws the same in every engine.
    limits = [int(PRIME * share) for share in _UPTO]
    mixed = {f"h{b}": (nw.col(GROUP) * a + c) % PRIME for b, (a, c) in enumerate(drawn)}
    weights = {}
    for b, name in enumerate(mixed):
        weight: Any = nw.lit(float(len(limits)))
        for number, limit in reversed(list(enumerate(limits))):  # 0 and 1 are decided first
            weight = nw.when(nw.col(name) < limit).then(nw.lit(float(number))).otherwise(weight)
        weights[f"p{b}"] = weight
    return rows.with_columns(**mixed).with_columns(**weights)


def _head(rows: Any, drawn: _Drawn) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Weight and disagreement of D_o, and the number of codings, of each resample."""
    import narwhals as nw

    m = nw.col("m") if "m" in rows.collect_schema().names() else nw.lit(1.0)
    columns = {"s": nw.col("share"), "d": nw.col("d"), "m": m}
    weighted = _weighted(rows, drawn).with_columns(
        **{
            f"{name}{b}": nw.col(f"p{b}") * column
            for name, column in columns.items()
            for b in _samples(drawn)
        }
    )
    weight, disagreement, number = _read(weighted, list(columns), drawn)
    return weight, disagreement, number


def _forms(
    of: EngineRows, drawn: _Drawn, keys: list[str]
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Σ W, Σ W² and Σ (Σ w w′ d) over the keys' groups, of each resample."""
    import narwhals as nw

    each = _samples(drawn)
    by = nw.lit(1.0) if of.by_coder else nw.col("u")
    table = _weighted(of.rows, drawn)
    if of.dimensions:
        points = {"w": by, "q": by * nw.col("square")}
        points |= {f"x{x}_": by * nw.col(f"x{x}") for x in range(of.dimensions)}
        names = [f"{name}{b}" for name in points for b in each]
        table = table.with_columns(
            **{f"{name}{b}": nw.col(f"p{b}") * part for name, part in points.items() for b in each}
        )
        sums = summed(table, keys, names)
        inner = {
            b: sum((nw.col(f"x{x}_{b}") ** 2 for x in range(of.dimensions)), start=nw.lit(0.0))
            for b in each
        }
        form = {f"f{b}": 2 * (nw.col(f"w{b}") * nw.col(f"q{b}") - inner[b]) for b in each}
    else:
        table = table.with_columns(**{f"w{b}": nw.col(f"p{b}") * by for b in each})
        table = summed(table, [*keys, CATEGORY], [f"w{b}" for b in each])
        table = table.with_columns(**{f"q{b}": nw.col(f"w{b}") ** 2 for b in each})
        sums = summed(table, keys, [f"{name}{b}" for name in "wq" for b in each])
        form = {f"f{b}": nw.col(f"w{b}") ** 2 - nw.col(f"q{b}") for b in each}
    sums = sums.with_columns(**form, **{f"s{b}": nw.col(f"w{b}") ** 2 for b in each})
    w, s, f = _read(sums, list("wsf"), drawn)
    return w, s, f


def _samples(drawn: _Drawn) -> range:
    return range(max(len(drawn), 1))


def _read(table: Any, names: list[str], drawn: _Drawn) -> list[FloatArray]:
    """The sums of columns, brought back: one array a name, one entry a resample."""
    columns = [[f"{name}{b}" for b in _samples(drawn)] for name in names]
    found = fetched_columns(summed(table, [], [column for some in columns for column in some]))
    return [
        np.array([column_values(found[column])[0] or 0.0 for column in some], dtype=np.float64)
        for some in columns
    ]
