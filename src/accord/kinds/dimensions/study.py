"""Dimensions: items coded in several dimensions at once (DIT++, DAMSL)."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np

from accord.errors import DataError
from accord.kinds.labels import study as labels
from accord.kinds.labels.study import Codings
from accord.kinds.labels.tabular import from_columns
from accord.model.audit import Audit, Counted, labels_counted, noted
from accord.model.names import Frozen, IntArray, Names

NOTHING = "(nothing)"
"""The category of a coder who saw an item and coded nothing in a dimension."""


@dataclass(frozen=True, eq=False)
class Dimensions(Frozen):
    """A study with several labels per item, one for each dimension.

    A coder may code nothing in a dimension. That is not the same as not having seen the item:
    `seen` holds one coding for each item that a coder saw at all.

    :param studies: The codings of each dimension, by its name.
    :param audit: Where the study came from, and what was changed on the way.

    >>> import accord
    >>> study = accord.labels.dimensions([("u1", "A", "task", "WHQ"), ("u1", "A", "turn", "GIVE"),
    ...                     ("u1", "B", "task", "WHQ"), ("u1", "B", "turn", None)])
    >>> study
    Dimensions(1 items, 2 coders, 2 dimensions)
    >>> study.presence("turn").rows()
    [('u1', 'A', 'yes'), ('u1', 'B', 'no')]
    """

    kind: ClassVar[str] = "dimensions"

    studies: Mapping[str, Codings]
    seen: Codings
    audit: Audit | None = None

    @property
    def items(self) -> Names:
        """The items that someone saw."""
        return self.seen.items

    @property
    def coders(self) -> Names:
        """Who coded."""
        return self.seen.coders

    @property
    def about(self) -> Mapping[str, Sequence[Any]]:
        """Columns about items."""
        return self.seen.about

    @property
    def names(self) -> tuple[str, ...]:
        """The dimensions."""
        return tuple(self.studies)

    def __getitem__(self, dimension: str) -> Codings:
        return self.studies[dimension]

    def __repr__(self) -> str:
        return (
            f"Dimensions({len(self.items)} items, {len(self.coders)} coders, "
            f"{len(self.studies)} dimensions)"
        )

    def counts(self) -> dict[str, Any]:
        """Items, coders and dimensions."""
        return {"i": len(self.items), "c": len(self.coders), "dim": len(self.studies)}

    def take(self, items: Sequence[int] | IntArray) -> Self:
        """The study of these items (by position), repeats allowed."""
        parts = {name: study.take(items) for name, study in self.studies.items()}
        return type(self)(parts, self.seen.take(items), self.audit)

    def only(self, coders: Sequence[int] | IntArray) -> Self:
        """The study of these coders (by position); every item stays."""
        parts = {name: study.only(coders) for name, study in self.studies.items()}
        return type(self)(parts, self.seen.only(coders), self.audit)

    def presence(self, dimension: str) -> Codings:
        """Whether each coder coded anything in a dimension: "yes" or "no"."""
        here = self._coded(dimension)
        seen = self.seen
        return Codings(
            seen.items,
            seen.coders,
            Names(("no", "yes")),
            seen.item,
            seen.coder,
            (here >= 0).astype(np.int32),
            declared=True,
            about=seen.about,
        )

    def whole(self, dimension: str) -> Codings:
        """The codings of a dimension, with NOTHING where a coder saw the item and coded none."""
        here, seen = self._coded(dimension), self.seen
        names = self.studies[dimension].categories
        code = np.where(here >= 0, here, len(names)).astype(np.int32)
        return Codings(
            seen.items,
            seen.coders,
            Names((*names, NOTHING)),
            seen.item,
            seen.coder,
            code,
            about=seen.about,
        )

    def _coded(self, dimension: str) -> IntArray:
        """The category of each seen item and coder in a dimension, −1 for none."""
        study, seen = self.studies[dimension], self.seen
        width = max(len(self.coders), 1)
        have = study.item.astype(np.int64) * width + study.who()
        want = seen.item.astype(np.int64) * width + seen.who()
        at = np.searchsorted(have, want).clip(max=max(len(have) - 1, 0))
        if not len(have):
            return np.full(len(want), -1)
        return np.where(have[at] == want, study.category[at], -1)


def dimensions(
    rows: Iterable[tuple[Hashable, Hashable, str, Hashable | None]], audit: Audit | None = None
) -> Dimensions:
    """A study from rows (item, coder, dimension, category); None: nothing in that dimension.

    A coder has seen every item that some row of theirs is about.

    :param rows: (item, coder, dimension, category); None for nothing in that dimension.
    :param audit: Where the study came from, and what was changed on the way.

    >>> import accord
    >>> rows = [("u1", "A", "task", "inform"), ("u1", "B", "turn", "take")]
    >>> accord.labels.dimensions(rows).names
    ('task', 'turn')
    """
    rows = list(rows)
    for at, row in enumerate(rows):
        if len(row) != 4:
            raise DataError(
                f"row {at + 1}: {row!r} needs four values: item, coder, dimension, category"
            )
    items = list(dict.fromkeys(row[0] for row in rows))
    coders = list(dict.fromkeys(row[1] for row in rows))
    seen = list(dict.fromkeys((row[0], row[1]) for row in rows))
    by_dimension: dict[str, list[tuple[Any, Any, Any]]] = {}
    for item, coder, dimension, category in rows:
        by_dimension.setdefault(dimension, []).append((item, coder, category))
    studies = {}
    for name, part in by_dimension.items():
        item, coder, category = zip(*part, strict=True)
        where = [f"{name}, row {at + 1}" for at in range(len(part))]
        studies[name] = from_columns(item, coder, category, items=items, coders=coders, where=where)
    study = Dimensions(studies, _seen(seen, items, coders), audit)
    return noted(study, names_of(study)) if audit is None else study


def marked_by(study: Dimensions) -> IntArray:
    """How many labels each coder gave, in all dimensions."""
    none = np.zeros(len(study.coders), dtype=np.int64)
    return np.asarray(sum(map(labels.marked_by, study.studies.values()), none))


def seen_by(study: Dimensions) -> tuple[IntArray, IntArray]:
    """Which item was seen by whom: two parallel arrays of positions."""
    return labels.seen_by(study.seen)


def names_of(study: Dimensions) -> dict[str, Counted]:
    """The names of a study by what they name, with how often each occurs."""
    each = {
        f"labels of {name!r}": labels_counted(part.categories, [part.category])
        for name, part in study.studies.items()
    }
    return {**each, **labels.who_and_what(study.seen)}


def alone(study: Dimensions) -> str | None:
    """Why there is nothing to compare: no item was seen by two coders. None where one was."""
    return labels.alone(study.seen)


def _seen(pairs: Sequence[tuple[Any, Any]], items: Sequence[Any], coders: Sequence[Any]) -> Codings:
    marks = ["seen"] * len(pairs)
    return from_columns(
        [i for i, _ in pairs], [c for _, c in pairs], marks, items=items, coders=coders
    )
