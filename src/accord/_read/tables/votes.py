"""Votes for categories: a cell with all labels of an item, or a column with how many chose each."""

import json
import re
from ast import literal_eval
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import isclose
from typing import Any

from accord._read.door.read_options import Options
from accord._read.tables import column_names as known
from accord._read.tables.label_rows import (
    codings_from_table,
    missing_marks,
    typed_labels,
    without_totals,
)
from accord._read.tables.roles import (
    HALF,
    LISTS,
    LONGEST_SCALE,
    ROW,
    Column,
    Reading,
    Roles,
    Table,
    is_count,
    is_person,
    keyed,
    mark_of,
    named_columns,
    names_an_item,
    words_of,
)
from accord._read.tables.wide_columns import votes_like
from accord._read.text.json_values import is_mapping, is_nested
from accord.errors import DataError, Setting
from accord.kinds.labels.tabular import from_counts
from accord.model.audit import Audit
from accord.model.study import Study
from accord.words.said import said


def item_of(columns: list[Column], options: Options, taken: Sequence[str] = ()) -> tuple[str, ...]:
    """The column that names each row, as told or found; none is the number of the row."""
    if options.item_columns:
        return options.item_columns
    if options.item == ROW:
        return ()
    free = [c for c in columns if c.unique and c.name not in taken and c.kind != "private"]
    free.sort(key=lambda c: (c.kind == "text", not c.is_item_name))
    return (free[0].name,) if free and (free[0].is_item_name or free[0] is columns[0]) else ()


def told_columns(table: Table, options: Options) -> tuple[str, ...]:
    """The columns of the categories that were told."""
    return named_columns(table.source, table.header, [*map(str, options.categories or ())])


# Lists in cells ---------------------------------------------------------------------------------


def parsed_list(cell: str) -> list[Any] | dict[str, Any] | None:
    """The list in a cell, as JSON, as Python writes it, or separated; None where there is none."""
    text = cell.strip()
    if LISTS in text:
        return text.split(LISTS)
    if text[:1] in ("[", "{", "("):
        for parse in (json.loads, literal_eval):
            try:
                value = parse(text)
            except (ValueError, SyntaxError, RecursionError, MemoryError):
                continue
            if is_nested(value):
                return value
            if _is_series(value):
                return list(value)
        return None
    for sign in "|;,":
        if sign in text:
            return [part.strip() for part in text.split(sign)]
    return [text] if text else []


def _listed(table: Table, name: str) -> list[Any] | None:
    """The lists of a column; None where a cell is none, or no cell holds two labels."""
    lists = [parsed_list(cell) for cell in table.column(name)]
    if any(one is None for one in lists):
        return None
    return lists if any(len(one or ()) > 1 for one in lists) else None


def _few_hold_two(lists: list[Any]) -> bool:
    return sum(len(one or ()) > 1 for one in lists) < SEVERAL_IN_CELL * len(lists)


def lists_readings(table: Table, columns: list[Column], options: Options) -> Iterator[Reading]:
    """A column of lists of labels, and perhaps one of their coders, as long."""
    lists: dict[str, list[Any]] = {}
    wished = options.shape == "lists"
    wanted = (options.category, options.coder)
    for column in columns:
        words = column.kind in ("labels", "text", "ids", "scale", "numbers", "dates")
        joined = words and any(
            sign in v for v in list(column.values)[:CELLS_LOOKED_AT] for sign in "|;,"
        )
        fits = column.is_category_name or any(word in known.CODERS for word in column.words)
        if column.name in wanted or column.kind == "lists" or (joined and fits):
            parsed = _listed(table, column.name)
            if (
                parsed
                and _few_hold_two(parsed)
                and column.kind != "lists"
                and column.name not in wanted
            ):
                continue  # words with a sign between them here and there
            if parsed is not None or column.name in wanted:
                lists[column.name] = parsed or []
    coders = [options.coder] if options.coder else [n for n in lists if _names_coders(n)]
    labels = [options.category] if options.category else [n for n in lists if n not in coders]
    labels = [name for name in labels if name in lists and _is_vocabulary(lists[name])]
    if not labels or (options.coder and options.coder not in lists):
        return
    odd = {"other", "info", "group", "soft", "dist", "distribution"} | known.GOLD
    best = [n for n in labels if not odd & set(words_of(n))] or labels
    named = [n for n in best if any(w in known.CATEGORIES for w in words_of(n))]
    wished_or_words = [n for n in best if wished or not _are_numbers(lists[n])]
    for name in (named or wished_or_words)[:2]:
        maps = all(map(is_mapping, lists[name]))
        who = None if maps else _their_coders(lists, name, coders)
        doubts = [] if wished or len(named) == 1 else [said("table.doubt.what-lists")]
        if not wished and _few_hold_two(lists[name]):
            doubts.append(said("table.doubt.one-label"))
        if not maps and who is None and not wished and any(c.is_coder_name for c in columns):
            continue  # a coder's own set of labels
        item = item_of(columns, options, [name, *coders])
        yield Reading("lists", item, who, name, why="lists in cells", doubts=tuple(doubts))


