"""Cells of tables: which are missing, a table as one column, the columns of a frame; and labels in
memory that may not be what was meant: text for what is missing, 3 beside "3"."""

import sys
import warnings
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from accord.errors import DataError
from accord.model.names import BoolArray

if TYPE_CHECKING:
    from accord.kinds.labels.study import Codings

ColumnValues = Sequence[Any] | npt.NDArray[Any]

LOST = frozenset({"nan", "NaN", "None", "NA", "<NA>", "NaT"})
"""What NumPy makes of a missing cell in an array of text."""


def is_there(value: Any, allowed: "set[Any] | frozenset[Any]" = frozenset()) -> bool:
    """Whether a cell holds anything; `allowed` are of None and "" those that do.

    >>> [is_there(value) for value in (0, False, "x", None, "", float("nan"))]
    [True, True, True, False, False, False]
    """
    if value is None or (isinstance(value, (str, bytes)) and not value):
        return value in allowed
    try:
        return bool(value == value)  # noqa: PLR0124 - NaN and NaT differ from themselves
    except TypeError:  # pandas' NA: neither equal nor different
        return False
    except ValueError:  # an array: no category, which is said elsewhere
        return True


def grid(table: Any) -> tuple[ColumnValues, int, int]:
    """A table as one flat column, row by row, with its shape."""
    if isinstance(table, np.ndarray):
        if table.ndim != 2:
            raise DataError(f"a wide table has two dimensions, got {table.ndim}")
        n, m = table.shape
        return flat(table.ravel()), n, m
    rows = []
    for at, row in enumerate(table):
        if isinstance(row, (str, bytes)) or not hasattr(row, "__iter__"):
            raise DataError(
                f"row {at + 1} of a wide table is {row!r}, which is one label, not one for each "
                "coder; for lists of labels by coder use from_coders"
            )
        rows.append(list(row))
    widths = {len(row) for row in rows}
    if len(widths) > 1:
        at = next(i for i, row in enumerate(rows) if len(row) != len(rows[0]))
        raise DataError(f"row {at + 1} has {len(rows[at])} values, the first has {len(rows[0])}")
    return [value for row in rows for value in row], len(rows), widths.pop() if widths else 0


def flat(values: npt.NDArray[Any]) -> ColumnValues:
    """A column of an array: what NumPy compares fast stays an array, the rest becomes a list."""
    if is_masked(values):
        masked: list[Any] = values.tolist()  # None where it is masked
        return masked
    if values.dtype.kind in "Mm":  # as they are: tolist() makes bare numbers of nanoseconds
        return list(values)
    if values.dtype.kind in "iufbU":
        return np.ascontiguousarray(values)
    listed: list[Any] = values.tolist()
    return listed


def is_masked(values: Any) -> bool:
    """Whether it is an array of NumPy's with gaps; nobody has one who did not import its module."""
    return "numpy.ma" in sys.modules and isinstance(values, np.ma.MaskedArray)


def column_names(frame: Any) -> list[str]:
    """The names of a frame's columns."""
    return list(open_frame(frame).columns)


def open_frame(frame: Any) -> Any:
    """A frame as narwhals sees it, eager or lazy, with distinct columns."""
    import narwhals as nw
    from narwhals.exceptions import DuplicateError

    try:
        return nw.from_native(frame)
    except DuplicateError:
        twice = next(name for name in frame.columns if list(frame.columns).count(name) > 1)
        raise DataError(f"the frame has two columns {twice!r}; rename one") from None
    except TypeError:
        raise DataError(
            f"{type(frame).__name__} is not a data frame (pandas, Polars, PyArrow …); for rows "
            "use codings, for lists by coder from_coders"
        ) from None


def is_frame(table: Any) -> bool:
    """Whether a table is some library's data frame and not rows."""
    return hasattr(type(table), "columns") and not isinstance(table, (np.ndarray, Mapping))


def all_columns(frame: Any) -> tuple[list[Any], list[Hashable]]:
    """The columns of an eager frame and their names."""
    opened = open_frame(frame)
    if not hasattr(opened, "get_column"):
        raise DataError("this frame is lazy: name its columns with from_frame, or collect it first")
    return [opened.get_column(name) for name in opened.columns], list(opened.columns)


def unwrapped(column: Any) -> Any:
    """What a series of pandas or Polars holds, as an array of numbers (masked where some are
    missing) or a list; anything else as it is. Its cells are the same one by one, but taking them
    one by one is slow."""
    if getattr(column, "ndim", 1) != 1:
        return column
    if hasattr(column, "iloc"):
        return _of_pandas(column)
    from accord.kinds.labels.words import numbered_words  # most columns are no series

    if (words := numbered_words(column)) is not None:
        return _looked_up(words.values, words.codes)
    if type(column).__module__.startswith("polars."):
        return _of_polars(column)
    return column


