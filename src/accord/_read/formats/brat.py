"""brat stand-off: doc.txt and doc.ann, one folder for each coder.

    T1<tab>Person 0 5;10 15<tab>text      spans, with gaps where there are several
    R1<tab>Part Arg1:T1 Arg2:T2           relations; E lines: a trigger and its roles
    A1<tab>Negation E1                    attributes, also M lines

BioNLP's tasks have the same lines: .a1 (what is given) and .a2 (what was marked) are one document.
Layers: "entities" (T), "relations" (R, *), "roles" (E), and one for each attribute. Notes (#) and
normalisations (N) are left out. Offsets are checked against the quoted text.
"""

import re
from itertools import combinations

from accord._read.door.given import File, Head
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord.errors import DataError

_TEXT_BOUND = re.compile(r"(T\S+)\t(\S+) (\d{1,12} \d{1,12}(?:;\d{1,12} \d{1,12})*)(?:\t(.*))?")
# One way to match only, so that a long line cannot take long.
_RELATION = re.compile(r"(R\S+)\t(\S+) [^\s:]+:(\S+) [^\s:]+:(\S+)\s*")
_EVENT = re.compile(r"(E\S+)\t([^\s:]+):(\S+)((?: [^\s:]+:\S+)*)\s*")
_ATTRIBUTE = re.compile(r"[AM]\S+\t(\S+) (\S+)(?: (.+))?")
_EQUIV = re.compile(r"\*\tEquiv((?: \S+)+)\s*")

MOST_MEMBERS = 200  # of a set: every two of them are a relation, here 19,900

_Spans = dict[str, tuple[int, int]]


def sniff_brat(head: Head) -> bool:
    """An .ann file, or lines that begin as brat's do."""
    if head.file.suffix in (".ann", ".a1", ".a2"):
        return head.start[:1] != "<"
    return bool(_TEXT_BOUND.match(head.text.partition("\n")[0]))


def read_brat(file: File, options: Options) -> Marks:
    """Read one .ann file, with the .txt beside it where there is one."""
    marks = Marks(file.name, main="entities")
    marks.saw(None, None)
    text = None
    if (beside := file.beside(f"{file.stem}.txt")) is not None:
        text = marks.texts[None] = beside.text(options.encoding)[0]
    else:
        marks.notes.append("no .txt file next to the .ann file: offsets are not checked")
    lines = list(enumerate(file.text(options.encoding)[0].split("\n"), start=1))
    spans = _given(file, options)
    # All spans before all else: a line may refer to one that stands below it.
    for number, line in lines:
        if line.startswith("T"):
            marks.rows += 1
            with marks.skipping():
                _entity(line.rstrip("\r"), f"{file.name}:{number}", text, spans, marks)
    _triggers([line for _, line in lines], spans)
    for number, line in lines:
        if line.strip() and not line.startswith("T"):
            marks.rows += 1
            with marks.skipping():
                _other(line, f"{file.name}:{number}", spans, marks)
    return marks


def _given(file: File, options: Options) -> _Spans:
    """The spans that the task gave (.a1, BioNLP), to which those of the coder (.a2) refer."""
    given = file.beside(f"{file.stem}.a1") if file.suffix == ".a2" else None
    if given is None:
        return {}
    found = map(_TEXT_BOUND.fullmatch, given.text(options.encoding)[0].splitlines())
    edges = {m[1]: [int(n) for n in re.findall(r"\d+", m[3])] for m in found if m is not None}
    return {name: (min(numbers), max(numbers)) for name, numbers in edges.items()}


def _triggers(lines: list[str], spans: _Spans) -> None:
    """Where events are: at their triggers; attributes may stand before their events."""
    for line in lines:
        if line.startswith("E") and (found := _EVENT.fullmatch(line)) and found[3] in spans:
            spans[found[1]] = spans[found[3]]


def _entity(line: str, where: str, text: str | None, spans: _Spans, marks: Marks) -> None:
    found = _TEXT_BOUND.fullmatch(line)
    if not found:
        raise DataError(f"{where}: {line[:60]!r} is not a span; expected T1<tab>Type 0 5<tab>text")
    parts = tuple(
        (int(begin), int(end)) for begin, end in (part.split() for part in found[3].split(";"))
    )
    if text is not None and found[4] is not None:
        pieces = " ".join(text[begin:end] for begin, end in parts)
        # A line break within a span is quoted as a space; astral characters shift what brat's
        # browser counts (its issue 1115), which only the quote shows.
        if "".join(pieces.split()) != "".join(found[4].split()):
            wrong = f"at {found[3]} the text has {pieces!r:.60}, but the file quotes"
            marks.misquoted.append(f"{where}: {wrong} {found[4]!r:.60}")
    begin, end = min(part[0] for part in parts), max(part[1] for part in parts)
    spans[found[1]] = (begin, end)
    marks.span(None, None, "entities", found[2], where, begin, end, parts=parts)


def _event(line: str, where: str, spans: _Spans, marks: Marks) -> None:
    found = _EVENT.fullmatch(line)
    if not found:
        raise DataError(f"{where}: {line[:60]!r} is not an event; expected E1<tab>Type:T1 Role:T2")
    trigger = spans.get(found[3])
    if trigger is None:
        raise DataError(f"{where}: trigger {found[3]!r} is not defined in the file")
    for role, target in (pair.split(":", 1) for pair in found[4].split()):
        if target not in spans:
            raise DataError(f"{where}: {target!r} is not defined in the file")
        kind = f"{found[2]}:{role.rstrip('0123456789')}"  # Theme2 is a second Theme
        marks.relation(None, None, kind, where, trigger, spans[target], layer="roles")


def _other(line: str, where: str, spans: _Spans, marks: Marks) -> None:
    if line.startswith("E"):
        _event(line, where, spans, marks)
    elif found := _RELATION.fullmatch(line):
        ends = [_known(found[n], spans, where) for n in (3, 4)]
        marks.relation(None, None, found[2], where, ends[0], ends[1])
    elif found := _EQUIV.fullmatch(line):
        _equivalent(found[1].split(), where, spans, marks)
    elif found := _ATTRIBUTE.fullmatch(line.rstrip()):
        if found[2].startswith("R"):
            marks.drop("attribute", "of a relation")
        else:
            marks.attribute(
                None,
                None,
                f"attribute {found[1]}",
                found[3] or "yes",
                where,
                _known(found[2], spans, where),
            )
    elif line.startswith(("#", "N")):
        marks.drop("note" if line.startswith("#") else "normalisation")
    else:
        raise DataError(f"{where}: {line[:60]!r} is not a line of brat (T, R, E, A, M, N, * or #)")


def _equivalent(names: list[str], where: str, spans: _Spans, marks: Marks) -> None:
    """File a set as a relation of every two members, from the earlier to the later in the text:
    a set has no order, and the sets of two coders may share some members only."""
    if len(names) > MOST_MEMBERS:
        raise DataError(
            f"{where}: a set of {len(names)} equivalents; at most {MOST_MEMBERS} are read"
        )
    ends = sorted({_known(name, spans, where) for name in names})
    for one, other in combinations(ends, 2):
        marks.relation(None, None, "Equiv", where, one, other)


def _known(name: str, spans: _Spans, where: str) -> tuple[int, int]:
    if name not in spans:
        raise DataError(f"{where}: {name!r} is not defined in the file")
    return spans[name]
