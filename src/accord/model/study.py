"""What all later stages know about data of any kind."""

from collections.abc import Sequence
from typing import Any, ClassVar, Protocol, Self, runtime_checkable

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
    def audit(self) -> Audit | None:
        """How the study was read, None where it was built in Python."""

    def take(self, items: Sequence[int] | IntArray) -> Self:
        """The study of these items (by position), repeats allowed."""

    def only(self, coders: Sequence[int] | IntArray) -> Self:
        """The study of these coders (by position)."""

    def counts(self) -> dict[str, Any]:
        """How much there is, for signatures: short key → number."""


Population = int | tuple[int | None, int | None] | None
"""How many items there are in all, or items and coders; None where there is no end of them."""
