"""A table of strings as Codings: long or wide, numbers where all labels are numbers."""

import re
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import inf, isnan
from operator import eq
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._read.tables.column_names import (
    CODES_OF_MISSING,
    COMMENTS,
    MISSING_NUMBERS,
    PRIVATE,
    SCALES,
    TEXTS,
    TOTALS,
    WITH_TOTALS,
)
from accord._read.tables.roles import LISTS, ROW, Roles, Table, only_rows, words_of
from accord.errors import DataError, Setting
from accord.kinds.labels.study import Codings
from accord.kinds.labels.tabular import from_codes, from_columns
from accord.model.audit import Audit
from accord.model.names import Coded, Names, RowNames, changed, distinct_of, stripped_cells
from accord.model.showing import counted
from accord.words.said import said

if TYPE_CHECKING:
    from accord.model.pace import Pace

_PER_CENT = re.compile(r"[-+]?\d+(?:[.,]\d+)? ?%", re.ASCII)
_COMMA = re.compile(r"[-+]?\d+(?:,(\d+))?", re.ASCII)
# What programs write for nothing, and what may as well be a label that somebody gave.
SUSPECT = frozenset({"na", "n/a", "nan", "none", "null", ".", "-", "?", "missing"})

LARGEST_SCALE = 12  # a scale has at most so many numbers

SPELT = "read.labels-look-like-numbers"
"""The key of the note that labels which look like numbers stay text."""


def codings_from_table(
    table: Table,
    roles: Roles,
    *,
    categories: Sequence[str] | None = None,
    absent: Sequence[str] = (),
    sets: str | None = None,
    anonymous: str | None = None,
) -> Codings:
    """Codings from a long or wide table; `absent` lists labels that mean "no coding", `anonymous`
    says what becomes of rows without a coder (`with_coders`).

    With `sets` categories are sets of labels: its value separates the labels of a cell, or is
    "rows" where each label of a coder for an item has its own row.
    """
    table.used(roles.item, roles.coder, roles.category)
    if roles.coders:
        table = without_totals(table, roles.item)
        names, label, where, about = _unpivoted(table, roles)
    else:
        table, item, coder, label, where, about = _long(table, roles, anonymous)
        names = distinct_of(item)
    spelt = {value: value.strip() for value in distinct_of(label)}  # few, however many rows
    marks = [] if categories else missing_marks(dict.fromkeys(spelt.values()))
    gone = {"", *absent, *marks}
    kept = {value: None if text in gone else text for value, text in spelt.items()}
    stripped = changed(label, kept.__getitem__)
    missing = stripped.count(None)
    typed, declared, notes = (
        typed_labels(stripped, categories) if sets is None else _as_sets(stripped, categories, sets)
    )
    notes = [said("read.columns", columns=roles.describe()), *notes]
    if marks:
        notes.append(missing_note(marks))
    if missing:
        notes.append(said("read.empty-cells-missing-codings", n=missing))
    odd = sorted({v for v in kept.values() if v is not None and v.lower() in SUSPECT})
    if odd and categories is None:
        shown = ", ".join(repr(v) for v in odd)
        use = Setting("absent", odd)
        notes.append(said("read.category-if-means-missing", shown=shown, setting=use))
    if not roles.coders and len(distinct_of(coder)) == len(coder) > 2:
        notes.append(
            "every coder labelled one item only: chance by coder (κ) cannot be estimated, chance "
            "from all labels (α, π) can"
        )
    audit = Audit(
        table.source,
        said("read.wide-table" if roles.coders else "read.long-table"),
        len(table.rows),
        0,
        (*table.notes, *notes),
    )
    how: dict[str, Any] = {
        "categories": declared,
        "where": where,
        "about": {key: [column.get(name) for name in names] for key, column in about.items()},
        "audit": audit,
    }
    if not roles.coders:
        if sets == "rows":
            from accord.kinds.labels.label_sets import from_labels

            return from_labels(item, coder, typed, items=names, **how)
        study = from_columns(item, coder, typed, items=names, **how)
        return replace(study, pace=_pace(table, roles, coder, typed))
    n, m = len(names), len(roles.coders)
    if sets == "rows":
        from accord.kinds.labels.label_sets import from_labels

        spread = [name for name in names for _ in range(m)]
        return from_labels(
            spread, [*roles.coders] * n, typed, items=names, coders=roles.coders, **how
        )
    items = np.repeat(np.arange(n, dtype=np.int32), m), Names(names)
    coders = np.tile(np.arange(m, dtype=np.int32), n), Names(roles.coders)
    return from_codes(items, coders, typed, **how)


