"""Formats of biomedical corpora: BioC (XML and JSON), PubTator, PubAnnotation.

    PubTator        123|t|title / 123|a|abstract / 123<tab>0<tab>5<tab>words<tab>Disease<tab>D001
    PubAnnotation   {"text": …, "denotations": [{"id": "T1", "span": {"begin": 0, …}, "obj": …}]}
    BioC            documents of passages, annotations with infons, locations and text

Entities are spans; relations are an item of a closed layer. BioC counts the bytes or characters of
the document: the quoted text tells whether locations fit. The coder is the infon "annotator" of
BioC, the project of PubAnnotation's tracks, else the file.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any
from xml.etree.ElementTree import Element

from accord._read.door.given import File, Head
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.text import json_values as js
from accord._read.text.json_text import json_records, parse_json
from accord._read.text.xml_text import content, place, xml_of
from accord.errors import DataError

# BioC names no key for the coder: what corpora call it.
_CODERS = ("annotator", "user", "curator", "coder")
_TITLE = re.compile(r"([^|\t\s]+)\|([ta])\|(.*)")
_WIDEST_GAP = 100_000  # characters; a stranger's offset must not fill the memory with spaces
_Parts = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class _Entity:
    """An annotation of BioC: where it stands, its infons, locations and quoted text."""

    where: str
    name: str
    infons: Mapping[str, str]
    parts: _Parts
    text: str


def _join(document: str, pieces: list[tuple[int, str]], marks: Marks) -> str:
    """The text of a document from its passages, at their offsets; it begins with the first."""
    text = ""
    for offset, piece in sorted(pieces):
        if 0 <= offset - len(text) <= _WIDEST_GAP:
            text += " " * (offset - len(text)) + piece
    if pieces:
        last = None if text else max(offset + len(piece) for offset, piece in pieces)
        marks.extents[document] = (min(pieces)[0], last)
    if text:
        marks.texts[document] = text
    return text


def _entity(
    document: str, text: str, spans: dict[str, tuple[int, int]], marks: Marks, one: _Entity
) -> None:
    marks.rows += 1
    who = next((one.infons[key] for key in _CODERS if one.infons.get(key)), None)
    kind = one.infons.get("type") or next(iter(one.infons.values()), "annotation")
    if not one.parts:
        raise DataError(f"{one.where}: annotation {one.name!r} has no location")
    begin, end = min(p[0] for p in one.parts), max(p[1] for p in one.parts)
    if len(one.parts) == 1 and one.text and text:  # interrupted ones are quoted in many ways
        marks.check_quoted(text, begin, end, one.text, one.where)
    spans[one.name] = (begin, end)
    marks.span(document, who, "entities", kind, one.where, begin, end, parts=one.parts)
    for key, value in one.infons.items():
        if key != "type" and key not in _CODERS and value and begin < end:
            marks.span(
                document, who, "entities", value, one.where, begin, end, parts=one.parts, field=key
            )


def _relation(
    document: str,
    spans: Mapping[str, tuple[int, int]],
    marks: Marks,
    found: tuple[str, Mapping[str, str], list[str]],
) -> None:
    where, infons, names = found
    marks.rows += 1
    if len(names) != 2:
        marks.drop("relation", "not between two annotations")
        return
    gone = next((name for name in names if name not in spans), None)
    if gone is not None:
        raise DataError(f"{where}: {gone!r} is not defined in the document")
    who = next((infons[key] for key in _CODERS if infons.get(key)), None)
    kind = infons.get("type") or next(iter(infons.values()), "related")
    marks.relation(document, who, kind, where, spans[names[0]], spans[names[1]])


def _converted(
    file: Callable[[Any], None], convert: Callable[[Any, str], Any], where: str, one: Any
) -> None:
    """File what was converted from XML or JSON: both within the same record."""
    file(convert(one, where))


def read_bioc(file: File, options: Options) -> Marks:
    """Read BioC XML."""
    root = xml_of(file, options)
    marks = Marks(file.name, main="entities", main_field="")
    for at, document in enumerate(root.iter("document"), start=1):
        name = content(document.find("id")).strip() or str(at)
        marks.saw(name, None)
        text = _join(
            name,
            [
                (
                    js.whole(content(part.find("offset")) or "0", "offset", place(part, file.name)),
                    content(part.find("text")),
                )
                for part in [*document.iter("passage"), *document.iter("sentence")]
                if part.find("text") is not None
            ],
            marks,
        )
        spans: dict[str, tuple[int, int]] = {}
        marks.each(
            document.iter("annotation"),
            partial(_converted, partial(_entity, name, text, spans, marks), _of_xml, file.name),
        )
        marks.each(
            document.iter("relation"),
            partial(
                _converted, partial(_relation, name, spans, marks), _relation_of_xml, file.name
            ),
        )
    return _settled(marks)


def _infons(node: Element) -> dict[str, str]:
    return {one.get("key") or "": content(one).strip() for one in node.iterfind("infon")}


def _of_xml(node: Element, source: str) -> _Entity:
    where = place(node, source)
    parts = tuple(
        (
            begin := js.whole(at.get("offset"), "offset", where),
            begin + js.whole(at.get("length"), "length", where),
        )
        for at in node.iterfind("location")
    )
    return _Entity(where, node.get("id") or "", _infons(node), parts, content(node.find("text")))


def _relation_of_xml(node: Element, source: str) -> tuple[str, dict[str, str], list[str]]:
    refs = [one.get("refid") or "" for one in node.iterfind("node")]
    return place(node, source), _infons(node), refs


def _settled(marks: Marks) -> Marks:
    """Where annotations name their coders, the file itself is nobody's."""
    named = {coder for _, coder in marks.seen if coder is not None}
    if named:
        marks.seen = {key: None for key in marks.seen if key[1] is not None}
    return marks


