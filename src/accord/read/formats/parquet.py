"""Parquet (extra `parquet`): tables with lists, and Argilla data sets.

Plain tables in Parquet are counted by an engine where they lie (`accord.scale.count`); this
reader is for what has to be read: columns of lists, responses, units.
"""

from pathlib import Path
from typing import Any

from accord.errors import DataError, MissingExtraError
from accord.read.door.files import File
from accord.read.door.marks import Format, Head, Marks, Options
from accord.read.formats.argilla import USERS, argilla_marks
from accord.read.formats.json_table import table_of
from accord.read.tables.delimited import Table


def sniff_parquet(head: Head) -> bool:
    """The mark at the beginning of Parquet files."""
    return head.raw[:4] == b"PAR1"


def read_parquet(file: File, options: Options) -> Table | Marks:
    """Read a Parquet file: a table, or Argilla records."""
    try:
        import pyarrow as arrow
        from pyarrow import parquet
    except ImportError:
        raise MissingExtraError.of("reading Parquet", "pyarrow", "parquet") from None
    place = "its footer, at the end, cannot be read; is the file whole?"
    broken = (arrow.ArrowException, OSError, ValueError)
    try:
        source = parquet.ParquetFile(arrow.BufferReader(file.raw()))
        size = sum(
            source.metadata.row_group(n).total_byte_size
            for n in range(source.metadata.num_row_groups)
        )
        cells = source.metadata.num_rows * source.metadata.num_columns
        # Equal values pack into nothing: what counts is how many there will be.
        options.limits.check("file", max(size, 8 * cells), file.name, "unpacked size in bytes")
        place = ""
        records = source.read().to_pylist()
    except broken as error:
        if isinstance(error, DataError):
            raise
        reason = " ".join(str(error).split())[:200]
        place = place or _damaged_column(source, broken)
        raise DataError(f"{file.name}: damaged Parquet file, {place} ({reason})") from None
    numbered = list(enumerate(records, start=1))
    if records and any(str(key).endswith(USERS) for key in records[0]):
        return argilla_marks(numbered, file.name)
    return table_of(numbered, file.name)


def _damaged_column(source: Any, broken: tuple[type[Exception], ...]) -> str:
    """The first column that cannot be read."""
    for name in source.schema_arrow.names:
        try:
            source.read(columns=[name]).to_pylist()
        except broken:
            return f"column {name!r} cannot be read"
    return f"its columns {', '.join(source.schema_arrow.names[:6])} cannot be read together"


def schema_of(path: Path) -> tuple[list[str], bool]:
    """The columns of a file and whether any is no plain value, as far as can be seen."""
    try:
        import pyarrow as arrow
        from pyarrow import parquet, types
    except ImportError:
        return [], False
    try:
        schema = parquet.read_schema(path)
    except (arrow.ArrowException, OSError, ValueError):
        return [], False
    return list(schema.names), any(types.is_nested(kind) for kind in schema.types)


FORMAT = Format("parquet", "Parquet", sniff_parquet, read_parquet, coder="either")
