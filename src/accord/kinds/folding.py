"""Spellings of one name merged: `fold` makes one label, coder or item of those that differ only
in case, spaces, invisible signs, Unicode form or 1 against 1.0."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from accord.errors import DataError, Setting
from accord.kinds.boundaries.study import Segmentations
from accord.kinds.chains.study import Partitions
from accord.kinds.dimensions.study import Dimensions, dimensions
from accord.kinds.labels.study import Codings
from accord.kinds.questions import names_of
from accord.kinds.regions.study import Regions
from accord.kinds.relations.study import Relations
from accord.kinds.spans.study import Unitizings
from accord.model.audit import Audit, alike, in_words
from accord.model.names import IntArray, Names

Named = Mapping[Hashable, Hashable]
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
        what: {name: group[0][0] for group in found for name, _ in group[1:]}
        for what, found in groups.items()
    }
    notes = [f"merged {in_words(found, what)}" for what, found in groups.items() if found]
    merged = _FOLDED[study.kind](study, named)
    audit: Audit = study.audit or Audit()
    return replace(merged, audit=audit.noting(*notes))


def _change(named: Named) -> Callable[[Hashable], Hashable]:
    def change(name: Hashable) -> Hashable:
        if isinstance(name, frozenset):
            return frozenset(named.get(label, label) for label in name)
        return named.get(name, name)

    return change


def _codings(study: Codings, named: Mapping[str, Named]) -> Codings:
    study = study.recode(_change(named["labels"])) if named["labels"] else study
    return _items_and_coders(study, named)


def _items_and_coders(study: Codings, named: Mapping[str, Named]) -> Codings:
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


def _merged(names: Names, named: Named) -> tuple[IntArray, Names]:
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
        raise _twice(coders[int(coder[at])], "item", items[int(item[at])], f" ({labels!r})")


def _twice(coder: Hashable, what: str, item: Hashable, labels: str = "") -> DataError:
    return DataError(
        f"with spellings merged, coder {coder!r} has {what} {item!r} twice{labels}; rename what is "
        f"not the same in the data, or leave out {Setting('fold')}"
    )


def _dimensions(study: Dimensions, named: Mapping[str, Named]) -> Dimensions:
    parts = {
        name: _codings(part, {**named, "labels": named.get(f"labels of {name!r}", {})})
        for name, part in study.studies.items()
    }
    seen = _items_and_coders(study.seen, named)
    first = study.names[0]
    rows = [(i, c, name, k) for name, part in parts.items() for i, c, k in part.rows()]
    return dimensions([*((i, c, first, None) for i, c, _ in seen.rows()), *rows], study.audit)


def _documents(
    parts: Iterable[Any], coders: Names, named: Mapping[str, Named]
) -> tuple[dict[Hashable, list[Any]], list[tuple[Hashable, Hashable]], Callable[..., Any]]:
    """The documents by their new names, who saw which, and the new name of a coder.

    Two spellings of a coder with marks in one document are refused.
    """
    who, what = _change(named["coders"]), _change(named["documents"])
    found: dict[Hashable, list[Any]] = {}
    seen: dict[tuple[Hashable, Hashable], None] = {}
    marked: set[tuple[Hashable, Hashable]] = set()
    for part in parts:
        name = what(part.name)
        found.setdefault(name, []).append(part)
        touched = part.touched()
        for at, coder in enumerate(coders):
            if part.seen[at]:
                seen[name, who(coder)] = None
            if touched[at]:
                if (name, who(coder)) in marked:
                    raise _twice(who(coder), "document", name)
                marked.add((name, who(coder)))
    return found, list(seen), who


def _unitizings(study: Unitizings, named: Mapping[str, Named]) -> Unitizings:
    found, seen, who = _documents(study.continua, study.coders, named)
    label = _change(named["labels"])
    rows = [
        (name, who(coder), unit.begin, unit.end, label(unit.category))
        for name, parts in found.items()
        for part in parts
        for coder, unit in part
    ]
    return Unitizings.of(
        rows,
        items=tuple(found),
        coders=tuple(dict.fromkeys(map(who, study.coders))),
        categories=tuple(dict.fromkeys(map(label, study.categories))),
        extents={n: (min(p.begin for p in ps), max(p.end for p in ps)) for n, ps in found.items()},
        texts={n: p.text for n, ps in found.items() for p in ps if p.text is not None},
        seen=seen,
        about=_about(study, found),
        audit=study.audit,
        declared=study.declared,
        resolution=study.resolution,
    )


def _segmentations(study: Segmentations, named: Mapping[str, Named]) -> Segmentations:
    found, seen, who = _documents(study.documents, study.coders, named)
    label = _change(named["labels"])
    lengths = {}
    for name, parts in found.items():
        lengths[name] = parts[0].length
        for part in parts[1:]:
            if part.length != lengths[name]:
                raise DataError(
                    f"with spellings merged, document {name!r} is {lengths[name]} and "
                    f"{part.length} long; rename one, or leave out {Setting('fold')}"
                )
    rows = [
        (name, who(coder), place, label(kind))
        for name, parts in found.items()
        for part in parts
        for coder, place, kind in part
    ]
    return Segmentations.of(
        rows,
        lengths=lengths,
        coders=tuple(dict.fromkeys(map(who, study.coders))),
        types=tuple(dict.fromkeys(map(label, study.types))),
        seen=seen,
        about=_about(study, found),
        audit=study.audit,
    )


def _partitions(study: Partitions, named: Mapping[str, Named]) -> Partitions:
    found, seen, who = _documents(study.documents, study.coders, named)
    rows: list[tuple[Any, ...]] = []
    links: list[tuple[Any, ...]] = []
    heads: dict[Any, Any] = {}
    for name, parts in found.items():
        for part in parts:
            for coder, chain in zip(study.coders, part.chain.tolist(), strict=True):
                marked = zip(part.mentions, chain, strict=True)
                rows += [(name, who(coder), m, (part.name, at)) for m, at in marked if at >= 0]
            links += [
                (name, who(study.coders[c]), part.mentions[m], part.mentions[a])
                for c, m, a in part.links.tolist()
            ]
            pairs = zip(part.mentions, part.heads, strict=True)
            heads |= {(name, m): head for m, head in pairs if head is not None}
    order = {
        name: list(dict.fromkeys(m for part in parts for m in part.mentions))
        for name, parts in found.items()
        if len(parts) == 1 and parts[0].ordered
    }
    return Partitions.of(
        rows,
        items=tuple(found),
        coders=tuple(dict.fromkeys(map(who, study.coders))),
        order=order,
        heads=heads,
        links=links,
        texts={n: p.text for n, ps in found.items() for p in ps if p.text is not None},
        seen=seen,
        about=_about(study, found),
        audit=study.audit,
    )


def _relations(study: Relations, named: Mapping[str, Named]) -> Relations:
    found, seen, who = _documents(study.documents, study.coders, named)
    label = _change(named["labels"])
    rows: list[Any] = []
    entities: list[Any] = []
    for name, parts in found.items():
        for part in parts:
            for coder, links, marked in zip(study.coders, part.links, part.entities, strict=True):
                rows += [(name, who(coder), *ends, label(kind)) for *ends, kind in links]
                entities += [(name, who(coder), one, t) for one, ts in marked for t in ts or [None]]
    return Relations.of(
        rows,
        entities=entities,
        items=tuple(found),
        coders=tuple(dict.fromkeys(map(who, study.coders))),
        texts={n: p.text for n, ps in found.items() for p in ps if p.text is not None},
        seen=seen,
        about=_about(study, found),
        audit=study.audit,
    )


def _regions(study: Regions, named: Mapping[str, Named]) -> Regions:
    found, seen, who = _documents(study.documents, study.coders, named)
    label = _change(named["labels"])
    rows = [
        (name, who(coder), shape, label(category))
        for name, parts in found.items()
        for part in parts
        for coder, regions in zip(study.coders, part.regions, strict=True)
        for shape, category in regions
    ]
    return Regions.of(
        rows,
        items=tuple(found),
        coders=tuple(dict.fromkeys(map(who, study.coders))),
        sizes={n: p.size for n, ps in found.items() for p in ps if p.size is not None},
        seen=seen,
        about=_about(study, found),
        audit=study.audit,
    )


def _about(study: Any, found: Mapping[Hashable, list[Any]]) -> dict[str, list[Any]]:
    """Columns about documents: of those that were merged, what the first says."""
    first = {id(parts[0]) for parts in found.values()}
    parts = study.continua if study.kind == "unitizings" else study.documents
    kept = [at for at, part in enumerate(parts) if id(part) in first]
    return {key: [column[at] for at in kept] for key, column in study.about.items()}


_FOLDED: dict[str, Callable[..., Any]] = {
    "codings": _codings,
    "trees": _codings,
    "graphs": _codings,
    "dimensions": _dimensions,
    "unitizings": _unitizings,
    "segmentations": _segmentations,
    "partitions": _partitions,
    "relations": _relations,
    "regions": _regions,
}
