"""MAE XML: a text and tags with spans="1~11", one file for each coder: doc1_a1.xml.

Layer "tags" has the name of a tag as its category; every tag with attributes is a layer of its
own. Older files have start="1" end="11". Tags that cover no text (-1~-1) and links are counted and
left out. Offsets are UTF-16.
"""

import re
from xml.etree.ElementTree import Element

from accord._read.door.given import File
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.text.offsets import from_utf16
from accord._read.text.xml_text import content, place, xml_of
from accord.errors import DataError

# Attributes that say where a tag is; all others are what it says.
_PLACES = ("id", "spans", "start", "end", "text")
# Offsets of at most 12 digits: Python makes no numbers of thousands of them.
_SPANS = re.compile(r"\d{1,12}~\d{1,12}(?:,\d{1,12}~\d{1,12})*")


def read_mae(file: File, options: Options) -> Marks:
    """Read a MAE file."""
    root = xml_of(file, options)
    text = content(root.find("TEXT"))
    convert = from_utf16(text)
    marks = Marks(file.name, main="tags", texts={None: text})
    marks.saw(None, None)

    def read(tag: Element) -> None:
        marks.rows += 1
        where, spans = place(tag, file.name), tag.get("spans")
        if spans is None and tag.get("start") is not None:
            spans = f"{tag.get('start')}~{tag.get('end')}"
        if spans is None:
            marks.drop("link")
            return
        if spans == "-1~-1":  # what MAE writes for a tag that consumes no text
            marks.drop("tag", "without text")
            return
        if not _SPANS.fullmatch(spans):
            raise DataError(f"{where}: spans={spans!r}; expected begin~end, e.g. 1~11")
        parts = tuple(
            (convert(int(begin), where), convert(int(end), where))
            for begin, end in (part.split("~") for part in spans.split(","))
        )
        begin, end = parts[0][0], max(part[1] for part in parts)
        if len(parts) == 1 and tag.get("text") is not None:
            marks.check_quoted(text, begin, end, tag.get("text") or "", where)
        marks.span(None, None, "tags", tag.tag, where, begin, end, parts=parts)
        if begin == end:
            return
        marks.span(None, None, tag.tag, tag.tag, where, begin, end, parts=parts)
        for name, value in tag.attrib.items():
            if name not in _PLACES and value:
                marks.span(None, None, tag.tag, value, where, begin, end, parts=parts, field=name)

    marks.each(root.iterfind("TAGS/*"), read)
    return marks
