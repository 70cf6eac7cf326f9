"""Tables with a row for each unit of a text and the number of its segment for each coder:

    paragraph,an1,an2
    1,1,1
    2,1,2
    3,2,2

A boundary is where the number grows. One table is one document.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import PurePosixPath

from accord._read.tables.lexicon import names_items
from accord._read.tables.roles import Table, columns_of, is_count, named_columns
from accord.errors import DataError
from accord.kinds.boundaries.study import Segmentations
from accord.model.audit import Audit
from accord.words.said import said

_LEAST_ROWS = 5
"""Of fewer rows, ratings may happen to rise one by one, too."""

CODERS_SHOWN, SEGMENTS_SHOWN = 2, 8  # of a reading that is offered

LEAST_COLUMNS = 2
"""One column that rises so numbers something; two are two segmentations of the same text."""


def numbered_segments(tables: Sequence[Table]) -> list[str]:
    """The columns that number the segments of a text, where every table has two of them.

    Who finds no boundary has one number throughout; who finds one everywhere numbers rows.
    """
    names: dict[str, None] = {}
    for table in tables:
        steps = {n: _steps(table.column(n)) for n in table.header if not names_items(n)}
        mine = [name for name, own in steps.items() if own <= {0, 1} and own != {1}]
        if sum(steps[name] == {0, 1} for name in mine) < LEAST_COLUMNS:
            return []
        others = [c for c in columns_of(table) if c.name not in mine and not names_items(c.name)]
        if not all(c.unique or c.kind in ("empty", "text") for c in others):
            return []  # labels stand beside the numbers
        if len({table.column(name)[0] for name in mine}) > 1:
            return []
        names.update(dict.fromkeys(mine))
    return list(names)


def _steps(cells: Sequence[str]) -> set[int | None]:
    """By how much numbers that begin with 0 or 1 grow from row to row; None where they do not."""
    if len(cells) < _LEAST_ROWS or cells[0] not in ("0", "1"):
        return {None}
    if not all(cell.isascii() and is_count(cell) for cell in cells):
        return {None}
    return {int(after) - int(before) for before, after in pairwise(cells)}


def segmented(kind: str) -> bool:
    """Whether segmentations are asked for."""
    return Segmentations.kind == kind


def segments_from_columns(tables: Sequence[Table], coders: Sequence[str]) -> Segmentations:
    """Segmentations, a document for each table, of the coders whose columns it has."""
    stems = Counter(_stem(table) for table in tables)
    masses = {}
    for table in tables:
        document = _stem(table) if stems[_stem(table)] == 1 else table.source
        masses[document] = {name: _masses(table, name) for name in _own(table, tables, coders)}
    study = Segmentations.from_masses(masses)
    notes = dict.fromkeys(note for table in tables for note in table.notes)
    audit = Audit(
        ", ".join(table.source for table in tables),
        said("read.table-segmentations", form="segment numbers"),
        sum(len(table.rows) for table in tables),
        0,
        (*notes, *(study.audit.notes if study.audit else ())),
    )
    return Segmentations(study.documents, study.coders, study.types, study.about, audit)


def shown_segments(table: Table, names: Sequence[str]) -> tuple[str, ...]:
    """The segments of the first coders of a table, as they would be read."""
    shown = []
    for name in [name for name in names if name in table.header][:CODERS_SHOWN]:
        masses = _masses(table, name)
        more = ", …" if len(masses) > SEGMENTS_SHOWN else ""
        shown.append(f"{name}: {', '.join(map(str, masses[:SEGMENTS_SHOWN]))}{more}")
    return tuple(shown)


def _stem(table: Table) -> str:
    return PurePosixPath(table.source).stem


def _own(table: Table, tables: Sequence[Table], coders: Sequence[str]) -> Iterator[str]:
    """The columns of a table that are asked for; another table may have those that it lacks."""
    header = [name for one in tables for name in one.header]
    wanted = set(named_columns(table.source, list(dict.fromkeys(header)), coders))
    return (name for name in table.header if name in wanted)


def _masses(table: Table, name: str) -> list[int]:
    """How many rows each segment has: rows of one number, one behind the other."""
    masses: list[int] = []
    before = None
    for cell, place in zip(table.column(name), table.where(), strict=True):
        if not cell:
            raise DataError(f"{place}: {name!r} is empty. Every row needs the number of a segment")
        if cell != before:
            masses.append(0)
        masses[-1] += 1
        before = cell
    return masses
