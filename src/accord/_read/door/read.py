"""One door for all files: which are given, of which format, what they hold, the study.

Long because of the docstring of `read`, which says what each of its keywords means.
"""

import gc
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from accord._read.door.doubtful_labels import doubted
from accord._read.door.given import File, Head, Paths, given_files, matching
from accord._read.door.read_options import OPTIONS, Options, that_are
from accord._read.formats.format import Format
from accord._read.formats.table import FORMATS, detected, format_named, unknown
from accord._read.tables.roles import Table
from accord.errors import AccordError, DataError, Setting, inert
from accord.kinds.kind import ability, kind_of, kind_words
from accord.kinds.labels.study import few_labels
from accord.model.audit import Audit, noted, spelling
from accord.model.keywords import keywords
from accord.model.showing import counted
from accord.model.study import Study

if TYPE_CHECKING:
    from accord._read.door.building import Layer
    from accord._read.door.marks import Marks

SAVED = ".accord.toml"
"""How the file ends that keeps how a table is read."""


def saved_beside(paths: Sequence[object]) -> Path | None:
    """The file beside a table that says how to read it; nothing is beside the folder "."."""
    one = Path(str(paths[0]))
    found = one.with_suffix(SAVED) if len(paths) == 1 and one.name else None
    return found if found is not None and found.is_file() else None


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


@keywords(Options)
def read(path: Paths, **told: Any) -> Study:
    """Read a study from a file, several files (one for each coder), folders or a zip archive.

    The format is recognised by the content. What the columns of a table are is found from their
    names and cells and stated in `study.audit`, with all that was guessed, changed or left out;
    where it is not certain, the error shows the ways to read the table and the keywords for each.

    A long table with columns for begin and end holds units, one with masses or boundaries
    segmentations, one of mentions with a column `chain` coreference chains. Parquet is read as the
    same table in CSV. A table of labels of more than a gibibyte (`Limits.table`) is refused: let an
    engine count it (`accord.scale.count`, `accord count`).

    :param path: A file, a folder, a pattern such as "parts/*.csv", or several of these.
    :param format: The name of the format, where the content does not show it.
    :param layer: Which layer to read, where a file holds several.
    :param field: Which field of the layer, where it has several.
    :param coder_from: Where coders are named: "field", "file", "folder", "suffix", "layer" (or
        "tier"), or a pattern with one group that finds the coder in the path.
    :param shape: How a table is laid out: "long", "wide", "transposed", "counts", "one-hot",
        "lists" …
    :param rows: Where the rows lie in nested data: fields, {column} for keys and [column] for lists
        ("{coder}.{item}", "dialogues[].turns[turn]"; "[second].{channel}" for cells of a table).
    :param where: Only rows of which this holds: "part=dev", "round!=practice", "lang=de|en".
    :param votes: How many coders voted on each item, a number or a column: for counts of some
        labels only, and for a column of shares ("yes:0.75; no:0.25").
    :param item: The column of the item, several that make it together, or "row".
    :param coder: The column of the coder in a long table.
    :param category: The column of the label in a long table.
    :param coders: The columns of the coders in a wide table; elsewhere the names of the coders to
        keep. Patterns like "worker_*" are allowed.
    :param gold: The column of a reference beside the coders.
    :param ignore: Columns to leave out.
    :param categories: All possible categories, in order.
    :param within: What labels belong to, where not all could be chosen for every item: a column
        (the lemma, or a list of options), "pair", the number of options of each item; "all" where
        all could. By default what the data show.
    :param absent: Labels that mean that there is no coding.
    :param sets: For sets of labels: what separates the labels of a cell ("|"), or "rows" where
        each label has its own row.
    :param seen: Who saw what, where marks alone do not tell: "all" (every coder saw every
        document), "marked" (who left nothing did not see it), a column, a file with a row for each
        document and coder, or pairs of them.
    :param dimensions: The columns of several dimensions, or the one column that says which
        dimension a row is about.
    :param header: The number of header rows, "none", or the names of the columns.
    :param sheet: The sheet of a workbook; several with commas, or "*", are a coder's each.
    :param delimiter: What separates the cells of a table.
    :param encoding: The encoding of the file, where it is not UTF-8.
    :param kind: What was annotated, where the columns do not say: "codings", "unitizings",
        "segmentations", "coreference" (which reads CoNLL-U as CorefUD), "relations" or "regions".
    :param discontinuous: What to do with spans that have gaps: "refuse", "split", "cover" or
        "drop".
    :param trust_offsets: Whether to accept offsets that do not fit the quoted text.
    :param offsets: What offsets count, where the tool does not say: "code-points" or "utf-16".
    :param strict: Whether a record that cannot be read is an error; else it is left out and noted.
    :param unfinished: "keep" keeps documents that the tool says are not finished.
    :param anonymise: Whether to rename the coders.
    :param same_tokens: Whether to leave out trees of items in which coders have different tokens.
    :param fold: Whether to merge names of labels, coders and items that differ only in case,
        spaces, invisible characters or Unicode form (`accord.convert.fold`).
    :param codes: Whether to read the codes of SPSS and Stata instead of their value labels.
    :param anonymous: What to do with rows without a coder, which are an error otherwise: "drop", or
        a column with a value for each unknown coder (a session).
    :param limits: Limits on what is read.
    :param progress: A function that is called now and then with (done, total).

    >>> import accord
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "acts.csv")
    ...     _ = path.write_text("item,coder,label\\n1,A,x\\n1,B,x\\n2,A,y\\n2,B,x\\n")
    ...     study = accord.read(path)
    >>> study
    Codings(2 items, 2 coders, 2 categories, 4 codings)
    """
    return _opened(path, _options("read", told)).study()


