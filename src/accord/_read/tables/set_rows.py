"""Sets of labels whose rows hold only what coders chose: who chose nothing, and who did not look.

item,coder,code_1,code_2        item,coder,label        a row for each label
s1,Ann,joy,fear                 s1,Ann,joy
s1,Bob,,            ?           s1,Ann,fear             and none of Bob's: ?
"""

from dataclasses import replace

from accord._read.door.coverage import column_of, in_table, refuse_list, who_saw_what
from accord._read.door.read_options import Options
from accord._read.tables.roles import Roles, Table
from accord.kinds.labels.label_sets import EMPTY


def with_all_sets(
    table: Table, item: str | None, roles: Roles, sets: str | None, options: Options
) -> Table:
    """A long table of labels with its empty sets, where each label has its own row; any other
    table of labels says itself who saw what."""
    if sets == "rows" and item and roles.coder and roles.category:
        names = item, roles.coder, roles.category
        return with_empty_sets(table, *names, options, by_rows=True)
    refuse_list(table.source, options)
    return table


def with_empty_sets(
    table: Table, item: str, coder: str, label: str, options: Options, *, by_rows: bool = False
) -> Table:
    """The table with "{}" wherever a coder saw an item and chose nothing.

    What is blank and stays so is a missing coding. `by_rows` is whether a coder who chose nothing
    may have no row at all: where each label has its own.
    """
    items, coders, cells = (table.column(name) for name in (item, coder, label))
    chosen = dict.fromkeys(
        (i, c) for i, c, cell in zip(items, coders, cells, strict=True) if cell not in ("", *EMPTY)
    )
    empty = dict.fromkeys(
        (i, c) for i, c, cell in zip(items, coders, cells, strict=True) if cell in EMPTY
    )
    rows = dict.fromkeys(zip(items, coders, strict=True))
    settled = len(chosen) + len(empty) == len(rows)
    if settled and not by_rows and column_of(table, options) is None and options.seen is None:
        return table
    who = who_saw_what(
        table.source,
        chosen,
        in_table(table, items, coders, options),
        empty=empty,
        items=list(dict.fromkeys(items)),
        coders=list(dict.fromkeys(coders)),
        document="item",
    )
    known = {**chosen, **empty}
    silent = dict.fromkeys(pair for pair in who.pairs() if pair not in known)
    at = table.header.index(label)
    done = [
        [*row[:at], EMPTY[0] if (i, c) in silent else row[at], *row[at + 1 :]]
        for row, i, c in zip(table.rows, items, coders, strict=True)
    ]
    lines, places = list(table.lines), list(table.places)
    for pair in silent:
        if pair not in rows:
            own = dict(zip((item, coder, label), (*pair, EMPTY[0]), strict=True))
            done.append([str(own.get(name, "")) for name in table.header])
            lines.append(table.lines[-1])
            places += table.places[-1:]
    return replace(table, rows=done, lines=lines, places=places, notes=(*table.notes, *who.notes))
