"""Remote: codings that stay where they are, because their patterns would not merge.

With real values, very many categories or very many coders an item rarely looks like another,
so there is nothing small to bring back. Then the engine answers with the sums themselves. For
nominal categories, and for categories that are points (interval, ordinal on mid-ranks,
circular), D_o and D_e are functions of a few sums over codings; the rows never travel.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from accord.engine.frames import columns_of, listed
from accord.engine.tally_parts import in_order
from accord.errors import DataError, NotApplicableError, TooLargeError
from accord.model.audit import Audit
from accord.model.names import FloatArray, IntArray, Names

ITEM, CODER, CATEGORY = "accord_item", "accord_coder", "accord_category"
GROUP = "accord_group"
MOST = 40_000_000
"""The most sums of groups of items and coders that are brought back."""


@dataclass(frozen=True, slots=True, eq=False)
class Totals:
    """Sums over codings for one distance and one rule, for each group of items (one group:
    all items).

    `weight` and `disagreement` make D_o, `number` is how many codings count in D_e. `basis`
    has a block of columns for each coder (one block where chance is not per coder): where
    categories are points Σw, Σwx …, Σw|x|² (x about a centre), where they are names Σw for
    each category.
    """

    weight: FloatArray
    disagreement: FloatArray
    number: FloatArray
    basis: FloatArray  # groups × blocks × columns


@dataclass(frozen=True, eq=False)
class Remote:
    """Codings in an engine's table: a study of kind "codings" for the coefficients of the cube."""

    kind: ClassVar[str] = "codings"

    table: Any  # a lazy frame with the columns item, coder, category: the codings
    whole: Any  # the same with the rows of missing codings, which tell items and coders
    declared: bool = False
    audit: Audit | None = None
    names: tuple[Any, ...] | None = None  # declared categories
    who: tuple[Any, ...] | None = None  # the coders, where they are known
    width: int | None = None  # the number of categories, where it is known

    @cached_property
    def coders(self) -> Names:
        """Who coded."""
        if self.who is not None:
            return Names(self.who)
        found = columns_of(self.whole.select(CODER).unique())
        return Names(sorted(listed(found[CODER]), key=str))

    @cached_property
    def items(self) -> Names:
        """The items, by number."""
        return Names(range(_distinct(self.whole, ITEM)))

    @cached_property
    def categories(self) -> Names:
        """The categories, by number: there may be as many as codings."""
        if self.names is not None:
            return Names(self.names)
        return Names(range(self.width or _distinct(self.table, CATEGORY)))

    @cached_property
    def size(self) -> int:
        """How many codings there are."""
        import narwhals as nw

        return int(columns_of(self.table.select(nw.len().alias("n")))["n"][0])

    def distinct(self, column: str) -> int:
        """How many values a column of the codings has."""
        return _distinct(self.table, column)

    def counts(self) -> dict[str, Any]:
        """Items, coders and categories."""
        return {"i": len(self.items), "c": len(self.coders), "k": len(self.categories)}

    def take(self, items: Sequence[int] | IntArray) -> "Remote":
        """Not possible: items stay where they are."""
        raise NotApplicableError("these codings stay in their engine; single items cannot be taken")

    def only(self, coders: Sequence[int] | IntArray) -> "Remote":
        """The codings of these coders (by position); every item and category stays."""
        import narwhals as nw

        chosen = [self.coders[int(at)] for at in coders]
        table = self.table.filter(nw.col(CODER).is_in(chosen))
        return replace(self, table=table, who=tuple(chosen), width=len(self.categories))

    def sized(self, missing: str, cluster: str | None = None) -> Any:
        """The codings that count under the rule, with n (codings of the item) and their weight
        u in D_e: 1, or 1/n where items count equally. `cluster` is a column to keep."""
        import narwhals as nw

        n = nw.col("n")
        sizes = self.table.group_by(ITEM).agg(nw.len().alias("n"))
        sizes = sizes.with_columns(n.cast(nw.Float64))
        if missing == "complete":
            sizes = sizes.filter(n == len(self.coders))
        elif missing == "pairable":
            sizes = sizes.filter(n > 1)
        u = nw.lit(1.0) if missing == "pairable" else 1.0 / n
        kept = [ITEM, CODER, CATEGORY, *([] if cluster is None else [cluster])]
        return (
            self.table.select(*kept)
            .join(sizes, on=ITEM, how="inner")
            .with_columns(
                u=u,
                pairs=nw.when(n > 1).then(n - 1).otherwise(nw.lit(float("inf"))),
                share=nw.when(n > 1).then(u).otherwise(nw.lit(0.0)),
            )
        )

    def clustered(self, rows: Any, column: str) -> Any:
        """The rows with the value of a column about items as their group."""
        import narwhals as nw

        value = nw.col(column)
        ends = rows.group_by(ITEM).agg(value.min().alias("low"), value.max().alias("high"))
        several = (nw.col("low") != nw.col("high")) & ~nw.col("low").is_null()
        odd = columns_of(ends.filter(several).head(1))
        if len(listed(odd[ITEM])):
            raise DataError(
                f"item {listed(odd[ITEM])[0]!r} has several values of {column!r}, "
                f"{listed(odd['low'])[0]!r} and {listed(odd['high'])[0]!r}; it needs one"
            )
        return rows.with_columns(value.alias(GROUP))

    def by_points(self, rows: Any, points: Sequence[Any], blocks: Names | None) -> Totals:
        """Totals where each category is a point: `points` are expressions over `rows`."""
        import narwhals as nw

        xs = [f"x{at}" for at in range(len(points))]
        rows = apart(rows, points)
        head = self._head(rows)
        by = nw.lit(1.0) if blocks is not None else nw.col("u")
        weighted = rows.with_columns(
            w=by, q=by * nw.col("square"), **{f"w{x}": by * nw.col(x) for x in xs}
        )
        columns = ["w", *(f"w{x}" for x in xs), "q"]
        keys = _keys(rows, blocks)
        if blocks is not None and len(head[0]) * len(blocks) * len(columns) > MOST:
            raise TooLargeError(
                f"the sums of {len(blocks):,} coders in each of {len(head[0])} groups of items are "
                "too many to bring back for an interval"
            )
        found = columns_of(_summed(weighted, keys, columns))
        at = _places(found, keys, blocks)
        basis = np.zeros((len(head[0]), 1 if blocks is None else len(blocks), len(columns)))
        for place, column in enumerate(columns):
            basis[(*at, place)] = _floats(found[column])
        return Totals(head[0], head[1], head[2], basis)

    def split(self, rows: Any) -> tuple[Any, ...]:
        """Weight, disagreement and number of codings where categories are the same or not."""
        head = self._head(cells(rows), "m")
        return head if _keys(rows, None) else tuple(float(part[0]) for part in head)

    def by_names(self, rows: Any, blocks: Names | None, most: int) -> Totals:
        """Totals where categories are the same or not, with Σw for each category."""
        import narwhals as nw

        head = self.split(rows)
        weight = nw.lit(1.0) if blocks is not None else nw.col("u")
        keys = _keys(rows, blocks)
        plan = _summed(rows.with_columns(w=weight), [*keys, CATEGORY], ["w"])
        found = columns_of(plan.head(most + 1))
        values = listed(found[CATEGORY])
        code = {value: place for place, value in enumerate(dict.fromkeys(values))}
        width = len(code) * (1 if blocks is None else len(blocks))
        if len(values) > most or len(head[0]) * width > 10 * most:
            raise TooLargeError(
                f"{len(code):,} categories or more in each of {len(head[0])} groups of items are "
                "too many to bring back for an interval"
            )
        at = _places(found, keys, blocks)
        basis = np.zeros((len(head[0]), 1 if blocks is None else len(blocks), len(code)))
        basis[(*at, np.array([code[v] for v in values], dtype=np.intp))] = _floats(found["w"])
        return Totals(head[0], head[1], head[2], basis)

    def squares(self, rows: Any, blocks: Names | None) -> tuple[FloatArray, FloatArray]:
        """Σ_k w_k and Σ_k w_k² of all, or of each coder, added up in the engine."""
        import narwhals as nw

        weight = nw.lit(1.0) if blocks is not None else nw.col("u")
        keys = [] if blocks is None else [CODER]
        cells = _summed(rows.with_columns(w=weight), [*keys, CATEGORY], ["w"])
        found = columns_of(_summed(cells.with_columns(q=nw.col("w") ** 2), keys, ["w", "q"]))
        return _floats(found["w"]), _floats(found["q"])

    def _head(self, rows: Any, number: str | None = None) -> tuple[FloatArray, ...]:
        import narwhals as nw

        keys = _keys(rows, None)
        one = nw.lit(1.0) if number is None else nw.col(number)
        found = columns_of(
            _summed(rows.with_columns(accord_one=one), keys, ["share", "d", "accord_one"])
        )
        if not keys:
            return tuple(_floats(found[name]) for name in ("share", "d", "accord_one"))
        place = _groups(found)
        parts = []
        for name in ("share", "d", "accord_one"):
            part = np.zeros(len(place))
            part[place] = _floats(found[name])
            parts.append(part)
        return tuple(parts)


