"""Charts of a study: one lane for each coder, or one cell for each choice."""

from collections.abc import Sequence
from typing import Any

from accord._report.render.theme import data_of, library

ChartRows = list[dict[str, Any]]

CELLS = 200
"""At most so many items are drawn: more are narrower than a line. The title says of how many."""


def lane_chart(rows: ChartRows, coders: Sequence[Any], title: str, colour: str) -> Any:
    """One lane for each coder, with what begins and ends in it, coloured by a column."""
    alt = library()
    y = alt.Y("coder:N", sort=list(map(str, coders)), title=None)
    bars = alt.Chart(data_of(rows)).mark_bar(stroke="@paper", strokeWidth=1)
    return bars.encode(
        x=alt.X("begin:Q", title=title),
        x2="end:Q",
        y=y,
        color=alt.Color(f"{colour}:N"),
        tooltip=["coder:N", "begin:Q", "end:Q", "category:N"],
    ).properties(width=640, height={"step": 28})


def choice_cells(rows: ChartRows, coders: Sequence[Any], title: str) -> Any:
    """One row for each coder, one column for each item or mention, coloured by the choice."""
    alt = library()
    order = list(dict.fromkeys(row["item"] for row in rows))
    shown = alt.Chart(data_of(rows)).mark_rect(stroke="@paper", strokeWidth=0.5)
    return shown.encode(
        x=alt.X("item:N", sort=order, title=title, axis=alt.Axis(labels=len(order) <= 40)),
        y=alt.Y("coder:N", sort=list(map(str, coders)), title=None),
        color="category:N",
        tooltip=["item:N", "coder:N", "category:N"],
    ).properties(width=640, height={"step": 28})


def title_of(name: Any, documents: Sequence[Any]) -> str:
    """The document that is drawn, and of how many."""
    if len(documents) == 1:
        return "position" if name is None else str(name)
    # One document is drawn: many lanes one below the other could not be compared.
    return f"{name}, the document of {len(documents)} with most annotation"
