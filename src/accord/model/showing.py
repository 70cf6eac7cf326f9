"""How data show themselves in a notebook: a small table, every name escaped."""

from collections.abc import Iterable, Sequence
from html import escape
from math import isnan
from typing import Any

ROWS = 20
"""At most so many rows are shown."""


def html_table(caption: str, columns: Sequence[Any], rows: Iterable[Sequence[Any]]) -> str:
    """A table for a notebook; numbers are rounded, what is too long says how much more there is.

    >>> html_table("<b>", ["x"], [[0.12345]])[:48]
    '<table><caption>&lt;b&gt;</caption><thead><tr><t'
    """
    listed = list(rows)
    head = "".join(f"<th scope='col'>{escape(str(column))}</th>" for column in columns)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(_cell(cell))}</td>" for cell in row) + "</tr>"
        for row in listed[:ROWS]
    )
    more = len(listed) - ROWS
    if more > 0:
        body += f"<tr><td colspan='{len(columns)}'>… {more} more</td></tr>"
    return (
        f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table>"
    )


def _cell(cell: Any) -> str:
    if cell is None or (isinstance(cell, float) and isnan(cell)):
        return "–"
    return f"{cell:.4g}" if isinstance(cell, float) else str(cell)
