"""Lists of disputes to be settled: a workbook, a table, tasks of Label Studio, a folder of brat."""

import io
import json
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from accord._read.formats.delimited import write_rows
from accord._report.spreadsheet import SheetToWrite, workbook
from accord._report.write import DELIMITERS
from accord._report.write_back import annotation, choice, region
from accord.errors import DataError
from accord.infer.rounds.disputes import disputes
from accord.infer.rounds.todo_files import DECIDED, ITEM, brat_type, file_name
from accord.infer.rounds.todo_table import (
    FREE,
    Adjudication,
    Dispute,
    Drafted,
    todo_form,
    todo_table,
    whole_span,
)
from accord.kinds.kind import ability
from accord.kinds.spans.parts import Unit
from accord.model.showing import cell
from accord.whole_files import whole_file, whole_folder

_ENDS = (".xlsx", ".csv", ".tsv", ".json", "a folder for brat (a name that ends in /)")


def adjudicate(
    data: Any,
    path: str | PathLike[str] | None = None,
    *,
    progress: Callable[[float, float], None] | None = None,
    **reading: Any,
) -> Adjudication:
    """List the disagreements of a study, so a person can resolve them.

    `path` is the file to write: .xlsx or .csv (a row for each dispute, with every coder's decision,
    a proposal and room for the final one), .json (tasks of Label Studio, with the proposal as a
    prediction) or a folder (brat, its name without a suffix). `accord.gold` reads it back.

    :param data: A study, or data that accord can read as one: a path, a data frame, arrays.
    :param path: The file or folder to write; without it nothing is written.
    :param progress: A function that is called with the progress of the work.
    :param reading: How to read data that are not yet a study: item=, coder=, category= and so on.

    >>> import accord
    >>> study = accord.from_coders({"A": "aab", "B": "abb", "C": "abb"})
    >>> print(accord.adjudicate(study))
    1 disputed item; 2 agreed
    """
    if path is not None:
        checked_name(path)
    todo = disputes(data, progress=progress, **reading)
    if path is not None:
        write_todo(todo, path)
    return todo


def checked_name(path: str | PathLike[str]) -> str:
    """How the list is written, by the end of its name; known before there is one."""
    text = str(path)
    suffix = Path(text).suffix.lower()
    if suffix in (".xlsx", ".json", *DELIMITERS):
        return suffix
    if text.endswith(("/", "\\")) or not suffix or Path(text).is_dir():
        return "brat"
    raise DataError(f"{path}: unknown file type; use {', '.join(_ENDS[:-1])} or {_ENDS[-1]}")


def write_todo(todo: Adjudication, path: str | PathLike[str]) -> None:
    """Write the list of disputes."""
    how = checked_name(path)
    if how == "brat":
        files = _brat(todo)
        with whole_folder(path) as part:
            for name, text in files.items():
                (part / name).parent.mkdir(parents=True, exist_ok=True)
                # Offsets count what the text has: another end of line would move every span behind
                # it.
                (part / name).write_text(text, "utf-8", newline="")
        return
    if how == ".json":
        content = _label_studio(todo).encode()
    elif how == ".xlsx":
        content = _workbook(todo)
    else:
        stream = io.StringIO()
        columns, rows = todo_table(todo)
        write_rows(stream, [columns, *rows], DELIMITERS[how])
        content = stream.getvalue().encode()
    with whole_file(path) as part:
        part.write_bytes(content)


def _workbook(todo: Adjudication) -> bytes:
    columns, rows = todo_table(todo)
    form = todo_form(todo.study)
    free = {at for at, name in enumerate(columns) if name in FREE}
    wide = {"text": 60, "item": 24, "document": 18, "note": 30, "row": 6}
    widths = {at: wide.get(name, 16) for at, name in enumerate(columns)}
    known = [str(cell(name)) for name in form.categories if name is not None]
    # Lists of words are offered, not enforced: a set of labels is not among them.
    choices = {columns.index(form.offered): ("categories", len(known))} if known else {}
    # Only the number of the row is one: a label 01 must not come back as 1.
    texts = [[value if at == 0 else str(value) for at, value in enumerate(row)] for row in rows]
    sheets = [SheetToWrite("decisions", [columns, *texts], widths, frozenset(free), choices)]
    how = [["how to fill in"], *([line] for line in form.how.split(". "))]
    sheets.append(SheetToWrite("how to", how, {0: 100}))
    if known:
        sheets.append(
            SheetToWrite("categories", [["category"], *([name] for name in known)], {0: 30})
        )
    return workbook(sheets)


def _by_item(todo: Adjudication) -> dict[Hashable, list[Dispute]]:
    grouped: dict[Hashable, list[Dispute]] = {}
    for one in todo.disputes:
        grouped.setdefault(one.item, []).append(one)
    return grouped


def _label_studio(todo: Adjudication) -> str:
    """Tasks with the annotation of every coder; the proposal is a prediction to begin with."""
    whole = todo_form(todo.study).whole
    tasks = []
    for number, (item, disputed) in enumerate(_by_item(todo).items(), start=1):
        task: dict[str, Any] = {"id": number, "data": {ITEM: str(item)}, "annotations": []}
        if whole:
            document = _Document(todo, item, disputed, "Label Studio")
            task["data"]["text"] = document.text
            said = [(coder, _regions(by, document.text)) for coder, by in document.by_coder()]
            result = _regions(document.proposed(), document.text)
        else:
            (one,) = disputed
            if one.context:
                task["data"]["text"] = one.context
            said = [(coder, [choice(value)]) for coder, value in one.said]
            result = [] if one.proposed is None else [choice(one.proposed)]
        task["annotations"] = [annotation(coder, marked) for coder, marked in said]
        if result:
            task["predictions"] = [{"model_version": "accord: proposed", "result": result}]
        tasks.append(task)
    return json.dumps(tasks, ensure_ascii=False, indent=1) + "\n"


