"""Shapes that tables of labels rarely have: counts, one-hot, lists, transposed, dimensions, sets.

Each has a function that finds its readings, and one that builds the study.
"""

import json
from ast import literal_eval
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Any

from accord.errors import DataError, Setting
from accord.model.audit import Audit
from accord.model.codings.tabular import from_confusion, from_counts
from accord.model.study import Study
from accord.read.door.read_options import Options
from accord.read.tables import column_names as known
from accord.read.tables.label_rows import codings_from_table, typed_labels
from accord.read.tables.roles import (
    LISTS,
    ROW,
    Column,
    Reading,
    Roles,
    Table,
    families,
    holds_coders,
    is_person,
    keyed,
    mark_of,
    named_coder,
    named_columns,
    names_an_item,
    shared_beginning,
    words_of,
)

_EMPTY = ("", "[]", "{}")


def rare_readings(
    table: Table, columns: list[Column], options: Options, repeated: tuple[str, ...]
) -> list[Reading]:
    """The readings of the rarer shapes, the likeliest first.

    `repeated` are the columns that make the item where an item has a row for each coder.
    """
    finders: dict[str, Callable[[Table, list[Column], Options], Iterator[Reading]]] = {
        "contingency": _contingency,
        "lists": _lists,
        "dimensions": _dimensions,
        "one-hot": partial(_one_hot, repeated),
        "counts": _counts,
        "numbered": partial(_sets, repeated),
        "transposed": _transposed,
    }
    return [
        reading
        for shape, find in finders.items()
        if options.shape in (None, shape)
        for reading in find(table, columns, options)
    ]


def rare_study(table: Table, reading: Reading, options: Options) -> Study:
    """The study of a table of a rarer shape."""
    builders: dict[str, Callable[[Table, Reading, Options], Study]] = {
        "contingency": _from_contingency,
        "lists": _from_lists,
        "dimensions": _from_dimensions,
        "one-hot": _from_one_hot,
        "counts": _from_counts,
        "numbered": _from_sets,
        "transposed": _from_transposed,
    }
    return builders[reading.shape](table, reading, options)


def _item_of(columns: list[Column], options: Options, taken: Sequence[str] = ()) -> tuple[str, ...]:
    """The column that names each row, as told or found; none is the number of the row."""
    if options.item_columns:
        return options.item_columns
    if options.item == ROW:
        return ()
    free = [c for c in columns if c.unique and c.name not in taken and c.kind != "private"]
    free.sort(key=lambda c: (not c.is_item_name, c.kind == "text"))
    return (free[0].name,) if free and (free[0].is_item_name or free[0] is columns[0]) else ()


def _told_columns(table: Table, options: Options) -> tuple[str, ...]:
    """The columns of the categories that were told."""
    return named_columns(table.source, table.header, [*map(str, options.categories or ())])


# A contingency table ----------------------------------------------------------------------------


def _contingency(table: Table, columns: list[Column], _: Options) -> Iterator[Reading]:
    """A square table of counts whose rows are called as its columns are."""
    if len(columns) < 3 or len(columns) != len(table.rows) + 1:
        return
    names = [row[0].strip() for row in table.rows]
    if names == list(table.header[1:]) and all(
        cell.strip().isdecimal() for row in table.rows for cell in row[1:]
    ):
        item = (columns[0].name,)
        yield Reading("contingency", item, columns=tuple(names), why="rows are called as columns")


def _from_contingency(table: Table, reading: Reading, _: Options) -> Study:
    counts = [[int(cell) for cell in row[1:]] for row in table.rows]
    made = from_confusion(counts, categories=list(table.header[1:]), coders=("rows", "columns"))
    notes = (*table.notes, "rows are the first coder's categories, columns the second's")
    return replace(made, audit=Audit(table.source, "contingency table", len(counts), 0, notes))


# Lists in cells ---------------------------------------------------------------------------------