def _is_counter(votes: dict[str, Any]) -> bool:
    """Whether a mapping says how often each label was chosen, and not what each coder chose."""
    return (
        all(isinstance(n, int) for n in votes.values())
        and max(votes.values(), default=0) > 0
        and sum(votes.values()) > len(votes)
    )


def _are_counts(labels: Sequence[Any]) -> bool:
    """Whether mappings say how often each label was chosen.

    Numbers that the same names have in every row, never 0, with sums that differ, are what these
    coders chose on a scale: where each label is counted in every row, some labels have no votes.
    """
    if not all(is_mapping(one) and _is_counter(one) for one in labels):
        return False
    same = len({frozenset(one) for one in labels}) == 1
    sums = {sum(one.values()) for one in labels}
    values = {n for one in labels for n in one.values()}
    return not (same and len(sums) > 1 and min(values) > 0 and max(values) <= LONGEST_SCALE)


def coders_in_cells(table: Table, name: str) -> list[str]:
    """The names by which labels lie in the cells of a column; none where cells are lists or say
    how often each label was chosen."""
    labels = [parsed_list(cell) or {} for cell in table.column(name)]
    if not all(map(is_mapping, labels)) or _are_counts(labels):
        return []
    return list(dict.fromkeys(str(coder) for one in labels for coder in one))


def _names_coders(name: str) -> bool:
    words = words_of(name)
    return any(word in known.CODERS for word in words) and not any(
        word in known.CATEGORIES for word in words
    )


def _is_vocabulary(lists: list[Any]) -> bool:
    """Whether the labels of lists come again: they are categories and not words of a text."""
    flat = [str(label) for one in lists for label in _labels(one)]
    return len(flat) > 1 and len(set(flat)) <= max(2, HALF * len(flat))


def _are_numbers(lists: list[Any]) -> bool:
    """Whether lists hold numbers alone: places, scores or an order as likely as labels."""
    return all(str(label).strip().isdecimal() for one in lists for label in _labels(one))


def _labels(one: Any) -> list[Any]:
    return list(one.values()) if is_mapping(one) else list(one or ())


def _their_coders(lists: dict[str, list[Any]], name: str, coders: Sequence[str]) -> str | None:
    for who in coders:
        if who in lists and all(
            len(a or ()) == len(b or ()) for a, b in zip(lists[name], lists[who], strict=True)
        ):
            return who
    return None


def study_from_lists(table: Table, reading: Reading, options: Options) -> Study:
    """Labels with the names of their coders, or votes of coders who are not named."""
    assert reading.category is not None
    table, item = keyed(table, reading.item)
    names = table.column(item) if item else [str(n + 1) for n in range(len(table.rows))]
    labels = [parsed_list(cell) or [] for cell in table.column(reading.category)]
    whose = [parsed_list(cell) for cell in table.column(reading.coder)] if reading.coder else None
    if _are_counts(labels):
        counted = [Counter({str(k): int(n) for k, n in one.items()}) for one in labels]  # type: ignore[union-attr]
        return _votes(table, names, counted, reading, options, "counts of votes")
    if whose is None and not all(map(is_mapping, labels)):
        votes = [Counter(map(_label, one)) for one in labels]
        return _votes(table, names, votes, reading, options, "lists of labels without coders")
    rows, lines, several = [], [], False
    for at, (name, one) in enumerate(zip(names, labels, strict=True)):
        people = list(one) if is_mapping(one) else (whose or [])[at]
        values = _labels(one)
        if people is None or len(people) != len(values):
            raise DataError(
                f"{table.where()[at]}: {len(values)} labels, but {len(people or ())} coders"
            )
        for who, value in zip(people, values, strict=True):
            several = several or _is_series(value)
            rows.append([name, str(who), _label(value)])
            lines.append(table.lines[at])
    options = replace(options, sets=options.sets or (LISTS if several else None))
    return study_from_long(table, rows, lines, reading, options)


