"""Behaviour in time: BORIS events and Datavyu. Times in seconds.

    BORIS     Observation id … Subject Behavior … Behavior type Start (s) Stop (s)
              Observation id … Time Subject Behavior … Status (START, STOP, POINT)
              Observation id <tab> name / … / Time … Subject Behavior … Status    older
    Datavyu   #4 / trial (MATRIX)-result|NOMINAL / 00:00:01:000,00:00:02:500,(x)

States are spans, point events are counted and left out. Subjects (BORIS) and columns (Datavyu) are
layers. The coder is a column called observer or coder, else the file.
"""

import re
from collections.abc import Mapping, Sequence

from accord._read.door.given import File, Head
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.formats.delimited import parse_delimited
from accord._read.formats.tiers import TICK
from accord._read.text.json_values import number_in
from accord.errors import DataError

OBSERVERS = ("observer", "coder", "rater", "annotator")
AGGREGATED = {"Observation id", "Behavior", "Start (s)", "Stop (s)"}
TABULAR = {"Observation id", "Behavior", "Time"}
OLDER = {"Behavior", "Time", "Status"}  # facts of the observation stand above the table
_HEAD = 8192  # letters that are looked at: the names of BORIS's columns take some hundreds
CLOCK = re.compile(r"(\d{1,3}):(\d\d):(\d\d)[.:](\d{1,3})")
_COLUMN = re.compile(r"(.+?) \(([A-Z_]+)[^)]*\)(?:-(.*))?")
_CELL = re.compile(r"(\d+:\d\d:\d\d:\d{3}),(\d+:\d\d:\d\d:\d{3}),(.*)")


def _cells(line: str) -> list[str]:
    return [cell.strip().strip('"') for cell in re.split(r"[\t,;]", line)]


def sniff_boris(head: Head) -> bool:
    """The columns of aggregated or tabular events."""
    names = set(_cells(head.text[:_HEAD].lstrip().partition("\n")[0]))
    # Observation id, Behavior and Time alone could be anybody's table.
    if names >= AGGREGATED or (names >= TABULAR and bool(names & {"Status", "Behavior type"})):
        return True
    return _older(head.lines) is not None


def _older(lines: Sequence[str]) -> int | None:
    """Where the header of older tabular events is, below what is said about the observation."""
    if not lines or _cells(lines[0])[0] != "Observation id":
        return None
    return next((at for at, line in enumerate(lines) if set(_cells(line)) >= OLDER), None)


def read_boris(file: File, options: Options) -> Marks:
    """Read events of BORIS."""
    text, _ = file.text(options.encoding)
    lines = text.removeprefix("\ufeff").split("\n")
    begins = _older(lines) or 0
    about = [_cells(line) for line in lines[:begins]]
    text = "\n".join([""] * begins + lines[begins:])  # lines keep their numbers
    table = parse_delimited(text, file.name, suffix=file.suffix, delimiter=options.delimiter)
    columns = {name: table.column(name) for name in table.header}
    if about and "Observation id" not in columns:
        columns["Observation id"] = [about[0][1] if len(about[0]) > 1 else ""] * len(table.rows)
    times = {"Start (s)", "Stop (s)"} if "Start (s)" in columns else {"Time"}
    for name in sorted({"Observation id", "Behavior"} | times):
        if name not in columns:
            raise DataError(f"{file.name}:1: no column {name!r}. Columns: {', '.join(columns)}")
    marks = Marks(file.name, resolution=TICK)
    marks.drop("independent variable", "of the observation", _variables(about))
    who = next((name for name in columns if name.strip().lower() in OBSERVERS), None)
    subjects = columns.get("Subject", [""] * len(table.rows))
    several = len(set(subjects)) > 1
    opened: dict[tuple[str, ...], tuple[float, str]] = {}
    for at, where in enumerate(table.where()):
        marks.rows += 1
        document, behavior = columns["Observation id"][at], columns["Behavior"][at]
        coder = None if who is None else columns[who][at].strip() or None
        layer = (subjects[at] or "(no subject)") if several else "behaviors"
        marks.saw(document, coder, layer)
        _length(columns, at, document, marks)
        # A behaviour with other modifiers is another state, which may go on at the same time.
        key = (document, coder or "", layer, behavior, _cell(columns, "Modifiers", at))
        with marks.skipping():
            edges = _event(columns, at, where, key, opened, marks)
            if edges is not None:
                marks.span(document, coder, layer, behavior, where, *edges)
    for (_, _, _, behavior, _), (_, where) in opened.items():
        marks.skip(DataError(f"{where}: behavior {behavior!r} starts and never stops"))
    modifiers = sum(bool(cell.strip()) for cell in columns.get("Modifiers", ()))
    marks.drop("modifier", "of behaviors", modifiers)
    return marks


