"""What coders marked in one document: where they cut it into segments."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from accord.kinds.documents.parts import Columns
from accord.model.names import BoolArray, IntArray, Names
from accord.model.showing import counted


@dataclass(frozen=True, slots=True, eq=False)
class Segmentation(Columns):
    """The boundaries that coders placed in one document of `length` atoms.

    Parallel arrays sorted by coder, place and type: a boundary at place p is between atoms p − 1
    and p, 0 < p < length. `seen[c]` says whether coder c saw the document.

    :param types: The names of the types of boundaries.
    :param name: The name of the document.

    >>> import accord
    >>> study = accord.Segmentations.from_masses({"d": {"Alex": [3, 2, 2], "Paul": [2, 5]}})
    >>> text = study.documents[0]
    >>> text.length, text.boundaries(0).tolist(), text.masses(1).tolist()
    (7, [3, 5], [2, 5])
    """

    columns: ClassVar = ("place", "type")

    coders: Names
    types: Names
    coder: IntArray
    place: IntArray
    type: IntArray
    seen: BoolArray
    length: int
    name: Hashable = None

    def __iter__(self) -> Iterator[tuple[Hashable, int, Hashable]]:
        for c, p, t in zip(
            self.coder.tolist(), self.place.tolist(), self.type.tolist(), strict=True
        ):
            yield self.coders[c], p, self.types[t]

    def boundaries(self, coder: int) -> IntArray:
        """The places of one coder's boundaries (by position), of any type, ascending."""
        low, high = np.searchsorted(self.coder, (coder, coder + 1))
        mine = self.place[low:high]  # sorted by place; several types may share one
        return np.asarray(np.unique(mine) if len(self.types) > 1 else mine)

    def masses(self, coder: int) -> IntArray:
        """The lengths of one coder's segments (by position)."""
        edges = np.concatenate([[0], self.boundaries(coder), [self.length]])
        return np.asarray(np.diff(edges))

    def _same(self) -> tuple[Any, ...]:
        marks = sorted(map(repr, self))  # types of several sorts (None, 1, "a") have no order
        return self.name, self.length, self.coders, self.seen.tolist(), marks

    def __repr__(self) -> str:
        number = counted(len(self), "boundary", "boundaries")
        return f"Segmentation({counted(len(self.coders), 'coder')}, {number})"