def with_coders(table: Table, coder: str, anonymous: str | None) -> Table:
    """The table whose rows all have a coder.

    Rows with an empty cell are dropped where `anonymous` is "drop"; where it names a column, each
    value of that column is one unknown coder, called "anonymous 1", for it may be an address.
    """
    at = table.header.index(coder)
    empty = [n for n, cell in enumerate(table.column(coder)) if not cell]
    if not empty:
        return table
    blank = {n for n in empty if not any(map(str.strip, table.rows[n]))}
    if blank:
        kept = [n for n in range(len(table.rows)) if n not in blank]
        note: str = said("read.empty-rows-left-out", n=len(blank))
        return with_coders(only_rows(table, kept, note), coder, anonymous)
    where, many = table.where(), counted(len(empty), "row")
    if anonymous is None:
        raise DataError(
            f"{where[empty[0]]}: no coder name (column {coder!r}, {many}). Fill in the cells, "
            f"skip the rows with {Setting('anonymous', 'drop')}, or name a column that "
            f"identifies the coder, such as a session, with {Setting('anonymous')}"
        )
    rows = [list(row) for row in table.rows]
    if anonymous == "drop" and anonymous not in table.header:
        kept = [n for n in range(len(rows)) if table.rows[n][at].strip()]
        return only_rows(table, kept, f"{many} without a coder left out")
    sessions = table.column(anonymous)
    names: dict[str, str] = {}
    for n in empty:
        if not sessions[n]:
            raise DataError(
                f"{where[n]}: the coder and {anonymous!r} are empty; fill in one of them, or leave "
                f"out such rows with {Setting('anonymous', 'drop')}"
            )
        rows[n][at] = names.setdefault(sessions[n], f"anonymous {len(names) + 1}")
    note = f"{many} without a coder: {counted(len(names), 'anonymous coder')} by {anonymous!r}"
    return replace(table, rows=rows, notes=(*table.notes, note))


def without_totals(table: Table, item: str | None) -> Table:
    """The table without rows at its end that sum it up, as spreadsheets have them: Mean, Total."""
    if item is None:
        return table
    # Mean, deviation, total and the like: nobody writes more than five below a table.
    at, last = table.header.index(item), range(max(len(table.rows) - 5, 1), len(table.rows))
    sums = [n for n in last if sums_up(table.rows[n][at])]
    if not sums:
        return table
    names = ", ".join(repr(table.rows[n][at].strip()) for n in sums)
    kept = [n for n in range(len(table.rows)) if n not in sums]
    place = table.where()[sums[0]]
    return only_rows(table, kept, said("read.left-out-sums-up", names=names, place=place))


def sums_up(name: str) -> bool:
    """Whether a row is called as sums are, and nothing else: Total général, Mean ± SD.

    >>> sums_up("Grand total"), sums_up("Cohen's kappa"), sums_up("Total Recall")
    (True, True, False)
    """
    words = set(words_of(name)) - WITH_TOTALS
    return bool(words) and words <= TOTALS


def _long(
    table: Table, roles: Roles, anonymous: str | None
) -> tuple[Table, Sequence[str], Sequence[str], Sequence[str], Sequence[str], Any]:
    name = roles.item or roles.document
    assert name is not None
    assert roles.coder is not None
    assert roles.category is not None
    coder = table.column(roles.coder)
    if "" in distinct_of(coder):
        table = with_coders(table, roles.coder, anonymous)
        coder = table.column(roles.coder)
    item, label = table.column(name), table.column(roles.category)
    where = table.where()
    if "" in distinct_of(item):
        raise DataError(f"{where[item.index('')]}: empty item cell")
    others = [n for n in (*roles.about, roles.document) if n and n != name]
    whole = len(item) == len(distinct_of(item)) * len(distinct_of(coder))
    about = {
        n: of_items(item, table.column(n), n, whole=whole, kept=n == roles.document or _private(n))
        for n in others
    }
    apart = [n for n in others if about[n] is None]
    if apart:
        from accord.model.pace import timed

        apart = [n for n in apart if not timed(n)]
    if apart:
        note = said("read.not-of-items", columns=", ".join(map(repr, apart)))
        table = replace(table, notes=(*table.notes, note))
    known = {n: column for n, column in about.items() if column is not None}
    return table, item, coder, label, where, known


def _private(name: str) -> bool:
    """Whether a column says who somebody is: it stays until it is removed, which is said."""
    return not PRIVATE.isdisjoint(words_of(name))


