"""Which part of a study is measured, and the lines that choose the same part elsewhere.

Coders, documents and categories are named by their place in the study that was read: names are
text of strangers, and two of them may look alike.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from accord._report.wording import labels
from accord.errors import DataError, NotApplicableError
from accord.infer.resample.replicates import unit_drawn
from accord.kinds.kind import kind_of
from accord.model.showing import cell
from accord.model.study import Study
from accord.words.said import said

MOST_LISTED = 1000
"""How many names of one kind the page lists."""


def documents_to_choose(study: Study) -> tuple[str, list[str]]:
    """What groups items, and the names of the groups: a column about items, or the items."""
    column = unit_drawn(study)
    if column != "items":
        about: Mapping[str, Sequence[Any]] = study.about
        return column, labels(dict.fromkeys(about[column]))
    return "items", labels(study.items) if kind_of(study).holds_documents else []


@dataclass(frozen=True, slots=True)
class Selection:
    """The coders and documents that are left in, and the categories that are one."""

    coders: tuple[int, ...] | None = None
    documents: tuple[int, ...] | None = None
    merges: tuple[tuple[int, ...], ...] = ()
    dimension: str | None = None

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> "Selection":
        """What the page says: lists of places, None for all."""

        def places(found: Any) -> tuple[int, ...]:
            # `type` and not isinstance: true is an int in Python, and would be coder 1.
            if not isinstance(found, list) or not all(type(at) is int and at >= 0 for at in found):
                raise DataError(f"a selection must be a list of positions, not {found!r}")
            return tuple(dict.fromkeys(found))

        chosen = {
            name: None if given.get(name) is None else places(given[name])
            for name in ("coders", "documents")
        }
        merges = [places(group) for group in given.get("merges") or ()]
        everyone = [at for group in merges for at in group]
        if len(set(everyone)) < len(everyone):
            raise DataError(said("serve.merged_twice"))
        dimension = given.get("dimension")
        if dimension is not None and not isinstance(dimension, str):
            raise DataError(f"a dimension must be a name, not {dimension!r}")
        return cls(**chosen, merges=tuple(filter(None, merges)), dimension=dimension)

    @property
    def is_all(self) -> bool:
        """Whether nothing is left out or merged."""
        return self == Selection()

    def chosen(self, study: Study) -> Study:
        """The part of the study that is measured."""
        found: Any = study
        if self.dimension is not None:
            found = _dimension(found, self.dimension)
        if self.merges:
            found = found.recode(_merged(found, self.merges).__getitem__)
        if self.documents is not None:
            found = found.take(_items(found, self.documents))
        if self.coders is not None:
            if len(self.coders) < 2:
                raise NotApplicableError(said("serve.two_coders"))
            _known(self.coders, len(found.coders), "coder")
            found = found.only(list(self.coders))
        chosen: Study = found
        return chosen

    def lines(self, study: Study) -> list[str]:
        """The lines of Python that choose the same part of `study`."""
        lines: list[str] = []
        found: Any = study
        if self.dimension is not None:
            lines.append(f"study = replace(study[{self.dimension!r}], about=study.about)")
            lines.insert(0, "from dataclasses import replace")
            found = _dimension(found, self.dimension)
        if self.merges:
            table = _merged(found, self.merges)
            changed = {name: other for name, other in table.items() if name != other}
            lines.append(f"merged = {changed!r}")
            lines.append("study = study.recode(lambda name: merged.get(name, name))")
        if self.documents is not None:
            column, _ = documents_to_choose(found)
            names: Any = found.items if column == "items" else dict.fromkeys(found.about[column])
            kept = {at: name for at, name in enumerate(names) if at in set(self.documents)}
            each = "study.items" if column == "items" else f"study.about[{column!r}]"
            lines.append(f"kept = {[*kept.values()]!r}")
            lines.append(
                f"study = study.take([at for at, name in enumerate({each}) if name in kept])"
            )
        if self.coders is not None:
            shown = ", ".join(repr(found.coders[at]) for at in self.coders)
            lines.append(f"study = study.only({[*self.coders]!r})  # {shown}")
        return lines


def _dimension(study: Any, name: str) -> Study:
    from dataclasses import replace

    if not kind_of(study).several or name not in study.names:
        raise DataError(f"these data have no dimension {name!r}")
    one: Study = replace(study[name], about=study.about)
    return one


def _merged(study: Any, merges: Sequence[Sequence[int]]) -> dict[Hashable, Hashable]:
    """Category → what it is called now: the names of those that are one, joined."""
    if not hasattr(study, "categories"):
        raise NotApplicableError(said("serve.no_merge", kind=study.kind))
    names = list(study.categories)
    found: dict[Hashable, Hashable] = {name: name for name in names}
    for group in merges:
        _known(group, len(names), "category")
        if any(isinstance(names[at], frozenset) for at in group):
            raise NotApplicableError(said("serve.no_sets"))
        joined = "+".join(str(cell(names[at])) for at in sorted(group))
        number = study.categories.numbers() is not None  # a number stays one: the lowest
        first = names[min(group)]
        for at in group:
            found[names[at]] = first if number or len(group) == 1 else joined
    return found


def _items(study: Any, documents: Sequence[int]) -> list[int]:
    """The places of the items of some documents."""
    column, names = documents_to_choose(study)
    many = len(names) if names else len(study.items)
    _known(documents, many, "document")
    if column == "items":
        return sorted(documents)
    place = {name: at for at, name in enumerate(dict.fromkeys(study.about[column]))}
    wanted = set(documents)
    return [at for at, name in enumerate(study.about[column]) if place[name] in wanted]


def _known(places: Sequence[int], many: int, what: str) -> None:
    if not places:
        raise NotApplicableError(said(f"serve.none_left.{what}"))
    if max(places) >= many:
        raise DataError(f"no {what} number {max(places) + 1}; the last is {many}")
