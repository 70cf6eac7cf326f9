"""Codings that are counted where they are: tables of an engine, and files through DuckDB."""

from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from accord._read.door.doubtful_labels import about_commas, about_missing
from accord._read.door.read_options import Options
from accord._read.tables.label_rows import missing_marks, missing_note, typed_labels
from accord._read.tables.lexicon import may_be_no_person
from accord._read.tables.roles import EVERYBODY, Roles, Table
from accord._read.tables.shapes import reading_of, roles_of
from accord.engine.count_frames import count_frame, held_codings
from accord.engine.duckdb_files import (
    LOOKED_AT_CHARACTERS,
    check_labels,
    longest_texts,
    paths_of,
    relation,
    source_of,
    typed_columns,
    with_commas,
)
from accord.engine.engine_table import EngineTable
from accord.engine.frames import text_labels
from accord.engine.labels_apart import belonging, check_within
from accord.engine.merged_tallies import merge
from accord.engine.tally import Tally
from accord.engine.tally_files import is_tally, load
from accord.errors import AccordError, DataError, Setting, inert
from accord.kinds.labels.cells import is_there
from accord.model.audit import Audit, alike, in_words
from accord.words.said import said

ROWS_LOOKED_AT_IN_ENGINE = 4000
"""How many rows of a table in an engine are looked at to tell what its columns are."""

FEWEST_ROWS = 200
"""So many are looked at also where their texts are long."""


def count(
    data: Any,
    *,
    item: str | None = None,
    coder: str | None = None,
    category: str | None = None,
    coders: Sequence[str] | None = None,
    categories: Sequence[Hashable] | None = None,
    absent: Sequence[Hashable] = (),
    shape: str | None = None,
    gold: str | None = None,
    ignore: Sequence[str] = (),
    fold: bool = False,
    within: str | None = None,
    memory: str | None = None,
) -> Tally | EngineTable:
    """Count the codings in a table, however large, and bring back only their patterns.

    `data` is a table of any engine that narwhals speaks (a DuckDB relation, a lazy frame of Polars,
    a table of Ibis, a data frame of Dask or Spark, or one in memory), or a path, a directory or a
    pattern ("parts/*.parquet") of Parquet or CSV files, which DuckDB reads; files of counts are
    merged. Every coefficient of the cube takes the result. `memory` bounds what the embedded DuckDB
    takes ("3GB"); what is above goes to disk. Columns are named, or recognised, as in
    `accord.read`.

    Where patterns do not merge (real values, very many categories) nothing is brought back:
    the result is an EngineTable, and the engine adds up what each coefficient needs.

    Items must be whole: all codings of one item in one table.

    :param data: A table of an engine, a data frame, or paths of Parquet and CSV files.
    :param item: The column that names the items.
    :param coder: The column that names the coders.
    :param category: The column with the labels.
    :param coders: The columns of the coders, of a wide table; ["*"] takes programs and references
        among the coders of a long one.
    :param categories: All possible categories, in order.
    :param absent: Labels that mean that there is no coding.
    :param shape: long or wide, where the table could be either.
    :param gold: A column that holds the right answer, not a coder's.
    :param ignore: Columns to leave out.
    :param fold: Whether labels that differ only in case, spaces or form are merged.
    :param within: "all" where every label could be chosen for every item, whatever the data show.
    :param memory: How much memory the embedded DuckDB may take.

    >>> import accord
    >>> import pandas
    >>> frame = pandas.DataFrame({"item": [1, 1, 2, 2], "coder": list("ABAB"),
    ...                           "label": list("xyxx")})
    >>> accord.scale.count(frame)
    Tally(2 items, 2 coders, 2 categories, 2 patterns)
    """
    check_within(within)
    paths = paths_of(data)
    everybody = list(coders or ()) == EVERYBODY
    named = None if everybody else coders
    given: dict[str, Any] = {"item": item, "coder": coder, "category": category, "coders": named}
    given |= {"shape": shape, "gold": gold, "ignore": ignore}
    with _placed("table" if paths is None else source_of(paths)):
        found, notes = _counted(data, paths, given, categories, absent, memory, everybody)
        found = _spelt(found, notes, fold)
        return replace(found, within=belonging(found, within))