def _pace(
    table: Table, roles: Roles, coder: Sequence[str], labels: Sequence[Hashable | None]
) -> "Pace | None":
    """How long a label took each coder, of the rows that have one."""
    if not roles.about:
        return None
    from accord.model.pace import pace_of, timed

    columns = {n: table.column(n) for n in roles.about if timed(n)}
    if not columns:
        return None
    at = [n for n, label in enumerate(labels) if label is not None]
    rows = {n: [column[i] for i in at] for n, column in columns.items()}
    return pace_of([coder[i] for i in at], rows)


def of_items(
    items: Sequence[str], cells: Sequence[str], name: str, *, whole: bool, kept: bool
) -> dict[str, str] | None:
    """What a column says of each item; None where it says several things of one, as what coders
    write beside their labels does (how sure they were): no coder's answer is that of the item.

    Empty cells say nothing. When an item was labelled is when it was first, if all coders labelled
    all items (`whole`); else it would depend on who did. Texts are only shown, and what the user
    named stays (`kept`).
    """
    pairs = zip(reversed(items), reversed(cells), strict=True)
    first = dict(pairs)
    if all(map(eq, map(first.get, items), cells)):
        return first
    first |= {i: cell for i, cell in zip(reversed(items), reversed(cells), strict=True) if cell}
    if all(not cell or first[item] == cell for item, cell in zip(items, cells, strict=True)):
        return first
    from accord.model.pace import COLUMNS_OF_TIME

    words = words_of(name)
    if whole and name.strip().casefold() in COLUMNS_OF_TIME:
        earliest: dict[str, str] = {}
        for item, cell in zip(items, cells, strict=True):
            if cell and (item not in earliest or _when(cell) < _when(earliest[item])):
                earliest[item] = cell
        return earliest
    text = not TEXTS.isdisjoint(words) and COMMENTS.isdisjoint(words)
    return first if kept or text else None


def _when(cell: str) -> tuple[float, str]:
    """Moments in their order, and texts that are none behind them."""
    from accord.model.pace import moment

    value = moment(cell)
    return (inf if isnan(value) else value), cell


def _unpivoted(
    table: Table, roles: Roles
) -> tuple[Sequence[str], Sequence[str], Sequence[str], Any]:
    """The items of a wide table, then its cells, row by row."""
    names = table.column(roles.item) if roles.item else RowNames(len(table.rows))
    places = table.where()
    # Where all differ, which a large file knows, nothing is to be looked for.
    known = isinstance(names, Coded) and len(names.distinct) == len(names) and "" not in names
    if roles.item and not known:
        first: dict[str, int] = {}
        for at, name in enumerate(names):
            if not name:
                raise DataError(f"{places[at]}: the item is empty; fill in the cell")
            if name in first:
                raise DataError(
                    f"{places[at]}: item {name!r} appears twice (also line "
                    f"{table.lines[first[name]]}). If every row is a separate item, use "
                    f"{Setting('item', ROW)}"
                )
            first[name] = at
    columns = table.at(roles.coders)
    label = stripped_cells(table.rows, columns)
    about = {n: dict(zip(names, table.column(n), strict=True)) for n in roles.about}
    return names, label, table.where(len(columns)), about


def typed_labels(
    labels: Sequence[str | None], categories: Sequence[str] | None, *, fold: bool = False
) -> tuple[Sequence[Hashable], list[Hashable] | None, list[str]]:
    """Labels as numbers where all of them are: 2 and 2.00 are one number. Where 7 and 007, or 1.1
    and 1.10, may be two codes they stay text, unless `fold` makes one number of them."""
    distinct = dict.fromkeys(label for label in distinct_of(labels) if label is not None)
    wanted = [*distinct, *(categories or ())]
    numbers = {label: _number(label) for label in dict.fromkeys(wanted)}
    how = said("read.labels-numbers")
    if None in numbers.values() and _decimal_commas(numbers):
        numbers = {label: _number(label.replace(",", ".")) for label in numbers}
        how = said("read.labels-numbers-decimal-comma")
    if None in numbers.values() and all(map(_PER_CENT.fullmatch, numbers)):
        numbers = {one: _number(one.rstrip("% ").replace(",", ".")) for one in numbers}
        how += said("read.in-per-cent")
    if not numbers or None in numbers.values():
        remarks = [] if categories else _text_notes(distinct)
        return _same(labels), None if categories is None else list(categories), remarks
    alike, notes = _spelt_alike(numbers), [how]
    declared_twice = len({numbers[c] for c in categories or ()}) < len(categories or ())
    if alike and (declared_twice or not (fold or _are_slips(numbers, alike))):
        return (
            _same(labels),
            None if categories is None else list(categories),
            [said(SPELT, setting=Setting("fold", True))],
        )
    if alike:
        shown = "; ".join(", ".join(map(repr, group)) for group in alike[:_MOST_SHOWN])
        more = "; …" * (len(alike) > _MOST_SHOWN)
        notes.append(said("read.labels-numbers-spelt", shown=shown + more))
        one: dict[Any, int | float | None] = {}
        for value in sorted(numbers.values(), key=lambda value: isinstance(value, float)):
            one.setdefault(value, value)  # 2 and not 2.0, wherever it is met
        numbers = {label: one[value] for label, value in numbers.items()}
    typed = changed(labels, lambda label: None if label is None else numbers[label])
    return (
        typed,
        None if categories is None else [numbers[c] for c in categories],
        [*notes, *([] if categories else _far_note(numbers))],
    )


