"""A table of strings as Unitizings: one row per unit (document, coder, begin, end, category).

    document,coder,begin,end,category
    d1,Alex,0,12,PER
    d1,Paul,0,12,PER
    d2,Paul,,,              Paul saw d2 and marked nothing

A column `length` (or `document_length`) gives where each document ends, one called `seen_by` lists
who saw it.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from accord._read.door.coverage import column_of, in_table, who_saw_what
from accord._read.door.read_options import Options
from accord._read.tables import column_names as known
from accord._read.tables.asking import Offer, question
from accord._read.tables.evidence import cells_of
from accord._read.tables.label_rows import typed_labels, with_coders
from accord._read.tables.lexicon import is_beside
from accord._read.tables.long_columns import told_apart
from accord._read.tables.roles import (
    HALF,
    LISTS,
    ROLES,
    Column,
    Roles,
    Table,
    called,
    columns_of,
    follows,
    long_item,
    named_columns,
)
from accord._read.text.json_values import FARTHEST
from accord.errors import DataError, Setting
from accord.kinds.labels.label_sets import split_labels
from accord.kinds.spans.study import Unitizings
from accord.model.audit import Audit
from accord.words.said import clauses, said


def by_names(source: str, header: Sequence[str], named: Mapping[str, str | None]) -> Roles:
    """The columns of a table with a row for each coding or unit, by their names alone."""
    for name in named.values():
        if name is not None and name not in header:
            raise DataError(f"{source}: no column {name!r}. Columns: {', '.join(header[:20])}")
    roles: dict[str, str | None] = {role: named.get(role) for role in ROLES}
    taken = {name for name in roles.values() if name}
    for role, usual in ROLES.items():
        if roles[role] is None:
            roles[role] = called(header, usual, taken)
            taken |= {roles[role] or ""}
    if roles["begin"] is None or roles["end"] is None:
        roles["begin"] = roles["end"] = None
    about = tuple(name for name in header if name not in roles.values())
    return Roles(
        roles["item"],
        roles["coder"],
        roles["category"],
        roles["document"],
        roles["begin"],
        roles["end"],
        about=about,
    )


def are_units(table: Table, edges: tuple[str, str], options: Options) -> bool:
    """Whether begin and end are numbers, and somebody marked what lies between them."""
    if options.coders or options.shape:
        return False
    cells = [cell.strip() for name in edges for cell in table.column(name)[:200]]
    filled = [cell for cell in cells if cell]
    if sum(cell.replace(".", "", 1).isdecimal() for cell in filled) < HALF * len(filled):
        return False  # dates or times of day, which are no places
    return options.coder is not None or _coder(table, options) is not None


def _coder(table: Table, options: Options) -> str | None:
    """The column that is called as coders' are."""
    if options.coder is not None or (usual := called(table.header, ROLES["coder"])) is None:
        named = [c.name for c in columns_of(table) if c.is_coder_name]
        return options.coder or (named[0] if len(named) == 1 else None)
    return usual


def unit_roles(table: Table, edges: tuple[str, str], options: Options) -> Roles:
    """Which column is what in a table of units."""
    named = by_names(table.source, table.header, options.columns)
    begin, end = edges
    coder = options.coder or _coder(table, options)
    gone = {begin, end, coder, named.item, named.category, named.document}
    gone |= {column_of(table, options)}
    gone |= {*named_columns(table.source, table.header, options.ignore)}
    about = tuple(name for name in table.header if name not in gone)
    roles = replace(named, begin=begin, end=end, coder=coder, about=about)
    return _with_document(table, _with_category(table, roles))