def contents(path: Paths, **options: Any) -> "Contents":
    """The format and the layers of files, before a layer is chosen.

    Takes the options of `read`; `contents(path).study()` is what `read` gives.

    :param path: A file, a folder, a pattern, or several of these.
    :param options: The keywords of `accord.read`.

    >>> import accord
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "acts.csv")
    ...     _ = path.write_text("item,coder,label\\n1,A,x\\n1,B,x\\n2,A,y\\n2,B,x\\n")
    ...     found = accord.contents(path)
    >>> found.format.name
    'table'
    """
    return _opened(path, _options("contents", options))


def _options(function: str, told: dict[str, Any]) -> Options:
    """The keywords as options; one that is none is refused as Python refuses it."""
    for name in told:
        if name not in OPTIONS:
            raise TypeError(f"{function}() got an unexpected keyword argument {name!r}")
    return Options(**told)


NO_TABLE = "relations"
"""What no table holds: its rows would need two entities and what joins them."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What was found in the files, before a layer is chosen: tables, marks, or a whole study.

    :param format: The format of the files.
    :param options: How they are read.
    :param table_coders: The coder of each table, where a table is one coder's.
    :param notes: What a reader must know, in sentences.
    :param names: The names of the files.
    :param sheets: The sheets of workbooks, and which are read.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import accord
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "acts.csv")
    ...     _ = path.write_text("item,coder,label\\n1,A,x\\n1,B,x\\n2,A,y\\n2,B,x\\n")
    ...     found = accord.contents(path)
    >>> found.format.name, found.study()
    ('table', Codings(2 items, 2 coders, 2 categories, 4 codings))
    """

    format: Format
    options: Options
    tables: tuple[Table, ...] = ()
    table_coders: tuple[str, ...] | None = None
    marks: "Marks | None" = None
    whole: Study | None = None
    notes: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    sheets: tuple[str, ...] = ()

    def study(self) -> Study:
        """The study of the layer and field chosen in the options."""
        with _in_files(self.names), _many_objects():
            return self._study()

    def _no_chains(self, found: str) -> DataError:
        names = ", ".join(self.names[:3])
        return DataError(f"{names}: contains {found}, not coreference chains")

    def _refuse_kind(self) -> None:
        """No question about coders where no answer would give what is asked for."""
        chains = self.options.kind == "coreference" and "partitions" not in self.format.holds
        if not chains and not (self.tables and self.options.kind == NO_TABLE):
            return
        holds = " or ".join(map(kind_words, self.format.holds))
        if chains:
            raise self._no_chains(holds)
        raise DataError(f"{', '.join(self.names[:3])}: a table contains {holds}, not {NO_TABLE}")

    def _study(self) -> Study:
        self._refuse_kind()
        if not self.tables and self.format.name not in ("crowdflower", "mturk"):
            self._refuse_columns()
        if self.marks is not None:
            from accord._read.door.building import build

            study: Any = build(self._copy(self.marks), self.format.title, self.options)
        elif self.options.layer and self.format.name != "excel":
            raise DataError(
                f"{', '.join(self.names[:3])}: {self.format.title} has no layers, so it has no "
                f"{self.options.layer!r}; name columns with {Setting('item')}, {Setting('coder')} "
                f"and {Setting('category')}"
            )
        elif self.tables:
            from accord._read.tables.shapes import study_from_tables

            # Spellings are merged before they are looked up among the declared categories.
            first = replace(self.options, categories=None) if self._declared else self.options
            study = study_from_tables(self.tables, self.table_coders, first)
            if self._declared and not kind_of(study).plain:
                study = study_from_tables(self.tables, self.table_coders, self.options)
            if (asked := doubted(study, self.tables, self.names, self.options)) is not None:
                raise asked
        else:
            study = self._whole()
        if self.options.kind == "coreference" and study.kind != "partitions":
            raise self._no_chains(study.kind)
        wanted = self.options.kind
        if wanted in ("relations", "regions") and study.kind != wanted:
            raise DataError(
                f"{', '.join(self.names[:3])}: contains {kind_words(study)}, not {wanted}"
            )
        study = _same_tokens(study, self.names) if self.options.same_tokens else study
        if self.notes:
            study = replace(study, audit=(study.audit or Audit()).noting(*self.notes))
        spelled, within = spelt(study, self.options), self.options.within
        if within is None and self.marks is not None and self.marks.within is not None:
            within = _as_format_says(spelled, self.marks.within)
        done: Study = _belonging(spelled, within, self.names)
        if not self.options.anonymise:
            return done
        from accord._read.door.anonymity import anonymous

        return anonymous(done)

    def _whole(self) -> Any:
        """The study of a file that is one, of the coders who are asked for."""
        if self.options.seen is not None:
            from accord._read.door.coverage import refuse_list

            refuse_list(", ".join(self.names[:3]), self.options)
        if not self.options.coders:
            return self.whole
        from accord._read.tables.chosen_coders import only_coders

        return only_coders(self.whole, self.options.coders, ", ".join(self.names[:3]))

    def _refuse_columns(self) -> None:
        """Options that name columns mean nothing where there are none; they are not ignored."""
        for name in that_are("columns"):
            if getattr(self.options, name):
                raise DataError(
                    f"{', '.join(self.names[:3])}: {self.format.title} has no columns; remove "
                    f"{Setting(name)}"
                )

    @property
    def _declared(self) -> bool:
        options = self.options
        return options.fold and options.categories is not None and options.sets is None

    @staticmethod
    def _copy(marks: "Marks") -> "Marks":
        """Marks whose notes and counts may grow: a study can be made more than once."""
        return replace(marks, notes=list(marks.notes), dropped=Counter(marks.dropped))

    def readings(self) -> Any:
        """The table of labels and the ways to read it, the one that is taken first."""
        if not self.tables:
            return None
        from accord._read.tables.shapes import readings_of_tables

        return readings_of_tables(self.tables, self.table_coders, self.options)

    @property
    def layers(self) -> "tuple[Layer, ...]":
        """The layers of an annotation file; none for tables and finished studies."""
        if self.marks is None:
            return ()
        from accord._read.door.building import layers

        return layers(self.marks)


