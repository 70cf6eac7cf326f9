"""Tables of any origin into a study: what a table can be read as, and which reading is certain.

A reading gives columns their roles. Two are looked for first: long (a row for each coding) and
wide (a column for each coder); where neither is certain, the rarer ones of `rare_shapes`. What is
certain, or what the user confirmed by options, is read; otherwise the user is asked.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any

from accord._read.door.read_options import Options
from accord._read.tables import column_names as known
from accord._read.tables.roles import (
    KEY,
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
    named_coder,
    named_columns,
    names_an_item,
    within_document,
    words_of,
)
from accord._read.tables.wide_columns import wide_readings
from accord.errors import DataError
from accord.model.study import Study

# How many items are looked at, with all their rows, for what depends on what.
ITEMS_LOOKED_AT = 3000


# Columns without which no table has boxes.
SIDES_OF_BOXES = frozenset(("x", "xmin", "x_min", "x0", "x1", "left", "bbox_x", "x_center", "cx"))


def study_from_tables(
    tables: Sequence[Table], coders: Sequence[str] | None, options: Options
) -> Study:
    """The study of one table, or of several, where `coders` names the coder of each."""
    if not _are_names(tables, options):
        return _study(tables, coders, options)
    from accord._read.tables.chosen_coders import only_coders

    wanted = options.coders or ()
    try:
        whole = _study(tables, coders, replace(options, coders=None))
    except DataError:
        if not any(one in row for table in tables for row in table.rows for one in wanted):
            named_columns(tables[0].source, tables[0].header, wanted)  # neither of the two
        raise
    chosen: Study = only_coders(whole, wanted, tables[0].source)
    return chosen


def _study(tables: Sequence[Table], coders: Sequence[str] | None, options: Options) -> Study:
    table, options = _one_table(tables, coders, options)
    if table.twice and (options.dimensions or not are_labels(table.header, options)):
        from accord._read.tables.asking import twice_called

        raise twice_called(table)
    if options.kind != "coreference" and not table.rows:
        raise DataError(f"{table.source}: a header ({', '.join(table.header[:6])}) and no rows")
    if options.kind == "coreference" or (options.kind is None and _has_chains(table.header)):
        from accord._read.tables.mention_rows import chains_from_table

        return chains_from_table(table, options)
    if options.dimensions is not None:
        from accord._read.tables.dimension_rows import dimensions_from_table

        return dimensions_from_table(table, options, options.dimensions)
    if options.kind == "segmentations" or (options.kind is None and _is_segmented(table.header)):
        from accord._read.tables.segment_rows import segments_from_table

        return segments_from_table(table, options)
    if options.kind == "regions" or _has_boxes(table.header, options):
        from accord._read.tables.box_rows import boxes_from_table

        return boxes_from_table(table, options)
    if options.kind in ("unitizings", None) and (begin_end := edges(table.header)):
        from accord._read.tables.unit_rows import are_units, unit_roles, units_from_table

        if options.kind or are_units(table, begin_end, options):
            return units_from_table(table, unit_roles(table, begin_end, options), options)
    return study_of(table, reading_of(table, options), options)


def _of_two_columns(table: Table, options: Options, possible: list[Reading]) -> list[Reading]:
    """The readings in doubt where two columns have one name and the user does not say which."""
    settled = options.shape or options.coders or options.coder or options.category
    if not table.twice or settled:
        return possible
    if not possible:
        from accord._read.tables.asking import twice_called

        raise twice_called(table)
    name = table.twice[0]
    doubt = f"two columns are called {name!r}; the second is {name + ' (2)'!r} here"
    return [replace(reading, doubts=(*reading.doubts, doubt)) for reading in possible]


def readings_of_tables(
    tables: Sequence[Table], coders: Sequence[str] | None, options: Options
) -> tuple[Table, list[Reading]] | None:
    """The one table of labels, and the ways to read it; None where it holds something else."""
    if _are_names(tables, options):
        options = replace(options, coders=None)
    table, options = _one_table(tables, coders, options)
    if not table.rows or options.dimensions or not are_labels(table.header, options):
        return None
    return table, readings(table, options)


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
        return tables[0], options
    from accord._read.tables.joined_tables import joined

    return joined(tables, coders, options)


def study_of(table: Table, reading: Reading, options: Options) -> Study:
    """The labels of a table, read in one way."""
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


def reading_of(table: Table, options: Options) -> Reading:
    """The one reading that is certain or confirmed; otherwise an error that asks."""
    possible = readings(table, options)
    certain = [reading for reading in possible if reading.certain]
    if len(certain) == 1 and len({one.shape for one in certain}) == 1:
        return certain[0]
    from accord._read.tables.asking import asked

    raise asked(table, certain if len(certain) > 1 else possible, options)


def readings(table: Table, options: Options) -> list[Reading]:
    """All ways to read a table of labels, the likeliest first."""
    shape = options.shape
    table, options = without(table, options)
    columns = columns_of(table)
    possible = []
    if shape in (None, "long") and not options.coders:
        possible += list(_long(table, columns, options))
    if shape in (None, "wide") and not (options.coder or (possible and possible[0].certain)):
        doubt = (f"{possible[0].coder!r} names coders",) if possible and not shape else ()
        for reading in wide_readings(table, columns, options):
            possible.append(replace(reading, doubts=(*reading.doubts, *doubt)))
    confirmed = bool((options.coder and options.category and not shape) or options.coders)
    if not any(reading.certain for reading in possible) and not confirmed:
        from accord._read.tables.rare_shapes import rare_readings

        coder = options.coder or named_coder(columns, (*options.ignore, options.gold))
        taken = {coder or "", *options.ignore}
        repeated = _long_item(table, columns, taken, coder) if coder else ()
        possible += rare_readings(table, columns, options, repeated)
    if shape is not None and possible and not any(reading.certain for reading in possible):
        possible[0] = replace(possible[0], doubts=())  # as the user says
    possible.sort(key=lambda one: (not one.certain, not one.is_survey))
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


# Long -------------------------------------------------------------------------------------------


def _long(table: Table, columns: list[Column], options: Options) -> Iterator[Reading]:
    """A row for each coding: columns of the item, the coder and the category."""
    coder = options.coder or named_coder(columns, (*options.ignore, options.gold, options.category))
    category = options.category or options.field
    if coder is None:
        yield from _once_each(table, columns, options)
        return
    if coder == ROW:
        raise DataError(f"{table.source}: in a long table the coder is a column, not the row")
    taken = {coder, category or "", options.gold or "", *options.ignore}
    item = options.item_columns or _long_item(table, columns, taken, coder)
    rest = [c for c in columns if c.name not in {*taken, *item}]
    choices = [category] if category else _category_columns(table, rest, item, coder)
    if options.item is None and not (item and choices):
        yield from _item_or_category(table, columns, item, taken, coder)
    if not choices or not item:
        return
    doubts: list[str] = []
    if len(choices) > 1:
        doubts.append(f"several columns could be the category ({', '.join(choices[:6])})")
    if not category and _is_one_of_several(table, rest, choices[0], item):
        doubts.append(f"{choices[0]!r} is one of several columns of 0 and 1, maybe of categories")
    doubts += _against_long(table, columns, coder, item, options)
    make = partial(Reading, "long", coder=coder, why=f"{coder!r} names the coders")
    if item and options.item is None:
        item, loose = _told_apart(table, rest, item)
        doubts += loose
        rows = _rows_of_items(table, item)
        others = [c for c in rest if c.name not in choices]
        part = _part_of_item(table, rows, others, coder)
        if part is not None:
            doubt = (f"{part!r} could be a part of the item, or a dimension",)
            yield make(item=(*item, part), category=choices[0], doubts=doubt)
            by = Reading("dimensions", item, coder, dimensions=(part,), doubts=doubt)
            yield replace(by, category=choices[0])
            return
        doubts += _single([(name, row[table.header.index(coder)]) for name, row in rows])
    for name in choices[:2]:
        yield make(item=item, category=name, doubts=tuple(doubts))


def _once_each(table: Table, columns: list[Column], options: Options) -> Iterator[Reading]:
    """A row for each coding, every row by another coder, as crowds give them.

    Such coders look like numbers of rows, so all three columns must be called as what they are,
    and most items must have several rows.
    """
    taken = {*options.ignore, options.gold or "", options.category or options.field or ""}
    coder = named_coder(columns, taken, once=True)
    if coder is None:
        return
    taken.add(coder)
    item = options.item_columns or _long_item(table, columns, taken, coder)
    rest = [c for c in columns if c.name not in {*taken, *item}]
    labels = [c for c in rest if c.is_category_name and c.is_plain and not c.about(known.GOLD)]
    category = options.category or (labels[0].name if len(labels) == 1 else None)
    called_so = [c.is_item_name and not names_an_item(c.name) for c in columns if c.name in item]
    if not (called_so and all(called_so) and category) or not _rows_repeat(table, item):
        return
    others = [c.name for c in rest if c.is_plain and c.name != category]
    doubt = f"{coder!r} has another value in every row, so that a row could be an item"
    yield Reading("long", item, coder, category, doubts=(doubt,) if others else ())


def _rows_repeat(table: Table, item: tuple[str, ...]) -> bool:
    """Whether more than half of the items have several rows."""
    rows = Counter(name for name, _ in _rows_of_items(table, item))
    return 2 * sum(n > 1 for n in rows.values()) > len(rows)


def _against_long(
    table: Table, columns: list[Column], coder: str, item: tuple[str, ...], options: Options
) -> list[str]:
    """What speaks against a row for each coding: rows that are items, labels of a coder's own."""
    doubts: list[str] = []
    mine = [c for c in columns if c.name in item]
    naming = [c.name for c in columns if c.is_item_name and c.unique and c.words and c not in mine]
    if naming and options.item is None and not any(c.is_item_name for c in mine):
        doubts.append(f"{naming[0]!r} names every row, so that a row could be an item")
    rows = _rows_of_items(table, item)
    keys = {name for name, _ in rows}
    if options.coder is None and (naming or len(keys) > 0.6 * len(rows)):  # most items have one row
        who = next(c for c in columns if c.name == coder)
        others = [c for c in columns if c is not who and c not in mine and c.is_plain]
        same = [c.name for c in others if c.meets(who) and not c.about(known.ABOUT)]
        if len(same) > 1:
            doubts.append(f"{coder!r} holds the labels of {same[0]!r} and {same[1]!r}")
    return doubts


