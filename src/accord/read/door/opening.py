"""What lies behind the door: which files, of which format, holding what."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from os import PathLike
from typing import Any

from accord.errors import AccordError, DataError
from accord.model.audit import Audit
from accord.model.study import Study
from accord.read.door.anonymity import anonymous
from accord.read.door.building import Layer, build, layers
from accord.read.door.files import File, given_files
from accord.read.door.marks import Format, Head, Marks, Options
from accord.read.door.merging import merged
from accord.read.door.placing import placed
from accord.read.tables.delimited import Table
from accord.read.tables.table_study import study_from_tables

Paths = str | PathLike[str] | Sequence[str | PathLike[str]]
_DAMAGE = (
    TypeError,
    ValueError,
    KeyError,
    IndexError,
    AttributeError,
    RecursionError,
    OverflowError,
    StopIteration,
    AssertionError,
)


@dataclass(frozen=True, slots=True)
class Contents:
    """What was found in the files, before a layer is chosen: tables, marks, or a whole study."""

    format: Format
    options: Options
    tables: tuple[Table, ...] = ()
    table_coders: tuple[str, ...] | None = None
    marks: Marks | None = None
    whole: Study | None = None
    notes: tuple[str, ...] = ()
    names: tuple[str, ...] = ()

    def study(self) -> Study:
        """The study of the layer and field chosen in the options."""
        with _in_files(self.names):
            return self._study()

    def _study(self) -> Study:
        if self.marks is not None:
            study: Any = build(self._copy(self.marks), self.format.title, self.options)
        elif self.options.layer and self.format.name != "excel":
            raise DataError(
                f"{', '.join(self.names[:3])}: {self.format.title} has no layers, so there is no "
                f"{self.options.layer!r}; name columns with --item, --coder and --category"
            )
        elif self.tables:
            study = study_from_tables(self.tables, self.table_coders, self.options)
        else:
            study = self.whole
        if self.notes:
            study = replace(study, audit=(study.audit or Audit()).noting(*self.notes))
        return anonymous(study) if self.options.anonymise else study

    @staticmethod
    def _copy(marks: Marks) -> Marks:
        """Marks whose notes and counts may grow: a study can be made more than once."""
        return replace(marks, notes=list(marks.notes), dropped=Counter(marks.dropped))

    @property
    def layers(self) -> tuple[Layer, ...]:
        """The layers of an annotation file; none for tables and finished studies."""
        return () if self.marks is None else layers(self.marks)


def opened(path: Paths, format: str | None, options: Options) -> Contents:
    """Open what was given, find out the format unless it is named, and read all files of it."""
    paths = [path] if isinstance(path, (str, PathLike)) else list(path)
    if not paths:
        raise DataError("no file is given")
    files, notes = given_files(paths, options.limits)
    try:
        return _read(files, notes, format, options)
    finally:
        for file in files:  # all files know each other: nothing would let go of an archive
            file.among.clear()


def _read(files: list[File], notes: list[str], format: str | None, options: Options) -> Contents:
    """Read the files of one format."""
    from accord.read.formats.table import format_named

    if format is None:
        chosen, kind = _of_one_format(files, notes)
    else:
        kind = format_named(format)
        chosen = _of_named_format(files, kind, notes)
    found = [(file, _read_one(file, kind, options)) for file in chosen]
    told, names = tuple(notes), tuple(file.name for file in chosen)
    marks = [(file, result) for file, result in found if isinstance(result, Marks)]
    if marks:
        with _in_files(names):
            together = merged(marks, kind, options)
        return Contents(kind, options, marks=together, notes=told, names=names)
    tables = tuple(result for _, result in found if isinstance(result, Table))
    if tables:
        coders = _coders_of([file for file, _ in found], kind, options)
        return Contents(kind, options, tables, coders, notes=told, names=names)
    if len(found) > 1:
        raise DataError(f"{found[1][0].name}: a study is one {kind.title} file; give one at a time")
    return Contents(kind, options, whole=found[0][1], notes=told, names=names)


def _coders_of(files: list[File], kind: Format, options: Options) -> tuple[str, ...] | None:
    """The coders of several tables, by their places; None for a single table."""
    if len(files) == 1:
        return None
    told = options.coder_from is not None
    places = placed(files, options.coder_from or kind.coder, told=told)
    return tuple(places[file.name][0] for file in files)


def _of_one_format(files: list[File], notes: list[str]) -> tuple[list[File], Format]:
    """The files of the first format that is found among them; the others are noted."""
    from accord.read.formats.table import FORMATS, detected, unknown

    found = [(file, detected(file)) for file in files]
    there = [kind for kind in FORMATS.values() if any(kind is other for _, other in found)]
    if not there:
        raise unknown(files[0])
    kind = there[0]
    chosen = [file for file, other in found if other is kind]
    rest = [
        file.name
        for file, other in found
        if other is not kind and file.suffix not in kind.companions
    ]
    _note_rest(rest, kind, notes)
    return chosen, kind


def _of_named_format(files: list[File], kind: Format, notes: list[str]) -> list[File]:
    """The files that are to be read as a format that was named.

    Of a folder or archive those called like the ones that look like it (an export holds
    settings and logs, too); all, where none does. What was given by itself is always read.
    """
    chosen = [file for file in files if file.suffix not in kind.companions] or files
    alike = {file.suffix for file in chosen if len(chosen) > 1 and kind.sniff(Head.of(file))}
    kept = [
        file for file in chosen if not alike or file.suffix in alike or str(file.path) == file.given
    ]
    read = set(kept)
    _note_rest([file.name for file in chosen if file not in read], kind, notes)
    return kept


def _note_rest(rest: list[str], kind: Format, notes: list[str]) -> None:
    if rest:
        shown = ", ".join(rest[:5]) + (", …" if len(rest) > 5 else "")
        notes.append(f"{len(rest)} files that are not {kind.title} left out: {shown}")


@contextmanager
def _in_files(names: tuple[str, ...]) -> Iterator[None]:
    """Errors of data say in which files, where they do not already or are about an option."""
    try:
        yield
    except DataError as error:
        message = str(error)
        if message.startswith("--") or not names or any(name in message for name in names):
            raise
        shown = ", ".join(names[:3]) + (", …" if len(names) > 3 else "")
        raise type(error)(f"{shown}: {message}") from None


def _read_one(file: File, kind: Format, options: Options) -> Any:
    """Read one file; whatever a damaged file provokes becomes an error with its place."""
    try:
        with _in_files((file.name,)):
            return kind.read(file, options)
    except AccordError:
        raise
    except MemoryError:
        raise DataError(f"{file.name}: does not fit in memory") from None
    except _DAMAGE as error:
        reason = f"{type(error).__name__}: {error}"[:200]
        raise DataError(f"{file.name}: damaged {kind.title} file ({reason})") from error
