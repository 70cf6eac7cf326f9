"""REFI-QDA projects (.qde, and .qdpx, an archive with the sources): NVivo, MAXQDA, ATLAS.ti …

    <TextSource name="interview 1" plainTextPath="internal://8A3.txt">
      <PlainTextSelection startPosition="10" endPosition="42">
        <Coding creatingUser="F3E…"><CodeRef targetGUID="C9E…"/></Coding>

Layer "codes" has the coded passages of texts as spans, "media" those of recordings (seconds), and
"documents" the codes of whole sources. Coders are the users who made the codings. Nobody knows who
saw what. Areas of pictures and of pages are counted and left out.
"""

from collections.abc import Iterator
from functools import partial
from xml.etree.ElementTree import Element

from accord._read.door.given import File
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.formats.tiers import TICK
from accord._read.text.json_values import number_in, whole
from accord._read.text.xml_text import all_of, children_of, content, local, place, xml_of
from accord.errors import DataError

_TEXTS = ("PlainTextSelection", "TranscriptSelection")
MEDIA = ("AudioSelection", "VideoSelection")
AREAS = ("PDFSelection", "PictureSelection")


def read_refi(file: File, options: Options) -> Marks:
    """Read the codings of a project."""
    root = xml_of(file, options)
    marks = Marks(file.name, main="codes", knows_seen=False)
    codes = _named(root, "Code")
    users = _named(root, "User")
    sources = children_of(root, "Sources")[:1]
    listed = [node for of in sources for node in of if local(node.tag).endswith("Source")]
    for at, source in enumerate(listed, start=1):
        document = source.get("name") or source.get("guid") or f"source {at}"
        text = _text(file, source, options)
        if text is not None:
            marks.texts[document] = text
        codings = list(_codings(source))
        texts = {on.get("guid") for _, on in codings if on is not None and local(on.tag) in _TEXTS}
        # A passage of a PDF is there twice, as text and as an area of the page, with one guid.
        codings = [(one, on) for one, on in codings if not _is_twin(on, texts)]
        marks.each(codings, partial(_file, document, codes, users, marks))
        marks.drop("selection", "without a code", _uncoded(source))
    if not any(mark.layer == "codes" for mark in marks.marks):
        marks.main = None
        if any(mark.layer == "media" for mark in marks.marks):
            marks.resolution = TICK
    # Coders in the order of the project's list, whoever coded the first passage.
    order = {name: at for at, name in enumerate(users.values())}
    marks.seen = dict.fromkeys(sorted(marks.seen, key=lambda s: order.get(s[1] or "", len(order))))
    for kind in ("Case", "Variable", "Set", "Note", "Link", "Graph"):
        there = sum(1 for _ in all_of(root, kind))
        marks.drop(kind.lower(), "of the project", there)
    return marks


def _named(root: Element, kind: str) -> dict[str, str]:
    """guid → name of all codes or users; a code within others has their names before its own."""
    names: dict[str, str] = {}

    def walk(node: Element, path: tuple[str, ...]) -> None:
        for child in node:
            name = child.get("name") or child.get("guid") or ""
            if local(child.tag) == kind:
                # Programs write guids in small or large letters, and refer to them in the other.
                names[(child.get("guid") or "").lower()] = "/".join((*path, name))
                walk(child, (*path, name))
            elif local(child.tag) in ("CodeBook", "Codes", "Users"):
                walk(child, path)

    walk(root, ())
    return names


def _text(file: File, source: Element, options: Options) -> str | None:
    """The plain text of a source, in the project or beside it."""
    if local(source.tag) != "TextSource":
        return None
    if inside := children_of(source, "PlainTextContent"):
        return content(inside[0])
    name = (source.get("plainTextPath") or "").rpartition("/")[2]
    ends = {f"sources/{name}".lower(), name.lower()}
    for other in file.among.values():
        called = other.name.lower()
        if name and (called in ends or called.endswith(tuple(f"/{end}" for end in ends))):
            return other.text(options.encoding)[0]
    return None


# A coding, and the selection it is on (none: the whole source).
PlacedCoding = tuple[Element, Element | None]


def _codings(source: Element) -> Iterator[PlacedCoding]:
    for node in source:
        if local(node.tag) == "Coding":
            yield node, None
        elif local(node.tag).endswith("Selection"):
            yield from ((one, node) for one in children_of(node, "Coding"))
        elif local(node.tag) in ("Representation", "Transcript"):
            yield from ((one, on) for one, on in _codings(node) if on is not None)


def _is_twin(on: Element | None, texts: set[str | None]) -> bool:
    """Whether an area of a page is the same selection as one of the text of the page."""
    return on is not None and local(on.tag) in AREAS and on.get("guid") in texts - {None}


def _uncoded(source: Element) -> int:
    """How many passages were selected and not coded."""
    return sum(
        local(node.tag).endswith("Selection") and not children_of(node, "Coding")
        for node in source.iter()
    )


def _file(
    document: str, codes: dict[str, str], users: dict[str, str], marks: Marks, placed: PlacedCoding
) -> None:
    coding, on = placed
    marks.rows += 1
    where = place(coding, marks.source)
    who = coding.get("creatingUser") or ("" if on is None else on.get("creatingUser")) or ""
    coder = users.get(who.lower(), who) or "(no user)"  # potato writes no creatingUser
    refs = [node.get("targetGUID") or "" for node in children_of(coding, "CodeRef")]
    if not refs:
        raise DataError(f"{where}: a passage has no code (CodeRef)")
    unknown = next((ref for ref in refs if ref.lower() not in codes), None)
    if unknown is not None:
        raise DataError(f"{where}: code {unknown!r} is not defined in the project")
    names = frozenset(codes[ref.lower()] for ref in refs)
    kind = "" if on is None else local(on.tag)
    if on is None:
        marks.closed["documents"] = "(none)"
        marks.label(document, coder, "documents", names, where)
    elif kind in _TEXTS and on.get("startPosition") is not None:
        edges = [whole(on.get(f"{side}Position"), side, where) for side in ("start", "end")]
        for name in sorted(names):
            marks.span(document, coder, "codes", name, where, edges[0], edges[1])
    elif kind in MEDIA:
        times = [number_in(on.get(side), side, where) / 1000 for side in ("begin", "end")]
        for name in sorted(names):
            marks.span(document, coder, "media", name, where, times[0], times[1])
    elif kind in AREAS:
        marks.drop("coding", "of an area of a picture or a page")
    else:
        marks.drop("coding", f"of a {kind}, which has no place in a text")