def parsed_list(cell: str) -> list[Any] | dict[str, Any] | None:
    """The list in a cell, as JSON, as Python writes it, or separated; None where there is none."""
    text = cell.strip()
    if LISTS in text:
        return text.split(LISTS)
    if text[:1] in ("[", "{", "("):
        for parse in (json.loads, literal_eval):
            try:
                made = parse(text)
            except (ValueError, SyntaxError, RecursionError, MemoryError):
                continue
            if isinstance(made, (list, dict)):
                return made
            if isinstance(made, (tuple, set)):
                return list(made)
        return None
    for sign in "|;,":
        if sign in text:
            return [part.strip() for part in text.split(sign)]
    return [text] if text else []


def _listed(table: Table, name: str) -> list[Any] | None:
    """The lists of a column; None where a cell is none, or few hold two labels."""
    made = [parsed_list(cell) for cell in table.column(name)]
    if any(one is None for one in made):
        return None
    several = sum(len(one or ()) > 1 for one in made)
    return made if several and several >= 0.3 * len(made) else None


def _lists(table: Table, columns: list[Column], options: Options) -> Iterator[Reading]:
    """A column of lists of labels, and perhaps one of their coders, as long."""
    found: dict[str, list[Any]] = {}
    wished = options.shape == "lists"
    told = (options.category, options.coder)
    for column in columns:
        words = column.kind in ("labels", "text", "ids", "scale", "numbers", "dates")
        joined = words and any(sign in v for v in list(column.values)[:50] for sign in "|;,")
        fits = column.is_category_name or any(word in known.CODERS for word in column.words)
        if column.name in told or column.kind == "lists" or (joined and fits):
            made = _listed(table, column.name)
            if made is not None or column.name in told:
                found[column.name] = made or []
    coders = [options.coder] if options.coder else [n for n in found if _names_coders(n)]
    labels = [options.category] if options.category else [n for n in found if n not in coders]
    labels = [name for name in labels if name in found and _is_vocabulary(found[name])]
    if not labels or (options.coder and options.coder not in found):
        return
    odd = {"other", "info", "group", "soft", "dist", "distribution"} | known.GOLD
    best = [n for n in labels if not odd & set(words_of(n))] or labels
    named = [n for n in best if any(w in known.CATEGORIES for w in words_of(n))]
    for name in (named or best)[:2]:
        maps = all(isinstance(one, dict) for one in found[name])
        who = None if maps else _their_coders(found, name, coders)
        doubts = [] if wished or len(named) == 1 else ["its name does not say what the lists are"]
        if not maps and who is None and not wished and any(c.is_coder_name for c in columns):
            continue  # a coder's own set of labels
        item = _item_of(columns, options, [name, *coders])
        yield Reading("lists", item, who, name, why="lists in cells", doubts=tuple(doubts))


def _is_counter(votes: dict[str, Any]) -> bool:
    """Whether a mapping says how often each label was chosen, and not what each coder chose."""
    return (
        sum(isinstance(n, int) for n in votes.values()) == len(votes)
        and max(votes.values(), default=0) > 0
        and sum(votes.values()) > len(votes)
    )


def _names_coders(name: str) -> bool:
    words = words_of(name)
    return any(word in known.CODERS for word in words) and not any(
        word in known.CATEGORIES for word in words
    )


def _is_vocabulary(lists: list[Any]) -> bool:
    """Whether the labels of lists come again: they are categories and not words of a text."""
    flat = [str(label) for one in lists for label in _labels(one)]
    return len(flat) > 1 and len(set(flat)) <= max(2, 0.5 * len(flat))


def _labels(one: Any) -> list[Any]:
    return list(one.values()) if isinstance(one, dict) else list(one or ())


def _their_coders(found: dict[str, list[Any]], name: str, coders: Sequence[str]) -> str | None:
    for who in coders:
        if who in found and all(
            len(a or ()) == len(b or ()) for a, b in zip(found[name], found[who], strict=True)
        ):
            return who
    return None


