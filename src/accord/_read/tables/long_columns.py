"""A table with a row for each coding: which columns are the item, the coder and the label."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

from accord._read.door.read_options import Options
from accord._read.tables import column_names as known
from accord._read.tables.roles import (
    ITEMS_LOOKED_AT,
    KEY,
    NOT_SHARED,
    ROLES,
    ROW,
    Column,
    Reading,
    Table,
    called,
    follows,
    long_item,
    named_coder,
    names_an_item,
)
from accord.words.said import said

WITH_SEVERAL = 0.9
"""Of items that several coders coded, one in ten may have lost all but one row."""

ONE_ROW_EACH = 0.6
"""With more items than this share of the rows, most items have one row: they are no codings."""

ROWS_TO_TELL = 10
"""Of fewer rows nobody can tell what is usual in the table."""

CODED_ONCE = 0.7
"""Some coders code an item twice by mistake; where more pairs than these come again, something
tells their rows apart."""

PARTS_OF_ITEM = 100
"""No item has so many parts: a column of more values is no part of it."""

NEARLY_EACH = 0.98
"""With its part nearly every row is a coding of its own; two in a hundred are doubles."""

SPELT_TWICE = 1.05
"""A text in twenty may be spelt in two ways, and one in a small table."""

_SYSTEMS = known.MODELS - {"score", "scores"}  # words for what made an item, not for a label


def long_readings(table: Table, columns: list[Column], options: Options) -> Iterator[Reading]:
    """A row for each coding: columns of the item, the coder and the category."""
    coder = options.coder or named_coder(columns, (*options.ignore, options.gold, options.category))
    category = options.category or options.field
    if coder is None:
        yield from _once_each(table, columns, options)
        return
    if coder == ROW:
        yield from unnamed_rows(table, columns, options)
        return
    taken = {coder, category or "", options.gold or "", *options.ignore}
    item = options.item_columns or long_item(table, columns, taken, coder)
    rest = [c for c in columns if c.name not in {*taken, *item}]
    choices = [category] if category else _category_columns(table, rest, item, coder)
    if options.item is None and not (item and choices):
        yield from _item_or_category(table, columns, item, taken, coder)
    if not choices or not item:
        return
    doubts: list[str] = []
    if len(choices) > 1:
        doubts.append(said("table.doubt.several-labels", names=", ".join(choices[:6])))
    if not category and _is_one_of_several(table, rest, choices[0], item):
        doubts.append(said("table.doubt.one-of-flags", name=choices[0]))
    doubts += _against_long(table, columns, coder, item, options)
    make = partial(Reading, "long", coder=coder, why=f"{coder!r} names the coders")
    if item and options.item is None:
        item, loose = told_apart(table, rest, item)
        doubts += loose
        rows = _rows_of_items(table, item)
        part = _part_of_item(table, rows, _parts(rest, choices, category), coder)
        if part is not None:
            choices = [name for name in choices if name != part]
            doubt = (said("table.doubt.part-of-item", name=part),)
            yield make(item=(*item, part), category=choices[0], doubts=doubt)
            by = Reading("dimensions", item, coder, dimensions=(part,), doubts=doubt)
            yield replace(by, category=choices[0])
            return
        if (occasion := _occasion(table, rows, rest, item)) is not None:
            yield make(item=(occasion, *item), category=choices[0], doubts=tuple(doubts))
        doubts += _single([(name, row[table.header.index(coder)]) for name, row in rows])
    for name in choices[:2]:
        yield make(item=item, category=name, doubts=tuple(doubts))


def unnamed_rows(table: Table, columns: list[Column], options: Options) -> Iterator[Reading]:
    """Rows of one item by coders of whom nothing is written: every row is another's."""
    told = options.coder == ROW
    taken = {options.category or "", options.gold or "", *options.ignore}
    item = options.item_columns or long_item(table, columns, taken)
    rest = [c for c in columns if c.name not in {*taken, *item} and c.kind != "empty"]
    choices = [options.category] if options.category else [c.name for c in rest if c.is_plain]
    rows = _rows_of_items(table, item) if item else []
    if not told and not (_only_labels(columns, item, rest) and _all_come_again(rows)):
        return
    at = dict(zip(choices, table.at(choices), strict=True))
    if options.category is None:
        choices = [n for n in choices if not follows((name, row[at[n]]) for name, row in rows)]
    doubt = () if told else (said("table.doubt.no-coders"),)
    for name in choices[:2] if item else ():
        yield Reading("long", item, category=name, why="rows of one item", doubts=doubt)


def _only_labels(columns: list[Column], item: tuple[str, ...], rest: list[Column]) -> bool:
    """Whether a table has the names of items and labels, and nothing that tells rows apart."""
    apart = (known.DATES, known.OCCASIONS, _SYSTEMS, known.ABOUT)
    return all(c.is_plain and not c.about(*apart) for c in rest) and all(
        c.is_item_name and c.kind != "text" for c in columns if c.name in item
    )


