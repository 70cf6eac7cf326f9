"""Spellings of one name merged: `fold` makes one label, coder or item of those that differ only
in case, spaces, invisible signs, Unicode form or 1 against 1.0."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from typing import Any

from accord.errors import DataError, Setting
from accord.kinds.kind import ability
from accord.kinds.questions import names_of
from accord.model.audit import Audit, alike, in_words

Renamed = Mapping[Hashable, Hashable]
"""Spelling → the one that stays; what is not there stays as it is."""


def fold(study: Any) -> Any:
    """The study with names merged that differ only in spelling; its audit says which.

    The most frequent spelling stays, of equally frequent ones the first in sorted order. Where two
    spellings of a coder are of the same item they are two people, or one coded it twice: DataError.

    :param study: Any study.

    >>> import accord
    >>> study = accord.convert.fold(
    ...     accord.from_coders({"A": ["yes", "no", "yes"], "B": ["Yes", "no", "yes"]})
    ... )
    >>> list(study.categories)
    ['yes', 'no']
    """
    groups = {what: alike(*counted) for what, counted in names_of(study).items()}
    if not any(groups.values()):
        return study
    named = {
        what: {name: group[0][0] for group in same for name, _ in group[1:]}
        for what, same in groups.items()
    }
    notes = [f"merged {in_words(same, what)}" for what, same in groups.items() if same]
    merged = ability(study, "folded")(study, named)
    audit: Audit = study.audit or Audit()
    return replace(merged, audit=audit.noting(*notes))


def renaming(named: Renamed) -> Callable[[Hashable], Hashable]:
    """What gives a name its spelling that stays; sets of labels are renamed one by one."""

    def change(name: Hashable) -> Hashable:
        if isinstance(name, frozenset):
            return frozenset(named.get(label, label) for label in name)
        return named.get(name, name)

    return change


def twice(coder: Hashable, what: str, item: Hashable, labels: str = "") -> DataError:
    """What to say of a coder who has something twice under two spellings: two people, perhaps."""
    return DataError(
        f"with spellings merged, coder {coder!r} has {what} {item!r} twice{labels}; rename what is "
        f"not the same in the data, or leave out {Setting('fold')}"
    )
