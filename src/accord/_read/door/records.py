"""Records in memory: rows of a Hugging Face data set, Argilla records, any data frame."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from types import NoneType
from typing import Any

import numpy as np

from accord._read.door.building import build
from accord._read.door.given import File
from accord._read.door.marks import Marks, none_for_nan
from accord._read.door.merging import merged_marks
from accord._read.door.read import spelt
from accord._read.door.read_options import Options
from accord._read.formats.argilla import USERS, argilla_marks
from accord._read.formats.json_table import MANY_ROWS, table_of, table_of_columns
from accord._read.formats.table import FORMATS
from accord._read.tables.shapes import study_from_tables
from accord.errors import DataError
from accord.kinds.labels.cells import is_there, unwrapped
from accord.kinds.labels.words import numbered_words
from accord.model.names import Coded, numbered_as_met
from accord.model.study import Study


def from_records(
    data: Any,
    *,
    layer: str | None = None,
    item: str | None = None,
    coder: str | None = None,
    category: str | None = None,
    coders: Sequence[str] | None = None,
    categories: Sequence[Hashable] | None = None,
    absent: Sequence[str] = (),
    sets: str | None = None,
    fold: bool = False,
    seen: str | Mapping[Any, Sequence[Any]] | Iterable[Any] | None = None,
) -> Study:
    """A study from records: dicts (Argilla's, rows of a Hugging Face data set) or a data frame.

    Argilla's responses are recognised by their columns ("mood.responses.users"); `layer` chooses
    the question. Everything else is a table, long, wide, of units or of segments, whose columns are
    guessed as in a file and can be named. Lists in cells are sets of labels. `fold` merges names
    that differ only in spelling, as in `read`.

    :param data: Dicts, or a data frame.
    :param layer: The question, of Argilla's records.
    :param item: The column with the items.
    :param coder: The column with the coders.
    :param category: The column with the labels.
    :param coders: The columns of the coders, of a wide table.
    :param categories: All possible categories, in order.
    :param absent: Labels that mean that there is no coding.
    :param sets: What separates the labels of a cell, or "rows" where each label has its own row.
    :param fold: Whether to merge names that differ only in spelling.
    :param seen: Who saw what, where marks alone do not tell: "all" (every coder saw every
        document), "marked" (who left nothing did not see it), a column, or pairs of document and
        coder, in a list or a frame.

    >>> import accord
    >>> accord.from_records([{"id": 1, "annotator": "A", "label": ["x", "y"]},
    ...               {"id": 1, "annotator": "B", "label": ["x"]}])
    Codings(1 items, 2 coders, 2 categories, 2 codings)
    """
    options = Options(
        layer=layer,
        item=item,
        coder=coder,
        category=category,
        coders=coders,
        categories=categories,
        absent=absent,
        sets=sets,
        fold=fold,
        seen=_seen(seen),
    )
    columns = _columns(data)
    if columns is not None and not any(name.endswith(USERS) for name in columns):
        lines = list(range(1, len(next(iter(columns.values()), ())) + 1))
        table = table_of_columns(columns, lines, "frame")
        return spelt(study_from_tables([table], None, options, told=True), options)
    records = list(enumerate(_dicts(data), start=1))
    if any(isinstance(key, str) and key.endswith(USERS) for _, r in records[:1] for key in r):
        found = [(File("records", _nothing), argilla_marks(records, Marks("records")))]
        argilla = FORMATS["argilla"]
        return spelt(build(merged_marks(found, argilla, options), argilla.title, options), options)
    return spelt(
        study_from_tables([table_of(records, "records")], None, options, told=True), options
    )


def _seen(given: Any) -> Any:
    """Who saw what, from a frame as from pairs."""
    columns = None if given is None or isinstance(given, str) else _columns(given)
    if columns is None:
        return given
    from accord._read.door.coverage import pairs_of_table

    lines = list(range(1, len(next(iter(columns.values()), ())) + 1))
    return pairs_of_table(table_of_columns(columns, lines, "seen"))


def _nothing(most: int | None) -> bytes:
    return b""


def _columns(data: Any) -> dict[str, Sequence[Any]] | None:
    """The columns of a data frame with plain values; None where it is none."""
    if isinstance(data, (str, bytes, Mapping, list, tuple)):
        return None
    import narwhals as nw

    try:
        frame = nw.from_native(data, eager_only=True)
    except TypeError:
        return None
    return {str(name): _plain_column(frame.get_column(name)) for name in frame.columns}


def _plain_column(series: Any) -> Sequence[Any]:
    """The values of a column; those that repeat are looked at once."""
    native = series.to_native()
    if len(native) >= MANY_ROWS and (cells := _numbered_cells(native)) is not None:
        return cells
    held = unwrapped(native)
    if isinstance(held, np.ndarray):
        held = held.tolist()
    values: list[Any] = held if isinstance(held, list) else series.to_list()
    types = set(map(type, values))
    if types <= {str, int, bool, NoneType}:
        return values
    if types <= {str, int, bool, NoneType, float}:
        return list(map(none_for_nan, values))
    return [_plain(value) for value in values]


def _numbered_cells(column: Any) -> Coded | None:
    """The cells of a column of texts, None where one is missing; nothing where it holds more."""
    words = numbered_words(column)
    if words is None:
        return None
    values = [value if is_there(value, {""}) else None for value in words.values]
    if not set(map(type, values)) <= {str, NoneType}:
        return None
    places: dict[Any, int] = {}  # the same text in two objects is one
    rank = np.array([places.setdefault(value, len(places)) for value in values], np.int32)
    distinct, codes = numbered_as_met(list(places), rank[words.codes])
    return Coded(codes, distinct)


def _dicts(data: Any) -> Iterable[dict[str, Any]]:
    """The rows of whatever was given, as dicts with plain values."""
    if isinstance(data, (str, bytes, Mapping)):
        raise DataError(f"from_records needs rows or a data frame, got {type(data).__name__}")
    try:
        import narwhals as nw

        rows: Iterable[Any] = nw.from_native(data, eager_only=True).iter_rows(named=True)
    except TypeError:
        rows = data
    for row in rows:
        if not isinstance(row, Mapping):
            raise DataError(f"{row!r:.60} is not a record; expected a dict for each row")
        yield {str(key): _plain(value) for key, value in row.items()}


def _plain(value: Any) -> Any:
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, (tuple, set, frozenset)):
        return list(value)
    return value if is_there(value, {""}) else None
