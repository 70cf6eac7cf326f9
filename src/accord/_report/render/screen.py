"""The report on a terminal: the answer, then the page's tables, compact."""

from collections.abc import Iterator, Mapping
from typing import Any

from accord._measure.catalogue import display_name
from accord._report.overview import Report
from accord._report.render.tables import said_tables
from accord._report.render.terminal import table
from accord._report.wording import shortened
from accord.errors import inert
from accord.kinds.kind import kind_named
from accord.words.said import capital

_ROWS = 12
"""Rows of a table on a screen: the heaviest come first, and a page has the rest."""
_WIDTH = 60
"""Letters of a cell: what is longer is cut, so that a row stays a row."""
_NOT_ASKED = ("coefficients.only-request", "coefficients.nominal-distance")
"""Why measures are left out that nobody misses."""
_SHOWN = (
    *("icc", "raters", "items", "more"),
    *("coefficients", "disagreements", "coders", "documents", "categories", "confusions"),
    *("anatomy", "boundaries", "ranking", "taxonomy", "dimensions"),
)


def screen(report: Report) -> None:
    """Print the report."""
    say = report.say

    def _said(text: str) -> str:
        return _clean(say(text))

    print(_clean(report.title))
    print(_said(report["study"]["sentence"]))
    answer = report.data.get("answer")
    for line in _answer_lines(report) if answer else ():
        print(line)
    steps = report.data.get("next")
    if steps:
        print(f"\n{_clean(say.of('next.what-do'))}")
        if "ratings" not in report:  # whose headline it is
            print(_said(steps["verdict"]))
        for step in steps["steps"]:
            print(f"- {_said(step['sentence'])}")
    if answer:
        own = kind_named(report["study"]["kind"]).section
        for limit in answer["limits"]:
            if limit["what"] == own:  # the others are steps, which stand above
                print(f"- {_said(limit['sentence'])}")
        for note in answer["notes"]:
            print(f"- {_said(capital(note))}.")
    signature = say.of("word.signature")
    for part in said_tables(report):
        if part.name not in _SHOWN:
            continue
        columns = [c for c in part.columns if c != signature]
        most = len(part.rows) if part.name == "coefficients" else _ROWS
        rows = [row[: len(columns)] for row in part.shown(say, _WIDTH)[:most]]
        print(f"\n{_clean(part.title)}")
        table(columns, rows, [_clean(shortened(note, 3 * _WIDTH)) for note in part.notes])
        if len(part.rows) > most:
            print(_clean(say.of("table.more-rows-full-report", n=len(part.rows) - most)))
    for line in _left_lines(report):
        print(_clean(line))
    print(f"\n{_said(report['methods']['paragraph'])}")


def _left_lines(report: Report) -> Iterator[str]:
    """What was not computed, each reason once; what nobody asked for needs no line."""
    coders, say = report["study"]["counts"].get("c"), report.say
    names: dict[str, list[str]] = {}
    for row in report["coefficients"]["left"]:
        if getattr(row["reason"], "key", "") not in _NOT_ASKED:
            names.setdefault(say(row["reason"]), []).append(say(display_name(row, coders)))
    if names:
        yield ""
        yield say.of("table.not-computed")
    for reason, those in names.items():
        yield f"- {', '.join(those)}: {reason}"


def _answer_lines(report: Report) -> list[str]:
    """The value and what it means; of ratings the headline, the mean of the raters and one rater,
    each with its interval."""
    answer, say = report["answer"], report.say
    if "ratings" not in report:
        # What rate of errors would give the value is for whoever reads the details of a page.
        meaning = report.data.get("meaning") or {}
        others = [part for name, part in meaning.items() if part and name != "as_if"]
        parts = [answer["sentence"], *(part["sentence"] for part in others)]
        return ["", _clean(_answer(report)), *(_clean(say(part)) for part in parts)]
    rows = [
        f"{say(row['name'])}: {row['symbol']} = {say.decimal(row['value'])}"
        + ("" if row["low"] is None else f", {_ci(report, row, 0.95)}")
        for row in report["ratings"]["rows"]
    ]
    return ["", *map(_clean, (say(answer["headline"]), *rows, _answer(report)))]


def _answer(report: Report) -> str:
    answer, say = report["answer"], report.say
    if answer["value"] is None:
        return f"{say(display_name(answer))} {say.of('answer.undefined')}"
    shown = f"{say(display_name(answer))} = {say.decimal(answer['value'])}"
    interval = answer["interval"]
    if interval and interval["low"] is not None:
        shown += f", {_ci(report, interval, interval['level'])}"
    return shown


def _ci(report: Report, interval: Mapping[str, Any], level: float) -> str:
    limits = {side: report.say.decimal(interval[side]) for side in ("low", "high")}
    return report.say.of("answer.ci", level=round(100 * level), **limits)


def _clean(text: str) -> str:
    """Text in one line that does nothing to a terminal."""
    return inert(text, line=True)
