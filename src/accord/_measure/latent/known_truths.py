"""Gold items: items whose true category is known, for the models that learn the others'.

A known truth is fixed in the E step: the item then teaches what coders are like, and cannot be
learned from them. References: hovy2013 (control items).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import isnan
from typing import Any

import numpy as np

from accord._measure.latent.mixture import CodingTable
from accord.errors import DataError, Setting, UnknownNameError
from accord.kinds.labels.order import canonical
from accord.kinds.labels.study import Codings
from accord.model.names import FloatArray, IntArray, Names
from accord.model.showing import counted

KnownTruths = str | Mapping[Any, Any]
"""A column about the items, by name, or items and their true categories."""


def known_truths(study: Codings, gold: KnownTruths | None) -> tuple[IntArray, list[str]]:
    """The true category of each item, by position (−1 where it is not known), and what a reader
    must know about them."""
    known = np.full(len(study.items), -1, dtype=np.int64)
    if gold is None:
        return known, []
    where = {name: at for at, name in enumerate(study.categories)}
    written = {str(name): at for name, at in where.items()}
    items = {str(name): at for at, name in enumerate(study.items)}
    strange = []
    for item, label in _pairs(study, gold):
        if _blank(label):
            continue
        at = study.items.index(item) if item in study.items else items.get(str(item))
        if at is None:
            strange.append(item)
            continue
        k = where.get(label, written.get(str(label)))
        if k is None:
            raise DataError(
                f"the gold standard has {label!r} for item {item!r}, which is not a category of "
                "these data "
                f"({', '.join(repr(name) for name in list(where)[:6])}); correct it, or declare "
                f"all categories with {Setting('categories')}"
            )
        known[at] = k
    number = int((known >= 0).sum())
    if not number:
        raise DataError(
            "the gold standard has no item of these data. Its items must have the same names as "
            "here "
            f"({', '.join(repr(name) for name in list(study.items)[:3])})"
        )
    be = "is" if number == 1 else "are"
    notes = [f"{number} of {len(known)} items {be} gold: given, not estimated"]
    if strange:
        named, be = counted(len(strange), "gold item"), "is" if len(strange) == 1 else "are"
        notes.append(f"{named} {be} not in these data, such as {strange[0]!r}")
    return known, notes


def _pairs(study: Codings, gold: KnownTruths) -> Any:
    if not isinstance(gold, str):
        return gold.items()
    if gold not in study.about:
        raise UnknownNameError.of("column about items", gold, list(study.about))
    return zip(study.items, study.about[gold], strict=True)


def _blank(label: Any) -> bool:
    if isinstance(label, float):
        return isnan(label)
    return label is None or (isinstance(label, str) and not label.strip())


@dataclass(frozen=True, slots=True, eq=False)
class Arranged:
    """A study in an order that depends on no name, its gold in that order, and the way back.

    `table` holds the codings of `ordered`; random starts go by its rows.
    """

    study: Codings
    ordered: Codings
    items: IntArray
    coders: IntArray
    table: CodingTable

    @classmethod
    def of(cls, study: Codings, known: IntArray, scale: bool = False) -> "Arranged":
        """The arrangement; what gold says of an item is told apart as if a coder had said it, and
        with a `scale` categories keep their order."""
        if (known < 0).all():
            ordered, items, coders = canonical(study, scale=scale)
            return cls(study, ordered, items, coders, CodingTable.of(ordered))
        told, gold = _with_gold(study, known), len(study.coders)
        ordered, items, coders = canonical(told, scale=scale)
        mine = np.flatnonzero(coders != gold)
        ordered, coders = ordered.only(mine), coders[mine]
        rank = np.array([ordered.categories.index(name) for name in study.categories])
        found = known[items]
        found = np.where(found < 0, -1, rank[found])
        return cls(study, ordered, items, coders, CodingTable.of(ordered, known=found))

    def starts(self) -> FloatArray:
        """The share of votes for each category, by row; gold has all of them."""
        votes = self.table.votes()
        totals = votes.sum(axis=1, keepdims=True)
        shares = np.divide(votes, totals, out=np.full_like(votes, 0.0), where=totals > 0)
        return self.table.clamped(shares)

    @property
    def categories(self) -> list[int]:
        """Where the study's categories are among the ordered ones."""
        return [self.ordered.categories.index(name) for name in self.study.categories]

    def by_item(self, rows: FloatArray) -> FloatArray:
        """What belongs to rows of the table, for the items of the study."""
        return np.asarray(rows[self.table.of_item][np.argsort(self.items)])

    def by_coder(self, values: FloatArray) -> FloatArray:
        """What belongs to the ordered coders, for those of the study; nan where one coded nothing
        (whole numbers become fractions)."""
        found = np.asarray(values, dtype=np.float64)[np.argsort(self.coders)]
        idle = np.bincount(self.study.who(), minlength=len(self.study.coders)) == 0
        found[idle] = np.nan
        return found

    def prevalence(self, rows: FloatArray) -> FloatArray:
        """The mean of P(t | item) over the items that have codings or gold."""
        told = np.asarray(self.table.rows.sum(axis=1)).reshape(-1) > 0
        if self.table.known is not None:
            told |= self.table.known >= 0
        weight = np.where(told, self.table.weight, 0.0)
        return np.asarray((rows * weight[:, None]).sum(axis=0) / weight.sum())[self.categories]

    def posterior(self, rows: FloatArray) -> FloatArray:
        """P(t | item) for the study, nan where an item has neither codings nor gold."""
        found = self.by_item(rows)[:, self.categories]
        sizes = np.bincount(self.study.item, minlength=len(self.study.items))
        empty = sizes == 0
        if self.table.known is not None:
            empty &= self.by_item(self.table.known.astype(np.float64)) < 0
        if empty.any():
            found = np.where(empty[:, None], np.nan, found)
        return np.asarray(found)


def _with_gold(study: Codings, known: IntArray) -> Codings:
    """The study with one more coder, who says what gold says."""
    at = np.flatnonzero(known >= 0)
    item = np.concatenate([study.item, at])
    coder = np.concatenate([study.who(), np.full(len(at), len(study.coders))])
    category = np.concatenate([study.category, known[at]])
    order = np.lexsort((coder, item))
    return replace(
        study,
        coders=Names([*study.coders, object()]),
        item=item[order].astype(study.item.dtype),
        coder=coder[order].astype(np.int32),
        category=category[order].astype(study.category.dtype),
    )
