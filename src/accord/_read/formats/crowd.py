"""Tables of crowd platforms: Mechanical Turk batches and CrowdFlower / Appen reports.

Every answer column is a layer. MTurk: the item is the HIT (`item` names another column, e.g.
Input.text), rejected assignments are left out. CrowdFlower: test questions (_golden) and tainted
judgements are left out; answers are the columns that differ within a unit. Addresses, places
and browsers of workers are never kept.
"""

from collections.abc import Iterable, Sequence

from accord._read.door.given import File, Head
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.formats.delimited import delimited_file, header_names
from accord._read.tables.roles import Table
from accord.errors import DataError

_TRUE = {"true", "1", "yes"}


def sniff_mturk(head: Head) -> bool:
    """The columns of a batch."""
    return {"HITId", "WorkerId"} <= header_names(head)


def sniff_crowdflower(head: Head) -> bool:
    """The columns of a full report."""
    return {"_unit_id", "_worker_id"} <= header_names(head)


def _table(file: File, options: Options) -> Table:
    return delimited_file(file, options, options.header)


def read_mturk(file: File, options: Options) -> Marks:
    """Read a Mechanical Turk batch."""
    table = _table(file, options)
    item = options.one_item or "HITId"
    answers = [name for name in table.header if name.startswith("Answer.")]
    marks = Marks(file.name)
    rejected = {"AssignmentStatus": {"rejected"}}  # the requester did not take this work
    return _filed(marks, table, item, "WorkerId", answers, rejected, options)


def read_crowdflower(file: File, options: Options) -> Marks:
    """Read a full report of CrowdFlower, Figure Eight or Appen."""
    table = _table(file, options)
    own = [n for n in table.header if not n.startswith("_") and not n.endswith((":gold", "_gold"))]
    answers = [name for name in own if name.startswith("Answer.")] or _varying(table, own)
    marks = Marks(file.name)
    if not answers:
        raise DataError(f"{file.name}: no column looks like an answer: none differs within an item")
    # The platform knew the answers of the first, and did not trust the worker of the second.
    dropped = {"_golden": _TRUE, "_tainted": _TRUE}
    item = options.one_item or "_unit_id"
    return _filed(marks, table, item, "_worker_id", answers, dropped, options)


def _varying(table: Table, columns: Iterable[str]) -> list[str]:
    """Columns whose cells differ within a unit: what workers wrote, not what they were shown."""
    units = table.column("_unit_id")
    varying = []
    for name in columns:
        first: dict[str, str] = {}
        cells = zip(units, table.column(name), strict=True)
        if any(first.setdefault(unit, cell) != cell for unit, cell in cells):
            varying.append(name)
    return varying


def _filed(
    marks: Marks,
    table: Table,
    item: str,
    coder: str,
    answers: Sequence[str],
    gone: dict[str, set[str]],
    options: Options,
) -> Marks:
    for name in (item, *([options.category] if options.category else [])):
        if name not in table.header:
            raise DataError(
                f"{table.source}: no column {name!r}. Columns: {', '.join(table.header)}"
            )
    chosen = [options.category] if options.category else answers
    items, coders, where = table.column(item), table.column(coder), table.where()
    keep = [True] * len(items)
    for name, values in gone.items():
        if name in table.header:
            for at, cell in enumerate(table.column(name)):
                if keep[at] and cell.strip().lower() in values:
                    keep[at] = False
                    marks.drop("judgement", f"with {name}={cell.strip()}")
    marks.rows = len(items)
    for layer in chosen:
        for at, cell in enumerate(table.column(layer)):
            if keep[at] and items[at] and coders[at]:
                # CrowdFlower separates the ticks of check boxes by line breaks.
                labels = [part.strip() for part in cell.split("\n") if part.strip()]
                value = frozenset(labels) if len(labels) > 1 else "".join(labels) or None
                marks.label(items[at], coders[at], layer.removeprefix("Answer."), value, where[at])
    return marks
