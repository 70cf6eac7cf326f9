"""One door for all files: find out the format, read, audit."""

from collections.abc import Sequence
from os import PathLike
from pathlib import Path

from accord.errors import DataError, UnknownNameError
from accord.model.study import Study
from accord.read.columns import assign
from accord.read.coreference import read_chains
from accord.read.delimited import read_delimited
from accord.read.labels import codings_from_table
from accord.read.segments import form_of, segments_from_table
from accord.read.units import LENGTHS, units_from_table

KINDS = ("codings", "unitizings", "segmentations", "coreference")
"""What can be said to have been annotated."""


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
    kind: str | None = None,
) -> Study:
    """Read a study from a file.

    A table with a header line, long (one row per coding) or wide (one column per coder);
    columns, delimiter and encoding are guessed and can be named. What was guessed, changed
    or dropped is in `study.audit`. With `sets` categories are sets of labels: it separates the
    labels of a cell ("|"), or is "rows" where each label has its own row.

    A long table with begin and end holds units, one with masses or boundaries holds
    segmentations; `kind` ("codings", "unitizings", "segmentations") says so where the columns
    do not. Coreference chains need kind="coreference" and may be several files (`read_chains`).
    """
    if kind is not None and kind not in KINDS:
        raise UnknownNameError.of("kind of study", kind, KINDS)
    if kind == "coreference":
        return read_chains(path, delimiter=delimiter, encoding=encoding)
    if not isinstance(path, (str, PathLike)):
        raise DataError("give one table at a time")
    table = read_delimited(Path(path), delimiter=delimiter, encoding=encoding)
    if kind == "segmentations" or (kind is None and _holds_segments(table.header)):
        return segments_from_table(table, coder=coder, item=item, categories=categories)
    roles = assign(table.source, table.header, {"item": item, "coder": coder, "category": category},
                   coders)  # fmt: skip
    if kind == "unitizings" or (kind is None and roles.begin and not roles.coders):
        return units_from_table(table, roles, categories=categories)
    return codings_from_table(table, roles, categories=categories, absent=absent, sets=sets)


def _holds_segments(header: Sequence[str]) -> bool:
    """Masses, boundary strings, or places with a length, and no category of an item."""
    form = form_of(header)
    lowered = {name.lower().strip() for name in header}
    return form is not None and (form[0] != "place" or not lowered.isdisjoint(LENGTHS))