def _of_pandas(column: Any) -> Any:
    values, kind = column.values, column.dtype.kind
    if isinstance(values, np.ndarray):
        return values if kind in "iufb" else column.tolist()
    if hasattr(values, "categories"):
        return _looked_up(values.categories.tolist(), values.codes)
    dtype = getattr(column.dtype, "numpy_dtype", None)
    if kind not in "iufb" or dtype is None:
        return column.tolist()
    if kind == "f":
        return values.to_numpy(dtype=dtype, na_value=np.nan)
    # Any value of the type will do: the mask hides it.
    nothing = False if kind == "b" else 0
    return _with_gaps(values.to_numpy(dtype=dtype, na_value=nothing), np.asarray(values.isna()))


def _of_polars(column: Any) -> Any:
    gone = column.is_null().to_numpy()
    if column.dtype.is_float():  # NaN where it is null
        array = column.to_numpy()
    elif column.dtype.is_integer() or str(column.dtype) == "Boolean":
        array = column.fill_null(value=False if str(column.dtype) == "Boolean" else 0).to_numpy()
    else:
        return column.to_list()
    if array.dtype.kind not in "iufb":
        return column.to_list()
    return array if array.dtype.kind == "f" else _with_gaps(array, gone)


def _with_gaps(values: npt.NDArray[Any], gone: BoolArray) -> Any:
    """Whole numbers as a masked array, truths as a list with None, where some are missing."""
    if not gone.any():
        return values
    if values.dtype.kind == "b":
        return _looked_up([False, True], np.where(gone, -1, values))
    return np.ma.masked_array(values, gone)


def _looked_up(names: list[Any], codes: npt.NDArray[Any]) -> list[Any]:
    """The names that codes stand for; below 0 none."""
    table = np.full(len(names) + 1, None, object)
    for at, name in enumerate(names):
        table[at] = name
    listed: list[Any] = table[codes].tolist()
    return listed


def frame_column(series: Any) -> ColumnValues:
    """A narwhals series as a column: numbers as an array, all else as a list."""
    held = unwrapped(series.to_native())
    if isinstance(held, np.ndarray):
        return held
    values: list[Any] = held if isinstance(held, list) else series.to_list()
    # A cell that lists labels is a set of labels, and categories must be hashable.
    return [frozenset(v) if isinstance(v, (list, set, np.ndarray)) else v for v in values]


def frame_categories(series: Sequence[Any]) -> list[Hashable] | None:
    """The categories that columns declare by their type: an Enum or an ordered Categorical.

    An unordered Categorical lists what occurs, alphabetically: no scale, no universe.
    """
    import narwhals as nw

    kinds = [one.dtype for one in series]
    if not kinds or not all(isinstance(kind, nw.Enum) for kind in kinds):
        return None
    lists = [list(kind.categories) for kind in kinds]
    # Columns that declare different scales declare none for the table.
    return lists[0] if all(one == lists[0] for one in lists) else None


# Labels that may not be what was meant -----------------------------------------------------------


def is_text(column: Any) -> bool:
    """Whether it is an array of text, in which NumPy writes "nan" for what is missing."""
    return isinstance(column, np.ndarray) and column.dtype.kind == "U"


def without_lost(study: "Codings") -> "Codings":
    """The study without labels that NumPy made of missing cells: "nan", "None"; with a warning."""
    lost = [at for at, name in enumerate(study.categories) if name in LOST]
    if not lost:
        return study
    shown = ", ".join(repr(study.categories[at]) for at in lost)
    warnings.warn(
        f"{shown} in an array of text is read as missing, because NumPy writes it so; where it is "
        "a label, declare it with categories=, or give lists",
        stacklevel=3,
    )
    kept = [at for at in range(len(study.categories)) if at not in lost]
    code = np.full(len(study.categories), -1, np.int32)
    code[kept] = np.arange(len(kept), dtype=np.int32)
    category = code[study.category]
    there = np.flatnonzero(category >= 0)
    return replace(
        study,
        categories=study.categories.take(kept),
        item=study.item[there],
        coder=None if study.coder is None else study.coder[there],
        category=category[there],
    )


def warn_of_mixed(study: "Codings") -> None:
    """Warn where a number and its text are two labels: 3 and "3"."""
    if study.categories.all_numbers():
        return
    texts = {name for name in study.categories if isinstance(name, str)}
    if not texts or len(texts) == len(study.categories):
        return
    both = [name for name in study.categories if name not in texts and str(name) in texts]
    if both:
        shown = ", ".join(f"{name} and {str(name)!r}" for name in both[:3])
        warnings.warn(f"{shown} are two labels each, a number and a text", stacklevel=3)