def _item_or_category(
    table: Table, columns: list[Column], item: tuple[str, ...], taken: set[str], coder: str
) -> Iterator[Reading]:
    """The only column that could be the category is called as an item may be, too (response)."""
    label = next((c for c in columns if item[-1:] == (c.name,) and c.is_category_name), None)
    if label is not None and (other := _long_item(table, columns, {*taken, label.name}, coder)):
        doubt = (f"{label.name!r} could be the item or the category",)
        yield Reading("long", other, coder, label.name, doubts=doubt)
    who = table.header.index(coder)
    for column in columns if not item else ():
        if column.name in taken or column.kind not in ("labels", "ids", "scale", "numbers"):
            continue
        rows, at = table.rows[:ITEMS_LOOKED_AT], table.header.index(column.name)
        once = len({(row[at], row[who]) for row in rows}) == len(rows)
        rest = [c for c in columns if c.name not in {*taken, column.name}]
        if once and not column.unique:
            for name in _category_columns(table, rest, (column.name,), coder)[:1]:
                doubt = (f"{column.name!r} could be the item: its name does not say so",)
                yield Reading("long", (column.name,), coder, name, doubts=doubt)


def _is_one_of_several(
    table: Table, rest: list[Column], choice: str, item: tuple[str, ...]
) -> bool:
    """Whether a column of 0 and 1 has others beside it, as the categories of one-hot rows."""
    flags = [c for c in rest if c.is_flag and not c.about(known.GOLD)]
    if choice not in [c.name for c in flags] or len(flags) < 2:
        return False
    at = table.at(c.name for c in flags)
    rows = _rows_of_items(table, item)
    if all([row[c].strip() for c in at].count("1") == 1 for _, row in rows):
        return True
    return sum(not _depends((name, row[c]) for name, row in rows) for c in at) > 2


