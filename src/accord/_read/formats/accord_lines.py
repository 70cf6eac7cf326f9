"""accord's own JSON Lines: lossless for every kind of study; the grammar is in docs/format.md.

{"accord": "codings", "version": 1, "coders": ["A", "B"], "categories": ["Stat", "IReq"]}
{"item": "s1", "coder": "A", "category": "Stat"}
{"item": "s1", "coder": "B", "category": "IReq"}
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import isnan
from typing import Any

import numpy as np

from accord._read.door.given import File
from accord._read.door.read_options import Options
from accord._read.formats.chain_lines import ChainRecords, chains_from_records
from accord._read.text.json_text import json_lines
from accord._read.text.json_values import checked, needed, number, optional, shown, whole
from accord.errors import DataError, UnknownNameError
from accord.kinds.boundaries.study import Segmentations
from accord.kinds.graphs.parts import Graph
from accord.kinds.labels.study import Codings
from accord.kinds.labels.tabular import declare, from_columns
from accord.kinds.regions.geometry import Box, Outline, Points, Raster, Shape
from accord.kinds.regions.study import Regions
from accord.kinds.relations.study import Relations
from accord.kinds.spans.study import Unitizings
from accord.kinds.trees.discourse import Discourse
from accord.kinds.trees.parts import Constituents, Dependencies
from accord.model.audit import Audit
from accord.model.names import Names, factorize
from accord.model.study import Study

VERSION = 1
Lines = Iterator[tuple[int, Any]]


def read_accord(file: File, options: Options) -> Study | ChainRecords:
    """Read a study that accord wrote, or a program that keeps to the grammar."""
    text, _ = file.text(options.encoding)
    lines = _watched(json_lines(text, file.name, options.limits), text, options)
    try:
        at, header = next(lines)
    except StopIteration:
        raise DataError(f"{file.name}: the file is empty") from None
    place = f"{file.name}:{at}"
    if isinstance(header, dict) and "accord" not in header and _is_headless(header):
        return _headless(header, at, lines, file.name)
    kind = needed(header, "accord", place, str)
    version = optional(header, "version", place, int, VERSION)
    if version > VERSION:
        raise DataError(
            f"{place}: version {version} of the format, written by a newer accord; this one reads "
            f"versions up to {VERSION}: update accord"
        )
    if version not in READERS:
        raise DataError(f"{place}: there is no version {version} of the format; write {VERSION}")
    kinds = READERS[version]
    if kind not in kinds:
        raise UnknownNameError(f"{place}: {UnknownNameError.of('kind of study', kind, kinds)}")
    study = kinds[kind](header, lines, file.name)
    return _described(study, header, place)


def _watched(lines: Lines, text: str, options: Options) -> Lines:
    """The lines, telling the progress now and then."""
    if options.progress is None:
        yield from lines
        return
    total = text.count("\n") + 1
    for at, value in lines:
        if at % 50_000 == 0:
            options.progress(at, total)
        yield at, value


def _described(study: Any, header: Mapping[str, Any], place: str) -> Study:
    made = optional(header, "audit", place, dict, {})
    notes = [str(note) for note in optional(made, "notes", place, list, [])]
    if made.get("source"):
        notes.insert(0, f"made from {made['source']} ({made.get('format', '')})")
    if study.audit is not None and notes:
        study = replace(study, audit=study.audit.noting(*notes))
    done: Study = study
    return done


def name(value: Any, place: str) -> Hashable:
    """A name or category: JSON's plain values; {"set": […]} and {"tuple": […]} for the others."""
    if isinstance(value, dict) and len(value) == 1:
        ((key, parts),) = value.items()
        if key in ("set", "tuple") and isinstance(parts, list):
            made = [name(part, place) for part in parts]
            return frozenset(made) if key == "set" else tuple(made)
        if key == "number" and parts in ("inf", "-inf"):
            return float(parts)
        if key in ("dependencies", "constituents"):
            return _tree(key, parts, place)
        if key in ("discourse", "graph"):
            return _structure(key, parts, place)
    if isinstance(value, (dict, list)) or (isinstance(value, float) and isnan(value)):
        raise DataError(
            f"{place}: found {shown(value)}; a name is text, a number, true, false, null, "
            '{"set": […]} or {"tuple": […]}'
        )
    plain: Hashable = value
    return plain


