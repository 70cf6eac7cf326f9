"""What an engine brings back, and the names in it."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any

import numpy as np

from accord.errors import DataError
from accord.model.codings import cells
from accord.model.names import Names, in_order

ITEM, CODER, CATEGORY = "accord_item", "accord_coder", "accord_category"
"""Columns of names: brought back as they are, also where they are whole numbers."""


def columns_of(lazy: Any) -> dict[str, Any]:
    """Run the plan and bring back its columns: whole numbers as arrays, all else as it is."""
    try:
        frame = lazy.collect()
    except Exception as error:
        # DuckDB takes Ctrl-C for itself and raises an error of its own.
        if type(error).__name__ == "InterruptException" or str(error) == "Query interrupted":
            raise KeyboardInterrupt from None
        raise
    columns: dict[str, Any] = {}
    for name in frame.columns:
        series = frame[name]
        whole = series.dtype.is_integer() and name not in (ITEM, CODER, CATEGORY)
        columns[name] = series.to_numpy() if whole else series
    return columns


def listed(column: Any) -> list[Any]:
    """A column as a list; what is missing is None, however the engine writes it."""
    values = column.tolist() if isinstance(column, np.ndarray) else column.to_list()
    return [None if type(value).__name__ == "NAType" else value for value in values]


def lazy_table(frame: Any, columns: Sequence[str]) -> Any:
    """The frame as a plan of narwhals, with these columns at least."""
    import narwhals as nw

    table = nw.from_native(frame).lazy()
    known = table.collect_schema().names()
    for name in columns:
        if name not in known:
            raise DataError(f"no column {name!r}; the table has {', '.join(known)}")
    return table


def is_there(value: Any, absent: set[Any]) -> bool:
    """None, NaN and "" are missing codings, and so is what the user says."""
    if isinstance(value, (list, set, dict)):
        raise DataError(
            f"category {value!r} is a set of labels; engines count plain labels only, "
            "read this study in memory"
        )
    return cells.is_there(value) and value not in absent


def named(
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
            raise DataError(f"{where}category {name!r} is not among the declared {shown}")
    return Names(declared)
