"""A G-study with facets by name: how much of the variance each column of a table explains.

Tool, instructions, experience, round: whatever was changed while the same items were coded is a
facet. A facet is nested in another where each of its values comes with one value of the other
(a coder has one level of experience), and crossed with it otherwise; the data show which. The parts
are all facets and products of facets that the design allows. Labels count by the variance of their
indicators (1 where an item has the label, 0 elsewhere), summed over labels, as in Light and
Margolin's analysis of variance for names.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import nan, prod
from typing import Any

import numpy as np

from accord._read.door.plain_columns import numbers_or_names, plain_columns
from accord.errors import AccordError, DataError, NotApplicableError
from accord.infer.why.generalizability import GROUPS_LEFT_OUT, part_limits
from accord.infer.why.variance_parts import Effect, Groupings, variance_parts
from accord.model.names import FloatArray, IntArray, factorize
from accord.model.showing import Result, Results, counted, text_table
from accord.words.said import said

MOST_FACETS = 5
"""Five facets beside the items have 63 parts; nobody could read more."""
FEW_LEVELS = 5
"""The variance of two tools rests on one difference; Brennan warns of facets with so few levels."""


@dataclass(frozen=True, slots=True)
class FacetPart(Result):
    """One part of the variance of a G-study: of a facet, or of facets together.

    :param name: The facets: "coder", "item × tool", "coder:experience" (within experience).
    :param facets: The columns that make its groups.
    :param levels: How many groups there are.
    :param variance: The estimate; below 0 it is 0 but for sampling error.
    :param low: Its lower limit, for other items and these facets.
    :param high: Its upper limit.
    :param share: Its share of the sum of all parts.

    >>> import accord
    >>> rows = [{"item": i, "coder": c, "rating": i + (c == "B")} for i in (1, 2, 4) for c in "AB"]
    >>> part = accord.infer.g_study(rows, "rating", ["coder"]).parts[1]
    >>> part.name, part.levels, round(part.variance, 2)
    ('coder', 2, 0.5)
    """

    name: str
    facets: tuple[str, ...]
    levels: int
    variance: float
    low: float
    high: float
    share: float


@dataclass(frozen=True, slots=True)
class GStudy(Result):
    """Variance components of named facets.

    :param parts: The parts, facets first, the residual last.
    :param item: The column of what is measured.
    :param facets: The columns of the facets.
    :param nested: Facet → the facets in which it is nested.
    :param codings: How many rows there are.
    :param hidden: Parts that these data cannot tell from others.
    :param notes: What a reader must know, in sentences.

    >>> import accord
    >>> rows = [{"item": i, "coder": c, "rating": i + (c == "B")} for i in (1, 2, 4) for c in "AB"]
    >>> found = accord.infer.g_study(rows, "rating", ["coder"])
    >>> [(part.name, round(part.variance, 2)) for part in found.parts[:2]]
    [('item', 2.33), ('coder', 0.5)]
    >>> round(found.absolute(), 3), round(found.absolute(coder=3), 3)
    (0.824, 0.933)
    """

    parts: Results[FacetPart]
    item: str
    facets: tuple[str, ...]
    nested: dict[str, tuple[str, ...]]
    codings: int
    hidden: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def relative(self, **levels: int) -> float:
        """Eρ²: are the items in the same order with other levels of all facets?

        :param levels: Over how many levels of each facet the mean is taken; one where not given.
        """
        return self._coefficient(levels, only_item=True)

    def absolute(self, **levels: int) -> float:
        """Φ: do the items have the same values with other levels of all facets?

        :param levels: Over how many levels of each facet the mean is taken; one where not given.
        """
        return self._coefficient(levels, only_item=False)

    def _coefficient(self, levels: dict[str, int], *, only_item: bool) -> float:
        for name, number in levels.items():
            if name not in self.facets:
                raise DataError(f"no facet {name!r}; facets are {', '.join(self.facets)}")
            if number < 1:
                raise DataError(f"{name}: one level or more, got {number}")
        if self.item in self.nested:
            raise NotApplicableError(
                f"each {self.item} was seen with one {self.nested[self.item][0]} only, so whether "
                f"{self.item}s or {self.nested[self.item][0]}s differ cannot be estimated"
            )
        if self.hidden and max(levels.values(), default=1) > 1:
            raise NotApplicableError(
                f"{', '.join(self.hidden)} cannot be separated here, so what more levels would "
                "change is not known"
            )
        whole = error = 0.0
        for part in self.parts:
            of = part.facets or (self.item, *self.facets)
            if of == (self.item,):
                whole = max(part.variance, 0.0)
            elif self.item in of or not only_item:
                error += max(part.variance, 0.0) / prod(levels.get(name, 1) for name in of)
        return whole / (whole + error) if whole + error > 0 else nan

    def _table(self) -> tuple[Sequence[str], Sequence[Sequence[Any]]]:
        rows = [(p.name, p.levels, p.variance, p.low, p.high, p.share) for p in self.parts]
        return ("part", "levels", "variance", "low", "high", "share"), rows

    def __str__(self) -> str:
        head = f"{counted(self.codings, 'coding')} by {', '.join((self.item, *self.facets))}"
        return text_table(*self._table(), (head, *self.notes))


def g_study(
    data: Any,
    value: str,
    facets: Sequence[str],
    *,
    item: str = "item",
    names: bool = False,
    confidence: float = 0.95,
) -> GStudy:
    """How much of the variance is the items', and how much each named facet's.

    One row for each coding, with a column for the value, one for the item and one for each facet:
    coder, tool, instructions, experience, round. All rows are used, whatever is missing. Limits are
    by leaving out items, so they are for other items and these levels of the facets.
    References: brennan2001, henderson1953, light1971b.

    :param data: A file, a data frame, lists by column, or a dict for each row.
    :param value: The column with numbers or labels.
    :param facets: The columns of the facets.
    :param item: The column of what is measured.
    :param names: Whether numbers are names (codes of categories).
    :param confidence: The confidence level of the limits.

    >>> import accord
    >>> rows = [{"item": i, "coder": c, "tool": t, "label": "xy"[i % 2]}
    ...         for i in range(4) for c in "AB" for t in ("old", "new")]
    >>> found = accord.infer.g_study(rows, "label", ["coder", "tool"])
    >>> [(part.name, round(part.share, 2)) for part in found.parts][:3]
    [('item', 1.0), ('coder', 0.0), ('tool', 0.0)]
    """
    if not 0 < confidence < 1:
        raise AccordError(f"a confidence is between 0 and 1, got {confidence:g}")
    columns = (item, *facets)
    if not facets or len(facets) > MOST_FACETS or len({value, *columns}) <= len(columns):
        raise DataError(
            f"name one to {MOST_FACETS} facets, each another column than item and value"
        )
    held = plain_columns(data, [value, *columns])
    rows = [row for row in zip(*held.values(), strict=True) if None not in row]
    notes: list[str] = []
    if left := len(held[value]) - len(rows):
        notes.append(said("facets.left-out", n=left))
    y, how = _values([row[0] for row in rows], value, names=names)
    notes += how
    places = {
        name: factorize([row[at] for row in rows])[0].astype(np.int64)
        for at, name in enumerate(columns, start=1)
    }
    groupings = Groupings(places)
    nested = _nested(groupings, columns)
    effects = list(_effects(columns, nested))
    kept, found = variance_parts(y, groupings, effects)
    if frozenset((item,)) not in kept and item not in nested:
        raise NotApplicableError(
            f"the variance of {item} cannot be separated from that of the facets"
        )
    # All facets together are the rest where each cell has one row, as everywhere.
    lost = [effect for effect in effects[:-1] if effect not in kept]
    hidden = [_named(effect, columns, nested) for effect in lost]
    if hidden:
        notes.append(said("facets.not-apart", names=hidden))
    few = [name for name in facets if groupings.number(frozenset((name,))) < FEW_LEVELS]
    if few:
        notes.append(said("facets.few-levels", names=few, n=FEW_LEVELS))
    names_of = [_named(effect, columns, nested) for effect in kept]
    if below := [name for name, part in zip(names_of, found[:-1], strict=True) if part < 0]:
        notes.append(said("facets.below", names=below))
    drawn = _without_items(y, places, item, kept)
    whole = sum(max(part, 0.0) for part in found)
    parts = [
        FacetPart(
            name,
            () if effect is None else tuple(name for name in columns if name in effect),
            len(rows) if effect is None else groupings.number(effect),
            part,
            *part_limits(part, drawn[:, at], confidence),
            max(part, 0.0) / whole if whole else nan,
        )
        for at, (name, effect, part) in enumerate(
            zip((*names_of, said("facets.rest")), (*kept, None), found, strict=True)
        )
    ]
    return GStudy(
        Results(parts), item, tuple(facets), nested, len(rows), tuple(hidden), tuple(notes)
    )


def _values(cells: list[Any], name: str, *, names: bool) -> tuple[FloatArray, list[str]]:
    """One column of numbers, or an indicator for each label."""
    if len(cells) < 2:
        raise NotApplicableError("variance components need two labels or more")
    typed = cells if names else numbers_or_names(cells)
    are = [isinstance(x, (int, float, np.number)) and not isinstance(x, bool) for x in typed]
    if all(are) and not names:
        return np.array(typed, dtype=np.float64), []
    if any(are) and not names:
        odd = next(x for x, number in zip(typed, are, strict=True) if not number)
        raise DataError(f"column {name!r} has numbers and {odd!r}; are they names? (names=True)")
    codes, labels = factorize([str(cell) for cell in cells])
    return np.eye(len(labels))[codes], [said("facets.indicators", n=len(labels))]


def _nested(groupings: Groupings, columns: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Column → the columns that it is nested in; an error where two are the same, or one is
    constant."""
    number = {name: groupings.number(frozenset((name,))) for name in columns}
    for name in columns:
        if number[name] < 2:
            raise DataError(f"column {name!r} has one value only; nothing varies with it")
    inside: dict[str, list[str]] = {}
    for one, two in combinations(columns, 2):
        both = groupings.number(frozenset((one, two)))
        if both == number[one] == number[two]:
            raise DataError(
                f"{one!r} and {two!r} always change together, so their variances cannot be "
                "separated; leave one out"
            )
        for lower, upper in ((one, two), (two, one)):
            if both == number[lower]:
                inside.setdefault(lower, []).append(upper)
    return {name: tuple(uppers) for name, uppers in inside.items()}


