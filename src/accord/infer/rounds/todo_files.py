"""Lists of decisions as files: a workbook or table, an export of Label Studio, a folder of brat.

In a tool a document is decided as a whole: what the adjudicator's annotation holds is gold. The
annotations of the study's own coders are not decisions, they are only compared with the study.
"""

import re
from collections.abc import Hashable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from accord._read.door.given import File, given_files
from accord._read.door.marks import Mark, Marks
from accord._read.door.read import contents
from accord._read.door.read_options import Limits, Options
from accord._read.formats.brat import read_brat
from accord._read.formats.delimited import UNGUARDED, bare
from accord._read.formats.label_studio import coder_of, file_results
from accord._read.text.json_text import parse_json
from accord._read.text.json_values import optional
from accord.errors import DataError
from accord.infer.rounds.decisions import (
    Decisions,
    Line,
    WholeDocument,
    WrittenDecision,
    decisions_from_lines,
)
from accord.infer.rounds.todo_table import OPEN, Adjudication, todo_form
from accord.kinds.kind import ability
from accord.model.showing import cell

DECIDED = "decision"
"""The folder of brat in which gold is edited."""

ITEM = "accord_item"
"""Where a task of Label Studio keeps the name of its item: the tool numbers tasks anew."""


def read_decisions(
    todo: Adjudication, path: str | PathLike[str], *, by: str, changed: str, new_categories: Any
) -> Decisions:
    """The decisions in a file or a folder."""
    source = Path(path)
    how: dict[str, Any] = {"by": by, "changed": changed, "new_categories": new_categories}
    if not source.exists():
        raise DataError(f"{path}: no such file or folder")
    if source.is_dir():
        return _from_brat(todo, source, by, new_categories)
    # Lists are tables; JSON here always is an export of Label Studio, so it is not guessed from
    # its contents.
    if source.suffix.lower() in (".json", ".jsonl"):
        return _from_label_studio(todo, source, how)
    lines, name = decision_lines(path)
    return decisions_from_lines(todo, lines, name, **how)


def decision_lines(path: str | PathLike[str]) -> tuple[list[Line], str]:
    """The rows of a list that is a table, and where they come from."""
    there = contents(path, header=1)
    if len(there.tables) != 1:
        raise DataError(
            f"{path}: is not a list of decisions ({there.format.title}); expected what "
            "`accord adjudicate` wrote: .xlsx, .csv, .json (Label Studio) or a folder (brat)"
        )
    table = there.tables[0]
    # Somebody who typed a bare "=x" must not make "'=x", which guards it, another label.
    free = str if UNGUARDED in table.notes or there.format.name == "excel" else bare
    lines = [
        Line(
            where, {name: free(text.strip()) for name, text in zip(table.header, row, strict=False)}
        )
        for where, row in zip(table.where(), table.rows, strict=True)
    ]
    return lines, table.source


def file_name(name: Hashable) -> str:
    """A name as the name of a file, as brat's folders have it."""
    return re.sub(r'[\x00-\x1f/\\:*?"<>|]', "_", str(name)).strip(". ") or "_"


def brat_type(category: Hashable) -> str:
    """A category as a type of brat, which is a word."""
    return "Unit" if category is None else re.sub(r"\s", "_", str(cell(category)))


def _from_brat(
    todo: Adjudication, folder: Path, by: str, new_categories: Sequence[Hashable]
) -> Decisions:
    study, form = todo.study, todo_form(todo.study)
    if not form.whole:
        raise DataError(
            f"{folder}: brat works with spans and chains; these data are labels of items"
        )
    # Whoever copied only the decided folder out of the tool gives that.
    place = folder / DECIDED if (folder / DECIDED).is_dir() else folder
    files, _ = given_files([str(place)], Limits())
    names = {file_name(one.item): one.item for one in todo.disputes}
    types = {brat_type(k): k for k in form.categories}
    decided = Decisions()
    for file in files:
        if file.suffix != ".ann":
            continue
        document = names.get(file.stem)
        if document is None:
            # A document without disputes may still be edited in brat; one that the study lacks
            # belongs to another study.
            if file.stem not in map(file_name, study.items):
                raise DataError(
                    f"{file.name}: no document {file.stem!r} in these data. Is it the folder of "
                    "another project?"
                )
            decided.notes.append(f"{file.name}: nothing is disputed in it; its content is used")
            document = next(item for item in study.items if file_name(item) == file.stem)
        marks = read_brat(file, Options())
        _sound(marks)
        spans = [m for m in marks.marks if m.layer == "entities" and m.begin is not None]
        values = _document(todo, spans, marks, new_categories, types, file.name)
        still_open = _still_open(file)
        open_ones = frozenset(
            value
            for value, mark in values.items()
            if (str(mark.value), mark.begin, mark.end) in still_open
        )
        decided.whole[document] = WholeDocument(tuple(values), by, file.name, open_ones)
    if not decided.whole:
        raise DataError(
            f"{place}: no .ann file; expected the folder that `accord adjudicate` wrote, with "
            f"{DECIDED}/ in it"
        )
    return decided


