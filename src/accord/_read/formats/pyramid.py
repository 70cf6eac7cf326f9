"""Pyramids of DUCView: summarisation content units over model summaries (.pyr), and those found in
a peer summary (.pan).

    <scu uid="4" label="The court ruled …">
     <contributor label="…"><part label="The court" start="350" end="359"/> … </contributor>
    </scu>

The text is the lines of <text>, joined by line feeds; offsets count its characters. In a pyramid
the words are the mentions and the content units the chains: a word in several units counts in the
first of the file, and how many there are is said. In a peer file each contributor is a span whose
category is the uid of its unit; the pyramid in it was given and is not read. The file or its folder
is the coder.
"""

import re
from xml.etree.ElementTree import Element

from accord._read.door.given import File
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.text.xml_text import all_of, children_of, content, local, place, xml_of
from accord.errors import DataError
from accord.model.showing import counted
from accord.words.said import said

# Words with their hyphens and apostrophes: two coders cut a text at the same places.
_WORD = re.compile(r"\w+(?:['’\-]\w+)*")
UNITS, PEER = "content units", "peer"


def read_pyramid(file: File, options: Options) -> Marks:
    """Read a pyramid as chains of words, or a peer annotation as spans."""
    root = xml_of(file, options)
    marks = Marks(file.name)
    if local(root.tag) == "peerAnnotation":
        _read_peer(_child(root, "annotation", file.name), file, marks)
    else:
        _read_units(root, file, marks)
    return marks


def _read_units(root: Element, file: File, marks: Marks) -> None:
    text = _text(root)
    marks.texts[None] = text
    marks.saw(None, None, UNITS)
    taken: dict[tuple[int, int], str] = {}
    several: set[tuple[int, int]] = set()

    def read(unit: Element) -> None:
        marks.rows += 1
        where = place(unit, file.name)
        uid = _uid(unit, where)
        for part in all_of(unit, "part"):
            begin, end = _part(part, text, file.name, marks)
            for word in _WORD.finditer(text, begin, end):
                span = word.span()
                # Chains are disjoint, so a word can be in one content unit only.
                if taken.setdefault(span, uid) != uid:
                    several.add(span)
                elif (span, uid) not in filed:
                    filed.add((span, uid))
                    marks.span(None, None, UNITS, None, where, *span, chain=uid)

    filed: set[tuple[tuple[int, int], str]] = set()
    marks.each(children_of(root, "scu"), read)
    if several:
        marks.notes.append(said("read.words-several-content-units", n=len(several)))


def _read_peer(annotation: Element, file: File, marks: Marks) -> None:
    text = _text(annotation)
    marks.texts[None] = text
    marks.saw(None, None, PEER)

    def read(unit: Element) -> None:
        marks.rows += 1
        where = place(unit, file.name)
        uid = _uid(unit, where)
        for contributor in children_of(unit, "contributor"):
            listed = children_of(contributor, "part")
            parts = sorted(_part(part, text, file.name, marks) for part in listed)
            if not parts:
                raise DataError(
                    f"{where}: a contributor without a part; expected <part start= end=>"
                )
            begin, end = parts[0][0], max(part[1] for part in parts)
            marks.span(None, None, PEER, uid, where, begin, end, parts=tuple(parts))

    marks.each(children_of(annotation, "peerscu"), read)


def _part(part: Element, text: str, source: str, marks: Marks) -> tuple[int, int]:
    where = place(part, source)
    try:
        begin, end = int(part.get("start", "")), int(part.get("end", ""))
    except ValueError:
        raise DataError(
            f"{where}: start={part.get('start')!r} end={part.get('end')!r}; expected whole numbers"
        ) from None
    if not 0 <= begin < end <= len(text):
        raise DataError(
            f"{where}: start {begin} and end {end} are not in the text, which has "
            f"{counted(len(text), 'character')}"
        )
    marks.check_quoted(text, begin, end, part.get("label", ""), where)
    return begin, end


def _uid(unit: Element, where: str) -> str:
    uid = unit.get("uid")
    if not uid:
        raise DataError(f"{where}: a content unit without uid=")
    return uid


def _child(root: Element, name: str, source: str) -> Element:
    children = children_of(root, name)
    if not children:
        raise DataError(f"{place(root, source)}: no <{name}>; is the file whole?")
    return children[0]


def _text(parent: Element) -> str:
    holders = children_of(parent, "text")[:1]
    return "\n".join(content(line) for holder in holders for line in children_of(holder, "line"))
