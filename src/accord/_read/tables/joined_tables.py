"""Several tables as one: parts of a study, or a table for each coder."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from accord._read.door.read_options import Options
from accord._read.tables.asking import twice_called
from accord._read.tables.roles import ROW, Table, columns_of, named_coder
from accord.errors import DataError


def joined_table(
    tables: Sequence[Table], coders: Sequence[str] | None, options: Options
) -> tuple[Table, Options]:
    """One table of all rows; without a column for the coder, each table is a coder's own.

    Columns that only some tables have are empty in the others; those that are used must be in all.
    """
    header = tuple(dict.fromkeys(name for table in tables for name in table.header))
    common = [name for name in header if all(name in table.header for table in tables)]
    if not common:
        raise DataError(
            f"{tables[1].source}:1: its columns ({', '.join(tables[1].header[:12])}) are not those "
            f"of {tables[0].source} ({', '.join(tables[0].header[:12])})"
        )
    _check_used(tables, header, options)
    for table in tables:
        if table.twice:
            raise twice_called(table)
    notes = tuple(dict.fromkeys(note for table in tables for note in table.notes))
    some = [name for name in header if name not in common]
    if some:
        notes = (*notes, f"only in some of the files: {', '.join(map(repr, some[:12]))}")
    whole = Table(
        ", ".join(table.source for table in tables),
        header,
        [row for table in tables for row in _widened(table, header)],
        [line for table in tables for line in table.lines],
        notes,
        frozenset().union(*(table.lists for table in tables)),
        [place for table in tables for place in table.where()],
        {name: next(t.source for t in tables if name not in t.header) for name in some},
    )
    parts = options.coders or options.coder in header
    if parts or (options.coder is None and named_coder(columns_of(whole))):
        return whole, options
    if coders is None:
        raise DataError("give the coder of each table")
    return _by_coder(whole, tables, coders, options)


def _by_coder(
    whole: Table, tables: Sequence[Table], coders: Sequence[str], options: Options
) -> tuple[Table, Options]:
    """The table with a column that says whose file a row is from."""
    name = next(n for n in ("coder", "file", "file of the coder") if n not in whole.header)
    column = [who for who, table in zip(coders, tables, strict=True) for _ in table.rows]
    header, added = (*whole.header, name), [column]
    item = options.item
    if options.item == ROW and ROW not in whole.header:
        lengths = {len(table.rows) for table in tables}
        if len(lengths) > 1:
            counts = ", ".join(f"{table.source}: {len(table.rows)}" for table in tables)
            raise DataError(
                f"{tables[1].source}: the files have different numbers of rows ({counts}), so "
                f"rows cannot be matched. Add an item column"
            )
        header, item = (*header, ROW), (ROW,)
        added.append([str(at + 1) for table in tables for at in range(len(table.rows))])
    rows = [[*row, *more] for row, *more in zip(whole.rows, *added, strict=True)]
    notes = (*whole.notes, f"one table for each coder: {', '.join(coders)}")
    names = [PurePosixPath(table.source).stem for table in tables]
    by_file = "" if options.coder_from else "file" if names == [*coders] else "folder"
    listed = all(table.listed for table in tables)
    table = replace(whole, header=header, rows=rows, notes=notes, by_file=by_file, listed=listed)
    return table, replace(options, coder=name, item=item)


def _widened(table: Table, header: tuple[str, ...]) -> Sequence[Sequence[str]]:
    if table.header == header:
        return table.rows
    at = [table.header.index(name) if name in table.header else -1 for name in header]
    return [[row[c] if c >= 0 else "" for c in at] for row in table.rows]


def _check_used(tables: Sequence[Table], header: tuple[str, ...], options: Options) -> None:
    """A column that the user names must be in every table."""
    item = options.item_columns or (options.item,)
    for name in (*item, options.coder, options.category):
        if name is None or name not in header:
            continue
        for table in tables:
            if name not in table.header:
                raise DataError(
                    f"{table.source}: no column {name!r}. Columns: {', '.join(table.header[:20])}"
                )
