"""Shapes that tables of labels rarely have: counts, one-hot, lists, transposed, dimensions, sets.

Each has a function that finds its readings, and one that builds the study.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations, product

from numpy import asarray

from accord._read.door.coverage import refuse_list
from accord._read.door.read_options import Options
from accord._read.tables import column_names as known
from accord._read.tables.coder_rows import study_from_transposed, transposed_readings
from accord._read.tables.counted_pairs import study_from_pairs
from accord._read.tables.label_rows import codings_from_table, typed_labels
from accord._read.tables.long_columns import unnamed_rows
from accord._read.tables.roles import (
    KEY,
    LISTS,
    ROW,
    Column,
    Reading,
    Roles,
    Table,
    families,
    follows,
    is_count,
    is_person,
    keyed,
    mark_of,
    named_coder,
    words_of,
)
from accord._read.tables.set_rows import with_empty_sets
from accord._read.tables.square_tables import without_margins
from accord._read.tables.votes import (
    counts_readings,
    item_of,
    lists_readings,
    shares_readings,
    study_from_lists,
    study_from_long,
    study_from_votes,
    told_columns,
    told_study,
    yes_readings,
)
from accord._read.tables.wide_columns import (
    COMPARED,
    FEW_ROWS,
    ROWS_LOOKED_AT,
    one_of_all,
    survey_of,
)
from accord.errors import DataError, Setting
from accord.kinds.labels.label_sets import EMPTY
from accord.kinds.labels.tabular import declare, from_confusion, in_order_of_a_program
from accord.model.audit import Audit
from accord.model.study import Study
from accord.words.said import said


def rare_readings(
    table: Table, columns: list[Column], options: Options, repeated: tuple[str, ...]
) -> list[Reading]:
    """The readings of the rarer shapes, the likeliest first.

    `repeated` are the columns that make the item where an item has a row for each coder.
    """
    finders: tuple[tuple[str, Callable[[Table, list[Column], Options], Iterator[Reading]]], ...] = (
        ("contingency", _contingency),
        ("shares", shares_readings),
        ("grid", _grid),
        ("lists", lists_readings),
        ("dimensions", _dimensions),
        ("one-hot", partial(_one_hot, repeated)),
        ("counts", counts_readings),
        ("counts", yes_readings),
        ("numbered", partial(_sets, repeated)),
        ("transposed", transposed_readings),
        ("long", _nobody_named),
    )
    return [
        reading
        for shape, find in finders
        if options.shape in (None, shape)
        for reading in find(table, columns, options)
    ]


def rare_study(table: Table, reading: Reading, options: Options) -> Study:
    """The study of a table of a rarer shape."""
    builders: dict[str, Callable[[Table, Reading, Options], Study]] = {
        "contingency": _from_contingency,
        "lists": study_from_lists,
        "dimensions": _from_dimensions,
        "one-hot": _from_one_hot,
        "counts": study_from_votes,
        "numbered": _from_sets,
        "transposed": study_from_transposed,
        "grid": _from_grid,
    }
    return builders[reading.shape](table, reading, options)


# A contingency table ----------------------------------------------------------------------------


def _contingency(table: Table, columns: list[Column], _: Options) -> Iterator[Reading]:
    """A square table of counts whose rows are called as its columns are."""
    if len(columns) <= 2 or len(columns) != len(table.rows) + 1:
        return
    rows = without_margins(table)
    names = [row[0].strip() for row in rows]
    if names == list(table.header[1 : len(names) + 1]) and all(
        is_count(cell.strip()) for row in rows for cell in row[1:]
    ):
        item = (columns[0].name,)
        yield Reading("contingency", item, columns=tuple(names), why="rows are called as columns")


def _from_contingency(table: Table, reading: Reading, options: Options) -> Study:
    if reading.votes is not None:
        return study_from_pairs(table, reading, options)
    counts = [[int(cell) for cell in row[1:]] for row in without_margins(table)]
    wanted = None if options.categories is None else [str(one) for one in options.categories]
    names, scale, remarks = typed_labels(reading.columns, wanted)
    study = from_confusion(counts, categories=list(names), coders=("rows", "columns"))
    if scale is not None:
        study = declare(study, scale)
    elif in_order_of_a_program(names, asarray(counts)):
        study = replace(study, declared=False)
    notes = (*table.notes, "rows are the first coder's categories, columns the second's", *remarks)
    if len(counts) < len(table.rows):
        notes += (said("read.margins-left-out", name=table.header[-1]),)
    return replace(study, audit=Audit(table.source, "contingency table", len(counts), 0, notes))


# A table for each coder, a label in each of its cells -------------------------------------------


def _grid(table: Table, columns: list[Column], options: Options) -> Iterator[Reading]:
    """Files of one coder each, whose cells are all labels: rows and columns name the items."""
    whose, *_ = table.header[-1:] or ("",)
    own = [c for c in columns if c.name != whose and c.kind != "empty"]
    told = options.item_columns or options.category or options.gold or options.ignore
    if table.by_file and not told and len(own) > 1 and len(table.rows) >= FEW_ROWS:
        first = max(own, key=lambda c: len(c.values))
        if all(c.is_plain and not c.is_item_name and c.meets(first) for c in own):
            yield Reading("grid", (), whose, None, tuple(c.name for c in own))


def _from_grid(table: Table, reading: Reading, options: Options) -> Study:
    """A label for each cell of a coder's table."""
    number: Counter[str] = Counter()
    rows, lines = [], []
    whose, places = table.column(str(reading.coder)), table.at(reading.columns)
    for who, row, line in zip(whose, table.rows, table.lines, strict=True):
        number[who] += 1
        rows += [[f"{table.header[at]}{KEY}{number[who]}", who, row[at]] for at in places]
        lines += [line] * len(places)
    return study_from_long(table, rows, lines, reading, options)