def apart(rows: Any, points: Sequence[Any]) -> Any:
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


def cells(rows: Any) -> Any:
    """One row for each category of each item: m codings, and d, what they add to D_o."""
    import narwhals as nw

    keys = _keys(rows, None)
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


def _distinct(table: Any, column: str) -> int:
    import narwhals as nw

    return int(columns_of(table.select(column).unique().select(nw.len().alias("n")))["n"][0])


def _keys(rows: Any, blocks: Names | None) -> list[str]:
    known = rows.collect_schema().names()
    return [*([GROUP] if GROUP in known else []), *([CODER] if blocks is not None else [])]


def _summed(rows: Any, keys: Sequence[str], columns: Sequence[str]) -> Any:
    import narwhals as nw

    sums = [nw.col(column).sum() for column in columns]
    return rows.group_by(*keys).agg(*sums) if keys else rows.select(*sums)


def _places(found: dict[str, Any], keys: Sequence[str], blocks: Names | None) -> tuple[Any, Any]:
    """Group and block of each row that came back."""
    rows = len(found[next(name for name in found if name not in keys)])
    group = _groups(found) if GROUP in keys else np.zeros(rows, dtype=np.intp)
    if blocks is None:
        return group, np.zeros(rows, dtype=np.intp)
    return group, np.array([blocks.index(name) for name in listed(found[CODER])], dtype=np.intp)


def _groups(found: dict[str, Any]) -> IntArray:
    """The place of each row's group; the same in all answers about the same rows."""
    values = listed(found[GROUP])
    place = {value: at for at, value in enumerate(in_order(values))}
    return np.array([place[value] for value in values], dtype=np.intp)


def _floats(column: Any) -> FloatArray:
    return np.array([0.0 if v is None else float(v) for v in listed(column)], dtype=np.float64)
