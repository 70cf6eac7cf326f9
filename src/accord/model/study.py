"""What all later stages know about data of any kind."""

from collections.abc import Sequence
from typing import Any, ClassVar, Protocol, Self, runtime_checkable

import numpy as np

from accord.model.audit import Audit
from accord.model.names import IntArray, Names


@runtime_checkable
class Study(Protocol):
    """Items annotated by coders: labels, units, boundaries or chains.

    Resampling, leaving one out and comparing need nothing but `take` and `only`, so
    they work for every kind of study and every measure.
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


def alone(study: Any) -> str | None:
    """Why there is nothing to compare: nothing was annotated by two coders. None where there is.

    >>> from accord.model.codings.tabular import codings
    >>> alone(codings([("s1", "A", "x"), ("s2", "B", "y")]))
    'one label an item: nothing to compare; agreement needs items that two coders labelled'
    """
    if study.kind in ("codings", "dimensions"):
        found = study.seen if study.kind == "dimensions" else study
        most = study.counts()["c"]  # counts do not say more
        if hasattr(found, "item"):
            most = np.bincount(found.item, minlength=1).max()
        if most > 1:
            return None
        return (
            "one label an item: nothing to compare; agreement needs items that two coders labelled"
        )
    parts = study.continua if study.kind == "unitizings" else study.documents
    if any(part.seen.sum() > 1 for part in parts):
        return None
    return (
        "one coder a document: nothing to compare; agreement needs documents that two coders "
        "annotated"
    )
