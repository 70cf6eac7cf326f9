"""Label Studio JSON_MIN and CSV: a row for each annotation, a column for each control.

    [{"id": 1, "text": "…", "mood": "joy", "ner": [{"start": 0, "end": 3, "labels": ["PER"]}],
      "annotator": "ann@x.org", "annotation_id": 7, "lead_time": 3.2, …}, …]

In CSV the lists are JSON inside cells. Controls and data of the task stand side by side: a
column is a control where it holds such lists, or differs within a task; `layer` names any other.
"""

from collections.abc import Mapping
from typing import Any

from accord._read.door.given import File, Head
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.formats.delimited import delimited_file, header_names
from accord._read.formats.label_studio import (
    RESULT_TYPES,
    coder_of,
    file_results,
    note_texts,
    take_text,
    time_of,
)
from accord._read.text import json_values as js
from accord._read.text.json_text import parse_json
from accord.errors import DataError, Setting

# The columns that Label Studio adds; "id" is the task.
_OWN = {"id", "annotator", "annotation_id", "created_at", "updated_at", "lead_time", "agreement"}
_KEYS = {"annotation_id", "annotator", "lead_time"}
AnnotationRow = tuple[str, Mapping[str, Any]]  # where it stands, and its columns


def sniff_label_studio_rows(head: Head) -> bool:
    """A list of rows, or a header, with the columns that Label Studio adds."""
    if head.start[:1] == "[":
        return all(f'"{key}"' in head.text for key in _KEYS) and '"result"' not in head.text
    return header_names(head) >= _KEYS


def read_label_studio_rows(file: File, options: Options) -> Marks:
    """Read an export as JSON_MIN or CSV."""
    rows = _rows(file, options)
    controls = _controls(rows, options.layer)
    marks = Marks(file.name)
    last: dict[tuple[str, str], AnnotationRow] = {}
    texts: dict[str, dict[str, str]] = {}
    for at, (where, row) in enumerate(rows, start=1):
        marks.rows += 1
        task = js.id_at(row, "id", where, at)
        coder = coder_of(row.get("annotator"), at, where)
        if (task, coder) in last:
            marks.drop("earlier annotation", "of a task by the same coder")
            if time_of(last[task, coder][1]) > time_of(row):
                continue
        last[task, coder] = where, row
    for (task, coder), (where, row) in last.items():
        marks.saw(task, coder)
        data = {key: value for key, value in row.items() if key not in _OWN and key not in controls}
        results = [one for key in controls for one in _results(key, row.get(key))]
        file_results({"result": results}, task, coder, data, where, marks)
        note_texts(marks, texts, task, data)
    take_text(marks, texts)
    others = sorted({key for _, row in rows for key in row} - _OWN - controls.keys())
    if not controls:
        raise DataError(
            f"{file.name}: no column looks like annotations; "
            + (
                f"name one of {', '.join(others)} with {Setting('layer')}"
                if others
                else "it is empty"
            )
        )
    if others:
        marks.notes.append(
            f"columns read as data of the tasks: {', '.join(others)} "
            f"(choose with {Setting('layer')})"
        )
    return marks


def _rows(file: File, options: Options) -> list[AnnotationRow]:
    text, _ = file.text(options.encoding)
    if text.lstrip()[:1] == "[":
        records = parse_json(text, file.name, options.limits)
        places = [f"{file.name}: row {at}" for at in range(1, len(records) + 1)]
        for where, record in zip(places, records, strict=True):
            js.needed(record, "annotation_id", where)
        return list(zip(places, records, strict=True))
    table = delimited_file(file, options)
    return [
        (
            where,
            {
                key: _cell(cell, f"{where}, {key}", options)
                for key, cell in zip(table.header, row, strict=True)
            },
        )
        for where, row in zip(table.where(), table.rows, strict=True)
    ]


def _cell(cell: str, where: str, options: Options) -> Any:
    """A cell: JSON where it is a list or an object, else text; None where it is empty."""
    if cell[:1] not in ("[", "{"):
        return cell or None
    try:
        return parse_json(cell, where, options.limits)
    except DataError:
        return cell  # a text that begins with a bracket


def _controls(rows: list[AnnotationRow], wanted: str | None) -> dict[str, None]:
    """The columns that hold what coders did."""
    controls: dict[str, None] = {}
    first: dict[tuple[str, str], Any] = {}
    for _, row in rows:
        for key, value in row.items():
            if key in _OWN:
                continue
            # What is shown is the same to all who annotate a task; what they did may differ.
            differs = first.setdefault((str(row.get("id")), key), value) != value
            if differs or key == wanted or any(map(_kind, js.one_or_many(value))):
                controls[key] = None
    return controls


def _kind(one: Any) -> str:
    """The type of a result by its keys, "" for what is none."""
    keys = js.as_mapping(one)
    labels = next((key for key in keys if key.endswith("labels")), "")
    return labels or next((kind for kind, key in RESULT_TYPES.items() if key in keys), "")


def _results(control: str, value: Any) -> list[dict[str, Any]]:
    """The results of one control as the full export has them."""
    if value is None:
        return []
    results = [
        {"from_name": control, "type": _kind(one), "value": one, "id": one.get("id")}
        for one in filter(js.is_mapping, js.one_or_many(value))
    ]
    if choices := [str(one) for one in js.one_or_many(value) if js.is_scalar(one)]:
        results.append({"from_name": control, "type": "choices", "value": {"choices": choices}})
    return results
