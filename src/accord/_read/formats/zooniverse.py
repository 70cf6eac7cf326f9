"""Zooniverse classification exports: a row for each classification, its answers as JSON.

    classification_id,user_name,…,workflow_name,…,annotations,…,subject_ids
    1,ann,…,"[{""task"":""T0"",""task_label"":""Is it?"",""value"":""Yes""}]",…,5655991

Every task is a layer: one answer is a label, several are a set, those of a survey the set of the
choices. Drawings are counted and left out. Volunteers who were not logged in are different coders
(not-logged-in-…): where their name is empty, each classification has its own.
"""

from collections.abc import Iterator
from typing import Any

from accord._read.door.given import File, Head
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.formats.delimited import delimited_file
from accord._read.text import json_values as js
from accord._read.text.json_text import parse_json
from accord.errors import DataError
from accord.model.showing import counted

_NEEDED = ("classification_id", "user_name", "subject_ids")


def sniff_zooniverse(head: Head) -> bool:
    """The columns of a classification export, or of an extract of one."""
    first = head.text[:4096].partition("\n")[0]
    return set(_NEEDED) <= {cell.strip().strip('"') for cell in first.split(",")}


def read_zooniverse(file: File, options: Options) -> Marks:
    """Read a classification export."""
    table = delimited_file(file, options)
    columns = {name: table.column(name) for name in table.header}
    for name in _NEEDED:
        if name not in columns:
            raise DataError(f"{file.name}:1: no column {name!r}. Columns: {', '.join(columns)}")
    marks = Marks(file.name)
    workflows = columns.get("workflow_name")
    several = workflows is not None and len(set(workflows)) > 1
    anonymous = 0
    last: dict[tuple[str, str, str], str] = {}

    def read(numbered: tuple[int, str]) -> None:
        nonlocal anonymous
        at, where = numbered
        marks.rows += 1
        item = columns["subject_ids"][at].strip()
        name = columns["classification_id"][at].strip()
        coder = columns["user_name"][at].strip()
        if not coder:
            anonymous += 1
            coder = f"not logged in ({name})"
        if not item:
            raise DataError(f"{where}: the classification names no subject")
        workflow = "" if workflows is None else workflows[at]
        # A volunteer should see a subject once; where not, the first answer is the naive one.
        if last.setdefault((item, coder, workflow), where) != where:
            marks.drop("later classification", "of a subject by the same volunteer")
            return
        for task, value in _answers(columns, at, where, options, marks):
            marks.label(item, coder, f"{workflow}: {task}" if several else task, value, where)

    marks.each(enumerate(table.where()), read)
    if anonymous:
        marks.notes.append(
            f"{counted(anonymous, 'classification')} of volunteers who were not logged in: each "
            "has a coder of its own"
        )
    return marks


def _answers(
    columns: dict[str, Any], at: int, where: str, options: Options, marks: Marks
) -> Iterator[tuple[str, Any]]:
    """Task and answer of one classification."""
    if "annotations" not in columns:
        names = [n for n in columns if n in ("val", "value", "answer") or n.startswith("data.")]
        if not names:
            raise DataError(f"{where}: no column 'annotations', nor 'val' or 'answer'")
        for name in names:
            cell = columns[name][at].strip()
            yield name, None if cell in ("", "null") else cell
        return
    for one in parse_json(columns["annotations"][at], where, options.limits):
        task = js.text_at(one, "task_label", where)
        task = task or js.optional(one, "task", where, str, "task")
        yield from _values(task, one.get("value"), marks)


def _values(task: str, value: Any, marks: Marks) -> Iterator[tuple[str, Any]]:
    parts = js.as_list(value)
    if value is None or js.is_scalar(value):
        yield task, value
    elif js.is_list(value) and None not in map(js.as_text, parts):
        yield task, frozenset(parts)
    elif js.mappings_with(parts, "choice"):
        yield task, frozenset(str(part["choice"]) for part in parts)
        marks.drop("survey answer", "about a choice", sum(bool(p.get("answers")) for p in parts))
    elif js.mappings_with(parts, "task"):
        for part in parts:  # a combination of tasks
            name = str(part.get("task_label") or part["task"])
            yield from _values(name, part.get("value"), marks)
    elif "label" in js.as_mapping(value):
        yield task, str(value["label"])
    else:
        marks.drop("drawing or other answer", f"({task})", max(1, len(parts)))
