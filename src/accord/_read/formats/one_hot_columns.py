"""Columns for each coder and category, of which one is 1: a column for each coder instead.

    item  rater1_pos  rater1_neg  rater2_pos  rater2_neg        item  rater1  rater2
    a     1           0           0           1            →    a     pos     neg
    b     0           1           0           1                 b     neg     neg

Only where names are a word for coders with a mark and a category, all coders have the same
categories, and every coder has exactly one 1 in every row: else they are other questions.
"""

from dataclasses import replace

from accord._read.formats.tiers import coders_of_tiers
from accord._read.tables.roles import Table

_LEAST_ROWS = 6  # so many rows with one 1 for each coder are no chance


def one_column_a_coder(table: Table) -> Table:
    """The table with a column for each coder, where it has one for each coder and category."""
    owners = coders_of_tiers(table.header, told=False) or {}
    categories: dict[str, dict[str, int]] = {}
    for at, name in enumerate(table.header):
        if name in owners and owners[name][1]:
            coder, category = owners[name]
            categories.setdefault(coder, {})[category] = at
    names = {tuple(sorted(found)) for found in categories.values()}
    if len(categories) < 2 or len(names) != 1 or len(next(iter(names))) < 2:
        return table
    if len(table.rows) < _LEAST_ROWS or not all(
        sorted(row[at].strip() for at in found.values()) == ["0"] * (len(found) - 1) + ["1"]
        for row in table.rows
        for found in categories.values()
    ):
        return table
    taken = {at for found in categories.values() for at in found.values()}
    kept = [at for at in range(len(table.header)) if at not in taken]
    rows = [
        [
            *(row[at] for at in kept),
            *(
                next(category for category, at in found.items() if row[at].strip() == "1")
                for found in categories.values()
            ),
        ]
        for row in table.rows
    ]
    header = (*(table.header[at] for at in kept), *categories)
    shown = ", ".join(next(iter(categories.values())))
    note = f"columns for each coder and category ({shown}) read as one column for each coder"
    return replace(table, header=header, rows=rows, notes=(*table.notes, note))