def _spelt(found: Tally | EngineTable, notes: list[str], fold: bool) -> Tally | EngineTable:
    """The counts with a note on names that differ only in spelling, or with such labels merged."""
    found = _numbered(found, notes, fold) if isinstance(found, Tally) else found
    audit = found.audit or Audit()
    many = alike(found.coders)
    groups = alike(found.categories, _codings_of_categories(found))
    labels, coders = in_words(groups, "labels"), in_words(many, "coders")
    # Two spellings of a coder may both have coded an item, which counts cannot tell; labels can be
    # merged without knowing who.
    if many and fold:
        raise DataError(
            f"{coders}; counts do not show which items they share, so {Setting('fold')} cannot "
            "merge them; merge them in the data before counting"
        )
    if many:
        notes.append(f"{coders}; merge them in the data before counting")
    if groups and isinstance(found, Tally) and fold:
        kept = {name: group[0][0] for group in groups for name, _ in group}
        found = found.recode(lambda name: kept.get(name, name))
        notes.append(f"merged {labels}")
    elif groups and isinstance(found, Tally):
        notes.append(f"{labels}; merge them with {Setting('fold', True)}")
    elif groups and fold:
        raise DataError(
            f"{labels}; too many different labels for {Setting('fold')}; merge them in the data"
        )
    elif groups:
        notes.append(f"{labels}; merge them in the data")
    return replace(found, audit=replace(audit, notes=(*audit.notes, *notes)))


def _numbered(found: Tally, notes: list[str], fold: bool) -> Tally:
    """The counts with spellings of one number merged, as a reader does it: 2 and 2.00."""
    names = [*found.categories]
    if not all(isinstance(name, str) for name in names):
        return found
    numbers, _, told = typed_labels(list(map(str, names)), None, fold=fold)
    if len({*numbers}) == len(names):
        return found
    notes += told[1:]
    return found.recode(dict(zip(names, numbers, strict=True)).__getitem__)


def _codings_of_categories(found: Tally | EngineTable) -> list[int] | None:
    """How many codings have each category, where counts say it."""
    if not isinstance(found, Tally):
        return None
    counts, times = found.patterns.counts, found.patterns.multiplicity
    often = counts.count * times[counts.row]
    total = np.bincount(counts.category, weights=often, minlength=len(found.categories))
    return [int(number) for number in total]


def _counted(
    data: Any,
    paths: list[str] | None,
    given: dict[str, Any],
    categories: Sequence[Hashable] | None,
    absent: Sequence[Hashable],
    memory: str | None,
    everybody: bool,
) -> tuple[Tally | EngineTable, list[str]]:
    """The counts, and what to note."""
    if paths is not None:
        counts = [path for path in paths if is_tally(path)]
        # Counts of parts are merged as they are; mixed with codings nobody could say which items
        # are in both.
        if len(counts) == len(paths):
            audit = Audit(source_of(paths), "counts", len(paths))
            return replace(merge(map(load, paths)), audit=audit), []
        if counts:
            other = next(path for path in paths if path not in counts)
            raise DataError(
                f"{counts[0]} contains counts, {other} contains labels. Count the labels first "
                "(accord count), then measure the counts together"
            )
    source = "table" if paths is None else source_of(paths)
    frame = data if paths is None else relation(paths, memory)
    import narwhals as nw

    header = nw.from_native(frame).lazy().collect_schema().names()
    longest = {} if paths is None else longest_texts(frame, paths)
    rows = LOOKED_AT_CHARACTERS // max(sum(longest.values()), 1)
    rows = max(min(rows, ROWS_LOOKED_AT_IN_ENGINE), FEWEST_ROWS)
    told_all = True if paths is None else None
    roles = _roles(frame, source, header, Options(**given), told_all, rows)
    labels = roles.coders or (str(roles.category),)
    check_labels(source, [*labels, str(roles.coder), str(roles.item)], longest)
    notes: list[str] = [said("read.columns", columns=roles.describe())]
    left = absent
    if paths is not None:
        frame, more, left = typed_columns(frame, labels, categories, absent)
        notes += more
    elif categories is None and (marks := missing_marks(text_labels(frame, labels))):
        notes.append(missing_note(marks))
        left = (*absent, *marks)
    told: dict[str, Any] = {
        "item": roles.item if roles.coders else roles.item or roles.document,
        "coder": roles.coder,
        "category": roles.category,
        "coders": roles.coders or None,
        "categories": None if categories is None else _as_in(frame, labels[0], categories),
        "absent": _as_in(frame, labels[0], left),
    }
    result = count_frame(frame, **told)
    odd, more = ([], []) if everybody or roles.coder is None else _no_people(result)
    if odd:
        frame = _without(frame, str(roles.coder), odd)
        result = count_frame(frame, **told)
        notes += more
    seen = result.categories if isinstance(result, Tally) else text_labels(frame, labels)
    commas = notes if paths is None or with_commas(paths) else None
    if (asked := _doubted(source, seen, commas, categories, absent)) is not None:
        raise asked
    if paths is not None and isinstance(result, Tally) and result.source is not None:
        # the relation itself would keep DuckDB alive
        gone = (str(roles.coder), odd)
        reopened = partial(_reopened, paths, memory, (labels, categories, absent), told, gone)
        result = replace(result, source=reopened)
    return replace(result, audit=Audit(source, "counted", 0, 0)), notes