# A column for each category ---------------------------------------------------------------------


def _one_hot(
    repeated: tuple[str, ...], table: Table, columns: list[Column], options: Options
) -> Iterator[Reading]:
    """Rows of item and coder, and columns of 0 and 1, one for each category."""
    coder = options.coder or named_coder(columns, (*options.ignore, options.gold))
    item = options.item_columns or repeated
    taken = {*item, coder, options.gold, *options.ignore}
    flags = [c for c in columns if c.is_flag and c.name not in taken and not c.about(known.GOLD)]
    names = tuple(c.name for c in flags)
    if options.shape == "one-hot" and options.categories:
        names = told_columns(table, options)
    if coder is None or len(names) < 2:
        return
    doubts = []
    if len(names) == 2 and not one_of_all(table, flags):
        doubts.append(said("table.doubt.two-questions"))
    elif any(c.is_category_name for c in flags) and not one_of_all(table, flags):
        doubts.append(said("table.doubt.one-is-label"))
    if not item:
        doubts.append(said("table.doubt.no-item"))
    yield Reading("one-hot", item, coder, None, names, why="0 and 1", doubts=tuple(doubts))


def _from_one_hot(table: Table, reading: Reading, options: Options) -> Study:
    """Sets of categories; single ones where every row has exactly one."""
    table, item = keyed(table, reading.item)
    if reading.coder is None or item is None:
        raise DataError(
            f"{table.source}: name the columns of the coder and the item with {Setting('coder')} "
            f"and {Setting('item')}"
        )
    cells = [table.column(name) for name in reading.columns]
    chosen = []
    for at, row in enumerate(zip(*cells, strict=True)):
        odd = next((c for c in row if c.strip().lower() not in known.TRUTHS | {""}), None)
        if odd is not None:
            raise DataError(f"{table.where()[at]}: {odd!r} where 0 or 1 was expected")
        ticked = [n for n, c in zip(reading.columns, row, strict=True) if _is_yes(c)]
        chosen.append(ticked if any(map(str.strip, row)) else None)
    single = all(one is None or len(one) == 1 for one in chosen)
    labels = [_cell(one, single) for one in chosen]
    rows = [[*row, label] for row, label in zip(table.rows, labels, strict=True)]
    header = (*table.header, "label\x1f")
    labelled = replace(table, header=header, rows=rows)
    if not any(cell.strip().lower() in known.NO for column in cells for cell in column):
        labelled = with_empty_sets(labelled, item, reading.coder, header[-1], options)
    else:  # where "no" is written, a row without any answer is no coding
        refuse_list(table.source, options)
    roles = Roles(item, reading.coder, header[-1])
    sets = None if single else LISTS
    categories = list(reading.columns) if single else None
    study = codings_from_table(labelled, roles, categories=categories, sets=sets)
    return told_study(study, reading)


def _cell(chosen: list[str] | None, single: bool) -> str:
    """The categories that a coder ticked, as a cell; blank where nothing is ticked or denied."""
    if chosen is None:
        return ""
    return chosen[0] if single else LISTS.join(chosen) or EMPTY[0]


def _is_yes(cell: str) -> bool:
    return cell.strip().lower() in known.TRUTHS - known.NO