def _all_come_again(rows: list[tuple[str, Sequence[str]]]) -> bool:
    """Whether nearly every item has several rows."""
    items = Counter(name for name, _ in rows)
    return bool(items) and sum(n > 1 for n in items.values()) >= WITH_SEVERAL * len(items)


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
    item = options.item_columns or long_item(table, columns, taken, coder)
    rest = [c for c in columns if c.name not in {*taken, *item}]
    labels = [c for c in rest if c.is_category_name and c.is_plain and not c.about(known.GOLD)]
    category = options.category or (labels[0].name if len(labels) == 1 else None)
    called_so = [c.is_item_name and not names_an_item(c.name) for c in columns if c.name in item]
    if not (called_so and all(called_so) and category) or not _rows_repeat(table, item):
        return
    others = [c.name for c in rest if c.is_plain and c.name != category]
    doubt = said("table.doubt.coder-each-row", name=coder)
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
        doubts.append(said("table.doubt.names-rows", name=naming[0]))
    rows = _rows_of_items(table, item)
    keys = {name for name, _ in rows}
    if options.coder is None and (naming or len(keys) > ONE_ROW_EACH * len(rows)):
        who = next(c for c in columns if c.name == coder)
        others = [c for c in columns if c is not who and c not in mine and c.is_plain]
        same = [c.name for c in others if c.meets(who) and not c.about(known.ABOUT)]
        if len(same) > 1:
            doubts.append(
                said("table.doubt.labels-of-others", name=coder, one=same[0], other=same[1])
            )
    return doubts


def _item_or_category(
    table: Table, columns: list[Column], item: tuple[str, ...], taken: set[str], coder: str
) -> Iterator[Reading]:
    """The only column that could be the category is called as an item may be, too (response)."""
    label = next((c for c in columns if item[-1:] == (c.name,) and c.is_category_name), None)
    if label is not None and (other := long_item(table, columns, {*taken, label.name}, coder)):
        doubt = (said("table.doubt.item-or-label", name=label.name),)
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
                doubt = (said("table.doubt.maybe-item", name=column.name),)
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
    return sum(not follows((name, row[c]) for name, row in rows) for c in at) > 2


def _single(rows: list[tuple[str, str]]) -> list[str]:
    """What speaks against a key: several coders, and no item that two of them coded."""
    if len(rows) < ROWS_TO_TELL or len({person for _, person in rows}) < 2 or not follows(rows):
        return []
    return [NOT_SHARED]


def told_apart(
    table: Table, rest: list[Column], item: tuple[str, ...]
) -> tuple[tuple[str, ...], list[str]]:
    """The item with the system whose output it is, where one item would have several texts."""
    loose = _loose(table, rest, item)
    for column in rest if loose else ():
        if column.about(_SYSTEMS) and column.is_plain:
            key = (column.name, *item)
            return key, _loose(table, rest, key)
    return item, loose


def _parts(rest: list[Column], choices: list[str], category: str | None) -> list[Column]:
    """The columns that may be a part of the item: what cannot be the label first."""
    others = [c for c in rest if c.name not in choices]
    if category or len(choices) < 2:
        return others
    return [*others, *(c for c in rest if c.name in choices)]


def _occasion(
    table: Table,
    rows: list[tuple[str, Sequence[str]]],
    rest: list[Column],
    item: tuple[str, ...],
) -> str | None:
    """The column that says when an item was coded, where one item was coded on several occasions.

    What coders who never met said on other days is compared only where somebody says so.
    """
    for column in rest:
        if column.about(known.OCCASIONS) and column.is_plain and column.name not in item:
            at = table.header.index(column.name)
            if not follows((name, row[at]) for name, row in rows):
                return column.name
    return None


def _part_of_item(
    table: Table, rows: list[tuple[str, Sequence[str]]], rest: list[Column], coder: str
) -> str | None:
    """The column that tells apart the codings of one item by one coder, where many have several."""
    who = table.header.index(coder)
    codings = Counter((name, row[who]) for name, row in rows)
    if len(codings) > CODED_ONCE * len(rows):
        return None
    for column in rest:
        own = column.kind in ("labels", "scale", "flags", "ids")
        if not own or len(column.values) > PARTS_OF_ITEM:
            continue
        at = table.header.index(column.name)
        keys = {(name, row[who], row[at]) for name, row in rows}
        if len(keys) > NEARLY_EACH * len(rows) and (
            column.about(known.DIMENSIONS) or not column.unique
        ):
            return column.name
    return None


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
        and not (c.about(_SYSTEMS) and not c.is_category_name)
        and not (c.is_item_name and not c.is_category_name)
        and not c.is_coder_name
        and (len(c.values) > 1 or c.name == exact)
    ]
    names = [c.name for c in plain]
    at, who = dict(zip(names, table.at(names), strict=True)), table.header.index(coder)
    if exact is not None and len(at) == 1:
        return [exact]
    rows = _rows_of_items(table, item)
    varying = [c for c in plain if not follows((n, row[at[c.name]]) for n, row in rows)]
    if exact is not None and (not varying or exact in [c.name for c in varying]):
        return [exact]
    plain = [c for c in plain if not follows((row[who], row[at[c.name]]) for _, row in rows)]
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
        if len(texts_of_items) > SPELT_TWICE * len({name for name, _ in rows}) + 1:
            return [f"one {' and '.join(item)} has several {column.name!r}"]
    return []
