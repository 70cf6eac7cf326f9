"""UIMA CAS as XMI or JSON (INCEpTION, WebAnno, DKPro, cTAKES). Offsets are UTF-16.

Every annotation type is a layer, called by the last part of its name, its features are the
fields; tokens, sentences and metadata are left out. What has Governor and Dependent is a
relation; first and next make chains. The file is the coder, the folder the document.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from accord.errors import DataError
from accord.read.files import File
from accord.read.json import needed, optional, parse_json, whole
from accord.read.marks import Format, Head, Mark, Marks, Options
from accord.read.offsets import from_utf16
from accord.read.states import seen_state
from accord.read.xml import local, parse_xml, place

XMI = "{http://www.omg.org/XMI}id"
TECHNICAL = {"Token", "Sentence", "DocumentMetaData", "DocumentAnnotation", "TagsetDescription",
             "TagDescription", "CASMetadata", "Sofa", "View", "NULL", "Paragraph"}  # fmt: skip
PARTS = {"Governor", "Dependent", "first", "next", "source", "target"}


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


def sniff_xmi(head: Head) -> bool:
    """An XMI root element."""
    return head.is_xml("<xmi:XMI")


def read_xmi(file: File, options: Options) -> Marks:
    """Read a CAS that was written as XMI."""
    root = parse_xml(file.raw(), file.name, options.limits)
    texts: dict[str, tuple[str, str]] = {}
    found = []
    names = {node.get(XMI) for node in root}
    for node in root:
        kind, where = local(node.tag), place(node, file.name)
        if kind == "Sofa":
            texts[node.get(XMI) or ""] = (node.get("sofaID") or "", node.get("sofaString") or "")
            continue
        if "/lexmorph/type/pos" in node.tag:
            kind = "POS"  # older type systems have one type for each part of speech
        edges = [None if (edge := node.get(k)) is None else whole(edge, k, where)
                 for k in ("begin", "end")]  # fmt: skip
        sofa = node.get("sofa") or ""
        one = Structure(node.get(XMI) or "", kind, where, sofa, edges[0], edges[1])
        for key, value in node.attrib.items():
            if key in PARTS and value in names:
                one.refers[key] = value
            elif key not in (XMI, "sofa", "begin", "end"):
                one.features[local(key)] = value
        for child in node:
            if child.text:
                one.features.setdefault(local(child.tag), child.text)
        found.append(one)
    return _filed(file, texts, found)


def sniff_json(head: Head) -> bool:
    """The keys of a JSON CAS."""
    start = head.start[:400]
    return start[:1] == "{" and ('"%TYPES"' in start or '"%FEATURE_STRUCTURES"' in start)


def read_json_cas(file: File, options: Options) -> Marks:
    """Read a CAS that was written as JSON."""
    cas = parse_json(file.text(options.encoding)[0], file.name, options.limits)
    structures = optional(cas, "%FEATURE_STRUCTURES", file.name, (list, dict), [])
    texts: dict[str, tuple[str, str]] = {}
    found = []
    for record in structures if isinstance(structures, list) else structures.values():
        where = f"{file.name}: %ID {record.get('%ID') if isinstance(record, dict) else '?'}"
        kind = needed(record, "%TYPE", where, str).rpartition(".")[2]
        name = str(optional(record, "%ID", where, (int, str), ""))
        if kind == "Sofa":
            texts[name] = (optional(record, "sofaID", where, str, ""),
                           optional(record, "sofaString", where, str, ""))  # fmt: skip
            continue
        edges = [whole(record[k], k, where) if k in record else None for k in ("begin", "end")]
        one = Structure(name, kind, where, str(record.get("@sofa", "")), edges[0], edges[1])
        for key, value in record.items():
            if key.startswith("@"):
                one.refers[key[1:]] = str(value)
            elif not key.startswith("%") and key not in ("begin", "end"):
                one.features[key] = value
        found.append(one)
    return _filed(file, texts, found)


def _filed(file: File, texts: dict[str, tuple[str, str]], found: list[Structure]) -> Marks:
    """Marks from feature structures."""
    marks = Marks(file.name)
    if not seen_state(file, marks):
        return marks
    views = {sofa: None if name in ("_InitialView", "") or len(texts) == 1 else name
             for sofa, (name, _) in texts.items()}  # fmt: skip
    convert = {sofa: from_utf16(text) for sofa, (_, text) in texts.items() if text}
    marks.texts = {views[sofa]: text for sofa, (_, text) in texts.items() if text}
    spans: dict[str, tuple[int, int]] = {}
    for one in found:
        if one.begin is not None and one.end is not None:
            change = convert.get(one.sofa)
            edges = [change(e, one.where) if change else e for e in (one.begin, one.end)]
            spans[one.name] = (edges[0], edges[1])
    for one in found:
        if one.layer in TECHNICAL:
            continue
        marks.rows += 1
        document = views.get(one.sofa)
        if {"Governor", "Dependent"} <= one.refers.keys():
            _relation(one, spans, document, marks)
        elif one.name in spans and not one.layer.endswith("Link"):
            _annotation(one, spans[one.name], document, marks)
    _chains(found, spans, views, marks)
    return marks


def _annotation(one: Structure, span: tuple[int, int], document: str | None, marks: Marks) -> None:
    marks.span(document, None, one.layer, one.layer, one.where, *span)
    if span[0] == span[1]:
        return
    for name, value in one.features.items():
        if isinstance(value, (str, int, float)):
            marks.span(document, None, one.layer, value, one.where, *span, field=name)


def _relation(
    one: Structure, spans: dict[str, tuple[int, int]], document: str | None, marks: Marks
) -> None:
    ends = [spans.get(one.refers[key]) for key in ("Governor", "Dependent")]
    if ends[0] is None or ends[1] is None:
        raise DataError(f"{one.where}: the relation joins what is not in the file")
    technical = ("flavor", "order")
    labels = [str(v) for k, v in one.features.items() if k not in technical and _is_plain(v)]
    label = " ".join(labels) or "related"
    marks.relation(document, None, label, one.where, ends[0], ends[1], layer=one.layer)


def _is_plain(value: Any) -> bool:
    return isinstance(value, (str, int, float))


def _chains(
    found: Iterable[Structure], spans: dict[str, tuple[int, int]], views: dict[str, str | None],
    marks: Marks,
) -> None:  # fmt: skip
    links = {one.name: one for one in found}
    for number, chain in enumerate(one for one in links.values() if "first" in one.refers):
        at: str | None = chain.refers["first"]
        passed: set[str] = set()
        while at is not None and at in links and at not in passed:
            passed.add(at)
            link = links[at]
            if link.name not in spans:
                raise DataError(f"{link.where}: a link of a chain has no place in the text")
            begin, end = spans[link.name]
            layer = re.sub("Chain$", "", chain.layer) + "Link"
            marks.marks.append(
                Mark(views.get(link.sofa), None, layer, None, link.where, begin, end, (), None,
                     number)
            )  # fmt: skip
            at = link.refers.get("next")


XMI_FORMAT = Format("xmi", "UIMA CAS XMI", sniff_xmi, read_xmi, coder="file",
                    companions=(".xml",))  # fmt: skip
JSON_FORMAT = Format("json-cas", "UIMA CAS JSON", sniff_json, read_json_cas, coder="file")
