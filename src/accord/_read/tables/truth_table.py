"""A table of items and their true categories, for `accord consensus --gold-file`."""

from pathlib import Path

from accord._read.door.given import on_disk
from accord._read.door.read_options import Limits
from accord._read.formats.delimited import parse_delimited
from accord._read.tables.roles import Table
from accord.errors import DataError


def read_truths(path: str | Path) -> dict[str, str]:
    """Items and their true categories; rows without a category are left out.

    The columns are called 'item' and 'category' (or 'gold', 'truth', 'label'), or there are two.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "truth.csv")
    ...     _ = path.write_text("item,truth\\ns1,x\\ns2,\\ns3,y\\n")
    ...     found = read_truths(path)
    >>> found
    {'s1': 'x', 's3': 'y'}
    """
    file = on_disk(Path(path), Path(path).name, Limits())
    table = parse_delimited(file.text(None)[0], file.name, suffix=file.suffix)
    item, truth = _columns(table)
    truths: dict[str, str] = {}
    cells = zip(table.lines, table.column(item), table.column(truth), strict=True)
    for line, name, label in cells:
        if not label:
            continue
        if truths.get(name, label) != label:
            raise DataError(
                f"{file.name}:{line}: item {name!r} is {truths[name]!r} and then {label!r}; keep "
                "one true category for each item"
            )
        truths[name] = label
    if not truths:
        raise DataError(f"{file.name}: no item has a true category in the column {truth!r}")
    return truths


def _columns(table: Table) -> tuple[str, str]:
    named = {name.lower(): name for name in reversed(table.header)}
    truth = next((named[n] for n in ("gold", "truth", "category", "label") if n in named), None)
    if "item" in named and truth is not None:
        return named["item"], truth
    if len(table.header) == 2:
        return table.header[0], table.header[1]
    raise DataError(
        f"{table.source}: which columns have the items and their true categories? found "
        f"{', '.join(map(repr, table.header))}; name them 'item' and 'category'"
    )
