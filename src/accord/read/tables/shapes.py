"""Tables of any origin into a study: which shape a table has, and several tables as one."""

from collections.abc import Sequence

from accord.errors import DataError
from accord.model.study import Study
from accord.read.door.read_options import Options
from accord.read.tables.roles import (
    CHAIN,
    LENGTHS,
    LISTS,
    MENTION,
    ROLES,
    SEGMENTS,
    Table,
    assign,
    called,
)


def study_from_tables(
    tables: Sequence[Table], coders: Sequence[str] | None, options: Options
) -> Study:
    """The study of one table, or of several, where `coders` names the coder of each."""
    table = tables[0] if len(tables) == 1 else _joined(tables, coders, options)
    if options.kind != "coreference" and not table.rows:
        raise DataError(f"{table.source}: a header ({', '.join(table.header[:6])}) and no rows")
    if options.kind == "coreference" or (options.kind is None and _has_chains(table.header)):
        from accord.read.tables.mention_rows import chains_from_table

        return chains_from_table(table, options)
    if options.dimensions is not None:
        from accord.read.tables.dimension_rows import dimensions_from_table

        return dimensions_from_table(table, options, options.dimensions)
    categories = None if options.categories is None else [str(c) for c in options.categories]
    if options.kind == "segmentations" or (options.kind is None and _is_segmented(table.header)):
        from accord.read.tables.segment_rows import segments_from_table

        return segments_from_table(
            table, coder=options.coder, item=options.item, categories=categories
        )
    given = {
        "item": options.item,
        "coder": options.coder,
        "category": options.category or options.field,
    }
    roles = assign(table.source, table.header, given, options.coders)
    sets = options.sets
    if sets is None and roles.category and table.lists & {roles.category}:
        sets = LISTS
    if options.kind == "unitizings" or (options.kind is None and roles.begin and not roles.coders):
        from accord.read.tables.unit_rows import units_from_table

        return units_from_table(table, roles, categories=categories, sets=sets)
    from accord.read.tables.label_rows import codings_from_table

    return codings_from_table(table, roles, categories=categories, absent=options.absent, sets=sets)


def are_labels(header: Sequence[str], options: Options) -> bool:
    """Whether a table holds labels of items, as far as the names of its columns tell."""
    if options.kind is not None or options.dimensions is not None:
        return options.kind == "codings"
    spans = called(header, ROLES["begin"]) and called(header, ROLES["end"])
    return not (spans or _has_chains(header) or _is_segmented(header))


def _has_chains(header: Sequence[str]) -> bool:
    """Whether a table is one of mentions in chains, as far as the names of its columns tell."""
    names = {name.lower().strip() for name in header}
    told = CHAIN[0] in names and not names.isdisjoint(ROLES["coder"])
    placed = {"begin", "end"} <= names or not names.isdisjoint(MENTION[:2])
    return told and placed and names.isdisjoint(ROLES["category"])


def _is_segmented(header: Sequence[str]) -> bool:
    """Masses, boundary strings, or places with a length."""
    form = next((form for form, names in SEGMENTS.items() if called(header, names)), None)
    return form is not None and (form != "place" or called(header, LENGTHS) is not None)


def _joined(tables: Sequence[Table], coders: Sequence[str] | None, options: Options) -> Table:
    """One table of all rows; without a column for the coder, each table is a coder's own."""
    header = tables[0].header
    for table in tables[1:]:
        if table.header != header:
            raise DataError(
                f"{table.source}:1: its columns ({', '.join(table.header)}) are not those of "
                f"{tables[0].source} ({', '.join(header)})"
            )
    named = options.coder in header if options.coder else bool(called(header, ROLES["coder"]))
    named = named or bool(options.coders)  # parts of one wide table
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
