"""The coders that somebody asks for by name, where coders are no columns."""

from collections.abc import Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from typing import Any

import numpy as np

from accord._read.tables.roles import EVERYBODY
from accord.errors import DataError
from accord.kinds.kind import ability, one_value
from accord.kinds.labels.study import Codings
from accord.model.audit import Audit


def are_columns(headers: Sequence[Sequence[str]], wanted: Sequence[str]) -> bool:
    """Whether any of the names, or patterns, is one of a column.

    >>> are_columns([["item", "coder", "label"]], ["Ann", "B*"])
    False
    >>> are_columns([["item", "coder", "label"]], ["co*"]), are_columns([["a", "b"]], ["*"])
    (True, False)
    """
    if list(wanted) == EVERYBODY:
        return False
    names = {name for header in headers for name in header}
    lowered = {name.strip().lower() for name in names}
    return any(
        one.strip().lower() in lowered or any(fnmatchcase(name, one) for name in names)
        for one in wanted
    )


def positions(names: Sequence[str], wanted: Sequence[str], source: str) -> list[int]:
    """Where the coders of these names (or patterns) are; every one must be there."""
    at: dict[int, None] = {}
    places: dict[str, list[int]] = {}
    for n, name in enumerate(names):
        places.setdefault(name, []).append(n)
    for one in wanted:
        fitting = places.get(one) or [n for n, name in enumerate(names) if fnmatchcase(name, one)]
        if not fitting:
            # Twenty names are some lines of a terminal; a crowd has thousands.
            more = f", … {len(names)} in total" if len(names) > 20 else ""
            shown = ", ".join(map(repr, names[:20]))
            raise DataError(f"{source}: no coder {one!r}. Coders: {shown}{more}")
        at.update(dict.fromkeys(fitting))
    return list(at)


def only_coders(study: Any, wanted: Sequence[str], source: str) -> Any:
    """The study of the coders of these names (or patterns), in this order.

    Labels that none of them used and items that none of them saw go, as if the file had none.

    >>> from accord.kinds.labels.tabular import from_coders
    >>> only_coders(from_coders({"Ann": "xy", "Bob": "xx", "Cy": "zz"}), ["Ann", "B*"], "acts.csv")
    Codings(2 items, 2 coders, 2 categories, 4 codings)
    """
    names = [str(name) for name in study.coders]
    if not names:
        raise DataError(
            f"{source}: these data do not show who chose what, so no coder can be selected"
        )
    at = positions(names, wanted, source)
    if len(at) == len(names):
        return study.only(at)
    audit = (study.audit or Audit()).noting(f"{len(at)} of {len(names)} coders kept")
    return replace(only_at(study, at), audit=audit)


def only_at(study: Any, at: Sequence[int]) -> Any:
    """The study of the coders at these places, without what none of them used or saw."""
    chosen = study.only(at)
    listed = one_value(chosen) and not ability(chosen, "only_counts")(chosen)
    return _pruned(chosen) if listed else chosen


def _pruned(study: Codings) -> Codings:
    """Without items that have no coding and categories, unless declared, that nobody chose."""
    there = np.unique(study.item)
    if len(there) < len(study.items):
        study = study.take(there)
    used, code = np.unique(study.category, return_inverse=True)
    if study.declared or len(used) == len(study.categories):
        return study
    return replace(
        study, categories=study.categories.take(used), category=code.reshape(-1).astype(np.int32)
    )
