"""Rows of codings in an engine's table, and the sums that the engine adds up over them.

A row is one coding: its item, coder and category, n (codings of the item), u (its weight in D_e),
and d, what it adds to D_o. Every function here makes a plan or brings back a few sums; the rows
never travel.

The engine puts each item into one of 1000 groups by a hash of its name and adds up each
group's sums; groups are then drawn with replacement here. All that a coefficient rests on are
sums over items, so groups of items vary as items do, and only groups × sums travel. Clusters
(documents) are groups of their own; very many clusters are put into 1000 groups by their hash.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from accord._measure.cube.chance import Chance, frequencies, moments
from accord._measure.cube.sums import Sums, sums_by_columns
from accord._measure.distances.metric import Distance
from accord.engine.frames import CATEGORY, CODER, ITEM, column_values, fetched_columns
from accord.errors import NotApplicableError, TooLargeError
from accord.model.names import FloatArray, IntArray, Names, in_order

GROUP = "accord_group"
POINTS = ("interval", "ordinal", "circular")
MOST_FETCHED = 4_000_000
"""The most sums that are brought back; tables of them may be ten times as large."""


@dataclass(frozen=True, slots=True, eq=False)
class Totals:
    """Sums over codings for one distance and one rule, for each group of items.

    `weight` and `disagreement` make D_o, `number` is how many codings count in D_e. `basis`
    has a block of columns for each coder (one block where chance is not per coder): where
    categories are points Σw, Σwx …, Σw|x|² (x about a centre), where they are names Σw for
    each category.
    """

    weight: FloatArray
    disagreement: FloatArray
    number: FloatArray
    basis: FloatArray  # groups × blocks × columns


def points_of(rows: Any, name: str, ranked: Any = None) -> tuple[Any, list[Any]]:
    """Each coding as a point about the centre: the rows (with ranks joined) and expressions.

    Ranks are those of the codings in `ranked`, else of the rows themselves.
    """
    import narwhals as nw

    kind, _, options = name.partition(":")
    x = nw.col(CATEGORY)
    if kind not in POINTS or not rows.collect_schema()[CATEGORY].is_numeric():
        raise NotApplicableError(
            f"distance {name!r} is not available in an engine. Use nominal, or "
            "interval, ordinal or circular with numbers"
        )
    if kind == "interval":
        # About the centre: squares of large numbers (years, offsets) would lose the digits that
        # differ.
        centre = one(rows.select(x.mean().alias("centre")), "centre")
        return rows, [x.cast(nw.Float64) - centre]
    if kind == "circular":
        around = float(options.removeprefix("U="))
        angle = x.cast(nw.Float64) * (2 * np.pi / around)
        # Points on a circle of diameter 1: the squared distance of two is Krippendorff's circular
        # one, sin²(π Δ/U).
        return rows, [angle.cos() / 2, angle.sin() / 2]
    among = rows if ranked is None else ranked
    counts = among.group_by(CATEGORY).agg(nw.len().alias("accord_count"))
    n = nw.col("accord_count")
    counts = counts.with_columns(accord_sum=n.cum_sum().over(order_by=CATEGORY))
    ranks = counts.select(CATEGORY, accord_rank=nw.col("accord_sum") - n / 2)
    centre = one(among.select(nw.len().alias("centre")), "centre") / 2
    # A category without a rank is that of single codings, which are apart from nothing.
    rank = nw.col("accord_rank").cast(nw.Float64).fill_null(0.0)
    return rows.join(ranks, on=CATEGORY, how="left"), [rank - centre]


def with_distances(rows: Any, points: Sequence[Any]) -> Any:
    """The rows with their point (x0 …), its square, and d, what each adds to D_o."""
    import narwhals as nw

    xs = [f"x{at}" for at in range(len(points))]
    rows = rows.with_columns(**dict(zip(xs, points, strict=True)))
    means = rows.group_by(ITEM).agg(*(nw.col(x).mean().alias(f"mean_{x}") for x in xs))
    rows = rows.join(means, on=ITEM, how="inner")
    far = sum(((nw.col(x) - nw.col(f"mean_{x}")) ** 2 for x in xs), start=nw.lit(0.0))
    square = sum((nw.col(x) ** 2 for x in xs), start=nw.lit(0.0))
    # an item's weight in D_o is n·u: 2 w_i Σ|x − x̄|² / (n − 1) over its codings
    return rows.with_columns(square=square, d=2 * nw.col("n") * nw.col("u") * far / nw.col("pairs"))


def cells_of_categories(rows: Any) -> Any:
    """One row for each category of each item: m codings, and d, what they add to D_o."""
    import narwhals as nw

    keys = [GROUP] if GROUP in rows.collect_schema().names() else []
    found = (
        rows.with_columns(one=nw.lit(1.0))
        .group_by(*keys, ITEM, CATEGORY)
        .agg(
            nw.col("one").sum().alias("m"),
            nw.col("n").max(),
            nw.col("u").max(),
            nw.col("share").sum(),
            nw.col("pairs").max(),
        )
    )
    m, n = nw.col("m"), nw.col("n")
    # w_i Σ_k m_k (n − m_k) / (n (n − 1)), w_i = n·u
    return found.with_columns(d=nw.col("u") * m * (n - m) / nw.col("pairs"))


def totals_by_points(rows: Any, points: Sequence[Any], blocks: Names | None) -> Totals:
    """Totals of groups where each category is a point: `points` are expressions over `rows`."""
    import narwhals as nw

    xs = [f"x{at}" for at in range(len(points))]
    rows = with_distances(rows, points)
    head = _head(rows.with_columns(m=nw.lit(1.0)))
    by = nw.lit(1.0) if blocks is not None else nw.col("u")
    weighted = rows.with_columns(
        w=by, q=by * nw.col("square"), **{f"w{x}": by * nw.col(x) for x in xs}
    )
    columns = ["w", *(f"w{x}" for x in xs), "q"]
    keys = _keys(blocks)
    # The table is dense, while the engine answers only with what occurs: hence ten times the limit
    # of rows.
    if blocks is not None and len(head[0]) * len(blocks) * len(columns) > 10 * MOST_FETCHED:
        raise TooLargeError(
            f"the sums of {len(blocks):,} coders in each of {len(head[0])} groups of items are too "
            "many to fetch for an interval"
        )
    found = fetched_columns(summed(weighted, keys, columns))
    at = _places(found, blocks)
    basis = np.zeros((len(head[0]), 1 if blocks is None else len(blocks), len(columns)))
    for place, column in enumerate(columns):
        basis[(*at, place)] = _floats(found[column])
    return Totals(*head, basis)


def totals_by_names(rows: Any, blocks: Names | None) -> Totals:
    """Totals of groups where categories are the same or not, with Σw for each category."""
    import narwhals as nw

    head = _head(cells_of_categories(rows))
    weight = nw.lit(1.0) if blocks is not None else nw.col("u")
    plan = summed(rows.with_columns(w=weight), [*_keys(blocks), CATEGORY], ["w"])
    found = fetched_columns(plan.head(MOST_FETCHED + 1))
    values = column_values(found[CATEGORY])
    code = {value: place for place, value in enumerate(dict.fromkeys(values))}
    width = len(code) * (1 if blocks is None else len(blocks))
    if len(values) > MOST_FETCHED or len(head[0]) * width > 10 * MOST_FETCHED:
        raise TooLargeError(
            f"{len(code):,} categories or more in each of {len(head[0])} groups of items are too "
            "many to fetch for an interval"
        )
    at = _places(found, blocks)
    basis = np.zeros((len(head[0]), 1 if blocks is None else len(blocks), len(code)))
    basis[(*at, np.array([code[v] for v in values], dtype=np.intp))] = _floats(found["w"])
    return Totals(*head, basis)


def summed(rows: Any, keys: Sequence[str], columns: Sequence[str]) -> Any:
    """The sums of columns, of each group by the keys."""
    import narwhals as nw

    sums = [nw.col(column).sum() for column in columns]
    return rows.group_by(*keys).agg(*sums) if keys else rows.select(*sums)


def one(plan: Any, name: str) -> float:
    """The single number that a plan gives."""
    value = column_values(fetched_columns(plan)[name])[0]
    return 0.0 if value is None else float(value)


def _head(rows: Any) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Weight and disagreement of D_o, and the number of codings, of each group."""
    found = fetched_columns(summed(rows, [GROUP], ["share", "d", "m"]))
    place = _groups(found)
    parts = np.zeros((3, len(place)))
    for at, name in enumerate(("share", "d", "m")):
        parts[at, place] = _floats(found[name])
    return parts[0], parts[1], parts[2]


