"""Boundaries in lines and rows, in and out."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any

from accord._read.formats.line_values import (
    FORMAT,
    DocumentLines,
    Lines,
    document_line,
    header_of,
    idle,
    name,
    named,
    names,
    who_saw,
)
from accord._read.text.json_values import needed, whole
from accord.errors import DataError
from accord.kinds.boundaries.study import Segmentations
from accord.model.audit import Audit
from accord.model.showing import cell


def from_lines(header: Mapping[str, Any], lines: Lines, source: str) -> Segmentations:
    """A study from the lines of accord's own format; the length of a document comes first."""
    rows: list[tuple[Hashable, Hashable, int, Hashable]] = []
    where, seen = [], []
    lengths: dict[Hashable, int] = {}
    held = DocumentLines(header, lines, source)
    for place, document, record in held:
        if "coder" not in record:
            lengths[document] = whole(needed(record, "length", place), "length", place)
            seen += held.saw(document, place)
            continue
        if document not in lengths:
            raise DataError(f"{place}: no earlier line gives the length of document {document!r}")
        who = name(record["coder"], place)
        seen.append((document, who))
        at = whole(needed(record, "place", place), "place", place)
        rows.append((document, who, at, name(record.get("type"), place)))
        where.append(place)
    return Segmentations.of(
        rows,
        lengths=lengths,
        coders=held.coders,
        types=names(header, "types", f"{source}:1"),
        seen=seen,
        where=where,
        about=held.about(),
        audit=Audit(source, FORMAT, len(where)),
    )


def to_lines(study: Segmentations) -> Iterator[dict[str, Any]]:
    """The records of accord's own format: a line for each document, and one for each boundary."""
    coders, types = map(named, study.coders), map(named, study.types)
    yield header_of(study, coders=[*coders], types=[*types])
    for at, part in enumerate(study.documents):
        yield document_line(study, at, length=part.length, seen=who_saw(part))
        for coder, place, kind in part:
            yield {
                "document": named(part.name),
                "coder": named(coder),
                "place": place,
                **({} if kind is None else {"type": named(kind)}),
            }


def to_rows(study: Segmentations) -> Iterator[Sequence[Any]]:
    """A row for each boundary."""
    yield ("document", "coder", "place", "type", "length")
    for part in study.documents:
        rows = [(coder, place, cell(kind)) for coder, place, kind in part]
        for row in [*rows, *((coder, "", "") for coder in idle(part, rows))]:
            yield (part.name, *row, part.length)