def _still_open(file: File) -> set[tuple[str, int, int]]:
    """The type and the place of spans that have the note of a dispute."""
    text = file.text(None)[0]
    noted = set(re.findall(rf"^#\S*\t\S+ (T\S+)\t{OPEN}", text, re.M))
    edges = re.findall(r"^(T\S+)\t(\S+) (\d+) (\d+)", text, re.M)
    return {(kind, int(begin), int(end)) for name, kind, begin, end in edges if name in noted}


def _document(
    todo: Adjudication,
    spans: Sequence[Mark],
    marks: Marks,
    more: Sequence[Hashable],
    types: Mapping[str, Hashable],
    where: str,
) -> dict[Any, Mark]:
    """What a document holds that was decided as a whole, each with the mark that says so."""
    links = [mark.link for mark in marks.marks if mark.link is not None]
    read = ability(todo.study, "decided_document")
    values: dict[Any, Mark] = read(todo.study, spans, links, more, types, where)
    return values


def _sound(marks: Marks) -> None:
    for wrong in (*marks.broken, *marks.misquoted):
        # Stricter than reading a study, where a broken line is left out: a decision that is lost
        # would be gold by default.
        raise DataError(f"{wrong}; put it right, nothing was written")


def _from_label_studio(todo: Adjudication, path: Path, how: Mapping[str, Any]) -> Decisions:
    (file,), _ = given_files([str(path)], Limits())
    tasks = parse_json(file.text(None)[0], file.name, Limits())
    study, decided = todo.study, Decisions()
    whole, more = todo_form(study).whole, how["new_categories"]
    items = {str(item): item for item in study.items}
    coders = {str(coder) for coder in study.coders}
    place = {one.item: at for at, one in enumerate(todo.disputes)}
    known = 0
    for at, task in enumerate(tasks if isinstance(tasks, list) else [tasks], start=1):
        where = f"{file.name}: task {at}"
        data = optional(task, "data", where, dict, {})
        name = str(data.get(ITEM, optional(task, "id", where, (int, str), at)))
        if name not in items:
            raise DataError(f"{where}: no item {name!r} in these data. Is it from another project?")
        known += 1
        chosen = _chosen(task, where, coders, decided)
        if chosen is None:
            continue
        who, result = chosen
        marks = Marks(file.name)
        file_results(result, name, who, data, where, marks)
        _sound(marks)
        item, by = items[name], who or how["by"]
        if whole and item in decided.whole:
            raise DataError(f"{where}: {name!r} is in two tasks; keep one of them")
        if whole:
            spans = [mark for mark in marks.marks if mark.begin is not None]
            values = _document(todo, spans, marks, more, {}, where)
            decided.whole[item] = WholeDocument(tuple(values), by, where)
        elif item not in place:
            decided.notes.append(f"{where}: {name!r} is not disputed; its decision is not used")
        else:
            labels = [mark.value for mark in marks.marks if mark.begin is None]
            value = ability(study, "decided_answer")(study, labels, more, where)
            _once(decided, place[item], WrittenDecision(value, by, "", where))
    if not known:
        raise DataError(f"{file.name}: no tasks; expected an export of Label Studio")
    return decided


def _once(decided: Decisions, at: int, decision: WrittenDecision) -> None:
    before = decided.of.setdefault(at, decision)
    if before.value != decision.value:
        raise DataError(
            f"{decision.where}: decides the item again, and differently from {before.where}; keep "
            "one"
        )


def _chosen(
    task: Any, where: str, coders: set[str], decided: Decisions
) -> tuple[str, Mapping[str, Any]] | None:
    """The annotation that decides: marked as ground truth, or of somebody who is no coder."""
    truths, others = [], []
    for number, one in enumerate(optional(task, "annotations", where, list, []), start=1):
        who = coder_of(one.get("completed_by"), number, where)
        if optional(one, "was_cancelled", where, bool, False):
            if who not in coders:
                decided.notes.append(f"{where}: skipped by {who}, undecided")
        elif optional(one, "ground_truth", where, bool, False):
            truths.append((who, one))
        elif who not in coders:
            others.append((who, one))
    # Ground truth is a person's explicit mark, so it counts before anybody who merely is no coder.
    deciding = truths or others
    if len({str(one.get("result")) for _, one in deciding}) > 1:
        names = " and ".join(who for who, _ in deciding[:2])
        raise DataError(
            f"{where}: decided differently by {names}. Mark one annotation as ground truth"
        )
    return deciding[0] if deciding else None