def _tree(key: str, parts: Any, place: str) -> Hashable:
    """A tree: heads, relations, words, tags; or labels, spans, depths, [size], words, tags."""
    number = 4 if key == "dependencies" else 6
    columns = _parts(parts, number, f"{number} lists of {key}", place)
    numbers, texts = ((0,), (1, 2, 3)) if number == 4 else ((2, 3), (0, 4, 5))
    for at, column in enumerate(columns):
        kind: Any = int if at in numbers else str if at in texts else list
        for part in checked(column, key, place, list):
            checked(part, key, place, kind)
    try:
        if number == 4:
            return Dependencies.of(*columns)
        spans = [(int(begin), int(end)) for begin, end in columns[1]]
        return Constituents.of(columns[0], spans, columns[2], *columns[3], *columns[4:])
    except (DataError, TypeError, ValueError) as error:
        raise DataError(f"{place}: {key} that are not a tree: {error}") from None


def _structure(key: str, parts: Any, place: str) -> Hashable:
    """A rhetorical structure: spans, [size], texts; or a graph: concepts, edges, attributes,
    [top], anchors, names, words."""
    number = 3 if key == "discourse" else 7
    columns = _parts(parts, number, f"{number} lists of a {key}", place)
    rows = {"discourse": ((int, int, int, str, str), 0), "graph": ((int, str, int), 1)}
    kinds, at = rows[key]
    plain = {1: int, 2: str} if key == "discourse" else {0: str, 3: int, 4: str, 5: str, 6: str}
    for column, found in enumerate(columns):
        for part in checked(found, key, place, list):
            checked(part, key, place, plain.get(column, list))
    for row in columns[at]:
        held = _parts(row, len(kinds), f"a row of a {key}", place)
        for part, kind in zip(held, kinds, strict=True):
            checked(part, key, place, kind)
    try:
        if key == "discourse":
            (size,) = columns[1]
            return Discourse.of(columns[0], size, columns[2])
        return Graph.from_columns(columns)
    except (DataError, TypeError, ValueError) as error:
        raise DataError(f"{place}: a {key} that cannot be: {error}") from None


def names(header: Mapping[str, Any], key: str, place: str) -> list[Hashable] | None:
    """The list of names under a key, None where it is absent."""
    found = optional(header, key, place, list, None)
    return None if found is None else [name(value, place) for value in found]


def _codings(header: Mapping[str, Any], lines: Lines, source: str) -> Codings:
    items: dict[Hashable, None] = {}
    about: dict[str, dict[Hashable, Any]] = {}
    item, coder, category, at = [], [], [], []
    rows = 0
    for line, record in lines:
        rows += 1
        if type(record) is not dict or "item" not in record:
            raise DataError(f'{source}:{line}: found {shown(record)}, needed an object with "item"')
        which = record["item"]
        if type(which) is not str:
            which = name(which, f"{source}:{line}")
        items[which] = None
        if "category" in record:
            item.append(which)
            coder.append(record.get("coder"))
            category.append(record["category"])
            at.append(line)
        told = record.get("about")
        for key, value in checked(told, "about", f"{source}:{line}", dict).items() if told else ():
            about.setdefault(key, {})[which] = value
    category = _plain(category, at, source)
    coder = _plain(coder, at, source)
    columns = {key: [column.get(i) for i in items] for key, column in about.items()}
    place = f"{source}:1"
    declared = names(header, "categories", place)
    audit = Audit(source, "accord JSON Lines", rows)
    if header.get("coders", ()) is None:
        return _anonymous(item, category, tuple(items), declared, columns, audit)
    study = from_columns(
        item,
        coder,
        category,
        items=tuple(items),
        coders=names(header, "coders", place),
        where=[f"{source}:{line}" for line in at],
        about=columns,
        audit=audit,
    )
    if declared is not None and header.get("declared"):
        among = set(declared)
        for value, line in zip(category, at, strict=True):
            if value not in among and value is not None:
                raise DataError(f"{source}:{line}: category {value!r} is not among the declared")
        return declare(study, declared)
    return study


def _plain(values: list[Any], at: Sequence[int], source: str) -> list[Any]:
    """The values as names; most are plain already."""
    return [
        name(value, f"{source}:{line}") if type(value) in (dict, list, float) else value
        for value, line in zip(values, at, strict=True)
    ]


def _anonymous(
    item: list[Hashable],
    category: list[Hashable],
    items: tuple[Hashable, ...],
    declared: list[Hashable] | None,
    about: Mapping[str, Sequence[Any]],
    audit: Audit,
) -> Codings:
    """An agreement table: nobody knows who coded what."""
    which = Names(items)
    code, found = factorize(category)
    at = np.fromiter((which.index(i) for i in item), np.int32, len(item))
    order = np.argsort(at, kind="stable")
    study = Codings(which, Names(), found, at[order], None, code[order], False, about, audit)
    return study if declared is None else declare(study, declared)


