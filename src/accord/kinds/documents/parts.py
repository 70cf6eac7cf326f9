"""What coders marked in one document: a part of a study.

A part knows its document's `name`, the `coders` of the study and which of them have `seen` it:
absent is not "no". How marks are held differs, and so does what follows from it:

    Columns    parallel arrays sorted by coder, a row a mark     boundaries, spans
    PerCoder   tuples with an entry for each coder               relations, regions
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Self

import numpy as np

from accord.model.names import BoolArray, Frozen, IntArray, Names


class AnnotatedPart(Frozen):
    """One document of a study; two are equal where `_same` is."""

    __slots__ = ()

    coders: Names
    seen: BoolArray
    name: Hashable

    def __len__(self) -> int:
        """How much all coders marked together."""
        raise NotImplementedError

    def only(self, coders: Sequence[int] | IntArray) -> Self:
        """What these coders (by position) marked, in this order."""
        raise NotImplementedError

    def marked(self) -> IntArray:
        """How much each coder marked."""
        raise NotImplementedError

    def touched(self) -> BoolArray:
        """Which coders left anything here, whether or not it counts as marked."""
        return np.asarray(self.marked() > 0)

    def _same(self) -> tuple[Any, ...]:
        """What is the same in equal parts, whatever the order in which it was given."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return self._same() == other._same()

    __hash__ = None  # type: ignore[assignment]


class Columns(AnnotatedPart):
    """Marks as parallel arrays, sorted by coder."""

    __slots__ = ()

    columns: ClassVar[tuple[str, ...]]
    """The arrays beside `coder`."""

    coder: IntArray

    def __len__(self) -> int:
        return len(self.coder)

    def marked(self) -> IntArray:
        """How much each coder marked."""
        return np.bincount(self.coder, minlength=len(self.coders))

    def only(self, coders: Sequence[int] | IntArray) -> Self:
        """What these coders (by position) marked, in this order."""
        chosen = np.asarray(coders, dtype=np.intp)
        # Coder by coder, not by a mask: a coder may be asked for twice, and in any order.
        rows = [np.flatnonzero(self.coder == c) for c in chosen]
        at = np.concatenate([*rows, np.zeros(0, np.intp)]).astype(np.intp)
        who = np.repeat(np.arange(len(chosen)), [len(mine) for mine in rows]).astype(np.int32)
        held: Any = {column: getattr(self, column)[at] for column in self.columns}
        names, seen = self.coders.take(chosen), self.seen[chosen]
        one: Any = self
        part: Self = replace(one, coders=names, coder=who, seen=seen, **held)
        return part


class PerCoder(AnnotatedPart):
    """Marks as tuples with an entry for each coder; those of the last column are counted."""

    __slots__ = ()

    columns: ClassVar[tuple[str, ...]]
    """The tuples of coders; the marks themselves come last."""

    def __len__(self) -> int:
        return int(self.marked().sum())

    def marked(self) -> IntArray:
        """How much each coder marked."""
        marks = getattr(self, self.columns[-1])
        return np.fromiter(map(len, marks), np.int64, len(marks))

    def touched(self) -> BoolArray:
        """Which coders left anything here: an entity that is in no relation is something."""
        return np.array([any(mine) for mine in zip(*self._marks(), strict=True)], dtype=bool)

    def only(self, coders: Sequence[int] | IntArray) -> Self:
        """What these coders (by position) marked, in this order."""
        at = [int(c) for c in coders]
        held = {
            column: tuple(marks[c] for c in at)
            for column, marks in zip(self.columns, self._marks(), strict=True)
        }
        one: Any = self
        part: Self = replace(one, coders=self.coders.take(at), seen=self.seen[at].copy(), **held)
        return part

    def _marks(self) -> list[tuple[Any, ...]]:
        return [getattr(self, column) for column in self.columns]


def saw(
    name: Hashable,
    coders: Names,
    seen: set[tuple[Hashable, Hashable]] | None,
    marked: Iterable[Hashable] = (),
) -> BoolArray:
    """Which coders saw a document: all of them where nothing is said, and who marked something."""
    return np.array([seen is None or (name, c) in seen or c in marked for c in coders], dtype=bool)
