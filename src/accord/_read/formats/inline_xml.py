"""Spans as elements around text: TEI (persName, placeName, seg …) and other inline XML.

    <p>We saw <persName resp="#ann" type="fictional">Hector</persName>.</p>

The text is that of the body; every element with an attribute `resp`, or one of TEI's names, dates
and segments, is a span. Layer "elements" has the name of the element as category, its attributes
`type`, `subtype`, `ana`, `ref` and `cert` are the fields. The coder is `resp`, else the file.
"""

import re
from xml.etree.ElementTree import Element

from accord._read.door.given import File
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.text.xml_text import local, place, xml_of
from accord.errors import DataError

# Names of TEI's chapters on names, dates and segments, and what converters call entities.
_SPANS = set(
    re.findall(
        r"\w+",
        "persName placeName orgName geogName name rs date time num measure term seg span quote said"
        " q foreign emph roleName country settlement region objectName eventName w interp ner"
        " entity mention",
    )
)
_FIELDS = ("type", "subtype", "ana", "ref", "cert", "key", "category", "label")
STANDOFF = ("ptr", "fs", "spanGrp", "standOff", "listAnnotation")


def read_inline_xml(file: File, options: Options) -> Marks:
    """Read elements of inline XML as spans."""
    root = xml_of(file, options)
    body = next((n for n in root.iter() if local(n.tag) in ("body", "text")), root)
    marks = Marks(file.name, main="elements", main_field="")
    marks.saw(None, None)
    pieces: list[str] = []
    elements: list[tuple[Element, int, int]] = []
    length = 0
    # Each element is met twice, at its begin and at its end: no recursion into a stranger's file.
    stack: list[tuple[Element, int]] = [(body, -1)]
    while stack:
        node, begin = stack.pop()
        if begin >= 0:
            elements.append((node, begin, length))
            if node is not body and node.tail:
                pieces.append(node.tail)
                length += len(node.tail)
            continue
        stack.append((node, length))
        if node.text:
            pieces.append(node.text)
            length += len(node.text)
        stack.extend((child, -1) for child in reversed(node))
    marks.texts[None] = "".join(pieces)
    standoff = 0
    for node, begin, end in sorted(elements, key=lambda one: one[1:]):
        name = local(node.tag)
        standoff += name in STANDOFF
        if name not in _SPANS and node.get("resp") is None:
            continue
        marks.rows += 1
        where = place(node, file.name)
        coder = (node.get("resp") or "").lstrip("#") or None
        marks.span(None, coder, "elements", name, where, begin, end)
        for field in _FIELDS:
            value = node.get(field)
            if value and begin < end:
                marks.span(None, coder, "elements", value, where, begin, end, field=field)
    marks.drop("element", "of stand-off annotation", standoff)
    if not marks.rows:
        raise DataError(
            f"{file.name}: no element marks a span (names, dates, segments, or any with resp=)"
        )
    return marks