# Several labels of a coder in columns -----------------------------------------------------------


def _sets(
    repeated: tuple[str, ...], table: Table, columns: list[Column], options: Options
) -> Iterator[Reading]:
    """code 1, code 2 … code n: the labels of one coder, of which there may be fewer."""
    coder = options.coder or named_coder(columns, (*options.ignore, options.gold))
    item = options.item_columns or repeated
    if coder is None or not item:
        return
    if options.shape == "numbered" and options.categories:
        yield Reading("numbered", item, coder, None, told_columns(table, options))
        return
    free = [c for c in columns if c.name not in (*item, coder)]
    numbered = families(c for c in free if c.kind in ("labels", "ids", "text", "empty", "flags"))
    for stem, family in numbered.items():
        coders = any(word in known.CODERS for word in stem.split())
        # Larger numbers than there are columns name items, not the first, second … label.
        if not coders and all(is_count(m) and int(m) <= len(family) for m in family):
            names = tuple(c.name for several in family.values() for c in several)
            yield Reading("numbered", item, coder, None, names, why="numbered labels of a coder")


def _from_sets(table: Table, reading: Reading, options: Options) -> Study:
    table, item = keyed(table, reading.item)
    cells = [table.column(name) for name in reading.columns]
    labels = [
        LISTS.join(dict.fromkeys(c.strip() for c in row if c.strip()))
        for row in zip(*cells, strict=True)
    ]
    rows = [[*row, label] for row, label in zip(table.rows, labels, strict=True)]
    header = (*table.header, "labels\x1f")
    labelled = replace(table, header=header, rows=rows)
    if item is None or reading.coder is None:
        raise DataError(
            f"{table.source}: name the columns of the coder and the item with {Setting('coder')} "
            f"and {Setting('item')}"
        )
    labelled = with_empty_sets(labelled, item, reading.coder, header[-1], options)
    roles = Roles(item, reading.coder, header[-1])
    return told_study(codings_from_table(labelled, roles, sets=LISTS), reading)


# A row for each coding, and no name that says who coded -----------------------------------------


_MOST_CODERS = 50
"""A column of more names is more likely one of items, if none says it."""

LONG_NAME = 300
"""A name with more characters is not taken apart: nobody calls a column so."""

_TRIED = 40
"""Of so many columns each is tried as item, as coder and as label, where no name says it."""

_LOST = 0.1
"""Of items that several coders coded, one in ten may have lost all rows but one."""


def _nobody_named(table: Table, columns: list[Column], options: Options) -> Iterator[Reading]:
    """No column is called by a word for coders: one may hold them all the same, or none does."""
    settled = options.shape or options.coder or options.coders or survey_of(columns)
    if settled or named_coder(columns, (*options.ignore, options.gold)):
        return
    some = list(_unnamed_coders(table, columns, options))
    yield from some or unnamed_rows(table, columns, options)


def _unnamed_coders(table: Table, columns: list[Column], options: Options) -> Iterator[Reading]:
    """Columns whose cells could be an item's and a coder's: each pair comes once, each item again.

    That is no proof (a date, a place or a system may be so, too): it is asked.
    """
    taken = {options.gold, *options.ignore}
    free = [c for c in columns if c.name not in taken and c.kind not in ("empty", "private")]
    rows, at = table.rows[:ROWS_LOOKED_AT], table.header.index
    items = [c for c in free if options.item_columns in ((), (c.name,)) and _repeats(c)]
    coders = [c for c in free if c.kind in ("labels", "ids", "scale", "numbers") and _repeats(c)]
    coders = [
        c for c in coders if not c.about(known.DATES, known.GOLD) and len(c.values) <= _MOST_CODERS
    ]
    labels = [c for c in free if c.is_plain and len(c.values) > 1]
    labels = [c for c in labels if options.category in (None, c.name)]
    if max(len(items), len(coders), len(labels)) > _TRIED:
        return
    could = {c.name for c in items}
    triples = []
    for item, coder in product(items, sorted(coders, key=lambda c: c.name not in could)):
        if item is coder or len(coder.values) > len(item.values):
            continue
        pairs = Counter((row[at(item.name)], row[at(coder.name)]) for row in rows)
        if max(pairs.values()) > 1:
            continue
        for label in labels:
            if label in (item, coder) or follows(
                (row[at(item.name)], row[at(label.name)]) for row in rows
            ):
                continue
            if not follows((row[at(coder.name)], row[at(label.name)]) for row in rows):
                known_names = (item.is_item_name, label.is_category_name, not label.is_item_name)
                triples.append((-sum(known_names), item.name, coder.name, label.name))
    for _, item_name, coder_name, label_name in sorted(triples, key=lambda one: one[0])[:2]:
        doubt = (said("table.doubt.maybe-coder", name=coder_name),)
        yield Reading("long", (item_name,), coder_name, label_name, doubts=doubt)


