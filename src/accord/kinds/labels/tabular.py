"""Codings from tables: long, wide, contingency, agreement table, data frame, plain lists.

Long because each of these ways in says what it takes, and shows it.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from types import NoneType
from typing import Any

import numpy as np
import numpy.typing as npt

from accord.errors import DataError, Setting
from accord.kinds.labels.cells import (
    ColumnValues,
    all_columns,
    flat,
    frame_categories,
    frame_column,
    grid,
    is_frame,
    is_masked,
    is_text,
    is_there,
    open_frame,
    warn_of_mixed,
    without_lost,
)
from accord.kinds.labels.study import Codings, names_of
from accord.model.audit import Audit, noted
from accord.model.names import CHUNK, BoolArray, Coded, IntArray, Names, factorize


def codings(
    rows: Iterable[tuple[Hashable, Hashable, Hashable]],
    *,
    categories: Sequence[Hashable] | None = None,
) -> Codings:
    """A study of labels from rows (item, coder, label).

    :param rows: (item, coder, category), one for each coding.
    :param categories: All possible categories, in order.

    >>> import accord
    >>> study = accord.codings([("s1", "A", "Stat"), ("s1", "B", "IReq"), ("s2", "A", "Stat")])
    >>> study
    Codings(2 items, 2 coders, 2 categories, 3 codings)
    """
    if is_frame(rows):
        raise DataError("a data frame: give it to accord.from_frame(frame, item=…, coder=…, …)")
    rows = list(rows)
    for at, row in enumerate(rows):
        # A text or a dict of three would be taken apart into its letters or its keys.
        if isinstance(row, (str, bytes, Mapping)) or len(row) != 3:
            raise DataError(f"row {at + 1}: {row!r} needs three values: item, coder, category")
    item, coder, category = zip(*rows, strict=True) if rows else ((), (), ())
    made = from_columns(item, coder, category, categories=categories)
    warn_of_mixed(made)
    return made


def from_columns(
    item: ColumnValues,
    coder: ColumnValues,
    category: ColumnValues,
    *,
    items: Sequence[Hashable] | None = None,
    coders: Sequence[Hashable] | None = None,
    categories: Sequence[Hashable] | None = None,
    where: Sequence[str] | None = None,
    about: Mapping[str, Sequence[Any]] | None = None,
    audit: Audit | None = None,
) -> Codings:
    """A study from three parallel columns: item, coder, label.

    `items` and `coders` fix names and their order; `where` names the place of each row for
    error messages; `about` holds columns about items, in the order of `items`.

    :param item: The item of each coding.
    :param coder: Its coder.
    :param category: Its category; None where the coding is missing.
    :param items: All items, in order.
    :param coders: All coders, in order.
    :param categories: All possible categories, in order.
    :param where: The place of each row, for error messages.
    :param about: Columns about items, in the order of `items`.
    :param audit: Where the study came from, and what was changed on the way.

    >>> import accord
    >>> accord.from_columns(["s1", "s1", "s2", "s2"], ["A", "B", "A", "B"], ["x", "x", "y", "x"])
    Codings(2 items, 2 coders, 2 categories, 4 codings)
    """
    if not len(item) == len(coder) == len(category):
        lengths = f"{len(item)}, {len(coder)}, {len(category)}"
        raise DataError(f"the columns item, coder, category differ in length: {lengths}")
    item_code, item_names = _coded(item, items, "item", where)
    coder_code, coder_names = _coded(coder, coders, "coder", where)
    return from_codes(
        (item_code, item_names),
        (coder_code, coder_names),
        category,
        categories=categories,
        where=where,
        about=about,
        audit=audit,
    )


def from_codes(
    item: tuple[IntArray, Names],
    coder: tuple[IntArray, Names],
    category: ColumnValues,
    *,
    categories: Sequence[Hashable] | None = None,
    where: Sequence[str] | None = None,
    about: Mapping[str, Sequence[Any]] | None = None,
    audit: Audit | None = None,
) -> Codings:
    """`from_columns` where items and coders are numbers that stand for names."""
    (item_code, item_names), (coder_code, coder_names) = item, coder
    category = flat(category) if isinstance(category, np.ndarray) else category
    # Before categories are numbered: what is missing must not become a category.
    there = _there(category, categories)
    rows = np.flatnonzero(there)
    if len(rows) < len(there):
        item_code, coder_code = item_code[rows], coder_code[rows]
        if isinstance(category, np.ndarray):
            category = category[there]
        else:
            category = _compress(category, there)
        where = _compress(where, there) if where is not None else None
    category_code, category_names = _categories(category, categories, where, rows)
    made = _sorted(
        Codings(
            item_names,
            coder_names,
            category_names,
            item_code,
            coder_code,
            category_code,
            categories is not None,
            dict(about or {}),
            audit,
        ),
        where,
        rows,
    )
    # A reader that gives an audit notes spellings itself.
    made = noted(made, names_of(made)) if audit is None else made
    return _as_trees(made)


def from_wide(
    table: "Sequence[Sequence[Any]] | npt.NDArray[Any]",
    *,
    items: Sequence[Hashable] | None = None,
    coders: Sequence[Hashable] | None = None,
    categories: Sequence[Hashable] | None = None,
) -> Codings:
    """A study from a wide table: one row per item, one column per coder.

    None, NaN, NaT, NA, "" and masked cells are missing codings. The columns of a data frame
    are its coders.

    :param table: One row for each item, one column for each coder; or a data frame.
    :param items: The names of the items.
    :param coders: The names of the coders.
    :param categories: All possible categories, in order.

    >>> import accord
    >>> accord.from_wide([[1, 1], [1, None]], coders=["A", "B"])
    Codings(2 items, 2 coders, 1 categories, 3 codings)
    """
    if isinstance(table, Mapping):
        raise DataError("a wide table has rows; for labels by coder use from_coders")
    texts = is_text(table)
    if is_frame(table):
        series, frame_coders = all_columns(table)
        categories = categories or frame_categories(series)
        coders = coders or frame_coders
        table = _stacked([frame_column(one) for one in series])
    cells, n, m = grid(table)
    item_names = Names(range(n)) if items is None else _distinct(items)
    coder_names = Names(range(m)) if coders is None else _distinct(coders)
    if len(item_names) != n or len(coder_names) != m:
        raise DataError(
            f"the table is {n} × {m}, but {len(item_names)} items and "
            f"{len(coder_names)} coders are named"
        )
    there = _present(cells, categories)
    item = np.repeat(np.arange(n, dtype=np.int32), m)
    coder = np.tile(np.arange(m, dtype=np.int32), n)
    rows = None if there.all() else np.flatnonzero(there)
    if rows is not None:
        item, coder = item.take(rows), coder.take(rows)
        cells = cells.take(rows) if isinstance(cells, np.ndarray) else _compress(cells, there)
    code, names = _categories(cells, categories, None, rows)
    made = Codings(item_names, coder_names, names, item, coder, code, categories is not None)
    made = without_lost(made) if texts and categories is None else made
    warn_of_mixed(made)
    return _as_trees(noted(made, names_of(made)))


def from_coders(
    labels: Mapping[Any, ColumnValues],
    *,
    items: Sequence[Hashable] | None = None,
    categories: Sequence[Hashable] | None = None,
) -> Codings:
    """A study from lists: coder → labels, one label per item in the same order.

    :param labels: Coder → labels, None for a missing one.
    :param items: The names of the items.
    :param categories: All possible categories, in order.

    >>> import accord
    >>> accord.from_coders({"A": ["x", "y"], "B": ["x", "x"]})
    Codings(2 items, 2 coders, 2 categories, 4 codings)
    """
    labels = {
        coder: column if hasattr(column, "__len__") else list(column)
        for coder, column in labels.items()
    }
    lengths = {len(column) for column in labels.values()}
    if len(lengths) > 1:
        shown = ", ".join(f"{coder!r}: {len(column)}" for coder, column in labels.items())
        raise DataError(
            f"the label lists have different lengths ({shown}). Use None for missing labels"
        )
    columns: list[Any] = list(labels.values())
    table: Any = _stacked(columns)
    made = from_wide(
        table if len(table) > 0 else np.empty((0, len(labels))),
        items=items,
        coders=tuple(labels),
        categories=categories,
    )
    texts = categories is None and not is_text(table) and any(map(is_text, columns))
    return without_lost(made) if texts else made


def _stacked(columns: list[Any]) -> Any:
    """Columns as one table: an array where all are of one kind, else rows."""
    arrays = all(isinstance(column, np.ndarray) for column in columns)
    masked = any(map(is_masked, columns))
    kinds = {column.dtype for column in columns} if arrays and not masked else set()
    # Columns of text and numbers would all become text in one array: 1 and "1" are not the same
    # label.
    if len(kinds) == 1 or (kinds and all(kind.kind in "iuf" for kind in kinds)):
        return np.stack(columns, axis=1)
    plain = [flat(column) if isinstance(column, np.ndarray) else column for column in columns]
    return list(zip(*plain, strict=True))


def from_confusion(
    table: "Sequence[Sequence[int]] | npt.NDArray[Any] | Any",
    *,
    categories: Sequence[Hashable] | None = None,
    coders: tuple[Hashable, Hashable] = ("A", "B"),
) -> Codings:
    """A study from a confusion matrix of two coders; rows are the first coder's labels.

    By default the categories are those of a data frame whose rows and columns have the same names
    (`pandas.crosstab`), else 1, 2, 3 …

    :param table: How many items the first coder put into the row's category and the second into the
        column's.
    :param categories: The categories of rows and columns.
    :param coders: The names of the two coders.

    >>> import accord
    >>> accord.from_confusion([[46, 6], [0, 48]], categories=["STAT", "IREQ"])
    Codings(100 items, 2 coders, 2 categories, 200 codings)
    """
    told = categories is not None
    if categories is None:
        categories = _crossed(table)
    counts = _whole_counts(table, "contingency table")
    k = len(categories)
    if counts.shape != (k, k):
        raise DataError(f"the contingency table is {counts.shape}, but there are {k} categories")
    # Every cell is repeated by its count: the table becomes the items it was made from.
    row, column = np.divmod(np.repeat(np.arange(k * k), counts.ravel()), k)
    n = len(row)
    made = Codings(
        Names(range(n)),
        _distinct(coders),
        _distinct(categories),
        np.repeat(np.arange(n, dtype=np.int32), 2),
        np.tile(np.array([0, 1], np.int32), n),
        np.stack([row, column], axis=1).ravel().astype(np.int32),
        declared=told or not in_order_of_a_program(categories, counts),
    )
    return noted(made, names_of(made))


def in_order_of_a_program(categories: Sequence[Hashable], counts: "npt.NDArray[Any]") -> bool:
    """Whether names stand in the order of the alphabet and all were used, which is how programs
    write a table of two coders: that is no scale, so the names have no order."""
    used = (counts.sum(axis=0) + counts.sum(axis=1) > 0).all()
    words = all(isinstance(name, str) for name in categories)
    return words and bool(used) and list(categories) == sorted(categories, key=str)


def _crossed(table: Any) -> list[Hashable]:
    """The categories of a contingency table that does not say them, or whose names do."""
    if not hasattr(table, "index") or not is_frame(table):
        # From 1, as people number the categories of a table that has no names.
        return list(range(1, len(table) + 1))
    rows, columns = list(table.index), list(table.columns)
    if rows != columns:
        raise DataError(
            f"the rows of the contingency table are {rows[:8]} and its columns {columns[:8]}; "
            f"give both all categories in one order: table.reindex(index=all, columns=all, "
            "fill_value=0)"
        )
    return rows


def from_counts(
    table: "Sequence[Sequence[int]] | npt.NDArray[Any]",
    *,
    categories: Sequence[Hashable],
    items: Sequence[Hashable] | None = None,
) -> Codings:
    """A study from counts: items × categories, how many coders chose each.

    Who coded what is unknown: coefficients that need to know say so.

    :param table: Items × categories: how many coders chose each.
    :param categories: The categories of the columns.
    :param items: The names of the items.

    >>> import accord
    >>> accord.from_counts([[2, 1], [0, 3]], categories=["STAT", "IREQ"]).counts()
    {'i': 2, 'c': 3, 'k': 2}
    """
    counts = _whole_counts(table, "agreement table")
    if counts.ndim != 2 or counts.shape[1] != len(categories):
        raise DataError(
            f"the agreement table is {counts.shape}, but there are {len(categories)} categories"
        )
    n, k = counts.shape
    if items is not None and len(items) != n:
        raise DataError(f"the agreement table has {n} rows, but {len(items)} items are named")
    item, category = np.divmod(np.repeat(np.arange(n * k), counts.ravel()), max(k, 1))
    made = Codings(
        Names(range(n)) if items is None else _distinct(items),
        Names(),
        _distinct(categories),
        item.astype(np.int32),
        None,
        category.astype(np.int32),
        declared=True,
    )
    return noted(made, names_of(made))


def from_frame(
    frame: Any,
    *,
    item: str | None = None,
    coder: str | None = None,
    category: str | None = None,
    coders: Sequence[str] | None = None,
    categories: Sequence[Hashable] | None = None,
) -> Codings:
    """A study of labels from a data frame (pandas, Polars, PyArrow, Modin …).

    Long: name the columns `item`, `coder` and `category`. Wide: name the coders' columns in
    `coders` (and optionally the `item` column). A lazy frame (DuckDB, Polars, Dask, Spark) is
    for `accord.scale.count`. Where the labels are an Enum or an ordered Categorical, that type
    declares the categories and their order.

    :param frame: The data frame.
    :param item: The column that names the items.
    :param coder: The column that names the coders, of a long frame.
    :param category: The column of the labels, of a long frame.
    :param coders: The columns of the coders, of a wide frame.
    :param categories: All possible categories, in order.

    >>> import accord
    >>> import pandas
    >>> frame = pandas.DataFrame({"id": [1, 2, 3], "Ann": ["x", "y", "x"], "Bob": ["x", "y", "y"]})
    >>> accord.from_frame(frame, item="id", coders=["Ann", "Bob"])
    Codings(3 items, 2 coders, 2 categories, 6 codings)
    """
    import narwhals as nw

    table = open_frame(frame)
    # Collecting it could pull a whole warehouse into memory, which only its owner may decide.
    if isinstance(table, nw.LazyFrame):
        raise DataError(
            f"a {type(frame).__name__} stays in its engine. Count its labels there with "
            "accord.scale.count, or collect it first"
        )
    wanted = [*(coders or ()), *(name for name in (item, coder, category) if name is not None)]
    absent = [name for name in wanted if name not in table.columns]
    if absent:
        shown = ", ".join(map(str, table.columns))
        raise DataError(f"no column {absent[0]!r}; the frame has {shown}")
    if coders is not None:
        series = [table.get_column(name) for name in _distinct(coders)]
        items = None if item is None else list(frame_column(table.get_column(item)))
        return from_coders(
            dict(zip(coders, map(frame_column, series), strict=True)),
            items=items,
            categories=categories or frame_categories(series),
        )
    if item is None or coder is None or category is None:
        raise DataError(
            f"name the columns: {Setting('item')}, {Setting('coder')} and {Setting('category')} "
            f"for a long frame, {Setting('coders')} for a wide one"
        )
    chosen = [table.get_column(name) for name in (item, coder, category)]
    made = from_columns(
        *map(frame_column, chosen), categories=categories or frame_categories(chosen[2:])
    )
    warn_of_mixed(made)
    return made


def declare(study: Codings, categories: Sequence[Hashable]) -> Codings:
    """The same study with a list of all possible categories, in order.

    :param study: The codings.
    :param categories: All possible categories, in order.

    >>> import accord
    >>> study = accord.from_coders({"A": ["low", "high"], "B": ["low", "low"]})
    >>> accord.declare(study, ["low", "mid", "high"]).categories
    Names('low', 'mid', 'high')
    """
    names = _distinct(categories)
    seen = np.unique(study.category)
    code_of = np.full(len(study.categories), -1, np.int32)
    for k in seen.tolist():
        name = study.categories[k]
        if name not in names:
            raise DataError(f"label {name!r} is not in the list of categories: {_listed(names)}")
        code_of[k] = names.index(name)
    return replace(study, categories=names, category=code_of[study.category], declared=True)


def _coded(
    values: ColumnValues, given: Sequence[Hashable] | None, what: str, where: Sequence[str] | None
) -> tuple[IntArray, Names]:
    absent = ~_there(values, None)
    if absent.any():
        at = int(np.flatnonzero(absent)[0])
        raise DataError(f"{_place(where, at)}: the {what} is missing")
    codes, names = factorize(values)
    # Cells that know their different ones name them as they are met, each once.
    if given is None or (isinstance(values, Coded) and given is values.distinct):
        return codes, names
    wanted = _distinct(given)
    # The usual case, and it saves a pass over all codes.
    if names == wanted:
        return codes, wanted
    for at, name in enumerate(names):
        if name not in wanted:
            row = int(np.flatnonzero(codes == at)[0])
            raise DataError(f"{_place(where, row)}: unknown {what} {name!r}")
    return np.array([wanted.index(name) for name in names], np.int32)[codes], wanted


def _one(value: Any, where: Sequence[str] | None, at: int) -> Hashable:
    """A label that can be a category; a set of labels is one, and may be written as any set."""
    if isinstance(value, set):
        return frozenset(value)
    try:
        hash(value)
    except TypeError:
        raise DataError(
            f"{_place(where, at)}: {value!r} is not a label; for several labels of an item give a "
            "set"
        ) from None
    one: Hashable = value
    return one


def _categories(
    values: ColumnValues,
    declared: Sequence[Hashable] | None,
    where: Sequence[str] | None,
    rows: IntArray | None,
) -> tuple[IntArray, Names]:
    try:
        codes, seen = factorize(values)
    except TypeError:
        codes, seen = factorize([_one(value, where, at) for at, value in enumerate(values)])
    if declared is None:
        return codes, seen
    names = _distinct(declared)
    code_of = np.empty(len(seen), np.int32)
    for at, name in enumerate(seen):
        if name not in names:
            first = int(np.flatnonzero(codes == at)[0])
            # Missing cells were left out before: the row that the user knows is that of the whole
            # table.
            row = first if rows is None or where is not None else int(rows[first])
            raise DataError(
                f"{_place(where, row)}: label {name!r} is not in the list of categories: "
                f"{_listed(names)}"
            )
        code_of[at] = names.index(name)
    return code_of[codes] if len(codes) else codes, names


def _sorted(study: Codings, where: Sequence[str] | None, rows: IntArray) -> Codings:
    """Sorted by item, then coder; the same coder coding an item twice is an error."""
    assert study.coder is not None
    # Tables are usually sorted already, and seeing that costs less than sorting.
    if not _is_sorted(study):
        if (packed := _packed(study)) is not None:
            return packed
        key = study.item.astype(np.int64) * max(len(study.coders), 1) + study.coder
        order = np.argsort(key, kind="stable")
        step = np.diff(key[order])
        if step.min() == 0:
            first, second = order[int(step.argmin()) : int(step.argmin()) + 2]
            place = _place(where, int(second) if where is not None else int(rows[second]))
            label = [study.categories[int(study.category[at])] for at in (first, second)]
            raise DataError(
                f"{place}: coder {study.coders[int(study.coder[first])]!r} codes item "
                f"{study.items[int(study.item[first])]!r} twice ({label[0]!r}, then {label[1]!r}); "
                "keep one row per coder and item, or, if coders give several labels, use "
                f"{Setting('sets', 'rows')}"
            )
        study = replace(
            study, item=study.item[order], coder=study.coder[order], category=study.category[order]
        )
    return study


def _is_sorted(study: Codings) -> bool:
    """Whether items, and in each the coders, ascend; in pieces, which fit the cache."""
    m, who = max(len(study.coders), 1), study.who()
    for at in range(0, len(study), CHUNK):
        piece = slice(at, at + CHUNK + 1)
        key = study.item[piece].astype(np.int64) * m + who[piece]
        if (key[1:] <= key[:-1]).any():
            return False
    return True


def _packed(study: Codings) -> Codings | None:
    """The study sorted, item, coder and category of each coding in one number; None where a coder
    coded an item twice, or a number is too short for the three."""
    low = max(len(study.categories) - 1, 0).bit_length()
    middle = low + max(len(study.coders) - 1, 0).bit_length()
    if middle + max(len(study.items) - 1, 0).bit_length() > _BITS:
        return None
    columns = study.item, study.who(), study.category
    ascending = not (study.item[1:] < study.item[:-1]).any()
    who, category = (np.empty(len(study), np.int32) for _ in "ck")
    item = study.item if ascending else np.empty(len(study), np.int32)
    for begin, end in pairwise(_blocks(study.item) if ascending else [0, len(study)]):
        piece = slice(begin, end)
        packed = study.item[piece].astype(np.int64)
        for bits, codes in ((middle - low, columns[1]), (low, columns[2])):
            packed <<= bits
            packed |= codes[piece]
        packed.sort()
        category[piece] = packed & (1 << low) - 1
        packed >>= low
        if (packed[1:] == packed[:-1]).any():
            return None
        who[piece] = packed & (1 << middle - low) - 1
        if not ascending:
            packed >>= middle - low
            item[piece] = packed
    return replace(study, item=item, coder=who, category=category)


def _blocks(item: IntArray) -> list[int]:
    """Where to cut codings whose items ascend, to sort each piece: between two items."""
    cuts = {int(np.searchsorted(item, item[at])) for at in range(0, len(item), _BLOCK)}
    return sorted({0, len(item)} | cuts)


_BLOCK = 1 << 19
"""Codings that are sorted together: 4 MB."""

_BITS = 63
"""Of a whole number of NumPy that is not negative."""


def _there(values: ColumnValues, declared: Sequence[Hashable] | None) -> BoolArray:
    """Which values are there; of cells that know which are the same, each is looked at once."""
    if not isinstance(values, Coded):
        return _present(values, declared)
    there = _present(values.distinct, declared)
    return np.ones(len(values), bool) if there.all() else there[values.codes]


def _present(values: ColumnValues, declared: Sequence[Hashable] | None) -> BoolArray:
    """Which values are there: None, NaN, NaT, NA and "" are not, unless declared categories."""
    kind = values.dtype.kind if isinstance(values, np.ndarray) else ""
    if kind in tuple("iub"):
        return np.ones(len(values), dtype=bool)
    if kind == "f":
        return ~np.isnan(values)
    if kind == "U" and not declared:
        return np.asarray(values != "")
    types = set(map(type, values))
    # One test for all cells: a call for each is slow where there are millions.
    if not declared and types <= {str, NoneType}:
        return np.fromiter(map(bool, values), bool, len(values))
    if not declared and types <= {int, bool, NoneType}:
        return np.fromiter((value is not None for value in values), bool, len(values))
    # Who declares "" or None as a category means it.
    allowed = {"", None} & set(declared or ())
    return np.fromiter((is_there(value, allowed) for value in values), bool, len(values))


def _compress(values: ColumnValues, keep: BoolArray) -> Sequence[Any]:
    if isinstance(values, Coded):
        return values.where(keep)
    return [value for value, kept in zip(values, keep.tolist(), strict=True) if kept]


_MOST_COUNTED = 50_000_000
"""One coding a count takes 24 bytes on the way. Larger sums are mostly coordinates or incomes."""


def _whole_counts(table: Any, what: str) -> IntArray:
    counts = np.asarray(table)
    # Whole numbers may come as floats: data frames make floats of counts beside a gap.
    if counts.ndim != 2 or counts.dtype.kind not in "iuf":
        raise DataError(f"the {what} must be a rectangular table of whole numbers")
    if len(bad := counts[(counts < 0) | (counts != np.rint(counts))].ravel()):
        raise DataError(
            f"the {what} must have counts, found {bad[0]}; multiply proportions by their total"
        )
    if (total := counts.sum(dtype=np.float64)) > _MOST_COUNTED:
        raise DataError(f"the {what} counts {total:.3g} labels; at most {_MOST_COUNTED:,} are read")
    return counts.astype(np.int64)


def _distinct(names: Sequence[Hashable]) -> Names:
    texts = set(map(type, names)) <= {str}
    if not texts and any(name != name for name in names):  # noqa: PLR0124
        raise DataError("NaN cannot be a name: it equals nothing, not even itself; use a word")
    if len(set(names)) < len(names):
        twice = next(n for at, n in enumerate(names) if n in list(names)[:at])
        raise DataError(f"{twice!r} is listed twice")
    return Names(names)


def _place(where: Sequence[str] | None, row: int) -> str:
    return where[row] if where is not None else f"row {row + 1}"


def _listed(names: Names) -> str:
    shown = ", ".join(repr(name) for name in names[:8])
    return shown + (", …" if len(names) > 8 else "")


def _as_trees(study: Codings) -> Codings:
    """The study, as trees or graphs where its categories are some."""
    first = type(study.categories[0]) if len(study.categories) else None
    # By what the first category can do: importing trees and graphs to ask would cost every study.
    if hasattr(first, "nodes"):
        from accord.kinds.trees.study import as_trees

        return as_trees(study)
    if hasattr(first, "concepts"):
        from accord.kinds.graphs.study import as_graphs

        return as_graphs(study)
    return study