def _doubted(
    source: str,
    labels: Sequence[Hashable],
    notes: Sequence[str] | None,
    categories: Sequence[Hashable] | None,
    absent: Sequence[Hashable],
) -> DataError | None:
    """What a reader asks about such labels; without notes, not whether commas are decimal."""
    asked = None if absent or categories else about_missing(source, labels)
    if asked is not None or notes is None:
        return asked
    texts = [label for label in labels if isinstance(label, str)]
    if len(texts) == len(labels):
        names = [name for name in categories or () if isinstance(name, str)]
        notes = [*notes, *typed_labels([*texts], names)[2]]
    return about_commas(source, notes)


def _roles(
    frame: Any,
    source: str,
    header: Sequence[str],
    options: Options,
    told: bool | None,
    number: int,
) -> Roles:
    """The columns, read as those of a table in memory whose first rows are these."""
    import narwhals as nw

    # The rules for files decide from the first rows, so that a table is read alike in memory and
    # in an engine.
    head = nw.from_native(frame).lazy().head(number).collect()
    cells = [_column(head, name, source) for name in header]
    rows = list(map(list, zip(*cells, strict=True)))
    sample = Table(source, tuple(header), rows, list(range(1, len(rows) + 1)), ())
    reading = reading_of(sample, options, told)
    if reading.shape not in ("long", "wide") or len(reading.item) > 1:
        raise DataError(
            f"{source}: an engine counts tables with one column for the item and one for the coder "
            "or one for each coder; read the files instead"
        )
    return roles_of(sample, reading, reading.item[0] if reading.item else None)


def _column(head: Any, name: str, source: str) -> list[str]:
    try:
        return [_cell(value) for value in head[name].to_list()]
    except (OverflowError, ValueError) as error:  # the year 300,000: Python has no such date
        raise DataError(
            f"{source}: column {name!r} has values that Python cannot show ({error}). Leave it out"
        ) from None


def _cell(value: Any) -> str:
    if not is_there(value):
        return ""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


@contextmanager
def _placed(source: str) -> Iterator[None]:
    """What an engine says about damaged or unfit data, as an error with its place."""
    try:
        yield
    except DataError as error:
        if inert(source) in str(error) or source == "table":
            raise
        raise type(error)(f"{source}: {error}") from None
    except Exception as error:
        origin = type(error).__module__.partition(".")[0]
        # Only what an engine says of the data becomes an error of the data; a mistake of ours
        # stays one.
        if isinstance(error, AccordError) or origin not in ("_duckdb", "duckdb", "narwhals"):
            raise
        reason = str(error).partition("\n")[0]
        raise DataError(f"{source}: cannot be counted ({reason})") from error


def _reopened(
    paths: list[str],
    memory: str | None,
    labels: tuple[Any, ...],
    told: dict[str, Any],
    gone: tuple[str, list[Hashable]],
) -> EngineTable:
    """The files opened again, for what their counts do not tell."""
    frame = _without(typed_columns(relation(paths, memory), *labels)[0], *gone)
    return held_codings(frame, *told.values())


def _no_people(result: Tally | EngineTable) -> tuple[list[Hashable], list[str]]:
    """Coders of a long table who are programs or references, as where files are read, and what to
    note; none where fewer than two people remain."""
    names = [str(name) for name in result.coders]
    if not may_be_no_person(names):
        return [], []
    from accord._read.tables.not_people import FEWEST_PEOPLE, no_people, notes_on

    programs, agreed = no_people(names)
    odd = [name for name in result.coders if str(name) in {*programs, *agreed}]
    if len(names) - len(odd) < FEWEST_PEOPLE:
        return [], []
    return odd, notes_on(programs, agreed)


def _without(frame: Any, column: str, names: Sequence[Hashable]) -> Any:
    """The table without the rows of some coders."""
    if not names:
        return frame
    import narwhals as nw

    return nw.from_native(frame).filter(~nw.col(column).is_in([*names])).to_native()


def _as_in(frame: Any, column: str, values: Sequence[Hashable]) -> list[Any]:
    """Names from a command line as the column has them: numbers where it holds numbers."""
    import narwhals as nw

    schema = nw.from_native(frame).lazy().collect_schema()
    if not schema[column].is_numeric():
        return list(values)
    try:
        return [
            (int(v) if v.lstrip("-").isdigit() else float(v)) if isinstance(v, str) else v
            for v in values
        ]
    except ValueError:
        odd = next(v for v in values if isinstance(v, str))
        raise DataError(f"column {column!r} has numbers, but {odd!r} is not a number") from None
