"""The sheet on judges as a page, as Markdown and as text: the same blocks, set three ways."""

import json
from collections.abc import Callable, Sequence
from importlib.resources import files
from math import isfinite, isnan
from pathlib import Path
from typing import Any

from accord._report.document import Block, Figure
from accord._report.render.markdown import escaped
from accord._report.render.page import page_environment, policy, script_json
from accord._report.sections.judge_blocks import ANSWER, judge_blocks
from accord._report.wording import known_language, speaker
from accord.errors import DataError, MissingExtraError
from accord.infer.judges.sheet import JudgeSheet
from accord.model.showing import text_table
from accord.whole_files import whole_file
from accord.words.said import Language, Said, capital, joined, said

WIDTH, LEFT, STEP = 560, 170, 24
"""Of a figure: its width, where its scale begins, and the height of a line."""

_LONGEST_NAME = 23
"""Signs of a name that fit before the scale begins."""

_MOST_ROWS = 50
"""Rows of a table in Markdown: job summaries are cut beyond 1 MB; the page has them all."""


def _cell_text(value: Any, say: Language) -> str:
    """A cell: three digits of a float, whole numbers and texts as they are."""
    if value is None or (isinstance(value, float) and isnan(value)):
        return "–"
    if isinstance(value, float):
        # What three digits would round to 0 is said to be small.
        return f"< {say.bare(0.001)}" if 0 < value < 0.0005 else say.decimal(value)
    return say(value) if isinstance(value, Said) else str(value)


