"""A table with several dimensions: one column for each, one row for each, or wide.

item,coder,task,turn         a column for each dimension
item,coder,dimension,label   a row for each dimension
item,A.task,A.turn,B.task …  wide: a column for each coder and dimension, in either order,
                             joined by one of . : / | _ - or a space
"""

from collections import Counter
from collections.abc import Sequence

from accord._read.door.read_options import Options
from accord._read.tables import column_names as known
from accord._read.tables.roles import ROW, Table, keyed
from accord._read.tables.unit_rows import by_names
from accord.errors import DataError, Setting
from accord.kinds.dimensions.study import Dimensions, dimensions
from accord.kinds.labels.label_sets import split_labels
from accord.model.audit import Audit
from accord.words.said import said


def dimensions_from_table(table: Table, options: Options, columns: Sequence[str]) -> Dimensions:
    """One column per dimension (task, turn, …), or one column that names the dimension.

    A single column, where the table also has a category, names the dimension of each row.
    An empty cell is nothing in that dimension, from a coder who saw the item.
    """
    twice = next((name for name, n in Counter(columns).items() if n > 1), None)
    if twice is not None:
        raise DataError(f"{table.source}: dimension {twice!r} is named twice; name each once")
    wide = _wide(table, columns)
    if wide:
        return _from_wide(table, options, wide)
    for name in columns:
        if name not in table.header:
            raise DataError(
                f"{table.source}: no column {name!r}. Columns: {_shown(table)}. In a wide table "
                f"call the columns 'coder.dimension', e.g. 'A.{name}'"
            )
    table, key = _with_item(table, options)
    named_roles = {"item": key, "coder": options.coder, "category": options.category}
    by_row = len(columns) == 1
    if not by_row and options.category is None:
        named_roles["category"] = columns[0]  # any of them: each is read in its turn
    roles = by_names(table.source, table.header, named_roles)
    if roles.coder is None or (roles.item or roles.document) is None or roles.category is None:
        raise DataError(
            f"{table.source}: several dimensions need a row for each item and coder; name those "
            f"columns with {Setting('item')} and {Setting('coder')}"
        )
    item = table.column(roles.item or roles.document or "")
    coder = table.column(roles.coder)
    if by_row:
        cells = [(table.column(columns[0]), table.column(roles.category))]
    else:
        cells = [([name] * len(item), table.column(name)) for name in columns]
    rows = [
        (i, c, name.strip(), _label(label.strip(), options))
        for names, labels in cells
        for i, c, name, label in zip(item, coder, names, labels, strict=True)
    ]
    named = ", ".join(dict.fromkeys(row[2] for row in rows if row[2]))
    notes = (
        *table.notes,
        said("read.columns-item-coder-dimensions", item=roles.item, coder=roles.coder, names=named),
    )
    audit = Audit(table.source, said("read.table-dimensions"), len(table.rows), 0, notes)
    return dimensions(rows, audit)


def _wide(table: Table, dimensions: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Column → (coder, dimension), where no dimension has a column of its own."""
    if any(name in table.header for name in dimensions):
        return {}
    parts: dict[str, tuple[str, str]] = {}
    for column in table.header:
        for name in sorted(dimensions, key=len, reverse=True):  # "turn type" before "type"
            for coder, sign in ((column.removesuffix(name), -1), (column.removeprefix(name), 0)):
                joined = len(coder) > 1 and coder[sign] in known.JOINED
                if coder != column and (joined or (name.isdecimal() and coder.isalpha())):
                    parts.setdefault(column, (coder.strip(known.JOINED), name))
    return parts


def _from_wide(table: Table, options: Options, wide: dict[str, tuple[str, str]]) -> Dimensions:
    """Every coder must have every dimension, and nobody one of them twice."""
    coders = list(dict.fromkeys(coder for coder, _ in wide.values()))
    names = list(dict.fromkeys(name for _, name in wide.values()))
    for coder in coders:
        for name in names:
            columns = [column for column, at in wide.items() if at == (coder, name)]
            if len(columns) != 1:
                raise DataError(
                    f"{table.source}: coder {coder!r} has {len(columns)} columns for {name!r} "
                    f"({', '.join(columns) or 'none'}); expected one for each coder and dimension"
                )
    header = table.header
    table, item = _with_item(table, options)
    if item is None and options.item is None:
        item = next((name for name in header if name not in wide), None)
    items = table.column(item) if item else [str(at + 1) for at in range(len(table.rows))]
    twice = next((name for name, n in Counter(items).items() if n > 1), None)
    if twice is not None:
        raise DataError(
            f"{table.source}: item {twice!r} has two rows; a wide table has one row for each item "
            f"(name its column with {Setting('item')})"
        )
    rows = [
        (i, coder, name, _label(label.strip(), options))
        for column, (coder, name) in wide.items()
        for i, label in zip(items, table.column(column), strict=True)
    ]
    columns_note = (
        f"columns: item={item or 'row'} coders={','.join(coders)}; dimensions: {', '.join(names)}"
    )
    audit = Audit(
        table.source,
        said("read.wide-table-dimensions"),
        len(table.rows),
        0,
        (*table.notes, columns_note),
    )
    return dimensions(rows, audit)


def _with_item(table: Table, options: Options) -> tuple[Table, str | None]:
    """The table with the column of the item that was told, and its name."""
    wanted = (options.item,) if isinstance(options.item, str) else options.item_columns
    if wanted == (ROW,) and ROW not in table.header:
        return table, None
    for name in wanted:
        if name not in table.header:
            raise DataError(f"{table.source}: no column {name!r}. Columns: {_shown(table)}")
    return keyed(table, wanted)


def _label(text: str, options: Options) -> str | frozenset[str] | None:
    if not text or text in options.absent:
        return None
    return text if options.sets is None else split_labels(text, options.sets)


def _shown(table: Table) -> str:
    return ", ".join(table.header)