def _from_lists(table: Table, reading: Reading, options: Options) -> Study:
    """Labels with the names of their coders, or votes of coders who are not named."""
    assert reading.category is not None
    table, item = keyed(table, reading.item)
    names = table.column(item) if item else [str(n + 1) for n in range(len(table.rows))]
    labels = [parsed_list(cell) or [] for cell in table.column(reading.category)]
    whose = [parsed_list(cell) for cell in table.column(reading.coder)] if reading.coder else None
    if all(isinstance(one, dict) and _is_counter(one) for one in labels):
        counted = [Counter({str(k): int(n) for k, n in one.items()}) for one in labels]  # type: ignore[union-attr]
        return _votes(table, names, counted, reading, options, "counts of votes")
    if whose is None and not all(isinstance(one, dict) for one in labels):
        votes = [Counter(map(_label, one)) for one in labels]
        return _votes(table, names, votes, reading, options, "lists of labels without coders")
    rows, lines, several = [], [], False
    for at, (name, one) in enumerate(zip(names, labels, strict=True)):
        people = list(one) if isinstance(one, dict) else (whose or [])[at]
        values = _labels(one)
        if people is None or len(people) != len(values):
            raise DataError(
                f"{table.where()[at]}: {len(values)} labels, but {len(people or ())} coders"
            )
        for who, value in zip(people, values, strict=True):
            several = several or isinstance(value, (list, set, tuple))
            rows.append([name, str(who), _label(value)])
            lines.append(table.lines[at])
    long = Table(table.source, ("item", "coder", "category"), rows, lines, table.notes)
    roles = Roles("item", "coder", "category")
    study = codings_from_table(
        long,
        roles,
        categories=_declared(options),
        absent=options.absent,
        sets=options.sets or (LISTS if several else None),
    )
    return _told(study, reading)


def _label(value: Any) -> str:
    if isinstance(value, (list, tuple, set)):
        return LISTS.join(map(str, value)) or "{}"
    return "" if value is None else str(value)


def _declared(options: Options) -> list[str] | None:
    return None if options.categories is None else [str(c) for c in options.categories]


def _told(study: Any, reading: Reading) -> Study:
    """The study whose audit says how the table was read, in place of what it was turned into."""
    from accord.read.tables.asking import said

    notes = [n for n in study.audit.notes if not n.startswith("columns: ")]
    audit = replace(study.audit, format=f"table ({reading.shape})", notes=tuple(notes))
    done: Study = replace(study, audit=audit.noting(said(reading)))
    return done


# Counts of votes --------------------------------------------------------------------------------


def _whole(columns: list[Column]) -> list[Column]:
    numbers = ("scale", "numbers", "flags", "running")
    return [
        c
        for c in columns
        if c.kind in numbers and c.filled == c.rows and all(v.isdecimal() for v in c.values)
    ]


def _counts(table: Table, columns: list[Column], options: Options) -> Iterator[Reading]:
    """Columns whose sum is the number of coders, in every row."""
    if options.shape == "counts" and options.categories:
        names = _told_columns(table, options)
        yield Reading("counts", _item_of(columns, options, names), columns=names, why="as told")
        return
    told = {*(options.item_columns), options.gold}
    whole = [c for c in _whole(columns) if c.name not in {*told, *options.ignore}]
    totals = [c for c in whole if c.words and known.COUNTS.issuperset(c.words)]
    free = [c for c in whole if c not in totals and not c.unique and not _is_row_name(c)]
    free = [c for c in free if not c.about(known.GOLD, known.DATES)]
    classes = [c for c in free if c.words and all(word in known.CATEGORIES for word in c.words)]
    people = sum(is_person(c) or mark_of(c) is not None for c in free)
    if people > 1 and options.shape is None:
        return
    for votes in (free, [c for c in free if c not in classes]):
        if len(votes) < 2:
            continue
        cells = [list(map(int, table.column(c.name))) for c in votes]
        sums = list(map(sum, zip(*cells, strict=True)))
        expected = table.column(totals[0].name) if totals else [str(sums[0])] * len(sums)
        same = all(total.strip() == str(found) for total, found in zip(expected, sums, strict=True))
        if same and max(sums) > 1 and not any(names_an_item(c.name) for c in votes):
            names = tuple(c.name for c in votes)
            said = f"their sum is {totals[0].name!r}" if totals else f"their sum is {sums[0]}"
            item = _item_of(columns, options, names)
            few = ("few rows: the sum may be the same by chance",) if len(sums) < 6 else ()
            why = f"{said} in every row"
            yield Reading("counts", item, columns=names, why=why, doubts=few)
            return


