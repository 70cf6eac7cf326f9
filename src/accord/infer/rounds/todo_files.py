"""Lists of decisions as files: a workbook or table, an export of Label Studio, a folder of brat.

In a tool a document is decided as a whole: what the adjudicator's annotation holds is gold. The
annotations of the study's own coders are not decisions, they are only compared with the study.
"""

import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from accord._read.door.given import File, given_files
from accord._read.door.marks import Marks
from accord._read.door.read import contents
from accord._read.door.read_options import Limits, Options
from accord._read.formats.brat import read_brat
from accord._read.formats.delimited import UNGUARDED, bare
from accord._read.formats.label_studio import coder_of, file_results
from accord._read.text.json_text import parse_json
from accord._read.text.json_values import optional
from accord.errors import DataError
from accord.infer.rounds.decisions import Decision, Decisions, Line, Whole, from_lines
from accord.infer.rounds.disputes import decided_category
from accord.infer.rounds.todo_table import Adjudication
from accord.kinds.joining import root
from accord.kinds.spans.parts import Unit
from accord.model.showing import cell

DECIDED = "decision"
"""The folder of brat in which gold is edited."""

OPEN = "disputed"
"""How the note of a span begins that is not decided yet, in brat."""

ITEM = "accord_item"
"""Where a task of Label Studio keeps the name of its item: the tool numbers tasks anew."""


