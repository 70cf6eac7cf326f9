"""Documents: a study with one part for each document, all with the same coders."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

import numpy as np

from accord.kinds.documents.parts import AnnotatedPart
from accord.model.audit import Audit, Counted
from accord.model.names import IntArray, Names, Remembering
from accord.model.showing import Drawn, counted

if TYPE_CHECKING:
    from accord.kinds.properties import Properties

PartT = TypeVar("PartT", bound=AnnotatedPart)


class Documents(Drawn, Remembering, Generic[PartT]):
    """What studies of documents share; each kind adds its fields, how it is built and its words."""

    __slots__ = ()

    kind: ClassVar[str]
    held: ClassVar[str] = "documents"
    """The field that holds the parts: spans call theirs continua."""
    document: ClassVar[str] = "document"
    """What a part is called."""
    mark: ClassVar[tuple[str, str]]
    """What coders marked, one and several; `counts` ends with how many."""

    coders: Names
    about: Mapping[str, Sequence[Any]]
    audit: Audit | None

    if TYPE_CHECKING:  # at run time a field of the dataclass, for which this would be the default

        @property
        def documents(self) -> tuple[PartT, ...]:
            """One part for each document."""

    @property
    def items(self) -> Names:
        """The documents."""
        return Names(part.name for part in self.documents)

    def take(self, items: Sequence[int] | IntArray) -> Self:
        """The study of these documents (by position), repeats allowed."""
        at = [int(i) for i in items]
        about = {key: [column[i] for i in at] for key, column in self.about.items()}
        return self._with(tuple(self.documents[i] for i in at), about=about)

    def only(self, coders: Sequence[int] | IntArray) -> Self:
        """The study of these coders (by position)."""
        parts = tuple(part.only(coders) for part in self.documents)
        return self._with(parts, coders=self.coders.take(coders))

    def _with(self, parts: tuple[PartT, ...], **fields: Any) -> Self:
        """The study with other parts."""
        study: Any = self
        changed: Self = replace(study, **{self.held: parts}, **fields)
        return changed

    def counts(self) -> dict[str, Any]:
        """How much there is, for signatures: short key → number."""
        raise NotImplementedError

    def _size(self) -> dict[str, int]:
        """Documents and coders: how the counts of all these studies begin."""
        return {"i": len(self.documents), "c": len(self.coders)}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        # Documents hold coders and marks; where a study came from does not make it another one.
        return self.documents == other.documents

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._amounts()}, {self._marks()})"

    def _amounts(self) -> str:
        n = self._size()
        return f"{counted(n['i'], self.document)}, {counted(n['c'], 'coder')}"

    def _marks(self) -> str:
        return counted(sum(map(len, self.documents)), *self.mark)

    def _caption(self) -> str:
        return f"{type(self).__name__}: {self._amounts()}"

    def _repr_html_(self) -> str:
        from accord.model.showing import html_table

        rows = [(str(part.name), int(part.seen.sum()), len(part)) for part in self.documents]
        return html_table(self._caption(), [self.document, "seen by", self.mark[1]], rows)


def marked_by(study: Documents[Any]) -> IntArray:
    """How much each coder marked, in all documents."""
    none = np.zeros(len(study.coders), dtype=np.int64)
    return np.asarray(sum((part.marked() for part in study.documents), none))


def seen_by(study: Documents[Any]) -> tuple[IntArray, IntArray]:
    """Which document was seen by whom: two parallel arrays of positions."""
    seen = [part.seen for part in study.documents]
    item, coder = np.nonzero(np.array(seen, dtype=bool).reshape(len(seen), len(study.coders)))
    return item, coder


def names_of(study: Documents[Any], labels: Counted | None = None) -> dict[str, Counted]:
    """The names of a study by what they name, with how often each occurs."""
    found = {} if labels is None else {"labels": labels}
    size = [len(part) for part in study.documents]
    return {**found, "coders": (study.coders, marked_by(study)), "documents": (study.items, size)}


def labels_of(marks: Iterable[tuple[Any, ...]]) -> Counted:
    """What marks say, which stands last in each, with how often."""
    often = Counter(mark[-1] for mark in marks)
    return list(often), list(often.values())


def alone(study: Documents[Any]) -> str | None:
    """Why there is nothing to compare: no document was seen by two coders. None where one was."""
    if not study.documents or any(part.seen.sum() > 1 for part in study.documents):
        return None
    return (
        "only one coder per document, so there is nothing to compare; "
        "agreement needs documents that two coders annotated"
    )


def some_missing(study: Documents[Any]) -> bool:
    """Whether a coder did not see a document."""
    return any(not part.seen.all() for part in study.documents)


def of_marks(study: Documents[Any], marks: Iterable[tuple[Any, ...]]) -> "Properties":
    """What a study of marks holds whose category, "" where there is none, stands last in each."""
    from accord.kinds.properties import Properties

    # Readers write "" where a format has no categories: one such label is none.
    categories = {mark[-1] for mark in marks}
    return Properties(
        study.kind,
        len(study.items),
        len(study.coders),
        len(categories),
        categorized=categories != {""},
        unitized=False,
        full_covering=False,
        missing=some_missing(study),
    )
