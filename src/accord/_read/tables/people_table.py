"""Which group each coder belongs to: a column of a table with a column of coders."""

from collections.abc import Hashable, Iterable
from pathlib import Path

from accord._read.door.given import on_disk
from accord._read.door.read_options import Limits, Options
from accord._read.formats.delimited import delimited_file
from accord.errors import DataError


def groups_of(path: Path, column: str, coders: Iterable[Hashable]) -> dict[Hashable, str]:
    """Coder → group, from a table of people or of labels; a coder has one group, or none."""
    file = on_disk(path, path.name, Limits())
    table = delimited_file(file, Options())
    if column not in table.header:
        raise DataError(f"{path.name}: no column {column!r}. Columns: {', '.join(table.header)}")
    names = {str(coder): coder for coder in coders}
    who = next(
        (
            name
            for name in table.header
            if name != column and names.keys() <= {cell.strip() for cell in table.column(name)}
        ),
        None,
    )
    if who is None:
        raise DataError(
            f"{path.name}: no column lists all coders ({', '.join(list(names)[:3])} …). Give a "
            "table with a row for each coder"
        )
    found: dict[Hashable, str] = {}
    rows = zip(table.column(who), table.column(column), table.where(), strict=True)
    for coder, cell, where in rows:
        name, group = names.get(coder.strip()), cell.strip()
        if name is None or not group:
            continue
        if found.setdefault(name, group) != group:
            raise DataError(
                f"{where}: coder {coder!r} is in group {group!r}, and in {found[name]!r} before. "
                "Give each coder one group"
            )
    return found