def read_decisions(
    found: Adjudication, path: str | PathLike[str], *, by: str, changed: str, new_categories: Any
) -> Decisions:
    """The decisions in a file or a folder."""
    source = Path(path)
    how: dict[str, Any] = {"by": by, "changed": changed, "new_categories": new_categories}
    if not source.exists():
        raise DataError(f"{path}: there is no such file or folder")
    if source.is_dir():
        return _from_brat(found, source, by, new_categories)
    if source.suffix.lower() in (".json", ".jsonl"):
        return _from_label_studio(found, source, how)
    there = contents(path, header=1)
    if len(there.tables) != 1:
        raise DataError(
            f"{path}: is not a list of decisions ({there.format.title}); needed what "
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
    return from_lines(found, lines, table.source, **how)


def file_name(name: Hashable) -> str:
    """A name as the name of a file, as brat's folders have it."""
    return re.sub(r'[\x00-\x1f/\\:*?"<>|]', "_", str(name)).strip(". ") or "_"


def brat_type(category: Hashable) -> str:
    """A category as a type of brat, which is a word."""
    return "Unit" if category is None else re.sub(r"\s", "_", str(cell(category)))


def _from_brat(
    found: Adjudication, folder: Path, by: str, new_categories: Sequence[Hashable]
) -> Decisions:
    study: Any = found.study
    if study.kind == "codings":
        raise DataError(f"{folder}: brat holds spans and chains, and this study labels of items")
    place = folder / DECIDED if (folder / DECIDED).is_dir() else folder
    files, _ = given_files([str(place)], Limits())
    names = {file_name(one.item): one.item for one in found.disputes}
    made, seen = Decisions(), set()
    for file in files:
        if file.suffix != ".ann":
            continue
        document = names.get(file.stem)
        if document is None:
            if file.stem not in map(file_name, study.items):
                raise DataError(
                    f"{file.name}: no document {file.stem!r} in the study; is it the folder of "
                    "another study?"
                )
            made.notes.append(f"{file.name}: nothing is disputed in it; what it holds is taken")
            document = next(item for item in study.items if file_name(item) == file.stem)
        seen.add(document)
        made.whole[document] = _brat_document(found, file, document, by, new_categories)
    if not seen:
        raise DataError(
            f"{place}: no .ann file; needed the folder that `accord adjudicate` wrote, with "
            f"{DECIDED}/ in it"
        )
    return made


def _brat_document(
    found: Adjudication, file: File, document: Hashable, by: str, more: Sequence[Hashable]
) -> Whole:
    marks = read_brat(file, Options())
    _sound(marks)
    text = file.text(None)[0]
    noted = set(re.findall(rf"^#\S*\t\S+ (T\S+)\t{OPEN}", text, re.M))
    edges = re.findall(r"^(T\S+)\t(\S+) (\d+) (\d+)", text, re.M)
    open_ones = {(kind, int(b), int(e)) for name, kind, b, e in edges if name in noted}
    spans = [m for m in marks.marks if m.layer == "entities" and m.begin is not None]
    if found.study.kind == "partitions":
        pairs = [m.item for m in marks.marks if m.layer == "relations" and m.item is not None]
        mentions = [(m.begin, m.end) for m in spans]
        still = frozenset((b, e) for _, b, e in open_ones)
        return _chained(mentions, _arrows(pairs), by, file.name, still)
    known = {brat_type(k): k for k in found.study.categories}  # type: ignore[attr-defined]
    values, still_open = [], set()
    for m in spans:
        try:
            category = (
                known[str(m.value)]
                if str(m.value) in known
                else decided_category(str(m.value), found.study, more)
            )
        except DataError as error:
            raise DataError(f"{m.where}: {error}") from None
        unit = Unit(m.begin, m.end, category)  # type: ignore[arg-type]
        values.append(unit)
        if (str(m.value), m.begin, m.end) in open_ones:
            still_open.add(unit)
    return Whole(tuple(dict.fromkeys(values)), by, file.name, frozenset(still_open))


def _sound(marks: Marks) -> None:
    for wrong in (*marks.broken, *marks.misquoted):
        raise DataError(f"{wrong}; put it right, nothing was written")


def _arrows(items: Sequence[str]) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """The two ends of relations, from the names that readers give them."""
    for item in items:
        first, second = (
            tuple(float(edge) for edge in side.split("–")) for side in item.split(" → ")
        )
        yield (first[0], first[1]), (second[0], second[1])


def _chained(
    mentions: Sequence[Any],
    links: Iterator[tuple[Any, Any]],
    by: str,
    where: str,
    still: frozenset[Any] = frozenset(),
) -> Whole:
    """Mentions in chains: those that links join are one."""
    parent = {_whole(mention): _whole(mention) for mention in mentions}
    for one, other in links:
        for end in (one, other):
            if _whole(end) not in parent:
                raise DataError(f"{where}: a link begins or ends at {end}, which is not a mention")
        parent[root(parent, _whole(one))] = root(parent, _whole(other))
    names: dict[Any, str] = {}
    values, open_ones = [], set()
    for mention in sorted(parent):
        name = names.setdefault(root(parent, mention), f"c{len(names) + 1}")
        values.append((mention, name))
        if mention in still:
            open_ones.add((mention, name))
    return Whole(tuple(values), by, where, frozenset(open_ones))


def _whole(mention: Any) -> tuple[float, ...]:
    return tuple(int(edge) if float(edge).is_integer() else edge for edge in mention)


def _from_label_studio(found: Adjudication, path: Path, how: Mapping[str, Any]) -> Decisions:
    (file,), _ = given_files([str(path)], Limits())
    tasks = parse_json(file.text(None)[0], file.name, Limits())
    made = Decisions()
    study: Any = found.study
    items = {str(item): item for item in study.items}
    coders = {str(coder) for coder in study.coders}
    place = {one.item: at for at, one in enumerate(found.disputes)}
    known = 0
    for at, task in enumerate(tasks if isinstance(tasks, list) else [tasks], start=1):
        where = f"{file.name}: task {at}"
        data = optional(task, "data", where, dict, {})
        name = str(data.get(ITEM, optional(task, "id", where, (int, str), at)))
        if name not in items:
            raise DataError(f"{where}: no item {name!r} in the study; is it of another study?")
        known += 1
        chosen = _chosen(task, where, coders, made)
        if chosen is None:
            continue
        who, result = chosen
        marks = Marks(file.name)
        file_results(result, name, who, data, where, marks)
        _sound(marks)
        item = items[name]
        if study.kind == "codings":
            if item not in place:
                made.notes.append(f"{where}: {name!r} is not disputed; its decision is not used")
                continue
            value = _label(marks, study, how["new_categories"], where)
            _once(made, place[item], Decision(value, who or how["by"], "", where))
        elif item in made.whole:
            raise DataError(f"{where}: {name!r} is in two tasks; keep one of them")
        else:
            made.whole[item] = _document(found, marks, who or how["by"], where, how)
    if not known:
        raise DataError(f"{file.name}: no tasks; needed an export of Label Studio")
    return made


def _once(made: Decisions, at: int, decision: Decision) -> None:
    before = made.of.setdefault(at, decision)
    if before.value != decision.value:
        raise DataError(
            f"{decision.where}: decides the item again, otherwise than {before.where}; keep one"
        )


def _chosen(
    task: Any, where: str, coders: set[str], made: Decisions
) -> tuple[str, Mapping[str, Any]] | None:
    """The annotation that decides: marked as ground truth, or of somebody who is no coder."""
    truths, others = [], []
    for number, one in enumerate(optional(task, "annotations", where, list, []), start=1):
        who = coder_of(one.get("completed_by"), number, where)
        if optional(one, "was_cancelled", where, bool, False):
            if who not in coders:
                made.notes.append(f"{where}: skipped by {who}, undecided")
        elif optional(one, "ground_truth", where, bool, False):
            truths.append((who, one))
        elif who not in coders:
            others.append((who, one))
    found = truths or others
    if len({str(one.get("result")) for _, one in found}) > 1:
        names = " and ".join(who for who, _ in found[:2])
        raise DataError(
            f"{where}: decided otherwise by {names}; mark one annotation as ground truth"
        )
    return found[0] if found else None


def _label(marks: Marks, study: Any, more: Sequence[Hashable], where: str) -> Hashable:
    labels = [mark.value for mark in marks.marks if mark.begin is None]
    if len(labels) != 1:
        raise DataError(f"{where}: {len(labels)} answers in the decision; needed one")
    (said,) = labels
    sets = any(isinstance(name, frozenset) for name in study.categories)
    if isinstance(said, frozenset) and not sets:
        if len(said) != 1:
            raise DataError(f"{where}: chosen are {sorted(map(str, said))}; needed one category")
        (said,) = said
    try:
        return decided_category(str(cell(said)), study, more)
    except DataError as error:
        raise DataError(f"{where}: {error}") from None


def _document(
    found: Adjudication, marks: Marks, who: str, where: str, how: Mapping[str, Any]
) -> Whole:
    spans = [mark for mark in marks.marks if mark.begin is not None]
    if found.study.kind == "partitions":
        pairs = [m.item for m in marks.marks if m.layer == "relations" and m.item is not None]
        return _chained([(m.begin, m.end) for m in spans], _arrows(pairs), who, where)
    study: Any = found.study
    bare = list(study.categories) == [None]
    values = []
    for mark in spans:
        label = mark.value
        if isinstance(label, frozenset):
            (label,) = label or {None}
        try:
            category = (
                None
                if label is None and (bare or None in study.categories)
                else decided_category(str(cell(label)), study, how["new_categories"])
            )
        except DataError as error:
            raise DataError(f"{where}: {error}") from None
        values.append(Unit(mark.begin, mark.end, category))  # type: ignore[arg-type]
    return Whole(tuple(dict.fromkeys(values)), who, where)