def _keys(blocks: Names | None) -> list[str]:
    return [GROUP] if blocks is None else [GROUP, CODER]


def _places(found: dict[str, Any], blocks: Names | None) -> tuple[IntArray, IntArray]:
    """Group and block of each row that came back."""
    group = _groups(found)
    if blocks is None:
        return group, np.zeros(len(group), dtype=np.intp)
    return group, np.array(
        [blocks.index(name) for name in column_values(found[CODER])], dtype=np.intp
    )


def _groups(found: dict[str, Any]) -> IntArray:
    """The place of each row's group; the same in all answers about the same rows."""
    values = column_values(found[GROUP])
    # Engines answer in any order, and in another one each time.
    place = {value: at for at, value in enumerate(in_order(values))}
    return np.array([place[value] for value in values], dtype=np.intp)


def _floats(column: Any) -> FloatArray:
    return np.array(
        [0.0 if v is None else float(v) for v in column_values(column)], dtype=np.float64
    )


def group_sums(rows: Any, recipe: Distance, chance: Chance, coders: Names, categories: int) -> Sums:
    """The sums of each group of rows, for a study of so many categories."""
    blocks = coders if chance.by_coder else None
    if recipe.name == "nominal":
        totals = totals_by_names(rows, blocks)
        width = totals.basis.shape[2]
        # S counts the declared categories; groups show only those that were used.
        if chance.of_scale and width != categories:
            raise NotApplicableError(
                "no interval in an engine if declared categories were never used"
            )
        metric = recipe.fit(Names(range(width)), np.zeros(width), False)
        form = frequencies(metric)
    elif chance.of_scale:
        raise NotApplicableError(f"no interval with distance {recipe.name!r} in engines")
    else:
        rows, points = points_of(rows, recipe.name)
        totals = totals_by_points(rows, points, blocks)
        form = moments()
    head = np.stack([totals.weight, totals.disagreement, totals.number], axis=1)
    columns = np.concatenate([head, totals.basis.reshape(len(head), -1)], axis=1)
    columns = columns[totals.number > 0]
    units, coded = np.arange(len(columns)), 1 if blocks is None else len(blocks)
    return sums_by_columns(columns, np.ones(len(columns)), units, chance, coded, form)