def _single(rows: list[tuple[str, str]]) -> list[str]:
    """What speaks against a key: several coders, and no item that two of them coded."""
    # Of fewer rows nobody can tell what is usual in the table.
    if len(rows) < 10 or len({person for _, person in rows}) < 2 or not _depends(rows):
        return []
    return ["no item was coded by two coders: nothing to compare"]


def _told_apart(
    table: Table, rest: list[Column], item: tuple[str, ...]
) -> tuple[tuple[str, ...], list[str]]:
    """The item with the system whose output it is, where one item would have several texts."""
    loose = _loose(table, rest, item)
    for column in rest if loose else ():
        if column.about(known.MODELS - {"score", "scores"}) and column.is_plain:
            key = (column.name, *item)
            return key, _loose(table, rest, key)
    return item, loose


def _part_of_item(
    table: Table, rows: list[tuple[str, Sequence[str]]], rest: list[Column], coder: str
) -> str | None:
    """The column that tells apart the codings of one item by one coder, where many have several."""
    who = table.header.index(coder)
    codings = Counter((name, row[who]) for name, row in rows)
    if len(codings) > 0.7 * len(rows):  # some coders code an item twice by mistake
        return None
    for column in rest:
        if (
            column.kind not in ("labels", "scale", "flags", "ids") or len(column.values) > 100
        ):  # no item has so many parts
            continue
        at = table.header.index(column.name)
        keys = {(name, row[who], row[at]) for name, row in rows}
        # With the part nearly every row is a coding of its own; two in a hundred are doubles.
        if len(keys) > 0.98 * len(rows) and (column.about(known.DIMENSIONS) or not column.unique):
            return column.name
    return None


