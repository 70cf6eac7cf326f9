"""Codings that are counted where they are: tables of an engine, and files through DuckDB."""

from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from glob import glob
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from accord.engine.count import count_frame, held_codings
from accord.engine.remote import Remote
from accord.engine.saved import is_tally, load_tally
from accord.engine.tally import Tally
from accord.engine.tally_parts import merge
from accord.errors import AccordError, DataError, MissingExtraError
from accord.model.audit import Audit
from accord.read.door.given import is_pattern, on_disk
from accord.read.door.read_options import Limits, Options
from accord.read.formats.parquet import unpacked_size
from accord.read.formats.table import detected
from accord.read.tables.roles import assign
from accord.read.tables.shapes import are_labels


def count(
    data: Any,
    *,
    item: str | None = None,
    coder: str | None = None,
    category: str | None = None,
    coders: Sequence[str] | None = None,
    categories: Sequence[Hashable] | None = None,
    absent: Sequence[Hashable] = (),
    memory: str | None = None,
) -> Tally | Remote:
    """Count the codings in a table, however large, and bring back only their patterns.

    `data` is a table of any engine that narwhals speaks (a DuckDB relation, a lazy frame of
    Polars, a table of Ibis, a data frame of Dask or Spark, or one in memory), or a path, a
    directory or a pattern ("parts/*.parquet") of Parquet or CSV files, which DuckDB reads; files
    of counts are merged. Every coefficient of the cube takes the result. `memory` bounds what the
    embedded DuckDB takes ("3GB"); what is above goes to disk.

    Where patterns do not merge (real values, very many categories) nothing is brought back:
    the result is a Remote, and the engine adds up what each coefficient needs.

    Items must be whole: all codings of one item in one table.

    >>> import pandas
    >>> frame = pandas.DataFrame({"item": [1, 1, 2, 2], "coder": list("ABAB"),
    ...                           "label": list("xyxx")})
    >>> count(frame)
    Tally(2 items, 2 coders, 2 categories, 2 patterns)
    """
    paths = _paths(data)
    given = {"item": item, "coder": coder, "category": category}
    with _placed("table" if paths is None else _source(paths)):
        return _counted(data, paths, given, coders, categories, absent, memory)


def _counted(
    data: Any,
    paths: list[str] | None,
    given: dict[str, str | None],
    coders: Sequence[str] | None,
    categories: Sequence[Hashable] | None,
    absent: Sequence[Hashable],
    memory: str | None,
) -> Tally | Remote:
    if paths is not None:
        counts = [path for path in paths if is_tally(path)]
        if len(counts) == len(paths):
            return merge(load_tally(path) for path in paths)
        if counts:
            other = next(path for path in paths if path not in counts)
            raise DataError(
                f"{counts[0]} holds counts, {other} holds codings; count the codings first "
                "(accord count), then measure the counts together"
            )
    frame = data if paths is None else _relation(paths, memory)
    source = "table" if paths is None else _source(paths)
    import narwhals as nw

    header = nw.from_native(frame).lazy().collect_schema().names()
    roles = assign(source, header, given, coders)
    column = roles.coders[0] if roles.coders else roles.category
    options: dict[str, Any] = {
        "categories": None if categories is None else _as_in(frame, column, categories),
        "absent": _as_in(frame, column, absent),
    }
    if roles.coders:
        result = count_frame(frame, coders=roles.coders, item=roles.item, **options)
    else:
        result = count_frame(
            frame,
            item=roles.item or roles.document,
            coder=roles.coder,
            category=roles.category,
            **options,
        )
    if paths is not None and isinstance(result, Tally) and isinstance(result.source, partial):
        _, *told = result.source.args  # all but the relation, which would keep DuckDB alive
        result = replace(result, source=partial(_reopened, paths, memory, tuple(told)))
    note = f"columns: {roles.describe()}"
    return replace(result, audit=Audit(source, "counted", 0, 0, (note,)))


@contextmanager
def _placed(source: str) -> Iterator[None]:
    """What an engine says about damaged or unfit data, as an error with its place."""
    try:
        yield
    except DataError as error:
        if source in str(error) or source == "table":
            raise
        raise type(error)(f"{source}: {error}") from None
    except Exception as error:
        origin = type(error).__module__.partition(".")[0]
        if isinstance(error, AccordError) or origin not in ("_duckdb", "duckdb", "narwhals"):
            raise
        reason = str(error).partition("\n")[0]
        raise DataError(f"{source}: cannot be counted ({reason})") from error


