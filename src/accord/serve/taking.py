"""What is taken along: the report in other forms, the study, the disputes, gold."""

import io
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from accord._read.door.saved_reading import reading_text
from accord._read.formats.delimited import write_rows
from accord._report.overview import Report
from accord._report.render.figures import write_report
from accord._report.render.page import page
from accord._report.todo_lists import write_todo
from accord._report.wording import labels, plain_data
from accord._report.write import write
from accord.errors import DataError, UnknownNameError
from accord.infer.rounds.disputes import disputes
from accord.infer.rounds.gold import UNDECIDED, gold
from accord.infer.rounds.todo_files import decision_lines
from accord.infer.rounds.todo_table import FREE, Dispute
from accord.kinds.kind import kind_of
from accord.model.showing import cell
from accord.model.study import Study
from accord.serve.lines import STUDY
from accord.serve.shown import checked_settings, in_page
from accord.serve.speaking import language_in
from accord.serve.uploads import safe_name
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


LIST = "decisions-so-far.csv"
"""The list of disputes with what is decided so far."""


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
        raise UnknownNameError.of("file to save", what, REPORT_FILES)
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
    rows: dict[str, Any] = plain_data(found.as_dict())
    names = getattr(study, "categories", ())
    return {
        **rows,
        "windows": _windows(study, found.disputes),
        "summary": spoken(language)(found.summary()),
        "keys": row_keys(rows["rows"]),
        "categories": [str(cell(name)) for name in names[:200] if name is not None],
        "coders": labels(study.coders),
        "scale": any(one.scale for one in found.disputes),
    }


AROUND = 120
"""Signs of the text that are shown before and after what is disputed."""


def _windows(study: Any, disputed: Sequence[Dispute]) -> list[list[Any] | None]:
    """For each dispute about spans the text around all that coders marked, and where it begins;
    None where there is no text, or nothing that lies in it."""
    documents = study.documents if kind_of(study).holds_documents else ()
    texts = {part.name: getattr(part, "text", None) for part in documents}
    found: list[list[Any] | None] = []
    for one in disputed:
        spans = [what for _, what in one.said if what is not None] if one.base else []
        ends = [end for span in spans for end in (span.begin, span.end)]
        text = texts.get(one.item)
        if not text or not ends or any(not float(end).is_integer() for end in ends):
            found.append(None)
            continue
        begin, end = int(max(0, min(ends) - AROUND)), int(max(ends) + AROUND)
        # Words are not cut in two.
        while begin > 0 and not text[begin - 1].isspace() and min(ends) - begin < 2 * AROUND:
            begin -= 1
        while end < len(text) and not text[end].isspace() and end - max(ends) < 2 * AROUND:
            end += 1
        found.append([begin, text[begin:end]])
    return found


def row_keys(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """What each dispute is known again by, alike ones by their order: what it is about and what
    coders said; nothing that another version or language could say otherwise."""
    seen: Counter[str] = Counter()
    found = []
    for row in rows:
        own = {name: "" if v is None else str(v).strip() for name, v in row.items() if _is_of(name)}
        key = sha256(json.dumps(own, sort_keys=True).encode()).hexdigest()[:32]
        seen[key] += 1
        found.append(f"{key}-{seen[key]}")
    return found


def _is_of(column: str) -> bool:
    """Whether a column of a list says what a dispute is about, or what coders said."""
    return column.startswith("coder ") or column in _ABOUT


_ABOUT = ("item", "document", "mention", "dimension", "codings")


def list_name(given: Mapping[str, Any]) -> str:
    """What a list of disputes is known again by: how the files are read, and which part of them."""
    part = {name: given.get(name) for name in ("coders", "documents", "merges", "dimension")}
    about = {**part, "settings": given.get("settings") or {}}
    return sha256(json.dumps(about, sort_keys=True, default=str).encode()).hexdigest()[:32]


def half_done(study: Study, given: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """The list with the decisions so far as a table, which the page and `accord merge` read."""
    decisions = _rows(given)
    columns, rows = disputes(study)._table()
    by = str(given.get("by") or "")
    keys = row_keys([dict(zip(columns, row, strict=True)) for row in rows])
    filled = {str(row.get("key")): row for row in decisions}
    lines = []
    for key, row in zip(keys, rows, strict=True):
        own = filled.get(key, {})
        who = by if own.get("decision") else ""
        lines.append(
            [
                who
                if name == "decided by"
                else str(own.get(name) or value)
                if name in FREE
                else value
                for name, value in zip(columns, row, strict=True)
            ]
        )
    stream = io.StringIO()
    write_rows(stream, [columns, *lines])
    path = folder / LIST
    with whole_file(path) as part:
        part.write_text(stream.getvalue(), "utf-8", newline="")
    return {"file": path.name, "bytes": path.stat().st_size}


def reopened(study: Study, given: Mapping[str, Any]) -> dict[str, Any]:
    """The decisions in a list that was saved, by the keys of the disputes of this study."""
    name = given.get("saved")
    if not isinstance(name, str):
        raise DataError(said("serve.no_file"))
    try:
        lines, _ = decision_lines(Path(safe_name(name)))
    except FileNotFoundError:
        raise DataError(said("serve.not_dropped", name=name)) from None
    known = set(row_keys(plain_data(disputes(study).as_dict())["rows"]))
    cells = [dict(line.cells) for line in lines]
    keys = row_keys([{k: v for k, v in row.items() if k} for row in cells])
    found = {
        key: {name: row[name] for name in FREE if row.get(name) and name != "decided by"}
        for key, row in zip(keys, cells, strict=True)
        if key in known
    }
    decided = {key: row for key, row in found.items() if row}
    if not found:
        raise DataError(said("serve.decide.other_list", name=name))
    lost = sum(bool(row.get("decision")) for row in cells) - sum(
        bool(row.get("decision")) for row in decided.values()
    )
    return {"decisions": decided, "lost": lost}


def settled_call(
    study: Study, given: Mapping[str, Any], folder: Path, told: Callable[[float, str], None]
) -> dict[str, Any]:
    """Gold as two files: the study (gold.csv or gold.jsonl), and who decided what."""
    rows = _rows(given)
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
        "rows": plain_data([list(row) for row in near.rows]),
    }


def _rows(given: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    rows = given.get("decisions")
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise DataError("decisions must be a list of rows")
    return rows