def _unitizings(header: Mapping[str, Any], lines: Lines, source: str) -> Unitizings:
    rows: list[tuple[Hashable, Hashable, float, float, Hashable]] = []
    where, seen = [], []
    documents: dict[Hashable, dict[str, Any]] = {}
    places: dict[Hashable, str] = {}
    coders = names(header, "coders", f"{source}:1")
    for line, record in lines:
        place = f"{source}:{line}"
        document = name(needed(record, "document", place), place)
        if "coder" not in record:
            documents[document], places[document] = record, place
            saw = names(record, "seen", place)
            seen += [(document, who) for who in (coders or ()) if saw is None or who in saw]
            continue
        documents.setdefault(document, {})
        who = name(record["coder"], place)
        seen.append((document, who))
        edges = [number(needed(record, key, place), key, place) for key in ("begin", "end")]
        rows.append((document, who, edges[0], edges[1], name(record.get("category"), place)))
        where.append(place)
    extents = {
        document: tuple(
            None if about.get(key) is None else float(number(about[key], key, places[document]))
            for key in ("begin", "end")
        )
        for document, about in documents.items()
    }
    texts = {
        d: checked(r["text"], "text", places[d], str)
        for d, r in documents.items()
        if r.get("text") is not None
    }
    return Unitizings.of(
        rows,
        items=tuple(documents),
        coders=coders,
        categories=names(header, "categories", f"{source}:1"),
        declared=bool(header.get("declared")),
        extents=extents,  # type: ignore[arg-type]
        texts=texts,
        seen=seen,
        where=where,
        about=_columns(documents),
        audit=Audit(source, "accord JSON Lines", len(where)),
        resolution=_resolution(header, f"{source}:1"),
    )


def _resolution(header: Mapping[str, Any], place: str) -> float:
    """The length of an atom; 1 where the header does not say."""
    found = number(header.get("resolution", 1), "resolution", place)
    if not found > 0:
        raise DataError(f"{place}: 'resolution' is {found:g}, needed a length above 0")
    return float(found)


def _columns(documents: Mapping[Hashable, Mapping[str, Any]]) -> dict[str, list[Any]]:
    """The columns about documents."""
    told = [r["about"] if isinstance(r.get("about"), dict) else {} for r in documents.values()]
    keys = dict.fromkeys(key for about in told for key in about)
    return {key: [about.get(key) for about in told] for key in keys}


def _partitions(header: Mapping[str, Any], lines: Lines, source: str) -> Study:
    documents: dict[Hashable, dict[str, Any]] = {}
    records = []
    for line, record in lines:
        place = f"{source}:{line}"
        document = name(needed(record, "document", place), place)
        if "coder" in record:
            documents.setdefault(document, {})
            coder = name(record["coder"], place)
            records.append((place, {**record, "document": document, "coder": coder}))
        else:
            documents[document] = record
    return chains_from_records(
        records,
        source,
        items=tuple(documents),
        coders=names(header, "coders", f"{source}:1"),
        about=_columns(documents),
        texts={d: r["text"] for d, r in documents.items() if isinstance(r.get("text"), str)},
    )


def _segmentations(header: Mapping[str, Any], lines: Lines, source: str) -> Segmentations:
    rows: list[tuple[Hashable, Hashable, int, Hashable]] = []
    where, seen = [], []
    documents: dict[Hashable, dict[str, Any]] = {}
    lengths: dict[Hashable, int] = {}
    coders = names(header, "coders", f"{source}:1")
    for line, record in lines:
        place = f"{source}:{line}"
        document = name(needed(record, "document", place), place)
        if "coder" not in record:
            documents[document] = record
            lengths[document] = whole(needed(record, "length", place), "length", place)
            saw = names(record, "seen", place)
            seen += [(document, who) for who in (coders or ()) if saw is None or who in saw]
            continue
        if document not in lengths:
            raise DataError(f"{place}: no line says the length of document {document!r} before")
        who = name(record["coder"], place)
        seen.append((document, who))
        at = whole(needed(record, "place", place), "place", place)
        rows.append((document, who, at, name(record.get("type"), place)))
        where.append(place)
    return Segmentations.of(
        rows,
        lengths=lengths,
        coders=coders,
        types=names(header, "types", f"{source}:1"),
        seen=seen,
        where=where,
        about=_columns(documents),
        audit=Audit(source, "accord JSON Lines", len(where)),
    )


