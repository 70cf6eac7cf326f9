"""Parquet (extra `parquet`): tables, read as the same table in CSV would be; Argilla data sets."""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from accord._read.door.given import File
from accord._read.door.marks import Marks, none_for_nan
from accord._read.door.read_options import Options
from accord._read.formats.argilla import USERS, argilla_marks
from accord._read.formats.json_table import MANY_ROWS, json_cell, table_of_columns
from accord._read.tables.roles import Table
from accord._read.tables.shapes import are_labels
from accord._read.text.split_cells import WIDE, SplitRows
from accord.errors import DataError, MissingExtraError
from accord.model.names import CHUNK, IntArray, numbered_as_met, objects

SAVED_COUNTS = b"accord"  # the key under which files of counts describe themselves
FREELY_PACKED = 1 << 24  # so many bytes may be packed into nothing: they do no harm
INDEX = re.compile(r"__index_level_\d+__")  # what pandas calls an index without a name


def read_parquet(file: File, options: Options) -> Table | Marks:
    """Read a Parquet file: a table, or Argilla records.

    A missing value and NaN are empty cells, numbers and dates are written as text, lists are
    lists of labels: the study is that of the same table in CSV.
    """
    try:
        import pyarrow as arrow
        from pyarrow import parquet
    except ImportError:
        raise MissingExtraError.of("reading Parquet", "pyarrow", "parquet") from None
    place = "its footer cannot be read"  # what a message says as long as no column is known
    broken = (arrow.ArrowException, OSError, ValueError)
    try:
        raw = arrow.BufferReader(file.raw())
        source = parquet.ParquetFile(raw)
        _check(source, file, options)
        texts = [f.name for f in source.schema_arrow if arrow.types.is_string(f.type)]
        source = parquet.ParquetFile(raw, read_dictionary=texts)  # a long text is kept once
        place = ""
        names = source.schema_arrow.names
        if any(name.endswith(USERS) for name in names):
            return argilla_marks(
                list(enumerate(source.read().to_pylist(), start=1)), Marks(file.name)
            )
        kept = [name for name in names if not INDEX.fullmatch(name)]
        many = source.metadata.num_rows >= MANY_ROWS and 0 < len(kept) <= WIDE
        rows = _by_columns(source, kept) if many else None
        if rows is None:
            read = source.read(columns=kept)
            columns = {name: list(map(none_for_nan, _cells(read[name]))) for name in kept}
    except DataError:
        raise
    except broken as error:
        reason = " ".join(str(error).split())[:200]
        place = place or _damaged_column(source, broken)
        raise DataError(f"{file.name}: damaged Parquet file, {place} ({reason})") from None
    notes = ("ignored the index of a pandas frame",) if len(kept) < len(names) else ()
    if rows is not None:
        return Table(file.name, tuple(kept), rows, range(1, len(rows) + 1), notes)
    lines = list(range(1, source.metadata.num_rows + 1))
    return table_of_columns(columns, lines, file.name, notes)


def _by_columns(source: Any, names: Sequence[str]) -> SplitRows | None:
    """The rows of a large table by columns, one after the other, since Arrow's take more memory
    than what is kept of them: Arrow numbers the values of a column, and each different one is put
    into words once. None where a cell may be nested."""
    from pyarrow import default_memory_pool, types

    texts, codes = [], []
    schema = source.schema_arrow
    kinds = [schema.field(schema.get_field_index(name)).type for name in names]
    if any(map(types.is_nested, kinds)) or len({*names}) < len(names):
        return None
    for name in names:
        column = source.read(columns=[name]).column(0)
        kind = column.type
        if types.is_dictionary(kind):
            kind = kind.value_type
            column = column.unify_dictionaries()
        if types.is_nested(kind):
            return None
        if types.is_integer(kind) and (found := _ascending(column)) is not None:
            words, indices = found
        else:
            column = column.combine_chunks()
            if not hasattr(column, "dictionary"):
                column = column.dictionary_encode()
            words, indices = _numbered(column.dictionary.to_pylist(), column.indices, kind)
            words, indices = numbered_as_met(words, indices)
        del column
        default_memory_pool().release_unused()
        texts.append(objects(words))
        codes.append(indices)
    return SplitRows(texts, codes)


