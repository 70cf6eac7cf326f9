"""Spans in lines and rows, in and out, and from the marks of other formats."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any

from accord._read.door.marks import Mark, Marks
from accord._read.door.read_options import Options
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
from accord._read.text.json_values import checked, needed, number_in
from accord.errors import DataError, Setting
from accord.kinds.spans.parts import UnitRow
from accord.kinds.spans.study import Unitizings
from accord.model.audit import Audit
from accord.model.showing import cell, counted
from accord.words.said import said


def from_lines(header: Mapping[str, Any], lines: Lines, source: str) -> Unitizings:
    """A study from the lines of accord's own format."""
    rows: list[UnitRow] = []
    where, seen = [], []
    held = DocumentLines(header, lines, source)
    for place, document, record in held:
        if "coder" not in record:
            seen += held.saw(document, place)
            continue
        who = name(record["coder"], place)
        seen.append((document, who))
        edges = [number_in(needed(record, key, place), key, place) for key in ("begin", "end")]
        rows.append((document, who, edges[0], edges[1], name(record.get("category"), place)))
        where.append(place)
    places = held.places
    extents = {
        document: tuple(
            None if about.get(key) is None else float(number_in(about[key], key, places[document]))
            for key in ("begin", "end")
        )
        for document, about in held.documents.items()
    }
    texts: dict[Hashable, str] = {
        document: checked(about["text"], "text", places[document], str)
        for document, about in held.documents.items()
        if about.get("text") is not None
    }
    return Unitizings.of(
        rows,
        items=tuple(held.documents),
        coders=held.coders,
        categories=names(header, "categories", f"{source}:1"),
        declared=bool(header.get("declared")),
        extents=extents,  # type: ignore[arg-type]
        texts=texts,
        seen=seen,
        where=where,
        about=held.about(),
        audit=Audit(source, FORMAT, len(where)),
        resolution=_resolution(header, f"{source}:1"),
    )


def _resolution(header: Mapping[str, Any], place: str) -> float:
    """The length of an atom; 1 where the header does not say."""
    length = number_in(header.get("resolution", 1), "resolution", place)
    if not length > 0:
        raise DataError(f"{place}: 'resolution' is {length:g}, expected a length above 0")
    return float(length)


def to_lines(study: Unitizings) -> Iterator[dict[str, Any]]:
    """The records of accord's own format: a line for each document, and one for each unit."""
    more: dict[str, Any] = {"declared": True} if study.declared else {}
    if study.resolution != 1:  # what a reader takes it to be where nothing is said
        more["resolution"] = study.resolution
    coders, categories = map(named, study.coders), map(named, study.categories)
    yield header_of(study, coders=[*coders], categories=[*categories], **more)
    for at, continuum in enumerate(study.continua):
        extent = {"begin": continuum.begin, "end": continuum.end}
        yield document_line(study, at, **extent, seen=who_saw(continuum), text=continuum.text)
        for coder, unit in continuum:
            yield {
                "document": named(continuum.name),
                "coder": named(coder),
                "begin": unit.begin,
                "end": unit.end,
                "category": named(unit.category),
            }


def to_rows(study: Unitizings) -> Iterator[Sequence[Any]]:
    """One row for each unit; documents without a name have no column, nor lengths unless from 0."""
    named = len(study.continua) != 1 or study.continua[0].name not in (None, "")
    sized = all(continuum.begin == 0 for continuum in study.continua)
    yield (*["document"] * named, "coder", "begin", "end", "category", *["length"] * sized)
    for continuum in study.continua:
        rows = [(coder, unit.begin, unit.end, cell(unit.category)) for coder, unit in continuum]
        end = int(continuum.end) if float(continuum.end).is_integer() else continuum.end
        for row in [*rows, *((coder, "", "", "") for coder in idle(continuum, rows))]:
            yield (*[continuum.name] * named, *row, *[end] * sized)


def from_marks(chosen: list[Mark], marks: Marks, format: str, options: Options) -> Unitizings:
    """A study from the marks of any format that have a place."""
    placed = [mark for mark in chosen if mark.begin is not None]
    marks.drop("label", "without a position, in a layer of spans", len(chosen) - len(placed))
    whole = [mark for mark in placed if not mark.parts]
    broken = [mark for mark in chosen if mark.parts]
    notes = []
    if broken and options.discontinuous == "refuse":
        raise DataError(
            f"{broken[0].where}: discontinuous span {broken[0].parts} {broken[0].value!r} "
            f"({len(broken)} in this layer). Choose {Setting('discontinuous', 'split')}, cover "
            f"or drop"
        )
    if broken:
        done = {
            "split": "each part read as a span",
            "cover": "read as one span, with what is between",
            "drop": "dropped",
        }[options.discontinuous]
        notes.append(f"{counted(len(broken), 'discontinuous span')}: {done}")
    if options.discontinuous == "split":
        whole += [m._replace(begin=b, end=e) for m in broken for b, e in m.parts]
    elif options.discontinuous == "cover":
        whole += broken
    rows: dict[Any, None] = {}
    where, twice = [], 0
    for m in whole:
        value = m.value
        if isinstance(value, frozenset) and len(value) == 1:
            value = next(iter(value))
        key = (m.document or "", m.coder or "", m.begin, m.end, value)
        if key in rows:
            twice += 1
        else:
            rows[key] = None
            where.append(m.where)
    if twice:
        notes.append(said("read.duplicate-units-same-coder", n=twice))
    if marks.resolution != 1:
        notes.append(
            said(
                "read.times-seconds-measures-count",
                x=1000 * marks.resolution,
                setting=Setting("atom"),
            )
        )
    saw = marks.seen_of(chosen)
    documents = dict.fromkeys(document or "" for document, _ in saw)
    return Unitizings.of(
        list(rows),
        items=tuple(documents),
        coders=tuple(dict.fromkeys(coder or "" for _, coder in saw)),
        categories=options.categories,
        extents={d or "": e for d, e in marks.extents.items() if (d or "") in documents},
        texts={d or "": t for d, t in marks.texts.items() if (d or "") in documents},
        seen=[(d or "", c or "") for d, c in saw] if marks.knows_seen else None,
        where=where,
        audit=marks.audit(format, *notes),
        resolution=marks.resolution,
    )