def _with_document(table: Table, roles: Roles) -> Roles:
    """The roles with the document, where a column is called like one; asked where it is not."""
    if roles.document or roles.item or roles.coder is None:
        return roles
    columns = columns_of(table)
    beside = [c for c in columns if c.name in roles.about and len(c.values) > 1]
    odd = ("empty", "dates", "private", "links", "lists")
    beside = [c for c in beside if c.kind not in odd and not is_beside(c)]
    places = cells_of(table, table.rows, (roles.begin or "", roles.end or ""))
    # What follows from begin and end says something about the span: its words, its length.
    free = [
        c
        for c in beside
        if not follows(zip(places, cells_of(table, table.rows, (c.name,)), strict=True))
    ]
    quotes = [c for c in beside if c not in free and c.about(known.TEXTS - known.DOCUMENTS)]
    named = [c for c in beside if c.is_item_name and c.kind in ("labels", "ids", "running")]
    named = [c for c in named if c not in quotes]
    if len(free) > len(named) > 0 or len(named) == 1:
        return _taken(roles, item=named[0].name)
    if free:
        raise _which_document(table, columns, free, roles)
    return roles


def _which_document(
    table: Table, columns: list[Column], free: list[Column], roles: Roles
) -> DataError:
    """The question for the document, with the columns that could tell it, the likeliest first."""
    taken = {roles.begin or "", roles.end or "", roles.coder or "", roles.category or ""}
    item = long_item(table, columns, taken | set(roles.about) - {c.name for c in free})
    item = item or (free[0].name,)
    rest = [c for c in free if c.name not in item]
    key = told_apart(table, rest, item)[0]
    named = {"coder": roles.coder, "category": roles.category}
    settings: dict[str, Any] = {"kind": "unitizings", "item": list(key) if key[1:] else key[0]}
    settings |= {role: name for role, name in named.items() if name}
    document = said("table.reading.marks-document", document=" and ".join(key))
    roles_said = [said(f"table.role.{role}", name=name) for role, name in named.items() if name]
    doubts = (said("table.doubt.no-document"),)
    offer = Offer(clauses([document, *roles_said]), doubts, (), settings)
    return question(table, [offer], "documents")


def _with_category(table: Table, roles: Roles) -> Roles:
    """The roles with the category of units: the one column whose name says that it holds kinds
    (type, entity, theme); asked where others could, since without it all units would be alike."""
    if roles.category is not None:
        return roles
    free = [c for c in columns_of(table) if c.name in roles.about and c.is_plain]
    free = [c for c in free if not c.about(known.ABOUT, known.DATES, known.PRIVATE)]
    kinds = [c for c in free if c.is_category_name or c.about(known.KINDS, known.MARKED)]
    if len(kinds) == 1:
        return _taken(roles, category=kinds[0].name)
    labels = [c for c in free if c.kind in ("labels", "flags") and 1 < len(c.values) < c.filled]
    if doubtful := kinds or [c for c in labels if not c.is_item_name]:
        names = [c.name for c in doubtful[:6]]
        raise DataError(
            f"{table.source}: spans found, but which column is the label? "
            f"({', '.join(map(repr, names))}); Name it with {Setting('category')}. "
            f"If spans have no label, skip these columns with {Setting('ignore', ','.join(names))}"
        )
    return roles


def _taken(roles: Roles, **more: str) -> Roles:
    about = tuple(name for name in roles.about if name not in more.values())
    return replace(roles, about=about, **more)  # type: ignore[arg-type]


