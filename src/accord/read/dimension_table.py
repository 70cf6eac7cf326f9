"""A table with several dimensions: one column for each, or one row for each."""

from collections.abc import Sequence

from accord.errors import DataError
from accord.model.audit import Audit
from accord.model.dimensions import Dimensions, dimensions
from accord.model.label_sets import split
from accord.read.columns import assign
from accord.read.delimited import Table
from accord.read.marks import Options


def dimensions_from_table(table: Table, options: Options, columns: Sequence[str]) -> Dimensions:
    """One column per dimension (task, turn, …), or one column that names the dimension.

    A single column, where the table also has a category, names the dimension of each row.
    An empty cell is nothing in that dimension, from a coder who saw the item.
    """
    for name in columns:
        if name not in table.header:
            raise DataError(f"{table.source}: no column {name!r}; there are {_shown(table)}")
    given = {"item": options.item, "coder": options.coder, "category": options.category}
    by_row = len(columns) == 1
    if not by_row and options.category is None:
        given["category"] = columns[0]
    roles = assign(table.source, table.header, given)
    if roles.coder is None or (roles.item or roles.document) is None or roles.category is None:
        raise DataError(
            f"{table.source}: several dimensions need a row for each item and coder; name those "
            "columns with --item and --coder"
        )
    item = table.column(roles.item or roles.document or "")
    coder = table.column(roles.coder)
    if by_row:
        cells = [(table.column(columns[0]), table.column(roles.category))]
    else:
        cells = [([name] * len(item), table.column(name)) for name in columns]
    gone = {"", *options.absent}
    rows = [
        (i, c, name.strip(), None if label.strip() in gone else _label(label.strip(), options))
        for names, labels in cells
        for i, c, name, label in zip(item, coder, names, labels, strict=True)
    ]
    named = ", ".join(dict.fromkeys(row[2] for row in rows if row[2]))
    notes = (*table.notes, f"columns: item={roles.item} coder={roles.coder}; dimensions: {named}")
    audit = Audit(table.source, "table of dimensions", len(table.rows), 0, notes)
    return dimensions(rows, audit)


def _label(text: str, options: Options) -> str | frozenset[str]:
    return text if options.sets is None else split(text, options.sets)


def _shown(table: Table) -> str:
    return ", ".join(table.header)
