"""Glozz: doc.aa (annotations, XML) with doc.ac (the text), one folder for each coder.

Layer "units" has the type of a unit as its category; every type with features is a layer of
its own. Relations are read, schemas are counted and left out, and so are paragraphs, which
are technical. The author in a unit's metadata is whoever created it, not the coder.
"""

from xml.etree.ElementTree import Element

from accord._read.door.given import File, Head
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.text.json_values import whole
from accord._read.text.xml_text import content, place, xml_of
from accord.errors import DataError


def sniff_glozz(head: Head) -> bool:
    """XML, whatever the name says."""
    return head.start.startswith("<")


def read_glozz(file: File, options: Options) -> Marks:
    """Read a Glozz annotation file, with the text beside it where there is one."""
    root = xml_of(file, options)
    marks = Marks(file.name, main="units")
    marks.saw(None, None)
    if (beside := file.beside(f"{file.stem}.ac")) is not None:
        marks.texts[None] = beside.text(options.encoding)[0]
    spans: dict[str | None, tuple[int, int]] = {}

    def read(unit: Element) -> None:
        where, kind = place(unit, file.name), content(unit.find("characterisation/type")).strip()
        begin, end = (_index(unit, edge, where) for edge in ("start", "end"))
        spans[unit.get("id")] = (begin, end)
        marks.rows += 1
        if kind == "paragraph":
            marks.drop("paragraph", "(layout, not annotation)")
            return
        marks.span(None, None, "units", kind, where, begin, end)
        if begin == end:
            return
        marks.span(None, None, kind, kind, where, begin, end)
        for feature in unit.iterfind("characterisation/featureSet/feature"):
            value = content(feature).strip()
            if value:
                field = feature.get("name") or "feature"
                marks.span(None, None, kind, value, where, begin, end, field=field)

    marks.each(root.iter("unit"), read)
    for relation in root.iter("relation"):
        where = place(relation, file.name)
        marks.rows += 1
        ends = [spans.get(term.get("id")) for term in relation.iter("term")]
        if len(ends) != 2 or ends[0] is None or ends[1] is None:
            marks.drop("relation", "not between two spans")
            continue
        kind = content(relation.find("characterisation/type")).strip() or "related"
        marks.relation(None, None, kind, where, ends[0], ends[1])
        features = relation.iterfind("characterisation/featureSet/feature")
        marks.drop("feature", "of relations", sum(bool(content(one).strip()) for one in features))
    # A schema is a set of units and relations, of any size: no kind of study compares such.
    marks.drop("schema", "", sum(1 for _ in root.iter("schema")))
    return marks


def _index(unit: Element, edge: str, where: str) -> int:
    position = unit.find(f"positioning/{edge}/singlePosition")
    if position is None or position.get("index") is None:
        raise DataError(f"{where}: the span has no {edge} (singlePosition with an index)")
    return whole(position.get("index"), edge, where)
