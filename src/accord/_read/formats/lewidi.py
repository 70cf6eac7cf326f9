"""Learning with disagreements (LeWiDi): JSON of the shared tasks, each item with all its labels.

    {"7": {"text": "…", "annotation task": "hate speech detection", "annotators": "Ann1,Ann2",
           "annotations": "0,1", "soft_label": {"0": 0.5, "1": 0.5}}}
    {"7": {…, "annotations": {"Ann1": "entailment,neutral", "Ann2": "neutral"}}}

Labels stand in the order of the annotators, or by their names; where somebody gives several, all
are sets. What is derived from the labels (hard_label, soft_label) is not read.
"""

from typing import Any

from accord._read.door.given import File
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.text import json_values as js
from accord._read.text.json_text import json_of
from accord.errors import DataError

_Label = tuple[str, str, str, str]  # item, coder, label as written, place


def read_lewidi(file: File, options: Options) -> Marks:
    """Read the labels of all annotators."""
    records = js.checked(json_of(file, options), "the file", file.name, dict)
    marks = Marks(file.name)
    labels: list[_Label] = []
    several = False

    def read(item: str) -> None:
        nonlocal several
        where = f"{file.name}: item {item!r}"
        record = js.mapping_at(records, item, file.name)
        marks.rows += 1
        given = js.needed(record, "annotations", where, (str, dict))
        if js.is_mapping(given):
            pairs = [(who, _written(one, where)) for who, one in given.items()]
            several = several or any("," in one for _, one in pairs)
        else:
            people = _parts(js.needed(record, "annotators", where, str))
            values = _parts(given)
            if len(people) != len(values) or len(set(people)) < len(people):
                raise DataError(
                    f"{where}: {len(values)} annotations by {len(set(people))} annotators; "
                    "expected "
                    "one by each"
                )
            pairs = list(zip(people, values, strict=True))
        labels.extend((item, who, one, where) for who, one in pairs)
        marks.about.setdefault("text", {})[item] = js.as_text(record.get("text"))

    marks.each(records, read)
    values = {one for _, _, one, _ in labels}
    numbers = {one: number for one in values if (number := _number(one)) is not None}
    whole = not several and len(numbers) == len(values - {""})
    for item, who, one, where in labels:
        value: Any = numbers.get(one) if whole else one or None
        if several:
            value = frozenset(_parts(one)) if one else None
        marks.label(item, who, "labels", value, where)
    return marks


def _written(value: Any, where: str) -> str:
    if js.is_nested(value):
        raise DataError(f"{where}: found {js.shown(value)}, expected a label")
    return "" if value is None else str(js.label_in(value)).strip()


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",")]


def _number(text: str) -> int | None:
    """A whole number of a scale, None where a label is none."""
    return int(text) if text.lstrip("-").isdecimal() and len(text) < 10 else None