def _long_item(
    table: Table, columns: list[Column], taken: set[str], coder: str | None = None
) -> tuple[str, ...]:
    """The columns of the item of a long table: cells repeat, once for each coder."""
    exact = [called([c.name], ROLES["item"]) is not None for c in columns]
    ranked: list[tuple[int, int, Column]] = []
    for at, (column, usual) in enumerate(zip(columns, exact, strict=True)):
        odd = ("empty", "dates", "lists", "private", "links", "flags")
        if column.name in taken or (column.kind in odd and not usual):
            continue
        text = column.kind == "text"
        numbered = any(word in known.IDS for word in column.words)
        if usual:
            rank = 0
        elif column.is_item_name and not text:
            document = column.about(known.DOCUMENTS)
            rank = (1 if numbered else 2) + (2 if document else 0)
        elif column.kind in ("ids", "running") or (numbered and len(column.values) > 3):
            rank = 6
        elif text and not column.about(known.COMMENTS - {"comment"}):
            rank = 7
        else:
            continue
        if column.is_flag and column.rows > 3:
            rank += 20  # a label called question, say
        elif column.unique and column.rows > 3:
            rank += 10  # every row has its own: the row's name, or one coding an item
        elif coder and _may_be_label(column, rank) and _is_coded_again(table, column, coder):
            rank += 20  # a label whose name has a word for items
        ranked.append((rank, at, column))
    if not ranked:
        return ()
    best = min(ranked, key=lambda one: one[:2])[2].name
    return within_document(table, columns, best, {*taken, best})


def _may_be_label(column: Column, rank: int) -> bool:
    """Whether other words in the name of a possible item say that it may be a label."""
    pure = all(word in known.ITEMS for word in column.core)
    return rank in (2, 6) and column.is_plain and (not pure or column.is_category_name)


def _is_coded_again(table: Table, column: Column, coder: str) -> bool:
    """Whether coders would have several rows for most cells of a column, if these were items."""
    who, at = table.header.index(coder), table.header.index(column.name)
    rows = table.rows[:ITEMS_LOOKED_AT]
    return len({(row[at], row[who]) for row in rows}) < 0.5 * len(rows)  # two rows a pair or more


def _rows_of_items(table: Table, item: tuple[str, ...]) -> list[tuple[str, Sequence[str]]]:
    """All rows of the first items, each with the item's name."""
    at = [table.header.index(name) for name in item]
    if len(at) == 1:
        place, keep = at[0], set[str]()
        for row in table.rows:
            keep.add(row[place])
            if len(keep) == ITEMS_LOOKED_AT:
                break
        return [(row[place], row) for row in table.rows if row[place] in keep]
    names = [KEY.join([row[c] for c in at]) for row in table.rows]
    some = set(islice(dict.fromkeys(names), ITEMS_LOOKED_AT))
    return [(name, row) for name, row in zip(names, table.rows, strict=True) if name in some]


def _depends(pairs: Iterable[tuple[str, str]]) -> bool:
    """Whether the second of each pair follows from the first."""
    held: dict[str, str] = {}
    return all(held.setdefault(name, cell) == cell for name, cell in pairs)


