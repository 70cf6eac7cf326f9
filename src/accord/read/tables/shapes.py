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

from accord.errors import DataError
from accord.model.study import Study
from accord.read.door.read_options import Options
from accord.read.tables import column_names as known
from accord.read.tables.roles import (
    CHAIN,
    KEY,
    LENGTHS,
    LISTS,
    MENTION,
    ROLES,
    ROW,
    SEGMENTS,
    Column,
    Reading,
    Roles,
    Table,
    by_names,
    called,
    columns_of,
    families,
    is_person,
    keyed,
    mark_of,
    named_coder,
    named_columns,
)

LOOKED = 3000
"""How many items are looked at, with all their rows, for what depends on what."""


def study_from_tables(
    tables: Sequence[Table], coders: Sequence[str] | None, options: Options
) -> Study:
    """The study of one table, or of several, where `coders` names the coder of each."""
    table, options = _one_table(tables, coders, options)
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

        coder, item = options.coder, options.one_item
        return segments_from_table(table, coder=coder, item=item, categories=categories)
    if options.kind == "unitizings" or (options.kind is None and _has_units(table, options)):
        from accord.read.tables.unit_rows import units_from_table

        roles = by_names(table.source, table.header, options.columns)
        sets = LISTS if options.sets is None and roles.category in table.lists else options.sets
        return units_from_table(table, roles, categories=categories, sets=sets)
    return study_of(table, reading_of(table, options), options)


def readings_of_tables(
    tables: Sequence[Table], coders: Sequence[str] | None, options: Options
) -> tuple[Table, list[Reading]] | None:
    """The one table of labels, and the ways to read it; None where it holds something else."""
    table, options = _one_table(tables, coders, options)
    if not table.rows or options.dimensions or not are_labels(table.header, options):
        return None
    return table, readings(table, options)


def _one_table(
    tables: Sequence[Table], coders: Sequence[str] | None, options: Options
) -> tuple[Table, Options]:
    if len(tables) == 1:
        return tables[0], options
    from accord.read.tables.joined_tables import joined

    return joined(tables, coders, options)


def study_of(table: Table, reading: Reading, options: Options) -> Study:
    """The labels of a table, read in one way."""
    if reading.shape not in ("long", "wide"):
        from accord.read.tables.rare_shapes import rare_study

        return rare_study(table, reading, options)
    from accord.read.tables.label_rows import codings_from_table

    table, item = keyed(table, reading.item)
    roles = roles_of(table, reading, item)
    sets = options.sets
    if sets is None and reading.category in table.lists:
        sets = LISTS
    categories = None if options.categories is None else [str(c) for c in options.categories]
    left = [f"{name!r} is {why} and not a coder" for name, why in reading.apart]
    if left:
        table = replace(table, notes=(*table.notes, *left))
    return codings_from_table(table, roles, categories=categories, absent=options.absent, sets=sets)


def roles_of(table: Table, reading: Reading, item: str | None) -> Roles:
    """The roles of a long or wide reading; what has none says something about the items."""
    used = {item, reading.coder, reading.category, *reading.columns, *reading.item}
    about = tuple(name for name in table.header if name not in used)
    if reading.shape == "wide":
        return Roles(item=item, coders=reading.columns, about=about)
    return Roles(item, reading.coder, reading.category, about=about)


def reading_of(table: Table, options: Options) -> Reading:
    """The one reading that is certain or confirmed; otherwise an error that asks."""
    found = readings(table, options)
    certain = [reading for reading in found if reading.certain]
    if len(certain) == 1 and len({one.shape for one in certain}) == 1:
        return certain[0]
    from accord.read.tables.asking import asked

    raise asked(table, certain if len(certain) > 1 else found, options)


def readings(table: Table, options: Options) -> list[Reading]:
    """All ways to read a table of labels, the likeliest first."""
    shape = options.shape
    table, options = without(table, options)
    columns = columns_of(table)
    found = []
    if shape in (None, "long") and not options.coders:
        found += list(_long(table, columns, options))
    if shape in (None, "wide") and not (options.coder or (found and found[0].certain)):
        found += list(_wide(table, columns, options))
    confirmed = bool((options.coder and options.category and not shape) or options.coders)
    if not any(reading.certain for reading in found) and not confirmed:
        from accord.read.tables.rare_shapes import rare_readings

        coder = options.coder or named_coder(columns, (*options.ignore, options.gold))
        repeated = _long_item(table, columns, {coder or "", *options.ignore}) if coder else ()
        found += rare_readings(table, columns, options, repeated)
    if shape is not None and found and not any(reading.certain for reading in found):
        found[0] = replace(found[0], doubts=())  # as the user says
    return sorted(found, key=lambda reading: len(reading.doubts) > 0)


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