def _is_row_name(column: Column) -> bool:
    return column.kind == "running" or (column.is_item_name and column.unique)


def _from_counts(table: Table, reading: Reading, options: Options) -> Study:
    table, item = keyed(table, reading.item)
    names = table.column(item) if item else [str(n + 1) for n in range(len(table.rows))]
    columns = [table.column(name) for name in reading.columns]
    votes: list[Counter[str]] = []
    for at, cells in enumerate(zip(*columns, strict=True)):
        numbers = [cell.strip() or "0" for cell in cells]
        bad = next((cell for cell in numbers if not cell.isdecimal()), None)
        if bad is not None:
            raise DataError(f"{table.where()[at]}: {bad!r} is no number of votes")
        votes.append(Counter(dict(zip(reading.columns, map(int, numbers), strict=True))))
    options = replace(options, categories=reading.columns)
    return _votes(table, names, votes, reading, options, "counts of votes")


def _votes(
    table: Table,
    names: Sequence[str],
    votes: list[Counter[str]],
    reading: Reading,
    options: Options,
    what: str,
) -> Study:
    """Codings of coders who are not named: how many chose each category."""
    gone = {"", *options.absent}
    seen = dict.fromkeys(label for one in votes for label in one if label not in gone)
    declared = _declared(options)
    typed, known_names, notes = typed_labels([*seen], declared)
    order = dict(zip(seen, typed, strict=True))
    categories = known_names if known_names is not None else list(dict.fromkeys(typed))
    table_of = [[0] * len(categories) for _ in votes]
    for row, one in zip(table_of, votes, strict=True):
        for label, n in one.items():
            if label not in gone:
                if order[label] not in categories:
                    raise DataError(f"{table.source}: category {label!r} is not declared")
                row[categories.index(order[label])] += n
    if len(set(names)) < len(names):
        twice = next(name for name, n in Counter(names).items() if n > 1)
        raise DataError(
            f"{table.source}: item {twice!r} has two rows; use {Setting('item', ROW)} if rows are "
            "items"
        )
    made = from_counts(table_of, categories=categories, items=names)
    audit = Audit(table.source, what, len(table.rows), 0, (*table.notes, *notes))
    return _told(replace(made, audit=audit, declared=declared is not None), reading)


# A column for each category ---------------------------------------------------------------------


def _one_hot(
    repeated: tuple[str, ...], table: Table, columns: list[Column], options: Options
) -> Iterator[Reading]:
    """Rows of item and coder, and columns of 0 and 1, one for each category."""
    coder = options.coder or named_coder(columns, (*options.ignore, options.gold))
    item = options.item_columns or repeated
    told = {*item, coder, options.gold, *options.ignore}
    flags = [c for c in columns if c.kind == "flags" and set(c.values) <= {"0", "1"}]
    flags = [c for c in flags if c.name not in told and c.filled == c.rows]
    names = tuple(c.name for c in flags if not c.about(known.GOLD))
    if options.shape == "one-hot" and options.categories:
        names = _told_columns(table, options)
    if coder is None or len(names) < 2:
        return
    doubts = []
    if len(names) < 3:
        doubts.append("two columns of 0 and 1 could be two questions")
    if not item:
        doubts.append("no column looks like the item")
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
        chosen.append([n for n, c in zip(reading.columns, row, strict=True) if _is_yes(c)])
    single = all(len(one) == 1 for one in chosen)
    labels = [one[0] if single else LISTS.join(one) or "{}" for one in chosen]
    rows = [[*row, label] for row, label in zip(table.rows, labels, strict=True)]
    header = (*table.header, "label\x1f")
    made = replace(table, header=header, rows=rows)
    roles = Roles(item, reading.coder, header[-1])
    sets = None if single else LISTS
    categories = list(reading.columns) if single else None
    study = codings_from_table(made, roles, categories=categories, sets=sets)
    return _told(study, reading)


