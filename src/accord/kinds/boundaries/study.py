"""Segmentations: where coders cut a sequence of atoms into segments.

    atoms     a b c d e f g        length 7, places 1 … 6 between atoms
    Alex      a b c|d e|f g        boundaries {3, 5}, masses (3, 2, 2)
    Paul      a b|c d e f g        boundaries {2},    masses (2, 5)

A boundary has a type where segmentation is hierarchical (section, paragraph …), None where
it is not. Two types may share a place. One `Segmentation` is one document; a study,
`Segmentations`, is one per document, all with the same coders and types.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from accord.errors import DataError
from accord.kinds.boundaries.parts import Segmentation
from accord.kinds.documents.parts import saw
from accord.kinds.documents.study import Documents, names_of as names_of_documents, some_missing
from accord.model.audit import Audit, Counted, labels_counted, noted
from accord.model.names import IntArray, Names

if TYPE_CHECKING:
    from accord.kinds.properties import Properties


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Segmentations(Documents[Segmentation]):
    """A study of boundaries: one segmentation per document, the same coders throughout.

    :param types: The names of the types of boundaries.
    :param about: Columns about items, by name.
    :param audit: Where the study came from, and what was changed on the way.

    >>> import accord
    >>> study = accord.Segmentations.from_masses({"d": {"Alex": [3, 2, 2], "Paul": [2, 5]}})
    >>> study.documents[0].boundaries(0).tolist()
    [3, 5]
    """

    kind: ClassVar[str] = "segmentations"
    mark: ClassVar = ("boundary", "boundaries")

    documents: tuple[Segmentation, ...]
    coders: Names
    types: Names
    about: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    audit: Audit | None = None

    @classmethod
    def of(
        cls,
        rows: Iterable[tuple[Hashable, Hashable, int, Hashable]],
        *,
        lengths: Mapping[Hashable, int],
        coders: Sequence[Hashable] | None = None,
        types: Sequence[Hashable] | None = None,
        seen: Iterable[tuple[Hashable, Hashable]] | None = None,
        about: Mapping[str, Sequence[Any]] | None = None,
        audit: Audit | None = None,
        where: Sequence[str] | None = None,
    ) -> "Segmentations":
        """Build a study from rows (document, coder, place, type) and the documents' lengths.

        `types` declares the types in order, outermost first; without it whole numbers are
        ordered by size and names as met. Without `seen` every coder saw every document.
        """
        rows = list(rows)
        for at, row in enumerate(rows):
            _check(row, lengths, where[at] if where else f"boundary {at + 1}")
        coder_names = Names(dict.fromkeys([*(coders or ()), *(row[1] for row in rows)]))
        type_names = _types(types, [row[3] for row in rows], where)
        pairs = set(seen) if seen is not None else None
        marks: dict[Hashable, set[tuple[int, int, int]]] = {item: set() for item in lengths}
        for item, coder, place, kind in rows:
            marks[item].add((coder_names.index(coder), int(place), type_names.index(kind)))
        documents = []
        for item, length in lengths.items():
            columns = np.array(sorted(marks[item]), dtype=np.int64).reshape(-1, 3)
            mask = saw(item, coder_names, pairs)
            # Who marked a boundary saw the document, whatever a list of who saw what says.
            mask[columns[:, 0]] = True
            documents.append(
                Segmentation(
                    coder_names,
                    type_names,
                    columns[:, 0],
                    columns[:, 1],
                    columns[:, 2],
                    mask,
                    int(length),
                    item,
                )
            )
        study = cls(tuple(documents), coder_names, type_names, dict(about or {}), audit)
        return noted(study, names_of(study)) if audit is None else study

    @classmethod
    def from_masses(
        cls, masses: Mapping[Any, Mapping[Any, Sequence[int]]], *, audit: Audit | None = None
    ) -> "Segmentations":
        """Build a study from segment lengths: document → coder → masses; absent: not seen."""
        lengths: dict[Hashable, int] = {}
        columns: list[tuple[Hashable, Hashable, IntArray]] = []
        for item, by_coder in masses.items():
            for coder, given in by_coder.items():
                mass = np.asarray(given)
                if not len(mass) or mass.dtype.kind not in "iu" or mass.min() < 1:
                    raise DataError(
                        f"document {item!r}, coder {coder!r}: segment masses must be whole numbers "
                        f"above 0, got {list(given)!r:.60}"
                    )
                ends = np.cumsum(mass)
                known = lengths.setdefault(item, int(ends[-1]))
                if known != ends[-1]:
                    raise DataError(
                        f"document {item!r}: the segments of coder {coder!r} make {ends[-1]} "
                        f"in total, those of another coder {known}. The masses of a document must "
                        "have the same sum"
                    )
                # The last segment ends with the document, where no boundary can be.
                columns.append((item, coder, ends[:-1]))
        return _from_places(columns, lengths, audit)

    @classmethod
    def from_strings(
        cls, strings: Mapping[Any, Mapping[Any, Sequence[Any]]], *, boundary: Any = "1"
    ) -> "Segmentations":
        """Build a study from strings over places: document → coder → "0100100".

        n characters are n places between n + 1 atoms (the convention of NLTK). Apart from
        `boundary` there is one other character only: types of boundaries come as rows (`of`).

        >>> import accord
        >>> accord.Segmentations.from_strings({"d": {"A": "001010"}}).documents[0].masses(
        ...     0
        ... ).tolist()
        [3, 2, 2]
        """
        lengths: dict[Hashable, int] = {}
        columns: list[tuple[Hashable, Hashable, IntArray]] = []
        for item, by_coder in strings.items():
            if not isinstance(by_coder, Mapping):
                raise DataError(
                    f"document {item!r} has {by_coder!r:.40}; expected is document → coder → signs"
                )
            others = {sign for signs in by_coder.values() for sign in signs} - {boundary}
            if len(others) > 1:
                raise DataError(
                    f"document {item!r}: signs {sorted(map(str, others))} besides the boundary "
                    f"{boundary!r}; use one sign for all other places, or rows with types"
                )
            for coder, signs in by_coder.items():
                if lengths.setdefault(item, len(signs) + 1) != len(signs) + 1:
                    raise DataError(
                        f"document {item!r}: coder {coder!r} has {len(signs)} places, another "
                        f"coder {lengths[item] - 1}"
                    )
                at = [place for place, sign in enumerate(signs, 1) if sign == boundary]
                columns.append((item, coder, np.array(at, dtype=np.int64)))
        return _from_places(columns, lengths, None)

    @property
    def typed(self) -> bool:
        """Whether boundaries have types."""
        return any(kind is not None for kind in self.types)

    def level(self, *types: Hashable) -> Self:
        """The study of the boundaries of these types alone: one level of a hierarchy."""
        wanted = [self.types.index(kind) for kind in types]
        documents = []
        for doc in self.documents:
            keep = np.isin(doc.type, wanted)
            documents.append(
                replace(doc, coder=doc.coder[keep], place=doc.place[keep], type=doc.type[keep])
            )
        return replace(self, documents=tuple(documents))

    def counts(self) -> dict[str, Any]:
        """Documents, coders, types and boundaries."""
        boundaries = sum(map(len, self.documents))
        return {**self._size(), "k": max(len(self.types), 1), "b": boundaries}


def names_of(study: Segmentations) -> dict[str, Counted]:
    """The names of a study by what they name, with how often each occurs."""
    codes = [part.type for part in study.documents]
    return names_of_documents(study, labels_counted(study.types, codes))


def _from_places(
    columns: list[tuple[Hashable, Hashable, IntArray]],
    lengths: Mapping[Hashable, int],
    audit: Audit | None,
) -> Segmentations:
    """Untyped boundaries from one array of places per document and coder."""
    coders = Names(dict.fromkeys(coder for _, coder, _ in columns))
    types = Names([None])
    documents = []
    by_item: dict[Hashable, dict[int, IntArray]] = {item: {} for item in lengths}
    for item, coder, places in columns:
        by_item[item][coders.index(coder)] = places
    for item, length in lengths.items():
        parts = sorted(by_item[item].items())
        seen = np.zeros(len(coders), dtype=bool)
        seen[[c for c, _ in parts]] = True
        sizes = [len(places) for _, places in parts]
        who = np.repeat(np.array([c for c, _ in parts], dtype=np.int64), sizes)
        place = np.concatenate([np.zeros(0, np.int64), *(places for _, places in parts)])
        documents.append(
            Segmentation(
                coders,
                types,
                who,
                place.astype(np.int64),
                np.zeros(len(who), np.int64),
                seen,
                int(length),
                item,
            )
        )
    study = Segmentations(tuple(documents), coders, types, {}, audit)
    return noted(study, names_of(study)) if audit is None else study


def _check(
    row: tuple[Hashable, Hashable, int, Hashable], lengths: Mapping[Hashable, int], place: str
) -> None:
    item, coder, at, _ = row
    if item not in lengths:
        raise DataError(f"{place}: the length of document {item!r} is not known; give it")
    if int(at) != at or not 0 < at < lengths[item]:
        raise DataError(
            f"{place}: boundary {at!r} of coder {coder!r} is not inside document "
            f"{item!r}; places are whole numbers from 1 to {lengths[item] - 1}"
        )


def _types(
    declared: Sequence[Hashable] | None, seen: list[Hashable], where: Sequence[str] | None
) -> Names:
    found = list(dict.fromkeys(seen))
    if declared is None:
        if found and all(isinstance(t, (int, float)) and not isinstance(t, bool) for t in found):
            found.sort(key=lambda number: float(str(number)))
        return Names(found or [None])
    for kind in found:
        if kind not in declared:
            at = seen.index(kind)
            place = where[at] if where else f"boundary {at + 1}"
            raise DataError(f"{place}: type {kind!r} is not among the declared types")
    return Names(declared)


def of_sequences(marked: Mapping[Any, Any]) -> Segmentations:
    """Strings "0100" or rows of 0 and 1 are places; other whole numbers are lengths of segments."""
    first = next(iter(marked.values()))
    if isinstance(first, str):
        return Segmentations.from_strings({"document": marked})
    numbers: dict[Any, Any] = {coder: np.asarray(places) for coder, places in marked.items()}
    # No segment has length 0, so a 0 shows places; rows of ones alone are taken for places, too.
    if all(set(np.unique(each)) <= {0, 1} for each in numbers.values()):
        return Segmentations.from_strings({"document": numbers}, boundary=1)
    return Segmentations.from_masses({"document": numbers})


def categories_of(study: Segmentations) -> Names:
    """Types are the categories of boundaries."""
    return study.types


def properties_of(study: Segmentations) -> "Properties":
    """Segments cover everything, and every one touches the next."""
    from accord.kinds.properties import Properties, level_of

    return Properties(
        study.kind,
        len(study.items),
        len(study.coders),
        len(study.types),
        categorized=study.typed,
        unitized=True,
        neighbours=True,
        missing=some_missing(study),
        level=level_of(study.types),
    )
