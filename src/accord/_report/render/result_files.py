"""A result as a file: `result.save("x.html")`; the ending says what is written."""

import csv
import io
import json
from collections.abc import Callable
from os import PathLike
from pathlib import Path
from typing import Any

from accord._report.render.judge_sheet import SHEET_WRITERS as OF_JUDGES, write_judge_sheet
from accord._report.render.latex import result_latex
from accord._report.render.markdown import result_markdown
from accord.errors import DataError, MissingExtraError
from accord.infer.judges.sheet import JudgeSheet
from accord.model.showing import Result, cell_text
from accord.whole_files import whole_file


def write_result(result: Result, path: str | PathLike[str]) -> Path:
    """Write a result: .html, .docx, .tex, .md, .json or .csv; gives the file.

    :param result: Any result.
    :param path: The file; its ending says what is written.

    >>> import accord
    >>> from tempfile import TemporaryDirectory
    >>> found = accord.kappa("aabbbbbccccc", "abbbbbcccccc")
    >>> with TemporaryDirectory() as folder:
    ...     accord.render.write_result(found, f"{folder}/kappa.md").name
    'kappa.md'
    """
    to = Path(path)
    ending = to.suffix.lower()
    if isinstance(result, JudgeSheet) and ending in OF_JUDGES:
        write_judge_sheet(result, str(to))
        return to
    if ending not in _WRITERS:
        raise DataError(f"{to}: unknown file type; use {', '.join(_WRITERS)}")
    content = _WRITERS[ending](result)
    with whole_file(to) as part:
        part.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    return to


def _page(result: Result) -> str:
    from html import escape

    title = escape(result._caption())
    text = escape(result.summary())
    return (
        f"<!doctype html><html lang='en'><meta charset='utf-8'><title>{title}</title>"
        "<style>body{font:16px/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}"
        "td,th{padding:.2rem .8rem .2rem 0}</style>"
        f"<h1>{title}</h1><p style='white-space:pre-wrap'>{text}</p>{result._repr_html_()}</html>\n"
    )


def _word(result: Result) -> bytes:
    MissingExtraError.unless("a Word document", "word", docx="python-docx")
    from docx import Document

    document = Document()
    document.add_heading(result._caption(), 1)
    document.add_paragraph(result.summary())
    columns, rows = result._table()
    table = document.add_table(rows=1, cols=len(columns))
    for cell, name in zip(table.rows[0].cells, columns, strict=True):
        cell.text = str(name)
    for row in rows:
        for cell, value in zip(table.add_row().cells, row, strict=True):
            cell.text = cell_text(value)
    held = io.BytesIO()
    document.save(held)
    return held.getvalue()


def _csv(result: Result) -> str:
    columns, rows = result._table()
    held = io.StringIO()
    writer = csv.writer(held, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(["" if cell is None else cell for cell in row] for row in rows)
    return held.getvalue()


def _json(result: Result) -> str:
    return json.dumps(result.as_dict(), ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def _markdown(result: Result) -> str:
    return f"{result.summary()}\n\n{result_markdown(*result._table())}\n"


_WRITERS: dict[str, Callable[[Any], str | bytes]] = {
    ".html": _page,
    ".docx": _word,
    ".tex": lambda result: result_latex(*result._table()),
    ".md": _markdown,
    ".json": _json,
    ".csv": _csv,
}
"""What a file holds, by the end of its name."""
