"""A frame whose columns the call does not name: columns that share their labels are the coders'.

The call is the declaration: who asks for κ of a frame means its columns. What is taken is said;
what could be meant otherwise is an error that names `coders=`.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from typing import Any

from accord._read.door.records import from_records
from accord._read.formats.json_table import table_of_columns
from accord._read.tables import column_names as known
from accord._read.tables.not_people import programs_in
from accord._read.tables.roles import Column, columns_of
from accord.errors import DataError, Setting
from accord.kinds.kind import kind_of
from accord.kinds.labels.cells import open_frame
from accord.kinds.labels.tabular import from_confusion
from accord.model.audit import Audit
from accord.model.showing import counted

_ROWS_LOOKED_AT = 4000
"""So many rows tell what the columns beside the coders' hold."""


def from_frame_alone(frame: Any, asked: Sequence[Any] = (), **reading: Any) -> Any:
    """The study of a frame of which nobody says what its columns are; programs beside people are
    coders only where they are `asked` for, by name or pattern."""
    crossed = None if reading else _crossed(frame)
    if crossed is not None:
        return crossed
    opened = open_frame(frame)
    programs = programs_in([str(name) for name in opened.columns])
    taken = [one for one in programs if any(fnmatchcase(one, str(name)) for name in asked)]
    left = [one for one in programs if one not in taken]
    if programs:
        try:
            study = _read(opened.drop(programs), reading)
            if taken:
                study = from_records(frame, coders=[*map(str, study.coders), *taken], **reading)
            return _said(study, [*([_left_out(left)] if left else []), *_mixed(opened, study)])
        except DataError:  # without them there are no two coders
            pass
    study = _read(opened, reading)
    return _said(study, _mixed(opened, study))


def _crossed(frame: Any) -> Any:
    """The study of `pandas.crosstab(a, b)`, with or without margins; None of any other frame.

    It says what it is: rows and columns have names of their own and labels in common, and its cells
    are counts. A label that only one of the two gave is missing in rows or in columns.
    """
    index, columns = getattr(frame, "index", None), getattr(frame, "columns", None)
    names = getattr(index, "name", None), getattr(columns, "name", None)
    if None in names or index is None or columns is None:
        return None
    rows, across, cells = list(index), list(columns), frame.to_numpy()
    if cells.dtype.kind not in "iu" or {*rows}.isdisjoint(across) or not cells.size:
        return None
    inner = cells[:-1, :-1]
    if (
        rows[-1] == across[-1]
        and inner.size
        and (cells[-1, :-1] == inner.sum(axis=0)).all()
        and (cells[:-1, -1] == inner.sum(axis=1)).all()
    ):
        rows, across, cells = rows[:-1], across[:-1], inner
    labels = list(dict.fromkeys([*rows, *across]))
    counts = [[0] * len(labels) for _ in labels]
    for row, line in zip(rows, cells.tolist(), strict=True):
        for column, n in zip(across, line, strict=True):
            counts[labels.index(row)][labels.index(column)] = n
    return from_confusion(counts, categories=labels, coders=names)


def _read(opened: Any, reading: dict[str, Any]) -> Any:
    frame = opened.to_native()
    study = from_records(frame, **reading)
    coders = [str(name) for name in study.coders]
    if kind_of(study).plain and len(coders) > 1 and {*coders} <= {*map(str, opened.columns)}:
        return _as_columns(study, opened, frame, coders, reading)
    return study


def _left_out(programs: Sequence[str]) -> str:
    shown = ", ".join(map(repr, programs))
    return f"{shown} left out: programs beside people; to take them, use {Setting('coders')}"


def _mixed(opened: Any, study: Any) -> list[str]:
    """A note where a coder's labels are numbers and text, or one's are numbers and another's text:
    as in a file, 3 and "3" are one label there, which two lists would keep apart."""
    coders = {str(name) for name in getattr(study, "coders", ())}
    columns = [opened.get_column(name) for name in opened.columns if str(name) in coders]
    numbers = [str(column.name) for column in columns if column.dtype.is_numeric()]
    texts = [str(column.name) for column in columns if not column.dtype.is_numeric()]
    if not (texts and kind_of(study).plain):
        return []
    # A text of digits is a label of its own, or all labels have become numbers.
    may_be = study.categories.all_numbers() or any(map(_is_whole, study.categories))
    for column in columns if may_be else ():
        if str(column.name) in texts and (both := _as_both(set(column.to_list()))) is not None:
            return [f"{column.name!r} has {both} and {str(both)!r}, which are one label here"]
    if not numbers:
        return []
    return [f"{numbers[0]!r} has numbers and {texts[0]!r} text: 3 and '3' are one label here"]


