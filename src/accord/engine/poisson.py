"""The Poisson bootstrap: each item counts as often as a Poisson number with mean 1 says.

No resample needs to know of the others or of how many items there are, so an engine can do all
of it: the weight of an item in a resample is a function of its hash, and D_o and D_e of a
resample are weighted sums. Only these come back, whatever the number of categories or coders.

The hash h of an item is below the prime P = 2³¹ − 1. In resample b it becomes (a h + c) mod P
with random a, c, uniform and pairwise independent over items; thresholds make it Poisson.
"""

from collections.abc import Iterator
from dataclasses import replace
from math import exp, factorial
from typing import Any

import numpy as np

from accord.engine.frames import columns_of, listed
from accord.engine.groups import grouped
from accord.engine.remote import CATEGORY, CODER, GROUP, Remote, apart, cells
from accord.engine.remote_cube import placed
from accord.engine.tally import Tally
from accord.errors import NotApplicableError
from accord.infer.resample.replicates import Replicates, blocks, product, seed_of
from accord.infer.resample.sums import CHANCE, ratio, sums_of
from accord.measure.bound import Asked, Bound, bound
from accord.measure.distances.distance import distance
from accord.model.codings.codings import Codings
from accord.model.names import FloatArray
from accord.model.study import Study

PRIME = 2**31 - 1
MOST = 200
"""The most resamples in an engine: each costs as much as the value itself."""

AT_ONCE = 20
"""Resamples in one pass over the table."""

_UPTO = np.cumsum([exp(-1.0) / factorial(k) for k in range(8)])


def poisson_replicates(study: Study, measure: Asked, *, resamples: int, rng: Any = 0) -> Replicates:
    """A coefficient of the cube on Poisson resamples of the items.

    Codings that stay in their engine are resampled there, at most 200 times.
    References: efron1993.

    >>> from accord.model.codings.tabular import from_confusion
    >>> study = from_confusion([[46, 6], [0, 48]], categories=["STAT", "IREQ"])
    >>> 0.04 < poisson_replicates(study, "kappa", resamples=500).se < 0.06
    True
    """
    entry, seed, n = bound(measure), seed_of(rng), resamples
    if entry.name not in CHANCE or not isinstance(study, (Codings, Tally, Remote)):
        raise NotApplicableError("Poisson's bootstrap is for the coefficients of the cube")
    result = Replicates(entry.compute(study), np.zeros(0), "items", len(study.items), n, seed)
    if isinstance(study, Remote):
        n = min(n, MOST)
        parts = list(_in_engine(study, entry, n, seed))
    else:
        sums = sums_of(study, entry)
        if sums is None:
            raise NotApplicableError(f"no Poisson bootstrap of {entry.name} with this distance")
        sums, parts = sums.ordered(), []
        for size, at in blocks(n, max(sums.rows.shape), seed):
            weights = np.random.default_rng(at).poisson(
                sums.multiplicity, size=(size, len(sums.rows))
            )
            parts.append(sums.value(product(weights.astype(np.float64), sums.rows)))
    values = np.concatenate(parts)
    good = values[np.isfinite(values)]
    return replace(result, resamples=n, values=good, undefined=len(values) - len(good))


def _in_engine(study: Remote, measure: Bound, n: int, seed: int) -> Iterator[FloatArray]:
    by_chance, recipe = CHANCE[measure.name], distance(measure.distance)
    nominal = recipe.name == "nominal"
    rows = grouped(study.sized(measure.missing), PRIME)
    if nominal:
        head, dimensions = cells(rows), 0
    else:
        rows, points = placed(rows, recipe.name)
        head, dimensions = apart(rows, points), len(points)
        rows = head
    random = np.random.default_rng(seed)
    floor = 1.0 if nominal else 0.0
    for at in range(0, n, AT_ONCE):
        drawn = random.integers(1, PRIME, size=(min(AT_ONCE, n - at), 2)).tolist()
        weight, disagreement, number = _head(head, drawn)
        observed = disagreement / np.where(weight > 0, weight, np.nan)
        if by_chance is None:
            yield 1.0 - observed
            continue
        expected = _expected(study, rows, drawn, by_chance, dimensions, number)
        with np.errstate(divide="ignore", invalid="ignore"):
            yield ratio(observed, expected, floor)


