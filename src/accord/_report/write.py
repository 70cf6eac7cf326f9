"""A study as accord's own JSON Lines (lossless) or as a plain table; see docs/format.md."""

import json
from collections.abc import Iterator, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from accord._measure.cube.kernel import Countable, expanded
from accord._read.formats.delimited import write_rows
from accord._read.formats.line_values import no_table, with_seen
from accord.engine.any_data import takes_data
from accord.errors import DataError
from accord.kinds.kind import kind_of, kind_words
from accord.model.study import Study
from accord.whole_files import whole_file

DELIMITERS = {".csv": ",", ".tsv": "\t", ".tab": "\t"}


@takes_data
def write(
    study: Study | Countable, path: str | PathLike[str], *, format: str | None = None
) -> list[str]:
    """Write a study to a file: .jsonl (complete), .csv, .tsv, or the format of a tool.

    `format` is "brat", "webanno", "conllu" (folders), "label-studio", "prodigy" or "refi"
    (REFI-QDA, a .qdpx). Returns a list of what the format cannot hold.

    :param study: The study.
    :param path: The file or folder.
    :param format: A tool's format; by default the ending of the path decides.

    >>> import accord
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "study.csv")
    ...     missing = accord.write(accord.from_coders({"A": "xy", "B": "xx"}), path)
    ...     first = path.read_text().splitlines()[:2]
    >>> first, missing
    (['item,coder,category', '0,A,x'], [])
    """
    study, path = expanded(study), Path(path)
    suffix = written_as(path, format)
    if suffix not in (".jsonl", *DELIMITERS):
        from accord._report.write_back import write_back

        return write_back(study, path, suffix)
    with whole_file(path) as part, part.open("w", encoding="utf-8", newline="") as stream:
        if suffix == ".jsonl":
            stream.writelines(f"{line}\n" for line in lines(study))
        else:
            write_rows(stream, rows_to_write(study), DELIMITERS[suffix])
    return []


def written_as(path: str | PathLike[str], format: str | None) -> str:
    """How a file of this name is written: its suffix, or the name of a tool's format."""
    suffix = Path(path).suffix.lower()
    if format is not None or suffix == ".qdpx":
        return format or "refi"
    if suffix not in (".jsonl", *DELIMITERS):
        raise DataError(
            f"{path}: unknown file type; use .jsonl, .csv or .tsv, or name the tool to write it for"
        )
    return suffix


def lines(study: Study) -> Iterator[str]:
    """The lines of accord's own format: a header, then what every item or document holds."""
    to_lines = kind_of(study).ability("to_lines")
    if to_lines is None:
        raise DataError(
            f"{kind_words(study)} cannot be written as one file. Write the parts one by one"
        )
    if len(set(study.items)) < len(study.items):
        raise DataError("an item occurs twice (a bootstrap sample), which cannot be written")
    for record in to_lines(study):
        yield json.dumps(record, ensure_ascii=False, allow_nan=False)


def rows_to_write(study: Study) -> Iterator[Sequence[Any]]:
    """A study as rows of a table, the first of which is the header; only what a table can hold."""
    to_rows = kind_of(study).ability("to_rows")
    if to_rows is None:
        raise no_table(study)
    yield from (
        with_seen(study, to_rows(study)) if kind_of(study).holds_documents else to_rows(study)
    )
