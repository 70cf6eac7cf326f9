"""Groups of people: does a group agree with itself more than with everybody else? (GRASP)

In-group cohesion is α of the group's codings, cross-group cohesion κ_x between the group and all
others. Their ratio shows how much closer the group is to itself; their difference is tested,
because the ratio is unstable where the groups hardly agree with each other.
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import comb, nan
from typing import Any

import numpy as np

from accord._measure.distances.distance import distance as distance_of
from accord._measure.distances.metric import AnyDistance
from accord.engine.any_data import takes_data
from accord.errors import AccordError, DataError
from accord.infer.resample.replicates import seed_of
from accord.infer.tests.significance import adjusted
from accord.kinds.labels.study import Codings
from accord.model.names import FloatArray, IntArray
from accord.model.showing import Result
from accord.tasks import checked_run
from accord.version import __version__

MOST_SPLITS = 5000
"""Up to so many ways to choose the group's coders, all are tried; else some are drawn."""

_FEWEST = 2
"""Coders of a group: one has no agreement with itself."""

AS_GREAT = 1e-12
"""Differences that are smaller by less are as great: rounding must not tell splits apart."""


@dataclass(frozen=True, slots=True)
class GroupCohesion(Result):
    """One group of coders.

    :param codings: How many labels its coders gave.
    :param within: In-group cohesion: α of the group's codings.
    :param across: Cross-group cohesion: κ_x between the group and all others.
    :param ratio: within / across; nan where across is not above 0.
    :param difference: within − across.
    :param p: How often coders drawn at random differ as much from the rest (one-sided).
    :param adjusted: p for all groups together, by Benjamini and Hochberg.
    :param why: Why a value is undefined, in words.

    >>> import accord
    >>> study = accord.from_coders({"A": "xxyy", "B": "xxyy", "C": "xyxy", "D": "xyyx"})
    >>> groups = {"A": "old", "B": "old", "C": "young", "D": "young"}
    >>> accord.infer.cohesion(study, groups).groups[0].within
    1.0
    """

    group: Hashable
    coders: int
    codings: int
    within: float
    across: float
    ratio: float
    difference: float
    p: float
    adjusted: float
    why: str = ""


@dataclass(frozen=True, slots=True)
class Cohesion(Result):
    """Groups of coders, the most apart first.

    :param groups: One for each group.
    :param settings: The settings that reproduce the result.

    >>> import accord
    >>> study = accord.from_coders({"A": "xxyy", "B": "xxyy", "C": "xyxy", "D": "xyyx"})
    >>> groups = {"A": "old", "B": "old", "C": "young", "D": "young"}
    >>> [one.group for one in accord.infer.cohesion(study, groups).groups]
    ['old', 'young']
    """

    groups: tuple[GroupCohesion, ...]
    settings: dict[str, Any] = field(default_factory=dict)

    @property
    def signature(self) -> str:
        """Everything needed to reproduce it, in one line."""
        parts = [f"{key}:{value}" for key, value in self.settings.items()]
        return "|".join(["cohesion", *parts, f"v:{__version__}"])


@takes_data
@checked_run
def cohesion(
    study: Codings,
    groups: Mapping[Hashable, Hashable],
    *,
    distance: AnyDistance = "nominal",
    permutations: int = 999,
    rng: int | np.random.Generator = 0,
) -> Cohesion:
    """Whether groups of coders agree among themselves more than with everybody else (GRASP).

    Within a group: α of its codings. Across: κ_x = 1 − D_o/D_e between a coding of the group and
    one of all others on the same item (`cross_replication`), chance being two codings of any of the
    items that both sides labelled. Coders who guess have 0 in both; groups by coin have a ratio of
    1 and a difference of 0. p is that of the difference when group membership is dealt anew among
    the coders, who keep their items: all ways where they are few.
    References: prabhakaran2024, wong2021.

    :param study: Labels of many coders.
    :param groups: Coder → group; coders without one belong to the others of every group.
    :param distance: The distance between categories.
    :param permutations: How many ways are drawn where they are many.
    :param rng: The seed, or a NumPy generator.

    >>> import accord
    >>> study = accord.from_coders({"A": "xxyy", "B": "xxyy", "C": "xyxy", "D": "xyyx"})
    >>> found = accord.infer.cohesion(study, {"A": "old", "B": "old", "C": "young", "D": "young"})
    >>> round(found.groups[0].difference, 3)
    1.0
    """
    unknown = [coder for coder in groups if coder not in set(study.coders)]
    if unknown:
        raise DataError(f"no coder {unknown[0]!r} in the data; groups name this coder")
    names = list(dict.fromkeys(groups[coder] for coder in study.coders if coder in groups))
    if not names:
        raise DataError("no coder has a group")
    if permutations < 1:
        raise AccordError("permutations must be 1 or more")
    seed = seed_of(rng)
    random = np.random.default_rng(seed)
    table = _Table.of(study, distance)
    member = {
        name: np.array([groups.get(coder) == name for coder in study.coders]) for name in names
    }
    found = [_group(table, name, member[name], permutations, random) for name in names]
    known = [one.p for one in found if not np.isnan(one.p)]
    levels = iter(adjusted(known, "bh") if known else [])
    told = [one if np.isnan(one.p) else replace(one, adjusted=next(levels)) for one in found]
    order = sorted(told, key=lambda one: (np.isnan(one.difference), -np.nan_to_num(one.difference)))
    settings = {"d": distance_of(distance).name, "permutations": permutations, "seed": seed}
    return Cohesion(tuple(order), settings)