def _as_format_says(study: Any, within: str) -> str | None:
    """What labels of a format belong to; not where a name of the two things hides the pair."""
    from accord.kinds.labels.own_labels import shown_pairs

    return within if shown_pairs(study) is not None else None


def _belonging(study: Any, within: Any, names: Sequence[str]) -> Any:
    """The study with what its labels belong to, as told or as the data show."""
    if not kind_of(study).plain:
        if within is not None:
            told = ", ".join(names[:3])
            raise DataError(
                f"{told}: {Setting('within')} works with labels, not with {kind_words(study)}"
            )
        return study
    if within is None and few_labels(study):
        return study
    from accord.kinds.labels.own_labels import settled

    return settled(study, within)


def _same_tokens(study: Any, names: Sequence[str]) -> Any:
    of_same_tokens = kind_of(study).ability("of_same_tokens")
    if of_same_tokens is None:
        told = ", ".join(names[:3])
        raise DataError(
            f"{told}: {Setting('same_tokens')} works with trees, not with {kind_words(study)}"
        )
    return of_same_tokens(study)


def spelt(study: Any, options: Options) -> Study:
    """The study with spellings of one name merged, or named in its audit."""
    if not options.fold:
        noticed: Study = noted(study, ability(study, "names_of")(study))
        return noticed
    from accord._read.tables.label_rows import typed_labels
    from accord.kinds.folding import fold

    done = fold(study)
    if done.audit is not None and any(map(_is_text, done.audit.notes)):  # they may be numbers now
        typed, _, notes = typed_labels(list(done.categories), None, fold=True)
        kept = [note for note in done.audit.notes if not _is_text(note)]
        numbers = dict(zip(done.categories, typed, strict=True))
        done = replace(
            done.recode(numbers.__getitem__), audit=replace(done.audit, notes=(*kept, *notes))
        )
    if options.categories is not None and kind_of(done).plain and not done.declared:
        done = _declared(done, options.categories)
    folded: Study = done
    return folded