def _repeats(column: Column) -> bool:
    """Whether nearly every cell comes again."""
    once = sum(n == 1 for n in column.values.values())
    return len(column.values) > 1 and once <= _LOST * len(column.values)


# Several dimensions of every coder --------------------------------------------------------------


def _dimensions(table: Table, columns: list[Column], options: Options) -> Iterator[Reading]:
    """Columns for each coder and dimension (A_topic, A_stance, B_topic …), or rows for each."""
    plain = [c for c in columns if c.is_plain and c.name not in options.ignore]
    beside = (known.SURENESS, known.COMMENTS, known.DATES, known.TOTALS)
    plain = [c for c in plain if not c.about(*beside)]
    for shared in (all, any):
        for names, coders in _grids(plain, shared):
            item = item_of(columns, options)
            doubts = () if coders else (said("table.doubt.which-part"),)
            if shared is any:
                doubts = (said("table.doubt.no-common-label"),)
            yield Reading(
                "dimensions", item, dimensions=names, why="coder and dimension", doubts=doubts
            )
            return


def _grids(
    columns: list[Column], enough: Callable[[Iterable[bool]], bool]
) -> Iterator[tuple[tuple[str, ...], bool]]:
    """The dimensions of columns called coder_dimension, and whether the coders are known ones.

    Of all dimensions, or of `any`, both coders have a label in common.
    """
    parts = {c.name: _parted(c) or _numbered(c) for c in columns}
    for first in (True, False):
        grid: dict[str, dict[str, Column]] = {}
        for column in columns:
            for who, what, leads in parts[column.name]:
                if leads is first:
                    grid.setdefault(who, {}).setdefault(what, column)
        for one, two in combinations([*grid][:COMPARED], 2):
            shared = [what for what in grid[one] if what in grid[two]]
            pairs = [(grid[one][what], grid[two][what]) for what in shared]
            if len(shared) > 1 and enough(a.meets(b) for a, b in pairs):
                sure = len(one) > 1 or not all(what.isdecimal() for what in shared)
                for own in grid.values():  # a coder who lacks a dimension
                    sure = sure and len(own.keys() & set(shared)) in (0, len(shared))
                yield tuple(shared), sure
                return


def _parted(column: Column) -> list[tuple[str, str, bool]]:
    """(coder, dimension, whether the coder stands first) of a name, where a part is a coder's."""
    parts = []
    name = column.name
    if len(column.words) == 2 and len(column.words[0]) == 1 and column.words[1].isdecimal():
        return [(name[:1], name[1:].strip(), True)]
    if len(name) > LONG_NAME:
        return []
    for at, sign in enumerate(name):
        if sign in known.JOINED and 0 < at < len(name) - 1:
            for who, what, first in (
                (name[:at], name[at + 1 :], True),
                (name[at + 1 :], name[:at], False),
            ):
                named = replace(column, name=who.strip(), words=words_of(who))
                if _tells_a_coder(named):
                    parts.append((who.strip(known.JOINED), what.strip(known.JOINED), first))
    return parts


def _numbered(column: Column) -> list[tuple[str, str, bool]]:
    """A word and a number behind it: the number may be that of a coder."""
    what, _, who = column.name.rpartition("_")
    return [(who, what, False)] if who.isdecimal() and what.replace("_", "").isalpha() else []


def _tells_a_coder(column: Column) -> bool:
    """Whether a part of a column's name is a coder's: Anna, J2, rater 1, label_mia, A1_label."""
    if is_person(column) or not known.CODERS.isdisjoint(column.words):
        return True
    mark = mark_of(column)
    if mark is None:
        return False
    return (
        mark[0] in known.SINGLE
        or mark[1] in known.PEOPLE
        or (mark[1][0] in known.SINGLE and mark[1][1:].isdecimal())
    )


def _from_dimensions(table: Table, reading: Reading, options: Options) -> Study:
    from accord._read.tables.dimension_rows import dimensions_from_table

    item = reading.item or (ROW,)
    chosen = replace(options, item=item, coder=reading.coder, dimensions=reading.dimensions)
    return dimensions_from_table(table, chosen, reading.dimensions)