def study_of_unnamed(table: Table, reading: Reading, options: Options) -> Study:
    """Rows of each item as votes of coders who are not named."""
    assert reading.category is not None
    table, item = keyed(table, reading.item)
    assert item is not None
    marks = missing_marks(dict.fromkeys(table.column(reading.category)))
    options = replace(options, absent=(*options.absent, *marks))
    votes: dict[str, Counter[str]] = {}
    for name, label in zip(table.column(item), table.column(reading.category), strict=True):
        votes.setdefault(name, Counter())[label] += 1
    return _votes(table, list(votes), list(votes.values()), reading, options, "rows of no coder")


def study_from_long(
    table: Table, rows: list[list[str]], lines: list[int], reading: Reading, options: Options
) -> Study:
    """The study of rows of an item, a coder and a label that were found in a table."""
    long = Table(table.source, ("item", "coder", "category"), rows, lines, table.notes)
    study = codings_from_table(
        long,
        Roles("item", "coder", "category"),
        categories=declared_labels(options),
        absent=options.absent,
        sets=options.sets,
    )
    return told_study(study, reading)


def _is_series(value: Any) -> bool:
    """Whether a value is a list, in one of the forms that Python writes into cells."""
    return isinstance(value, (list, tuple, set))


def _label(value: Any) -> str:
    if _is_series(value):
        return LISTS.join(map(str, value)) or "{}"
    return "" if value is None else str(value)


def declared_labels(options: Options) -> list[str] | None:
    """The categories that were declared, as text."""
    return None if options.categories is None else [str(c) for c in options.categories]


def told_study(study: Any, reading: Reading) -> Study:
    """The study whose audit says how the table was read, in place of what it was turned into."""
    from accord._read.tables.asking import reading_in_words as way

    notes = [n for n in study.audit.notes if not n.startswith("columns: ")]
    audit = replace(study.audit, format=f"table ({reading.shape})", notes=tuple(notes))
    done: Study = replace(study, audit=audit.noting(way(reading)))
    return done


# Counts of votes --------------------------------------------------------------------------------


def _whole(columns: list[Column]) -> list[Column]:
    numbers = ("scale", "numbers", "flags", "running")
    return [c for c in columns if c.kind in numbers and all(map(is_count, c.values))]


def counts_readings(table: Table, columns: list[Column], options: Options) -> Iterator[Reading]:
    """Columns whose sum is the number of coders: the same in every row, or in a column."""
    if options.shape == "counts" and options.categories:
        names = told_columns(table, options)
        yield Reading("counts", item_of(columns, options, names), columns=names, why="as told")
        return
    taken = {*(options.item_columns), options.gold, *options.ignore}
    free = [c for c in _whole(columns) if c.name not in taken and not _is_row_name(c)]
    free = [c for c in free if not c.about(known.GOLD, known.DATES)]
    cells = {c.name: [int(cell or 0) for cell in table.column(c.name)] for c in free}
    classes = [c for c in free if c.words and all(word in known.CATEGORIES for word in c.words)]
    for votes in (free, [c for c in free if c not in classes]):
        if reading := _counted(table, columns, votes, cells, options):
            yield reading
            return