class _Document:
    """A disputed document as a tool is given it."""

    def __init__(
        self, todo: Adjudication, item: Hashable, disputed: list[Dispute], tool: str
    ) -> None:
        self.todo, self.item, self.disputed = todo, item, disputed
        self.part = ability(todo.study, "document_of")(todo.study, item)
        if self.part.text is None:
            raise DataError(
                f"{tool} needs the text of every document, and {self.part.name!r} has none; "
                "write .xlsx or .csv"
            )
        self.text = str(self.part.text)

    def by_coder(self) -> Iterator[tuple[Hashable, list[Drafted]]]:
        """What each coder who saw the document marked."""
        drafted_by = ability(self.todo.study, "drafted_by")
        for coder, saw in zip(self.part.coders, self.part.seen, strict=True):
            if saw:
                yield coder, drafted_by(self.part, coder)

    def drafted(self) -> list[Drafted]:
        """What is agreed and what is disputed, with a note."""
        draft = ability(self.todo.study, "drafted")
        spans: list[Drafted] = draft(self.todo, self.item, self.disputed)
        return spans

    def proposed(self) -> list[Drafted]:
        """What the document would hold, as proposed and as agreed; what two alignments propose
        stands once."""
        kept = (one._replace(note="") for one in self.drafted() if not one.left_out)
        return list(dict.fromkeys(kept))


def _regions(spans: Sequence[Drafted], text: str) -> list[dict[str, Any]]:
    """Spans as regions; those of a chain are joined by relations."""
    regions: list[dict[str, Any]] = []
    last: dict[str, str] = {}
    links = []
    for number, one in enumerate(spans, start=1):
        name = f"u{number}" if one.chain is None else f"m{number}"
        regions.append({"id": name, **region(Unit(*one[:3]), text)})
        if one.chain is None:
            continue
        if one.chain in last:
            ends = {"from_id": name, "to_id": last[one.chain]}
            links.append({"type": "relation", **ends, "direction": "right"})
        last[one.chain] = name
    return [*regions, *links]


def _brat(todo: Adjudication) -> dict[str, str]:
    """A folder for each coder, and one for the decision: agreed spans, and the disputed ones with
    a note that is taken away when they are decided."""
    form = todo_form(todo.study)
    if not form.whole:
        raise DataError(
            "brat works with spans and chains; these data are labels of items; write .xlsx, .csv "
            "or "
            ".json (Label Studio)"
        )
    folders = _folders(todo.study.coders)
    grouped = _by_item(todo)
    names = [file_name(item) for item in grouped]
    # Renamed, two documents could not be told apart when the decisions are read.
    if len(set(names)) < len(names):
        raise DataError(
            "two documents have names that give one name of a file; write .xlsx or .csv"
        )
    types = [brat_type(k) for k in form.categories]
    # Nor could their categories.
    if len(set(types)) < len(types):
        raise DataError(
            "two categories differ only in spaces, which brat's types cannot have; write .xlsx or "
            ".csv"
        )
    files: dict[str, str] = {}
    for item, disputed in grouped.items():
        document = _Document(todo, item, disputed, "brat")
        by_folder = {DECIDED: document.drafted()}
        by_folder |= {folders[coder]: spans for coder, spans in document.by_coder()}
        for folder, spans in by_folder.items():
            place = f"{folder}/{file_name(item)}"
            files[f"{place}.txt"] = document.text
            files[f"{place}.ann"] = _lines(spans, document.text)
    return files


def _folders(coders: Iterable[Hashable]) -> dict[Hashable, str]:
    """The names of coders as names of folders, none twice, whatever the case of letters."""
    folders: dict[Hashable, str] = {}
    for coder in coders:
        name = file_name(coder)
        if name == DECIDED:
            raise DataError(
                f"a coder is called {DECIDED!r}, as the folder for decisions is; write .xlsx or "
                ".csv"
            )
        # Windows and macOS take Ann and ann for one folder.
        while name.lower() in map(str.lower, folders.values()):
            name += "_"
        folders[coder] = name
    return folders


def _lines(spans: Sequence[Drafted], text: str) -> str:
    """Spans as brat has them; those of a chain are equivalent, one in no chain is alone."""
    lines: list[str] = []
    chains: dict[str, list[str]] = {}
    for number, one in enumerate(spans, start=1):
        begin, end = whole_span(one[:2])
        # A line of brat is one annotation, so what it quotes has no line break.
        quoted = text[begin:end].replace("\n", " ")
        kind = one.tag or brat_type(one.category)
        lines.append(f"T{number}\t{kind} {begin} {end}\t{quoted}\n")
        if one.note:
            plain = " ".join(one.note.split())
            lines.append(f"#{number}\tAnnotatorNotes T{number}\t{plain}\n")
        if one.chain is not None:
            chains.setdefault(one.chain, []).append(f"T{number}")
    # A chain of one needs no line: a mention without any is a chain of its own.
    joined = [f"*\tEquiv {' '.join(names)}\n" for names in chains.values() if len(names) > 1]
    return "".join([*lines, *joined])
