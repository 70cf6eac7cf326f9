"""Tables of labels in files, opened by an embedded DuckDB as the door would read them."""

from collections.abc import Hashable, Mapping, Sequence
from glob import escape, glob
from os import PathLike, fspath
from os.path import abspath
from pathlib import Path
from typing import Any

from accord._read.door.given import is_pattern, on_disk
from accord._read.door.read_options import Limits, Options, check_width
from accord._read.formats.delimited import guessed_delimiter
from accord._read.formats.json_table import LARGEST_WHOLE
from accord._read.formats.parquet import INDEX, unpacked_size
from accord._read.formats.table import detected
from accord._read.tables.label_rows import missing_marks, missing_note, typed_labels
from accord._read.tables.shapes import are_labels
from accord.engine.frames import SPACES
from accord.engine.tally_files import is_tally
from accord.errors import DataError, MissingExtraError
from accord.words.said import said

NUMBERS = (
    *(f"{sign}{size}INT" for sign in ("", "U") for size in ("TINY", "SMALL", "BIG", "HUGE")),
    *("INTEGER", "UINTEGER", "FLOAT", "DOUBLE"),
)
"""The engine's types of numbers."""

MOST_DISTINCT = 1_000_000
"""The most different labels that are looked at one by one."""


def paths_of(data: Any) -> list[str] | None:
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
        return [str(p) for p in inside if p.is_file()]  # a pipe would never end
    return sorted(glob(path, recursive=True)) if is_pattern(path) else [path]


def source_of(paths: Sequence[str]) -> str:
    """What files are called in messages."""
    return Path(paths[0]).name + (f" and {len(paths) - 1} more" if len(paths) > 1 else "")


def is_counted(paths: Sequence[str], options: Options) -> bool:
    """Whether files are for an engine: counts, or tables of labels beyond the limit of memory."""
    files = [file for path in paths for file in _files(path)]
    if not files or not all(Path(file).is_file() for file in files):
        return False
    formats = {_format(file) for file in files}
    if "parquet" in formats and any(map(is_tally, files)):
        return True
    # Only tables can be streamed; files of tools need to be read whole.
    if formats not in ({"parquet"}, {"table"}):
        return False
    if sum(_size(file, formats == {"parquet"}) for file in files) <= options.limits.table:
        return False
    # By the header alone: a table of spans of any size is read in memory, since engines count
    # labels.
    return are_labels(relation(files, None).columns, options)


def _format(path: str) -> str:
    """The format of a file, as the door finds it."""
    format = detected(on_disk(Path(path), Path(path).name, Limits()))
    return "" if format is None else format.name


def _size(path: str, packed: bool) -> int:
    """How many bytes a table takes, after unpacking."""
    if not packed:
        return Path(path).stat().st_size
    from pyarrow import parquet

    with open(path, "rb") as stream:  # its name need not be UTF-8
        return unpacked_size(parquet.ParquetFile(stream))


def relation(paths: list[str], memory: str | None) -> Any:
    """A relation over Parquet or CSV files, all of one kind; cells of CSV are text."""
    kinds = {_format(path) for path in paths}
    if len(kinds) > 1:
        raise DataError(f"files of several formats ({', '.join(sorted(kinds))}). Give one format")
    try:
        import duckdb
        import pyarrow  # noqa: F401  # what DuckDB brings its answers back in
    except ImportError as error:
        library = str(error.name or "duckdb").partition(".")[0]
        raise MissingExtraError.of("counting files", library, "scale") from None
    connection = duckdb.connect()
    if memory is not None:
        try:
            connection.execute("SET memory_limit = ?", [memory])
        except duckdb.Error as error:
            raise DataError(f"memory {memory!r}: {error}; write it as 3GB") from None
    # An order of rows that nobody needs would cost memory.
    connection.execute("SET preserve_insertion_order = false")
    # DuckDB takes names for patterns and for addresses: a file that is there is neither.
    named = [escape(abspath(path)) for path in paths]
    for path in named:
        try:
            path.encode("utf-8")
        except UnicodeEncodeError:
            raise DataError(f"{path}: the file name is not UTF-8. Rename the file") from None
    try:
        if kinds == {"parquet"}:
            table = connection.read_parquet(named)
            check_width(source_of(paths), len(table.columns))
            kept = [name for name in table.columns if not INDEX.fullmatch(name)]
            return table.project(*map(duckdb.ColumnExpression, kept))
        return connection.read_csv(
            named,  # type: ignore[arg-type]  # takes lists, too
            all_varchar=True,
            header=True,
            sep=_delimiter(paths[0]),
            quotechar='"',
            escapechar='"',
        )
    except duckdb.Error as error:
        reason = str(error).partition("\n")[0]
        raise DataError(f"{source_of(paths)}: {reason}") from None


_LONGEST_LABEL = 10_000
"""Characters of a label that an engine counts: a file of a few kB can hold a text of 100 kB in
60,000 rows, and each of them takes its place."""

LOOKED_AT_CHARACTERS = 20_000_000
"""Characters of the rows that are looked at to tell what columns are."""


def longest_texts(table: Any, paths: Sequence[str]) -> dict[str, int]:
    """How long the longest text of each column is, where files can pack long ones: Parquet."""
    if _format(paths[0]) != "parquet":
        return {}
    kinds = zip(table.columns, map(str, table.types), strict=True)
    texts = [name for name, kind in kinds if kind == "VARCHAR"]
    if not texts:
        return {}
    quoted = ['"' + name.replace('"', '""') + '"' for name in texts]
    found = table.aggregate(", ".join(f"max(strlen({name}))" for name in quoted)).fetchall()[0]
    return {name: size or 0 for name, size in zip(texts, found, strict=True)}


