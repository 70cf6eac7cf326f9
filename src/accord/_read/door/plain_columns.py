"""Columns of a table as they are, by their names: for what is no study of items and coders."""

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any

from accord._read.door.given import given_files, matching
from accord._read.door.read_options import Options
from accord._read.formats.table import detected, unknown
from accord._read.tables.label_rows import typed_labels
from accord._read.tables.roles import Table
from accord.errors import DataError, UnknownNameError
from accord.kinds.labels.cells import all_columns, is_frame, is_there


def plain_columns(data: Any, names: Sequence[str]) -> dict[str, list[Any]]:
    """These columns of a file, a frame, lists by name or rows by name; None where a cell is empty.

    >>> plain_columns([{"x": "1", "y": "a"}, {"x": "2"}], ["x", "y"])
    {'x': ['1', '2'], 'y': ['a', None]}
    """
    if isinstance(data, (str, PathLike)):
        held = _of_file(data)
    elif is_frame(data):
        columns, known = all_columns(data)
        held = {str(name): column.to_list() for name, column in zip(known, columns, strict=True)}
    elif isinstance(data, Mapping):
        held = {str(name): list(column) for name, column in data.items()}
    else:
        rows = list(data)
        if not all(isinstance(row, Mapping) for row in rows):
            raise DataError("give a file, a data frame, or a dict for each row")
        found = dict.fromkeys(name for row in rows for name in row)
        held = {str(name): [row.get(name) for row in rows] for name in found}
    for name in names:
        if name not in held:
            raise UnknownNameError.of("column", name, held)
    if len({len(held[name]) for name in names}) > 1:
        raise DataError("the columns are not equally long")
    return {name: [cell if is_there(cell) else None for cell in held[name]] for name in names}


def numbers_or_names(cells: Sequence[Any]) -> list[Any]:
    """Cells of text as numbers where all of them are; other cells as they are."""
    if all(isinstance(cell, str) for cell in cells):
        return list(typed_labels(list(cells), None)[0])
    return list(cells)


def _of_file(path: str | PathLike[str]) -> dict[str, list[Any]]:
    options = Options()
    files, _ = given_files(matching(path), options.limits)
    if len(files) != 1:
        raise DataError(f"one table is read here, {len(files)} files were given")
    kind = detected(files[0])
    if kind is None:
        raise unknown(files[0])
    table = kind.read(files[0], options)
    if not isinstance(table, Table):
        raise DataError(f"{files[0].name} is no table: it is {kind.title}")
    return {name: list(table.column(name)) for name in table.header}