def _relations(header: Mapping[str, Any], lines: Lines, source: str) -> Relations:
    rows: list[Any] = []
    entities: list[Any] = []
    where: list[str] = []
    seen: dict[tuple[Hashable, Hashable], None] = {}
    documents: dict[Hashable, dict[str, Any]] = {}
    for line, record in lines:
        place = f"{source}:{line}"
        document = name(needed(record, "document", place), place)
        documents.setdefault(document, {})
        if "coder" not in record:
            documents[document] = record
            continue
        who = name(record["coder"], place)
        if (document, who) in seen:
            raise DataError(f"{place}: coder {who!r} has document {document!r} already")
        seen[document, who] = None
        for one in optional(record, "entities", place, list, []):
            entity, types = _parts(one, 2, "[entity, [types]]", place)
            told = types or [None]
            entities += [(document, who, entity, t) for t in checked(told, "types", place, list)]
        for one in optional(record, "relations", place, list, []):
            rows.append((document, who, *_parts(one, 3, "[source, target, type]", place)))
            where.append(place)
    return Relations.of(
        rows,
        entities=entities,
        items=tuple(documents),
        coders=names(header, "coders", f"{source}:1"),
        texts={d: r["text"] for d, r in documents.items() if isinstance(r.get("text"), str)},
        seen=seen,
        about=_columns(documents),
        where=where,
        audit=Audit(source, "accord JSON Lines", len(seen)),
    )


SHAPES: dict[str, tuple[Callable[[list[Any]], Shape], int, str]] = {
    "box": (lambda given: Box(*given), 4, '["box", left, top, right, bottom, category]'),
    "outline": (
        lambda given: Outline(tuple(tuple((x, y) for x, y in ring) for ring in given[0])),
        1,
        '["outline", [[[x, y], …], …], category]',
    ),
    "raster": (
        lambda given: Raster(
            int(given[0]), int(given[1]), tuple((int(begin), int(end)) for begin, end in given[2])
        ),
        3,
        '["raster", height, width, [[begin, end], …], category]',
    ),
    "points": (
        lambda given: Points(tuple(None if p is None else tuple(p) for p in given[0]), given[1]),
        2,
        '["points", [[x, y], …], area, category]',
    ),
}
"""Name of a shape → how it is made, of how many parts, and how a region with it is written."""


def _regions(header: Mapping[str, Any], lines: Lines, source: str) -> Regions:
    rows: list[Any] = []
    where: list[str] = []
    seen: dict[tuple[Hashable, Hashable], None] = {}
    documents: dict[Hashable, dict[str, Any]] = {}
    for line, record in lines:
        place = f"{source}:{line}"
        document = name(needed(record, "document", place), place)
        documents.setdefault(document, {})
        if "coder" not in record:
            documents[document] = record
            continue
        who = name(record["coder"], place)
        if (document, who) in seen:
            raise DataError(f"{place}: coder {who!r} has image {document!r} already")
        seen[document, who] = None
        for one in optional(record, "regions", place, list, []):
            rows.append((document, who, *_region(one, place)))
            where.append(place)
    return Regions.of(
        rows,
        items=tuple(documents),
        coders=names(header, "coders", f"{source}:1"),
        sizes={
            d: tuple(_parts(r["size"], 2, "[width, height]", source))
            for d, r in documents.items()
            if r.get("size") is not None
        },
        seen=seen,
        about=_columns(documents),
        where=where,
        audit=Audit(source, "accord JSON Lines", len(seen)),
    )


def _region(found: Any, place: str) -> tuple[Shape, str]:
    """The shape and the category of a region."""
    kind = found[0] if isinstance(found, list) and found else None
    if kind not in SHAPES:
        raise DataError(
            f"{place}: found {shown(found)}, needed {SHAPES['box'][2]} or another shape"
        )
    make, number, form = SHAPES[kind]
    parts = _parts(found, number + 2, form, place)
    try:
        return make(parts[1:-1]), str(parts[-1])
    except (TypeError, ValueError, IndexError):
        raise DataError(f"{place}: found {shown(found)}, needed {form}") from None


def _parts(found: Any, number: int, form: str, place: str) -> list[Any]:
    if not isinstance(found, list) or len(found) != number:
        raise DataError(f"{place}: found {shown(found)}, needed {form}")
    return found


def _is_headless(first: Mapping[str, Any]) -> bool:
    return bool(first.get("kind")) or not {"chains", "links"}.isdisjoint(first)


def _headless(first: Mapping[str, Any], at: int, lines: Lines, source: str) -> ChainRecords:
    """Lines without a header, as programs write chains."""
    if first.get("kind", "partitions") != "partitions":
        raise DataError(f"{source}:{at}: lines of kind {shown(first['kind'])} need a header line")
    records = [(f"{source}:{line}", record) for line, record in [(at, first), *lines]]
    for place, record in records:
        needed(record, "document", place)
    return ChainRecords(source, records)


KINDS: dict[str, Callable[[Mapping[str, Any], Lines, str], Study]] = {
    "codings": _codings,
    "trees": _codings,
    "graphs": _codings,
    "unitizings": _unitizings,
    "partitions": _partitions,
    "segmentations": _segmentations,
    "relations": _relations,
    "regions": _regions,
}
"""Kind of study → how its lines are read."""

READERS = {1: KINDS}
"""Version of the format → its kinds. A version that was once written is read for good: a new one
adds a line here, and its own functions where lines mean something else than before."""
