"""Tables of any origin into a study: several tables are one, with a coder each."""

from collections.abc import Sequence
from pathlib import PurePosixPath

from accord.errors import DataError
from accord.model.study import Study
from accord.read.door.chains import chains_from_tables, is_chain_table
from accord.read.door.marks import Options
from accord.read.tables.columns import ROLES, assign
from accord.read.tables.delimited import Table
from accord.read.tables.dimension_rows import dimensions_from_table
from accord.read.tables.label_rows import codings_from_table
from accord.read.tables.segment_rows import form_of, segments_from_table
from accord.read.tables.unit_rows import LENGTHS, units_from_table

LISTS = "\x1f"
"""Separates the labels of a list inside a cell of a table that came with real lists."""


def study_from_tables(
    tables: Sequence[Table], coders: Sequence[str] | None, options: Options
) -> Study:
    """The study of one table, or of several, where `coders` names the coder of each."""
    table = tables[0] if len(tables) == 1 else _joined(tables, coders, options)
    if not table.rows:
        raise DataError(f"{table.source}: a header ({', '.join(table.header[:6])}) and no rows")
    if options.kind == "coreference" or (options.kind is None and is_chain_table(table.header)):
        return chains_from_tables([table], [PurePosixPath(table.source).stem])
    if options.dimensions is not None:
        return dimensions_from_table(table, options, options.dimensions)
    if options.kind == "segmentations" or (options.kind is None and _segmented(table.header)):
        declared = None if options.categories is None else [str(c) for c in options.categories]
        return segments_from_table(
            table, coder=options.coder, item=options.item, categories=declared
        )
    given = {
        "item": options.item,
        "coder": options.coder,
        "category": options.category or options.field,
    }
    roles = assign(table.source, table.header, given, options.coders)
    categories = None if options.categories is None else [str(c) for c in options.categories]
    sets = options.sets
    if sets is None and roles.category and table.lists & {roles.category}:
        sets = LISTS
    if options.kind == "unitizings" or (options.kind is None and roles.begin and not roles.coders):
        return units_from_table(table, roles, categories=categories, sets=sets)
    return codings_from_table(table, roles, categories=categories, absent=options.absent, sets=sets)


def _segmented(header: Sequence[str]) -> bool:
    """Masses, boundary strings, or places with a length, and no category of an item."""
    form = form_of(header)
    lowered = {name.lower().strip() for name in header}
    return form is not None and (form[0] != "place" or not lowered.isdisjoint(LENGTHS))


def _joined(tables: Sequence[Table], coders: Sequence[str] | None, options: Options) -> Table:
    """One table of all rows; without a column for the coder, each table is a coder's own."""
    header = tables[0].header
    for table in tables[1:]:
        if table.header != header:
            raise DataError(
                f"{table.source}:1: its columns ({', '.join(table.header)}) are not those of "
                f"{tables[0].source} ({', '.join(header)})"
            )
    named = options.coder in header if options.coder else _has_coder(header)
    rows = [row for table in tables for row in table.rows]
    notes = tuple(dict.fromkeys(note for table in tables for note in table.notes))
    if not named:
        if coders is None:
            raise DataError("give the coder of each table")
        header = (*header, "coder")
        rows = [
            [*row, who] for who, table in zip(coders, tables, strict=True) for row in table.rows
        ]
        notes = (*notes, f"one table for each coder: {', '.join(coders)}")
    joined = Table(
        ", ".join(table.source for table in tables),
        header,
        rows,
        [line for table in tables for line in table.lines],
        notes,
        frozenset().union(*(table.lists for table in tables)),
    )
    joined.places.extend(place for table in tables for place in table.where())
    return joined


def _has_coder(header: Sequence[str]) -> bool:
    return any(name.lower().strip() in ROLES["coder"] for name in header)