def sniff_bioc_json(head: Head) -> bool:
    """Documents with passages."""
    return ('"passages"' in head.text and '"documents"' in head.text) or '"infons"' in head.text


def read_bioc_json(file: File, options: Options) -> Marks:
    """Read BioC JSON: a collection, or a document on each line."""
    text, _ = file.text(options.encoding)
    marks = Marks(file.name, main="entities", main_field="")
    for at, document in enumerate(_documents(text, file, options), start=1):
        name = js.name_at(document, "id", file.name, at)
        passages = js.list_at(document, "passages", f"{file.name}: document {name}")
        marks.saw(name, None)
        holders = [*passages, *(s for p in passages for s in js.list_at(p, "sentences", file.name))]
        whole_text = _join(
            name,
            [
                (
                    js.whole(
                        js.optional(p, "offset", file.name, (int, str), 0), "offset", file.name
                    ),
                    p["text"],
                )
                for p in holders
                if js.as_text(p.get("text")) is not None
            ],
            marks,
        )
        spans: dict[str, tuple[int, int]] = {}
        listed = [
            one
            for part in [*holders, document]
            for one in js.list_at(part, "annotations", file.name)
        ]
        where = f"{file.name}: document {name}"
        marks.each(
            listed,
            partial(_converted, partial(_entity, name, whole_text, spans, marks), _of_json, where),
        )
        related = [
            one for part in [*holders, document] for one in js.list_at(part, "relations", where)
        ]
        marks.each(
            related,
            partial(_converted, partial(_relation, name, spans, marks), _relation_of_json, where),
        )
    return _settled(marks)


def _documents(text: str, file: File, options: Options) -> Iterator[Any]:
    # PubTator 3 exports a document on each line, without a collection around them.
    if text.lstrip().startswith("{") and '"documents"' not in text[:100_000]:
        for _, record in json_records(text, file.name, options.limits):
            packed = js.optional(record, "PubTator3", file.name, list, None)
            yield from [record] if packed is None else packed
        return
    for one in js.one_or_many(parse_json(text, file.name, options.limits)):
        alone = "passages" in js.checked(one, "documents", file.name, dict)  # a list of documents
        yield from [one] if alone else js.list_at(one, "documents", file.name)


def _plain(infons: Mapping[str, Any]) -> dict[str, str]:
    return {str(k): str(v) for k, v in infons.items() if js.is_scalar(v)}


def _of_json(one: Any, place: str) -> _Entity:
    where = f"{place}, annotation {one.get('id')}" if js.is_mapping(one) else place
    parts = tuple(
        (
            begin := js.whole(js.needed(at, "offset", where), "offset", where),
            begin + js.whole(js.needed(at, "length", where), "length", where),
        )
        for at in js.list_at(one, "locations", where)
    )
    infons = _plain(js.mapping_at(one, "infons", where))
    name = js.name_at(one, "id", where, "")
    return _Entity(where, name, infons, parts, js.optional(one, "text", where, str, ""))


def _relation_of_json(one: Any, where: str) -> tuple[str, dict[str, str], list[str]]:
    refs = [js.name_at(n, "refid", where) for n in js.list_at(one, "nodes", where)]
    return where, _plain(js.mapping_at(one, "infons", where)), refs


def sniff_pubtator(head: Head) -> bool:
    """A title line."""
    return bool(_TITLE.match(head.start.partition("\n")[0]))


