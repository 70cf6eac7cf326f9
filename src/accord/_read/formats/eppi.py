"""EPPI-Reviewer JSON: a tree of codes and the references that have them; the file is the coder.

Layer "codes" has, for each reference, the set of its codes; a code that others have within it is a
code as well. With several sets of codes the name of the set comes first. Passages that are quoted
with a code are counted and left out. Layer "screening" says include or exclude where a code has
this type; a reference without such a code was not screened, and has no label there. It is the main
layer where every set of codes is one of screening.
"""

from typing import Any

from accord._read.door.given import File
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.text import json_values as js
from accord._read.text.json_text import parse_json

SCREENING = "screening"


def read_eppi(file: File, options: Options) -> Marks:
    """Read a coding report of EPPI-Reviewer."""
    record = parse_json(file.text(options.encoding)[0].lstrip("\ufeff"), file.name, options.limits)
    marks = Marks(file.name, main="codes")
    names: dict[str, str] = {}
    screening: dict[str, str] = {}
    sets = js.list_at(record, "CodeSets", file.name)
    for one in sets:
        path = (js.optional(one, "SetName", file.name, str, ""),) if len(sets) > 1 else ()
        _names(js.mapping_at(one, "Attributes", file.name), path, file.name, names, screening)
    of = [js.mapping_at(one, "SetType", file.name).get("SetTypeName") for one in sets]
    if screening and set(of) == {"Screening"}:
        marks.main = SCREENING

    def read(_: int, where: str, reference: Any) -> None:
        item = js.name_at(reference, "ItemId", where)
        title = js.optional(reference, "Title", where, str, "")
        marks.about.setdefault("text", {})[item] = title
        codes, decisions = set(), set()
        for code in js.list_at(reference, "Codes", where):
            name = js.id_at(code, "AttributeId", where)
            codes.add(names.get(name, name))
            decisions |= {screening[name]} if name in screening else set()
            marks.drop(
                "quoted passage",
                "of a code",
                len(js.list_at(code, "ItemAttributeFullTextDetails", where)),
            )
            if js.optional(code, "ArmId", where, int, 0):  # 0: the whole study
                marks.drop("arm", "of a study that a code is about")
        marks.label(item, None, "codes", frozenset(codes), where)
        if len(decisions) == 1:
            marks.label(item, None, SCREENING, decisions.pop(), where)
        elif decisions:
            marks.drop("reference", "with codes of inclusion and of exclusion")
        outcomes = js.list_at(reference, "Outcomes", where)
        marks.drop("outcome", "", len(outcomes))

    references = js.needed(record, "References", file.name, list)
    return marks.numbered(enumerate(references, start=1), read, "reference")


def _names(
    node: Any, path: tuple[str, ...], where: str, names: dict[str, str], screening: dict[str, str]
) -> None:
    """Codes by their number: their names, and the decisions that they are."""
    for one in js.list_at(node, "AttributesList", where):
        name = js.optional(one, "AttributeName", where, str, "")
        number = js.id_at(one, "AttributeId", where)
        names[number] = "/".join((*path, name))
        kind = js.optional(one, "AttributeType", where, str, "").strip().lower()
        if kind in ("include", "exclude"):
            screening[number] = kind
        inside = js.mapping_at(one, "Attributes", where)
        _names(inside, (*path, name), where, names, screening)
