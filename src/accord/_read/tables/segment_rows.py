"""A table of strings as Segmentations, in one of four forms:

    document,coder,masses         document,coder,boundaries      document,coder,place,type,length
    d1,Alex,3 2 2                 d1,Alex,001010                 d1,Alex,3,1,7
    d1,Paul,2 5                   d1,Paul,010000                 d1,Alex,5,2,7

    document,coder,unit,segment   a row for each unit in its order; the column is named as category

Segment masses; a string over the places between atoms; one row per boundary, with the
length of the document. A row without place is a coder who saw the document and marked
nothing.
"""

import re
from collections.abc import Hashable, Sequence
from typing import Any

from accord._read.door.coverage import in_table, refuse_list, who_saw_what
from accord._read.door.read_options import Options
from accord._read.tables.column_names import SEGMENTS
from accord._read.tables.roles import ROLES, Table, called
from accord._read.tables.unit_rows import document_ends
from accord.errors import DataError
from accord.kinds.boundaries.study import Segmentations
from accord.model.audit import Audit
from accord.words.said import said

_TYPES = ("type", "level", "boundary_type", *ROLES["category"])


def segments_from_table(table: Table, options: Options) -> Segmentations:
    """Segmentations from a table in one of the four forms."""
    forms = ((form, called(table.header, names)) for form, names in SEGMENTS.items())
    form = next(((form, column) for form, column in forms if column), None)
    if options.category is not None:
        form = ("segment", options.category)
    coder = options.coder or called(table.header, ROLES["coder"])
    if form is None or coder is None:
        raise DataError(
            f"{table.source}: a table of segmentations has a column for the coder and one of "
            f"masses, boundaries or place. Columns: {', '.join(table.header)}"
        )
    document = options.one_item or called(table.header, (*ROLES["document"], *ROLES["item"]))
    documents: Sequence[Any] = table.column(document) if document else [None] * len(table.rows)
    read = {"masses": _masses, "string": _strings, "place": _places, "segment": _units}[form[0]]
    if form[0] != "place":  # a row for each document and coder says who saw what
        refuse_list(table.source, options)
    study: Segmentations = read(table, documents, table.column(coder), form[1], options)
    columns = f"columns: document={document} coder={coder} {form[0]}={form[1]}"
    audit = Audit(
        table.source,
        said("read.table-segmentations", form=form[0]),
        len(table.rows),
        0,
        (*table.notes, columns, *(study.audit.notes if study.audit else ())),
    )
    return Segmentations(study.documents, study.coders, study.types, study.about, audit)


def _masses(
    table: Table, documents: Sequence[Any], coders: Sequence[str], column: str, _: object
) -> Segmentations:
    masses: dict[Hashable, dict[Hashable, list[int]]] = {}
    for item, coder, cell, place in zip(
        documents, coders, table.column(column), table.where(), strict=True
    ):
        parts = [part for part in re.split(r"[\s,;]+", cell.strip("()[] ")) if part]
        if not all(map(_is_whole, parts)):
            raise DataError(f"{place}: {column} is {cell!r}; segment masses are whole numbers")
        _once(masses, item, coder, place)[coder] = [int(part) for part in parts]
    return Segmentations.from_masses(masses)


def _strings(
    table: Table, documents: Sequence[Any], coders: Sequence[str], column: str, _: object
) -> Segmentations:
    strings: dict[Hashable, dict[Hashable, str]] = {}
    for item, coder, cell, place in zip(
        documents, coders, table.column(column), table.where(), strict=True
    ):
        if set(cell.strip()) - {"0", "1"}:
            raise DataError(f"{place}: {column} is {cell!r:.40}; one 0 or 1 for each place")
        _once(strings, item, coder, place)[coder] = cell.strip()
    return Segmentations.from_strings(strings)


def _units(
    table: Table, documents: Sequence[Any], coders: Sequence[str], column: str, _: object
) -> Segmentations:
    """The segment of each unit, in their order: a boundary lies where another one begins."""
    masses: dict[Hashable, dict[Hashable, list[int]]] = {}
    last: dict[tuple[Any, str], str] = {}
    for item, coder, cell in zip(documents, coders, table.column(column), strict=True):
        if not cell:  # a coder who did not segment this document
            continue
        mine = masses.setdefault(item, {}).setdefault(coder, [])
        if last.get((item, coder)) == cell:
            mine[-1] += 1
        else:
            mine.append(1)
        last[item, coder] = cell
    return Segmentations.from_masses(masses)


def _once(filed: dict[Hashable, dict[Hashable, Any]], item: Any, coder: str, place: str) -> Any:
    mine = filed.setdefault(item, {})
    if coder in mine:
        raise DataError(f"{place}: coder {coder!r} segments document {item!r} twice")
    return mine


def _places(
    table: Table,
    documents: Sequence[Any],
    coders: Sequence[str],
    column: str,
    options: Options,
) -> Segmentations:
    categories = None if options.categories is None else [str(c) for c in options.categories]
    kind = called(table.header, _TYPES)
    kinds: Sequence[Any] = table.column(kind) if kind else [None] * len(coders)
    if all(_is_whole(k) for k in kinds if k) and all(map(_is_whole, categories or ())):
        kinds = [int(k) if k else None for k in kinds]
        categories = [int(c) for c in categories] if categories else None  # type: ignore[misc]
    lengths = {item: int(end or 0) for item, (_, end) in document_ends(table, documents).items()}
    rows, where, empty = [], [], []
    for item, coder, cell, of, place in zip(
        documents, coders, table.column(column), kinds, table.where(), strict=True
    ):
        if item not in lengths:
            raise DataError(
                f"{place}: the length of document {item!r} is not known; add a column 'length' "
                "(in steps of the text), or give masses instead of positions"
            )
        if not cell.strip():
            empty.append((item, coder))
        else:
            if not _is_whole(cell):
                raise DataError(f"{place}: {column} is {cell!r}; a place is a whole number")
            rows.append((item, coder, int(cell), None if of == "" else of))  # 0 is a level
            where.append(place)
    saw = who_saw_what(
        table.source,
        (row[:2] for row in rows),
        in_table(table, documents, coders, options),
        empty=empty,
        items=list(dict.fromkeys(documents)),
        coders=list(dict.fromkeys(coders)),
    )
    return Segmentations.of(
        rows,
        lengths=lengths,
        coders=saw.coders,
        types=categories,
        where=where,
        seen=saw.seen,
        audit=Audit(table.source, notes=saw.notes),
    )


def _is_whole(text: str) -> bool:
    return text.strip().isdecimal() and len(text) < 16  # longer is no place in any document