def read_pubtator(file: File, options: Options) -> Marks:
    """Read PubTator: titles, abstracts, mentions; relations of concepts are counted."""
    marks = Marks(file.name, main="entities", main_field="")
    texts: dict[str, dict[str, str]] = {}
    rows: list[tuple[str, list[str]]] = []
    for at, line in enumerate(file.text(options.encoding)[0].split("\n"), start=1):
        found = _TITLE.fullmatch(line.rstrip("\r"))
        if found:
            texts.setdefault(found[1], {})[found[2]] = found[3]
            marks.saw(found[1], None)
        elif line.strip():
            rows.append((f"{file.name}:{at}", line.rstrip("\r").split("\t")))
    marks.texts = {
        name: f"{parts.get('t', '')} {parts.get('a', '')}".rstrip()
        if "a" in parts
        else parts.get("t", "")
        for name, parts in texts.items()
    }

    def read(row: tuple[str, list[str]]) -> None:
        where, cells = row
        marks.rows += 1
        if cells[0] not in texts:
            raise DataError(f"{where}: document {cells[0]!r} has no title line (|t|)")
        if len(cells) in (4, 5) and not cells[1].isdecimal():  # the fifth: whether it is new
            marks.drop("relation", "between concepts, not words")
            return
        if len(cells) < 5:
            raise DataError(f"{where}: {len(cells)} columns, a mention has 5 or 6")
        begin, end = (js.whole(cell, "offset", where) for cell in cells[1:3])
        marks.check_quoted(marks.texts[cells[0]], begin, end, cells[3], where)
        marks.span(cells[0], None, "entities", cells[4], where, begin, end)
        if len(cells) > 5 and cells[5].strip() and begin < end:
            marks.span(
                cells[0], None, "entities", cells[5].strip(), where, begin, end, field="concept"
            )
        marks.drop("list", "of the parts of a mention", sum(map(bool, cells[6:])))

    marks.each(rows, read)
    return marks


def sniff_pubannotation(head: Head) -> bool:
    """A text with denotations."""
    return '"text"' in head.text


def read_pubannotation(file: File, options: Options) -> Marks:
    """Read PubAnnotation: one document or a list; tracks are the coders."""
    text, _ = file.text(options.encoding)
    marks = Marks(file.name, main="entities")
    records = js.one_or_many(parse_json(text, file.name, options.limits))
    for at, record in enumerate(records, start=1):
        where = f"{file.name}: document {at}"
        name = str(
            js.optional(record, "sourceid", where, (str, int), "")
            or js.optional(record, "divid", where, (str, int), at)
        )
        if (
            js.optional(record, "divid", where, (str, int), None) is not None
            and "sourceid" in record
        ):
            name = f"{record['sourceid']}-{record['divid']}"
        marks.texts[name] = js.needed(record, "text", where, str)
        tracks = js.list_at(record, "tracks", where)
        own = [record] if "denotations" in record or not tracks else []
        for track in [*own, *tracks]:
            project = js.text_at(track, "project", where)
            marks.saw(name, project)
            _track(track, name, project, where, marks)
    return marks


def _track(track: Any, document: str, coder: str | None, where: str, marks: Marks) -> None:
    spans: dict[str, tuple[int, int]] = {}

    def denoted(one: Any) -> None:
        marks.rows += 1
        pieces = js.one_or_many(js.needed(one, "span", where, (dict, list)))
        parts = tuple(js.edges_at(piece, where, "begin") for piece in pieces)
        if not parts:
            raise DataError(f"{where}: denotation {js.shown(one)} has no span")
        begin, end = min(p[0] for p in parts), max(p[1] for p in parts)
        name = js.name_at(one, "id", where, "")
        spans[name] = (begin, end)
        label = js.optional(one, "obj", where, (str, int), None)
        marks.span(document, coder, "entities", label, f"{where}, {name}", begin, end, parts=parts)

    relations: set[str] = set()

    def related(one: Any) -> None:
        marks.rows += 1
        relations.add(js.name_at(one, "id", where, ""))
        names = [js.name_at(one, key, where) for key in ("subj", "obj")]
        gone = next((name for name in names if name not in spans), None)
        if gone is not None:
            raise DataError(f"{where}: relation to {gone!r}, which is not a denotation")
        kind = js.name_at(one, "pred", where, "related")
        marks.relation(document, coder, kind, where, spans[names[0]], spans[names[1]])

    def attributed(one: Any) -> None:
        marks.rows += 1
        plain = "subj" not in js.checked(one, "attributes", where, dict)  # a modification: Negation
        name = js.name_at(one, "obj" if plain else "subj", where)
        if plain and name in relations:
            marks.drop("modification", "of a relation")
            return
        if name not in spans:
            raise DataError(f"{where}: attribute of {name!r}, which is not a denotation")
        value = True if plain else one.get("obj")
        if js.is_nested(value):
            value = json.dumps(value, ensure_ascii=False)
        kind = js.name_at(one, "pred", where, "attribute")
        marks.attribute(document, coder, f"attribute {kind}", value, where, spans[name])

    marks.drop("block", "", len(js.list_at(track, "blocks", where)))
    marks.each(js.list_at(track, "denotations", where), denoted)
    marks.each(js.list_at(track, "relations", where), related)
    marks.each(
        [*js.list_at(track, "attributes", where), *js.list_at(track, "modifications", where)],
        attributed,
    )