def _is_text(note: str) -> bool:
    """Whether a note says that labels which look like numbers stay text."""
    from accord._read.tables.label_rows import SPELT

    return getattr(note, "key", None) == SPELT


def _declared(study: Any, categories: Sequence[Hashable]) -> Any:
    """The study with its categories in the spelling and the order in which they were declared."""
    from accord._read.tables.label_rows import typed_labels
    from accord.kinds.labels.tabular import declare

    if study.categories.numbers() is not None:
        return declare(study, typed_labels([str(name) for name in categories], None)[0])
    spelt_as = dict(zip(spelling(categories), categories, strict=True))
    keys = dict(zip(study.categories, spelling(study.categories), strict=True))
    return declare(study.recode(lambda name: spelt_as.get(keys[name], name)), categories)


def _opened(path: Paths, options: Options) -> Contents:
    """Open what was given, find out the format unless it is named, and read all files of it."""
    paths = matching(path)
    files, notes = given_files(paths, options.limits)
    try:
        with _many_objects():
            if (beside := saved_beside(paths)) is not None:
                from accord._read.door.saved_reading import are_other_columns, as_saved

                saved = _with_list(as_saved(beside, options))
                found = _read(files, [*notes, f"read as {beside.name} says"], saved)
                if not are_other_columns(beside, [table.header for table in found.tables]):
                    return found
                notes.append(f"{beside.name} is not used: it was kept for other columns")
            return _read(files, notes, _with_list(options))
    finally:
        for file in files:  # all files know each other: nothing would let go of an archive
            file.among.clear()


def _with_list(options: Options) -> Options:
    """The options with the pairs of the file that lists who saw what, where one is named."""
    named = options.seen if isinstance(options.seen, (str, Path)) else None
    if named is None or named in ("all", "marked") or not Path(named).is_file():
        return options
    from accord._read.door.coverage import pairs_of_table

    tables = contents(str(named), format="table", limits=options.limits).tables
    return replace(options, seen=[pair for table in tables for pair in pairs_of_table(table)])


def _read(files: list[File], notes: list[str], options: Options) -> Contents:
    """Read the files of one format."""
    if options.rows is not None:
        return _by_path(files, notes, options)
    if options.format is None:
        chosen, kind = _of_one_format(files, notes, options)
    else:
        kind = format_named(options.format)
        chosen = _of_named_format(files, kind, notes)
    chosen, found = _read_all(chosen, kind, notes, options)
    names = tuple(file.name for file in chosen)
    sheets = tuple(sheet for file in chosen for sheet in file.memo.get("sheets", ()))
    empty = Contents(kind, options, notes=tuple(notes), names=names, sheets=sheets)
    if all(isinstance(result, Table) for result in found):
        found = [
            replace(table, listed=file.path is not None and str(file.path) == file.given)
            for file, table in zip(chosen, found, strict=True)
        ]
        coders = _coders_of(chosen, kind, options)
        return _chosen(replace(empty, tables=tuple(found), table_coders=coders))
    if options.where:
        raise DataError(f"{names[0]}: {kind.title} has no columns; remove {Setting('where')}")
    with _in_files(names):
        return _put_together(chosen, found, empty)


def _by_path(files: list[File], notes: list[str], options: Options) -> Contents:
    """The rows that lie at a path in JSON files and tables; other files are left out and noted."""
    from accord._read.door.rows_of_files import rows_at_path

    chosen, kind, table = rows_at_path(files, options)
    _note_rest([file.name for file in files if file not in chosen], kind, notes)
    names = tuple(file.name for file in chosen)
    return _chosen(Contents(kind, options, (table,), notes=tuple(notes), names=names))


def _chosen(found: Contents) -> Contents:
    """Only the rows that are asked for, with all votes where a table has but some."""
    if not found.options.where and found.options.votes is None:
        return found
    from accord._read.door.rows_of_files import chosen_of

    tables, options = chosen_of(found.tables, found.options)
    return replace(found, tables=tables, options=options)


MANY = 10
"""From so many files on, a few that cannot be read do not lose the others."""


def _read_all(
    files: list[File], kind: Format, notes: list[str], options: Options
) -> tuple[list[File], list[Any]]:
    """What is found in each file; of many files, those that cannot be read are left out."""
    if options.strict or kind.needs_all or len(files) < MANY:
        return files, [_read_one(file, kind, options) for file in files]
    kept, found, broken = [], [], []
    for file in files:
        try:
            found.append(_read_one(file, kind, options))
            kept.append(file)
        except DataError as error:
            broken.append(str(error))
            if 2 * len(broken) > len(files):
                raise
    if broken:
        notes.append(
            f"left out {counted(len(broken), 'file')} that cannot be read (an error with "
            f"{Setting('strict', True)}): {'; '.join(broken[:3])}"
        )
    return kept, found