def judge_json(sheet: JudgeSheet, language: str = "en") -> str:
    """The sheet's data as JSON, which programs read: it has one language."""
    known_language(language)  # a wrong name is told whatever the ending of the file is
    return json.dumps(sheet.as_dict(), ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def judge_answer(sheet: JudgeSheet, language: str = "en", **ways: str) -> str:
    """The answer, why, and what to do: one screen, which names the ways to the rest: how all
    numbers are printed (`all=`), and how they become a page (`page=`)."""
    answer = judge_blocks(sheet)[:ANSWER]
    more = speaker(language).of("judge.more", **ways)
    return f"{_as_text(sheet, answer, language)}\n{more}\n"


def judge_text(sheet: JudgeSheet, language: str = "en") -> str:
    """The whole sheet as plain text."""
    return _as_text(sheet, judge_blocks(sheet), language)


def _as_text(sheet: JudgeSheet, blocks: Sequence[Block], language: str) -> str:
    say = speaker(language)
    parts = [say(sheet.title), "", say(sheet.headline), ""]
    for block in blocks:
        parts += [say(block.title).upper(), *map(say, block.said), ""]
        for table in block.tables:
            if table.rows:
                rows = [[_cell_text(cell, say) for cell in row] for row in table.rows]
                heads = [*map(say, table.columns)]
                parts += [
                    say.of("judge.caption", caption=table.title),
                    text_table(heads, rows),
                    "",
                ]
    return "\n".join(parts)


def judge_markdown(sheet: JudgeSheet, language: str = "en") -> str:
    """The sheet as Markdown, for a job summary or a file."""
    say = speaker(language)
    parts = [f"# {escaped(say(sheet.title))}", "", f"**{escaped(say(sheet.headline))}**", ""]
    for block in judge_blocks(sheet):
        parts += [f"## {escaped(say(block.title))}", ""]
        for text in block.said:
            parts += [escaped(say(text)), ""]
        for table in block.tables:
            if not table.rows:
                continue
            parts += [f"*{escaped(say(table.title))}*", ""]
            head = [escaped(say(name)) for name in table.columns]
            parts.append(f"| {' | '.join(head)} |")
            parts.append("|" + "---|" * len(head))
            for row in table.rows[:_MOST_ROWS]:
                cells = (escaped(_cell_text(cell, say)) for cell in row)
                parts.append("| " + " | ".join(cells) + " |")
            parts.append("")
    return "\n".join(parts)


def judge_page(sheet: JudgeSheet, language: str = "en", command: str = "") -> str:
    """The sheet as one page that opens from disk and makes no requests; `command` makes it again.

    The order is that of every report: the answer, its picture, why, what to do, details, how to
    repeat it.
    """
    say = speaker(language)
    environment, safe = page_environment(say)
    css = _template("report.css") + _template("judge.css")
    script = _template("judge.js")
    blocks = judge_blocks(sheet)
    (answer, why, steps), details = blocks[:ANSWER], blocks[ANSWER:]
    return str(
        environment.get_template("judge.html").render(
            language=language,
            title=sheet.title,
            headline=sheet.headline,
            question=said(f"judge.page.question.{sheet.settings['use']}"),
            version=sheet.as_dict()["accord"],
            answer=answer,
            why=why,
            verdicts=_verdicts(sheet, why),
            steps=steps,
            details=details,
            command=command,
            figures={
                (block.id, at): _drawn(figure, say)
                for block in blocks
                for at, figure in enumerate(block.figures)
                if figure.points
            },
            say=say,
            text=lambda value: _cell_text(value, say),
            raw=_raw,
            is_number=lambda value: isinstance(value, (int, float)),
            policy=policy(css, [script]),
            css=safe(css),
            script=safe(script),
            json_data=safe(script_json(sheet.as_dict())),
        )
    )


def _verdicts(sheet: JudgeSheet, why: Block) -> list[tuple[str, str, str, list[str]]]:
    """Of each judge: the verdict, its sign, the name, and the sentences about it."""
    own = iter(why.said)
    found = []
    for one in sheet.judges:
        next(own)  # the name stands beside the reason
        texts: list[str] = [joined([capital(one.decision.reason), "."])]
        if one.decision.helps is not None:
            texts.append(next(own))
        verdict = one.decision.verdict
        found.append((verdict, MARKS[verdict], str(one.judge), texts))
    return found


def _raw(value: Any) -> str:
    usable = isinstance(value, (int, float)) and isfinite(value)
    return json.dumps(value) if usable else ""


def _template(name: str) -> str:
    return files("accord._report").joinpath("templates", name).read_text("utf-8")


def _drawn(figure: Figure, say: Language) -> dict[str, Any]:
    """Where everything of a figure stands, in pixels, and what it says."""
    if figure.kind == "curve":
        return _curve(figure, say)
    if figure.kind == "difference":
        return _differences(figure, say)
    ends: list[float] = [end for _, _, low, high in figure.points for end in (low, high)]
    ends += [at for _, at in figure.lines]
    least, most = min(0.0, *ends), max(1.0, *ends)

    names = [say(name) for name, *_ in figure.points]

    def x(value: float) -> float:
        return round(LEFT + (WIDTH - LEFT - 20) * (value - least) / (most - least), 1)

    rows = [
        {
            "y": STEP * at + 16,
            "name": name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…",
            "at": x(value),
            "low": x(low),
            "high": x(high),
        }
        for at, (name, (_, value, low, high)) in enumerate(zip(names, figure.points, strict=True))
    ]
    height = STEP * len(rows) + 30
    ticks = [(x(t), say.signs(f"{t:g}")) for t in (0.0, 0.25, 0.5, 0.75, 1.0)]
    lines = [x(at) for _, at in figure.lines]
    under: str = figure.caption
    for name, _ in figure.lines:
        under = said("judge.figure.line", caption=under, line=name)
    return {
        "kind": "forest",
        "caption": say(figure.caption),
        "under": say(under),
        "rows": rows,
        "ticks": ticks,
        "lines": lines,
        "height": height,
        "width": WIDTH,
    }


MARKS = {"replace": "✓", "undecided": "?", "no": "✕"}
"""Of a verdict: the sign says what the colour says."""


def _differences(figure: Figure, say: Language) -> dict[str, Any]:
    """Differences with their intervals as rows of a list; all places in percent of the width."""
    ends: list[float] = [
        end for _, value, low, high, _ in figure.points for end in (value, low, high)
    ]
    ends += [at for _, at in figure.lines]
    least, most = min(ends), max(ends)
    edge = 0.08 * (most - least) or 0.1
    least, most = least - edge, most + edge

    def x(value: float) -> float:
        return round(100 * (value - least) / (most - least), 2)

    margins = sorted(at for name, at in figure.lines if at)
    sides = ("worse", "close") if len(margins) == 1 else ("apart", "within")
    rows = [
        {
            "name": say(name),
            "mark": MARKS[verdict],
            "verdict": verdict,
            "stated": say.of(f"judge.stated.{verdict}"),
            "value": say.decimal(value),
            "limits": ""
            if low == high
            else say.of("judge.figure.ci", p=figure.level, low=low, high=high),
            "at": x(value),
            "low": x(low),
            "width": round(x(high) - x(low), 2),
        }
        for name, value, low, high, verdict in figure.points
    ]
    names = [
        (x(at), say(name), say.signs(f"{at:g}").replace("-", "−")) for name, at in figure.lines
    ]
    return {
        "kind": "difference",
        "caption": say(figure.caption),
        "rows": rows,
        "zero": x(0.0),
        "margins": [x(at) for at in margins],
        # The side that the margin allows: to the right of it, or between two of them.
        "allowed": (
            x(margins[0]),
            round((x(margins[1]) if margins[1:] else 100) - x(margins[0]), 2),
        )
        if margins
        else None,
        "lines": names,
        "sides": [say.of(f"judge.figure.{side}") for side in sides] if margins else [],
    }


def _curve(figure: Figure, say: Language) -> dict[str, Any]:
    size, edge = 260, 36

    def place(value: float) -> float:
        return round(edge + (size - edge - 10) * value, 1)

    points = [
        {
            "x": place(float(stated)),
            "y": size - place(right),
            "low": size - place(low),
            "high": size - place(high),
        }
        for stated, right, low, high in figure.points
    ]
    ticks = [(place(t), size - place(t), say.signs(f"{t:g}")) for t in (0.0, 0.5, 1.0)]
    return {
        "kind": "curve",
        "caption": say(figure.caption),
        "under": say.of("judge.figure.diagonal", caption=figure.caption),
        "points": points,
        "ticks": ticks,
        "begin": place(0.0),
        "end": place(1.0),
        "size": size,
    }


SHEET_WRITERS: dict[str, Callable[..., str]] = {
    ".html": judge_page,
    ".htm": judge_page,
    ".json": judge_json,
    ".md": judge_markdown,
    ".txt": judge_text,
}
"""What a file holds, by the end of its name."""


def check_judge_name(path: str) -> None:
    """Refuse a file that could not be written: an unknown end of its name, or a missing library."""
    suffix = Path(path).suffix.lower()
    if suffix not in SHEET_WRITERS:
        raise DataError(f"{path}: unknown file type; use {', '.join(SHEET_WRITERS)}")
    if suffix in (".html", ".htm"):
        MissingExtraError.unless("the page", "report", jinja2="jinja2")


def write_judge_sheet(
    sheet: JudgeSheet, path: str, language: str = "en", command: str = ""
) -> None:
    """Write the sheet as the end of the name says; a page shows the command that makes it again."""
    check_judge_name(path)
    form = SHEET_WRITERS[Path(path).suffix.lower()]
    text = judge_page(sheet, language, command) if form is judge_page else form(sheet, language)
    with whole_file(path) as part:
        part.write_text(text, "utf-8", newline="\n")
