"""doccano JSON Lines: one example a line, one file for each member of the project.

Every example stands in every member's file, annotated or not, so nobody knows who saw what:
that is noted. Old exports name the user of each annotation and have numbers for labels.
"""

import json
from typing import Any

from accord._read.door.given import File, Head
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.text import json_values as js
from accord._read.text.json_text import json_lines
from accord.errors import DataError
from accord.kinds.regions.geometry import Outline

_KEYS = ("label", "labels", "entities", "annotations", "cats", "bbox", "segmentation")
# A record that names its coder is not doccano's, which has a file for each member.
_CODERS = {"coder", "annotator", "rater", "worker", "user", "accord"}
# What an annotation of an old export has; one with anything else is another program's.
_OLD = {
    *("label", "user", "id", "document", "example", "start_offset", "end_offset", "text"),
    *("manual", "prob", "created_at", "updated_at"),
}


def sniff_doccano(head: Head) -> bool:
    """A first line with a text or file name and lists of labels, and no coder."""
    try:
        record = json.loads(head.start.partition("\n")[0])
    except (ValueError, RecursionError):
        # Masks make lines so long that the head cuts the first one.
        return head.start[1:].lstrip().startswith('"filename"') and '"bbox"' in head.text
    return (
        js.is_mapping(record)
        and not _CODERS & record.keys()
        and bool({"text", "filename", "data"} & record.keys())
        and any(js.is_list(record.get(key)) for key in _KEYS)
        # Annotations are objects; bare labels are those of several people, or anybody's.
        and all(map(_may_be_doccano, js.as_list(record.get("annotations"))))
        and all(map(_may_be_span, _of_spans(record)))
    )


def _of_spans(record: Any) -> list[Any]:
    return [one for key in ("label", "labels", "entities") for one in js.as_list(record.get(key))]


def _may_be_span(one: Any) -> bool:
    """Whether what stands in a list of labels may be doccano's: a name, three cells, or a span;
    an answer with its coder is another program's."""
    return not js.is_mapping(one) or "start_offset" in one


def _may_be_doccano(annotation: Any) -> bool:
    """Whether an annotation is doccano's: a label or text with its user, and nothing else."""
    own = js.as_mapping(annotation)
    return not {"label", "text"}.isdisjoint(own) and own.keys() <= _OLD


def read_doccano(file: File, options: Options) -> Marks:
    """Read a doccano export of one member, or an old one of all."""
    marks = Marks(file.name, knows_seen=False)
    empty = 0

    def read(line: int, where: str, record: Any) -> None:
        nonlocal empty
        name = js.text_at(record, "filename", where)
        item = js.id_at(record, "id", where, name or line)
        text = js.text_at(record, "text", where) or js.text_at(record, "data", where)
        if text is not None:
            marks.texts[item] = text
        if "annotations" in record:
            _old(record, item, where, marks)
            return
        marks.saw(item, None)
        spans = _spans(record, item, where, marks)
        for relation in js.list_at(record, "relations", where):
            ends = [
                spans.get(js.needed(relation, key, where, (str, int)))
                for key in ("from_id", "to_id")
            ]
            if ends[0] is None or ends[1] is None:
                raise DataError(
                    f"{where}: relation {js.shown(relation)} does not join two entities"
                )
            kind = js.name_at(relation, "type", where, "related")
            marks.relation(item, None, kind, where, ends[0], ends[1])
        empty += _labels(record, item, where, marks)

    text = file.text(options.encoding)[0]
    marks.numbered(json_lines(text, file.name, options.limits, marks.skip), read)
    if not any(mark.begin is not None for mark in marks.marks):
        marks.unlabelled = empty
    return marks


def _spans(
    record: dict[str, Any], item: str, where: str, marks: Marks
) -> dict[Any, tuple[int, int]]:
    spans: dict[Any, tuple[int, int]] = {}
    for key in ("label", "labels", "entities"):
        for one in js.as_list(record.get(key)):
            if js.is_mapping(one):
                begin, end = js.edges_at(one, where, "start_offset", "end_offset")
                label, name = js.needed(one, "label", where, (str, int)), one.get("id")
            elif js.is_list(one):
                if len(one) != 3:
                    raise DataError(
                        f"{where}: {js.shown(one)} is not a span; expected [begin, end, label]"
                    )
                begin, end = (js.whole(edge, key, where) for edge in one[:2])
                label, name = js.checked(one[2], key, where, (str, int)), None
            else:
                continue
            if js.is_name(name):
                spans[name] = (begin, end)
            marks.span(item, None, "spans", label, where, begin, end)
    return spans


def _labels(record: dict[str, Any], item: str, where: str, marks: Marks) -> int:
    """File the labels of an example; how many lists of labels are empty."""
    empty = 0
    for key, layer in (("label", "labels"), ("labels", "labels"), ("cats", "categories")):
        labels = record.get(key)
        if not js.is_list(labels) or any(map(js.is_nested, labels)):  # spans, read above
            continue
        if labels:
            marks.label(item, None, layer, frozenset(map(str, labels)), where)
        elif "entities" not in record:
            empty += 1
    for one in js.list_at(record, "bbox", where):
        x, y, width, height = (
            js.number_in(js.needed(one, key, where), key, where)
            for key in ("x", "y", "width", "height")
        )
        if width > 0 and height > 0:
            label = js.name_at(one, "label", where)
            marks.region(item, None, "boxes", label, where, (x, y, x + width, y + height))
        else:
            marks.drop("box", "without area")
    for one in js.list_at(record, "segmentation", where):
        flat = [js.number_in(n, "points", where) for n in js.needed(one, "points", where, list)]
        ring = tuple(zip(flat[::2], flat[1::2], strict=False))
        if len(set(ring)) > 2:
            label = js.name_at(one, "label", where)
            marks.region(item, None, "polygons", label, where, Outline((ring,)))
        else:
            marks.drop("polygon", "without area")
    return empty


def _old(record: dict[str, Any], item: str, where: str, marks: Marks) -> None:
    """doccano up to 1.0: annotations of all users, labels by number."""
    labels: dict[str | None, set[Any]] = {}
    for one in js.checked(record["annotations"], "annotations", where, list):
        user = js.optional(one, "user", where, (int, str), None)
        coder = None if user is None else str(user)
        if "label" not in one and "text" in one:  # a translation, a summary
            marks.label(item, coder, "text", js.needed(one, "text", where, str), where)
            continue
        label = js.needed(one, "label", where, (int, str))
        if "start_offset" in one:
            begin, end = js.edges_at(one, where, "start_offset", "end_offset")
            marks.span(item, coder, "spans", label, where, begin, end)
        else:
            labels.setdefault(coder, set()).add(label)
    for coder, chosen in labels.items():
        marks.label(item, coder, "labels", frozenset(chosen), where)