def _group(
    table: "_Table",
    name: Hashable,
    member: Any,
    permutations: int,
    random: np.random.Generator,
) -> GroupCohesion:
    size, coders = int(member.sum()), len(member)
    codings = int(member[table.coder].sum())
    if size < _FEWEST or size == coders:
        why = "one coder has no agreement within the group" if size < _FEWEST else "all are in it"
        return GroupCohesion(name, size, codings, nan, nan, nan, nan, nan, nan, why)
    within, across = table.values(member)
    difference = within - across
    p = _p(table, member, difference, permutations, random)
    why = ""
    if np.isnan(difference):
        why = "too few items that two of the group, or the group and others, labelled"
    elif across <= 0:
        why = "no agreement with others above chance: see the difference"
    ratio = within / across if across > 0 else nan
    return GroupCohesion(name, size, codings, within, across, ratio, difference, p, p, why)


def _p(
    table: "_Table", member: Any, seen: float, permutations: int, random: np.random.Generator
) -> float:
    """How often a group of as many coders is as far apart; ways that are undefined do not count."""
    if np.isnan(seen):
        return nan
    coders, size = len(member), int(member.sum())
    if comb(coders, size) <= MOST_SPLITS:
        ways = [np.isin(np.arange(coders), chosen) for chosen in combinations(range(coders), size)]
        added = 0
    else:
        ways = [random.permutation(member) for _ in range(permutations)]
        added = 1  # the groups as they are
    found = np.array([np.subtract(*table.values(way)) for way in ways])
    found = found[np.isfinite(found)]
    as_great = int((found >= seen - AS_GREAT).sum())
    return (as_great + added) / (len(found) + added)


@dataclass(frozen=True, slots=True, eq=False)
class _Table:
    """Codings one by one, and the distances between categories."""

    item: IntArray
    coder: IntArray
    category: IntArray
    items: int
    d: FloatArray

    @classmethod
    def of(cls, study: Codings, distance: AnyDistance) -> "_Table":
        number = np.bincount(study.category, minlength=len(study.categories)).astype(float)
        recipe = distance_of(distance)
        d = recipe.fit(study.categories, number, study.declared).matrix()
        return cls(study.item, study.who(), study.category, len(study.items), d)

    def values(self, member: Any) -> tuple[float, float]:
        """α of a group, and κ_x between it and all others."""
        mine, theirs = self._counts(member), self._counts(~member)
        return self._alpha(mine), self._across(mine, theirs)

    def _counts(self, chosen: Any) -> FloatArray:
        k = len(self.d)
        at = self.item.astype(np.int64) * k + self.category
        counts = np.bincount(
            at, weights=chosen[self.coder].astype(np.float64), minlength=self.items * k
        )
        return np.asarray(counts, dtype=np.float64).reshape(self.items, k)

    def _alpha(self, counts: FloatArray) -> float:
        sizes = counts.sum(axis=1)
        counts, sizes = counts[sizes > 1], sizes[sizes > 1]
        n, margins = sizes.sum(), counts.sum(axis=0)
        if n < 2:
            return nan
        observed = (((counts @ self.d) * counts).sum(axis=1) / (sizes - 1)).sum() / n
        own = float(margins @ np.diag(self.d))  # 0 where a label is no distance from itself
        expected = (margins @ self.d @ margins - own) / (n * (n - 1))
        return float(1 - observed / expected) if expected > 0 else nan

    def _across(self, mine: FloatArray, theirs: FloatArray) -> float:
        both = (mine.sum(axis=1) > 0) & (theirs.sum(axis=1) > 0)
        mine, theirs = mine[both], theirs[both]
        if not len(mine):
            return nan
        # Items weigh by their codings, as in `cross_replication`, whose κ_x this is.
        sizes = mine.sum(axis=1), theirs.sum(axis=1)
        weight = sizes[0] + sizes[1]
        apart = ((mine @ self.d) * theirs).sum(axis=1) / (sizes[0] * sizes[1])
        observed = float(weight @ apart) / float(weight.sum())
        one, two = mine.sum(axis=0), theirs.sum(axis=0)
        expected = float(one @ self.d @ two) / float(one.sum() * two.sum())
        return 1 - observed / expected if expected > 0 else nan
