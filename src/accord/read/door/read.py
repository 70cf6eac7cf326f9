"""One door for all files: find out the format, read, audit."""

import gc
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import Any

from accord.errors import AccordError, DataError, UnknownNameError
from accord.model.study import Study
from accord.read.door.limits import Limits
from accord.read.door.marks import Options
from accord.read.door.opening import Contents, Paths, opened

KINDS = ("codings", "unitizings", "segmentations", "coreference")
"""What can be said to have been annotated."""


def read(
    path: Paths | Any,
    *,
    format: str | None = None,
    layer: str | None = None,
    field: str | None = None,
    coder_from: str | None = None,
    item: str | None = None,
    coder: str | None = None,
    category: str | None = None,
    coders: Sequence[str] | None = None,
    categories: Sequence[Hashable] | None = None,
    absent: Sequence[str] = (),
    sets: str | None = None,
    dimensions: Sequence[str] | None = None,
    header: str | None = None,
    delimiter: str | None = None,
    encoding: str | None = None,
    kind: str | None = None,
    discontinuous: str = "refuse",
    trust_offsets: bool = False,
    offsets: str | None = None,
    anonymise: bool = False,
    limits: Limits | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Study:
    """Read a study from a file, several files (one a coder), folders, patterns of files
    ("parts/*.csv"), or a zip archive.

    The format is found out from the content unless `format` names it (`accord.read.formats.table`).
    `layer` and `field` choose what to read where a file holds several layers; `coder_from`
    says where coders are: "field", "file", "folder", "suffix", "layer", or a pattern with one
    group that finds the coder in the path.

    Tables are long (one row per coding) or wide (one column per coder); columns, delimiter
    and encoding are guessed and can be named; `header` names the columns of a table without
    a header line. With `sets` categories are sets of labels: it separates the labels of a cell
    ("|"), or is "rows" where each label has its own row. `dimensions` names the columns of
    several dimensions, or the one column that says which dimension a row is about. A long
    table with begin and end holds units, one with masses or boundaries holds segmentations;
    `kind` (KINDS) says so where the columns do not. A table of mentions with a column
    `chain` holds coreference chains; kind="coreference" says so where it is called otherwise.

    Parquet files, CSV of more than a gigabyte and tables of an engine (a DuckDB relation, a
    lazy frame of Polars, Dask, Spark, Ibis) are counted where they are and come back as a Tally
    (`accord.scale.count`); files of counts are merged.

    `discontinuous` says what becomes of stretches with gaps: "refuse", "split", "cover" or
    "drop". Offsets that do not fit the quoted text are refused unless `trust_offsets`; `offsets`
    ("code-points" or "utf-16") says what a tool counted that does not say so itself. With
    `anonymise` coders are renamed. `limits` bounds what is taken from the files,
    `progress(done, total)` is called now and then. What was guessed, changed or dropped is in
    `study.audit`.
    """
    from accord.engine.tables_in_engines import count, fitted, is_counted
    from accord.read.door.chains import read_chains

    path = fitted(path)
    if kind is not None and kind not in KINDS:
        raise UnknownNameError.of("kind of study", kind, KINDS)
    if kind == "coreference":
        with _as_data_error(path):
            return read_chains(path, delimiter=delimiter, encoding=encoding, limits=limits)
    other = None if kind == "codings" else kind
    plain = not any(
        (
            format,
            layer,
            field,
            sets,
            dimensions,
            coder_from,
            anonymise,
            other,
            header,
            delimiter,
            encoding,
        )
    )
    if plain and is_counted(path, kind == "codings"):
        with _as_data_error(path):
            return count(
                path,
                item=item,
                coder=coder,
                category=category,
                coders=coders,
                categories=categories,
                absent=absent,
            )
    options = Options(
        kind=kind,
        item=item,
        coder=coder,
        category=category,
        coders=None if coders is None else tuple(coders),
        categories=None if categories is None else tuple(categories),
        absent=tuple(absent),
        delimiter=delimiter,
        encoding=encoding,
        layer=layer,
        field=field,
        coder_from=coder_from,
        discontinuous=discontinuous,
        sets=sets,
        header=header,
        dimensions=None if dimensions is None else tuple(dimensions),
        limits=limits or Limits(),
        progress=progress,
        anonymise=anonymise,
        trust_offsets=trust_offsets,
        offsets=offsets,
    )
    with _undisturbed():
        return opened(path, format, options).study()


def contents(path: Paths, **options: Any) -> Contents:
    """What files hold, before anything is chosen: the format and the layers of the files.

    Takes the options of `read`; `contents(path).study()` is what `read` gives.
    """
    format = options.pop("format", None)
    lists = {"coders", "categories", "absent", "dimensions"} & set(options)
    chosen = Options(**{**options, **{key: tuple(options[key]) for key in lists}})
    return opened(path, format, chosen)


@contextmanager
def _as_data_error(path: Any) -> Iterator[None]:
    """What an engine says about a damaged file, as an error with its place."""
    paths = [path] if isinstance(path, (str, PathLike)) else path
    names = [Path(one).name for one in paths] if isinstance(paths, (list, tuple)) else []
    place = ", ".join(names[:3]) or type(path).__name__
    try:
        yield
    except DataError as error:
        if not names or any(name in str(error) for name in names):
            raise
        raise type(error)(f"{place}: {error}") from None
    except Exception as error:
        origin = type(error).__module__.partition(".")[0]
        if isinstance(error, AccordError) or origin not in ("_duckdb", "duckdb", "narwhals"):
            raise
        reason = str(error).partition("\n")[0]
        raise DataError(f"{place}: cannot be counted ({reason})") from error


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Without the search for reference cycles, which rows of a large table set off all the time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
