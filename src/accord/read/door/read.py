"""One door for all files: find out the format, read, audit."""

import gc
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from accord.model.study import Study
from accord.read.door.contents import Contents, opened
from accord.read.door.given import Paths
from accord.read.door.limits import Limits
from accord.read.door.read_options import Options


def read(
    path: Paths,
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

    `discontinuous` says what becomes of stretches with gaps: "refuse", "split", "cover" or
    "drop". Offsets that do not fit the quoted text are refused unless `trust_offsets`; `offsets`
    ("code-points" or "utf-16") says what a tool counted that does not say so itself. With
    `anonymise` coders are renamed. `limits` bounds what is taken from the files,
    `progress(done, total)` is called now and then. What was guessed, changed or dropped is in
    `study.audit`.
    """
    options = Options.of(
        kind=kind,
        item=item,
        coder=coder,
        category=category,
        coders=coders,
        categories=categories,
        absent=absent,
        delimiter=delimiter,
        encoding=encoding,
        layer=layer,
        field=field,
        coder_from=coder_from,
        discontinuous=discontinuous,
        sets=sets,
        header=header,
        dimensions=dimensions,
        limits=limits,
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
    return opened(path, format, Options.of(**options))


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