def _put_together(files: list[File], found: list[Any], empty: Contents) -> Contents:
    """Marks of all files as one, lines of chains as one, or the one study there is."""
    from accord._read.door.marks import Marks
    from accord._read.door.merging import merged_marks
    from accord._read.formats.chain_lines import ChainRecords, chains_from_records

    marks = [(file, one) for file, one in zip(files, found, strict=True) if isinstance(one, Marks)]
    if marks:
        return replace(empty, marks=merged_marks(marks, empty.format, empty.options))
    if all(isinstance(one, ChainRecords) for one in found):
        lines = [record for one in found for record in one.records]
        return replace(empty, whole=chains_from_records(lines, " ".join(empty.names)))
    if len(found) > 1:
        raise DataError(
            f"{files[1].name}: a study is one {empty.format.title} file; give one at a time"
        )
    return replace(empty, whole=found[0])


def _coders_of(files: list[File], kind: Format, options: Options) -> tuple[str, ...] | None:
    """The coders of several tables, by their places; None for a single table."""
    if len(files) == 1:
        return None
    from accord._read.door.placing import placed

    told = options.coder_from is not None
    places = placed(files, options.coder_from or kind.coder, told=told)
    return tuple(places[file.name][0] for file in files)


def _of_one_format(
    files: list[File], notes: list[str], options: Options
) -> tuple[list[File], Format]:
    """The files of the first format that is found among them; the others are noted."""
    found = [(file, detected(file, options.kind)) for file in files]
    there = [kind for kind in FORMATS.values() if any(kind is other for _, other in found)]
    if not there:
        raise unknown(files[0])
    kind = there[0]
    if kind.name == "json-table" and any(file.suffix == ".ser" for file in files):
        from accord._read.formats.inception_project import serialized_only

        raise serialized_only(files)
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
    looks = _looking_like(kind, chosen)
    if not looks and len(chosen) < len(files):  # they may be called like what belongs to them
        looks = _looking_like(kind, files)
        chosen = files if looks else chosen
    alike = {file.suffix for file in looks}
    if kind.needs_all:  # what does not look like it is a text that belongs to it
        alike -= set(kind.companions)
    kept = [
        file
        for file in chosen
        if not looks or file in looks or file.suffix in alike or str(file.path) == file.given
    ]
    read = set(kept)
    rest = [file for file in chosen if file not in read and file.suffix not in kind.companions]
    _note_rest([file.name for file in rest], kind, notes)
    return kept


def _looking_like(kind: Format, files: list[File]) -> set[File]:
    """Of several files, those that look like a format."""
    return {file for file in files if len(files) > 1 and kind.sniff(Head.of(file))}


def _note_rest(rest: list[str], kind: Format, notes: list[str]) -> None:
    if rest:
        shown = ", ".join(rest[:5]) + (", …" if len(rest) > 5 else "")
        kinds = Counter(PurePosixPath(name).suffix.lower() or "(no suffix)" for name in rest)
        told = ", ".join(f"{n} {suffix}" for suffix, n in kinds.most_common())
        number = counted(len(rest), "file")
        notes.append(f"{number} not {kind.title} left out ({told}): {shown}")


@contextmanager
def _many_objects() -> Iterator[None]:
    """Records by the million hold no circles, so looking for some again and again costs a third
    of the time and finds nothing."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@contextmanager
def _in_files(names: tuple[str, ...]) -> Iterator[None]:
    """Errors of data say in which files, where they do not already or are about an option."""
    try:
        yield
    except DataError as error:
        message = str(error)
        if message.startswith("`") or not names or any(inert(name) in message for name in names):
            raise
        shown = ", ".join(names[:3]) + (", …" if len(names) > 3 else "")
        raise type(error)(f"{shown}: {message}") from None


def _read_one(file: File, kind: Format, options: Options) -> Any:
    """Read one file; whatever a damaged file provokes becomes an error with its place."""
    try:
        with _in_files((file.name,)):
            found = kind.read(file, options)
            if getattr(found, "broken", ()) and not found.marks:  # nothing of it can be read
                raise DataError(found.broken[0])
            return found
    except AccordError:
        raise
    except MemoryError:
        raise DataError(f"{file.name}: does not fit in memory") from None
    except _DAMAGE as error:
        reason = f"{type(error).__name__}: {error}"[:200]
        raise DataError(f"{file.name}: damaged {kind.title} file ({reason})") from error
