"""What all later stages know about data of any kind."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Protocol, Self, runtime_checkable

from accord.errors import DataError
from accord.model.audit import Audit
from accord.model.names import IntArray, Names


@runtime_checkable
class Study(Protocol):
    """Items annotated by coders: labels, units, boundaries or chains.

    Resampling, leaving one out and comparing need nothing but `take` and `only`, so
    they work for every kind of study and every measure.

    >>> import accord
    >>> study = accord.from_coders({"A": "aab", "B": "abb"})
    >>> isinstance(study, accord.parts.Study)
    True
    >>> study.take([0, 0, 2]).counts()["i"], list(study.only([1]).coders)
    (3, ['B'])
    """

    kind: ClassVar[str]

    @property
    def items(self) -> Names:
        """What was annotated: the items of codings, the documents of all other kinds."""

    @property
    def coders(self) -> Names:
        """Who annotated; empty where the data do not say."""

    @property
    def about(self) -> Mapping[str, Sequence[Any]]:
        """Columns about items, by name: a cell for each item."""

    @property
    def audit(self) -> Audit | None:
        """How the study was read, None where it was built in Python."""

    def take(self, items: Sequence[int] | IntArray) -> Self:
        """The study of these items (by position), repeats allowed."""

    def only(self, coders: Sequence[int] | IntArray) -> Self:
        """The study of these coders (by position)."""

    def counts(self) -> dict[str, Any]:
        """How much there is, for signatures: short key → number."""


def parted(rows: Iterable[Any], columns: str, where: Sequence[str] | None = None) -> Iterator[Any]:
    """The rows that a study is built of, each of which must have these columns.

    >>> list(parted([("d", "A")], "document coder mention"))
    Traceback (most recent call last):
    ...
    accord.errors.DataError: row 1: ('d', 'A'); expected (document, coder, mention)
    """
    names = columns.split()
    for at, row in enumerate(rows):
        if isinstance(row, (str, bytes)) or getattr(row, "__len__", int)() != len(names):
            place = where[at] if where else f"row {at + 1}"
            raise DataError(f"{place}: {row!r:.60}; expected ({', '.join(names)})")
        yield row


def about_items(about: Mapping[str, Sequence[Any]] | None, number: int) -> dict[str, Sequence[Any]]:
    """Columns about items, each of which has a cell for each item."""
    for name, column in (about or {}).items():
        if len(column) != number:
            raise DataError(f"column {name!r} has {len(column)} cells for {number} items")
    return dict(about or {})


Population = int | tuple[int | None, int | None] | None
"""How many items there are in all, or items and coders; None where there is no end of them."""
