"""The report as Markdown: the same parts as the page, as tables."""

import re
from collections.abc import Sequence
from typing import Any

from accord._report.document import Table
from accord._report.overview import Report
from accord._report.render.tables import said_tables
from accord.errors import inert
from accord.model.showing import cell_text
from accord.whole_files import SIGNED
from accord.words.said import Language

_MOST = 300
"""At most so many rows of a table are written out."""

_SIGNS = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~&$:@^=])")


def escaped(text: str) -> str:
    """Text as Markdown shows it: no sign in it means anything, HTML included.

    >>> escaped("<b>*x*|y</b>")
    '&lt;b&gt;\\\\*x\\\\*\\\\|y&lt;/b&gt;'
    """
    plain = re.sub(r"[\x00-\x1f\x7f\u2028\u2029\x85]+", " ", text)
    shown = _SIGNS.sub(_sign, plain)
    return re.sub(r"(?i)\b(https?|ftp|www|mailto)", lambda match: match[0] + "\u200b", shown)


def _sign(match: re.Match[str]) -> str:
    html = {"<": "&lt;", ">": "&gt;", "&": "&amp;"}
    return html.get(match[0], match[0] if match[0] in "().-+:=@^" else "\\" + match[0])


def markdown(report: Report) -> str:
    """The whole report as Markdown."""
    say = report.say

    def said(text: str) -> str:
        return escaped(say(text))

    def own(key: str) -> str:
        return escaped(say.of(key))

    lines = [f"# {escaped(report.title)}", "", said(report["study"]["sentence"]), ""]
    answer = report.data.get("answer")
    if answer and "ratings" in report:
        lines += [f"**{said(answer['headline'])}**", ""]
        lines += [f"- {said(reason)}" for reason in answer["why"]]
    elif answer:
        lines += [f"**{said(answer['sentence'])}**", ""]
        meaning = [part for part in (report.data.get("meaning") or {}).values() if part]
        lines += [f"{said(part['sentence'])}\n" for part in meaning]
        lines += [f"- {said(note)}" for note in answer["notes"]]
        lines += [f"- {said(reason)}" for reason in answer["why"]]
    steps = report.data.get("next")
    if steps:
        verdict = [] if "ratings" in report else [said(steps["verdict"]), ""]
        lines += ["", f"## {own('next.what-do')}", "", *verdict]
        lines += [f"- {said(step['sentence'])}" for step in steps["steps"]]
    for table in said_tables(report):
        lines += ["", f"## {escaped(table.title)}", "", *_rows(table, say)]
        if len(table.rows) > _MOST:
            lines += ["", say.of("table.more-rows-json-csv", n=len(table.rows) - _MOST)]
        lines += ["", *(escaped(note) for note in table.notes)] if table.notes else []
    methods = report["methods"]
    lines += ["", f"## {own('page.methods')}", "", said(methods["paragraph"]), ""]
    lines += [f"- {said(line)}" for line in (*methods["intervals"], *methods["late"])]
    lines += [
        "",
        own("table.same-numbers-again"),
        "",
        f"    {inert(report['methods']['command'], line=True)}",
        "",
    ]
    audit = report["methods"]["audit"]
    if audit:
        lines += [f"- {said(note)}" for note in audit["notes"]]
    lines += ["", f"## {own('page.references')}", ""]
    lines += [f"- {escaped(work['text'])}" for work in report["methods"]["references"]]
    return "\n".join([*lines, "", f"<!-- {SIGNED} -->"]) + "\n"


def _rows(table: Table, say: Language) -> list[str]:
    cells: list[Sequence[Any]] = [
        table.columns,
        ["---"] * len(table.columns),
        *table.shown(say)[:_MOST],
    ]
    return [
        "| " + " | ".join(cell if at == 1 else escaped(cell) for cell in row) + " |"
        for at, row in enumerate(cells)
    ]


def result_markdown(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """A table of results in Markdown.

    :param columns: The names of the columns.
    :param rows: The values, row by row.

    >>> import accord
    >>> print(accord.render.result_markdown(["coder", "value"], [["Ann", 0.5]]))
    | coder | value |
    | --- | --- |
    | Ann | 0.5 |
    """
    lines = [[escaped(cell_text(cell)) for cell in row] for row in (columns, *rows)]
    lines.insert(1, ["---"] * len(columns))
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