def units_from_table(table: Table, roles: Roles, options: Options) -> Unitizings:
    """Units from a long table with begin and end; `sets` separates the labels of one unit."""
    sets = LISTS if options.sets is None and roles.category in table.lists else options.sets
    categories = None if options.categories is None else [str(c) for c in options.categories]
    if roles.coder is None or roles.begin is None or roles.end is None:
        raise DataError(
            f"{table.source}: spans need columns for coder, start and end. "
            f"Found: {', '.join(table.header)}"
        )
    table.used(roles.document, roles.item, roles.coder, roles.category, roles.begin, roles.end)
    table = with_coders(table, roles.coder, options.anonymous)
    where, coders = table.where(), table.column(roles.coder)
    document = roles.document or roles.item
    documents: Sequence[Any] = table.column(document) if document else [None] * len(coders)
    cells: Sequence[Any] = table.column(roles.category) if roles.category else [None] * len(coders)
    labels, declared, notes = typed_labels(
        [(cell or "").strip() or None for cell in cells], categories
    )
    if sets is not None and sets != "rows" and any(sets in (cell or "") for cell in cells):
        labels = [_several(cell, sets) for cell in cells]
        notes = ["several labels on a span: its label is the set of them"]
    begins, ends = table.column(roles.begin), table.column(roles.end)
    rows: dict[tuple[Hashable, Hashable, float, float, Hashable], str] = {}
    empty, twice = [], 0
    for at, (item, coder, begin, end, label) in enumerate(
        zip(documents, coders, begins, ends, labels, strict=True)
    ):
        _filled(where[at], document, item, coder)
        if _is_nowhere(begin, end):
            empty.append((item, coder))
        else:
            unit = (_position(begin, where[at], "begin"), _position(end, where[at], "end"))
            row = (item, coder, *unit, label)
            twice += row in rows
            rows.setdefault(row, where[at])
    who = who_saw_what(
        table.source,
        (row[:2] for row in rows),
        in_table(table, documents, coders, options),
        empty=empty,
        items=list(dict.fromkeys(documents)),
        coders=list(dict.fromkeys(coders)),
    )
    notes = [said("read.columns", columns=roles.describe()), *notes, *who.notes]
    if twice:  # as in any other format: what a coder marked is a set
        notes.append(said("read.duplicate-units-same-coder", n=twice))
    if roles.category is None:
        notes.append(said("read.no-column-categories-all"))
    if empty:
        notes.append(said("read.rows-without-begin-end", n=len(empty)))
    extents = document_ends(table, documents)
    if not extents:
        notes.append(said("read.no-column-length-document"))
    fractions = any(edge != int(edge) for row in rows for edge in row[2:4])
    if fractions:
        notes.append(said("read.positions-fractions-measures-count", setting=Setting("atom")))
    audit = Audit(
        table.source, said("read.table-units"), len(table.rows), 0, (*table.notes, *notes)
    )
    return Unitizings.of(
        list(rows),
        resolution=0.01 if fractions else 1.0,  # fractions are seconds, mostly
        items=who.items,
        categories=declared,
        where=list(rows.values()),
        coders=who.coders,
        extents=extents,
        audit=audit,
        seen=who.seen,
    )


def _is_nowhere(begin: str, end: str) -> bool:
    """Whether a row says that somebody saw a document and marked nothing: empty, or −1 and −1,
    which is no place in a text."""
    return not (begin.strip() or end.strip()) or begin.strip() == end.strip() == "-1"


def document_ends(
    table: Table, documents: Sequence[Hashable]
) -> dict[Hashable, tuple[float | None, float | None]]:
    """Begin and end of each document, from a column that gives its length."""
    column = next((name for name in table.header if name.lower().strip() in known.LENGTHS), None)
    if column is None:
        return {}
    ends: dict[Hashable, tuple[float | None, float | None]] = {}
    for item, cell, place in zip(documents, table.column(column), table.where(), strict=True):
        if cell.strip():
            end = _position(cell, place, column)
            if ends.setdefault(item, (0.0, end)) != (0.0, end):
                raise DataError(
                    f"{place}: {column} is {cell!r}, but document {item!r} had {ends[item][1]:g}"
                )
    return ends


def _filled(place: str, document: str | None, item: Any, coder: str) -> None:
    for cell, role in ((coder, "coder"), (item if document else "-", "document")):
        if not cell:
            raise DataError(f"{place}: the {role} is empty; fill in the cell")


def _several(cell: str | None, sets: str) -> Hashable:
    """The labels of a cell: a set where there are several, none where it is empty."""
    labels = split_labels((cell or "").strip(), sets)
    return labels if len(labels) > 1 else next(iter(labels), None)


def _position(cell: str, place: str, role: str) -> float:
    try:
        figure = float(cell)
        if not abs(figure) <= FARTHEST:  # nan fails, too
            raise ValueError
        return figure
    except ValueError:
        raise DataError(f"{place}: {role} is {cell!r}; a position is a number") from None