def _category_columns(
    table: Table, rest: list[Column], item: tuple[str, ...], coder: str
) -> list[str]:
    """The columns that could be the category, the one if its name or its cells tell."""
    exact = called([c.name for c in rest if c.is_plain], ROLES["category"])
    exact = exact or called([c.name for c in rest if c.filled], ROLES["category"])
    plain = [c for c in rest if c.is_plain or c.kind == "lists" or c.name == exact]
    if exact is not None and len(plain) == 1:
        return [exact]
    apart = (known.GOLD, known.ABOUT, known.DATES, known.PRIVATE, known.DOCUMENTS, known.DIMENSIONS)
    plain = [
        c
        for c in plain
        if not (c.about(*apart) and not c.is_category_name)
        and not c.about(known.GOLD)
        and not (c.is_item_name and not c.is_category_name)
        and not c.is_coder_name
        and (len(c.values) > 1 or c.name == exact)
    ]
    names = [c.name for c in plain]
    at, who = dict(zip(names, table.at(names), strict=True)), table.header.index(coder)
    if exact is not None and len(at) == 1:
        return [exact]
    rows = _rows_of_items(table, item)
    varying = [c for c in plain if not _depends((n, row[at[c.name]]) for n, row in rows)]
    if exact is not None and (not varying or exact in [c.name for c in varying]):
        return [exact]
    plain = [c for c in plain if not _depends((row[who], row[at[c.name]]) for _, row in rows)]
    varying = [c for c in varying if c in plain]
    if exact is not None:  # what is called so never differs within an item
        return [*dict.fromkeys([*(c.name for c in varying), exact])]
    named = [c.name for c in varying or plain if c.is_category_name]
    if len(named) == 1:
        return named
    likely = sorted(
        varying or plain, key=lambda c: c.words[-1:] not in known.LAST or "#" in c.words
    )
    return [c.name for c in likely]


def _loose(table: Table, rest: list[Column], item: tuple[str, ...]) -> list[str]:
    """What speaks against a key: items that have several texts."""
    texts = [c for c in rest if c.kind == "text" and c.about(known.TEXTS)]
    texts = [c for c in texts if not c.about(known.COMMENTS)]
    rows = _rows_of_items(table, item) if texts else []
    for column in texts:
        at = table.header.index(column.name)
        texts_of_items = {(name, row[at]) for name, row in rows}
        # A text in twenty may be spelt in two ways, and one in a small table.
        if len(texts_of_items) > 1.05 * len({name for name, _ in rows}) + 1:
            return [f"one {' and '.join(item)} has several {column.name!r}"]
    return []


# Other kinds ------------------------------------------------------------------------------------


def are_labels(header: Sequence[str], options: Options) -> bool:
    """Whether a table holds labels of items, as far as the names of its columns tell."""
    if options.kind is not None or options.dimensions is not None:
        return options.kind == "codings"
    if options.shape is not None or options.coders:
        return True
    if _has_boxes(header, options):
        return False
    return not (edges(header) or _has_chains(header) or _is_segmented(header))


def _has_boxes(header: Sequence[str], options: Options) -> bool:
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
    for name in header:
        words = words_of(name)
        for last, marks in ((False, known.BEGINS), (True, known.ENDS)):
            rest = tuple(word for word in words if word not in marks)
            if len(rest) == len(words) - 1 and known.PLACES.issuperset(rest):
                rests.setdefault(rest, {})[last] = name
    pairs = [pair for pair in rests.values() if len(pair) == 2]
    return (pairs[0][False], pairs[0][True]) if len(pairs) == 1 else None


def _has_chains(header: Sequence[str]) -> bool:
    """Whether a table is one of mentions in chains, as far as the names of its columns tell."""
    names = {name.lower().strip() for name in header}
    called_so = known.CHAIN[0] in names and not names.isdisjoint(ROLES["coder"])
    placed = {"begin", "end"} <= names or not names.isdisjoint(known.MENTION[:2])
    return called_so and placed and names.isdisjoint(ROLES["category"])


def _is_segmented(header: Sequence[str]) -> bool:
    """Masses, boundary strings, or places with a length."""
    form = next((form for form, names in known.SEGMENTS.items() if called(header, names)), None)
    return form is not None and (form != "place" or called(header, known.LENGTHS) is not None)