def _same(labels: Sequence[Any]) -> Sequence[Any]:
    return changed(labels, lambda label: label)


_MOST_SHOWN = 3  # so many groups of spellings are named in a note

_HABIT = 2
"""From so many different labels with zeros before them on (007, 012), the zeros are meant: one is a
slip of the hand (00 for 0), two are codes, as postal codes and those of code books are."""

_PADDED = re.compile(r"[-+]?0\d+")
_FRACTION = re.compile(r"[-+]?\d*[.,](\d*[1-9]\d*)")


def _spelt_alike(numbers: Mapping[str, int | float | None]) -> list[list[str]]:
    """Labels that are the same number, by number."""
    if len(set(numbers.values())) == len(numbers):
        return []
    alike: dict[int | float | None, list[str]] = {}
    for label, value in numbers.items():
        alike.setdefault(value, []).append(label)
    return [group for group in alike.values() if len(group) > 1]


def _are_slips(labels: Iterable[str], alike: list[list[str]]) -> bool:
    """Whether spellings of one number are just that, and no codes.

    >>> _are_slips(["0", "1", "00"], [["0", "00"]]), _are_slips(["7", "007", "012"], [["7", "007"]])
    (True, False)
    >>> _are_slips(["2", "2.00"], [["2", "2.00"]]), _are_slips(["1.1", "1.10"], [["1.1", "1.10"]])
    (True, False)
    """
    padded = sum(_PADDED.fullmatch(label) is not None for label in labels)
    if padded >= _HABIT and any(_PADDED.fullmatch(one) for group in alike for one in group):
        return False
    # 1.1 and 1.10 are two headings of a code book as often as one number.
    parts = ([_FRACTION.fullmatch(one) for one in group] for group in alike)
    return all(len({part[1] for part in some if part}) < 2 for some in parts)


def _far_note(numbers: Mapping[str, int | float | None]) -> list[str]:
    """What to ask about a code for missing answers (9, 99, -1) that lies apart from a small scale.

    >>> _far_note({"1": 1, "2": 2, "99": 99})[0].partition(". ")[0]
    "'99' is far from the other values (1 to 2)"
    """
    far, low, high = far_codes(numbers)
    if not far:
        return []
    use = Setting("absent", far)
    shown = ", ".join(map(repr, far))
    return [
        f"{shown} is far from the other values ({low:g} to {high:g}). If it means missing, "
        f"use {use}"
    ]


def never_a_label(code: float | None) -> bool:
    """Whether a code for no answer is none of a scale either: 99, -1; an 8 or a 9 may be one."""
    return code in CODES_OF_MISSING and code not in (8, 9)


def far_codes(numbers: Mapping[str, int | float | None]) -> tuple[list[str], float, float]:
    """Codes for missing answers that lie apart from a small scale, and its ends."""
    codes = [one for one, value in numbers.items() if value in CODES_OF_MISSING]
    scale = [value for one, value in numbers.items() if one not in codes and value is not None]
    if not codes or not 2 <= len(scale) <= LARGEST_SCALE or any(value % 1 for value in scale):
        return [], 0, 0
    step = max(after - before for before, after in pairwise(sorted(scale)))
    low, high = min(scale), max(scale)
    far = []
    for one in sorted(codes, key=lambda one: abs((numbers[one] or 0) - low)):
        value = numbers[one] or 0
        if low - step <= value <= high + step:  # one more of the scale
            low, high = min(low, value), max(high, value)
        else:
            far.append(one)
    return far, low, high


def _text_notes(labels: Collection[str]) -> list[str]:
    """What to say of labels that are words."""
    alike: dict[str, list[str]] = {}
    for label in labels:
        alike.setdefault(label.rstrip(".!,;: "), []).append(label)
    groups = [", ".join(map(repr, some)) for one, some in alike.items() if one and len(some) > 1]
    note = "labels that differ only in a final punctuation mark: {}. Correct them in the table"
    signs = [note.format("; ".join(groups[:5]))] if groups else []
    return [*signs, *_scale_note(labels), *_sets_note(labels)]


