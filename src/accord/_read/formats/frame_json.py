"""JSON as pandas writes frames: by columns (its default), split, and with a schema.

{"rater1": {"0": "a", "1": "b"}, "rater2": {"0": "a", "1": "a"}}        DataFrame.to_json()
{"columns": ["rater1", "rater2"], "index": [0, 1], "data": [["a", "a"], ["b", "a"]]}
{"schema": {"fields": [...]}, "data": [{"index": 0, "rater1": "a", "rater2": "a"}]}
"""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from accord._read.text import json_values as js


def records_of_frame(record: Mapping[str, Any]) -> list[dict[str, Any]] | None:
    """The rows of a frame; None where an object is no frame of pandas."""
    rows = js.as_list(record.get("data"))
    if {"columns", "data"} <= record.keys() <= {"columns", "index", "data"}:
        return _of_split([str(name) for name in js.as_list(record["columns"])], rows)
    if record.keys() == {"schema", "data"} and "fields" in js.as_mapping(record["schema"]):
        return rows if all(map(js.is_mapping, rows)) else None
    return _of_columns(record)


def _of_split(names: list[str], rows: list[Any]) -> list[dict[str, Any]] | None:
    lengths = {len(js.as_list(row)) for row in rows}
    if lengths != {len(names)} or len(set(names)) < len(names):
        return None
    return [dict(zip(names, row, strict=True)) for row in rows]


def _of_columns(record: Mapping[str, Any]) -> list[dict[str, Any]] | None:
    """Columns by name, each with the same numbers of rows, in order."""
    columns = [js.as_mapping(column) for column in record.values()]
    first = list(columns[0]) if columns else []
    numbered = len(first) > 1 and all(name.isdecimal() for name in first)
    if len(columns) < 2 or not numbered or any(list(column) != first for column in columns):
        return None
    if any(int(after) != int(before) + 1 for before, after in pairwise(first)):
        return None
    if any(js.is_nested(value) for column in columns for value in column.values()):
        return None
    cells = (column.values() for column in columns)
    return [dict(zip(record, row, strict=True)) for row in zip(*cells, strict=True)]