def _variables(about: Sequence[Sequence[str]]) -> int:
    """How many variables stand below "variable, value"."""
    begun = next((n for n, row in enumerate(about) if row[:2] == ["variable", "value"]), len(about))
    return sum(bool(row[0]) for row in about[begun + 1 :])


def _cell(columns: Mapping[str, Sequence[str]], name: str, at: int) -> str:
    return columns[name][at].strip() if name in columns else ""


def _length(columns: Mapping[str, Sequence[str]], at: int, document: str, marks: Marks) -> None:
    cell = _cell(columns, "Total length", at) or _cell(columns, "Media duration (s)", at)
    try:
        length = number_in(cell, "Total length", marks.source)
    except DataError:  # empty, or no number: the last event ends it
        length = None
    marks.extents.setdefault(document, (0, length))


def _event(
    columns: Mapping[str, Sequence[str]],
    at: int,
    where: str,
    key: tuple[str, ...],
    opened: dict[tuple[str, ...], tuple[float, str]],
    marks: Marks,
) -> tuple[float, float] | None:
    """Begin and end of a state; None at its start, and for points."""
    if "Start (s)" in columns:
        begin, end = (
            number_in(columns[name][at], name, where) for name in ("Start (s)", "Stop (s)")
        )
        if _cell(columns, "Behavior type", at).upper() == "POINT" or begin == end:
            marks.drop("point event", "(no length)")
            return None
        return begin, end
    status = (_cell(columns, "Status", at) or _cell(columns, "Behavior type", at)).upper()
    time = number_in(columns["Time"][at], "Time", where)
    if status == "START":
        if key in opened:
            raise DataError(f"{where}: behavior {key[3]!r} starts again before it stops")
        opened[key] = (time, where)
    elif status == "STOP":
        if key not in opened:
            raise DataError(f"{where}: behavior {key[3]!r} stops and did not start")
        return opened.pop(key)[0], time
    else:
        marks.drop("point event", "(no length)")
    return None


def clock(text: str, where: str) -> float:
    """Seconds of hours:minutes:seconds.milliseconds.

    >>> clock("00:01:02.500", "x")
    62.5
    """
    time = CLOCK.fullmatch(text.strip())
    if not time:
        raise DataError(f"{where}: {text[:30]!r} is not a time; expected 00:00:01.500")
    fraction = int(time[4].ljust(3, "0"))
    return (int(time[1]) * 3600 + int(time[2]) * 60 + int(time[3])) + fraction / 1000


def sniff_datavyu(head: Head) -> bool:
    """A version, and a column with its type."""
    first, second = [*head.lines[:2], "", ""][:2]
    return bool(re.fullmatch(r"#\d+\s*", first) and _COLUMN.fullmatch(second))


def read_datavyu(file: File, options: Options) -> Marks:
    """Read the columns of Datavyu."""
    marks = Marks(file.name, resolution=TICK)
    marks.saw(None, None)
    marks.extents[None] = (0, None)
    layer, codes = "", list[str]()
    for at, line in enumerate(file.text(options.encoding)[0].split("\n")[1:], start=2):
        where, row = f"{file.name}:{at}", line.rstrip("\r")
        cell = _CELL.fullmatch(row)
        if cell is None:
            column = _COLUMN.fullmatch(row)
            if column is not None:
                layer = column[1]
                codes = [part.partition("|")[0] for part in (column[3] or "").split(",") if part]
                marks.saw(None, None, layer)
            elif row.strip():
                marks.rows += 1
                marks.skip(DataError(f"{where}: {row[:60]!r} is neither a column nor a cell"))
            continue
        marks.rows += 1
        with marks.skipping():
            begin, end = clock(cell[1], where), clock(cell[2], where)
            if begin == end:
                marks.drop("cell", "without length")
                continue
            value = cell[3].strip()
            marks.span(None, None, layer, (None if codes else value) or None, where, begin, end)
            for code, part in zip(codes, _matrix(value), strict=False):
                if part and part != f"<{code}>":  # Datavyu shows <code> where nothing was entered
                    marks.span(None, None, layer, part, where, begin, end, field=code)
    return marks


def _matrix(value: str) -> list[str]:
    inside = value.removeprefix("(").removesuffix(")")
    return [part.strip().strip('"') for part in re.split(r"(?<!\\),", inside)]
