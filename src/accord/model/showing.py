"""How data show themselves: a small table in a notebook, every name escaped, or in plain text."""

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


def text_table(
    columns: Sequence[Any], rows: Iterable[Sequence[Any]], notes: Iterable[str] = ()
) -> str:
    """A table in plain text, as `print` shows it.

    >>> print(text_table(["x", "long"], [["a", 0.12345], ["b", None]], ["a note"]))
    x  long
    a  0.1235
    b  –
    a note
    """
    listed = list(rows)
    cells = [[str(c) for c in columns], *([_cell(c) for c in row] for row in listed[:ROWS])]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = [
        "  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip() for row in cells
    ]
    more = len(listed) - ROWS
    return "\n".join([*lines, *([f"… {more} more"] if more > 0 else []), *notes])


def counted(number: int, one: str, many: str | None = None) -> str:
    """A number with its noun.

    >>> counted(1, "item"), counted(2, "item"), counted(0, "category", "categories")
    ('1 item', '2 items', '0 categories')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"


def _cell(cell: Any) -> str:
    if cell is None or (isinstance(cell, float) and isnan(cell)):
        return "–"
    return f"{cell:.4g}" if isinstance(cell, float) else str(cell)
