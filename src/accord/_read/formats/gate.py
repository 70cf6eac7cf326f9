"""GATE XML: nodes in the text, annotation sets (one for each coder) over them.

    <TextWithNodes><Node id="0"/>Some<Node id="4"/> text</TextWithNodes>
    <AnnotationSet Name="ann1"><Annotation Type="PER" StartNode="0" EndNode="4">…

Layer "types" has the type of an annotation as its category; every type with features is a
layer of its own, its features are the fields. Node ids are UTF-16 offsets as GATE writes
them, but are read off the text, so they need not be.
"""

from collections.abc import Callable
from functools import partial
from typing import Any
from xml.etree.ElementTree import Element

from accord._read.door.given import File, Head
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.text import json_values as js
from accord._read.text.json_text import json_of
from accord._read.text.offsets import from_utf16
from accord._read.text.xml_text import content, place, xml_of
from accord.errors import DataError

UNNAMED = ("annotation", "of the unnamed set, which is not a coder")


def read_gate(file: File, options: Options) -> Marks:
    """Read a GATE document."""
    root = xml_of(file, options)
    marks = Marks(file.name, main="types")
    body = root.find("TextWithNodes")
    if body is None:
        raise DataError(f"{file.name}: no TextWithNodes; not a GATE document that was saved as XML")
    text, nodes = body.text or "", dict[str | None, int]()
    for node in body:
        nodes[node.get("id")] = len(text)
        text += node.tail or ""
    marks.texts[None] = text
    marks.seen[None, None] = None
    named = [s for s in root.iter("AnnotationSet") if s.get("Name")]
    for one in root.iter("AnnotationSet"):
        coder = one.get("Name")
        # Programs of GATE write into the unnamed set; it is a coder's only where no set has a name.
        if coder is None and any(s.get("Name") != "Original markups" for s in named):
            marks.drop(*UNNAMED, len(one))
            marks.rows += len(one)
            continue
        marks.saw(None, coder)
        marks.each(one.iter("Annotation"), partial(_annotation, coder, nodes, marks))
    if any(coder for _, coder in marks.seen):
        del marks.seen[None, None]
    return marks


def _annotation(
    coder: str | None, nodes: dict[str | None, int], marks: Marks, one: Element
) -> None:
    marks.rows += 1
    where = place(one, marks.source)
    kind = one.get("Type") or ""
    edges = [one.get("StartNode"), one.get("EndNode")]
    if not all(edge in nodes for edge in edges):
        raise DataError(f"{where}: node {edges} is not in the text")
    begin, end = (nodes[edge] for edge in edges)
    marks.span(None, coder, "types", kind, where, begin, end)
    if begin == end:
        return
    marks.span(None, coder, kind, kind, where, begin, end)
    for feature in one.iter("Feature"):
        name, value = content(feature.find("Name")), content(feature.find("Value"))
        marks.span(None, coder, kind, value, where, begin, end, field=name)


def sniff_bdoc(head: Head) -> bool:
    """JSON, whatever the name says."""
    return head.start.startswith(("{", "["))


def read_bdoc(file: File, options: Options) -> Marks:
    """Read a GATE document that gatenlp wrote as JSON."""
    record = json_of(file, options)
    text = js.needed(record, "text", file.name, str)
    # "j" counts as Java does, in UTF-16 units, "p" as Python does.
    java = js.optional(record, "offset_type", file.name, str, "p") == "j"
    convert = from_utf16(text) if java else None
    marks = Marks(file.name, main="types", texts={None: text})
    sets = js.mapping_at(record, "annotation_sets", file.name)
    named = any(name not in ("", "Original markups") for name in sets)
    for name, one in sets.items():
        coder = name or None
        listed = js.list_at(one, "annotations", file.name)
        if coder is None and named:
            marks.drop(*UNNAMED, len(listed))
            marks.rows += len(listed)
            continue
        marks.saw(None, coder)
        marks.each(listed, partial(_listed, coder, convert, marks))
    return marks


def _listed(
    coder: str | None, convert: Callable[[int, str], int] | None, marks: Marks, one: Any
) -> None:
    marks.rows += 1
    where = f"{marks.source}: annotation {marks.rows}"
    kind = js.needed(one, "type", where, str)
    begin, end = js.edges_at(one, where)
    if convert is not None:
        begin, end = convert(begin, where), convert(end, where)
    marks.span(None, coder, "types", kind, where, begin, end)
    if begin == end:
        return
    marks.span(None, coder, kind, kind, where, begin, end)
    for key, value in js.mapping_at(one, "features", where).items():
        if js.is_scalar(value):
            marks.span(None, coder, kind, value, where, begin, end, field=key)
