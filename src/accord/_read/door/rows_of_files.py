"""Which rows of files are read: those at a path, those of which something holds."""

from collections.abc import Sequence

from accord._read.door.given import File
from accord._read.door.read_options import Options
from accord._read.formats.format import Format
from accord._read.formats.table import detected, format_named, unknown
from accord._read.tables.path_rows import is_json, steps_of, table_by_path
from accord._read.tables.roles import Table
from accord._read.tables.row_choice import chosen_rows, with_all_votes
from accord.errors import DataError, Setting

_TABULAR = ("table", "excel", "parquet")
"""Formats whose rows a path can go through."""


def rows_at_path(files: Sequence[File], options: Options) -> tuple[list[File], Format, Table]:
    """The files that are JSON or tables, the format of the first, and the rows at the path."""
    steps_of(str(options.rows))  # before anything is read
    found = [(file, None if is_json(file) else detected(file, None)) for file in files]
    tabular = [(file, kind) for file, kind in found if kind is not None and kind.name in _TABULAR]
    chosen = [file for file, kind in found if is_json(file) or (file, kind) in tabular]
    if not chosen:
        raise unknown(files[0])
    kind = tabular[0][1] if tabular else format_named("json-table")
    return chosen, kind, table_by_path(chosen, options, tabular)


def chosen_of(tables: Sequence[Table], options: Options) -> tuple[tuple[Table, ...], Options]:
    """Only the rows that are asked for, with all votes where a table has but some."""
    if options.where:
        tables = [chosen_rows(table, options.where) for table in tables]
    if options.votes is None:
        return tuple(tables), options
    if len(tables) > 1:
        raise DataError(f"{tables[0].source}: {Setting('votes')} works with one table only")
    whole, told = with_all_votes(tables[0], options)
    return (whole,), told