def _counted(
    table: Table,
    columns: list[Column],
    free: list[Column],
    cells: dict[str, list[int]],
    options: Options,
) -> Reading | None:
    """The columns of votes among some: all that are no total, if their sum is right."""
    total = _total(free, cells)
    own = [c for c in free if c.name != total and not c.unique]
    if total is None:
        own = [c for c in own if not (c.words and known.COUNTS.issuperset(c.words))]
    names = tuple(c.name for c in own)
    rows = list(zip(*(cells[name] for name in names), strict=True))
    sums = list(map(sum, rows))
    named = any(c.about(known.CODERS, known.PEOPLE) for c in own)
    if len(names) < 2 or len(sums) < 2 or max(sums) < 2 or (named and len(set(rows)) == 1):
        return None
    if total is not None and all(map(names_an_item, names)) and not options.shape:
        return None  # points of questions have a sum, too
    exact = total is not None or len(set(sums)) == 1
    if not (exact or options.shape or (_some_are_lost(sums) and votes_like(table, names))):
        return None  # numbers of anything
    # Labels of coders who agree at all never have the same sum in many rows.
    sure = exact and len(set(rows)) > 1 and (len(sums) >= ENOUGH_ROWS or total is not None)
    sure = sure and max(map(max, rows)) > 1  # else one 1 for each coder
    sure = sure and not named
    doubts = [] if sure else _may_be_labels(own, options)
    doubts += [] if exact else [said("table.doubt.fewer-votes", n=max(sums))]
    doubts += [] if options.shape else _no_votes(sums, rows)
    why = f"their sum is {total!r} in every row" if total else f"their sum is {max(sums)}"
    item = item_of(columns, options, names)
    return Reading("counts", item, columns=names, why=why, doubts=tuple(doubts))


def _total(free: list[Column], cells: dict[str, list[int]]) -> str | None:
    """The column that is the sum of all the others in every row, whatever it is called."""
    if len(free) <= 2 or free[0].rows < SUMS_AGREE:
        return None
    sums = list(map(sum, zip(*(cells[c.name] for c in free), strict=True)))
    for column in free:
        if any(sums) and all(2 * n == own for n, own in zip(cells[column.name], sums, strict=True)):
            return column.name
    return None


def _some_are_lost(sums: list[int]) -> bool:
    """Whether rows have nearly as many votes as the one that has most: votes are lost, not won."""
    return sum(sums) >= VOTES_LEFT * max(sums) * len(sums)


def _may_be_labels(votes: list[Column], options: Options) -> list[str]:
    """Why columns with the same sum may hold labels all the same."""
    doubts: list[str] = []
    if sum(is_person(c) or mark_of(c) is not None for c in votes) > 1 and not options.shape:
        doubts.append(said("table.doubt.like-coders"))
    if any(names_an_item(c.name) for c in votes):
        doubts.append(said("table.doubt.like-questions"))
    if any(c.filled < c.rows for c in votes):
        doubts.append(said("table.doubt.empty-cells"))
    return doubts or [said("table.doubt.few-sums")]


def _no_votes(sums: list[int], rows: list[tuple[int, ...]]) -> list[str]:
    """What numbers with the same sum may be, if not votes."""
    if set(sums) == {100}:
        return [said("table.doubt.percentages")]
    ranks = list(range(1, len(rows[0]) + 1))
    if all(sorted(row) == ranks for row in rows):
        return [said("table.doubt.ranks")]
    return []


def _of_all(table: Table, free: list[Column]) -> tuple[str, str] | None:
    """A column that says how many of those in another one, called as all are, said yes."""
    totals = [c for c in free if _says_how_many(c) and 1 < c.range[1] <= MOST_VOTES]
    some = [c for c in free if c not in totals and "0" in c.values and len(c.values) > 1]
    if len(totals) != 1 or len(some) != 1:
        return None
    rows = zip(table.column(some[0].name), table.column(totals[0].name), strict=True)
    if not all(int(one or 0) <= int(of or 0) for one, of in rows):
        return None
    return some[0].name, totals[0].name


def _says_how_many(column: Column) -> bool:
    """Whether a column is called as the number of all who voted is: total, n, n_raters."""
    words = known.COUNTS | known.CODERS | _SEVERAL_CODERS
    return bool(column.words) and words.issuperset(column.words)


_SEVERAL_CODERS = frozenset(["all", "coders", "raters", "annotators", "votes", "of", "codings"])


