"""The report on a terminal: the answer, then the page's tables, compact."""

from accord._report.overview import Report
from accord._report.render.tables import said_tables
from accord._report.render.terminal import table
from accord._report.wording import shortened
from accord.errors import inert
from accord.kinds.kind import kind_named

ROWS = 12
WIDTH = 60
_SHOWN = (
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
    if answer:
        print(f"\n{_clean(_answer(report))}")
        print(_said(answer["sentence"]))
        for part in filter(None, (report.data.get("meaning") or {}).values()):
            print(_said(part["sentence"]))
    steps = report.data.get("next")
    if steps:
        print(f"\n{_clean(say.of('next.what-do'))}\n{_said(steps['verdict'])}")
        for step in steps["steps"]:
            print(f"- {_said(step['sentence'])}")
    if answer:
        own = kind_named(report["study"]["kind"]).section
        for limit in answer["limits"]:
            if limit["what"] == own:  # the others are steps, which stand above
                print(f"- {_said(limit['sentence'])}")
        for note in answer["notes"]:
            print(f"- {_said(note)}")
    signature = say.of("word.signature")
    for part in said_tables(report):
        if part.name not in _SHOWN:
            continue
        columns = [c for c in part.columns if c != signature]
        most = len(part.rows) if part.name == "coefficients" else ROWS
        rows = [row[: len(columns)] for row in part.shown(say, WIDTH)[:most]]
        print(f"\n{_clean(part.title)}")
        table(columns, rows, [_clean(shortened(note, 3 * WIDTH)) for note in part.notes])
        if len(part.rows) > most:
            print(_clean(say.of("table.more-rows-full-report", n=len(part.rows) - most)))
    left = report["coefficients"]["left"]
    if left:
        reasons = [f"{row['symbol']} ({say(row['reason'])})" for row in left]
        print(f"\n{_clean(say.of('table.not-computed'))} {_clean('; '.join(reasons))}")
    print(f"\n{_said(report['methods']['paragraph'])}")


def _answer(report: Report) -> str:
    answer, say = report["answer"], report.say
    if answer["value"] is None:
        return f"{answer['symbol']} {say.of('answer.undefined')}"
    shown = f"{answer['symbol']} = {say.decimal(answer['value'])}"
    interval = answer["interval"]
    if interval and interval["low"] is not None:
        shown += f"  {say.between(interval['low'], interval['high'])}"
    for row in answer["below"]:
        below = say.signs(f"P(<{row['threshold']:g}) = {row['probability']:.3f}")
        shown += f"  {below}"
    return shown


def _clean(text: str) -> str:
    """Text in one line that does nothing to a terminal."""
    return inert(text, line=True)
