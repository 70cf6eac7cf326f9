"""EngineTable: codings that stay where they are, because their patterns would not merge.

With real values, very many categories or very many coders an item rarely looks like another,
so there is nothing small to bring back. Then the engine answers with the sums themselves. For
nominal categories, and for categories that are points (interval, ordinal on mid-ranks,
circular), D_o and D_e are functions of a few sums over codings; the rows never travel.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, NoReturn

import numpy as np

from accord._measure.cube.chance import Chance
from accord._measure.cube.kernel import Countable, Whole, no_pairs
from accord._measure.cube.sums import Sums
from accord._measure.distances.metric import Distance
from accord.engine.coding_rows import GROUP, group_sums
from accord.engine.engine_rows import PRIME, EngineRows, no_variation
from accord.engine.frames import CATEGORY, CODER, ITEM, column_values, fetched_columns
from accord.engine.pattern_keys import counted_patterns
from accord.engine.random_groups import randomly_grouped
from accord.engine.tally import NOT_WHO, Tally
from accord.errors import DataError, NotApplicableError
from accord.kinds.labels.patterns import Counts, Patterns
from accord.kinds.labels.study import Codings
from accord.model.audit import Audit
from accord.model.names import IntArray, Names

RANDOM_GROUPS = 1000
"""Into so many groups items are put, at random, to be drawn from."""

CLUSTERS = 5000
"""The most clusters that are taken one by one."""


@dataclass(frozen=True, eq=False)
class EngineTable(Countable):
    """Codings in an engine's table, for the coefficients of the cube.

    :param whole: The same with the rows of missing codings, which tell items and coders.
    :param declared: Whether `names` is the user's list.
    :param audit: Where the study came from, and what was changed on the way.
    :param names: The categories, where they are known.
    :param who: The coders, where they are known.
    :param width: The number of categories, where it is known.
    :param within: What labels belong to, where rows showed it; "all" where somebody said so.

    >>> import accord
    >>> import polars
    >>> from accord.engine.count_frames import remote
    >>> frame = polars.LazyFrame({"item": [1, 1, 2, 2], "coder": list("ABAB"),
    ...                           "score": [2.5, 2.5, 4.0, 3.5]})
    >>> table = remote(frame, "item", "coder", "score", None, None, ())
    >>> table
    EngineTable(codings in polars)
    >>> round(accord.alpha(table, distance="interval"), 3)
    0.889
    """

    table: Any  # a lazy frame with the columns item, coder, category: the codings
    whole: Any  # the same with the rows of missing codings, which tell items and coders
    declared: bool = False
    audit: Audit | None = None
    names: tuple[Any, ...] | None = None  # declared categories
    who: tuple[Any, ...] | None = None  # the coders, where they are known
    width: int | None = None  # the number of categories, where it is known
    within: str | None = None

    @cached_property
    def coders(self) -> Names:  # type: ignore[override]  # asked when it is needed
        """Who coded."""
        if self.who is not None:
            return Names(self.who)
        found = fetched_columns(self.whole.select(CODER).unique())
        return Names(sorted(column_values(found[CODER]), key=str))

    @cached_property
    def _items(self) -> int:
        """How many items there are."""
        return _distinct(self.whole, ITEM)

    @cached_property
    def categories(self) -> Names:  # type: ignore[override]  # asked when it is needed
        """The categories, by number: there may be as many as codings."""
        if self.names is not None:
            return Names(self.names)
        return Names(range(self.width or _distinct(self.table, CATEGORY)))

    @cached_property
    def size(self) -> int:
        """How many codings there are."""
        import narwhals as nw

        return int(fetched_columns(self.table.select(nw.len().alias("n")))["n"][0])

    def distinct(self, column: str) -> int:
        """How many values a column of the codings has."""
        return _distinct(self.table, column)

    def counts(self) -> dict[str, Any]:
        """Items, coders and categories."""
        return {"i": self._items, "c": len(self.coders), "k": len(self.categories)}

    def marked_by(self) -> IntArray:
        """How many items each coder labelled."""
        return np.array([self.only([c]).size for c in range(len(self.coders))], dtype=np.int64)

    def only(self, coders: Sequence[int] | IntArray) -> "EngineTable":
        """The codings of these coders (by position); every item and category stays."""
        import narwhals as nw

        chosen = [self.coders[int(at)] for at in coders]
        table = self.table.filter(nw.col(CODER).is_in(chosen))
        return replace(self, table=table, who=tuple(chosen), width=len(self.categories))

    @property
    def held(self) -> "EngineTable":
        """The table in its engine: this one."""
        return self

    def stays_in_engine(self) -> bool:
        """That codings are asked where they are, because their patterns would not merge."""
        return True

    def counts_again(self) -> bool:
        """That some of the coders alone have to be counted again by the engine."""
        return True

    def merged_rows(self) -> None:
        """None: items with equal patterns are too rare to merge."""

    def rows_of_counts(self) -> None:
        """None: rows of counts are as many as items, and stay where they are."""

    def who_chose(self) -> None:
        """None: codings stay where they are."""

    def without_category(self, category: int) -> NoReturn:
        """Refused: what each coder chose stays in the engine."""
        raise NotApplicableError(NOT_WHO)

    def recounted(self, tally: Tally, chosen: Names, items: float) -> Tally:
        """The tally of these coders, counted again here; there are so many items in all."""
        import narwhals as nw

        table = self.table.filter(nw.col(CODER).is_in(list(chosen)))
        columns = table.select(ITEM, CODER, CATEGORY)
        found = counted_patterns(columns, list(tally.categories))
        assert found is not None  # there are fewer patterns than before
        others = items - found.patterns.multiplicity.sum()
        multiplicity = np.append(found.patterns.multiplicity, others)
        place = np.array([chosen.index(name) for name in found.coders], dtype=np.int32)
        if found.merged is not None:
            merged = found.merged
            cells = (merged.item, place[merged.who()], merged.category)
            known = (chosen, tally.categories, tally.declared)
            return Tally.of_cells(*known, cells, multiplicity)
        assert found.coder_tables is not None
        tables = {
            rule: Counts.of(place[t.row], t.category, len(chosen), t.width, t.count)
            for rule, t in found.coder_tables.items()
        }
        if len(found.coders) < len(chosen):  # one of them coded nothing, so no item has them all
            none = np.zeros(0, dtype=np.int64)
            tables["complete"] = Counts.of(none, none, len(chosen), len(tally.categories))
        counts = found.patterns.counts
        bounds = np.append(counts.bounds, counts.bounds[-1])
        patterns = Patterns(
            Counts(counts.width, bounds, counts.category, counts.count), multiplicity
        )
        some = replace(self, table=table, whole=table, who=tuple(chosen))
        return Tally(
            chosen,
            tally.categories,
            tally.declared,
            patterns,
            len(chosen),
            tables,
            source=lambda: some,
        )

    def codings(self) -> Codings:
        """Not possible: codings stay where they are."""
        raise NotApplicableError.of_counts("labels")

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
        odd = fetched_columns(ends.filter(several).head(1))
        if len(column_values(odd[ITEM])):
            item, low, high = (column_values(odd[name])[0] for name in (ITEM, "low", "high"))
            raise DataError(
                f"item {item!r} has several values of {column!r}, {low!r} and {high!r}; "
                "it needs one"
            )
        return rows.with_columns(value.alias(GROUP))

    def cube_whole(self, recipe: Distance, chance: Chance, missing: str) -> Whole:
        """The sums of the whole study, for the kernel of the cube."""
        rows = self.sized(missing)
        sample = EngineRows.of(rows, recipe, chance, len(self.categories)).sample()
        unit = 1.0 if recipe.name == "nominal" else None

        def nothing() -> str:
            usable = bool(sample.basis.number[0])
            return no_pairs(self.size > 0, len(self.coders), missing, usable)

        return Whole(sample, unit, nothing, partial(no_variation, rows))

    def cube_sums(self, recipe: Distance, chance: Chance, missing: str) -> Sums:
        """The sums of random groups of items, as units to draw from."""
        rows = randomly_grouped(self.sized(missing), RANDOM_GROUPS)
        return group_sums(rows, recipe, chance, self.coders, len(self.categories))

    def cluster_sums(self, recipe: Distance, chance: Chance, missing: str, cluster: str) -> Sums:
        """The sums of clusters of items: the values of a column."""
        rows = self.clustered(self.sized(missing, cluster), cluster)
        if self.distinct(cluster) > CLUSTERS:
            rows = randomly_grouped(rows.drop(GROUP), RANDOM_GROUPS, cluster)
        return group_sums(rows, recipe, chance, self.coders, len(self.categories))

    def hashed(self, recipe: Distance, chance: Chance, missing: str) -> EngineRows:
        """The rows with a hash of their item: what Poisson resamples are added up over."""
        rows = randomly_grouped(self.sized(missing), PRIME)
        return EngineRows.of(rows, recipe, chance, len(self.categories))

    def __repr__(self) -> str:
        return f"EngineTable(codings in {self.table.implementation.name.lower()})"


def _distinct(table: Any, column: str) -> int:
    import narwhals as nw

    return int(fetched_columns(table.select(column).unique().select(nw.len().alias("n")))["n"][0])
