"""Tally: all that the coefficient cube needs to know of codings, and it is small.

Merged patterns of category counts, and how often each coder used each category. A tally can
be counted from codings in memory or by an engine that holds the data; tallies of parts add up.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from accord.errors import DataError
from accord.model.codings import Codings
from accord.model.names import FloatArray, Names
from accord.model.patterns import Counts, Patterns

RULES = ("available", "pairable", "complete")
"""The rules for missing codings: which codings a coder's own distribution rests on."""


@dataclass(frozen=True, eq=False)
class Tally:
    """Patterns with multiplicity, and for each rule a table coders × categories.

    `coder_tables` is None where the data do not say who coded what. `size` is the number of
    coders who could have coded an item.
    """

    kind: ClassVar[str] = "codings"

    coders: Names
    categories: Names
    declared: bool
    patterns: Patterns
    size: int
    coder_tables: Mapping[str, Counts] | None
    _codings: Codings | None = None

    @classmethod
    def of(cls, codings: Codings) -> "Tally":
        """Count the codings; the coders' tables are counted when they are asked for."""
        patterns = Patterns.of(codings)
        size = int(codings.counts()["c"])
        return cls(codings.coders, codings.categories, codings.declared, patterns, size, None,
                   codings)  # fmt: skip

    def counts(self) -> dict[str, Any]:
        """Items, coders and categories."""
        return {"i": int(self.patterns.multiplicity.sum()), "c": self.size,
                "k": len(self.categories)}  # fmt: skip

    @cached_property
    def sizes(self) -> FloatArray:
        """How many codings an item of each pattern has."""
        return self.patterns.counts.totals

    def usable(self, missing: str) -> "FloatArray":
        """How many items of each pattern the rule lets in at all (also those with one coding)."""
        sizes, multiplicity = self.sizes, self.patterns.multiplicity
        if missing == "complete":
            return np.asarray(multiplicity * ((sizes == self.size) & (sizes > 0)))
        return np.asarray(multiplicity * (sizes > (missing == "pairable")))

    def by_coder(self, missing: str) -> Counts:
        """n_ck, one row per coder, over the codings that count under the rule."""
        if self.coder_tables is not None:
            return self.coder_tables[missing]
        if self._codings is None:
            raise DataError(
                "this study is an agreement table and does not say who coded what; "
                "give one row per coding (item, coder, category) instead"
            )
        return _coder_table(self._codings, missing, self.size)


def _coder_table(codings: Codings, missing: str, size: int) -> Counts:
    coder, category = codings.who(), codings.category
    if missing != "available":
        sizes = np.bincount(codings.item, minlength=len(codings.items))[codings.item]
        kept = sizes > 1 if missing == "pairable" else sizes == size
        if not kept.all():
            coder, category = coder[kept], category[kept]
    return Counts.of(coder, category, len(codings.coders), len(codings.categories))
