"""MQM as tags in the cells of a table (translate5): a row is a segment, a column a system.

    PBMT,NMT
    "<mqm:startIssue type=""Number"" agent=""ann"" id=""7""/>dijeli<mqm:endIssue id=""7""/> se",…

A document is one segment of one system: row, column, and a sign of its text, so that segments which
annotators have in different words are never compared. Blanks at the edges of an error do not count,
and an error without length (something is missing) has no place. The file is the annotator.
"""

import re
from collections import Counter
from hashlib import sha256

from accord._read.door.given import File
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.formats.delimited import delimited_file
from accord._read.formats.translation_errors import CATEGORY, ERRORS, SEVERITY
from accord.model.showing import counted

_TAG = re.compile(r"<mqm:(startIssue|endIssue)\b([^>]*)/>")
_FACT = re.compile(r'(\w+)\s*=\s*"([^"]*)"')
_NONE = ("", "null")
"""How a severity is written that nobody chose."""


def read_mqm_tags(file: File, options: Options) -> Marks:
    """Read tables whose cells have tags of MQM."""
    table = delimited_file(file, options)
    columns = [table.column(name) for name in table.header]
    marks = Marks(file.name, main=ERRORS, main_field=CATEGORY)
    agents: Counter[str] = Counter()

    def read(number: int, where: str, row: tuple[str, ...]) -> None:
        for at, (system, cell) in enumerate(zip(table.header, row, strict=True), 1):
            text, errors = _parsed(cell, marks)
            sign = sha256(text.encode()).hexdigest()[:6]
            document = f"{number}.{at} ({sign})"
            marks.texts[document] = text
            marks.about.setdefault("system", {})[document] = system
            marks.saw(document, None)
            for begin, end, facts in errors:
                agents[facts.get("agent", "")] += 1
                for field, key in ((CATEGORY, "type"), (SEVERITY, "severity")):
                    if facts.get(key, "") not in _NONE:
                        value = facts[key]
                        marks.span(document, None, ERRORS, value, where, begin, end, field=field)

    rows = zip(*columns, strict=True)
    marks.numbered(enumerate(rows, 1), read, "segment")
    for agent, number in agents.most_common()[1:]:
        marks.notes.append(f"{counted(number, 'error')} entered by {agent!r} taken as the file's")
    return marks


def _parsed(cell: str, marks: Marks) -> tuple[str, list[tuple[int, int, dict[str, str]]]]:
    """The text without its tags, and where each error begins and ends in it."""
    text, last = "", 0
    begun: dict[str, tuple[int, dict[str, str]]] = {}
    errors = []
    for tag in _TAG.finditer(cell):
        text += cell[last : tag.start()]
        last = tag.end()
        facts = dict(_FACT.findall(tag[2]))
        number = facts.get("id", "")
        if tag[1] == "startIssue":
            begun[number] = len(text), facts
        elif number in begun:
            errors.append((*begun.pop(number), len(text)))
        else:
            marks.drop("tag", "that ends an error which never began")
    text += cell[last:]
    marks.drop("error", "that does not end", len(begun))
    found = []
    for first, facts, end in errors:
        quoted = text[first:end]
        begin = first + len(quoted) - len(quoted.lstrip())
        found.append((begin, begin + len(quoted.strip()), facts))
    return text, found
