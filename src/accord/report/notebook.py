"""What results show of themselves in a notebook: small tables, all names escaped."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from accord.report.wording import decimal


def html_table(caption: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """A table of a notebook; numbers are rounded, texts escaped."""
    head = "".join(f"<th scope='col'>{escape(column)}</th>" for column in columns)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(_cell(cell))}</td>" for cell in row) + "</tr>"
        for row in rows
    )
    return (
        f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table>"
    )


def _cell(cell: Any) -> str:
    return decimal(cell) if isinstance(cell, float) or cell is None else str(cell)


def report_html(data: Mapping[str, Any]) -> str:
    """A report in a notebook: the answer and the coefficients."""
    answer = data.get("answer")
    lead = "" if not answer else f"<p><b>{escape(answer['sentence'])}</b></p>"
    rows = []
    for row in data["coefficients"]["rows"]:
        interval = row["interval"] or {}
        rows.append([row["symbol"], row["value"], interval.get("low"), interval.get("high")])
    table = html_table(data["study"]["sentence"], ["coefficient", "value", "low", "high"], rows)
    return f"<h3>{escape(data['title'])}</h3>{lead}{table}"
