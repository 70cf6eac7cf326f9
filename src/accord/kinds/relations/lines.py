"""Relations in lines and rows, in and out, and from the marks of other formats."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from accord._read.door.marks import Mark, Marks, labels_in
from accord._read.door.read_options import Options
from accord._read.formats.line_values import (
    FORMAT,
    DocumentLines,
    Lines,
    document_line,
    header_of,
    idle,
    listed,
    named,
)
from accord._read.text.json_values import checked, optional
from accord.kinds.labels.lines import from_marks as labels_from_marks
from accord.kinds.labels.study import Codings
from accord.kinds.relations.study import Relations
from accord.model.audit import Audit
from accord.model.showing import cell, counted
from accord.words.said import said


def from_lines(header: Mapping[str, Any], lines: Lines, source: str) -> Relations:
    """A study from the lines of accord's own format."""
    rows: list[Any] = []
    entities: list[Any] = []
    where: list[str] = []
    seen: dict[tuple[Hashable, Hashable], None] = {}
    held = DocumentLines(header, lines, source)
    for place, pair, record in held.of_coders("document"):
        seen[pair] = None
        for one in optional(record, "entities", place, list, []):
            entity, types = listed(one, 2, "[entity, [types]]", place)
            each = checked(types or [None], "types", place, list)
            entities += [(*pair, entity, kind) for kind in each]
        for one in optional(record, "relations", place, list, []):
            rows.append((*pair, *listed(one, 3, "[source, target, type]", place)))
            where.append(place)
    return Relations.of(
        rows,
        entities=entities,
        items=tuple(held.documents),
        coders=held.coders,
        texts=held.texts(),
        seen=seen,
        about=held.about(),
        where=where,
        audit=Audit(source, FORMAT, len(seen)),
    )


def to_lines(study: Relations) -> Iterator[dict[str, Any]]:
    """The records of accord's own format: a line for each document and for each coder in it."""
    yield header_of(study, coders=[*map(named, study.coders)])
    for at, part in enumerate(study.documents):
        yield document_line(study, at, text=part.text)
        for c in part.seen.nonzero()[0].tolist():
            yield {
                "document": named(part.name),
                "coder": named(part.coders[c]),
                "entities": part.entities[c],
                "relations": part.links[c],
            }


def to_rows(study: Relations) -> Iterator[Sequence[Any]]:
    """One row for each relation; entities that are in none have no row."""
    yield ("document", "coder", "source", "target", "type")
    for document in study.documents:
        rows: list[tuple[Any, ...]] = [
            (coder, cell(link.source), cell(link.target), link.type)
            for coder, links in zip(document.coders, document.links, strict=True)
            for link in links
        ]
        for row in [*rows, *((coder, "", "", "") for coder in idle(document, rows))]:
            yield (document.name, *row)


def from_marks(
    chosen: list[Mark], marks: Marks, format: str, options: Options
) -> Relations | Codings:
    """A study from the marks of any format that link two spans; labels where they are asked for."""
    # Asked for as labels, every marked link is an item and its type the label.
    if options.kind == Codings.kind:
        return labels_from_marks(chosen, marks, format, options)
    rows: dict[Any, str] = {}
    twice = 0
    for mark in chosen:
        for label in labels_in([mark]):
            if mark.link is not None:
                key = (mark.document or "", mark.coder or "", *mark.link, str(label))
                twice += key in rows
                rows.setdefault(key, mark.where)
    saw = marks.seen_of(chosen)
    entities, notes = _entities(rows, marks, {(d or "", c or "") for d, c in saw})
    if twice:
        notes.append(f"{counted(twice, 'duplicate relation')} of the same coder counted once")
    documents = tuple(dict.fromkeys(document or "" for document, _ in saw))
    return Relations.of(
        list(rows),
        entities=entities,
        items=documents,
        coders=tuple(dict.fromkeys(coder or "" for _, coder in saw)),
        texts={d or "": t for d, t in marks.texts.items() if (d or "") in documents},
        seen=[(d or "", c or "") for d, c in saw] if marks.knows_seen else None,
        where=list(rows.values()),
        audit=marks.audit(format, *notes),
    )


def _entities(
    rows: Iterable[Any], marks: Marks, saw: set[tuple[str, str]]
) -> tuple[list[tuple[str, str, tuple[float, float], str | None]], list[str]]:
    """The spans that could be linked, as the coders marked them: those of the layer that has most
    ends of relations; of several the one that is read by default, then the smallest."""
    ends = {(document, coder, end) for document, coder, *both, _ in rows for end in both}
    layers: dict[str, dict[Any, set[str]]] = {}
    for mark in marks.marks:
        if mark.begin is not None and mark.end is not None:
            place = (mark.document or "", mark.coder or "", (mark.begin, mark.end))
            types = layers.setdefault(mark.layer, {}).setdefault(place, set())
            if not mark.field:
                types.update(str(label) for label in labels_in([mark]))

    def rank(name: str) -> tuple[int, bool, int]:
        return -len(ends & layers[name].keys()), name != marks.main, len(layers[name])

    ranked = sorted(layers, key=rank)
    if not ranked or not ends & layers[ranked[0]].keys():
        note = said("read.no-layer-spans-has")
        return [], [note]
    marked = [
        (*place, kind)
        for place, types in layers[ranked[0]].items()
        if place[:2] in saw
        for kind in (types or [None])
    ]
    return marked, [said("read.entities-spans-layer-what", layer=ranked[0])]