def _scale_note(labels: Iterable[str]) -> list[str]:
    """What to say of names that everybody knows in an order: agree, neutral, disagree."""
    names = {" ".join(label.casefold().split()): label for label in labels}
    scale = next((one for one in SCALES if set(names) <= set(one)), None)
    if len(names) < 3 or scale is None:  # of two names no order matters
        return []
    order = [names[name] for name in scale if name in names]
    use = f"{Setting('categories', order)} and {Setting('distance', 'ordinal')}"
    return [f"the labels look like an ordered scale. If the order matters, use {use}"]


def _sets_note(labels: Collection[str]) -> list[str]:
    """What to say where labels are made of others."""
    several = several_in_a_cell(labels)
    if several is None:
        return []
    return [
        f"labels like {several[0]!r} look like several labels in one cell. If so, use "
        f"{Setting('sets', several[1])}"
    ]


def several_in_a_cell(labels: Collection[str]) -> tuple[str, str] | None:
    """A label that is made of others, as several ticks in one cell are, and what separates them.

    >>> several_in_a_cell(["joy", "joy, fear", "fear, joy", "fear, anger", "anger"])
    ('joy, fear', ',')
    >>> several_in_a_cell(["joy", "fear", "joy;fear"]), several_in_a_cell(["km/h", "m"])
    (('joy;fear', ';'), None)
    """
    for sign in "|;,+/":
        several = [label for label in labels if sign in label]
        parts = [{part.strip() for part in label.split(sign)} for label in labels]
        times = Counter(part for own in parts for part in own)
        shared = sum(number > 1 for number in times.values())
        # Two thirds of the parts must come again: parts of sentences do not.
        if len(several) > 1 and "" not in times and 3 * shared > 2 * len(times):
            return several[0], sign
        alone = {label.strip() for label in labels}
        made = (label for label, own in zip(labels, parts, strict=True) if len(own) > 1)
        whole = next(
            (label for label in made if {*map(str.strip, label.split(sign))} <= alone), None
        )
        if whole is not None:
            return whole, sign
    return None


def _as_sets(
    labels: Sequence[str | None], categories: Sequence[str] | None, sets: str
) -> tuple[Sequence[Hashable], list[Hashable] | None, list[str]]:
    """Cells as sets of labels, the declared categories alike."""
    from accord.kinds.labels.label_sets import split_labels

    if sets == "rows":
        declared = (
            None if categories is None else [frozenset(split_labels(c, "|")) for c in categories]
        )
        return list(labels), list(declared) if declared else None, [said("read.one-row-per-label")]
    note = said("read.cells-sets-labels-separated", sign=sets)
    cells: dict[str, Hashable] = {
        c: split_labels(c, sets) for c in dict.fromkeys(labels) if c is not None
    }
    return (
        [None if label is None else cells[label] for label in labels],
        None if categories is None else [split_labels(c, sets) for c in categories],
        [said("read.lists-sets-labels") if sets == LISTS else note],
    )


def missing_marks(labels: Collection[str]) -> list[str]:
    """What statistics programs write for a missing number, where all other labels are numbers.

    >>> missing_marks(["1", "NA", "2"]), missing_marks(["yes", "NA"])
    (['NA'], [])
    """
    marks = [label for label in labels if label and label in MISSING_NUMBERS]
    others = [label for label in labels if label and label not in MISSING_NUMBERS]
    numbers = marks and others and all(_number(one.replace(",", ".")) is not None for one in others)
    return marks if numbers else []


def missing_note(marks: Sequence[str]) -> str:
    """What an audit says of them."""
    shown = ", ".join(map(repr, marks))
    return said("read.missing-all-other-labels", shown=shown)


def _decimal_commas(labels: Iterable[str]) -> bool:
    """Whether all are numbers and some have a decimal comma: 1,5 but not 1,500 throughout."""
    parts = [_COMMA.fullmatch(label) for label in labels]
    decimals = [part[1] for part in parts if part and part[1]]
    return all(parts) and any(len(digits) != 3 for digits in decimals)  # 1,500 may be 1500


def _number(label: str) -> int | float | None:
    label = label.replace("\N{MINUS SIGN}", "-")
    try:
        if len(label) < 300:  # beyond it is not a number to reckon with
            return int(label) if "_" not in label else None
    except ValueError:
        pass
    try:
        value = float(label) if "_" not in label else None
    except ValueError:
        return None
    return value if value is not None and value - value == 0 else None
