"""What an engine brings back, and the names in it."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any

import numpy as np

from accord._read.formats.json_table import LARGEST_WHOLE
from accord.errors import DataError
from accord.kinds.labels import cells
from accord.machine import ended_if_stuck
from accord.model.names import Names, in_order

ITEM, CODER, CATEGORY = "accord_item", "accord_coder", "accord_category"
"""Columns of names: brought back as they are, also where they are whole numbers."""


def fetched_columns(lazy: Any) -> dict[str, Any]:
    """Run the plan and bring back its columns: whole numbers as arrays, all else as it is."""
    try:
        with ended_if_stuck("the engine"):  # DuckDB at times waits for tasks that it cancelled
            frame = lazy.collect()
    except Exception as error:
        if is_interrupt(error):
            raise KeyboardInterrupt from None
        raise
    columns: dict[str, Any] = {}
    for name in frame.columns:
        series = frame[name]
        whole = series.dtype.is_integer() and name not in (ITEM, CODER, CATEGORY)
        columns[name] = series.to_numpy() if whole else series
    return columns


def is_interrupt(error: Exception) -> bool:
    """Whether it is Ctrl-C, which DuckDB takes for itself and raises as an error of its own."""
    return type(error).__name__ == "InterruptException" or str(error) == "Query interrupted"


def column_values(column: Any) -> list[Any]:
    """A column as a list; what is missing is None, however the engine writes it."""
    values = column.tolist() if isinstance(column, np.ndarray) else column.to_list()
    return [None if type(value).__name__ == "NAType" else value for value in values]


SPACES = "".join(filter(str.isspace, map(chr, range(0x3001))))
"""What is stripped from labels, as Python does it."""


def lazy_table(
    frame: Any, columns: Sequence[str], labels: Sequence[str], few: Sequence[str] = ()
) -> Any:
    """The frame as a plan of narwhals, with these columns at least; its cells are as in a table
    that is read: text without spaces around it, and labels all text where some are.

    Labels, and what stands in the columns `few`, are few enough to see first whether there are
    spaces around any.
    """
    import narwhals as nw

    table = nw.from_native(frame).lazy()
    schema = table.collect_schema()
    for name in [*columns, *labels]:
        if name not in schema:
            shown = ", ".join(schema.names()[:20])
            raise DataError(f"no column {name!r}; the table has {shown}")
    kinds = {_kind(schema[name]) for name in labels}
    if len(kinds) > 1 and kinds <= {"text", "number", "truth"}:
        written = {name: _written(nw.col(name), schema[name]) for name in labels}
        table = table.with_columns(**written)
    texts = [name for name in columns if _kind(schema[name]) == "text"]
    if "text" in kinds and kinds <= {"text", "number", "truth"}:
        texts += labels
    ibis = table.implementation.is_ibis()
    if table.implementation.is_duckdb() and len(texts) <= MOST_LABEL_COLUMNS:  # its trim is slow
        looked = [name for name in texts if name in (*few, *labels) and _is_stripped(table, name)]
        texts = [name for name in texts if name not in looked]
    stripped = {name: _stripped(nw.col(name), ibis) for name in texts}
    return table.with_columns(**stripped) if stripped else table


def text_labels(frame: Any, labels: Sequence[str]) -> list[str]:
    """The different labels of columns of text; none where there are very many, or no text."""
    import narwhals as nw

    table = lazy_table(frame, [], labels)
    schema = table.collect_schema()
    found: dict[str, None] = {}
    for name in labels:
        if _kind(schema[name]) != "text" or len(labels) > MOST_LABEL_COLUMNS:
            return []
        plan = table.select(nw.col(name).alias(CATEGORY)).unique().head(_MOST_LABELS + 1)
        found.update(dict.fromkeys(filter(None, column_values(fetched_columns(plan)[CATEGORY]))))
        if len(found) > _MOST_LABELS:
            return []
    return [*found]


MOST_LABEL_COLUMNS = 100
"""Columns that are searched for marks of what is missing: each is a query of its own."""
_MOST_LABELS = 10_000
"""So many labels are looked at for marks of what is missing: numbers are fewer, or measured."""


def _is_stripped(table: Any, name: str) -> bool:
    """Whether no text of a column has spaces around it, as far as few texts tell."""
    import narwhals as nw

    groups = table.select(nw.col(name).alias(CATEGORY)).group_by(CATEGORY)
    found = column_values(
        fetched_columns(groups.agg(nw.len().alias("n")).head(_MOST_LABELS + 1))[CATEGORY]
    )
    return len(found) <= _MOST_LABELS and all(
        text is None or text == text.strip() for text in found
    )


def _stripped(text: Any, ibis: bool) -> Any:
    if ibis:  # its strip knows no other spaces than its engine does
        return text.str.replace_all(f"^[{SPACES}]+|[{SPACES}]+$", "")
    return text.str.strip_chars(SPACES)


def _kind(dtype: Any) -> str:
    import narwhals as nw

    if dtype.is_numeric() and dtype not in (nw.Decimal,):
        return "number"
    return "text" if dtype == nw.String else "truth" if dtype == nw.Boolean else "other"


def _written(cell: Any, dtype: Any) -> Any:
    """A cell as the readers write it: 1 for 1.0, true for True."""
    import narwhals as nw

    if dtype == nw.Boolean:
        return nw.when(cell).then(nw.lit("true")).when(~cell).then(nw.lit("false"))
    if dtype.is_float():
        whole = (cell == cell.round()) & (cell.abs() < LARGEST_WHOLE)
        short = nw.when(whole).then(cell).otherwise(nw.lit(0.0)).cast(nw.Int64).cast(nw.String)
        written = nw.when(whole).then(short).otherwise(cell.cast(nw.String))
        return nw.when(~cell.is_null() & ~cell.is_nan()).then(written)
    return cell if dtype == nw.String else cell.cast(nw.String)


def is_label(value: Any, absent: set[Any]) -> bool:
    """None, NaN and "" are missing codings, and so is what the user says."""
    if isinstance(value, (list, set, dict)):
        raise DataError(
            f"category {value!r} is a set of labels; engines count plain labels only, "
            "read these data in memory"
        )
    return cells.is_there(value) and value not in absent


def named_categories(
    values: Iterable[Any],
    declared: Sequence[Hashable] | None,
    place: Callable[[Any], tuple[Any, Any]] | None = None,
) -> Names:
    """The categories, declared ones in their order. `place` finds coder and item of one that is
    not declared."""
    seen = in_order(values)
    if declared is None:
        return seen
    if len(set(declared)) < len(declared):
        raise DataError("a category is listed twice")
    for name in seen:
        if name not in declared:
            shown = ", ".join(repr(known) for known in declared[:8])
            coder, item = (None, None) if place is None else place(name)
            where = "" if item is None else f"coder {coder!r} on item {item!r}: "
            raise DataError(f"{where}label {name!r} is not in the list of categories: {shown}")
    return Names(declared)
