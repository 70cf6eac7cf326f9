"""Columns that were computed from others beside them: means and sums are no coder's labels."""

from collections.abc import Sequence
from math import isclose

from accord._read.tables.roles import Table, as_number, is_number

ROWS_COMPARED = 300
"""Rows that are looked at: what holds in so many is no accident."""

_LEAST_ROWS = 8
"""Of fewer rows, a coder may give the sum of the others' points by chance."""

ALMOST_ALL = 0.95
"""The share of rows that fit: some means are of labels that were left out or changed later."""

BROKEN = 0.5
"""Of means of whole numbers at least this share is not whole."""

_FEWEST_APART = 3
"""In so many rows whose others differ, nobody lies halfway between them by chance."""

_MOST_COLUMNS = 60
"""With more columns every one would be compared with too many others."""

_Row = tuple[float, list[float]]


def computed(table: Table, names: Sequence[str]) -> dict[str, str]:
    """The one column that holds a mean or the sum of the others, and which of the two it is."""
    if not 2 < len(names) <= _MOST_COLUMNS:
        return {}
    at = table.at(names)
    cells = [[row[c].strip() for c in at] for row in table.rows[:ROWS_COMPARED]]
    if not all(is_number(cell) for row in cells for cell in row if cell):
        return {}
    numbers = [[as_number(cell) if cell else None for cell in row] for row in cells]
    found = {}
    for place, name in enumerate(names):
        rows = [
            (mine, others)
            for row in numbers
            if (mine := row[place]) is not None
            and len(others := [n for at, n in enumerate(row) if at != place and n is not None]) > 1
        ]
        if len(rows) >= _LEAST_ROWS and (what := _what(rows)):
            found[name] = what
    return found if len(found) == 1 else {}


def _what(rows: Sequence[_Row]) -> str | None:
    if _most([mine == sum(others) != 0 for mine, others in rows]):
        return "the sum of the others"
    apart = [(mine, others) for mine, others in rows if len(set(others)) > 1]
    halfway = _most([isclose(mine, sum(others) / len(others)) for mine, others in rows])
    if len(apart) >= _FEWEST_APART and halfway:
        return "a mean of the others"
    whole = all(number.is_integer() for _, others in rows for number in others)
    broken = sum(not mine.is_integer() for mine, _ in rows)
    between = [min(others) <= mine <= max(others) for mine, others in rows]
    if whole and broken >= BROKEN * len(rows) and _most(between):
        return "a mean of the others"
    return None


def _most(fits: Sequence[bool]) -> bool:
    return sum(fits) >= ALMOST_ALL * len(fits)
