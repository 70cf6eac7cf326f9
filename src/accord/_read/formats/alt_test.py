"""Labels by coder and item, as the alternative annotator test keeps them.

    {"w1": {"item_1": "yes", "item_4": "no"}, "w2": {"item_1": "yes"}}     human_annotations.json

`llm_annotations.json` beside it has the labels of models, which are no coders unless they are
named. Where all items have the same questions behind a double underscore (…__coherence), each is a
layer: labels of different questions are not pooled.
"""

import re
from collections.abc import Mapping
from typing import Any

from accord._read.door.given import File, Head
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.text import json_values as js
from accord._read.text.json_text import json_of
from accord.errors import DataError

PEOPLE, MODELS = "human_annotations.json", "llm_annotations.json"
_FILE = re.compile(r"(?:.*[._-])?(?:human|llm)_annotations\.json")  # perhaps after the data's name
BETWEEN = "__"  # before the question, in the name of an item
_MOST_QUESTIONS = 30  # more are no questions that are asked of every item, but names
_SHARE = 0.9  # of all items × questions that are there: a few are not answered


def _called(file: File) -> str:
    return file.name.rpartition("/")[2].lower()


def sniff_alt_test(head: Head) -> bool:
    """Called as the test calls it, and an object that begins with an object."""
    if _FILE.fullmatch(_called(head.file)) is None:
        return False
    text = head.start[1:].lstrip()
    return text.startswith('"') and text[1:].partition('"')[2].lstrip(" \t\r\n:").startswith("{")


def read_alt_test(file: File, options: Options) -> Marks:
    """Read the labels of coders."""
    record = js.checked(json_of(file, options), "the file", file.name, dict)
    answers: dict[str, Mapping[str, Any]] = {
        coder: js.mapping_at(record, coder, file.name) for coder in record
    }
    marks = Marks(file.name)
    questions = _questions({item for mine in answers.values() for item in mine})
    called = file.name.rpartition("/")[2]
    people = called.replace(MODELS, PEOPLE)
    beside = people != called and file.beside(people) in file.among.values()
    for coder, mine in answers.items():
        for item, label in mine.items():
            where = f"{file.name}: coder {coder!r}, item {item!r}"
            if js.is_nested(label):
                raise DataError(f"{where}: found {js.shown(label)}, expected one label")
            document, question = _parts(item, questions)
            who = f"prediction:{coder}" if beside else coder
            marks.rows += 1
            marks.label(document, who, question or "labels", js.label_in(label), where)
    return marks


def _parts(item: str, questions: frozenset[str]) -> tuple[str, str]:
    name, _, last = item.rpartition(BETWEEN)
    return (name, last) if last in questions else (item, "")


def _questions(items: set[str]) -> frozenset[str]:
    """The questions that are asked of all items, where their names end so."""
    parts = [item.rpartition(BETWEEN) for item in items]
    last = {question for name, _, question in parts if name}
    names = {name for name, _, _ in parts}
    asked = len(last) * len(names)
    several = 1 < len(last) <= _MOST_QUESTIONS and all(name for name, _, _ in parts)
    several = several and not all(map(str.isdecimal, last))  # turns of a dialogue, and their like
    return frozenset(last) if several and len(items) >= _SHARE * asked else frozenset()
