"""The report as Markdown: the same parts as the page, as tables."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from accord.errors import inert
from accord.model.showing import cell_text
from accord.report.overview import Report
from accord.report.render.tables import Table, tables
from accord.report.translation import Sayer, sayer
from accord.whole_files import SIGNED

MOST = 300
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


def markdown(report: Report, language: str | None = None, say: Sayer | None = None) -> str:
    """The whole report as Markdown, in English, German ("de") or French ("fr")."""
    say = say or sayer(language)

    def said(text: str) -> str:
        return escaped(say(text))

    lines = [f"# {escaped(say.word(report.title))}", "", said(report["study"]["sentence"]), ""]
    answer = report.data.get("answer")
    if answer:
        lines += [f"**{said(answer['sentence'])}**", ""]
        meaning = [part for part in (report.data.get("meaning") or {}).values() if part]
        lines += [f"{said(part['sentence'])}\n" for part in meaning]
        lines += [f"- {said(note)}" for note in answer["notes"]]
        lines += [f"- {said(reason)}" for reason in answer["why"]]
    steps = report.data.get("next")
    if steps:
        lines += ["", f"## {say('What to do next')}", "", said(steps["verdict"]), ""]
        lines += [f"- {said(step['sentence'])}" for step in steps["steps"]]
    for table in tables(report):
        lines += ["", f"## {said(table.title)}", "", *_rows(in_words(table, report, say), escaped)]
        if len(table.rows) > MOST:
            lines += ["", say(f"… {len(table.rows) - MOST} more rows in the JSON and the CSV")]
        lines += ["", *(escaped(note) for note in table.notes)] if table.notes else []
    methods = report["methods"]
    lines += ["", f"## {say('Methods')}", "", said(methods["paragraph"]), ""]
    lines += [f"- {said(line)}" for line in (*methods["intervals"], *methods["late"])]
    lines += [
        "",
        say("The same numbers again:"),
        "",
        f"    {inert(report['methods']['command'], line=True)}",
        "",
    ]
    audit = report["methods"]["audit"]
    if audit:
        lines += [f"- {escaped(note)}" for note in audit["notes"]]
    lines += ["", f"## {say('References')}", ""]
    lines += [f"- {escaped(work['text'])}" for work in report["methods"]["references"]]
    return "\n".join([*lines, "", f"<!-- {SIGNED} -->"]) + "\n"


def in_words(table: Table, report: Report, say: Sayer) -> Table:
    """A table with its headings, and kinds of disagreements, in another language."""
    coders = set(report["study"]["coders"])
    columns = [name if name in coders else say.word(name) for name in table.columns]
    own = len(coders) if table.name == "disagreements" else len(table.columns)
    fixed = table.columns[: len(table.columns) - own]  # coders have the last columns of the list
    kinds = {at for at, name in enumerate(fixed) if name == "kind"}
    rows: Sequence[Sequence[Any]] = table.rows
    if kinds:
        rows = [[say.word(c) if at in kinds else c for at, c in enumerate(row)] for row in rows]
    return replace(table, columns=columns, rows=rows)


def _rows(table: Table, show: Callable[[str], str]) -> list[str]:
    cells: list[Sequence[Any]] = [
        table.columns,
        ["---"] * len(table.columns),
        *table.shown()[:MOST],
    ]
    return [
        "| " + " | ".join(cell if at == 1 else show(cell) for cell in row) + " |"
        for at, row in enumerate(cells)
    ]


def result_markdown(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """A table of results.

    :param columns: The names of the columns.
    :param rows: The values, row by row.

    >>> print(result_markdown(["coder", "value"], [["Ann", 0.5]]))
    | coder | value |
    | --- | --- |
    | Ann | 0.5 |
    """
    lines = [[escaped(cell_text(cell)) for cell in row] for row in (columns, *rows)]
    lines.insert(1, ["---"] * len(columns))
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
