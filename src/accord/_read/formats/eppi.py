"""EPPI-Reviewer JSON: a tree of codes and the references that have them; the file is the coder.

Layer "codes" has, for each reference, the set of its codes; a code that others have within it is a
code as well. With several sets of codes the name of the set comes first. Passages that are quoted
with a code are counted and left out.
"""

from typing import Any

from accord._read.door.given import File
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.text.json_text import needed, optional, parse_json


def read_eppi(file: File, options: Options) -> Marks:
    """Read a coding report of EPPI-Reviewer."""
    record = parse_json(file.text(options.encoding)[0].lstrip("\ufeff"), file.name, options.limits)
    marks = Marks(file.name, main="codes")
    names: dict[str, str] = {}
    sets = optional(record, "CodeSets", file.name, list, [])
    for one in sets:
        path = (optional(one, "SetName", file.name, str, ""),) if len(sets) > 1 else ()
        _names(optional(one, "Attributes", file.name, dict, {}), path, file.name, names)

    def read(numbered: tuple[int, Any]) -> None:
        at, reference = numbered
        where = f"{file.name}: reference {at}"
        marks.rows += 1
        item = str(needed(reference, "ItemId", where, (str, int)))
        title = optional(reference, "Title", where, str, "")
        marks.about.setdefault("text", {})[item] = title
        found = set()
        for code in optional(reference, "Codes", where, list, []):
            name = str(needed(code, "AttributeId", where, (int, str)))
            found.add(names.get(name, name))
            marks.drop(
                "quoted passage",
                "of a code",
                len(optional(code, "ItemAttributeFullTextDetails", where, list, [])),
            )
            if optional(code, "ArmId", where, int, 0):
                marks.drop("arm", "of a study that a code is about")
        marks.label(item, None, "codes", frozenset(found), where)
        outcomes = optional(reference, "Outcomes", where, list, [])
        marks.drop("outcome", "", len(outcomes))

    marks.each(enumerate(needed(record, "References", file.name, list), start=1), read)
    return marks


def _names(node: Any, path: tuple[str, ...], where: str, found: dict[str, str]) -> None:
    for one in optional(node, "AttributesList", where, list, []):
        name = optional(one, "AttributeName", where, str, "")
        found[str(needed(one, "AttributeId", where, (int, str)))] = "/".join((*path, name))
        _names(optional(one, "Attributes", where, dict, {}), (*path, name), where, found)
