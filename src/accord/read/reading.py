"""One door for all files: find out the format, read, audit."""

import gc
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from os import PathLike
from typing import Any

from accord.errors import AccordError, DataError, UnknownNameError
from accord.model.audit import Audit
from accord.model.names import Names
from accord.model.study import Study
from accord.read.limits import Limits

Paths = str | PathLike[str] | Sequence[str | PathLike[str]]
KINDS = ("codings", "unitizings", "segmentations", "coreference")
"""What can be said to have been annotated."""
_DAMAGE = (TypeError, ValueError, KeyError, IndexError, AttributeError, RecursionError,
           OverflowError, StopIteration, AssertionError)  # fmt: skip


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
    anonymise: bool = False,
    limits: Limits | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Study:
    """Read a study from a file, several files (one a coder), folders, or a zip archive.

    The format is found out from the content unless `format` names it (`accord.read.formats`).
    `layer` and `field` choose what to read where a file holds several layers; `coder_from`
    says where coders are: "field", "file", "folder", "suffix", "layer", or a pattern with one
    group that finds the coder in the path.

    Tables are long (one row per coding) or wide (one column per coder); columns, delimiter
    and encoding are guessed and can be named; `header` names the columns of a table without
    a header line. With `sets` categories are sets of labels: it separates the labels of a cell
    ("|"), or is "rows" where each label has its own row. `dimensions` names the columns of
    several dimensions, or the one column that says which dimension a row is about. A long
    table with begin and end holds units, one with masses or boundaries holds segmentations;
    `kind` (KINDS) says so where the columns do not. A table of coreference chains needs
    kind="coreference".

    Parquet files and tables of an engine (a DuckDB relation, a lazy frame of Polars, Dask,
    Spark) are counted where they are and come back as a Tally (`accord.count`); files of
    counts are merged.

    `discontinuous` says what becomes of stretches with gaps: "refuse", "split", "cover" or
    "drop". Offsets that do not fit the quoted text are refused unless `trust_offsets`. With
    `anonymise` coders are renamed. `limits` bounds what is taken from the files,
    `progress(done, total)` is called now and then. What was guessed, changed or dropped is in
    `study.audit`.
    """
    from accord.read.coreference import read_chains
    from accord.read.counting import count, is_counted
    from accord.read.marks import Options

    if kind is not None and kind not in KINDS:
        raise UnknownNameError.of("kind of study", kind, KINDS)
    if kind == "coreference":
        return read_chains(path, delimiter=delimiter, encoding=encoding)
    plain = not any((format, layer, field, sets, dimensions, coder_from, anonymise, kind))
    if plain and is_counted(path):
        with _as_data_error(path):
            return count(path, item=item, coder=coder, category=category, coders=coders,
                         categories=categories, absent=absent)  # fmt: skip
    options = Options(
        kind=kind, item=item, coder=coder, category=category,
        coders=None if coders is None else tuple(coders),
        categories=None if categories is None else tuple(categories),
        absent=tuple(absent), delimiter=delimiter, encoding=encoding, layer=layer, field=field,
        coder_from=coder_from, discontinuous=discontinuous, sets=sets, header=header,
        dimensions=None if dimensions is None else tuple(dimensions),
        limits=limits or Limits(), progress=progress, anonymise=anonymise,
        trust_offsets=trust_offsets,
    )  # fmt: skip
    with _undisturbed():
        return _opened(path, format, options).study()


def contents(path: Paths, **options: Any) -> "Contents":
    """What files hold: format, documents, coders, layers with the kind of study each yields."""
    from accord.read.marks import Options

    format = options.pop("format", None)
    lists = {"coders", "categories", "absent", "dimensions"} & set(options)
    chosen = Options(**{**options, **{key: tuple(options[key]) for key in lists}})
    return _opened(path, format, chosen)


@dataclass(frozen=True, slots=True)
class Contents:
    """What was found in the files, before a layer is chosen."""

    format: Any
    options: Any
    tables: tuple[Any, ...] = ()
    table_coders: tuple[str, ...] | None = None
    marks: Any = None
    whole: Study | None = None
    notes: tuple[str, ...] = ()

    def study(self) -> Study:
        """The study of the layer and field chosen in the options."""
        from accord.read.building import build
        from accord.read.tables import study_from_tables

        if self.whole is not None:
            study = self.whole
        elif self.tables:
            study = study_from_tables(self.tables, self.table_coders, self.options)
        else:
            study = build(self.marks, self.format.title, self.options)
        study = _noting(study, self.notes)
        return _anonymous(study) if self.options.anonymise else study

    @property
    def layers(self) -> tuple[Any, ...]:
        """The layers of an annotation file; none for tables and finished studies."""
        from accord.read.building import layers

        return () if self.marks is None else layers(self.marks)