def _item_columns(table: Table, item: "str | tuple[str, ...]") -> tuple[str, ...]:
    """The columns of the item: one name, several, or several in one text with commas."""
    if isinstance(item, tuple):
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
        return
    if coder == ROW:
        raise DataError(f"{table.source}: in a long table the coder is a column, not the row")
    taken = {coder, category or "", options.gold or "", *options.ignore}
    item = _given_item(options) or _long_item(table, columns, taken)
    rest = [c for c in columns if c.name not in {*taken, *item}]
    choices = [category] if category else _category_columns(table, rest, item, coder)
    if not choices:
        return
    doubts: list[str] = []
    if not item and options.item != ROW:
        doubts.append("no column looks like the item")
    if len(choices) > 1:
        doubts.append(f"several columns could be the category ({', '.join(choices[:6])})")
    make = partial(Reading, "long", coder=coder, why=f"{coder!r} names the coders")
    if item and options.item is None:
        item, loose = _told_apart(table, rest, item)
        doubts += loose
        part = _part_of_item(table, [c for c in rest if c.name not in choices], item, coder)
        if part is not None:
            doubt = (f"{part!r} could be a part of the item, or a dimension",)
            yield make(item=(*item, part), category=choices[0], doubts=doubt)
            by = Reading("dimensions", item, coder, dimensions=(part,), doubts=doubt)
            yield replace(by, category=choices[0])
            return
        doubts += _single(table, item, coder)
    for name in choices[:2]:
        yield make(item=item, category=name, doubts=tuple(doubts))


def _single(table: Table, item: tuple[str, ...], coder: str) -> list[str]:
    """What speaks against a key: several coders, and no item that two of them coded."""
    who = table.header.index(coder)
    rows = [(name, row[who]) for name, row in _rows_of_items(table, item)]
    if len(rows) < 10 or len({person for _, person in rows}) < 2 or not _depends(rows):
        return []
    return ["no item was coded by two coders: nothing to compare"]


def _told_apart(
    table: Table, rest: list[Column], item: tuple[str, ...]
) -> tuple[tuple[str, ...], list[str]]:
    """The item with the system whose output it is, where one item would have several texts."""
    loose = _loose(table, rest, item)
    for column in rest if loose else ():
        if column.about(known.MODELS) and column.is_plain:
            key = (column.name, *item)
            return key, _loose(table, rest, key)
    return item, loose


def _part_of_item(
    table: Table, rest: list[Column], item: tuple[str, ...], coder: str
) -> str | None:
    """The column that tells apart the codings of one item by one coder, where many have several."""
    rows, who = _rows_of_items(table, item), table.header.index(coder)
    codings = Counter((name, row[who]) for name, row in rows)
    if len(codings) > 0.7 * len(rows):
        return None
    for column in rest:
        if column.kind not in ("labels", "scale", "flags", "ids") or len(column.values) > 100:
            continue
        at = table.header.index(column.name)
        keys = {(name, row[who], row[at]) for name, row in rows}
        if len(keys) > 0.98 * len(rows) and (column.about(known.DIMENSIONS) or not column.unique):
            return column.name
    return None


def _given_item(options: Options) -> tuple[str, ...]:
    return options.item if isinstance(options.item, tuple) else ()


def _long_item(table: Table, columns: list[Column], taken: set[str]) -> tuple[str, ...]:
    """The columns of the item of a long table: cells repeat, once for each coder."""
    exact = [called([c.name], ROLES["item"]) is not None for c in columns]
    found: list[tuple[int, int, Column]] = []
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
        elif column.kind in ("ids", "running"):
            rank = 6
        elif text and not column.about(known.COMMENTS - {"comment"}):
            rank = 7
        else:
            continue
        if column.unique and column.rows > 3:
            rank += 10  # every row has its own: the row's name, or one coding an item
        found.append((rank, at, column))
    if not found:
        return ()
    best = min(found, key=lambda one: one[:2])[2].name
    return _within_document(table, columns, best, {*taken, best})


def _within_document(
    table: Table, columns: list[Column], item: str, taken: set[str]
) -> tuple[str, ...]:
    """The item with its document, where the same name stands in several documents."""
    for column in columns:
        document = column.about(known.DOCUMENTS) and column.kind not in ("text", "empty", "dates")
        if document and column.name not in taken and not column.unique:
            held: dict[str, str] = {}
            pairs = zip(table.column(item), table.column(column.name), strict=True)
            if any(held.setdefault(name, place) != place for name, place in pairs):
                return (column.name, item)
    return (item,)


def _rows_of_items(table: Table, item: tuple[str, ...]) -> list[tuple[str, list[str]]]:
    """The rows of the first items, each with the item's name."""
    at = [table.header.index(name) for name in item]
    names = [KEY.join(row[c] for c in at) for row in table.rows]
    keep = set(islice(dict.fromkeys(names), LOOKED))
    return [(name, row) for name, row in zip(names, table.rows, strict=True) if name in keep]


