"""Matching: which unit (chain) of one coder goes with which of another, one to one."""

from collections.abc import Iterator

import numpy as np

from accord.model.names import BoolArray, FloatArray, IntArray
from accord.native import core, run

_DENSE = 250_000
"""Connected parts with at most so many cells are solved as a full table."""


def best_matching(row: IntArray, column: IntArray, gain: FloatArray) -> IntArray:
    """The cells (by position) of the one-to-one matching of rows and columns with the most gain.

    Only the given cells can be matched; gains are above 0, and rows and columns may stay alone.
    Most cells are certain: whoever takes anything else for their row and column gains less. The
    rest falls into connected parts that are independent, and each is solved alone.

    >>> row, column = np.array([0, 0, 1]), np.array([0, 1, 0])
    >>> best_matching(row, column, np.array([2.0, 1.5, 1.5])).tolist()
    [1, 2]
    """
    if core() is not None and len(row):
        sure, parts = _by_the_core(row, column, gain)
    else:
        sure, cells = _all_certain(row, column, gain)
        parts = list(_parts(row, column, cells))
    chosen = [sure]
    for part in parts:
        _, r = np.unique(row[part], return_inverse=True)
        _, c = np.unique(column[part], return_inverse=True)
        solve = _dense if (r.max() + 1) * (c.max() + 1) <= _DENSE else _sparse
        chosen.append(part[solve(r, c, gain[part])])
    return np.sort(np.concatenate(chosen))


def _by_the_core(
    row: IntArray, column: IntArray, gain: FloatArray
) -> tuple[IntArray, list[IntArray]]:
    """The certain cells, and the cells of each part of the rest, from the native core."""
    row, column = (np.ascontiguousarray(one, np.int64) for one in (row, column))
    if len(row) != len(column) or len(row) != len(gain) or min(row.min(), column.min()) < 0:
        raise IndexError("rows and columns of cells are numbers from 0, one for each gain")
    part, left = np.empty(len(row), np.int64), np.zeros(1, np.int64)
    sizes = int(row.max()) + 1, int(column.max()) + 1
    gains = np.ascontiguousarray(gain, np.float64)
    run("accord_certain_cells", len(row), row, column, gains, *sizes, part, left)
    sure = np.flatnonzero(part == -2)
    if not left[0]:
        return sure, []
    cells = np.flatnonzero(part >= 0)
    order = np.argsort(part[cells], kind="stable")
    of = part[cells[order]]
    return sure, np.split(cells[order], np.flatnonzero(np.diff(of)) + 1)


def _all_certain(row: IntArray, column: IntArray, gain: FloatArray) -> tuple[IntArray, IntArray]:
    """The cells that are certain, one round after the other, and those that are left."""
    cells = np.arange(len(row))
    chosen = [cells[:0]]
    found = True
    while found and len(cells):
        sure = _certain(row[cells], column[cells], gain[cells])
        chosen.append(cells[sure])
        found = 64 * int(sure.sum()) > len(cells)  # a few only: not worth another look
        taken = np.isin(row[cells], row[cells[sure]]) | np.isin(column[cells], column[cells[sure]])
        cells = cells[~taken]
    return np.concatenate(chosen), cells


def _certain(row: IntArray, column: IntArray, gain: FloatArray) -> BoolArray:
    """Cells of more gain than the best other cell of their row and that of their column have."""
    return np.asarray(gain > _best_other(row, gain) + _best_other(column, gain))


def _best_other(line: IntArray, gain: FloatArray) -> FloatArray:
    """The most gain of another cell in the same line; 0 where there is none."""
    first, second = np.zeros(line.max() + 1), np.zeros(line.max() + 1)
    np.maximum.at(first, line, gain)
    top = gain == first[line]
    np.maximum.at(second, line[~top], gain[~top])
    tied = np.bincount(line[top], minlength=len(first)) > 1
    return np.where(top & ~tied[line], second[line], first[line])


def _parts(row: IntArray, column: IntArray, cells: IntArray) -> Iterator[IntArray]:
    """The cells of each connected part."""
    if not len(cells):
        return
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    rows = int(row.max()) + 1
    size = rows + int(column.max()) + 1
    ones = np.ones(len(cells), dtype=np.int8)
    graph = coo_array((ones, (row[cells], rows + column[cells])), shape=(size, size))
    _, label = connected_components(graph.tocsr(), directed=False)
    of = label[row[cells]]
    order = np.argsort(of, kind="stable")
    yield from np.split(cells[order], np.flatnonzero(np.diff(of[order])) + 1)


def _dense(row: IntArray, column: IntArray, gain: FloatArray) -> IntArray:
    from scipy.optimize import linear_sum_assignment

    shape = (row.max() + 1, column.max() + 1)
    table, at = np.zeros(shape), np.full(shape, -1)
    table[row, column], at[row, column] = gain, np.arange(len(gain))
    found = at[linear_sum_assignment(table, maximize=True)]
    return np.asarray(found[found >= 0])


def _sparse(row: IntArray, column: IntArray, gain: FloatArray) -> IntArray:
    """A part too large for a full table: every row may also stay alone, for no gain."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    if row.max() > column.max():
        row, column = column, row
    n, m = int(row.max()) + 1, int(column.max()) + 1
    top = float(gain.max()) + 1.0  # costs must not be zero, a zero is no edge
    cost = np.concatenate([top - gain, np.full(n, top)])
    # scipy's matching takes 32-bit indices only.
    ends = np.concatenate([row, np.arange(n)]), np.concatenate([column, m + np.arange(n)])
    graph = csr_array((cost, tuple(end.astype(np.int32) for end in ends)), shape=(n, n + m))
    rows, columns = min_weight_full_bipartite_matching(graph)
    matched = columns < m
    key = row.astype(np.int64) * m + column
    order = np.argsort(key)
    found = rows[matched].astype(np.int64) * m + columns[matched]
    return np.asarray(order[np.searchsorted(key[order], found)])
