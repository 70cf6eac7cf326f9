"""One door for all files: find out the format, read, audit."""

from collections.abc import Sequence
from os import PathLike
from pathlib import Path

from accord.errors import DataError
from accord.model.study import Study
from accord.read.columns import assign
from accord.read.delimited import read_delimited
from accord.read.labels import codings_from_table


def read(
    path: str | PathLike[str] | Sequence[str | PathLike[str]],
    *,
    item: str | None = None,
    coder: str | None = None,
    category: str | None = None,
    coders: Sequence[str] | None = None,
    categories: Sequence[str] | None = None,
    absent: Sequence[str] = (),
    sets: str | None = None,
    delimiter: str | None = None,
    encoding: str | None = None,
) -> Study:
    """Read a study from a file.

    A table with a header line, long (one row per coding) or wide (one column per coder);
    columns, delimiter and encoding are guessed and can be named. What was guessed, changed
    or dropped is in `study.audit`. With `sets` categories are sets of labels: it separates the
    labels of a cell ("|"), or is "rows" where each label has its own row.
    """
    if not isinstance(path, (str, PathLike)):
        raise DataError("give one table at a time")
    table = read_delimited(Path(path), delimiter=delimiter, encoding=encoding)
    roles = assign(table.source, table.header, {"item": item, "coder": coder, "category": category},
                   coders)  # fmt: skip
    return codings_from_table(table, roles, categories=categories, absent=absent, sets=sets)