def _is_yes(cell: str) -> bool:
    return cell.strip().lower() in known.TRUTHS - {"0", "0.0", "false", "no", "n", "f", "nein"} - {
        "non",
        "unchecked",
        "falsch",
        "faux",
        "нет",
        "否",
    }


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
        yield Reading("numbered", item, coder, None, _told_columns(table, options))
        return
    free = [c for c in columns if c.name not in (*item, coder)]
    found = families(c for c in free if c.kind in ("labels", "ids", "text", "empty", "flags"))
    for stem, family in found.items():
        coders = any(word in known.CODERS for word in stem.split())
        if not coders and all(mark.isdecimal() for mark in family):
            names = tuple(c.name for several in family.values() for c in several)
            yield Reading("numbered", item, coder, None, names, why="numbered labels of a coder")


def _from_sets(table: Table, reading: Reading, options: Options) -> Study:
    table, item = keyed(table, reading.item)
    cells = [table.column(name) for name in reading.columns]
    labels = [
        LISTS.join(dict.fromkeys(c.strip() for c in row if c.strip())) or "{}"
        for row in zip(*cells, strict=True)
    ]
    rows = [[*row, label] for row, label in zip(table.rows, labels, strict=True)]
    header = (*table.header, "labels\x1f")
    made = replace(table, header=header, rows=rows)
    roles = Roles(item, reading.coder, header[-1])
    return _told(codings_from_table(made, roles, sets=LISTS), reading)


# A row for each coder ---------------------------------------------------------------------------


def _transposed(table: Table, columns: list[Column], options: Options) -> Iterator[Reading]:
    """Rows are coders, columns are items."""
    given = options.item_columns
    coder, whose = options.coder, []
    if coder is None:
        named = [c for c in columns if c.unique and (c.is_coder_name or holds_coders(c))]
        answers = {"response", "respondent", "record", "participant", "submission", "antwort"}
        whose = named or [c for c in columns if c.unique and c.about(frozenset(answers))]
        coder = whose[0].name if whose else None
        if coder is None and options.shape is None:
            return
    plain = [c for c in columns if c.is_plain and c.name not in (coder, *options.ignore)]
    plain = [c for c in plain if c.name != options.gold]
    who = next((c for c in columns if c.name == coder), None)
    sure = who is not None and (who.is_coder_name or holds_coders(who))
    if given:
        groups = [given]
    elif whose and all(names_an_item(c.name) for c in plain):
        groups = [tuple(c.name for c in columns if names_an_item(c.name))]
    else:
        groups = _answered_alike(plain)
    told = None if coder in (None, ROW) else coder
    for names in groups[:2]:
        doubts = []
        if options.shape is None and not (options.coder and given):
            if len(names) < 3:
                continue
            if not sure:
                doubts.append("rows could be items, and columns coders or questions")
            elif not all(map(names_an_item, names)):
                doubts.append("columns could be something else than items")
            elif len(names) < len(plain):
                doubts.append("some columns have other answers")
        if len(table.rows) > 1 and names:
            yield Reading("transposed", (), told, None, names, doubts=tuple(doubts))


