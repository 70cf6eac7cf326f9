"""What is taken along: the report in other forms, the study, the disputes, gold."""

import io
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from accord._read.door.saved_reading import reading_text
from accord._read.formats.delimited import write_rows
from accord._report.overview import Report
from accord._report.render.figures import write_report
from accord._report.render.page import page
from accord._report.todo_lists import write_todo
from accord._report.wording import labels, plain
from accord._report.write import write
from accord.errors import DataError, UnknownNameError
from accord.infer.rounds.disputes import disputes
from accord.infer.rounds.gold import UNDECIDED, gold
from accord.model.showing import cell
from accord.model.study import Study
from accord.serve.lines import STUDY
from accord.serve.shown import checked_settings, in_page
from accord.serve.speaking import language_in
from accord.whole_files import whole_file
from accord.words.said import said, spoken

REPORT_FILES = {
    "html": "report.html",
    "docx": "report.docx",
    "tex": "report.tex",
    "md": "report.md",
    "json": "report.json",
    "csv": "coefficients.csv",
    "xlsx": "disputed.xlsx",
    "study": STUDY,
    "table": "study.csv",
    "reading": "reading.accord.toml",
}
"""What can be taken along, and what its file is called."""


def report_page(report: Report, script: str | None = None) -> str:
    """The report as a page: with charts where a library draws them, else without.

    `script` is the library of charts as text (None: the installed one; empty: no charts).
    """
    drawn = all(find_spec(name) is not None for name in ("altair", "vl_convert"))
    if script is None and not drawn:
        script = ""
    return page(report, script=script)


def taken(
    what: str,
    study: Study,
    given: Mapping[str, Any],
    report: Report | None,
    folder: Path,
    script: str | None = None,
) -> dict[str, Any]:
    """Make one file; gives its name in the folder."""
    if what not in REPORT_FILES:
        raise UnknownNameError.of("form to take along", what, REPORT_FILES)
    path = folder / REPORT_FILES[what]
    if what in ("study", "table"):
        write(study, path)
    elif what == "xlsx":
        write_todo(disputes(study), path)
    elif what == "reading":
        with whole_file(path) as part:
            part.write_text(
                reading_text(checked_settings(given.get("settings") or {})), "utf-8", newline="\n"
            )
    elif report is None:
        raise DataError(said("serve.no_report"))
    elif what == "html":
        with whole_file(path) as part:
            part.write_text(report_page(report, script), "utf-8", newline="\n")
    else:
        write_report(report, path)
    return {"file": path.name, "bytes": path.stat().st_size}


def disputed(study: Study, language: str, told: Callable[[float, str], None]) -> dict[str, Any]:
    """The list of disputes, with the categories that a decision may be."""
    found = disputes(
        study, progress=lambda done, of: told(done / max(of, 1), said("serve.doing.aligning"))
    )
    rows: dict[str, Any] = plain(found.as_dict())
    names = getattr(study, "categories", ())
    return {
        **rows,
        "summary": spoken(language)(found.summary()),
        "categories": [str(cell(name)) for name in names[:200] if name is not None],
        "coders": labels(study.coders),
    }


def settled(
    study: Study, given: Mapping[str, Any], folder: Path, told: Callable[[float, str], None]
) -> dict[str, Any]:
    """Gold as two files: the study (gold.csv or gold.jsonl), and who decided what."""
    rows = given.get("decisions")
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise DataError("decisions are a list of rows")
    undecided = given.get("undecided") or "leave"
    if undecided not in UNDECIDED:
        raise UnknownNameError.of("way to treat undecided disputes", str(undecided), UNDECIDED)
    extra = [str(name) for name in given.get("new_categories") or ()]
    made = gold(
        study,
        rows,
        by=str(given.get("by") or ""),
        undecided=undecided,
        new_categories=extra,
        progress=lambda done, of: told(done / max(of, 1), said("serve.doing.aligning")),
    )
    files = ["gold.jsonl", "gold.csv", "decisions.csv"]
    say, language = spoken(language_in(given)), language_in(given)
    losses = [note for name in files[:2] for note in write(made.study, folder / name)]
    columns, lines = made._table()
    stream = io.StringIO()
    write_rows(stream, [columns, *lines])
    with whole_file(folder / files[2]) as part:
        part.write_text(stream.getvalue(), "utf-8", newline="")
    near = made.coders
    return {
        "files": files,
        "summary": say(made.summary()),
        "notes": [in_page(note, language) for note in (*made.notes, *losses)],
        "columns": [*map(say, near.columns)],
        "rows": plain([list(row) for row in near.rows]),
    }
