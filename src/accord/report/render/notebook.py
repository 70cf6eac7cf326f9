"""What a report shows of itself in a notebook: the answer and the coefficients."""

from collections.abc import Mapping
from html import escape
from typing import Any

from accord.model.showing import html_table


def report_html(data: Mapping[str, Any]) -> str:
    """The answer in a sentence, and the table of coefficients."""
    answer = data.get("answer")
    lead = "" if not answer else f"<p><b>{escape(answer['sentence'])}</b></p>"
    rows = []
    for row in data["coefficients"]["rows"]:
        interval = row["interval"] or {}
        rows.append([row["symbol"], row["value"], interval.get("low"), interval.get("high")])
    table = html_table(data["study"]["sentence"], ["coefficient", "value", "low", "high"], rows)
    return f"<h3>{escape(data['title'])}</h3>{lead}{table}"
