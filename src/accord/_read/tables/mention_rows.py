"""A table of mentions as Partitions: document, coder, begin and end (or a mention's id), chain.

    document,coder,begin,end,chain
    d1,Ann,0,2,e1
    d1,Ann,5,6,e1
    d1,Bob,,,               Bob saw d1 and marked nothing

A row without a chain is a chain of one.
"""

import json
from collections.abc import Hashable, Mapping
from pathlib import PurePosixPath
from typing import Any

from accord._read.door.coverage import in_table, who_saw_what
from accord._read.door.read_options import Options
from accord._read.tables.column_names import CHAIN, MENTION
from accord._read.tables.roles import ROLES, Table, called
from accord._read.text.json_values import as_text, is_list
from accord.errors import DataError
from accord.kinds.chains.study import Partitions
from accord.model.audit import Audit
from accord.words.said import said


def chains_from_table(table: Table, options: Options) -> Partitions:
    """Coreference chains from a table of mentions; without a column of coders it is one coder's."""
    rows: list[tuple[Hashable, Hashable, Any, Hashable]] = []
    where, pairs, empty = [], [], []
    roles = _roles(table, options)
    columns = {role: table.column(name) for role, name in roles.items()}
    by_path, again = options.rows is not None, 0
    known: set[tuple[Hashable, ...]] = set()
    coder_of = PurePosixPath(table.source).stem  # one coder's file is called after the coder
    for at, place in enumerate(table.where()):
        cell = {role: column[at].strip() for role, column in columns.items()}
        document, coder = cell.get("document", "1"), cell.get("coder", coder_of)
        pairs.append((document, coder))
        mention = _mention(cell, place)
        if mention is None:
            empty.append((document, coder))
        else:
            row = (document, coder, mention, cell["chain"] or None)
            if by_path and row in known:  # a row for each word of the mention
                again += 1
                continue
            known.add(row)
            rows.append(row)
            where.append(place)
    note = said(
        "read.columns", columns=" ".join((f"{role}={name}" for role, name in roles.items()))
    )
    documents, coders = [d for d, _ in pairs], [c for _, c in pairs]
    saw = who_saw_what(
        table.source,
        (row[:2] for row in rows),
        in_table(table, documents, coders, options),
        empty=empty,
        items=list(dict.fromkeys(documents)),
        coders=list(dict.fromkeys(coders)),
    )
    told_twice = (f"{again} rows say again what others said",) if again else ()
    notes = (*table.notes, note, *told_twice, *saw.notes)
    return Partitions.of(
        rows,
        items=saw.items,
        coders=saw.coders,
        seen=saw.seen,
        where=where,
        audit=Audit(table.source, said("read.table-mentions"), len(pairs), 0, notes),
    )


def _roles(table: Table, options: Options) -> dict[str, str]:
    """The columns by role: as wanted, else by their names."""
    known = {
        "document": (options.one_item, ROLES["document"]),
        "coder": (options.coder, ROLES["coder"]),
        "begin": (None, ROLES["begin"]),
        "end": (None, ROLES["end"]),
        "chain": (options.category, CHAIN),
        "mention": (None, MENTION),
    }
    roles: dict[str, str] = {}
    for role, (wanted, names) in known.items():
        name = wanted or called(table.header, names)
        if name is not None and name not in roles.values():
            roles[role] = name
    if "begin" in roles and "end" in roles:
        roles.pop("mention", None)
    elif "mention" not in roles:
        raise DataError(
            f"{table.source}: no columns for the mention (begin and end, or mention) among "
            f"{', '.join(table.header)}"
        )
    if "chain" not in roles:
        raise DataError(
            f"{table.source}: no column looks like the chain among {', '.join(table.header)}; "
            f"call it chain"
        )
    return roles


def _mention(cell: Mapping[str, str], place: str) -> Any:
    if "mention" in cell:
        name = cell["mention"]
        return _spans(name, place) if name[:1] == "[" else _number(name) if name else None
    begin, end = cell["begin"], cell["end"]
    if not begin and not end:
        return None
    span = _number(begin), _number(end)
    for edge in span:
        if as_text(edge) is not None:
            raise DataError(
                f"{place}: {edge!r} is not a position; expected numbers in begin and end"
            )
    return span


def _spans(cell: str, place: str) -> Any:
    """A mention of several spans, written as a list in one cell."""
    try:
        return tuple(tuple(part) if is_list(part) else part for part in json.loads(cell))
    except (ValueError, RecursionError):
        raise DataError(f"{place}: mention {cell[:60]!r}; expected e.g. [[0, 2], [5, 6]]") from None


def _number(cell: str) -> Any:
    for kind in (int, float):
        try:
            return kind(cell)
        except ValueError:
            continue
    return cell
