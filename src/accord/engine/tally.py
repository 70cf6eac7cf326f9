"""Tally: all that the coefficient cube needs to know of codings, and it is small.

Merged patterns, and how often each coder used each category. A tally can be counted from
codings in memory or by an engine that holds the data; tallies of parts add up.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from accord._measure.cube.chance import Chance
from accord._measure.cube.kernel import Countable, Whole, kinds_by_coder, whole_of
from accord._measure.cube.rows import Rows, alike_by_coder
from accord._measure.cube.sums import Kinds, Sums, sums_of_kinds
from accord._measure.distances.metric import Distance
from accord.errors import DataError, NotApplicableError
from accord.kinds.labels.patterns import Counts, Patterns, by_coder
from accord.kinds.labels.study import Codings
from accord.model.audit import Audit
from accord.model.names import FloatArray, IntArray, Names, factorize

_MOST_ITEMS = 10_000_000
"""The most items that are listed one by one."""

NOT_WHO = (
    "these data are counts, which do not record who chose what on each item; read the "
    "labels instead"
)
"""Said where a pattern is only how many coders chose each category."""


@dataclass(frozen=True, eq=False)
class Tally(Countable):
    """Patterns with multiplicity, and what is known of coders.

    `merged`, where it is there, has one item for each pattern, with the coders' codings: who
    chose what. Otherwise a pattern is only how many coders chose each category, and
    `coder_tables` has a table coders × categories for each rule (None where the data do not
    say who coded what). `size` is the number of coders who could have coded an item. `source`
    opens the table that was counted, where it is still there.

    :param declared: Whether `categories` is the user's list.
    :param patterns: The patterns and how often each occurs.
    :param audit: Where the study came from, and what was changed on the way.
    :param within: What labels belong to, where rows showed it; "all" where somebody said so.

    >>> import accord
    >>> tally = accord.scale.Tally.of(accord.from_coders({"A": "xyxx" * 50, "B": "xxxy" * 50}))
    >>> tally
    Tally(200 items, 2 coders, 2 categories, 3 patterns)
    >>> round(accord.kappa(tally), 3)
    -0.333
    """

    coders: Names
    categories: Names
    declared: bool
    patterns: Patterns
    size: int
    coder_tables: Mapping[str, Counts] | None = None
    merged: Codings | None = None
    audit: Audit | None = None
    source: Callable[[], Any] | None = None
    within: str | None = None

    @classmethod
    def of(cls, codings: Codings) -> "Tally":
        """Count the codings."""
        if codings.coder is None:
            size, patterns = int(codings.counts()["c"]), Patterns.of(codings)
            alike = Patterns(patterns.counts, patterns.multiplicity)  # without single items
            return cls(Names(), codings.categories, codings.declared, alike, size)
        small, multiplicity, _ = alike_by_coder(codings)
        return cls.weighted(replace(small, items=Names(range(len(multiplicity)))), multiplicity)

    @classmethod
    def weighted(cls, merged: Codings, multiplicity: FloatArray) -> "Tally":
        """A tally of items that stand for `multiplicity` items each."""
        counts = Counts.of(merged.item, merged.category, len(merged.items), len(merged.categories))
        return cls(
            merged.coders,
            merged.categories,
            merged.declared,
            Patterns(counts, multiplicity),
            len(merged.coders),
            merged=merged,
            audit=merged.audit,
        )

    @classmethod
    def of_cells(
        cls,
        coders: Names,
        categories: Names,
        declared: bool,
        cells: tuple[IntArray, IntArray, IntArray],
        multiplicity: FloatArray,
        audit: Audit | None = None,
    ) -> "Tally":
        """A tally from the pattern, coder and category of each coding of each pattern."""
        pattern, coder, category = (part.astype(np.int32) for part in cells)
        at = np.lexsort((coder, pattern))
        items, rows = Names(range(len(multiplicity))), (pattern[at], coder[at], category[at])
        merged = Codings(items, coders, categories, *rows, declared, audit=audit)
        return cls.weighted(merged, multiplicity)

    @property
    def held(self) -> Any:
        """The table that was counted, an EngineTable: what counts cannot tell, its engine can.

        None where it is not there. It is opened when it is asked for, so that a tally does not
        keep an engine alive.
        """
        return None if self.source is None else self.source()

    def __getstate__(self) -> dict[str, Any]:
        """A copy for another process is counts alone: tables of engines stay where they are."""
        return {**self.__dict__, "source": None}

    def codings(self) -> Codings:
        """The codings themselves, items by number: counts do not know their names."""
        times = self.patterns.multiplicity.astype(np.intp)
        if self.merged is None or times.sum() > _MOST_ITEMS:
            raise NotApplicableError.of_counts("labels")
        each = self.merged.take(np.repeat(np.arange(len(times)), times))
        note = "items are numbered: counts do not identify them"
        audit = None if self.audit is None else self.audit.noting(note)
        told = self.within if self.within == "all" else None
        items = Names(range(1, int(times.sum()) + 1))
        return replace(each, items=items, audit=audit, within=told)

    def rows_of_counts(self) -> tuple[Counts, FloatArray]:
        """How many coders chose each category, a row a pattern, and how many items have it."""
        return self.patterns.counts, self.patterns.multiplicity

    def merged_rows(self) -> tuple[Counts, FloatArray]:
        """The same: rows of counts are patterns here."""
        return self.rows_of_counts()

    def who_chose(self) -> tuple[Codings, FloatArray] | None:
        """The codings of one item for all alike, and how many these are; None where a pattern
        does not say who chose what."""
        return None if self.merged is None else (self.merged, self.patterns.multiplicity)

    def counts_again(self) -> bool:
        """Whether some of the coders alone have to be counted again by the engine."""
        return self.merged is None

    def without_category(self, category: int) -> "Tally":
        """The tally without the codings of a category (by position); every item stays."""
        if self.merged is None:
            raise NotApplicableError(NOT_WHO)
        kept = self.merged.where(self.merged.category != category)
        return Tally.weighted(kept, self.patterns.multiplicity)

    def one_category(self, a: int, b: int) -> "Tally":
        """The tally with categories a and b as one."""
        this, other = self.categories[a], self.categories[b]
        return self.recode(lambda name: this if name == other else name)

    def only(self, coders: Sequence[int] | IntArray) -> "Tally":
        """The tally of these coders (by position); every item stays."""
        if self.merged is not None:
            return Tally.weighted(self.merged.only(coders), self.patterns.multiplicity)
        if self.source is None:
            raise NotApplicableError(
                "these data are counts, which do not record who labelled an item with whom; "
                "read the labels instead"
            )
        chosen = self.coders.take(np.asarray(coders, dtype=np.intp))
        items = float(self.patterns.multiplicity.sum())
        found: Tally = self.held.recounted(self, chosen, items)
        return found

    def recode(self, change: Callable[[Hashable], Hashable]) -> "Tally":
        """The tally with its categories renamed or merged by `change`."""
        if self.merged is not None:
            return Tally.weighted(self.merged.recode(change), self.patterns.multiplicity)
        code, names = factorize([change(name) for name in self.categories])

        def renamed(table: Counts) -> Counts:
            return Counts.of(table.row, code[table.category], len(table), len(names), table.count)

        tables = self.coder_tables
        tables = None if tables is None else {rule: renamed(t) for rule, t in tables.items()}
        patterns = Patterns(renamed(self.patterns.counts), self.patterns.multiplicity)
        return replace(
            self,
            categories=names,
            patterns=patterns,
            coder_tables=tables,
            source=None,
        )

    def counts(self) -> dict[str, Any]:
        """Items, coders and categories."""
        return {
            "i": int(self.patterns.multiplicity.sum()),
            "c": self.size,
            "k": len(self.categories),
        }

    def marked_by(self) -> IntArray:
        """How many items each coder labelled."""
        table = self.by_coder("available")
        often = np.bincount(table.row, weights=table.count, minlength=len(self.coders))
        return np.asarray(often.round().astype(np.int64))

    def by_coder(self, missing: str) -> Counts:
        """n_ck, one row per coder, over the codings that count under the rule."""
        if self.merged is not None:
            return by_coder(self.merged, missing, self.patterns.multiplicity)
        if self.coder_tables is not None:
            return self.coder_tables[missing]
        raise DataError(
            "these data are an agreement table, which does not show who chose what; "
            "give one row per label (item, coder, category) instead"
        )

    def cube_whole(self, recipe: Distance, chance: Chance, missing: str) -> Whole:
        """The sums of the whole study, for the kernel of the cube."""
        rows = self._rows(self.patterns, missing)
        table = self.by_coder(missing) if chance.by_coder else None
        metric = recipe.fit(self.categories, rows.used, self.declared)
        return whole_of(rows, table, metric, chance, self.coders, self.categories)

    def cube_sums(self, recipe: Distance, chance: Chance, missing: str) -> Sums | None:
        """The sums of each kind of item; where counts do not say enough, the engine's."""
        if not self.patterns.multiplicity.sum():
            return None
        if not chance.by_coder:
            patterns = self.patterns
            if self.merged is not None:  # who chose what does not matter here
                patterns = Patterns.of(self.merged)
                times = np.bincount(patterns.of_item, weights=self.patterns.multiplicity)
                patterns = Patterns(patterns.counts, times.astype(np.float64))
            nobody = np.zeros(0, dtype=np.intp)
            rows = self._rows(patterns, missing)
            kinds = Kinds(rows, None, 1, nobody, self.categories, self.declared)
            return sums_of_kinds(kinds, recipe, chance)
        found: Sums | None = None
        if self.merged is not None:
            nobody = np.zeros(0, dtype=np.intp)
            kinds = kinds_by_coder(self.merged, self.patterns.multiplicity, nobody, missing)
            found = sums_of_kinds(kinds, recipe, chance)
            if found is not None or self.source is None:
                return found  # without one, a table of all kinds is too large
        elif self.source is None:
            raise NotApplicableError(
                "these counts do not record who chose what on each item, so there is no interval "
                "with chance per coder; measure the table that was counted, or use π or α"
            )
        found = self.held.cube_sums(recipe, chance, missing)
        return found

    def _rows(self, patterns: Patterns, missing: str) -> Rows:
        return Rows(patterns.counts, patterns.multiplicity, missing, self.size)

    def __repr__(self) -> str:
        counts = self.counts()
        return (
            f"Tally({counts['i']} items, {counts['c']} coders, {counts['k']} categories, "
            f"{len(self.patterns.multiplicity)} patterns)"
        )
