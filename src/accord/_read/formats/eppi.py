"""EPPI-Reviewer JSON: a tree of codes and the references that have them; the file is the coder.

Layer "codes" has, for each reference, the set of its codes; a code that others have within it is a
code as well. With several sets of codes the name of the set comes first. Passages that are quoted
with a code are counted and left out.
"""

from typing import Any

from accord._read.door.given import File
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.text import json_values as js
from accord._read.text.json_text import parse_json


def read_eppi(file: File, options: Options) -> Marks:
    """Read a coding report of EPPI-Reviewer."""
    record = parse_json(file.text(options.encoding)[0].lstrip("\ufeff"), file.name, options.limits)
    marks = Marks(file.name, main="codes")
    names: dict[str, str] = {}
    sets = js.list_at(record, "CodeSets", file.name)
    for one in sets:
        path = (js.optional(one, "SetName", file.name, str, ""),) if len(sets) > 1 else ()
        _names(js.mapping_at(one, "Attributes", file.name), path, file.name, names)

    def read(_: int, where: str, reference: Any) -> None:
        item = js.name_at(reference, "ItemId", where)
        title = js.optional(reference, "Title", where, str, "")
        marks.about.setdefault("text", {})[item] = title
        codes = set()
        for code in js.list_at(reference, "Codes", where):
            name = js.id_at(code, "AttributeId", where)
            codes.add(names.get(name, name))
            marks.drop(
                "quoted passage",
                "of a code",
                len(js.list_at(code, "ItemAttributeFullTextDetails", where)),
            )
            if js.optional(code, "ArmId", where, int, 0):  # 0: the whole study
                marks.drop("arm", "of a study that a code is about")
        marks.label(item, None, "codes", frozenset(codes), where)
        outcomes = js.list_at(reference, "Outcomes", where)
        marks.drop("outcome", "", len(outcomes))

    references = js.needed(record, "References", file.name, list)
    return marks.numbered(enumerate(references, start=1), read, "reference")


def _names(node: Any, path: tuple[str, ...], where: str, names: dict[str, str]) -> None:
    for one in js.list_at(node, "AttributesList", where):
        name = js.optional(one, "AttributeName", where, str, "")
        names[js.id_at(one, "AttributeId", where)] = "/".join((*path, name))
        _names(js.mapping_at(one, "Attributes", where), (*path, name), where, names)
