"""Tables of any origin into a study: what a table can be read as, and which reading is certain.

A reading gives columns their roles. Two are looked for first: long (a row for each coding) and
wide (a column for each coder); where neither is certain, the rarer ones of `rare_shapes`. What is
certain, or what the user confirmed by options, is read; otherwise the user is asked.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from accord._read.door.read_options import Options
from accord._read.tables import column_names as known
from accord._read.tables.evidence import (
    CONDEMNED,
    named_readings,
    objection,
    weighed,
    who_works,
    without_sums,
)
from accord._read.tables.lexicon import marked_by_name, may_be_no_person, names_coders
from accord._read.tables.roles import (
    EVERYBODY,
    LISTS,
    ROLES,
    ROW,
    Column,
    Reading,
    Roles,
    Table,
    called,
    columns_of,
    keyed,
    long_item,
    named_coder,
    named_columns,
    only_rows,
    wide_item,
    words_of,
)
from accord.errors import DataError
from accord.model.names import distinct_of
from accord.model.study import Study
from accord.words.said import said

WIDEST_OF_PAIRS = 5
"""The most columns of a table of counted pairs: two coders, the count, the row, a percentage."""

MOST_SEGMENTED = 100
"""Columns that are looked at for numbers of segments: nobody has more coders of a text."""

# Columns without which no table has boxes.
SIDES_OF_BOXES = frozenset(("x", "xmin", "x_min", "x0", "x1", "left", "bbox_x", "x_center", "cx"))


def study_from_tables(
    tables: Sequence[Table], coders: Sequence[str] | None, options: Options, told: bool = False
) -> Study:
    """The study of one table, or of several, where `coders` names the coder of each.

    A table that was `told` to be one, as a call in memory does, need not say itself what it is.
    """
    told = told or is_told(options)
    segmented = _segment_numbers(tables, options, told)
    if segmented is not None:
        return segmented
    if not _are_names(tables, options):
        return _study(tables, coders, options, told)
    from accord._read.tables.chosen_coders import only_coders

    wanted = options.coders or ()
    try:
        free = replace(options, coders=None)
        named = list(wanted) != EVERYBODY or told  # who names coders says where they are named
        whole = _study(tables, coders, free, named, all_coders=True)
    except DataError:
        if not any(one in row for table in tables for row in table.rows for one in wanted):
            named_columns(tables[0].source, tables[0].header, wanted)  # neither of the two
        raise
    chosen: Study = only_coders(whole, wanted, tables[0].source)
    return chosen


def _segment_numbers(tables: Sequence[Table], options: Options, told: bool) -> Study | None:
    """The segmentations of tables whose columns number segments, where the user says so; where
    nobody does, the question whether that is meant."""
    begin = [row[:MOST_SEGMENTED] for table in tables for row in table.rows[:1]]
    if options.kind is None and not any(
        sum(cell.strip() in ("0", "1") for cell in row) > 1 for row in begin
    ):
        return None
    from accord._read.tables.segment_columns import (
        numbered_segments,
        segmented,
        segments_from_columns,
        shown_segments,
    )

    if options.coders and options.kind and segmented(options.kind):
        return segments_from_columns(tables, options.coders)
    if told or options.kind or not (names := numbered_segments(tables)):
        return None
    from accord._read.tables.asking import Offer, question

    settings = {"kind": "segmentations", "coders": names}
    rows = shown_segments(tables[0], names)
    raise question(tables[0], [Offer(said("table.reading.segments"), (), rows, settings)])


def is_told(options: Options) -> bool:
    """Whether the user says who the coders are, or what the labels."""
    coders = options.coders and list(options.coders) != EVERYBODY
    own = (options.shape, options.coder, coders, options.category, options.dimensions)
    return any(own) or bool(options.coder_from)


def _study(
    tables: Sequence[Table],
    coders: Sequence[str] | None,
    options: Options,
    told: bool,
    all_coders: bool = False,
) -> Study:
    table, options = _one_table(tables, coders, options)
    if table.twice and (options.dimensions or not are_labels(table.header, options)):
        from accord._read.tables.asking import twice_called

        raise twice_called(table)
    if options.kind != "coreference" and not table.rows:
        raise DataError(f"{table.source}: a header ({', '.join(table.header[:6])}) and no rows")
    by_file = bool(table.by_file or options.coder_from)
    study = _marks(table, options, told)
    if study is None:
        reading = reading_of(table, options, told)
        study = _study_of(table, reading, options)
        by_file = by_file or not _names_coders_in_cells(reading)
    return study if all_coders or by_file else people_of(study)


def people_of(study: Any) -> Study:
    """The study without programs and references among its coders."""
    if not may_be_no_person(map(str, study.coders)):
        return study  # type: ignore[no-any-return]
    from accord._read.tables.not_people import without_programs

    kept: Study = without_programs(study)
    return kept


def _names_coders_in_cells(reading: Reading) -> bool:
    return reading.coder is not None and reading.shape != "transposed"


def _marks(table: Table, options: Options, told: bool) -> Study | None:
    """The study of a table of chains, dimensions, segments, boxes or spans; None of labels."""
    if options.dimensions is not None:
        from accord._read.tables.dimension_rows import dimensions_from_table

        return dimensions_from_table(table, options, options.dimensions)
    for rows in ROWS_OF_MARKS:
        if rows.kind == options.kind or (options.kind is None and rows.shows(table, options)):
            return rows.read(table, options, told)
    return None


def _chains(table: Table, options: Options, told: bool) -> Study:
    from accord._read.tables.mention_rows import chains_from_table

    _check_coder(table, options, told, "coreference")
    return chains_from_table(table, options)


def _segments(table: Table, options: Options, told: bool) -> Study:
    from accord._read.tables.segment_rows import segments_from_table

    _check_coder(table, options, told, "segmentations")
    return segments_from_table(table, options)


def _boxes(table: Table, options: Options, told: bool) -> Study:
    from accord._read.tables.box_rows import boxes_from_table

    _check_coder(table, options, told, "regions")
    return boxes_from_table(table, options)


def _spans(table: Table, options: Options, told: bool) -> Study:
    from accord._read.tables.unit_rows import unit_roles, units_from_table

    begin_end = edges(table.header)
    if begin_end is None:
        return _study_of(table, reading_of(table, options, told), options)
    table, options = _with_one_item(table, options)
    roles = unit_roles(table, begin_end, options)
    _check_coder(table, options, told, "unitizings", roles)
    return units_from_table(table, roles, options)


def _has_spans(table: Table, options: Options) -> bool:
    begin_end = edges(table.header)
    if begin_end is None:
        return False
    from accord._read.tables.unit_rows import are_units

    return are_units(table, begin_end, options)


class MarkRows(NamedTuple):
    """Tables of one kind of marks: whether a table shows that it is one, and how it is read."""

    kind: str
    shows: Callable[[Table, Options], bool]
    read: Callable[[Table, Options, bool], Study]


ROWS_OF_MARKS = (
    MarkRows("coreference", lambda table, _: has_chains(table.header), _chains),
    MarkRows("segmentations", lambda table, _: is_segmented(table.header), _segments),
    MarkRows("regions", lambda table, options: has_boxes(table.header, options), _boxes),
    MarkRows("unitizings", _has_spans, _spans),
)


def _with_one_item(table: Table, options: Options) -> tuple[Table, Options]:
    """The table with one column for the document, where the user names several."""
    if len(options.item_columns) < 2:
        return table, options
    table, item = keyed(table, named_columns(table.source, table.header, options.item_columns))
    return table, replace(options, item=item)


def _check_coder(
    table: Table, options: Options, told: bool, kind: str, roles: Roles | None = None
) -> None:
    """Ask about a table of marks whose column of coders does not say that it is one."""
    coder = called(table.header, ROLES["coder"]) if roles is None else roles.coder
    # Who works from when to when stands in a plan, without a text that all of them read.
    plan = roles is not None and not (roles.document or roles.item) and who_works(coder or "")
    if told or options.kind or coder is None or (names_coders(coder) and not plan):
        return
    from accord._read.tables.asking import Offer, question

    settings: dict[str, Any] = {"kind": kind, "coder": coder}
    if roles is not None and (item := roles.document or roles.item):
        settings["item"] = item
    if roles is not None and roles.category:
        settings["category"] = roles.category
    doubt = said("table.doubt.coder", name=coder)
    says = said(f"table.reading.marks-{kind}", coder=coder)
    raise question(table, [Offer(says, (doubt,), (), settings)])


def _of_two_columns(table: Table, options: Options, possible: list[Reading]) -> list[Reading]:
    """The readings in doubt where two columns have one name and the user does not say which."""
    settled = options.shape or options.coders or options.coder or options.category
    if not table.twice or settled:
        return possible
    if not possible:
        from accord._read.tables.asking import twice_called

        raise twice_called(table)
    name = table.twice[0]
    doubt = said("table.doubt.same-name", name=name, other=f"{name} (2)")
    return [replace(reading, doubts=(*reading.doubts, doubt)) for reading in possible]


def readings_of_tables(
    tables: Sequence[Table], coders: Sequence[str] | None, options: Options
) -> tuple[Table, list[Reading]] | None:
    """The one table of labels, and the ways to read it; None where it holds something else."""
    if _are_names(tables, options):
        options = replace(options, coders=None)
    told = is_told(options)
    table, options = _one_table(tables, coders, options)
    if not table.rows or options.dimensions or not are_labels(table.header, options):
        return None
    from accord._read.tables.asking import offered

    possible = readings(table, options, told)
    if len([reading for reading in possible if reading.certain]) == 1:
        return table, possible
    return table, [reading for reading, _ in offered(table, possible, options, _as_told)]


def _are_names(tables: Sequence[Table], options: Options) -> bool:
    """Whether coders are asked for by their names in the cells: no column is called so."""
    if not options.coders or options.shape == "wide":
        return False
    from accord._read.tables.chosen_coders import are_columns

    return not are_columns([table.header for table in tables], options.coders)


def _one_table(
    tables: Sequence[Table], coders: Sequence[str] | None, options: Options
) -> tuple[Table, Options]:
    if len(tables) == 1:
        return _without_blank_rows(tables[0]), options
    from accord._read.tables.joined_tables import joined_table

    return joined_table(tables, coders, options)


def _without_blank_rows(table: Table) -> Table:
    """The table without rows that separate its parts and say nothing."""
    if not table.header or "" not in distinct_of(table.column(table.header[0])):
        return table
    kept = [n for n, row in enumerate(table.rows) if any(map(str.strip, row))]
    if len(kept) == len(table.rows):
        return table
    return only_rows(table, kept, said("read.empty-rows-left-out", n=len(table.rows) - len(kept)))


def _study_of(table: Table, reading: Reading, options: Options) -> Study:
    """The labels of a table, read in one way."""
    if reading.shape == "long" and reading.coder is None:
        from accord._read.tables.votes import study_of_unnamed

        return study_of_unnamed(table, reading, options)
    if reading.shape not in ("long", "wide"):
        from accord._read.tables.rare_shapes import rare_study

        return rare_study(table, reading, options)
    from accord._read.tables.label_rows import codings_from_table

    table, item = keyed(table, reading.item)
    roles = roles_of(table, reading, item)
    gone = named_columns(table.source, table.header, options.ignore)
    roles = replace(roles, about=tuple(name for name in roles.about if name not in gone))
    sets = options.sets
    if sets is None and reading.category in table.lists:
        sets = LISTS
    categories = None if options.categories is None else [str(c) for c in options.categories]
    if sets == "rows" or options.seen is not None:
        from accord._read.tables.set_rows import with_all_sets

        table = with_all_sets(table, item, roles, sets, options)
    left = [f"{name!r} is {why} and not a coder" for name, why in reading.apart]
    if left:
        table = replace(table, notes=(*table.notes, *left))
    return codings_from_table(
        table,
        roles,
        categories=categories,
        absent=options.absent,
        sets=sets,
        anonymous=options.anonymous,
    )


def roles_of(table: Table, reading: Reading, item: str | None) -> Roles:
    """The roles of a long or wide reading; what has none says something about the items."""
    used = {item, reading.coder, reading.category, *reading.columns, *reading.item[-1:]}
    # The columns before the last one of a key group its items: sentences of a document.
    about = tuple(name for name in table.header if name not in used)
    if reading.shape == "wide":
        return Roles(item=item, coders=reading.columns, about=about)
    return Roles(item, reading.coder, reading.category, about=about)


def reading_of(table: Table, options: Options, told: bool | None = None) -> Reading:
    """The one reading that is identified or confirmed; otherwise an error that asks."""
    possible = readings(table, options, told)
    certain = [reading for reading in possible if reading.certain]
    if len(certain) == 1 and len({one.shape for one in certain}) == 1:
        return certain[0]
    from accord._read.tables.asking import asked

    raise asked(table, certain if len(certain) > 1 else possible, options, _as_told)


def _as_told(table: Table, reading: Reading, options: Options) -> Study:
    """The study that somebody gets who types the settings of a reading."""
    told = replace(options, **reading.settings)
    if reading.where:
        from accord._read.tables.row_choice import chosen_rows

        table = chosen_rows(table, reading.where)
    if reading.shape == "grid":
        return _study_of(table, reading, options)
    if told.votes is not None:
        from accord._read.tables.row_choice import with_all_votes

        table, told = with_all_votes(table, told)
    if told.dimensions:
        from accord._read.tables.dimension_rows import dimensions_from_table

        return dimensions_from_table(table, told, told.dimensions)
    confirmed = reading_of(table, told, told=True)
    study = _study_of(table, confirmed, told)
    by_file = told.coder_from or not _names_coders_in_cells(confirmed)
    return study if by_file else people_of(study)


def readings(table: Table, options: Options, told: bool | None = None) -> list[Reading]:
    """All ways to read a table of labels, the likeliest first.

    One that the table does not say itself, and the user neither, is in doubt.
    """
    told = is_told(options) if told is None else told
    if told:
        possible = _possible(table, options)
    else:
        columns = columns_of(table)
        named = [_doubted(table, columns, one, options) for one in _named(table, columns, options)]
        possible = [one for one in named if one.certain]
        if len(possible) != 1:
            others = (
                _doubted(table, columns, one, options) if one.certain else one
                for one in _possible(table, options)
            )
            unsure = [one for one in named if one.shape == "wide" and not one.certain]
            possible = [*possible, *_with_marked(unsure, [*others])]
            possible = _ranked(table, columns, possible, options)
            possible = [without_sums(table, columns, one) for one in possible]
    if table.by_file:
        possible = [replace(reading, by_file=table.by_file) for reading in possible]
    return possible


def _with_marked(marked: list[Reading], others: list[Reading]) -> list[Reading]:
    """The readings, with those of marked columns before one that has more columns: beside rater 1
    and rater 2, rater all is none; beside Rater Anna, Rater Xul may be."""
    for one in marked:
        more = [n for n, other in enumerate(others) if {*one.columns} < {*other.columns}]
        sure = more and not any(map(marked_by_name, one.columns))
        others.insert(more[0] if sure else len(others), one)
    return others


def _ranked(
    table: Table, columns: list[Column], possible: list[Reading], options: Options
) -> list[Reading]:
    """The readings that nothing condemns, those that weigh most first."""
    full = without(table, options)[1]
    weights = [sum(weighed(table, columns, one, full).values()) for one in possible]
    order = sorted(range(len(possible)), key=lambda n: (not possible[n].certain, -weights[n]))
    return [possible[n] for n in order if weights[n] > CONDEMNED]


def _named(table: Table, columns: list[Column], options: Options) -> list[Reading]:
    """The readings that the names of columns suggest, with their items."""
    full = without(table, options)[1]
    named = []
    for reading in named_readings(table, columns, full):
        if reading.shape == "wide":
            from accord._read.tables.wide_columns import left_out

            item = full.item_columns or wide_item(table, columns, reading.columns, full)
            mine = [c for c in columns if c.name in reading.columns]
            apart = tuple(left_out(columns, mine, item, full))
            named.append(replace(reading, item=item, apart=apart))
        else:
            taken = {reading.coder or "", reading.category or "", *full.ignore, full.gold or ""}
            item = full.item_columns or long_item(table, columns, taken, reading.coder)
            named.append(replace(reading, item=item))
    return [reading for reading in named if reading.shape == "wide" or reading.item]


def _doubted(table: Table, columns: list[Column], reading: Reading, options: Options) -> Reading:
    """The reading, in doubt unless the table says it itself."""
    why = objection(table, columns, reading, options)
    return replace(reading, doubts=(why,)) if why else reading


def _possible(table: Table, options: Options) -> list[Reading]:
    from accord._read.tables.long_columns import long_readings
    from accord._read.tables.wide_columns import wide_readings

    shape = options.shape
    table, options = without(table, options)
    columns = columns_of(table)
    possible = []
    if shape in (None, "long") and not options.coders:
        possible += list(long_readings(table, columns, options))
    if shape in (None, "wide") and not (options.coder or (possible and possible[0].certain)):
        doubt = (
            (said("table.doubt.names-coders", name=possible[0].coder),)
            if possible and not shape
            else ()
        )
        for reading in wide_readings(table, columns, options):
            possible.append(replace(reading, doubts=(*reading.doubts, *doubt)))
    confirmed = bool((options.coder and options.category and not shape) or options.coders)
    if len(columns) <= WIDEST_OF_PAIRS and not (options.coder or options.category):
        from accord._read.tables.counted_pairs import pairs_readings

        counted = list(pairs_readings(table, columns, options))
        if counted and options.coders and not shape:  # whose labels they are is told, not of what
            pairs = said("table.doubt.pairs", name=counted[0].votes)
            possible = [replace(one, doubts=(*one.doubts, pairs)) for one in possible]
            counted = [replace(one, doubts=(pairs,)) for one in counted]
        possible = [*counted, *possible]
    if not any(reading.certain for reading in possible) and not (confirmed and shape is None):
        from accord._read.tables.rare_shapes import rare_readings

        coder = options.coder or named_coder(columns, (*options.ignore, options.gold))
        taken = {coder or "", *options.ignore}
        repeated = long_item(table, columns, taken, coder) if coder in table.header else ()
        possible += rare_readings(table, columns, options, repeated)
    if shape is not None and possible and not any(reading.certain for reading in possible):
        possible[0] = replace(possible[0], doubts=())  # as the user says
    possible.sort(key=lambda one: not one.certain)
    return _of_two_columns(table, options, possible)


def without(table: Table, options: Options) -> tuple[Table, Options]:
    """The options with names of columns found in the table; what is ignored must be there."""
    header = table.header
    change: dict[str, Any] = {}
    if options.ignore:
        change["ignore"] = named_columns(table.source, header, options.ignore)
    if options.item is not None and options.item != ROW:
        change["item"] = _item_columns(table, options.item)
    for role in ("coder", "category", "gold"):
        name = getattr(options, role)
        if name is not None and not (role == "coder" and name == ROW):
            change[role] = named_columns(table.source, header, [name])[0]
    if options.coders is not None:
        change["coders"] = named_columns(table.source, header, options.coders)
    return table, replace(options, **change)


def _item_columns(table: Table, item: str | Sequence[str]) -> tuple[str, ...]:
    """The columns of the item: one name, several, or several in one text with commas."""
    if not isinstance(item, str):
        return named_columns(table.source, table.header, item)
    if item in table.header or "," not in item:
        return named_columns(table.source, table.header, [item])
    return named_columns(table.source, table.header, [part.strip() for part in item.split(",")])


# Other kinds ------------------------------------------------------------------------------------


def are_labels(header: Sequence[str], options: Options) -> bool:
    """Whether a table holds labels of items, as far as the names of its columns tell."""
    if options.kind is not None or options.dimensions is not None:
        return options.kind == "codings"
    if options.shape is not None or options.coders:
        return True
    if has_boxes(header, options):
        return False
    return not (edges(header) or has_chains(header) or is_segmented(header))


def has_boxes(header: Sequence[str], options: Options) -> bool:
    """Whether coders drew boxes; unless the user says that it is something else."""
    if options.kind or options.shape or options.coders or options.category in SIDES_OF_BOXES:
        return False
    if not SIDES_OF_BOXES.intersection(name.lower().strip() for name in header):
        return False
    from accord._read.tables.box_rows import are_boxes

    return are_boxes(header, options)


def edges(header: Sequence[str]) -> tuple[str, str] | None:
    """The columns that are called as begin and end of units are.

    >>> edges(["doc", "start_char", "end_char", "label"]), edges(["item", "from", "label"])
    (('start_char', 'end_char'), None)
    """
    begin, end = called(header, ROLES["begin"]), called(header, ROLES["end"])
    if begin and end:
        return begin, end
    rests: dict[tuple[str, ...], dict[bool, str]] = {}
    own = set(map(words_of, header))  # of a quoted span, its begin and its end
    for name in header:
        words = words_of(name)
        for last, marks in ((False, known.BEGINS), (True, known.ENDS)):
            rest = tuple(word for word in words if word not in marks)
            if len(rest) == len(words) - 1 and (
                known.PLACES.issuperset(rest) or (rest in own and "span" in rest)
            ):
                rests.setdefault(rest, {})[last] = name
    pairs = [pair for pair in rests.values() if len(pair) == 2]
    return (pairs[0][False], pairs[0][True]) if len(pairs) == 1 else None


def has_chains(header: Sequence[str]) -> bool:
    """Whether a table is one of mentions in chains, as far as the names of its columns tell."""
    names = {name.lower().strip() for name in header}
    called_so = known.CHAIN[0] in names and not names.isdisjoint(ROLES["coder"])
    placed = {"begin", "end"} <= names or not names.isdisjoint(known.MENTION[:2])
    return called_so and placed and names.isdisjoint(ROLES["category"])


def is_segmented(header: Sequence[str]) -> bool:
    """Masses, boundary strings, or places with a length."""
    form = next((form for form, names in known.SEGMENTS.items() if called(header, names)), None)
    return form is not None and (form != "place" or called(header, known.LENGTHS) is not None)