def yes_readings(table: Table, columns: list[Column], options: Options) -> Iterator[Reading]:
    """How many of some coders said yes, in a column for each question: most cells are 0, and all
    columns end at the same number."""
    gone = {*options.item_columns, options.gold, *options.ignore}
    free = [c for c in _whole(columns) if c.name not in gone and not _is_row_name(c)]
    if not options.shape and (pair := _of_all(table, free)) is not None:
        yes, total = pair
        item = item_of(columns, options, pair)
        yield Reading("counts", item, columns=(yes,), why=f"of {total}", votes=total)
        return
    free = [c for c in free if "0" in c.values and c.range[1] <= MOST_VOTES]
    voters = Counter(c.range[1] for c in free).most_common(1)
    highest = int(voters[0][0]) if voters else 0
    asked = [c for c in free if c.range[1] == highest and not c.about(known.CODERS, known.PEOPLE)]
    rare = sum(c.values["0"] for c in asked) > HALF * sum(c.filled for c in asked)
    if options.shape or highest < 2 or len(asked) < FEWEST_ASKED or not rare:
        return
    item = item_of(columns, options, [c.name for c in asked])
    # The answers that differ most tell most.
    for column in sorted(asked, key=lambda c: max(c.values.values()))[:2]:
        why = f"how many of {highest} said yes"
        yield Reading("counts", item, columns=(column.name,), why=why, votes=str(highest))


def shares_readings(table: Table, columns: list[Column], options: Options) -> Iterator[Reading]:
    """Shares of votes for each label in one cell, and a column that says how many voted."""
    counted = [c for c in _whole(columns) if c.name not in options.ignore and c.range[0] >= 1]
    for column in columns:
        if options.shape or not all(_SHARES.fullmatch(value) for value in column.values):
            continue
        for votes in counted if column.values else ():
            rows = zip(table.column(column.name), table.column(votes.name), strict=True)
            fitting = sum(_are_whole(cell, number) for cell, number in rows)
            if fitting >= VOTES_FIT * len(table.rows):
                item = item_of(columns, options, [column.name, votes.name])
                yield Reading("shares", item, None, column.name, votes=votes.name)
                return


_SHARES = re.compile(r"(?:[^:;|]+:\s*(?:0|1|[01]?\.\d*)(?:e-\d+)?\s*[;|]?\s*)+")


def _are_whole(cell: str, votes: str) -> bool:
    """Whether the shares in a cell are those of so many votes."""
    shares = [float(part.rpartition(":")[2]) for part in re.split("[;|]", cell) if part.strip()]
    counts = [share * int(votes or 0) for share in shares]
    whole = all(isclose(one, round(one), abs_tol=NEARLY_WHOLE) for one in counts)
    return whole and any(counts)


VOTES_FIT = 0.9
"""A row in ten may have been counted otherwise; how many are so is said when they are read."""

NEARLY_WHOLE = 0.05
"""Shares with three decimals make numbers of up to 100 votes that miss whole ones by this."""

MOST_VOTES = 30
"""Of so many coders an item may have labels; larger numbers count something else."""

FEWEST_ASKED = 5
"""Fewer columns with many zeros that end at the same number are as likely votes for one category
each, of which some are lost."""

SUMS_AGREE = 4
"""In fewer rows a column that is no sum may be that of the others by chance."""

ENOUGH_ROWS = 8
"""So many rows with the same sum are no chance."""

VOTES_LEFT = 2 / 3
"""Where coders left out items, so much of the highest sum is there on average: two votes of three.
Numbers of anything else have sums from nearly nothing to the highest: half of it on average."""

SEVERAL_IN_CELL = 0.3
"""Words with a comma here and there are no lists: fewer cells than these hold two."""

CELLS_LOOKED_AT = 50
"""Cells that are looked at for a sign between labels."""


def _is_row_name(column: Column) -> bool:
    return column.kind == "running" or (column.is_item_name and column.unique)


def study_from_votes(table: Table, reading: Reading, options: Options) -> Study:
    """Votes of coders who are not named."""
    table, item = keyed(table, reading.item)
    table = without_totals(table, item)
    names = table.column(item) if item else [str(n + 1) for n in range(len(table.rows))]
    columns = [table.column(name) for name in reading.columns]
    votes: list[Counter[str]] = []
    for at, cells in enumerate(zip(*columns, strict=True)):
        numbers = [cell.strip() or "0" for cell in cells]
        bad = next((cell for cell in numbers if not is_count(cell)), None)
        if bad is not None:
            raise DataError(f"{table.where()[at]}: {bad!r} is not a number of votes")
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
    declared = declared_labels(options)
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
    study = from_counts(table_of, categories=categories, items=names)
    audit = Audit(table.source, what, len(table.rows), 0, (*table.notes, *notes))
    return told_study(replace(study, audit=audit, declared=declared is not None), reading)