def _opened(path: Paths, format: str | None, options: Any) -> Contents:
    from accord.read.files import given_files
    from accord.read.formats import format_named
    from accord.read.marks import Marks
    from accord.read.merging import merged
    from accord.read.placing import placed

    paths = [path] if isinstance(path, (str, PathLike)) else list(path)
    if not paths:
        raise DataError("no file is given")
    files, notes = given_files(paths, options.limits)
    chosen, kind = (files, format_named(format)) if format else _of_one_format(files, notes)
    if format:
        chosen = [file for file in files if file.suffix not in kind.companions] or files
    results = [(file, _read_one(file, kind, options)) for file in chosen]
    marks = [(file, result) for file, result in results if isinstance(result, Marks)]
    if marks:
        return Contents(
            kind, options, marks=_guarded(merged, marks, kind, options), notes=tuple(notes)
        )
    if hasattr(results[0][1], "rows") and hasattr(results[0][1], "header"):
        way = options.coder_from or kind.coder
        names = placed([file for file, _ in results], way) if len(results) > 1 else {}
        coders = tuple(names[file.name][0] for file, _ in results) if names else None
        tables = tuple(result for _, result in results)
        return Contents(kind, options, tables, coders, notes=tuple(notes))
    if len(results) > 1:
        raise DataError(
            f"{results[1][0].name}: a study is one {kind.title} file; give one at a time"
        )
    study: Any = results[0][1]
    return Contents(kind, options, whole=study, notes=tuple(notes))


@contextmanager
def _as_data_error(path: Any) -> Iterator[None]:
    """What an engine says about a damaged file, as an error with its place."""
    try:
        yield
    except Exception as error:
        origin = type(error).__module__.partition(".")[0]
        if isinstance(error, AccordError) or origin not in ("_duckdb", "duckdb", "narwhals"):
            raise
        place = path if isinstance(path, (str, PathLike)) else type(path).__name__
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


def _of_one_format(files: list[Any], notes: list[str]) -> tuple[list[Any], Any]:
    """The files of the first format that is found among them; the others are noted."""
    from accord.read.formats import FORMATS, detected, unknown

    found = [(file, detected(file)) for file in files]
    there = [kind for kind in FORMATS.values() if any(kind is other for _, other in found)]
    if not there:
        raise unknown(files[0])
    kind = there[0]
    chosen = [file for file, other in found if other is kind]
    rest = [
        file.name for file, other in found
        if other is not kind and file.suffix not in kind.companions
    ]  # fmt: skip
    if rest:
        shown = ", ".join(rest[:5]) + (", …" if len(rest) > 5 else "")
        notes.append(f"{len(rest)} files that are not {kind.title} left out: {shown}")
    return chosen, kind


def _read_one(file: Any, kind: Any, options: Any) -> Any:
    """Read one file; whatever a damaged file provokes becomes an error with its place."""
    try:
        return kind.read(file, options)
    except AccordError:
        raise
    except MemoryError:
        raise DataError(f"{file.name}: does not fit in memory") from None
    except _DAMAGE as error:
        reason = f"{type(error).__name__}: {error}"[:200]
        raise DataError(f"{file.name}: damaged {kind.title} file ({reason})") from error


def _guarded(function: Callable[..., Any], marks: Any, *arguments: Any) -> Any:
    try:
        return function(marks, *arguments)
    except RecursionError as error:
        raise DataError(f"{marks[0][0].name}: too deeply nested") from error


def _noting(study: Any, notes: Sequence[str]) -> Study:
    if notes:
        audit = study.audit or Audit()
        study = replace(study, audit=audit.noting(*notes))
    noted: Study = study
    return noted


def _anonymous(study: Any) -> Study:
    """The study with coders called coder 1, coder 2 …, in its notes too."""
    old = [str(coder) for coder in study.coders]
    new = [f"coder {n + 1}" for n in range(len(old))]
    audit = study.audit
    if audit is not None:
        told = "\n".join(audit.notes)
        for before, after in sorted(zip(old, new, strict=True), key=lambda pair: -len(pair[0])):
            told = told.replace(before, after) if len(before) > 1 else told
        audit = replace(audit, notes=(*told.split("\n"), "coders renamed"))
    names = Names(new)
    study = replace(study, coders=names, audit=audit)
    for part in ("continua", "documents"):
        if hasattr(study, part):
            renamed = tuple(replace(one, coders=names) for one in getattr(study, part))
            study = replace(study, **{part: renamed})
    done: Study = study
    return done