def check_labels(source: str, columns: Sequence[str], longest: Mapping[str, int]) -> None:
    """Refuse texts where labels should be: nobody chose among them, and all would be held."""
    for name in columns:
        if longest.get(name, 0) > _LONGEST_LABEL:
            raise DataError(
                f"{source}: column {name!r} has a text of {longest[name]:,} characters; labels, "
                f"coders and items that are counted have {_LONGEST_LABEL:,} at most"
            )


def with_commas(paths: Sequence[str]) -> bool:
    """Whether a comma may separate what a cell holds: no other sign separates the cells."""
    return _format(paths[0]) == "parquet" or _delimiter(paths[0]) == ","


def _delimiter(path: str) -> str:
    with open(path, encoding="utf-8-sig", errors="replace") as file:
        return guessed_delimiter(file.read(20_001), Path(path).suffix)


def typed_columns(
    table: Any,
    columns: Sequence[str],
    categories: Sequence[Hashable] | None,
    absent: Sequence[Hashable],
) -> tuple[Any, list[str], Sequence[Hashable]]:
    """Labels that are text as in a table that is read: without spaces around them, and numbers
    where all of them are (`typed_labels` says which spellings are one number).

    Beside the table, what to note and which labels must still be taken for absent.
    """
    types = dict(zip(table.columns, map(str, table.types), strict=True))
    kinds = {types[name] for name in columns}
    # Numbers are what they are, and types that no reader writes (dates, lists) are left to the
    # checks of labels.
    if kinds <= {*NUMBERS} or not kinds <= {"VARCHAR", "BOOLEAN", *NUMBERS}:
        return table, [], absent
    quoted = ['"' + name.replace('"', '""') + '"' for name in columns]
    if kinds != {"VARCHAR"}:
        written = (
            f"{_written(name, types[plain])} AS {name}"
            for name, plain in zip(quoted, columns, strict=True)
        )
        table = table.project(f"* REPLACE ({', '.join(written)})")
    found = table.query("study", f"{_distinct(quoted)} LIMIT {MOST_DISTINCT + 1}").fetchall()
    raw = [label for (label,) in found]
    marks = [] if categories else missing_marks(dict.fromkeys(map(str.strip, raw)))
    absent = (*absent, *marks)
    gone = ", ".join(_literal(str(name)) for name in ("", *absent))
    texts = [f"trim({name}, {_literal(SPACES)})" for name in quoted]
    texts = [f"CASE WHEN {text} NOT IN ({gone}) THEN {text} END" for text in texts]
    there = [text for text in dict.fromkeys(map(str.strip, raw)) if text and text not in absent]
    many = len(raw) > MOST_DISTINCT  # they can only be real values
    note, number = _number(table, _distinct(texts), None if many else there, categories)
    if not (many or number) and raw == there:
        return table, [], ()  # as it is
    cells = [number.format(text) for text in texts] if number else texts
    named = (f"{cell} AS {name}" for cell, name in zip(cells, quoted, strict=True))
    notes = [*([note] if note else []), *([missing_note(marks)] if marks else [])]
    return table.project(f"* REPLACE ({', '.join(named)})"), notes, ()


def _written(name: str, kind: str) -> str:
    """A cell as the readers write it: 1 for 1.0, nothing for NaN."""
    text = f"CAST({name} AS VARCHAR)"
    if kind not in ("DOUBLE", "FLOAT"):
        return text
    whole = f"{name} = trunc({name}) AND abs({name}) < {LARGEST_WHOLE:.0f}"
    short = f"WHEN {whole} THEN CAST(CAST({name} AS BIGINT) AS VARCHAR)"
    return f"CASE WHEN isnan({name}) THEN NULL {short} ELSE {text} END"


def _distinct(cells: Sequence[str]) -> str:
    """The different labels of columns."""
    each = " UNION ALL ".join(f"SELECT {cell} AS label FROM study" for cell in cells)
    return f"SELECT DISTINCT label FROM ({each}) WHERE label IS NOT NULL"


def _number(
    table: Any, distinct: str, labels: list[str] | None, categories: Sequence[Hashable] | None
) -> tuple[str, str]:
    """What to note, and how text becomes a number; nothing where labels are no numbers."""
    import duckdb

    kind, different = "DOUBLE", None
    note: str = said("read.labels-numbers")
    if labels is not None:
        names = [name for name in categories or () if isinstance(name, str)]
        numbers, _, notes = typed_labels([*labels], names)
        if not notes or any(isinstance(value, str) for value in numbers):
            return "", ""
        note = notes[0]
        different = len({*numbers})
        kind = "BIGINT" if all(isinstance(value, int) for value in numbers) else "DOUBLE"
    how = f"TRY_CAST(replace({{}}, ',', '.') AS {kind})" if "comma" in note else ""
    how = how or f"TRY_CAST({{}} AS {kind})"
    value = how.format("label")
    # The engine must see the same numbers, as many as a reader does.
    wanted = "count(*)" if different is None else str(different)
    finite = f"bool_and(isfinite({value}::DOUBLE)) AND count({value}) = count(*)"
    plan = f"SELECT {wanted} = count(DISTINCT {value}) AND {finite} FROM"
    if labels is None:
        alike = table.query("study", f"{plan} ({distinct})").fetchall()
    else:
        plan += " (SELECT unnest(?) AS label)"
        alike = duckdb.connect().execute(plan, [labels]).fetchall()
    return (note, how) if alike[0][0] else ("", "")


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
