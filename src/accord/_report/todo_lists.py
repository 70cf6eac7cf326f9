"""Lists of disputes to be settled: a workbook, a table, tasks of Label Studio, a folder of brat."""

import io
import json
from collections.abc import Callable, Hashable, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from accord._read.formats.delimited import write_rows
from accord._report.spreadsheet import Sheet, workbook
from accord._report.write import DELIMITERS
from accord._report.write_back import annotation, choice, region, to_brat
from accord.errors import DataError
from accord.infer.rounds.disputes import disputes
from accord.infer.rounds.todo_files import DECIDED, ITEM, OPEN, brat_type, file_name
from accord.infer.rounds.todo_table import FREE, HOW, Adjudication, Dispute, said_text, todo_table
from accord.kinds.labels.study import Codings
from accord.kinds.spans.parts import Unit
from accord.model.showing import cell
from accord.whole_files import whole_file, whole_folder

ENDS = (".xlsx", ".csv", ".tsv", ".json", "a folder for brat (a name that ends in /)")


def adjudicate(
    data: Any,
    path: str | PathLike[str] | None = None,
    *,
    progress: Callable[[float, float], None] | None = None,
    **reading: Any,
) -> Adjudication:
    """The disputes of a study, and on request a list of them for a person to settle.

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
    found = disputes(data, progress=progress, **reading)
    if path is not None:
        write_todo(found, path)
    return found


def checked_name(path: str | PathLike[str]) -> str:
    """How the list is written, by the end of its name; known before there is one."""
    text = str(path)
    suffix = Path(text).suffix.lower()
    if suffix in (".xlsx", ".json", *DELIMITERS):
        return suffix
    if text.endswith(("/", "\\")) or not suffix or Path(text).is_dir():
        return "brat"
    raise DataError(f"{path}: unknown file type; use {', '.join(ENDS[:-1])} or {ENDS[-1]}")


def write_todo(found: Adjudication, path: str | PathLike[str]) -> None:
    """Write the list of disputes."""
    how = checked_name(path)
    if how == "brat":
        files = _brat(found)
        with whole_folder(path) as part:
            for name, text in files.items():
                (part / name).parent.mkdir(parents=True, exist_ok=True)
                (part / name).write_text(text, "utf-8", newline="")
        return
    if how == ".json":
        content = _label_studio(found).encode()
    elif how == ".xlsx":
        content = _workbook(found)
    else:
        stream = io.StringIO()
        columns, rows = todo_table(found)
        write_rows(stream, [columns, *rows], DELIMITERS[how])
        content = stream.getvalue().encode()
    with whole_file(path) as part:
        part.write_bytes(content)


def _workbook(found: Adjudication) -> bytes:
    columns, rows = todo_table(found)
    free = {at for at, name in enumerate(columns) if name in FREE}
    wide = {"text": 60, "item": 24, "document": 18, "note": 30, "row": 6}
    widths = {at: wide.get(name, 16) for at, name in enumerate(columns)}
    study: Any = found.study
    known = [str(cell(name)) for name in getattr(study, "categories", ()) if name is not None]
    # Lists of words are offered, not enforced: a set of labels is not among them.
    column = columns.index("category" if study.kind == "unitizings" else "decision")
    choices = {column: ("categories", len(known))} if known else {}
    texts = [[value if at == 0 else str(value) for at, value in enumerate(row)] for row in rows]
    sheets = [Sheet("decisions", [columns, *texts], widths, frozenset(free), choices)]
    how = [["how to fill in"], *([line] for line in HOW[study.kind].split(". "))]
    sheets.append(Sheet("how to", how, {0: 100}))
    if known:
        sheets.append(Sheet("categories", [["category"], *([name] for name in known)], {0: 30}))
    return workbook(sheets)


def _by_item(found: Adjudication) -> dict[Hashable, list[Dispute]]:
    grouped: dict[Hashable, list[Dispute]] = {}
    for one in found.disputes:
        grouped.setdefault(one.item, []).append(one)
    return grouped


def _proposed(found: Adjudication, item: Hashable, disputed: list[Dispute]) -> list[Any]:
    """What a document would hold, as proposed and as agreed."""
    agreed = [one.value for one in found.settled if one.item == item]
    if found.study.kind == "partitions":
        return [(one.mention, one.proposed) for one in disputed if one.proposed is not None]
    proposed = [one.proposed for one in disputed if one.proposed is not None]
    return sorted({*agreed, *proposed}, key=lambda unit: (unit.begin, unit.end))


def _label_studio(found: Adjudication) -> str:
    """Tasks with the annotation of every coder; the proposal is a prediction to begin with."""
    study: Any = found.study
    tasks = []
    for number, (item, disputed) in enumerate(_by_item(found).items(), start=1):
        task: dict[str, Any] = {"id": number, "data": {ITEM: str(item)}, "annotations": []}
        if isinstance(study, Codings):
            if disputed[0].context:
                task["data"]["text"] = disputed[0].context
            said = [(coder, [choice(value)]) for coder, value in disputed[0].said]
            best = disputed[0].proposed
            result = [] if best is None else [choice(best)]
        else:
            part = _part(study, item)
            task["data"]["text"] = _text(part, "Label Studio")
            said = _said_regions(study, part)
            result = _regions(_proposed(found, item, disputed), part.text)
        task["annotations"] = [annotation(coder, made) for coder, made in said]
        if result:
            task["predictions"] = [{"model_version": "accord: proposed", "result": result}]
        tasks.append(task)
    return json.dumps(tasks, ensure_ascii=False, indent=1) + "\n"


def _part(study: Any, item: Hashable) -> Any:
    parts = study.continua if study.kind == "unitizings" else study.documents
    return parts[study.items.index(item)]


def _text(part: Any, tool: str) -> str:
    if part.text is None:
        raise DataError(
            f"{tool} needs the text of every document, and {part.name!r} has none; write .xlsx or "
            ".csv"
        )
    return str(part.text)


def _said_regions(study: Any, part: Any) -> list[tuple[Hashable, list[dict[str, Any]]]]:
    """What each coder who saw the document marked, as regions."""
    seen = [coder for coder, saw in zip(part.coders, part.seen, strict=True) if saw]
    if study.kind == "unitizings":
        return [(coder, _regions(list(part.units(coder)), part.text)) for coder in seen]
    found = []
    for coder in seen:
        pairs = [
            (mention, f"c{number}")
            for number, chain in enumerate(part.chains(coder), start=1)
            for mention in chain
        ]
        found.append((coder, _regions(pairs, part.text)))
    return found


def _regions(values: list[Any], text: str) -> list[dict[str, Any]]:
    """Units as regions; mentions as regions that relations join into chains."""
    if not values or isinstance(values[0], Unit):
        return [
            {"id": f"u{number}", **region(unit, text)}
            for number, unit in enumerate(values, start=1)
        ]
    made: list[dict[str, Any]] = []
    last: dict[str, str] = {}
    links = []
    for number, (mention, chain) in enumerate(values, start=1):
        unit = Unit(*_span(mention), "mention")
        made.append({"id": f"m{number}", **region(unit, text)})
        if chain in last:
            links.append(
                {
                    "type": "relation",
                    "from_id": f"m{number}",
                    "to_id": last[chain],
                    "direction": "right",
                }
            )
        last[chain] = f"m{number}"
    return [*made, *links]


def _span(mention: Any) -> tuple[int, int]:
    if (
        isinstance(mention, tuple)
        and len(mention) == 2
        and all(isinstance(e, int) for e in mention)
    ):
        return mention[0], mention[1]
    raise DataError(
        f"mention {mention!r} is not a span of the text, which a tool needs; write .xlsx or .csv"
    )


def _brat(found: Adjudication) -> dict[str, str]:
    """A folder for each coder, and one for the decision: agreed spans, and the disputed ones with
    a note that is taken away when they are decided."""
    study: Any = found.study
    if isinstance(study, Codings):
        raise DataError(
            "brat holds spans and chains, and this study labels of items; write .xlsx, .csv or "
            ".json (Label Studio)"
        )
    if DECIDED in {file_name(coder) for coder in study.coders}:
        raise DataError(
            f"a coder is called {DECIDED!r}, as the folder for decisions is; write .xlsx or .csv"
        )
    grouped = _by_item(found)
    names = [file_name(item) for item in grouped]
    if len(set(names)) < len(names):
        raise DataError(
            "two documents have names that give one name of a file; write .xlsx or .csv"
        )
    kinds = [brat_type(k) for k in getattr(study, "categories", ())]
    if len(set(kinds)) < len(kinds):
        raise DataError(
            "two categories differ only in spaces, which brat's types cannot have; write .xlsx or "
            ".csv"
        )
    files: dict[str, str] = {}
    for item, disputed in grouped.items():
        part = _part(study, item)
        text = _text(part, "brat")
        files[f"{DECIDED}/{file_name(item)}.txt"] = text
        if study.kind == "unitizings":
            agreed = [(one.value, "") for one in found.settled if one.item == item]
            rows = [*agreed, *((one.base, _why(one)) for one in disputed)]
            rows.sort(key=lambda row: row[0][:2] if row[0] else (0, 0))
            lines = _lines([(unit, brat_type(unit.category), why) for unit, why in rows], text)
        else:
            pairs = [(one.mention, one.proposed, _why(one)) for one in disputed]
            lines = _chain_lines(pairs, text)
            for coder, saw in zip(part.coders, part.seen, strict=True):
                if saw:
                    chains = [
                        (m, str(number), "")
                        for number, chain in enumerate(part.chains(coder))
                        for m in chain
                    ]
                    place = f"{file_name(coder)}/{file_name(item)}"
                    files[f"{place}.ann"] = _chain_lines(chains, text)
                    files[f"{place}.txt"] = text
        files[f"{DECIDED}/{file_name(item)}.ann"] = lines
    if study.kind == "unitizings":
        kept = study.take([study.items.index(item) for item in grouped])
        files |= {name: str(content) for name, content in to_brat(kept).files.items()}
    return files


def _why(one: Dispute) -> str:
    """The note of a disputed span: who said what, and what is proposed."""
    if one.settled:
        return ""
    said = "; ".join(f"{coder} {said_text(value)}" for coder, value in one.said)
    proposed = "leave out" if one.proposed is None else said_text(one.proposed)
    return f"{OPEN}: {said}; proposed: {proposed}"


def _lines(rows: list[tuple[Any, str, str]], text: str) -> str:
    lines = []
    for number, (unit, kind, why) in enumerate(rows, start=1):
        begin, end = _span((unit[0], unit[1]))
        quoted = text[begin:end].replace("\n", " ")
        lines.append(f"T{number}\t{kind} {begin} {end}\t{quoted}\n")
        if why:
            plain = " ".join(why.split())
            lines.append(f"#{number}\tAnnotatorNotes T{number}\t{plain}\n")
    return "".join(lines)


def _chain_lines(rows: Sequence[tuple[Any, str | None, str]], text: str) -> str:
    """Mentions as spans; those of a chain are equivalent. One that is in no chain is alone."""
    lines = _lines([(mention, "Mention", why) for mention, _, why in rows], text)
    chains: dict[str, list[str]] = {}
    for number, (_, chain, _) in enumerate(rows, start=1):
        if chain is not None:
            chains.setdefault(chain, []).append(f"T{number}")
    joined = [f"*\tEquiv {' '.join(names)}\n" for names in chains.values() if len(names) > 1]
    return lines + "".join(joined)
