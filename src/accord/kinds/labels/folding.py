"""Labels with spellings of one name merged."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from accord.kinds.folding import Renamed, renaming, twice
from accord.kinds.labels.study import Codings
from accord.model.names import IntArray, Names


def folded(study: Codings, named: Mapping[str, Renamed]) -> Codings:
    """The study with labels, items and coders renamed; trees and graphs name no labels."""
    labels = named.get("labels")
    return items_and_coders(study.recode(renaming(labels)) if labels else study, named)


def items_and_coders(study: Codings, named: Mapping[str, Renamed]) -> Codings:
    """The study with items and coders renamed."""
    if not named["items"] and not named["coders"]:
        return study
    item_code, items = _merged(study.items, named["items"])
    coder_code, coders = _merged(study.coders, named["coders"])
    item = item_code[study.item]
    coder = None if study.coder is None else coder_code[study.coder]
    order = np.lexsort((np.zeros_like(item) if coder is None else coder, item))
    first = np.unique(item_code, return_index=True)[1]
    if coder is not None:
        _once(item[order], coder[order], study.category[order], study, items, coders)
    return replace(
        study,
        items=items,
        coders=coders,
        item=item[order],
        coder=None if coder is None else coder[order],
        category=study.category[order],
        about={key: [column[int(at)] for at in first] for key, column in study.about.items()},
    )


def _merged(names: Names, named: Renamed) -> tuple[IntArray, Names]:
    """The new code of each name, and the new names in the order in which they were met."""
    if not named:
        return np.arange(len(names), dtype=np.int32), names
    kept = [named.get(name, name) for name in names]
    order = {name: at for at, name in enumerate(dict.fromkeys(kept))}
    return np.array([order[name] for name in kept], np.int32), Names(order)


def _once(
    item: IntArray, coder: IntArray, category: IntArray, study: Codings, items: Names, coders: Names
) -> None:
    same = np.flatnonzero((np.diff(item) == 0) & (np.diff(coder) == 0))
    if len(same):
        at = int(same[0])
        labels = [study.categories[int(category[at + n])] for n in (0, 1)]
        raise twice(coders[int(coder[at])], "item", items[int(item[at])], f" ({labels!r})")
