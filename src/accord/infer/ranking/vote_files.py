"""Rows of a file of votes, as records: a table, JSON, or a line of JSON for each."""

from os import PathLike
from typing import Any

from accord._read.door.given import given_files, matching
from accord._read.door.read import read
from accord._read.door.read_options import Options
from accord._read.formats.delimited import delimited_file
from accord._read.text.json_text import json_records

COLUMNS_OF_VOTES: dict[str, tuple[str, ...]] = {
    "first": ("model_a", "first", "left", "system_a", "answer_a", "option_a", "item_a", "a"),
    "second": ("model_b", "second", "right", "system_b", "answer_b", "option_b", "item_b", "b"),
    "winner": ("winner", "preferred", "preference", "choice", "verdict", "label"),
    "judge": ("judge", "annotator", "coder", "rater", "judge_name", "worker", "user"),
    "prompt": ("question_id", "prompt_id", "prompt", "item", "example"),
}
"""What columns of votes are called, the surest name first."""

PARTS = ("turn",)
"""What belongs to a prompt beside its name."""


def records_of(path: str | PathLike[str]) -> Any:
    """The rows of a file with a column for each of two things, as dicts; else the study it is."""
    options = Options()
    files, _ = given_files(matching(path), options.limits)
    if len(files) == 1:
        text = files[0].text(None)[0]
        if text.lstrip()[:1] in ("{", "["):
            rows = [row for _, row in json_records(text, files[0].name, options.limits)]
            if rows and all(isinstance(row, dict) for row in rows) and _has_two({*rows[0]}):
                return rows
        elif _has_two({*text.partition("\n")[0].replace(";", ",").replace("\t", ",").split(",")}):
            table = delimited_file(files[0], options)
            return [dict(zip(table.header, row, strict=True)) for row in table.rows]
    return read(path)


def _has_two(names: set[Any]) -> bool:
    lower = {str(name).strip().strip('"').lower() for name in names}
    return all(lower & {*COLUMNS_OF_VOTES[role]} for role in ("first", "second", "winner"))