def _ascending(column: Any) -> tuple[list[str], IntArray] | None:
    """Whole numbers that never fall, as those of items often do not: nothing to look up."""
    if column.null_count or not len(column) or hasattr(column.chunk(0), "dictionary"):
        return None
    codes = np.empty(len(column), np.int32)
    words: list[str] = []
    last = None
    at = 0
    for chunk in column.chunks:
        numbers = chunk.to_numpy()
        if not len(numbers):
            continue
        if (numbers[1:] < numbers[:-1]).any() or (last is not None and numbers[0] < last):
            return None
        new = np.concatenate([[last is None or numbers[0] != last], numbers[1:] != numbers[:-1]])
        own = codes[at : at + len(numbers)]
        np.cumsum(new, dtype=np.int32, out=own)
        own += len(words) - 1
        different = numbers[new]
        for some in range(0, len(different), CHUNK):  # else as many numbers as texts are there
            words += map(str, different[some : some + CHUNK].tolist())
        last, at = numbers[-1], at + len(numbers)
    return words, codes


def _numbered(values: list[Any], indices: Any, kind: Any) -> tuple[list[str], IntArray]:
    """The different texts of a column, and which of them each cell is; no value is an empty one."""
    from pyarrow import types

    codes = indices.to_numpy(zero_copy_only=False)
    if indices.null_count:  # they come as NaN
        codes = np.where(np.isnan(codes), len(values), codes)
        values = [*values, None]
    if types.is_integer(kind) and not indices.null_count:
        return list(map(str, values)), codes.astype(np.int32)
    # Several values may be the same in words: an empty text and none, 0.0 and -0.0.
    places: dict[str, int] = {}
    rank = [places.setdefault(json_cell(none_for_nan(value)), len(places)) for value in values]
    codes = codes.astype(np.int32)
    if len(places) == len(values):  # nothing is the same: each has its own place
        return list(places), codes
    return list(places), np.array(rank, np.int32)[codes]


def _cells(column: Any) -> list[Any]:
    """The cells of a column; equal texts are one object."""
    found: list[Any] = []
    for chunk in column.chunks:
        if not hasattr(chunk, "dictionary"):
            found += chunk.to_pylist()
            continue
        texts = [*chunk.dictionary.to_pylist(), None]
        found += [texts[at] for at in chunk.indices.fill_null(len(texts) - 1).to_pylist()]
    return found


def _check(source: Any, file: File, options: Options) -> None:
    """Refuse what is too large for memory, and counts, which are no codings."""
    if SAVED_COUNTS in (source.metadata.metadata or {}):
        raise DataError(
            f"{file.name}: contains counts, not labels; accord measure and accord.scale.count read "
            "them. This needs the labels that were counted"
        )
    size = unpacked_size(source)
    options.limits.check("file", size, file.name, "unpacked size in bytes")
    if size > FREELY_PACKED:  # equal rows pack into nothing
        ratio = size // max(len(file.raw()), 1)
        options.limits.check("ratio", ratio, file.name, "unpacked over packed size")
    if are_labels(source.schema_arrow.names, options):
        options.limits.check("table", size, file.name, "size of the table in bytes")


def unpacked_size(source: Any) -> int:
    """About how many bytes an open file takes in memory, from its footer."""
    about = source.metadata
    size = sum(about.row_group(n).total_byte_size for n in range(about.num_row_groups))
    # Equal values pack into nothing: what counts is how many there will be.
    return int(max(size, 8 * about.num_rows * about.num_columns))


def _damaged_column(source: Any, broken: tuple[type[Exception], ...]) -> str:
    """The first column that cannot be read."""
    for name in source.schema_arrow.names:
        try:
            source.read(columns=[name]).to_pylist()
        except broken:
            return f"column {name!r} cannot be read"
    return f"its columns {', '.join(source.schema_arrow.names[:6])} cannot be read together"