def _is_whole(label: Any) -> bool:
    return re.fullmatch(r"-?\d+", str(label)) is not None


def _as_both(values: set[Any]) -> int | None:
    """The least whole number that stands among some values as a text, too."""
    texts = {value for value in values if isinstance(value, str)}
    return min((one for one in values if type(one) is int and str(one) in texts), default=None)


def _as_columns(study: Any, opened: Any, frame: Any, coders: list[str], reading: Any) -> Any:
    """The study of a table with a column for each coder: the other columns must not be coders'."""
    rest = [name for name in opened.columns if str(name) not in coders]
    item = next((str(name) for name in rest if _names(opened.get_column(name), study.items)), None)
    if item is not None and _is_rater(item, coders):
        taken = [str(name) for name in opened.columns if str(name) in (item, *coders)]
        return from_records(frame, item="row", coders=taken, **reading)
    strangers = _strangers(opened, [str(name) for name in rest if str(name) != item])
    if strangers:
        shown = ", ".join(map(repr, strangers[:4]))
        one = len(strangers) == 1
        raise DataError(
            f"the {'column' if one else 'columns'} {shown} {'has' if one else 'have'} other labels "
            f"than {', '.join(map(repr, coders[:4]))}, so it is not certain who the coders are; "
            f"name them: {Setting('coders', coders)}"
        )
    return study


def _names(column: Any, items: Any) -> bool:
    """Whether the cells of a column are the names of the items: the first and the last tell."""
    n = len(items)
    ends = [] if n != len(column) or not n else [(0, items[0]), (n - 1, items[n - 1])]
    return bool(ends) and all(_text(column[at]) == str(name) for at, name in ends)


def _text(cell: Any) -> str:
    return str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell)


def _is_rater(name: str, coders: Sequence[str]) -> bool:
    """Whether a column is called as the coders' are, but for a number: r1 beside r2 and r3."""
    stem = _stem(name)
    return stem is not None and all(_stem(coder) == stem for coder in coders)


def _stem(name: str) -> str | None:
    numbered = re.fullmatch(r"(.*?\D)[ _.-]*\d+", name)
    return numbered[1].rstrip(" _.-") if numbered else None


def _strangers(opened: Any, names: Sequence[str]) -> list[str]:
    """Of columns beside those of coders, those that hold labels, too, by all that tells."""
    if not names:
        return []
    some = opened.gather_every(max(len(opened) // _ROWS_LOOKED_AT, 1))
    cells = {name: [None if c != c else c for c in some[name].to_list()] for name in names}  # noqa: PLR0124 - nan
    table = table_of_columns(cells, list(range(1, len(some) + 1)), "frame")
    return [column.name for column in columns_of(table) if _is_label(column)]


def _is_label(column: Column) -> bool:
    apart = (known.GOLD, known.MODELS, known.ABOUT, known.DATES, known.PRIVATE, known.DOCUMENTS)
    return (
        column.is_plain
        and 1 < len(column.values) < column.filled
        and not column.about(*apart)
        and not column.is_item_name
    )


def _said(study: Any, notes: Sequence[str]) -> Any:
    """The study, whose audit and the log say what was taken."""
    import logging

    log = logging.getLogger("accord")
    audit: Audit = study.audit or Audit()
    taken = next((note for note in audit.notes if note.startswith("columns")), None)
    size = f"{counted(len(study.items), 'item')}, {counted(len(study.coders), 'coder')}"
    log.info("frame read as %s, %s%s", study.kind, size, f": {taken}" if taken else "")
    for note in notes:
        log.warning("%s", note)
    return replace(study, audit=audit.noting(*notes)) if notes else study