def _reopened(paths: list[str], memory: str | None, given: tuple[Any, ...]) -> Remote:
    """The files opened again, for what their counts do not tell."""
    return held_codings(_relation(paths, memory), *given)


def _as_in(frame: Any, column: str | None, values: Sequence[Hashable]) -> list[Any]:
    """Names from a command line as the column has them: numbers where it holds numbers."""
    import narwhals as nw

    schema = nw.from_native(frame).lazy().collect_schema()
    if column is None or not schema[column].is_numeric():
        return list(values)
    try:
        return [
            (int(v) if v.lstrip("-").isdigit() else float(v)) if isinstance(v, str) else v
            for v in values
        ]
    except ValueError:
        odd = next(v for v in values if isinstance(v, str))
        raise DataError(f"column {column!r} holds numbers, and {odd!r} is none") from None


def is_counted(paths: Sequence[str], options: Options) -> bool:
    """Whether files are for an engine: counts, or tables of labels beyond the limit of memory."""
    files = [file for path in paths for file in _files(path)]
    if not files or not all(Path(file).is_file() for file in files):
        return False
    formats = {_format(file) for file in files}
    if "parquet" in formats and any(map(is_tally, files)):
        return True
    if formats not in ({"parquet"}, {"table"}):
        return False
    if sum(_size(file, formats == {"parquet"}) for file in files) <= options.limits.table:
        return False
    return are_labels(_relation(files, None).columns, options)


def _format(path: str) -> str:
    """The format of a file, as the door finds it."""
    format = detected(on_disk(Path(path), Path(path).name, Limits()))
    return "" if format is None else format.name


def _size(path: str, packed: bool) -> int:
    """How many bytes a table takes, after unpacking."""
    if not packed:
        return Path(path).stat().st_size
    from pyarrow import parquet

    return unpacked_size(parquet.ParquetFile(path))


def _paths(data: Any) -> list[str] | None:
    """The files meant: themselves, in a directory, or by a pattern; None for a frame."""
    given = [data] if isinstance(data, (str, PathLike)) else data
    if not isinstance(given, (list, tuple)):
        return None
    found = [file for path in given for file in _files(fspath(path))]
    if not found:
        raise DataError(f"{', '.join(map(str, given))}: no Parquet or CSV file found")
    for path in found:
        if not Path(path).exists():
            raise DataError(f"{path}: no such file")
    return found


def _files(path: str) -> list[str]:
    """The files of a path, of a directory or of a pattern, whether or not they are there."""
    if Path(path).is_dir():
        inside = [p for p in sorted(Path(path).rglob("*")) if p.suffix in (".parquet", ".csv")]
        return [*map(str, inside)]
    return sorted(glob(path, recursive=True)) if is_pattern(path) else [path]


def _source(paths: list[str]) -> str:
    return Path(paths[0]).name + (f" and {len(paths) - 1} more" if len(paths) > 1 else "")


def _relation(paths: list[str], memory: str | None) -> Any:
    """A relation over Parquet or CSV files, all of one kind."""
    kinds = {_format(path) for path in paths}
    if len(kinds) > 1:
        raise DataError(f"files of several kinds ({', '.join(sorted(kinds))}); give one kind")
    try:
        import duckdb
        import pyarrow  # noqa: F401  # what DuckDB brings its answers back in
    except ImportError as error:
        library = str(error.name or "duckdb").partition(".")[0]
        raise MissingExtraError.of("a directory or pattern of files", library, "scale") from None
    connection = duckdb.connect()
    if memory is not None:
        try:
            connection.execute("SET memory_limit = ?", [memory])
        except duckdb.Error as error:
            raise DataError(f"memory {memory!r}: {error}; write it as 3GB") from None
    # An order of rows that nobody needs would cost memory.
    connection.execute("SET preserve_insertion_order = false")
    try:
        if kinds == {"parquet"}:
            return connection.read_parquet(paths)
        return connection.read_csv(paths)  # type: ignore[arg-type]  # takes lists, too
    except duckdb.Error as error:
        raise DataError(f"{_source(paths)}: {error}") from None
