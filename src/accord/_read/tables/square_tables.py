"""Square tables of counts: their margins, and what they count besides two coders' pairs."""

from collections.abc import Sequence

from accord._read.tables.roles import Table, is_count

FEWEST_WITH_MARGINS = 3
"""Two categories and their sums; the second of two rows may be above the first in all columns."""

FEWEST_STATES = 3
"""Two coders may use two labels as often; three labels, each as often, hardly ever."""

MANY_MOVES = 50
"""Of fewer pairs that differ, two coders may use three labels as often by chance: of so many, in
four of a hundred studies."""


def without_margins(table: Table) -> Sequence[Sequence[str]]:
    """The rows of a table of counts without a last row and a last column that are the sums of the
    others, whatever they are called.

    >>> rows = [["a", "9", "1", "10"], ["b", "2", "8", "10"], ["Sum", "11", "9", "20"]]
    >>> without_margins(Table("t.csv", ("", "a", "b", "Sum"), rows, [2, 3, 4], ()))
    [['a', '9', '1'], ['b', '2', '8']]
    """
    rows = [[cell.strip() for cell in row[1:]] for row in table.rows]
    square = len(rows) >= FEWEST_WITH_MARGINS and all(len(row) == len(rows) for row in rows)
    if not square or not all(is_count(cell) for row in rows for cell in row):
        return table.rows
    cells = [[int(cell) for cell in row] for row in rows]
    for one in (cells, [list(row) for row in zip(*cells, strict=True)]):
        if [*map(sum, zip(*one[:-1], strict=True))] != one[-1]:
            return table.rows
    return [row[:-1] for row in table.rows[:-1]]


def likenesses(cells: Sequence[Sequence[int]]) -> bool:
    """Whether a table says how alike things are: on the diagonal stands one number, the largest.

    >>> likenesses([[100, 71, 82], [70, 100, 64], [82, 64, 100]]), likenesses([[9, 1], [2, 9]])
    (True, False)
    """
    size = range(len(cells))
    own = {cells[n][n] for n in size}
    return len(cells) >= FEWEST_STATES and len(own) == 1 and max(map(max, cells)) in own


def transitions(cells: Sequence[Sequence[int]]) -> bool:
    """Whether a table counts what follows what: each state is entered as often as it is left, but
    for the first and the last one.

    >>> transitions([[5, 19, 12], [18, 4, 13], [13, 13, 7]])
    True
    >>> transitions([[5, 19, 12], [14, 4, 13], [12, 11, 7]])
    False
    """
    moves = sum(map(sum, cells)) - sum(row[n] for n, row in enumerate(cells))
    if len(cells) < FEWEST_STATES or moves < MANY_MOVES:
        return False
    columns = zip(*cells, strict=True)
    return all(abs(sum(row) - sum(own)) <= 1 for row, own in zip(cells, columns, strict=True))
