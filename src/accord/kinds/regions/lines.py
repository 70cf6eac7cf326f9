"""Regions in lines, in and out, and from the marks of other formats."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any

from accord._read.door.marks import Mark, Marks, labels_in
from accord._read.door.read_options import Options
from accord._read.formats.line_values import (
    FORMAT,
    DocumentLines,
    Lines,
    document_line,
    header_of,
    listed,
    named,
)
from accord._read.text.json_values import optional, shown
from accord.errors import DataError
from accord.kinds.regions.geometry import Box, Outline, Points, Raster, Shape
from accord.kinds.regions.study import Regions
from accord.model.audit import Audit
from accord.model.showing import counted

_SHAPES: dict[str, tuple[Callable[[list[Any]], Shape], int, str]] = {
    "box": (lambda parts: Box(*parts), 4, '["box", left, top, right, bottom, category]'),
    "outline": (
        lambda parts: Outline(tuple(tuple((x, y) for x, y in ring) for ring in parts[0])),
        1,
        '["outline", [[[x, y], …], …], category]',
    ),
    "raster": (
        lambda parts: Raster(
            int(parts[0]), int(parts[1]), tuple((int(begin), int(end)) for begin, end in parts[2])
        ),
        3,
        '["raster", height, width, [[begin, end], …], category]',
    ),
    "points": (
        lambda parts: Points(tuple(None if p is None else tuple(p) for p in parts[0]), parts[1]),
        2,
        '["points", [[x, y], …], area, category]',
    ),
}
"""Name of a shape → how it is made, of how many parts, and how a region with it is written."""


def from_lines(header: Mapping[str, Any], lines: Lines, source: str) -> Regions:
    """A study from the lines of accord's own format."""
    rows: list[Any] = []
    where: list[str] = []
    seen: dict[tuple[Hashable, Hashable], None] = {}
    held = DocumentLines(header, lines, source)
    for place, pair, record in held.of_coders("image"):
        seen[pair] = None
        for one in optional(record, "regions", place, list, []):
            rows.append((*pair, *_region(one, place)))
            where.append(place)
    sizes = {
        document: tuple(listed(about["size"], 2, "[width, height]", source))
        for document, about in held.documents.items()
        if about.get("size") is not None
    }
    return Regions.of(
        rows,
        items=tuple(held.documents),
        coders=held.coders,
        sizes=sizes,
        seen=seen,
        about=held.about(),
        where=where,
        audit=Audit(source, FORMAT, len(seen)),
    )


def _region(region: Any, place: str) -> tuple[Shape, str]:
    """The shape and the category of a region."""
    kind = region[0] if isinstance(region, list) and region else None
    if kind not in _SHAPES:
        raise DataError(
            f"{place}: found {shown(region)}, expected {_SHAPES['box'][2]} or another shape"
        )
    make, number, form = _SHAPES[kind]
    parts = listed(region, number + 2, form, place)
    try:
        return make(parts[1:-1]), str(parts[-1])
    except (TypeError, ValueError, IndexError):
        raise DataError(f"{place}: found {shown(region)}, expected {form}") from None


def to_lines(study: Regions) -> Iterator[dict[str, Any]]:
    """The records of accord's own format: a line for each image, and one for each coder in it."""
    yield header_of(study, coders=[*map(named, study.coders)])
    for at, picture in enumerate(study.documents):
        yield document_line(study, at, size=picture.size)
        for c in picture.seen.nonzero()[0].tolist():
            marked = [
                [type(shape).__name__.lower(), *shape, category]
                for shape, category in picture.regions[c]
            ]
            who = {"document": named(picture.name), "coder": named(picture.coders[c])}
            yield {**who, "regions": marked}


def from_marks(chosen: list[Mark], marks: Marks, format: str, options: Options) -> Regions:
    """A study from the marks of any format that have a shape."""
    rows: dict[Any, str] = {}
    twice = 0
    for mark in chosen:
        if mark.shape is not None:
            label = "|".join(map(str, labels_in([mark])))
            key = (mark.document or "", mark.coder or "", mark.shape, label)
            twice += key in rows
            rows.setdefault(key, mark.where)
    saw = marks.seen_of(chosen)
    notes = []
    if twice:
        notes.append(f"{counted(twice, 'duplicate region')} of the same coder counted once")
    images = tuple(dict.fromkeys(document or "" for document, _ in saw))
    return Regions.of(
        list(rows),
        items=images,
        coders=tuple(dict.fromkeys(coder or "" for _, coder in saw)),
        sizes={d or "": size for d, size in marks.sizes.items()},
        seen=[(d or "", c or "") for d, c in saw] if marks.knows_seen else None,
        where=list(rows.values()),
        audit=marks.audit(format, *notes),
    )