def _effects(columns: Sequence[str], nested: dict[str, tuple[str, ...]]) -> Iterator[Effect]:
    """Sets of columns that hold all that their members are nested in, small ones first."""
    for size in range(1, len(columns) + 1):
        for chosen in combinations(columns, size):
            if all(upper in chosen for name in chosen for upper in nested.get(name, ())):
                yield frozenset(chosen)


def _named(effect: Effect, columns: Sequence[str], nested: dict[str, tuple[str, ...]]) -> str:
    """Facets with what they are nested in: "item × coder:experience"."""
    inside = {upper for name in effect for upper in nested.get(name, ())}
    heads = [name for name in columns if name in effect and name not in inside]
    return " × ".join(":".join((name, *nested.get(name, ()))) for name in heads)


def _without_items(
    y: FloatArray, places: Mapping[str, IntArray], item: str, effects: list[Effect]
) -> FloatArray:
    """The parts without each item (or each group of items), a row for each; nan where they can no
    longer be told apart."""
    which = places[item]
    number = int(which.max()) + 1
    # What was coded decides the groups, not the order of items.
    wide = y if y.ndim == 2 else y[:, None]
    sums = np.array([np.bincount(which, column) for column in wide.T])
    order = np.lexsort((*sums, np.bincount(which)))
    found = []
    for group in np.array_split(order, min(number, GROUPS_LEFT_OUT)):
        stay = ~np.isin(which, group)
        rest = Groupings({name: place[stay] for name, place in places.items()})
        kept, parts = variance_parts(y[stay], rest, effects) if stay.any() else ([], [])
        found.append(parts if kept == effects else [nan] * (len(effects) + 1))
    return np.array(found)