def _answered_alike(plain: list[Column]) -> list[tuple[str, ...]]:
    """Groups of columns with the same answers, the largest first; no column is in two."""
    found: list[tuple[str, ...]] = []
    rest = list(plain)
    while rest:
        group = max(([c for c in rest if c is one or c.meets(one)] for one in rest), key=len)
        begin = shared_beginning([c.name for c in group])
        if len(begin) > 3:  # questions that are called alike belong together
            group += [c for c in rest if c not in group and c.name.startswith(begin)]
        found.append(tuple(c.name for c in plain if c in group))
        rest = [c for c in rest if c not in group]
    return sorted(found, key=len, reverse=True)


def _from_transposed(table: Table, reading: Reading, options: Options) -> Study:
    people = table.column(reading.coder) if reading.coder else []
    rows, lines = [], []
    at = [table.header.index(name) for name in reading.columns]
    for n, row in enumerate(table.rows):
        who = people[n] if people else str(n + 1)
        if not who.strip():
            raise DataError(f"{table.where()[n]}: the coder is empty; fill in the cell")
        rows += [[name, who, row[c]] for name, c in zip(reading.columns, at, strict=True)]
        lines += [table.lines[n]] * len(at)
    if len(set(people)) < len(people):
        twice = next(name for name, n in Counter(people).items() if n > 1)
        raise DataError(f"{table.source}: coder {twice!r} has two rows; a transposed table has one")
    long = Table(table.source, ("item", "coder", "category"), rows, lines, table.notes)
    roles = Roles("item", "coder", "category")
    study = codings_from_table(
        long,
        roles,
        categories=_declared(options),
        absent=options.absent,
        sets=options.sets,
    )
    return _told(study, reading)


# Several dimensions of every coder --------------------------------------------------------------


def _dimensions(table: Table, columns: list[Column], options: Options) -> Iterator[Reading]:
    """Columns for each coder and dimension (A_topic, A_stance, B_topic …), or rows for each."""
    plain = [c for c in columns if c.is_plain and c.name not in options.ignore]
    for names, coders in _grids(plain):
        item = _item_of(columns, options)
        doubts = () if coders else ("which part names the coder is not certain",)
        yield Reading(
            "dimensions", item, dimensions=names, why="coder and dimension", doubts=doubts
        )
        return


def _grids(columns: list[Column]) -> Iterator[tuple[tuple[str, ...], bool]]:
    """The dimensions of columns called coder_dimension, and whether the coders are known ones."""
    parts = {c.name: _parted(c) for c in columns}
    for first in (True, False):
        grid: dict[str, dict[str, Column]] = {}
        for column in columns:
            for who, what, leads in parts[column.name]:
                if leads is first:
                    grid.setdefault(who, {}).setdefault(what, column)
        for one, two in combinations(grid, 2):
            shared = [what for what in grid[one] if what in grid[two]]
            pairs = [(grid[one][what], grid[two][what]) for what in shared]
            if len(shared) > 1 and all(a.meets(b) for a, b in pairs):
                sure = len(one) > 1 or not all(what.isdecimal() for what in shared)
                yield tuple(shared), sure
                return


def _parted(column: Column) -> list[tuple[str, str, bool]]:
    """(coder, dimension, whether the coder stands first) of a name, where a part is a coder's."""
    found = []
    name = column.name
    if len(column.words) == 2 and len(column.words[0]) == 1 and column.words[1].isdecimal():
        return [(name[:1], name[1:].strip(), True)]
    for at, sign in enumerate(name):
        if sign in ".:/|_- " and 0 < at < len(name) - 1:
            for who, what, first in (
                (name[:at], name[at + 1 :], True),
                (name[at + 1 :], name[:at], False),
            ):
                named = replace(column, name=who.strip(), words=words_of(who))
                if is_person(named) or any(word in known.CODERS for word in named.words):
                    found.append((who.strip(), what.strip(), first))
    return found


def _from_dimensions(table: Table, reading: Reading, options: Options) -> Study:
    from accord.read.tables.dimension_rows import dimensions_from_table

    item = reading.item or (ROW,)
    told = replace(options, item=item, coder=reading.coder, dimensions=reading.dimensions)
    return dimensions_from_table(table, told, reading.dimensions)
