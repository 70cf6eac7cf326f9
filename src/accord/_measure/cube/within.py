"""Chance within groups of items: the lemma of a sense, the document of a chain.

Labels of different groups are never confused, so chance that draws from all groups together
would count that as agreement. Each group has its own D_o and D_e, and both are averaged before
they are divided, a group weighing w as much as its items weigh in D_o:

    1 − Σ_g w_g D_o,g / Σ_g w_g D_e,g
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import fsum

import numpy as np

from accord._measure.cube.rows import rows_of
from accord.kinds.labels.study import Codings
from accord.model.agreement import Agreement


@dataclass(frozen=True, slots=True, eq=False)
class Within:
    """A coefficient in every group, and how much each group weighs; 0 where it has no pair."""

    parts: dict[Hashable, Agreement]
    weights: dict[Hashable, float]

    @property
    def total(self) -> float:
        """How much all groups weigh."""
        return fsum(self.weights.values())

    @property
    def known(self) -> dict[Hashable, tuple[float, float, float]]:
        """w, w D_o and w D_e of each group; one in which nothing varies adds nothing to either."""
        found = {}
        for group, part in self.parts.items():
            if self.weights[group] and part.expected is not None:
                w = self.weights[group]
                found[group] = (w, w * part.observed, w * part.expected)
        return found

    def observed(self) -> float:
        """D_o, the weighted mean over groups."""
        return fsum(row[1] for row in self.known.values()) / self.total

    def expected(self) -> float:
        """D_e, the weighted mean over groups."""
        return fsum(row[2] for row in self.known.values()) / self.total

    def why(self) -> str | None:
        """Why the coefficient is undefined, as a group says that could have had a value."""
        if self.total and self.expected() > 0:
            return None
        able = [self.parts[group] for group, w in self.weights.items() if w or not self.total]
        return next((part.undefined for part in able if part.undefined is not None), None)

    def agreement(self, like: Agreement) -> Agreement:
        """1 − Σ w D_o / Σ w D_e with the names, settings and counts of another agreement."""
        if not self.total:
            return replace(like, undefined=self.why())
        return replace(
            like,
            observed=self.observed(),
            expected=self.expected(),
            unit=self.unit,
            undefined=self.why(),
        )

    @property
    def unit(self) -> float | None:
        """The largest distance that there can be, where there is one."""
        return next((self.parts[group].unit for group in self.known), 1.0)


def within(
    groups: Iterable[tuple[Hashable, Codings]], compute: Callable[[Hashable, Codings], Agreement]
) -> Within:
    """`compute(group, codings)` for every group; each weighs by its rule for missing codings."""
    parts, weights = {}, {}
    for group, part in groups:
        parts[group] = compute(group, part)
        rows = rows_of(part, parts[group].settings["missing"])
        weights[group] = float(rows.multiplicity @ rows.weight)
    return Within(parts, weights)


def by_group(study: Codings, groups: Sequence[Hashable]) -> list[tuple[Hashable, Codings]]:
    """Each group with its items, whose categories are those that occur in it."""
    places: dict[Hashable, list[int]] = {}
    for at, group in enumerate(groups):
        places.setdefault(group, []).append(at)
    return [(group, _own(study.take(at))) for group, at in places.items()]


def _own(part: Codings) -> Codings:
    used, code = np.unique(part.category, return_inverse=True)
    return replace(
        part,
        categories=part.categories.take(used),
        category=code.reshape(-1).astype(np.int32),
        declared=False,
    )
