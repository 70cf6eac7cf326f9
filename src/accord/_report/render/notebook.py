"""What a report shows of itself in a notebook: the answer and the coefficients."""

from html import escape
from typing import Any

from accord._measure.catalogue import display_name
from accord.model.showing import html_table


def report_html(report: Any) -> str:
    """The answer in a sentence, and the table of coefficients."""
    data, say = report.data, report.say
    answer = data.get("answer")
    lead = "" if not answer else f"<p><b>{escape(say(answer['sentence']))}</b></p>"
    rows = []
    for row in data["coefficients"]["rows"]:
        interval = row["interval"] or {}
        limits = interval.get("low"), interval.get("high")
        rows.append([say(display_name(row)), row["value"], *limits])
    columns = [say.of(f"word.{name}") for name in ("coefficient", "value", "low", "high")]
    table = html_table(say(data["study"]["sentence"]), columns, rows)
    return f"<h3>{escape(report.title)}</h3>{lead}{table}"