def _weighted(rows: Any, drawn: list[list[int]]) -> Any:
    """The rows with the weight of their item in each resample, p0 …"""
    import narwhals as nw

    limits = [int(PRIME * share) for share in _UPTO]
    mixed = {f"h{b}": (nw.col(GROUP) * a + c) % PRIME for b, (a, c) in enumerate(drawn)}
    weights = {}
    for b, name in enumerate(mixed):
        weight: Any = nw.lit(float(len(limits)))
        for number, limit in reversed(list(enumerate(limits))):  # 0 and 1 are decided first
            weight = nw.when(nw.col(name) < limit).then(nw.lit(float(number))).otherwise(weight)
        weights[f"p{b}"] = weight
    return rows.with_columns(**mixed).with_columns(**weights)


def _head(rows: Any, drawn: list[list[int]]) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Weight and disagreement of D_o, and the number of codings, of each resample."""
    import narwhals as nw

    known = "m" in rows.collect_schema().names()
    columns = {"s": nw.col("share"), "d": nw.col("d"), "m": nw.col("m") if known else nw.lit(1.0)}
    weighted = _weighted(rows, drawn).with_columns(
        **{
            f"{name}{b}": nw.col(f"p{b}") * column
            for name, column in columns.items()
            for b in range(len(drawn))
        }
    )
    s, d, m = _read(weighted, list(columns), len(drawn))
    return s, d, m


def _expected(
    study: Remote, rows: Any, drawn: list[list[int]], by_chance: str, dimensions: int, number: Any
) -> FloatArray:
    """D_e of each resample."""
    k = len(study.categories)
    if by_chance == "uniform":
        return np.full(len(drawn), 1 - 1 / k)
    own = by_chance == "per coder"
    total, _, everyone = _forms(rows, drawn, dimensions, [], own)
    if own:
        _, squares, each = _forms(rows, drawn, dimensions, [CODER], own)
        return np.asarray((everyone - each) / (total**2 - squares))
    pooled = everyone / total**2
    if by_chance == "occasional":
        return 1 - pooled / (k - 1) if k > 1 else np.zeros(len(drawn))
    return np.asarray(pooled * number / (number - 1)) if by_chance == "drawn" else pooled


def _forms(
    rows: Any, drawn: list[list[int]], dimensions: int, keys: list[str], own: bool
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Σ W, Σ W² and Σ (Σ w w′ d) over the keys' groups, of each resample."""
    import narwhals as nw

    each = range(len(drawn))
    by = nw.lit(1.0) if own else nw.col("u")
    table = _weighted(rows, drawn)
    if dimensions:
        points = {"w": by, "q": by * nw.col("square")}
        points |= {f"x{x}_": by * nw.col(f"x{x}") for x in range(dimensions)}
        names = [f"{name}{b}" for name in points for b in each]
        table = table.with_columns(
            **{f"{name}{b}": nw.col(f"p{b}") * part for name, part in points.items() for b in each}
        )
        sums = _summed(table, keys, names)
        inner = {
            b: sum((nw.col(f"x{x}_{b}") ** 2 for x in range(dimensions)), start=nw.lit(0.0))
            for b in each
        }
        form = {f"f{b}": 2 * (nw.col(f"w{b}") * nw.col(f"q{b}") - inner[b]) for b in each}
    else:
        table = table.with_columns(**{f"w{b}": nw.col(f"p{b}") * by for b in each})
        table = _summed(table, [*keys, CATEGORY], [f"w{b}" for b in each])
        table = table.with_columns(**{f"q{b}": nw.col(f"w{b}") ** 2 for b in each})
        sums = _summed(table, keys, [f"{name}{b}" for name in "wq" for b in each])
        form = {f"f{b}": nw.col(f"w{b}") ** 2 - nw.col(f"q{b}") for b in each}
    sums = sums.with_columns(**form, **{f"s{b}": nw.col(f"w{b}") ** 2 for b in each})
    w, s, f = _read(sums, list("wsf"), len(drawn))
    return w, s, f


def _summed(table: Any, keys: list[str], names: list[str]) -> Any:
    import narwhals as nw

    sums = [nw.col(name).sum() for name in names]
    return table.group_by(*keys).agg(*sums) if keys else table.select(*sums)


def _read(table: Any, names: list[str], number: int) -> list[FloatArray]:
    """The sums of columns, brought back: one array a name, one entry a resample."""
    columns = [[f"{name}{b}" for b in range(number)] for name in names]
    found = columns_of(_summed(table, [], [column for some in columns for column in some]))
    return [
        np.array([listed(found[column])[0] or 0.0 for column in some], dtype=np.float64)
        for some in columns
    ]