def _depends(pairs: Iterable[tuple[str, str]]) -> bool:
    """Whether the second of each pair follows from the first."""
    held: dict[str, str] = {}
    return all(held.setdefault(name, cell) == cell for name, cell in pairs)


def _category_columns(
    table: Table, rest: list[Column], item: tuple[str, ...], coder: str
) -> list[str]:
    """The columns that could be the category, the one if its name or its cells tell."""
    exact = called([c.name for c in rest if c.filled], ROLES["category"])
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
    at, who = {c.name: table.header.index(c.name) for c in plain}, table.header.index(coder)
    if exact is not None and len(at) == 1:
        return [exact]
    rows = _rows_of_items(table, item)
    varying = [c for c in plain if not _depends((n, row[at[c.name]]) for n, row in rows)]
    if exact is not None and (not varying or exact in [c.name for c in varying]):
        return [exact]
    plain = [c for c in plain if not _depends((row[who], row[at[c.name]]) for _, row in rows)]
    varying = [c for c in varying if c in plain]
    if exact is not None and varying:  # what is called so never differs within an item
        return [*dict.fromkeys([*(c.name for c in varying), exact])]
    named = [c.name for c in varying or plain if c.is_category_name]
    if len(named) == 1:
        return named
    return [c.name for c in varying or plain]


def _loose(table: Table, rest: list[Column], item: tuple[str, ...]) -> list[str]:
    """What speaks against a key: items that have several texts."""
    rows = _rows_of_items(table, item)
    for column in rest:
        if column.kind == "text" and column.about(known.TEXTS) and not column.about(known.COMMENTS):
            at = table.header.index(column.name)
            texts = {(name, row[at]) for name, row in rows}
            if len(texts) > 1.05 * len({name for name, _ in rows}) + 1:
                return [f"one {' and '.join(item)} has several {column.name!r}"]
    return []


# Wide -------------------------------------------------------------------------------------------


def _wide(table: Table, columns: list[Column], options: Options) -> Iterator[Reading]:
    """A column for each coder."""
    if options.coders is not None:
        item = _given_item(options) or _wide_item(table, columns, options.coders, options)
        yield Reading("wide", item, columns=options.coders, why="as told")
        return
    chosen = coder_columns(columns, options)
    if chosen is None:
        return
    coders, why, doubts = chosen
    names = tuple(c.name for c in coders)
    item = _given_item(options) or _wide_item(table, columns, names, options)
    apart = tuple(_left_out(columns, coders, item, options))
    if _several_labels(table, coders):
        return
    yield Reading("wide", item, columns=names, why=why, doubts=doubts, apart=apart)


def _several_labels(table: Table, coders: list[Column]) -> bool:
    """Whether columns are called label 1, label 2 and never hold the same: one coder's labels."""
    marks = [mark_of(c) for c in coders]
    numbered = [mark for mark in marks if mark and mark[1].isdecimal() and len(mark[0]) > 1]
    if len(numbered) < len(marks) or any(w in known.CODERS for m in numbered for w in m[0].split()):
        return False
    at = [table.header.index(c.name) for c in coders]
    for row in table.rows[:LOOKED]:
        cells = [row[c].strip() for c in at if row[c].strip()]
        if len(set(cells)) < len(cells):
            return False
    return True


def coder_columns(
    columns: list[Column], options: Options
) -> tuple[list[Column], str, tuple[str, ...]] | None:
    """The columns that hold coders' labels, why, and what speaks against it."""
    told = {*_given_item(options), options.gold, *options.ignore, options.category}
    plain = [c for c in columns if c.is_plain and c.name not in told]
    free = [c for c in plain if not _apart(c)]
    family = _family(plain)
    if family:
        coders, why = family
    else:
        people = [c for c in free if is_person(c)]
        coders, why = people, "their names are people's, or initials"
        if len(people) > 1:  # others who are called otherwise, and answer alike
            coders = [c for c in free if c in people or _is_stranger(c, people)]
    if len(coders) > 1:
        coders, doubts = _alike(coders)
        others = [c for c in free if c not in coders and any(c.shares(o) for o in coders)]
        others = [c for c in others if not c.is_item_name]
        if others and len(coders) > 1:
            shown = ", ".join(repr(c.name) for c in others[:4])
            doubts.append(f"{shown} could be coders, too: the categories are the same")
        if len(coders) > 1:
            return coders, why, tuple(doubts)
    return _sharing(free)


def _apart(column: Column) -> bool:
    """Whether a name says that a column is not one coder's."""
    return (
        column.about(known.GOLD, known.MODELS, known.PRIVATE, known.DATES)
        or (bool(column.core) and all(word in known.ABOUT for word in column.core))
        or (column.is_item_name and column.unique)
        or not column.words
    )


