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

    def read(numbered: tuple[int, Any]) -> None:
        at, reference = numbered
        where = f"{file.name}: reference {at}"
        marks.rows += 1
        item = js.name_at(reference, "ItemId", where)
        title = js.optional(reference, "Title", where, str, "")
        marks.about.setdefault("text", {})[item] = title
        found = set()
        for code in js.list_at(reference, "Codes", where):
            name = js.id_at(code, "AttributeId", where)
            found.add(names.get(name, name))
            marks.drop(
                "quoted passage",
                "of a code",
                len(js.list_at(code, "ItemAttributeFullTextDetails", where)),
            )
            if js.optional(code, "ArmId", where, int, 0):
                marks.drop("arm", "of a study that a code is about")
        marks.label(item, None, "codes", frozenset(found), where)
        outcomes = js.list_at(reference, "Outcomes", where)
        marks.drop("outcome", "", len(outcomes))

    marks.each(enumerate(js.needed(record, "References", file.name, list), start=1), read)
    return marks


def _names(node: Any, path: tuple[str, ...], where: str, found: dict[str, str]) -> None:
    for one in js.list_at(node, "AttributesList", where):
        name = js.optional(one, "AttributeName", where, str, "")
        found[js.id_at(one, "AttributeId", where)] = "/".join((*path, name))
        _names(js.mapping_at(one, "Attributes", where), (*path, name), where, found)
