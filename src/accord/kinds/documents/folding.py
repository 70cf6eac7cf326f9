"""Documents with spellings of one name merged: what all their kinds need for it."""

from collections.abc import Callable, Hashable, Mapping
from typing import Any, Generic, NamedTuple

from accord.kinds.documents.study import Documents, PartT
from accord.kinds.folding import Renamed, renaming, twice


class Merged(NamedTuple, Generic[PartT]):
    """Documents by their new names, and what every study is built from beside its marks.

    :param parts: The documents that are now one, by its name.
    :param who: The new name of a coder.
    :param label: The new name of a label.
    :param rest: Coders, who saw what, columns about documents, and the audit.
    """

    parts: Mapping[Hashable, list[PartT]]
    who: Callable[[Hashable], Hashable]
    label: Callable[[Hashable], Any]
    rest: dict[str, Any]

    def texts(self) -> dict[Hashable, str]:
        """The texts of documents, where they are known."""
        texts = {name: [p.text for p in parts] for name, parts in self._parts()}
        return {name: text for name, each in texts.items() for text in each if text is not None}

    def _parts(self) -> list[tuple[Hashable, list[Any]]]:
        return list(self.parts.items())


def merged(study: Documents[PartT], named: Mapping[str, Renamed]) -> Merged[PartT]:
    """The documents by their new names.

    Two spellings of a coder with marks in one document are refused. Of columns about documents
    that were merged, what the first says stays.
    """
    who, what = renaming(named["coders"]), renaming(named["documents"])
    parts: dict[Hashable, list[PartT]] = {}
    seen: dict[tuple[Hashable, Hashable], None] = {}
    marked: set[tuple[Hashable, Hashable]] = set()
    first = []
    for at, part in enumerate(study.documents):
        name, touched = what(part.name), part.touched()
        if name not in parts:
            first.append(at)
        parts.setdefault(name, []).append(part)
        for coder, saw, mine in zip(map(who, study.coders), part.seen, touched, strict=True):
            if saw:
                seen[name, coder] = None
            if mine:
                # Two spellings that both marked a document are two people, or one who did it twice.
                if (name, coder) in marked:
                    raise twice(coder, "document", name)
                marked.add((name, coder))
    rest = {
        "coders": tuple(dict.fromkeys(map(who, study.coders))),
        "seen": list(seen),
        "about": {key: [column[at] for at in first] for key, column in study.about.items()},
        "audit": study.audit,
    }
    return Merged(parts, who, renaming(named.get("labels", {})), rest)
