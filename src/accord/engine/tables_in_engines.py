"""Codings that are counted where they are: tables of an engine, and files through DuckDB."""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import partial
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from accord.engine.count import count_frame, held_codings
from accord.engine.remote import Remote
from accord.engine.saved import is_tally, load_tally
from accord.engine.tally import Tally
from accord.engine.tally_parts import merge
from accord.errors import DataError, MissingExtraError
from accord.model.audit import Audit
from accord.read.formats.parquet import schema_of
from accord.read.tables.columns import ROLES, assign

WILD = "*?["

LARGE = 1 << 30
"""CSV of more bytes is counted by an engine instead of being read."""


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
    roles = assign(source, header, {"item": item, "coder": coder, "category": category}, coders)
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
        _, *given = result.source.args  # all but the relation, which would keep DuckDB alive
        result = replace(result, source=partial(_reopened, paths, memory, tuple(given)))
    note = f"columns: {roles.describe()}"
    return replace(result, audit=Audit(source, "counted", 0, 0, (note,)))


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


def is_counted(data: Any, codings: bool = False) -> bool:
    """Whether `data` is to be counted by an engine: a frame, plain tables in Parquet, or CSV that
    is too large to be held. Lists are read, and so are units, unless these are `codings`."""
    paths = [data] if isinstance(data, (str, PathLike)) else data
    if not isinstance(paths, (list, tuple)):
        return codings or _counted_frame(data)
    if bool(paths) and all(_is_parquet(Path(path)) for path in paths):
        return all(_is_plain(Path(path), codings) for path in paths)
    if _size_of_csv(paths) <= LARGE:
        return False
    return codings or not _units(_relation(_paths(data) or [], None).columns)


def fitted(data: Any) -> Any:
    """Patterns ("parts/*.csv") as the files that fit; all else as it is."""
    if isinstance(data, (str, PathLike)):
        found = _fitting(data)
        return found[0] if len(found) == 1 else found
    if isinstance(data, (list, tuple)):
        return [file for path in data for file in _fitting(path)]
    return data


def _fitting(path: Any) -> list[Any]:
    if not isinstance(path, (str, PathLike)) or not _is_pattern(fspath(path)):
        return [path]
    from glob import glob

    found = sorted(glob(fspath(path), recursive=True))
    if not found:
        raise DataError(f"{path}: no file fits this pattern")
    return found


def _is_pattern(path: str) -> bool:
    return any(sign in path for sign in WILD) and not Path(path).exists()


def _counted_frame(frame: Any) -> bool:
    import narwhals as nw

    if _units(nw.from_native(frame).lazy().collect_schema().names()):
        raise DataError(
            "the table has a begin and an end in each row: units, which no engine counts; write it "
            "to a file and read that, or count its categories with accord.scale.count"
        )
    return True


def _units(header: Sequence[str]) -> bool:
    """Whether rows have a begin and an end."""
    names = {name.lower().strip() for name in header}
    return not names.isdisjoint(ROLES["begin"]) and not names.isdisjoint(ROLES["end"])


def _size_of_csv(paths: Sequence[Any]) -> int:
    """How many bytes there are, if all files are CSV; else 0."""
    files = [
        file
        for path in map(Path, paths)
        for file in (path.rglob("*") if path.is_dir() else [path])
        if not file.is_dir()
    ]
    if not files or any(file.suffix != ".csv" or not file.is_file() for file in files):
        return 0
    return sum(file.stat().st_size for file in files)


def _is_plain(path: Path, codings: bool) -> bool:
    """Whether a Parquet file, or the first of a folder, is a plain table of no units."""
    if path.is_dir():
        path = next(file for file in sorted(path.rglob("*.parquet")))
    names, nested = schema_of(path)
    return not nested and (codings or not _units(names))


def _is_parquet(path: Path) -> bool:
    if path.is_dir():
        return any(path.rglob("*.parquet"))
    return path.suffix == ".parquet"


def _paths(data: Any) -> list[str] | None:
    """The files meant: themselves, in a directory, or by a pattern; None for a frame."""
    given = [data] if isinstance(data, (str, PathLike)) else data
    if not isinstance(given, (list, tuple)):
        return None
    found: list[str] = []
    for path in map(fspath, given):
        if Path(path).is_dir():
            inside = [p for p in sorted(Path(path).rglob("*")) if p.suffix in (".parquet", ".csv")]
            found += map(str, inside)
        elif _is_pattern(path):
            from glob import glob

            found += sorted(glob(path, recursive=True))
        else:
            found.append(path)
    if not found:
        raise DataError(f"{', '.join(map(str, given))}: no Parquet or CSV file is there")
    for path in found:
        if not Path(path).exists():
            raise DataError(f"{path}: no such file")
    return found


def _source(paths: list[str]) -> str:
    return Path(paths[0]).name + (f" and {len(paths) - 1} more" if len(paths) > 1 else "")


def _relation(paths: list[str], memory: str | None) -> Any:
    """A relation over Parquet or CSV files, all of one kind."""
    kinds = {Path(path).suffix.lower() for path in paths}
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
        if kinds == {".parquet"}:
            return connection.read_parquet(paths)
        return connection.read_csv(paths)  # type: ignore[arg-type]  # takes lists, too
    except duckdb.Error as error:
        raise DataError(f"{_source(paths)}: {error}") from None
