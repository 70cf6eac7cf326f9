"""MMAX2 markables: one XML file for each level, the words in a file beside it.

    <markable id="markable_256" span="word_818..word_825" polarity="positive"/>

A level is a layer (the file's name ends with _<level>_level.xml), its attributes are the fields;
spans count words. The attribute coref_class makes chains. The folder is the coder.
"""

import re
from xml.etree.ElementTree import Element

from accord._read.door.given import File
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.text.xml_text import all_of, content, local, place, xml_of
from accord.errors import DataError

_LEVEL = re.compile(r"(.+?)_([^_]+)_level")
_SPAN = re.compile(r"word_(\d{1,9})(?:\.\.word_(\d{1,9}))?")
_TECHNICAL = ("id", "span", "mmax_level", "member", "coref_class")


def read_mmax(file: File, options: Options) -> Marks:
    """Read the markables of one level."""
    root = xml_of(file, options)
    named = _LEVEL.fullmatch(file.stem)
    layer = named[2] if named else "markables"
    document = named[1] if named else None
    marks = Marks(file.name, main_field="")
    marks.saw(document, None, layer)
    _words(file, document, options, marks)

    def read(markable: Element) -> None:
        marks.rows += 1
        where = place(markable, file.name)
        attributes = dict(markable.attrib)
        parts = _parts(attributes.get("span", ""), where)
        begin, end = parts[0][0], max(part[1] for part in parts)
        chain = attributes.get("coref_class")
        if chain in ("", "empty", None):  # MMAX2 writes "empty" for what was not set
            chain = None
        marks.span(document, None, layer, layer, where, begin, end, parts=parts)
        for name, value in attributes.items():
            if local(name) not in _TECHNICAL and value not in ("", "empty", "none"):
                marks.span(document, None, layer, value, where, begin, end, parts=parts, field=name)
        if chain is not None:
            marks.span(
                document, None, f"{layer} chains", None, where, begin, end, parts=parts, chain=chain
            )

    marks.each(all_of(root, "markable"), read)
    return marks


def _parts(span: str, where: str) -> tuple[tuple[int, int], ...]:
    ranges = [_SPAN.fullmatch(part.strip()) for part in span.split(",")]
    parts = [(int(m[1]) - 1, int(m[2] or m[1])) for m in ranges if m is not None]
    if len(parts) != len(ranges) or not parts or any(b < 0 or e <= b for b, e in parts):
        raise DataError(f"{where}: span={span[:60]!r}; expected word_1..word_3, counted from 1")
    return tuple(sorted(parts))


def _words(file: File, document: str | None, options: Options, marks: Marks) -> None:
    """The words of the document, from its file beside the markables or in the folder Basedata."""
    if document is None:
        return
    base = file.folder.rpartition("/")[0]
    names = [f"{document}_words.xml", f"{document}.words.xml"]
    lying = [
        f"{base}/{folder}/{name}".lstrip("/")
        for name in names
        for folder in ("Basedata", "basedata")
    ]
    there = [file.among[at] for at in lying if at in file.among]
    base_data = file.beside(*names) or next(iter(there), None)
    if base_data is None:
        marks.extents[document] = (0, None)
        marks.notes.append("no words next to the markables: documents end with the last markable")
        return
    root = xml_of(base_data, options)
    words = [content(node) for node in all_of(root, "word")]
    marks.words[document] = words
    marks.extents[document] = (0, len(words))