def _family(columns: list[Column]) -> tuple[list[Column], str] | None:
    """The coders of the one family there is."""
    found = families(columns)
    if len(found) != 1:
        return None
    stem, family = found.popitem()
    if any(len(several) > 1 for several in family.values()):
        return None
    return [several[0] for several in family.values()], f"called {stem!r} and a number or name"


def _is_stranger(column: Column, people: list[Column]) -> bool:
    """Whether a column is called by one unknown word, as a surname is, and answers as people do."""
    word = column.name.strip()
    common = (known.CATEGORIES, known.ABOUT, known.ITEMS, known.GOLD, known.MODELS, known.CODERS)
    return (
        word[:1].isupper()
        and word.isalpha()
        and not any(w in part for w in column.words for part in common)
        and any(column.shares(other) for other in people)
    )


def _alike(coders: list[Column]) -> tuple[list[Column], list[str]]:
    """Of columns called like coders those that answer alike: a few rows may differ by chance."""
    few = max(c.rows for c in coders) < 10
    alike = [
        c
        for c in coders
        if any(
            c.meets(other) or (few and _same_kind(c, other)) for other in coders if other is not c
        )
    ]
    return alike, []


def _same_kind(one: Column, other: Column) -> bool:
    numbers = {"scale", "flags", "numbers"}
    return one.kind == other.kind or {one.kind, other.kind} <= numbers


def _sharing(columns: list[Column]) -> tuple[list[Column], str, tuple[str, ...]] | None:
    """The columns that share their categories, whatever they are called."""
    best: list[Column] = []
    for first in columns:
        group = [c for c in columns if c is first or c.shares(first)]
        if len(group) > len(best):
            best = group
    if len(best) < 2:
        return None
    doubt = "they could be coders, or different questions with the same answers"
    return best, "they share their categories", (doubt,)


def _wide_item(
    table: Table, columns: list[Column], coders: Sequence[str], options: Options
) -> tuple[str, ...]:
    """The column that names the items of a wide table: no two alike."""
    if options.item == ROW and ROW not in table.header:
        return ()
    told = {*coders, options.gold or "", *options.ignore}
    rest = [c for c in columns if c.name not in told and c.kind not in ("empty", "private")]
    exact = called([c.name for c in rest], ROLES["item"])
    named = [c for c in rest if c.name == exact] + [c for c in rest if c.is_item_name]
    whole = [c for c in named if c.unique and c.kind != "text"]
    first = [c for c in rest if c.unique and (c.kind in ("ids", "running") or c is columns[0])]
    if whole or (first and not exact):
        return ((whole or first)[0].name,)
    for column in named:  # together with its document
        pair = _within_document(table, columns, column.name, {*told, column.name})
        if len(pair) == 2:
            keys = list(zip(*(table.column(name) for name in pair), strict=True))
            if len(set(keys)) == len(keys):
                return pair
    text = next((c.name for c in named if c.unique), None)
    found = exact or text
    return (found,) if found else ()


def _left_out(
    columns: list[Column], coders: list[Column], item: tuple[str, ...], options: Options
) -> Iterator[tuple[str, str]]:
    """Columns with the coders' categories that are not a coder's."""
    if options.gold:
        yield options.gold, "the reference, as told,"
    for column in columns:
        if column in coders or column.name in (*item, options.gold, *options.ignore):
            continue
        if column.is_plain and any(column.shares(coder) for coder in coders):
            if column.about(known.GOLD):
                yield column.name, "a reference or an agreed label"
            elif column.about(known.MODELS):
                yield column.name, "what a program says"
            elif column.is_category_name:
                yield column.name, "a label beside the coders'"


# Other kinds ------------------------------------------------------------------------------------


def are_labels(header: Sequence[str], options: Options) -> bool:
    """Whether a table holds labels of items, as far as the names of its columns tell."""
    if options.kind is not None or options.dimensions is not None:
        return options.kind == "codings"
    if options.shape is not None or options.coders:
        return True
    spans = called(header, ROLES["begin"]) and called(header, ROLES["end"])
    return not (spans or _has_chains(header) or _is_segmented(header))


def _has_units(table: Table, options: Options) -> bool:
    """Whether there are places: a begin and an end that are numbers, and a coder."""
    begin, end = called(table.header, ROLES["begin"]), called(table.header, ROLES["end"])
    if begin is None or end is None or options.coders or options.shape:
        return False
    if options.coder is None and called(table.header, ROLES["coder"]) is None:
        return False
    cells = [cell.strip() for name in (begin, end) for cell in table.column(name)[:200]]
    filled = [cell for cell in cells if cell]
    return sum(cell.replace(".", "", 1).isdecimal() for cell in filled) >= 0.5 * len(filled)


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
