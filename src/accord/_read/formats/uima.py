"""UIMA CAS as XMI or JSON (INCEpTION, WebAnno, DKPro, cTAKES). Offsets are UTF-16.

Every annotation type is a layer, called by the last part of its name, its features are the
fields; tokens, sentences and metadata are left out. What has Governor and Dependent is a
relation; first and next make chains. The file is the coder, the folder the document. A
feature with several values is a set; one that refers to other annotations is counted and left
out, as are slots.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from accord._read.door.given import File
from accord._read.door.marks import Marks
from accord._read.door.read_options import Limits, Options
from accord._read.formats.inception_project import seen_state
from accord._read.text import json_values as js
from accord._read.text.json_text import json_of
from accord._read.text.offsets import from_utf16
from accord._read.text.xml_text import all_of, content, local, parse_xml, place, xml_of
from accord.errors import DataError

XMI = "{http://www.omg.org/XMI}id"
# What DKPro and UIMA keep for themselves: no coder decided on it.
TECHNICAL = {
    *("Token", "Sentence", "Paragraph", "DocumentMetaData", "DocumentAnnotation", "CASMetadata"),
    *("TagsetDescription", "TagDescription", "Sofa", "View", "NULL"),
}
PRIMITIVE = {"String", "Integer", "Float", "Boolean", "Double", "Long", "Short", "Byte"}
TYPE_SYSTEMS = ("TypeSystem.xml", "typesystem.xml")
PLACE = {XMI, "sofa", "begin", "end"}
PLACE_JSON = {"%ID", "%TYPE", "@sofa", "begin", "end"}
_PARTS = {"Governor", "Dependent", "first", "next", "source", "target"}


@dataclass(slots=True)
class Structure:
    """One feature structure: its type, place in the text, plain features and references."""

    name: str
    layer: str
    where: str
    sofa: str
    begin: int | None
    end: int | None
    features: dict[str, Any] = field(default_factory=dict)
    refers: dict[str, str] = field(default_factory=dict)


def read_xmi(file: File, options: Options) -> Marks:
    """Read a CAS that was written as XMI."""
    root = xml_of(file, options)
    texts: dict[str, tuple[str, str]] = {}
    structures = []
    names = {node.get(XMI) for node in root}
    refers = _referring(file, options)
    indexed: set[str] | None = None
    kinds = {tag: _kind(tag) for tag in {node.tag for node in root}}
    for node in root:
        kind, where = kinds[node.tag], place(node, file.name)
        if kind == "View":
            indexed = (indexed or set()) | set((node.get("members") or "").split())
            continue
        if kind == "Sofa":
            texts[node.get(XMI) or ""] = (node.get("sofaID") or "", node.get("sofaString") or "")
            continue
        attributes = node.attrib
        begin, end = attributes.get("begin"), attributes.get("end")
        one = Structure(
            attributes.get(XMI) or "",
            kind,
            where,
            attributes.get("sofa") or "",
            None if begin is None else js.whole(begin, "begin", where),
            None if end is None else js.whole(end, "end", where),
        )
        plain = kind not in TECHNICAL  # of tokens, which are most, only the place is needed
        for key, value in attributes.items():
            if key in PLACE:
                continue
            if key in _PARTS and value in names:
                one.refers[key] = value
            elif plain:
                one.features[local(key)] = value
        if plain and len(node):
            for name in dict.fromkeys(local(child.tag) for child in node):
                values = [child.text for child in node if local(child.tag) == name and child.text]
                if values:
                    one.features[name] = frozenset(values)
        structures.append(one)
    _take_references(structures, names, refers)
    return _filed(file, texts, structures, indexed, options)


def _kind(tag: str) -> str:
    """The layer of a type; older type systems have one type for each part of speech."""
    return "POS" if "/lexmorph/type/pos" in tag else local(tag)


def _referring(file: File, options: Options) -> dict[tuple[str, str], bool]:
    """(Type, feature) → whether its values are ids of others; ("", feature) where all types agree.

    Empty where no type system lies beside the file.
    """
    beside = file.beside(*TYPE_SYSTEMS)
    if beside is None:
        return {}
    if "ranges" not in beside.memo:  # a folder has one for all its files
        beside.memo["ranges"] = _ranges(beside, options.limits)
    ranges: dict[tuple[str, str], bool] = beside.memo["ranges"]
    return ranges


def _ranges(file: File, limits: Limits) -> dict[tuple[str, str], bool]:
    root = parse_xml(file.raw(), file.name, limits)
    ranges: dict[tuple[str, str], bool] = {}
    types = list(all_of(root, "typeDescription"))
    described = [
        ({local(part.tag): content(part).strip() for part in node}, node) for node in types
    ]
    plain = {f"uima.cas.{name}{several}" for name in PRIMITIVE for several in ("", "Array", "List")}
    plain |= {
        about["name"]
        for about, _ in described
        if about.get("supertypeName") == "uima.cas.String" and "name" in about
    }
    for about, node in described:
        for feature in all_of(node, "featureDescription"):
            parts = {local(part.tag): content(part).strip() for part in feature}
            refers = parts.get("rangeTypeName", "") not in plain
            name = parts.get("name", "")
            ranges[about.get("name", "").rpartition(".")[2], name] = refers
            ranges["", name] = ranges.get(("", name), True) and refers
    return ranges


def _take_references(
    structures: list[Structure], names: set[str | None], refers: dict[tuple[str, str], bool]
) -> None:
    """Turn features that are ids of others into references: as told, else if they must be.

    A single number that is also an id may be a rating: it is kept unless the type system tells.
    """
    values: dict[tuple[str, str], list[list[str]]] = {}
    for one in structures:
        for key, value in one.features.items():
            if js.as_text(value) is not None:
                values.setdefault((one.layer, key), []).append(value.split())
    for feature, listed in values.items():
        several = any(len(parts) > 1 for parts in listed)
        ids = several and all(part in names for parts in listed for part in parts)
        if refers.get(feature, refers.get(("", feature[1]), ids)):
            for one in structures:
                if one.layer == feature[0] and feature[1] in one.features:
                    one.refers[feature[1]] = str(one.features.pop(feature[1]))


def read_json_cas(file: File, options: Options) -> Marks:
    """Read a CAS that was written as JSON."""
    cas = json_of(file, options)
    records = js.optional(cas, "%FEATURE_STRUCTURES", file.name, (list, dict), [])
    texts: dict[str, tuple[str, str]] = {}
    structures = []
    arrays: dict[str, frozenset[Any]] = {}
    listed = records if js.is_list(records) else records.values()
    for number, record in enumerate(listed, start=1):
        named = "%ID" in js.as_mapping(record)
        where = f"{file.name}: " + (f"%ID {record['%ID']}" if named else f"structure {number}")
        kind = js.needed(record, "%TYPE", where, str).rpartition(".")[2]
        name = js.id_at(record, "%ID", where, "")
        if kind == "Sofa":
            texts[name] = (
                js.optional(record, "sofaID", where, str, ""),
                js.optional(record, "sofaString", where, str, ""),
            )
            continue
        one = Structure(
            name,
            kind,
            where,
            str(record.get("@sofa", "")),
            js.whole(record["begin"], "begin", where) if "begin" in record else None,
            js.whole(record["end"], "end", where) if "end" in record else None,
        )
        plain = kind not in TECHNICAL  # of tokens, which are most, only the place is needed
        for key, value in record.items():
            if key in PLACE_JSON:
                continue
            sign = key[:1]
            if sign == "@":
                one.refers[key[1:]] = str(value)
            elif plain and sign != "%":
                one.features[key] = value
        if js.is_list(record.get("%ELEMENTS")):
            if kind.removesuffix("[]").removesuffix("Array") in PRIMITIVE:
                arrays[name] = frozenset(filter(js.is_scalar, record["%ELEMENTS"]))
        else:
            structures.append(one)
    for one in structures:
        for key in [key for key, name in one.refers.items() if name in arrays]:
            one.features[key] = arrays[one.refers.pop(key)]
    return _filed(file, texts, structures, _members(cas, file.name), options)


def _members(cas: Any, source: str) -> set[str] | None:
    """What the views of a JSON CAS hold; None where there are no views."""
    views = js.mapping_at(cas, "%VIEWS", source)
    listed = [
        js.list_at(view, "%MEMBERS", f"{source}: view {name}") for name, view in views.items()
    ]
    return {str(member) for members in listed for member in members} if listed else None


def _filed(
    file: File,
    texts: dict[str, tuple[str, str]],
    structures: list[Structure],
    indexed: set[str] | None,
    options: Options,
) -> Marks:
    """Marks from feature structures; an annotation in no view was removed."""
    marks = Marks(file.name)
    if not seen_state(file, marks, options):
        return marks
    views = {
        sofa: None if name in ("_InitialView", "") or len(texts) == 1 else name
        for sofa, (name, _) in texts.items()
    }
    convert = {sofa: from_utf16(text) for sofa, (_, text) in texts.items() if text}
    marks.texts = {views[sofa]: text for sofa, (_, text) in texts.items() if text}
    spans = _placed(structures, convert, marks)
    referring = [one.refers for one in structures if one.refers]
    linked = {refers[key] for refers in referring for key in ("first", "next") if key in refers}
    for one in structures:
        if one.layer in TECHNICAL:
            continue
        marks.rows += 1
        document = views.get(one.sofa)
        if indexed is not None and one.name in spans and one.name not in indexed:
            marks.drop("annotation", "in no view (deleted)")
        elif "Governor" in one.refers and "Dependent" in one.refers:
            with marks.skipping():
                _relation(one, spans, document, marks)
        elif one.name in spans and one.name not in linked:
            _annotation(one, spans[one.name], document, marks)
        elif "target" in one.refers:
            marks.drop("slot", "of a span")
    if any("first" in refers for refers in referring):
        _chains(structures, spans, views, marks)
    return marks


def _placed(
    structures: list[Structure], convert: dict[str, Callable[[int, str], int]], marks: Marks
) -> dict[str, tuple[int, int]]:
    """Id → place in the text, of what has one."""
    spans: dict[str, tuple[int, int]] = {}
    for one in structures:
        if one.begin is not None and one.end is not None:
            change = convert.get(one.sofa)
            if change is None:
                spans[one.name] = (one.begin, one.end)
                continue
            with marks.skipping():
                spans[one.name] = (change(one.begin, one.where), change(one.end, one.where))
    return spans


def _annotation(one: Structure, span: tuple[int, int], document: str | None, marks: Marks) -> None:
    marks.span(document, None, one.layer, one.layer, one.where, *span)
    if span[0] == span[1]:
        return
    for name, value in one.features.items():
        label = frozenset(filter(js.is_scalar, value)) if js.is_list(value) else value
        if js.is_scalar(label) or (type(label) is frozenset and label):
            marks.span(document, None, one.layer, label, one.where, *span, field=name)
    for name in one.refers:
        marks.drop("reference", f"of {one.layer} to other annotations ({name})")


def _relation(
    one: Structure, spans: dict[str, tuple[int, int]], document: str | None, marks: Marks
) -> None:
    ends = [spans.get(one.refers[key]) for key in ("Governor", "Dependent")]
    if ends[0] is None or ends[1] is None:
        raise DataError(f"{one.where}: the relation refers to something that is not in the file")
    technical = ("flavor", "order")  # WebAnno: basic or enhanced, and where it is drawn
    labels = [str(v) for k, v in one.features.items() if k not in technical and js.is_scalar(v)]
    label = " ".join(labels) or "related"
    marks.relation(document, None, label, one.where, ends[0], ends[1], layer=one.layer)


def _chains(
    structures: Iterable[Structure],
    spans: dict[str, tuple[int, int]],
    views: dict[str, str | None],
    marks: Marks,
) -> None:
    links = {one.name: one for one in structures}
    for number, chain in enumerate(one for one in links.values() if "first" in one.refers):
        at: str | None = chain.refers["first"]
        passed: set[str] = set()  # a stranger's links may go in a circle
        while at is not None and at in links and at not in passed:
            passed.add(at)
            link = links[at]
            if link.name not in spans:
                raise DataError(f"{link.where}: a link of a chain has no place in the text")
            begin, end = spans[link.name]
            at = link.refers.get("next")
            layer = re.sub("Chain$", "", chain.layer) + "Link"
            view = views.get(link.sofa)
            marks.span(view, None, layer, None, link.where, begin, end, chain=number)
